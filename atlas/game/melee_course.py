"""The best play of a fight against several foes at once, followed from its start: how often each end is reached.

In comes a solved fight (`melee`); out come the chances of its ends, and of every place on the way. It goes through the
waves of `melee` in reverse: the chances of a wave are shared out to the places that its rounds lead to.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import product

import numpy as np

from atlas.game.duel import Lucks, lucky_ways
from atlas.game.melee import MeleeValues, MeleeWave
from atlas.game.worths import Array, Indices, along, divided, has_whole, is_more, nothing_like


@dataclass(frozen=True, eq=False)
class MeleeCourse:
    """The chances of all places of a fight under its best play; `share_out` moves them on, wave by wave."""

    values: MeleeValues
    standing: Array
    """the chance of each place before a round: place, LUCK, column"""
    midway: tuple[tuple[Array, ...], ...]
    """the same in the middle of a round, by target and exchange: place, LUCK, roll, column"""
    left: Array
    """the chance to escape, before its wound: STAMINA, LUCK, column"""

    @property
    def after(self) -> Array:
        """The chances of all ends of the fight: STAMINA (0 for the fallen), LUCK, column."""
        ended = self.standing + reduce(np.add, (_over_rolls(part) for parts in self.midway for part in parts))
        melee = self.values.melee
        by_stamina = ended.reshape(melee.shape[0], -1, *ended.shape[1:])
        after: Array = by_stamina[:, 0].copy()
        after[0] = reduce(np.add, by_stamina[0])
        return after

    def _hit(
        self, share: Array, hits: tuple[Indices, Indices, Indices], target: int, exchange: int, lucks: Lucks
    ) -> None:
        """Move chances (place, LUCK, roll, column) to the places that a wound leads to, tested or not."""
        keep, test = self.values.options(hits, target, exchange, lucks)
        good, bad, totals = lucky_ways(share, lucks, 2)
        tested = share[:, lucks.untested :] * self.values.tests(keep[:, lucks.untested :], test)
        untested = share.copy()
        untested[:, lucks.untested :] -= tested
        plain, lucky, unlucky = hits
        self._arrive(target, exchange, plain, lucks.all, untested)
        self._arrive(target, exchange, lucky, lucks.spent, divided(tested * good, totals))
        self._arrive(target, exchange, unlucky, lucks.spent, divided(tested * bad, totals))

    def _arrive(self, target: int, exchange: int, places: Indices, lucks: slice, share: Array) -> None:
        """Add chances before an exchange of a round; after the last one, before the next round."""
        if exchange < len(self.midway[target]):
            self.midway[target][exchange][places, lucks] += share
        else:
            self.standing[places, lucks] += _over_rolls(share)

    def share_out(self, wave: MeleeWave, lucks: Lucks) -> None:
        """Move the chances of a wave to the places that its exchanges and rounds lead to."""
        melee = self.values.melee
        for target, number in product(range(len(melee.foes)), range(len(melee.foes) - 1)):
            arrived = self.midway[target][number][wave.places, lucks.all]
            self.midway[target][number][wave.places, lucks.all] = 0
            unhurt = self._exchange(arrived, wave, target, number, lucks)
            self._arrive(target, number + 1, wave.places, lucks.all, unhurt)
        undecided = self.standing[wave.places, lucks.all]
        self.standing[wave.places, lucks.all] = 0
        rounds = self.values.rounds(wave, lucks)
        best = reduce(np.maximum, rounds.values())
        if self.values.leave is not None:
            leaves = is_more(self.values.leave[wave.heroes, lucks.all], best)
            self.left[wave.heroes, lucks.all] += undecided * leaves
            undecided = undecided * ~leaves
        for target, worth in rounds.items():
            attacking = undecided * ~is_more(best, worth)
            undecided = undecided - attacking
            self._attack(attacking, wave, target, lucks)

    def _exchange(self, share: Array, wave: MeleeWave, target: int, number: int, lucks: Lucks) -> Array:
        """Move the chances of those whom the foe of an exchange wounds; return the others."""
        foe = self.values.melee.others[target][number]
        if not wave.standing[foe]:
            return share
        _, _, struck = self.values.ways(foe)
        wounded = divided(share * struck, self.values.melee.total)
        self._hit(wounded, wave.wounded, target, number + 1, lucks)
        return share - wounded

    def _attack(self, share: Array, wave: MeleeWave, target: int, lucks: Lucks) -> None:
        """Move the chances of those who attack this foe; a round without a wound is rolled again."""
        melee = self.values.melee
        eventful, every = melee.eventful_ways(target, wave.standing)
        if has_whole(share):
            share = share * every // eventful // sum(melee.rolls)
        else:
            share = share * (every / eventful / sum(melee.rolls))
        by_roll = share[:, :, None] * along(melee.rolls, -2, has_whole(share))
        won, drawn, lost = self.values.ways(target)
        self._hit(divided(by_roll * won, melee.total), wave.struck[target], target, 0, lucks)
        self._hit(divided(by_roll * lost, melee.total), wave.wounded, target, 0, lucks)
        unhurt = divided(by_roll * drawn, melee.total)
        for number in range(len(melee.others[target])):
            unhurt = self._exchange(unhurt, wave, target, number, lucks)


def follow_melee(values: MeleeValues, begun: Array) -> MeleeCourse:
    """Follow the best play of a solved fight to its ends.

    `begun` has the chances of all starts, against all foes: STAMINA, LUCK, column; whole numbers are multiples of
    `Melee.units`.
    """
    array = values.array
    standing = nothing_like(array, array.shape)
    by_stamina = standing.reshape(values.melee.shape[0], -1, *array.shape[1:])
    by_stamina[:, -1] = begun
    midway = tuple(
        tuple(nothing_like(array, (*array.shape[:2], len(values.melee.rolls), array.shape[2])) for _ in others)
        for others in values.melee.others
    )
    course = MeleeCourse(values, standing, midway, nothing_like(begun, begun.shape))
    for wave, lucks in reversed(list(values.steps())):
        course.share_out(wave, lucks)
    return course


def _over_rolls(array: Array) -> Array:
    """Return the sum over the rolls."""
    total: Array = reduce(np.add, (array[:, :, roll] for roll in range(array.shape[2])))
    return total
