"""Small random adventures with every kind of stage, as entries of files: questions for `conformance`."""

from collections.abc import Mapping, Sequence
from random import Random

from atlas.game.dice import FACES
from atlas.game.stages import Potion

KINDS = (
    "foe", "escape", "foes", "test", "choice", "roll", "change", "unknown", "fight after a test", "rules", "next",
    "three foes", "foes to escape from",
)  # fmt: skip
"""kinds of stages: each adventure has the next one, and others drawn at random"""
RULES: Sequence[str] = ("foe-hits-3", "two-lost-rounds-kill", "win-in-ten-rounds")
MORE_STAGES = 3
Entries = dict[str, object]


def drawn_adventure(dice: Random, number: int) -> Entries:
    """Draw an adventure and its hero."""
    kind = KINDS[number % len(KINDS)]
    most = 3 if kind in ("foes", "three foes", "foes to escape from", "unknown") else 7
    skill = dice.randint(7, 12)
    hero = {"skill": skill, "stamina": dice.randint(2, most), "luck": dice.randint(1, most)}
    kinds = [kind, *(dice.choice(("foe", "test", "change", "roll")) for _ in range(dice.randint(1, MORE_STAGES)))]
    dice.shuffle(kinds)
    kinds += ["foe", "foe"] if kinds[-1] in ("choice", "roll") else ["foe"]
    names = [f"Stage {place}" for place in range(1, len(kinds) + 1)]
    stages = [
        {"name": names[place]} | _drawn_stage(dice, kind, [*names[place + 1 :], "end"], skill)
        for place, kind in enumerate(kinds)
    ]
    # Unknown foes are many: without baggage whole numbers still are enough for them.
    carried = {} if kind == "unknown" else _drawn_baggage(dice)
    if kind == "rules" and dice.randrange(2):
        carried["rules"] = dice.choice(RULES)
    return {"adventure": carried | {"stages": stages}, "hero": hero}


def _drawn_baggage(dice: Random) -> Entries:
    """Draw what a hero carries, and what must be left at the end."""
    carried: Entries = {}
    if dice.randrange(2):
        carried |= {"meals": dice.randint(1, 2), "meal": dice.choice((2, 4))}
    if dice.randrange(2):
        carried |= {"potion": str(dice.choice((Potion.FORTUNE, Potion.FORTUNE, Potion.STRENGTH, Potion.SKILL)))}
        carried |= {"doses": 2} if dice.randrange(4) == 0 else {}
    if dice.randrange(4) == 0:
        carried |= {"least_stamina": dice.randint(1, 3), "least_luck": dice.randint(0, 2)}
    return carried


def _drawn_stage(dice: Random, kind: str, later: Sequence[str], skill: int) -> Entries:
    """Draw a stage of this kind; `later` are the stages that it may lead to."""
    match kind:
        case "foe":
            stage: Entries = {"foe": _drawn_foe(dice, skill)}
            return stage | ({"skill": dice.choice((-2, -1, 1))} if dice.randrange(4) == 0 else {})
        case "rules":
            return {"foe": _drawn_foe(dice, skill), "rules": dice.choice(RULES)}
        case "escape":
            return {"foe": [skill + dice.randint(0, 4), dice.randint(3, 8)], "escape": dice.choice((True, *later))}
        case "foes" | "three foes" | "foes to escape from":
            size, most = (3, 2) if kind == "three foes" else (2, 4)
            foes = [_drawn_foe(dice, skill, most) for _ in range(size)]
            escape = {"escape": dice.choice((True, *later))} if kind == "foes to escape from" else {}
            return {"foes": foes, "attack": dice.choice(("each", "one")), **escape}
        case "next":
            return {"next": dice.choice(later)}
        case "unknown":
            return {"unknown": dice.choice((1, 2))}
        case "choice":
            return {"choice": dice.sample(later, 2)}
        case "roll":
            return {"roll": [[to, dice.randint(1, 4)] for to in dice.sample(later, 2)]}
        case "change":
            return {score: dice.choice((-1, 1, 2)) for score in dice.sample(("stamina", "luck", "meals"), 2)}
        case "fight after a test":
            return {"test": {"unlucky": {"foe": _drawn_foe(dice, skill), "to": dice.choice(later)}}}
    consequences: Sequence[Mapping[str, object]] = (
        {}, {"stamina": -2}, {"dead": True}, {"luck": 1}, {"meals": -1}, {"to": dice.choice(later)},
    )  # fmt: skip
    return {"test": {way: dice.choice(consequences) for way in ("lucky", "unlucky")}}


def _drawn_foe(dice: Random, skill: int, most: int = 7) -> list[int]:
    """Draw a foe that is a match for the hero."""
    return [max(skill + dice.choice(FACES) - 4, 0), dice.randint(2, most)]
