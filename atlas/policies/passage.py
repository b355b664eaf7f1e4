"""The order in which `evaluate` computes the states of a board: diagonal by diagonal.

A diagonal is the set of all states with the same sum of hero stamina and foe stamina. With the sum 4 these are, hero
first, 1/3, 2/2 and 3/1, each with every luck. Every hit lowers the sum, whoever takes it: a plain hit of the books
leads from the sum 4 to the sum 2. So the values of a diagonal need only those of diagonals with smaller sums, and all
its states are computed together, from the smallest sum to the largest. (Where a hit may take no stamina, a test leads
to less luck on the same diagonal: then each diagonal is computed luck by luck, the lowest first.)

A diagonal is stored in rows: one for each hero stamina and luck, with a column for each skill gap. A layer is a
diagonal with rows added at both ends for fights that are over; the first is for a hero stamina below 0, as far below
as the hardest hit can lead. With these rows the results of a hit are always one block of rows of another layer.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from atlas.game.rules import Outcome, Rules
from atlas.policies.conditions import Bools


class Diagonal(NamedTuple):
    """All states with the same sum of staminas."""

    total: int
    """hero stamina + foe stamina"""
    lowest: int
    """the lowest hero stamina on it"""
    highest: int
    """the highest hero stamina on it"""
    rows: slice
    """its rows among those of all diagonals"""


class DiagonalPass(NamedTuple):
    """The rows that are computed in one step: whole diagonals, or only their rows of one luck."""

    rows: slice
    """the rows of this pass, as a slice of the rows of one diagonal or of all"""
    idle: Sequence[slice]
    """the rows of this pass where luck is too low for a test"""
    starts: Sequence[int]
    """by diagonal: the index of its first row among all rows of this pass; at the end, the number of these rows"""
    lucks: int
    """the number of rows for each hero stamina"""
    after: Mapping[Outcome, Sequence[Sequence[tuple[int, slice]]]]
    """by outcome and diagonal: where a plain, a lucky and an unlucky hit lead, as the sum of another diagonal and rows
    of its layer

    A test also moves by the luck it costs, as many rows up. Where luck is too low for that, these are rows of another
    hero stamina: `idle` tells which results to ignore.
    """

    def spans(self, wanted: Bools) -> list[tuple[int, int]]:
        """Return, by diagonal, the rows from the first to the last hero stamina with any row wanted, as begin and end.

        `wanted` has a value for each row of all diagonals.
        """
        wanted_rows = np.append(np.flatnonzero(wanted[self.rows]) // self.lucks * self.lucks, self.starts[-1])
        starts = np.array(self.starts)
        ends = np.searchsorted(wanted_rows, starts)
        begin, end = wanted_rows[ends[:-1]] - starts[:-1], wanted_rows[ends[1:] - 1] - starts[:-1] + self.lucks
        any_wanted = ends[:-1] < ends[1:]
        return list(zip((begin * any_wanted).tolist(), (end * any_wanted).tolist(), strict=True))


class Passage:
    """All diagonals in the order of computation, and where hits lead; the same for all skill gaps and policies."""

    def __init__(self, rules: Rules, foes: int) -> None:
        self.rules, self.foes, side, self.lucks = rules, foes, rules.max_stamina, len(rules.lucks)
        hardest = {outcome: max(rules.damage(outcome).hits) for outcome in Outcome}
        # How many hero staminas below 0 a layer has, and how far back the layers are still needed.
        self.pad, self.deepest = hardest[Outcome.LOST], max(hardest.values())
        self.diagonals: list[Diagonal] = []
        end = 0
        for total in range(2, side + foes + 1):
            lowest, highest = max(1, total - foes), min(side, total - 1)
            start, end = end, end + (highest - lowest + 1) * self.lucks
            self.diagonals.append(Diagonal(total, lowest, highest, slice(start, end)))
        # By diagonal: the rows of its layer that are states, and how many of these are fights that go on. The others
        # come after them: there the foe has so little stamina that it yields.
        self.inside = [
            slice(*((hero + self.pad) * self.lucks for hero in (diagonal.lowest, diagonal.highest + 1)))
            for diagonal in self.diagonals
        ]
        self.fought = [
            max(0, min(diagonal.highest, diagonal.total - 1 - rules.foe_yields_at) + 1 - diagonal.lowest) * self.lucks
            for diagonal in self.diagonals
        ]
        # By sum of staminas: the rows of a layer that are fights which are over, and the source of their worth.
        self.ends = {total: self._ends(total) for total in range(2 - self.deepest, side + foes + 1)}
        # By row of all diagonals: whether luck is high enough for a test.
        self.able = np.tile([rules.can_test(luck) for luck in rules.lucks], end // self.lucks)
        # A hit that takes no stamina leads to less luck on the same diagonal, which must be computed before.
        self.waits = {outcome: 0 in rules.damage(outcome).hits for outcome in Outcome}
        self.whole = self._pass(None)
        self.steps = [self._pass(luck) for luck in rules.lucks] if any(self.waits.values()) else [self.whole]

    def _ends(self, total: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
        """Return the rows of a layer where the hero has fallen, and those where the foe has; each with its source.

        The source of the first is a list of worths by the foe's stamina, the largest first, that of the second one by
        the hero's; both have a row for each luck.
        """
        side, yields_at = self.rules.max_stamina, self.rules.foe_yields_at
        lowest, highest = max(-self.pad, total - self.foes), min(0, total - 1)
        least = max(total - yields_at, 1)
        most = min(least + max(self.deepest, yields_at), side + 1) - 1
        return (
            (self._rows(lowest, highest, self.pad), self._rows(lowest, highest, self.foes - total)),
            (self._rows(least, most, self.pad), self._rows(least, most, -1)),
        )

    def _rows(self, lowest: int, highest: int, before: int) -> slice:
        """Return the rows of some hero staminas, where `before` staminas stand before 0; none if there are none."""
        return slice((lowest + before) * self.lucks, max(lowest, highest + 1) * self.lucks + before * self.lucks)

    def _pass(self, luck: int | None) -> DiagonalPass:
        """Return the pass over the rows of one luck, or over all rows for None."""
        rules = self.rules
        first, stride, lucks = (0, 1, rules.lucks) if luck is None else (luck, self.lucks, range(luck, luck + 1))
        after = {}
        for outcome in Outcome:
            hits, costs = rules.damage(outcome).hits, (0, rules.luck_cost, rules.luck_cost)
            moves = [hit * (outcome is Outcome.LOST) * self.lucks + cost for hit, cost in zip(hits, costs, strict=True)]
            after[outcome] = [
                [
                    (diagonal.total - hit, slice(inside.start + first - move, inside.stop - move, stride))
                    for hit, move in zip(hits, moves, strict=True)
                ]
                for diagonal, inside in zip(self.diagonals, self.inside, strict=True)
            ]
        return DiagonalPass(
            rows=slice(first, None, stride),
            idle=[slice(n - first, None, len(lucks)) for n in lucks if not rules.can_test(n)],
            starts=[0, *(diagonal.rows.stop // stride for diagonal in self.diagonals)],
            lucks=len(lucks),
            after=after,
        )


@lru_cache(maxsize=16)
def passage_of(rules: Rules, foes: int) -> Passage:
    """Return the passage for foes of up to this stamina."""
    return Passage(rules, foes)
