"""A fight against one foe, from what it is worth to stand behind it to what it is worth to stand before any round.

The equation is that of `solver`. What differs: a fight is solved for all doses and meals at once, and for several skill
gaps side by side, because a foe that is not known yet may have any; an escape may be offered before every round; and
a plan for LUCK that is not the best one can be followed. With L for the worth of an escape,

    V(h, f, l, k) = max( mean of a round's outcomes, L(h, l) )

Every hit lowers h + f, and a draw that a fight remembers changes only its memory k: so all places with the same sum and
memory are worked out together, a wave, from the smallest sum to the largest. (Where a hit may take no STAMINA, a test
leads to less LUCK at the same sum: then all waves are worked out for each LUCK in turn, the lowest first.)

The way on is the same in reverse: the chances of a wave are shared out to the places that its rounds lead to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import lcm
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from atlas.game.dice import ROUND_ROLLS, luck_odds, round_ways
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import unit_count
from atlas.game.worths import (
    Array,
    Flags,
    Indices,
    Worths,
    along,
    divide,
    divided,
    has_whole,
    in_one_unit,
    is_more,
    nothing_like,
)

Number = TypeVar("Number", bound=np.generic)
Tests = Mapping[Outcome, Flags]
"""Where a plan tests, by outcome: place, LUCK and skill gap. A plan that never tests has no outcomes."""


class Wave(NamedTuple):
    """Places with one sum of STAMINAs and one memory, and the places that a round leads to from each."""

    places: Indices
    heroes: Indices
    """the hero's STAMINA in them"""
    drawn: Indices | None
    """after a drawn round; None where that is rolled again"""
    hits: Mapping[Outcome, tuple[Indices, Indices, Indices]]
    """after a normal, a Lucky and an Unlucky hit"""


class Lucks(NamedTuple):
    """A range of LUCK that is solved together."""

    all: slice
    tested: slice
    """the part that is enough for a test"""
    spent: slice
    """the LUCK left after a test, for each of `tested`"""

    @property
    def untested(self) -> int:
        """The number of lowest values, too low for a test."""
        lowest: int = min(self.tested.start, self.all.stop) - self.all.start
        return lowest


def luck_batches(rules: Rules, lucks: int) -> list[Lucks]:
    """Return the ranges of LUCK, of 0 to `lucks` − 1, in the order in which a fight is solved."""
    one_by_one = rules.luck_cost and 0 in (*rules.won.hits, *rules.lost.hits)
    bounds = [(luck, luck + 1) for luck in range(lucks)] if one_by_one else [(0, lucks)]
    least = max(rules.luck_cost, 1)
    batches = []
    for low, high in bounds:
        first = max(low, least)
        tested = slice(first, max(first, high))
        batches.append(
            Lucks(slice(low, high), tested, slice(tested.start - rules.luck_cost, tested.stop - rules.luck_cost))
        )
    return batches


def lucky_ways(array: Array, lucks: Lucks, axes: int) -> tuple[Array, Array, Array]:
    """Return the ways to be Lucky and Unlucky, and their sum, shaped for an array with `axes` axes after LUCK."""
    return _lucky_ways(has_whole(array), range(lucks.tested.start, lucks.tested.stop), axes)


@lru_cache(maxsize=256)
def _lucky_ways(whole: bool, lucks: range, axes: int) -> tuple[Array, Array, Array]:
    """Return what `lucky_ways` does, for whole numbers or floats."""
    odds = [luck_odds(luck).lowest_terms() for luck in lucks]
    columns = [o.hits for o in odds], [o.misses for o in odds], [o.total for o in odds]
    hits, misses, totals = (along(column, -1 - axes, whole) for column in columns)
    return hits, misses, totals


@dataclass(frozen=True)
class Duel:
    """Fights against one foe, with any STAMINA up to those given, at several skill gaps side by side."""

    rules: Rules
    gaps: tuple[int, ...]
    """as `Rules.playing_gap` gives them"""
    hero: int
    foe: int

    @property
    def places(self) -> int:
        """The number of places, ends of fights included."""
        return (self.hero + 1) * (self.foe + 1) * self.rules.memories

    def units(self, lucks: int) -> int:
        """Return by how much the unit of the worths behind a fight is divided, so that all its own are whole."""
        rules = self.rules.sized(max(self.hero, self.foe), lucks - 1)
        return lcm(*(unit_count(rules, gap) for gap in self.gaps))

    @property
    def waves(self) -> tuple[Wave, ...]:
        """All undecided places, in the order in which they are solved."""
        return _waves(self.rules, self.hero, self.foe)

    def by_stamina(self, array: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """Return the part of an array for fights as they begin, with an axis for each STAMINA in place of one."""
        return array.reshape(self.hero + 1, self.foe + 1, self.rules.memories, *array.shape[1:])[:, :, 0]

    def ways(self, array: Array) -> tuple[Array, Array, Array]:
        """Return the ways to win, draw and lose a round, by gap and column of an array; 0 draws if rolled again."""
        return _round_ways(self.gaps, array.shape[-1], self.rules.draws_count, has_whole(array))


@lru_cache(maxsize=64)
def _round_ways(gaps: tuple[int, ...], columns: int, draws_count: bool, whole: bool) -> tuple[Array, Array, Array]:
    """Return what `Duel.ways` does."""
    ways = [round_ways(gap) for gap in gaps]
    decisive = [each.decisive() for each in ways]
    listed = [tuple(each) for each in ways] if draws_count else [(odds.hits, 0, odds.misses) for odds in decisive]
    # Written out for each column: numpy is quick where it can run along both axes at once.
    won, drawn, lost = (along(column, -2, whole).repeat(columns, axis=-1) for column in zip(*listed, strict=True))
    return won, drawn, lost


@lru_cache(maxsize=64)
def _waves(rules: Rules, most_hero: int, most_foe: int) -> tuple[Wave, ...]:
    """Return the waves of a fight with STAMINA up to these."""
    memories, runs = rules.memories, rules.losing_run or 1
    # Rounds are used up, so more of them come first; a draw ends a run, so shorter runs come first.
    in_order = [used * runs + run for used in reversed(range(rules.rounds or 1)) for run in range(runs)]

    def place(hero: int, foe: int, memory: int = 0) -> int:
        return (hero * (most_foe + 1) + foe) * memories + memory

    def after(hero: int, foe: int, memory: int, outcome: Outcome | None, damage: int) -> int:
        if outcome is Outcome.WON:
            foe = foe - damage if foe - damage > rules.foe_yields_at else 0
        elif outcome is Outcome.LOST:
            hero = max(hero - damage, 0)
        if not (hero and foe):
            return place(hero, foe)
        remembered = rules.next_memory(memory, outcome)
        if isinstance(remembered, Outcome):
            return place(hero, 0) if remembered is Outcome.WON else place(0, foe)
        return place(hero, foe, remembered)

    def wave(total: int, heroes: range, memory: int) -> Wave:
        def lead(outcome: Outcome | None, damage: int) -> Indices:
            return np.array([after(hero, total - hero, memory, outcome, damage) for hero in heroes])

        places = np.array([place(hero, total - hero, memory) for hero in heroes])
        drawn = lead(None, 0)
        hits = {o: tuple(lead(o, damage) for damage in rules.damage(o).hits) for o in Outcome}
        return Wave(places, np.array(heroes), None if (drawn == places).all() else drawn, hits)  # type: ignore[arg-type]

    waves = []
    for total in range(rules.foe_yields_at + 2, most_hero + most_foe + 1):
        heroes = range(max(1, total - most_foe), min(most_hero, total - rules.foe_yields_at - 1) + 1)
        waves += [wave(total, heroes, memory) for memory in in_order if heroes]
    return tuple(waves)


@dataclass(frozen=True, eq=False)
class DuelValues:
    """What every place of a fight is worth: by place, LUCK, skill gap, and a column for doses and meals."""

    duel: Duel
    array: Array
    unit: int
    leave: Array | None
    """what an escape is worth: STAMINA, LUCK, column"""

    @property
    def before(self) -> Array:
        """The values of fights as they begin: both STAMINAs, LUCK, skill gap, column."""
        return self.duel.by_stamina(self.array)

    def options(self, wave: Wave, outcome: Outcome, lucks: Lucks) -> tuple[Array, Array]:
        """Return what it is worth to keep, and to test (for `lucks.tested` only), after a round with this outcome."""
        plain, lucky, unlucky = wave.hits[outcome]
        hits, misses, totals = lucky_ways(self.array, lucks, 2)
        test, bad = self.array[lucky, lucks.spent], self.array[unlucky, lucks.spent]
        test *= hits
        bad *= misses
        test += bad
        return self.array[plain, lucks.all], divide(test, totals)

    def best_round(self, wave: Wave, lucks: Lucks, tests: Tests | None = None) -> Array:
        """Return what it is worth to roll a round, with the better of keep and test after it, or by a plan."""
        won, drawn, lost = self.duel.ways(self.array)
        after_won, after_lost = (self.chosen(wave, outcome, lucks, tests) for outcome in Outcome)
        total = won * after_won
        total += lost * after_lost
        if wave.drawn is None:
            return divide(total, won + lost)
        total += drawn * self.array[wave.drawn, lucks.all]
        return divide(total, ROUND_ROLLS)

    def fought(self) -> Array:
        """Return what it is worth to fight the first round, without an escape before it: STAMINA, LUCK, column.

        The foe has all its STAMINA; the skill gap is the first.
        """
        foe = self.duel.foe
        fought = self.before[:, foe, :, 0].copy()
        for wave, lucks in self.steps():
            if wave.places[0] % self.duel.rules.memories:
                continue
            at_full = wave.places // self.duel.rules.memories % (self.duel.foe + 1) == foe
            if at_full.any():
                rolled = self.best_round(wave, lucks)
                fought[wave.heroes[at_full], lucks.all] = rolled[at_full, :, 0]
        return fought

    def verdicts(self, outcome: Outcome) -> npt.NDArray[np.uint8]:
        """Return the verdicts of fights as they begin: both STAMINAs, LUCK, skill gap, column."""
        verdicts = np.full(self.array.shape, Verdict.KEEP, dtype=np.uint8)
        for wave, lucks in self.steps():
            keep, test = self.options(wave, outcome, lucks)
            keep_tested = keep[:, lucks.untested :]
            tied = np.where(is_more(keep_tested, test), int(Verdict.KEEP), int(Verdict.EITHER))
            verdicts[wave.places, lucks.tested] = np.where(is_more(test, keep_tested), int(Verdict.TEST), tied)
        return self.duel.by_stamina(verdicts)

    def leaves(self) -> Flags:
        """Return where an escape is better than a round, as fights begin: both STAMINAs, LUCK, skill gap, column."""
        better, leave = np.zeros(self.array.shape, dtype=bool), self.leave
        if leave is not None:
            for wave, lucks in self.steps():
                rolled = self.best_round(wave, lucks)
                better[wave.places, lucks.all] = is_more(leave[wave.heroes, lucks.all][:, :, None], rolled)
        return self.duel.by_stamina(better)

    def steps(self) -> Iterator[tuple[Wave, Lucks]]:
        """Yield each wave with a range of LUCK, in the order in which they are solved."""
        for lucks in luck_batches(self.duel.rules, self.array.shape[1]):
            for wave in self.duel.waves:
                yield wave, lucks

    def chosen(self, wave: Wave, outcome: Outcome, lucks: Lucks, tests: Tests | None = None) -> Array:
        """Return what it is worth after a round with this outcome, by the better of keep and test, or by a plan."""
        if tests is not None and outcome not in tests:
            never: Array = self.array[wave.hits[outcome][0], lucks.all]
            return never
        keep, test = self.options(wave, outcome, lucks)
        part = keep[:, lucks.untested :]
        if tests is None:
            np.maximum(part, test, out=part)
        else:
            np.copyto(part, test, where=tests[outcome][wave.places, lucks.tested][..., None])
        return keep

    def onward(self, begun: Array, seen: Array | None = None, plan: Tests | None = None) -> tuple[Array, Array]:
        """Return the chances of all ends of a fight, and of all escapes before their wound: STAMINA, LUCK, column.

        `begun` has the chances of all starts: both STAMINAs, LUCK, skill gap, column; whole numbers are multiples of
        `Duel.units`. The fallen have STAMINA 0. The chance to fight a round from each place is added to `seen`, which
        has the axes of the values. LUCK is used in the best way, or by a plan.
        """
        rules, chances = self.duel.rules, nothing_like(self.array, self.array.shape)
        self.duel.by_stamina(chances)[:] = begun
        left = nothing_like(self.array, (self.duel.hero + 1, *self.array.shape[1:2], self.array.shape[3]))
        for lucks in reversed(luck_batches(rules, self.array.shape[1])):
            for wave in reversed(self.duel.waves):
                fighting = self._share_out(chances, left, wave, lucks, plan)
                if seen is not None:
                    seen[wave.places, lucks.all] += fighting
        ended = chances.reshape(self.duel.hero + 1, self.duel.foe + 1, rules.memories, *self.array.shape[1:])
        after = _added(ended[:, 0, 0], 2)
        after[0] = _added(_added(ended[0, :, 0], 0), 1)
        return after, left

    def _share_out(self, chances: Array, left: Array, wave: Wave, lucks: Lucks, plan: Tests | None) -> Array:
        """Move the chances of a wave to the places that its rounds lead to; return those who fight a round."""
        waiting = chances[wave.places, lucks.all]
        chances[wave.places, lucks.all] = 0
        if self.leave is not None:
            rolled = self.best_round(wave, lucks)
            leaves = is_more(self.leave[wave.heroes, lucks.all][:, :, None], rolled)
            left[wave.heroes, lucks.all] += _added(waiting * leaves, 2)
            waiting = waiting * ~leaves
        won, drawn, lost = self.duel.ways(waiting)
        total = ROUND_ROLLS if wave.drawn is not None else won + lost
        if wave.drawn is not None:
            chances[wave.drawn, lucks.all] += divided(waiting * drawn, total)
        hits, misses, tests = lucky_ways(waiting, lucks, 2)
        for outcome, ways in ((Outcome.WON, won), (Outcome.LOST, lost)):
            keep, test = self.options(wave, outcome, lucks)
            share = divided(waiting * ways, total)
            is_tested = is_more(test, keep[:, lucks.untested :])
            if plan is not None:
                is_tested = plan[outcome][wave.places, lucks.tested][..., None]
            tested = share[:, lucks.untested :] * is_tested
            share[:, lucks.untested :] -= tested
            plain, lucky, unlucky = wave.hits[outcome]
            chances[plain, lucks.all] += share
            chances[lucky, lucks.spent] += divided(tested * hits, tests)
            chances[unlucky, lucks.spent] += divided(tested * misses, tests)
        return waiting


def solve_duel(duel: Duel, after: Worths, *, tests: Tests | None = None, leave: Worths | None = None) -> DuelValues:
    """Return the values of a fight; `after` is what it is worth to stand behind it: STAMINA, LUCK, column.

    LUCK is used in the best way, or by a plan. `leave` is what it is worth to escape, with the axes of `after`.
    """
    lucks = after.array.shape[1]
    if leave is not None:
        (won, left), unit = in_one_unit([after, leave])
        after, leave = Worths(won, unit), Worths(left, unit)
    units = duel.units(lucks) if after.is_whole else 1
    ends = after.finer(units)
    array = nothing_like(ends.array, (duel.places, lucks, len(duel.gaps), ends.array.shape[2]))
    by_stamina = duel.by_stamina(array)
    by_stamina[:, 0] = ends.array[:, :, None]
    by_stamina[0] = ends.array[0, :, None]
    solved = DuelValues(duel, array, ends.unit, None if leave is None else leave.finer(units).array)
    for wave, batch in solved.steps():
        rolled = solved.best_round(wave, batch, tests)
        if solved.leave is not None:
            rolled = np.maximum(rolled, solved.leave[wave.heroes, batch.all][:, :, None])
        array[wave.places, batch.all] = rolled
    return solved


def _added(array: Array, axis: int) -> Array:
    """Return the sum along an axis, added in the same order on every processor."""
    total: Array = reduce(np.add, np.moveaxis(array, axis, 0))
    return total
