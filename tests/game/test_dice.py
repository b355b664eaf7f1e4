from fractions import Fraction
from itertools import product

import pytest

from atlas.game.dice import DIFFERENCE_WAYS, ROUND_ROLLS, SKILL_GAPS, Odds, clamp_gap, luck_odds, round_ways


def test_difference_ways_are_those_printed_in_the_paper() -> None:
    printed = [1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1]
    assert [DIFFERENCE_WAYS[x] for x in range(-10, 11)] == printed


@pytest.mark.parametrize("gap", range(-12, 13))
def test_round_ways_count_all_rolls(gap: int) -> None:
    rolls = [a + b + gap - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
    ways = round_ways(gap)
    assert ways == (sum(x > 0 for x in rolls), sum(x == 0 for x in rolls), sum(x < 0 for x in rolls))
    assert sum(ways) == ROUND_ROLLS == 1296
    assert ways.decisive().chance == Fraction(ways.won, ways.won + ways.lost)


def test_the_range_of_skill_gaps_is_all_of_them() -> None:
    assert range(-10, 11) == SKILL_GAPS
    assert round_ways(-10).won == 0 and round_ways(-9).won > 0
    assert round_ways(10).lost == 0 and round_ways(9).lost > 0
    for gap in (10, 11, 50):
        assert round_ways(gap).decisive() == round_ways(clamp_gap(gap)).decisive()
        assert round_ways(-gap).decisive() == round_ways(clamp_gap(-gap)).decisive()


@pytest.mark.parametrize("luck", range(14))
def test_luck_odds_count_all_rolls(luck: int) -> None:
    lucky = sum(a + b <= luck for a, b in product(range(1, 7), repeat=2))
    assert luck_odds(luck) == Odds(lucky, 36 - lucky)


def test_luck_odds_are_those_printed_in_the_paper() -> None:
    printed = {5: "0.278", 6: "0.417", 7: "0.583"}
    assert {luck: f"{float(luck_odds(luck).chance):.3f}" for luck in printed} == printed


def test_lowest_terms() -> None:
    assert Odds(33, 3).lowest_terms() == Odds(11, 1)
    assert Odds(0, 36).lowest_terms() == Odds(0, 1)
