"""The search for sentences: what it measures is exact, and what it finds gets better."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from atlas.cards.objective import SET_SHARES, CardObjective, in_whole_units
from atlas.cards.phrases import phrases
from atlas.cards.sentence_search import EXACT_BITS, DraftRule, SentenceDraft, SentenceSearch, Vocabulary, largest
from atlas.game.dynamics import course
from atlas.game.edition import LUCK_PRICE
from atlas.game.presets import preset
from atlas.game.rules import BOOK_RULES, Outcome, State, Verdict
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies import journeys
from atlas.policies.certify import certify, thrifty_policy
from atlas.policies.evaluate import Masks, play, visits
from atlas.policies.fightsets import FIGHT_GAPS
from atlas.policies.journeys import Outlook, Yardstick

WON, LOST, TEST, KEEP = Outcome.WON, Outcome.LOST, Verdict.TEST, Verdict.KEEP
RULES = replace(BOOK_RULES, max_luck=12)


@pytest.fixture(scope="module")
def objective() -> CardObjective:
    return CardObjective(BOOK_RULES, Fraction(0), worst_weight=0.03, slack=4.0)


@pytest.fixture(scope="module")
def measure() -> Yardstick:
    return journeys.yardstick(RULES)


@pytest.fixture(scope="module")
def outlook(measure: Yardstick) -> Outlook:
    """Where LUCK is spared at the price of the edition."""
    return journeys.outlook(RULES, thrifty_policy(RULES, LUCK_PRICE), measure)


@pytest.fixture(scope="module")
def vocabulary(objective: CardObjective) -> Vocabulary:
    return Vocabulary(objective.board, phrases(BOOK_RULES, 24, 12))


def draft_of(vocabulary: Vocabulary, *lines: tuple[Outcome, Verdict, tuple[str, ...]]) -> SentenceDraft:
    numbers = {phrase.when: number for number, phrase in enumerate(vocabulary.phrases)}
    return tuple(
        DraftRule(outcome, verdict, tuple(numbers[when] for when in whens)) for outcome, verdict, whens in lines
    )


@pytest.fixture(scope="module")
def draft(vocabulary: Vocabulary) -> SentenceDraft:
    return draft_of(
        vocabulary,
        (WON, KEEP, ("hero_stamina >= 6", "skill_gap >= 2")),
        (WON, TEST, ("luck >= 7", "foe_stamina >= 3")),
        (LOST, TEST, ("hero_stamina == 2",)),
    )


def test_a_draft_tests_where_its_rules_do(vocabulary: Vocabulary, draft: SentenceDraft) -> None:
    rules = vocabulary.rule_list(draft)
    for outcome in Outcome:
        assert np.array_equal(vocabulary.tests(draft, outcome), rules.tests(outcome, vocabulary.board.where))
    assert [rule.text for rule in rules.rules] == [
        "You won the round: KEEP your LUCK if you have 6 STAMINA or more and the SKILL gap is +2 or more.",
        "You won the round: TEST if your LUCK is 7 or more and the foe has 3 STAMINA or more.",
        "You lost the round: TEST if you have 2 STAMINA.",
    ]


@pytest.mark.slow
def test_the_score_is_what_is_given_away_and_the_effort(
    objective: CardObjective, vocabulary: Vocabulary, draft: SentenceDraft
) -> None:
    """At no price; skill gaps beyond those of the objective hold next to nothing that luck can give."""
    best = {gap: solve(RULES, gap, Worth.of_winning(RULES)) for gap in FIGHT_GAPS}
    certificate = certify(vocabulary.rule_list(draft), best)
    given_away = sum(100 * SET_SHARES[name] * (1 - float(gain)) for name, gain in certificate.captured_gain.items())
    worst = 0.03 * (100 * float(certificate.worst_loss) - 4)
    score = SentenceSearch(objective, vocabulary, seed=3).score([draft])[0]
    assert score == pytest.approx(given_away + worst + 0.02 * 5, abs=0.03)


@pytest.mark.slow
def test_one_turned_decision_gains_exactly_its_advantage(
    objective: CardObjective, outlook: Outlook, vocabulary: Vocabulary, draft: SentenceDraft
) -> None:
    """A fight meets a state at most once, so for a single decision the first order is all there is."""
    masks = vocabulary.masks([draft])
    rng = np.random.default_rng(7)
    for plain in (replace(objective, slack=100), replace(objective, slack=100, outlook=outlook, journey_weight=40)):

        def worth(tests: Masks, plain: CardObjective = plain) -> float:
            value = plain.start_weights @ play(plain.board, tests, plain.worth)[:, 0]
            if plain.outlook:
                starts = plain.board.flat(plain.outlook.start_weights(plain.board.rules, plain.skill_gaps))
                value += plain.journey_weight * starts @ play(plain.board, tests, plain.journey_ends)[:, 0]
            return float(value)

        before, gains = worth(masks), plain.first_order_gains(masks)
        for outcome in Outcome:
            for cell in rng.choice(np.flatnonzero(np.abs(gains[outcome]) > 1e-5), 3):
                turned = {o: mask.copy() for o, mask in ((WON, masks.won), (LOST, masks.lost))}
                tested = bool(turned[outcome][cell, 0])
                turned[outcome][cell, 0] = not tested
                gained = worth(Masks(turned[WON], turned[LOST])) - before
                expected = -gains[outcome][cell] if tested else gains[outcome][cell]
                assert gained == pytest.approx(expected, rel=1e-3)


@pytest.mark.slow
def test_journeys_make_a_card_that_saves_luck_the_better_one(
    objective: CardObjective,
    outlook: Outlook,
    measure: Yardstick,
    vocabulary: Vocabulary,
    draft: SentenceDraft,
) -> None:
    """In one fight it is the worse."""
    spends, with_journeys = draft[1:], replace(objective, outlook=outlook, journey_weight=200)
    alone, ahead = (
        SentenceSearch(goal, vocabulary, seed=3).score([draft, spends]) for goal in (objective, with_journeys)
    )
    assert alone[0] > alone[1] and ahead[0] < ahead[1]
    saved, spent = (measure.shares_of(RULES, vocabulary.rule_list(rules)) for rules in (draft, spends))
    assert sum(saved) > sum(spent)


def test_visits_are_the_course_of_the_fight(
    objective: CardObjective, vocabulary: Vocabulary, draft: SentenceDraft
) -> None:
    board, state = objective.board, State(9, 10, 8)
    gap, luck, hero, foe = board.where
    at_start = (gap == -1) & (luck == 8) & (hero == 9) & (foe == 10)
    fought = visits(board, at_start.astype(float), vocabulary.masks([draft]))
    run = course(board.rules, -1, vocabulary.rule_list(draft).plan(board.rules, -1), state)
    expected: Counter[State] = Counter()
    for spread in run.spread:
        expected.update({s: float(p) for s, p in spread.items()})  # type: ignore[arg-type]
    met = {State(int(hero[i]), int(foe[i]), int(luck[i])): fought[i] for i in np.flatnonzero(fought)}
    assert met == pytest.approx(dict(expected))


def test_a_log_tends_to_the_advantage(objective: CardObjective) -> None:
    exact = replace(objective, slack=100).first_order_gains(objective.best_masks)
    logged = objective.logged_gains(games=20_000, seed=5)
    for outcome in Outcome:
        assert logged[outcome].sum() == pytest.approx(exact[outcome].sum(), rel=0.1)


@pytest.mark.slow
def test_cards_grow_better_and_the_same_seed_gives_the_same_cards(
    objective: CardObjective, vocabulary: Vocabulary
) -> None:
    search = SentenceSearch(objective, vocabulary, seed=3, games=2000)
    first, again = (list(search.grow(2)) for _ in range(2))
    assert first == again
    assert [len(draft) for draft in first] == [1, 2]
    assert all(len(line.phrases) <= 2 for draft in first for line in draft)
    scores = search.score(first)
    assert scores[1] < scores[0]


@pytest.mark.slow
def test_other_rules_have_sentences_of_their_own(objective: CardObjective) -> None:
    rules = preset("weapon-3").rules
    other = replace(objective, rules=rules)
    vocabulary = Vocabulary(other.board, phrases(rules, 24, 12))
    (draft,) = SentenceSearch(other, vocabulary, seed=3, games=2000).grow(1)
    loss, idle_loss = other.losses(vocabulary.masks([draft, ()]))
    assert loss < idle_loss / 2


def test_no_phrase_beats_the_card_of_one_rule_wherever_luck_is_enough(
    objective: CardObjective, vocabulary: Vocabulary
) -> None:
    search = SentenceSearch(objective, vocabulary, seed=3, games=2000)
    (draft,) = search.grow(1)
    enough = next(n for n, phrase in enumerate(vocabulary.phrases) if phrase.when == "luck >= 2")
    pairs = [tuple(sorted({n, enough})) for n in range(len(vocabulary.phrases))]
    rivals = [(DraftRule(outcome, TEST, pair),) for outcome in Outcome for pair in pairs]
    in_vain = []
    for rival in rivals:
        outcome = rival[0].outcome
        in_vain.append(bool((vocabulary.tests(rival, outcome) & ~objective.luck_matters[outcome]).any()))
    allowed = [rival for rival, futile in zip(rivals, in_vain, strict=True) if not futile]
    assert 0 < len(allowed) < len(rivals)
    assert search.score([draft])[0] <= search.score(allowed).min() + 1e-3


def test_no_rule_tests_where_luck_changes_nothing(objective: CardObjective, vocabulary: Vocabulary) -> None:
    (draft,) = SentenceSearch(objective, vocabulary, seed=3, games=2000).grow(1)
    for outcome in Outcome:
        assert not (vocabulary.tests(draft, outcome) & ~objective.luck_matters[outcome]).any()


def test_the_same_with_another_number(vocabulary: Vocabulary) -> None:
    numbers = {phrase.when: number for number, phrase in enumerate(vocabulary.phrases)}
    assert vocabulary.with_next_number(numbers["hero_stamina >= 6"], 2) == numbers["hero_stamina >= 8"]
    assert vocabulary.with_next_number(numbers["skill_gap >= 2"], -1) == numbers["skill_gap >= 1"]
    assert vocabulary.with_next_number(numbers["luck >= 12"], 1) is None


@pytest.mark.slow
def test_a_card_improved_for_journeys_gets_more_on_them_with_as_many_rules(
    objective: CardObjective,
    outlook: Outlook,
    measure: Yardstick,
    vocabulary: Vocabulary,
    draft: SentenceDraft,
) -> None:
    search = SentenceSearch(replace(objective, outlook=outlook, journey_weight=200), vocabulary, seed=3)
    improved = search.improve(draft)
    assert len(improved) == len(draft) and search.score([improved])[0] < search.score([draft])[0]
    before, after = (measure.shares_of(RULES, vocabulary.rule_list(rules)) for rules in (draft, improved))
    assert sum(after) > sum(before)


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
    units, unit = in_whole_units(weights, EXACT_BITS)
    assert units.dtype == np.int64 and np.abs(units).sum() < 2**EXACT_BITS
    assert np.abs(unit * units.astype(float) - weights).max() <= unit / 2
    assert unit < np.abs(weights).sum() / 2 ** (EXACT_BITS - 4)
    held = rng.random((4000, 30)) < 0.5
    exact = [sum(units[column].tolist()) for column in held.T]
    floats = units.astype(np.float64)
    for order in (np.arange(4000), rng.permutation(4000), np.argsort(-units)):
        added = np.zeros(30)
        for place in order:
            added += held[place] * floats[place]
        assert added.tolist() == exact
        assert (floats[order] @ held[order].astype(np.float64)).tolist() == exact


def test_no_weights_are_whole_too() -> None:
    assert in_whole_units(np.zeros(0))[0].size == 0
    assert in_whole_units(np.zeros(3))[0].tolist() == [0, 0, 0]
