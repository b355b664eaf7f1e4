"""The route card of an adventure: stage by stage what to do, for paper, pages and the command line.

What hangs on the scores is told as most have it who come to a stage: LUCK, meals and measures; your STAMINA and the
foe's are told in full. When to test in a fight is told by its small grids.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from atlas.cards.small_choice import GroupUse, Score, SmallEscape, SmallFork, small_escape, small_fork, small_group
from atlas.cards.small_grid import FightGrids, Span, small_grids
from atlas.game.adventure import Solver
from atlas.game.ahead import Foe, Start
from atlas.game.edition import LUCK_PRICE
from atlas.game.journey import AdventureForHero, Provisions, best_action
from atlas.game.played import PlayedAdventure, follow_best
from atlas.game.presets import presets, rule_entries
from atlas.game.rules import Outcome
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
from atlas.policies.targets import MORE_SKILL
from atlas.signs import KEEP, lucks_sign
from atlas.wording import DASH, at_most

Item = TypeVar("Item")
OWN_RULES = "rules of its own"
SELDOM = Fraction(1, 20)
"""of a meal or a measure: so little, on average, is not worth a line without a score to go by"""


@dataclass(frozen=True)
class RouteGrid:
    """When to test in a fight after a round with one outcome, by your STAMINA and the foe's before it."""

    outcome: Outcome
    foes: Sequence[str]
    """the foe's STAMINA, column by column, to the right"""
    yours: Sequence[str]
    """your STAMINA, row by row, the most first"""
    squares: Sequence[Sequence[str]]
    """signs"""

    @property
    def keeps(self) -> bool:
        """Whether there is nothing to test."""
        return all(square == KEEP for row in self.squares for square in row)


@dataclass(frozen=True)
class RouteGrids:
    """The grids of a fight, for those who have so many measures left; None for all."""

    measures: int | None
    grids: Sequence[RouteGrid]

    @property
    def keeps(self) -> bool:
        """Whether nothing is tested."""
        return all(grid.keeps for grid in self.grids)


@dataclass(frozen=True)
class RouteFight:
    """A fight on the way."""

    foes: Sequence[Foe]
    rules: str
    """other rules than the adventure's, in a word; empty where they are the same"""
    skill: int
    """what is added to your SKILL"""
    one_roll: bool


@dataclass(frozen=True)
class RouteResult:
    """What a luck test leads to."""

    is_deadly: bool
    change: Change
    fight: RouteFight | None
    goes_to: str
    """the name of the stage where it goes on; empty where that is the next"""

    @property
    def is_nothing(self) -> bool:
        return not (self.is_deadly or any(self.change) or self.fight or self.goes_to)


@dataclass(frozen=True)
class RouteWay:
    """A way on: of a fork, or to fight or escape."""

    name: str
    worth: Fraction | None = None
    """the chance to come through on it, of those who come to choose; None where chance leads"""
    is_best: bool = False
    scores: str = ""
    """with how much of the stop's `score` it is best, where that differs"""
    ways: int = 0
    """of a roll: of `total`"""
    total: int = 0


@dataclass(frozen=True)
class RouteEscape:
    """When to escape: with which of your STAMINA, at which of the foe's."""

    foes: str
    yours: str


@dataclass(frozen=True)
class RouteStop:
    """One stage on the card."""

    place: int
    name: str
    reached: Fraction
    here: Fraction | None
    """the chance to come through from here; None where nobody gets here"""
    luck_worth: Fraction | None
    provisions: Provisions | None
    fight: RouteFight | None = None
    target: Foe | None = None
    """whom to hit first of several foes"""
    group_use: GroupUse | None = None
    """how to use LUCK against several foes"""
    unknown: int = 0
    """so many foes of the books"""
    change: Change | None = None
    lucky: RouteResult | None = None
    unlucky: RouteResult | None = None
    ways: Sequence[RouteWay] = ()
    score: Score = Score.NOTHING
    """what the way to choose hangs on"""
    escape_to: str = ""
    """the name of the stage that an Escape leads to; empty where the book offers none"""
    escapes: Sequence[RouteEscape] = ()
    grids: Sequence[RouteGrids] = ()
    cost: float = 0
    """what it loses of the chance to come through from here to be told in so few words"""
    goes_to: str = ""
    """the name of the stage where it goes on; empty where that is the next"""

    @property
    def eats(self) -> bool:
        """Whether there is something to say of meals before it."""
        taken = self.provisions
        return taken is not None and taken.meals >= (SELDOM if taken.eat_up_to is None else Fraction(1, 1000))

    @property
    def drinks(self) -> bool:
        """Whether there is something to say of measures before it."""
        taken = self.provisions
        return taken is not None and taken.doses >= (SELDOM if taken.drink_up_to is None else Fraction(1, 1000))


@dataclass(frozen=True)
class RouteCard:
    """A whole adventure on a card."""

    adventure: Adventure
    start: Start
    survival: Fraction
    stops: Sequence[RouteStop]
    potions: Sequence[tuple[Potion | None, Fraction]]
    """the chance to come through with each potion, the best first; nothing where none is carried"""
    more_skill: int = MORE_SKILL

    @property
    def most_lost(self) -> str:
        """What the advice of one stage loses at most, in wins in 100, rounded up."""
        return at_most(100 * Fraction(max((stop.cost for stop in self.stops), default=0)))


@dataclass(frozen=True)
class Route:
    """An adventure for a hero, also solved in floats, from which the small grids are made."""

    journey: AdventureForHero

    @cached_property
    def played(self) -> PlayedAdventure:
        """The best play in floats."""
        journey = self.journey
        if not journey.is_exact:
            return journey.played
        return follow_best(Solver(journey.adventure, journey.start, foes=journey.foes, whole=False).run())

    def grids(self, number: int) -> Sequence[FightGrids]:
        """Return the small grids of a fight against one foe."""
        return small_grids(self.played.solver, self.played, number)


def route_card(journey: AdventureForHero) -> RouteCard:
    """Return the card of a solved adventure."""
    way = Route(journey)
    stops = [_stop(way, place, number) for place, number in enumerate(journey.listed(), 1)]
    potions = sorted(journey.by_potion().items(), key=lambda pair: -pair[1]) if journey.adventure.potion else []
    return RouteCard(journey.adventure, journey.start, journey.survival, stops, potions)


def _stop(way: Route, place: int, number: int) -> RouteStop:
    """Return one stage."""
    journey, adventure, names = way.journey, way.journey.adventure, way.journey.adventure.names()
    stage, last = adventure.stages[number], number
    while last + 1 < adventure.end and not adventure.stages[last + 1].listed:
        last += 1
    leads_to = adventure.stages[last].leads_to
    stop = RouteStop(
        place=place,
        name="A fight" if isinstance(stage.kind, FightStage) and not stage.name else names[number],
        reached=journey.reached(number),
        here=journey.chance_from(number),
        luck_worth=journey.luck_worth(number),
        provisions=journey.provisions(number),
        goes_to="" if leads_to == last + 1 else names[leads_to],
    )
    match stage.kind:
        case Change():
            return replace(stop, change=stage.kind)
        case UnknownFoe():
            return replace(stop, unknown=last - number + 1)
        case LuckTest(lucky, unlucky):
            return replace(stop, lucky=_result(lucky, stage, names), unlucky=_result(unlucky, stage, names))
        case RollStage(ways):
            total = sum(count for _, count in ways)
            return replace(stop, ways=[RouteWay(names[to], ways=count, total=total) for to, count in ways], goes_to="")
        case ChoiceStage():
            return replace(_fork(way, number, stop) if stop.reached else stop, goes_to="")
        case FightStage(fight, escape):
            return _fought(way, number, replace(stop, fight=_fight(fight)), fight, escape)


def _fought(way: Route, number: int, stop: RouteStop, fight: Skirmish, escape: int | None) -> RouteStop:
    """Return a fight with what to do in it."""
    journey = way.journey
    if not stop.reached:
        return stop
    if len(fight.foes) > 1:
        group = small_group(way.played, number, LUCK_PRICE)
        target = fight.foes[journey.target(number)]
        stop = replace(stop, target=target, group_use=group.use, cost=group.cost)
    else:
        small = way.grids(number)
        grids = [RouteGrids(each.doses, _grids(each)) for each in small]
        stop = replace(stop, grids=grids, cost=max(each.cost for each in small))
    if escape is None:
        return stop
    escapes = _escapes(small_escape(way.played, number)) if len(fight.foes) == 1 else ()
    leads_to = journey.adventure.names()[escape]
    return replace(stop, ways=_actions(journey, number), escapes=escapes, escape_to=leads_to)


def _fight(fight: Skirmish) -> RouteFight:
    entries = rule_entries(fight.rules)
    titles = (named.title for named in presets().values() if rule_entries(named.rules) == entries)
    return RouteFight(fight.foes, next(titles, OWN_RULES) if entries else "", fight.skill, fight.one_roll)


def _result(what: Consequence, stage: Stage, names: Sequence[str]) -> RouteResult:
    """Return what a luck test leads to."""
    fight = _fight(what.fight) if what.fight else None
    goes_to = "" if what.is_deadly or what.leads_to == stage.leads_to else names[what.leads_to]
    return RouteResult(what.is_deadly, what.change, fight, goes_to)


def _fork(way: Route, number: int, stop: RouteStop) -> RouteStop:
    """Return a fork with its ways, each with the scores for which it is the best."""
    kind, names = way.journey.adventure.stages[number].kind, way.journey.adventure.names()
    assert isinstance(kind, ChoiceStage)
    fork = small_fork(way.played, number)
    scores = _scores(fork)
    ways = [
        replace(action, name=names[to], scores=scores.get(place, ""))
        for place, (to, action) in enumerate(zip(kind.ways, _actions(way.journey, number), strict=True))
    ]
    return replace(stop, ways=ways, score=fork.score, cost=fork.cost)


def _scores(fork: SmallFork) -> dict[int, str]:
    """Return with how much of the score each way is best; nothing where one way is for all."""
    scores: dict[int, str] = {}
    for place, (values, way) in enumerate(fork.parts if len(fork.parts) > 1 else ()):
        said = f"{values[1]} or less" if place == 0 else _span(values)
        said = f"{values[0]} or more" if place == len(fork.parts) - 1 else said
        scores[way] = f"{scores[way]}, {said}" if way in scores else said
    return scores


def _actions(journey: AdventureForHero, number: int) -> Sequence[RouteWay]:
    """Return what can be chosen in a stage, with what it is worth on average."""
    actions = journey.played.actions(number) or {}
    best = best_action(actions)
    return [RouteWay(name, worth, name == best) for name, worth in actions.items()]


def _escapes(told: SmallEscape) -> Sequence[RouteEscape]:
    """Return when to escape, the most STAMINA of the foe first."""
    lines = zip(reversed(told.foes), reversed(told.yours), strict=True)
    return [RouteEscape(_span(foes), ", ".join(map(_span, yours))) for foes, yours in lines if yours]


def _grids(fight: FightGrids) -> Sequence[RouteGrid]:
    """Return the grids of a fight with their signs, your STAMINA upwards."""
    return [
        RouteGrid(
            outcome,
            [_span(span) for span in grid.foes],
            [_span(span) for span in reversed(grid.yours)],
            [[KEEP if n is None else lucks_sign(n) for n in row] for row in reversed(grid.lowest)],
        )
        for outcome, grid in fight.grids.items()
    ]


def _span(span: Span) -> str:
    """Return numbers from one to another in words."""
    low, high = span
    return str(low) if low == high else f"{low}{DASH}{high}"
