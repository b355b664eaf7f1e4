"""The poster: every map for more to come on one sheet, with frames around what strikes the eye, and a line on each.

It is set for A2, in landscape, and printed in the middle of 18 × 24 inches as well; it is good on A3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from atlas.game.edition import Edition
from atlas.maps.large import large_map
from atlas.maps.map import PLAY, Map, MapFace, play_map
from atlas.maps.operators import Ink
from atlas.maps.pdf import legend_ink, squares_of
from atlas.maps.wall import MARGIN, NumberedFrame, wall
from atlas.printing.gap_maps import LEAST_LUCK, WORTH_LUCK, PrintedMap, millimetres, possible_advice
from atlas.printing.leaves import Document, Paper
from atlas.tables.gap_table import Aim, AimTable, GapTable
from atlas.tables.regions import RegionCallOut, all_maps, call_outs_of
from atlas.wording import signed

A2 = Paper("a2", "A2", 420, 594)
BROADSHEET = Paper("18x24", "18 × 24 in", 457.2, 609.6)
WALL = (553.0, 260.0)
"""width and height at most of all maps together, in millimetres"""
EXAMPLE = (92.0, 74.0)
"""the same of the one map that is explained"""
LEGEND_WIDTH = 1130
"""in the units of its drawing"""


@dataclass(frozen=True)
class WallLabel:
    """What stands beside a column or a row of maps, and where its middle is, in millimetres."""

    words: str
    middle: float


@dataclass(frozen=True)
class NumberedCallOut:
    """A call-out, and the number in the disc of its frame."""

    number: int
    call_out: RegionCallOut

    @property
    def gaps(self) -> tuple[str, str]:
        first, last = self.call_out.region.gaps
        return signed(first), signed(last)


@dataclass(frozen=True, kw_only=True)
class Poster(Document):
    template = "print/poster.html"
    path: str = "print/poster-a2.pdf"
    title: str = "When to Test your Luck: the poster"
    description: str = "All maps of when to Test your Luck on one sheet, for the wall."
    maps: Ink
    words: str
    """what they show, for those who cannot see it"""
    size: tuple[float, float]
    """width and height of their drawing, in millimetres"""
    margin: float
    """around the maps in it"""
    gaps: Sequence[WallLabel]
    lucks: Sequence[WallLabel]
    """from the left edge and from the upper edge of the drawing"""
    staminas: range
    play: MapFace = PLAY
    example: PrintedMap
    call_outs: Sequence[NumberedCallOut]

    @property
    def count(self) -> int:
        """How many maps there are."""
        return len(self.gaps) * len(self.lucks)

    @property
    def fights(self) -> int:
        return self.count * len(self.staminas) ** 2


def poster(edition: Edition, tables: Sequence[GapTable]) -> Poster:
    """Return the poster of neighbouring skill gaps, from the lowest up."""
    lucks = range(LEAST_LUCK, edition.rules.max_luck + 1)
    thrifty = [possible_advice(table.of(Aim.THRIFTY)) for table in tables]
    maps = [[play_map(table, luck) for luck in lucks] for table in thrifty]
    found = call_outs_of(all_maps(thrifty, lucks, edition.rules))
    call_outs = [NumberedCallOut(number, call_out) for number, call_out in enumerate(found, 1)]
    drawn = wall(
        "all-maps-for-the-wall",
        maps,
        [_frame(each, thrifty, lucks) for each in call_outs],
    )
    unit = min(WALL[0] / (drawn.ink.width - 2 * MARGIN), WALL[1] / (drawn.ink.height - 2 * MARGIN))
    nearest = min(maps, key=lambda column: abs(column[0].skill_gap + 1))
    example = _example(min(nearest, key=lambda map_: abs(map_.luck - WORTH_LUCK)))
    return Poster(
        paper=A2,
        inks=[drawn.ink, example.ink, legend_ink(PLAY, LEGEND_WIDTH)],
        maps=drawn.ink,
        words=f"SKILL gap {signed(thrifty[0].skill_gap)} to {signed(thrifty[-1].skill_gap)} to the right, "
        f"LUCK {lucks[0]} to {lucks[-1]} upwards",
        size=(unit * drawn.ink.width, unit * drawn.ink.height),
        margin=unit * MARGIN,
        gaps=[WallLabel(signed(table.skill_gap), unit * drawn.middle_of_column(n)) for n, table in enumerate(thrifty)],
        lucks=[WallLabel(str(luck), unit * drawn.middle_of_row(n)) for n, luck in enumerate(lucks)],
        staminas=edition.rules.staminas,
        example=example,
        call_outs=call_outs,
    )


def _frame(each: NumberedCallOut, tables: Sequence[AimTable], lucks: Sequence[int]) -> NumberedFrame:
    gaps = [table.skill_gap for table in tables]
    region = each.call_out.region
    first_gap, last_gap = map(gaps.index, region.gaps)
    first_luck, last_luck = map(lucks.index, region.lucks)
    return NumberedFrame(each.number, (first_gap, last_gap), (first_luck, last_luck))


def _example(map_: Map) -> PrintedMap:
    ink = large_map(map_, squares_of(map_), f"explained-{map_.path}")
    return PrintedMap(ink, millimetres(ink, EXAMPLE) * ink.width, map_.skill_gap, (map_.luck, map_.luck), map_.words)
