"""Cards: short rule lists a person can follow, derived from simulated fights and refined under their own play.

A card gives away win chance where it decides otherwise than best play. To first order, putting a rule that
applies in a set of decisions X gains

    Σ over X of  (how often the decision is met) × (what testing is worth there, the card being played on)

and for rules of two conditions a and b that is Σ a·b·weight: one matrix product scores every pair of phrases.
Weights in it are whole numbers, and so few that floats add them exactly: a greedy search would make other
cards of other last digits.

    simulate   play the fights of the three sets with the card so far; log the decisions met
    grow       add the rule that the log values most; judge the most promising ones by playing them
    polish     swap, add or drop single conditions, rules' order and verdicts while that helps
    reconsider leave each rule out in turn and look for a better one in its place

Everything is judged by `Goal.score`: what the card gives away on average, how badly it can fail in one
fight, and how long its conditions take to check. A seed gives the same cards on every processor: floats
come from `evaluate`, and of equals the first is taken.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import frexp, fsum
from typing import NamedTuple

import numpy as np

from atlas.conditions import Bools, Condition, Ints
from atlas.dice import round_ways
from atlas.evaluate import Board, Floats, Masks, play, stakes, total, visits
from atlas.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS, FIGHT_STAMINA
from atlas.phrases import Phrase, in_words
from atlas.policies import Policy, Rule, RuleList, Solved
from atlas.rules import Outcome, Rules, Verdict, Worth
from atlas.simulate import Decisions, drawn_from, simulate
from atlas.solver import Solution, solve

CARD_LUCK = 12
"""the largest luck that occurs in the sets"""
TOGETHER = 32
"""cards played at once"""
WORTHWHILE = 1e-3
"""what an improvement of the score must come to"""
EXACT_BITS = 24
"""a float of 32 bits holds every whole number of so many"""


class Line(NamedTuple):
    """A rule while it is searched for: its conditions are numbers in the `Library`."""

    outcome: Outcome
    verdict: Verdict
    phrases: tuple[int, ...]


Draft = tuple[Line, ...]


class Library:
    """The vocabulary on a board: where each phrase holds. Phrases that say the same are kept once."""

    def __init__(self, board: Board, phrases: Iterable[Phrase]) -> None:
        self.board = board
        known: dict[bytes, tuple[Phrase, Bools]] = {}
        for phrase in phrases:
            held = Condition(phrase.when).holds(board.where)
            if held.any() and not held.all():
                known.setdefault(np.packbits(held).tobytes(), (phrase, held))
        self.phrases = [phrase for phrase, _ in known.values()]
        self.holds = np.array([held for _, held in known.values()])
        self.columns = np.ascontiguousarray(self.holds.T)
        self.effort = np.array([phrase.effort for phrase in self.phrases])

    @lru_cache(maxsize=512)  # noqa: B019 (a library lives as long as its search)
    def applies(self, phrases: tuple[int, ...]) -> Bools:
        """Where all of these phrases hold."""
        everywhere: Bools = np.logical_and.reduce(self.holds[list(phrases)])
        return everywhere

    def tests(self, draft: Draft, outcome: Outcome) -> Bools:
        """Where a draft tests."""
        tested = np.zeros(self.board.size, dtype=bool)
        for line in reversed(draft):
            if line.outcome is outcome:
                applies = self.applies(line.phrases)
                tested = tested | applies if line.verdict is Verdict.TEST else tested & ~applies
        return tested

    def masks(self, drafts: Sequence[Draft]) -> Masks:
        """Where drafts test; an outcome that all treat alike takes one column."""

        def columns(outcome: Outcome) -> Bools:
            lists = [tuple(line for line in draft if line.outcome is outcome) for draft in drafts]
            if len(set(lists)) == 1:
                lists = lists[:1]
            return np.ascontiguousarray(np.array([self.tests(lines, outcome) for lines in lists]).T)

        won, lost = (columns(outcome) for outcome in Outcome)
        if won.shape[1] == lost.shape[1] == 1 < len(drafts):
            won = np.repeat(won, len(drafts), axis=1)
        return Masks(won, lost)

    def effort_of(self, draft: Draft) -> float:
        return fsum(self.phrases[number].effort for line in draft for number in line.phrases)

    def rule_list(self, draft: Draft) -> RuleList:
        return RuleList(tuple(self._rule(line) for o in Outcome for line in draft if line.outcome is o))

    def _rule(self, line: Line) -> Rule:
        phrases = [self.phrases[number] for number in line.phrases]
        when = " and ".join(phrase.when for phrase in phrases)
        verdict = "test" if line.verdict is Verdict.TEST else "keep your luck"
        words = in_words(phrases, self.board.rules.max_stamina)
        text = f"{line.outcome.capitalize()} the round and {words}: {verdict}."
        return Rule(line.outcome, line.verdict, Condition(when), text)


@dataclass(frozen=True)
class Goal:
    """What makes a card good. Lower is better; the unit is a hundredth of what luck can give."""

    library: Library
    luck_price: Fraction = Fraction(1, 10**6)
    """win chance a luck point is worth; next to nothing, so that ties keep"""
    worst_weight: float = 0.03
    """what a point of worst loss above `slack` counts"""
    slack: float = 4.0
    effort_weight: float = 0.02

    @property
    def board(self) -> Board:
        return self.library.board

    @cached_property
    def worth(self) -> Worth:
        return Worth.of_winning_thriftily(self.board.rules, self.luck_price)

    @cached_property
    def best(self) -> Floats:
        """The most that every state can be worth."""
        flat: Floats = self.board.flat(np.stack([s.values.floats() for s in self._solutions.values()]))
        return flat

    @cached_property
    def _solutions(self) -> dict[int, Solution]:
        return {gap: solve(self.board.rules, gap, self.worth) for gap in self.board.skill_gaps}

    @cached_property
    def counts(self) -> tuple[float, ...]:
        """By set: what a win chance of 1 counts for, all that luck can give in the set being a third of a hundred."""
        never = play(self.board, self.library.masks([()]), self.worth)[:, 0]
        gains = [total(fights.shares(self.board) * (self.best - never)) for fights in FIGHT_SETS]
        return tuple(100 / len(gains) / float(gain) for gain in gains)

    @cached_property
    def starts(self) -> Floats:
        """By state: how often a fight begins there, times what win chance counts for in its set."""
        sets = [count * fights.shares(self.board) for count, fights in zip(self.counts, FIGHT_SETS, strict=True)]
        return total(np.stack(sets))

    @cached_property
    def judged(self) -> Floats:
        """1 where worst loss counts, 0 elsewhere."""
        return (EVERY.shares(self.board) > 0).astype(np.float32)

    @cached_property
    def _columns(self) -> tuple[Floats, ...]:
        """`best`, `starts` and `judged`, to meet the values of many policies."""
        return tuple(flat.astype(np.float32)[:, None] for flat in (self.best, self.starts, self.judged))

    def score(self, drafts: Sequence[Draft]) -> Floats:
        return np.concatenate([self._score(drafts[i : i + TOGETHER]) for i in range(0, len(drafts), TOGETHER)])

    def _score(self, drafts: Sequence[Draft]) -> Floats:
        effort = np.array([self.library.effort_of(draft) for draft in drafts])
        return self.blame(self.library.masks(drafts)) + self.effort_weight * effort

    def blame(self, masks: Masks) -> Floats:
        """What policies give away on average, and what their worst loss counts for."""
        best, starts, judged = self._columns
        lost = best - play(self.board, masks, self.worth, np.float32)
        given_away = total(starts * lost)
        worst = 100 * (judged * lost).max(axis=0)
        blame: Floats = given_away + self.worst_weight * np.maximum(worst - self.slack, 0)
        return blame

    def advantage(self, masks: Masks) -> dict[Outcome, Floats]:
        """What testing at each decision would gain, to first order, a policy being played.

        The states that are worst off count as starts too, as far as worst loss counts.
        """
        values = play(self.board, masks, self.worth)[:, 0]
        start = self.starts
        loss = self.judged * np.maximum(self.best - values, 0)
        if 100 * loss.max() > self.slack:
            peaks = loss / loss.max()
            for _ in range(5):
                peaks = peaks * peaks
            start = start + 100 * self.worst_weight * peaks / total(peaks)
        return self.weigh(visits(self.board, start, masks), stakes(self.board, values, self.worth))

    def weigh(self, rounds: Floats, stake: Mapping[Outcome, Floats]) -> dict[Outcome, Floats]:
        """Stakes times how often the decision is met, from decisive rounds fought in each state."""
        return {
            Outcome.WON: rounds * self._win * stake[Outcome.WON],
            Outcome.LOST: rounds * (1 - self._win) * stake[Outcome.LOST],
        }

    @cached_property
    def _win(self) -> Floats:
        chances = np.array([float(round_ways(gap).decisive().chance) for gap in self.board.skill_gaps])
        win: Floats = chances[np.asarray(self.board.where.skill_gap) - self.board.skill_gaps[0]]
        return win

    def logged_advantage(self, draft: Draft, games: int, seed: int) -> dict[Outcome, Floats]:
        """The same from fights that are simulated with a draft and logged."""
        values = play(self.board, self.library.masks([draft]), self.worth)[:, 0]
        return self._logged(self.library.rule_list(draft), values, games, seed)

    def logged_best_play(self, games: int, seed: int, least_gain: float = 0) -> dict[Outcome, Floats]:
        """The same from fights that are simulated with best play and logged."""
        plans = {gap: solution.plan for gap, solution in self._solutions.items()}
        return self._logged(Solved(self.board.rules, plans), self.best, games, seed, least_gain)

    def _logged(
        self, policy: Policy, values: Floats, games: int, seed: int, least_gain: float = 0
    ) -> dict[Outcome, Floats]:
        stake = stakes(self.board, values, self.worth)
        logged: dict[Outcome, Floats] = {outcome: np.zeros(self.board.size) for outcome in Outcome}
        for number, fights in enumerate(FIGHT_SETS):
            log = Decisions.none(self.board.rules, self.board.skill_gaps)
            simulate(
                self.board.rules,
                policy,
                drawn_from(fights),
                skill_gaps=self.board.skill_gaps,
                games=games,
                seed=seed + number,
                decisions=log,
            )
            weight = self.counts[number] / games
            for outcome in Outcome:
                logged[outcome] += weight * self.board.flat(log.met[outcome]) * (stake[outcome] - least_gain)
        return logged


@dataclass
class Search:
    """The search for the best card of a size."""

    goal: Goal
    conditions: int
    """most conditions a rule may have"""
    seed: int
    games: int = 30_000
    """fights of each set that are simulated for a log"""

    def grow(self, most: int) -> Iterator[Draft]:
        """The best card found of 1, 2, 3 … rules: the last with one more, or one made anew from the best-play log."""
        draft: Draft = ()
        for size in range(1, most + 1):
            log = self.goal.logged_advantage(draft, self.games, self.seed + 10 * size)
            grown = self._polish(*self._best(self._insertions(draft, log, TOGETHER)))
            induced = self._polish(*self._best([self._induce(size)]))
            draft, _ = self._reconsider(*min(grown, induced, key=lambda found: found[1]))
            yield draft

    def _induce(self, size: int) -> Draft:
        """A card from the log of best play alone: each time the rule that the log values most."""
        draft: Draft = ()
        for _ in range(size):
            draft = self._insertions(draft, self._best_play, 1)[0]
        return draft

    @cached_property
    def _best_play(self) -> dict[Outcome, Floats]:
        return self.goal.logged_best_play(self.games, self.seed)

    def _best(self, drafts: Sequence[Draft]) -> tuple[Draft, float]:
        scores = self.goal.score(drafts).round(4)
        return drafts[int(scores.argmin())], float(scores.min())

    def _insertions(self, draft: Draft, advantage: Mapping[Outcome, Floats], count: int) -> list[Draft]:
        """The insertions of one rule that gain most to first order."""
        library = self.goal.library
        one = self.goal.effort_weight * library.effort
        effort = one[:, None] + one
        np.fill_diagonal(effort, one)
        found: list[tuple[float, int, Line]] = []
        for outcome in Outcome:
            places = [i for i, line in enumerate(draft) if line.outcome is outcome]
            for place in dict.fromkeys((places[0] if places else len(draft), len(draft))):
                for verdict in (Verdict.TEST, Verdict.KEEP):
                    weight = self._weight(draft, place, outcome, verdict, advantage[outcome])
                    heavy = _heaviest(weight)
                    units, unit = whole(weight[heavy])
                    held = library.columns[heavy].astype(np.float32)
                    gain = unit * ((held * units[:, None]).T @ held) - effort
                    gain[np.tril_indices_from(gain, -1)] = -np.inf
                    for cell in largest(gain.ravel(), count).tolist():
                        a, b = divmod(cell, len(one))
                        phrases = (a,) if a == b else (a, b)
                        found.append((-float(gain[a, b]), place, Line(outcome, verdict, phrases)))
        found.sort()
        return list(dict.fromkeys((*draft[:i], line, *draft[i:]) for _, i, line in found))[:count]

    def _weight(self, draft: Draft, place: int, outcome: Outcome, verdict: Verdict, advantage: Floats) -> Floats:
        """What each decision gains from a rule at this place: those that no earlier rule takes and that it turns."""
        library = self.goal.library
        free = ~library.tests(tuple(line._replace(verdict=Verdict.TEST) for line in draft[:place]), outcome)
        turned = library.tests(draft[place:], outcome) != (verdict is Verdict.TEST)
        return np.where(free & turned, advantage if verdict is Verdict.TEST else -advantage, 0)

    def _polish(self, draft: Draft, score: float, tries: int = 40) -> tuple[Draft, float]:
        """Change one condition, verdict or place of one rule after the other, until none can be bettered."""
        unchanged = number = 0
        while unchanged < len(draft) and tries:
            changed, found = self._best(list(self._changes(draft, number)))
            unchanged += 1
            if found < score - WORTHWHILE:
                draft, score, unchanged = changed, found, 0
            number = (number + 1) % len(draft)
            tries -= 1
        return draft, score

    def _changes(self, draft: Draft, number: int, count: int = 8) -> Iterator[Draft]:
        """The card with one rule changed a little, the most promising ways."""
        line, rest = draft[number], draft[:number] + draft[number + 1 :]
        library = self.goal.library
        advantage = self.goal.advantage(library.masks([draft]))[line.outcome]
        weight = self._weight(rest, number, line.outcome, line.verdict, advantage)
        heavy = _heaviest(weight)
        units, unit = whole(weight[heavy])
        held = library.columns[heavy]
        columns = held.astype(np.float32)
        kept = [(), *(line.phrases[:i] + line.phrases[i + 1 :] for i in range(len(line.phrases)))]
        if len(line.phrases) < self.conditions:
            kept.append(line.phrases)
        lines = [line._replace(verdict=Verdict(1 - line.verdict))]
        for phrases in dict.fromkeys(kept):
            gain = unit * ((units * held[:, list(phrases)].all(axis=1)) @ columns)
            best = largest(gain - self.goal.effort_weight * library.effort, count).tolist()
            lines += [line._replace(phrases=tuple(sorted({*phrases, phrase}))) for phrase in best]
            lines += [line._replace(phrases=phrases)] if phrases else []
        yield from ((*draft[:number], changed, *draft[number + 1 :]) for changed in dict.fromkeys(lines))
        yield from ((*rest[:place], line, *rest[place:]) for place in range(len(draft)) if place != number)

    def _reconsider(self, draft: Draft, score: float, near: float = 0.1) -> tuple[Draft, float]:
        """Leave out each rule in turn and put the best other one in."""
        for number in range(len(draft)):
            rest = draft[:number] + draft[number + 1 :]
            advantage = self.goal.advantage(self.goal.library.masks([rest]))
            other, found = self._best(self._insertions(rest, advantage, TOGETHER))
            if found < score + near:
                other, found = self._polish(other, found, tries=2 * len(draft))
                if found < score - WORTHWHILE:
                    draft, score = other, found
        return draft, score


def _heaviest(weight: Floats, count: int = 4000) -> Ints:
    """The decisions that weigh most, either way."""
    cells = np.flatnonzero(weight)
    return cells[largest(np.abs(weight[cells]), count)]


def largest(values: Floats, count: int) -> Ints:
    """Where the largest values are, the largest first; of equals the first."""
    if count < len(values):
        places = np.flatnonzero(values >= np.partition(values, -count)[-count])
    else:
        places = np.arange(len(values))
    return places[np.argsort(-values[places], kind="stable")[:count]]


def whole(weights: Floats) -> tuple[Floats, float]:
    """Weights as whole numbers of a unit, in floats of 32 bits, and the unit.

    The unit is a power of two, large enough that the sizes of all of them together stay below 2²⁴, even
    if rounding adds a half to each. So floats add them, or some of them, exactly, in whatever order.
    """
    most = float(total(np.abs(weights))) if len(weights) else 0.0
    unit = 2.0 ** (frexp(most)[1] + 1 - EXACT_BITS)
    return np.rint(weights / unit).astype(np.float32), unit


def card_board(rules: Rules) -> Board:
    """The states that occur in the sets of fights."""
    return Board(replace(rules, max_stamina=FIGHT_STAMINA, max_luck=CARD_LUCK), FIGHT_GAPS)
