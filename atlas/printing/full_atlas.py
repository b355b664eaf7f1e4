"""The full atlas: every map of when to test, large and annotated, a spread for each skill gap.

First come the maps for more to come, six on a page, then a plate of what a test and a point are worth, and behind them
the maps for the last fight, two skill gaps on a page. Skill gaps with next to nothing to choose share a page. The pages
are set for what lies on A4 and on Letter, and printed on both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from atlas.game.edition import Edition
from atlas.game.rules import Outcome
from atlas.maps.large import contact_sheet
from atlas.maps.map import KINDS, MAP_FACES, PLAY, STAKES, WORTH, Gain, MapFace, MapKind, gap_slug
from atlas.maps.operators import Ink
from atlas.maps.pdf import legend_ink, mark_ink
from atlas.printing.gap_maps import LEAST_LUCK, ON_A_PAGE, WORTH_LUCK, Example, GapMaps, PrintedMap, millimetres
from atlas.printing.leaves import EITHER, Document
from atlas.wording import signed

ROWS_ON_A_PAGE, IN_A_ROW = 6, 4
"""rows of small maps on a page, and maps in a row"""
QUIET = 2
"""a skill gap with so few different maps shares a page"""
WORTH_KINDS = tuple(KINDS[name] for name in (*Outcome, *Gain))
FRONT_PAGES = 3
"""cover, how to read it, index"""
SHEET = (148.0, 222.0)
"""width and height at most of the sheet with all maps, in millimetres"""
SHEET_GUTTER = 16
LEGEND_WIDTH = 1130
"""of a legend, in the units of its drawing"""


@dataclass(frozen=True)
class AtlasLeaf:
    """A page of large maps."""

    number: int
    gaps: Sequence[int]
    maps: Sequence[PrintedMap]

    @property
    def gap_words(self) -> str:
        *others, last = map(signed, self.gaps)
        return f"{', '.join(others)} and {last}" if others else last

    tab: float
    """how far down its tab stands, as a share"""
    new_gaps: Sequence[str]
    """the slugs of the skill gaps whose first page it is"""

    @property
    def outer(self) -> str:
        """The side that is outside when both sides of the paper are printed."""
        return "left" if self.number % 2 == 0 else "right"


@dataclass(frozen=True)
class SmallSection:
    """The rows of small maps of a skill gap, on a page that it may share."""

    number: int
    skill_gap: int
    first_row: int
    maps: Sequence[PrintedMap]

    @property
    def gap_words(self) -> str:
        return signed(self.skill_gap)

    @property
    def rows(self) -> int:
        return -(-len(self.maps) // IN_A_ROW)

    @property
    def slug(self) -> str:
        return gap_slug(self.skill_gap)


@dataclass(frozen=True)
class IndexRow:
    """Where the maps of a skill gap are."""

    skill_gap: int
    number: int
    last_number: int

    @property
    def gap_words(self) -> str:
        return signed(self.skill_gap)

    @property
    def slug(self) -> str:
        return gap_slug(self.skill_gap)


@dataclass(frozen=True, kw_only=True)
class Folio(Document):
    template = "print/atlas.html"
    path: str = "print/atlas.pdf"
    title: str = "Luck Atlas: every map"
    description: str = "Every map of when to Test your Luck, for all SKILL gaps and LUCK."
    lucks: range
    staminas: range
    leaves: Sequence[AtlasLeaf]
    """more to come"""
    sections: Sequence[SmallSection]
    """the last fight"""
    worth: Sequence[tuple[MapKind, Sequence[PrintedMap]]]
    worth_luck: int
    worth_legends: Sequence[MapFace] = (STAKES[Outcome.WON], WORTH)
    play: MapFace = PLAY
    outcomes: Sequence[Outcome] = tuple(Outcome)
    cover: PrintedMap
    example: Example
    """a square of the map on the cover"""
    sheet: Ink
    sheet_size: tuple[float, float]
    """in millimetres"""

    @property
    def page_count(self) -> int:
        return self.sections[-1].number

    @property
    def fights(self) -> int:
        """The fights on its maps, for more to come."""
        return len(self.index) * len(self.lucks) * len(self.staminas) ** 2

    @property
    def index(self) -> list[IndexRow]:
        """All skill gaps, from the lowest."""
        first = {gap: leaf.number for leaf in reversed(self.leaves) for gap in leaf.gaps}
        last = {section.skill_gap: section.number for section in self.sections}
        return [IndexRow(gap, first[gap], last[gap]) for gap in sorted(first)]

    @property
    def small_pages(self) -> list[list[SmallSection]]:
        """The sections page by page."""
        numbers = dict.fromkeys(section.number for section in self.sections)
        return [[section for section in self.sections if section.number == number] for number in numbers]


def folio(edition: Edition, drawn: Sequence[GapMaps]) -> Folio:
    """Return the whole atlas."""
    leaves = list(_leaves(drawn))
    sections = list(_sections(drawn, FRONT_PAGES + len(leaves) + 2))
    nearest = min(drawn, key=lambda maps: abs(maps.skill_gap))
    sheet = contact_sheet("all-maps", [maps.row for maps in reversed(drawn)], SHEET_GUTTER)
    unit = millimetres(sheet, SHEET)
    worth = [
        (kind, [maps.worth[kind.name] for maps in drawn if kind.name in maps.worth])
        for kind in WORTH_KINDS
        if any(kind.name in maps.worth for maps in drawn)
    ]
    printed = [map_ for maps in drawn for map_ in (*maps.thrifty, *maps.best, *maps.worth.values())]
    legends = [legend_ink(face, LEGEND_WIDTH) for face in (PLAY, STAKES[Outcome.WON], WORTH)]
    marks = dict.fromkeys(mark for face in MAP_FACES for mark in face.marks)
    return Folio(
        paper=EITHER,
        inks=[
            *legends,
            *map(mark_ink, marks),
            sheet,
            nearest.cover.ink,
            nearest.example.printed.ink,
            *(map_.ink for map_ in printed),
        ],
        lucks=range(LEAST_LUCK, edition.rules.max_luck + 1),
        staminas=edition.rules.staminas,
        leaves=leaves,
        sections=sections,
        worth=worth,
        worth_luck=min(WORTH_LUCK, edition.rules.max_luck),
        cover=nearest.cover,
        example=nearest.example,
        sheet=sheet,
        sheet_size=(unit * sheet.width, unit * sheet.height),
    )


def _leaves(drawn: Sequence[GapMaps]) -> Iterator[AtlasLeaf]:
    """Yield the pages of large maps; those of skill gaps with next to nothing to choose are last, and shared."""
    number, shown = FRONT_PAGES + 1, set[int]()
    places = [maps.skill_gap for maps in drawn]
    quiet = [map_ for maps in drawn if len(maps.thrifty) <= QUIET for map_ in maps.thrifty]
    for maps in (*(maps.thrifty for maps in drawn if len(maps.thrifty) > QUIET), quiet):
        for first in range(0, len(maps), ON_A_PAGE):
            page = maps[first : first + ON_A_PAGE]
            gaps = list(dict.fromkeys(map_.skill_gap for map_ in page))
            share = sorted(places).index(gaps[0]) / len(places)
            yield AtlasLeaf(number, gaps, page, share, [gap_slug(gap) for gap in gaps if gap not in shown])
            shown.update(gaps)
            number += 1


def _sections(drawn: Sequence[GapMaps], first_page: int) -> Iterator[SmallSection]:
    """Yield the small maps of all skill gaps with their places; those that need few rows are on the last pages."""
    pages: list[list[SmallSection]] = [[]]
    for maps in sorted(drawn, key=lambda maps: len(maps.best) <= QUIET):
        section = SmallSection(first_page, maps.skill_gap, 0, maps.best)
        if sum(each.rows for each in pages[-1]) + section.rows > ROWS_ON_A_PAGE:
            pages.append([])
        pages[-1].append(section)
    for number, page in enumerate(pages, first_page):
        row = 0
        for section in sorted(page, key=lambda section: section.skill_gap):
            yield replace(section, number=number, first_row=row)
            row += section.rows
