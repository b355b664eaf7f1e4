"""How the squares of a grid are cut: bands of skill gaps, rows and columns of staminas, where that gives away least.

In come gains, as a log or an evaluation has them (`Ground`); out come `Layout`s. Neighbours are cut by dynamic
programming, the foe's staminas go to whichever row suits them. Gains are whole numbers (`goal.whole`), so sums of them
come out alike in any order, and of equals the first is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product

import numpy as np

from atlas.cards.goal import CardObjective, Wholes, decided, in_whole_units
from atlas.cards.grid import Group
from atlas.game.rules import Outcome
from atlas.policies.conditions import Ints
from atlas.policies.evaluate import Floats
from atlas.policies.fightsets import FIGHT_LUCK, FIGHT_STAMINA

SINGLE_STAMINAS = 16
"""foes with more STAMINA (2 in 100) share a row"""
NEVER = FIGHT_LUCK + 1
"""the level that means never to test"""

Edges = tuple[int, ...]
"""where a row of neighbours is cut: before the first, between some, after the last"""


@dataclass(frozen=True)
class Shape:
    """How large a grid may be."""

    bands: int
    columns: int
    """of all bands together"""
    rows: int
    most_columns: int
    """of one band"""


@dataclass(frozen=True)
class Layout:
    """How the squares of one outcome are cut. Places of skill gaps and staminas count from 0."""

    bands: Edges
    columns: tuple[Edges, ...]
    """by band"""
    rows: tuple[tuple[Group, ...], ...]
    """by band"""


Levels = tuple[Ints, ...]
"""by band: the lowest luck to test at, by row and column"""


class Ground:
    """What testing gains after one outcome, summed up so that any rectangle is a few subtractions away."""

    def __init__(self, goal: CardObjective, outcome: Outcome, advantage: Floats) -> None:
        gains, self.unit = in_whole_units(np.where(goal.open[outcome], advantage, 0.0))
        by_luck = np.moveaxis(goal.board.cube(gains), 1, 3)
        self.levels = np.zeros((*by_luck.shape[:3], NEVER + 1), dtype=np.int64)
        self.levels[..., :NEVER] = by_luck[..., ::-1].cumsum(axis=3)[..., ::-1]
        self.first = decided(goal.rules)[Outcome.LOST] if outcome is Outcome.LOST else 0
        foes = decided(goal.rules)[Outcome.WON] if outcome is Outcome.WON else 0
        singles = [(n,) for n in range(foes, SINGLE_STAMINAS)]
        self.foes: tuple[Group, ...] = (*singles, tuple(range(SINGLE_STAMINAS, FIGHT_STAMINA)))
        self._bands: dict[tuple[int, int, tuple[Group, ...]], Wholes] = {}
        self._columns: dict[tuple[int, int, tuple[Group, ...], int], list[tuple[int, Edges]]] = {}

    @cached_property
    def sums(self) -> Wholes:
        """By edges between skill gaps and between hero staminas, foe stamina and level: all before."""
        before = np.pad(self.levels, ((1, 0), (1, 0), (0, 0), (0, 0)))
        return before.cumsum(axis=0).cumsum(axis=1)

    def band(self, low: int, high: int, rows: tuple[Group, ...]) -> Wholes:
        """Of one band, by edges between hero staminas, row and level: all before."""
        if (low, high, rows) not in self._bands:
            band = self.sums[high] - self.sums[low]
            self._bands[low, high, rows] = np.stack([band[:, list(row)].sum(axis=1) for row in rows], axis=1)
        return self._bands[low, high, rows]

    def columns(self, low: int, high: int, rows: tuple[Group, ...], most: int) -> list[tuple[int, Edges]]:
        """The best ways to cut a band into 1, 2, 3 … columns."""
        if (low, high, rows, most) not in self._columns:
            self._columns[low, high, rows, most] = cuts(self.band(low, high, rows), most, self.first)
        return self._columns[low, high, rows, most]

    def squares(self, layout: Layout) -> list[Wholes]:
        """By band: what testing from each level up gains, by row, column and level."""
        found = []
        for number, (low, high) in enumerate(pairwise(layout.bands)):
            band = self.band(low, high, layout.rows[number])
            found.append(np.diff(band[list(layout.columns[number])], axis=0).swapaxes(0, 1))
        return found

    def worth(self, layout: Layout, levels: Levels) -> int:
        """What a layout gains with these numbers."""
        pairs = zip(self.squares(layout), levels, strict=True)
        return sum(int(np.take_along_axis(square, level[..., None], axis=2).sum()) for square, level in pairs)

    def fit(self, layout: Layout) -> tuple[int, Levels]:
        """What a layout gains with the numbers that suit it, and those numbers: of equals the highest."""
        squares = self.squares(layout)
        worth = sum(int(square.max(axis=2).sum()) for square in squares)
        return worth, tuple(NEVER - square[..., ::-1].argmax(axis=2) for square in squares)


def grounds_of(goal: CardObjective, advantage: Mapping[Outcome, Floats]) -> dict[Outcome, Ground]:
    return {outcome: Ground(goal, outcome, advantage[outcome]) for outcome in Outcome}


def cuts(before: Wholes, most: int, first: int = 0) -> list[tuple[int, Edges]]:
    """The best ways to cut neighbours into 1, 2, 3 … groups, each with what it gains.

    `before` is by edge, then any axes, then level: a group gains, on each of the other axes, its best level.
    """
    edges = np.arange(first, len(before))
    sums = np.ascontiguousarray(before[first:].reshape(len(edges), -1, before.shape[-1]).T)
    gains = (sums[:, :, None] - sums[..., None]).max(axis=0).sum(axis=0)
    gains[np.tril_indices(len(edges))] = np.iinfo(np.int64).min // 4
    best = gains[0]
    came: list[Ints] = []
    found: list[tuple[int, Edges]] = [(int(best[-1]), (first, int(edges[-1])))]
    for _ in range(2, most + 1):
        through = best[:, None] + gains
        came.append(through.argmax(axis=0))
        best = through.max(axis=0)
        path = [len(edges) - 1]
        for step in reversed(came):
            path.append(int(step[path[-1]]))
        found.append((int(best[-1]), (first, *(int(edges[place]) for place in reversed(path)))))
    return found


def cut(ground: Ground, shape: Shape) -> Layout:
    """Bands, columns and rows in turn, each as suits the others best, until nothing changes."""
    layout = cut_bands(ground, shape, ground.foes)[0]
    layout = replace(layout, rows=(_joined(ground, layout, shape.rows),) * shape.bands)
    worth = -1
    while ground.fit(layout)[0] > worth:
        worth = ground.fit(layout)[0]
        layout = replace(layout, rows=(_moved(ground, layout, layout.rows[0]),) * shape.bands)
        layout = cut_bands(ground, shape, layout.rows[0])[0]
    return layout


def cut_bands(ground: Ground, shape: Shape, rows: tuple[Group, ...]) -> list[Layout]:
    """For all bands that there could be the best columns; the best bands first."""
    gaps = len(ground.sums) - 1
    edges = [(0, *inner, gaps) for inner in combinations(range(1, gaps), shape.bands - 1)]
    ways = {
        band: ground.columns(*band, rows, shape.most_columns)
        for band in sorted({band for bands in edges for band in pairwise(bands)})
    }
    numbers = product(range(shape.most_columns), repeat=shape.bands)
    counts = np.array([some for some in numbers if sum(some) == shape.columns - shape.bands][::-1])
    found = []
    for bands in edges:
        options = [ways[band] for band in pairwise(bands)]
        gains = np.array([[gain for gain, _ in way] for way in options])
        worths = gains[np.arange(shape.bands), counts].sum(axis=1)
        best = counts[worths.argmax()].tolist()
        columns = tuple(way[n][1] for way, n in zip(options, best, strict=True))
        found.append((-int(worths.max()), Layout(bands, columns, (rows,) * shape.bands)))
    return [layout for _, layout in sorted(found, key=lambda pair: pair[0])]


def _by_column(ground: Ground, layout: Layout, groups: Sequence[Group]) -> list[Wholes]:
    """For each group of foes what testing from each level up gains, by column of any band."""
    squares = ground.squares(replace(layout, rows=(tuple(groups),) * len(layout.columns)))
    return list(np.concatenate(squares, axis=1))


def _best(worth: Wholes) -> int:
    return int(worth.max(axis=1).sum())


def _joined(ground: Ground, layout: Layout, count: int) -> tuple[Group, ...]:
    """Rows joined, the two that give away least each time, until so many are left."""
    rows = dict(zip(ground.foes, _by_column(ground, layout, ground.foes), strict=True))
    while len(rows) > count:
        _, a, b = min(
            (_best(rows[a]) + _best(rows[b]) - _best(rows[a] + rows[b]), a, b) for a in rows for b in rows if a < b
        )
        rows[tuple(sorted(a + b))] = rows.pop(a) + rows.pop(b)
    return tuple(sorted(rows))


def _moved(ground: Ground, layout: Layout, rows: tuple[Group, ...]) -> tuple[Group, ...]:
    """Staminas moved from row to row, one at a time, as long as that gains."""
    single = dict(zip(ground.foes, _by_column(ground, layout, ground.foes), strict=True))
    worth = {row: np.sum([single[foe] for foe in ground.foes if set(foe) <= set(row)], axis=0) for row in rows}
    groups = list(rows)
    changed = len(groups) > 1
    while changed:
        changed = False
        for foe in ground.foes:
            here = next(n for n, row in enumerate(groups) if set(foe) <= set(row))
            if len(groups[here]) == len(foe):
                continue
            left = worth[groups[here]] - single[foe]
            stay = _best(worth[groups[here]]) - _best(left)
            gains = [
                (_best(w + single[foe]) - _best(w) if n != here else stay, -n) for n, w in enumerate(worth.values())
            ]
            gain, there = max(gains)
            if gain > stay:
                parts = [worth[row] for row in groups]
                parts[here], parts[-there] = left, parts[-there] + single[foe]
                groups[here] = tuple(n for n in groups[here] if n not in foe)
                groups[-there] = tuple(sorted(groups[-there] + foe))
                worth, changed = dict(zip(groups, parts, strict=True)), True
    return tuple(sorted(groups))
