"""Maps for the pages of the site, drawn as short SVG text inside the page: `Map`s in, markup out.

One unit is one cell, so an edge is a digit. What all maps of a page share (grid, numbers, the shapes of the
marks) stands once on the page, in `page_parts`; a map then is its bands, its lines, and for each kind of mark
one path whose corners are the marked cells. Colours are classes, which the stylesheet fills.

Maps and plates are written directly, since there are thousands of them: 1.2 ms and 2 kB a map against 54 ms and
54 kB by matplotlib, which draws what is drawn once (`plots`, `pictures`, the figures of the paper).
"""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from markupsafe import Markup

from atlas.maps.contours import Points
from atlas.maps.map import Map
from atlas.maps.scene import Scene, map_scene, plate_scene
from atlas.maps.style import CELL, EVEN, FRAME, GRID, LEVEL_LINE, LEVEL_RIM, PAPER, TICK_STEP, ContourLevel, Mark, ticks
from atlas.tables.gap_table import Mask

LEFT, TOP, BOTTOM = 2.1, 0.1, 2.2
"""the room around the cells for the numbers and the names of the axes"""


@cache
def page_parts(side: int, marks: tuple[Mark, ...]) -> Markup:
    """Return what the maps of a page with these marks share, as an SVG that takes no room."""
    markers = "".join(_marker(mark) for mark in marks)
    return Markup(
        f'<svg class="parts" aria-hidden="true" width="0" height="0"><defs>{markers}'
        f'<g id="board">{_grid(side)}{_ticks(side)}</g></defs></svg>'
    )


def map_svg(map_: Map) -> Markup:
    """Return one map as SVG; its words stand around it on the page."""
    scene = map_scene(map_)
    side = scene.width
    box = f"{_short(-LEFT)} {_short(-TOP)} {_short(LEFT + side + TOP)} {_short(TOP + side + BOTTOM)}"
    return Markup(
        f'<svg class="map" viewBox="{box}" aria-hidden="true">{_areas(scene)}<use href="#board"/>'
        f"{''.join(_level(level, open_path(lines, side)) for level, lines in scene.lines)}"
        f"{''.join(_marks(mark, cells) for mark, cells in scene.signs.items())}</svg>"
    )


def thumbnail(map_: Map) -> Markup:
    """Return a play map as it is on a plate, with the line of an even chance."""
    scene = plate_scene([[map_]], [EVEN])
    lines = [
        f'<path class="s-{colour.name} even" d="{open_path(lines, scene.height)}"/>'
        for _, lines in scene.lines
        for colour in (PAPER, LEVEL_LINE)
    ]
    return Markup(
        f'<svg class="thumb" viewBox="0 0 {scene.width} {scene.height}">{_areas(scene)}{"".join(lines)}</svg>'
    )


def _areas(scene: Scene) -> str:
    return "".join(
        f'<path class="f-{colour.name}" d="{closed_path(loops, scene.height)}"/>' for colour, loops in scene.areas
    )


def _level(level: ContourLevel, d: str) -> str:
    dashes = f' stroke-dasharray="{" ".join(_short(dash / CELL) for dash in level.dashes)}"' if level.dashes else ""
    rim = f'<path class="s-{PAPER.name}" stroke-width="{_short((level.width + LEVEL_RIM) / CELL)}" d="{d}"/>'
    return f'{rim}<path class="s-{LEVEL_LINE.name}" stroke-width="{_short(level.width / CELL)}"{dashes} d="{d}"/>'


def _marks(mark: Mark, cells: Mask) -> str:
    """Return a path with a corner in every marked cell, and the mark on every corner but the first and the last."""
    rows = [(len(cells) - 1 - row, np.flatnonzero(cells[row])) for row in range(len(cells) - 1, -1, -1)]
    d = "".join(f"L{columns[0]} {y}{_steps(np.diff(columns).tolist())}" for y, columns in rows if len(columns))
    return f'<path marker-mid="url(#{mark.name})" d="M0 0{d}h0"/>'


def _steps(steps: Sequence[int]) -> str:
    return f"h{' '.join(map(str, steps))}" if steps else ""


def closed_path(loops: Iterable[Points], height: int) -> str:
    """Return the path of closed outlines in a drawing of this height in cells."""
    return "".join(f"{_line(loop, height)}z" for loop in loops)


def open_path(lines: Iterable[Points], height: int) -> str:
    """Return the path of open lines in a drawing of this height in cells."""
    return "".join(_line(line, height) for line in lines)


def _line(points: Points, height: int) -> str:
    """Return a line as steps across and up; hero stamina runs up."""
    (x, y), *others = points
    parts = [f"M{x} {height - y}"]
    for to_x, to_y in others:
        parts.append(f"h{to_x - x}" if to_y == y else f"v{y - to_y}")
        x, y = to_x, to_y
    return "".join(parts)


def _marker(mark: Mark) -> str:
    """Return a mark as an SVG marker. A marker is three units wide by default; its place is the corner of a cell."""
    half, wide = CELL // 2, 3 * CELL
    d = "".join("M" + " ".join(f"{x} {-y}" for x, y in polygon) + "z" for polygon in mark.polygons)
    return (
        f'<marker id="{mark.name}" viewBox="-{wide // 2} -{wide // 2} {wide} {wide}" refX="-{half}" refY="-{half}">'
        f'<path class="f-{mark.colour.name}" d="{d}"/></marker>'
    )


def _grid(side: int) -> str:
    """Return the grid as the dashes of two strokes as broad as the map, shorter than a line each."""
    half = _short(side / 2)

    def lines(every: int, width: float, opacity: str) -> str:
        first, last = _short(every - width / 2), _short((side - 1) // every * every + width / 2)
        dashes = f"{_short(width)} {_short(every - width)}"
        return (
            f'<path class="s-{GRID.name}" stroke-width="{side}" stroke-opacity="{opacity}" stroke-dasharray="{dashes}"'
            f' d="M{half} {first}V{last}M{first} {half}H{last}"/>'
        )

    frame = f'<path class="s-{FRAME.name}" stroke-width=".075" d="M0 0h{side}v{side}h-{side}z"/>'
    return lines(1, 0.035, ".45") + lines(TICK_STEP, 0.055, ".8") + frame


def _ticks(side: int) -> str:
    at = ticks(side)
    across = "".join(f'<text x="{tick - 0.5}" y="{side + 0.9}">{tick}</text>' for tick in at)
    along = "".join(f'<text x="-.55" y="{_short(side - tick + 0.8)}">{tick}</text>' for tick in at)
    half = _short(side / 2)
    return (
        f'<g class="f-quiet ticks">{across}{along}</g><g class="f-ink ticks">'
        f'<text x="{half}" y="{side + 1.95}">Foe’s STAMINA</text>'
        f'<text transform="translate(-1.45 {half}) rotate(-90)">Your STAMINA</text></g>'
    )


def _short(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".").replace("0.", ".", 1) if abs(number) < 1 else f"{number:g}"
