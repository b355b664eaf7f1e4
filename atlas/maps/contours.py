"""The edges of sets of cells: where a band of a map ends, where the win chance passes a level.

In come masks by row and column; out come corners in whole numbers, (column, row) counted from 0.
"""

from itertools import groupby

import numpy as np
import numpy.typing as npt

Points = list[tuple[int, int]]


def outlines(mask: npt.NDArray[np.bool_]) -> list[Points]:
    """The closed outlines of a set of cells, as corners (column, row) counted from 0; holes run the other way.

    A corner is a point around which one or three of four cells are in the set; two that touch only
    there make it two corners. Along every row, and along every column, corners pair off into edges.
    """
    padded = np.zeros((mask.shape[0] + 2, mask.shape[1] + 2), dtype=bool)
    padded[1:-1, 1:-1] = mask
    a, b, c, d = padded[:-1, :-1], padded[:-1, 1:], padded[1:, :-1], padded[1:, 1:]
    touching = (a == d) & (b == c) & (a != b)
    counts = (a ^ b ^ c ^ d).astype(np.int8) + 2 * touching
    rows, columns = (np.repeat(i, counts[counts > 0]) for i in np.nonzero(counts))
    down = np.lexsort((rows, columns)).tolist()
    partner = dict(zip(down[::2], down[1::2], strict=True)) | dict(zip(down[1::2], down[::2], strict=True))
    xs, ys = columns.tolist(), rows.tolist()
    left = dict.fromkeys(range(0, len(xs), 2))
    loops: list[Points] = []
    while left:
        start = next(iter(left))
        here = start = start if padded[ys[start] + 1, xs[start] + 1] else start ^ 1
        loop: Points = []
        while True:
            across = here ^ 1
            left.pop(here & ~1, None)
            loop += ((xs[here], ys[here]), (xs[across], ys[across]))
            here = partner[across]
            if here == start:
                break
        loops.append(loop)
    return loops


def inner_lines(mask: npt.NDArray[np.bool_]) -> list[Points]:
    """The outlines of a set of cells without what runs along the rim of the table, as open lines."""
    height, width = mask.shape

    def inside(edge: tuple[tuple[int, int], tuple[int, int]]) -> bool:
        (x, y), (to_x, to_y) = edge
        return not (x == to_x in (0, width) or y == to_y in (0, height))

    lines: list[Points] = []
    for loop in outlines(mask):
        edges = list(zip(loop, loop[1:] + loop[:1], strict=True))
        on_rim = [place for place, edge in enumerate(edges) if not inside(edge)]
        if on_rim and on_rim[0] > 0:  # the loop begins amid a line: begin where that does
            edges = edges[on_rim[-1] + 1 :] + edges[: on_rim[-1] + 1]
        for kept, run in groupby(edges, inside):
            if kept:
                first, *others = run
                lines.append([*first, *(after for _, after in others)])
    return lines
