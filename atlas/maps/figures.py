"""Figures that matplotlib draws, as small SVG: an empty sheet, words and numbers on it, the finished drawing.

One unit of a sheet is one unit of its drawing, counted from the lower left corner. Colours are drawn as on
light paper; the drawing names them, so that a stylesheet can fill in those for dark paper.
"""

import re
from typing import Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from atlas.maps.documents import svg_document
from atlas.maps.style import FONTS, FRAME, Colour, colours, svg_style
from atlas.maps.vector import VectorRenderer

FONT = "DejaVu Serif"
"""measures text while drawing; the reader's browser has its own"""
CLASS_NAMES = {colour.light: colour.name for colour in reversed(list(colours()))}
_NAMED = {colour.name: colour for colour in colours()}


def sheet(width: int, height: int) -> Figure:
    """An empty figure without a ground of its own."""
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    figure.patch.set_visible(False)
    return figure


def drawing(figure: Figure) -> str:
    """The SVG elements of a figure."""
    renderer = VectorRenderer(round(figure.bbox.width), round(figure.bbox.height), CLASS_NAMES)
    figure.draw(renderer)
    return renderer.drawn()


def svg_file(figure: Figure, title: str, words: str) -> bytes:
    """A figure as a file of its own, which says what it shows."""
    drawn = drawing(figure)
    width, height = round(figure.bbox.width), round(figure.bbox.height)
    return svg_document(width, height, title, words, _style(drawn), drawn)


def _style(drawn: str) -> str:
    """The stylesheet with the colours that a drawing uses."""
    classes = {name for words in re.findall(r'class="([^"]+)"', drawn) for name in words.split()}
    fills, lines = ([_NAMED[name[2:]] for name in sorted(classes) if name.startswith(kind)] for kind in ("f-", "s-"))
    font = f"svg{{font-family:{FONTS};font-variant-numeric:lining-nums tabular-nums}}"
    return font + svg_style(fills, lines)


def plot_axes(figure: Figure, left: float, bottom: float, width: float, height: float) -> Axes:
    """The frame of a plot, placed in the units of the figure."""
    whole = figure.bbox
    axes = figure.add_axes((left / whole.width, bottom / whole.height, width / whole.width, height / whole.height))
    axes.set_xticks([])
    axes.set_yticks([])
    axes.patch.set_visible(False)
    for spine in axes.spines.values():
        spine.set_color(FRAME.light)
        spine.set_linewidth(0.8)
    return axes


def figure_text(
    figure: Figure,
    x: float,
    y: float,
    words: str,
    size: float,
    colour: Colour,
    *,
    align: Literal["left", "center", "right"] = "left",
    weight: str = "normal",
) -> Text:
    """Words on the figure, placed in its units from the left and the bottom."""
    font = FontProperties(family=FONT, size=size, weight=weight)
    text = Text(
        x, y, words, color=colour.light, fontproperties=font, horizontalalignment=align, verticalalignment="baseline"
    )
    text.set_transform(Affine2D())
    figure.add_artist(text)
    return text


class CellDigits(Artist):
    """A digit in each cell of a map, `rows[hero stamina − 1][foe stamina − 1]`, or none where there is no text."""

    DROP = 0.235
    """of a cell: how far the foot of a digit is below the middle"""

    def __init__(self, rows: tuple[tuple[str, ...], ...], size: float, colour: Colour) -> None:
        super().__init__()
        self.rows, self.size, self.colour = rows, size, to_rgba(colour.light)
        self.set_zorder(4)

    def draw(self, renderer: RendererBase) -> None:
        assert self.axes is not None and isinstance(renderer, VectorRenderer)
        left, bottom = self.axes.transData.transform((0, 0))
        across, up = self.axes.transData.transform((1, 1)) - (left, bottom)
        rows = []
        for h, row in enumerate(self.rows, 1):
            digits = [(left + f * across, digit) for f, digit in enumerate(row, 1) if digit]
            if digits:
                rows.append((bottom + h * up - self.DROP * up, digits))
        renderer.draw_digits(rows, self.size, self.colour)
