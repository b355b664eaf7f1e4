"""Adventures as files, drawn at random: small ones with every kind of stage, for the slow solver to answer."""

import random
from collections.abc import Mapping
from typing import Any

from tests.slow_advice import random_rules
from tests.slow_at_once import random_group

MORE_STAGES = 3
"""besides those that are asked for"""


def random_adventure(dice: random.Random, number: int) -> dict[str, Any]:
    """An adventure and its hero, as {"file", "hero"}. Every kind of stage comes round in turn."""
    kind = KINDS[number % len(KINDS)]
    is_large = kind in ("foes", "unknown")
    most = 3 if is_large else 6
    hero = {"skill": dice.randint(6, 11), "stamina": dice.randint(2, most), "luck": dice.randint(0, most - 1)}
    kinds = [kind, *(dice.choice(LIGHT_KINDS) for _ in range(dice.randint(1, MORE_STAGES)))]
    dice.shuffle(kinds)
    kinds += ["foe"] if kinds[-1] in ("choice", "roll") else []
    file: dict[str, Any] = {"title": f"Number {number}", "stages": [{"name": f"Stage {n}"} for n in range(len(kinds))]}
    if dice.random() < 0.3:
        file |= {"least_stamina": dice.randint(1, 3), "least_luck": dice.randint(0, 2)}
    if dice.random() < 0.5:
        file |= {"meals": dice.randint(1, 2), "meal": dice.choice([1, 2, 4])}
    if dice.random() < 0.5:
        file |= {"potion": dice.choice(["fortune", "fortune", "strength", "skill"])}
        file |= {"doses": 2} if dice.random() < 0.2 else {}
    if dice.random() < 0.15 and not is_large:
        file["rules"] = random_rules(dice)
    for at, stage in enumerate(file["stages"]):
        later = [name["name"] for name in file["stages"][at + 1 :]]
        later += ["end"] if len(later) < 2 or dice.random() < 0.2 else []
        stage.update(random_stage(dice, kinds[at], later, hero["skill"], file.get("rules", {})))
        if kinds[at] not in ("choice", "roll") and dice.random() < 0.15:
            stage["next"] = dice.choice(later)
    return {"file": file, "hero": hero}


def random_stage(
    dice: random.Random, kind: str, later: list[str], skill: int, rules: Mapping[str, Any]
) -> dict[str, Any]:
    """A stage of this kind; `later` are the stages that it may lead to."""
    match kind:
        case "foe":
            return {"foe": random_foe(dice, skill, rules)} | random_fight_keys(dice, later, skill, rules)
        case "escape":
            escape = {"escape": dice.choice([True, *later])}
            return {"foe": random_foe(dice, skill, rules, hard=True)} | escape
        case "foes":
            group = random_group(dice, 2, most=3)
            named = {key: group[key] for key in ("foes", "attack", "rules") if dice.random() < 0.8 or key != "attack"}
            return named | ({"escape": True} if dice.random() < 0.3 else {})
        case "unknown":
            return {"unknown": dice.choice([1, 1, 2])}
        case "change":
            keys = dice.sample(["stamina", "luck", "meals"], dice.randint(1, 3))
            return {key: dice.choice([-2, -1, 1, 2, 3]) for key in keys}
        case "test":
            return {"test": {way: random_consequence(dice, later, skill, rules) for way in ("lucky", "unlucky")}}
        case "choice":
            return {"choice": dice.sample(later, min(len(later), dice.randint(2, 3)))}
        case "roll":
            return {"roll": [[to, dice.randint(1, 4)] for to in dice.sample(later, min(len(later), 3))]}
    return {}


KINDS = ("foe", "escape", "foes", "test", "choice", "roll", "change", "unknown", "test", "choice", "escape", "nothing")
LIGHT_KINDS = ("foe", "foe", "escape", "change", "test", "choice", "roll", "nothing")


def random_foe(dice: random.Random, skill: int, rules: Mapping[str, Any], *, hard: bool = False) -> list[int]:
    """A foe that is a match for the hero."""
    gap = dice.randint(-4, 1) if hard else dice.choice([dice.randint(-3, 4), dice.randint(-3, 4), 12])
    return [max(0, skill - gap), rules.get("foe_yields_at", 0) + dice.randint(1, 6)]


def random_fight_keys(dice: random.Random, later: list[str], skill: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What else may stand with a foe."""
    keys: dict[str, Any] = {}
    if dice.random() < 0.3:
        keys |= {"skill": dice.choice([-2, -1, 1, 2])}
    if dice.random() < 0.3:
        keys["rules"] = random_rules(dice)
        keys["foe"] = random_foe(dice, skill, keys["rules"])
    return keys


def random_consequence(dice: random.Random, later: list[str], skill: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Of a test of luck: one of those that the description has."""
    return dice.choice(
        [
            {},
            {"stamina": dice.choice([-3, -2, -1, 2])},
            {"luck": dice.choice([-1, 1]), "meals": dice.choice([-1, 1])},
            {"dead": True},
            {"foe": random_foe(dice, skill, rules)},
            {"to": dice.choice(later)},
        ]
    )
