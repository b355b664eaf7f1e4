"""Maps for the pages of the site, drawn as short SVG text inside the page: `Map`s in, markup out.

One unit is one cell, so an edge is a digit. What all maps of a page share (grid, numbers, the shapes of the
marks) stands once on the page, in `page_parts`; a map then is its bands, its lines, and for each kind of mark
one path whose corners are the marked cells. Colours are classes, which the stylesheet fills.

Maps and plates are written directly, since there are thousands of them: 1.2 ms and 2 kB a map against 54 ms and
54 kB by matplotlib, which draws what is drawn once (`plots`, `pictures`, the figures of the paper).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter

import numpy as np
from markupsafe import Markup

from atlas.maps.contours import Points, last_point, outlines
from atlas.maps.map import Map, MapFace
from atlas.maps.scene import Scene, map_scene, plate_scene
from atlas.maps.style import CELL, EVEN, FRAME, GRID, LEVEL_LINE, LEVEL_RIM, PAPER, TICK_STEP, ContourLevel, Mark, ticks
from atlas.tables.gap_table import Mask

LEFT, RIM, BOTTOM = 2.1, 0.1, 2.2
"""margins around the cells for numbers and names of the axes"""
LABEL_ABOVE, LABEL_BESIDE = 1.0, 1.9
"""margins above and beside the cells for the labels of lines"""
LABEL_WIDTH, LABEL_HEIGHT = 2.0, 1.0
"""the least distance of two labels along the upper and the right rim"""


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
    above, beside = (LABEL_ABOVE, LABEL_BESIDE) if map_.face.levels else (RIM, RIM)
    box = f"{_short(-LEFT)} {_short(-above)} {_short(LEFT + side + beside)} {_short(above + side + BOTTOM)}"
    return Markup(
        f'<svg class="map" viewBox="{box}" aria-hidden="true">{_areas(scene)}<use href="#board"/>'
        f"{''.join(_level(level, open_path(lines, side)) for level, lines in scene.lines)}"
        f"{_labels(scene, map_.face)}"
        f"{''.join(_marks(mark, cells) for mark, cells in scene.signs.items())}</svg>"
    )


def flip_svg(map_: Map, flips: Mask) -> Markup:
    """Return a map with a frame around the squares that flip, and a veil over the others."""
    veil, frame = (closed_path(outlines(cells), map_.side) for cells in (~flips, flips))
    drawn = Markup(f'<path class="f-{PAPER.name} veil" d="{veil}"/><path class="flips" d="{frame}"/></svg>')
    return map_svg(map_).removesuffix("</svg>") + drawn


def thumbnail(map_: Map, shown_for: str = "") -> Markup:
    """Return a play map as it is on a plate, with the line of an even chance; `shown_for` is a class of its own."""
    scene = plate_scene([[map_]], [EVEN])
    lines = [
        f'<path class="s-{colour.name} even" d="{open_path(lines, scene.height)}"/>'
        for _, lines in scene.lines
        for colour in (PAPER, LEVEL_LINE)
    ]
    names, drawn = f"thumb {shown_for}".rstrip(), _areas(scene) + "".join(lines)
    return Markup(f'<svg class="{names}" viewBox="0 0 {scene.width} {scene.height}">{drawn}</svg>')


def _areas(scene: Scene) -> str:
    return "".join(
        f'<path class="f-{colour.name}" d="{closed_path(loops, scene.height)}"/>' for colour, loops in scene.areas
    )


def _level(level: ContourLevel, d: str) -> str:
    dashes = f' stroke-dasharray="{" ".join(_short(dash / CELL) for dash in level.dashes)}"' if level.dashes else ""
    rim = f'<path class="s-{PAPER.name}" stroke-width="{_short((level.width + LEVEL_RIM) / CELL)}" d="{d}"/>'
    return f'{rim}<path class="s-{LEVEL_LINE.name}" stroke-width="{_short(level.width / CELL)}"{dashes} d="{d}"/>'


def _labels(scene: Scene, face: MapFace) -> str:
    """Return what chance each line is of, outside the map where the line leaves it: so that no cell is covered."""
    above, beside = [], []
    for level, lines in reversed(scene.lines):
        end = last_point(lines, scene.height, scene.width)
        if end and end[1] == scene.height:
            above.append((float(end[0]), face.level_label(level)))
        elif end:
            beside.append((float(scene.height - end[1]), face.level_label(level)))
    placed = _apart(above, LABEL_WIDTH, scene.width + LABEL_BESIDE - LABEL_WIDTH / 2)
    texts = [f'<text x="{_short(x)}" y="-.3">{label}</text>' for x, label in placed]
    placed, middle = _apart(beside, LABEL_HEIGHT, scene.height), _short(scene.width + LABEL_BESIDE / 2)
    texts += [f'<text x="{middle}" y="{_short(y + 0.3)}">{label}</text>' for y, label in placed]
    return f'<g class="f-{LEVEL_LINE.name} levels">{"".join(texts)}</g>' if texts else ""


def _apart(labels: Iterable[tuple[float, str]], least: float, most: float) -> list[tuple[float, str]]:
    """Return labels in order along a rim, none beyond `most`, moved apart where two would overlap."""
    placed: list[tuple[float, str]] = []
    for place, label in sorted(labels, key=itemgetter(0)):
        placed.append((max(place, placed[-1][0] + least) if placed else place, label))
    room = [most - least * behind for behind in reversed(range(len(placed)))]
    return [(min(place, limit), label) for (place, label), limit in zip(placed, room, strict=True)]


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
