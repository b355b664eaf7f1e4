"""An adventure solved for one hero: its chances, what to do at each stage, what more LUCK or STAMINA would add."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from atlas.game.adventure import AHEAD, ALL_OUT, NEVER_TESTING, LuckUse, Solver, thrifty
from atlas.game.adventure_size import AdventureSize, Measure
from atlas.game.ahead import Foe, Start
from atlas.game.books import unknown_foes
from atlas.game.entries import floats
from atlas.game.melee import MeleeValues
from atlas.game.played import PlayedAdventure, follow_best, product_sum
from atlas.game.stages import Adventure, FightStage, Potion
from atlas.game.worths import Worths, is_more


@dataclass(frozen=True)
class Provisions:
    """The meals and doses before a stage, on average over those who come to it."""

    meals: Fraction
    """on average"""
    doses: Fraction
    eat_up_to: int | None
    """the highest STAMINA at which to eat, with the most likely LUCK, meals and doses; None: do not eat"""
    drink_up_to: int | None
    """the highest STAMINA at which to drink, or LUCK where the potion is Fortune"""


@dataclass(frozen=True)
class AdventureForHero:
    """An adventure for one hero, solved when asked; one that is too large is refused at once."""

    adventure: Adventure
    start: Start
    foes: Mapping[Foe, int] | None = None
    """the foes that an unknown one is drawn from, with their counts; by default those of the books"""

    def __post_init__(self) -> None:
        self.size.check(self.adventure.name)

    @cached_property
    def _measure(self) -> Measure:
        return Measure(self.adventure, self.start, unknown_foes() if self.foes is None else self.foes)

    @cached_property
    def size(self) -> AdventureSize:
        """The size of the adventure."""
        return self._measure.size()

    @cached_property
    def is_exact(self) -> bool:
        """Whether it is solved in whole numbers; else in floats, which are off by `size.error` at most."""
        return self._measure.is_small(self.size)

    def solve(self, use: LuckUse, **changes: int) -> Solver:
        """Return the adventure solved for a way to use LUCK; `changes` are more arguments of `Solver`."""
        return Solver(self.adventure, self.start, use, foes=self.foes, whole=self.is_exact, **changes).run()

    @cached_property
    def solver(self) -> Solver:
        """The best play, tabulated up to one LUCK and one meal more than at the start, to tell their worth."""
        return self.solve(AHEAD, more_luck=1, more_meals=1)

    @cached_property
    def played(self) -> PlayedAdventure:
        """The best play, followed from the start."""
        return follow_best(self.solver)

    @cached_property
    def survival(self) -> Fraction:
        """The chance to come through by the best play."""
        return self.solver.at_start()

    def ways(self, luck_price: Fraction) -> dict[str, Fraction]:
        """Return the chance to come through, by the name of the way to use LUCK."""
        uses = (NEVER_TESTING, ALL_OUT, thrifty(luck_price))
        return {use.name: self.solve(use).at_start() for use in uses} | {AHEAD.name: self.survival}

    def one_more(self) -> dict[str, Fraction]:
        """Return what one more LUCK, STAMINA and meal at the start would add to the chance to come through."""

        def of_hero(start: Start) -> Fraction:
            return replace(self, start=start).solve(AHEAD).at_start()

        luck, stamina = self.start.luck + 1, self.start.stamina + 1
        chances = {
            "luck": of_hero(self.start._replace(luck=luck)),
            "stamina": of_hero(self.start._replace(stamina=stamina)),
            "meal": self.solver.at_start(more_meals=1),
        }
        return {name: chance - self.survival for name, chance in chances.items()}

    def by_potion(self) -> dict[Potion | None, Fraction]:
        """Return the chance to come through with each potion, as many doses of each, and without one."""

        def of(adventure: Adventure) -> Fraction:
            return replace(self, adventure=adventure).solve(AHEAD).at_start()

        without = of(replace(self.adventure, potion=None, doses=0))
        return {None: without} | {potion: of(replace(self.adventure, potion=potion)) for potion in Potion}

    # Stage by stage.

    def reached(self, number: int) -> Fraction:
        """Return the chance to come to a stage alive; the number after the last stage is the end."""
        return self.played.reached(number)

    def chance_from(self, number: int) -> Fraction | None:
        """Return the chance to come through of those who come to a stage; None if nobody comes to it."""
        visit = self.played.visits.get(number)
        return product_sum(visit.arrived, self.solver.before(number)) / visit.reached if visit else None

    def likely(self, number: int, *, fed: bool = False) -> tuple[int, int, int, int]:
        """Return the most likely place at a stage: STAMINA, LUCK, doses, meals; `fed`: after eating and drinking."""
        visit = self.played.visits[number]
        standing = visit.ready.array if fed else visit.arrived.array
        place = max(np.ndindex(standing.shape), key=lambda place: standing[place])
        stamina, luck, doses, meals = place
        return stamina, luck, doses, meals

    def luck_worth(self, number: int) -> Fraction | None:
        """Return what one more LUCK before a stage is worth on average; None if nobody comes to it."""
        if number not in self.played.visits:
            return None
        before, visit = self.solver.before(number), self.played.visits[number]
        more = before.array.copy()
        more[:, :-1] = before.array[:, 1:] - before.array[:, :-1]
        more[:, -1] = 0
        return product_sum(visit.arrived, Worths(more, before.unit)) / visit.reached

    def provisions(self, number: int) -> Provisions | None:
        """Return the meals and doses before a stage; None if nobody comes to it."""
        visit = self.played.visits.get(number)
        if visit is None or number == self.adventure.end:
            return None
        taken = []
        for axis in (3, 2):
            counts = np.arange(self.solver.shape[axis]).reshape(-1, *[1] * (3 - axis))
            before, after = (
                sum((Fraction(n) for n in (where.array * counts).ravel().tolist() if n), Fraction(0)) / where.unit
                for where in (visit.arrived, visit.ready)
            )
            taken.append((before - after) / visit.reached)
        return Provisions(taken[0], taken[1], *self._take_up_to(number))

    def _take_up_to(self, number: int) -> tuple[int | None, int | None]:
        """Return the highest scores at which to eat, and to drink, before a stage; None: do not."""
        stage, solver = self.solver.solved[number], self.solver
        stamina, luck, doses, meals = self.likely(number)
        without_meals, without_doses = (
            solver.provided(stage.worths, eats=False),
            solver.provided(stage.worths, drinks=False),
        )
        lifts_luck = self.adventure.potion is Potion.FORTUNE
        for_dose = (stamina, slice(0, self.start.luck + 1)) if lifts_luck else (slice(None), luck)
        places = ((slice(None), luck, doses, meals), (*for_dose, doses, meals))
        best = stage.with_provisions.array
        gaining = [
            np.flatnonzero(is_more(best[place], without.array[place]))
            for place, without in zip(places, (without_meals, without_doses), strict=True)
        ]
        eat, drink = (int(scores[-1]) if len(scores) else None for scores in gaining)
        return eat, drink

    def _column(self, number: int) -> int:
        """Return the column of a fight for the most likely doses and meals."""
        _, _, doses, meals = self.likely(number, fed=True) if number in self.played.visits else (0, 0, 0, 0)
        return doses * self.solver.shape[3] + meals

    def target(self, number: int) -> int:
        """Return the index of the foe to hit first, of several at once, from the most likely place."""
        stage = self.adventure.stages[number]
        assert isinstance(stage.kind, FightStage)
        values = self.solver.fight(stage.kind.fight, stage.leads_to, stage.kind.escape)
        assert isinstance(values, MeleeValues)
        stamina, luck, _, _ = self.likely(number, fed=True)
        rounds = values.first_rounds(luck, stamina, self._column(number))
        return max(rounds, key=lambda target: rounds[target])

    def listed(self) -> Sequence[int]:
        """Return the number of each stage of the file: of several unknown foes, that of the first."""
        return [number for number, stage in enumerate(self.adventure.stages) if stage.listed]

    def as_entry(self, luck_price: Fraction) -> dict[str, object]:
        """Return all chances and decisions as a mapping, numbers as floats."""
        return floats(self.exact_entry(luck_price))

    def exact_entry(self, luck_price: Fraction) -> dict[str, object]:
        """Return all chances and decisions as a mapping, numbers as fractions, exact where `is_exact`."""
        stages = [self._stage_entry(number) for number in self.listed()]
        return {**self.ways(luck_price), "worth": self.one_more(), "stages": stages}

    def _stage_entry(self, number: int) -> dict[str, object]:
        """Return the chance to reach a stage, and its decision where there is one."""
        entry: dict[str, object] = {"name": self.adventure.stages[number].name, "reached": self.reached(number)}
        actions = self.played.actions(number)
        if actions is None:
            return entry
        return entry | {"decision": best_action(actions), "actions": actions}


def best_action(actions: Mapping[str, Fraction | None]) -> str | None:
    """Return the name of the best action, the first of equal ones; None where nobody comes to choose."""
    worths = [(name, worth) for name, worth in actions.items() if worth is not None]
    return max(worths, key=lambda pair: pair[1])[0] if worths else None
