"""Reading what a PDF paints, shape by shape, as a viewer would: colours, lines and places on the page in points.

Shapes come by the figure that they belong to. Maps are found by their frames, and read cell by cell.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from atlas.maps.map import Map
from atlas.maps.operators import WHITE, on_paper
from atlas.maps.pdf import MARK_SIZE
from atlas.maps.style import CELL, FRAME, LEVEL_LINE, Mark
from tests.map_reading import LEVEL_LOOKS, Shown, edges, filled

TOKEN = re.compile(
    rb"\((?:\\.|[^\\)])*\)|<<|>>|<[0-9a-fA-F\s]*>|/[^\s/<>\[\]()]+|[-+]?[\d.]+|[A-Za-z][A-Za-z0-9*]*|['\"]|[\[\]]"
)
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)


class Shape(NamedTuple):
    """A path that was painted."""

    fill: str | None
    line: str | None
    width: float
    dashed: bool
    paths: tuple[tuple[Point, ...], ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*(point for path in self.paths for point in path), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass
class Figure:
    """What is drawn between the marks of a figure."""

    alt: str
    shapes: list[Shape] = field(default_factory=list)


def times(one: Matrix, other: Matrix) -> Matrix:
    """The first, then the second."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def figures(page: Any) -> list[Figure]:
    """The figures of a page in their order."""
    tree = page.pdf.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = dict(zip(tree[::2], tree[1::2], strict=True))[page["/StructParents"]].get_object()
    drawings = []
    for number, shapes in _marked(page.get_contents().get_data(), page["/Resources"]):
        owner = owners[number].get_object()
        if owner["/S"] == "/Figure":
            drawings.append(Figure(owner["/Alt"], shapes))
    return drawings


def _marked(data: bytes, resources: Any) -> Iterator[tuple[int, list[Shape]]]:
    """Marked contents with their numbers."""
    reader = _Reader(resources)
    yield from reader.read(data)


class _Reader:
    """Runs operators. Text says nothing here, and curves become their ends."""

    def __init__(self, resources: Any) -> None:
        self.forms = resources.get("/XObject", {}) if resources else {}
        self.state: tuple[Matrix, str, str, float, bool] = (SAME, "#000000", "#000000", 1.0, False)
        self.kept: list[tuple[Matrix, str, str, float, bool]] = []
        self.paths: list[list[Point]] = []
        self.shapes: list[Shape] = []

    def read(self, data: bytes) -> Iterator[tuple[int, list[Shape]]]:
        operands: list[bytes] = []
        number = None
        for match in TOKEN.finditer(data):
            token = match[0]
            if not (token[:1].isalpha() or token in (b"'", b'"')):
                operands.append(token)
                continue
            if token == b"BDC" and b"/MCID" in operands:
                number, self.shapes = int(operands[operands.index(b"/MCID") + 1]), []
            elif token == b"EMC" and number is not None:
                yield number, self.shapes
                number, self.shapes = None, []
            else:
                self.run(token.decode(), operands)
            operands = []

    def run(self, operator: str, operands: Sequence[bytes]) -> None:
        matrix, fill, line, width, dashed = self.state
        numbers = [float(o) for o in operands if o[:1] in b"+-.0123456789"]
        match operator:
            case "q":
                self.kept.append(self.state)
            case "Q":
                self.state = self.kept.pop()
            case "cm":
                self.state = (times(tuple(numbers), matrix), fill, line, width, dashed)  # type: ignore[arg-type]
            case "rg" | "g":
                self.state = (matrix, hexadecimal(numbers), line, width, dashed)
            case "RG" | "G":
                self.state = (matrix, fill, hexadecimal(numbers), width, dashed)
            case "w":
                self.state = (matrix, fill, line, numbers[0], dashed)
            case "d":
                self.state = (matrix, fill, line, width, len(numbers) > 1)
            case "m":
                self.paths.append([self._at(*numbers)])
            case "l":
                self.paths[-1].append(self._at(*numbers))
            case "c":
                self.paths[-1].append(self._at(*numbers[4:]))
            case "re":
                x, y, wide, high = numbers
                corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
                self.paths.append([self._at(*corner) for corner in corners])
            case "f" | "S" | "B" | "f*" | "n" | "W":
                self._paint(operator)
            case "Do":
                self._draw(self.forms[operands[-1].decode()])

    def _paint(self, operator: str) -> None:
        matrix, fill, line, width, dashed = self.state
        if operator in ("f", "f*", "S", "B") and self.paths:
            paths = tuple(map(tuple, self.paths))
            fill_colour, line_colour = fill if operator != "S" else None, line if operator in "SB" else None
            self.shapes.append(Shape(fill_colour, line_colour, width * abs(matrix[0]), dashed, paths))
        if operator != "W":
            self.paths = []

    def _at(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self.state[0]
        return a * x + c * y + e, b * x + d * y + f

    def _draw(self, form: Any) -> None:
        """Draw a form: its shapes, moved to where it stands."""
        form = form.get_object()
        own: Matrix = tuple(map(float, form.get("/Matrix", SAME)))  # type: ignore[assignment]
        a, b, c, d, e, f = times(own, self.state[0])
        for shape in _shapes_of(form):
            paths = tuple(tuple((a * x + c * y + e, b * x + d * y + f) for x, y in path) for path in shape.paths)
            self.shapes.append(shape._replace(paths=paths, width=shape.width * abs(a)))


_KNOWN: dict[int, list[Shape]] = {}


def _shapes_of(form: Any) -> list[Shape]:
    """The shapes of a form as it is."""
    key = id(form)
    if key not in _KNOWN:
        reader = _Reader(form.get("/Resources"))
        for _ in reader.read(form.get_data()):
            raise AssertionError("forms have no marks of their own")
        _KNOWN[key] = reader.shapes
    return _KNOWN[key]


def hexadecimal(channels: Sequence[float]) -> str:
    """A colour as CSS writes it."""
    whole = channels if len(channels) == 3 else [channels[0]] * 3
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in whole)


@dataclass
class Frame:
    """The frame of a map, and what is painted in it."""

    left: float
    low: float
    right: float
    top: float
    side: int
    shapes: list[Shape] = field(default_factory=list)

    @property
    def across(self) -> float:
        return (self.right - self.left) / self.side

    @property
    def up(self) -> float:
        return (self.top - self.low) / self.side

    def holds(self, shape: Shape) -> bool:
        left, low, right, top = shape.box
        slack = 0.02
        return (
            self.left - slack <= left
            and right <= self.right + slack
            and self.low - slack <= low
            and top <= self.top + slack
        )


def frames(figure: Figure, side: int = 24) -> list[Frame]:
    """The maps of a figure: the ground of each, its signs, and then its frame."""
    rectangles: list[Frame] = []
    waiting: list[Shape] = []
    for shape in figure.shapes:
        if shape.line == FRAME.light and shape.fill is None and len(shape.paths) == 1 and len(shape.paths[0]) == 4:
            frame = Frame(*shape.box, side)
            frame.shapes = [painted for painted in waiting if frame.holds(painted)]
            waiting = []
            rectangles.append(frame)
        else:
            waiting.append(shape)
    return rectangles


def read_map(frame: Frame, map_: Map) -> Shown:
    """What a frame shows: grounds, marks and lines, cell by cell."""
    side = frame.side
    shown = Shown(np.full((side, side), WHITE))
    inks = map_.face.drawn_marks
    bands = {on_paper(colour) for colour in map_.face.scale.colours} | {WHITE}
    unit = frame.across / CELL
    for shape in frame.shapes:
        corners = [[_corner(frame, point) for point in path] for path in shape.paths]
        if shape.line == LEVEL_LINE.light:
            look = (round(shape.width / unit, 2), shape.dashed)
            shown.levels[LEVEL_LOOKS[look]] = edges(_whole(corners))
        elif shape.fill in bands and all(_on_grid(path) for path in corners):
            shown.ground[filled(_whole(corners), side, side)] = shape.fill
        elif shape.fill:
            left, low, right, top = shape.box
            column, row = (
                int(((left + right) / 2 - frame.left) / frame.across),
                int(((low + top) / 2 - frame.low) / frame.up),
            )
            shown.mark(_name(shape, frame, row, column, inks, unit), row, column)
    return shown


def _name(shape: Shape, frame: Frame, row: int, column: int, inks: Sequence[Mark], unit: float) -> str:
    """The mark that has this colour and this shape."""
    x, y = frame.left + (column + 0.5) * frame.across, frame.low + (row + 0.5) * frame.up
    drawn = [[((a - x) / unit / MARK_SIZE, (b - y) / unit / MARK_SIZE) for a, b in path] for path in shape.paths]
    for mark in inks:
        if mark.colour.light == shape.fill and len(drawn) == len(mark.polygons):
            pairs = zip(drawn, mark.polygons, strict=True)
            if all(len(a) == len(b) and np.allclose(a, b, atol=0.1) for a, b in pairs):
                return mark.name
    raise AssertionError(f"{shape} is no mark")


def _corner(frame: Frame, point: Point) -> Point:
    return (point[0] - frame.left) / frame.across, (point[1] - frame.low) / frame.up


def _on_grid(path: Sequence[Point]) -> bool:
    return all(abs(x - round(x)) < 0.02 and abs(y - round(y)) < 0.02 for x, y in path)


def _whole(paths: Sequence[Sequence[Point]]) -> list[list[tuple[int, int]]]:
    assert all(map(_on_grid, paths))
    return [[(round(x), round(y)) for x, y in path] for path in paths]
