"""Ways to fight several foes at once that players can keep to, and what they are worth.

A rule looks at the foes that stand and picks whom to hit. LUCK is used as against one foe: a wound given as in a fight
against its taker alone, a wound taken as in a fight against its giver alone, with the STAMINA that each has by then.
While another foe stands the fight is harder than that, so that some SKILL may be added to the foe's. So players need no
advice but a sentence and the card that they have. The fight itself is that of `game.melee`, the usual form with a roll
against each foe, and its equations stand there; here nothing is maximised, the rules decide.

All is in floats: each worth is a mean of worths that are known, and no more is made of it than an average.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from atlas.game.dice import clamp_gap, luck_odds
from atlas.game.melee import Melee, MeleeWave
from atlas.game.rules import LARGEST_STAMINA, Outcome
from atlas.game.worths import Array, Flags, Indices
from atlas.policies.conditions import Where
from atlas.policies.policy import SteadyPolicy

ONE_SKILL = LARGEST_STAMINA + 1
"""in a key that looks at STAMINA only where SKILL is equal"""


class TargetRule(StrEnum):
    """Whom to hit, of the foes that stand; the first of equal ones."""

    HIGHEST_SKILL = "highest-skill"
    """of equal SKILL the least STAMINA"""
    LOWEST_STAMINA = "lowest-stamina"
    LOWEST_SKILL = "lowest-skill"
    """of equal SKILL the least STAMINA"""
    HIGHEST_STAMINA = "highest-stamina"

    def key(self, skill: int, stamina: Indices) -> Indices:
        """Return a number for a foe, by its STAMINA at each place: the smallest is hit."""
        match self:
            case TargetRule.HIGHEST_SKILL:
                return stamina - skill * ONE_SKILL
            case TargetRule.LOWEST_SKILL:
                return stamina + skill * ONE_SKILL
            case TargetRule.LOWEST_STAMINA:
                return stamina
        return -stamina

    def targets(self, melee: Melee) -> Indices:
        """Return whom the rule hits, by place."""
        staminas = np.indices(melee.shape)[1:].reshape(len(melee.foes), -1)
        keys = np.array([self.key(foe.skill, left) for foe, left in zip(melee.foes, staminas, strict=True)])
        targets: Indices = np.where(staminas > 0, keys, keys.max() + 1).argmin(axis=0)
        return targets


MORE_SKILL = 2
"""what is added to a foe's SKILL while another stands: of whole numbers it costs least with more to come"""


class GroupLuck(NamedTuple):
    """A way to use LUCK against several foes at once."""

    against_one: SteadyPolicy
    more_skill: int = 0
    """what is added to a foe's SKILL while another foe stands"""

    def tests(self, melee: Melee, outcome: Outcome, foe: int, lucks: int) -> Flags:
        """Return where LUCK is tested on a wound of a foe, or from it: by place, and LUCK from 1."""
        hero, *staminas = np.indices(melee.shape).reshape(len(melee.shape), -1, 1)
        another = sum(left > 0 for left in staminas) > 1
        gap = melee.skill - melee.foes[foe].skill
        gaps = np.where(another, clamp_gap(gap - self.more_skill), clamp_gap(gap))
        return self.against_one.tests(outcome, Where(gaps, np.arange(1, lucks), hero, staminas[foe]))


class GroupPlay(NamedTuple):
    """A way to fight several foes at once."""

    target: TargetRule
    luck: GroupLuck


class Wound(NamedTuple):
    """A wound that a foe other than the target may give in a round."""

    exchange: int
    """the number of its exchange, from 0"""
    chance: float
    after: Array
    """what it is worth to have taken it"""


@dataclass(frozen=True, eq=False)
class RuledMelee:
    """A fight against several foes as some ways to fight play it, a column for each."""

    melee: Melee
    tests: Mapping[tuple[Outcome, int], Flags]
    """by outcome and foe: where LUCK is tested, by place, LUCK from 1, and column"""
    chosen: Sequence[Flags]
    """by foe: where it is hit, by place, an axis for LUCK, and column"""
    worths: Array
    """before a round: place, LUCK, column"""
    midway: Sequence[Sequence[Array]]
    """in the middle of one, by target and exchange; the last is `worths`"""

    def run(self) -> Array:
        """Work out all places; return what fights are worth before a round, by all STAMINAs, LUCK and column."""
        for wave in self.melee.waves:
            wounds = {target: self._wounds(wave, target) for target in range(len(self.melee.foes))}
            for target, stands in enumerate(wave.standing):
                chosen = self.chosen[target][wave.places]
                if stands and chosen.any():
                    self.worths[wave.places] += chosen * self._round(wave, target, wounds[target])
            for target in wounds:
                self._fill_midway(wave, target, wounds[target])
        return self.worths.reshape(*self.melee.shape, *self.worths.shape[1:])

    @cached_property
    def good(self) -> Array:
        """The chance to be Lucky, by LUCK from 1, with an axis for columns."""
        return np.array([[float(luck_odds(luck).chance)] for luck in range(1, self.worths.shape[1])])

    def _after(self, wave: MeleeWave, outcome: Outcome, foe: int, then: Array) -> Array:
        """Return what a wound of a foe, or from it, is worth, with this to follow."""
        plain, lucky, unlucky = wave.struck[foe] if outcome is Outcome.WON else wave.wounded
        after: Array = then[plain]
        tested = self.good * then[lucky, :-1] + (1 - self.good) * then[unlucky, :-1]
        np.copyto(after[:, 1:], tested, where=self.tests[outcome, foe][wave.places])
        return after

    def _wounds(self, wave: MeleeWave, target: int) -> list[Wound]:
        """Return the wounds that foes other than the target may give, the last one first."""
        then, others = self.midway[target], self.melee.others[target]
        return [
            Wound(
                number,
                self.melee.exchanges[foe][0].lost / self.melee.total,
                self._after(wave, Outcome.LOST, foe, then[number + 1]),
            )
            for number, foe in reversed(list(enumerate(others)))
            if wave.standing[foe]
        ]

    def _round(self, wave: MeleeWave, target: int, wounds: Sequence[Wound]) -> Array:
        """Return what a round is worth in which this foe is hit; one in which nothing happens is rolled again."""
        (exchange,), total = self.melee.exchanges[target], self.melee.total
        first, drawn = self.midway[target][0], exchange.drawn / total
        worth = exchange.won / total * self._after(wave, Outcome.WON, target, first)
        worth = worth + exchange.lost / total * self._after(wave, Outcome.LOST, target, first)
        others, unhurt = np.zeros_like(worth), 1.0
        for wound in wounds:
            others, unhurt = wound.chance * wound.after + (1 - wound.chance) * others, unhurt * (1 - wound.chance)
        rolled: Array = (worth + drawn * others) / (1 - drawn * unhurt)
        return rolled

    def _fill_midway(self, wave: MeleeWave, target: int, wounds: Sequence[Wound]) -> None:
        """Work out what it is worth to stand in the middle of a round, those before it being known."""
        now, by_exchange = self.worths[wave.places], {wound.exchange: wound for wound in wounds}
        for number in reversed(range(len(self.melee.others[target]))):
            if wound := by_exchange.get(number):
                now = wound.chance * wound.after + (1 - wound.chance) * now
            self.midway[target][number][wave.places] = now


def play_by_rules(melee: Melee, plays: Sequence[GroupPlay], ends: Array) -> Array:
    """Return what a fight is worth, by all STAMINAs, LUCK and way to fight; `ends` are by STAMINA, LUCK and way."""
    lucks, places = ends.shape[1], prod(melee.shape)
    worths = np.zeros((places, *ends.shape[1:]))
    by_stamina = worths.reshape(melee.shape[0], -1, *ends.shape[1:])
    by_stamina[:, 0] = ends
    by_stamina[0] = ends[0]
    targets = np.stack([play.target.targets(melee) for play in plays], axis=-1)[:, None]
    chosen = [targets == foe for foe in range(len(melee.foes))]
    tests = {}
    for outcome, foe in product(Outcome, range(len(melee.foes))):
        tested = {luck: luck.tests(melee, outcome, foe, lucks) for luck in {play.luck for play in plays}}
        tests[outcome, foe] = np.stack([tested[play.luck] for play in plays], axis=-1)
    midway = [[*(worths.copy() for _ in others), worths] for others in melee.others]
    return RuledMelee(melee, tests, chosen, worths, midway).run()
