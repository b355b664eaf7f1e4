"""Strips: a grid of its own for every band of skill gaps, picked before the fight.

The rows after a won round are the same for all: the foe's staminas singly, the largest together. All else is cut and
improved strip by strip (`fit`), for a fight stays within its band.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, pairwise

import numpy as np

from atlas.cards.fit import GAMES, Bench, GridDraft, grid_policy, shifted
from atlas.cards.goal import BLAME_DECIMALS, CardObjective
from atlas.cards.grid import Grid, GridPolicy, Group
from atlas.cards.layout import Edges, Ground, Layout, cuts, grounds_of
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.evaluate import Floats
from atlas.policies.fightsets import FIGHT_STAMINA

MOVES = 64
"""changes that are played, of all that could be made: on a strip they are quickly played"""
BAND_WAYS = 6
"""ways to cut bands for which strips are made, of those that are promising"""


@dataclass(frozen=True)
class StripSize:
    """How many strips there are, and how large each may be."""

    bands: int
    singles: int
    """staminas of the foe that have a row each after a won round; the others share one"""
    columns: int
    lost_rows: int
    lost_columns: int


def derive_strips(goal: CardObjective, size: StripSize, seed: int, games: int = GAMES) -> GridPolicy:
    """Of the promising ways to cut the bands the one whose strips give away least, adventures included.

    Its strips are then derived once more from the log of simulated fights, and those taken that give away less.
    """
    workshop = _Workshop(goal, size)
    made = [(bands, [workshop.strip(band) for band in pairwise(bands)]) for bands in workshop.promising_bands()]
    blames = workshop.blames(made)
    blame = min(blames)
    bands, strips = made[blames.index(blame)]
    log = goal.logged_advantage(games, seed)
    for number, band in enumerate(pairwise(bands)):
        logged = workshop.improved(band, goal.of_gaps(log, *band))
        others = [*strips[:number], logged, *strips[number + 1 :]]
        (found,) = workshop.blames([(bands, others)])
        if found < blame:
            strips, blame = others, found
    return workshop.joined(bands, strips)


Band = tuple[int, int]
"""the places of its first skill gap and of the first after it"""


@dataclass(frozen=True)
class _Strip:
    """A strip, and what it gives away."""

    policy: GridPolicy
    blame: float


class _Workshop:
    """Where strips are made."""

    def __init__(self, goal: CardObjective, size: StripSize) -> None:
        self.goal, self.size = goal, size
        self.strip, self._bench = cache(self._strip), cache(self._new_bench)

    @cached_property
    def _grounds(self) -> tuple[Ground, Ground]:
        won, lost = grounds_of(self.goal, self.goal.advantage(self.goal.best_play)).values()
        return won, lost

    @cached_property
    def _rows(self) -> tuple[Group, ...]:
        won, _ = self._grounds
        first = won.foes[0][0]
        return (*won.foes[: self.size.singles], tuple(range(first + self.size.singles, FIGHT_STAMINA)))

    def promising_bands(self) -> list[Edges]:
        """The ways to cut them that gain most to first order, with all squares of lost rounds apart."""
        won, lost = self._grounds

        @cache
        def gain(low: int, high: int) -> int:
            alone = int(lost.levels[low:high].sum(axis=0).max(axis=2).sum())
            return cuts(won.band(low, high, self._rows), self.size.columns)[-1][0] + alone

        gaps = len(self.goal.skill_gaps)
        ways = [(0, *inner, gaps) for inner in combinations(range(1, gaps), self.size.bands - 1)]
        return sorted(ways, key=lambda edges: -sum(gain(*band) for band in pairwise(edges)))[:BAND_WAYS]

    def blames(self, ways: Sequence[tuple[Edges, Sequence[_Strip]]]) -> list[float]:
        """What strips give away, fights and adventures together, for some ways to cut the bands."""
        adventures = self.goal.adventure_blames([self.joined(bands, strips) for bands, strips in ways])
        given_away = (sum(strip.blame for strip in strips) for _, strips in ways)
        return [round(a + b, BLAME_DECIMALS) for a, b in zip(given_away, adventures, strict=True)]

    def _strip(self, band: Band) -> _Strip:
        """What the fights of a band tend to makes its strip."""
        goal = self._bench(band).goal
        return self.improved(band, goal.advantage(goal.best_play))

    def improved(self, band: Band, advantage: Mapping[Outcome, Floats]) -> _Strip:
        """The strip of one band, cut by what tests gain, then improved."""
        bench = self._bench(band)
        draft, blame = bench.improve(self._draft(grounds_of(bench.goal, advantage)))
        return _Strip(grid_policy(bench.goal, draft), blame)

    def _new_bench(self, band: Band) -> Bench:
        goal = self.goal.within(self.goal.skill_gaps[slice(*band)])
        return Bench(goal, {Outcome.WON: as_they_are, Outcome.LOST: recut_rows}, MOVES, 0)

    def _draft(self, grounds: Mapping[Outcome, Ground]) -> GridDraft:
        won, lost = grounds[Outcome.WON], grounds[Outcome.LOST]
        whole_band = (0, len(won.levels))
        columns = cuts(won.band(*whole_band, self._rows), self.size.columns)[-1][1]
        lost_rows: tuple[Group, ...] = tuple((n,) for n in range(FIGHT_STAMINA))
        edges: Edges = ()
        for _ in range(4):
            edges = cuts(lost.band(*whole_band, lost_rows), self.size.lost_columns, lost.first)[-1][1]
            by_foe = np.diff(lost.band(*whole_band, tuple((n,) for n in range(FIGHT_STAMINA)))[list(edges)], axis=0)
            before = np.pad(by_foe.swapaxes(0, 1), ((1, 0), (0, 0), (0, 0))).cumsum(axis=0)
            lost_rows = _groups(cuts(before, self.size.lost_rows)[-1][1])
        layouts = {
            Outcome.WON: Layout(whole_band, (columns,), (self._rows,)),
            Outcome.LOST: Layout(whole_band, (edges,), (lost_rows,)),
        }
        return GridDraft(layouts, {outcome: grounds[outcome].fit(layouts[outcome])[1] for outcome in Outcome})

    def joined(self, bands: Edges, strips: Sequence[_Strip]) -> GridPolicy:
        """One policy; the bands at the ends reach as far as skill gaps do."""
        edges = (SKILL_GAPS[0], *(self.goal.skill_gaps[edge] for edge in bands[1:-1]), SKILL_GAPS[-1] + 1)
        grids: dict[Outcome, Grid] = {}
        for outcome in Outcome:
            parts = [strip.policy.grids[outcome] for strip in strips]
            blocks = [replace(g.blocks[0], band=tuple(range(*e))) for g, e in zip(parts, pairwise(edges), strict=True)]
            grids[outcome] = replace(parts[0], blocks=tuple(blocks))
        return GridPolicy(grids)


def recut_rows(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """A cut between rows of neighbours moved, in the one band there is."""
    (rows,) = layout.rows
    for edges in shifted((rows[0][0], *(row[-1] + 1 for row in rows))):
        yield replace(layout, rows=(_groups(edges),))


def as_they_are(layout: Layout, ground: Ground) -> Iterator[Layout]:
    """No row changed."""
    yield from ()


def _groups(edges: Edges) -> tuple[Group, ...]:
    return tuple(tuple(range(a, b)) for a, b in pairwise(edges))
