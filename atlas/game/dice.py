"""Exact counts of what the dice can do: probability as favourable cases, counted.

Two dice decide everything. In a round both sides roll a pair and add SKILL; with a skill
gap g (hero SKILL − foe SKILL) and X = hero's pair − foe's pair,

    won:  X + g > 0        drawn:  X + g = 0        lost:  X + g < 0

over all 1296 equally likely rolls. A luck test is one pair: lucky if it is at most LUCK.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd
from typing import NamedTuple

FACES = range(1, 7)

PAIR_WAYS = Counter(a + b for a, b in product(FACES, FACES))
"""How many of the 36 rolls of a pair give each sum."""
PAIR_ROLLS = PAIR_WAYS.total()

DIFFERENCE_WAYS = Counter(
    {
        difference: sum(PAIR_WAYS[foe + difference] * ways for foe, ways in PAIR_WAYS.items())
        for difference in range(min(PAIR_WAYS) - max(PAIR_WAYS), max(PAIR_WAYS) - min(PAIR_WAYS) + 1)
    }
)
"""How many of the 1296 rolls of a round give each X = hero's pair − foe's pair."""
ROUND_ROLLS = DIFFERENCE_WAYS.total()

WIDEST_GAP = max(DIFFERENCE_WAYS)
"""From this skill gap on (10) the hero never loses a round; at minus this, never wins one."""
SKILL_GAPS = range(-WIDEST_GAP, WIDEST_GAP + 1)
SURE_LUCK = max(PAIR_WAYS)
"""From this luck on (12) a test cannot fail."""
LARGEST_SEED = 2**63 - 1
"""The largest seed that dice can be rolled from."""


class Odds(NamedTuple):
    """A chance as counted cases."""

    hits: int
    misses: int

    @property
    def total(self) -> int:
        """The number of all cases."""
        return self.hits + self.misses

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return Fraction(self.hits, self.total)

    def lowest_terms(self) -> "Odds":
        """Return the same odds with the smallest counts."""
        common = gcd(self.hits, self.misses)
        return Odds(self.hits // common, self.misses // common)


class RoundWays(NamedTuple):
    """How many of the 1296 rolls of a round the hero wins, draws and loses."""

    won: int
    drawn: int
    lost: int

    def decisive(self) -> Odds:
        """Return the odds of won against lost.

        A draw changes nothing and the round is rolled again, so a fight is the same as one without draws.
        """
        return Odds(self.won, self.lost).lowest_terms()


@cache
def round_ways(skill_gap: int) -> RoundWays:
    """Count the rolls of a round by how they end at this skill gap."""
    won = sum(ways for x, ways in DIFFERENCE_WAYS.items() if x + skill_gap > 0)
    drawn = DIFFERENCE_WAYS[-skill_gap]
    return RoundWays(won, drawn, ROUND_ROLLS - won - drawn)


@cache
def luck_odds(luck: int) -> Odds:
    """Return the odds of lucky against unlucky, of the 36 rolls of a pair."""
    lucky = sum(ways for total, ways in PAIR_WAYS.items() if total <= luck)
    return Odds(lucky, PAIR_ROLLS - lucky)


def clamp_gap(skill_gap: int) -> int:
    """Return the skill gap within −10 … +10 that plays exactly like this one, where drawn rounds are rolled again."""
    return max(-WIDEST_GAP, min(WIDEST_GAP, skill_gap))
