"""A whole adventure solved for one hero: when to test, eat and drink, whom to hit, when to run, which way to go.

What a hero has between two stages is a place (STAMINA, LUCK, doses, meals). Nothing else is needed: doses that are gone
tell how often Fortune has raised the limit of LUCK. What it is worth to stand somewhere is the chance to come through
from there by the best play; `Worths` has it for all places at once. A stage is a function: from the worths of the
stages that it leads to, to the worth of standing in it. Every way leads forward, so one pass from the last stage to the
first solves everything:

    end        1 where the goal is met
    change     before(s) = after(s changed)
    choice     before(s) = best of after₁(s), after₂(s) …
    roll       before(s) = mean of after₁(s), after₂(s) …, each with its ways
    luck test  before(s) = mean of lucky(s with LUCK 1 less), unlucky(s with LUCK 1 less), by the LUCK that s has
    fight      `duel`: one foe; `melee`: several at once
    unknown    before(s) = mean over the foes of the books of fight(s)

and before each stage meals and doses are taken as long as that is best. `played` passes the other way: it follows the
best play from the start and tells how often each stage is reached, and with what.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from atlas.game.ahead import Foe, Start
from atlas.game.books import unknown_foes
from atlas.game.dice import PAIR_ROLLS, luck_odds
from atlas.game.duel import Duel, DuelValues, Number, Tests, solve_duel
from atlas.game.melee import Guide, Melee, MeleeValues, solve_melee
from atlas.game.rules import Outcome, Rules
from atlas.game.stages import (
    Adventure,
    Change,
    ChoiceStage,
    Consequence,
    FightStage,
    LuckTest,
    Potion,
    RollStage,
    Skirmish,
    Stage,
    UnknownFoe,
)
from atlas.game.worths import (
    TOLERANCE,
    Array,
    Flags,
    Indices,
    Worths,
    beside,
    best_of,
    in_one_unit,
    mixed,
    nothing_like,
)


@dataclass(frozen=True)
class LuckUse:
    """A way to use LUCK in fights."""

    name: str
    knows_ahead: bool = False
    """whether each decision is the best one for the whole adventure"""
    price: Fraction | None = None
    """else: the worth of a point of LUCK left, in fights that are each played as if alone; None: never test"""


AHEAD = LuckUse("ahead", knows_ahead=True)
NEVER_TESTING = LuckUse("never")
ALL_OUT = LuckUse("all-out", price=Fraction(0))


def thrifty(luck_price: Fraction) -> LuckUse:
    """Return the way to use LUCK with this price for a point."""
    return LuckUse("thrifty", price=luck_price)


@dataclass(frozen=True, eq=False)
class SolvedStage:
    """The worths of a stage."""

    worths: Worths
    """after the meals and doses before it"""
    with_provisions: Worths
    """before these meals and doses, with the best of them to come"""


class Solver:
    """Solves an adventure for one hero and one way to use LUCK."""

    def __init__(
        self,
        adventure: Adventure,
        start: Start,
        use: LuckUse = AHEAD,
        *,
        foes: Mapping[Foe, int] | None = None,
        whole: bool = True,
        more_meals: int = 0,
        more_luck: int = 0,
    ) -> None:
        self.adventure, self.start, self.use = adventure, start, use
        self.foes = unknown_foes() if foes is None else foes
        self.whole = whole
        self.lucks = start.luck + 1 + more_luck + (adventure.doses if adventure.potion is Potion.FORTUNE else 0)
        self.most_meals = adventure.meals + more_meals + meals_on_the_way(adventure)
        self.shape = (start.stamina + 1, self.lucks, adventure.doses + 1, self.most_meals + 1)
        self.solved: dict[int, SolvedStage] = {}
        self.end = self._end()

    def run(self) -> "Solver":
        """Solve all stages, the last one first."""
        for number in reversed(range(self.adventure.end)):
            self.solved[number] = self._solve_stage(number)
        return self

    def before(self, number: int) -> Worths:
        """Return what it is worth to come to a stage, or to the end, before meals and doses."""
        return self.end if number == self.adventure.end else self.solved[number].with_provisions

    def at_start(self, *, more_meals: int = 0) -> Fraction:
        """Return the chance to come through."""
        adventure, start = self.adventure, self.start
        return self.before(0).at(start.stamina, start.luck, adventure.doses, adventure.meals + more_meals)

    def _end(self) -> Worths:
        """Return the worth of the end: 1 where the goal is met, else 0."""
        met = [
            [int(self.adventure.goal.met(s, n) and s > 0) for n in range(self.shape[1])] for s in range(self.shape[0])
        ]
        array: Array = np.array(met, dtype=object if self.whole else np.float64)[:, :, None, None]
        return Worths(array + nothing_like(array, self.shape))

    # Provisions.

    def fed(self) -> list[int]:
        """Return the STAMINA after a meal, indexed by the STAMINA before it."""
        most = self.start.stamina
        return [min(stamina + self.adventure.meal, most) if stamina else 0 for stamina in range(most + 1)]

    def drunk(self, array: npt.NDArray[Number], doses: int) -> npt.NDArray[Number]:
        """Return an array by STAMINA and LUCK as it is read after a dose; `doses` are left."""
        if self.adventure.potion is Potion.STRENGTH:
            full = [0] + [self.start.stamina] * self.start.stamina
            return array[full]
        if self.adventure.potion is Potion.FORTUNE:
            raised = self.start.luck + self.adventure.doses - doses
            return array[:, [raised] * self.lucks]
        return array

    def provided(self, stage: Worths, *, eats: bool = True, drinks: bool = True) -> Worths:
        """Return what it is worth to come to a stage, with the best meals and doses before it."""
        best = stage.array.copy()
        for doses, meals in product(range(self.shape[2]), range(self.shape[3])):
            now = best[:, :, doses, meals]
            if meals and eats:
                np.maximum(now, best[self.fed(), :, doses, meals - 1], out=now)
            if doses and drinks:
                np.maximum(now, self.drunk(best[:, :, doses - 1, meals], doses - 1), out=now)
        return Worths(best, stage.unit)

    # Stages.

    def _solve_stage(self, number: int) -> SolvedStage:
        worths = self._stage(self.adventure.stages[number])
        return SolvedStage(worths, self.provided(worths))

    def _stage(self, stage: Stage) -> Worths:
        """Return the worth of a stage, from the worths of the stages that it leads to."""
        match stage.kind:
            case Change():
                return self._changed(self.before(stage.leads_to), stage.kind)
            case ChoiceStage(ways):
                return best_of([self.before(to) for to in ways])
            case RollStage(ways):
                return mixed([(count, self.before(to)) for to, count in ways], sum(count for _, count in ways))
            case LuckTest(lucky, unlucky):
                return self._tested(self._consequence(lucky), self._consequence(unlucky))
            case UnknownFoe(rules):
                return self._unknown(rules, stage.leads_to)
            case FightStage(fight, escape):
                return self._before_fight(self.fight(fight, stage.leads_to, escape))

    def _changed(self, after: Worths, change: Change) -> Worths:
        """Return the worth before a change of scores, from the worth after it."""
        return Worths(after.array[self.indices(change)], after.unit) if any(change) else after

    def indices(self, change: Change) -> tuple[Indices, ...]:
        """Return the place that a change leads to from every place, as an index for each axis; the fallen stay."""
        staminas, lucks, doses, meals = np.ix_(*map(np.arange, self.shape))
        limits = np.full(doses.shape, self.start.luck)
        if self.adventure.potion is Potion.FORTUNE:
            limits = self.start.luck + self.adventure.doses - doses
        stamina = np.clip(staminas + change.stamina, 0, self.start.stamina) * (staminas > 0)
        luck = np.maximum(np.minimum(lucks + change.luck, np.maximum(lucks, limits)), 0)
        return stamina, luck, doses, np.clip(meals + change.meals, 0, self.most_meals)

    def _consequence(self, consequence: Consequence) -> Worths:
        """Return the worth of a consequence of a luck test."""
        after = self.before(consequence.leads_to)
        if consequence.is_deadly:
            return Worths(nothing_like(after.array, self.shape))
        if consequence.fight:
            after = self._before_fight(self.fight(consequence.fight, consequence.leads_to))
        return self._changed(after, consequence.change)

    def _tested(self, lucky: Worths, unlucky: Worths) -> Worths:
        """Return the worth before a luck test, from the worths of its two results; the test costs 1 LUCK."""
        spent = [max(luck - 1, 0) for luck in range(self.lucks)]
        hits, misses = self.test_ways(lucky.array)
        parts = [
            (hits, Worths(lucky.array[:, spent], lucky.unit)),
            (misses, Worths(unlucky.array[:, spent], unlucky.unit)),
        ]
        return mixed(parts, PAIR_ROLLS)

    def test_ways(self, array: Array) -> tuple[Array, Array]:
        """Return the ways to be Lucky and Unlucky: LUCK, and axes of length 1 for doses and meals."""
        odds = [luck_odds(luck) for luck in range(self.lucks)]
        hits: Array = np.array([o.hits for o in odds], dtype=array.dtype)[:, None, None]
        return hits, PAIR_ROLLS - hits

    # Fights.

    def _flat(self, worths: Worths) -> Worths:
        """Return worths with doses and meals joined to one axis, the columns of a fight."""
        return Worths(worths.array.reshape(*self.shape[:2], -1), worths.unit)

    def gap(self, rules: Rules, skill: int) -> int:
        """Return the skill gap at which a fight against a foe of this SKILL is solved."""
        return rules.playing_gap(self.start.skill - skill)

    def around(self, fight: Skirmish, leads_to: int, escape: int | None) -> tuple[Worths, Worths | None]:
        """Return the worths after a fight and after an escape from it, by STAMINA, LUCK and column."""
        leave = None if escape is None else self._flat(self.escape(fight.rules, escape))
        return self._flat(self.before(leads_to)), leave

    def fight(self, fight: Skirmish, leads_to: int, escape: int | None = None) -> DuelValues | MeleeValues:
        """Return the solved fight; `leads_to` and `escape` are the stages after it."""
        after, leave = self.around(fight, leads_to, escape)
        if len(fight.foes) > 1:
            return self._melee(fight, after, leave)
        (foe,) = fight.foes
        duel = Duel(fight.rules, (self.gap(fight.rules, foe.skill - fight.skill),), self.start.stamina, foe.stamina)
        return solve_duel(duel, after, tests=self._tests(duel), leave=leave)

    def _before_fight(self, values: DuelValues | MeleeValues) -> Worths:
        """Return the worth before a fight."""
        if isinstance(values, DuelValues):
            before = values.before[:, values.duel.foe, :, 0]
        else:
            before = values.before if values.guide is None else values.before[..., 1:]
        return Worths(before.reshape(self.shape), values.unit).reduced()

    def _tests(self, duel: Duel) -> Tests | None:
        """Return where LUCK is tested in a fight that is played as if alone; None for the best play."""
        if self.use.knows_ahead:
            return None
        return {} if self.use.price is None else tests_alone(duel, self.lucks, self.use.price)

    def unknown(self, rules: Rules, leads_to: int) -> Iterator[DuelValues]:
        """Yield the solved fights against all foes of the books."""
        after = self._flat(self.before(leads_to))
        for duel in self._unknown_duels(rules):
            yield solve_duel(duel, after, tests=self._tests(duel))

    def yielded(self, rules: Rules) -> int:
        """Return the number of foes that have already yielded when they are met."""
        return sum(count for foe, count in self.foes.items() if foe.stamina <= rules.foe_yields_at)

    def _unknown(self, rules: Rules, leads_to: int) -> Worths:
        """Return the worth before a fight with an unknown foe: the mean over the foes of the books."""
        parts: list[tuple[int, Worths]] = [(self.yielded(rules), self.before(leads_to))]
        parts += [(1, Worths(self._over_foes(values), values.unit)) for values in self.unknown(rules, leads_to)]
        return mixed(parts, sum(self.foes.values()))

    def _over_foes(self, solved: DuelValues) -> Array:
        """Return the sum of the worths before these fights, over their foes."""
        before, duel = solved.before, solved.duel
        total = nothing_like(before, (*self.shape[:2], before.shape[-1]))
        for stamina, gap, count in self.met(duel):
            total += count * before[:, stamina, :, gap]
        return total.reshape(self.shape)

    def met(self, duel: Duel) -> list[tuple[int, int, int]]:
        """Return the foes of the books at these skill gaps: STAMINA, index of the gap, count."""
        return [
            (foe.stamina, duel.gaps.index(gap), count)
            for foe, count in self.foes.items()
            if duel.rules.foe_yields_at < foe.stamina and (gap := self.gap(duel.rules, foe.skill)) in duel.gaps
        ]

    def _unknown_duels(self, rules: Rules) -> list[Duel]:
        """Return the fights against all foes of the books: one for each skill gap, or one for all in floats."""
        largest: dict[int, int] = {}
        for foe in self.foes:
            if foe.stamina > rules.foe_yields_at:
                gap = self.gap(rules, foe.skill)
                largest[gap] = max(largest.get(gap, 0), foe.stamina)
        gaps = sorted(largest)
        parts = [(gap,) for gap in gaps] if self.whole else [tuple(gaps)] if gaps else []
        return [Duel(rules, part, self.start.stamina, max(largest[gap] for gap in part)) for part in parts]

    def _melee(self, fight: Skirmish, after: Worths, leave: Worths | None) -> MeleeValues:
        """Return the values of a fight against several foes at once."""
        melee = Melee(fight.rules, self.start.skill + fight.skill, self.start.stamina, fight.foes, fight.one_roll)
        if self.use.knows_ahead:
            return solve_melee(melee, after, leave=leave)
        alone = worths_alone(*self.shape[:2], self.use.price or Fraction(0))
        never = Worths(nothing_like(after.array, (*self.shape[:2], 1)) - 1)
        return solve_melee(
            melee,
            beside(alone if self.whole else alone.in_floats(), after),
            leave=None if leave is None else beside(never, leave),
            guide=Guide(0 if self.whole else TOLERANCE, uses_luck=self.use.price is not None),
        )

    # Escape.

    def escape(self, rules: Rules, leads_to: int) -> Worths:
        """Return the worth of an escape, before its wound and the decision about that."""
        keep, test = self.escape_options(rules, self.before(leads_to))
        if self.use.knows_ahead:
            return best_of([keep, test])
        (keep_array, test_array), unit = in_one_unit([keep, test])
        return Worths(np.where(self._escape_tests(rules)[:, :, None, None], test_array, keep_array), unit)

    def escape_options(self, rules: Rules, to: Worths) -> tuple[Worths, Worths]:
        """Return the worths of keeping and of testing on the wound of an escape; without LUCK twice that of keeping."""
        plain, lucky, unlucky = (self._wounded(to, damage) for damage in rules.lost.hits)
        least = max(rules.luck_cost, 1)
        spent = [luck - rules.luck_cost if luck >= least else luck for luck in range(self.lucks)]
        hits, misses = self.test_ways(to.array)
        tested = mixed(
            [(hits, Worths(lucky.array[:, spent], to.unit)), (misses, Worths(unlucky.array[:, spent], to.unit))],
            PAIR_ROLLS,
        )
        (keep_array, test_array), unit = in_one_unit([plain, tested])
        test_array[:, :least] = keep_array[:, :least]
        return Worths(keep_array, unit), Worths(test_array, unit)

    def _wounded(self, to: Worths, damage: int) -> Worths:
        """Return the worth before so much damage."""
        left = [max(stamina - damage, 0) for stamina in range(self.shape[0])]
        return Worths(to.array[left], to.unit)

    def _escape_tests(self, rules: Rules) -> Flags:
        """Return where to test on the wound of an escape to survive it, at the price of LUCK: STAMINA, LUCK."""
        tests = np.zeros(self.shape[:2], dtype=bool)
        plain, lucky, unlucky = rules.lost.hits
        for stamina, luck in product(range(self.shape[0]), range(1, self.lucks)):
            if self.use.price is not None:
                good = luck_odds(luck).chance
                lives = good * (stamina > lucky) + (1 - good) * (stamina > unlucky)
                tests[stamina, luck] = lives - self.use.price * rules.luck_cost > (stamina > plain)
        return tests


@cache
def tests_alone(duel: Duel, lucks: int, price: Fraction) -> Tests:
    """Return where the best play of a fight tests if it is all there is, and LUCK left has this price; exactly."""
    tests = {outcome: np.zeros((duel.places, lucks, len(duel.gaps)), dtype=bool) for outcome in Outcome}
    for number, gap in enumerate(duel.gaps):
        values = solve_duel(replace(duel, gaps=(gap,)), worths_alone(duel.hero + 1, lucks, price))
        for (wave, batch), outcome in product(values.steps(), Outcome):
            keep, test = values.options(wave, outcome, batch)
            tests[outcome][wave.places, batch.tested, number] = (test > keep[:, batch.untested :])[:, :, 0, 0]
    return tests


def worths_alone(staminas: int, lucks: int, price: Fraction) -> Worths:
    """Return the worths after a fight that is all there is, as one column of whole numbers."""
    part, whole = price.as_integer_ratio()
    rows = [[part * luck + whole * (stamina > 0) for luck in range(lucks)] for stamina in range(staminas)]
    return Worths(np.array(rows, dtype=object)[:, :, None], whole)


def meals_on_the_way(adventure: Adventure) -> int:
    """Return the most meals that an adventure can give."""
    most = [0] * (adventure.end + 1)
    for number in reversed(range(adventure.end)):
        stage = adventure.stages[number]
        most[number] = stage.most_meals + max((most[to] for to in stage.exits), default=0)
    return most[0]
