"""Large maps for paper, with axes, labels on the lines and call-outs.

In come `Map`s and `CallOut`s; out come drawings, and the place of the words of each call-out: above its map, with a
bracket to its columns, or in a box on the map, with a line to its row. No box and no label covers a mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from atlas.maps.fonts import SANS_SEMIBOLD
from atlas.maps.map import Map
from atlas.maps.operators import WHITE, Ink, Placed, fill, outlined, path, stroke, width_of
from atlas.maps.pdf import UP, Squares
from atlas.maps.room import Point, Rectangle, Room, spots
from atlas.maps.style import ACCENT, CELL, INK, LEVEL_LINE, TICK_STEP, ContourLevel
from atlas.tables.callouts import CallOut, Pattern

LEFT, BOTTOM, RIGHT, TOP = 64, 46, 6, 12
"""margins of a large map for its axes and for brackets"""
SMALL_LEFT, SMALL_BOTTOM, SMALL_TOP = 36, 32, 4
NUMBER, NAME, SMALL_NUMBER = 16.5, 17.5, 28
"""height of the numbers along a map and of the names of its axes"""
TICK, LONG_TICK = 3, 6
LABEL_HIGH, LABEL_TEXT, LABEL_CORNER = 21, 17, 5
BOX_WIDE, BOX_HIGH = 206, 74
"""of the box for a call-out: three lines"""
DOT = ((4.2, 1.8), (1.8, 4.2), (-1.8, 4.2), (-4.2, 1.8), (-4.2, -1.8), (-1.8, -4.2), (1.8, -4.2), (4.2, -1.8))
"""corners of the polygon that is the dot at the end of a line"""
TETHER = 10
"""distance of a label from its line beyond which a thin line joins them"""
_FROM_SQUARES = f"1 0 0 1 {LEFT} {BOTTOM} cm"
BRACKETED = {
    Pattern.LUCKY_KILLS,
    Pattern.WHOLE_COLUMNS,
    Pattern.COSTS_A_HIT,
    Pattern.COSTS_NO_HIT,
    Pattern.FEW_COLUMNS,
    Pattern.FOE_LIMIT,
}
"""the call-outs that are about columns"""


@dataclass(frozen=True)
class Remark:
    """A call-out, and the box for its words on a map; without one they stand above it."""

    call_out: CallOut
    box: Rectangle | None = None


def find_remark(map_: Map, call_out: CallOut) -> Remark | None:
    """Return a call-out with a place for its words; None if the map has no room."""
    if call_out.row is None or call_out.pattern in BRACKETED:
        return Remark(call_out)
    box = Room(map_).box(call_out.row, BOX_WIDE, BOX_HIGH)
    return Remark(call_out, box) if box else None


def large_map(
    map_: Map, squares: Squares, name: str, said: Remark | None = None, ring: tuple[int, int] | None = None
) -> Ink:
    """Draw a map with ticks, names of its axes, labels on its lines, and the pointer of its remark.

    A ring stands around a square, told by both staminas.
    """
    room, pointer = Room(map_), ""
    if said:
        pointer = _leader(room, said.call_out, said.box) if said.box else _bracket(map_.side, said.call_out)
    elif ring:
        pointer = _ring(*ring)
    under = list(squares.placed(LEFT, BOTTOM, every=1))
    for level in map_.levels:
        if place := room.label(level, *_label_size(level)):
            box, point = place
            under.append(Placed(label_ink(level), LEFT + box.left, BOTTOM + box.low))
            pointer += _tether(box, point)
    rim = axes_ink(map_.side)
    return Ink(name, rim.width, rim.height, pointer.encode(), rim, once=True, under=under)


def small_map(side: int, squares: Squares, name: str) -> Ink:
    """Draw a map, whose squares are drawn, with a few numbers along its sides."""
    rim = small_axes_ink(side)
    return Ink(
        name, rim.width, rim.height, b"", rim, True, list(squares.placed(SMALL_LEFT, SMALL_BOTTOM, every=TICK_STEP))
    )


def contact_sheet(name: str, rows: Sequence[Sequence[Squares]], gutter: float) -> Ink:
    """Draw the squares of maps side by side, the first row at the foot, as far apart as `gutter` says."""
    across, up = rows[0][0].ground.width + gutter, rows[0][0].ground.height + gutter
    under = [
        placed
        for y, row in enumerate(rows)
        for x, squares in enumerate(row)
        for placed in squares.placed(x * across, y * up)
    ]
    return Ink(name, across * len(rows[0]) - gutter, up * len(rows) - gutter, b"", once=True, under=under)


@cache
def axes_ink(side: int) -> Ink:
    """Return the ticks, numbers and names along all large maps, as outlines that need no typeface."""
    across, up = side * CELL, side * UP
    parts = [f"1 0 0 1 {LEFT} {BOTTOM} cm", fill(INK.light), stroke(INK.light, 1)]
    for number in range(1, side + 1):
        named = number == 1 or number % 2 == 0
        x, y, length = (number - 0.5) * CELL, (number - 0.5) * UP, LONG_TICK if named else TICK
        parts += [path(((x, 0), (x, -length)), closed=False), path(((0, y), (-length, y)), closed=False), "S"]
        if named:
            parts.append(outlined(str(number), x, -LONG_TICK - NUMBER, NUMBER, 0.5))
            parts.append(outlined(str(number), -LONG_TICK - 2, y - NUMBER * 0.33, NUMBER, 1))
    parts.append(outlined("the foe’s STAMINA before the round →", across / 2, -BOTTOM + 6, NAME, 0.5, SANS_SEMIBOLD))
    parts.append(f"q 0 1 -1 0 {-LEFT + NAME} {up / 2:g} cm")
    parts += [outlined("your STAMINA before the round →", 0, 0, NAME, 0.5, SANS_SEMIBOLD), "Q"]
    return Ink(f"axes-{side}", LEFT + across + RIGHT, BOTTOM + up + TOP, "\n".join(parts).encode())


@cache
def small_axes_ink(side: int) -> Ink:
    """Return the numbers along all small maps."""
    across, up = side * CELL, side * UP
    parts = [f"1 0 0 1 {SMALL_LEFT} {SMALL_BOTTOM} cm", fill(INK.light)]
    for number in (1, *range(TICK_STEP, side + 1, TICK_STEP)):
        x, y = (number - 0.5) * CELL, (number - 0.5) * UP
        parts.append(outlined(str(number), x, -SMALL_NUMBER * 0.9, SMALL_NUMBER, 0.5))
        parts.append(outlined(str(number), -5, y - SMALL_NUMBER * 0.33, SMALL_NUMBER, 1))
    return Ink(
        f"small-axes-{side}", SMALL_LEFT + across + RIGHT, SMALL_BOTTOM + up + SMALL_TOP, "\n".join(parts).encode()
    )


@cache
def label_ink(level: ContourLevel) -> Ink:
    """Return the label of a line: its chance in a small frame."""
    words = f"{level.chance:.0%}"
    width, height = _label_size(level)
    parts = [fill(WHITE), stroke(LEVEL_LINE.light, 1.4), _rounded(0, 0, width, height), "B", fill(INK.light)]
    parts.append(outlined(words, width / 2, height * 0.26, LABEL_TEXT, 0.5, SANS_SEMIBOLD))
    return Ink(f"label-{words.rstrip('%')}", width, height, "\n".join(parts).encode())


def _label_size(level: ContourLevel) -> tuple[float, float]:
    return width_of(f"{level.chance:.0%}", LABEL_TEXT, SANS_SEMIBOLD) + 8, LABEL_HIGH


def _rounded(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle whose corners are cut."""
    c, right, top = LABEL_CORNER, x + width, y + height
    corners = ((x + c, y), (right - c, y), (right, y + c), (right, top - c), (right - c, top), (x + c, top))
    return path((*corners, (x, top - c), (x, y + c)))


def _tether(box: Rectangle, point: Point) -> str:
    """Return the line that joins a label to its line, if it is far from it."""
    end = box.nearest_to(point)
    if abs(end.x - point.x) + abs(end.y - point.y) < TETHER:
        return ""
    line = f"{path((point, end), closed=False)} S"
    return f" q {_FROM_SQUARES} {stroke(WHITE, 2.6)} {line} {stroke(LEVEL_LINE.light, 1)} {line} Q"


def _bracket(side: int, call_out: CallOut) -> str:
    """Return the bracket over the columns of a call-out, if it has any."""
    columns = call_out.columns or ((call_out.limit, side) if call_out.limit else ())
    if not columns:
        return ""
    top, places = side * UP, [(column - 0.5) * CELL for column in columns]
    heads = [f"{path(((x - 5, top + 9), (x + 5, top + 9), (x, top + 2)))} f" for x in places]
    line = f"{path(((places[0], top + 9), (places[-1], top + 9)), closed=False)} S"
    return "\n".join(["q", _FROM_SQUARES, fill(ACCENT.light), stroke(ACCENT.light, 1.6), line, *heads, "Q"])


def _leader(room: Room, call_out: CallOut, box: Rectangle) -> str:
    """Return the line from a box to its row; no label will stand on either."""
    assert call_out.row
    start, end = room.leader(call_out.row, box)
    room.taken += [box, *spots(start, end)]
    line = f"{path((start, end), closed=False)} S"
    dot = f"{path([(end.x + x, end.y + y) for x, y in DOT])} f"
    drawn = (fill(ACCENT.light), stroke(WHITE, 4), line, stroke(ACCENT.light, 1.8), line, dot)
    return "\n".join(["q", _FROM_SQUARES, *drawn, "Q"])


def _ring(hero: int, foe: int) -> str:
    """Return a ring around a square."""
    corner = f"{(foe - 1) * CELL - 2} {(hero - 1) * UP - 2} {CELL + 4} {UP + 4} re S"
    return f"q {_FROM_SQUARES} {stroke(WHITE, 6)} {corner} {stroke(ACCENT.light, 3)} {corner} Q"
