"""Exact backward induction: which decision is best in every state of a fight, in whole numbers.

Between two rounds a fight is a state (h, f, l): hero stamina, foe stamina, luck. With w : v the
odds of winning against losing a decisive round at this skill gap (n = w + v; a draw repeats the
round and drops out), and a : b the odds of passing a luck test (m = a + b), the Bellman equation
of Johnston (2020), "Stochastic optimal control with dynamic programming", is

    V(h, f, l)  = ( w · won(h, f, l) + v · lost(h, f, l) ) / n
    won         = max( keep: V(h, f−2, l),   test: ( a · V(h, f−4, l−1) + b · V(h, f−1, l−1) ) / m )
    lost        = max( keep: V(h−2, f, l),   test: ( a · V(h−1, f, l−1) + b · V(h−3, f, l−1) ) / m )

with the damage as `Rules` has it and V known at the end of a fight (`Worth`). Where the rules count rounds
or runs of lost ones, a state also has a memory k, and a draw leads to another memory d(k) unless d(k) = k:

    V(h, f, l, k) = ( W · won + L · lost + D · V(h, f, l, d(k)) ) / 1296        W, D, L rolls win, draw, lose

Method. A fight has at most r rounds that change anything and tests each luck at most once, so with the unit

    u = 1 / ( d · N^r · Π m )          d the denominator of the worths, N = n or lcm(n, 1296), Π over all lucks

every V, won, lost, keep and test is a whole number of units and every division above leaves no
remainder. So Python's integers carry the exact values, comparisons need no tolerance, and a tie
is a tie. One pass over lucks, then places in the order of `Rules.places`, solves everything.

An example: skill gap 0, so w : v = 1 : 1; hero 2, foe 3, LUCK 7, so a : b = 7 : 5. After a won round

    keep = V(2, 1, 7) = ( 1 + lost ) / 2 = 31/48,  where lost = 7/12 · V(1, 1, 6) = 7/24: a test that saves the hero
    test = ( 7 · 1 + 5 · V(2, 2, 6) ) / 12 = 481/576,  where V(2, 2, 6) = ( 1 + 5/24 ) / 2 = 29/48

and 481/576 > 372/576 = 31/48: test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.game.dice import ROUND_ROLLS, Odds, luck_odds, round_ways
from atlas.game.edition import Edition
from atlas.game.rules import Box, Outcome, Rules, State, Transitions, Verdict, walk
from atlas.game.worth import Worth

Plan = Mapping[Outcome, Sequence[Sequence[int]]]
"""The verdicts of a policy: `plan[outcome][luck][place]` is a `Verdict`. An `EITHER` is played as `KEEP`."""

TEST, EITHER = int(Verdict.TEST), int(Verdict.EITHER)

Planes = list[list[int]]
"""Whole numbers of units by luck, then place."""


class Options(NamedTuple):
    """What one decision is worth, by what is chosen."""

    keep: Fraction
    test: Fraction | None
    """None where luck cannot be tested"""


@dataclass(frozen=True)
class Values:
    """An exact number for every state."""

    rules: Rules
    numerators: Planes
    denominator: int

    def at(self, state: State) -> Fraction:
        """Return the exact number of a state."""
        position = self.rules.position(state.hero_stamina, state.foe_stamina)
        return self._at_place(state.luck, position)

    def after(self, state: State, outcome: Outcome) -> Options:
        """Return what it is worth to keep, and to test, after a round with this outcome."""
        rules, luck = self.rules, state.luck
        before = rules.position(state.hero_stamina, state.foe_stamina)
        plain, lucky, unlucky = (targets[before] for targets in rules.moves[outcome])
        keep = self._at_place(luck, plain)
        if not rules.can_test(luck):
            return Options(keep, None)
        chance, spent = luck_odds(luck).chance, luck - rules.luck_cost
        return Options(keep, chance * self._at_place(spent, lucky) + (1 - chance) * self._at_place(spent, unlucky))

    def _at_place(self, luck: int, place: int) -> Fraction:
        return Fraction(self.numerators[luck][place], self.denominator)

    def floats(self) -> npt.NDArray[np.float64]:
        """Return the floats nearest to the exact values, by luck, hero stamina and foe stamina."""
        squares, denominator = self.rules.squares, self.denominator
        side = self.rules.max_stamina
        nearest = [[plane[square] / denominator for square in squares] for plane in self.numerators]
        return np.array(nearest).reshape(-1, side, side)


@dataclass(frozen=True)
class Solution:
    """The policy with the highest expected worth at one skill gap, and the values that it leads to."""

    rules: Rules
    skill_gap: int
    worth: Worth
    values: Values
    """the expected worth of every state"""
    plan: Plan
    box: Box
    """the staminas that were solved"""

    def verdict(self, state: State, outcome: Outcome) -> Verdict:
        """Return what is best after a round with this outcome."""
        position = self.rules.position(state.hero_stamina, state.foe_stamina)
        return Verdict(self.plan[outcome][state.luck][position])

    def win_chance(self, state: State) -> Fraction:
        """Return the chance to win the fight with this policy."""
        return self.win_chances.at(state)

    def luck_spent(self, state: State) -> Fraction:
        """Return the luck that this policy spends in the fight, on average."""
        return self.lucks_spent.at(state)

    @cached_property
    def stakes(self) -> Mapping[Outcome, Values]:
        """Expected worth if you test − expected worth if you keep, by outcome; 0 where luck cannot be tested."""
        rules, planes = self.rules, self.values.numerators
        stakes = {outcome: [[0] * len(plane) for plane in planes] for outcome in Outcome}
        for luck, outcome in product(filter(rules.can_test, rules.lucks), Outcome):
            plane, spent, stake = planes[luck], planes[luck - rules.luck_cost], stakes[outcome][luck]
            lucky_ways, unlucky_ways, tests = _with_total(luck_odds(luck).lowest_terms())
            plain, lucky, unlucky = rules.moves[outcome]
            for place, *_ in walk(rules, self.box):
                test = (lucky_ways * spent[lucky[place]] + unlucky_ways * spent[unlucky[place]]) // tests
                stake[place] = test - plane[plain[place]]
        return {outcome: Values(rules, stakes[outcome], self.values.denominator) for outcome in Outcome}

    @cached_property
    def win_chances(self) -> Values:
        """The chance to win with this policy, for every state."""
        winning = Worth.of_winning(self.rules)
        return self.values if self.worth == winning else self._follow(winning)

    @cached_property
    def lucks_spent(self) -> Values:
        """The luck that this policy spends on average, for every state."""
        left = self._follow(Worth.of_luck_left(self.rules))
        spent = [[luck * left.denominator - n for n in plane] for luck, plane in enumerate(left.numerators)]
        return Values(self.rules, spent, left.denominator)

    def _follow(self, worth: Worth) -> Values:
        """Return the expected value of another worth when this policy is played."""
        return follow(self.rules, self.skill_gap, self.plan, worth, box=self.box)

    def verdicts(self, outcome: Outcome) -> npt.NDArray[np.uint8]:
        """Return the verdicts after this outcome, by luck, hero stamina and foe stamina."""
        side = self.rules.max_stamina + 1
        return np.array(self.plan[outcome], dtype=np.uint8).reshape(-1, side, side, self.rules.memories)[:, 1:, 1:, 0]


def solve(rules: Rules, skill_gap: int, worth: Worth, *, box: Box | None = None) -> Solution:
    """Return the best decision in every state, or in those of a box, and what every state is worth."""
    box = box or rules.box
    (win, lose), (each, of_draws), denominator, values = _prepare(rules, skill_gap, worth)
    decisive, steps = win + lose, walk(rules, box)
    plan = {outcome: [bytearray(len(plane)) for plane in values] for outcome in Outcome}

    for luck, plane in enumerate(values):
        if not rules.can_test(luck):
            _keep_everywhere(plane, steps, (win, lose), (each, of_draws))
            continue
        spent = values[luck - rules.luck_cost]
        lucky, unlucky, tests = _with_total(luck_odds(luck).lowest_terms())
        on_win, on_loss = (plan[outcome][luck] for outcome in Outcome)
        for place, drawn, won_plain, won_lucky, won_unlucky, lost_plain, lost_lucky, lost_unlucky in steps:
            won, test = plane[won_plain], (lucky * spent[won_lucky] + unlucky * spent[won_unlucky]) // tests
            if test > won:
                won, on_win[place] = test, TEST
            elif test == won:
                on_win[place] = EITHER
            lost, test = plane[lost_plain], (lucky * spent[lost_lucky] + unlucky * spent[lost_unlucky]) // tests
            if test > lost:
                lost, on_loss[place] = test, TEST
            elif test == lost:
                on_loss[place] = EITHER
            if drawn == place:
                plane[place] = (win * won + lose * lost) // decisive
            else:
                plane[place] = (each * (win * won + lose * lost) + of_draws * plane[drawn]) // ROUND_ROLLS

    return Solution(rules, skill_gap, worth, Values(rules, values, denominator), plan, box)


@dataclass(frozen=True)
class Pair:
    """The two solutions of one skill gap that an atlas shows."""

    best: Solution
    """the highest win chance there is"""
    thrifty: Solution
    """the highest win chance − price × luck spent"""


def solve_pair(edition: Edition, skill_gap: int) -> Pair:
    """Solve one skill gap for the highest win chance, and with the edition's price of luck."""
    rules = edition.rules
    return Pair(
        best=solve(rules, skill_gap, Worth.of_winning(rules)),
        thrifty=solve(rules, skill_gap, Worth.of_winning_thriftily(rules, edition.luck_price)),
    )


def follow(rules: Rules, skill_gap: int, plan: Plan, worth: Worth, *, box: Box | None = None) -> Values:
    """Return the expected worth of every state when the plan is played to the end of the fight."""
    (win, lose), (each, of_draws), denominator, values = _prepare(rules, skill_gap, worth)
    decisive, steps = win + lose, walk(rules, box or rules.box)

    for luck, plane in enumerate(values):
        more = worth.more_than_without_luck(luck)
        on_win, on_loss = (plan[outcome][luck] for outcome in Outcome)
        if not (rules.can_test(luck) and (TEST in on_win or TEST in on_loss)):
            if luck and more is not None:
                # Luck that is never tested changes nothing before the end.
                added = more * (denominator // worth.denominator)
                plane[:] = [value + added for value in values[0]]
            else:
                _keep_everywhere(plane, steps, (win, lose), (each, of_draws))
            continue
        spent = values[luck - rules.luck_cost]
        lucky, unlucky, tests = _with_total(luck_odds(luck).lowest_terms())
        for place, drawn, won_plain, won_lucky, won_unlucky, lost_plain, lost_lucky, lost_unlucky in steps:
            if on_win[place] == TEST:
                won = (lucky * spent[won_lucky] + unlucky * spent[won_unlucky]) // tests
            else:
                won = plane[won_plain]
            if on_loss[place] == TEST:
                lost = (lucky * spent[lost_lucky] + unlucky * spent[lost_unlucky]) // tests
            else:
                lost = plane[lost_plain]
            if drawn == place:
                plane[place] = (win * won + lose * lost) // decisive
            else:
                plane[place] = (each * (win * won + lose * lost) + of_draws * plane[drawn]) // ROUND_ROLLS

    return Values(rules, values, denominator)


def _keep_everywhere(
    plane: list[int], steps: Sequence[Transitions], rounds: tuple[int, int], draws: tuple[int, int]
) -> None:
    """Fill in the values of a luck that is never tested."""
    (win, lose), (each, of_draws) = rounds, draws
    decisive = win + lose
    for place, drawn, won, _, _, lost, _, _ in steps:
        if drawn == place:
            plane[place] = (win * plane[won] + lose * plane[lost]) // decisive
        else:
            plane[place] = (each * (win * plane[won] + lose * plane[lost]) + of_draws * plane[drawn]) // ROUND_ROLLS


def _with_total(odds: Odds) -> tuple[int, int, int]:
    """Return hits, misses and their sum."""
    return odds.hits, odds.misses, odds.total


class _Draws(NamedTuple):
    """The 1296 rolls of a round where a draw leads to another place."""

    each: int
    """how many rolls one case of the decisive odds in lowest terms stands for"""
    drawn: int
    """how many rolls are a draw"""


def unit_count(rules: Rules, skill_gap: int) -> int:
    """Return 1/(d u): how many units make 1, as fine as rounds and tests need."""
    rounds = round_ways(skill_gap).decisive().total
    test_totals = [luck_odds(luck).lowest_terms().total for luck in rules.lucks]
    tests = prod(test_totals) if rules.luck_cost else lcm(*test_totals) ** rules.most_steps
    each_round = lcm(rounds, ROUND_ROLLS) if rules.draws_count else rounds
    units: int = each_round**rules.most_steps * tests
    return units


def _prepare(rules: Rules, skill_gap: int, worth: Worth) -> tuple[Odds, _Draws, int, Planes]:
    """Return the odds of a decisive round, the rolls of a draw, 1/u, and values filled in only at ends of fights."""
    ways = round_ways(skill_gap)
    rounds = ways.decisive()
    draws = _Draws((ROUND_ROLLS - ways.drawn) // rounds.total, ways.drawn)
    units = unit_count(rules, skill_gap)
    yielded = range(min(rules.foe_yields_at, rules.max_stamina) + 1)
    won = [[rules.position(stamina, foe) for foe in yielded] for stamina in rules.staminas]
    lost = [rules.position(0, stamina) for stamina in rules.staminas]
    values = [[0] * rules.position(rules.max_stamina + 1, 0) for _ in rules.lucks]
    for plane, worth_won, worth_lost in zip(values, worth.won, worth.lost, strict=True):
        for i, places in enumerate(won):
            for place in places:
                plane[place] = worth_won[i] * units
            plane[lost[i]] = worth_lost[i] * units
    return rounds, draws, worth.denominator * units, values
