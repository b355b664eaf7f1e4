"""Rules for when to eat: what players do, and the one to tell them. Meals are eaten between stages, never in a fight.

A rule is a limit: eat while STAMINA is no higher. It hangs on nothing but STAMINA now and at the start, so that anyone
can keep it at the table.
"""

from fractions import Fraction
from typing import NamedTuple

from atlas.game.stages import MEAL


class EatingRule(NamedTuple):
    """Eat while STAMINA is at most a part of that at the start, rounded down, and so much more."""

    name: str
    part: Fraction
    plus: int

    def limit(self, start: int) -> int:
        """Return the highest STAMINA at which to eat, for a traveller with so much at the start."""
        return int(self.part * start) + self.plus


NOTHING_WASTED = EatingRule("nothing-wasted", Fraction(1), -MEAL)
EATING_RULES = (
    NOTHING_WASTED,
    EatingRule("at-half", Fraction(1, 2), 0),
    EatingRule("at-8", Fraction(0), 8),
    EatingRule("at-4", Fraction(0), 4),
)
"""the rule to tell players first"""
