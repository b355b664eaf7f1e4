"""What a point of LUCK is best priced at: the evidence, over the set `adventures`.

In come rules; out comes, for some prices, the part of the extra wins on adventures that play at this price gets:
in all fights but the last, which is fought all-out; and by place, in the last fight, in the one before it and in all
earlier ones alone, the others being fought thriftily. Survival is exact, as `policies.adventures` says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.edition import LUCK_PRICE
from atlas.game.rules import Rules
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies.adventures import SampledChains, drawn_adventures
from atlas.policies.fightsets import FIGHT_GAPS
from atlas.policies.policy import NEVER, Solved

PRICES = tuple(Fraction(n, 10_000) for n in (0, 2, 5, 10, 20, 50, 100, 200))
NEAR = 0.01
"""parts of the extra wins that are nearer to the best count as good"""


@dataclass(frozen=True)
class PriceRow:
    """One price: parts of the extra wins on adventures."""

    price: Fraction
    """win chance that a point of luck is worth"""
    before_the_last: float
    """at this price in all fights but the last, which is fought at none"""
    by_place: tuple[float, float, float]
    """at this price in the last fight, with one more to come, and in all earlier ones"""


@dataclass(frozen=True)
class LuckPrices:
    """The evidence for a price of luck."""

    adventures: int
    """in how many the prices are compared"""
    rows: Sequence[PriceRow]
    everywhere: tuple[float, float]
    """parts of the extra wins with all fights at no price, and at the thrifty one"""

    @property
    def best(self) -> PriceRow:
        """The price that is best before the last fight; of equals the lowest."""
        return max(self.rows, key=lambda row: row.before_the_last)

    @property
    def good(self) -> tuple[Fraction, Fraction]:
        """From which price to which one is nearly as good before the last fight."""
        prices = [row.price for row in self.rows if row.before_the_last > self.best.before_the_last - NEAR]
        return min(prices), max(prices)

    @property
    def best_by_place(self) -> list[Fraction]:
        """The best price in the last fight, with one more to come, and earlier."""
        return [max(self.rows, key=lambda row, n=place: row.by_place[n]).price for place in range(3)]  # type: ignore[misc]


def luck_prices(rules: Rules) -> LuckPrices:
    """For rules in tables as large as the set."""
    adventures = SampledChains(rules, drawn_adventures())
    least, most = adventures.survival(NEVER), adventures.survival(None)
    played = {price: _at(rules, price) for price in {*PRICES, LUCK_PRICE}}
    all_out, thrifty = played[Fraction(0)], played[LUCK_PRICE]

    def part(*by_place: Solved) -> float:
        return (adventures.survival(*by_place) - least) / (most - least)

    rows = [
        PriceRow(
            price=price,
            before_the_last=part(all_out, played[price]),
            by_place=(
                part(played[price], thrifty),
                part(thrifty, played[price], thrifty),
                part(thrifty, thrifty, played[price]),
            ),
        )
        for price in PRICES
    ]
    return LuckPrices(len(adventures.chains), rows, (part(all_out), part(thrifty)))


def _at(rules: Rules, price: Fraction) -> Solved:
    worth = Worth.of_winning_thriftily(rules, price)
    return Solved(rules, {gap: solve(rules, gap, worth).plan for gap in FIGHT_GAPS})
