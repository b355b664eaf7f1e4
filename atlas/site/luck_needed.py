"""How much LUCK a whole adventure takes, and how much one begins with: why cards spare it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from atlas.cards.catalogue import Card
from atlas.policies.fightsets import BOOKS, ROLLED_HEROES
from atlas.policies.journeys import JOURNEYS


@dataclass(frozen=True)
class LuckNeeded:
    """What the average of the kinds of adventures takes, against foes of the books."""

    fights: Fraction
    tests: Fraction
    """of luck, outside fights"""
    by_grid: Fraction
    """LUCK that the quick grid spends in all its fights"""
    all_out: Fraction
    """LUCK that all-out play spends in all of them"""
    all_out_share: float
    """of what LUCK can give on whole adventures, all-out in every fight"""
    starts: range
    """LUCK that one may begin with"""

    @classmethod
    def by_cards(cls, cards: Mapping[str, Card]) -> Self:
        """Return what it takes by the quick grid and all-out, of all cards by their ids."""
        fights = Fraction(sum(journey.fights for journey in JOURNEYS), len(JOURNEYS))
        spent = {name: Fraction(cards[name].certificate.luck_spent[BOOKS.name]) for name in ("quick", "best")}
        lucks = [luck for _, _, luck in ROLLED_HEROES]
        return cls(
            fights=fights,
            tests=Fraction(sum(journey.tests for journey in JOURNEYS), len(JOURNEYS)),
            by_grid=fights * spent["quick"],
            all_out=fights * spent["best"],
            all_out_share=cards["best"].mean_journey_share,
            starts=range(min(lucks), max(lucks) + 1),
        )
