"""The search for grids: where to cut skill gaps and staminas, and which number belongs in each square.

    log        simulate fights of all sets with the best thrifty play; add up what testing gains at every decision
    cut        cut skill gaps into bands, and staminas into rows and columns, where that gives away least on the log
               (`layout`)
    improve    evaluate the grid exactly; move cuts, then change single numbers, as long as it gives away less

Gains are whole numbers (`objective.in_whole_units`), so their sums are the same in any order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, permutations, product
from math import fsum

import numpy as np

from atlas.cards.grid import NEVER_TEST, Block, Grid, GridPolicy, Group
from atlas.cards.layout import (
    NEVER_LEVEL,
    Edges,
    GainTable,
    GridShape,
    Layout,
    Levels,
    best_layout,
    gain_tables,
    ranked_layouts,
)
from atlas.cards.objective import LOSS_DECIMALS, CardObjective, decided_up_to
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, Rules
from atlas.policies.conditions import Ints
from atlas.policies.evaluate import Masks
from atlas.policies.fightsets import FIGHT_STAMINA

GAMES = 20_000
"""fights simulated for each set"""
QUICK_MOVES = 32
"""the most promising changes, which are evaluated exactly"""
FINALISTS = 2
"""the most promising layouts, which are improved"""
WORTHWHILE = 2e-3
"""how much a change must lower the objective loss"""
COLUMNS = 128
"""skill gaps, each with thresholds of its own, that are evaluated together"""


LevelChange = tuple[Outcome, int, int, int, int]
"""outcome, band, row, column and the new level"""


@dataclass(frozen=True)
class GridDraft:
    """A grid for each outcome, during the search."""

    layouts: Mapping[Outcome, Layout]
    levels: Mapping[Outcome, Levels]

    def changed(self, outcome: Outcome, layout: Layout, levels: Levels) -> "GridDraft":
        """Return the draft with another grid for one outcome."""
        return GridDraft({**self.layouts, outcome: layout}, {**self.levels, outcome: levels})

    def thresholds(self, outcome: Outcome) -> Ints:
        """Return the lowest luck to test at, by skill gap, hero stamina and foe stamina."""
        layout = self.layouts[outcome]
        thresholds = np.empty((layout.bands[-1], FIGHT_STAMINA, FIGHT_STAMINA), dtype=np.int8)
        for number, (low, high) in enumerate(pairwise(layout.bands)):
            levels = self.levels[outcome][number]
            # A last row and column for staminas without a square: they have the index −1.
            bordered = np.full((levels.shape[0] + 1, levels.shape[1] + 1), NEVER_TEST, dtype=np.int8)
            bordered[:-1, :-1] = levels
            thresholds[low:high] = bordered[squares_at(layout.rows[number], layout.columns[number])]
        return thresholds


@cache
def squares_at(rows: tuple[Group, ...], columns: Edges) -> tuple[Ints, Ints]:
    """Return the row and the column of the square, by hero and foe stamina; −1 where there is none."""
    row, column = np.full((1, FIGHT_STAMINA), -1), np.full((FIGHT_STAMINA, 1), -1)
    for number, group in enumerate(rows):
        row[0, list(group)] = number
    for number, (left, right) in enumerate(pairwise(columns)):
        column[left:right] = number
    return row, column


RowMoves = Callable[[Layout, GainTable], Iterator[Layout]]
"""yields the layouts with one stamina of the foe moved to another row"""


class GridImprover:
    """Evaluates drafts exactly and improves them. `loss` is the objective loss of a draft."""

    def __init__(
        self, objective: CardObjective, row_moves: Mapping[Outcome, RowMoves], most_moves: int, most_columns: int
    ) -> None:
        self.objective, self.row_moves = objective, row_moves
        self.most_moves, self.most_columns = most_moves, most_columns
        gap, self.luck, hero, foe = (np.asarray(axis) for axis in objective.board.where)
        # By state: its index in the thresholds, flat.
        self.threshold_index = ((gap - objective.skill_gaps[0]) * FIGHT_STAMINA + hero - 1) * FIGHT_STAMINA + foe - 1
        self._gap_losses: dict[tuple[int, bytes, bytes], tuple[float, float]] = {}
        self._last_gains: tuple[GridDraft, dict[Outcome, GainTable]] | None = None

    def masks(self, draft: GridDraft) -> Masks:
        """Return the states where a draft tests."""
        won, lost = (self.luck >= draft.thresholds(o).reshape(-1)[self.threshold_index] for o in Outcome)
        luck_matters = self.objective.luck_matters
        return Masks(*((tests & luck_matters[o])[:, None] for o, tests in zip(Outcome, (won, lost), strict=True)))

    def losses(self, drafts: Sequence[GridDraft]) -> list[float]:
        """Return the objective losses of drafts.

        The skill gap stays the same during a fight, so each gap is evaluated by itself, and only if its thresholds are
        new.
        """
        draft_keys = []
        for draft in drafts:
            won, lost = (draft.thresholds(outcome) for outcome in Outcome)
            draft_keys.append([(gap, won[gap].tobytes(), lost[gap].tobytes()) for gap in range(len(won))])
        new = list(dict.fromkeys(key for keys in draft_keys for key in keys if key not in self._gap_losses))
        for first in range(0, len(new), COLUMNS):
            batch = new[first : first + COLUMNS]
            self._gap_losses |= dict(zip(batch, self.objective.losses_by_gap(batch), strict=True))
        losses = []
        for keys in draft_keys:
            given_away, worst = zip(*(self._gap_losses[key] for key in keys), strict=True)
            losses.append(round(fsum(given_away) + self.objective.worst_loss_penalty(max(worst)), LOSS_DECIMALS))
        return losses

    def ranked(self, drafts: Sequence[GridDraft]) -> list[GridDraft]:
        """Return the drafts, those with the lowest loss first."""
        ranked = sorted(zip(self.losses(drafts), range(len(drafts)), strict=True))
        return [drafts[number] for _, number in ranked]

    def gains(self, draft: GridDraft) -> dict[Outcome, GainTable]:
        """Return the gains of testing while the draft is played. Those of the last draft are remembered."""
        if self._last_gains is None or self._last_gains[0] is not draft:
            gains = self.objective.first_order_gains(self.masks(draft))
            self._last_gains = draft, gain_tables(self.objective, gains)
        return self._last_gains[1]

    def best(self, draft: GridDraft, loss: float, candidates: Sequence[GridDraft]) -> tuple[GridDraft, float]:
        """Return the best candidate if it is worthwhile, else the draft, and its loss."""
        losses = self.losses(candidates) if candidates else [loss]
        lowest = min(losses)
        return (candidates[losses.index(lowest)], lowest) if lowest < loss - WORTHWHILE else (draft, loss)

    def improve(self, draft: GridDraft) -> tuple[GridDraft, float]:
        """Move cuts, then change numbers, until neither helps. Return the draft and its loss."""
        loss = self.losses([draft])[0]
        while True:
            loss_before = loss
            draft, loss = self._refit(draft, loss)
            while True:
                moved, moved_loss = self.best(draft, loss, self._moves(draft))
                if moved_loss == loss:
                    break
                draft, loss = moved, moved_loss
            draft, loss = self._change_numbers(draft, loss)
            if loss == loss_before:
                return draft, loss

    def _refit(self, draft: GridDraft, loss: float) -> tuple[GridDraft, float]:
        """Fit all numbers to the gains under the draft's own play, for both outcomes together and for each alone."""
        gains = self.gains(draft)
        fitted = {o: gains[o].fit(draft.layouts[o])[1] for o in Outcome}
        return self.best(
            draft,
            loss,
            [GridDraft(draft.layouts, fitted), *(draft.changed(o, draft.layouts[o], fitted[o]) for o in Outcome)],
        )

    def _moves(self, draft: GridDraft) -> list[GridDraft]:
        """Return the drafts with one cut moved that promise most. Squares that only move keep their numbers."""
        moves: list[tuple[float, int, GridDraft]] = []
        for outcome, table in self.gains(draft).items():
            layout, levels = draft.layouts[outcome], draft.levels[outcome]
            gain_now = table.gain(layout, levels)
            same_squares = (*_shift_columns(layout), *self.row_moves[outcome](layout, table))
            candidates = [(moved, table.gain(moved, levels), levels) for moved in same_squares]
            other_squares = dict.fromkeys(_recut_layouts(layout, table, self.most_columns))
            candidates += [(moved, *table.fit(moved)) for moved in other_squares]
            for moved, gain, moved_levels in candidates:
                added = (gain - gain_now) * table.unit
                moves.append((-added, len(moves), draft.changed(outcome, moved, moved_levels)))
        return [moved for _, _, moved in sorted(moves, key=lambda move: move[:2])[: self.most_moves]]

    def _change_numbers(self, draft: GridDraft, loss: float) -> tuple[GridDraft, float]:
        """Change single numbers, the most promising ones, until none helps. Make as many changes together as help."""
        while True:
            changes = self._number_changes(draft)
            losses = self.losses([_with_changes(draft, [change]) for change in changes])
            by_square: dict[tuple[Outcome, int, int, int], LevelChange] = {}
            for _, n in sorted((lower, n) for n, lower in enumerate(losses) if lower < loss - WORTHWHILE):
                by_square.setdefault(changes[n][:4], changes[n])
            helpful = list(by_square.values())
            counts = sorted({max(1, len(helpful) >> halvings) for halvings in range(6)}) if helpful else []
            candidates = [_with_changes(draft, helpful[:count]) for count in counts]
            changed, changed_loss = self.best(draft, loss, candidates)
            if changed_loss == loss:
                return draft, loss
            draft, loss = changed, changed_loss

    def _number_changes(self, draft: GridDraft) -> list[LevelChange]:
        """Return other levels for single squares, those first that give away least to first order."""
        changes: list[tuple[float, LevelChange]] = []
        for outcome, table in self.gains(draft).items():
            for band, (squares, levels) in enumerate(
                zip(table.squares(draft.layouts[outcome]), draft.levels[outcome], strict=True)
            ):
                given_away = np.take_along_axis(squares, levels[..., None], axis=2) - squares
                for (row, column, level), loss in np.ndenumerate(given_away):
                    if level > 1 and level != levels[row, column]:
                        changes.append((loss * table.unit, (outcome, band, row, column, level)))
        return [change for _, change in sorted(changes)[: self.most_moves]]


def _shift_columns(layout: Layout) -> Iterator[Layout]:
    """Yield the layouts with one cut between columns moved."""
    for number, edges in enumerate(layout.columns):
        for moved in shift_edges(edges):
            yield replace(layout, columns=(*layout.columns[:number], moved, *layout.columns[number + 1 :]))


def _recut_layouts(layout: Layout, table: GainTable, most_columns: int) -> Iterator[Layout]:
    """Yield the layouts with a cut between bands moved, or a column taken from one band and given to another."""
    counts = [len(edges) - 1 for edges in layout.columns]
    for bands in shift_edges(layout.bands):
        yield _recut_columns(table, replace(layout, bands=bands), counts, most_columns)
    for less, more in permutations(range(len(counts)), 2):
        if counts[less] > 1 and counts[more] < most_columns:
            new_counts = [n + (band == more) - (band == less) for band, n in enumerate(counts)]
            yield _recut_columns(table, layout, new_counts, most_columns)


def move_foe_staminas(layout: Layout, table: GainTable) -> Iterator[Layout]:
    """Yield the layouts with one stamina of the foe in another row, the same in all bands."""
    rows = layout.rows[0]
    for foe, new in product(table.foes, range(len(rows))):
        old = next(n for n, row in enumerate(rows) if set(foe) <= set(row))
        if old != new and len(rows[old]) > len(foe):
            groups = [tuple(n for n in row if n not in foe) for row in rows]
            groups[new] = tuple(sorted(groups[new] + foe))
            yield replace(layout, rows=(tuple(groups),) * len(layout.rows))


def _recut_columns(table: GainTable, layout: Layout, counts: Sequence[int], most: int) -> Layout:
    """Return the layout with the best columns, `counts` of them by band."""
    bands = zip(pairwise(layout.bands), layout.rows, counts, strict=True)
    columns = (table.columns(*band, rows, most)[count - 1][1] for band, rows, count in bands)
    return replace(layout, columns=tuple(columns))


def shift_edges(edges: Edges) -> Iterator[Edges]:
    """Yield the edges with one cut moved by one or two."""
    for n, step in product(range(1, len(edges) - 1), (-2, -1, 1, 2)):
        if edges[n - 1] < edges[n] + step < edges[n + 1]:
            yield (*edges[:n], edges[n] + step, *edges[n + 1 :])


def _with_changes(draft: GridDraft, changes: Sequence[LevelChange]) -> GridDraft:
    """Return the draft with some of its numbers changed."""
    levels = {outcome: tuple(band.copy() for band in bands) for outcome, bands in draft.levels.items()}
    for outcome, band, row, column, level in changes:
        levels[outcome][band][row, column] = level
    return GridDraft(draft.layouts, levels)


def grid_policy(objective: CardObjective, draft: GridDraft) -> GridPolicy:
    """Return a draft as it is printed. The first and the last band reach to the smallest and largest skill gap."""
    grids = {}
    for outcome, layout in draft.layouts.items():
        edges = [gap + objective.skill_gaps[0] for gap in layout.bands]
        edges[0], edges[-1] = SKILL_GAPS[0], SKILL_GAPS[-1] + 1
        bands = [tuple(range(low, high)) for low, high in pairwise(edges)]
        grids[outcome] = printable_grid(objective.rules, outcome, draft, bands)
    return GridPolicy(grids)


def printable_grid(rules: Rules, outcome: Outcome, draft: GridDraft, bands: Sequence[Group]) -> Grid:
    """Return the grid of one outcome with its staminas; `bands` says what the bands of the draft stand for."""
    layout, levels = draft.layouts[outcome], draft.levels[outcome]
    blocks = [
        Block(
            band=band,
            rows=tuple(tuple(n + 1 for n in row) for row in layout.rows[number]),
            columns=tuple(tuple(range(a + 1, b + 1)) for a, b in pairwise(layout.columns[number])),
            lowest=tuple(
                tuple(None if level == NEVER_LEVEL else level for level in row) for row in levels[number].tolist()
            ),
        )
        for number, band in enumerate(bands)
    ]
    return Grid(outcome, decided_up_to(rules)[outcome], tuple(blocks))


def derive_grid(
    objective: CardObjective,
    shapes: Mapping[Outcome, GridShape],
    seed: int,
    *,
    finalists: int = FINALISTS,
    games: int = GAMES,
) -> GridPolicy:
    """Return the best grid found for all skill gaps.

    Candidates are the most promising draft by the log of simulated fights, where any are to be simulated, and some by
    the exact gains of best play. Each is improved.
    """
    improver = GridImprover(
        objective, dict.fromkeys(Outcome, move_foe_staminas), QUICK_MOVES, shapes[Outcome.WON].most_columns
    )
    drafts = []
    beginnings = [(objective.first_order_gains(objective.best_masks), finalists)]
    if games:
        beginnings.insert(0, (objective.logged_gains(games, seed), 1))
    for gains, count in beginnings:
        drafts += improver.ranked(_first_drafts(gain_tables(objective, gains), shapes))[:count]
    improved = [improver.improve(draft) for draft in drafts]
    best, _ = min(improved, key=lambda candidate: candidate[1])
    return grid_policy(objective, best)


def _first_drafts(tables: Mapping[Outcome, GainTable], shapes: Mapping[Outcome, GridShape]) -> list[GridDraft]:
    """Return the most promising drafts, one for each way to cut the bands."""
    won, lost = (best_layout(tables[outcome], shapes[outcome]) for outcome in Outcome)
    drafts = []
    for layout in ranked_layouts(tables[Outcome.WON], shapes[Outcome.WON], won.rows[0])[:QUICK_MOVES]:
        layouts = {Outcome.WON: layout, Outcome.LOST: lost}
        drafts.append(GridDraft(layouts, {outcome: tables[outcome].fit(layouts[outcome])[1] for outcome in Outcome}))
    return drafts
