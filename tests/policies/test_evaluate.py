"""The fast evaluation against the exact solver, state by state."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas.game.ahead import Foe
from atlas.game.books import BOOK_FOES
from atlas.game.dice import round_ways
from atlas.game.rules import BOOK_RULES, Damage, Outcome, Rules, State
from atlas.game.solver import Solution, follow, solve
from atlas.game.worth import Worth
from atlas.policies.certify import certify, certify_all
from atlas.policies.evaluate import Board, Masks, maximum_by_column, mean, play, stakes, total, visits
from atlas.policies.fightsets import BOOKS, EVERY, FIGHT_GAPS, FIGHT_SETS, FRESH, MIDWAY
from atlas.policies.policy import ATTACK_AT_SIX, NEVER, STRATEGIES, Solved, paper_text_rule, strategy

WINNING = Worth.of_winning(BOOK_RULES)
SMALL = Rules(max_stamina=7, max_luck=5)
ARMOURED = Rules(won=Damage(1, 3, 0), max_stamina=6, max_luck=5)
ESCAPE = Rules(lost=Damage(2, 0, 3), max_stamina=6, max_luck=5)
CONSTANT = Rules(luck_cost=0, max_stamina=6, max_luck=6)
YIELDING = Rules(foe_yields_at=3, max_stamina=9, max_luck=4)
VARIANT = Rules(won=Damage(3, 5, 2), lost=Damage(2, 1, 4), luck_cost=2, max_stamina=9, max_luck=6)


@pytest.fixture(scope="module")
def best() -> dict[int, Solution]:
    return {gap: solve(BOOK_RULES, gap, WINNING) for gap in FIGHT_GAPS}


@pytest.mark.parametrize("rules", [SMALL, VARIANT, ARMOURED, ESCAPE, CONSTANT, YIELDING])
@pytest.mark.parametrize("goal", [Worth.of_winning, Worth.of_luck_left])
@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_any_policies_together_equal_the_exact_solver(rules: Rules, goal, seed: int) -> None:  # type: ignore[no-untyped-def]
    """Three at once, each with hundreds of decisions that are drawn: twenty draws for each of the rules and goals."""
    board = Board(rules, (-4, -3, -2))
    rng = np.random.default_rng(seed)
    won, lost = rng.random((2, board.size, 3)) < 0.5
    values = play(board, Masks(won, lost), goal(rules))
    for policy in range(3):
        cubes = {o: board.cube(mask[:, policy]) for o, mask in ((Outcome.WON, won), (Outcome.LOST, lost))}
        for i, gap in enumerate(board.skill_gaps):
            plan = {
                o: np.pad(cube[i], ((0, 0), (1, 0), (1, 0))).reshape(len(rules.lucks), -1) for o, cube in cubes.items()
            }
            exact = follow(rules, gap, {o: p.astype(int).tolist() for o, p in plan.items()}, goal(rules)).floats()
            np.testing.assert_allclose(board.cube(values[:, policy])[i], exact, rtol=1e-12, atol=1e-14)


@pytest.mark.slow
def test_the_whole_board_equals_the_exact_solver() -> None:
    board = Board(BOOK_RULES, tuple(range(-10, 11)))
    policies = [strategy(number, 5) for number in STRATEGIES]
    values = play(board, board.tests(policies), WINNING)
    for i, gap in enumerate(board.skill_gaps):
        for number, policy in enumerate(policies):
            exact = follow(BOOK_RULES, gap, policy.plan(BOOK_RULES, gap), WINNING).floats()
            np.testing.assert_allclose(board.cube(values[:, number])[i], exact, rtol=1e-12, atol=1e-15)


def test_stakes_equal_the_exact_ones() -> None:
    board = Board(BOOK_RULES, (-2, -1))
    solutions = [solve(BOOK_RULES, gap, WINNING) for gap in board.skill_gaps]
    values = board.flat(np.stack([s.values.floats() for s in solutions]))
    gains = stakes(board, values, WINNING)
    for outcome in Outcome:
        exact = np.stack([s.stakes[outcome].floats() for s in solutions])
        np.testing.assert_allclose(board.cube(gains[outcome]), exact, atol=1e-15)


def test_single_precision_is_near_enough_to_search_with() -> None:
    board = Board(BOOK_RULES, (0,))
    tests = board.tests([strategy(1, 4)])
    single = play(board, tests, WINNING, np.float32)
    assert single.dtype == np.float32
    assert np.abs(single - play(board, tests, WINNING)).max() < 1e-6


@pytest.mark.parametrize("rules", [SMALL, VARIANT, ARMOURED, ESCAPE, CONSTANT, YIELDING])
def test_best_play_and_what_one_test_adds_are_those_of_the_solver(rules: Rules) -> None:
    """Also where a hit takes nothing, and where a test costs nothing: with LUCK 0 there is none."""
    board = Board(rules, (-1, 0, 1))
    worth = Worth.of_winning(rules)
    solutions = [solve(rules, gap, worth) for gap in board.skill_gaps]
    values = play(board, None, worth)[:, 0]
    np.testing.assert_allclose(board.cube(values), np.stack([s.values.floats() for s in solutions]), atol=1e-14)
    gains = stakes(board, values, worth)
    for outcome in Outcome:
        exact = np.stack([s.stakes[outcome].floats() for s in solutions])
        np.testing.assert_allclose(board.cube(gains[outcome]), exact, atol=1e-14)


@pytest.mark.parametrize("rules", [SMALL, VARIANT, ARMOURED, ESCAPE, CONSTANT, YIELDING])
def test_one_turned_decision_gains_what_its_visits_and_its_stake_say(rules: Rules) -> None:
    """A fight meets a state at most once, so for a single decision the first order is all there is."""
    board, worth, rng = Board(rules, (-1, 0, 1)), Worth.of_winning(rules), np.random.default_rng(2)
    won, lost = rng.random((2, board.size, 1)) < 0.5
    start = rng.random(board.size)
    values = play(board, Masks(won, lost), worth)[:, 0]
    met, stake = visits(board, start, Masks(won, lost)), stakes(board, values, worth)
    chance = np.array([float(round_ways(gap).decisive().chance) for gap in board.skill_gaps])[board.where.skill_gap + 1]
    able = np.flatnonzero([rules.can_test(luck) for luck in np.asarray(board.where.luck).tolist()])
    for cell in rng.choice(able, 12).tolist():
        for outcome, part in ((Outcome.WON, chance), (Outcome.LOST, 1 - chance)):
            masks = {Outcome.WON: won.copy(), Outcome.LOST: lost.copy()}
            masks[outcome][cell] ^= True
            gained = start @ (play(board, Masks(*masks.values()), worth)[:, 0] - values)
            sign = 1 if masks[outcome][cell, 0] else -1
            assert gained == pytest.approx(sign * met[cell] * part[cell] * stake[outcome][cell], abs=1e-12)


def test_the_sets_are_the_agreed_ones() -> None:
    assert (EVERY.weights > 0).sum() == EVERY.total == 13 * 12 * 24 * 24
    assert FRESH.total == 6 * 36 * 6 * 8 * 17
    assert MIDWAY.total == 6 * 21 * 9 * 8 * 17
    assert FRESH.weight(7, State(14, 4, 7)) == 1
    assert FRESH.weight(0, State(19, 12, 9)) == 6 * 6
    rolled, on_the_way = 6 * 36 * 6, 6 * 21 * 9
    assert BOOKS.total == 2 * rolled * on_the_way * (1251 - 3)
    # SKILL 7 to 12, STAMINA 20 and LUCK 9 against the 40 foes 10/10 and so on: rolled in 5 of 36 ways, or on the way
    against = sum(BOOK_FOES.get(Foe(skill, 10), 0) for skill in range(7, 13))
    assert BOOKS.weight(0, State(20, 10, 9)) == against * (5 * on_the_way + rolled)
    board = Board(BOOK_RULES, FIGHT_GAPS)
    for fights in FIGHT_SETS:
        shares = board.cube(fights.shares(board))
        assert shares.sum() == pytest.approx(1)
        assert shares[10, 9, 18, 11] == pytest.approx(fights.weight(0, State(19, 12, 9)) / fights.total)


@pytest.mark.slow
def test_certified_figures_are_those_of_the_floats(best: dict[int, Solution]) -> None:
    board = Board(BOOK_RULES, FIGHT_GAPS)
    card = strategy(6, 4)
    values = play(board, board.tests([card]), WINNING)[:, 0]
    left = play(board, board.tests([card]), Worth.of_luck_left(BOOK_RULES))[:, 0]
    optimal = board.flat(np.stack([best[gap].values.floats() for gap in FIGHT_GAPS]))
    never = play(board, board.tests([NEVER]), WINNING)[:, 0]
    certificate = certify(card, best)
    for fights in FIGHT_SETS:
        shares = fights.shares(board)
        gain = (shares @ (values - never)) / (shares @ (optimal - never))
        assert float(certificate.captured_gain[fights.name]) == pytest.approx(gain, rel=1e-9)
        assert float(certificate.mean_loss[fights.name]) == pytest.approx(shares @ (optimal - values), rel=1e-9)
        assert float(certificate.luck_spent[fights.name]) == pytest.approx(shares @ (board.where.luck - left), rel=1e-9)
    counted = EVERY.shares(board) > 0
    assert float(certificate.worst_loss) == pytest.approx((optimal - values)[counted].max(), rel=1e-9)


@pytest.mark.slow
def test_perfect_and_idle_play(best: dict[int, Solution]) -> None:
    perfect = certify(Solved(BOOK_RULES, {gap: s.plan for gap, s in best.items()}), best)
    assert set(perfect.captured_gain.values()) == {Fraction(1)} and perfect.worst_loss == 0
    idle = certify(NEVER, best)
    assert set(idle.captured_gain.values()) == {Fraction(0)} and set(idle.luck_spent.values()) == {Fraction(0)}


def test_the_papers_best_single_strategy(best: dict[int, Solution]) -> None:
    """Captures 67, 85, 74 and 75% of what luck can give, and loses up to 32 points in a fight."""
    certificate = certify(strategy(3, 5), best)
    assert [round(float(c) * 100) for c in certificate.captured_gain.values()] == [67, 85, 74, 75]
    assert round(float(certificate.worst_loss) * 100) == 32
    assert certify(ATTACK_AT_SIX, best) == certificate


@pytest.mark.slow
def test_a_choice_by_the_start_is_followed_to_the_end(best: dict[int, Solution]) -> None:
    text = paper_text_rule(tau=5, high_luck=9, low_stamina=4)
    board = Board(BOOK_RULES, FIGHT_GAPS)
    values = play(board, board.tests(text.choices), WINNING)
    chosen = np.take_along_axis(values, text.choice(board.where)[:, None], axis=1)[:, 0]
    shares = EVERY.shares(board)
    together = certify_all([text.otherwise, text], best)
    assert float(together[1].win_chance["every"]) == pytest.approx(shares @ chosen, rel=1e-12)
    assert together == [certify(text.otherwise, best), certify(text, best)]


def test_the_highest_of_each_column() -> None:
    for rows in (1, 2, 7, 64):
        values = np.random.default_rng(rows).random((rows, 3))
        assert maximum_by_column(values).tolist() == values.max(axis=0).tolist()


@pytest.mark.parametrize("length", [1, 2, 3, 7, 64, 1001])
def test_a_total_is_the_sum_in_the_order_that_it_says(length: int) -> None:
    """Beside the exact sum, and beside Python's own floats, added half to half."""

    def by_hand(terms: list[float]) -> float:
        half, odd = divmod(len(terms), 2)
        if not half:
            return terms[0]
        added = [a + b for a, b in zip(terms[:half], terms[half : 2 * half], strict=True)]
        return by_hand([added[0] + terms[-1], *added[1:]] if odd else added)

    terms = np.random.default_rng(length).standard_normal((length, 3)) * 10.0 ** np.arange(3)
    before = terms.copy()
    assert total(terms).tolist() == [by_hand(column.tolist()) for column in terms.T]
    assert total(terms) == pytest.approx([float(sum(map(Fraction, column.tolist()))) for column in terms.T])
    assert np.array_equal(terms, before)
    assert mean(terms) == pytest.approx(terms.mean())
