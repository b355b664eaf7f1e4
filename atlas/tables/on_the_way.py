"""What a potion, and an Escape where the book offers one, are worth to adventurers of every SKILL.

    potion   ten fights with foes of the books, five meals; without luck tests, and with four, of which one kills the
             Unlucky and the others take 2 STAMINA. One measure; all else is decided as is best.
    Escape   a foe that the book lets you leave for one wound, then five more fights, two luck tests, three meals. The
             way goes on as after a victory. Compared are to fight on, to escape at once, and the best of every round.

The figures are rounded, so that they are the same on every processor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Foe, Start
from atlas.game.stages import Adventure, FightStage, Potion
from atlas.policies.fight_ends import TRAVELLERS, Traveller
from atlas.policies.journeys import DECIMALS

POTIONS_TAKEN = (None, Potion.STRENGTH, Potion.FORTUNE)
HURTS, KILLS = ({"test": {"unlucky": what}} for what in ({"stamina": -2}, {"dead": True}))
MEALS, MEALS_AFTER_ESCAPE = 5, 3
FIGHTS = 10
TESTS_AHEAD = (0, 4)
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
    return OnTheWay(potions, [_escape_row(foe) for foe in FLED])


def _by_potion(traveller: Traveller, tests: int) -> dict[Potion | None, float]:
    """Return the chance to come through with each potion."""
    return {potion: _chance(potion_adventure(potion, tests), traveller) for potion in POTIONS_TAKEN}


def potion_adventure(potion: Potion | None, tests: int) -> Adventure:
    """Return the adventure by which potions are judged: the tests are spread evenly, the last one kills."""
    stages: list[object] = []
    for number in range(1, FIGHTS + 1):
        if number * tests // FIGHTS > (number - 1) * tests // FIGHTS:
            stages.append(KILLS if number == FIGHTS else HURTS)
        stages.append({"unknown": 1})
    carried = {"potion": str(potion)} if potion else {}
    return adventure_of({"stages": stages, "meals": MEALS, **carried}, "potions")


def escape_adventure(foe: Foe, *, offered: bool) -> Adventure:
    """Return the adventure by which an Escape is judged."""
    first = {"foe": list(foe)} | ({"escape": True} if offered else {})
    stages = [first, {"unknown": 1}, HURTS, {"unknown": 2}, KILLS, {"unknown": 2}]
    return adventure_of({"stages": stages, "meals": MEALS_AFTER_ESCAPE}, "escape")


def _chance(adventure: Adventure, traveller: Traveller) -> float:
    return round(float(Solver(adventure, Start(*traveller), whole=False).run().at_start()), DECIMALS)


def _escape_row(foe: Foe) -> EscapeRow:
    """Return what an Escape is worth, on average over the travellers."""
    never, at_once, best = (0.0,) * 3
    for traveller in TRAVELLERS:
        offered = Solver(escape_adventure(foe, offered=True), Start(*traveller), whole=False).run()
        stage = offered.adventure.stages[0].kind
        assert isinstance(stage, FightStage)
        place = (traveller.stamina, traveller.luck, 0, MEALS_AFTER_ESCAPE)
        at_once += float(offered.escape(stage.fight.rules, 1).at(*place))
        best += float(offered.at_start())
        never += _chance(escape_adventure(foe, offered=False), traveller)
    return EscapeRow(foe, *(round(total / len(TRAVELLERS), DECIMALS) for total in (never, at_once, best)))
