"""The same map under two sets of rules: the squares where they advise something else stand out on both.

In come two `Map`s and the squares that flip; out comes SVG for a page, as in `svg`.
"""

from markupsafe import Markup

from atlas.maps.contours import outlines
from atlas.maps.map import Map
from atlas.maps.style import PAPER
from atlas.maps.svg import closed_path, map_svg
from atlas.tables.gap_table import Mask


def flip_svg(map_: Map, flips: Mask) -> Markup:
    """Return a map with a frame around the squares that flip, and a veil over the others."""
    veil, frame = (closed_path(outlines(cells), map_.side) for cells in (~flips, flips))
    drawn = Markup(f'<path class="f-{PAPER.name} veil" d="{veil}"/><path class="flips" d="{frame}"/></svg>')
    return map_svg(map_).removesuffix("</svg>") + drawn
