"""The front: how much a card gets for the effort of using it, as in a Pareto front.

Effort is the number of looks for a decision, averaged over the decisions of a new adventurer who plays by the card. A
rule takes a look for each score it names, and one more for a sum; rules are read in order until one applies. In a grid
each heading that is read up to the row and up to the column is a look, and so is the number; in a tree each question is
one. What is worked out once before the fight (the band of skill gaps) is not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from atlas.cards.catalogue import Card, as_json, card_entry
from atlas.game.dice import SKILL_GAPS, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.policies.evaluate import Board, Floats, total, visits
from atlas.policies.fightsets import FRESH, judging_rules
from atlas.policies.journeys import Yardstick
from atlas.policies.policy import CardPolicy, Policy


@dataclass(frozen=True)
class FrontPoint:
    """A card and the effort of using it."""

    card: Card
    squares: int
    """number of squares of a grid; 0 for rules"""
    looks: float
    """looks for an average decision"""
    journey_share: float
    """mean share over the journeys of what LUCK can give"""


def front(rules: Rules, cards: Sequence[Card], measure: Yardstick) -> list[FrontPoint]:
    """Return all cards that a person can use, those with the least effort first."""
    judged = judging_rules(rules)
    board = Board(judged, tuple(SKILL_GAPS))
    points = []
    for card in cards:
        if all(isinstance(choice, CardPolicy) for choice in card.policy.choices):
            squares = sum(grid.squares for grid in card.grids.values())
            shares = card.journey_shares or measure.shares_of(judged, card.policy)
            points.append(FrontPoint(card, squares, _mean_looks(board, card.policy), sum(shares) / len(shares)))
    return sorted(points, key=lambda point: (point.looks, point.card.id))


def front_json(points: Sequence[FrontPoint]) -> bytes:
    """Return `front.json`: the cards in order of effort, with what each gets and loses, and its rules."""
    keys = ("captured_gain", "survival", "worst_loss", "luck_spent", "rules")
    return as_json(
        [
            {"id": p.card.id, "title": p.card.title, "squares": p.squares, "looks": p.looks}
            | {"journey_share": p.journey_share}
            | {key: value for key, value in card_entry(p.card).items() if key in keys}
            for p in points
        ]
    )


def _mean_looks(board: Board, policy: Policy) -> float:
    """Return the looks for an average decision of a new adventurer."""
    starts, chosen = FRESH.shares(board), policy.choice(board.where)
    looks = rounds = 0.0
    for number, choice in enumerate(policy.choices):
        assert isinstance(choice, CardPolicy)
        decisions = visits(board, starts * (chosen == number), board.tests([choice]))
        looks += float(total(decisions * _looks_by_state(board, choice)))
        rounds += float(total(decisions))
    return round(looks / rounds, 6)


def _looks_by_state(board: Board, policy: CardPolicy) -> Floats:
    """Return the looks after a decisive round, averaged over both outcomes, by state."""
    chances = np.array([float(round_ways(gap).decisive().chance) for gap in SKILL_GAPS])
    win = chances[np.asarray(board.where.skill_gap) - SKILL_GAPS[0]]
    looks: Floats = win * policy.looks(Outcome.WON, board.where) + (1 - win) * policy.looks(Outcome.LOST, board.where)
    return looks
