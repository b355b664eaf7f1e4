"""How a grid is divided into squares: bands of skill gaps, and in each band rows and columns of staminas.

In come the gains of testing, from a log or an evaluation, summed up in a `GainTable`; out come `Layout`s that give away
least. Bands and columns are neighbours, cut by dynamic programming; rows may hold any staminas of the foe, which are
moved to the row that suits them best. Gains are whole numbers (`objective.in_whole_units`), so their sums are the same
in any order, and of equal layouts the first is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product

import numpy as np

from atlas.cards.grid import Group
from atlas.cards.objective import CardObjective, Gains, WholeNumbers, decided_up_to, in_whole_units
from atlas.game.rules import Outcome
from atlas.policies.conditions import Ints
from atlas.policies.evaluate import Floats
from atlas.policies.fightsets import FIGHT_LUCK, FIGHT_STAMINA

SINGLE_STAMINAS = 16
"""the staminas above this (2 foes in 100) always share a row"""
NEVER_LEVEL = FIGHT_LUCK + 1
"""the level that means never to test"""

Edges = tuple[int, ...]
"""where a sequence is cut into groups of neighbours: the index of the first of each group, and the length at the end"""
RowGroups = tuple[Group, ...]


@dataclass(frozen=True)
class GridShape:
    """The size of a grid."""

    bands: int
    columns: int
    """of all bands together"""
    rows: int
    most_columns: int
    """the most that one band may have"""


@dataclass(frozen=True)
class Layout:
    """How the squares of one outcome are cut. Skill gaps and staminas are indices from 0."""

    bands: Edges
    columns: tuple[Edges, ...]
    """by band"""
    rows: tuple[RowGroups, ...]
    """by band"""


Levels = tuple[Ints, ...]
"""by band, then row and column: the lowest luck to test at"""


class GainTable:
    """The gains of testing after one outcome, as prefix sums: any rectangle takes a few subtractions."""

    def __init__(self, outcome: Outcome, decided: int, gains: Floats) -> None:
        """Take gains by band element (a skill gap), luck, hero and foe stamina; no test up to `decided` gains."""
        whole_gains, self.unit = in_whole_units(gains)
        by_luck = np.moveaxis(whole_gains, 1, 3)
        # By band element, hero stamina, foe stamina and level: the gain of testing with that luck or more.
        self.levels = np.zeros((*by_luck.shape[:3], NEVER_LEVEL + 1), dtype=np.int64)
        self.levels[..., :NEVER_LEVEL] = by_luck[..., ::-1].cumsum(axis=3)[..., ::-1]
        self.first_hero = decided if outcome is Outcome.LOST else 0
        first_foe = decided if outcome is Outcome.WON else 0
        singles = [(n,) for n in range(first_foe, SINGLE_STAMINAS)]
        # The staminas of the foe that are moved between rows together.
        self.foes: RowGroups = (*singles, tuple(range(SINGLE_STAMINAS, FIGHT_STAMINA)))
        self._bands: dict[tuple[int, int, RowGroups], WholeNumbers] = {}
        self._columns: dict[tuple[int, int, RowGroups, int], list[tuple[int, Edges]]] = {}

    @cached_property
    def sums(self) -> WholeNumbers:
        """By edge of skill gaps, edge of hero staminas, foe stamina and level: the sum of gains before both edges."""
        before = np.pad(self.levels, ((1, 0), (1, 0), (0, 0), (0, 0)))
        return before.cumsum(axis=0).cumsum(axis=1)

    def band(self, low: int, high: int, rows: RowGroups) -> WholeNumbers:
        """Return the gains of one band for all hero staminas before an edge, by edge, row and level."""
        if (low, high, rows) not in self._bands:
            band = self.sums[high] - self.sums[low]
            self._bands[low, high, rows] = np.stack([band[:, list(row)].sum(axis=1) for row in rows], axis=1)
        return self._bands[low, high, rows]

    def columns(self, low: int, high: int, rows: RowGroups, most: int) -> list[tuple[int, Edges]]:
        """Return the best way to cut a band into 1, 2, 3 … `most` columns, each with its gain."""
        if (low, high, rows, most) not in self._columns:
            self._columns[low, high, rows, most] = best_cuts(self.band(low, high, rows), most, self.first_hero)
        return self._columns[low, high, rows, most]

    def squares(self, layout: Layout) -> list[WholeNumbers]:
        """Return, by band, the gain of testing from each level up, by row, column and level."""
        squares = []
        for number, (low, high) in enumerate(pairwise(layout.bands)):
            band = self.band(low, high, layout.rows[number])
            squares.append(np.diff(band[list(layout.columns[number])], axis=0).swapaxes(0, 1))
        return squares

    def gain(self, layout: Layout, levels: Levels) -> int:
        """Return the gain of a layout with these levels."""
        pairs = zip(self.squares(layout), levels, strict=True)
        return sum(int(np.take_along_axis(square, level[..., None], axis=2).sum()) for square, level in pairs)

    def fit(self, layout: Layout) -> tuple[int, Levels]:
        """Return the gain of a layout with its best levels, and these; of equal levels the highest."""
        squares = self.squares(layout)
        gain = sum(int(square.max(axis=2).sum()) for square in squares)
        return gain, tuple(NEVER_LEVEL - square[..., ::-1].argmax(axis=2) for square in squares)


def gain_tables(objective: CardObjective, gains: Gains) -> dict[Outcome, GainTable]:
    """Return the gains as tables, by outcome."""
    tables, decided = {}, decided_up_to(objective.rules)
    for outcome in Outcome:
        mattering = np.where(objective.luck_matters[outcome], gains[outcome], 0.0)
        tables[outcome] = GainTable(outcome, decided[outcome], objective.board.cube(mattering))
    return tables


def best_cuts(before: WholeNumbers, most: int, first: int = 0) -> list[tuple[int, Edges]]:
    """Return the best way to cut a sequence into 1, 2, 3 … `most` groups of neighbours, each with its gain.

    `before` has the gains of all that is before each edge: by edge, then any axes, then level. A group gains, for each
    index of the other axes, its best level. Dynamic programming: the best cut into n groups that ends at an edge is the
    best cut into n − 1 groups that ends at an earlier edge, and one more group.
    """
    edges = np.arange(first, len(before))
    sums = np.ascontiguousarray(before[first:].reshape(len(edges), -1, before.shape[-1]).T)
    gains = (sums[:, :, None] - sums[..., None]).max(axis=0).sum(axis=0)
    gains[np.tril_indices(len(edges))] = np.iinfo(np.int64).min // 4
    best = gains[0]
    last_group_starts: list[Ints] = []
    cuts: list[tuple[int, Edges]] = [(int(best[-1]), (first, int(edges[-1])))]
    for _ in range(2, most + 1):
        candidates = best[:, None] + gains
        last_group_starts.append(candidates.argmax(axis=0))
        best = candidates.max(axis=0)
        path = [len(edges) - 1]
        for starts in reversed(last_group_starts):
            path.append(int(starts[path[-1]]))
        cuts.append((int(best[-1]), (first, *(int(edges[index]) for index in reversed(path)))))
    return cuts


def best_layout(table: GainTable, shape: GridShape) -> Layout:
    """Improve bands and columns, then rows, each with the others as they are, until nothing changes."""
    layout = ranked_layouts(table, shape, table.foes)[0]
    layout = replace(layout, rows=(_merge_rows(table, layout, shape.rows),) * shape.bands)
    gain = -1
    while table.fit(layout)[0] > gain:
        gain = table.fit(layout)[0]
        layout = replace(layout, rows=(_move_staminas(table, layout, layout.rows[0]),) * shape.bands)
        layout = ranked_layouts(table, shape, layout.rows[0])[0]
    return layout


def ranked_layouts(table: GainTable, shape: GridShape, rows: RowGroups) -> list[Layout]:
    """Return a layout with the best columns for every way to cut the bands, those with the largest gain first."""
    gap_count = len(table.sums) - 1
    all_bands = [(0, *inner, gap_count) for inner in combinations(range(1, gap_count), shape.bands - 1)]
    cuts = {
        band: table.columns(*band, rows, shape.most_columns)
        for band in sorted({band for bands in all_bands for band in pairwise(bands)})
    }
    # All ways to share the columns out to the bands, as indices into `cuts`: 0 for one column.
    shares = product(range(shape.most_columns), repeat=shape.bands)
    counts = np.array([share for share in shares if sum(share) == shape.columns - shape.bands][::-1])
    ranked = []
    for bands in all_bands:
        band_cuts = [cuts[band] for band in pairwise(bands)]
        gains = np.array([[gain for gain, _ in cuts_of_band] for cuts_of_band in band_cuts])
        totals = gains[np.arange(shape.bands), counts].sum(axis=1)
        best = counts[totals.argmax()].tolist()
        columns = tuple(cuts_of_band[n][1] for cuts_of_band, n in zip(band_cuts, best, strict=True))
        ranked.append((-int(totals.max()), Layout(bands, columns, (rows,) * shape.bands)))
    return [layout for _, layout in sorted(ranked, key=lambda pair: pair[0])]


def _gains_by_column(table: GainTable, layout: Layout, groups: Sequence[Group]) -> list[WholeNumbers]:
    """Return, for each group of the foe's staminas, the gains by column of any band, and level."""
    squares = table.squares(replace(layout, rows=(tuple(groups),) * len(layout.columns)))
    return list(np.concatenate(squares, axis=1))


def _best_gain(gains: WholeNumbers) -> int:
    """Return the gain of a row with the best level in each column."""
    return int(gains.max(axis=1).sum())


def _merge_rows(table: GainTable, layout: Layout, count: int) -> RowGroups:
    """Merge rows until `count` are left, always the two that give away least."""
    rows = dict(zip(table.foes, _gains_by_column(table, layout, table.foes), strict=True))
    while len(rows) > count:
        _, a, b = min(
            (_best_gain(rows[a]) + _best_gain(rows[b]) - _best_gain(rows[a] + rows[b]), a, b)
            for a in rows
            for b in rows
            if a < b
        )
        rows[tuple(sorted(a + b))] = rows.pop(a) + rows.pop(b)
    return tuple(sorted(rows))


def _move_staminas(table: GainTable, layout: Layout, rows: RowGroups) -> RowGroups:
    """Move staminas from row to row, one at a time, as long as that gains."""
    foe_gains = dict(zip(table.foes, _gains_by_column(table, layout, table.foes), strict=True))
    row_gains = [np.sum([foe_gains[foe] for foe in table.foes if set(foe) <= set(row)], axis=0) for row in rows]
    groups = list(rows)
    changed = len(groups) > 1
    while changed:
        changed = False
        for foe in table.foes:
            old = next(n for n, row in enumerate(groups) if set(foe) <= set(row))
            if len(groups[old]) == len(foe):
                continue
            without = row_gains[old] - foe_gains[foe]
            stay = _best_gain(row_gains[old]) - _best_gain(without)
            gain, minus_new = max(
                (_best_gain(gains + foe_gains[foe]) - _best_gain(gains) if n != old else stay, -n)
                for n, gains in enumerate(row_gains)
            )
            new = -minus_new
            if gain > stay:
                row_gains[old], row_gains[new] = without, row_gains[new] + foe_gains[foe]
                groups[old] = tuple(n for n in groups[old] if n not in foe)
                groups[new] = tuple(sorted(groups[new] + foe))
                changed = True
    return tuple(sorted(groups))
