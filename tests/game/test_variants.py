"""Rules with memory, goals and foes ahead, against a solver that shares no code with the package."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from atlas.game.advice import answer, read_fight
from atlas.game.presets import presets, read_rules, written
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State, Verdict
from atlas.game.solver import Solution, solve
from atlas.game.worth import Goal, Worth
from tests.variants import SlowFight, goal_worth, slow_chain

PRESETS = sorted(presets())


def random_rules(seed: int) -> dict[str, Any]:
    """Rules of any kind, most of them with a memory."""
    rng = random.Random(seed)
    cost = rng.choice([0, 1, 1])
    least = 0 if cost else 1

    def damage() -> list[int]:
        return [rng.randint(1, 4), rng.randint(least, 5), rng.randint(least, 5)]

    return {
        "won": damage(),
        "lost": damage(),
        "luck_cost": cost,
        "foe_yields_at": rng.choice([0, 0, 1, 2]),
        "losing_run": rng.choice([None, 2, 3]),
        "draw_breaks_run": rng.choice([False, True]),
        "rounds": rng.choice([None, 1, 3, 5]),
        "out_of_rounds": rng.choice(["lost", "won"]),
    }


def judge(solution: Solution, slow: SlowFight, states: Iterator[State]) -> None:
    """Value, stake and verdict of every state are the slow solver's."""
    memory = (0, slow.rules["rounds"] or 0)
    for state in states:
        if state.foe_stamina <= solution.rules.foe_yields_at:
            continue
        here = (*state, *memory)
        assert solution.values.at(state) == slow.value(*here), state
        for outcome in Outcome:
            options = slow.options(outcome, *here)
            stake = options[-1] - options[0]
            tie = Verdict.EITHER if len(options) == 2 else Verdict.KEEP
            assert solution.stakes[outcome].at(state) == stake
            assert solution.verdict(state, outcome) is (Verdict.TEST if stake > 0 else Verdict.KEEP if stake else tie)


@pytest.mark.parametrize("rules", [*PRESETS, *range(30)])
def test_every_state_of_small_grids(rules: str | int) -> None:
    words = written(presets()[rules].rules) if isinstance(rules, str) else random_rules(rules)
    rng = random.Random(str(rules))
    goal = {
        "luck_price": rng.choice([0, 0.001, 0.02]),
        "least_stamina": rng.randint(1, 3),
        "least_luck": rng.randint(0, 2),
    }
    solved = replace(read_rules(words), max_stamina=6, max_luck=5)
    for gap in rng.sample(range(-10, 11), 2):
        worth = Worth.of_goal(
            solved, Goal(goal["least_stamina"], goal["least_luck"], Fraction(str(goal["luck_price"])))
        )
        judge(solve(solved, gap, worth), SlowFight(words, gap, goal_worth(goal)), solved.states())


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_sample_of_full_grids(name: str) -> None:
    rules, rng = presets()[name].rules, random.Random(name)
    words = written(rules)
    for gap in rng.sample(range(-6, 7), 2):
        least = rules.foe_yields_at + 1
        sample = [State(rng.randint(1, 24), rng.randint(least, 24), rng.randint(0, 13)) for _ in range(12)]
        judge(solve(rules, gap, Worth.of_winning(rules)), SlowFight(words, gap, goal_worth({})), iter(sample))


def test_chains_are_answered_as_the_slow_solver_answers_them() -> None:
    rng = random.Random(11)
    for seed in range(12):
        words = random_rules(seed) if seed % 3 else {}
        least = words.get("foe_yields_at", 0) + 1
        foes = [(rng.randint(5, 11), rng.randint(least, least + 4)) for _ in range(rng.randint(1, 3))]
        skill, stamina, luck = rng.randint(7, 12), rng.randint(2, 9), rng.randint(0, 6)
        ahead: dict[str, Any] = {"luck_price": rng.choice([0, 0.001]), "least_stamina": rng.randint(1, 3)}
        ahead["least_luck"] = rng.randint(0, 2)
        asked = {
            "hero": {"skill": skill, "stamina": stamina, "luck": luck},
            "foe": {"skill": foes[0][0], "stamina": foes[0][1]},
            "rules": words,
            "ahead": ahead | {"foes": [list(foe) for foe in foes[1:]]},
        }
        found = answer(read_fight(asked))
        slow = slow_chain(skill, foes, words, goal_worth(ahead))
        assert found.value == slow.start(stamina, foes[0][1], luck)
        for outcome in Outcome:
            options = slow.options(outcome, stamina, foes[0][1], luck, 0, slow.rules["rounds"] or 0)
            choice = found.choice(outcome)
            assert (choice.keep, choice.test) == (options[0], options[1] if luck else None)


@pytest.mark.parametrize(
    ("hero", "foes", "never", "each", "thrifty", "chain"),
    [
        ((9, 19, 9), "6/6 7/7 10/12", 35.6, 42.8, 58.5, 58.6),
        ((10, 20, 10), "6/5 7/6 8/8 7/7 9/9 10/12", 29.1, 38.7, 51.6, 55.1),
        ((9, 18, 9), "5/5 10/10 9/9", 18.4, 33.8, 41.5, 41.5),
    ],
)
def test_known_chains(
    hero: tuple[int, int, int], foes: str, never: float, each: float, thrifty: float, chain: float
) -> None:
    from atlas.game.adventure import Adventure, Journey
    from atlas.game.ahead import Foe, Start

    stages = [(BOOK_RULES, Foe(*map(int, foe.split("/")))) for foe in foes.split()]
    journey = Journey(Adventure("", "", "", [""] * len(stages), stages, Goal()), Start(*hero))
    ways = journey.ways(Fraction(1, 1000))
    found = [float(100 * ways[way]) for way in ("never", "all-out", "thrifty", "ahead")]
    assert [f"{share:.1f}" for share in found] == [f"{share:.1f}" for share in (never, each, thrifty, chain)]
    assert sum(c for (stamina, _), c in journey.arrivals[-1].items() if stamina) == ways["ahead"]
    assert sum(journey.arrivals[1].values()) == 1


@pytest.mark.parametrize(
    ("rules", "without", "best"),
    [
        (Rules(losing_run=2), "5.6", "19.7"),
        (Rules(losing_run=2, draw_breaks_run=True), "6.9", "22.0"),
        (Rules(), "66.8", "94.2"),
    ],
)
def test_two_lost_rounds_that_kill(rules: Rules, without: str, best: str) -> None:
    solution = solve(rules, 0, Worth.of_winning(rules))
    chances = [solution.win_chance(State(24, 20, luck)) for luck in (0, 12)]
    assert [f"{float(100 * chance):.1f}" for chance in chances] == [without, best]


def test_a_far_limit_of_rounds_makes_next_to_no_difference() -> None:
    free, limited = Rules(max_stamina=8), Rules(max_stamina=8, rounds=60)
    for gap in (-10, -3, 0, 4):
        one, other = (solve(rules, gap, Worth.of_winning(rules)) for rules in (free, limited))
        for state in free.states():
            less = one.values.at(state) - other.values.at(state)
            assert 0 <= less < Fraction(1, 10**9)
            assert less or one.values.at(state) == 0


def test_a_chain_of_one_and_the_plainest_goal_are_the_single_fight() -> None:
    fight = {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}}
    alone = answer(read_fight(fight)).written()
    assert alone == answer(read_fight(fight | {"ahead": {"foes": [], "least_stamina": 1, "least_luck": 0}})).written()
    solution = solve(BOOK_RULES, 1, Worth.of_winning(BOOK_RULES))
    assert alone["win_chance"] == alone["value"] == alone["survival"] == float(solution.win_chance(State(14, 9, 8)))
