"""Drawings for paper: maps, plates and the squares of tables as PDF operators, ready to be placed on a page.

Paper is white: the colour of the site's paper becomes white, all others are those of the site by day, and the grid is
hairlines. What is drawn is decided in `scene`; the shapes of the signs and the colours are those of `style`. There are
hundreds of maps: an operator string takes a millisecond and a kilobyte, where an SVG takes ten of each.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import dropwhile, groupby, pairwise

import numpy as np

from atlas.maps.contours import Points
from atlas.maps.fonts import SANS_SEMIBOLD
from atlas.maps.map import Map, MapFace
from atlas.maps.operators import WHITE, Ink, Placed, circle, fill, on_paper, outlined, path, stroke, width_of
from atlas.maps.scene import GUTTER, Scene, map_scene, plate_scene
from atlas.maps.style import (
    BOTH,
    CELL,
    EVEN,
    FRAME,
    GRID,
    INK,
    LEVEL_LINE,
    LEVEL_RIM,
    LOST,
    PLATE_FILLS,
    TICK_STEP,
    TONES,
    WON,
    Colour,
    ContourLevel,
    Mark,
    Scale,
)
from atlas.tables.gap_table import Mask
from atlas.wording import DASH, MINUS

UP = 16
"""height of a cell of a printed map, in units of its drawing; `CELL` is the width"""
MARK_SIZE = 0.84
"""size of a mark on a printed map, relative to the site"""
MINOR, MAJOR, RIM = 0.3, 0.7, 1.6
"""widths of the lines of a grid, and of the frame"""
EDGE = 1
"""margin of drawings for the width of their outermost lines"""
SQUARE_GREYS = (1.0, 0.94, 0.87, 0.77, 0.0)
"""the greys of printed tables, by shade"""
HOLE = 0.2
"""radius of the hole in a black square, of its shorter side"""
SHORT_WORDS = {WON: "won", LOST: "lost", BOTH: "win or lose"}
"""words of marks in the legend of a page that says that a mark means: test"""
BAND_HIGH, BAND_TEXT = 26, 17
"""height of a band of a legend, and of the words in it"""


@dataclass(frozen=True)
class Squares:
    """The squares of a map, without anything around them."""

    ground: Ink
    """their colours"""
    signs: Ink
    """the lines, marks and frame, on the ground or on the grid that lies on it"""

    def placed(self, x: float, y: float, *, every: int = 0) -> Iterator[Placed]:
        """Yield their layers at a place on another drawing; grid lines after so many squares."""
        yield Placed(self.ground, x, y)
        if every:
            yield Placed(grid_ink(round(self.ground.width), round(self.ground.height), every), x, y)
        yield Placed(self.signs, x, y)


def squares_of(map_: Map) -> Squares:
    """Draw the squares of a map."""
    scene = map_scene(map_)
    size = (scene.width * CELL, scene.height * UP)
    lines = (
        (level, "".join(f"\n{path(line, CELL, UP, closed=False)}" for line in lines)) for level, lines in scene.lines
    )
    signs = [
        *(_level(level, line) for level, line in lines),
        *(_marks(mark, cells) for mark, cells in scene.signs.items()),
    ]
    ground = Ink(f"ground-{map_.path}", *size, "\n".join(_inked_areas(scene.areas)).encode())
    return Squares(ground, Ink(f"signs-{map_.path}", *size, "\n".join([*signs, frame(*size)]).encode()))


@cache
def grid_ink(width: int, height: int, every: int) -> Ink:
    """Return hairlines after so many squares of all maps of a size, a little stronger after every sixth."""
    parts = []
    for strong, thick in ((False, MINOR), (True, MAJOR)):
        columns, rows = (range(every * cell, end, every * cell) for cell, end in ((CELL, width), (UP, height)))
        lines = [
            *(((x, 0), (x, height)) for x in columns if (x % (TICK_STEP * CELL) == 0) == strong),
            *(((0, y), (width, y)) for y in rows if (y % (TICK_STEP * UP) == 0) == strong),
        ]
        parts += [stroke(GRID.light, thick), *(path(line, closed=False) for line in lines), "S"]
    return Ink(f"grid-{every}-{width}-{height}", width, height, "\n".join(parts).encode())


def squares_ink(
    name: str, rows: Sequence[Sequence[int]], width: float, height: float, breaks: Iterable[int] = ()
) -> Ink:
    """Return the squares of a printed table in greys, with lines between them; the signs are set over it as text.

    Rows are from the top. The darkest shade is a black square with a hole. Lines after `breaks` are stronger.
    """
    columns = len(rows[0])
    across, up = columns * width, len(rows) * height
    parts = []
    for y, row in enumerate(rows, 1):
        for shade, run in groupby(range(len(row)), row.__getitem__):
            if shade:
                first, *others = run
                parts.append(f"{SQUARE_GREYS[shade]:g} g {first * width:g} {up - y * height:g}")
                parts.append(f"{(len(others) + 1) * width:g} {height:g} re f")
    parts.append(_lines(columns, len(rows), width, height, set(breaks)))
    middles = [
        ((x + 0.5) * width, up - (y + 0.5) * height)
        for y, row in enumerate(rows)
        for x, shade in enumerate(row)
        if shade == len(SQUARE_GREYS) - 1
    ]
    if middles:
        parts += ["1 g", *(circle(x, y, HOLE * min(width, height)) for x, y in middles), "f"]
    parts.append(frame(across, up, thick=0.6))
    return Ink(name, across, up, "\n".join(parts).encode(), once=True)


def plate_ink(name: str, rows: Sequence[Sequence[Map]], levels: Sequence[ContourLevel]) -> Ink:
    """Return small maps side by side in thin frames, each drawn from its own corner, so that equal ones compress."""
    pitch = rows[0][0].side + GUTTER
    wide, high = (pitch * count - GUTTER for count in (len(rows[0]), len(rows)))
    parts = [f"1 0 0 1 {EDGE} {EDGE} cm"]
    for y, maps in enumerate(rows):
        for x, map_ in enumerate(maps):
            parts += [f"q 1 0 0 1 {x * pitch} {y * pitch} cm", *_tile(plate_scene([[map_]], levels)), "Q"]
    return Ink(name, wide + 2 * EDGE, high + 2 * EDGE, "\n".join(parts).encode(), once=True)


def _tile(scene: Scene) -> Iterator[str]:
    """Yield the operators of a map on a plate."""
    yield f"{stroke(GRID.light, 0.25)} 0 0 {scene.width} {scene.height} re S"
    for colour, loops in scene.areas:
        yield " ".join([fill(colour.light), *(path(loop) for loop in loops), "f"])
    for level, lines in scene.lines:
        thick = 1.0 if level == EVEN else 0.4
        for shade, wide in ((WHITE, thick + 0.6), (LEVEL_LINE.light, thick)):
            yield " ".join([stroke(shade, wide), *(path(line, closed=False) for line in lines), "S"])


def legend_ink(face: MapFace, width: float) -> Ink:
    """Return the legend of a kind of map in one line: its bands, and the marks of what to do before them."""
    parts = [f"1 0 0 1 {EDGE} {EDGE} cm"]
    x = 0.0
    for mark, words in face.legend if face.levels else ():
        words = SHORT_WORDS.get(mark, words)
        parts += [f"q 1 0 0 1 {x:g} 3 cm", mark_operators(TONES.get(mark, (mark, mark))[0]), "Q", fill(INK.light)]
        parts.append(outlined(words, x + CELL + 4, 7, BAND_TEXT, 0, SANS_SEMIBOLD))
        x += CELL + 4 + width_of(words, BAND_TEXT, SANS_SEMIBOLD) + 16
    title = f"{face.scale.title}, %" if face.levels else face.scale.title
    x += 20 if x else 0
    parts += [fill(INK.light), outlined(title, x, 7, BAND_TEXT, 0, SANS_SEMIBOLD)]
    x += width_of(title, BAND_TEXT, SANS_SEMIBOLD) + 10
    step = (width - x) / len(face.scale.colours)
    for place, (colour, name) in enumerate(zip(face.scale.colours, band_names(face.scale), strict=True)):
        left, dark = x + place * step, place < face.scale.dark_bands
        parts += [fill(on_paper(colour)), f"{stroke(FRAME.light, 1)} {left:g} 0 {step:g} {BAND_HIGH} re B"]
        parts += [fill(WHITE if dark else INK.light), outlined(name, left + step / 2, 7.5, BAND_TEXT, 0.5)]
    size = (width + 2 * EDGE, BAND_HIGH + 2 * EDGE)
    return Ink(f"legend-{face.name}", *size, "\n".join(parts).encode())


def band_names(scale: Scale) -> list[str]:
    """Return each band of a scale in words: < 1, 1–10, … > 99. An edge without a label is 0."""
    edges = [label.rstrip("%") or "0" for label in scale.edge_labels]
    to = " to " if edges[0].startswith(MINUS) else DASH
    inner = [low if low == high else f"{low}{to}{high}" for low, high in pairwise(edges)]
    return ["0" if edges[0] == "0" else f"under {edges[0]}", *inner, f"over {edges[-1]}"]


def sign_ink(mark: Mark) -> Ink:
    """Return a sign by itself, in black."""
    operators = f"0 g 1 0 0 1 {CELL // 2} {CELL // 2} cm {_shape(mark, 1)}"
    return Ink(f"sign-{mark.name}", CELL, CELL, operators.encode())


def swatch_ink(mark: Mark) -> Ink:
    """Return a swatch of the colour that means a sign on a plate."""
    return Ink(f"swatch-{mark.name}", CELL, CELL, f"{fill(PLATE_FILLS[mark].light)} 0 0 {CELL} {CELL} re f".encode())


def mark_ink(mark: Mark) -> Ink:
    """Return a mark by itself, as it is on light bands."""
    return Ink(f"mark-{mark.name}", CELL, CELL, mark_operators(TONES.get(mark, (mark, mark))[0]).encode())


def mark_operators(mark: Mark) -> str:
    """Return a mark in a square cell."""
    return f"{fill(mark.colour.light)} 1 0 0 1 {CELL // 2} {CELL // 2} cm {_shape(mark, 1)}"


def frame(width: float, height: float, *, thick: float = RIM) -> str:
    """Return a frame from the corner where it is drawn."""
    return f"{stroke(FRAME.light, thick)}\n0 0 {width:g} {height:g} re S"


def _inked_areas(areas: Iterable[tuple[Colour, list[Points]]]) -> Iterator[str]:
    """Yield the operators of areas; paper is left out unless it lies on another area."""
    inked = ((on_paper(colour), loops) for colour, loops in areas)
    for shade, loops in dropwhile(lambda area: area[0] == WHITE, inked):
        yield "\n".join([fill(shade), *(path(loop, CELL, UP) for loop in loops), "f"])


def _lines(columns: int, rows: int, width: float, height: float, breaks: Container[int]) -> str:
    """Return hairlines between the squares of a printed table, those after `breaks` stronger."""
    across, up = columns * width, rows * height
    level = [f"0 {y * height:g} m {across:g} {y * height:g} l" for y in range(1, rows)]
    parts = []
    for shade, thick, strong in ((0.72, 0.25, False), (0.4, 0.6, True)):
        places = [f"{x * width:g} 0 m {x * width:g} {up:g} l" for x in range(1, columns) if (x in breaks) == strong]
        parts.append(f"{shade:g} G {thick:g} w {' '.join(places if strong else [*places, *level])} S")
    return "\n".join(parts)


def _level(level: ContourLevel, line: str) -> str:
    """Return the line of a level on its rim, which shows it on dark bands."""
    dashes = " ".join(f"{dash:g}" for dash in level.dashes)
    rim = f"{stroke(WHITE, level.width + LEVEL_RIM)}{line} S"
    return f"{rim} {stroke(LEVEL_LINE.light, level.width)} [{dashes}] 0 d{line} S [] 0 d"


def _marks(mark: Mark, cells: Mask) -> str:
    """Return all signs of a kind, each drawn from the place of the last: equal operators compress well."""
    places = np.argwhere(cells)[:, ::-1] * (CELL, UP) + (CELL // 2, UP // 2)
    moves = np.diff(places, axis=0, prepend=0).tolist()
    shape = _shape(mark, MARK_SIZE)
    return f"q {fill(mark.colour.light)}\n" + "".join([f"1 0 0 1 {x} {y} cm {shape}" for x, y in moves]) + "Q"


@cache
def _shape(mark: Mark, size: float) -> str:
    return " ".join(path(polygon, size, size, closed=False) for polygon in mark.polygons) + " f\n"
