"""What the end of a fight is worth: a win, luck left, stamina saved. An `EndGoal` is turned into a `Worth`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from atlas.game.rules import Rules

WorthOf = Callable[[int, int], Fraction | int]
"""What an end is worth, by the stamina of the side still standing and the luck left."""


@dataclass(frozen=True)
class EndGoal:
    """What counts at the very end: the scores that must be left, and what luck left is worth."""

    least_stamina: int = 1
    least_luck: int = 0
    luck_price: Fraction = Fraction(0)
    """worth of a luck point left, whether the goal is met or not"""

    def met(self, stamina: int, luck: int) -> bool:
        """Return whether this much left meets the goal."""
        return stamina >= self.least_stamina and luck >= self.least_luck


TO_WIN = EndGoal()

PRICE = re.compile(r"([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?|[0-9]+/[0-9]+")
ALLOWED_PRICES = "0 to 1, such as 0.001, 1/1000 or 1e-06, in at most 40 characters"
LONGEST_PRICE = 40


def read_price(text: str) -> Fraction | None:
    """Return the exact price of luck in a text; None if it is no price, or so small that a float takes it for 0."""
    if len(text) > LONGEST_PRICE or not PRICE.fullmatch(text):
        return None
    try:
        price = Fraction(text)
    except ZeroDivisionError:
        return None
    return price if price <= 1 and bool(price) == bool(float(price)) else None


@dataclass(frozen=True)
class Worth:
    """What the end of a fight is worth, by stamina and luck left, in whole numbers over one denominator."""

    won: tuple[tuple[int, ...], ...]
    """by luck, then hero stamina, with the foe down"""
    lost: tuple[tuple[int, ...], ...]
    """by luck, then foe stamina, with the hero down"""
    denominator: int

    def more_than_without_luck(self, luck: int) -> int | None:
        """Return what luck left adds to the worth of every end; None if it adds more to some ends than to others."""
        pairs = zip((*self.won[luck], *self.lost[luck]), (*self.won[0], *self.lost[0]), strict=True)
        added = {with_luck - without for with_luck, without in pairs}
        return added.pop() if len(added) == 1 else None

    @classmethod
    def tabulate(cls, rules: Rules, *, won: WorthOf, lost: WorthOf) -> "Worth":
        """Return the worth of all ends, from functions of the stamina and the luck left."""

        def table(worth: WorthOf) -> list[list[Fraction]]:
            return [[Fraction(worth(stamina, luck)) for stamina in rules.staminas] for luck in rules.lucks]

        tables = table(won), table(lost)
        denominator = lcm(*(worth.denominator for rows in tables for row in rows for worth in row))
        won_ints, lost_ints = (
            tuple(tuple(int(worth * denominator) for worth in row) for row in rows) for rows in tables
        )
        return cls(won_ints, lost_ints, denominator)

    @classmethod
    @cache
    def of_goal(cls, rules: Rules, goal: EndGoal) -> "Worth":
        """Return the worth of the ends of the last fight before the goal."""
        price, whole = goal.luck_price.as_integer_ratio()
        won = tuple(
            tuple(price * luck + whole * goal.met(stamina, luck) for stamina in rules.staminas) for luck in rules.lucks
        )
        lost = tuple((price * luck + whole * goal.met(0, luck),) * rules.max_stamina for luck in rules.lucks)
        return cls(won, lost, whole)

    @classmethod
    @cache
    def of_winning(cls, rules: Rules) -> "Worth":
        """Return the worth whose expected value is the win chance."""
        return cls.of_goal(rules, TO_WIN)

    @classmethod
    @cache
    def of_nothing(cls, rules: Rules) -> "Worth":
        """Return the worth that is 0 at every end, for what is counted during the fight."""
        return cls.tabulate(rules, won=lambda stamina, luck: 0, lost=lambda stamina, luck: 0)

    @classmethod
    @cache
    def of_luck_left(cls, rules: Rules) -> "Worth":
        """Return the worth whose expected value is the luck left after the fight, won or lost."""
        rows = tuple((luck,) * rules.max_stamina for luck in rules.lucks)
        return cls(rows, rows, 1)

    @classmethod
    @cache
    def of_winning_thriftily(cls, rules: Rules, luck_price: Fraction) -> "Worth":
        """Return the worth whose expected value is win chance + price × luck left.

        It leads to the same choices as win chance − price × luck spent.
        """
        return cls.of_goal(rules, EndGoal(luck_price=luck_price))
