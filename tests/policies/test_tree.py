"""The author's tree, grown again: what it says, and that each step of its growth is the best there is."""

from fractions import Fraction

import numpy as np
import pytest

from atlas.game.rules import Outcome, Rules
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies.conditions import Where
from atlas.policies.policy import RuleList
from atlas.policies.tree import COMPLEXITY, TreePolicy, author_tree

RULES = Rules(max_stamina=12, max_luck=12)
GAPS = range(-4, 5)
WHERE = Where(*np.ix_(GAPS, range(13), range(1, 13), range(1, 13)))


@pytest.fixture(scope="module")
def advice() -> np.ndarray:
    """Class by skill gap, luck and staminas, worked out again."""
    worth = Worth.of_winning(RULES)
    classes = []
    for gap in GAPS:
        solution = solve(RULES, gap, worth)
        won, lost = (solution.stakes[o].floats() > 1e-10 * solution.values.floats() for o in Outcome)
        classes.append(won + 2 * lost)
    return np.stack(classes)


@pytest.fixture(scope="module")
def tree() -> TreePolicy:
    return author_tree({gap: solve(RULES, gap, Worth.of_winning(RULES)) for gap in GAPS})


def advice_of(tree: TreePolicy) -> np.ndarray:
    return tree.tests(Outcome.WON, WHERE) + 2 * tree.tests(Outcome.LOST, WHERE)


def test_every_answer_is_what_most_of_its_fights_want(tree: TreePolicy, advice: np.ndarray) -> None:
    covered = np.zeros(advice.shape, int)
    for path, answer in tree.root.paths():
        on_path = np.ones(advice.shape, bool)
        for score, cut, below in path:
            on_path &= (WHERE[score] < cut) == below
        counts = np.bincount(advice[on_path], minlength=4)
        assert counts[answer] == counts.max() and counts.sum() >= 7
        assert (advice_of(tree)[on_path] == answer).all()
        covered += on_path
    assert (covered == 1).all()


def test_it_is_worth_its_questions(tree: TreePolicy, advice: np.ndarray) -> None:
    """Cost and complexity: a question costs 0.65% of the fights that one answer for all gets wrong."""
    alone = advice.size - int(np.bincount(advice.ravel()).max())
    wrong, answers = int((advice_of(tree) != advice).sum()), len(list(tree.root.paths()))
    assert answers > 5 and wrong + COMPLEXITY * alone * (answers - 1) < alone


def test_the_first_question_leaves_least_impurity(tree: TreePolicy, advice: np.ndarray) -> None:
    def purity(score: int, cut: int) -> Fraction:
        below = np.broadcast_to(WHERE[score] < cut, advice.shape)
        parts = [np.bincount(advice[side], minlength=4).tolist() for side in (below, ~below)]
        return sum((Fraction(sum(n * n for n in part), sum(part)) for part in parts), Fraction(0))

    cuts = [(score, cut) for score in range(4) for cut in np.unique(WHERE[score])[1:].tolist()]
    assert purity(tree.root.score, tree.root.cut) == max(purity(*question) for question in cuts)


def test_its_rules_say_the_same(tree: TreePolicy) -> None:
    rules = RuleList(tuple(tree.as_rules()))
    for outcome in Outcome:
        assert np.array_equal(rules.tests(outcome, WHERE), tree.tests(outcome, WHERE))


def test_questions_on_the_skill_gap_are_not_counted(tree: TreePolicy) -> None:
    looks = tree.looks(Outcome.WON, WHERE)
    longest = max(sum(score != 0 for score, _, _ in path) for path, _ in tree.root.paths())
    assert looks.max() == longest and looks.min() >= 1
