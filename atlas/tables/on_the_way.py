"""What a potion, and an Escape where the book offers one, are worth to adventurers of every SKILL.

    potion   ten fights with foes of the books, five meals; without luck tests, and with four, of which one kills the
             Unlucky and the others take 2 STAMINA. One measure; all else is decided as is best.
    Escape   a foe that the book lets you leave for one wound, then five more fights, two luck tests, three meals. The
             way goes on as after a victory. Compared are to fight on, to escape at once, and the best of every round.

The figures are rounded, so that they are the same on every processor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Foe, Start
from atlas.game.rules import BOOK_RULES
from atlas.game.stages import Adventure, Potion
from atlas.policies.fight_ends import TRAVELLERS, Traveller
from atlas.policies.journeys import DECIMALS

POTIONS = (Potion.STRENGTH, Potion.FORTUNE)
POTIONS_TAKEN = (None, *POTIONS)
HURTS, KILLS = ({"test": {"unlucky": what}} for what in ({"stamina": -2}, {"dead": True}))
MEALS, MEALS_AFTER_ESCAPE = 5, 3
FIGHTS = 10
TESTS_AHEAD = (0, 4)
REST = "the rest"
"""the name of the stage behind the foe, who may be left"""
FLED = (Foe(8, 8), Foe(10, 10), Foe(12, 12))


@dataclass(frozen=True)
class PotionRow:
    """What potions are worth to one adventurer."""

    traveller: Traveller
    chances: Mapping[int, Mapping[Potion | None, float]]
    """the chance to come through, by the number of luck tests ahead and the potion"""

    def best(self, tests: int) -> Potion | None:
        """Return the potion to take."""
        return max(self.chances[tests], key=lambda potion: self.chances[tests][potion])


@dataclass(frozen=True)
class EscapeRow:
    """What an Escape from one foe is worth, on average over all adventurers."""

    foe: Foe
    never: float
    at_once: float
    """before the first round"""
    best: float


@dataclass(frozen=True)
class OnTheWay:
    """The evidence for potions and Escapes."""

    potions: Sequence[PotionRow]
    escapes: Sequence[EscapeRow]
    tests: Sequence[int] = TESTS_AHEAD

    def best_potion(self, tests: int) -> Potion | None:
        """Return the potion that gets most adventurers through, with so many luck tests ahead."""
        return max(POTIONS_TAKEN, key=lambda potion: sum(row.chances[tests][potion] for row in self.potions))


def on_the_way() -> OnTheWay:
    """Work out the evidence."""
    potions = [
        PotionRow(traveller, {tests: _by_potion(traveller, tests) for tests in TESTS_AHEAD}) for traveller in TRAVELLERS
    ]
    return OnTheWay(potions, _escape_rows())


def _by_potion(traveller: Traveller, tests: int) -> dict[Potion | None, float]:
    """Return the chance to come through with each potion. Who carries none is who has drunk a dose of Strength."""
    solvers = {potion: _solved(potion_adventure(potion, tests), traveller) for potion in POTIONS}
    chances = {potion: solver.at_start() for potion, solver in solvers.items()}
    without = solvers[Potion.STRENGTH].before(0).at(traveller.stamina, traveller.luck, 0, MEALS)
    return {potion: round(float(chance), DECIMALS) for potion, chance in ({None: without} | chances).items()}


def potion_adventure(potion: Potion, tests: int) -> Adventure:
    """Return the adventure by which potions are judged: the tests are spread evenly, the last one kills."""
    stages: list[object] = []
    for number in range(1, FIGHTS + 1):
        if number * tests // FIGHTS > (number - 1) * tests // FIGHTS:
            stages.append(KILLS if number == FIGHTS else HURTS)
        stages.append({"unknown": 1})
    return adventure_of({"stages": stages, "meals": MEALS, "potion": str(potion)}, "potions")


def escape_adventure() -> Adventure:
    """Return the adventure by which Escapes are judged: a stage for each foe, and one where it lets you leave."""
    first = [{"foe": list(foe), "next": REST, **escape} for foe in FLED for escape in ({}, {"escape": REST})]
    stages = [*first, {"name": REST, "unknown": 1}, HURTS, {"unknown": 2}, KILLS, {"unknown": 2}]
    return adventure_of({"stages": stages, "meals": MEALS_AFTER_ESCAPE}, "escape")


def _solved(adventure: Adventure, traveller: Traveller) -> Solver:
    return Solver(adventure, Start(*traveller), whole=False).run()


def _escape_rows() -> list[EscapeRow]:
    """Return what Escapes are worth, on average over the travellers."""
    totals = np.zeros((len(FLED), 3))
    for traveller in TRAVELLERS:
        solver = _solved(escape_adventure(), traveller)
        place = (traveller.stamina, traveller.luck, 0, MEALS_AFTER_ESCAPE)
        left = solver.escape(BOOK_RULES, 2 * len(FLED))
        for number, row in enumerate(totals):
            worths = solver.before(2 * number), left, solver.before(2 * number + 1)
            row += [float(worth.at(*place)) for worth in worths]
    return [EscapeRow(foe, *(totals[n] / len(TRAVELLERS)).round(DECIMALS).tolist()) for n, foe in enumerate(FLED)]
