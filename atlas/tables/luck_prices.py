"""What a point of LUCK left is worth to the rest of an adventure: the evidence, over the set `journeys`.

In come rules and the yardstick of the journeys; out comes, for some prices, the share of what LUCK can give that play
at this price in every fight gets, journey by journey. The rule by which the price is chosen:

    of the prices whose least share is within `NEAR_LEAST` of the best least share, the one with the highest mean share

so that no kind of book is let down for a little more in the others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.edition import FIRST_EDITIONS_PRICE, LUCK_PRICE
from atlas.game.rules import Rules
from atlas.policies.certify import thrifty_policy
from atlas.policies.journeys import JOURNEYS, Journey, Yardstick

PRICES = tuple(Fraction(n, 1000) for n in (0, 1, 2, 5, 10, 15, 20, 25, 30, 40, 50))
assert {LUCK_PRICE, FIRST_EDITIONS_PRICE} <= {*PRICES}
NEAR_LEAST = 0.05
FEW_TESTS = Fraction(1, 4)
"""luck tests for each fight, up to which they are few"""
GROUPS: Mapping[str, Callable[[Journey], bool]] = {
    "no luck tests": lambda journey: not journey.tests,
    "few luck tests": lambda journey: 0 < journey.tests <= FEW_TESTS * journey.fights,
    "many luck tests": lambda journey: journey.tests > FEW_TESTS * journey.fights,
}
"""kinds of books that a player could tell apart: each journey is in one of them"""
MANY_DEADLY = 25
"""of a hundred luck tests so many kill the Unlucky where they are called deadly, as in the books"""
KINDS_OF_BOOKS: Mapping[str, Callable[[Journey], bool]] = {
    **GROUPS,
    "deadly luck tests": lambda journey: journey.tests > 0 and journey.deadly >= MANY_DEADLY,
}
"""the groups, and across them the journeys that kill"""


@dataclass(frozen=True)
class PriceRow:
    """One price."""

    price: Fraction
    """win chance that a point of LUCK is worth"""
    shares: Sequence[float]
    """by journey, of what LUCK can give"""

    @property
    def average_share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def least_share(self) -> float:
        return min(self.shares)

    def mean_of(self, group: str) -> float:
        """Return the mean share over the journeys of a kind of books."""
        holds = KINDS_OF_BOOKS[group]
        shares = [share for journey, share in zip(JOURNEYS, self.shares, strict=True) if holds(journey)]
        return sum(shares) / len(shares)


@dataclass(frozen=True)
class LuckPrices:
    """The evidence for a price of LUCK."""

    rows: Sequence[PriceRow]
    groups: Sequence[str] = tuple(KINDS_OF_BOOKS)
    near_least: float = NEAR_LEAST

    @property
    def chosen(self) -> PriceRow:
        """The price that the rule chooses."""
        best_least = max(row.least_share for row in self.rows)
        return max(
            (row for row in self.rows if row.least_share >= best_least - self.near_least),
            key=lambda row: row.average_share,
        )

    @property
    def first_editions(self) -> PriceRow:
        return next(row for row in self.rows if row.price == FIRST_EDITIONS_PRICE)

    @property
    def all_out(self) -> PriceRow:
        return next(row for row in self.rows if not row.price)

    def best_of(self, group: str) -> PriceRow:
        """Return the price with the highest mean share over the journeys of a group."""
        return max(self.rows, key=lambda row: row.mean_of(group))

    @property
    def gain_of_asking(self) -> float:
        """The mean share that would be gained by a price of its own for each group."""
        counts = {group: sum(map(holds, JOURNEYS)) for group, holds in GROUPS.items()}
        gains = (n * (self.best_of(group).mean_of(group) - self.chosen.mean_of(group)) for group, n in counts.items())
        return sum(gains) / len(JOURNEYS)


def luck_prices(rules: Rules, measure: Yardstick) -> LuckPrices:
    """Compare prices. The tables of the rules must be as large as the fight sets."""
    return LuckPrices([PriceRow(price, measure.shares_of(rules, thrifty_policy(rules, price))) for price in PRICES])
