"""Questions with exact answers, to check other solvers with: `data/conformance.json.gz`.

Each case is a question in its written form and the answer to it, its numbers as fractions in lowest terms:

    {"fight": {…}, "answer": {…}}                                          one foe, or several at once ("foes")
    {"adventure": {…}, "hero": {…}, "luck_price": 0.025, "answer": {…}}    the entries of a file; its `exact_entry`

There are cases for every preset, for rules that no book has, for goals, for foes ahead, for SKILL gaps beyond ±10 where
draws count, for two and three foes at once in both forms, and for adventures with every kind of stage, drawn with a
fixed seed.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from atlas.game.adventure_file import adventure_of
from atlas.game.advice import answer
from atlas.game.ahead import Start
from atlas.game.at_once import answer_group
from atlas.game.edition import LUCK_PRICE
from atlas.game.fight import read_fight, read_group_fight
from atlas.game.journey import AdventureForHero
from atlas.game.presets import BOOK_RULES_NAME, presets, read_rules, rule_entries
from atlas.game.rules import Outcome
from atlas.tables.drawn_adventures import drawn_adventure
from atlas.tables.packing import gzipped

SEED = 2020
PER_PRESET = 16
RULE_SETS, PER_RULE_SET = 30, 6
CHAINS = 40
DRAWS_COUNT: tuple[Mapping[str, object], ...] = (
    {"rounds": 1},
    {"rounds": 1, "out_of_rounds": "won"},
    {"rounds": 5},
    {"rounds": 5, "out_of_rounds": "won", "losing_run": 2},
    {"losing_run": 2, "draw_breaks_run": True},
    {"losing_run": 3, "draw_breaks_run": True, "luck_cost": 0},
)
"""rules by which a drawn round is not just rolled again"""
PER_WIDE_GAP = 4
WIDEST = 20
PRICES = (0, 0.001, 0.02)
GROUPS = {2: 60, 3: 20}
"""the number of fights, by the number of foes at once"""
LARGEST_AT_ONCE = {(2, "each"): 7, (2, "one"): 4, (3, "each"): 3, (3, "one"): 2}
"""the largest scores that are solved in whole numbers, by the number of foes and the attack"""
ADVENTURES_DRAWN = 65
MEMORY_KEYS = ("rounds", "out_of_rounds", "losing_run", "draw_breaks_run")


def conformance_json_gz() -> bytes:
    cases: list[dict[str, object]]
    cases = [{"fight": fight, "answer": written(answer(read_fight(fight)).exact_entry())} for fight in questions()]
    cases += group_cases()
    cases += adventure_cases()
    return gzipped((json.dumps(cases, separators=(",", ":")) + "\n").encode())


def questions() -> Iterator[dict[str, object]]:
    dice = Random(SEED)
    for name, preset in presets().items():
        yield from (question(dice, name, preset.rules.foe_yields_at) for _ in range(PER_PRESET))
    for _ in range(RULE_SETS):
        rules = any_rules(dice)
        yields_at = read_rules(rules).foe_yields_at
        yield from (question(dice, rules, yields_at) for _ in range(PER_RULE_SET))
    for number in range(CHAINS):
        named = dice.choice(list(presets()))
        rules = any_rules(dice) if number % 2 else rule_entries(presets()[named].rules)
        yield chain(dice, rules, read_rules(rules).foe_yields_at)
    for counting in DRAWS_COUNT:
        yield from (wide(dice, counting) for _ in range(PER_WIDE_GAP))


def group_questions() -> Iterator[dict[str, object]]:
    """Yield fights against two and three foes at once, in both forms."""
    dice = Random(SEED + 1)
    for number in range(sum(GROUPS.values())):
        size = 2 if number < GROUPS[2] else 3
        rules = {key: value for key, value in any_rules(dice).items() if key not in MEMORY_KEYS} if number % 3 else {}
        attack = ("each", "one")[number % 2]
        yields_at, most = read_rules(rules).foe_yields_at, LARGEST_AT_ONCE[size, attack]
        hero = {"skill": dice.randint(6, 12), "stamina": dice.randint(1, most), "luck": dice.randint(0, most)}
        ahead = _goal(dice)
        if dice.randrange(3) == 0:
            ahead |= {"foes": [[dice.randint(3, 11), yields_at + dice.randint(1, 6)]]}
        yield {
            "hero": hero,
            "foes": [[dice.randint(4, 12), yields_at + dice.randint(1, most)] for _ in range(size)],
            "attack": attack,
            "rules": rules or BOOK_RULES_NAME,
            "ahead": ahead,
        }


def group_cases() -> Iterator[dict[str, object]]:
    """Yield fights against several foes at once with their answers."""
    for fight in group_questions():
        group_answer = answer_group(read_group_fight(fight))
        assert group_answer.is_exact
        yield {"fight": fight, "answer": written(group_answer.exact_entry())}


def adventure_cases() -> Iterator[dict[str, object]]:
    """Yield adventures with their answers."""
    dice = Random(SEED + 2)
    for number in range(ADVENTURES_DRAWN):
        case = drawn_adventure(dice, number)
        entries, hero = case["adventure"], case["hero"]
        assert isinstance(entries, Mapping) and isinstance(hero, Mapping)
        journey = AdventureForHero(adventure_of(entries, "drawn"), Start(**hero))
        assert journey.is_exact
        yield case | {"luck_price": float(LUCK_PRICE), "answer": written(journey.exact_entry(LUCK_PRICE))}


def written(entry: object) -> object:
    """Return an answer with its fractions as strings."""
    if isinstance(entry, Fraction):
        return str(entry)
    if isinstance(entry, Mapping):
        return {key: written(value) for key, value in entry.items()}
    return [written(value) for value in entry] if isinstance(entry, list) else entry


def any_rules(dice: Random) -> dict[str, object]:
    """Draw rules, also some that no book has."""
    luck_cost = dice.choice((1, 1, 1, 0))
    damage = {o.value: [dice.randint(1, 4), *(dice.randint(1 - luck_cost, 6) for _ in range(2))] for o in Outcome}
    rules: dict[str, object] = damage | {"luck_cost": luck_cost, "foe_yields_at": dice.choice((0, 0, 0, 2, 4))}
    if dice.randrange(3) == 0:
        rules |= {"losing_run": dice.randint(2, 4), "draw_breaks_run": bool(dice.randrange(2))}
    if dice.randrange(3) == 0:
        rules |= {"rounds": dice.randint(1, 12), "out_of_rounds": dice.choice(("won", "lost"))}
    return rules


def question(dice: Random, rules: str | Mapping[str, object], foe_yields_at: int) -> dict[str, object]:
    """Draw a fight against one foe, with any goal."""
    return _fight(dice, rules, foe_yields_at, _goal(dice))


def _goal(dice: Random) -> dict[str, object]:
    ahead: dict[str, object] = {"luck_price": dice.choice(PRICES)}
    if dice.randrange(3) == 0:
        ahead |= {"least_stamina": dice.randint(1, 6), "least_luck": dice.randint(0, 4)}
    return ahead


def _fight(
    dice: Random, rules: str | Mapping[str, object], foe_yields_at: int, ahead: Mapping[str, object]
) -> dict[str, object]:
    return {
        "hero": {"skill": dice.randint(6, 12), "stamina": dice.randint(1, 16), "luck": dice.randint(0, 12)},
        "foe": {"skill": dice.randint(3, 13), "stamina": foe_yields_at + dice.randint(1, 14)},
        "rules": rules,
        "ahead": ahead,
    }


def chain(dice: Random, rules: Mapping[str, object], foe_yields_at: int) -> dict[str, object]:
    """Draw a fight as `question` does, with foes ahead."""
    ahead = _goal(dice)
    fight = _fight(dice, rules, foe_yields_at, ahead)
    foes = [[dice.randint(3, 11), foe_yields_at + dice.randint(1, 8)] for _ in range(dice.randint(1, 4))]
    return fight | {"ahead": ahead | {"foes": foes}}


def wide(dice: Random, rules: Mapping[str, object]) -> dict[str, object]:
    """Draw a fight as `chain` does, with a skill gap of ±10 or beyond to the first foe."""
    fight, less, apart = chain(dice, rules, 0), dice.randint(0, 3), dice.randint(10, WIDEST)
    skill, foe_skill = dice.choice(((less, less + apart), (less + apart, less)))
    hero, foe = fight["hero"], fight["foe"]
    assert isinstance(hero, dict) and isinstance(foe, dict)
    return fight | {"hero": hero | {"skill": skill}, "foe": foe | {"skill": foe_skill}}
