"""Exact backward induction: which decision is best in every state of a fight, in whole numbers.

Between two rounds a fight is a state (h, f, l): hero stamina, foe stamina, luck. With w : v the
odds of winning against losing a decisive round at this skill gap (n = w + v; a draw repeats the
round and drops out), and a : b the odds of passing a luck test (m = a + b), the Bellman equation
of Johnston (2020), "Stochastic optimal control with dynamic programming", is

    V(h, f, l)  = ( w · won(h, f, l) + v · lost(h, f, l) ) / n
    won         = max( keep: V(h, f−2, l),   test: ( a · V(h, f−4, l−1) + b · V(h, f−1, l−1) ) / m )
    lost        = max( keep: V(h−2, f, l),   test: ( a · V(h−1, f, l−1) + b · V(h−3, f, l−1) ) / m )

with the damage as `Rules` has it and V known at the end of a fight (`Worth`).

Method. A fight has at most r decisive rounds and tests each luck at most once, so with the unit

    u = 1 / ( d · n^r · Π m )          d the denominator of the worths, Π over all lucks

every V, won, lost, keep and test is a whole number of units and every division above leaves no
remainder. So Python's integers carry the exact values, comparisons need no tolerance, and a tie
is a tie. Positions are numbered so that every move leads to a smaller number at this luck or to
a smaller luck: one pass in that order solves everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

import numpy as np
import numpy.typing as npt

from atlas.game.dice import Odds, luck_odds, round_ways
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.worth import Worth

Plan = Mapping[Outcome, Sequence[Sequence[int]]]
"""What to do: `plan[outcome][luck][position]` is a `Verdict`. An `EITHER` is played as `KEEP`."""

TEST, EITHER = int(Verdict.TEST), int(Verdict.EITHER)

Planes = list[list[int]]
"""Whole numbers of units by luck, then position."""


@dataclass(frozen=True)
class Values:
    """An exact number for every state."""

    rules: Rules
    numerators: Planes
    denominator: int

    def at(self, state: State) -> Fraction:
        position = self.rules.position(state.hero_stamina, state.foe_stamina)
        return Fraction(self.numerators[state.luck][position], self.denominator)

    def floats(self) -> npt.NDArray[np.float64]:
        """By luck, hero stamina, foe stamina: each float the one nearest to the exact value."""
        positions, denominator = self.rules.positions, self.denominator
        side = self.rules.max_stamina
        nearest = [[plane[p] / denominator for p in positions] for plane in self.numerators]
        return np.array(nearest).reshape(-1, side, side)


@dataclass(frozen=True)
class Solution:
    """The policy that makes the most of a worth at one skill gap, and what it leads to."""

    rules: Rules
    skill_gap: int
    values: Values
    """the expected worth of every state"""
    stakes: Mapping[Outcome, Values]
    """expected worth if you test − expected worth if you keep, after a round; 0 where luck is out"""
    plan: Plan

    def verdict(self, state: State, outcome: Outcome) -> Verdict:
        position = self.rules.position(state.hero_stamina, state.foe_stamina)
        return Verdict(self.plan[outcome][state.luck][position])

    def win_chance(self, state: State) -> Fraction:
        return self.win_chances.at(state)

    def luck_spent(self, state: State) -> Fraction:
        return self.lucks_spent.at(state)

    @cached_property
    def win_chances(self) -> Values:
        return follow(self.rules, self.skill_gap, self.plan, Worth.of_winning(self.rules))

    @cached_property
    def lucks_spent(self) -> Values:
        left = follow(self.rules, self.skill_gap, self.plan, Worth.of_luck_left(self.rules))
        spent = [[luck * left.denominator - n for n in plane] for luck, plane in enumerate(left.numerators)]
        return Values(self.rules, spent, left.denominator)

    def verdicts(self, outcome: Outcome) -> npt.NDArray[np.uint8]:
        """By luck, hero stamina, foe stamina."""
        side = self.rules.max_stamina + 1
        return np.array(self.plan[outcome], dtype=np.uint8).reshape(-1, side, side)[:, 1:, 1:]


def solve(rules: Rules, skill_gap: int, worth: Worth) -> Solution:
    """Find the best decision in every state, and what every state and decision is worth."""
    rounds, denominator, values = _prepare(rules, skill_gap, worth)
    decisive = rounds.total
    stakes = {outcome: [[0] * len(plane) for plane in values] for outcome in Outcome}
    plan = {outcome: [bytearray(len(plane)) for plane in values] for outcome in Outcome}

    for luck, plane in enumerate(values):
        can_test = rules.can_test(luck)
        spent = values[luck - rules.luck_cost] if can_test else plane
        lucky_ways, unlucky_ways, tests = _with_total(luck_odds(luck).lowest_terms())
        decisions = [
            (ways, *rules.moves[outcome], stakes[outcome][luck], plan[outcome][luck])
            for ways, outcome in zip(rounds, Outcome, strict=True)
        ]
        for here in rules.positions:
            total = 0
            for ways, plain, lucky, unlucky, stake, verdicts in decisions:
                value = plane[plain[here]]
                if can_test:
                    test = (lucky_ways * spent[lucky[here]] + unlucky_ways * spent[unlucky[here]]) // tests
                    stake[here] = test - value
                    if test > value:
                        verdicts[here] = TEST
                        value = test
                    elif test == value:
                        verdicts[here] = EITHER
                total += ways * value
            plane[here] = total // decisive

    return Solution(
        rules=rules,
        skill_gap=skill_gap,
        values=Values(rules, values, denominator),
        stakes={outcome: Values(rules, stakes[outcome], denominator) for outcome in Outcome},
        plan=plan,
    )


@dataclass(frozen=True)
class Pair:
    """The two solutions of one skill gap that an atlas shows."""

    best: Solution
    """the highest win chance there is"""
    thrifty: Solution
    """win chance − price × luck spent made the most of"""


def solve_pair(edition: Edition, skill_gap: int) -> Pair:
    rules = edition.rules
    return Pair(
        best=solve(rules, skill_gap, Worth.of_winning(rules)),
        thrifty=solve(rules, skill_gap, Worth.of_winning_thriftily(rules, edition.luck_price)),
    )


def follow(rules: Rules, skill_gap: int, plan: Plan, worth: Worth, *, each_round: int = 0) -> Values:
    """The expected worth of every state when the plan is played to the end of the fight.

    `each_round` is what every decisive round on the way is worth beside the end.
    """
    rounds, denominator, values = _prepare(rules, skill_gap, worth)
    decisive, on_the_way = rounds.total, each_round * denominator

    for luck, plane in enumerate(values):
        can_test = rules.can_test(luck)
        spent = values[luck - rules.luck_cost] if can_test else plane
        lucky_ways, unlucky_ways, tests = _with_total(luck_odds(luck).lowest_terms())
        decisions = [
            (ways, *rules.moves[outcome], plan[outcome][luck]) for ways, outcome in zip(rounds, Outcome, strict=True)
        ]
        for here in rules.positions:
            total = 0
            for ways, plain, lucky, unlucky, verdicts in decisions:
                if can_test and verdicts[here] == TEST:
                    test = (lucky_ways * spent[lucky[here]] + unlucky_ways * spent[unlucky[here]]) // tests
                    total += ways * test
                else:
                    total += ways * plane[plain[here]]
            plane[here] = on_the_way + total // decisive

    return Values(rules, values, denominator)


def _with_total(odds: Odds) -> tuple[int, int, int]:
    return odds.hits, odds.misses, odds.total


def _prepare(rules: Rules, skill_gap: int, worth: Worth) -> tuple[Odds, int, Planes]:
    """The odds of a decisive round, 1/u, and values that are known at the end of a fight and 0 elsewhere."""
    rounds = round_ways(skill_gap).decisive()
    test_totals = [luck_odds(luck).lowest_terms().total for luck in rules.lucks]
    tests = prod(test_totals) if rules.luck_cost else lcm(*test_totals) ** rules.most_rounds
    units = rounds.total**rules.most_rounds * tests
    values = [[0] * rules.position(rules.max_stamina + 1, 0) for _ in rules.lucks]
    for luck, plane in enumerate(values):
        for i, stamina in enumerate(rules.staminas):
            plane[rules.position(stamina, 0)] = worth.won[luck][i] * units
            plane[rules.position(0, stamina)] = worth.lost[luck][i] * units
    return rounds, worth.denominator * units, values
