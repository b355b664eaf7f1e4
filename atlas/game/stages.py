"""An adventure as data: its stages, and the later stages that each leads to."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from atlas.game.ahead import Foe
from atlas.game.rules import Rules
from atlas.game.worth import TO_WIN, EndGoal

MEAL = 4
"""STAMINA that a meal brings back"""


class Potion(StrEnum):
    """What a hero can drink."""

    STRENGTH = "strength"
    """brings STAMINA to that of the start"""
    FORTUNE = "fortune"
    """raises the limit of LUCK by 1 and brings LUCK to it"""
    SKILL = "skill"
    """brings SKILL to that of the start; no stage lowers it for longer than a fight"""


class Change(NamedTuple):
    """What is added to scores and meals: never above the scores at the start, never below 0."""

    stamina: int = 0
    luck: int = 0
    meals: int = 0


class Skirmish(NamedTuple):
    """A fight on the way: one foe, or several at once."""

    foes: tuple[Foe, ...]
    rules: Rules
    skill: int = 0
    """what is added to the hero's SKILL in this fight"""
    one_roll: bool = False
    """whether the hero rolls once for all foes"""


class Consequence(NamedTuple):
    """What follows a luck test: a change of scores, then death or a fight, then the next stage."""

    change: Change
    is_deadly: bool
    fight: Skirmish | None
    leads_to: int


class FightStage(NamedTuple):
    """A fight; `escape` is the stage that an escape leads to, None where the book offers none."""

    fight: Skirmish
    escape: int | None = None


class UnknownFoe(NamedTuple):
    """A fight with a foe of the books, known when it is met."""

    rules: Rules


class LuckTest(NamedTuple):
    """A test of luck outside a fight. It costs a point of LUCK; who has none is Unlucky."""

    lucky: Consequence
    unlucky: Consequence


class ChoiceStage(NamedTuple):
    """A fork: the hero chooses one of these stages."""

    ways: tuple[int, ...]


class RollStage(NamedTuple):
    """A fork where dice decide: stages, each with its ways."""

    ways: tuple[tuple[int, int], ...]


Kind = FightStage | UnknownFoe | LuckTest | ChoiceStage | RollStage | Change


@dataclass(frozen=True)
class Stage:
    """One stage of an adventure. Stages are known by their numbers; the one after the last is the end."""

    name: str | None
    kind: Kind
    leads_to: int
    listed: bool = True
    """False for all but the first of several unknown foes, which are one stage for readers"""

    @property
    def exits(self) -> set[int]:
        """The stages that this one may lead to."""
        match self.kind:
            case ChoiceStage(ways):
                return set(ways)
            case RollStage(ways):
                return {to for to, _ in ways}
            case LuckTest(lucky, unlucky):
                return {way.leads_to for way in (lucky, unlucky) if not way.is_deadly}
            case FightStage(_, int(escape)):
                return {self.leads_to, escape}
        return {self.leads_to}

    @property
    def fights(self) -> list[Skirmish]:
        """The fights with known foes that this stage may bring."""
        match self.kind:
            case FightStage(fight, _):
                return [fight]
            case LuckTest(lucky, unlucky):
                return [way.fight for way in (lucky, unlucky) if way.fight]
        return []

    @property
    def most_meals(self) -> int:
        """The most meals that this stage gives."""
        match self.kind:
            case Change(_, _, meals):
                return max(meals, 0)
            case LuckTest(lucky, unlucky):
                return max(0, lucky.change.meals, unlucky.change.meals)
        return 0


@dataclass(frozen=True)
class Adventure:
    """Stages, what the hero carries, and what must be left at the end."""

    name: str
    """the name of its file"""
    title: str
    sentence: str
    stages: tuple[Stage, ...]
    goal: EndGoal = TO_WIN
    meals: int = 0
    meal: int = MEAL
    """STAMINA that a meal brings back"""
    potion: Potion | None = None
    doses: int = 0

    @property
    def end(self) -> int:
        """The number of the end."""
        return len(self.stages)

    def names(self) -> list[str]:
        """Return a name for every stage and the end."""
        return [stage.name or described(stage.kind) for stage in self.stages] + ["the end"]


def described(kind: Kind) -> str:
    """Return the name of a stage that has none in its file."""
    match kind:
        case FightStage(fight, _):
            return " and ".join(f"SKILL {foe.skill}, STAMINA {foe.stamina}" for foe in fight.foes)
        case UnknownFoe():
            return "A foe of the books"
        case LuckTest():
            return "Test your Luck"
        case ChoiceStage() | RollStage():
            return "A fork"
        case Change():
            return " and ".join(_gains(kind)) or "A rest"


def _gains(change: Change) -> list[str]:
    """Return a change in words, a score each."""
    scores = (("STAMINA", change.stamina), ("LUCK", change.luck), ("meals", change.meals))
    return [f"{'gain' if by > 0 else 'lose'} {abs(by)} {score}" for score, by in scores if by]
