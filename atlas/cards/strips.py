"""Strips: a grid of its own for every band of skill gaps, picked before the fight.

The rows after a won round are the same for all strips: each stamina of the foe has a row of its own, and the largest
share one. Everything else is cut and improved strip by strip (`grid_search`), because a fight stays in its band.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, pairwise

import numpy as np

from atlas.cards.grid import Grid, GridPolicy, Group
from atlas.cards.grid_search import GAMES, GridDraft, GridImprover, grid_policy, shift_edges
from atlas.cards.layout import Edges, GainTable, Layout, RowGroups, best_cuts, gain_tables
from atlas.cards.objective import LOSS_DECIMALS, CardObjective, Gains
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.fightsets import FIGHT_STAMINA

MOVES = 64
"""the most promising changes, which are evaluated exactly: more than for a grid, as a strip is quick to evaluate"""
FINALISTS = 6
"""the most promising ways to cut the bands, for which strips are designed"""


@dataclass(frozen=True)
class StripSize:
    """The number of strips, and the size of each."""

    bands: int
    singles: int
    """rows after a won round with a single stamina of the foe; the other staminas share one more row"""
    columns: int
    lost_rows: int
    lost_columns: int


def derive_strips(objective: CardObjective, size: StripSize, seed: int, games: int = GAMES) -> GridPolicy:
    """Return the best strips found, with adventures counted.

    Strips are designed for each promising way to cut the bands. Those of the best way are designed once more from the
    log of simulated fights, one by one, and replaced where that lowers the loss.
    """
    designer = _StripDesigner(objective, size)
    designs = [(bands, [designer.strip(band) for band in pairwise(bands)]) for bands in designer.promising_bands()]
    losses = designer.losses(designs)
    loss = min(losses)
    bands, strips = designs[losses.index(loss)]
    logged_gains = objective.logged_gains(games, seed)
    for number, band in enumerate(pairwise(bands)):
        logged_strip = designer.improved(band, objective.gains_of_gaps(logged_gains, *band))
        candidate = [*strips[:number], logged_strip, *strips[number + 1 :]]
        (candidate_loss,) = designer.losses([(bands, candidate)])
        if candidate_loss < loss:
            strips, loss = candidate, candidate_loss
    return designer.joined(bands, strips)


Band = tuple[int, int]
"""the index of the first skill gap, and of the first after the band"""


@dataclass(frozen=True)
class _Strip:
    """The grid of one band, and its objective loss."""

    policy: GridPolicy
    loss: float


class _StripDesigner:
    """Designs strips and judges them."""

    def __init__(self, objective: CardObjective, size: StripSize) -> None:
        self.objective, self.size = objective, size
        self.strip, self._improver = cache(self._design), cache(self._new_improver)

    @cached_property
    def _gain_tables(self) -> tuple[GainTable, GainTable]:
        gains = self.objective.first_order_gains(self.objective.best_masks)
        won, lost = gain_tables(self.objective, gains).values()
        return won, lost

    @cached_property
    def _won_rows(self) -> RowGroups:
        """The rows of every strip after a won round."""
        won, _ = self._gain_tables
        first = won.foes[0][0]
        return (*won.foes[: self.size.singles], tuple(range(first + self.size.singles, FIGHT_STAMINA)))

    def promising_bands(self) -> list[Edges]:
        """Return the ways to cut the bands that gain most to first order, with no squares joined after lost rounds."""
        won, lost = self._gain_tables

        @cache
        def gain(low: int, high: int) -> int:
            lost_gain = int(lost.levels[low:high].sum(axis=0).max(axis=2).sum())
            return best_cuts(won.band(low, high, self._won_rows), self.size.columns)[-1][0] + lost_gain

        gap_count = len(self.objective.skill_gaps)
        ways = [(0, *inner, gap_count) for inner in combinations(range(1, gap_count), self.size.bands - 1)]
        return sorted(ways, key=lambda edges: -sum(gain(*band) for band in pairwise(edges)))[:FINALISTS]

    def losses(self, designs: Sequence[tuple[Edges, Sequence[_Strip]]]) -> list[float]:
        """Return the losses of strips together; a design is the bands and their strips."""
        return [round(sum(strip.loss for strip in strips), LOSS_DECIMALS) for _, strips in designs]

    def _design(self, band: Band) -> _Strip:
        """Return the strip of a band, from the exact gains of best play."""
        objective = self._improver(band).objective
        return self.improved(band, objective.first_order_gains(objective.best_masks))

    def improved(self, band: Band, gains: Gains) -> _Strip:
        """Return the strip of a band, cut by these gains, then improved."""
        improver = self._improver(band)
        draft, loss = improver.improve(self._first_draft(gain_tables(improver.objective, gains)))
        return _Strip(grid_policy(improver.objective, draft), loss)

    def _new_improver(self, band: Band) -> GridImprover:
        objective = self.objective.for_gaps(self.objective.skill_gaps[slice(*band)])
        return GridImprover(objective, {Outcome.WON: no_row_moves, Outcome.LOST: shift_row_edges}, MOVES, 0)

    def _first_draft(self, tables: dict[Outcome, GainTable]) -> GridDraft:
        """Return the draft that is cut by the gains; after lost rounds columns and rows in turn, as the others are."""
        won, lost = tables[Outcome.WON], tables[Outcome.LOST]
        whole_band = (0, len(won.levels))
        columns = best_cuts(won.band(*whole_band, self._won_rows), self.size.columns)[-1][1]
        single_rows: RowGroups = tuple((n,) for n in range(FIGHT_STAMINA))
        lost_rows = single_rows
        edges: Edges = ()
        for _ in range(4):
            edges = best_cuts(lost.band(*whole_band, lost_rows), self.size.lost_columns, lost.first_hero)[-1][1]
            by_foe = np.diff(lost.band(*whole_band, single_rows)[list(edges)], axis=0)
            before = np.pad(by_foe.swapaxes(0, 1), ((1, 0), (0, 0), (0, 0))).cumsum(axis=0)
            lost_rows = _groups(best_cuts(before, self.size.lost_rows)[-1][1])
        layouts = {
            Outcome.WON: Layout(whole_band, (columns,), (self._won_rows,)),
            Outcome.LOST: Layout(whole_band, (edges,), (lost_rows,)),
        }
        return GridDraft(layouts, {outcome: tables[outcome].fit(layouts[outcome])[1] for outcome in Outcome})

    def joined(self, bands: Edges, strips: Sequence[_Strip]) -> GridPolicy:
        """Return the strips as one policy. The first and the last band reach to the smallest and largest skill gap."""
        edges = (SKILL_GAPS[0], *(self.objective.skill_gaps[edge] for edge in bands[1:-1]), SKILL_GAPS[-1] + 1)
        grids: dict[Outcome, Grid] = {}
        for outcome in Outcome:
            parts = [strip.policy.grids[outcome] for strip in strips]
            blocks = [replace(g.blocks[0], band=tuple(range(*e))) for g, e in zip(parts, pairwise(edges), strict=True)]
            grids[outcome] = replace(parts[0], blocks=tuple(blocks))
        return GridPolicy(grids)


def shift_row_edges(layout: Layout, table: GainTable) -> Iterator[Layout]:
    """Yield the layouts of one band with a cut between rows of neighbouring staminas moved."""
    (rows,) = layout.rows
    for edges in shift_edges((rows[0][0], *(row[-1] + 1 for row in rows))):
        yield replace(layout, rows=(_groups(edges),))


def no_row_moves(layout: Layout, table: GainTable) -> Iterator[Layout]:
    """Yield nothing: the rows stay as they are."""
    yield from ()


def _groups(edges: Edges) -> tuple[Group, ...]:
    """Return the groups of neighbours that the edges cut."""
    return tuple(tuple(range(a, b)) for a, b in pairwise(edges))
