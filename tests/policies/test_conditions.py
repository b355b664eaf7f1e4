"""The little language: what it says, and that nothing else gets in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.errors import InputError
from atlas.policies.conditions import Condition, Where

HERE = Where(skill_gap=-3, luck=9, hero_stamina=8, foe_stamina=7)

numbers = st.recursive(
    st.sampled_from(["skill_gap", "luck", "hero_stamina", "foe_stamina"]) | st.integers(-30, 30).map(str),
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        | st.tuples(inner, st.sampled_from(["//", "%"]), st.integers(1, 9)).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    ),
    max_leaves=4,
)
comparisons = st.tuples(numbers, st.sampled_from(["<", "<=", "==", "!=", ">=", ">"]), numbers).map(" ".join)
conditions = st.recursive(
    comparisons,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        | inner.map(lambda text: f"not ({text})")
    ),
    max_leaves=4,
)


@given(conditions, st.lists(st.tuples(*[st.integers(-12, 24)] * 4), min_size=1, max_size=5))
def test_it_says_what_python_says(text: str, places: list[tuple[int, int, int, int]]) -> None:
    condition = Condition(text)
    held = condition.holds(Where(*np.array(places).T))
    for place, holds in zip(places, held.tolist(), strict=True):
        where = Where(*place)
        expected = eval(text, {"__builtins__": {}}, where._asdict())
        assert holds is bool(expected)
        assert bool(condition.holds(where)) is holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "luck",
        "luck >=",
        "True",
        "luck >= 6.5",
        "luck >= '6'",
        "luck >= True",
        "stamina >= 6",
        "luck is 6",
        "luck in (1, 2)",
        "luck / 2 > 1",
        "luck ** 9 > 1",
        "luck << 9 > 1",
        "luck % 0 == 1",
        "luck // hero_stamina == 1",
        "luck >= 99999999999999999999",
        "abs(luck) > 1",
        "luck.real > 1",
        "luck[0] > 1",
        "(lambda: 1)() > 0",
        "[luck for luck in range(9)] > 1",
        "__import__('os').system('true') == 0",
        "luck > 1; luck",
        "luck := 3",
        "luck > 1 if luck else luck > 2",
        "not luck",
        "luck and luck > 1",
        "luck > 1 \x00",
        "~luck > 1",
        "await luck > 1",
        "f'{luck}' > 1",
        "(" * 300 + "luck" + ")" * 300 + " > 1",
    ],
)
def test_anything_else_gets_one_clear_line(text: str) -> None:
    with pytest.raises(InputError) as refused:
        Condition(text)
    message = str(refused.value)
    assert "\n" not in message and "allowed" in message


def test_long_text_is_refused_by_its_length() -> None:
    with pytest.raises(InputError, match="condition of 728 characters: allowed are 500"):
        Condition("luck > 1 or " * 60 + "luck > 1")


def test_deep_nesting_of_allowed_words_is_no_trouble() -> None:
    assert Condition("-" * 490 + "luck>1").holds(HERE)


def test_single_numbers_and_arrays() -> None:
    assert Condition("luck >= hero_stamina + 1 and foe_stamina % 4 == 3").holds(HERE)
    held = Condition("3 <= luck < 5").holds(HERE._replace(luck=np.arange(7)))
    assert held.tolist() == [False, False, False, True, True, False, False]
