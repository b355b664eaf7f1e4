"""The slow solvers judge the fast ones; where they answer the same question, they are held to each other."""

import random
from fractions import Fraction

from tests.slow_adventure import slow_adventure
from tests.slow_advice import SlowFight
from tests.slow_at_once import SlowAtOnce, random_group


def test_a_group_of_one_is_a_single_foe() -> None:
    dice = random.Random(1)
    for _ in range(60):
        group = random_group(dice, 1) | {"attack": "each"}
        (skill, stamina), *_ = group["foes"]
        single = SlowFight({**group, "foe": {"skill": skill, "stamina": stamina}}, group["rules"]).answer()
        several = SlowAtOnce(group, group["rules"]).answer()
        assert several.pop("target") == 0 and several.pop("targets") == [single["value"]]
        assert several | {"lost": several["lost"][0]} == single, group


def test_an_adventure_of_fights_alone_is_a_fight_with_foes_ahead() -> None:
    dice = random.Random(2)
    for _ in range(20):
        foes = [[dice.randint(5, 10), dice.randint(1, 5)] for _ in range(3)]
        hero = {"skill": 8, "stamina": dice.randint(2, 6), "luck": dice.randint(0, 5)}
        (skill, stamina), *ahead = foes
        fight = {"hero": hero, "foe": {"skill": skill, "stamina": stamina}, "ahead": {"foes": ahead}}
        adventure = slow_adventure({"stages": [{"foe": foe} for foe in foes]}, hero, {}, Fraction(1, 40))
        assert adventure["ahead"] == SlowFight(fight, {}).answer()["survival"]


def test_a_group_in_an_adventure_is_a_group() -> None:
    dice = random.Random(3)
    for _ in range(10):
        group = random_group(dice, 2, most=3) | {"ahead": {}}
        stage = {key: group[key] for key in ("foes", "rules", "attack")}
        adventure = slow_adventure({"stages": [stage]}, group["hero"], {}, Fraction(1, 40))
        answer = SlowAtOnce(group, group["rules"]).answer()
        assert adventure["ahead"] == adventure["all-out"] == answer["win_chance"]
        assert adventure["never"] == answer["win_chance_never"]
