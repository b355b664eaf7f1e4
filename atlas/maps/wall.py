"""All maps on one large sheet, for the wall: SKILL gaps to the right, LUCK upwards, with frames around some of them.

In come `Map`s by skill gap and luck, and which of them the numbered frames are around; out comes one drawing. Its maps
stand in it as they are, for each is drawn once: equal operators that follow one another pack better than forms do.
The disc with the number of a frame stands on its rim, where it covers fewest marks: outside all maps if it can.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from atlas.maps.fonts import SANS_SEMIBOLD
from atlas.maps.map import Map
from atlas.maps.operators import WHITE, Ink, circle, fill, outlined, stroke
from atlas.maps.pdf import UP, squares_of
from atlas.maps.style import ACCENT, CELL

GUTTER_WIDE = 40
"""between two maps, where frames run"""
FRAME_WIDE, FRAME_RIM = 18, 30
"""a frame, and the white around it"""
DISC, DISC_TEXT = 84, 112
"""radius of the disc with the number of a frame, and the height of that"""
MARGIN = 2 * DISC + FRAME_RIM
"""around all maps, for frames and their discs"""


@dataclass(frozen=True)
class NumberedFrame:
    """A frame around neighbouring maps: their first and last column, first and last row from below."""

    number: int
    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True)
class Wall:
    """The drawing, with the places of its maps for the words around them."""

    ink: Ink
    across: float
    """from one map to the next to the right"""
    up: float
    """from one map to the next above it"""

    def middle_of_column(self, column: int) -> float:
        """Return the middle of the maps of a column from the left edge of the drawing."""
        return MARGIN + (column + 0.5) * self.across - GUTTER_WIDE / 2

    def middle_of_row(self, row: int) -> float:
        """Return the middle of the maps of a row, counted from below, from the upper edge of the drawing."""
        return self.ink.height - (MARGIN + (row + 0.5) * self.up - GUTTER_WIDE / 2)


def wall(name: str, columns: Sequence[Sequence[Map]], frames: Sequence[NumberedFrame]) -> Wall:
    """Draw maps, column by column, each from below."""
    side = columns[0][0].side
    across, up = side * CELL + GUTTER_WIDE, side * UP + GUTTER_WIDE
    parts = [f"1 0 0 1 {MARGIN} {MARGIN} cm"]
    for x, column in enumerate(columns):
        for y, map_ in enumerate(column):
            squares = squares_of(map_)
            parts += [f"q 1 0 0 1 {x * across} {y * up} cm", squares.ground.operators.decode()]
            parts += [squares.signs.operators.decode(), "Q"]
    for colour, width in ((WHITE, FRAME_RIM), (ACCENT.light, FRAME_WIDE)):
        parts += [stroke(colour, width), *(_box(frame, across, up) for frame in frames)]
    for frame, (x, y) in zip(frames, _disc_places(columns, frames, across, up), strict=True):
        parts += _disc(frame.number, x, y)
    width, height = len(columns) * across - GUTTER_WIDE, len(columns[0]) * up - GUTTER_WIDE
    ink = Ink(name, width + 2 * MARGIN, height + 2 * MARGIN, "\n".join(parts).encode(), once=True)
    return Wall(ink, across, up)


def _box(frame: NumberedFrame, across: int, up: int) -> str:
    """Return a frame, in the middle of the gutters around its maps."""
    (left, right), (low, top) = frame.columns, frame.rows
    half = GUTTER_WIDE // 2
    return f"{left * across - half} {low * up - half} {(right - left + 1) * across} {(top - low + 1) * up} re S"


def _disc_places(
    columns: Sequence[Sequence[Map]], frames: Sequence[NumberedFrame], across: int, up: int
) -> list[tuple[int, int]]:
    """Return the middle of each disc."""
    places = list[tuple[int, int]]()
    for frame in frames:
        spots = list(_spots(frame, columns, across, up))
        free = [spot for spot in spots if all(_apart(spot, other) for other in places)]
        places.append(min(free or spots, key=lambda spot: _covered(spot, columns, across, up)))
    return places


def _apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (2 * DISC + FRAME_RIM) ** 2


def _spots(frame: NumberedFrame, columns: Sequence[Sequence[Map]], across: int, up: int) -> Iterator[tuple[int, int]]:
    """Yield where a disc may stand: on a crossing of gutters on the upper or left side of a frame, outside all maps
    where that is at their rim.
    """
    (left, right), (low, top) = frame.columns, frame.rows
    out = DISC - FRAME_WIDE // 2
    upper = ((x, top + 1) for x in range(left, right + 1))
    for x, y in (*upper, *((left, y) for y in range(top, low - 1, -1))):
        aside = -out if x == 0 else 0
        above = out if y == len(columns[0]) else -out if y == 0 else 0
        yield x * across - GUTTER_WIDE // 2 + aside, y * up - GUTTER_WIDE // 2 + above


def _covered(spot: tuple[int, int], columns: Sequence[Sequence[Map]], across: int, up: int) -> int:
    """Return the number of marks that a disc covers in part."""
    covered = 0
    nearest_x, nearest_y = round(spot[0] / across), round(spot[1] / up)
    # Where maps are small, a disc outside of all of them may be nearest to a place beyond the last.
    last_x, last_y = len(columns) - 1, len(columns[0]) - 1
    for x in {min(max(0, near), last_x) for near in (nearest_x - 1, nearest_x)}:
        for y in {min(max(0, near), last_y) for near in (nearest_y - 1, nearest_y)}:
            map_ = columns[x][y]
            side = np.arange(map_.side)
            from_x = np.maximum(0, np.abs(x * across + (side + 0.5) * CELL - spot[0]) - CELL / 2)
            from_y = np.maximum(0, np.abs(y * up + (side + 0.5) * UP - spot[1]) - UP / 2)
            near = from_x**2 + from_y[:, np.newaxis] ** 2 < DISC**2
            if near.any():
                covered += int(np.sum([(cells & near).sum() for cells in map_.marks.values()]))
    return covered


def _disc(number: int, x: float, y: float) -> Iterator[str]:
    """Yield a disc with a number."""
    yield f"{fill(ACCENT.light)} {stroke(WHITE, (FRAME_RIM - FRAME_WIDE) / 2)} {circle(x, y, DISC)} h B {fill(WHITE)}"
    yield outlined(str(number), x, y - DISC_TEXT * 0.33, DISC_TEXT, 0.5, SANS_SEMIBOLD)
