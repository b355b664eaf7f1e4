"""Grids for rules that remember rounds, against the exact solver and against what a change of play must gain."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from atlas.cards.memory_grid import MemoryFights, Tests, derive_memory_grid, rounds_in_words
from atlas.cards.objective import CARD_GAPS
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.presets import preset
from atlas.game.rules import BOOK_RULES, Outcome, Rules
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.policies.evaluate import total
from atlas.policies.fightsets import judging_rules

SOME_RULES = (
    replace(BOOK_RULES, losing_run=2),
    replace(BOOK_RULES, losing_run=2, draw_breaks_run=True, lost=replace(BOOK_RULES.lost, plain=3)),
    replace(BOOK_RULES, rounds=3, out_of_rounds=Outcome.WON),
    replace(BOOK_RULES, rounds=2, luck_cost=0, foe_yields_at=4),
)
IDS = ("run", "broken run", "last rounds", "win in rounds")


def fights_by(rules: Rules) -> MemoryFights:
    return MemoryFights(judging_rules(rules), float(LUCK_PRICE))


def some_tests(fights: MemoryFights) -> Tests:
    """A policy that tests at decisions drawn by chance."""
    drawn = np.random.default_rng(7)
    return {o: (drawn.random(fights.empty().shape) < 0.5) & fights.can_test for o in Outcome}


@pytest.mark.slow
@pytest.mark.parametrize("rules", SOME_RULES, ids=IDS)
@pytest.mark.parametrize("column", [3, 8])
def test_values_are_those_of_the_exact_solver(rules: Rules, column: int) -> None:
    fights, gap = fights_by(rules), CARD_GAPS[column]
    tests = some_tests(fights)
    plan = {o: [bytearray(tests[o][:, column, luck].tobytes()) for luck in fights.rules.lucks] for o in Outcome}
    price = Fraction(fights.luck_price)
    worth = Worth.of_winning_thriftily(fights.rules, price)
    for exact, played in (
        (solve(fights.rules, gap, worth).values, fights.best[0]),
        (follow(fights.rules, gap, plan, worth), fights.solved(fights.luck_price, tests)[0]),
    ):
        for luck in fights.rules.lucks:
            values = [exact.numerators[luck][place] / exact.denominator for place in fights.rules.places]
            assert played[list(fights.rules.places), column, luck] == pytest.approx(values, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SOME_RULES, ids=IDS)
def test_testing_gains_what_it_adds_wherever_it_comes_up(rules: Rules) -> None:
    """A policy is better than never testing by the stakes of never testing, wherever it tests, times its visits."""
    fights = fights_by(rules)
    tests = some_tests(fights)
    never, stakes = fights.solved(fights.luck_price, fights.never_tests)
    played = fights.solved(fights.luck_price, tests)[0]
    reached, gain = fights.visits(tests), 0.0
    for outcome, chance in zip(Outcome, fights.chances[1:], strict=True):
        gain += float(total((reached * chance * stakes[outcome] * tests[outcome]).reshape(-1)))
    assert gain == pytest.approx(fights.weighted(played) - fights.weighted(never), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-lost-rounds-kill", "last-ten-rounds", "win-in-ten-rounds"])
def test_a_small_grid_gets_most_of_what_testing_can_add(name: str) -> None:
    grid = derive_memory_grid(Edition(preset(name).rules))
    assert min(grid.extra_wins.values()) > 0.78
    assert grid.by_rounds_left == bool(preset(name).rules.rounds)
    for outcome in Outcome:
        banded = [element for block in grid.grids[outcome].blocks for element in block.band]
        assert banded == (list(range(10, 0, -1)) if grid.by_rounds_left else list(range(-10, 11)))


def test_rounds_in_words() -> None:
    assert [rounds_in_words(band) for band in ((12, 11, 10), (9, 8, 7), (3, 2), (1,))] == [
        "10 or more",
        "9 to 7",
        "3 or 2",
        "1",
    ]
