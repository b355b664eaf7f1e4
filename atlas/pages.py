"""What each page of the site shows: page objects that the templates read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from atlas.rules import Outcome, Verdict
from atlas.tables import GapTable
from atlas.thresholds import ThresholdTable, threshold_table
from atlas.wording import signed


@dataclass(frozen=True)
class Link:
    """A place on the site, as seen from its root."""

    path: str
    text: str


@dataclass(frozen=True)
class Download:
    """A data file and what it is."""

    path: str
    size: int
    what: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """What all pages have; each kind has a template."""

    template: ClassVar[str]
    path: str
    """where it stands on the site"""
    title: str
    description: str
    """one sentence for search engines and for people who share the page"""

    @property
    def root(self) -> str:
        """From this page to the root of the site, as a relative link."""
        return "../" * self.path.count("/")


@dataclass(frozen=True, kw_only=True)
class IndexPage(Page):
    template = "site/index.html"
    path: str = "index.html"
    title: str = "Should I test my luck?"
    description: str = "When to Test your Luck in a Fighting Fantasy fight: the exact answer for every fight."
    gaps: Sequence[Link]


@dataclass(frozen=True, kw_only=True)
class DataPage(Page):
    template = "site/data.html"
    path: str = "data.html"
    title: str = "Data"
    description: str = "The whole policy as files: every state of every fight, with formats and checksums."
    downloads: Sequence[Download]
    states: int
    verdict_counts: Mapping[str, Mapping[str, int]]
    """by column, then by verdict"""


@dataclass(frozen=True)
class OutcomeTables:
    """The printed tables for one outcome."""

    outcome: Outcome
    test: ThresholdTable
    either: ThresholdTable


@dataclass(frozen=True, kw_only=True)
class GapPage(Page):
    """One skill gap: the lowest luck at which to test, for all staminas."""

    template = "site/gap.html"
    gap: str
    thrifty: Sequence[OutcomeTables]
    best: Sequence[OutcomeTables]
    neighbours: Sequence[Link] = field(default=())


def gap_link(skill_gap: int) -> Link:
    sign = "minus-" if skill_gap < 0 else "plus-" if skill_gap > 0 else ""
    return Link(f"atlas/skill-gap-{sign}{abs(skill_gap)}.html", signed(skill_gap))


def gap_page(table: GapTable, neighbours: Sequence[int]) -> GapPage:
    link = gap_link(table.skill_gap)

    def printed(won: str, lost: str) -> Sequence[OutcomeTables]:
        columns = ((Outcome.WON, getattr(table, won)), (Outcome.LOST, getattr(table, lost)))
        return [OutcomeTables(o, threshold_table(v), threshold_table(v, Verdict.EITHER)) for o, v in columns]

    return GapPage(
        path=link.path,
        title=f"Skill gap {link.text}",
        description=f"When to test your luck, for every stamina, if your SKILL is {_against(table.skill_gap)}.",
        gap=link.text,
        thrifty=printed("thrifty_on_win", "thrifty_on_loss"),
        best=printed("on_win", "on_loss"),
        neighbours=[gap_link(gap) for gap in neighbours],
    )


def verdict_counts(tables: Sequence[GapTable]) -> dict[str, dict[str, int]]:
    """How often each verdict stands in each column of verdicts."""
    columns = ("on_win", "on_loss", "thrifty_on_win", "thrifty_on_loss")
    return {
        column: {v.word: sum(int((getattr(t, column) == v).sum()) for t in tables) for v in Verdict}
        for column in columns
    }


def _against(skill_gap: int) -> str:
    if skill_gap == 0:
        return "the same as the foe’s"
    return f"{abs(skill_gap)} {'above' if skill_gap > 0 else 'below'} the foe’s"
