"""What a table costs outside its fights, against an obviously right calculation in fractions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Solution, solve_pair
from atlas.tables.outside import ABOVE, can_happen, outside
from tests.slow import follow

SMALL = Rules(max_stamina=3, max_luck=4)


def slowly(
    rules: Rules, gap: int, own: Solution, decide: Callable[[State, Outcome], bool]
) -> tuple[Fraction, Fraction]:
    """Wins that a way to play loses at most against another, and LUCK that it spends more."""

    def by_plan(state: State, outcome: Outcome) -> bool:
        return own.verdict(state, outcome) is Verdict.TEST

    def luck_left(end: State) -> Fraction:
        return Fraction(end.luck)

    staminas = range(1, rules.max_stamina + 1)
    states = [State(h, f, luck) for h, f, luck in product(staminas, staminas, rules.lucks)]
    wins = [follow(rules, gap, plan) for plan in (by_plan, decide)]
    lucks = [follow(rules, gap, plan, luck_left) for plan in (by_plan, decide)]
    return max(wins[0](s) - wins[1](s) for s in states), max(lucks[0](s) - lucks[1](s) for s in states)


@pytest.mark.parametrize("gap", [-1, 1])
def test_reading_the_last_stamina_above_it(gap: int) -> None:
    edition = Edition(SMALL)
    larger = SMALL.sized(3 + ABOVE, 4)
    own = solve_pair(Edition(larger), gap).thrifty

    def decide(state: State, outcome: Outcome) -> bool:
        read = state._replace(hero_stamina=min(state.hero_stamina, 3), foe_stamina=min(state.foe_stamina, 3))
        return own.verdict(read, outcome) is Verdict.TEST

    measured = outside(edition, 3, [gap], [])
    assert measured.largest == 11
    assert (measured.above.wins, measured.above.luck) == slowly(larger, gap, own, decide)
    assert measured.above.wins > 0


@pytest.mark.parametrize("end", [-8, 8])
def test_a_page_that_serves_wider_skill_gaps(end: int) -> None:
    rules = Rules(max_stamina=6, max_luck=13)
    served = outside(Edition(rules), 6, [0], [end]).beyond[end]
    others = [end + 1, end + 2] if end > 0 else [end - 1, end - 2]
    solutions = {gap: solve_pair(Edition(rules), gap).thrifty for gap in (end, *others)}
    for outcome in Outcome:
        tested = any(can_happen(g, outcome) and (solutions[g].verdicts(outcome) == 1).any() for g in others)
        assert (outcome in served.keeps) is not tested

    def decide(state: State, outcome: Outcome) -> bool:
        return outcome not in served.keeps and solutions[end].verdict(state, outcome) is Verdict.TEST

    costs = [slowly(rules, gap, solutions[gap], decide) for gap in others]
    assert served.cost.wins == max(wins for wins, _ in costs)
    assert served.cost.luck == max(luck for _, luck in costs)


def test_rounds_that_cannot_be() -> None:
    assert [gap for gap in range(-10, 11) if not can_happen(gap, Outcome.WON)] == [-10]
    assert [gap for gap in range(-10, 11) if not can_happen(gap, Outcome.LOST)] == [10]
