"""Forward and backward are one: the courses of fights against the solver, exactly."""

from fractions import Fraction
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas.game.dynamics import Course, course, master_equation
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.policies.policy import strategy
from tests.game.test_solver import gaps

SMALL = Rules(max_stamina=8, max_luck=6)
small_states = st.builds(State, st.integers(1, 8), st.integers(1, 8), st.integers(0, 6))
strategies = st.builds(strategy, st.integers(0, 8), st.integers(0, 5))


@given(gaps, small_states, strategies)
def test_forward_equals_backward_exactly(gap: int, start: State, policy) -> None:  # type: ignore[no-untyped-def]
    plan = policy.plan(SMALL, gap)
    run = course(SMALL, gap, plan, start)
    assert sum(run.ends.values()) == 1 == sum(run.ended_after)
    assert run.win_chance == follow(SMALL, gap, plan, Worth.of_winning(SMALL)).at(start)
    left = sum((end.luck * chance for end, chance in run.ends.items()), Fraction(0))
    assert left == follow(SMALL, gap, plan, Worth.of_luck_left(SMALL)).at(start)
    stamina = Worth.tabulate(SMALL, won=lambda s, luck: s, lost=lambda s, luck: 0)
    if run.win_chance:
        mean_stamina, _ = run.left_after_win() or (0, 0)
        assert mean_stamina * run.win_chance == follow(SMALL, gap, plan, stamina).at(start)
    else:
        assert run.left_after_win() is None


def test_a_full_fight_with_best_play() -> None:
    solution = solve(BOOK_RULES, -2, Worth.of_winning(BOOK_RULES))
    start = State(24, 12, 12)
    run = course(BOOK_RULES, -2, solution.plan, start)
    assert run.win_chance == solution.win_chance(start)
    assert len(run.ended_after) - 1 <= BOOK_RULES.most_rounds


def lasts(run: Course, rounds: int) -> Fraction:
    """The chance that a fight lasts exactly so many rounds, draws counted."""
    drawn, decisive = run.draw_chance, 1 - run.draw_chance
    chances = (
        chance * comb(rounds - 1, n - 1) * drawn ** (rounds - n) * decisive**n
        for n, chance in enumerate(run.ended_after)
        if 1 <= n <= rounds
    )
    return sum(chances, Fraction(0))


@settings(max_examples=20)
@given(gaps, small_states, strategies)
def test_the_master_equation_tends_to_the_ends(gap: int, start: State, policy) -> None:  # type: ignore[no-untyped-def]
    """After every round all chances sum to 1, and what has ended by then is what the course says."""
    plan = policy.plan(SMALL, gap)
    run = course(SMALL, gap, plan, start)
    ended = Fraction(0)
    for rounds, spread in enumerate(islice(master_equation(SMALL, gap, plan, start), 8)):
        assert sum(spread.values()) == 1
        ended += lasts(run, rounds) if rounds else 0
        assert ended == sum((p for s, p in spread.items() if 0 in (s.hero_stamina, s.foe_stamina)), Fraction(0))


def test_the_length_of_a_fight_by_hand() -> None:
    """Equal skill, both one hit from the end: the first round that is not drawn decides."""
    plan = strategy(0, 0).plan(SMALL, 0)
    run = course(SMALL, 0, plan, State(2, 2, 0))
    drawn = Fraction(146, 1296)
    assert [lasts(run, n) for n in (1, 2, 3)] == [1 - drawn, drawn * (1 - drawn), drawn**2 * (1 - drawn)]
    assert run.mean_rounds == 1 / (1 - drawn)
    assert run.wins == {State(2, 0, 0): Fraction(1, 2)}
    assert run.spread == ({State(2, 2, 0): Fraction(1)},)


@pytest.mark.parametrize("outcome", Outcome)
def test_one_round_with_a_test(outcome: Outcome) -> None:
    """Every branch of one decisive round, written out."""
    number = 3 if outcome is Outcome.WON else 2
    run = course(SMALL, 0, strategy(number, 0).plan(SMALL, 0), State(8, 8, 5))
    half, lucky = Fraction(1, 2), Fraction(10, 36)
    tested = {State(8, 4, 4): half * lucky, State(8, 7, 4): half * (1 - lucky), State(6, 8, 5): half}
    if outcome is Outcome.LOST:
        tested = {State(7, 8, 4): half * lucky, State(5, 8, 4): half * (1 - lucky), State(8, 6, 5): half}
    assert run.spread[1] == tested
