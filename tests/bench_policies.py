"""Speed of evaluating, simulating and deriving, against the straightforward ways."""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import BOOK_RULES, Outcome, Rules
from atlas.game.worth import Worth
from atlas.policies.conditions import Where
from atlas.policies.evaluate import Board, play
from atlas.policies.policy import Policy, strategy
from atlas.policies.simulate import Advisor, same_start, simulate
from atlas.policies.strategies import best_strategies
from tests.bench_rows import Row, Size, compare, cpu_seconds

POLICIES: list[Policy] = [strategy(number, tau) for number in range(1, 9) for tau in range(2, 10)]


def together(board: Board) -> npt.NDArray[np.floating]:
    return play(board, board.tests(POLICIES), Worth.of_winning(board.rules))


def one_by_one(policies: Sequence[Policy], size: Size) -> list[npt.NDArray[np.float64]]:
    """For each policy a loop over the states, each step a few array operations over the skill gaps."""
    return [_loop_over_states(policy, size.rules, size.gaps) for policy in policies]


def _loop_over_states(policy: Policy, rules: Rules, skill_gaps: Sequence[int]) -> npt.NDArray[np.float64]:
    gaps = np.array(skill_gaps)
    win = np.array([float(round_ways(gap).decisive().chance) for gap in skill_gaps])
    side = np.arange(rules.max_stamina + 1)
    luck_axis, hero_axis, foe_axis, gap_axis = np.ix_(np.array(rules.lucks), side, side, gaps)
    where = Where(gap_axis, luck_axis, hero_axis, foe_axis)
    tests = {outcome: policy.tests(outcome, where) for outcome in Outcome}
    values = np.zeros((len(rules.lucks), rules.max_stamina + 1, rules.max_stamina + 1, len(gaps)))
    values[:, 1:, 0] = 1
    for luck in rules.lucks:
        lucky = float(luck_odds(luck).chance)
        for hero in rules.staminas:
            for foe in rules.staminas:
                rounds = []
                for outcome in Outcome:
                    damage = rules.damage(outcome)
                    after = [_after(outcome, hero, foe, hit) for hit in damage.hits]
                    keep = values[luck, *after[0]]
                    if luck:
                        test = lucky * values[luck - 1, *after[1]] + (1 - lucky) * values[luck - 1, *after[2]]
                        keep = np.where(tests[outcome][luck, hero, foe], test, keep)
                    rounds.append(keep)
                values[luck, hero, foe] = win * rounds[0] + (1 - win) * rounds[1]
    return values


def _after(outcome: Outcome, hero: int, foe: int, hit: int) -> tuple[int, int]:
    return (hero, max(foe - hit, 0)) if outcome is Outcome.WON else (max(hero - hit, 0), foe)


def plain_fights(games: int) -> int:
    """Fights one after the other in plain Python: luck tested after a won round while it is above 5."""
    roll = random.Random(1).randint
    wins = 0
    for _ in range(games):
        hero, foe, luck = 18, 14, 10
        while hero > 0 and foe > 0:
            mine, theirs = roll(1, 6) + roll(1, 6), roll(1, 6) + roll(1, 6)
            if mine > theirs:
                if luck > 5:
                    foe -= 4 if roll(1, 6) + roll(1, 6) <= luck else 1
                    luck -= 1
                else:
                    foe -= 2
            elif mine < theirs:
                hero -= 2
        wins += hero > 0
    return wins


def lock_step_fights(games: int) -> int:
    starts = same_start(0, 10, 18, 14)
    return simulate(Advisor(BOOK_RULES, (0,), strategy(3, 5)), starts, games=games, seed=1).wins


def rows(size: Size) -> list[Row]:
    board = Board(size.rules, tuple(size.gaps))
    ours = board.cube(together(board)[:, 0])[size.gaps.index(0), :, :, :]
    assert np.allclose(ours, one_by_one(POLICIES[:1], size)[0][:, 1:, 1:, size.gaps.index(0)])
    few = POLICIES[::16]
    single = cpu_seconds(lambda: one_by_one(few, size)) * len(POLICIES) / len(few)
    joint = min(cpu_seconds(lambda: together(board)) for _ in range(size.times(3)))
    fast, plain, fights = compare(
        lambda: lock_step_fights(size.games), lambda: plain_fights(size.games), times=size.times(5)
    )
    return [
        Row("64 policies together, whole grid", joint, "CPU s"),
        Row(f"… one by one, looping over states, from {len(few)}", single, "CPU s"),
        Row("… times faster than one by one", single / joint, "×", "≥ 5"),
        Row(f"{size.games:,} simulated fights", fast, "CPU s"),
        Row("… in plain Python", plain, "CPU s"),
        Row("… times faster than plain Python", fights, "×", "≥ 20"),
        Row(
            "all strategies × all τ, whole grid",
            cpu_seconds(lambda: [best_strategies(size.rules, gap) for gap in size.gaps]),
            "CPU s",
        ),
    ]
