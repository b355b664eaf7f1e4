"""The search for cards: what it measures is exact, and what it finds gets better."""

from fractions import Fraction

import numpy as np
import pytest

from atlas.cards import Draft, Goal, Library, Line, Search, card_board, largest, whole
from atlas.certify import certify
from atlas.dynamics import course
from atlas.evaluate import Masks, play, visits
from atlas.fightsets import FIGHT_GAPS
from atlas.phrases import plain_phrases
from atlas.policies import plan_of
from atlas.rules import BOOK_RULES, Outcome, State, Verdict, Worth
from atlas.solver import solve

WON, LOST, TEST, KEEP = Outcome.WON, Outcome.LOST, Verdict.TEST, Verdict.KEEP


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(card_board(BOOK_RULES), plain_phrases(24, 12))


@pytest.fixture(scope="module")
def goal(library: Library) -> Goal:
    return Goal(library)


def draft_of(library: Library, *lines: tuple[Outcome, Verdict, tuple[str, ...]]) -> Draft:
    numbers = {phrase.when: number for number, phrase in enumerate(library.phrases)}
    return tuple(Line(outcome, verdict, tuple(numbers[when] for when in whens)) for outcome, verdict, whens in lines)


@pytest.fixture(scope="module")
def draft(library: Library) -> Draft:
    return draft_of(
        library,
        (WON, KEEP, ("foe_stamina % 4 == 2",)),
        (WON, TEST, ("luck >= 7", "foe_stamina >= 3")),
        (LOST, TEST, ("hero_stamina == 2",)),
    )


def test_a_draft_tests_where_its_rules_do(library: Library, draft: Draft) -> None:
    rules = library.rule_list(draft)
    for outcome in Outcome:
        assert np.array_equal(library.tests(draft, outcome), rules.tests(outcome, library.board.where))
    assert [rule.text for rule in rules.rules] == [
        "Won the round and the foe’s stamina is 2, 6, 10 …: keep your luck.",
        "Won the round and your luck is 7 or more and the foe has 3 stamina or more: test.",
        "Lost the round and you are down to 2: test.",
    ]


@pytest.mark.slow
def test_the_score_is_what_is_given_away_and_the_effort(goal: Goal, draft: Draft) -> None:
    best = {gap: solve(BOOK_RULES, gap, Worth.of_winning(BOOK_RULES)) for gap in FIGHT_GAPS}
    certificate = certify(goal.library.rule_list(draft), best)
    given_away = 100 * (1 - sum(float(gain) for gain in certificate.captured_gain.values()) / 3)
    worst = 0.03 * (100 * float(certificate.worst_loss) - 4)
    assert goal.score([draft])[0] == pytest.approx(given_away + worst + 0.02 * 4, abs=0.01)


def test_one_turned_decision_gains_exactly_its_advantage(goal: Goal, draft: Draft) -> None:
    """A fight meets a state at most once, so for a single decision the first order is all there is."""
    masks = goal.library.masks([draft])
    start = goal.starts
    before = start @ play(goal.board, masks, goal.worth)[:, 0]
    plain = Goal(goal.library, slack=100)
    advantage = plain.advantage(masks)
    rng = np.random.default_rng(7)
    for outcome in Outcome:
        for cell in rng.choice(np.flatnonzero(np.abs(advantage[outcome]) > 1e-5), 3):
            turned = {o: mask.copy() for o, mask in ((WON, masks.won), (LOST, masks.lost))}
            tested = bool(turned[outcome][cell, 0])
            turned[outcome][cell, 0] = not tested
            gained = start @ play(goal.board, Masks(turned[WON], turned[LOST]), goal.worth)[:, 0] - before
            assert gained == pytest.approx(-advantage[outcome][cell] if tested else advantage[outcome][cell], rel=1e-3)


def test_visits_are_the_course_of_the_fight(goal: Goal, draft: Draft) -> None:
    board, state = goal.board, State(9, 10, 8)
    gap, luck, hero, foe = board.where
    here = (gap == -1) & (luck == 8) & (hero == 9) & (foe == 10)
    fought = visits(board, here.astype(float), goal.library.masks([draft]))
    run = course(board.rules, -1, plan_of(goal.library.rule_list(draft), board.rules, -1), state)
    expected = {s: float(p) for spread in run.spread for s, p in spread.items()}
    met = {State(int(hero[i]), int(foe[i]), int(luck[i])): fought[i] for i in np.flatnonzero(fought)}
    assert met == pytest.approx(expected)


def test_a_log_tends_to_the_advantage(goal: Goal, draft: Draft) -> None:
    exact = Goal(goal.library, slack=100).advantage(goal.library.masks([draft]))
    logged = goal.logged_advantage(draft, games=20_000, seed=5)
    for outcome in Outcome:
        assert logged[outcome].sum() == pytest.approx(exact[outcome].sum(), rel=0.1)


@pytest.mark.slow
def test_cards_grow_better_and_the_same_seed_gives_the_same_cards(goal: Goal) -> None:
    first = list(Search(goal, conditions=2, seed=3, games=2000).grow(2))
    again = list(Search(goal, conditions=2, seed=3, games=2000).grow(2))
    assert first == again
    assert [len(draft) for draft in first] == [1, 2]
    assert all(len(line.phrases) <= 2 for draft in first for line in draft)
    scores = goal.score(first)
    assert scores[1] < scores[0]


@pytest.mark.slow
def test_no_single_rule_of_one_phrase_beats_the_card_of_one_rule(goal: Goal) -> None:
    (draft,) = Search(goal, conditions=2, seed=3, games=2000).grow(1)
    rivals = [(Line(outcome, TEST, (n,)),) for outcome in Outcome for n in range(len(goal.library.phrases))]
    assert goal.score([draft])[0] <= goal.score(rivals).min() + 1e-3


def test_the_largest_come_first_and_of_equals_the_first() -> None:
    values = np.random.default_rng(5).integers(0, 9, 300) / 3
    for count in (1, 40, 299, 300, 500):
        expected = sorted(range(300), key=lambda place: (-values[place], place))[:count]
        assert largest(values, count).tolist() == expected
    assert largest(values[:0], 3).tolist() == []


@pytest.mark.parametrize("size", [1e-12, 1.0, 1e9])
def test_whole_weights_add_up_exactly_in_any_order(size: float) -> None:
    rng = np.random.default_rng(6)
    weights = size * rng.standard_normal(4000) ** 5
    units, unit = whole(weights)
    assert units.dtype == np.float32 and np.array_equal(units, np.rint(units))
    assert np.abs(units.astype(np.int64)).sum() < 2**24
    assert np.abs(unit * units.astype(float) - weights).max() <= unit / 2
    assert unit < np.abs(weights).sum() / 2**21
    held = rng.random((4000, 30)) < 0.5
    exact = [sum(Fraction(float(n)) for n in units[column]) for column in held.T]
    for order in (np.arange(4000), rng.permutation(4000), np.argsort(-units)):
        added = np.zeros(30, np.float32)
        for place in order:
            added += held[place] * units[place]
        assert added.tolist() == exact
        assert (units[order] @ held[order].astype(np.float32)).tolist() == exact


def test_no_weights_are_whole_too() -> None:
    assert whole(np.zeros(0))[0].size == 0
    assert whole(np.zeros(3))[0].tolist() == [0, 0, 0]
