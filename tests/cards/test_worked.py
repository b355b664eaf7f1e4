from dataclasses import replace

import pytest

from atlas.cards.catalogue import Card, DerivedCard, judge_cards
from atlas.cards.worked import example, worked_round
from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Rules
from atlas.game.solver import solve_pair
from atlas.policies.fightsets import judging_rules
from atlas.policies.journeys import yardstick
from atlas.policies.policy import ATTACK_AT_SIX
from atlas.wording import effect

pytestmark = pytest.mark.slow


EXAMPLE = example(BOOK_RULES)


@pytest.fixture(scope="module")
def card() -> Card:
    measure = yardstick(judging_rules(BOOK_RULES))
    return judge_cards(Edition(), [DerivedCard("quick", "Quick", "rules", ATTACK_AT_SIX)], measure)[0]


@pytest.mark.parametrize("rules", [Rules(), Rules(max_stamina=3, max_luck=5)])
def test_a_round_is_worked_out_by_the_card(card: Card, rules: Rules) -> None:
    """Also for an edition whose tables do not reach the example."""
    worked = worked_round(Edition(rules), card)
    assert (replace(worked.fight, rules=BOOK_RULES), worked.gap, worked.lucky) == (
        EXAMPLE,
        "−1",
        "83.3%",
    )
    won, lost = worked.decisions
    assert won.tests and won.number == 1 and won.rule is card.rules[0]
    assert not lost.tests and lost.rule is None
    pair = solve_pair(Edition(), EXAMPLE.table_gap)
    for decision in worked.decisions:
        assert decision.effect == effect(pair.best.stakes[decision.outcome].at(EXAMPLE.state))
