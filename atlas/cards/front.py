"""The front: what each further number on a card buys, against the effort of using it.

Effort is counted in looks, on average over the decisions that a new adventurer meets with that card in hand. A rule
takes a look for each score it names, and one more for a sum; rules are read in order until one fits. In a grid each
heading that is read on the way to the row and to the column is a look, and so is the number; in a tree each question
is one. What is worked out once before the fight (the band of skill gaps, "your number") is not counted.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from atlas.cards.catalogue import Card, as_json, card_entry
from atlas.cards.grid import Grid, GridPolicy
from atlas.game.dice import SKILL_GAPS, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.policies.conditions import NAMES, Ints, Where
from atlas.policies.evaluate import Board, Floats, total, visits
from atlas.policies.fightsets import FIGHT_STAMINA, FRESH, judging_rules
from atlas.policies.policy import ByStart, Policy, RuleList
from atlas.policies.tree import TreePolicy

GAP = "skill_gap"
"""stays the same in a fight: what it decides is worked out before"""


@dataclass(frozen=True)
class FrontPoint:
    """A card on the front."""

    card: Card
    squares: int
    """of a grid; 0 for rules"""
    looks: float


def front(rules: Rules, cards: Sequence[Card]) -> list[FrontPoint]:
    """All cards that a hand can use, those with the least effort first."""
    board = Board(judging_rules(rules), tuple(SKILL_GAPS))
    points = []
    for card in cards:
        if isinstance(card.policy, RuleList | GridPolicy | TreePolicy | ByStart):
            squares = sum(grid.squares for grid in card.grids.values())
            points.append(FrontPoint(card, squares, _mean_looks(board, card.policy)))
    return sorted(points, key=lambda point: (point.looks, point.card.id))


def front_json(points: Sequence[FrontPoint]) -> bytes:
    """`front.json`: by effort, what each card gets and loses, and its rules."""
    keys = ("captured_gain", "survival", "worst_loss", "luck_spent", "rules")
    return as_json(
        [
            {"id": p.card.id, "title": p.card.title, "squares": p.squares, "looks": p.looks}
            | {key: value for key, value in card_entry(p.card).items() if key in keys}
            for p in points
        ]
    )


def _mean_looks(board: Board, policy: RuleList | GridPolicy | TreePolicy | ByStart) -> float:
    starts = FRESH.shares(board)
    if not isinstance(policy, ByStart):
        looked, rounds = _looked(board, policy, starts)
    else:
        chosen = policy.choice(board.where)
        pairs = [_looked(board, choice, starts * (chosen == n)) for n, choice in enumerate(policy.choices)]
        looked, rounds = (sum(column) for column in zip(*pairs, strict=True))
    return round(looked / rounds, 6)


def _looked(board: Board, policy: RuleList | GridPolicy | TreePolicy, starts: Floats) -> tuple[float, float]:
    """How many looks are taken in how many rounds."""
    rounds = visits(board, starts, board.tests([policy]))
    chances = np.array([float(round_ways(gap).decisive().chance) for gap in SKILL_GAPS])
    win = chances[np.asarray(board.where.skill_gap) - SKILL_GAPS[0]]
    looks = win * looks_at(policy, Outcome.WON, board.where) + (1 - win) * looks_at(policy, Outcome.LOST, board.where)
    return float(total(rounds * looks)), float(total(rounds))


def looks_at(policy: Policy, outcome: Outcome, where: Where) -> Ints:
    """How many looks a decision takes."""
    if isinstance(policy, GridPolicy):
        return _grid_looks(policy.grids[outcome], where)
    if isinstance(policy, TreePolicy):
        return policy.questions(where)
    assert isinstance(policy, RuleList)
    looks = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=np.int64)
    for rule in reversed([rule for rule in policy.rules if rule.outcome is outcome]):
        looks = rule_looks(rule.when.text) + np.where(rule.when.holds(where), 0, looks)
    return looks


def rule_looks(when: str) -> int:
    """The scores that a condition names, and its sums; what hangs on the skill gap alone is known before the fight."""
    names, sums = set(), 0
    for node in ast.walk(ast.parse(when, mode="eval")):
        if isinstance(node, ast.Name) and node.id in NAMES:
            names.add(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            sums += GAP not in {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return len(names) + sums


def _grid_looks(grid: Grid, where: Where) -> Ints:
    """Headings down to the row and across to the column, and the number; one heading where luck changes nothing."""
    hit = where.foe_stamina if grid.outcome is Outcome.WON else where.hero_stamina
    edges = [block.band[0] for block in grid.blocks]
    looks = np.zeros(np.shape(where.luck), dtype=np.int64)
    for block, low, high in zip(grid.blocks, edges, [*edges[1:], SKILL_GAPS[-1] + 1], strict=True):
        rows, columns = (_headings(groups) for groups in (block.rows, block.columns))
        here = (
            rows[np.clip(where.foe_stamina, 1, FIGHT_STAMINA)] + columns[np.clip(where.hero_stamina, 1, FIGHT_STAMINA)]
        )
        looks = np.where((where.skill_gap >= low) & (where.skill_gap < high), here + 1, looks)
    return np.where(np.asarray(hit) <= grid.decided, 1, looks)


def _headings(groups: Sequence[Sequence[int]]) -> Ints:
    """By stamina, from 0: how many headings are read until the one that has it."""
    read = np.full(FIGHT_STAMINA + 1, len(groups))
    for number, group in enumerate(groups, 1):
        read[list(group)] = number
    return read
