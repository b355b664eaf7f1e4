"""The page about what lies ahead: the adventures that come with the atlas, worked out for some heroes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from atlas.game.adventure_file import adventures
from atlas.game.ahead import Foe, Start
from atlas.game.journey import AdventureForHero
from atlas.game.stages import Adventure, FightStage, Kind
from atlas.maps.plots import survival_svg, way_svg
from atlas.policies.fight_ends import TRAVELLERS, Traveller
from atlas.site.pages import Bar, Page
from atlas.tables.beyond_luck import FED_JOURNEYS, HITTERS, BeyondLuck, HabitCosts, judged_groups
from atlas.tables.journey import WAYS
from atlas.tables.on_the_way import EscapeRow, OnTheWay
from atlas.tables.route import RouteCard, route_card
from atlas.wording import chance, wins_in_100

HERO = Start(9, 19, 9)
"""nearly the best that can be rolled, against foes so strong that LUCK matters"""
SKILLS = range(7, 13)
"""all SKILLs that can be rolled"""


@dataclass(frozen=True)
class StageRow:
    """One stage in words: a row of the table."""

    number: int
    name: str
    foe: Foe | None
    reached: str
    luck_worth: str


@dataclass(frozen=True)
class Way:
    """One adventure on the page."""

    adventure: Adventure
    stages: Sequence[StageRow]
    survival: Mapping[str, str]
    """the hero's chance to come through, by the way LUCK is used"""
    pictures: Mapping[str, bytes]
    """by path: who comes through; what luck is worth and where heroes fall"""
    route: RouteCard

    @property
    def route_path(self) -> str:
        return f"adventures/{self.adventure.name}.html"

    @property
    def pdf_path(self) -> str:
        return f"print/route-{self.adventure.name}-a5.pdf"


@dataclass(frozen=True, kw_only=True)
class RoutePage(Page):
    """The route card of an adventure that comes with the atlas."""

    template = "site/route.html"
    card: RouteCard
    pdf_path: str


def route_page(way: Way) -> RoutePage:
    return RoutePage(
        path=way.route_path,
        title=way.adventure.title,
        card=way.route,
        pdf_path=way.pdf_path,
    )


@dataclass(frozen=True, kw_only=True)
class AdventuresPage(Page):
    template = "site/adventures.html"
    path: str = "adventures.html"
    title: str = "What lies ahead"
    ways: Sequence[Way]
    hero: Start = HERO
    words: Mapping[str, str]
    beyond: BeyondLuck
    luck_price: Fraction
    decisions: OnTheWay
    fed_journeys: int = len(FED_JOURNEYS)
    travellers: int = len(TRAVELLERS)
    hitters: Sequence[Traveller] = HITTERS
    groups: Mapping[int, int]
    """by the number of foes: the number of groups of the books by which rules for targets are judged"""

    def escape_bars(self, row: EscapeRow) -> list[Bar]:
        """Return the chance to come through by fighting on, and by an Escape at once."""
        return [Bar("fight on", row.never), Bar("escape at once", row.at_once, ours=True)]

    def bars(self, costs: HabitCosts, words: Mapping[str, str]) -> list[Bar]:
        """Return the chance to succeed by the best play and by each habit that there are words for."""
        chances = {"best": costs.best} | {habit.name: costs.best - habit.cost for habit in costs.habits}
        return [Bar(words[name], chances[name], name == costs.advised.name) for name in words]


def travelled_ways(luck_price: Fraction) -> list[Way]:
    """Solve the adventures that come with the atlas."""
    return [_way(adventure, luck_price) for adventure in adventures()]


def adventures_page(
    ways: Sequence[Way], beyond: BeyondLuck, decisions: OnTheWay, luck_price: Fraction
) -> AdventuresPage:
    return AdventuresPage(
        ways=ways,
        words=WAYS,
        beyond=beyond,
        luck_price=luck_price,
        decisions=decisions,
        groups={size: sum(group.groups for group in judged_groups(size)) for size in beyond.targets},
    )


def _way(adventure: Adventure, luck_price: Fraction) -> Way:
    hero = AdventureForHero(adventure, HERO)
    by_skill = [AdventureForHero(adventure, HERO._replace(skill=skill)).ways(luck_price) for skill in SKILLS]
    survival = {way: [ways[way] for ways in by_skill] for way in WAYS}
    stages = hero.listed()
    worths = [hero.luck_worth(number) for number in stages]
    reached = [hero.reached(number) for number in (*stages, adventure.end)]
    falls = [before - after for before, after in pairwise(reached)]
    names = adventure.names()
    rows = [
        StageRow(
            place,
            names[number],
            _single_foe(adventure.stages[number].kind),
            chance(arrived),
            "–" if worth is None else wins_in_100(worth),
        )
        for place, (number, arrived, worth) in enumerate(zip(stages, reached, worths, strict=False), 1)
    ]
    pictures = {
        f"static/{adventure.name}-survival.svg": survival_svg(adventure.title, SKILLS, survival, WAYS),
        f"static/{adventure.name}-way.svg": way_svg(adventure.title, worths, falls),
    }
    survival_words = {way: chance(survival[way][SKILLS.index(HERO.skill)]) for way in WAYS}
    return Way(adventure, rows, survival_words, pictures, route_card(hero))


def _single_foe(kind: Kind) -> Foe | None:
    """Return the foe of a fight against one."""
    return kind.fight.foes[0] if isinstance(kind, FightStage) and len(kind.fight.foes) == 1 else None
