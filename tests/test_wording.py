from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas import wording

TINY = Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0%"),
        (TINY, "<0.1%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(1, 8), "12.5%"),
        (Fraction(4639, 100_000), "4.6%"),
        (Fraction(999, 1000), "99.9%"),
        (1 - TINY, ">99.9%"),
        (Fraction(1), "100%"),
    ],
)
def test_percent(value: Fraction, text: str) -> None:
    assert wording.percent(value) == text


@given(st.fractions(0, 1))
def test_percent_is_right_to_the_last_digit_and_never_claims_certainty(value: Fraction) -> None:
    text = wording.percent(value)
    if text[0] in "<>":
        assert 0 < min(value, 1 - value) < Fraction(1, 1000)
    else:
        assert abs(Fraction(text[:-1]) - value * 100) <= Fraction(5, 100)
    assert (text in ("0%", "100%")) == (value in (0, 1))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 5000), "1 in 5,000"),
        (Fraction(1, 101_596), "1 in 100,000"),
        (Fraction(1, 99_999_999), "1 in 100,000,000"),
        (TINY, "1 in 10³⁰"),
        (Fraction(2, 100), "2.0%"),
    ],
)
def test_chance(value: Fraction, text: str) -> None:
    assert wording.chance(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "makes no difference"),
        (Fraction(32, 1000), "gains 3.2 wins in 100"),
        (Fraction(-32, 1000), "costs 3.2 wins in 100"),
        (-TINY, "costs under 0.1 wins in 100"),
    ],
)
def test_effect(value: Fraction, text: str) -> None:
    assert wording.effect(value) == text


def test_signed_and_amount() -> None:
    assert [wording.signed(n) for n in (-4, 0, 2)] == ["−4", "0", "+2"]
    assert [wording.amount(Fraction(n)) for n in ("0", "0.02", "1.25", "2")] == ["0", "<0.1", "1.2", "2.0"]
    assert [wording.in_100(Fraction(n)) for n in ("0", "0.0002", "0.032")] == ["0", "under 0.1", "3.2"]
    assert wording.wins_in_100(Fraction("0.032")) == "3.2 wins in 100"
    assert wording.fewer_wins(Fraction("0.0951")) == "9.5 fewer wins in 100"


@pytest.mark.parametrize(
    ("value", "digits", "words"),
    [
        (Fraction(2357, 10**22), 2, "2.4 × 10⁻¹⁹"),
        (Fraction(51) * 10**17, 2, "5.1 × 10¹⁸"),
        (Fraction(11592, 10), 4, "1,159"),
        (Fraction(464, 10_000), 2, "0.046"),
        (Fraction(999_996, 100), 4, "10,000"),
        (Fraction(-3, 7), 3, "−0.429"),
        (Fraction(0), 3, "0"),
    ],
)
def test_significant(value: Fraction, digits: int, words: str) -> None:
    assert wording.significant(value, digits) == words


def test_rounds_to() -> None:
    assert wording.rounds_to(Fraction(464, 10_000), "0.046") and wording.rounds_to(Fraction(441, 10**6), "4.4e-4")
    assert not wording.rounds_to(Fraction(2357, 10**22), "2.3e-19")
    assert wording.rounds_to(Fraction(10157, 10**6), "0.010") and not wording.rounds_to(Fraction(10657, 10**6), "0.010")


@given(st.fractions(min_value=0, max_value=50))
def test_a_bound_holds_and_is_close(value: Fraction) -> None:
    bound = Fraction(wording.at_most(value))
    assert value <= bound < value + (Fraction(1, 10) if value >= Fraction(1, 10) else Fraction(1, 100))


def test_bounds() -> None:
    assert [wording.at_most(Fraction(n, 10_000)) for n in (0, 77, 5031, 22796)] == ["0", "0.01", "0.6", "2.3"]
