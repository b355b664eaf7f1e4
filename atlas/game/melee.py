"""A fight against several foes at once, from what it is worth to stand behind it to what it is worth before any round.

Before a round the hero chooses a target j among the foes that stand. The exchange with the target is rolled and settled
first; either may be wounded. Then each other foe that stands strikes in turn, in the order in which they are listed;
there only the hero can be wounded. A round without a wound changes nothing and is rolled again. With V(s) for the worth
of a state s = (h, f₁ … fₙ, l) before a round, and k = 0, 1, … for the exchanges that follow that with the target,

    T(j, k, s) = lost · W(j, k, s) + (1 − lost) · T(j, k+1, s)         T(j, n−1, s) = V(s)
    U(j, k, s) = lost · W(j, k, s) + (1 − lost) · U(j, k+1, s)         U(j, n−1, s) = 0
    W(j, k, s) = max( keep: T(j, k+1, s − 2),  test: Lucky · T(j, k+1, s − 1) + Unlucky · T(j, k+1, s − 3) )
    V(s)       = max over j of ( won · best T(j, 0, foe j hit) + lost · best T(j, 0, hero hit) + drawn · U(j, 0, s) )
                 / (1 − drawn · Π (1 − lost))

T is what it is worth to stand in the middle of a round in which somebody has been wounded. U is the same before the
first wound, without the part of a round that ends without one. A foe that is down has no exchange. With one roll of the
hero for all foes (`one_roll`) the chances hang on that roll: T, U and W are computed for each, and V is their mean.

Every hit lowers h + f₁ + … + fₙ, so all states with the same sum and the same foes standing are worked out together, a
wave, from the smallest sum to the largest, as in `duel`. `melee_course` follows the best play the other way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from math import lcm, prod
from typing import NamedTuple

import numpy as np

from atlas.game.ahead import Foe
from atlas.game.dice import PAIR_ROLLS, PAIR_WAYS, ROUND_ROLLS, luck_odds, round_ways
from atlas.game.duel import Lucks, luck_batches, lucky_ways
from atlas.game.rules import Damage, Rules
from atlas.game.worths import (
    Array,
    Flags,
    Indices,
    Worths,
    along,
    divided,
    has_whole,
    in_one_unit,
    is_more,
    nothing_like,
)


class Exchange(NamedTuple):
    """The ways in which an exchange with one foe can end, of `total`."""

    won: int
    drawn: int
    lost: int

    @property
    def total(self) -> int:
        """All ways."""
        return sum(self)


class MeleeWave(NamedTuple):
    """Places with one sum of STAMINAs and the same foes standing."""

    places: Indices
    heroes: Indices
    """the hero's STAMINA in them"""
    standing: tuple[bool, ...]
    """by foe"""
    wounded: tuple[Indices, Indices, Indices]
    """the places after a normal, a Lucky and an Unlucky wound of the hero"""
    struck: tuple[tuple[Indices, Indices, Indices], ...]
    """the same for a wound of each foe"""


@dataclass(frozen=True)
class Melee:
    """A fight against several foes at once, from all STAMINAs up to those given."""

    rules: Rules
    skill: int
    hero: int
    foes: tuple[Foe, ...]
    one_roll: bool = False
    """whether the hero rolls once for all foes"""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values that each STAMINA can have, the hero's first."""
        return (self.hero + 1, *(foe.stamina + 1 for foe in self.foes))

    @cached_property
    def others(self) -> tuple[tuple[int, ...], ...]:
        """By target: the other foes, in their order."""
        foes = range(len(self.foes))
        return tuple(tuple(foe for foe in foes if foe != target) for target in foes)

    @cached_property
    def rolls(self) -> tuple[int, ...]:
        """The ways of each roll that the chances of a round hang on."""
        return tuple(PAIR_WAYS[roll] for roll in sorted(PAIR_WAYS)) if self.one_roll else (1,)

    @cached_property
    def exchanges(self) -> tuple[tuple[Exchange, ...], ...]:
        """By foe and roll: how an exchange can end."""
        if not self.one_roll:
            return tuple((Exchange(*round_ways(self.skill - foe.skill)),) for foe in self.foes)

        def exchange(roll: int, foe: Foe) -> Exchange:
            lead = roll + self.skill - foe.skill
            won, drawn = sum(ways for pair, ways in PAIR_WAYS.items() if pair < lead), PAIR_WAYS[lead]
            return Exchange(won, drawn, PAIR_ROLLS - won - drawn)

        return tuple(tuple(exchange(roll, foe) for roll in sorted(PAIR_WAYS)) for foe in self.foes)

    @property
    def total(self) -> int:
        """The ways of one exchange."""
        return PAIR_ROLLS if self.one_roll else ROUND_ROLLS

    def eventful_ways(self, target: int, standing: tuple[bool, ...]) -> tuple[int, int]:
        """Return the ways of rounds in which somebody is wounded, and of all rounds, against these foes."""
        others = [foe for foe in self.others[target] if standing[foe]]
        every = sum(self.rolls) * self.total ** (1 + len(others))
        quiet = sum(
            ways
            * self.exchanges[target][roll].drawn
            * prod(self.total - self.exchanges[foe][roll].lost for foe in others)
            for roll, ways in enumerate(self.rolls)
        )
        return every - quiet, every

    @property
    def states(self) -> int:
        """The number of worths for each LUCK, before and in the middle of a round."""
        foes = len(self.foes)
        return prod(self.shape) * (1 + foes * (foes - 1) * len(self.rolls))

    def units(self, lucks: int) -> int:
        """Return by how much the unit of the worths behind a fight is divided, so that all its own are whole."""
        rules, foes = self.rules, range(len(self.foes))

        def hits(damage: Damage, stamina: int) -> int:
            return -(-stamina // (damage.plain if rules.luck_cost else min(damage.hits)))

        rounds = hits(rules.lost, self.hero) + sum(hits(rules.won, foe.stamina) for foe in self.foes)
        rounds += lucks - 1 if rules.luck_cost else 0
        standings = [standing for standing in product((False, True), repeat=len(self.foes)) if any(standing)]
        quiet = lcm(*(self.eventful_ways(j, standing)[0] for standing in standings for j in foes if standing[j]))
        every = sum(self.rolls) * self.total ** len(self.foes)
        tests = [luck_odds(luck).lowest_terms().total for luck in range(lucks)]
        return int(
            (quiet * every) ** rounds * (prod(tests) if rules.luck_cost else lcm(*tests) ** (rounds * len(foes)))
        )

    @property
    def waves(self) -> tuple[MeleeWave, ...]:
        """All undecided places, in the order in which they are solved."""
        return _melee_waves(self.rules, self.shape)


@lru_cache(maxsize=16)
def _melee_waves(rules: Rules, shape: tuple[int, ...]) -> tuple[MeleeWave, ...]:
    """Return the waves of a fight with so many values of each STAMINA."""
    staminas = np.indices(shape).reshape(len(shape), -1)
    hero, foes = staminas[0], staminas[1:]
    open_places = (hero > 0) & (foes > 0).any(axis=0) & ((foes == 0) | (foes > rules.foe_yields_at)).all(axis=0)
    standing = (foes > 0).T
    sums = staminas.sum(axis=0)

    def after(places: Indices, side: int, damage: int) -> Indices:
        left = staminas[:, places].copy()
        left[side] -= damage
        left[side, left[side] <= (rules.foe_yields_at if side else 0)] = 0
        there: Indices = np.ravel_multi_index(tuple(left), shape)
        return there

    def wave(places: Indices, who: tuple[bool, ...]) -> MeleeWave:
        struck = tuple(tuple(after(places, side, damage) for damage in rules.won.hits) for side in range(1, len(shape)))
        wounded = tuple(after(places, 0, damage) for damage in rules.lost.hits)
        return MeleeWave(places, hero[places], who, wounded, struck)  # type: ignore[arg-type]

    waves = []
    for total in range(2, int(sums.max()) + 1):
        for who in product((False, True), repeat=len(shape) - 1):
            places = np.flatnonzero(open_places & (sums == total) & (standing == who).all(axis=1))
            waves += [wave(places, who)] if len(places) else []
    return tuple(waves)


@lru_cache(maxsize=64)
def _exchange_ways(exchanges: tuple[Exchange, ...], whole: bool) -> tuple[Array, Array, Array]:
    """Return the ways to win, draw and lose exchanges, by roll and an axis for columns."""
    won, drawn, lost = (along(column, -2, whole) for column in zip(*exchanges, strict=True))
    return won, drawn, lost


@dataclass(frozen=True, eq=False)
class Guide:
    """Decisions copied from column 0, which holds the worths that they are best for; other columns follow them."""

    tolerance: float
    """an advantage that is not larger counts as none"""
    uses_luck: bool = True
    chooses_targets: bool = False
    """whether column 0 also decides whom to attack"""


@dataclass(frozen=True, eq=False)
class MeleeValues:
    """What every place of a fight is worth: before a round, and in the middle of one."""

    melee: Melee
    array: Array
    """V: place, LUCK, column"""
    midway: tuple[tuple[Array, ...], ...]
    """T by target and exchange: place, LUCK, roll, column; that after the last exchange is V"""
    unit: int
    leave: Array | None
    """what an escape is worth: STAMINA, LUCK, column"""
    guide: Guide | None = None

    @property
    def by_stamina(self) -> Array:
        """The values before a round: all STAMINAs, LUCK, column."""
        return self.array.reshape(*self.melee.shape, *self.array.shape[1:])

    @property
    def before(self) -> Array:
        """The values of fights as they begin, against all the foes: STAMINA, LUCK, column."""
        before: Array = self.array.reshape(self.melee.shape[0], -1, *self.array.shape[1:])[:, -1]
        return before

    def options(
        self, hits: tuple[Indices, Indices, Indices], target: int, exchange: int, lucks: Lucks
    ) -> tuple[Array, Array]:
        """Return what it is worth to keep, and to test where that can be done, with this exchange to follow."""
        then, (plain, lucky, unlucky) = self.midway[target][exchange], hits
        good, bad, totals = lucky_ways(then, lucks, 2)
        test = good * then[lucky, lucks.spent] + bad * then[unlucky, lucks.spent]
        return then[plain, lucks.all], divided(test, totals)

    def tests(self, keep: Array, test: Array) -> Flags:
        """Return where a test is better than to keep."""
        if self.guide is None:
            return is_more(test, keep)
        if not self.guide.uses_luck:
            return np.zeros((1,) * keep.ndim, dtype=bool)
        return np.asarray(test[..., :1] - keep[..., :1] > self.guide.tolerance)

    def best(self, worths: Sequence[Array]) -> Array:
        """Return the worth of the best action before a round, the first of equal ones."""
        if self.guide is None or not self.guide.chooses_targets:
            return reduce(np.maximum, worths)
        chosen = worths[0].copy()
        for worth in worths[1:]:
            np.copyto(chosen, worth, where=worth[..., :1] - chosen[..., :1] > self.guide.tolerance)
        return chosen

    def better(self, hits: tuple[Indices, Indices, Indices], target: int, exchange: int, lucks: Lucks) -> Array:
        """Return what a wound is worth with the better of keep and test, or as the guide decides."""
        keep, test = self.options(hits, target, exchange, lucks)
        part = keep[:, lucks.untested :]
        if self.guide is None:
            np.maximum(part, test, out=part)
        else:
            np.copyto(part, test, where=self.tests(part, test))
        return keep

    def steps(self) -> Iterator[tuple[MeleeWave, Lucks]]:
        """Yield each wave with a batch of LUCK, in the order in which they are solved."""
        for lucks in luck_batches(self.melee.rules, self.array.shape[1]):
            for wave in self.melee.waves:
                yield wave, lucks

    def ways(self, foe: int) -> tuple[Array, Array, Array]:
        """Return the ways to win, draw and lose an exchange, by roll, for arrays with a column behind it."""
        return _exchange_ways(self.melee.exchanges[foe], has_whole(self.array))

    def wounds(self, wave: MeleeWave, lucks: Lucks) -> list[list[Array | None]]:
        """Return what a wound by each other foe is worth, by target and exchange; None for a foe that is down."""
        # After the last exchange it is the same for every target.
        last = len(self.melee.foes) - 1
        at_last = self.better(wave.wounded, 0, last, lucks)
        return [
            [
                (at_last if number == last else self.better(wave.wounded, target, number, lucks))
                if wave.standing[foe]
                else None
                for number, foe in enumerate(others, 1)
            ]
            for target, others in enumerate(self.melee.others)
        ]

    def rounds(
        self, wave: MeleeWave, lucks: Lucks, wounds: Sequence[Sequence[Array | None]] | None = None
    ) -> Mapping[int, Array]:
        """Return what it is worth to attack each foe that stands: place, LUCK, column."""
        wounds = wounds or self.wounds(wave, lucks)
        return {
            target: self._round(wave, target, wounds[target], lucks)
            for target, stands in enumerate(wave.standing)
            if stands
        }

    def _round(self, wave: MeleeWave, target: int, wounds: Sequence[Array | None], lucks: Lucks) -> Array:
        """Return what it is worth to attack this foe."""
        total = self.melee.total
        won, drawn, lost = self.ways(target)
        round_worth = won * self.better(wave.struck[target], target, 0, lucks)
        round_worth = round_worth + lost * self.better(wave.wounded, target, 0, lucks)
        untouched: Array | None = None
        for foe, wound in reversed(list(zip(self.melee.others[target], wounds, strict=True))):
            if wound is not None:
                _, _, struck = self.ways(foe)
                untouched = struck * wound if untouched is None else struck * wound + (total - struck) * untouched
                untouched = divided(untouched, total)
        if untouched is not None:
            round_worth = round_worth + drawn * untouched
        rolls = self.melee.rolls
        mean = reduce(np.add, [ways * round_worth[:, :, roll] for roll, ways in enumerate(rolls)])
        eventful, every = self.melee.eventful_ways(target, wave.standing)
        if has_whole(mean):
            return mean * (every // (sum(rolls) * total)) // eventful
        return mean * (every / (sum(rolls) * total) / eventful)

    def fought(self) -> Array:
        """Return what the first round of a fight is worth, without an escape before it: STAMINA, LUCK, column."""
        fought, full = self.before.copy(), sum(foe.stamina for foe in self.melee.foes)
        sums = np.indices(self.melee.shape)[1:].reshape(len(self.melee.foes), -1).sum(axis=0)
        for wave, lucks in self.steps():
            fresh = sums[wave.places] == full
            if fresh.any():
                best = reduce(np.maximum, self.rounds(wave, lucks).values())
                fought[wave.heroes[fresh], lucks.all] = best[fresh]
        return fought

    def first_rounds(self, luck: int, hero: int | None = None, column: int = 0) -> Mapping[int, float]:
        """Return what it is worth to attack each foe before the first round, by default with all STAMINA."""
        staminas = (self.melee.hero if hero is None else hero, *(foe.stamina for foe in self.melee.foes))
        place = int(np.ravel_multi_index(staminas, self.melee.shape))
        for wave, lucks in self.steps():
            at = np.flatnonzero(wave.places == place)
            if len(at) and lucks.all.start <= luck < lucks.all.stop:
                worths = self.rounds(wave, lucks).items()
                return {target: worth[at[0], luck - lucks.all.start, column] for target, worth in worths}
        raise AssertionError("no wave has these STAMINAs")

    def fill_midway(self, wave: MeleeWave, lucks: Lucks, wounds: Sequence[Sequence[Array | None]]) -> None:
        """Compute T of a wave, from its V."""
        total = self.melee.total
        for target, others in enumerate(self.melee.others):
            now = self.array[wave.places, lucks.all][:, :, None]
            for number, foe in reversed(list(enumerate(others))):
                wound = wounds[target][number]
                if wound is not None:
                    _, _, struck = self.ways(foe)
                    now = divided(struck * wound + (total - struck) * now, total)
                self.midway[target][number][wave.places, lucks.all] = now


def solve_melee(melee: Melee, after: Worths, *, leave: Worths | None = None, guide: Guide | None = None) -> MeleeValues:
    """Return the values of a fight; `after` is what it is worth to stand behind it: STAMINA, LUCK, column.

    Every decision is the best one, or the guide's. `leave` is what it is worth to escape, with the axes of `after`.
    """
    lucks, columns = after.array.shape[1:]
    if leave is not None:
        (won, left), unit = in_one_unit([after, leave])
        after, leave = Worths(won, unit), Worths(left, unit)
    units = melee.units(lucks) if after.is_whole else 1
    ends = after.finer(units)
    array = nothing_like(ends.array, (prod(melee.shape), lucks, columns))
    by_stamina = array.reshape(melee.shape[0], -1, lucks, columns)
    by_stamina[:, 0] = ends.array
    by_stamina[0] = ends.array[0]
    midway = tuple(
        (*(np.repeat(array[:, :, None], len(melee.rolls), axis=2) for _ in others), array[:, :, None])
        for others in melee.others
    )
    solved = MeleeValues(melee, array, midway, ends.unit, None if leave is None else leave.finer(units).array, guide)
    for wave, batch in solved.steps():
        wounds = solved.wounds(wave, batch)
        worths = list(solved.rounds(wave, batch, wounds).values())
        if solved.leave is not None:
            worths.append(solved.leave[wave.heroes, batch.all])
        array[wave.places, batch.all] = solved.best(worths)
        solved.fill_midway(wave, batch, wounds)
    return solved
