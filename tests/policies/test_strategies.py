"""The paper's strategies compared in whole numbers, against slow fractions and counts of the whole table."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import BOOK_RULES, Damage, Outcome, Rules, State
from atlas.game.solver import follow
from atlas.game.worth import Worth
from atlas.policies.evaluate import Board, play
from atlas.policies.policy import STRATEGIES, strategy
from atlas.policies.strategies import StrategyTable, best_strategies, tau_counts
from tests import slow

VARIANTS = [
    Rules(max_stamina=6, max_luck=6),
    Rules(won=Damage(1, 3, 0), max_stamina=6, max_luck=5),
    Rules(lost=Damage(2, 0, 3), max_stamina=6, max_luck=5),
    Rules(luck_cost=0, max_stamina=6, max_luck=6),
    Rules(foe_yields_at=3, max_stamina=9, max_luck=4),
    Rules(won=Damage(3, 5, 2), lost=Damage(2, 1, 4), luck_cost=2, max_stamina=9, max_luck=6),
]
PAPERS_LIST: Mapping[int, Callable[[State, Outcome], bool]] = {
    0: lambda state, outcome: False,
    1: lambda state, outcome: True,
    2: lambda state, outcome: outcome is Outcome.LOST,
    3: lambda state, outcome: outcome is Outcome.WON,
    4: lambda state, outcome: outcome is Outcome.LOST and state.hero_stamina < 6,
    5: lambda state, outcome: outcome is Outcome.WON and state.foe_stamina > 6,
    6: lambda state, outcome: state.hero_stamina < 6,
    7: lambda state, outcome: state.hero_stamina < 4,
    8: lambda state, outcome: state.hero_stamina < state.foe_stamina,
}
"""as the paper lists them, each while luck > τ"""
NEARLY_LEVEL = [
    (4, State(24, 2, 3)),
    (4, State(20, 3, 2)),
    (5, State(18, 5, 2)),
    (6, State(14, 5, 2)),
    (7, State(15, 19, 4)),
    (8, State(10, 7, 2)),
    (9, State(8, 1, 2)),
    (9, State(8, 11, 2)),
]
"""skill gaps and starts where the best strategies differ in less than the twelfth digit"""
EASILY_TOLD = [(-10, State(9, 5, 6)), (-3, State(11, 8, 5)), (0, State(7, 13, 6)), (10, State(12, 9, 5))]


@pytest.fixture(scope="module")
def tables() -> list[StrategyTable]:
    return [best_strategies(BOOK_RULES, gap) for gap in SKILL_GAPS]


def used_above(number: int, tau: int, state: State, outcome: Outcome) -> bool:
    return state.luck > tau and PAPERS_LIST[number](state, outcome)


def check(table: StrategyTable, state: State, chances: Mapping[tuple[int, int], Fraction]) -> None:
    """What the table says of one start, beside exact chances by strategy and τ."""
    where = (state.luck, state.hero_stamina - 1, state.foe_stamina - 1)
    highest = max(chances.values())
    level = {pair for pair, chance in chances.items() if chance == highest}
    best = min(number for number, _ in level)
    assert (table.strategy[where], table.tau[where]) == (best, max(tau for n, tau in level if n == best))
    assert table.win_chance[where] == float(highest)
    reaching = {number for number, _ in level} if best else set()
    assert {n for n in STRATEGIES if table.level[(n, *where)]} == reaching


@pytest.mark.parametrize(("skill_gap", "state"), NEARLY_LEVEL + EASILY_TOLD)
def test_a_start_by_slow_fractions(skill_gap: int, state: State) -> None:
    chances = {
        (number, tau): slow.follow(BOOK_RULES, skill_gap, partial(used_above, number, tau))(state)
        for number in STRATEGIES
        for tau in (range(state.luck) if number else [0])
    }
    check(best_strategies(BOOK_RULES, skill_gap), state, chances)


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_start_of_a_small_board(rules: Rules) -> None:
    chances = {
        (number, tau): follow(rules, -1, strategy(number, tau).plan(rules, -1), Worth.of_winning(rules))
        for number in STRATEGIES
        for tau in (rules.lucks[:-1] if number else (0,))
    }
    table, counts = best_strategies(rules, -1), np.zeros((len(STRATEGIES), len(rules.lucks) - 1), int)
    for state in rules.states():
        at_state = {pair: values.at(state) for pair, values in chances.items()}
        check(table, state, at_state)
        if max(at_state.values()) > at_state[0, 0]:
            for (number, tau), chance in at_state.items():
                counts[number, tau] += chance == max(at_state.values())
    assert tau_counts([table]) == counts.tolist()


@pytest.mark.slow
def test_in_how_many_fights_none_of_them_gains(tables: list[StrategyTable]) -> None:
    """Two numbers that only a right table has: never testing is best, and floats to 12 digits take another for best."""
    assert sum(table.strategy.size for table in tables) == 169_344
    assert sum(int((table.strategy == 0).sum()) for table in tables) == 50_612
    others = 0
    for table in tables:
        board = Board(BOOK_RULES, (table.skill_gap,))
        pairs = [(0, 0)] + [(n, tau) for n in STRATEGIES[1:] for tau in reversed(BOOK_RULES.lucks[:-1])]
        values = play(board, board.tests([strategy(*pair) for pair in pairs]), Worth.of_winning(BOOK_RULES))
        first = (values >= values.max(axis=1, keepdims=True) * (1 - 1e-12)).argmax(axis=1)
        others += int((board.cube(np.array([n for n, _ in pairs])[first])[0] != table.strategy).sum())
    assert others == 12_459


@pytest.mark.slow
def test_less_luck_is_a_part_of_the_table(tables: list[StrategyTable]) -> None:
    """As it is found for a lower largest LUCK, the paper's."""
    for table in tables[::7]:
        part, smaller = table.up_to(12), best_strategies(BOOK_RULES.sized(24, 12), table.skill_gap)
        assert part.skill_gap == smaller.skill_gap
        for name in ("strategy", "tau", "win_chance", "level", "reached"):
            assert np.array_equal(getattr(part, name), getattr(smaller, name)), name
