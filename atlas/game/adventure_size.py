"""How large an adventure is: whether whole numbers stay small, how far floats can be off, what is too large."""

from collections.abc import Mapping
from dataclasses import dataclass

from atlas.errors import InputError
from atlas.game.adventure import meals_on_the_way
from atlas.game.ahead import Foe, Start
from atlas.game.duel import Duel
from atlas.game.melee import Melee
from atlas.game.rules import Rules
from atlas.game.stages import Adventure, Potion, RollStage, Skirmish, UnknownFoe
from atlas.game.worths import ROUNDING

MOST_NUMBERS = 100_000_000
"""worths of all stages together: more take longer than anyone waits"""
MOST_AT_A_TIME = 12_000_000
"""worths of one stage: they take some 300 MB"""
MOST_PLACES = 300_000
"""places of all different fights: rules that remember rounds multiply them"""
MOST_WHOLE = 300_000
"""the most worths that are computed in whole numbers"""
SMALL_BITS = 2_000
"""a whole number of more bits counts as several: it takes longer"""
ROUND_ROUNDINGS, EXCHANGE_ROUNDINGS, MIX_ROUNDINGS = 12, 8, 4


@dataclass(frozen=True)
class AdventureSize:
    """The size of an adventure for one hero."""

    numbers: int
    """worths to compute, of all stages together"""
    largest: int
    """worths of the largest stage"""
    places: int
    """places of all different fights"""
    error: float
    """the largest error of a worth in floats"""

    def check(self, where: str) -> None:
        """Raise an InputError if the adventure is too large to solve."""
        less = "take fewer stages, foes at once, meals or doses, lower scores, or rules that count no rounds"
        limits = (
            (self.numbers, MOST_NUMBERS, "states"),
            (self.largest, MOST_AT_A_TIME, "states in one stage"),
            (self.places, MOST_PLACES, "positions of rounds to remember"),
        )
        for number, most, unit in limits:
            if number > most:
                raise InputError(f"{where}: it has {number:,} {unit}, the most is {most:,}: {less}")


class Measure:
    """Measures an adventure for a hero, without solving it."""

    def __init__(self, adventure: Adventure, start: Start, foes: Mapping[Foe, int]) -> None:
        self.adventure, self.start, self.foes = adventure, start, foes
        self.lucks = start.luck + 2 + (adventure.doses if adventure.potion is Potion.FORTUNE else 0)
        self.columns = (adventure.doses + 1) * (adventure.meals + meals_on_the_way(adventure) + 2)
        self.staminas = start.stamina + 2

    def size(self) -> AdventureSize:
        """Return the size."""
        numbers = [self._numbers(number) for number in range(self.adventure.end)]
        fights = {self._places(duel) for number in range(self.adventure.end) for duel in self._duels(number)}
        return AdventureSize(sum(numbers), max(numbers), sum(places for _, _, places in fights), self._error())

    def bits(self) -> int:
        """Return how many bits the largest whole numbers have: those of all fights add up."""
        stages = range(self.adventure.end)
        units = [duel.units(self.lucks) for number in stages for duel in self._duels(number)]
        units += [melee.units(self.lucks) for number in stages for melee in self._melees(number)]
        return sum(unit.bit_length() for unit in units)

    def is_small(self, size: AdventureSize) -> bool:
        """Return whether whole numbers stay small enough to be quick."""
        return size.numbers <= MOST_WHOLE and size.numbers * (1 + self.bits() // SMALL_BITS) <= MOST_WHOLE

    def _gap(self, rules: Rules, skill: int) -> int:
        return rules.playing_gap(self.start.skill - skill)

    def _duels(self, number: int) -> list[Duel]:
        """Return the fights against one foe that a stage may bring."""
        stage, hero = self.adventure.stages[number], self.start.stamina + 1
        if isinstance(stage.kind, UnknownFoe):
            rules = stage.kind.rules
            gaps = {self._gap(rules, foe.skill) for foe in self.foes if foe.stamina > rules.foe_yields_at}
            return [Duel(rules, (gap,), hero, max(foe.stamina for foe in self.foes)) for gap in sorted(gaps)]
        return [
            Duel(fight.rules, (self._gap(fight.rules, foe.skill - fight.skill),), hero, foe.stamina)
            for fight in stage.fights
            for foe in fight.foes
            if len(fight.foes) == 1
        ]

    def _melees(self, number: int) -> list[Melee]:
        """Return the fights against several foes that a stage may bring."""
        fights = [fight for fight in self.adventure.stages[number].fights if len(fight.foes) > 1]
        return [self._melee(fight) for fight in fights]

    def _melee(self, fight: Skirmish) -> Melee:
        return Melee(fight.rules, self.start.skill + fight.skill, self.start.stamina + 1, fight.foes, fight.one_roll)

    def _numbers(self, number: int) -> int:
        """Return how many worths a stage has."""
        fought = sum(duel.places * len(duel.gaps) for duel in self._duels(number))
        fought += sum(melee.states for melee in self._melees(number))
        return (2 * self.staminas + fought) * self.lucks * self.columns

    def _places(self, duel: Duel) -> tuple[Rules, int, int]:
        """Return what tells different fights apart, with the number of places."""
        return duel.rules, duel.foe, duel.places

    def _error(self) -> float:
        """Return the largest error of floats: the roundings on the longest way, each of 2⁻⁵³ at most."""
        steps = [0] * (self.adventure.end + 1)
        for number in reversed(range(self.adventure.end)):
            stage = self.adventure.stages[number]
            after = max((steps[to] for to in stage.exits), default=0)
            steps[number] = after + self._roundings(number)
        return 2 * ROUNDING * steps[0]

    def _roundings(self, number: int) -> int:
        """Return the roundings of a stage."""
        roundings = 2 * MIX_ROUNDINGS
        for duel in self._duels(number):
            rules = duel.rules.sized(max(duel.hero, duel.foe), self.lucks)
            roundings = max(roundings, ROUND_ROUNDINGS * rules.most_steps + 2 * MIX_ROUNDINGS)
        for melee in self._melees(number):
            rules, staminas = melee.rules.sized(max(melee.shape), self.lucks), sum(melee.shape)
            per_round = ROUND_ROUNDINGS + EXCHANGE_ROUNDINGS * len(melee.foes) + len(melee.rolls)
            roundings = max(roundings, per_round * (staminas + self.lucks))
        kind = self.adventure.stages[number].kind
        parts = len(self.foes) if isinstance(kind, UnknownFoe) else len(kind.ways) if isinstance(kind, RollStage) else 0
        return roundings + parts + 3
