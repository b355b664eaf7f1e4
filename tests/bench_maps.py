"""How fast and how small the maps are, against one text a cell."""

import gzip
import io

import matplotlib
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from atlas.game.edition import Edition
from atlas.game.solver import solve_pair
from atlas.maps.map import Map, gap_maps_of, play_map
from atlas.maps.style import CHANCE, LEVEL_LINE
from atlas.maps.svg import map_svg
from atlas.tables.gap_table import Aim, gap_table
from tests.bench_rows import Row, Size, cpu_seconds

GLYPHS = {"won": "▲", "lost": "▼", "both": "◆"}
NAIVE_MAPS = 4


def naive_svg(map_: Map) -> bytes:
    """The same map the straightforward way: a new figure, an image, contours, one text a cell."""
    figure = Figure(figsize=(6, 7))
    FigureCanvasSVG(figure)
    axes = figure.add_subplot()
    colours = ListedColormap([colour.light for colour in CHANCE.colours])
    edges = (0.5, map_.side + 0.5)
    axes.imshow(map_.bands, colours, origin="lower", extent=(*edges, *edges), vmin=0, vmax=len(CHANCE.colours) - 1)
    staminas = np.arange(1, map_.side + 1)
    for level, cells in map_.levels.items():
        if cells.any() and not cells.all():
            axes.contour(staminas, staminas, cells, [0.5], colors=LEVEL_LINE.light, linewidths=level.width)
    for mark, cells in map_.marks.items():
        for hero, foe in np.argwhere(cells).tolist():
            axes.text(foe + 1, hero + 1, GLYPHS[mark.name], ha="center", va="center", color=mark.colour.light)
    axes.set(xlabel="Foe’s STAMINA", ylabel="Your STAMINA", title=map_.title)
    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "atlas"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def rows(size: Size) -> list[Row]:
    """What was measured."""
    table, above = (gap_table(solve_pair(Edition(size.rules), gap)) for gap in (0, 1))
    sample = [play_map(table.of(Aim.BEST), luck) for luck in range(5, 5 + NAIVE_MAPS)]
    naive_svg(sample[0])
    times = size.times(25)
    ours = cpu_seconds(lambda: [map_svg(map_) for map_ in sample * times]) / (times * len(sample))
    naive = cpu_seconds(lambda: [naive_svg(map_) for map_ in sample]) / len(sample)
    maps = list(gap_maps_of(table, above))
    drawn: list[bytes] = []
    all_maps = cpu_seconds(lambda: drawn.extend(map_svg(map_).encode() for map_ in maps))
    packed = [len(gzip.compress(svg, mtime=0)) for svg in drawn]
    return [
        Row("one map, ours", ours * 1000, "CPU ms"),
        Row("… with one text a cell", naive * 1000, "CPU ms"),
        Row("… times less CPU", naive / ours, "×", "≥ 8"),
        Row("a map, all kinds", all_maps / len(maps) * 1000, "CPU ms"),
        Row("a map", sum(map(len, drawn)) / len(maps) / 1000, "kB", "≤ 15"),
        Row("a map, compressed", sum(packed) / len(maps) / 1000, "kB", "≤ 4"),
    ]
