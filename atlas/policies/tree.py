"""The decision tree of the paper's author, grown again from our own solution.

The revision of the paper has decision trees in place of the nine strategies. Its programs (the public repository
`StochasticBiology/fighting-fantasy-analysis`, `rtree.R` and `optimal-strategies.c`) grow one with R's `rpart` from the
best policy. The samples are all states: every skill gap, LUCK 0 to 12, staminas 1 to 24. Their class says whether to
test after a won round, a lost one, both or neither; a test counts if it adds more than 10⁻¹⁰ of the win chance. The
method is classification by Gini impurity with cost-complexity pruning at cp = 0.0065 and rpart's smallest nodes.
Counts are whole numbers and impurities fractions, so every machine grows the same tree.
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
"""rpart's cp: the errors that a further leaf must avoid, as a share of those of a tree without questions"""
LEAST_SPLIT, LEAST_LEAF = 20, 7
"""the fewest states of a node that is split, and of a leaf"""
LEAST_STAKE = 1e-10
"""the smallest gain of a test that counts, as a share of the win chance"""
WORDS = ("the SKILL gap", "your LUCK", "your STAMINA", "the foe’s STAMINA")
"""`NAMES` in English"""
Path = tuple[tuple[int, int, bool], ...]
"""the questions from the root to a leaf: index of the score in `NAMES`, cut, and whether the score is below the cut"""


@dataclass(frozen=True)
class Node:
    """A node of the tree: a question, or a leaf if it has no branches."""

    advice: int
    """the most frequent class of its states: 1 to test after a won round, plus 2 to test after a lost one"""
    score: int = 0
    """index in `NAMES` of the score that the question compares with the cut"""
    cut: int = 0
    branches: "tuple[Node, Node] | None" = None
    """the nodes for a score below the cut, and for all others"""

    def paths(self, path: Path = ()) -> Iterator[tuple[Path, int]]:
        """Yield the path to each leaf, and its advice."""
        if self.branches is None:
            yield path, self.advice
            return
        for branch, below in zip(self.branches, (True, False), strict=True):
            yield from branch.paths((*path, (self.score, self.cut, below)))


@dataclass(frozen=True)
class TreePolicy(CardPolicy):
    """A policy that follows a decision tree."""

    root: Node

    def as_rules(self) -> Sequence[Rule]:
        bits = {Outcome.WON: 1, Outcome.LOST: 2}
        return tuple(_rule(o, path) for o in Outcome for path, advice in self.root.paths() if advice & bits[o])

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        bit = 1 if outcome is Outcome.WON else 2
        return (self._by_leaf(where, [advice for _, advice in self.root.paths()]) & bit).astype(bool)

    def looks(self, outcome: Outcome, where: Where) -> Ints:
        """Count the questions up to the leaf, except those about the skill gap: they are answered before the fight."""
        questions = [sum(NAMES[score] != GAP for score, _, _ in path) for path, _ in self.root.paths()]
        return self._by_leaf(where, questions)

    def _by_leaf(self, where: Where, leaf_numbers: Sequence[int]) -> Ints:
        """Return the number of the leaf that each state belongs to, given one number for each leaf."""
        result = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=np.int64)
        for (path, _), number in zip(self.root.paths(), leaf_numbers, strict=True):
            on_path = np.ones(result.shape, dtype=bool)
            for score, cut, below in path:
                on_path &= (np.asarray(where[score]) < cut) == below
            result[on_path] = number
        return result


def _rule(outcome: Outcome, path: Path) -> Rule:
    """Return the rule to test in the states of a leaf."""
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
    return Rule.of_card(outcome, Verdict.TEST, Condition(" and ".join(parts)), " and ".join(words))


def author_tree(solutions: Mapping[int, Solution]) -> TreePolicy:
    """Grow the tree from the best solutions, by skill gap."""
    scores, advice = [], []
    for gap, solution in solutions.items():
        values = solution.values.floats()
        won, lost = (solution.stakes[o].floats() > LEAST_STAKE * values for o in Outcome)
        advice.append((won + 2 * lost).ravel())
        luck, hero, foe = np.indices(values.shape)
        scores.append(np.stack([np.full(values.shape, gap), luck, hero + 1, foe + 1]).reshape(4, -1))
    return TreePolicy(_TreeGrower(np.concatenate(scores, axis=1), np.concatenate(advice)).tree())


class _TreeGrower:
    """Grows a tree. `samples` below are indices into the columns of `scores` and into `advice`."""

    def __init__(self, scores: Ints, advice: Ints) -> None:
        self.scores, self.advice = scores, advice
        self.alpha = COMPLEXITY * self._errors(self._class_counts(np.arange(len(advice))))

    def tree(self) -> Node:
        return self._grow(np.arange(len(self.advice)))[0]

    def _class_counts(self, samples: Ints) -> Ints:
        return np.bincount(self.advice[samples], minlength=4)

    def _errors(self, class_counts: Ints) -> int:
        """Return how many samples a single leaf would advise wrongly."""
        return int(class_counts.sum() - class_counts.max())

    def _grow(self, samples: Ints) -> tuple[Node, int, int]:
        """Return the node for the samples, how many it advises wrongly, and its number of leaves."""
        class_counts = self._class_counts(samples)
        leaf, leaf_errors = Node(int(class_counts.argmax())), self._errors(class_counts)
        split = self._best_split(samples) if len(samples) >= LEAST_SPLIT and leaf_errors > self.alpha else None
        if split is None:
            return leaf, leaf_errors, 1
        score, cut = split
        below = self.scores[score, samples] < cut
        low, low_errors, low_leaves = self._grow(samples[below])
        high, high_errors, high_leaves = self._grow(samples[~below])
        errors, leaves = low_errors + high_errors, low_leaves + high_leaves
        # Prune: a leaf costs alpha errors, so branches must save more than that.
        if leaf_errors <= errors + self.alpha * (leaves - 1):
            return leaf, leaf_errors, 1
        return Node(leaf.advice, score, cut, (low, high)), errors, leaves

    def _best_split(self, samples: Ints) -> tuple[int, int] | None:
        """Return the score and the cut that leave the least impurity; the first of equals."""
        best: tuple[Fraction, int, int] | None = None
        for score in range(len(NAMES)):
            values = self.scores[score, samples]
            least = int(values.min())
            # By value of the score: how many samples of each class have this value or less.
            table = np.bincount((values - least) * 4 + self.advice[samples], minlength=4).astype(np.int64)
            table = np.pad(table, (0, -len(table) % 4)).reshape(-1, 4).cumsum(axis=0)
            for index, low in enumerate(table[:-1].tolist()):
                high = [total - count for total, count in zip(table[-1].tolist(), low, strict=True)]
                if min(sum(low), sum(high)) < LEAST_LEAF:
                    continue
                purity = Fraction(sum(n * n for n in low), sum(low)) + Fraction(sum(n * n for n in high), sum(high))
                if best is None or purity > best[0]:
                    best = (purity, score, least + index + 1)
        return best and best[1:]
