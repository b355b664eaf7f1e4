"""Free places on a printed map, for the labels of its lines and for boxes with words: no mark is ever covered.

In come `Map`s; out come boxes, in the units of its drawing from the lower left corner of its squares.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product
from math import ceil, floor
from typing import NamedTuple

import numpy as np

from atlas.maps.contours import inner_lines
from atlas.maps.map import Map
from atlas.maps.pdf import MARK_SIZE, UP
from atlas.maps.style import CELL, ContourLevel
from atlas.tables.gap_table import Mask

HALF_MARK = 8 * MARK_SIZE + 1
"""half of the largest mark, and a little more"""
BESIDE = ((0, 0), (26, 0), (0, -17), (0, 17), (-26, 0), (30, -20), (-30, 20))
"""offsets of a label from its line: on it, or close to it"""
FAR = tuple(sign * far for far in range(34, 200, 16) for sign in (1, -1))
"""the largest distance from its line if there is no room near it: a thin line then joins them"""
FROM_FRAME = 3
FARTHEST = 6 * UP
"""from a box to the row that it is about"""
BAND_WEIGHT = 40
"""the distance that a box moves to hide one band less"""


class Point(NamedTuple):
    """A place on a map."""

    x: float
    y: float


class Rectangle(NamedTuple):
    """A rectangle on a map."""

    left: float
    low: float
    right: float
    top: float

    def overlaps(self, other: "Rectangle") -> bool:
        """Return whether two boxes have a part in common."""
        apart = self.right <= other.left or other.right <= self.left or self.top <= other.low or other.top <= self.low
        return not apart

    def nearest_to(self, point: Point) -> Point:
        """Return the place of a box that is nearest to a point."""
        return Point(min(max(point.x, self.left), self.right), min(max(point.y, self.low), self.top))


class Room:
    """The free places on a map: all but its marks and what was placed on it since."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.width, self.height = map_.side * CELL, map_.side * UP
        self.marked: Mask = np.any(list(map_.marks.values()), axis=0)
        self.taken: list[Rectangle] = []

    def is_free(self, box: Rectangle) -> bool:
        """Return whether a box is inside the map and covers nothing."""
        edge = FROM_FRAME
        inside = edge < box.left and edge < box.low and box.right < self.width - edge and box.top < self.height - edge
        return inside and not self._on_mark(box) and not any(box.overlaps(other) for other in self.taken)

    def is_free_along(self, start: Point, end: Point) -> bool:
        """Return whether a line crosses no mark."""
        return not any(self._on_mark(spot) for spot in spots(start, end))

    def _on_mark(self, box: Rectangle) -> bool:
        columns, rows = (
            slice(max(0, floor((low - HALF_MARK) / cell + 0.5)), ceil((high + HALF_MARK) / cell - 0.5))
            for low, high, cell in ((box.left, box.right, CELL), (box.low, box.top, UP))
        )
        return bool(self.marked[rows, columns].any())

    def label(self, level: ContourLevel, width: float, height: float) -> tuple[Rectangle, Point] | None:
        """Reserve a place for a label near the middle of a line or, if marks are in the way, beside it.

        Return the place, and the point of the line that it belongs to.
        """
        points = [point for line in inner_lines(self.map.levels[level]) for point in _along(line)]
        middle = len(points) / 2
        nearest = [point for _, point in sorted(enumerate(points), key=lambda place: abs(place[0] - middle))]
        corners = [point for point in nearest if point.x % CELL == 0 and point.y % UP == 0]
        far = ((aside, point) for step in FAR for point in corners for aside in ((step, 0), (0, step)))
        for (aside, above), point in chain(product(BESIDE, nearest), far):
            left, low = point.x + aside - width / 2, point.y + above - height / 2
            box = Rectangle(left, low, left + width, low + height)
            if self.is_free(box) and not any(
                spot.overlaps(other) for spot in spots(point, box.nearest_to(point)) for other in self.taken
            ):
                self.taken.append(box)
                return box, point
        return None

    def box(self, row: int, width: float, height: float) -> Rectangle | None:
        """Return the best place for a box about a row: near it, to the right, over few bands."""
        places = []
        for column, line in product(range(self.map.side), repeat=2):
            left, low = column * CELL + 6, line * UP + 5
            box = Rectangle(left, low, left + width, low + height)
            away = abs(low + height / 2 - (row + 3) * UP)
            if away <= FARTHEST and self.is_free(box):
                places.append((self._bands_under(box) * BAND_WEIGHT + away - left / 10, box))
        return next((box for _, box in sorted(places) if self.is_free_along(*self.leader(row, box))), None)

    def leader(self, row: int, box: Rectangle) -> tuple[Point, Point]:
        """Return the line from a box to its row: behind its last mark, or on its upper edge where marks fill it."""
        marks = np.flatnonzero(self.marked[row - 1])
        full = len(marks) and marks[-1] == self.map.side - 1
        x = (box.left + box.right) / 2 if full or not len(marks) else (int(marks[-1]) + 1) * CELL + 6
        y = row * UP if full or not len(marks) else (row - 0.5) * UP
        if box.low < y < box.top:
            return Point(box.left if x < box.left else box.right, y), Point(x, y)
        return Point(min(max(x, box.left + 12), box.right - 12), box.low if box.low > y else box.top), Point(x, y)

    def _bands_under(self, box: Rectangle) -> int:
        """Return the number of bands that a box covers in part."""
        rows = slice(int(box.low // UP), int(box.top // UP) + 1)
        columns = slice(int(box.left // CELL), int(box.right // CELL) + 1)
        return len(np.unique(self.map.bands[rows, columns]))


def spots(start: Point, end: Point) -> list[Rectangle]:
    """Return small boxes along a line, except at its end."""
    steps = max(2, int(max(abs(end.x - start.x), abs(end.y - start.y)) // 5))
    points = [Point(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True))) for step in range(steps)]
    return [Rectangle(point.x - 0.5, point.y - 0.5, point.x + 0.5, point.y + 0.5) for point in points]


def _along(line: Sequence[tuple[int, int]]) -> Iterator[Point]:
    """Yield the points along a line, half a cell apart."""
    for (x, y), (to_x, to_y) in pairwise(line):
        steps = 2 * (abs(to_x - x) + abs(to_y - y))
        for step in range(steps):
            yield Point((x + (to_x - x) * step / steps) * CELL, (y + (to_y - y) * step / steps) * UP)
