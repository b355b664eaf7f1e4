"""Two thousand fights drawn at random, answered in Python and in the script as the slow solver answers them."""

import random
from typing import Any

import pytest

from atlas.game.advice import answer
from atlas.game.fight import read_fight
from tests.scripts import in_node
from tests.slow_advice import SlowFight, random_fight, random_rules, rounded

FIGHTS = 2_000
LARGER_ONES = 20
"""one fight in so many"""


def drawn_fight(dice: random.Random, number: int) -> dict[str, Any]:
    """With rules, a goal and foes ahead, or without some of them, and with any SKILL gap from −20 to +20."""
    rules = random_rules(dice) if dice.random() < 0.8 else {}
    yields_at = rules.get("foe_yields_at", 0)
    most = 9 if number % LARGER_ONES == 0 else 4
    fight = random_fight(dice, rules, yields_at, most)
    fight["hero"]["luck"] = min(fight["hero"]["luck"], most + 1) if number % 4 else fight["hero"]["luck"]
    if dice.random() < 0.4:
        foes = [[dice.randint(0, 20), yields_at + dice.randint(1, 4)] for _ in range(dice.randint(1, 3))]
        fight["ahead"] = fight.get("ahead", {}) | {"foes": foes}
    return fight


@pytest.mark.slow
def test_two_thousand_random_fights_are_answered_as_the_slow_solver_answers_them() -> None:
    dice = random.Random(28)
    fights = [drawn_fight(dice, number) for number in range(FIGHTS)]
    in_script = in_node("return given.map(engine.advise);", fights)
    for fight, script in zip(fights, in_script, strict=True):
        slow = SlowFight(fight, fight["rules"]).answer()
        assert answer(read_fight(fight)).exact_entry() == slow, fight
        assert script == rounded(slow), fight


def test_the_random_fights_are_of_every_kind() -> None:
    dice = random.Random(28)
    fights = [drawn_fight(dice, number) for number in range(FIGHTS)]
    wide = [fight for fight in fights if abs(fight["hero"]["skill"] - fight["foe"]["skill"]) > 10]
    counted = [fight for fight in wide if fight["rules"].get("rounds") or fight["rules"].get("draw_breaks_run")]
    one_round = [fight for fight in fights if fight["rules"].get("rounds") == 1 and "losing_run" not in fight["rules"]]
    chains = [fight for fight in fights if fight.get("ahead", {}).get("foes")]
    goals = [fight for fight in fights if fight.get("ahead", {}).get("least_stamina", 1) > 1]
    free_tests = [fight for fight in fights if not fight["rules"].get("luck_cost", 1)]
    assert min(map(len, (counted, one_round, chains, goals, free_tests))) >= 20
