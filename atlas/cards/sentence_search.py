"""The search for the sentence card: a short list of rules that a person can follow.

For a rule of two conditions a and b the first-order gain of `objective` is Σ a·b·weight over all decisions: one matrix
product scores every pair of phrases. The weights are whole numbers so small that floats add them exactly; otherwise
rounding would differ between processors, and so would the cards that a greedy search finds.

    grow        add the rule that gains most, at first on a log of simulated best play, then under the card's own play;
                evaluate the most promising ones exactly
    polish      change, add or drop single conditions, verdicts and the order of rules while that helps
    reconsider  leave out each rule in turn and look for a better one in its place

Every draft is judged by `SentenceSearch.score`: its objective loss, and the number of things to look at. No rule may
test where luck changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import product
from re import sub
from typing import NamedTuple

import numpy as np

from atlas.cards.objective import POLICIES_AT_ONCE, CardObjective, Gains, in_whole_units
from atlas.cards.phrases import Phrase, phrases_in_words
from atlas.game.rules import Outcome, Verdict
from atlas.policies.conditions import NAMES, Bools, Condition, Ints
from atlas.policies.evaluate import Board, Floats, Masks
from atlas.policies.policy import Rule, RuleList

WORTHWHILE = 1e-2
"""how much a change must lower the score"""
LOOK = 0.02
"""what each look adds to the score: enough to choose the plainer of two conditions that do nearly as well"""
CONDITIONS = 2
"""the most conditions that a rule may have"""
HEAVIEST = 4000
"""decisions with the largest weights, which alone count for the first-order gain"""
INSERTIONS = 32
"""the most promising rules to add, which are evaluated exactly"""
EXACT_BITS = 52
"""a float holds every whole number of so many bits"""
GAMES = 30_000
"""fights simulated for each set"""


class DraftRule(NamedTuple):
    """A rule during the search."""

    outcome: Outcome
    verdict: Verdict
    phrases: tuple[int, ...]
    """the conditions, as indices into the phrases of the `Vocabulary`"""


SentenceDraft = tuple[DraftRule, ...]


class Vocabulary:
    """The phrases that a card may use, and the states of a board where each holds. Of equal ones it has the first."""

    def __init__(self, board: Board, phrases: Iterable[Phrase]) -> None:
        self.board = board
        by_states: dict[bytes, tuple[Phrase, Bools]] = {}
        for phrase in phrases:
            holds = board.for_all(Condition(phrase.when).holds)
            if holds.any() and not holds.all():
                by_states.setdefault(np.packbits(holds).tobytes(), (phrase, holds))
        self.phrases = [phrase for phrase, _ in by_states.values()]
        # By phrase and state.
        self.holds = np.array([holds for _, holds in by_states.values()])
        self.features, self.implied = self._features()
        self.looks = np.array([phrase.looks for phrase in self.phrases])
        self.applies = lru_cache(maxsize=128)(self._applies)
        self._tested = lru_cache(maxsize=64)(self._tests_of_rules)

    def _features(self) -> tuple[Bools, Floats]:
        """Return whether each state has each feature, and whether each feature implies each phrase.

        A feature is one value of one score, or a whole phrase about several scores. A phrase holds in a state if one of
        the state's features implies it: `features` @ `implied` is `holds`, transposed. As there are far fewer features
        than phrases, sums over states and pairs of phrases are taken over pairs of features first.
        """
        names_used = [[name for name in NAMES if name in phrase.when] for phrase in self.phrases]
        features, implied = [], []
        for name, values in zip(NAMES, self.board.where, strict=True):
            distinct, first = np.unique(values, return_index=True)
            features += [values == value for value in distinct]
            implied.append(self.holds[:, first].T & [names == [name] for names in names_used])
        of_several = [number for number, names in enumerate(names_used) if len(names) > 1]
        implied.append(np.eye(len(names_used), dtype=bool)[of_several])
        return np.stack([*features, *self.holds[of_several]], axis=1), np.concatenate(implied).astype(np.float64)

    def pair_sums(self, features: Floats, weights: Floats | None = None) -> Floats:
        """Return, for each pair of phrases, the sum of the weights of the states where both hold.

        `features` are the rows of these states; without weights each counts 1.
        """
        weighted = features if weights is None else features * weights[:, None]
        sums: Floats = self.implied.T @ (weighted.T @ features) @ self.implied
        return sums

    def _applies(self, phrases: tuple[int, ...]) -> Bools:
        """Return the states where all of these phrases hold."""
        everywhere: Bools = np.logical_and.reduce(self.holds[list(phrases)])
        return everywhere

    def with_next_number(self, phrase: int, step: int) -> int | None:
        """Return the phrase that differs in its number alone, `step` further on in the list; None if there is none."""
        pattern = sub(r"\d+", "#", self.phrases[phrase].when)
        alike = [n for n, other in enumerate(self.phrases) if sub(r"\d+", "#", other.when) == pattern]
        index = alike.index(phrase) + step
        return alike[index] if 0 <= index < len(alike) else None

    def tests(self, draft: SentenceDraft, outcome: Outcome) -> Bools:
        """Return the states where a draft tests."""
        return self._tested(tuple(rule for rule in draft if rule.outcome is outcome))

    def _tests_of_rules(self, rules: SentenceDraft) -> Bools:
        """Return the states where rules of one outcome test: the first that applies decides."""
        tested = np.zeros(self.board.size, dtype=bool)
        for rule in reversed(rules):
            applies = self.applies(rule.phrases)
            tested = tested | applies if rule.verdict is Verdict.TEST else tested & ~applies
        return tested

    def masks(self, drafts: Sequence[SentenceDraft]) -> Masks:
        """Return the states where drafts test."""
        won, lost = (np.stack([self.tests(draft, outcome) for draft in drafts], axis=1) for outcome in Outcome)
        return Masks(won, lost)

    def rule_list(self, draft: SentenceDraft) -> RuleList:
        """Return a draft as a policy, with its rules in words."""
        return RuleList(tuple(self._rule(rule) for o in Outcome for rule in draft if rule.outcome is o))

    def _rule(self, rule: DraftRule) -> Rule:
        phrases = [self.phrases[number] for number in rule.phrases]
        when = " and ".join(f"({p.when})" if " or " in p.when and len(phrases) > 1 else p.when for p in phrases)
        return Rule.of_card(rule.outcome, rule.verdict, Condition(when), phrases_in_words(phrases))


@dataclass
class SentenceSearch:
    """The search for the best card of so many rules."""

    objective: CardObjective
    vocabulary: Vocabulary
    seed: int
    games: int = GAMES
    """fights of each set that are simulated for the log"""

    def grow(self, most: int) -> Iterator[SentenceDraft]:
        """Yield the best card found of 1, 2, 3 … `most` rules."""
        gains: Gains = self.objective.logged_gains(self.games, self.seed)
        draft: SentenceDraft = ()
        for _ in range(most):
            draft = self.add_rule(draft, gains)
            gains = self.gains(draft)
            yield draft

    def add_rule(self, draft: SentenceDraft, gains: Gains) -> SentenceDraft:
        """Return the draft with the best rule added, polished and reconsidered."""
        return self._reconsider(*self._polish(*self._best(self._insertions(draft, gains))))[0]

    def improve(self, draft: SentenceDraft) -> SentenceDraft:
        """Return a draft of as many rules, polished and reconsidered by this objective."""
        return self._reconsider(*self._polish(draft, float(self.score([draft])[0])))[0]

    def score(self, drafts: Sequence[SentenceDraft]) -> Floats:
        """Return the objective loss of each draft + `LOOK` × its looks. Drafts that test alike are evaluated once."""
        vocabulary = self.vocabulary
        looks = [sum(int(vocabulary.looks[n]) for rule in draft for n in rule.phrases) for draft in drafts]
        keys = [self._key(draft) for draft in drafts]
        new = {key: draft for key, draft in zip(keys, drafts, strict=True) if key not in self._losses}
        for first in range(0, len(new), POLICIES_AT_ONCE):
            batch = list(new)[first : first + POLICIES_AT_ONCE]
            losses = self.objective.losses(vocabulary.masks([new[key] for key in batch]))
            self._losses.update(zip(batch, losses.tolist(), strict=True))
        return (np.array([self._losses[key] for key in keys]) + LOOK * np.array(looks)).round(4)

    def _key(self, draft: SentenceDraft) -> bytes:
        """Return a digest of where a draft tests: what it is taken of would take a hundred megabytes for all drafts."""
        return sha256(np.packbits([self.vocabulary.tests(draft, outcome) for outcome in Outcome]).tobytes()).digest()

    @cached_property
    def _losses(self) -> dict[bytes, float]:
        """Cache: objective losses, by the keys of drafts."""
        return {}

    @cached_property
    def gains(self) -> Callable[[SentenceDraft], Gains]:
        """The function from a draft to the first-order gains while it is played; remembers the last ones."""
        return lru_cache(maxsize=8)(lambda draft: self.objective.first_order_gains(self.vocabulary.masks([draft])))

    def _best(self, drafts: Sequence[SentenceDraft]) -> tuple[SentenceDraft, float]:
        """Return the draft with the lowest score, and its score."""
        scores = self.score(drafts)
        return drafts[int(scores.argmin())], float(scores.min())

    @cached_property
    def _futile_pairs(self) -> dict[Outcome, Bools]:
        """By outcome and two phrases: whether both hold together anywhere where a test changes nothing."""
        futile = {}
        for outcome in Outcome:
            features = self.vocabulary.features[~self.objective.luck_matters[outcome]].astype(np.float32)
            futile[outcome] = self.vocabulary.pair_sums(features) > 0
        return futile

    def _insertions(self, draft: SentenceDraft, gains: Gains, count: int = INSERTIONS) -> list[SentenceDraft]:
        """Return the drafts with one rule inserted that gain most to first order."""
        single_looks = LOOK * self.vocabulary.looks
        looks = single_looks[:, None] + single_looks
        np.fill_diagonal(looks, single_looks)
        # Each pair of phrases stands twice in a matrix: leave out the half below the diagonal.
        duplicates = np.tri(len(single_looks), k=-1, dtype=bool)
        candidates: list[tuple[float, int, DraftRule]] = []
        for outcome in Outcome:
            indices = [i for i, rule in enumerate(draft) if rule.outcome is outcome]
            for index, verdict in product(dict.fromkeys((*indices, len(draft))), (Verdict.TEST, Verdict.KEEP)):
                weight = self._weight(draft, index, outcome, verdict, gains[outcome])
                heaviest, units, unit = self._heaviest(weight)
                features = self.vocabulary.features[heaviest].astype(np.float64)
                gain = unit * self.vocabulary.pair_sums(features, units) - looks
                gain[duplicates if verdict is Verdict.KEEP else duplicates | self._futile_pairs[outcome]] = -np.inf
                for cell in largest(gain.ravel(), count).tolist():
                    a, b = divmod(cell, len(single_looks))
                    rule = DraftRule(outcome, verdict, (a,) if a == b else (a, b))
                    candidates.append((-float(gain[a, b]), index, rule))
        candidates.sort()
        return list(dict.fromkeys((*draft[:i], rule, *draft[i:]) for _, i, rule in candidates))[:count]

    def _weight(self, draft: SentenceDraft, index: int, outcome: Outcome, verdict: Verdict, gains: Floats) -> Floats:
        """Return what each decision gains from a rule inserted at this index.

        It is 0 for decisions that an earlier rule makes, and for those that the rule would not change.
        """
        free = ~self.vocabulary.tests(tuple(rule._replace(verdict=Verdict.TEST) for rule in draft[:index]), outcome)
        changed = self.vocabulary.tests(draft[index:], outcome) != (verdict is Verdict.TEST)
        return np.where(free & changed, gains if verdict is Verdict.TEST else -gains, 0)

    def _heaviest(self, weight: Floats) -> tuple[Ints, Floats, float]:
        """Return the decisions with the largest weights, positive or negative, their whole multiples, and the unit."""
        decisions = np.flatnonzero(weight)
        heaviest = decisions[largest(np.abs(weight[decisions]), HEAVIEST)]
        units, unit = in_whole_units(weight[heaviest], EXACT_BITS)
        return heaviest, units.astype(np.float64), unit

    def _polish(self, draft: SentenceDraft, score: float, tries: int = 40) -> tuple[SentenceDraft, float]:
        """Change one rule after the other in a condition, its verdict or its place, until no change helps."""
        unchanged = number = 0
        while unchanged < len(draft) and tries:
            changed, changed_score = self._best([draft, *self._changes(draft, number)])
            unchanged += 1
            if changed_score < score - WORTHWHILE:
                draft, score, unchanged = changed, changed_score, 0
            number = (number + 1) % len(draft)
            tries -= 1
        return draft, score

    def _changes(self, draft: SentenceDraft, number: int, count: int = 8) -> Iterator[SentenceDraft]:
        """Yield the drafts with one rule changed a little, the most promising ways."""
        rule, rest = draft[number], draft[:number] + draft[number + 1 :]
        weight = self._weight(rest, number, rule.outcome, rule.verdict, self.gains(draft)[rule.outcome])
        heaviest, units, unit = self._heaviest(weight)
        features = self.vocabulary.features[heaviest].astype(np.float64)
        bases = [(), *(rule.phrases[:i] + rule.phrases[i + 1 :] for i in range(len(rule.phrases)))]
        if len(rule.phrases) < CONDITIONS:
            bases.append(rule.phrases)
        rules = [rule._replace(verdict=Verdict(1 - rule.verdict))]
        for phrases in dict.fromkeys(bases):
            held = self.vocabulary.holds[list(phrases)][:, heaviest].all(axis=0)
            gain = unit * ((units * held) @ features @ self.vocabulary.implied)
            best = largest(gain - LOOK * self.vocabulary.looks, count).tolist()
            rules += [rule._replace(phrases=tuple(sorted({*phrases, phrase}))) for phrase in best]
            rules += [rule._replace(phrases=phrases)] if phrases else []
        allowed = [changed for changed in dict.fromkeys(rules) if not self._tests_in_vain(changed)]
        yield from ((*draft[:number], changed, *draft[number + 1 :]) for changed in allowed)
        yield from ((*rest[:index], rule, *rest[index:]) for index in range(len(draft)) if index != number)

    def _tests_in_vain(self, rule: DraftRule) -> bool:
        """Return whether a rule tests anywhere where a test changes nothing."""
        return rule.verdict is Verdict.TEST and bool(
            self._futile_pairs[rule.outcome][rule.phrases[0], rule.phrases[-1]]
        )

    def _reconsider(self, draft: SentenceDraft, score: float, near: float = 0.1) -> tuple[SentenceDraft, float]:
        """Leave out each rule in turn and insert the best other one; polish it if it is `near` as good."""
        for number in range(len(draft)):
            rest = draft[:number] + draft[number + 1 :]
            other, other_score = self._best(self._insertions(rest, self.gains(rest)))
            if other_score < score + near:
                other, other_score = self._polish(other, other_score, tries=2 * len(draft))
                if other_score < score - WORTHWHILE:
                    draft, score = other, other_score
        return draft, score


def largest(values: Floats, count: int) -> Ints:
    """Return the indices of the largest values, the largest first; of equals the first."""
    if count < len(values):
        indices = np.flatnonzero(values >= np.partition(values, -count)[-count])
    else:
        indices = np.arange(len(values))
    return indices[np.argsort(-values[indices], kind="stable")[:count]]
