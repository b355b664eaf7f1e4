"""The maps of one skill gap for the printed atlas: large for more to come, small for the last fight and for worth.

Neighbouring LUCKs whose maps are the same share one map. What cannot happen at a skill gap bears no mark.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from atlas.game.dice import luck_odds
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.large import BOTTOM, LEFT, Remark, find_remark, large_map, small_map
from atlas.maps.map import Gain, Map, gain_map, gains, play_map, stake_map
from atlas.maps.operators import Ink
from atlas.maps.pdf import Squares, squares_of
from atlas.maps.room import Rectangle
from atlas.tables.callouts import CallOut, chosen, found_on
from atlas.tables.gap_table import Aim, AimTable, GapTable
from atlas.tables.outside import can_happen
from atlas.wording import signed, whole_percent

LEAST_LUCK = 2
"""with less no test is Lucky, and there is nothing to choose"""
ON_A_PAGE = 6
"""large maps on a page"""
CALL_OUTS = 3
"""on a page at most"""
WORTH_LUCK = 9
"""of the maps of worth, and of the cover"""
WORTH_GAPS = (-4, -2, 0, 2, 4)
LARGE, SMALL, COVER = (87.1, 70.0), (43.5, 33.8), (172.0, 150.0)
EXAMPLE = (120.0, 94.0)
"""width and height at most of the drawings of maps, in millimetres"""


@dataclass(frozen=True)
class PrintedMap:
    """A map on a page, and what is said of it."""

    ink: Ink
    width: float
    """in millimetres"""
    skill_gap: int
    lucks: tuple[int, int]
    """the first and the last that it holds for"""
    words: str
    """what it shows, for those who cannot see it"""
    call_out: CallOut | None = None
    box: tuple[float, float, float, float] | None = None
    """left, top, width and height of the box of its call-out in millimetres; None where that stands above the map"""

    @property
    def luck_words(self) -> str:
        first, last = self.lucks
        return f"{first}" if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"

    @property
    def lucky_words(self) -> str:
        """The chance to be Lucky."""
        return " to ".join(dict.fromkeys(whole_percent(luck_odds(luck).chance) for luck in self.lucks))

    @property
    def gap_words(self) -> str:
        return signed(self.skill_gap)


@dataclass(frozen=True)
class Example:
    """A square of a map, explained."""

    printed: PrintedMap
    hero: int
    foe: int
    tests: tuple[Outcome, ...]
    """after which rounds to test"""
    win_chance: float


@dataclass(frozen=True)
class GapMaps:
    """The maps of one skill gap, and how they are drawn."""

    skill_gap: int
    thrifty: Sequence[PrintedMap]
    """for more to come"""
    best: Sequence[PrintedMap]
    """for the last fight"""
    worth: Mapping[str, PrintedMap]
    """what a test and what a point is worth, by kind; only of the skill gaps of that plate"""
    row: Sequence[Squares]
    """the squares of all maps for more to come, by luck"""
    cover: PrintedMap
    """the map that would stand on the cover, with nothing said of it"""
    example: Example
    """a square of that map"""


def gap_maps(rules: Rules, table: GapTable, above: GapTable | None = None) -> GapMaps:
    """Draw all maps of one skill gap, which takes nothing of the others."""
    thrifty, best = (possible_advice(table.of(aim)) for aim in (Aim.THRIFTY, Aim.BEST))
    lucks = range(LEAST_LUCK, rules.max_luck + 1)
    maps = [play_map(thrifty, luck) for luck in lucks]
    squares = {map_.luck: squares_of(map_) for map_ in maps}
    worth = _worth_maps(table, above, min(WORTH_LUCK, lucks[-1])) if table.skill_gap in WORTH_GAPS else ()
    return GapMaps(
        skill_gap=table.skill_gap,
        thrifty=_large_maps(thrifty, maps, squares, rules),
        best=[_small(map_, last) for map_, last in different([play_map(best, luck) for luck in lucks])],
        worth={map_.kind.name: _small(map_, map_.luck) for map_ in worth},
        row=list(squares.values()),
        cover=_cover(maps, squares),
        example=_example(thrifty, maps, squares),
    )


def different(maps: Sequence[Map]) -> list[tuple[Map, int]]:
    """Return the first of each run of maps that show the same, with the luck of the last."""
    found: list[tuple[Map, int]] = []
    for map_ in maps:
        if found and _same(found[-1][0], map_):
            found[-1] = (found[-1][0], map_.luck)
        else:
            found.append((map_, map_.luck))
    return found


def millimetres(ink: Ink, most: tuple[float, float]) -> float:
    """Return how long a unit of a drawing is that fills this room."""
    return min(most[0] / ink.width, most[1] / ink.height)


def _same(one: Map, other: Map) -> bool:
    pairs = [(one.bands, other.bands), *((one.marks[mark], other.marks[mark]) for mark in one.marks)]
    pairs += [(one.levels[level], other.levels[level]) for level in one.levels]
    return all(np.array_equal(a, b) for a, b in pairs)


def possible_advice(table: AimTable) -> AimTable:
    """Return the advice without what is said of rounds that cannot end so."""
    verdicts = {
        outcome: told if can_happen(table.skill_gap, outcome) else np.full_like(told, Verdict.KEEP)
        for outcome, told in table.verdicts.items()
    }
    return replace(table, verdicts=verdicts)


def _large_maps(table: AimTable, maps: Sequence[Map], squares: Mapping[int, Squares], rules: Rules) -> list[PrintedMap]:
    """Return the large maps, with call-outs for as many on a page as are chosen."""
    drawn = different(maps)
    pages = (drawn[first : first + ON_A_PAGE] for first in range(0, len(drawn), ON_A_PAGE))
    said: dict[int, Remark] = {}
    for page in pages:
        said |= _remarks({map_.luck: map_ for map_, _ in page}, table, rules)
    return [_large(map_, last, squares[map_.luck], said.get(map_.luck)) for map_, last in drawn]


def _remarks(page: Mapping[int, Map], table: AimTable, rules: Rules) -> dict[int, Remark]:
    """Return what is said of the maps of a page, by luck: call-outs that there is room for."""

    def fits(call_out: CallOut) -> bool:
        return find_remark(page[call_out.luck], call_out) is not None

    call_outs = chosen({luck: found_on(table, luck, rules) for luck in page}, CALL_OUTS, fits)
    placed = {luck: find_remark(page[luck], call_out) for luck, call_out in call_outs.items()}
    return {luck: said for luck, said in placed.items() if said}


def _large(map_: Map, last: int, squares: Squares, said: Remark | None) -> PrintedMap:
    ink = large_map(map_, squares, f"large-{map_.path}", said)
    unit = millimetres(ink, LARGE)
    box = _in_millimetres(said.box, ink, unit) if said and said.box else None
    call_out = said.call_out if said else None
    return PrintedMap(ink, unit * ink.width, map_.skill_gap, (map_.luck, last), map_.words, call_out, box)


def _in_millimetres(box: Rectangle, ink: Ink, unit: float) -> tuple[float, float, float, float]:
    """Return the left, the top, the width and the height of a box on a drawing."""
    return (
        unit * (LEFT + box.left),
        unit * (ink.height - BOTTOM - box.top),
        unit * (box.right - box.left),
        unit * (box.top - box.low),
    )


def _cover(maps: Sequence[Map], squares: Mapping[int, Squares]) -> PrintedMap:
    map_ = min(maps, key=lambda map_: abs(map_.luck - WORTH_LUCK))
    ink = large_map(map_, squares[map_.luck], f"cover-{map_.path}")
    return PrintedMap(ink, millimetres(ink, COVER) * ink.width, map_.skill_gap, (map_.luck, map_.luck), map_.words)


def _example(table: AimTable, maps: Sequence[Map], squares: Mapping[int, Squares]) -> Example:
    """Explain the square to test that is nearest to the middle, or the middle itself."""
    map_ = min(maps, key=lambda map_: abs(map_.luck - WORTH_LUCK))
    luck = map_.luck
    wanted = np.any([verdicts[luck] == Verdict.TEST for verdicts in table.verdicts.values()], axis=0)
    middle = len(wanted) // 2
    places = [(row, column) for row, column in np.argwhere(wanted).tolist()] or [(middle - 1, middle - 1)]
    row, column = min(places, key=lambda at: (abs(at[0] - middle) + abs(at[1] - middle), at))
    tests = tuple(outcome for outcome in Outcome if table.verdicts[outcome][luck, row, column] == Verdict.TEST)
    ink = large_map(map_, squares[luck], f"example-{map_.path}", ring=(row + 1, column + 1))
    width = millimetres(ink, EXAMPLE) * ink.width
    printed = PrintedMap(ink, width, map_.skill_gap, (luck, luck), map_.words)
    return Example(printed, row + 1, column + 1, tests, float(table.win_chance[luck, row, column]))


def _small(map_: Map, last: int) -> PrintedMap:
    ink = small_map(map_.side, squares_of(map_), f"small-{map_.path}")
    return PrintedMap(ink, millimetres(ink, SMALL) * ink.width, map_.skill_gap, (map_.luck, last), map_.words)


def _worth_maps(table: GapTable, above: GapTable | None, luck: int) -> Iterable[Map]:
    """Yield the maps of what a test and a point are worth with one luck, those that have anything on them."""
    for outcome in Outcome:
        if can_happen(table.skill_gap, outcome):
            yield stake_map(table, luck, outcome)
    for gain in Gain:
        worth = gains(table, above, gain)[luck]
        if not np.isnan(worth).all():
            yield gain_map(table, luck, gain, worth)
