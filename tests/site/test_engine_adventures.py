"""Whole adventures in the page, held against an answer worked out slowly in fractions."""

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from atlas.errors import InputError
from atlas.game.adventure_file import adventure_of
from atlas.game.edition import LUCK_PRICE
from tests.random_adventures import random_adventure
from tests.scripts import in_node
from tests.site.test_engine_groups import ALLOWED, differences, rounded_all
from tests.slow_adventure import Scores, SlowAdventure, slow_adventure

FOES = {(7, 4): 3, (9, 2): 1, (5, 6): 2}
"""that an unknown foe may be: few, since the slow solver goes through all"""


def advised(asked: list[dict[str, Any]], foes: Mapping[tuple[int, int], int] = FOES) -> list[Any]:
    """The answers of the page."""
    body = "return given[0].map(({ file, hero }) => engine.adviseAdventure(file, hero, given[1]));"
    met = [[skill, stamina, count] for (skill, stamina), count in foes.items()]
    answers: list[Any] = in_node(body, [asked, {"foes": met, "luckPrice": float(LUCK_PRICE)}])
    return answers


def is_close_call(slow: Mapping[str, Any]) -> bool:
    """Whether two ways of a stage differ by less than floats tell apart: which is taken, and what follows, is open."""
    for stage in slow["stages"]:
        worths = sorted((worth for worth in stage.get("actions", {}).values() if worth is not None), reverse=True)
        if len(worths) > 1 and 0 < worths[0] - worths[1] <= ALLOWED:
            return True
    return False


@pytest.mark.slow
def test_random_adventures_answer_as_worked_out_slowly() -> None:
    dice = random.Random(40)
    asked = [random_adventure(dice, number) for number in range(300)]
    close_calls = 0
    for case, answer in zip(asked, advised(asked), strict=True):
        slow = slow_adventure(case["file"], case["hero"], FOES, LUCK_PRICE)
        if is_close_call(slow):
            close_calls += 1
            answer, slow = ({**entry, "stages": []} for entry in (answer, slow))
        assert not differences(answer, rounded_all(slow)), case
    assert close_calls <= 2


def test_before_a_stage_it_says_whether_to_eat_and_drink() -> None:
    dice, hero = random.Random(41), {"skill": 8, "stamina": 7, "luck": 4}
    stages = [{"foe": [7, 4]}, {"unknown": 2}, {"test": {"unlucky": {"stamina": -3}}}]
    for potion in ("fortune", "strength"):
        file = {"meals": 2, "meal": 3, "potion": potion, "doses": 1, "stages": stages}
        slow = SlowAdventure(file, hero, FOES, LUCK_PRICE)
        places = []
        for _ in range(20):
            stage = dice.randrange(3)
            scores = {"stamina": dice.randint(1, 7), "luck": dice.randint(0, 4)}
            provisions = {"meals": dice.randint(0, 2), "doses": dice.randint(0, 1)}
            places.append({"stage": stage, "beaten": dice.randrange(2) if stage == 1 else 0} | scores | provisions)
        body = """
          const solution = new engine.AdventureSolution(...given[0]);
          for (const _ of solution.solving());
          return given[1].map((place) => solution.before(place));
        """
        met = [[skill, stamina, count] for (skill, stamina), count in FOES.items()]
        for place, advice in zip(places, in_node(body, [[file, hero, {"foes": met}], places]), strict=True):
            at = place["stage"] + place["beaten"] + (place["stage"] > 1)
            fortunes = 1 - place["doses"] if potion == "fortune" else 0
            now = Scores(place["stamina"], place["luck"], place["meals"], place["doses"], fortunes)
            assert abs(advice["value"] - slow.before(at, now)["value"]) <= ALLOWED
            assert abs(advice["actions"]["go on"] - slow.stage(at, now)["value"]) <= ALLOWED
            best = max(worth for worth in advice["actions"].values() if worth is not None)
            assert advice["actions"][advice["decision"]] == best == advice["value"]
            assert (advice["actions"]["eat"] is None) == (not place["meals"])


FIGHTS: tuple[dict[str, Any], ...] = (
    {"foe": [9, 5]},
    {"foe": [7, 3], "skill": -1},
    {"foe": [8, 4], "rules": {"losing_run": 2}},
    {"foe": [9, 4], "rules": {"rounds": 3, "out_of_rounds": "won", "luck_cost": 0}},
    {"foe": [9, 5], "rules": {"foe_yields_at": 2, "lost": [3, 1, 4]}},
    {"foes": [[8, 3], [7, 2]]},
    {"foes": [[9, 2], [7, 3]], "attack": "one"},
)
"""that can be left"""


@pytest.mark.slow
def test_in_a_fight_it_says_whether_to_escape() -> None:
    """With the scores, meals and doses of the moment; the wound of an escape is decided as is best."""
    dice, hero = random.Random(43), {"skill": 8, "stamina": 7, "luck": 4}
    stages = [{"unknown": 1}, {"test": {"unlucky": {"stamina": -3}}}, {"foe": [9, 3]}]
    body = """
      const run = (steps) => { for (;;) { const { done, value } = steps.next(); if (done) return value; } };
      const solution = new engine.AdventureSolution(...given[0]);
      run(solution.solving());
      return given[1].map(([fight, place]) => run(solution.leaving(fight, place)));
    """
    decisions = []
    for fight, potion in product(FIGHTS, ("fortune", "strength")):
        file = {"meals": 2, "meal": 3, "potion": potion, "doses": 1, "stages": stages}
        places = [
            {"stamina": dice.randint(1, 7), "luck": dice.randint(0, 4), "meals": dice.randint(0, 2), "doses": doses}
            for doses in (0, 1, 1)
        ]
        left = {**file, "stages": [{**fight, "escape": True}, *stages]}
        slow = SlowAdventure(left, hero, FOES, LUCK_PRICE, is_told=True)
        met = [[skill, stamina, count] for (skill, stamina), count in FOES.items()]
        told = in_node(body, [[file, hero, {"foes": met}], [[fight, place] for place in places]])
        for place, answer in zip(places, told, strict=True):
            fortunes = 1 - place["doses"] if potion == "fortune" else 0
            expected = slow.stage(0, Scores(*place.values(), fortunes))
            for way, worth in answer["actions"].items():
                assert abs(worth - expected[0, way]) <= ALLOWED, (fight, place)
            wound = answer["wound"]
            assert abs(max(wound["keep"], wound["test"] or 0) - answer["actions"]["escape"]) <= ALLOWED
            assert (wound["test"] is None) == (not place["luck"])
            best = max(answer["actions"].values())
            assert best - answer["actions"][answer["decision"]] <= ALLOWED
            decisions.append((answer["decision"], wound["decision"]))
    assert len(set(decisions)) == 4, decisions


def test_slices_give_the_same_and_stop_when_told() -> None:
    file = {"meals": 1, "stages": [{"unknown": 1}, {"foes": [[7, 3], [8, 2]]}, {"test": {"unlucky": {"dead": True}}}]}
    body = """
      const sliced = await engine.adviseAdventureInSlices(...given, { milliseconds: 0 });
      const stopped = new AbortController();
      stopped.abort();
      const told = await engine.adviseAdventureInSlices(...given, { signal: stopped.signal }).catch((e) => e.name);
      return [sliced, engine.adviseAdventure(...given), told];
    """
    sliced, whole, error = in_node(body, [file, {"skill": 8, "stamina": 8, "luck": 6}])
    assert sliced == whole and error == "AbortError"


def test_a_real_adventure_takes_a_page_two_seconds_at_most() -> None:
    """Ten unknown foes, five meals, four tests. What the processor did counts: other programs run beside."""
    deadly = {"test": {"unlucky": {"dead": True}}}
    stages = [
        {"unknown": 2},
        deadly,
        {"unknown": 3},
        deadly,
        {"unknown": 2},
        deadly,
        {"unknown": 2},
        deadly,
        {"unknown": 1},
    ]
    body = """
      const before = process.cpuUsage();
      const answer = engine.adviseAdventure(...given);
      return [answer, process.cpuUsage(before).user / 1e6];
    """
    answer, seconds = in_node(body, [{"meals": 5, "stages": stages}, {"skill": 9, "stamina": 19, "luck": 9}])
    assert seconds <= 2 and answer["all-out"] < answer["never"] < answer["ahead"]


def test_unknown_foes_are_those_of_the_books_and_thrifty_play_asks_their_price() -> None:
    foes, price = in_node("return [engine.BOOK_FOES, engine.LUCK_PRICE];", None)
    assert price == float(LUCK_PRICE)
    assert sum(count for _, _, count in foes) == 1251 and max(stamina for _, stamina, _ in foes) == 24


HERO = {"skill": 9, "stamina": 16, "luck": 9}
LOOP = [{"name": "A", "choice": ["A"]}]
BAD: list[tuple[Any, str]] = [
    (None, "adventure is null: it must be an object with title,"),
    ({}, "adventure.stages is undefined: it must be a list of 1 to 100 stages."),
    ({"stages": [{}] * 10_000}, "adventure.stages is [{},{}"),
    ({"stages": [5]}, "stage 1 is 5: it must be an object."),
    ({"stages": [{}, {"foe": [7]}]}, "stage 2.foe is [7]: it must be a pair of SKILL 0 to 99 and STAMINA 1 to 99."),
    ({"stages": [{"foes": []}]}, "stage 1.foes is []: it must be 1 to 3 pairs of SKILL and STAMINA."),
    ({"stages": [{"fo": 1}]}, 'A key of stage 1 is "fo": it must be one of name, stamina, luck, meals, next.'),
    ({"stages": LOOP}, 'stage 1.choice is "A": it must be the name of a later stage, or "end".'),
    (
        {"stages": [{"name": "A"}, {"next": "A"}]},
        'stage 2.next is "A": it must be the name of a later stage, or "end".',
    ),
    (
        {"stages": [{"next": "B"}, {"name": "B"}, {"name": "B"}]},
        'stage 1.next is "B": it must be the name of one stage:',
    ),
    ({"stages": [{"foe": [7, 7], "escape": "B"}]}, 'stage 1.escape is "B": it must be the name of a later stage'),
    ({"stages": [{"foe": [7, 7], "rules": "x"}]}, 'stage 1.rules is "x": it must be one of books, '),
    ({"stages": [{"foe": [7, 2], "rules": {"foe_yields_at": 2}}]}, "stage 1: the foe is [7,2]: it must be one with"),
    (
        {"stages": [{"foes": [[7, 2], [7, 3]], "rules": {"rounds": 3}}]},
        "stage 1: rules.rounds is 3: it must be null against several foes at once.",
    ),
    ({"stages": [{"test": {"unlucky": {"die": True}}}]}, 'A key of stage 1.test.unlucky is "die": it must be one of'),
    (
        {"stages": [{"roll": [["end", 0]]}]},
        'stage 1.roll is [["end",0]]: it must be 1 to 20 pairs of a later stage and its ways, 1 to 1000.',
    ),
    ({"potion": "luck", "stages": [{}]}, 'adventure.potion is "luck": it must be "strength" or "fortune" or "skill"'),
    ({"stages": [{"unknown": 60}] * 2}, "The number of stages, unknown foes counted, is 120: it must be 100 or less"),
    ({"meals": 50, "stages": [{"unknown": 100}]}, "The number of steps is "),
]


STAGES: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "SKILL of a foe": (99, lambda n: {"foe": [n, 3]}),
    "STAMINA of a foe": (99, lambda n: {"foe": [7, n]}),
    "foes at once": (3, lambda n: {"foes": [[7, 2]] * n}),
    "SKILL in a fight": (99, lambda n: {"foe": [7, 2], "skill": n}),
    "rounds": (99, lambda n: {"foe": [7, 2], "rules": {"rounds": n}}),
    "damage": (99, lambda n: {"foe": [7, 2], "rules": {"won": [n, 4, 1]}}),
    "unknown foes": (100, lambda n: {"unknown": n}),
    "LUCK gained": (99, lambda n: {"luck": n}),
    "meals found": (50, lambda n: {"meals": n}),
    "ways to choose": (20, lambda n: {"choice": ["end"] * n}),
    "ways of chance": (20, lambda n: {"roll": [["end", 1]] * n}),
    "ways of a roll": (1000, lambda n: {"roll": [["end", n]]}),
}
FILES: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "stages": (100, lambda n: {"stages": [{}] * n}),
    "meals": (50, lambda n: {"stages": [{}], "meals": n}),
    "STAMINA of a meal": (99, lambda n: {"stages": [{}], "meal": n}),
    "doses": (9, lambda n: {"stages": [{}], "potion": "skill", "doses": n}),
    "LUCK at the end": (99, lambda n: {"stages": [{}], "least_luck": n}),
}


@pytest.mark.parametrize("name", [*STAGES, *FILES])
def test_scripts_and_python_read_adventures_up_to_the_same_limits(name: str) -> None:
    def file(number: int) -> dict[str, Any]:
        return FILES[name][1](number) if name in FILES else {"stages": [STAGES[name][1](number)]}

    body = """
      try { return new engine.AdventureSolution(...given) && true; } catch (e) { return e.name !== "RangeError"; }
    """
    most, _ = (FILES | STAGES)[name]
    hero = {"skill": 1, "stamina": 1, "luck": 0}
    assert [in_node(body, [file(number), hero]) for number in (most, most + 1)] == [True, False]
    adventure_of(file(most), name)
    with pytest.raises(InputError, match=name):
        adventure_of(file(most + 1), name)


@pytest.mark.parametrize(("file", "said"), BAD, ids=range(len(BAD)))
def test_bad_input_throws_one_clear_sentence_at_once(file: Any, said: str) -> None:
    body = """
      const began = performance.now();
      try { engine.adviseAdventure(...given); } catch (e) { return [e.name, e.message, performance.now() - began]; }
    """
    name, message, milliseconds = in_node(body, [file, HERO])
    assert name == "RangeError" and message.startswith(said) and message.endswith(".") and milliseconds < 500
