"""Plates: the maps of all skill gaps and lucks side by side on one sheet.

In come the tables of all skill gaps; out come SVG sheets. A map is one unit a cell here, so what to
do is the colour of the cell, in three steps of lightness, and the lines are where the win chance
passes 10, 50 and 90%. Skill gaps run up, lucks run right.
"""

from collections.abc import Sequence

import numpy as np

from atlas.maps.contours import inner_lines, outlines, side_by_side
from atlas.maps.documents import svg_document
from atlas.maps.map import Map, plate_maps
from atlas.maps.style import INK, LEVEL_LINE, LEVELS, PAPER, PLATE_FILLS, QUIET, TILE, Colour, Level
from atlas.maps.svg import closed_path, open_path
from atlas.tables.gap_table import Aim, GapTable
from atlas.wording import signed

GUTTER = 3
"""cells between two maps"""
LEVEL_WIDTHS = {0.10: 0.3, 0.50: 0.8, 0.90: 0.3}
MARGINS = (26, 4, 22, 26)
"""left, right, top, bottom of a plate"""
LEGEND = ((0, "test after a won round"), (106, "after a lost round"), (194, "after either"))
"""places and words, in the order of `PLATE_FILLS`"""


def plates(tables: Sequence[GapTable]) -> dict[str, bytes]:
    """All sheets by path: one a policy."""
    return {f"atlas/maps/plate-{policy}.svg": plate(tables, policy, LEVELS) for policy in Aim}


def plate(tables: Sequence[GapTable], policy: Aim, levels: Sequence[Level]) -> bytes:
    """One sheet. Its drawing counts from the upper left corner of the highest map."""
    rows = plate_maps(tables, policy)
    left, right, top, bottom = MARGINS
    pitch = rows[0][0].side + GUTTER
    width, height = pitch * len(rows[0]), pitch * len(rows)
    parts = (
        *_fills(rows, pitch),
        *_lines(rows, levels, pitch),
        *_labels([signed(table.skill_gap) for table in tables], len(rows[0]), pitch),
        *_legend(),
    )
    drawing = f'<g transform="translate({left} {top})">{"".join(parts)}</g>'
    return svg_document(
        left + width + right,
        top + height + bottom,
        f"All skill gaps and lucks, {'thrifty' if policy is Aim.THRIFTY else 'for the win alone'}",
        "Small maps of when to test your luck: skill gaps run up, lucks run right, lowest first.",
        drawing,
    )


def _fills(rows: Sequence[Sequence[Map]], pitch: int) -> list[str]:
    """Tiles and cells of all maps, each kind one path."""
    cells = {TILE: [[np.ones_like(map_.bands, dtype=bool) for map_ in maps] for maps in rows]}
    cells |= {colour: [[map_.marks[mark] for map_ in maps] for maps in rows] for mark, colour in PLATE_FILLS.items()}
    return [
        f'<path {_filled(colour)} d="{closed_path(side_by_side(masks, pitch, outlines), pitch * len(rows))}"/>'
        for colour, masks in cells.items()
    ]


def _lines(rows: Sequence[Sequence[Map]], levels: Sequence[Level], pitch: int) -> list[str]:
    """Where the chances of all maps pass each level, on a rim of paper."""
    parts = []
    for level in levels:
        lines = side_by_side([[map_.levels[level] for map_ in maps] for maps in rows], pitch, inner_lines)
        width, name = LEVEL_WIDTHS[level.chance], f"at-{round(100 * level.chance)}"
        parts.append(f'<defs><path id="{name}" d="{open_path(lines, pitch * len(rows))}"/></defs>')
        for colour, wide in ((PAPER, width + 0.5), (LEVEL_LINE, width)):
            parts.append(f'<use href="#{name}" style="stroke:var(--{colour.name});fill:none" stroke-width="{wide:g}"/>')
    return parts


def _labels(gaps: Sequence[str], lucks: int, pitch: int) -> list[str]:
    """The skill gaps on the left, the lucks at the foot."""
    foot, half = pitch * len(gaps), (pitch - GUTTER) / 2
    along = (f'<text x="-4" y="{foot - row * pitch - half + 2:g}">{gap}</text>' for row, gap in enumerate(gaps))
    across = (f'<text x="{luck * pitch + half:g}" y="{foot + 8}">{luck}</text>' for luck in range(lucks))
    return [
        f'<g {_filled(QUIET)} font-size="7" text-anchor="end">{"".join(along)}</g>',
        f'<g {_filled(QUIET)} font-size="7" text-anchor="middle">{"".join(across)}</g>',
        f'<g {_filled(INK)} font-size="7"><text x="-24" y="-3">Skill gap</text>',
        f'<text x="{lucks * pitch - GUTTER}" y="{foot + 17}" text-anchor="end">LUCK</text></g>',
    ]


def _legend() -> list[str]:
    """Above the maps."""
    swatches = [
        f'<path {_filled(colour)} d="M{x} -18h7v7h-7z"/><text x="{x + 11}" y="-12">{words}</text>'
        for colour, (x, words) in zip(PLATE_FILLS.values(), LEGEND, strict=True)
    ]
    return [
        f'<g {_filled(INK)} font-size="7.5">',
        *swatches,
        '<text x="258" y="-12">lines: 10, 50, 90% to win</text></g>',
    ]


def _filled(colour: Colour) -> str:
    return f'style="fill:var(--{colour.name})"'
