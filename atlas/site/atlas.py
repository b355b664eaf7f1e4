"""The atlas: a visual index, a page for each skill gap, and one for each skill gap and luck."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.game.presets import name_rules
from atlas.maps.map import PLAY, STAKES, WORTH, MapFace
from atlas.maps.style import CHANCE, Mark
from atlas.maps.svg import page_parts
from atlas.site.gap_sheet import GapSheet, LuckSheet
from atlas.site.pages import MAPS, Link, Page, gap_link, luck_link
from atlas.wording import percent, signed


@dataclass(frozen=True)
class Neighbours:
    """A page with the ones before and after it in a row; None where the row ends."""

    what: str
    here: Link
    before: Link | None
    after: Link | None


@dataclass(frozen=True, kw_only=True)
class MapPage(Page):
    """A page with maps in it."""

    side: int
    faces: tuple[MapFace, ...]
    """the kinds of its maps"""

    @property
    def parts(self) -> Markup:
        """What its maps share, as markup: grid, numbers, marks."""
        marks: dict[Mark, None] = dict.fromkeys(mark for face in self.faces for mark in face.drawn_marks)
        return page_parts(self.side, tuple(marks))

    def lines(self, face: MapFace) -> str:
        """Return the legend of the lines on a map: 10% (dashed), 50% (thick), 90%."""
        thickest = max((level.width for level in face.levels), default=0)
        looks = (
            " (dashed)" if level.dashes else " (thick)" if level.width == thickest else "" for level in face.levels
        )
        labels = map(face.level_label, face.levels)
        return ", ".join(label + look for label, look in zip(labels, looks, strict=True))

    @property
    def staminas(self) -> range:
        return range(1, self.side + 1)


@dataclass(frozen=True)
class Tile:
    """A small map that leads to its page."""

    link: Link
    """to its page; the text names it"""
    pictures: Markup
    """one map for more to come and one for the last fight"""


@dataclass(frozen=True, kw_only=True)
class AtlasPage(Page):
    """All maps at a glance: a row a skill gap, the highest on top; a column a luck."""

    template = "site/atlas.html"
    path: str = MAPS
    title: str = "Maps"
    middle: int = 8
    """the LUCK that a small screen shows first: below it few squares test, above it nearly all"""
    rules: str | Mapping[str, object]
    """as in a fight: a name, or what differs from the books'"""
    lucks: Sequence[int]
    rows: Sequence[tuple[Link, Sequence[Tile]]]


@dataclass(frozen=True, kw_only=True)
class GapPage(MapPage):
    """One skill gap: the lowest luck at which to test, for all staminas."""

    template = "site/gap.html"
    faces: tuple[MapFace, ...] = (WORTH,)
    rules: str | Mapping[str, object]
    """as in a fight: a name, or what differs from the books'"""
    sheet: GapSheet
    step: Neighbours
    tiles: Sequence[Tile]


@dataclass(frozen=True, kw_only=True)
class LuckPage(MapPage):
    """One skill gap and luck: its maps, and the table behind them."""

    template = "site/luck.html"
    faces: tuple[MapFace, ...] = (PLAY, *STAKES.values())
    rules: str | Mapping[str, object]
    """as in a fight: a name, or what differs from the books'"""
    sheet: LuckSheet
    skill_gap: int
    luck_price: float
    """the price of a point of LUCK in thrifty advice"""
    dark_below: float = CHANCE.edges[CHANCE.dark_bands - 1]
    """the chance to win below which the squares of a map are dark"""
    gap: Link
    steps: Sequence[Neighbours]
    chance: str


def gap_pages(sheet: GapSheet, edition: Edition) -> Iterator[Page]:
    """Return the pages of one skill gap."""
    yield gap_page(sheet, edition)
    for luck in sheet.lucks:
        yield luck_page(sheet, luck, edition)


def atlas_page(sheets: Sequence[GapSheet], edition: Edition) -> AtlasPage:
    return AtlasPage(
        rules=name_rules(edition.rules),
        lucks=[luck.luck for luck in sheets[0].lucks],
        rows=[(gap_link(sheet.skill_gap), _tiles(sheet)) for sheet in reversed(sheets)],
    )


def gap_page(sheet: GapSheet, edition: Edition) -> GapPage:
    link, gaps = gap_link(sheet.skill_gap), edition.skill_gaps
    return GapPage(
        path=link.path,
        title=f"SKILL gap {link.text}",
        side=sheet.side,
        rules=name_rules(edition.rules),
        sheet=sheet,
        step=_step("SKILL gap", [gap_link(gap) for gap in gaps], gaps.index(sheet.skill_gap)),
        tiles=_tiles(sheet),
    )


def luck_page(sheet: GapSheet, luck: LuckSheet, edition: Edition) -> LuckPage:
    gap, gaps = sheet.skill_gap, edition.skill_gaps
    along = [Link(luck_link(other, luck.luck).path, signed(other)) for other in gaps]
    across = [luck_link(gap, other.luck) for other in sheet.lucks]
    return LuckPage(
        path=luck_link(gap, luck.luck).path,
        title=f"SKILL gap {signed(gap)}, LUCK {luck.luck}",
        side=sheet.side,
        rules=name_rules(edition.rules),
        sheet=luck,
        skill_gap=gap,
        luck_price=float(edition.luck_price),
        gap=gap_link(gap),
        steps=[_step("SKILL gap", along, gaps.index(gap)), _step("LUCK", across, luck.luck)],
        chance=percent(luck_odds(luck.luck).chance),
    )


def _tiles(sheet: GapSheet) -> list[Tile]:
    return [Tile(luck_link(sheet.skill_gap, luck.luck), luck.thumbnails) for luck in sheet.lucks]


def _step(what: str, row: Sequence[Link], place: int) -> Neighbours:
    before = row[place - 1] if place else None
    after = row[place + 1] if place + 1 < len(row) else None
    return Neighbours(what, row[place], before, after)
