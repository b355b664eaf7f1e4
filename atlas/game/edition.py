"""What an atlas is made for: the rules, the price of luck, the skill gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import BOOK_RULES, Rules

LUCK_PRICE = Fraction(1, 1000)
"""What the thrifty policy wants for a luck point: 0.1 percentage points of win chance."""


@dataclass(frozen=True)
class Edition:
    """What an atlas is made for."""

    rules: Rules = BOOK_RULES
    luck_price: Fraction = LUCK_PRICE
    skill_gaps: Sequence[int] = SKILL_GAPS
