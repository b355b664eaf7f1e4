"""Drawings for paper: maps, plates and the grounds of tables as PDF operators, ready to be placed on a page.

Paper is white and ink is dear, so the colours of the scales are thinned, and the grid is hairlines. What a
map shows is decided in `maps`; the shapes of the signs and the colours are those of `style`. The full atlas
has thousands of maps: an operator string takes a millisecond and a kilobyte, where an SVG takes ten of each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from atlas.fonts import SANS, Face
from atlas.maps import Map, Mask
from atlas.style import CELL, FRAME, GRID, LEVEL_LINE, PLATE_FILLS, QUIET, Bands, Colour, Level, Mark, Scale
from atlas.vector import Points, inner_lines, outlines

THINNED = 0.5
"""how much of a scale's colour goes on paper"""
TICK_STEP = 6
TICK_SIZE = 24
"""height of the numbers along a map, in units of its drawing: 20 are a cell"""
LEFT, BOTTOM, RIGHT, TOP = 32, 26, 6, 4
"""room around a map"""
MINOR, MAJOR, RIM = 0.6, 1.1, 1.6
"""widths of the lines of a grid"""


@dataclass(frozen=True)
class Ink:
    """A drawing: PDF operators in a frame of its own, from the lower left corner."""

    name: str
    """what pages call it by"""
    width: float
    height: float
    operators: bytes
    over: "Ink | None" = None
    """a drawing of the same size on top, shared by many"""


def map_ink(map_: Map) -> Ink:
    """A bare map with numbers along its sides; the page around it has the words."""
    side = map_.side
    parts = [
        f"1 0 0 1 {LEFT} {BOTTOM} cm",
        _bands(map_.bands, map_.face.scale),
        _grid(side, side, CELL, CELL),
        *_levels(map_.levels.items()),
        *(_marks(mark, cells) for mark, cells in map_.marks.items()),
    ]
    rim = axes_ink(side)
    return Ink(map_.path, rim.width, rim.height, "\n".join(filter(None, parts)).encode(), rim)


@cache
def axes_ink(side: int) -> Ink:
    """The frame and the numbers of all maps of a size."""
    length = side * CELL
    parts = [f"1 0 0 1 {LEFT} {BOTTOM} cm", _frame(length, length), _fill(QUIET.light)]
    for number in (1, *range(TICK_STEP, side + 1, TICK_STEP)):
        middle = (number - 0.5) * CELL
        parts.append(_number(number, middle, -TICK_SIZE * 0.92, "middle"))
        parts.append(_number(number, -5, middle - TICK_SIZE * 0.32, "end"))
    return Ink(f"axes-{side}", LEFT + length + RIGHT, BOTTOM + length + TOP, "\n".join(parts).encode())


def ground_ink(name: str, bands: Bands, scale: Scale, cell_width: float, cell_height: float) -> Ink:
    """The cells of a printed table, coloured, row 1 on top: the numbers are set over it as text."""
    rows, columns = bands.shape
    scaled = f"{cell_width / CELL:g} 0 0 {cell_height / CELL:g} 0 0 cm"
    parts = [
        f"q {scaled}",
        _bands(bands[::-1], scale),
        "Q",
        _grid(columns, rows, cell_width, cell_height, from_top=True, fine=0.25),
        _frame(columns * cell_width, rows * cell_height, thick=0.6),
    ]
    return Ink(name, columns * cell_width, rows * cell_height, "\n".join(filter(None, parts)).encode())


def plate_ink(name: str, rows: Sequence[Sequence[Map]], levels: Sequence[Level], gutter: int) -> Ink:
    """Small maps side by side, the first row at the foot: what to do is the colour of a cell."""
    side = rows[0][0].side
    pitch = side + gutter
    width, height = len(rows[0]) * pitch - gutter, len(rows) * pitch - gutter
    tiles: list[str] = []
    cells: dict[Mark, list[Points]] = {mark: [] for mark in PLATE_FILLS}
    lines: dict[Level, list[Points]] = {level: [] for level in levels}
    for row, maps in enumerate(rows):
        for column, map_ in enumerate(maps):
            x, y = column * pitch, row * pitch
            tiles.append(f"{x} {y} {side} {side} re")
            for mark, found in cells.items():
                found += _shifted(outlines(map_.marks[mark]), x, y)
            for level, drawn in lines.items():
                drawn += _shifted(inner_lines(map_.levels[level]), x, y)
    parts = [_stroke(GRID.light, 0.25), *tiles, "S"]
    for mark, colour in PLATE_FILLS.items():
        parts += [_fill(colour.light), *(_path(loop, 1) for loop in cells[mark]), "f"]
    for level, drawn in lines.items():
        thick = 1.0 if level.chance == 0.5 else 0.4
        for colour, width_ in (("#ffffff", thick + 0.6), (LEVEL_LINE.light, thick)):
            parts += [_stroke(colour, width_), *(_path(line, 1, closed=False) for line in drawn), "S"]
    return Ink(name, width, height, "\n".join(parts).encode())


def scale_ink(scale: Scale) -> Ink:
    """The bands of a scale in a row, lowest first; the page writes their edges under it."""
    step, tall = 40, 22
    parts = []
    for place, colour in enumerate(scale.colours):
        parts += [_fill(thinned(colour)), f"{place * step} 0 {step} {tall} re f"]
    width = step * len(scale.colours)
    parts += [_stroke(FRAME.light, 1), *(f"{x} 0 m {x} {tall} l" for x in range(step, width, step)), "S"]
    return Ink(f"scale-{scale.name}", width, tall, "\n".join([*parts, _frame(width, tall)]).encode())


def mark_ink(mark: Mark) -> Ink:
    """One sign in its cell, for a legend."""
    cells = np.ones((1, 1), dtype=bool)
    return Ink(f"mark-{mark.name}", CELL, CELL, "\n".join([_frame(CELL, CELL, thick=1), _marks(mark, cells)]).encode())


def swatch_ink(mark: Mark) -> Ink:
    """The colour that stands for a sign on a plate."""
    colour = PLATE_FILLS[mark]
    parts = [_fill(colour.light), f"0 0 {CELL} {CELL} re f"]
    return Ink(f"swatch-{mark.name}", CELL, CELL, "\n".join(parts).encode())


def level_ink(level: Level) -> Ink:
    """One line, for a legend."""
    dashes = " ".join(f"{dash:g}" for dash in level.dashes)
    parts = [_stroke(LEVEL_LINE.light, level.width), f"[{dashes}] 0 d 0 {CELL / 2} m {2 * CELL} {CELL / 2} l S"]
    return Ink(f"level-{level.chance:g}", 2 * CELL, CELL, "\n".join(parts).encode())


def thinned(colour: Colour) -> str:
    """The colour as it goes on white paper."""
    channels = (int(colour.light[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - THINNED * (255 - channel)):02x}" for channel in channels)


def _bands(bands: Bands, scale: Scale) -> str:
    """From the lowest band up, each painted with all above it, so that no seam shows between two."""
    present = [band for band in range(len(scale.colours)) if (bands == band).any()]
    parts = []
    for band in present:
        colour = thinned(scale.colours[band])
        if colour != thinned(Colour("", "#fbf8f1", "")):
            loops = outlines(bands >= band)
            parts.append("\n".join([_fill(colour), *(_path(loop) for loop in loops), "f"]))
    return "\n".join(parts)


def _grid(columns: int, rows: int, width: float, height: float, *, from_top: bool = False, fine: float = MINOR) -> str:
    """Hairlines between the cells, a little stronger after every sixth.

    All lines of a direction are one broad line, dashed as finely as the hairlines are thick.
    """
    across, up = columns * width, rows * height
    parts = []
    for every, thick, shade in ((1, fine, "#cfc8ba"), (TICK_STEP, fine * MAJOR / MINOR, "#a0977f")):
        parts.append(_stroke(shade, up))
        first = every * width - thick / 2
        parts.append(
            f"[{thick:g} {every * width - thick:g}] 0 d {first:g} {up / 2:g} m {across - thick:g} {up / 2:g} l S"
        )
        parts.append(_stroke(shade, across))
        first, last = every * height - thick / 2, up - thick
        if from_top:
            first, last = up - first, thick
        parts.append(
            f"[{thick:g} {every * height - thick:g}] 0 d {across / 2:g} {first:g} m {across / 2:g} {last:g} l S"
        )
    return "\n".join([*parts, "[] 0 d"])


def _frame(width: float, height: float, *, thick: float = RIM) -> str:
    return f"{_stroke(FRAME.light, thick)}\n0 0 {width:g} {height:g} re S"


def _levels(levels: Iterable[tuple[Level, Mask]]) -> list[str]:
    parts = []
    for level, cells in levels:
        lines = inner_lines(cells)
        if lines:
            dashes = " ".join(f"{dash:g}" for dash in level.dashes)
            drawn = "\n".join(_path(line, closed=False) for line in lines)
            parts.append(f"{_stroke(LEVEL_LINE.light, level.width)} [{dashes}] 0 d\n{drawn} S [] 0 d")
    return parts


def _marks(mark: Mark, cells: Mask) -> str:
    """All signs of a kind as one path."""
    places = np.argwhere(cells)[:, ::-1] * CELL + CELL // 2
    corners = [np.array(polygon) for polygon in mark.polygons]
    if not len(places):
        return ""
    parts = [_fill(mark.colour.light)]
    for place in places:
        for polygon in corners:
            (x, y), *others = (polygon + place).tolist()
            parts.append(f"{x} {y} m " + " ".join(f"{a} {b} l" for a, b in others))
    return "\n".join([*parts, "f"])


def _path(points: Points, unit: int = CELL, *, closed: bool = True) -> str:
    (x, y), *others = points
    path = f"{x * unit} {y * unit} m " + " ".join(f"{a * unit} {b * unit} l" for a, b in others)
    return f"{path} h" if closed else path


def _shifted(loops: list[Points], x: int, y: int) -> list[Points]:
    return [[(a + x, b + y) for a, b in loop] for loop in loops]


def _fill(colour: str) -> str:
    return f"{_rgb(colour)} rg"


def _stroke(colour: str, width: float) -> str:
    return f"{_rgb(colour)} RG {width:g} w"


@cache
def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


def _number(number: int, x: float, y: float, anchor: str) -> str:
    """A number as outlines: a map carries no typeface."""
    characters = str(number)
    advance = _digits()["0"][0] * TICK_SIZE
    x -= advance * len(characters) * (0.5 if anchor == "middle" else 1)
    parts = []
    for character in characters:
        parts.append(f"q {TICK_SIZE:g} 0 0 {TICK_SIZE:g} {x:.4g} {y:.4g} cm {_digits()[character][1]} f Q")
        x += advance
    return "\n".join(parts)


@cache
def _digits() -> dict[str, tuple[float, str]]:
    """The figures of Source Sans, one unit a font size: advance and outline."""
    from fontTools.pens.basePen import BasePen
    from fontTools.ttLib import TTFont

    font = TTFont(Face(SANS, "Regular", 400).file)
    shapes, upem = font.getGlyphSet(), font["head"].unitsPerEm

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(shapes)
            self.operators: list[str] = []

        def _add(self, operator: str, *points: Any) -> None:
            numbers = " ".join(f"{value / upem:.4g}" for point in points for value in point)
            self.operators.append(f"{numbers} {operator}")

        def _moveTo(self, point: Any) -> None:  # noqa: N802
            self._add("m", point)

        def _lineTo(self, point: Any) -> None:  # noqa: N802
            self._add("l", point)

        def _curveToOne(self, first: Any, second: Any, point: Any) -> None:  # noqa: N802
            self._add("c", first, second, point)

        def _closePath(self) -> None:  # noqa: N802
            self.operators.append("h")

    figures = {}
    for character in "0123456789":
        name, pen = font.getBestCmap()[ord(character)], Pen()
        shapes[name].draw(pen)
        figures[character] = (shapes[name].width / upem, " ".join(pen.operators))
    return figures
