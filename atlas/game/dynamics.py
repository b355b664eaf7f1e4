"""Fights computed forward: the exact chance of every state, round by round.

The master equation of Johnston (2020), section "Analysis", put right. With P^t the chance of each state
after t rounds, a round is drawn with chance p_d and changes nothing, so

    P^(t+1)(s) = p_d P^t(s) + Σ over states s′ and outcomes o of p_o · (chance that o leads from s′ to s) · P^t(s′)

(the paper prints −(1 − p_d) P^t for the first term, which is that of the difference P^(t+1) − P^t).
States of ended fights stay as they are. A `Course` is the same without draws, which makes it finite.
All counts of rounds follow from it, for a decisive round takes 1 / (1 − p_d) rounds on average.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from atlas.game.dice import ROUND_ROLLS, round_ways
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Plan

Distribution = Mapping[State, Fraction]


@dataclass(frozen=True)
class Course:
    """One fight under one plan, from its start to every end."""

    spread: tuple[Distribution, ...]
    """the chances of the states of fights that go on, after 0, 1, 2 … decisive rounds"""
    ends: Distribution
    """the chances of all ends: one side at stamina 0, the other side's stamina and the luck left"""
    ended_after: tuple[Fraction, ...]
    """the chance that a fight takes exactly 0, 1, 2 … decisive rounds"""
    draw_chance: Fraction

    @cached_property
    def wins(self) -> Distribution:
        """The ends that are won, with their chances."""
        return {end: chance for end, chance in self.ends.items() if end.foe_stamina == 0}

    @property
    def win_chance(self) -> Fraction:
        """The chance to win."""
        return sum(self.wins.values(), Fraction(0))

    @property
    def mean_rounds(self) -> Fraction:
        """The number of rounds of a fight on average, draws counted."""
        decisive = sum((n * chance for n, chance in enumerate(self.ended_after)), Fraction(0))
        return decisive / (1 - self.draw_chance)

    def left_after_win(self) -> tuple[Fraction, Fraction] | None:
        """Return the average hero stamina and luck left after a win; None if the hero cannot win."""
        if not self.win_chance:
            return None
        stamina = sum((end.hero_stamina * chance for end, chance in self.wins.items()), Fraction(0))
        luck = sum((end.luck * chance for end, chance in self.wins.items()), Fraction(0))
        return stamina / self.win_chance, luck / self.win_chance


def course(rules: Rules, skill_gap: int, plan: Plan, start: State) -> Course:
    """Compute a fight forward until every part of it is decided."""
    win = round_ways(skill_gap).decisive().chance
    ends: defaultdict[State, Fraction] = defaultdict(Fraction)
    spread: list[Distribution] = [{start: Fraction(1)}]
    ended_after = [Fraction(0)]
    while spread[-1]:
        going: defaultdict[State, Fraction] = defaultdict(Fraction)
        ended = Fraction(0)
        for state, chance in spread[-1].items():
            for after, step in _steps(rules, plan, state, {Outcome.WON: win, Outcome.LOST: 1 - win}):
                if after.hero_stamina and after.foe_stamina:
                    going[after] += chance * step
                else:
                    ends[after] += chance * step
                    ended += chance * step
        spread.append(dict(going))
        ended_after.append(ended)
    draws = Fraction(round_ways(skill_gap).drawn, ROUND_ROLLS)
    return Course(tuple(spread[:-1]), dict(ends), tuple(ended_after), draws)


def master_equation(rules: Rules, skill_gap: int, plan: Plan, start: State) -> Iterator[Distribution]:
    """Yield the chances of all states after 0, 1, 2 … rounds, draws counted, without end."""
    ways = round_ways(skill_gap)
    rounds = {Outcome.WON: Fraction(ways.won, ROUND_ROLLS), Outcome.LOST: Fraction(ways.lost, ROUND_ROLLS)}
    drawn = Fraction(ways.drawn, ROUND_ROLLS)
    now: Distribution = {start: Fraction(1)}
    while True:
        yield now
        following: defaultdict[State, Fraction] = defaultdict(Fraction)
        for state, chance in now.items():
            if state.hero_stamina and state.foe_stamina:
                following[state] += drawn * chance
                for after, step in _steps(rules, plan, state, rounds):
                    following[after] += chance * step
            else:
                following[state] += chance
        now = dict(following)


def longest(rules: Rules, start: State) -> int:
    """Return the most decisive rounds that a fight from this state can last, however it is played."""

    @cache
    def rounds(state: State) -> int:
        if not (state.hero_stamina and state.foe_stamina):
            return 0
        choices = (False, True) if rules.can_test(state.luck) else (False,)
        ahead = (branch for o in Outcome for test in choices for branch in rules.branches(state, o, test=test))
        return 1 + max(rounds(branch.state) for branch in ahead if branch.chance)

    return rounds(start)


def _steps(
    rules: Rules, plan: Plan, state: State, rounds: Mapping[Outcome, Fraction]
) -> Iterator[tuple[State, Fraction]]:
    """Yield the states that a decisive round leads to, with their chances."""
    position = rules.position(state.hero_stamina, state.foe_stamina)
    for outcome, chance in rounds.items():
        test = rules.can_test(state.luck) and plan[outcome][state.luck][position] == Verdict.TEST
        for branch in rules.branches(state, outcome, test=test):
            if chance and branch.chance:
                yield branch.state, chance * branch.chance
