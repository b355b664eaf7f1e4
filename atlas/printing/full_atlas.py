"""The full atlas: every map of every skill gap and luck, a page for each kind of map, with plates and an index.

On all pages of maps a luck has the same place, so that leafing through compares like with like. A map that would show
one thing in every square is a line of words there, and a page of such maps is left out. The pages are set for what
lies on A4 and on Letter, and printed on both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from atlas.game.rules import Outcome, Verdict
from atlas.maps.map import KINDS, MAP_FACES, PLAY, Gain, Map, MapKind, gap_maps_of, gap_slug, plate_maps
from atlas.maps.pdf import Ink, band_names, legend_ink, map_ink, plate_ink, swatch_ink, threshold_ink
from atlas.maps.style import BLANK, CHANCE, LEVELS, LOST, PLATE_FILLS, TIE, WON, Mark
from atlas.printing.leaves import EITHER, Document
from atlas.tables.gap_table import Aim, GapTable, verdicts_of
from atlas.tables.outside import can_happen
from atlas.wording import signed

FRONT_PAGES = 5
"""cover, how to read it, index and two plates"""
PLATE_WIDTH = 156.0
SIGNS = {Outcome.WON: WON, Outcome.LOST: LOST}
THRESHOLDS = [f"{outcome}: {aim.words}" for outcome in Outcome for aim in Aim]
"""the maps of the lowest luck, in the order of their places"""


@dataclass(frozen=True)
class PrintedMapPage:
    """All maps of one kind at one skill gap, by luck."""

    kind: MapKind
    anchor: str
    maps: Mapping[int, Map]
    notes: Mapping[int, str]
    """why there is no map, for the other lucks"""


@dataclass(frozen=True)
class ThresholdMap:
    """The lowest luck to test with, in all squares of one skill gap."""

    name: str
    words: str
    place: int
    """on its page"""


@dataclass(frozen=True)
class GapSection:
    """The pages of one skill gap: first that of the lowest luck, then those of maps."""

    gap: str
    anchor: str
    thresholds: Sequence[ThresholdMap]
    pages: Mapping[str, tuple[int, PrintedMapPage]]
    """by kind: number and page; a kind that shows nothing has none"""
    first_page: int

    @property
    def keeps(self) -> list[str]:
        """Where there is no map of the lowest luck because there is nothing on it."""
        shown = {map_.place for map_ in self.thresholds}
        return [told for place, told in enumerate(THRESHOLDS) if place not in shown]


@dataclass(frozen=True, kw_only=True)
class Folio(Document):
    template = "print/atlas.html"
    path: str = "print/atlas.pdf"
    title: str = "Luck Atlas: every map"
    description: str = "Every map of when to Test your Luck and what it is worth, for all SKILL gaps and LUCK."
    sections: Sequence[GapSection]
    kinds: Sequence[MapKind] = tuple(KINDS.values())
    policies: Sequence[Aim] = tuple(Aim)
    lucks: Sequence[int]
    map_count: int
    plate_marks: Sequence[Mark] = tuple(PLATE_FILLS)
    plate_width: float
    plate_height: float
    """in millimetres, as the width"""

    @property
    def page_count(self) -> int:
        return FRONT_PAGES + sum(1 + len(section.pages) for section in self.sections)


@dataclass(frozen=True)
class GapMaps:
    """The maps of one skill gap: the kinds of pages they stand on, and how they are drawn."""

    skill_gap: int
    thresholds: Sequence[ThresholdMap]
    pages: Sequence[PrintedMapPage]
    inks: Sequence[Ink]


def gap_maps(table: GapTable, above: GapTable | None = None) -> GapMaps:
    """All maps of one skill gap, which takes nothing of the others."""
    pages = [page for page in _pages(table, above) if page.maps]
    inks = [map_ink(map_, f"LUCK {luck}") for page in pages for luck, map_ in page.maps.items()]
    thresholds = list(_thresholds(table))
    return GapMaps(table.skill_gap, [told for told, _ in thresholds], pages, [ink for _, ink in thresholds] + inks)


def folio(tables: Sequence[GapTable], drawn: Sequence[GapMaps]) -> Folio:
    """The whole atlas."""
    plates = [plate_ink(f"plate-{aim}", plate_maps([table.of(aim) for table in tables]), LEVELS) for aim in Aim]
    signs = [*map(legend_ink, MAP_FACES), *map(swatch_ink, PLATE_FILLS)]
    return Folio(
        paper=EITHER,
        inks=[*signs, *(ink for maps in drawn for ink in maps.inks), *plates],
        plate_width=PLATE_WIDTH,
        plate_height=PLATE_WIDTH * plates[0].height / plates[0].width,
        sections=list(_sections(drawn)),
        lucks=range(len(tables[0].win_chance)),
        map_count=sum(len(maps.inks) for maps in drawn),
    )


def _sections(drawn: Sequence[GapMaps]) -> Iterator[GapSection]:
    first = FRONT_PAGES + 1
    for maps in drawn:
        numbered = {page.kind.name: (number, page) for number, page in enumerate(maps.pages, first + 1)}
        yield GapSection(signed(maps.skill_gap), f"gap-{gap_slug(maps.skill_gap)}", maps.thresholds, numbered, first)
        first += 1 + len(numbered)


def _thresholds(table: GapTable) -> Iterator[tuple[ThresholdMap, Ink]]:
    """For each outcome that can happen: thrifty, then all-out; none where the advice is to keep in every square."""
    for outcome in Outcome:
        for aim in Aim if can_happen(table.skill_gap, outcome) else ():
            name = f"lowest-{gap_slug(table.skill_gap)}-{outcome}-{aim}"
            title = f"YOU {outcome}: {aim.words}".upper()
            verdicts = verdicts_of(table, outcome, aim)
            tested = int((verdicts == Verdict.TEST).any(axis=0).sum())
            if not tested:
                continue
            words = f"The lowest LUCK to test with, you {outcome}, {aim.words}: a figure in {tested} squares."
            place = THRESHOLDS.index(f"{outcome}: {aim.words}")
            yield ThresholdMap(name, words, place), threshold_ink(name, verdicts, title)


def _pages(table: GapTable, above: GapTable | None) -> Iterator[PrintedMapPage]:
    maps = list(gap_maps_of(table, above))
    for kind in KINDS.values():
        if kind.name in set(Outcome) and not can_happen(table.skill_gap, Outcome(kind.name)):
            continue
        found = {map_.luck: map_ for map_ in maps if map_.kind is kind}
        shown = {luck: map_ for luck, map_ in found.items() if not _says_one_thing(map_)}
        notes = {luck: _note(kind, found.get(luck)) for luck in range(len(table.win_chance)) if luck not in shown}
        yield PrintedMapPage(kind, f"gap-{gap_slug(table.skill_gap)}-{kind.name}", shown, notes)


def _says_one_thing(map_: Map) -> bool:
    """Whether a map is the same in every square: nothing to test, to gain or to choose."""
    bands = np.unique(map_.bands[~map_.marks[BLANK]] if BLANK in map_.marks else map_.bands)
    signs = {mark for mark, cells in map_.marks.items() if cells.any()}
    nothing = {TIE, BLANK, *(mark for outcome, mark in SIGNS.items() if not can_happen(map_.skill_gap, outcome))}
    return len(bands) == 1 and signs <= nothing


def _note(kind: MapKind, map_: Map | None) -> str:
    if map_ and kind.face is PLAY:
        return f"keep in every square; chance to win {band_names(CHANCE)[map_.bands[0, 0]]}"
    if kind.name in set(Outcome):
        return "a test makes no difference" if map_ else "nothing to test with"
    return "worth nothing" if map_ or kind.name == Gain.LUCK else "the tables end here"
