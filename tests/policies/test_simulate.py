"""Simulated fights against exact ones: the z-scores of many pairs look standard normal, or a rule is wrong."""

from dataclasses import replace

import numpy as np
import pytest

from atlas.errors import InputError
from atlas.game.dynamics import course
from atlas.game.rules import BOOK_RULES, Damage, Outcome, Rules, State
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.policies.fightsets import FIGHT_GAPS, FRESH
from atlas.policies.policy import ATTACK_AT_SIX, ByStart, Policy, Solved, paper_text_rule, strategy
from atlas.policies.simulate import Advisor, DecisionLog, drawn_from, same_start, simulate

GAMES = 20_000


def exact_chance(policy: Policy, gap: int, start: State) -> float:
    plan = policy.plan(BOOK_RULES, gap)
    return float(follow(BOOK_RULES, gap, plan, Worth.of_winning(BOOK_RULES)).at(start))


def chi_square(rules: Rules, pairs: int, games: int = GAMES) -> tuple[float, int]:
    """The sum of squared z-scores over random pairs of a start and a policy that are no foregone conclusion."""
    rng = np.random.default_rng(2020)
    total, counted = 0.0, 0
    while counted < pairs:
        gap = int(rng.integers(-6, 7))
        start = State(*(int(n) for n in rng.integers((1, 1, 1), (25, 25, 13))))
        policy = strategy(int(rng.integers(1, 9)), int(rng.integers(0, 8)))
        chance = exact_chance(policy, gap, start)
        if not 0.02 < chance < 0.98:
            continue
        starts = same_start(gap, start.luck, start.hero_stamina, start.foe_stamina)
        summary = simulate(Advisor(rules, (gap,), policy), starts, games=games, seed=counted)
        total += (summary.win_chance - chance) ** 2 / (chance * (1 - chance) / games)
        counted += 1
    return total, counted


@pytest.mark.slow
def test_simulated_and_exact_agree_over_300_pairs() -> None:
    """For 300 standard normal scores the sum of squares is 300 ± 24.5: within four of those either way."""
    total, pairs = chi_square(BOOK_RULES, 300)
    assert abs(total - pairs) < 4 * np.sqrt(2 * pairs)


@pytest.mark.parametrize(
    ("rules", "gap"),
    [
        (Rules(rounds=1), 0),
        (Rules(rounds=1, out_of_rounds=Outcome.WON), -3),
        (Rules(rounds=3), 10),
        (Rules(rounds=3), 11),
    ],
)
def test_a_limit_of_rounds_is_played_as_it_is_solved(rules: Rules, gap: int) -> None:
    solution = solve(rules.sized(6, 6), gap, Worth.of_winning(rules.sized(6, 6)))
    policy = Solved(solution.rules, {gap: solution.plan})
    chance = float(solution.win_chance(State(2, 6, 5)))
    starts = same_start(gap, luck=5, hero_stamina=2, foe_stamina=6)
    run = simulate(Advisor(solution.rules, (gap,), policy), starts, games=GAMES, seed=9)
    assert abs(run.win_chance - chance) <= 4 * np.sqrt(chance * (1 - chance) / GAMES)
    assert rules.rounds and run.mean_rounds <= rules.rounds


@pytest.mark.parametrize(
    "broken",
    [
        replace(BOOK_RULES, won=Damage(plain=2, lucky=3, unlucky=1)),
        replace(BOOK_RULES, lost=Damage(plain=2, lucky=1, unlucky=2)),
        replace(BOOK_RULES, luck_cost=2),
    ],
    ids=["a lucky hit takes 3", "an unlucky loss costs 2", "a test costs 2"],
)
def test_the_same_score_fails_on_a_wrong_rule(broken: Rules) -> None:
    """The check above has teeth: one wrong number in the rules, and a tenth of the pairs is enough to see it."""
    total, pairs = chi_square(broken, 30)
    assert total - pairs > 4 * np.sqrt(2 * pairs)


def test_rounds_and_luck_agree_with_the_course() -> None:
    policy, start = strategy(6, 3), State(9, 11, 10)
    run = course(BOOK_RULES, -1, policy.plan(BOOK_RULES, -1), start)
    summary = simulate(Advisor(BOOK_RULES, (-1,), policy), same_start(-1, 10, 9, 11), games=100_000, seed=5)
    luck_left = sum(end.luck * chance for end, chance in run.ends.items())
    assert summary.mean_rounds == pytest.approx(float(run.mean_rounds), rel=0.01)
    assert summary.mean_luck_spent == pytest.approx(float(10 - luck_left), rel=0.01)
    assert abs(summary.win_chance - float(run.win_chance)) < 4 * summary.standard_error


def test_best_play_and_choice_by_start_can_be_simulated() -> None:
    plans = {0: solve(BOOK_RULES, 0, Worth.of_winning(BOOK_RULES)).plan}
    starts = same_start(0, 9, 14, 14)
    text = paper_text_rule(tau=5, high_luck=12, low_stamina=4)
    expected: list[tuple[Policy, float]] = [
        (Solved(BOOK_RULES, plans), exact_chance(Solved(BOOK_RULES, plans), 0, State(14, 14, 9))),
        (text, exact_chance(strategy(3, 5), 0, State(14, 14, 9))),
    ]
    for policy, chance in expected:
        summary = simulate(Advisor(BOOK_RULES, (0,), policy), starts, games=GAMES, seed=3)
        assert abs(summary.win_chance - chance) < 4 * summary.standard_error


def test_the_log_counts_every_decision() -> None:
    decisions = DecisionLog.empty(BOOK_RULES, (0,))
    simulate(Advisor(BOOK_RULES, (0,), ATTACK_AT_SIX), same_start(0, 7, 4, 2), games=1000, seed=1, decisions=decisions)
    met = {
        outcome: {tuple(int(i) for i in place): int(cube[tuple(place)]) for place in np.argwhere(cube)}
        for outcome, cube in decisions.counts.items()
    }
    # The foe falls at the first round won unless the test at luck 7 fails; the hero at the second lost.
    first_won, first_lost = met[Outcome.WON][0, 7, 3, 1], met[Outcome.LOST][0, 7, 3, 1]
    assert first_won + first_lost == 1000
    assert set(met[Outcome.WON]) == {(0, 7, 3, 1), (0, 7, 1, 1), (0, 6, 3, 0), (0, 6, 1, 0)}
    assert met[Outcome.WON][0, 7, 1, 1] + met[Outcome.LOST][0, 7, 1, 1] == first_lost


def test_the_same_seed_gives_the_same_games() -> None:
    def run(seed: int):  # type: ignore[no-untyped-def]
        return simulate(Advisor(BOOK_RULES, FIGHT_GAPS, strategy(1, 4)), drawn_from(FRESH), games=3000, seed=seed)

    assert run(7) == run(7)
    assert run(7).wins != run(8).wins


def test_drawn_starts_come_as_often_as_the_set_says() -> None:
    rng = np.random.default_rng(1)
    where = drawn_from(FRESH)(rng, 200_000)
    at_luck_9 = (where.skill_gap == 0) & (where.luck == 9)
    expected = FRESH.weights[10, 9].sum() / FRESH.total
    assert at_luck_9.mean() == pytest.approx(expected, rel=0.05)
    assert (where.hero_stamina == 19).mean() == pytest.approx(6 / 36, rel=0.03)


def test_progress_is_told() -> None:
    reports: list[int] = []
    simulate(
        Advisor(BOOK_RULES, (9,), strategy(0, 0)),
        same_start(9, 5, 24, 1),
        games=120_000,
        seed=0,
        progress=reports.append,
    )
    assert reports == [50_000, 100_000, 120_000]


@pytest.mark.parametrize(
    ("games", "seed", "complaint"),
    [(0, 1, "0 games: it must be 1 or more"), (-5, 1, "-5 games"), (10, -1, "seed -1: it must be 0 to")],
)
def test_bad_numbers_are_refused(games: int, seed: int, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        simulate(Advisor(BOOK_RULES, (0,), strategy(0, 0)), same_start(0, 5, 5, 5), games=games, seed=seed)


def test_what_is_chosen_by_the_start_stays_chosen() -> None:
    """Luck falls below the mark during the fight; the rule list stays that of the start."""
    text: ByStart = paper_text_rule(tau=0, high_luck=9, low_stamina=1)
    chance = exact_chance(strategy(1, 0), 0, State(10, 10, 9))
    summary = simulate(Advisor(BOOK_RULES, (0,), text), same_start(0, 9, 10, 10), games=GAMES, seed=11)
    assert abs(summary.win_chance - chance) < 4 * summary.standard_error
