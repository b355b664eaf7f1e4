"""The two pages for the table: the look-up and the fight companion."""

from collections.abc import Sequence
from dataclasses import dataclass

from atlas.cards.catalogue import Card
from atlas.cards.phrases import YOUR_NUMBER
from atlas.game.dice import PAIR_WAYS
from atlas.game.edition import Edition
from atlas.site.pages import Link, Page, gap_link
from atlas.site.play_data import EDITION_PATH, LEAST, largest, numbers, start

LABELS = {
    "skill": "Your SKILL",
    "stamina": "Your STAMINA",
    "luck": "Your LUCK",
    "foe-skill": "The foe’s SKILL",
    "foe-stamina": "The foe’s STAMINA",
}


@dataclass(frozen=True)
class Stepper:
    """A number to set: with − and +, by typing, or with the arrow keys."""

    name: str
    """its word in a link"""
    label: str
    least: int
    largest: int
    value: int


@dataclass(frozen=True, kw_only=True)
class PlayPage(Page):
    """A page that asks for a fight."""

    steppers: dict[str, Stepper]
    edition: str = EDITION_PATH
    """the script with the rules"""


@dataclass(frozen=True, kw_only=True)
class IndexPage(PlayPage):
    template = "site/index.html"
    path: str = "index.html"
    title: str = "Should I test my luck?"
    description: str = "When to Test your Luck in a Fighting Fantasy fight: the exact answer for every fight."
    gaps: Sequence[Link]
    quick: Card
    your_number: str = YOUR_NUMBER


@dataclass(frozen=True, kw_only=True)
class FightPage(PlayPage):
    template = "site/fight.html"
    path: str = "fight.html"
    title: str = "The fight companion"
    description: str = (
        "Fight round by round: advice before every choice, dice if you want them, and an account at the end."
    )
    quick: Card
    dice: dict[str, Stepper]
    your_number: str = YOUR_NUMBER


def lookup_pages(edition: Edition, quick: Card) -> list[Page]:
    steppers = fight_steppers(edition)
    return [
        IndexPage(steppers=steppers, gaps=[gap_link(gap) for gap in edition.skill_gaps], quick=quick),
        FightPage(steppers=steppers, dice=dice_steppers(), quick=quick),
    ]


def fight_steppers(edition: Edition) -> dict[str, Stepper]:
    values, most = numbers(start(edition.rules)), largest(edition.rules)
    return {name: Stepper(name, LABELS[name], least, most[name], values[name]) for name, least in LEAST.items()}


def dice_steppers() -> dict[str, Stepper]:
    """What two dice show, for each pair that is rolled in a fight."""
    least, most = min(PAIR_WAYS), max(PAIR_WAYS)
    labels = {"hero-dice": "Your two dice", "foe-dice": "The foe’s two dice", "luck-dice": "Your two dice"}
    return {name: Stepper(name, label, least, most, (least + most) // 2) for name, label in labels.items()}
