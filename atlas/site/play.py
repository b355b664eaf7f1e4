"""The screen at the table, and the old address of the fight companion that leads there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from atlas.cards.catalogue import Card
from atlas.game.edition import Edition
from atlas.game.presets import name_rules
from atlas.game.rules import LARGEST_LUCK, LARGEST_SKILL, LARGEST_STAMINA
from atlas.game.stages import MEAL, Potion
from atlas.maps.map import PLAY, gap_slug
from atlas.maps.style import CHANCE
from atlas.policies.journeys import unlucky
from atlas.site.pages import Link, Page, gap_link
from atlas.tables.luck_prices import MANY_DEADLY, LuckPrices
from atlas.tables.on_the_way import OnTheWay

PARTS = ("edition", "draw", "parts", "foes", "hits", "shapes", "links", "answer")
"""scripts that every screen with fights is made of, each after those it uses"""
FOUGHT = (*PARTS, "fight-words", "rounds", "adventure")
"""those that follow a fight to its end"""
JOURNEY = ("several", "road-words", "melee-words", "melee", "outlook", "leave", "road", "newcomer", "shelf", "mine")
"""several foes at once, what lies ahead, the road between fights, new adventurers, several adventures: the table asks
for them when an adventure has begun"""
TABLE = (
    *(*FOUGHT, "screen-words", "dice", "saved", "store", "current"),
    *("counsel", "calm", "awake", "fields", "log", "view", "table"),
)
"""those of the screen at the table"""
SHARING = ("practice", "account", "account-words", "curve", "ending", "told-words", "replay", "picture", "sharing")
"""what it takes to tell of a fight and to share it: the table asks for it when one has begun"""
SCRIPTS = {
    "static/table.js": TABLE,
    "static/journey.js": JOURNEY,
    "static/ahead.js": ("lies",),
    "static/sharing.js": SHARING,
    "static/whole-map.js": ("map", "whole"),
    "static/replay.js": (*FOUGHT, "several", "saved", *SHARING, "fight"),
}
"""what the build joins into one, so that a phone asks for one"""
LEAST = {"skill": 0, "stamina": 1, "luck": 0, "foe-skill": 0, "foe-stamina": 1}
"""the words of a link to a fight, and the smallest number each takes"""
MOST = {"skill": LARGEST_SKILL, "stamina": LARGEST_STAMINA, "luck": LARGEST_LUCK} | {
    "foe-skill": LARGEST_SKILL,
    "foe-stamina": LARGEST_STAMINA,
}
USUAL = {"skill": 14, "stamina": 30, "luck": 14, "foe-skill": 16, "foe-stamina": 30}
"""beyond these the screen asks "really?": no adventurer of the books has more, and no foe counted in 26 of them"""
SCORES = {"skill": "SKILL", "stamina": "STAMINA", "luck": "LUCK"}
FOE_TITLES = ("Foe", "Second foe", "Third foe")
"""of those who may attack at once"""
ROLLED = {"skill": "1 die + 6", "stamina": "2 dice + 12", "luck": "1 die + 6"}
"""how a new adventurer is rolled up"""
POTIONS = {"": "none", "skill": "Skill", "stamina": "Strength", "luck": "Fortune"}
"""by the score that a potion brings back"""
LUCK_TESTS = {"none": "no luck tests", "few": "few luck tests", "many": "many luck tests"}
"""what a player may say of the luck tests on the way, and the kind of book that is"""
SCORE_OF_POTION = {Potion.SKILL: "skill", Potion.STRENGTH: "stamina", Potion.FORTUNE: "luck"}
FIGHTS_TO_COME = (1, 2, 2)
"""foes of the books that the screen counts on where more is to come; between them there may be luck tests"""


@dataclass(frozen=True)
class NumberField:
    """A number to set: with − and +, by typing, or with the arrow keys."""

    name: str
    """its word in a link"""
    whose: str
    score: str
    value: int

    @property
    def label(self) -> str:
        return f"{self.whose} {self.score}"


@dataclass(frozen=True)
class RolledNumber:
    """A score of a new adventurer, and the dice that give it."""

    name: str
    label: str
    dice: str
    value: int


@dataclass(frozen=True)
class FoeFields:
    """What is told of a foe: its name, and the two numbers."""

    title: str
    name_id: str
    name_label: str
    skill: NumberField
    stamina: NumberField


@dataclass(frozen=True, kw_only=True)
class TablePage(Page):
    template = "site/index.html"
    first_fonts = ("serif-black", "serif-semibold", "sans-regular", "sans-semibold")
    path: str = "index.html"
    title: str = "Should I Test my Luck?"
    of: Edition
    gaps: Sequence[Link]
    quick: Card | None
    prices: LuckPrices
    potions = tuple(POTIONS.items())
    decisions: OnTheWay

    @cached_property
    def numbers(self) -> dict[str, NumberField]:
        """The five scores of a fight."""
        return {
            name: NumberField(name, "The foe’s" if name in FOE else "Your", SCORES[name.removeprefix("foe-")], value)
            for name, value in start(self.of).items()
        }

    @cached_property
    def foes(self) -> list[FoeFields]:
        """The fields of the foes that may attack at once."""
        own = start(self.of)

        def field(number: int, name: str) -> NumberField:
            whose = "The foe’s" if number == 1 else f"The {FOE_TITLES[number - 1].lower()}’s"
            end = "" if number == 1 else f"-{number}"
            return NumberField(name + end, whose, SCORES[name.removeprefix("foe-")], own[name])

        return [
            FoeFields(
                title, f"foe-name-{number}", f"Name of the {title.lower()}", *(field(number, name) for name in FOE)
            )
            for number, title in enumerate(FOE_TITLES, 1)
        ]

    @cached_property
    def rolled(self) -> list[RolledNumber]:
        """The scores of a new adventurer."""
        own = start(self.of)
        return [RolledNumber(name, SCORES[name], dice, own[name]) for name, dice in ROLLED.items()]

    @cached_property
    def sheet(self) -> dict[str, NumberField]:
        """What else stands on an Adventure Sheet."""
        own = start(self.of)
        initial = {
            f"of-{name}": NumberField(f"of-{name}", "Initial", score, own[name]) for name, score in SCORES.items()
        }
        return initial | {
            "meals": NumberField("meals", "Meals", "left", 0),
            "doses": NumberField("doses", "Measures", "left", 0),
        }

    @property
    def best_potion(self) -> str:
        """The score of the potion that a new adventurer is offered first: the best where luck tests lie ahead."""
        potion = self.decisions.best_potion(max(self.decisions.tests))
        return SCORE_OF_POTION[potion] if potion else ""

    @cached_property
    def edition(self) -> Mapping[str, object]:
        """What the scripts are told."""
        rules = self.of.rules
        prices = {told: float(self.prices.best_of(group).price) for told, group in LUCK_TESTS.items()}
        return for_scripts(self.of) | {
            "prices": prices,
            "rest": rest_of_the_way(),
            "map": {
                "side": rules.max_stamina,
                "luck": rules.max_luck,
                "edges": CHANCE.edges,
                "darkBands": CHANCE.dark_bands,
                "marks": {mark.name: mark.polygons for mark in PLAY.marks},
            },
        }


FOE = ("foe-skill", "foe-stamina")


@dataclass(frozen=True, kw_only=True)
class FightPage(Page):
    """A fight that was shared, played again. The fight companion was here: its links lead on to the table."""

    template = "site/fight.html"
    path: str = "fight.html"
    title: str = "A fight, played again"
    of: Edition

    @cached_property
    def edition(self) -> Mapping[str, object]:
        """What the scripts are told."""
        return for_scripts(self.of)


def table_pages(edition: Edition, quick: Card | None, prices: LuckPrices, decisions: OnTheWay) -> list[Page]:
    """Return the fight page, and the one that plays a shared fight again."""
    gaps = [gap_link(gap) for gap in edition.skill_gaps]
    fight = TablePage(of=edition, gaps=gaps, quick=quick, prices=prices, decisions=decisions)
    return [fight, FightPage(of=edition)]


def start(edition: Edition) -> dict[str, int]:
    """Return the fight that the screen opens on, in the words of a link."""
    most = edition.rules.max_stamina
    luck, foe = min(9, edition.rules.max_luck), min(9 + edition.rules.foe_yields_at, most)
    return {"skill": 9, "stamina": min(12, most), "luck": luck, "foe-skill": 10, "foe-stamina": foe}


def for_scripts(edition: Edition) -> dict[str, object]:
    """Return what every page with fights hands to its scripts."""
    price = float(edition.luck_price)
    return {
        "start": start(edition),
        "limits": {"least": LEAST, "most": MOST},
        "usual": USUAL,
        "price": price,
        "prices": {},
        "rules": name_rules(edition.rules),
        "ahead": {"kind": "more", "foes": [], "luck_price": price, "least_stamina": 1, "least_luck": 0},
        "meal": MEAL,
        "gaps": {gap: gap_slug(gap) for gap in edition.skill_gaps},
    }


def rest_of_the_way() -> dict[str, object]:
    """Return what the screen counts on where more is to come: fights, and of a hundred who are Unlucky in a luck test
    between them how many die, are hurt (they lose STAMINA or have to fight) and get away."""
    spared = round((100 - MANY_DEADLY) * unlucky().nothing)
    return {"fights": FIGHTS_TO_COME, "unlucky": [MANY_DEADLY, 100 - MANY_DEADLY - spared, spared]}


def screen_scripts(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the scripts of the fight page and of a fight that is played again, as files."""
    return {path: join_scripts(modules, [f"table/{name}" for name in names]) for path, names in SCRIPTS.items()}


def join_scripts(modules: Mapping[str, bytes], names: Sequence[str]) -> bytes:
    """Join scripts into one, each after those it uses."""
    return b"\n".join(modules[f"{name}.js"] for name in names)
