"""Drawings for paper: maps, plates and the squares of tables as PDF operators, ready to be placed on a page.

Paper is white: the colour of the site's paper becomes white, all others are those of the site by day, and the grid is
hairlines. What is drawn is decided in `scene`; the shapes of the signs and the colours are those of `style`. The full
atlas has hundreds of maps: an operator string takes a millisecond and a kilobyte, where an SVG takes ten of each.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import dropwhile, groupby, pairwise
from math import fsum

import numpy as np

from atlas.game.rules import Verdict
from atlas.maps.contours import Points
from atlas.maps.fonts import SANS_REGULAR, SANS_SEMIBOLD, Face, loaded
from atlas.maps.map import Map, MapFace, earliness
from atlas.maps.scene import GUTTER, Scene, ground, map_scene, plate_scene
from atlas.maps.style import (
    CELL,
    EARLINESS,
    EVEN,
    FRAME,
    GRID,
    INK,
    LEVEL_LINE,
    LEVEL_RIM,
    PAPER,
    PLATE_FILLS,
    QUIET,
    TICK_STEP,
    Colour,
    ContourLevel,
    Mark,
    Scale,
    ticks,
)
from atlas.tables.gap_table import Mask, Verdicts
from atlas.wording import DASH, MINUS

WHITE = "#ffffff"
TICK_SIZE = 28
"""height of the numbers along a map, in units of its drawing: 20 are a cell"""
TITLE_SIZE = 30
FIGURE_SIZE, FIGURE_RISE = 15, 5
"""of the figures on a map of the lowest luck, and how far above the foot of a square they stand"""
LEFT, BOTTOM, RIGHT, TOP = 36, 30, 6, 4
"""the room around a map"""
EDGE = 1
"""the room around drawings whose outermost lines would else be cut"""
MINOR, MAJOR, RIM = 0.6, 1.1, 1.6
"""widths of the lines of a grid"""
FIFTH = 5
SQUARE_GREYS = (1.0, 0.94, 0.87, 0.77)
"""the greys of printed tables, by shade"""


@dataclass(frozen=True)
class Ink:
    """A drawing: PDF operators in a frame of its own, from the lower left corner."""

    name: str
    """its name on pages"""
    width: float
    height: float
    operators: bytes
    over: "Ink | None" = None
    """a drawing of the same size on top, shared by many"""
    once: bool = False
    """whether it stands in one place only: it is then written there, and packs with its neighbours"""
    figures: "Sequence[tuple[Ink, int, int]]" = ()
    """small drawings on it that are used many times, and where their corners stand"""


def map_ink(map_: Map, title: str = "") -> Ink:
    """Return a bare map with numbers along its sides and, if given, a short title above it."""
    scene = map_scene(map_)
    parts = [
        f"1 0 0 1 {LEFT} {BOTTOM} cm",
        *_inked_areas(scene.areas),
        _grid(scene.width),
        *(_level(level, "".join(f"\n{_path(line, closed=False)}" for line in lines)) for level, lines in scene.lines),
        *(_marks(mark, cells) for mark, cells in scene.signs.items()),
    ]
    rim = axes_ink(scene.width, title)
    return Ink(map_.path, rim.width, rim.height, "\n".join(parts).encode(), rim, once=True)


def threshold_ink(name: str, verdicts: Verdicts, title: str) -> Ink:
    """Return a map of the lowest luck to test with: the sooner, the darker, with the figure in its square.

    A dot after a figure: with some higher luck, keep.
    """
    tests = verdicts == Verdict.TEST
    lowest, side = tests.argmax(axis=0), tests.shape[1]
    broken = tests.sum(axis=0) < len(tests) - lowest
    parts = [f"1 0 0 1 {LEFT} {BOTTOM} cm", *_inked_areas(ground(earliness(verdicts), EARLINESS)), _grid(side)]
    figures = [
        (figure_ink(int(lowest[y, x]), broken=bool(broken[y, x])), LEFT + x * CELL, BOTTOM + y * CELL)
        for y, x in np.argwhere(tests.any(axis=0)).tolist()
    ]
    rim = axes_ink(side, title)
    return Ink(name, rim.width, rim.height, "\n".join(parts).encode(), rim, once=True, figures=figures)


@cache
def figure_ink(luck: int, *, broken: bool) -> Ink:
    """Return a figure for a square; with a dot where it does not hold for all higher lucks."""
    outlined = _outlined(f"{luck}{'·' if broken else ''}", CELL / 2, FIGURE_RISE, FIGURE_SIZE, 0.5, SANS_SEMIBOLD)
    return Ink(f"figure-{luck}{'-broken' if broken else ''}", CELL, CELL, f"0 g {outlined}".encode())


@cache
def axes_ink(side: int, title: str = "") -> Ink:
    """Return the frame and the numbers of all maps of a size, and their title, as outlines that need no typeface."""
    rim = _rim_ink(side, TITLE_SIZE * 1.15 if title else 0)
    if not title:
        return rim
    written = _outlined(title, LEFT, BOTTOM + side * CELL + TITLE_SIZE * 0.34, TITLE_SIZE, 0, SANS_SEMIBOLD)
    name = f"title-{side}-{title.lower().replace(' ', '-').replace(':', '')}"
    return Ink(name, rim.width, rim.height, f"{_fill(INK.light)} {written}".encode(), rim)


@cache
def _rim_ink(side: int, above: float) -> Ink:
    length = side * CELL
    parts = [f"1 0 0 1 {LEFT} {BOTTOM} cm", _frame(length, length), _fill(QUIET.light)]
    for number in ticks(side):
        middle = (number - 0.5) * CELL
        parts.append(_outlined(str(number), middle, -TICK_SIZE * 0.92, TICK_SIZE, 0.5))
        parts.append(_outlined(str(number), -5, middle - TICK_SIZE * 0.32, TICK_SIZE, 1))
    name = f"axes-{side}{'-titled' if above else ''}"
    return Ink(name, LEFT + length + RIGHT, BOTTOM + length + TOP + above, "\n".join(parts).encode())


def squares_ink(name: str, shades: Sequence[Sequence[int]], width: float, height: float, columns: int) -> Ink:
    """Return the squares of a printed table, row 1 on top, in greys; the figures are set over it as text."""
    across, up = columns * width, len(shades) * height
    parts = []
    for y, row in enumerate(shades, 1):
        for shade, run in groupby(range(len(row)), row.__getitem__):
            if shade:
                first, *others = run
                parts.append(f"{SQUARE_GREYS[shade]:g} g {first * width:g} {up - y * height:g}")
                parts.append(f"{(len(others) + 1) * width:g} {height:g} re f")
    parts += [_lines(columns, len(shades), width, height), _frame(across, up, thick=0.8)]
    return Ink(name, across, up, "\n".join(parts).encode(), once=True)


def plate_ink(name: str, rows: Sequence[Sequence[Map]], levels: Sequence[ContourLevel]) -> Ink:
    """Return small maps side by side, each drawn from its own corner in a thin frame, so that equal ones pack well."""
    pitch = rows[0][0].side + GUTTER
    wide, high = (pitch * count - GUTTER for count in (len(rows[0]), len(rows)))
    parts = [f"1 0 0 1 {EDGE} {EDGE} cm"]
    for y, maps in enumerate(rows):
        for x, map_ in enumerate(maps):
            parts += [f"q 1 0 0 1 {x * pitch} {y * pitch} cm", *_tile(plate_scene([[map_]], levels)), "Q"]
    return Ink(name, wide + 2 * EDGE, high + 2 * EDGE, "\n".join(parts).encode(), once=True)


def _tile(scene: Scene) -> Iterator[str]:
    """Yield the operators of a map on a plate."""
    yield f"{_stroke(GRID.light, 0.25)} 0 0 {scene.width} {scene.height} re S"
    for colour, loops in scene.areas:
        yield " ".join([_fill(colour.light), *(_path(loop, 1) for loop in loops), "f"])
    for level, lines in scene.lines:
        thick = 1.0 if level == EVEN else 0.4
        for shade, wide in ((WHITE, thick + 0.6), (LEVEL_LINE.light, thick)):
            yield " ".join([_stroke(shade, wide), *(_path(line, 1, closed=False) for line in lines), "S"])


def legend_ink(face: MapFace, across: int = 4) -> Ink:
    """Return the legend of a kind of map, its words as outlines that need no typeface; `across` bands to a line."""
    step, tall, size, line_height = 118, 30, 20, 28
    names, lines = band_names(face.scale), _legend_lines(face, across * step)
    signs_top = 30 + -(-len(names) // across) * tall + 12
    height = signs_top + len(lines) * line_height
    parts = [f"1 0 0 1 {EDGE} 0 cm", _fill(INK.light), _outlined(face.scale.title, 0, height - 20, 21, 0)]
    for place, (colour, name) in enumerate(zip(face.scale.colours, names, strict=True)):
        x, y = place % across * step, height - 30 - (place // across + 1) * tall
        parts += [_fill(on_paper(colour)), f"{_stroke(FRAME.light, 1)} {x} {y} {step} {tall} re B"]
        parts += [_fill(INK.light), _outlined(name, x + step / 2, y + 9, size, 0.5)]
    for number, line in enumerate(lines, 1):
        y = height - signs_top - number * line_height
        for left, sign, right, words in line:
            parts += [f"q 1 0 0 1 {left:.4g} {y} cm", sign, "Q", _fill(INK.light)]
            parts.append(_outlined(words, right, y + 4, size, 0))
    return Ink(f"legend-{face.name}-{across}", across * step + 2 * EDGE, height, "\n".join(parts).encode())


def _legend_lines(face: MapFace, width: float) -> list[list[tuple[float, str, float, str]]]:
    """Lay out signs and level lines, as many to a line as fit: (place, operators, place of words, words)."""
    cell, middle = np.ones((1, 1), dtype=bool), CELL / 2
    signs = [(CELL, f"{_frame(CELL, CELL, thick=1)}\n{_marks(mark, cell)}", words) for mark, words in face.legend]
    for level in face.levels:
        signs.append((2 * CELL, _level(level, f" 0 {middle} m {2 * CELL} {middle} l"), f"{level.chance:.0%}"))
    lines: list[list[tuple[float, str, float, str]]] = [[]]
    x = 0.0
    for wide, sign, words in signs:
        room = wide + 7 + 20 * fsum(_outline(character, SANS_REGULAR)[0] for character in words)
        if x + room > width:
            lines.append([])
            x = 0.0
        lines[-1].append((x, sign, x + wide + 7, words))
        x += room + 26
    return lines


def band_names(scale: Scale) -> list[str]:
    """Return each band of a scale in words: < 1%, 1–10%, … 99% up. An edge without a label is 0."""
    edges = [label.rstrip("%") or "0" for label in scale.edge_labels]
    unit = "%" if scale.edge_labels[-1].endswith("%") else ""
    to = " to " if edges[0].startswith(MINUS) else DASH
    inner = [low if low == high else f"{low}{to}{high}{unit}" for low, high in pairwise(edges)]
    lowest = "0" if edges[0] == "0" else f"< {edges[0]}{unit}"
    return [lowest, *inner, f"{edges[-1]}{unit} up"]


def sign_ink(mark: Mark) -> Ink:
    """Return a sign by itself, in black."""
    operators = f"0 g 1 0 0 1 {CELL // 2} {CELL // 2} cm {_shape(mark)}"
    return Ink(f"sign-{mark.name}", CELL, CELL, operators.encode())


def swatch_ink(mark: Mark) -> Ink:
    """Return a swatch of the colour that stands for a sign on a plate."""
    return Ink(f"swatch-{mark.name}", CELL, CELL, f"{_fill(PLATE_FILLS[mark].light)} 0 0 {CELL} {CELL} re f".encode())


def on_paper(colour: Colour) -> str:
    """Return a colour as it is printed on white paper; the colour of the site’s paper becomes white."""
    return WHITE if colour.light == PAPER.light else colour.light


def _inked_areas(areas: Iterable[tuple[Colour, list[Points]]]) -> Iterator[str]:
    """Yield the operators of areas; paper is left out unless it lies on another area."""
    inked = ((on_paper(colour), loops) for colour, loops in areas)
    for shade, loops in dropwhile(lambda area: area[0] == WHITE, inked):
        yield "\n".join([_fill(shade), *(_path(loop) for loop in loops), "f"])


def _grid(side: int) -> str:
    """Return hairlines between the cells of a map, a little stronger after every sixth.

    All lines of a direction are one broad line, dashed as finely as the hairlines are thick.
    """
    length = side * CELL
    parts = []
    for every, thick, shade in ((1, MINOR, "#cfc8ba"), (TICK_STEP, MAJOR, "#a0977f")):
        first, last, middle = every * CELL - thick / 2, length - thick, length / 2
        parts.append(f"{_stroke(shade, length)} [{thick:g} {every * CELL - thick:g}] 0 d")
        parts.append(f"{first:g} {middle:g} m {last:g} {middle:g} l S {middle:g} {first:g} m {middle:g} {last:g} l S")
    return "\n".join([*parts, "[] 0 d"])


def _lines(columns: int, rows: int, width: float, height: float) -> str:
    """Return hairlines between the squares of a printed table, every fifth a shade darker."""
    across, up = columns * width, rows * height
    parts = []
    for shade, thick, strong in ((0.62, 0.25, False), (0, 0.6, True)):
        places = [f"{x * width:g} 0 m {x * width:g} {up:g} l" for x in range(1, columns) if (x % FIFTH == 0) == strong]
        places += [
            f"0 {up - y * height:g} m {across:g} {up - y * height:g} l"
            for y in range(1, rows)
            if (y % FIFTH == 0) == strong
        ]
        parts.append(f"{shade:g} G {thick:g} w {' '.join(places)} S")
    return "\n".join(parts)


def _frame(width: float, height: float, *, thick: float = RIM) -> str:
    return f"{_stroke(FRAME.light, thick)}\n0 0 {width:g} {height:g} re S"


def _level(level: ContourLevel, path: str) -> str:
    dashes = " ".join(f"{dash:g}" for dash in level.dashes)
    rim = f"{_stroke(WHITE, level.width + LEVEL_RIM)}{path} S"
    return f"{rim} {_stroke(LEVEL_LINE.light, level.width)} [{dashes}] 0 d{path} S [] 0 d"


def _marks(mark: Mark, cells: Mask) -> str:
    """Return all signs of a kind, each drawn from the place of the one before: equal operators pack well."""
    places = np.argwhere(cells)[:, ::-1] * CELL + CELL // 2
    moves = np.diff(places, axis=0, prepend=0).tolist()
    shape = _shape(mark)
    return f"q {_fill(mark.colour.light)}\n" + "".join([f"1 0 0 1 {x} {y} cm {shape}" for x, y in moves]) + "Q"


@cache
def _shape(mark: Mark) -> str:
    return " ".join(_path(polygon, 1, closed=False) for polygon in mark.polygons) + " f\n"


def _path(points: Sequence[tuple[int, int]], unit: int = CELL, *, closed: bool = True) -> str:
    (x, y), *others = points
    path = f"{x * unit} {y * unit} m " + " ".join(f"{a * unit} {b * unit} l" for a, b in others)
    return f"{path} h" if closed else path


def _fill(colour: str) -> str:
    return f"{_rgb(colour)} rg"


def _stroke(colour: str, width: float) -> str:
    return f"{_rgb(colour)} RG {width:g} w"


@cache
def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


def _outlined(text: str, x: float, y: float, size: float, anchor: float, face: Face = SANS_REGULAR) -> str:
    """Return text as outlines at a place; `anchor` is the share of its width that stands before the place."""
    glyphs = [_outline(character, face) for character in text]
    x -= anchor * size * fsum(advance for advance, _ in glyphs)
    parts = []
    for advance, outline in glyphs:
        if outline:
            parts.append(f"q {size:g} 0 0 {size:g} {x:.4g} {y:.4g} cm {outline} f Q")
        x += advance * size
    return "\n".join(parts)


@cache
def _outline(character: str, face: Face) -> tuple[float, str]:
    """Return a character at font size 1: its advance, and its shape as operators."""
    from fontTools.pens.basePen import BasePen

    font = loaded(face)
    shapes, upem = font.getGlyphSet(), font["head"].unitsPerEm
    operators: list[str] = []

    def add(operator: str, *points: tuple[float, float]) -> None:
        operators.extend([*(f"{value / upem:.4g}" for point in points for value in point), operator])

    pen = BasePen(shapes)
    # Curves of any kind arrive here as cubic ones, as PDF has them.
    for hook, operator in {"_moveTo": "m", "_lineTo": "l", "_curveToOne": "c", "_closePath": "h"}.items():
        setattr(pen, hook, partial(add, operator))
    glyph = shapes[font.getBestCmap()[ord(character)]]
    glyph.draw(pen)
    return glyph.width / upem, " ".join(operators)
