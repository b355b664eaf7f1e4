"""What lies ahead: stages met one after another with the stamina and luck left, solved exactly.

A stage turns what it is worth to stand behind it, by stamina and luck, into what it is worth to stand before it:

    fight    before(s, l) = V(s, foe stamina, l), solved with V = after(s, l) where the foe is down and V = after(0, l)
             where the hero is (`solver`)
    change   before(s, l) = after(s + ds, l + dl), within 0 and the scores at the start
    test     before(s, l) = ( a · lucky(s, l − 1) + b · unlucky(s, l − 1) ) / m, each a change

So one pass from the last stage to the first solves an adventure; a chain of foes is one of fights alone.
A `Leg` is a solved stage, which can be played with its best plan or another.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from atlas.errors import InputError
from atlas.game.dice import PAIR_ROLLS, luck_odds
from atlas.game.dynamics import run_forward
from atlas.game.rules import MOST_STATES, Box, Rules, State
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


class ScoreChange(NamedTuple):
    """What a stage adds to stamina and luck: a meal, a curse."""

    stamina: int = 0
    luck: int = 0


class LuckTest(NamedTuple):
    """A test of luck outside a fight, and its consequences. It costs a point of luck."""

    lucky: ScoreChange = ScoreChange()
    unlucky: ScoreChange = ScoreChange()


class Left(NamedTuple):
    """A hero's stamina and luck after a stage."""

    stamina: int
    luck: int


class Start(NamedTuple):
    """A hero's scores at the start of the adventure. Nothing lifts stamina or luck above them."""

    skill: int
    stamina: int
    luck: int


@dataclass(frozen=True)
class Leg:
    """A stage, with what it is worth to stand behind it."""

    rules: Rules
    start: Start
    stage: Foe | ScoreChange | LuckTest
    after: Prospect

    @cached_property
    def gap(self) -> int:
        """The skill gap, of a fight."""
        return self.rules.playing_gap(self.start.skill - self._foe.skill)

    @property
    def box(self) -> Box:
        """The largest staminas, of a fight: nothing lifts the hero's above that of the start."""
        return Box(self.start.stamina, self._foe.stamina)

    @property
    def _foe(self) -> Foe:
        assert isinstance(self.stage, Foe)
        return self.stage

    @cached_property
    def solution(self) -> Solution:
        """The best plan, of a fight, given what it is worth to stand behind it."""
        return solve(self.rules, self.gap, self.after.as_worth(), box=self.box)

    @cached_property
    def before(self) -> Prospect:
        """What it is worth to stand before this stage, with best play from this stage on."""
        if isinstance(self.stage, Foe):
            return self._before_fight(self.solution.values, self.after)
        return self._before_passage(self.after)

    def played(self, plan: Plan | None, after: Prospect) -> Prospect:
        """Return what it is worth to stand before this stage when it is played with this plan."""
        if isinstance(self.stage, Foe):
            assert plan is not None
            values = follow(self.rules, self.gap, plan, after.as_worth(), box=self.box)
            return self._before_fight(values, after)
        return self._before_passage(after)

    def _before_fight(self, values: Values, after: Prospect) -> Prospect:
        """Return what it is worth to stand before a fight, from the values of its states."""
        places = [self.rules.position(stamina, self._foe.stamina) for stamina in self.rules.staminas]
        units = values.denominator // after.denominator
        rows = [
            [row[0] * units, *(plane[place] for place in places)]
            for row, plane in zip(after.rows, values.numerators, strict=True)
        ]
        return Prospect.reduced(rows, values.denominator)

    def _before_passage(self, after: Prospect) -> Prospect:
        """Return what it is worth to stand before a stage without a fight."""

        def worth(stamina: int, luck: int) -> int:
            return sum(ways * after.rows[end.luck][end.stamina] for ways, end in self.passages(stamina, luck))

        rows = [[worth(stamina, luck) for stamina in range(self.rules.max_stamina + 1)] for luck in self.rules.lucks]
        return Prospect.reduced(rows, after.denominator * PAIR_ROLLS)

    def spread(
        self, arrivals: Mapping[tuple[int, int], Fraction], plan: Plan | None
    ) -> dict[tuple[int, int], Fraction]:
        """Return the chances of stamina and luck behind this stage, from those before it; the fallen have stamina 0."""
        chances: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        if isinstance(self.stage, Foe):
            assert plan is not None
            foe = self.stage.stamina
            alive = {State(stamina, foe, luck): chance for (stamina, luck), chance in arrivals.items() if stamina}
            for left, chance in run_forward(self.rules, self.gap, plan, alive).items():
                chances[left.hero_stamina, left.luck] += chance
        else:
            for (stamina, luck), chance in arrivals.items():
                for ways, end in self.passages(stamina, luck) if stamina else ():
                    chances[end] += chance * Fraction(ways, PAIR_ROLLS)
        return dict(chances)

    def passages(self, stamina: int, luck: int) -> list[tuple[int, Left]]:
        """Return what can be left after a stage without a fight, and how many rolls of two dice lead to each."""
        if not stamina:
            return [(PAIR_ROLLS, Left(0, luck))]
        if isinstance(self.stage, LuckTest):
            odds, spent = luck_odds(luck), max(luck - 1, 0)
            ways = ((odds.hits, self.stage.lucky), (odds.misses, self.stage.unlucky))
            return [(rolls, self._changed(stamina, spent, change)) for rolls, change in ways]
        assert isinstance(self.stage, ScoreChange)
        return [(PAIR_ROLLS, self._changed(stamina, luck, self.stage))]

    def _changed(self, stamina: int, luck: int, change: ScoreChange) -> Left:
        """Return what is left after a change. A gain ends at the score at the start; a score above it stays."""

        def changed(now: int, by: int, most: int) -> int:
            return max(min(now + by, max(now, most)), 0)

        return Left(changed(stamina, change.stamina, self.start.stamina), changed(luck, change.luck, self.start.luck))


Stage = tuple[Rules, Foe | ScoreChange | LuckTest]
"""The rules of a stage, and the stage."""

MOST_BYTES = 2_000_000_000
"""The most memory that a question may take: many machines have less."""


def solve_ahead(start: Start, stages: Sequence[Stage], goal: EndGoal, *, more_luck: int = 0) -> list[Leg]:
    """Return the solved stages of a hero, the first one first. `more_luck` tabulates luck above that of the start.

    A question that is too large is refused before it is begun.
    """
    staminas = [stage.stamina for _, stage in stages if isinstance(stage, Foe)]
    largest = max(start.stamina, *staminas), start.luck + more_luck
    sized = {rules: rules.sized(*largest) for rules, _ in stages}
    _check_size(start, [(sized[rules], stage) for rules, stage in stages if isinstance(stage, Foe)])
    legs: list[Leg] = []
    after = Prospect.of_goal(sized[stages[-1][0]], goal)
    for rules, stage in reversed(stages):
        legs.append(Leg(sized[rules], start, stage, after))
        after = legs[-1].before
    return legs[::-1]


def _check_size(start: Start, fights: Sequence[tuple[Rules, Foe]]) -> None:
    """Refuse a question with too many states, or one that takes too much memory."""
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


def play_ahead(legs: Sequence[Leg], plans: Sequence[Plan | None], end: Prospect) -> list[Prospect]:
    """Return the prospects before each leg, and at the end, when each leg is played with its plan."""
    prospects = [end]
    for leg, plan in zip(reversed(legs), reversed(plans), strict=True):
        prospects.append(leg.played(plan, prospects[-1]))
    return prospects[::-1]


def best_plans(legs: Sequence[Leg]) -> list[Plan | None]:
    """Return the best plan of each leg; None where there is no fight."""
    return [leg.solution.plan if isinstance(leg.stage, Foe) else None for leg in legs]
