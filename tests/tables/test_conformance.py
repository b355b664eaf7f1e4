"""The questions for whoever writes the solver again: nothing that a file may say is missing."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from atlas.tables.conformance import ADVENTURES_DRAWN, SEED, group_questions
from atlas.tables.drawn_adventures import drawn_adventure

CONSEQUENCES = ("stamina", "luck", "meals", "dead", "to")


def said(file: dict[str, Any]) -> Iterator[str]:
    """What an adventure says, in a word or two each."""
    yield from (key for key in file if key not in ("potion", "stages"))
    yield f"potion {file.get('potion')}"
    for stage in file["stages"]:
        yield from (key for key in stage if key not in ("foes", "test"))
        if "foes" in stage:
            yield f"{len(stage['foes'])} foes, {stage['attack']}"
            yield f"foes, escape {'escape' in stage}"
        yield f"escape {stage.get('escape') is True}" if "escape" in stage else "no escape"
        for way, what in stage.get("test", {}).items():
            yield from (f"{way} {key}" for key in what or ("nothing",))


@pytest.fixture(scope="module")
def everything_said() -> set[str]:
    dice = Random(SEED + 2)
    drawn: list[Any] = [drawn_adventure(dice, number) for number in range(ADVENTURES_DRAWN)]
    return {word for case in drawn for word in said(case["adventure"])}


@pytest.mark.parametrize(
    "word",
    [
        *("meals", "meal", "doses", "least_stamina", "least_luck", "rules"),
        *("potion strength", "potion fortune", "potion skill", "potion None"),
        *("foe", "skill", "unknown", "stamina", "luck", "choice", "roll", "next"),
        *("2 foes, each", "2 foes, one", "3 foes, each", "3 foes, one", "foes, escape True"),
        *("escape True", "escape False"),
        *(f"{way} {key}" for way in ("lucky", "unlucky") for key in (*CONSEQUENCES, "nothing")),
        "unlucky foe",
    ],
)
def test_the_adventures_say_everything_that_a_file_may_say(everything_said: set[str], word: str) -> None:
    assert word in everything_said


def test_the_groups_are_of_both_sizes_in_both_forms() -> None:
    assert {(len(case["foes"]), case["attack"]) for case in group_questions()} == {  # type: ignore[arg-type]
        (size, attack) for size in (2, 3) for attack in ("each", "one")
    }
