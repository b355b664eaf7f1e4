"""Fights run forward: how the state spreads round by round, exactly.

The master equation of Johnston (2020), section "Analysis", put right. With P^t the chance of each state
after t rounds, a round is drawn with chance p_d and changes nothing, so

    P^(t+1)(s) = p_d P^t(s) + Σ over states s′ and outcomes o of p_o · (chance that o leads from s′ to s) · P^t(s′)

(the paper prints −(1 − p_d) P^t for the first term, which is that of the difference P^(t+1) − P^t).
States of ended fights stay as they are. A `Course` is the same with draws left out, which makes it
finite: everything about rounds follows from it, a decisive round taking 1 / (1 − p_d) rounds on average.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm

from atlas.game.dice import ROUND_ROLLS, luck_odds, round_ways
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Plan, unit_count

Distribution = Mapping[State, Fraction]


@dataclass(frozen=True)
class Course:
    """One fight under one plan, from its start to every end."""

    spread: tuple[Distribution, ...]
    """the fights that go on, after 0, 1, 2 … decisive rounds"""
    ends: Distribution
    """how fights end: a side at stamina 0, and what is left of the other and of luck"""
    ended_after: tuple[Fraction, ...]
    """the chance that a fight takes exactly 0, 1, 2 … decisive rounds"""
    draw_chance: Fraction

    @cached_property
    def wins(self) -> Distribution:
        return {end: chance for end, chance in self.ends.items() if end.foe_stamina == 0}

    @property
    def win_chance(self) -> Fraction:
        return sum(self.wins.values(), Fraction(0))

    @property
    def mean_rounds(self) -> Fraction:
        """How many rounds a fight lasts, draws counted."""
        decisive = sum((n * chance for n, chance in enumerate(self.ended_after)), Fraction(0))
        return decisive / (1 - self.draw_chance)

    def left_after_win(self) -> tuple[Fraction, Fraction] | None:
        """Hero stamina and luck left after a win, on average; None if the hero cannot win."""
        if not self.win_chance:
            return None
        stamina = sum((end.hero_stamina * chance for end, chance in self.wins.items()), Fraction(0))
        luck = sum((end.luck * chance for end, chance in self.wins.items()), Fraction(0))
        return stamina / self.win_chance, luck / self.win_chance


def course(rules: Rules, skill_gap: int, plan: Plan, start: State) -> Course:
    """Run a fight forward until nothing of it is left undecided."""
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


def run_forward(rules: Rules, skill_gap: int, plan: Plan, starts: Distribution) -> dict[State, Fraction]:
    """How fights end that begin in many states, with their chances: one pass over all places, from the last down.

    Chances are whole numbers of one fine unit, as in `solver`; a place hands its chance on to those that a round
    leads to, which all come after it in this order.
    """
    ways = round_ways(skill_gap)
    rounds, draws = ways.decisive(), rules.draws
    denominator = lcm(*(chance.denominator for chance in starts.values())) * unit_count(rules, skill_gap)
    places = rules.position(rules.max_stamina + 1, 0)
    mass = [[0] * places for _ in rules.lucks]
    for state, chance in starts.items():
        mass[state.luck][rules.position(state.hero_stamina, state.foe_stamina)] += int(chance * denominator)
    for luck in reversed(rules.lucks):
        here_now, odds = mass[luck], luck_odds(luck).lowest_terms()
        for here in reversed(rules.places):
            share_here = here_now[here]
            if not share_here:
                continue
            after_draw = draws[here]
            if after_draw == here:
                shares = {o: share_here * w // rounds.total for o, w in zip(Outcome, rounds, strict=True)}
            else:
                shares = {
                    Outcome.WON: share_here * ways.won // ROUND_ROLLS,
                    Outcome.LOST: share_here * ways.lost // ROUND_ROLLS,
                }
                here_now[after_draw] += share_here * ways.drawn // ROUND_ROLLS
            for outcome, share in shares.items():
                plain, lucky, unlucky = (targets[here] for targets in rules.moves[outcome])
                if rules.can_test(luck) and plan[outcome][luck][here] == Verdict.TEST:
                    spent = mass[luck - rules.luck_cost]
                    spent[lucky] += share * odds.hits // odds.total
                    spent[unlucky] += share * odds.misses // odds.total
                else:
                    here_now[plain] += share
    return {
        State(hero, foe, luck): Fraction(count, denominator)
        for luck in rules.lucks
        for hero in range(rules.max_stamina + 1)
        for foe in range(rules.max_stamina + 1)
        if not (hero and foe) and (count := mass[luck][rules.position(hero, foe)])
    }


def master_equation(rules: Rules, skill_gap: int, plan: Plan, start: State) -> Iterator[Distribution]:
    """The chance of every state after 0, 1, 2 … rounds, draws counted, without end."""
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
    """The most decisive rounds that a fight from here can last, however it is played."""

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
    """Where a decisive round leads, with its chance."""
    position = rules.position(state.hero_stamina, state.foe_stamina)
    for outcome, chance in rounds.items():
        test = rules.can_test(state.luck) and plan[outcome][state.luck][position] == Verdict.TEST
        for branch in rules.branches(state, outcome, test=test):
            if chance and branch.chance:
                yield branch.state, chance * branch.chance
