"""Rules with memory, goals and foes ahead, against a solver that shares no code with the package."""

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from atlas.game.advice import Answer, advise, answer
from atlas.game.ahead import Foe, Start
from atlas.game.fight import read_fight
from atlas.game.journey import AdventureForHero
from atlas.game.presets import presets, read_rules, rule_entries
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State, Verdict
from atlas.game.solver import Solution, solve
from atlas.game.stages import Adventure, FightStage, Skirmish, Stage
from atlas.game.worth import EndGoal, Worth
from tests.slow_advice import SlowFight, random_fight, random_rules

PRESETS = sorted(presets())


def slow_fight(gap: int, words: dict[str, Any], ahead: dict[str, Any]) -> SlowFight:
    """Any fight of a skill gap: the states are asked for one by one."""
    fight = {"hero": {"skill": 10, "stamina": 1, "luck": 0}, "foe": {"skill": 10 - gap, "stamina": 1}, "ahead": ahead}
    return SlowFight(fight, words)


def judge(solution: Solution, slow: SlowFight, states: Iterable[State]) -> None:
    """Value, stake and verdict of every state are the slow solver's."""
    for state in states:
        if state.foe_stamina <= solution.rules.foe_yields_at:
            continue
        assert solution.values.at(state) == slow.before(0, *state, 0, slow.rules["rounds"]).value, state
        for outcome in Outcome:
            keep, test = slow.options(*state, outcome)
            stake = Fraction(0) if test is None else test.value - keep.value
            tie = Verdict.KEEP if test is None else Verdict.EITHER
            assert solution.stakes[outcome].at(state) == stake
            assert solution.verdict(state, outcome) is (Verdict.TEST if stake > 0 else Verdict.KEEP if stake else tie)


@pytest.mark.parametrize("rules", [*PRESETS, *range(30)])
def test_every_state_of_small_grids(rules: str | int) -> None:
    dice = random.Random(str(rules))
    words = rule_entries(presets()[rules].rules) if isinstance(rules, str) else random_rules(dice)
    price, stamina, luck = dice.choice([0, 0.001, 0.02]), dice.randint(1, 3), dice.randint(0, 2)
    goal = EndGoal(stamina, luck, Fraction(str(price)))
    solved = read_rules(words).sized(6, 5)
    for gap in dice.sample(range(-10, 11), 2):
        ahead = {"luck_price": price, "least_stamina": stamina, "least_luck": luck}
        judge(solve(solved, gap, Worth.of_goal(solved, goal)), slow_fight(gap, words, ahead), solved.states())


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_sample_of_full_grids(name: str) -> None:
    rules, dice = presets()[name].rules, random.Random(name)
    least = rules.foe_yields_at + 1
    gap = dice.choice(range(-6, 7))
    sample = [State(dice.randint(1, 24), dice.randint(least, 24), dice.randint(0, 13)) for _ in range(3)]
    judge(solve(rules, gap, Worth.of_winning(rules)), slow_fight(gap, rule_entries(rules), {}), sample)


def test_chains_are_answered_as_the_slow_solver_answers_them() -> None:
    dice = random.Random(11)
    for seed in range(15):
        words = random_rules(dice) if seed % 3 else {}
        least = words.get("foe_yields_at", 0) + 1
        asked = random_fight(dice, words, least - 1, most=5)
        foes = [[dice.randint(5, 11), dice.randint(least, least + 4)] for _ in range(dice.randint(0, 2))]
        asked["ahead"] = asked.get("ahead", {}) | {"foes": foes}
        slow, fast = SlowFight(asked, words).answer(), answer(read_fight(asked))
        for name in ("value", "win_chance", "win_chance_never", "luck_spent", "survival"):
            assert getattr(fast, name) == slow[name], (asked, name)
        for outcome in Outcome:
            choice, expected = fast.choice(outcome), slow[outcome]
            assert (choice.verdict.word, choice.test, choice.keep, choice.stake) == tuple(expected.values())


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
    journey = fights_only(BOOK_RULES, [Foe(*map(int, foe.split("/"))) for foe in foes.split()], Start(*hero))
    ways = journey.ways(Fraction(1, 1000))
    percents = [float(100 * ways[way]) for way in ("never", "all-out", "thrifty", "ahead")]
    assert [f"{share:.1f}" for share in percents] == [f"{share:.1f}" for share in (never, each, thrifty, chain)]
    assert journey.is_exact and journey.reached(len(foes.split())) == ways["ahead"] and journey.reached(0) == 1


def fights_only(rules: Rules, foes: list[Foe], start: Start) -> AdventureForHero:
    stages = [Stage(None, FightStage(Skirmish((foe,), rules)), number) for number, foe in enumerate(foes, 1)]
    return AdventureForHero(Adventure("", "", "", tuple(stages)), start)


def test_never_testing_never_tests_where_a_test_costs_nothing() -> None:
    words, foes = {"luck_cost": 0, "won": [2, 4, 1], "lost": [2, 1, 3]}, [(8, 5), (9, 6), (7, 4)]
    journey = fights_only(read_rules(words), [Foe(*foe) for foe in foes], Start(8, 9, 6))
    fight = {"hero": {"skill": 8, "stamina": 9, "luck": 0}, "foe": {"skill": 8, "stamina": 5}}
    without_luck = SlowFight(fight | {"ahead": {"foes": foes[1:]}}, words).answer()["survival"]
    assert journey.ways(Fraction(1, 1000))["never"] == without_luck < journey.ways(Fraction(1, 1000))["thrifty"]


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


def test_a_limit_of_one_round_ends_a_fight_after_it() -> None:
    """No hit takes 10 STAMINA: the fight is lost, or won where time alone is enough and you live."""
    fight = {"hero": {"skill": 9, "stamina": 10, "luck": 9}, "foe": {"skill": 9, "stamina": 10}}
    assert answer(read_fight(fight | {"rules": {"rounds": 1}})).win_chance == 0
    assert answer(read_fight(fight | {"rules": {"rounds": 1, "out_of_rounds": "won"}})).win_chance == 1
    one_hit = fight | {"foe": {"skill": 9, "stamina": 2}, "rules": {"rounds": 1}}
    assert answer(read_fight(one_hit)).win_chance_never == Fraction(575, 1296)


def test_draws_end_at_a_gap_of_eleven() -> None:
    """At ±10 one roll in 1296 is still drawn; beyond it none is, which matters where draws count."""

    def chances(skill: int, foe_skill: int, foe_stamina: int, rules: Any) -> Answer:
        hero, foe = {"skill": skill, "stamina": 9, "luck": 9}, {"skill": foe_skill, "stamina": foe_stamina}
        return answer(read_fight({"hero": hero, "foe": foe, "rules": rules}))

    ten_hits = [chances(skill, 5, 20, "win-in-ten-rounds").win_chance_never for skill in (15, 16, 20, 99)]
    assert ten_hits == [Fraction(1295, 1296) ** 10, 1, 1, 1]
    no_two_in_succession = {"losing_run": 2, "draw_breaks_run": True, "rounds": 3, "out_of_rounds": "won"}
    living = [chances(0, foe_skill, 9, no_two_in_succession).win_chance_never for foe_skill in (10, 11, 20)]
    assert living == [Fraction(1 + 3 * 1295 + 1295**2, 1296**3), 0, 0]


def test_a_chain_of_one_and_the_plainest_goal_are_the_single_fight() -> None:
    fight = {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}}
    alone = advise(fight)
    assert alone == advise(fight | {"ahead": {"foes": [], "least_stamina": 1, "least_luck": 0}})
    solution = solve(BOOK_RULES, 1, Worth.of_winning(BOOK_RULES))
    assert alone["win_chance"] == alone["value"] == alone["survival"] == float(solution.win_chance(State(14, 9, 8)))
