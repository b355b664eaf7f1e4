"""The ends of fights with foes of the books, against the exact solver."""

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS, clamp_gap
from atlas.game.rules import Damage, Rules, State
from atlas.game.solver import follow
from atlas.game.worth import EndGoal, Worth
from atlas.policies.fight_ends import MOST_STAMINA, TRAVELLERS, passages
from atlas.policies.fightsets import FOUGHT_FOES
from atlas.policies.policy import strategy

RULES = (
    Rules(max_luck=12),
    Rules(luck_cost=2, max_luck=12),
    Rules(luck_cost=0, max_luck=12),
    Rules(won=Damage(3, 5, 0), lost=Damage(1, 0, 4), max_luck=12),
    Rules(foe_yields_at=4, max_luck=12),
)
STARTS = ((0, 7), (3, 1), (4, 18), (8, 12), (12, 20))
"""LUCK and STAMINA before a fight"""


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_fights_end_as_the_exact_solver_says(rules: Rules) -> None:
    policy, goal = strategy(1, 3), EndGoal(least_stamina=5, least_luck=4)
    met = np.array([[goal.met(left, luck) for left in range(MOST_STAMINA + 1)] for luck in rules.lucks], float)
    before = passages(rules, policy).back(np.tile(met, (len(TRAVELLERS), 1, 1, 1)))
    worth = Worth.of_goal(rules, goal)
    values = {gap: follow(rules, gap, policy.plan(rules, gap), worth) for gap in SKILL_GAPS}
    for traveller, (worths,) in zip(TRAVELLERS, before, strict=True):
        for luck, stamina in STARTS:
            exact = sum(
                count * values[clamp_gap(traveller.skill - foe.skill)].at(State(stamina, foe.stamina, luck))
                for foe, count in FOUGHT_FOES.items()
            )
            assert worths[luck, stamina] == pytest.approx(float(exact / sum(FOUGHT_FOES.values())), abs=1e-9)
