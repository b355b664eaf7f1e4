"""Parts of several figures: small maps of cells, swatches, a legend, the finished file."""

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from atlas.maps.charts import svg_file
from atlas.maps.contours import outlines
from atlas.maps.documents import PaperFigure
from atlas.maps.style import FRAME, TILE, Colour, ticks
from atlas.policies.conditions import Bools

FOLDER = "static/paper"


def cell_axes(axes: Axes, title: str, side: int) -> None:
    """Return an empty map of both staminas from 1 to `side`; shared labels stand at the rim only."""
    limits = (0.5, side + 0.5)
    axes.set(title=title, xlim=limits, ylim=limits, aspect="equal", xticks=ticks(side), yticks=ticks(side))
    axes.set(xlabel="foe’s STAMINA", ylabel="your STAMINA", facecolor=TILE.light)
    axes.grid(visible=False)
    axes.label_outer()


def fill_cells(axes: Axes, cells: Bools, colour: Colour, first: int = 1) -> None:
    """Fill cells, given by row and column, with a colour; the lowest stamina is `first`."""
    loops = [Path(np.array([*loop, loop[0]]) + (first - 0.5), closed=True) for loop in outlines(cells)]
    if loops:
        axes.add_patch(PathPatch(Path.make_compound_path(*loops), facecolor=colour.light, linewidth=0))


def swatch(colour: Colour, words: str) -> Patch:
    """Return an entry of a legend: a colour and what it means."""
    return Patch(facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.5, label=words)


def legend(figure: Figure, handles: Sequence[Artist], columns: int) -> None:
    """Draw the legend of a figure at its foot."""
    figure.legend(handles=list(handles), ncols=columns, loc="outside lower center", handlelength=1.2, borderpad=0.8)


def paper_figure(
    figure: Figure, name: str, title: str, where: str, shows: str, how_to_read: str, *, numbers: str = ""
) -> PaperFigure:
    """Return the finished drawing as a file; `numbers` stand in its description only."""
    svg = svg_file(figure, title, f"{shows} {numbers}".strip())
    return PaperFigure(f"{FOLDER}/{name}.svg", title, where, shows, how_to_read, svg)
