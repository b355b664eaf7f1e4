"""Plates: the maps of all skill gaps and lucks side by side on one sheet, with lines where the win chance passes 10, 50
and 90%.

In come the tables of all skill gaps; out come SVG sheets. Skill gaps run up, lucks run right.
"""

from collections.abc import Sequence

from atlas.maps.documents import svg_document
from atlas.maps.map import plate_maps
from atlas.maps.scene import GUTTER, plate_scene
from atlas.maps.style import INK, LEVEL_LINE, LEVELS, PAPER, PLATE_FILLS, QUIET, TILE, Colour, ContourLevel
from atlas.maps.svg import closed_path, open_path
from atlas.tables.gap_table import Aim, AimTable, GapTable
from atlas.wording import signed

LEVEL_WIDTHS = {0.10: 0.3, 0.50: 0.8, 0.90: 0.3}
MARGINS = (26, 4, 22, 26)
"""left, right, top, bottom of a plate"""
LEGEND = ((0, "test after a won round"), (106, "after a lost round"), (194, "win or lose"))
"""places and words, in the order of `PLATE_FILLS`"""


def plates(tables: Sequence[GapTable]) -> dict[str, bytes]:
    """Return the plates by path, one for each aim."""
    return {f"atlas/maps/plate-{aim}.svg": plate([table.of(aim) for table in tables], LEVELS) for aim in Aim}


def plate(tables: Sequence[AimTable], levels: Sequence[ContourLevel]) -> bytes:
    """Return one plate. Its drawing counts from the upper left corner of the highest map."""
    scene = plate_scene(plate_maps(tables), levels)
    left, right, top, bottom = MARGINS
    width, foot = scene.width + GUTTER, scene.height + GUTTER
    areas = ((TILE, scene.tiles), *scene.areas)
    parts = (
        *(f'<path {_filled(colour)} d="{closed_path(loops, foot)}"/>' for colour, loops in areas),
        *(_line(level, open_path(lines, foot)) for level, lines in scene.lines),
        *_labels([signed(table.skill_gap) for table in tables], width, foot),
        *_legend(),
    )
    return svg_document(
        left + width + right,
        top + foot + bottom,
        f"All SKILL gaps and LUCK: {tables[0].aim.words}",
        "Small maps of when to Test your Luck: SKILL gaps run up, LUCK runs right, lowest first.",
        f'<g transform="translate({left} {top})">{"".join(parts)}</g>',
    )


def _line(level: ContourLevel, d: str) -> str:
    """Return the line where the win chances of all maps pass a level, on a rim of paper."""
    width, name = LEVEL_WIDTHS[level.chance], f"at-{round(100 * level.chance)}"
    drawn = (
        f'<use href="#{name}" style="stroke:var(--{colour.name});fill:none" stroke-width="{wide:g}"/>'
        for colour, wide in ((PAPER, width + 0.5), (LEVEL_LINE, width))
    )
    return f'<defs><path id="{name}" d="{d}"/></defs>{"".join(drawn)}'


def _labels(gaps: Sequence[str], width: int, foot: int) -> list[str]:
    """Return the skill gaps on the left and the lucks at the foot."""
    pitch = foot // len(gaps)
    half = (pitch - GUTTER) / 2
    along = (f'<text x="-4" y="{foot - row * pitch - half + 2:g}">{gap}</text>' for row, gap in enumerate(gaps))
    across = (f'<text x="{luck * pitch + half:g}" y="{foot + 8}">{luck}</text>' for luck in range(width // pitch))
    return [
        f'<g {_filled(QUIET)} font-size="7" text-anchor="end">{"".join(along)}</g>',
        f'<g {_filled(QUIET)} font-size="7" text-anchor="middle">{"".join(across)}</g>',
        f'<g {_filled(INK)} font-size="7"><text x="-24" y="-3">SKILL gap</text>',
        f'<text x="{width - GUTTER}" y="{foot + 17}" text-anchor="end">LUCK</text></g>',
    ]


def _legend() -> list[str]:
    """Return the legend above the maps."""
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
