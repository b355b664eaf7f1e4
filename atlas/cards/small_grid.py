"""A small grid for one fight of an adventure: as few squares as lose next to nothing.

The exact advice for a fight has a LUCK for each pair of STAMINAs, 200 of them, and neighbours differ by a hair. Most of
that is worth less than anybody can see. With w(h, f, l) for the chance to lose (or win) a round there, and d(h, f, l)
for what a test is worth more than keeping, a grid that tests where T says loses next to the best play, to first order,

    Σ w · d over all places where a test is best, less the same sum over all where the grid tests.

So each square, a block of STAMINAs, takes the lowest LUCK that loses least over its block; and neighbouring rows or
columns are joined, those first that lose least, as long as all together lose no more than is allowed. Every place
counts a little, also those to which the best play never leads, since dice and players do. What the two grids of a fight
really cost is worked out by the fight solved again with their advice. Where that is more than `MOST_LOST`, for who
plays by grids comes to places that the best play avoids, the places that they lead to count as well, and less is
allowed, until it is not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from atlas.cards.fewest import fewest_lines
from atlas.game.adventure import Solver
from atlas.game.duel import Duel, DuelValues, solve_duel
from atlas.game.played import PlayedAdventure
from atlas.game.rules import Outcome
from atlas.game.stages import FightStage
from atlas.game.worths import Array, Flags, Worths

MOST_LOST = 0.001
"""by both grids of a fight, of the chance to come through of those who come to it"""
MOST_TRIES = 12
LESS = 0.7
"""so much of what was allowed is allowed in the next try"""
FEW = 0.001
"""of those who come to a fight: so few need no grids of their own"""
EVERYWHERE = 0.01
"""how much all places count together, beside those that are met"""
Span = tuple[int, int]
"""The least and the most STAMINA of a row or a column."""


@dataclass(frozen=True)
class SmallGrid:
    """From which LUCK on to test after a round with one outcome, by STAMINAs before it."""

    yours: Sequence[Span]
    foes: Sequence[Span]
    lowest: Sequence[Sequence[int | None]]
    """by row and column; None never tests"""

    @property
    def keeps(self) -> bool:
        """Whether nothing is tested."""
        return all(lowest is None for row in self.lowest for lowest in row)

    def tests(self, values: DuelValues) -> Flags:
        """Return where the grid tests, as a fight takes it: place, LUCK and skill gap."""
        lucks = np.arange(values.array.shape[1])
        tests = np.zeros(values.array.shape[:3], dtype=bool)
        by_stamina = tests.reshape(values.duel.hero + 1, values.duel.foe + 1, values.duel.rules.memories, -1)
        for (low, high), row in zip(self.yours, self.lowest, strict=True):
            for (least, most), lowest in zip(self.foes, row, strict=True):
                if lowest is not None:
                    by_stamina[low : high + 1, least : most + 1] = lucks >= lowest
        return tests


@dataclass(frozen=True)
class FightGrids:
    """The grids of a fight against one foe."""

    grids: Mapping[Outcome, SmallGrid]
    cost: float
    """what they lose of the chance to come through, for those who come to the fight"""
    doses: int | None = None
    """for those who have so many left; None for all"""


def small_grids(solver: Solver, played: PlayedAdventure, number: int) -> Sequence[FightGrids]:
    """Return the small grids of a fight against one foe that is come to; the adventure is solved in floats.

    Where the same grids for all would lose too much, for who still has Fortune to drink may test more, each number of
    doses has its own.
    """
    standing = played.visits[number].ready.array
    together = _fight_grids(solver, number, standing, range(solver.shape[2]))
    if together.cost <= MOST_LOST:
        return [together]
    shares = standing.sum(axis=(0, 1, 3)) / standing.sum()
    known = [doses for doses, share in enumerate(shares) if share > FEW]
    if len(known) == 1:
        return [together]
    apart = (_fight_grids(solver, number, standing, range(doses, doses + 1)) for doses in known)
    return [replace(grids, doses=doses) for doses, grids in zip(known, apart, strict=True)]


def _fight_grids(solver: Solver, number: int, standing: Array, doses: range) -> FightGrids:
    """Return the grids for those who have so many doses."""
    stage = solver.adventure.stages[number]
    assert isinstance(stage.kind, FightStage)
    (foe,) = stage.kind.fight.foes
    columns = slice(doses.start * solver.shape[3], doses.stop * solver.shape[3])
    won, left = solver.around(stage.kind.fight, stage.leads_to, stage.kind.escape)
    after, leave = Worths(won.array[..., columns]), left and Worths(left.array[..., columns])
    gap = solver.gap(stage.kind.fight.rules, foe.skill - stage.kind.fight.skill)
    duel = Duel(stage.kind.fight.rules, (gap,), solver.start.stamina, foe.stamina)
    values = solve_duel(duel, after, leave=leave)
    begun, here = np.zeros(values.before.shape), standing[:, :, doses.start : doses.stop]
    begun[:, foe.stamina, :, 0] = here.reshape(*solver.shape[:2], -1) / here.sum()
    staminas, lucks = (int(axis.max()) for axis in np.nonzero(here)[:2])
    seen = np.zeros(values.array.shape)
    values.onward(begun, seen)
    first, allowed = duel.rules.foe_yields_at + 1, MOST_LOST / len(Outcome)
    for tries in range(1, MOST_TRIES + 1):
        tested = {outcome: _tested(values, outcome, seen / tries, staminas, lucks) for outcome in Outcome}
        grids = {outcome: _joined_grid(wins, first, allowed) for outcome, wins in tested.items()}
        plan = {outcome: grid.tests(values) for outcome, grid in grids.items()}
        followed = solve_duel(duel, after, tests=plan, leave=leave)
        cost = float(sum(((values.before - followed.before) * begun).ravel().tolist()))
        if cost <= MOST_LOST:
            break
        values.onward(begun, seen, plan)
        allowed *= LESS
    return FightGrids(grids, cost)


def _tested(values: DuelValues, outcome: Outcome, seen: Array, staminas: int, lucks: int) -> Array:
    """Return what tests win by your STAMINA, the foe's, and the lowest LUCK with which to test; the last is never."""
    gains = _gains(values, outcome, seen, staminas, lucks)[1:, values.duel.rules.foe_yields_at + 1 :]
    tested = np.cumsum(gains[..., ::-1], axis=2)[..., ::-1]
    with_never: Array = np.concatenate([tested, np.zeros((*gains.shape[:2], 1))], axis=2)
    return with_never


def _joined_grid(tested: Array, first: int, allowed: float) -> SmallGrid:
    """Return the grid with as few rows and columns as lose no more than is allowed; `first` is the least STAMINA of
    a foe that fights on."""
    joined, never = fewest_lines(tested, allowed), tested.shape[2] - 1
    return SmallGrid(
        [(low + 1, high + 1) for low, high in joined.rows],
        [(low + first, high + first) for low, high in joined.columns],
        [[None if lowest == never else lowest for lowest in row] for row in joined.best],
    )


def _gains(values: DuelValues, outcome: Outcome, seen: Array, staminas: int, lucks: int) -> Array:
    """Return what tests win after rounds with this outcome: your STAMINA, the foe's, LUCK."""
    stakes = np.zeros(values.array.shape)
    won, _, lost = (ways[0, 0] for ways in values.duel.ways(stakes))
    share = (won if outcome is Outcome.WON else lost) / (won + lost)
    for wave, batch in values.steps():
        keep, test = values.options(wave, outcome, batch)
        stakes[wave.places, batch.tested] = test - keep[:, batch.untested :]
    sides = (values.duel.hero + 1, values.duel.foe + 1, values.duel.rules.memories)
    weighted = stakes * (seen + EVERYWHERE / stakes.size) * share
    gains: Array = weighted.reshape(*sides, weighted.shape[1], -1).sum(axis=(2, 4))
    return gains[: staminas + 1, :, : lucks + 1]
