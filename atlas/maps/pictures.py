"""Pictures made of pixels, through matplotlib: icons for home screens, and the preview of a shared link."""

import io
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle

from atlas.maps.contours import Points
from atlas.maps.documents import DIE, ICON_SIDE, PIP, PIPS, RIM, ROUND
from atlas.maps.fonts import FACES, SANS, SERIF
from atlas.maps.map import Map, play_map
from atlas.maps.scene import plate_scene
from atlas.maps.style import ACCENT, EVEN, FILL, INK, LEVEL_LINE, PAPER, QUIET, TILE
from atlas.tables.gap_table import Aim, GapTable

ICON_SIZES = {"apple-touch-icon": 180, "icon-192": 192, "icon-512": 512}
PREVIEW = (1200, 630)
TILES_ACROSS, TILES_DOWN = 4, 4
PITCH, LEFT, BOTTOM = 134, 634, 47
"""the size of the small maps on the preview, in pixels"""


def icons() -> dict[str, bytes]:
    """Return the icon in the sizes that phones ask for."""
    return {f"static/{name}.png": _icon(pixels) for name, pixels in ICON_SIZES.items()}


def preview(tables: Sequence[GapTable]) -> bytes:
    """Return the picture that stands beside a shared link: the question, and a part of the plate."""
    width, height = PREVIEW
    figure, axes = _canvas(width, height)
    axes.add_patch(Rectangle((0, 0), width, height, facecolor=PAPER.light))
    # The middle of the plate and its lucky half, where maps have most to show.
    lucks, numbers = range(len(tables[0].win_chance)), range(len(tables))
    for row, number in enumerate(_spread(numbers[len(numbers) // 3 : -(len(numbers) // 3) or None], TILES_DOWN)):
        for column, luck in enumerate(_spread(lucks[len(lucks) // 3 :], TILES_ACROSS)):
            shown = play_map(tables[number].of(Aim.THRIFTY), luck)
            _tile(axes, shown, LEFT + column * PITCH, BOTTOM + row * PITCH)
    _die(axes, 72, 474, 92, rounded=True)
    words = (
        ("Should I", 84, 350, SERIF, 900, INK),
        ("test my luck?", 84, 262, SERIF, 900, INK),
        ("The exact answer for every", 34, 170, SANS, 400, QUIET),
        ("Fighting Fantasy fight", 34, 126, SANS, 400, QUIET),
        ("Luck Atlas", 34, 62, SERIF, 600, ACCENT),
    )
    for text, size, y, family, weight, colour in words:
        face = next(face for face in FACES if (face.family, face.weight, face.italic) == (family, weight, False))
        font = FontProperties(fname=str(face.file), size=size)
        axes.text(70, y, text, fontproperties=font, color=colour.light, va="baseline")
    return _png(figure)


def _spread(values: Sequence[int], count: int) -> list[int]:
    """Return `count` values of a list, spread from end to end."""
    steps = max(count - 1, 1)
    return [values[i * (len(values) - 1) // steps] for i in range(count)]


def _tile(axes: Axes, map_: Map, left: int, bottom: int) -> None:
    """Draw a small map."""
    scene = plate_scene([[map_]], [EVEN])
    cell = (PITCH - 14) / scene.width

    def placed(points: Points) -> list[tuple[float, float]]:
        return [(left + cell * x, bottom + cell * y) for x, y in points]

    for colour, loops in ((TILE, scene.tiles), *scene.areas):
        for loop in loops:
            axes.add_patch(Polygon(placed(loop), closed=True, facecolor=colour.light, edgecolor="none"))
    for _, lines in scene.lines:
        for colour, width in ((PAPER, 6), (LEVEL_LINE, 3)):
            for line in lines:
                axes.plot(*zip(*placed(line), strict=True), color=colour.light, linewidth=width)


def _icon(pixels: int) -> bytes:
    figure, axes = _canvas(pixels, pixels)
    axes.add_patch(Rectangle((0, 0), pixels, pixels, facecolor=ACCENT.light))
    _die(axes, 0, 0, pixels, rounded=False)
    return _png(figure)


def _die(axes: Axes, left: float, bottom: float, size: float, *, rounded: bool) -> None:
    """Draw the icon of the site, the same as its SVG."""
    unit = size / ICON_SIDE
    if rounded:
        radius = ROUND * unit
        ground = FancyBboxPatch(
            (left + radius, bottom + radius),
            size - 2 * radius,
            size - 2 * radius,
            boxstyle=f"round,pad={radius}",
            facecolor=ACCENT.light,
            edgecolor="none",
        )
        axes.add_patch(ground)
    corners = [(left + x * unit, bottom + y * unit) for x, y in DIE]
    axes.add_patch(
        Polygon(
            corners, closed=True, facecolor=FILL.light, edgecolor=FILL.light, linewidth=RIM * unit, joinstyle="round"
        )
    )
    for x, y in PIPS:
        axes.add_patch(Circle((left + x * unit, bottom + y * unit), PIP * unit, facecolor=ACCENT.light))


def _canvas(width: int, height: int) -> tuple[Figure, Axes]:
    """Return a figure with axes over the whole picture, in pixels."""
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    return figure, axes


def _png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()
