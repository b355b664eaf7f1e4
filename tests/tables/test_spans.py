"""Threshold tables with ranges, against obviously right calculations in fractions."""

from fractions import Fraction
from itertools import product

import pytest

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State
from atlas.tables.gap_table import Aim
from atlas.tables.spans import ROUNDING, Span, _cheapest_span, span_plan
from tests.slow import SlowSolver, follow

RULES = Rules(max_stamina=5, max_luck=13)


def test_a_span_says_with_which_luck_to_test() -> None:
    assert [luck for luck in range(14) if Span(7).tests(luck)] == [7, 8, 9, 10, 11, 12, 13]
    assert [luck for luck in range(14) if Span(7, 9).tests(luck)] == [7, 8, 9]
    assert [luck for luck in range(14) if Span(8, 8).tests(luck)] == [8]


@pytest.mark.parametrize(
    ("worth", "span", "cost"),
    [
        ([-9, -3, 0, 2, 5], Span(3), 0),
        ([-9, 1, 2, -1, 5], Span(1), 1),
        ([-9, 1, 2, -3, -1], Span(1, 2), 0),
        ([-9, 4, -3, -1, 5], Span(1), 3),
        ([-9, 1, -7, -7, 5], Span(4), 1),
        ([-9, 8, -9, 5, -9], Span(1, 1), 5),
    ],
)
def test_the_span_with_the_cheapest_worst_decision(worth: list[int], span: Span, cost: int) -> None:
    """In thousandths, of which two may be left out."""
    stakes = [Fraction(stake, 1000) for stake in worth]
    assert Fraction(2, 1000) == ROUNDING
    assert _cheapest_span(stakes) == (span, Fraction(cost, 1000))


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("gap", [-3, 0])
def test_going_by_the_tables_costs_what_is_told(gap: int, aim: Aim) -> None:
    edition = Edition(RULES)
    price = edition.luck_price if aim is Aim.THRIFTY else Fraction(0)

    def worth(end: State) -> Fraction:
        return Fraction(end.foe_stamina == 0) + price * end.luck

    plan, best = span_plan(edition, gap, aim), SlowSolver(RULES, gap, worth)

    def decide(state: State, outcome: Outcome) -> bool:
        span = plan.tables[outcome].spans[state.hero_stamina - 1][state.foe_stamina - 1]
        return span is not None and span.tests(state.luck)

    followed, whole = follow(RULES, gap, decide, worth), Fraction(0)
    worst = dict.fromkeys(Outcome, Fraction(0))
    for hero, foe, luck in product(RULES.staminas, RULES.staminas, RULES.lucks):
        state = State(hero, foe, luck)
        whole = max(whole, best.value(state) - followed(state))
        for outcome in Outcome if luck else ():
            options = best.options(state, outcome)
            worst[outcome] = max(worst[outcome], max(options) - options[decide(state, outcome)])
    assert plan.whole_cost == whole
    assert {outcome: table.cost for outcome, table in plan.tables.items()} == worst
    if (gap, aim) in ((0, Aim.THRIFTY), (-3, Aim.BEST)):
        assert any(worst.values()), "something is left out there"
