"""Grids from fights: where to cut skill gaps and staminas, and which number belongs in each square.

    log        fights of all sets are simulated with the best thrifty play; what a test gains is written down
               for every decision met
    cut        skill gaps into bands and staminas into rows and columns, where that gives away least on the log:
               neighbours are cut by dynamic programming, the foe's staminas go to whichever row suits them
    improve    the grid is played: cuts are moved, then single numbers changed, as long as exact evaluation
               finds that it gives away less

Gains are whole numbers (`goal.whole`), so sums of them come out alike in any order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, pairwise, permutations, product
from math import fsum

import numpy as np

from atlas.cards.goal import BLAME_DECIMALS, Goal, Wholes, decided, whole
from atlas.cards.grid import NEVER_TEST, Block, Grid, GridPolicy, Group
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.conditions import Bools, Ints
from atlas.policies.evaluate import Floats, Masks
from atlas.policies.fightsets import FIGHT_LUCK, FIGHT_STAMINA

GAMES = 20_000
"""simulated for each set"""
SINGLE_STAMINAS = 16
"""foes with more STAMINA (2 in 100) share a row"""
QUICK_MOVES, STRIP_MOVES = 32, 64
"""changes that are played, of all that could be made: on a strip they are quickly played"""
FINALISTS, BAND_WAYS = 5, 6
"""layouts that are improved, and ways to cut bands for which strips are made, of those that are promising"""
WORTHWHILE = 2e-3
"""what a change must gain, in hundredths of what luck can give"""
NEVER = FIGHT_LUCK + 1
"""the level that means never to test"""

COLUMNS = 256
"""skill gaps, each with a grid of its own, that are played at once"""

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
class StripSize:
    """How many strips there are, and how large each may be."""

    bands: int
    singles: int
    """staminas of the foe that have a row each after a won round; the others share one"""
    columns: int
    lost_rows: int
    lost_columns: int


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
Change = tuple[Outcome, int, int, int, int]
"""outcome, band, row, column and another level"""


@dataclass(frozen=True)
class Draft:
    """A grid for each outcome, while it is made."""

    layouts: Mapping[Outcome, Layout]
    levels: Mapping[Outcome, Levels]

    def changed(self, outcome: Outcome, layout: Layout, levels: Levels) -> "Draft":
        return Draft({**self.layouts, outcome: layout}, {**self.levels, outcome: levels})

    def thresholds(self, outcome: Outcome) -> Ints:
        """By skill gap, hero stamina, foe stamina."""
        layout = self.layouts[outcome]
        found = np.full((layout.bands[-1], FIGHT_STAMINA, FIGHT_STAMINA), NEVER_TEST, dtype=np.int8)
        for number, (low, high) in enumerate(pairwise(layout.bands)):
            edges, rows, levels = layout.columns[number], layout.rows[number], self.levels[outcome][number]
            for (r, row), (c, (left, right)) in product(enumerate(rows), enumerate(pairwise(edges))):
                found[low:high, left:right, row] = levels[r, c]
        return found


class Ground:
    """What testing gains after one outcome, summed up so that any rectangle is a few subtractions away."""

    def __init__(self, goal: Goal, outcome: Outcome, advantage: Floats) -> None:
        gains, self.unit = whole(np.where(goal.open[outcome], advantage, 0.0))
        by_luck = np.moveaxis(goal.board.cube(gains), 1, 3)
        self.levels = np.zeros((*by_luck.shape[:3], NEVER + 1), dtype=np.int64)
        self.levels[..., :NEVER] = by_luck[..., ::-1].cumsum(axis=3)[..., ::-1]
        self.first = decided(goal.rules)[Outcome.LOST] if outcome is Outcome.LOST else 0
        foes = decided(goal.rules)[Outcome.WON] if outcome is Outcome.WON else 0
        singles = [(n,) for n in range(foes, SINGLE_STAMINAS)]
        self.foes: tuple[Group, ...] = (*singles, tuple(range(SINGLE_STAMINAS, FIGHT_STAMINA)))

    @cached_property
    def sums(self) -> Wholes:
        """By edges between skill gaps and between hero staminas, foe stamina and level: all before."""
        before = np.pad(self.levels, ((1, 0), (1, 0), (0, 0), (0, 0)))
        return before.cumsum(axis=0).cumsum(axis=1)

    def band(self, low: int, high: int, rows: Sequence[Group]) -> Wholes:
        """Of one band, by edges between hero staminas, row and level: all before."""
        band = self.sums[high] - self.sums[low]
        return np.stack([band[:, list(row)].sum(axis=1) for row in rows], axis=1)

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


def cuts(before: Wholes, most: int, first: int = 0) -> list[tuple[int, Edges]]:
    """The best ways to cut neighbours into 1, 2, 3 … groups, each with what it gains.

    `before` is by edge, then any axes, then level: a group gains, on each of the other axes, its best level.
    """
    edges = np.arange(first, len(before))
    sums = before[first:].reshape(len(edges), -1, before.shape[-1])
    gains = np.array([(sums - sums[a]).max(axis=2).sum(axis=1) for a in range(len(edges))])
    gains[np.tril_indices(len(edges))] = np.iinfo(np.int64).min // 4
    best = gains[0]
    came: list[Ints] = []
    found = [(int(best[-1]), (first, int(edges[-1])))]
    for count in range(2, most + 1):
        through = best[:, None] + gains
        came.append(through.argmax(axis=0))
        best = through.max(axis=0)
        path = [len(edges) - 1]
        for step in reversed(came):
            path.append(int(step[path[-1]]))
        found.append((int(best[-1]), (first, *(int(edges[place]) for place in reversed(path)))))
        assert len(found[-1][1]) == count + 1
    return found


def cut(ground: Ground, shape: Shape) -> Layout:
    """Bands, columns and rows in turn, each as suits the others best, until nothing changes."""
    layout = _cut_bands(ground, shape, ground.foes)[0]
    layout = replace(layout, rows=(_joined(ground, layout, shape.rows),) * shape.bands)
    worth = -1
    while ground.fit(layout)[0] > worth:
        worth = ground.fit(layout)[0]
        layout = replace(layout, rows=(_moved(ground, layout, layout.rows[0]),) * shape.bands)
        layout = _cut_bands(ground, shape, layout.rows[0])[0]
    return layout


def _cut_bands(ground: Ground, shape: Shape, rows: tuple[Group, ...]) -> list[Layout]:
    """For all bands that there could be the best columns; the best bands first."""
    gaps = len(ground.sums) - 1
    edges = [(0, *inner, gaps) for inner in combinations(range(1, gaps), shape.bands - 1)]
    ways = {
        band: cuts(ground.band(*band, rows), shape.most_columns, ground.first)
        for band in sorted({band for bands in edges for band in pairwise(bands)})
    }
    counts = [
        n for n in product(range(shape.most_columns), repeat=shape.bands) if sum(n) == shape.columns - shape.bands
    ]
    found = []
    for bands in edges:
        options = [ways[band] for band in pairwise(bands)]
        worth, best = max((sum(way[n][0] for way, n in zip(options, some, strict=True)), some) for some in counts)
        columns = tuple(way[n][1] for way, n in zip(options, best, strict=True))
        found.append((-worth, Layout(bands, columns, (rows,) * shape.bands)))
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
    worth = {row: sum(single[foe] for foe in ground.foes if set(foe) <= set(row)) for row in rows}
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


RowMoves = Callable[[Layout, "Ground"], Iterator[Layout]]
"""the ways to move a stamina of the foe from one row to another"""


class Bench:
    """Where drafts are played and made better."""

    def __init__(self, goal: Goal, row_moves: Mapping[Outcome, RowMoves], promising: int, most_columns: int) -> None:
        self.goal, self.row_moves, self.promising, self.most_columns = goal, row_moves, promising, most_columns
        gap, self.luck, hero, foe = (np.asarray(axis) for axis in goal.board.where)
        self.place = ((gap - goal.skill_gaps[0]) * FIGHT_STAMINA + hero - 1) * FIGHT_STAMINA + foe - 1
        self.known: dict[tuple[int, bytes, bytes], tuple[float, float]] = {}

    def masks(self, draft: Draft) -> Masks:
        """Where a draft tests."""
        won, lost = (self.luck >= draft.thresholds(o).reshape(-1)[self.place] for o in Outcome)
        return Masks(*((t & self.goal.open[o])[:, None] for o, t in zip(Outcome, (won, lost), strict=True)))

    def blame(self, drafts: Sequence[Draft]) -> list[float]:
        """What drafts give away. A fight keeps its skill gap: what is new is played gap by gap, all else is known."""
        asked = []
        for draft in drafts:
            won, lost = (draft.thresholds(outcome) for outcome in Outcome)
            asked.append([(gap, won[gap].tobytes(), lost[gap].tobytes()) for gap in range(len(won))])
        new = list(dict.fromkeys(key for keys in asked for key in keys if key not in self.known))
        for first in range(0, len(new), COLUMNS):
            some = new[first : first + COLUMNS]
            self.known |= dict(zip(some, self.goal.column_blames(some), strict=True))
        found = []
        for keys in asked:
            given_away, worst = zip(*(self.known[key] for key in keys), strict=True)
            found.append(round(fsum(given_away) + self.goal.worst_blame(max(worst)), BLAME_DECIMALS))
        return found

    def ranked(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The best first."""
        ranked = sorted(zip(self.blame(drafts), range(len(drafts)), strict=True))
        return [drafts[number] for _, number in ranked]

    def grounds(self, draft: Draft) -> dict[Outcome, Ground]:
        advantage = self.goal.advantage(self.masks(draft))
        return {outcome: Ground(self.goal, outcome, advantage[outcome]) for outcome in Outcome}

    def best(self, draft: Draft, blame: float, others: Sequence[Draft]) -> tuple[Draft, float]:
        """The best of others if it is worthwhile, else the draft."""
        blames = self.blame(others) if others else [blame]
        lowest = min(blames)
        return (others[blames.index(lowest)], lowest) if lowest < blame - WORTHWHILE else (draft, blame)

    def improve(self, draft: Draft) -> tuple[Draft, float]:
        """Move cuts, then change numbers, until neither helps; and the blame that is left."""
        blame = self.blame([draft])[0]
        while True:
            before = blame
            draft, blame = self._refitted(draft, blame)
            while True:
                moved, found = self.best(draft, blame, self._moves(draft))
                if found == blame:
                    break
                draft, blame = moved, found
            draft, blame = self._numbers(draft, blame)
            if blame == before:
                return draft, blame

    def _refitted(self, draft: Draft, blame: float) -> tuple[Draft, float]:
        """All numbers fitted to the draft's own play, together and outcome by outcome."""
        grounds = self.grounds(draft)
        fitted = {o: grounds[o].fit(draft.layouts[o])[1] for o in Outcome}
        return self.best(
            draft,
            blame,
            [Draft(draft.layouts, fitted), *(draft.changed(o, draft.layouts[o], fitted[o]) for o in Outcome)],
        )

    def _moves(self, draft: Draft) -> list[Draft]:
        """The most promising ways to move one cut: squares that only move keep their numbers, others get new ones."""
        found = []
        for outcome, ground in self.grounds(draft).items():
            now, levels = draft.layouts[outcome], draft.levels[outcome]
            stay = ground.worth(now, levels)
            moves = [(layout, levels) for layout in (*_shifted_columns(now), *self.row_moves[outcome](now, ground))]
            moves += [
                (layout, ground.fit(layout)[1]) for layout in dict.fromkeys(_recuts(now, ground, self.most_columns))
            ]
            for layout, numbers in moves:
                gain = (ground.worth(layout, numbers) - stay) * ground.unit
                found.append((-gain, len(found), draft.changed(outcome, layout, numbers)))
        return [moved for _, _, moved in sorted(found, key=lambda move: move[:2])[: self.promising]]

    def _numbers(self, draft: Draft, blame: float) -> tuple[Draft, float]:
        """Single numbers changed, the most promising ways; what helps is done together if it can be."""
        while True:
            changes = self._changes(draft)
            blames = self.blame([_with(draft, [change]) for change in changes])
            squares: dict[tuple[Outcome, int, int, int], Change] = {}
            for _, n in sorted((b, n) for n, b in enumerate(blames) if b < blame - WORTHWHILE):
                squares.setdefault(changes[n][:4], changes[n])
            chosen = list(squares.values())
            counts = sorted({max(1, len(chosen) >> halvings) for halvings in range(6)}) if chosen else []
            changed, found = self.best(draft, blame, [_with(draft, chosen[:count]) for count in counts])
            if found == blame:
                return draft, blame
            draft, blame = changed, found

    def _changes(self, draft: Draft) -> list[Change]:
        """Other levels for single squares, those first that gain most, or give away least, to first order."""
        found = []
        for outcome, ground in self.grounds(draft).items():
            for band, (squares, levels) in enumerate(
                zip(ground.squares(draft.layouts[outcome]), draft.levels[outcome], strict=True)
            ):
                given_away = np.take_along_axis(squares, levels[..., None], axis=2) - squares
                for (row, column, level), loss in np.ndenumerate(given_away):
                    if level > 1 and level != levels[row, column]:
                        found.append((loss * ground.unit, (outcome, band, row, column, level)))
        return [change for _, change in sorted(found)[: self.promising]]


def _shifted_columns(layout: Layout) -> Iterator[Layout]:
    """The same with a cut between columns moved."""
    for number, edges in enumerate(layout.columns):
        for moved in _shifted(edges):
            yield replace(layout, columns=(*layout.columns[:number], moved, *layout.columns[number + 1 :]))


def _recuts(layout: Layout, ground: Ground, most_columns: int) -> Iterator[Layout]:
    """The same with a cut between bands moved, or a column more for one and less for another; columns are cut anew."""
    counts = [len(edges) - 1 for edges in layout.columns]
    for bands in _shifted(layout.bands):
        yield _recut(ground, replace(layout, bands=bands), counts)
    for less, more in permutations(range(len(counts)), 2):
        if counts[less] > 1 and counts[more] < most_columns:
            yield _recut(ground, layout, [n + (band == more) - (band == less) for band, n in enumerate(counts)])


def regrouped(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """One stamina of the foe in another row, the same in all bands."""
    rows = layout.rows[0]
    for foe, there in product(ground.foes, range(len(rows))):
        here = next(n for n, row in enumerate(rows) if set(foe) <= set(row))
        if here != there and len(rows[here]) > len(foe):
            groups = [tuple(n for n in row if n not in foe) for row in rows]
            groups[there] = tuple(sorted(groups[there] + foe))
            yield replace(layout, rows=(tuple(groups),) * len(layout.rows))


def recut_rows(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """A cut between rows of neighbours moved, in the one band there is."""
    (rows,) = layout.rows
    for edges in _shifted((rows[0][0], *(row[-1] + 1 for row in rows))):
        yield replace(layout, rows=(_groups(edges),))


def as_they_are(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """No row changed."""
    yield from ()


def _groups(edges: Edges) -> tuple[Group, ...]:
    return tuple(tuple(range(a, b)) for a, b in pairwise(edges))


def _recut(ground: Ground, layout: Layout, counts: Sequence[int]) -> Layout:
    """The same bands and rows, with the best columns."""
    bands = zip(pairwise(layout.bands), layout.rows, counts, strict=True)
    columns = (cuts(ground.band(*band, rows), count, ground.first)[-1][1] for band, rows, count in bands)
    return replace(layout, columns=tuple(columns))


def _shifted(edges: Edges) -> Iterator[Edges]:
    """One cut moved by one or two places."""
    for n, step in product(range(1, len(edges) - 1), (-2, -1, 1, 2)):
        if edges[n - 1] < edges[n] + step < edges[n + 1]:
            yield (*edges[:n], edges[n] + step, *edges[n + 1 :])


def _with(draft: Draft, changes: Sequence[Change]) -> Draft:
    levels = {outcome: tuple(band.copy() for band in bands) for outcome, bands in draft.levels.items()}
    for outcome, band, row, column, level in changes:
        levels[outcome][band][row, column] = level
    return Draft(draft.layouts, levels)


def grid_policy(goal: Goal, draft: Draft) -> GridPolicy:
    """A draft as it is printed: the bands at the ends reach as far as skill gaps do."""
    grids = {}
    for outcome, layout in draft.layouts.items():
        edges = [gap + goal.skill_gaps[0] for gap in layout.bands]
        edges[0], edges[-1] = SKILL_GAPS[0], SKILL_GAPS[-1] + 1
        blocks = [
            Block(
                band=tuple(range(low, high)),
                rows=tuple(tuple(n + 1 for n in row) for row in layout.rows[number]),
                columns=tuple(tuple(range(a + 1, b + 1)) for a, b in pairwise(layout.columns[number])),
                lowest=tuple(
                    tuple(None if level == NEVER else level for level in row)
                    for row in draft.levels[outcome][number].tolist()
                ),
            )
            for number, (low, high) in enumerate(pairwise(edges))
        ]
        grids[outcome] = Grid(outcome, decided(goal.rules)[outcome], tuple(blocks))
    return GridPolicy(grids)


def derive_grid(
    goal: Goal, shapes: Mapping[Outcome, Shape], seed: int, *, finalists: int = FINALISTS, games: int = GAMES
) -> GridPolicy:
    """One grid for all skill gaps: cut on the log, and for the most promising bands on what its fights tend to.

    Each is improved, and adventures have a say in which is taken.
    """
    bench = Bench(goal, dict.fromkeys(Outcome, regrouped), QUICK_MOVES, shapes[Outcome.WON].most_columns)
    drafts = []
    for gains, count in ((goal.logged_advantage(games, seed), 1), (goal.advantage(goal.best_play), finalists)):
        grounds = {outcome: Ground(goal, outcome, gains[outcome]) for outcome in Outcome}
        drafts += bench.ranked(_drafts(grounds, shapes))[:count]
    improved = [bench.improve(draft) for draft in drafts]
    found = [(grid_policy(goal, draft), blame) for draft, blame in improved]
    return min(found, key=lambda one: one[1] + goal.adventure_blame(one[0]))[0]


def _drafts(grounds: Mapping[Outcome, Ground], shapes: Mapping[Outcome, Shape]) -> list[Draft]:
    """The most promising drafts, with other bands each."""
    won, lost = (cut(grounds[outcome], shapes[outcome]) for outcome in Outcome)
    found = []
    for layout in _cut_bands(grounds[Outcome.WON], shapes[Outcome.WON], won.rows[0])[:QUICK_MOVES]:
        layouts = {Outcome.WON: layout, Outcome.LOST: lost}
        found.append(Draft(layouts, {outcome: grounds[outcome].fit(layouts[outcome])[1] for outcome in Outcome}))
    return found


def derive_strips(goal: Goal, size: StripSize, seed: int, games: int = GAMES) -> GridPolicy:
    """A grid of its own for each band of skill gaps; only the rows after a won round are the same for all.

    A fight stays within its band, so each strip is derived by itself, and of the promising ways to cut the bands
    the one is taken whose strips together give away least.
    """
    log = goal.logged_advantage(games, seed)
    won, lost = (Ground(goal, outcome, log[outcome]) for outcome in Outcome)
    first = won.foes[0][0]
    rows = (*won.foes[: size.singles], tuple(range(first + size.singles, FIGHT_STAMINA)))

    @cache
    def gain(low: int, high: int) -> int:
        """On the log, with all squares of lost rounds apart."""
        alone = int(lost.levels[low:high].sum(axis=0).max(axis=2).sum())
        return cuts(won.band(low, high, rows), size.columns)[-1][0] + alone

    @cache
    def strip(low: int, high: int) -> tuple[GridPolicy, float]:
        return _strip(goal.within(goal.skill_gaps[low:high]), size, rows, seed, games // size.bands)

    gaps = len(goal.skill_gaps)
    ways = [(0, *inner, gaps) for inner in combinations(range(1, gaps), size.bands - 1)]
    ways.sort(key=lambda edges: -sum(gain(*band) for band in pairwise(edges)))
    bands = min(ways[:BAND_WAYS], key=lambda edges: round(sum(strip(*band)[1] for band in pairwise(edges)), 3))
    edges = (SKILL_GAPS[0], *(goal.skill_gaps[edge] for edge in bands[1:-1]), SKILL_GAPS[-1] + 1)
    strips = [strip(*band)[0].grids for band in pairwise(bands)]

    def joined(outcome: Outcome) -> Grid:
        placed = (
            replace(s[outcome].blocks[0], band=tuple(range(*e))) for s, e in zip(strips, pairwise(edges), strict=True)
        )
        return replace(strips[0][outcome], blocks=tuple(placed))

    return GridPolicy({outcome: joined(outcome) for outcome in Outcome})


def _strip(goal: Goal, size: StripSize, rows: tuple[Group, ...], seed: int, games: int) -> tuple[GridPolicy, float]:
    """The strip of one band, and what it gives away."""
    log = goal.logged_advantage(games, seed)
    won, lost = (Ground(goal, outcome, log[outcome]) for outcome in Outcome)
    whole_band = (0, len(goal.skill_gaps))
    columns = cuts(won.band(*whole_band, rows), size.columns)[-1][1]
    lost_rows, edges = tuple((n,) for n in range(FIGHT_STAMINA)), (0,)
    for _ in range(4):
        edges = cuts(lost.band(*whole_band, lost_rows), size.lost_columns, lost.first)[-1][1]
        by_foe = np.diff(lost.band(*whole_band, [(n,) for n in range(FIGHT_STAMINA)])[list(edges)], axis=0)
        before = np.pad(by_foe.swapaxes(0, 1), ((1, 0), (0, 0), (0, 0))).cumsum(axis=0)
        lost_rows = _groups(cuts(before, size.lost_rows)[-1][1])
    layouts = {
        Outcome.WON: Layout(whole_band, (columns,), (rows,)),
        Outcome.LOST: Layout(whole_band, (edges,), (lost_rows,)),
    }
    draft = Draft(layouts, {o: ground.fit(layouts[o])[1] for o, ground in zip(Outcome, (won, lost), strict=True)})
    bench = Bench(goal, {Outcome.WON: as_they_are, Outcome.LOST: recut_rows}, STRIP_MOVES, 0)
    draft, blame = bench.improve(draft)
    return grid_policy(goal, draft), blame
