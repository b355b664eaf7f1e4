"""The best play of a solved adventure followed from its start: how often each stage is reached, and with what.

The way on is the way back in reverse. Where `adventure` takes the best of what can be done before a stage, here the
chances of those who do it are moved; where it takes a mean, they are shared out. Ties go to going on before eating, to
eating before drinking, to the first of the ways of a fork, to fighting before an escape, to keeping before testing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import fsum

import numpy as np

from atlas.game.adventure import Solver
from atlas.game.dice import PAIR_ROLLS
from atlas.game.duel import DuelValues
from atlas.game.melee import MeleeValues
from atlas.game.melee_course import follow_melee
from atlas.game.rules import Rules
from atlas.game.stages import Change, ChoiceStage, Consequence, FightStage, LuckTest, RollStage, UnknownFoe
from atlas.game.worths import Array, Worths, in_one_unit, is_more, nothing_like

Arrivals = Iterator[tuple[int, Worths]]
"""pairs of a stage and the chances to come to it, by place"""


@dataclass(frozen=True, eq=False)
class Visit:
    """The chances of all places at a stage, under the best play."""

    arrived: Worths
    ready: Worths
    """after the meals and doses before it"""

    @property
    def reached(self) -> Fraction:
        """The chance to come to the stage alive."""
        return summed(self.arrived)


@dataclass(frozen=True, eq=False)
class PlayedAdventure:
    """An adventure followed from its start to its end under the best play."""

    solver: Solver
    visits: dict[int, Visit]
    """by stage, without the stages that nobody comes to"""

    def reached(self, number: int) -> Fraction:
        """Return the chance to come to a stage alive."""
        return self.visits[number].reached if number in self.visits else Fraction(0)

    def expected(self, number: int, worths: Worths) -> Fraction:
        """Return the mean of worths over those who come to a stage, after meals and doses."""
        visit = self.visits[number]
        return product_sum(visit.ready, worths) / visit.reached

    def actions(self, number: int) -> dict[str, Fraction | None] | None:
        """Return the mean worth of each way of a fork, or of fight and escape; None where nothing is chosen."""
        solver, stage = self.solver, self.solver.adventure.stages[number]
        names = [other.name or "" for other in solver.adventure.stages] + ["end"]
        match stage.kind:
            case ChoiceStage(ways):
                worths = {names[to]: solver.before(to) for to in ways}
            case FightStage(fight, int(escape)):
                values = solver.fight(fight, stage.leads_to, escape)
                fought = Worths(values.fought().reshape(solver.shape), values.unit)
                worths = {"fight": fought, "escape": solver.escape(fight.rules, escape)}
            case _:
                return None
        reached = number in self.visits
        return {name: self.expected(number, worth) if reached else None for name, worth in worths.items()}


def summed(worths: Worths) -> Fraction:
    """Return the sum of all numbers, the same on every processor."""
    if worths.is_whole:
        return Fraction(sum(worths.whole_numbers()), worths.unit)
    return Fraction(fsum(worths.array.ravel().tolist()))


def product_sum(chances: Worths, worths: Worths) -> Fraction:
    """Return the sum of all worths, each times its chance."""
    return summed(Worths(chances.array * worths.array, chances.unit * worths.unit))


def follow_best(solver: Solver) -> PlayedAdventure:
    """Follow the best play of a solved adventure."""
    adventure, start = solver.adventure, solver.start
    first = nothing_like(solver.end.array, solver.shape)
    first[start.stamina, start.luck, adventure.doses, adventure.meals] = 1
    arrivals, visits = {0: Worths(first)}, {}
    for number in range(adventure.end):
        if number not in arrivals:
            continue
        arrived = arrivals.pop(number).reduced()
        visits[number] = Visit(arrived, _with_provisions(solver, number, arrived))
        for to, standing in _onward(solver, number, visits[number].ready):
            if to in arrivals:
                (one, other), unit = in_one_unit([arrivals[to], standing])
                standing = Worths(one + other, unit)
            if standing.array.any():
                arrivals[to] = standing
    if adventure.end in arrivals:
        visits[adventure.end] = Visit(arrivals[adventure.end], arrivals[adventure.end])
    return PlayedAdventure(solver, visits)


def _with_provisions(solver: Solver, number: int, arrived: Worths) -> Worths:
    """Return the chances after meals and doses."""
    solved, array = solver.solved[number], arrived.array.copy()
    best, fed = solved.with_provisions.array, solver.fed()
    staminas, lucks = np.indices(solver.shape[:2])
    for doses, meals in product(reversed(range(solver.shape[2])), reversed(range(solver.shape[3]))):
        goal = best[:, :, doses, meals]
        rest = array[:, :, doses, meals] * is_more(goal, solved.worths.array[:, :, doses, meals])
        array[:, :, doses, meals] -= rest
        if meals:
            eats = rest * ~is_more(goal, best[fed, :, doses, meals - 1])
            np.add.at(array[:, :, doses, meals - 1], fed, eats)
            rest = rest - eats
        if doses:
            stamina, luck = (solver.drunk(axis, doses - 1) for axis in (staminas, lucks))
            np.add.at(array[:, :, doses - 1, meals], (stamina, luck), rest)
    return Worths(array, arrived.unit)


def _onward(solver: Solver, number: int, standing: Worths) -> Arrivals:
    """Yield the stages that a stage leads to, with the chances to come to each."""
    stage = solver.adventure.stages[number]
    match stage.kind:
        case Change():
            yield stage.leads_to, _changed(solver, standing, stage.kind)
        case ChoiceStage(ways):
            worths, _ = in_one_unit([solver.before(to) for to in ways])
            rest, best = standing.array, np.max(worths, axis=0)
            for to, worth in zip(ways, worths, strict=True):
                chosen = rest * ~is_more(best, worth)
                rest = rest - chosen
                yield to, Worths(chosen, standing.unit)
        case RollStage(ways):
            total = sum(count for _, count in ways)
            for to, count in ways:
                yield to, _share(standing, count, total)
        case LuckTest(lucky, unlucky):
            hits, misses = solver.test_ways(standing.array)
            for consequence, rolls in ((lucky, hits), (unlucky, misses)):
                share = _share(standing, rolls, PAIR_ROLLS)
                spent = share.array.copy()
                spent[:, :-1] = share.array[:, 1:]
                spent[:, -1:] = 0
                spent[:, 0] += share.array[:, 0]
                yield from _consequence(solver, consequence, Worths(spent, share.unit))
        case UnknownFoe(rules):
            yield from _unknown(solver, rules, stage.leads_to, standing)
        case FightStage(fight, escape):
            after, left = _fought(solver, solver.fight(fight, stage.leads_to, escape), standing)
            yield stage.leads_to, after
            if escape is not None:
                yield escape, _escaped(solver, fight.rules, escape, left)


def _share(standing: Worths, ways: int | Array, total: int) -> Worths:
    """Return the part of some chances that has so many ways of a total."""
    if standing.is_whole:
        return Worths(standing.array * ways, standing.unit * total)
    return Worths(standing.array * (ways / total))


def _living(array: Array) -> Array:
    """Return chances without those of the fallen."""
    array[0] = 0
    return array


def _changed(solver: Solver, standing: Worths, change: Change) -> Worths:
    """Return the chances after a change of scores."""
    array = nothing_like(standing.array, solver.shape)
    np.add.at(array, solver.indices(change), standing.array)
    return Worths(_living(array), standing.unit)


def _consequence(solver: Solver, consequence: Consequence, standing: Worths) -> Arrivals:
    """Yield the stage after a consequence of a luck test, with its chances; nothing after death."""
    if consequence.is_deadly:
        return
    standing = _changed(solver, standing, consequence.change)
    if consequence.fight:
        standing, _ = _fought(solver, solver.fight(consequence.fight, consequence.leads_to), standing)
    yield consequence.leads_to, standing


def _fought(solver: Solver, values: DuelValues | MeleeValues, standing: Worths) -> tuple[Worths, Worths]:
    """Return the chances after a fight, and those of escapes before their wound."""
    if isinstance(values, DuelValues):
        duel = values.duel
        standing = standing.finer(duel.units(solver.lucks))
        flat = standing.array.reshape(*solver.shape[:2], -1)
        begun = nothing_like(flat, (duel.hero + 1, duel.foe + 1, solver.lucks, 1, flat.shape[2]))
        begun[:, duel.foe, :, 0] = flat
        after, left = values.onward(begun)
    else:
        standing = standing.finer(values.melee.units(solver.lucks))
        course = follow_melee(values, standing.array.reshape(*solver.shape[:2], -1))
        after, left = course.after, course.left
    arrays = (_living(array.reshape(solver.shape)) for array in (after, left))
    onward, escaping = (Worths(array, standing.unit) for array in arrays)
    return onward, escaping


def _unknown(solver: Solver, rules: Rules, leads_to: int, standing: Worths) -> Arrivals:
    """Yield the stage after a fight with an unknown foe, with the chances after each of the foes of the books."""
    total = sum(solver.foes.values())
    yield leads_to, _share(standing, solver.yielded(rules), total)
    for values in solver.unknown(rules, leads_to):
        duel = values.duel
        share = _share(standing, 1, total).finer(duel.units(solver.lucks))
        flat = share.array.reshape(*solver.shape[:2], -1)
        begun = nothing_like(flat, (duel.hero + 1, duel.foe + 1, solver.lucks, len(duel.gaps), flat.shape[2]))
        for stamina, gap, count in solver.met(duel):
            begun[:, stamina, :, gap] += flat * count
        after, _ = values.onward(begun)
        yield leads_to, Worths(_living(after.reshape(solver.shape)), share.unit)


def _escaped(solver: Solver, rules: Rules, to: int, left: Worths) -> Worths:
    """Return the chances after an escape and its wound."""
    keep, test = solver.escape_options(rules, solver.before(to))
    tests = is_more(test.array, keep.array)
    plain, lucky, unlucky = rules.lost.hits
    hits, misses = solver.test_ways(left.array)
    untested, tested = (Worths(left.array * part, left.unit) for part in (~tests, tests))
    parts = [
        _wounded(_share(untested, PAIR_ROLLS, PAIR_ROLLS), plain, 0),
        _wounded(_share(tested, hits, PAIR_ROLLS), lucky, rules.luck_cost),
        _wounded(_share(tested, misses, PAIR_ROLLS), unlucky, rules.luck_cost),
    ]
    return Worths(parts[0].array + parts[1].array + parts[2].array, parts[0].unit)


def _wounded(standing: Worths, damage: int, luck_cost: int) -> Worths:
    """Return the chances after the loss of so much STAMINA and LUCK."""
    array = nothing_like(standing.array, standing.array.shape)
    staminas, lucks = array.shape[0], array.shape[1]
    array[: max(staminas - damage, 0), : lucks - luck_cost] = standing.array[damage:, luck_cost:]
    return Worths(_living(array), standing.unit)
