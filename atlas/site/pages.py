"""What all pages have: their places, the links from one to another, and the parts that several kinds show.

A page object is what a template shows; its text stands in the template.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from atlas.maps.map import gap_slug
from atlas.site.prints import TABLE_PRINTS, Print
from atlas.wording import signed, signed_percent


@dataclass(frozen=True)
class Link:
    """A place on the site, as seen from its root."""

    path: str
    text: str


RULES_INDEX = "rules/index.html"
"""only in an atlas of the books' rules"""
FIGHT, MAPS, HOW_IT_WORKS = "index.html", "atlas/index.html", "how-it-works.html"
DOORS = (
    Link(FIGHT, "Fight"),
    Link("trainer.html", "Trainer"),
    Link("cheat-sheet.html", "Cheat sheet"),
    Link(MAPS, "Maps"),
    Link(HOW_IT_WORKS, "How it works"),
)
"""in the head of every page"""
READING = (
    Link("adventures.html", "What lies ahead"),
    Link(RULES_INDEX, "Other rules"),
    Link("strategies.html", "Strategies"),
    Link("theory.html", "Theory"),
    Link("paper.html", "The paper"),
    Link("data.html", "Data"),
    Link("embed.html", "In your own page"),
    Link("about.html", "About"),
)
"""the pages behind the last door, in the order of reading"""
ASIDE = {"fight.html": FIGHT, "404.html": "", "offline.html": ""}
"""pages in no list, each with the door that it belongs to"""
FIRST_PAGES = ("fight.html", "offline.html", *(link.path for link in (*DOORS, *READING)))
"""pages that open offline after the first visit: those that every page links to, and that of old links"""


@dataclass(frozen=True, kw_only=True)
class Page:
    """What all pages have; each kind has a template."""

    template: ClassVar[str]
    path: str
    """its path from the root of the site"""
    title: str
    first_fonts: ClassVar[Sequence[str]] = ("serif-regular", "serif-black", "serif-semibold", "sans-regular")
    """the typefaces of the first screen, loaded at once so that the text is not drawn twice"""

    @property
    def door(self) -> str:
        """The door that leads to this page; empty for a page that stands in for others."""
        if self.path in {link.path for link in DOORS} | ASIDE.keys():
            return ASIDE.get(self.path, self.path)
        return MAPS if self.path.startswith("atlas/") else HOW_IT_WORKS

    @property
    def root(self) -> str:
        """From this page to the root of the site, as a relative link."""
        return "../" * self.path.count("/")

    def to(self, path: str) -> str:
        """Return the relative link from this page to another path on the site."""
        folder = self.path[: self.path.rfind("/") + 1]
        return path.removeprefix(folder) if folder and path.startswith(folder) else self.root + path


def gap_link(skill_gap: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}.html", signed(skill_gap))


def luck_link(skill_gap: int, luck: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}-luck-{luck}.html", str(luck))


@dataclass(frozen=True)
class Bar:
    """A part of a whole as a bar, with its words; a negative part has no bar."""

    what: str
    part: float
    ours: bool = False
    """whether it has the colour of our advice"""

    @property
    def words(self) -> str:
        return signed_percent(self.part)


@dataclass(frozen=True, kw_only=True)
class WithoutCards(Page):
    """Stands in for a page about cards or strategies, which do not exist where fights remember rounds."""

    template = "site/without-cards.html"
    prints: Sequence[Print] = TABLE_PRINTS


@dataclass(frozen=True, kw_only=True)
class NotFoundPage(Page):
    """Shown for any path that does not exist. Relative links would not work there, so its style is in the page."""

    template = "site/404.html"
    path: str = "404.html"
    title: str = "No such page"


@dataclass(frozen=True, kw_only=True)
class OfflinePage(Page):
    """Shown offline in place of a page that is not stored on the device."""

    template = "site/offline.html"
    path: str = "offline.html"
    title: str = "Not here yet"
