"""The author's decision tree, grown again from our own solution.

The revision of the paper has trees in place of the nine strategies. Its programs (the public repository
`StochasticBiology/fighting-fantasy-analysis`, `rtree.R` and `optimal-strategies.c`) grow one by R's `rpart` on the best
policy: every skill gap, LUCK 0 to 12, staminas 1 to 24, classed by whether to test after a won round, a lost one, both
or neither, where a test is worth 10⁻¹⁰ of the win chance. The method is classification by Gini impurity, pruned by
cost and complexity at cp = 0.0065, with rpart's smallest nodes. Counts are whole numbers, impurities fractions, so
the tree is the same everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.game.rules import Outcome, Verdict
from atlas.game.solver import Solution
from atlas.policies.conditions import GAP, NAMES, Bools, Condition, Ints, Where
from atlas.policies.policy import CardPolicy, Rule
from atlas.wording import signed

COMPLEXITY = Fraction(65, 10_000)
LEAST_SPLIT, LEAST_LEAF = 20, 7
WORTHWHILE = 1e-10
WORDS = ("the SKILL gap", "your LUCK", "your STAMINA", "the foe’s STAMINA")
"""for `NAMES`"""
Path = tuple[tuple[int, int, bool], ...]
"""from the root: the score asked for, the cut, and whether it is below"""


@dataclass(frozen=True)
class Node:
    """A question, or an answer where it has no branches."""

    advice: int
    """1 to test after a won round, plus 2 to test after a lost one: what most fights here want"""
    score: int = 0
    """which of `NAMES` is asked for"""
    cut: int = 0
    branches: "tuple[Node, Node] | None" = None
    """where the score is below the cut, and where it is not"""

    def paths(self, path: Path = ()) -> Iterator[tuple[Path, int]]:
        """To every answer."""
        if self.branches is None:
            yield path, self.advice
            return
        for branch, below in zip(self.branches, (True, False), strict=True):
            yield from branch.paths((*path, (self.score, self.cut, below)))


@dataclass(frozen=True)
class TreePolicy(CardPolicy):
    """A tree, as a policy."""

    root: Node

    def as_rules(self) -> Sequence[Rule]:
        bits = {Outcome.WON: 1, Outcome.LOST: 2}
        return tuple(_rule(o, path) for o in Outcome for path, advice in self.root.paths() if advice & bits[o])

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        bit = 1 if outcome is Outcome.WON else 2
        return (self._at_answers(where, [advice for _, advice in self.root.paths()]) & bit).astype(bool)

    def looks(self, outcome: Outcome, where: Where) -> Ints:
        """Every question is one; what hangs on the skill gap is known before the fight."""
        questions = [sum(NAMES[score] != GAP for score, _, _ in path) for path, _ in self.root.paths()]
        return self._at_answers(where, questions)

    def _at_answers(self, where: Where, numbers: Sequence[int]) -> Ints:
        """Return, of one number for each answer of the tree, that of the answer which each fight comes to."""
        result = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=np.int64)
        for (path, _), number in zip(self.root.paths(), numbers, strict=True):
            on_path = np.ones(result.shape, dtype=bool)
            for score, cut, below in path:
                on_path &= (np.asarray(where[score]) < cut) == below
            result[on_path] = number
        return result


def _rule(outcome: Outcome, path: Path) -> Rule:
    ranges: dict[int, tuple[int | None, int | None]] = {}
    for score, cut, below in path:
        low, high = ranges.get(score, (None, None))
        ranges[score] = (low, cut - 1) if below else (cut, high)
    parts, words = [], []
    for score, (low, high) in ranges.items():
        name = NAMES[score]
        in_words = signed if name == GAP else str
        if high is None:
            assert low is not None
            parts.append(f"{name} >= {low}")
            words.append(f"{WORDS[score]} is {in_words(low)} or more")
        elif low is None:
            parts.append(f"{name} <= {high}")
            words.append(f"{WORDS[score]} is {in_words(high)} or less")
        else:
            parts.append(f"{low} <= {name} <= {high}")
            words.append(f"{WORDS[score]} is {in_words(low)} to {in_words(high)}")
    text = f"You {outcome} the round: TEST if {' and '.join(words)}."
    return Rule(outcome, Verdict.TEST, Condition(" and ".join(parts)), text)


def author_tree(solutions: Mapping[int, Solution]) -> TreePolicy:
    """The tree for the best solutions of all skill gaps."""
    scores, advice = [], []
    for gap, solution in solutions.items():
        values = solution.values.floats()
        won, lost = (solution.stakes[o].floats() > WORTHWHILE * values for o in Outcome)
        advice.append((won + 2 * lost).ravel())
        luck, hero, foe = np.indices(values.shape)
        scores.append(np.stack([np.full(values.shape, gap), luck, hero + 1, foe + 1]).reshape(4, -1))
    return TreePolicy(_Growth(np.concatenate(scores, axis=1), np.concatenate(advice)).tree())


class _Growth:
    """A tree while it grows."""

    def __init__(self, scores: Ints, advice: Ints) -> None:
        self.scores, self.advice = scores, advice
        self.alpha = COMPLEXITY * self._risk(self._counts(np.arange(len(advice))))

    def tree(self) -> Node:
        return self._grown(np.arange(len(self.advice)))[0]

    def _counts(self, rows: Ints) -> Ints:
        return np.bincount(self.advice[rows], minlength=4)

    def _risk(self, counts: Ints) -> int:
        return int(counts.sum() - counts.max())

    def _grown(self, rows: Ints) -> tuple[Node, int, int]:
        """The node, the fights it advises wrongly, and its answers: cut back where branches gain too little."""
        counts = self._counts(rows)
        leaf, risk = Node(int(counts.argmax())), self._risk(counts)
        split = self._best_split(rows) if len(rows) >= LEAST_SPLIT and risk > self.alpha else None
        if split is None:
            return leaf, risk, 1
        score, cut = split
        below = self.scores[score, rows] < cut
        grown = [self._grown(rows[below]), self._grown(rows[~below])]
        wrong, answers = sum(g[1] for g in grown), sum(g[2] for g in grown)
        if risk <= wrong + self.alpha * (answers - 1):
            return leaf, risk, 1
        return Node(leaf.advice, score, cut, (grown[0][0], grown[1][0])), wrong, answers

    def _best_split(self, rows: Ints) -> tuple[int, int] | None:
        """The question that leaves least impurity; of equals the first."""
        best: tuple[Fraction, int, int] | None = None
        for score in range(len(NAMES)):
            values = self.scores[score, rows]
            first = int(values.min())
            table = np.bincount((values - first) * 4 + self.advice[rows], minlength=4).astype(np.int64)
            table = np.pad(table, (0, -len(table) % 4)).reshape(-1, 4).cumsum(axis=0)
            for place, left in enumerate(table[:-1].tolist()):
                right = [a - b for a, b in zip(table[-1].tolist(), left, strict=True)]
                if min(sum(left), sum(right)) < LEAST_LEAF:
                    continue
                pure = Fraction(sum(n * n for n in left), sum(left)) + Fraction(sum(n * n for n in right), sum(right))
                if best is None or pure > best[0]:
                    best = (pure, score, first + place + 1)
        return best and best[1:]
