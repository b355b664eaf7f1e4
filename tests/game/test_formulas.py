"""The closed forms against the solver: exactly, as fractions."""

from fractions import Fraction

import pytest

from atlas.game import formulas
from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.rules import BOOK_RULES, Damage, Outcome, Rules, State, Verdict
from atlas.game.solver import Plan, follow
from atlas.game.worth import Worth
from tests import slow

VARIANT = Rules(won=Damage(plain=3, lucky=5, unlucky=2), lost=Damage(plain=2, lucky=2, unlucky=4), max_stamina=12)


def plan_of(rules: Rules, *outcomes: Outcome) -> Plan:
    size = rules.position(rules.max_stamina + 1, 0)
    return {o: [[int(Verdict.TEST if o in outcomes else Verdict.KEEP)] * size for _ in rules.lucks] for o in Outcome}


@pytest.mark.parametrize("rules", [BOOK_RULES, VARIANT], ids=["books", "variant"])
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_without_luck(gap: int, rules: Rules) -> None:
    no_luck = Rules(won=rules.won, lost=rules.lost, max_stamina=rules.max_stamina, max_luck=0)
    values = follow(no_luck, gap, plan_of(no_luck), Worth.of_winning(no_luck))
    for hero, foe, _ in no_luck.states():
        exact = values.at(State(hero, foe, 0))
        assert formulas.win_chance_without_luck(rules, gap, hero, foe) == exact
        assert formulas.win_chance_hypergeometric(rules, gap, hero, foe) == exact


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("won_lost", [(BOOK_RULES.won, BOOK_RULES.lost), (VARIANT.won, VARIANT.lost)])
@pytest.mark.parametrize("gap", [-10, -4, 0, 3, 10])
def test_constant_luck(gap: int, won_lost: tuple[Damage, Damage], outcome: Outcome) -> None:
    constant = Rules(*won_lost, luck_cost=0, max_stamina=8)
    values = follow(constant, gap, plan_of(constant, outcome), Worth.of_winning(constant))
    closed_forms = {
        Outcome.WON: formulas.win_chance_testing_when_won,
        Outcome.LOST: formulas.win_chance_testing_when_lost,
    }
    for state in constant.states():
        if constant.can_test(state.luck):
            lucky = luck_odds(state.luck).chance
            hero, foe, _ = state
            assert closed_forms[outcome](constant, gap, hero, foe, lucky) == values.at(state)


@pytest.mark.parametrize("outcome", Outcome)
def test_constant_luck_at_full_size_and_any_chance(outcome: Outcome) -> None:
    constant = Rules(luck_cost=0)
    lucky = Fraction(2, 7)
    judge = slow.follow(constant, -2, lambda state, o: o is outcome, fixed_lucky=lucky)
    closed_form = {
        Outcome.WON: formulas.win_chance_testing_when_won,
        Outcome.LOST: formulas.win_chance_testing_when_lost,
    }[outcome]
    for hero, foe in ((24, 24), (23, 22), (7, 19), (24, 1), (1, 24)):
        assert closed_form(constant, -2, hero, foe, lucky) == judge(State(hero, foe, 5))


def test_break_even() -> None:
    assert formulas.break_even(BOOK_RULES, Outcome.WON) == Fraction(1, 3)
    assert formulas.break_even(BOOK_RULES, Outcome.LOST) == Fraction(1, 2)
    assert formulas.break_even_luck(BOOK_RULES, Outcome.WON) == 6
    assert formulas.break_even_luck(BOOK_RULES, Outcome.LOST) == 7
    assert formulas.break_even_luck(Rules(max_luck=5), Outcome.WON) is None
