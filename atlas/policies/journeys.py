"""Journeys: adventures as books have them, with luck tests outside fights, meals and gifts of LUCK on the way.

A journey is met stage by stage. Its foes are not known before they are met: any foe of the books may come. Between
two stages meals are eaten, as many as is best. A luck test outside a fight costs a point of LUCK; the Unlucky die, lose
STAMINA, have to fight or get away with it, as often as in the books (`books.toml`). With V(m, l, s) for the chance to
survive what follows, by meals, LUCK and STAMINA left, the stages are worked out from the last one back:

    fight    before(m, l, s) = Σ over foes of their share · Σ over ends (l', s') of their chance · V(m, l', s')
    test     before(m, l, s) = ( lucky · V(m, l−1, s) + unlucky · U(m, l−1, s) ) / 36
    gift     before(m, l, s) = V(m, l+1, s), LUCK never above that at the start
    meal     V(m, l, s) = max( V(m, l, s), V(m−1, l, s+4) ), STAMINA never above that at the start

Because books differ, the set `journeys` is a span of such adventures (`JOURNEYS`), each for some adventurers
(`TRAVELLERS`). A policy is measured by its share of what LUCK can give on a journey: 0 for never testing, 1 for the
best use of LUCK by somebody who knows no more than the player. The fights of a policy are worked out once, as chances
to pass from one LUCK and STAMINA to another (`Passages`); a journey is then a chain of matrix products.

The figures are the same on every processor: worths are rounded to 32 binary places, and their products with passages
are exact, in whatever order they are summed. A survival chance is right within 10⁻⁶.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Protocol

import numpy as np

from atlas.folders import package_texts
from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.rules import Rules
from atlas.game.stages import MEAL
from atlas.policies.adventures import values_before_any_foe
from atlas.policies.eating import EatingRule
from atlas.policies.evaluate import Ends as FightEnds
from atlas.policies.evaluate import Floats, total
from atlas.policies.fight_ends import (
    MOST_STAMINA,
    TRAVELLERS,
    WORTH_BITS,
    Passages,
    foe_counts,
    passages,
    rounded,
)
from atlas.policies.fightsets import FOUGHT_FOES
from atlas.policies.policy import NEVER, Policy

JOURNEYS_SET = "journeys"
DECIMALS = 6
"""of a survival chance"""


class Events(NamedTuple):
    """What happens before a fight."""

    tests: int
    gifts: int


@dataclass(frozen=True)
class Journey:
    """A kind of adventure: how much of everything it has."""

    fights: int
    meals: int
    """carried from the start"""
    tests: int
    """of luck, outside fights"""
    deadly: int
    """of a hundred tests, so many kill the Unlucky"""
    gifts: int
    """points of LUCK given back on the way"""

    def before_fight(self, number: int) -> Events:
        """Return what comes before a fight, counted from 1: tests first, then gifts, both spread evenly."""
        return Events(*(n * number // self.fights - n * (number - 1) // self.fights for n in (self.tests, self.gifts)))


JOURNEYS = (
    Journey(fights=6, meals=0, tests=0, deadly=0, gifts=0),
    Journey(fights=10, meals=5, tests=0, deadly=0, gifts=3),
    Journey(fights=15, meals=10, tests=0, deadly=0, gifts=0),
    Journey(fights=6, meals=5, tests=1, deadly=10, gifts=0),
    Journey(fights=10, meals=5, tests=2, deadly=0, gifts=3),
    Journey(fights=15, meals=10, tests=3, deadly=25, gifts=6),
    Journey(fights=10, meals=5, tests=4, deadly=25, gifts=0),
    Journey(fights=10, meals=10, tests=4, deadly=10, gifts=3),
    Journey(fights=15, meals=5, tests=5, deadly=25, gifts=3),
    Journey(fights=6, meals=5, tests=3, deadly=10, gifts=3),
    Journey(fights=10, meals=10, tests=5, deadly=0, gifts=0),
    Journey(fights=10, meals=5, tests=5, deadly=25, gifts=6),
)
"""from no luck tests to one for each two fights, from none that kills to as many as in the books"""


STAMINAS = range(MOST_STAMINA + 1)
FED = np.array([[min(s + MEAL, max(t.stamina, s)) if s else 0 for s in STAMINAS] for t in TRAVELLERS])[:, None]
"""STAMINA after a meal, by traveller, an axis for LUCK, and STAMINA before"""

Worth = Floats
"""What it is worth to stand somewhere: the chance to come through. By traveller, meals, LUCK and STAMINA from 0."""
Standing = Floats
"""Where travellers stand: chances, laid out like a `Worth`."""


@dataclass(frozen=True)
class Unlucky:
    """What being Unlucky outside a fight leads to where it does not kill, each with its share."""

    loses: tuple[tuple[int, float], ...]
    """STAMINA"""
    fights: float
    nothing: float


@lru_cache
def unlucky() -> Unlucky:
    counts = tomllib.loads(package_texts("policies/books.toml")["books"])["luck_tests"]
    loses = {int(points): count for points, count in counts["unlucky_loses"].items()}
    spared = counts["counted"] - counts["unlucky_dies"]
    return Unlucky(
        loses=tuple((points, count / spared) for points, count in loses.items()),
        fights=counts["unlucky_fights"] / spared,
        nothing=(spared - counts["unlucky_fights"] - sum(loses.values())) / spared,
    )


class Fights(Protocol):
    """A way to fight: whoever uses LUCK in it, against any foe of the books."""

    def back(self, after: Floats) -> Floats:
        """Return what it is worth to stand before a fight, from what it is worth to stand after it."""


# The way back: what it is worth to stand somewhere, for all journeys and travellers at once.


def survival_chances(
    rules: Rules, fights: Fights, journeys: Sequence[Journey] = JOURNEYS, eating: EatingRule | None = None
) -> Floats:
    """Return the chance to come through, by journey and traveller, where fights are fought in this way.

    Meals are eaten as is best, or by a rule.
    """
    *_, worths = _way_back(rules, fights, journeys, eating)
    starts = [[worths[j][n, j.meals, t.luck, t.stamina] for n, t in enumerate(TRAVELLERS)] for j in journeys]
    return np.array(starts).round(DECIMALS)


def _way_back(
    rules: Rules, fights: Fights, journeys: Sequence[Journey], eating: EatingRule | None = None
) -> Iterator[dict[Journey, Worth]]:
    """Yield what it is worth to stand after the last fight of each journey, the one before, …, and at the start."""
    worths = {journey: _end(rules, journey) for journey in journeys}
    for back in range(max(journey.fights for journey in journeys)):
        after = {journey: worths[journey] for journey in journeys if journey.fights > back}
        yield after
        worths |= _before_fights(fights, after, eating)
        events = {journey: journey.before_fight(journey.fights - back) for journey in after}
        for journey in after:
            for _ in range(events[journey].gifts):
                worths[journey] = _with_meals(_before_gift(worths[journey]), eating)
        tested = {journey: worths[journey] for journey in after if events[journey].tests}
        if tested:
            fought = _before_fights(fights, tested, eating)
            worths |= {j: _with_meals(_before_test(j, worth, fought[j]), eating) for j, worth in tested.items()}
    yield worths


def _end(rules: Rules, journey: Journey) -> Worth:
    """Return what the very end is worth: 1 to who is alive."""
    worth = np.ones((len(TRAVELLERS), journey.meals + 1, len(rules.lucks), MOST_STAMINA + 1))
    worth[..., 0] = 0
    return worth


def _before_fights(fights: Fights, after: Mapping[Journey, Worth], eating: EatingRule | None) -> dict[Journey, Worth]:
    """Return what it is worth to stand before the next fight of each journey."""
    before = fights.back(np.concatenate(list(after.values()), axis=1))
    edges = np.cumsum([worth.shape[1] for worth in after.values()])[:-1]
    return {j: _with_meals(worth, eating) for j, worth in zip(after, np.split(before, edges, axis=1), strict=True)}


def _with_meals(worth: Worth, eating: EatingRule | None = None) -> Worth:
    """Return what it is worth to stand somewhere and to eat as many meals as is best, or as a rule says."""
    best = worth.copy()
    travellers, lucks = np.ix_(range(len(TRAVELLERS)), range(worth.shape[2]))
    eats = eating and np.array([[0 < s <= eating.limit(t.stamina) for s in STAMINAS] for t in TRAVELLERS])
    for meals in range(1, worth.shape[1]):
        eaten = best[travellers[..., None], meals - 1, lucks[..., None], FED]
        if eats is None:
            np.maximum(best[:, meals], eaten, out=best[:, meals])
        else:
            np.copyto(best[:, meals], eaten, where=eats[:, None])
    return best


def _before_gift(after: Worth) -> Worth:
    """Return what it is worth to be given a point of LUCK."""
    given = np.array([[min(luck + 1, max(t.luck, luck)) for luck in range(after.shape[2])] for t in TRAVELLERS])
    before: Worth = np.take_along_axis(after, given[:, None, :, None], axis=2)
    return before


def _before_test(journey: Journey, after: Worth, after_fight: Worth) -> Worth:
    """Return what it is worth to stand before a luck test; `after_fight` is that with a fight in between."""
    leads_to, lucky = unlucky(), _lucky(after)
    failed = leads_to.fights * after_fight + leads_to.nothing * after
    for points, share in leads_to.loses:
        failed[..., points + 1 :] += share * after[..., 1:-points]
    failed *= 1 - journey.deadly / 100
    before = (1 - lucky) * failed
    before[:, :, 1:] = lucky[1:] * after[:, :, :-1] + (1 - lucky[1:]) * failed[:, :, :-1]
    return before


def _lucky(worth: Worth) -> Floats:
    """Return the chance to be Lucky, by LUCK and an axis for STAMINA."""
    return np.array([float(luck_odds(luck).chance) for luck in range(worth.shape[2])])[:, None]


# The way on: where travellers stand who eat as soon as no part of a meal is wasted.


def way_on(fights: Passages, journey: Journey) -> Iterator[Standing]:
    """Yield where travellers stand before each fight of a journey and, last, at its end."""
    standing: Standing = np.zeros((len(TRAVELLERS), journey.meals + 1, *fights.shape))
    for n, traveller in enumerate(TRAVELLERS):
        standing[n, journey.meals, traveller.luck, traveller.stamina] = 1
    for number in range(1, journey.fights + 1):
        events = journey.before_fight(number)
        for _ in range(events.tests):
            standing = _fed(_after_test(journey, standing, fights))
        for _ in range(events.gifts):
            standing = _after_gift(standing)
        yield standing
        standing = _fed(fights.on(standing))
    yield standing


def _fed(standing: Standing) -> Standing:
    """Let everybody eat as long as no part of a meal is wasted."""
    standing = standing.copy()
    for n, traveller in enumerate(TRAVELLERS):
        hungry, fed = slice(1, traveller.stamina - MEAL + 1), slice(MEAL + 1, traveller.stamina + 1)
        for meals in range(standing.shape[1] - 1, 0, -1):
            eaters = standing[n, meals, :, hungry].copy()
            standing[n, meals, :, hungry] = 0
            standing[n, meals - 1, :, fed] += eaters
    return standing


def _after_gift(standing: Standing) -> Standing:
    after = np.zeros_like(standing)
    for (n, traveller), luck in product(enumerate(TRAVELLERS), range(standing.shape[2])):
        after[n, :, min(luck + 1, max(traveller.luck, luck))] += standing[n, :, luck]
    return after


def _after_test(journey: Journey, standing: Standing, fights: Passages) -> Standing:
    leads_to, lucky = unlucky(), _lucky(standing)
    failed = (1 - lucky) * (1 - journey.deadly / 100) * standing
    before_spending = lucky * standing + leads_to.nothing * failed
    for points, share in leads_to.loses:
        before_spending[..., 1:-points] += share * failed[..., points + 1 :]
    # A fight that being Unlucky leads to is fought with the LUCK that is left after the test.
    return _spent(before_spending) + fights.on(leads_to.fights * _spent(failed))


def _spent(standing: Standing) -> Standing:
    """Return where those stand who have spent a point of LUCK; no LUCK stays none."""
    after = np.zeros_like(standing)
    after[:, :, :-1] = standing[:, :, 1:]
    after[:, :, 0] += standing[:, :, 0]
    return after


# Ways to fight.


@dataclass(frozen=True)
class BestFights:
    """The fights of somebody who knows what it is worth to stand after them."""

    rules: Rules

    def back(self, after: Floats) -> Floats:
        # `adventures` has it by STAMINA, LUCK, SKILL and column.
        worth = np.ascontiguousarray(after[..., 1:].transpose(3, 2, 0, 1))
        before = np.zeros_like(after)
        rules = self.rules.sized(MOST_STAMINA, self.rules.max_luck)
        before[..., 1:] = values_before_any_foe(rules, worth).transpose(2, 3, 1, 0)
        return rounded(before, WORTH_BITS)


# What policies are measured against, and what a fight on the way is for.


@dataclass(frozen=True)
class Yardstick:
    """The chance to come through each journey, averaged over the travellers."""

    never: tuple[float, ...]
    """without any test in a fight"""
    best: tuple[float, ...]
    """with the best use of LUCK that does not know which foes come"""

    def shares(self, chances: Sequence[float]) -> list[float]:
        """Return the share of what LUCK can give, by journey."""
        return [(chance - a) / (b - a) for chance, a, b in zip(chances, self.never, self.best, strict=True)]

    def shares_of(self, rules: Rules, policy: Policy) -> list[float]:
        """Return the shares that a policy gets, by journey."""
        return self.shares(by_journey(rules, passages(rules, policy)))


def yardstick(rules: Rules) -> Yardstick:
    """Work out what policies are measured against."""
    return Yardstick(by_journey(rules, passages(rules, NEVER)), by_journey(rules, BestFights(rules)))


def by_journey(rules: Rules, fights: Fights) -> tuple[float, ...]:
    """Return the chance to come through each journey, averaged over the travellers."""
    return tuple(round(sum(row) / len(row), DECIMALS) for row in survival_chances(rules, fights).tolist())


@dataclass(frozen=True)
class Outlook:
    """The fights of all journeys as one set, when they are fought by some policy.

    Their starts are weighed so that a chance to come through counts as what it adds to the mean share over the
    journeys of what LUCK can give.
    """

    starts: Floats
    """how often fights begin, by traveller, LUCK and STAMINA from 0"""
    worth: Floats
    """what it is worth to stand after such a fight, by the same, on average"""

    def start_weights(self, rules: Rules, skill_gaps: Sequence[int]) -> Floats:
        """Return how often fights begin, by skill gap, LUCK, hero and foe STAMINA from 1."""
        counts = foe_counts()[:, [gap - SKILL_GAPS[0] for gap in skill_gaps], 1:]
        pairs = self.starts[:, None, :, 1:, None] * (counts / sum(FOUGHT_FOES.values()))[:, :, None, None]
        weights = np.zeros((len(skill_gaps), len(rules.lucks), rules.max_stamina, rules.max_stamina))
        weights[..., :MOST_STAMINA, : counts.shape[2]] = total(pairs)
        return weights

    def ends(self, rules: Rules, skill_gaps: Sequence[int]) -> FightEnds:
        """Return what the ends of a fight are worth, at each skill gap for those who meet a foe there."""
        counts = foe_counts()[:, [gap - SKILL_GAPS[0] for gap in skill_gaps]].sum(axis=2)
        begun = total(self.starts.reshape(len(TRAVELLERS), -1).T)[:, None] * counts
        worth = self.worth[:, None, :, 1:] * (begun / total(begun))[:, :, None, None]
        won = np.zeros((rules.max_stamina, *worth.shape[-2:0:-1]))
        won[:MOST_STAMINA] = total(worth).transpose(2, 1, 0)
        return FightEnds(won, np.zeros((rules.max_stamina, 1, 1)))


def outlook(rules: Rules, policy: Policy, measure: Yardstick) -> Outlook:
    """Return where fights of travellers begin who use LUCK by a policy, and what comes after them."""
    fights = passages(rules, policy)
    after: dict[Journey, list[Worth]] = {journey: [] for journey in JOURNEYS}
    for worths in [*_way_back(rules, fights, JOURNEYS)][:-1]:
        for journey, worth in worths.items():
            after[journey].append(worth)
    starts, worths_after = np.zeros((2, len(TRAVELLERS), *fights.shape))
    for journey, least, most in zip(JOURNEYS, measure.never, measure.best, strict=True):
        count = 1 / ((most - least) * len(JOURNEYS) * len(TRAVELLERS))
        for standing, worth in zip(way_on(fights, journey), reversed(after[journey]), strict=False):
            starts += count * total(standing.swapaxes(0, 1))
            carried = total(standing.reshape(*standing.shape[:2], -1).transpose(2, 0, 1))
            worths_after += count * total((carried[..., None, None] * worth).swapaxes(0, 1))
    return Outlook(starts, worths_after / total(starts.reshape(len(TRAVELLERS), -1).T)[:, None, None])
