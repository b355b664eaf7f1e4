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
from functools import cache
from itertools import pairwise, permutations, product
from math import fsum

import numpy as np

from atlas.cards.goal import BLAME_DECIMALS, CardObjective, decided
from atlas.cards.grid import NEVER_TEST, Block, Grid, GridPolicy, Group
from atlas.cards.layout import NEVER, Edges, Ground, Layout, Levels, Shape, cut, cut_bands, grounds_of
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.conditions import Ints
from atlas.policies.evaluate import Masks
from atlas.policies.fightsets import FIGHT_STAMINA

GAMES = 20_000
"""simulated for each set"""
QUICK_MOVES = 32
"""changes that are played, of all that could be made"""
FINALISTS = 5
"""layouts that are improved, of those that are promising"""
WORTHWHILE = 2e-3
"""what a change must gain, in hundredths of what luck can give"""
COLUMNS = 256
"""skill gaps, each with a grid of its own, that are played at once"""


LevelChange = tuple[Outcome, int, int, int, int]
"""outcome, band, row, column and another level"""


@dataclass(frozen=True)
class GridDraft:
    """A grid for each outcome, while it is made."""

    layouts: Mapping[Outcome, Layout]
    levels: Mapping[Outcome, Levels]

    def changed(self, outcome: Outcome, layout: Layout, levels: Levels) -> "GridDraft":
        return GridDraft({**self.layouts, outcome: layout}, {**self.levels, outcome: levels})

    def thresholds(self, outcome: Outcome) -> Ints:
        """By skill gap, hero stamina, foe stamina."""
        layout = self.layouts[outcome]
        found = np.empty((layout.bands[-1], FIGHT_STAMINA, FIGHT_STAMINA), dtype=np.int8)
        for number, (low, high) in enumerate(pairwise(layout.bands)):
            levels = self.levels[outcome][number]
            bordered = np.full((levels.shape[0] + 1, levels.shape[1] + 1), NEVER_TEST, dtype=np.int8)
            bordered[:-1, :-1] = levels
            found[low:high] = bordered[squares_at(layout.rows[number], layout.columns[number])]
        return found


@cache
def squares_at(rows: tuple[Group, ...], columns: Edges) -> tuple[Ints, Ints]:
    """By hero and foe stamina: the row and the column of the square, −1 where there is none."""
    row, column = np.full((1, FIGHT_STAMINA), -1), np.full((FIGHT_STAMINA, 1), -1)
    for number, group in enumerate(rows):
        row[0, list(group)] = number
    for number, (left, right) in enumerate(pairwise(columns)):
        column[left:right] = number
    return row, column


RowMoves = Callable[[Layout, "Ground"], Iterator[Layout]]
"""the ways to move a stamina of the foe from one row to another"""


class Bench:
    """Where drafts are played and made better."""

    def __init__(
        self, goal: CardObjective, row_moves: Mapping[Outcome, RowMoves], promising: int, most_columns: int
    ) -> None:
        self.goal, self.row_moves, self.promising, self.most_columns = goal, row_moves, promising, most_columns
        gap, self.luck, hero, foe = (np.asarray(axis) for axis in goal.board.where)
        self.place = ((gap - goal.skill_gaps[0]) * FIGHT_STAMINA + hero - 1) * FIGHT_STAMINA + foe - 1
        self.known: dict[tuple[int, bytes, bytes], tuple[float, float]] = {}
        self._asked: tuple[GridDraft, dict[Outcome, Ground]] | None = None

    def masks(self, draft: GridDraft) -> Masks:
        """Where a draft tests."""
        won, lost = (self.luck >= draft.thresholds(o).reshape(-1)[self.place] for o in Outcome)
        return Masks(*((t & self.goal.open[o])[:, None] for o, t in zip(Outcome, (won, lost), strict=True)))

    def blame(self, drafts: Sequence[GridDraft]) -> list[float]:
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

    def ranked(self, drafts: Sequence[GridDraft]) -> list[GridDraft]:
        """The best first."""
        ranked = sorted(zip(self.blame(drafts), range(len(drafts)), strict=True))
        return [drafts[number] for _, number in ranked]

    def grounds(self, draft: GridDraft) -> dict[Outcome, Ground]:
        """What tests gain under a draft's own play; the last one is often asked for again."""
        if self._asked is None or self._asked[0] is not draft:
            self._asked = draft, grounds_of(self.goal, self.goal.advantage(self.masks(draft)))
        return self._asked[1]

    def best(self, draft: GridDraft, blame: float, others: Sequence[GridDraft]) -> tuple[GridDraft, float]:
        """The best of others if it is worthwhile, else the draft."""
        blames = self.blame(others) if others else [blame]
        lowest = min(blames)
        return (others[blames.index(lowest)], lowest) if lowest < blame - WORTHWHILE else (draft, blame)

    def improve(self, draft: GridDraft) -> tuple[GridDraft, float]:
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

    def _refitted(self, draft: GridDraft, blame: float) -> tuple[GridDraft, float]:
        """All numbers fitted to the draft's own play, together and outcome by outcome."""
        grounds = self.grounds(draft)
        fitted = {o: grounds[o].fit(draft.layouts[o])[1] for o in Outcome}
        return self.best(
            draft,
            blame,
            [GridDraft(draft.layouts, fitted), *(draft.changed(o, draft.layouts[o], fitted[o]) for o in Outcome)],
        )

    def _moves(self, draft: GridDraft) -> list[GridDraft]:
        """The most promising ways to move one cut: squares that only move keep their numbers, others get new ones."""
        found: list[tuple[float, int, GridDraft]] = []
        for outcome, ground in self.grounds(draft).items():
            now, levels = draft.layouts[outcome], draft.levels[outcome]
            stay = ground.worth(now, levels)
            same = (*_shifted_columns(now), *self.row_moves[outcome](now, ground))
            moves = [(layout, ground.worth(layout, levels), levels) for layout in same]
            recut = dict.fromkeys(_recuts(now, ground, self.most_columns))
            moves += [(layout, *ground.fit(layout)) for layout in recut]
            for layout, worth, numbers in moves:
                gain = (worth - stay) * ground.unit
                found.append((-gain, len(found), draft.changed(outcome, layout, numbers)))
        return [moved for _, _, moved in sorted(found, key=lambda move: move[:2])[: self.promising]]

    def _numbers(self, draft: GridDraft, blame: float) -> tuple[GridDraft, float]:
        """Single numbers changed, the most promising ways; what helps is done together if it can be."""
        while True:
            changes = self._changes(draft)
            blames = self.blame([_with(draft, [change]) for change in changes])
            squares: dict[tuple[Outcome, int, int, int], LevelChange] = {}
            for _, n in sorted((b, n) for n, b in enumerate(blames) if b < blame - WORTHWHILE):
                squares.setdefault(changes[n][:4], changes[n])
            chosen = list(squares.values())
            counts = sorted({max(1, len(chosen) >> halvings) for halvings in range(6)}) if chosen else []
            changed, found = self.best(draft, blame, [_with(draft, chosen[:count]) for count in counts])
            if found == blame:
                return draft, blame
            draft, blame = changed, found

    def _changes(self, draft: GridDraft) -> list[LevelChange]:
        """Other levels for single squares, those first that gain most, or give away least, to first order."""
        found: list[tuple[float, LevelChange]] = []
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
        for moved in shifted(edges):
            yield replace(layout, columns=(*layout.columns[:number], moved, *layout.columns[number + 1 :]))


def _recuts(layout: Layout, ground: Ground, most_columns: int) -> Iterator[Layout]:
    """The same with a cut between bands moved, or a column more for one and less for another; columns are cut anew."""
    counts = [len(edges) - 1 for edges in layout.columns]
    for bands in shifted(layout.bands):
        yield _recut(ground, replace(layout, bands=bands), counts, most_columns)
    for less, more in permutations(range(len(counts)), 2):
        if counts[less] > 1 and counts[more] < most_columns:
            others = [n + (band == more) - (band == less) for band, n in enumerate(counts)]
            yield _recut(ground, layout, others, most_columns)


def regrouped(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """One stamina of the foe in another row, the same in all bands."""
    rows = layout.rows[0]
    for foe, there in product(ground.foes, range(len(rows))):
        here = next(n for n, row in enumerate(rows) if set(foe) <= set(row))
        if here != there and len(rows[here]) > len(foe):
            groups = [tuple(n for n in row if n not in foe) for row in rows]
            groups[there] = tuple(sorted(groups[there] + foe))
            yield replace(layout, rows=(tuple(groups),) * len(layout.rows))


def _recut(ground: Ground, layout: Layout, counts: Sequence[int], most: int) -> Layout:
    """The same bands and rows, with the best columns."""
    bands = zip(pairwise(layout.bands), layout.rows, counts, strict=True)
    columns = (ground.columns(*band, rows, most)[count - 1][1] for band, rows, count in bands)
    return replace(layout, columns=tuple(columns))


def shifted(edges: Edges) -> Iterator[Edges]:
    """One cut moved by one or two places."""
    for n, step in product(range(1, len(edges) - 1), (-2, -1, 1, 2)):
        if edges[n - 1] < edges[n] + step < edges[n + 1]:
            yield (*edges[:n], edges[n] + step, *edges[n + 1 :])


def _with(draft: GridDraft, changes: Sequence[LevelChange]) -> GridDraft:
    levels = {outcome: tuple(band.copy() for band in bands) for outcome, bands in draft.levels.items()}
    for outcome, band, row, column, level in changes:
        levels[outcome][band][row, column] = level
    return GridDraft(draft.layouts, levels)


def grid_policy(goal: CardObjective, draft: GridDraft) -> GridPolicy:
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
    goal: CardObjective, shapes: Mapping[Outcome, Shape], seed: int, *, finalists: int = FINALISTS, games: int = GAMES
) -> GridPolicy:
    """One grid for all skill gaps: cut on the log, and for the most promising bands on what its fights tend to.

    Each is improved, and adventures have a say in which is taken.
    """
    bench = Bench(goal, dict.fromkeys(Outcome, regrouped), QUICK_MOVES, shapes[Outcome.WON].most_columns)
    drafts = []
    for gains, count in ((goal.logged_advantage(games, seed), 1), (goal.advantage(goal.best_play), finalists)):
        drafts += bench.ranked(_drafts(grounds_of(goal, gains), shapes))[:count]
    improved = [bench.improve(draft) for draft in drafts]
    policies = [grid_policy(goal, draft) for draft, _ in improved]
    blames = [b + blame for (_, blame), b in zip(improved, goal.adventure_blames(policies), strict=True)]
    return policies[blames.index(min(blames))]


def _drafts(grounds: Mapping[Outcome, Ground], shapes: Mapping[Outcome, Shape]) -> list[GridDraft]:
    """The most promising drafts, with other bands each."""
    won, lost = (cut(grounds[outcome], shapes[outcome]) for outcome in Outcome)
    found = []
    for layout in cut_bands(grounds[Outcome.WON], shapes[Outcome.WON], won.rows[0])[:QUICK_MOVES]:
        layouts = {Outcome.WON: layout, Outcome.LOST: lost}
        found.append(GridDraft(layouts, {outcome: grounds[outcome].fit(layouts[outcome])[1] for outcome in Outcome}))
    return found
