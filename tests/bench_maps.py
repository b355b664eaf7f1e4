"""How fast and how small the maps are, against one text a cell: `python -m tests.bench_maps`."""

import gzip
import io
import time
from collections.abc import Callable

import matplotlib
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from atlas.figures import Variant, board, gap_maps
from atlas.maps import PLAY, Map, Policy, play_map
from atlas.rules import Edition
from atlas.solver import solve_pair
from atlas.style import CHANCE, LEVEL_LINE
from atlas.tables import gap_table

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


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def rows() -> list[tuple[str, str]]:
    """Names and values of what was measured."""
    table, above = (gap_table(solve_pair(Edition(), gap)) for gap in (0, 1))
    play = [play_map(table, luck, Policy.BEST) for luck in range(14)]
    sample = play[5 : 5 + NAIVE_MAPS]
    shown = board(PLAY, play[0].side, Variant.SITE)
    naive_svg(sample[0])
    gap_maps(table, above)
    ours = cpu_seconds(lambda: [shown.svg(map_) for map_ in sample * 10]) / (10 * len(sample))
    naive = cpu_seconds(lambda: [naive_svg(map_) for map_ in sample]) / len(sample)
    files: dict[str, bytes] = {}
    all_maps = cpu_seconds(lambda: files.update(gap_maps(table, above)))
    packed = [len(gzip.compress(svg, mtime=0)) for svg in files.values()]
    return [
        ("maps: one text a cell, CPU ms a map", f"{naive * 1000:.0f}"),
        ("maps: ours, CPU ms for the same map", f"{ours * 1000:.1f}"),
        ("maps: times less CPU than one text a cell", f"{naive / ours:.0f}"),
        ("maps: of one skill gap", f"{len(files)}"),
        ("maps: CPU ms a map, all kinds", f"{all_maps / len(files) * 1000:.1f}"),
        ("maps: kB a map", f"{sum(map(len, files.values())) / len(files) / 1000:.1f}"),
        ("maps: kB a map, compressed", f"{sum(packed) / len(packed) / 1000:.1f}"),
    ]


if __name__ == "__main__":
    for name, value in rows():
        print(f"{name:<50}{value:>8}")
