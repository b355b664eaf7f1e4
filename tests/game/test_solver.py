"""The fast solver against the slow one, game histories, the paper, and properties."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import LUCK_PRICE
from atlas.game.rules import BOOK_RULES, Box, Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, Solution, Values, follow, solve
from atlas.game.worth import Worth
from tests import slow
from tests.game.test_rules import rule_sets

gaps = st.sampled_from(SKILL_GAPS)
states = st.builds(State, st.integers(1, 24), st.integers(1, 24), st.integers(0, 13))


def judge(solution: Solution, judge: slow.SlowSolver, states: list[State]) -> None:
    """Every value, stake and verdict is exactly the slow solver's."""
    for state in states:
        assert solution.values.at(state) == judge.value(state)
        for outcome in Outcome:
            options = judge.options(state, outcome)
            stake = options[-1] - options[0]
            expected = (
                Verdict.TEST if stake > 0 else Verdict.EITHER if len(options) == 2 and not stake else Verdict.KEEP
            )
            assert solution.stakes[outcome].at(state) == stake
            assert solution.verdict(state, outcome) is expected


def thrift(state: State) -> Fraction:
    return slow.winning(state) + LUCK_PRICE * state.luck


@pytest.mark.slow
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_every_state_of_the_books_agrees_with_the_slow_solver(gap: int, pairs: dict[int, Pair]) -> None:
    all_states = list(BOOK_RULES.states())
    judge(pairs[gap].best, slow.SlowSolver(BOOK_RULES, gap), all_states)
    judge(pairs[gap].thrifty, slow.SlowSolver(BOOK_RULES, gap, thrift), all_states)


@given(rule_sets, gaps, st.fractions(0, 1, max_denominator=50))
def test_every_state_of_any_small_rules_agrees_with_the_slow_solver(rules: Rules, gap: int, price: Fraction) -> None:
    def worth(end: State) -> Fraction:
        return slow.winning(end) * (1 + Fraction(end.hero_stamina, 7)) + price * end.luck

    table = Worth.tabulate(
        rules,
        won=lambda stamina, luck: worth(State(stamina, 0, luck)),
        lost=lambda stamina, luck: worth(State(0, stamina, luck)),
    )
    judge(solve(rules, gap, table), slow.SlowSolver(rules, gap, worth), list(rules.states()))


@settings(max_examples=8)
@given(gaps, st.lists(states, min_size=1, max_size=3))
def test_a_sample_of_the_books_agrees_with_the_slow_solver(gap: int, sample: list[State]) -> None:
    size = max(max(state) for state in sample)
    rules = Rules(max_stamina=size)
    judge(solve(rules, gap, Worth.of_winning(rules)), slow.SlowSolver(rules, gap), sample)


@pytest.mark.parametrize("gap", [-9, -3, 0, 2, 7])
@pytest.mark.parametrize("start", [State(1, 1, 3), State(2, 2, 2), State(3, 3, 1), State(2, 4, 1), State(5, 2, 1)])
def test_tiny_fights_agree_with_all_game_histories_under_all_policies(gap: int, start: State) -> None:
    """Write out every history under every policy there is: the best of them is the solver's."""
    win = slow.round_chance(gap)
    tree = _reachable_decisions(start)
    assert len(tree) <= 10
    chances = []
    for choices in product((False, True), repeat=len(tree)):
        written = list(slow.histories(win, start, dict(zip(tree, choices, strict=True))))
        assert sum(chance for chance, _ in written) == 1
        chances.append(sum((chance for chance, history in written if history.rstrip("+-").endswith("W")), Fraction(0)))
    rules = Rules(max_stamina=5, max_luck=3)
    solution = solve(rules, gap, Worth.of_winning(rules))
    assert solution.win_chance(start) == max(chances)


def _reachable_decisions(start: State) -> list[tuple[State, Outcome]]:
    decisions: dict[tuple[State, Outcome], None] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if 0 in state or (state, Outcome.WON) in decisions:
            continue
        for outcome in Outcome:
            decisions[state, outcome] = None
            waiting += [b.state for test in (False, True) for b in BOOK_RULES.branches(state, outcome, test=test)]
    return list(decisions)


@pytest.mark.parametrize(
    ("gap", "start", "without", "best"),
    [
        (-4, State(22, 19, 12), "9.8e-06", "0.011"),
        (-2, State(22, 21, 12), "0.010", "0.22"),
        (12 - 15, State(24, 22, 12), "4.4e-04", "0.046"),
        (12 - 14, State(24, 12, 12), "0.28", "0.78"),
    ],
    ids=["fold increase 1159", "fold increase 21", "White Dragon", "Hell Demon"],
)
def test_numbers_printed_in_the_paper(gap: int, start: State, without: str, best: str) -> None:
    solution = solve(BOOK_RULES, gap, Worth.of_winning(BOOK_RULES))

    def two_figures(value: Fraction) -> str:
        return f"{float(value):.1e}" if value < Fraction(1, 1000) else f"{float(value):#.2g}"

    assert two_figures(solution.win_chance(start._replace(luck=0))) == without
    assert two_figures(solution.win_chance(start)) == best


def test_the_printed_fold_increase_is_exact_to_the_digit() -> None:
    solution = solve(BOOK_RULES, -4, Worth.of_winning(BOOK_RULES))
    assert round(solution.win_chance(State(22, 19, 12)) / solution.win_chance(State(22, 19, 0))) == 1159


@pytest.mark.slow
def test_whole_table_counts(pairs: dict[int, Pair]) -> None:
    """Numbers that only a right table has; the slow solver gave the same."""
    counts = {
        (policy, outcome): Counter(
            word for pair in pairs.values() for word in getattr(pair, policy).verdicts(outcome).ravel().tolist()
        )
        for policy in ("best", "thrifty")
        for outcome in Outcome
    }
    keep, test, either = Verdict.KEEP, Verdict.TEST, Verdict.EITHER
    assert counts == {
        ("best", Outcome.WON): {keep: 74_751, test: 57_414, either: 37_179},
        ("best", Outcome.LOST): {keep: 105_414, test: 23_618, either: 40_312},
        ("thrifty", Outcome.WON): {keep: 157_987, test: 11_357},
        ("thrifty", Outcome.LOST): {keep: 164_636, test: 4_708},
    }


@pytest.mark.slow
@given(gaps, states)
def test_more_never_hurts(pairs: dict[int, Pair], gap: int, state: State) -> None:
    """Luck, stamina, skill gap or a weaker foe: none of them lowers the win chance."""
    hero, foe, luck = state
    win_chance = pairs[gap].best.win_chance(state)
    better = [(gap, State(min(hero + 1, 24), foe, luck)), (gap, State(hero, foe, min(luck + 1, 13)))]
    better += [(min(gap + 1, 10), state), (gap, State(hero, max(foe - 1, 1), luck))]
    for other_gap, other in better:
        assert pairs[other_gap].best.win_chance(other) >= win_chance


@pytest.mark.slow
@given(gaps, states, st.sampled_from(["best", "thrifty"]))
def test_a_policy_followed_step_by_step_gives_back_the_value(
    pairs: dict[int, Pair], gap: int, state: State, policy: str
) -> None:
    solution: Solution = getattr(pairs[gap], policy)

    def decide(now: State, outcome: Outcome) -> bool:
        return solution.verdict(now, outcome) is Verdict.TEST

    win = slow.follow(BOOK_RULES, gap, decide)(state)
    left = slow.follow(BOOK_RULES, gap, decide, worth=lambda end: Fraction(end.luck))(state)
    assert solution.win_chance(state) == win
    assert solution.luck_spent(state) == state.luck - left
    expected = win if policy == "best" else win + LUCK_PRICE * left
    assert solution.values.at(state) == expected


@given(rule_sets, gaps, st.data())
def test_any_plan_followed_agrees_with_the_slow_way(rules: Rules, gap: int, data: st.DataObject) -> None:
    size = rules.position(rules.max_stamina + 1, 0)
    rows = st.lists(st.sampled_from([0, 1, 2]), min_size=size, max_size=size)
    plan = {o: [data.draw(rows) for _ in rules.lucks] for o in Outcome}

    def decide(state: State, outcome: Outcome) -> bool:
        return plan[outcome][state.luck][rules.position(state.hero_stamina, state.foe_stamina)] == Verdict.TEST

    fast = follow(rules, gap, plan, Worth.of_winning(rules))
    judge = slow.follow(rules, gap, decide)
    assert all(fast.at(state) == judge(state) for state in rules.states())


boxes = st.builds(Box, hero=st.integers(1, 24), foe=st.integers(1, 24))


@given(rule_sets, gaps, boxes, st.fractions(0, 1, max_denominator=50))
def test_fights_in_a_box_are_the_same_when_no_others_are_solved(
    rules: Rules, gap: int, box: Box, price: Fraction
) -> None:
    worth = Worth.of_winning_thriftily(rules, price)
    whole, part = solve(rules, gap, worth), solve(rules, gap, worth, box=box)
    for state in rules.states():
        if state.hero_stamina <= box.hero and state.foe_stamina <= box.foe:
            assert part.values.at(state) == whole.values.at(state)
            assert part.win_chance(state) == whole.win_chance(state)
            assert part.luck_spent(state) == whole.luck_spent(state)
            for outcome in Outcome:
                assert part.verdict(state, outcome) is whole.verdict(state, outcome)
                assert part.stakes[outcome].at(state) == whole.stakes[outcome].at(state)


def test_floats_are_the_nearest() -> None:
    rules = Rules(max_stamina=2, max_luck=1)
    third = 10**40
    planes = [[third * p for p in range(9)] for _ in rules.lucks]
    floats = Values(rules, planes, 3 * third).floats()
    assert floats.tolist() == [[[4 / 3, 5 / 3], [7 / 3, 8 / 3]]] * 2
