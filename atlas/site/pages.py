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
"""what the last door leads to, in the order in which one would read"""
ASIDE = {"fight.html": FIGHT, "404.html": "", "offline.html": ""}
"""pages that no list names, and the door each belongs to"""
FIRST_PAGES = ("fight.html", "offline.html", *(link.path for link in (*DOORS, *READING)))
"""open without a connection after the first visit: what every page links, and where old links lead"""


@dataclass(frozen=True, kw_only=True)
class Page:
    """What all pages have; each kind has a template."""

    template: ClassVar[str]
    path: str
    """where it stands on the site"""
    title: str
    first_fonts: ClassVar[Sequence[str]] = ("serif-regular", "serif-black", "serif-semibold", "sans-regular")
    """the faces of what stands in the first window: asked for at once, so that the page need not be drawn without"""

    @property
    def door(self) -> str:
        """The door that leads here; none to a page that stands in for another."""
        if self.path in {link.path for link in DOORS} | ASIDE.keys():
            return ASIDE.get(self.path, self.path)
        return MAPS if self.path.startswith("atlas/") else HOW_IT_WORKS

    @property
    def root(self) -> str:
        """From this page to the root of the site, as a relative link."""
        return "../" * self.path.count("/")

    def to(self, path: str) -> str:
        """Return the link from this page to another place on the site, the short way within one folder."""
        folder = self.path[: self.path.rfind("/") + 1]
        return path.removeprefix(folder) if folder and path.startswith(folder) else self.root + path


def gap_link(skill_gap: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}.html", signed(skill_gap))


def luck_link(skill_gap: int, luck: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}-luck-{luck}.html", str(luck))


@dataclass(frozen=True)
class Bar:
    """A part of a whole, as a bar and in words; nothing is drawn of a part below nothing."""

    what: str
    part: float
    ours: bool = False
    """drawn in the colour of what we advise"""

    @property
    def words(self) -> str:
        return signed_percent(self.part)


@dataclass(frozen=True, kw_only=True)
class WithoutCards(Page):
    """In the place of a page about cards or strategies, where fights remember more than these look at."""

    template = "site/without-cards.html"
    prints: Sequence[Print] = TABLE_PRINTS


@dataclass(frozen=True, kw_only=True)
class NotFoundPage(Page):
    """Shown at any depth, where a link relative to the page leads nowhere: so it has its style in itself."""

    template = "site/404.html"
    path: str = "404.html"
    title: str = "No such page"


@dataclass(frozen=True, kw_only=True)
class OfflinePage(Page):
    """Shown in place of any page that is not here yet while there is no connection."""

    template = "site/offline.html"
    path: str = "offline.html"
    title: str = "Not here yet"
