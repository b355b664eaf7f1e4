"""Plates: the maps of all skill gaps and lucks side by side on one sheet.

In come the tables of all skill gaps; out come SVG sheets. A map is one unit a cell here, so what to
do is the colour of the cell, in three steps of lightness, and the lines are where the win chance
passes 10, 50 and 90%. Skill gaps run up, lucks run right.
"""

from collections.abc import Sequence
from html import escape

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D

from atlas.maps.contours import Points, inner_lines, outlines, side_by_side
from atlas.maps.figures import drawing, figure_text, sheet
from atlas.maps.map import Map, plate_maps
from atlas.maps.style import FONTS, INK, LEVEL_LINE, LEVELS, PAPER, PLATE_FILLS, QUIET, TILE, Level, svg_style
from atlas.maps.vector import lines_path
from atlas.tables.gap_table import GapTable, Policy
from atlas.wording import signed

GUTTER = 3
"""cells between two maps"""
LEVEL_WIDTHS = {0.10: 0.3, 0.50: 0.8, 0.90: 0.3}
MARGINS = (26, 4, 22, 26)
"""left, right, top, bottom of a plate"""


def plates(tables: Sequence[GapTable]) -> dict[str, bytes]:
    """All sheets by path: one a policy."""
    return {f"atlas/maps/plate-{policy}.svg": plate(tables, policy, LEVELS) for policy in Policy}


def plate(tables: Sequence[GapTable], policy: Policy, levels: Sequence[Level]) -> bytes:
    """One sheet."""
    rows = plate_maps(tables, policy)
    left, right, top, bottom = MARGINS
    pitch = rows[0][0].side + GUTTER
    width, height = left + pitch * len(rows[0]) + right, top + pitch * len(rows) + bottom
    figure = sheet(width, height)
    for collection in _collections(rows, levels, pitch):
        collection.set_transform(Affine2D().translate(left - 0.5, bottom - 0.5))
        figure.add_artist(collection)
    _label(figure, [signed(table.skill_gap) for table in tables], len(rows[0]), pitch)
    _draw_legend(figure)
    title = f"All skill gaps and lucks, {'thrifty' if policy is Policy.THRIFTY else 'for the win alone'}"
    words_for_all = "Small maps of when to test your luck: skill gaps run up, lucks run right, lowest first."
    style = svg_style((TILE, INK, QUIET, *PLATE_FILLS.values()), (LEVEL_LINE, PAPER))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
        f'<title id="t">{escape(title)}</title><desc id="d">{words_for_all}</desc>'
        f"<style>text{{font-family:{FONTS}}}{style}</style>{drawing(figure)}</svg>\n"
    ).encode()


def _collections(rows: list[list[Map]], levels: Sequence[Level], pitch: int) -> list[PathCollection]:
    """Tiles, cells and lines of all maps, each kind one path."""
    whole = [[np.ones_like(map_.bands, dtype=bool) for map_ in maps] for maps in rows]
    fills = [(side_by_side(whole, pitch, outlines), TILE)]
    for mark, colour in PLATE_FILLS.items():
        cells = [[map_.marks[mark] for map_ in maps] for maps in rows]
        fills.append((side_by_side(cells, pitch, outlines), colour))
    collections = [
        PathCollection([lines_path(loops, closed=True)], facecolors=colour.light, edgecolors="none")
        for loops, colour in fills
    ]
    for level in levels:
        drawn = side_by_side([[map_.levels[level] for map_ in maps] for maps in rows], pitch, inner_lines)
        width, path = LEVEL_WIDTHS[level.chance], lines_path(drawn, closed=False)
        for colour, thickness in ((PAPER, width + 0.5), (LEVEL_LINE, width)):
            collections.append(PathCollection([path], facecolors="none", edgecolors=colour.light, linewidths=thickness))
    return collections


def _label(figure: Figure, gaps: list[str], lucks: int, pitch: int) -> None:
    left, _, _, bottom = MARGINS
    half = (pitch - GUTTER) / 2
    for row, gap in enumerate(gaps):
        figure_text(figure, left - 4, bottom + row * pitch + half - 2, gap, 7, QUIET, align="right")
    for luck in range(lucks):
        figure_text(figure, left + luck * pitch + half, bottom - 8, str(luck), 7, QUIET, align="center")
    top = bottom + len(gaps) * pitch
    figure_text(figure, 2, top + 3, "Skill gap", 7, INK)
    figure_text(figure, left + lucks * pitch - GUTTER, bottom - 17, "LUCK", 7, INK, align="right")


def _draw_legend(figure: Figure) -> None:
    left, y = MARGINS[0], figure.bbox.height - 11
    words = ("test after a won round", "after a lost round", "after either")
    for i, (colour, text) in enumerate(zip(PLATE_FILLS.values(), words, strict=True)):
        x = left + (0, 106, 194)[i]
        square: Points = [(x, int(y)), (x + 7, int(y)), (x + 7, int(y) + 7), (x, int(y) + 7)]
        swatch = PathCollection([lines_path([square], closed=True)], facecolors=colour.light, edgecolors="none")
        swatch.set_transform(Affine2D().translate(-0.5, -0.5))
        figure.add_artist(swatch)
        figure_text(figure, x + 11, y + 1, text, 7.5, INK)
    figure_text(figure, left + 258, y + 1, "lines: 10, 50, 90% to win", 7.5, INK)
