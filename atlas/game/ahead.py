"""What lies ahead of a fight: foes met one after another with the stamina and luck left, solved exactly.

A fight turns what it is worth to stand behind it, by stamina and luck, into what it is worth to stand before it:

    before(s, l) = V(s, foe stamina, l), solved with V = after(s, l) where the foe is down and V = after(0, l) where the
                   hero is (`solver`)

So one pass from the last foe to the first solves a chain. A `Leg` is a solved fight, which can be played with its best
plan or another. Whole adventures, with everything between fights, are in `adventure`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from atlas.errors import InputError
from atlas.game.rules import MOST_STATES, Box, Rules
from atlas.game.solver import Plan, Solution, Values, follow, solve, unit_count
from atlas.game.worth import EndGoal, Worth
from atlas.wording import size

LuckRows = Sequence[Sequence[int]]
"""Whole numbers by luck, then stamina."""


@dataclass(frozen=True)
class Prospect:
    """What it is worth to go on, by luck, then stamina from 0, a fallen hero's; whole numbers over one denominator."""

    rows: LuckRows
    denominator: int

    @classmethod
    def reduced(cls, rows: LuckRows, denominator: int) -> "Prospect":
        """Return a prospect in lowest terms."""
        common = gcd(denominator, *(n for row in rows for n in row))
        return cls([[n // common for n in row] for row in rows], denominator // common)

    @classmethod
    def of(cls, rules: Rules, worth: Callable[[int, int], Fraction | int]) -> "Prospect":
        """Return a prospect from a function of stamina and luck."""
        staminas = range(rules.max_stamina + 1)
        table = [[Fraction(worth(stamina, luck)) for stamina in staminas] for luck in rules.lucks]
        denominator = lcm(*(value.denominator for row in table for value in row))
        return cls([[int(value * denominator) for value in row] for row in table], denominator)

    @classmethod
    def of_goal(cls, rules: Rules, goal: EndGoal) -> "Prospect":
        """Return the prospect at the very end, with the same worths as `Worth.of_goal`."""
        price, whole = goal.luck_price.numerator, goal.luck_price.denominator
        staminas = range(rules.max_stamina + 1)
        rows = [[price * luck + goal.met(stamina, luck) * whole for stamina in staminas] for luck in rules.lucks]
        return cls(rows, whole)

    def at(self, stamina: int, luck: int) -> Fraction:
        """Return what it is worth to go on with this stamina and luck."""
        return Fraction(self.rows[luck][stamina], self.denominator)

    def as_worth(self) -> Worth:
        """Return the worth of the ends of the fight before: each end is worth what follows."""
        won = tuple(tuple(row[1:]) for row in self.rows)
        lost = tuple((row[0],) * (len(row) - 1) for row in self.rows)
        return Worth(won, lost, self.denominator)


class Foe(NamedTuple):
    """A foe's scores."""

    skill: int
    stamina: int


class Start(NamedTuple):
    """A hero's scores at the start. Nothing lifts stamina above that, nor luck, but for a Potion of Fortune."""

    skill: int
    stamina: int
    luck: int


@dataclass(frozen=True)
class Leg:
    """A fight, with what it is worth to stand behind it."""

    rules: Rules
    start: Start
    foe: Foe
    after: Prospect

    @cached_property
    def gap(self) -> int:
        """The skill gap."""
        return self.rules.playing_gap(self.start.skill - self.foe.skill)

    @property
    def box(self) -> Box:
        """The largest staminas: nothing lifts the hero's above that of the start."""
        return Box(self.start.stamina, self.foe.stamina)

    @cached_property
    def solution(self) -> Solution:
        """The best plan, given what it is worth to stand behind the fight."""
        return solve(self.rules, self.gap, self.after.as_worth(), box=self.box)

    @cached_property
    def before(self) -> Prospect:
        """What it is worth to stand before this fight, with best play from it on."""
        return self._before(self.solution.values, self.after)

    def played(self, plan: Plan, after: Prospect) -> Prospect:
        """Return what it is worth to stand before this fight when it is played with this plan."""
        return self._before(follow(self.rules, self.gap, plan, after.as_worth(), box=self.box), after)

    def _before(self, values: Values, after: Prospect) -> Prospect:
        """Return what it is worth to stand before the fight, from the values of its states."""
        places = [self.rules.position(stamina, self.foe.stamina) for stamina in self.rules.staminas]
        units = values.denominator // after.denominator
        rows = [
            [row[0] * units, *(plane[place] for place in places)]
            for row, plane in zip(after.rows, values.numerators, strict=True)
        ]
        return Prospect.reduced(rows, values.denominator)


MOST_BYTES = 2_000_000_000
"""The most memory that a question may take: many machines have less."""


def solve_ahead(start: Start, fights: Sequence[tuple[Rules, Foe]], goal: EndGoal) -> list[Leg]:
    """Return the solved fights of a hero, the first one first.

    A question that is too large is refused before it is begun.
    """
    largest = max(start.stamina, *(foe.stamina for _, foe in fights)), start.luck
    sized = {rules: rules.sized(*largest) for rules, _ in fights}
    _check_size(start, [(sized[rules], foe) for rules, foe in fights])
    legs: list[Leg] = []
    after = Prospect.of_goal(sized[fights[-1][0]], goal)
    for rules, foe in reversed(fights):
        legs.append(Leg(sized[rules], start, foe, after))
        after = legs[-1].before
    return legs[::-1]


def _check_size(start: Start, fights: Sequence[tuple[Rules, Foe]]) -> None:
    """Raise an InputError for a question with too many states, or one that takes too much memory."""
    states = sum(_states(start, rules, foe) for rules, foe in fights)
    less = "take fewer foes, rounds or STAMINA"
    if states > MOST_STATES:
        raise InputError(f"this question has {states:,} states, the most is {MOST_STATES:,}: {less}")
    needed = _bytes_needed(start, fights)
    if needed > MOST_BYTES:
        raise InputError(f"this question takes about {size(needed)} of memory, the most is {size(MOST_BYTES)}: {less}")


def _states(start: Start, rules: Rules, foe: Foe) -> int:
    """Return how many states a fight has."""
    return start.stamina * foe.stamina * (start.luck + 1) * rules.memories


BYTES_A_PLACE, BYTES_A_SLOT, BYTES_A_STEP, BYTES_A_NUMBER = 700, 10, 400, 28
NUMBERS_A_STATE, NUMBERS_A_FIRST_STATE = 2, 8


def _bytes_needed(start: Start, fights: Sequence[tuple[Rules, Foe]]) -> int:
    """Estimate how much memory it takes to solve these fights, from measured ones; most take less.

    Digits add up from the last fight to the first, where about half of them drop out of the fractions.
    """
    needed = sum(BYTES_A_PLACE * _places(rules) for rules in {rules for rules, _ in fights})
    bits_after = 0
    for number, (rules, foe) in reversed(list(enumerate(fights))):
        states = _states(start, rules, foe)
        numbers = states * (NUMBERS_A_STATE if number else NUMBERS_A_FIRST_STATE)
        bits = unit_count(rules, rules.playing_gap(start.skill - foe.skill)).bit_length()
        needed += BYTES_A_SLOT * _places(rules) * len(rules.lucks) + BYTES_A_STEP * states // (start.luck + 1)
        needed += numbers * (BYTES_A_NUMBER + (bits + bits_after // 2) // 8)
        bits_after += bits
    return needed


def _places(rules: Rules) -> int:
    """Return how many places the square board of a fight has."""
    return rules.position(rules.max_stamina + 1, 0)


def play_ahead(legs: Sequence[Leg], plans: Sequence[Plan], end: Prospect) -> list[Prospect]:
    """Return the prospects before each leg, and at the end, when each leg is played with its plan."""
    prospects = [end]
    for leg, plan in zip(reversed(legs), reversed(plans), strict=True):
        prospects.append(leg.played(plan, prospects[-1]))
    return prospects[::-1]


def best_plans(legs: Sequence[Leg]) -> list[Plan]:
    """Return the best plan of each leg."""
    return [leg.solution.plan for leg in legs]
