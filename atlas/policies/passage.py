"""The way through all states of a board, diagonal by diagonal: what comes after what, whatever the policies.

A diagonal has the states with the same hero stamina + foe stamina, in rows; a layer is a diagonal with the ends of
fights around it, from as many hero staminas below 0 as the hardest hit takes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from atlas.game.rules import Outcome, Rules
from atlas.policies.conditions import Bools


class Diagonal(NamedTuple):
    """The states with one sum of staminas: their hero staminas, and their rows in the flat order.

    A row has the states of one hero stamina, foe stamina and luck, by skill gap.
    """

    total: int
    lowest: int
    highest: int
    rows: slice


class DiagonalPass(NamedTuple):
    """Rows that are passed together: all of a diagonal, or those of one luck where they wait for those of less."""

    rows: slice
    idle: Sequence[slice]
    """those of them that cannot be tested"""
    starts: Sequence[int]
    """by diagonal: the place of its first row among all that are such, and at the end how many there are"""
    lucks: int
    """how many rows there are of each hero stamina"""
    after: Mapping[Outcome, Sequence[Sequence[tuple[int, slice]]]]
    """by diagonal: what a plain, a lucky and an unlucky hit lead to: another diagonal, and its rows

    After a test luck is less by a row or more: where luck is out, the rows are those of other states.
    """

    def spans(self, asked: Bools) -> list[tuple[int, int]]:
        """By diagonal: from which to which hero staminas any of some rows are, told by rows."""
        places = np.append(np.flatnonzero(asked[self.rows]) // self.lucks * self.lucks, self.starts[-1])
        starts = np.array(self.starts)
        ends = np.searchsorted(places, starts)
        first, last = places[ends[:-1]] - starts[:-1], places[ends[1:] - 1] - starts[:-1] + self.lucks
        some = ends[:-1] < ends[1:]
        return list(zip((first * some).tolist(), (last * some).tolist(), strict=True))


class Passage:
    """The way through a board, diagonal by diagonal, whatever its skill gaps and the policies."""

    def __init__(self, rules: Rules, foes: int) -> None:
        self.rules, side, self.lucks = rules, rules.max_stamina, len(rules.lucks)
        hardest = {outcome: max(rules.damage(outcome).hits) for outcome in Outcome}
        self.pad, self.deepest = hardest[Outcome.LOST], max(hardest.values())
        self.diagonals: list[Diagonal] = []
        end = 0
        for total in range(2, side + foes + 1):
            lowest, highest = max(1, total - foes), min(side, total - 1)
            start, end = end, end + (highest - lowest + 1) * self.lucks
            self.diagonals.append(Diagonal(total, lowest, highest, slice(start, end)))
        # By diagonal: the rows of its layer that are states, and how many of these are fights: a foe that yields
        # stands to the right of them.
        self.inside = [
            slice(*((hero + self.pad) * self.lucks for hero in (here.lowest, here.highest + 1)))
            for here in self.diagonals
        ]
        self.fought = [
            max(0, min(here.highest, here.total - 1 - rules.foe_yields_at) + 1 - here.lowest) * self.lucks
            for here in self.diagonals
        ]
        self.able = np.tile([rules.can_test(luck) for luck in rules.lucks], end // self.lucks)
        # A hit that takes none leads to less luck on the same diagonal: then the lowest luck is passed first.
        self.waits = {outcome: 0 in rules.damage(outcome).hits for outcome in Outcome}
        self.whole = self._step(None)
        self.steps = [self._step(luck) for luck in rules.lucks] if any(self.waits.values()) else [self.whole]

    def _step(self, luck: int | None) -> DiagonalPass:
        """All rows, or those of one luck."""
        rules = self.rules
        first, apart, lucks = (0, 1, rules.lucks) if luck is None else (luck, self.lucks, range(luck, luck + 1))
        after = {}
        for outcome in Outcome:
            hits, costs = rules.damage(outcome).hits, (0, rules.luck_cost, rules.luck_cost)
            moves = [hit * (outcome is Outcome.LOST) * self.lucks + cost for hit, cost in zip(hits, costs, strict=True)]
            after[outcome] = [
                [
                    (here.total - hit, slice(at.start + first - move, at.stop - move, apart))
                    for hit, move in zip(hits, moves, strict=True)
                ]
                for here, at in zip(self.diagonals, self.inside, strict=True)
            ]
        return DiagonalPass(
            rows=slice(first, None, apart),
            idle=[slice(n - first, None, len(lucks)) for n in lucks if not rules.can_test(n)],
            starts=[0, *(here.rows.stop // apart for here in self.diagonals)],
            lucks=len(lucks),
            after=after,
        )


@lru_cache(maxsize=16)
def passage_of(rules: Rules, foes: int) -> Passage:
    return Passage(rules, foes)
