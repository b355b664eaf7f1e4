"""The full atlas: every map of every skill gap and luck, a page for each kind of map, with plates and an index.

On all pages of maps a luck has the same place, so that leafing through compares like with like.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.maps.map import KINDS, MAP_FACES, Kind, Map, gap_maps_of, gap_slug, plate_maps
from atlas.maps.pdf import Ink, legend_ink, map_ink, plate_ink, swatch_ink
from atlas.maps.style import LEVELS, PLATE_FILLS, Mark
from atlas.printing.leaves import A4, Document
from atlas.tables.gap_table import Aim, GapTable
from atlas.wording import signed

FRONT_PAGES = 5
"""cover, how to read it, index and two plates"""
PLATE_WIDTH = 165.0


@dataclass(frozen=True)
class MapPage:
    """All maps of one kind at one skill gap, by luck."""

    kind: Kind
    anchor: str
    maps: Mapping[int, Map]


@dataclass(frozen=True)
class GapSection:
    """The pages of one skill gap."""

    gap: str
    anchor: str
    pages: Sequence[MapPage]
    first_page: int


@dataclass(frozen=True, kw_only=True)
class Folio(Document):
    template = "print/atlas.html"
    path: str = "print/atlas-a4.pdf"
    title: str = "Luck Atlas: every map"
    description: str = "Every map of when to test your luck and what it is worth, for all skill gaps and lucks."
    sections: Sequence[GapSection]
    kinds: Sequence[Kind] = tuple(KINDS.values())
    policies: Sequence[Aim] = tuple(Aim)
    lucks: Sequence[int]
    map_count: int
    plate_marks: Sequence[Mark] = tuple(PLATE_FILLS)
    plate_width: float = PLATE_WIDTH
    plate_height: float
    """in millimetres, as the width"""

    @property
    def page_count(self) -> int:
        return FRONT_PAGES + len(self.sections) * len(self.kinds)


@dataclass(frozen=True)
class GapMaps:
    """The maps of one skill gap: the kinds of pages they stand on, and how they are drawn."""

    skill_gap: int
    pages: Sequence[MapPage]
    inks: Sequence[Ink]


def gap_maps(table: GapTable, above: GapTable | None = None) -> GapMaps:
    """All maps of one skill gap, which takes nothing of the others."""
    pages = _pages(table, above)
    inks = [map_ink(map_, f"LUCK {luck}") for page in pages for luck, map_ in page.maps.items()]
    return GapMaps(table.skill_gap, pages, inks)


def folio(tables: Sequence[GapTable], drawn: Sequence[GapMaps]) -> Folio:
    """The whole atlas."""
    plates = _plates(tables)
    signs = [*map(legend_ink, MAP_FACES), *map(swatch_ink, PLATE_FILLS)]
    return Folio(
        paper=A4,
        inks=[*signs, *(ink for maps in drawn for ink in maps.inks), *plates],
        plate_height=PLATE_WIDTH * plates[0].height / plates[0].width,
        sections=[
            GapSection(
                signed(maps.skill_gap),
                f"gap-{gap_slug(maps.skill_gap)}",
                maps.pages,
                FRONT_PAGES + 1 + number * len(KINDS),
            )
            for number, maps in enumerate(drawn)
        ],
        lucks=range(len(tables[0].win_chance)),
        map_count=sum(len(maps.inks) for maps in drawn),
    )


def _pages(table: GapTable, above: GapTable | None) -> list[MapPage]:
    maps = list(gap_maps_of(table, above))
    return [
        MapPage(kind, f"gap-{gap_slug(table.skill_gap)}-{kind.name}", {m.luck: m for m in maps if m.kind is kind})
        for kind in KINDS.values()
    ]


def _plates(tables: Sequence[GapTable]) -> list[Ink]:
    return [plate_ink(f"plate-{policy}", plate_maps(tables, policy), LEVELS) for policy in Aim]
