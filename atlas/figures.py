"""The maps drawn with matplotlib: `Map`s in, SVG out.

A map has thousands of parts that never change: axes, ticks, labels, legend. As in matplotlib's
blitting, a `Board` keeps one figure for all maps of a face, draws what is fixed once and remembers
it as text; for each map only the animated artists are told what is new and drawn again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from textwrap import wrap
from typing import Literal

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from atlas.contours import inner_lines, outlines
from atlas.maps import Face, Map, gap_maps_of
from atlas.style import (
    CELL,
    FONTS,
    FRAME,
    GRID,
    INK,
    LEVEL_LINE,
    PAPER,
    QUIET,
    Colour,
    Level,
    Mark,
    colours,
    svg_style,
)
from atlas.svg import svg_document
from atlas.tables import GapTable
from atlas.vector import VectorRenderer, lines_path

FONT = "DejaVu Serif"
"""measures text while drawing; the reader's browser has its own"""
TICK_STEP = 6
CLASS_NAMES = {colour.light: colour.name for colour in reversed(list(colours()))}


class Variant(StrEnum):
    """What a drawing is for."""

    SITE = "site"
    """with title, legend and text as text, on light and on dark paper"""
    PRINT = "print"
    """the bare map, numbers as outlines: the page around it has the words"""


@dataclass(frozen=True)
class Frame:
    """Room around a map, in units of the drawing."""

    left: int
    right: int
    top: int
    bottom: int


SITE_FRAME = Frame(left=54, right=14, top=66, bottom=156)
PRINT_FRAME = Frame(left=26, right=4, top=4, bottom=22)
LEGEND_SIZE = (488, 118)
NOTE_LINE = 18
"""height of a line of notes under the legend"""


def gap_maps(table: GapTable, above: GapTable | None, variant: Variant = Variant.SITE) -> dict[str, bytes]:
    """All maps of one skill gap by path; `above` is the table of the next skill gap, None where there is none."""
    return {map_.path: board(map_.face, map_.side, variant).svg(map_) for map_ in gap_maps_of(table, above)}


@cache
def board(face: Face, side: int, variant: Variant) -> "Board":
    return Board(face, side, variant)


class Board:
    """One figure for all maps of a face."""

    def __init__(self, face: Face, side: int, variant: Variant) -> None:
        self.face, self.variant = face, variant
        self.frame = SITE_FRAME if variant is Variant.SITE else PRINT_FRAME
        size = CELL * side
        self.width, self.height = self.frame.left + size + self.frame.right, self.frame.top + size + self.frame.bottom
        self.figure = Figure(figsize=(self.width / 72, self.height / 72), dpi=72)
        self.figure.patch.set_visible(False)
        self.axes = self.figure.add_axes(
            (
                self.frame.left / self.width,
                self.frame.bottom / self.height,
                size / self.width,
                size / self.height,
            )
        )
        self.artists = MapArtists(self.axes, face, side)
        dress(self.axes, side, words=variant is Variant.SITE)
        self.heading: list[Text] = []
        if variant is Variant.SITE:
            self.heading = self._heading()
            draw_legend(self.figure, face, left=self.frame.left, width=size)
        for artist in (self.artists.ground, *self.artists.above_the_grid, *self.heading):
            artist.set_animated(True)
        self.renderer = VectorRenderer(self.width, self.height, CLASS_NAMES, text_as_outlines=variant is Variant.PRINT)
        self.figure.draw(self.renderer)
        self.fixed = self.renderer.take()
        self.style = _style(face, variant)

    def show(self, map_: Map) -> None:
        """Set every artist to what this map shows."""
        self.artists.show(map_)
        if self.heading:
            title, subtitle, notes = self.heading
            title.set_text(map_.title)
            subtitle.set_text(map_.subtitle)
            notes.set_text("\n".join(wrap(map_.notes, 66)))

    def svg(self, map_: Map) -> bytes:
        """The drawing of one map."""
        self.show(map_)
        self.artists.ground.draw(self.renderer)
        ground = self.renderer.take()
        for artist in self.artists.above_the_grid:
            artist.draw(self.renderer)
        for text in self.heading:
            self.renderer.write(text, NOTE_LINE)
        height = self.height + (NOTE_LINE * len(wrap(map_.notes, 66)) if self.heading else 0)
        drawing = f"{ground}{self.fixed}{self.renderer.take()}"
        return svg_document(self.width, height, f"{map_.title}. {map_.subtitle}", map_.words, self.style, drawing)

    def _heading(self) -> list[Text]:
        left, top = self.frame.left, self.height - 26
        title = figure_text(self.figure, left, top, "", 22, INK, weight="bold")
        subtitle = figure_text(self.figure, left, top - 24, "", 16, QUIET)
        notes = figure_text(self.figure, left, -8, "", 14, QUIET)
        return [title, subtitle, notes]


class MapArtists:
    """A map on Axes that are given: what changes from map to map."""

    def __init__(self, axes: Axes, face: Face, side: int) -> None:
        self.side = side
        axes.set_xlim(0.5, side + 0.5)
        axes.set_ylim(0.5, side + 0.5)
        self.ground = PathCollection([], edgecolors="none", transform=axes.transData)
        self.levels = PathCollection(
            [],
            facecolors="none",
            edgecolors=LEVEL_LINE.light,
            linewidths=[level.width for level in face.levels] or [1.0],
            linestyles=[_dashes(level) for level in face.levels] or ["solid"],
            transform=axes.transData,
        )
        cell = axes.get_window_extent().width / side
        self.marks = {mark: mark_collection(axes, mark, cell=cell) for mark in face.marks}
        self.labels = CellText(INK.light)
        self.colours = np.array([to_rgba(colour.light) for colour in face.scale.colours])
        axes.add_collection(self.ground, autolim=False)
        axes.add_collection(self.levels, autolim=False)
        for collection in self.marks.values():
            axes.add_collection(collection, autolim=False)
        axes.add_artist(self.labels)
        self.ground.set_zorder(0)
        self.levels.set_zorder(3)

    @property
    def above_the_grid(self) -> list[Artist]:
        return [self.levels, *self.marks.values(), self.labels]

    def show(self, map_: Map) -> None:
        """Set every artist to what this map shows."""
        present = [band for band in range(-1, len(self.colours)) if (map_.bands == band).any()]
        sets = [map_.bands >= band for band in present]
        self.ground.set_paths([lines_path(outlines(cells), closed=True) for cells in sets])
        self.ground.set_facecolor([to_rgba(PAPER.light) if band < 0 else self.colours[band] for band in present])
        self.levels.set_paths([lines_path(inner_lines(cells), closed=False) for cells in map_.levels.values()])
        for mark, cells in map_.marks.items():
            self.marks[mark].set_offsets(np.argwhere(cells)[:, ::-1] + 1)
        self.labels.rows = map_.labels


class CellText(Artist):
    """Short texts in the cells of a table, `rows[hero stamina − 1][foe stamina − 1]`.

    What does not fit on a line takes two: a range breaks after its dash, a letter stands under its number.
    """

    SIZES = (13, 9.5)
    """in units of a map, for one line and for two"""

    def __init__(self, colour: str) -> None:
        super().__init__()
        self.colour = to_rgba(colour)
        self.rows: tuple[tuple[str, ...], ...] = ()
        self.set_zorder(4)

    def draw(self, renderer: RendererBase) -> None:
        if not self.rows or self.axes is None:
            return
        if isinstance(renderer, VectorRenderer):
            renderer.draw_cell_text([row for row in self._lines() if row[2]], self.colour)
            return
        gc = renderer.new_gc()
        gc.set_linewidth(0)
        gc.set_snap(False)
        scale = abs(self.axes.transData.transform((1, 0))[0] - self.axes.transData.transform((0, 0))[0]) / CELL
        for y, size, characters in self._lines():
            for x, character in characters:
                place = Affine2D().scale(scale).translate(x, y)
                renderer.draw_path(gc, _glyph(character, size), place, self.colour)

    def _lines(self) -> Iterable[tuple[float, float, list[tuple[float, str]]]]:
        """(height of the baseline, size, characters with the place of their middle) for each line of text."""
        assert self.axes is not None
        origin = self.axes.transData.transform((0, 0))
        cell = self.axes.transData.transform((1, 1)) - origin
        unit = cell[0] / CELL
        one, two = self.SIZES
        for h, row in enumerate(self.rows, 1):
            split = [_two_lines(text) for text in row]
            for line, size, drop in ((0, one, -4.7), (1, two, 1.2), (2, two, -7.8)):
                characters: list[tuple[float, str]] = []
                for f, texts in enumerate(split, 1):
                    text = texts[line]
                    for i, character in enumerate(text):
                        shift = (i - (len(text) - 1) / 2) * 0.6 * size * unit
                        characters.append((origin[0] + f * cell[0] + shift, character))
                yield origin[1] + h * cell[1] + drop * unit, size, characters


def _two_lines(text: str) -> tuple[str, str, str]:
    """A text on one line, or its first and second line."""
    if len(text) <= 2:
        return text, "", ""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    low, dash, high = number.partition("–")
    return ("", low + dash, high) if dash else ("", low, text[len(number) :])


@cache
def _glyph(character: str, size: float) -> Path:
    """Its outline, centred on the baseline's middle."""
    outline = TextPath((0, 0), character, size=size, prop=FontProperties(family=FONT))
    middle = outline.get_extents()
    return outline.transformed(Affine2D().translate(-(middle.x0 + middle.x1) / 2, 0))


def mark_collection(
    axes: Axes, mark: Mark, *, cell: float, places: Sequence[tuple[float, float]] = ()
) -> PathCollection:
    """All marks of a kind on a map, one artist; `cell` is the side of a cell on the paper."""
    vertices = [corner for polygon in mark.polygons for corner in (*polygon, polygon[0])]
    codes = [c for p in mark.polygons for c in (Path.MOVETO, *[Path.LINETO] * (len(p) - 1), Path.CLOSEPOLY)]
    collection = PathCollection(
        [Path(np.array(vertices) * (cell / CELL), codes)],
        facecolors=mark.colour.light,
        edgecolors="face",
        linewidths=0,
        offsets=np.array(places).reshape(-1, 2),
        offset_transform=axes.transData,
        zorder=4,
    )
    collection.set_transform(Affine2D())
    return collection


def _dashes(level: Level) -> str | tuple[float, tuple[float, ...]]:
    return (0, tuple(dash / level.width for dash in level.dashes)) if level.dashes else "solid"


def dress(axes: Axes, side: int, *, words: bool) -> None:
    """Ticks, grid and frame, and where there is room the names of the axes."""
    ticks = [1, *range(TICK_STEP, side + 1, TICK_STEP)]
    axes.patch.set_visible(False)
    for set_ticks in (axes.set_xticks, axes.set_yticks):
        set_ticks(ticks, [str(tick) for tick in ticks])
    axes.tick_params(length=0, pad=5, labelsize=15, labelcolor=QUIET.light, labelfontfamily=FONT)
    if words:
        font = FontProperties(family=FONT, size=16)
        axes.set_xlabel("Foe’s STAMINA", fontproperties=font, color=INK.light, labelpad=4)
        axes.set_ylabel("Your STAMINA", fontproperties=font, color=INK.light, labelpad=4)
    for every, width, alpha in ((1, 0.7, 0.22), (TICK_STEP, 1.1, 0.5)):
        at = np.arange(every, side, every) + 0.5
        ends = (0.5, side + 0.5)
        segments = [[(ends[0], y), (ends[1], y)] for y in at] + [[(x, ends[0]), (x, ends[1])] for x in at]
        path = Path(np.array(segments).reshape(-1, 2), [Path.MOVETO, Path.LINETO] * len(segments))
        lines = PathCollection([path], facecolors="none", edgecolors=GRID.light, linewidths=width, zorder=2)
        lines.set_transform(axes.transData)
        lines.set_alpha(alpha)
        axes.add_collection(lines, autolim=False)
    for spine in axes.spines.values():
        spine.set_edgecolor(FRAME.light)
        spine.set_linewidth(1.5)


def draw_legend(
    figure: Figure, face: Face, *, left: float, width: float, size: float = 16, advance: float = 0.49
) -> None:
    """What colours, lines and marks mean, along the bottom; `advance` is how far a letter goes, of its size."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, figure.bbox.width)
    axes.set_ylim(0, figure.bbox.height)
    scale = face.scale
    step = width / len(scale.colours)
    figure_text(figure, left, 99, scale.title, size, INK)
    for i, colour in enumerate(scale.colours):
        axes.add_patch(
            Rectangle((left + i * step, 72), step, 18, facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.7)
        )
    for i, label in enumerate(scale.edge_labels, 1):
        figure_text(figure, left + i * step, 53, label, size - 1, QUIET, align="center")
    for i, label in enumerate(scale.band_labels):
        figure_text(figure, left + (i + 0.5) * step, 53, label, size - 1, QUIET, align="center")
    for level in face.levels:
        x = left + (scale.edges.index(level.chance) + 1) * step
        axes.plot([x, x], [69, 93], color=LEVEL_LINE.light, linewidth=level.width, linestyle=_dashes(level))
    if face.notes:
        figure_text(figure, left, 19, face.notes, size - 1, QUIET)
    x = left
    for mark, words in face.legend:
        axes.add_collection(mark_collection(axes, mark, cell=CELL, places=[(x + 9, 24)]), autolim=False)
        figure_text(figure, x + 22, 19, words, size, INK)
        x += 34 + advance * size * len(words)


def legend_svg(face: Face, variant: Variant = Variant.SITE) -> bytes:
    """The legend of a face alone, for a page whose maps are bare."""
    width, height = LEGEND_SIZE
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    figure.patch.set_visible(False)
    draw_legend(figure, face, left=4, width=width - 8)
    renderer = VectorRenderer(width, height, CLASS_NAMES)
    figure.draw(renderer)
    words = ", ".join(words for _, words in face.legend)
    return svg_document(width, height, face.scale.title, words or face.notes, _style(face, variant), renderer.take())


def _style(face: Face, variant: Variant) -> str:
    """The stylesheet of all drawings of a face."""
    fills = (INK, QUIET, PAPER, *face.scale.colours, *(mark.colour for mark in face.marks))
    named = {CLASS_NAMES[colour.light]: colour for colour in fills}
    used = [Colour(name, colour.light, colour.dark) for name, colour in named.items()]
    font = f"svg{{font-family:{FONTS};font-variant-numeric:lining-nums tabular-nums}}"
    return font + svg_style(used, (GRID, FRAME, LEVEL_LINE), dark=variant is Variant.SITE)


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
