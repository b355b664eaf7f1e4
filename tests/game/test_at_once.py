"""Several foes at once against a solver that shares no code with the package."""

import random
from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from atlas.errors import InputError
from atlas.game import at_once
from atlas.game.advice import advise
from atlas.game.at_once import answer_group
from atlas.game.fight import read_group_fight
from tests.game.test_adventure import numbers
from tests.slow_at_once import SlowAtOnce, random_group

ERROR = Fraction(1, 10**12)
FORMS = ("each", "one")


def judge(fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is that of the slow solver: exactly in whole numbers, nearly in floats."""
    slow = SlowAtOnce(fight, fight["rules"]).answer()
    monkeypatch.setattr(at_once, "MOST_WHOLE_STATES", 10**9)
    answer = answer_group(read_group_fight(fight))
    assert answer.is_exact and list(numbers(answer.exact_entry())) == list(numbers(slow)), fight
    monkeypatch.setattr(at_once, "MOST_WHOLE_STATES", 0)
    rounded = answer_group(read_group_fight(fight))
    assert not rounded.is_exact
    for (name, value), (_, exact) in zip(numbers(rounded.exact_entry()), numbers(slow), strict=True):
        close = isinstance(exact, Fraction) and abs(value - exact) < ERROR
        assert close or value == exact, (fight, name)


@pytest.mark.parametrize("form", FORMS)
def test_some_groups(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(33)
    for size in (2, 2, 2, 2, 3, 3):
        judge(random_group(dice, size, most=4 if size == 2 else 2) | {"attack": form}, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(10))
def test_groups_of_two(seed: int, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        judge(random_group(dice, 2, most=5 if form == "each" else 3) | {"attack": form}, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_groups_of_three(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(34)
    for _ in range(20):
        judge(random_group(dice, 3, most=3 if form == "each" else 2) | {"attack": form}, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("foes", "seconds"), [([[7, 6], [8, 5]], 0.4), ([[6, 7], [7, 6], [8, 9]], 3)])
@pytest.mark.parametrize("form", FORMS)
def test_large_groups_are_answered_quickly(foes: list[list[int]], seconds: float, form: str) -> None:
    began = process_time()
    answer = advise({"hero": {"skill": 9, "stamina": 20, "luck": 10}, "foes": foes, "attack": form})
    assert process_time() - began < seconds
    assert answer["targets"][answer["target"]] == answer["value"] == max(answer["targets"])  # type: ignore[index, type-var]


HERO = {"skill": 9, "stamina": 14, "luck": 8}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"foes": [[7, 6]]}, "fight: foes = [[7, 6]]; allowed: 2 or 3 foes at once, such as [[7, 6], [8, 5]]"),
        ({"foes": [[7, 6], [8]]}, "fight: foes = [8]; allowed: [SKILL, STAMINA], SKILL 0 to 99 and STAMINA 1 to 99"),
        (
            {"foes": [[7, 6], [8, 0]]},
            "fight: foes = [8, 0]; allowed: [SKILL, STAMINA], SKILL 0 to 99 and STAMINA 1 to 99",
        ),
        ({"foe": {"skill": 7, "stamina": 6}}, "fight: 'foe' is not known; allowed: hero, foes, attack, rules, ahead"),
        ({"attack": "all"}, "fight: attack = 'all'; allowed: \"each\""),
        ({"rules": {"rounds": 3}}, "rules that count rounds (rounds, losing_run): they have no meaning"),
        ({"rules": {"foe_yields_at": 6}}, "foe's STAMINA 6: the foe has yielded at 6"),
        ({"foes": [[7, 99]] * 3}, "this question has 945,000,000"),
    ],
)
def test_a_mistake_is_named(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError) as told_of:
        advise({"hero": HERO, "foes": [[7, 6], [8, 5]]} | wrong)
    assert str(told_of.value).startswith(complaint), str(told_of.value)
