"""The drawing of maps for any format: areas, lines and signs, in cells from the lower left corner.

In come `Map`s; out come `Scene`s, which `svg` and `pdf` write. They are painted in the order of their fields;
the grid of a map, where it has one, lies on the areas. A map on a plate is so small that what to do is the colour of
a cell, in three steps of lightness.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from atlas.maps.contours import Points, inner_lines, outlines, outlines_of
from atlas.maps.map import Map
from atlas.maps.style import PAPER, PLATE_FILLS, TONES, Bands, Colour, ContourLevel, Mark, Scale
from atlas.tables.gap_table import Mask

GUTTER = 3
"""cells between two maps of a plate"""


@dataclass(frozen=True)
class Scene:
    """A drawing without frame, numbers and legend."""

    width: int
    height: int
    areas: Sequence[tuple[Colour, list[Points]]]
    """outlines by colour, each painted over those before"""
    lines: Sequence[tuple[ContourLevel, list[Points]]]
    """where the win chance passes a level"""
    signs: Mapping[Mark, Mask] = field(default_factory=dict)
    """by mark: the cells with it"""
    tiles: Sequence[Points] = ()
    """the backgrounds of the maps of a plate"""


def map_scene(map_: Map) -> Scene:
    """Return the scene of one map."""
    lines = [(level, inner) for level, cells in map_.levels.items() if (inner := inner_lines(cells))]
    signs = {mark: cells for mark, cells in _toned_marks(map_) if cells.any()}
    return Scene(map_.side, map_.side, ground(map_.bands, map_.face.scale), lines, signs)


def _toned_marks(map_: Map) -> Iterator[tuple[Mark, Mask]]:
    """Yield marks with their cells; those on dark bands are marks of their own."""
    dark_bands = map_.face.scale.dark_bands
    dark = map_.bands < dark_bands
    for mark, cells in map_.marks.items():
        if dark_bands:
            on_light, on_dark = TONES[mark]
            yield from ((on_light, cells & ~dark), (on_dark, cells & dark))
        else:
            yield mark, cells


def ground(bands: Bands, scale: Scale) -> list[tuple[Colour, list[Points]]]:
    """Return the areas of the bands from the lowest up; each includes those above it, so that no gap shows."""
    present = np.unique(bands)
    colours = (PAPER if band < 0 else scale.colours[band] for band in present.tolist())
    return list(zip(colours, outlines_of(bands >= present[:, np.newaxis, np.newaxis]), strict=True))


def plate_scene(rows: Sequence[Sequence[Map]], levels: Sequence[ContourLevel]) -> Scene:
    """Return the scene of maps side by side, the first row at the foot."""
    side = rows[0][0].side
    pitch = side + GUTTER
    places = [(map_, x * pitch, y * pitch) for y, maps in enumerate(rows) for x, map_ in enumerate(maps)]
    areas = {
        colour: [_moved(loop, x, y) for map_, x, y in places for loop in outlines(map_.marks[mark])]
        for mark, colour in PLATE_FILLS.items()
    }
    lines = {
        level: [_moved(line, x, y) for map_, x, y in places for line in inner_lines(map_.levels[level])]
        for level in levels
    }
    return Scene(
        pitch * len(rows[0]) - GUTTER,
        pitch * len(rows) - GUTTER,
        [(colour, loops) for colour, loops in areas.items() if loops],
        [(level, drawn) for level, drawn in lines.items() if drawn],
        tiles=[_moved([(0, 0), (side, 0), (side, side), (0, side)], x, y) for _, x, y in places],
    )


def _moved(points: Points, x: int, y: int) -> Points:
    return [(a + x, b + y) for a, b in points]
