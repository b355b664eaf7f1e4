"""The sentence card: a short list of rules that a person can follow, searched for.

For rules of two conditions a and b the first-order gain of `goal` is Σ a·b·weight: one matrix product scores every
pair of phrases. Weights in it are whole numbers, and so few that floats add them exactly: a greedy search would make
other cards of other last digits.

    grow       add the rule that gains most: on a log of simulated best play at first, then under the card's own
               play; judge the most promising ones by playing them
    polish     swap, add or drop single conditions, rules' order and verdicts while that helps
    reconsider leave each rule out in turn and look for a better one in its place

Everything is judged by `Search.score`: what the card gives away, how badly it can fail in one fight, and how many
things there are to look at. No rule may test where luck changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from re import sub
from typing import NamedTuple

import numpy as np

from atlas.cards.goal import TOGETHER, CardObjective, in_whole_units
from atlas.cards.phrases import Phrase, phrases_in_words
from atlas.game.rules import Outcome, Verdict
from atlas.policies.conditions import NAMES, Bools, Condition, Ints
from atlas.policies.evaluate import Board, Floats, Masks
from atlas.policies.policy import Rule, RuleList

WORTHWHILE = 1e-2
"""what an improvement must come to, in hundredths of what luck can give"""
LOOK = 0.02
"""what a look counts: enough to choose the plainer of two conditions that do nearly as well"""
CONDITIONS = 2
"""most conditions a rule may have"""
HEAVIEST = 4000
"""decisions that are weighed to first order"""
INSERTIONS = 32
"""rules that are played, of all that could be put in"""
EXACT_BITS = 52
"""a float holds every whole number of so many"""
GAMES = 30_000
NEARLY = 0.5
"""cards that give away so much more in single fights may still be better on adventures"""


class Line(NamedTuple):
    """A rule while it is searched for: its conditions are numbers in the `Library`."""

    outcome: Outcome
    verdict: Verdict
    phrases: tuple[int, ...]


SentenceDraft = tuple[Line, ...]


class Library:
    """The vocabulary on a board: where each phrase holds. Phrases that say the same are kept once."""

    def __init__(self, board: Board, phrases: Iterable[Phrase]) -> None:
        self.board = board
        known: dict[bytes, tuple[Phrase, Bools]] = {}
        for phrase in phrases:
            held = board.told(Condition(phrase.when).holds)
            if held.any() and not held.all():
                known.setdefault(np.packbits(held).tobytes(), (phrase, held))
        self.phrases = [phrase for phrase, _ in known.values()]
        self.holds = np.array([held for _, held in known.values()])
        self.traits, self.told = self._told_apart()
        self.looks = np.array([phrase.looks for phrase in self.phrases])
        self.applies = lru_cache(maxsize=512)(self._applies)
        self._tested = lru_cache(maxsize=64)(self._tested_by)

    def _told_apart(self) -> tuple[Bools, Floats]:
        """By state and trait: what it has; by trait and phrase: whether it tells that the phrase holds.

        A trait is a value of a score, of which a state has one, or what a phrase says of more than one score: far
        fewer than there are phrases.
        """
        named = [[name for name in NAMES if name in phrase.when] for phrase in self.phrases]
        traits, told = [], []
        for name, values in zip(NAMES, self.board.where, strict=True):
            known, first = np.unique(values, return_index=True)
            traits += [values == value for value in known]
            told.append(self.holds[:, first].T & [names == [name] for names in named])
        others = [number for number, names in enumerate(named) if len(names) > 1]
        told.append(np.eye(len(named), dtype=bool)[others])
        return np.stack([*traits, *self.holds[others]], axis=1), np.concatenate(told).astype(np.float64)

    def _applies(self, phrases: tuple[int, ...]) -> Bools:
        """Where all of these phrases hold."""
        everywhere: Bools = np.logical_and.reduce(self.holds[list(phrases)])
        return everywhere

    def moved(self, phrase: int, step: int) -> int | None:
        """The phrase that says the same with another number, so many places on; None where there is none."""
        form = sub(r"\d+", "#", self.phrases[phrase].when)
        alike = [n for n, other in enumerate(self.phrases) if sub(r"\d+", "#", other.when) == form]
        place = alike.index(phrase) + step
        return alike[place] if 0 <= place < len(alike) else None

    def tests(self, draft: SentenceDraft, outcome: Outcome) -> Bools:
        """Where a draft tests."""
        return self._tested(tuple(line for line in draft if line.outcome is outcome))

    def _tested_by(self, lines: SentenceDraft) -> Bools:
        tested = np.zeros(self.board.size, dtype=bool)
        for line in reversed(lines):
            applies = self.applies(line.phrases)
            tested = tested | applies if line.verdict is Verdict.TEST else tested & ~applies
        return tested

    def masks(self, drafts: Sequence[SentenceDraft]) -> Masks:
        """Where drafts test."""
        won, lost = (np.stack([self.tests(draft, outcome) for draft in drafts], axis=1) for outcome in Outcome)
        return Masks(won, lost)

    def rule_list(self, draft: SentenceDraft) -> RuleList:
        return RuleList(tuple(self._rule(line) for o in Outcome for line in draft if line.outcome is o))

    def _rule(self, line: Line) -> Rule:
        phrases = [self.phrases[number] for number in line.phrases]
        when = " and ".join(f"({p.when})" if " or " in p.when and len(phrases) > 1 else p.when for p in phrases)
        verdict = "TEST" if line.verdict is Verdict.TEST else "KEEP your LUCK"
        text = f"You {line.outcome} the round: {verdict} if {phrases_in_words(phrases)}."
        return Rule(line.outcome, line.verdict, Condition(when), text)


@dataclass
class Search:
    """The search for the best card of a size."""

    goal: CardObjective
    library: Library
    seed: int
    games: int = GAMES
    """fights of each set that are simulated for the log"""

    def grow(self, most: int) -> Iterator[SentenceDraft]:
        """The best card found of 1, 2, 3 … rules."""
        advantage: Mapping[Outcome, Floats] = self.goal.logged_advantage(self.games, self.seed)
        draft: SentenceDraft = ()
        for _ in range(most):
            draft = self.one_more(draft, advantage)
            advantage = self.advantage(draft)
            yield draft

    def one_more(self, draft: SentenceDraft, advantage: Mapping[Outcome, Floats]) -> SentenceDraft:
        """With another rule, and those before it reconsidered."""
        return self._reconsider(*self._polish(*self._best(self._insertions(draft, advantage))))[0]

    def settle(self, draft: SentenceDraft) -> SentenceDraft:
        """Numbers moved by one or two, one after the other, as long as fights and adventures together gain."""
        (blame,) = self._blames([draft], self.score([draft]).tolist())
        while True:
            moved, scores = self._moved_numbers(draft)
            blames = self._blames(moved, scores)
            lowest = min(blames)
            if lowest > blame - WORTHWHILE:
                return draft
            draft, blame = moved[blames.index(lowest)], lowest

    def _blames(self, drafts: Sequence[SentenceDraft], scores: Sequence[float]) -> list[float]:
        """What cards give away in fights and adventures together."""
        new = [draft for draft in drafts if draft not in self._travelled]
        blames = self.goal.adventure_blames([self.library.rule_list(draft) for draft in new])
        self._travelled.update(zip(new, blames, strict=True))
        return [score + self._travelled[draft] for draft, score in zip(drafts, scores, strict=True)]

    @cached_property
    def _travelled(self) -> dict[SentenceDraft, float]:
        """What cards give away on adventures, as far as it has been asked for."""
        return {}

    def _moved_numbers(self, draft: SentenceDraft) -> tuple[list[SentenceDraft], list[float]]:
        """The card with one number changed, where that gives away little in single fights, and its score there."""
        found = []
        for number, line in enumerate(draft):
            for phrase, step in product(line.phrases, (-2, -1, 1, 2)):
                other = self.library.moved(phrase, step)
                if other is not None and other not in line.phrases:
                    phrases = tuple(sorted({*line.phrases, other} - {phrase}))
                    changed = line._replace(phrases=phrases)
                    if not self._tests_in_vain(changed):
                        found.append((*draft[:number], changed, *draft[number + 1 :]))
        scores = self.score(found).tolist()
        near = [number for number, score in enumerate(scores) if score < min(scores) + NEARLY]
        return [found[number] for number in near], [scores[number] for number in near]

    def score(self, drafts: Sequence[SentenceDraft]) -> Floats:
        """What drafts give away and how much there is to look at; many test alike, which is played once."""
        looks = [sum(int(self.library.looks[n]) for line in draft for n in line.phrases) for draft in drafts]
        alike = [np.packbits([self.library.tests(draft, outcome) for outcome in Outcome]).tobytes() for draft in drafts]
        new = {key: draft for key, draft in zip(alike, drafts, strict=True) if key not in self._played}
        for some in (list(new)[n : n + TOGETHER] for n in range(0, len(new), TOGETHER)):
            blames = self.goal.blame(self.library.masks([new[key] for key in some]))
            self._played.update(zip(some, blames.tolist(), strict=True))
        return (np.array([self._played[key] for key in alike]) + LOOK * np.array(looks)).round(4)

    @cached_property
    def _played(self) -> dict[bytes, float]:
        """What drafts give away, told by where they test."""
        return {}

    @cached_property
    def advantage(self) -> Callable[[SentenceDraft], Mapping[Outcome, Floats]]:
        """What testing at each decision would gain, a draft being played; the last ones are often asked for again."""
        return lru_cache(maxsize=8)(lambda draft: self.goal.advantage(self.library.masks([draft])))

    def _best(self, drafts: Sequence[SentenceDraft]) -> tuple[SentenceDraft, float]:
        scores = self.score(drafts)
        return drafts[int(scores.argmin())], float(scores.min())

    @cached_property
    def _futile(self) -> dict[Outcome, Bools]:
        """Pairs of phrases that hold together somewhere where a test changes nothing."""
        found = {}
        for outcome in Outcome:
            has = self.library.traits[~self.goal.open[outcome]].astype(np.float32)
            found[outcome] = self.library.told.T @ (has.T @ has) @ self.library.told > 0
        return found

    def _insertions(
        self, draft: SentenceDraft, advantage: Mapping[Outcome, Floats], count: int = INSERTIONS
    ) -> list[SentenceDraft]:
        """The insertions of one rule that gain most to first order."""
        one = LOOK * self.library.looks
        looks = one[:, None] + one
        np.fill_diagonal(looks, one)
        twice = np.tri(len(one), k=-1, dtype=bool)
        found: list[tuple[float, int, Line]] = []
        for outcome in Outcome:
            places = [i for i, line in enumerate(draft) if line.outcome is outcome]
            for place in dict.fromkeys((*places, len(draft))):
                for verdict in (Verdict.TEST, Verdict.KEEP):
                    weight = self._weight(draft, place, outcome, verdict, advantage[outcome])
                    heavy, units, unit = self._weighed(weight)
                    has = self.library.traits[heavy].astype(np.float64)
                    gain = unit * (self.library.told.T @ ((has * units[:, None]).T @ has) @ self.library.told) - looks
                    gain[twice if verdict is Verdict.KEEP else twice | self._futile[outcome]] = -np.inf
                    for cell in largest(gain.ravel(), count).tolist():
                        a, b = divmod(cell, len(one))
                        found.append((-float(gain[a, b]), place, Line(outcome, verdict, (a,) if a == b else (a, b))))
        found.sort()
        return list(dict.fromkeys((*draft[:i], line, *draft[i:]) for _, i, line in found))[:count]

    def _weight(
        self, draft: SentenceDraft, place: int, outcome: Outcome, verdict: Verdict, advantage: Floats
    ) -> Floats:
        """What each decision gains from a rule at this place: those that no earlier rule takes and that it turns."""
        free = ~self.library.tests(tuple(line._replace(verdict=Verdict.TEST) for line in draft[:place]), outcome)
        turned = self.library.tests(draft[place:], outcome) != (verdict is Verdict.TEST)
        return np.where(free & turned, advantage if verdict is Verdict.TEST else -advantage, 0)

    def _weighed(self, weight: Floats) -> tuple[Ints, Floats, float]:
        """The decisions that weigh most, either way, and their whole weights of a unit."""
        cells = np.flatnonzero(weight)
        heavy = cells[largest(np.abs(weight[cells]), HEAVIEST)]
        units, unit = in_whole_units(weight[heavy], EXACT_BITS)
        return heavy, units.astype(np.float64), unit

    def _polish(self, draft: SentenceDraft, score: float, tries: int = 40) -> tuple[SentenceDraft, float]:
        """Change one condition, verdict or place of one rule after the other, until none can be bettered."""
        unchanged = number = 0
        while unchanged < len(draft) and tries:
            changed, found = self._best([draft, *self._changes(draft, number)])
            unchanged += 1
            if found < score - WORTHWHILE:
                draft, score, unchanged = changed, found, 0
            number = (number + 1) % len(draft)
            tries -= 1
        return draft, score

    def _changes(self, draft: SentenceDraft, number: int, count: int = 8) -> Iterator[SentenceDraft]:
        """The card with one rule changed a little, the most promising ways."""
        line, rest = draft[number], draft[:number] + draft[number + 1 :]
        advantage = self.advantage(draft)[line.outcome]
        weight = self._weight(rest, number, line.outcome, line.verdict, advantage)
        heavy, units, unit = self._weighed(weight)
        has = self.library.traits[heavy].astype(np.float64)
        kept = [(), *(line.phrases[:i] + line.phrases[i + 1 :] for i in range(len(line.phrases)))]
        if len(line.phrases) < CONDITIONS:
            kept.append(line.phrases)
        lines = [line._replace(verdict=Verdict(1 - line.verdict))]
        for phrases in dict.fromkeys(kept):
            gain = unit * ((units * self.library.holds[list(phrases)][:, heavy].all(axis=0)) @ has @ self.library.told)
            best = largest(gain - LOOK * self.library.looks, count).tolist()
            lines += [line._replace(phrases=tuple(sorted({*phrases, phrase}))) for phrase in best]
            lines += [line._replace(phrases=phrases)] if phrases else []
        allowed = [changed for changed in dict.fromkeys(lines) if not self._tests_in_vain(changed)]
        yield from ((*draft[:number], changed, *draft[number + 1 :]) for changed in allowed)
        yield from ((*rest[:place], line, *rest[place:]) for place in range(len(draft)) if place != number)

    def _tests_in_vain(self, line: Line) -> bool:
        return line.verdict is Verdict.TEST and bool(self._futile[line.outcome][line.phrases[0], line.phrases[-1]])

    def _reconsider(self, draft: SentenceDraft, score: float, near: float = 0.1) -> tuple[SentenceDraft, float]:
        """Leave out each rule in turn and put the best other one in."""
        for number in range(len(draft)):
            rest = draft[:number] + draft[number + 1 :]
            other, found = self._best(self._insertions(rest, self.advantage(rest)))
            if found < score + near:
                other, found = self._polish(other, found, tries=2 * len(draft))
                if found < score - WORTHWHILE:
                    draft, score = other, found
        return draft, score


def largest(values: Floats, count: int) -> Ints:
    """Where the largest values are, the largest first; of equals the first."""
    if count < len(values):
        places = np.flatnonzero(values >= np.partition(values, -count)[-count])
    else:
        places = np.arange(len(values))
    return places[np.argsort(-values[places], kind="stable")[:count]]
