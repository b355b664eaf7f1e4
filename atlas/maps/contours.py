"""The edges of sets of cells: where a band of a map ends, where the win chance passes a level.

In come masks by row and column; out come corners in whole numbers, (column, row) counted from 0.
"""

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from atlas.tables.gap_table import Mask

Points = list[tuple[int, int]]


def outlines(mask: Mask) -> list[Points]:
    """Return the closed outlines of a set of cells, as corners (column, row) from 0; holes run the other way."""
    return outlines_of(mask[np.newaxis])[0]


def outlines_of(masks: Mask) -> list[list[Points]]:
    """Return the outlines of many sets of cells at once, as `outlines` does for one.

    A corner is a point around which one or three of four cells are in the set; two that touch only
    there make it two corners. Along every row, and along every column, corners pair off into edges.
    """
    count, height, width = masks.shape
    padded = np.zeros((count, height + 2, width + 2), dtype=bool)
    padded[:, 1:-1, 1:-1] = masks
    a, b, c, d = padded[:, :-1, :-1], padded[:, :-1, 1:], padded[:, 1:, :-1], padded[:, 1:, 1:]
    touching = (a == d) & (b == c) & (a != b)
    counts = (a ^ b ^ c ^ d).astype(np.int8) + 2 * touching
    turns = np.nonzero(counts)
    sets, rows, columns = np.repeat(turns, counts[turns], axis=1)
    down = np.lexsort((rows, columns, sets)).tolist()
    partner = dict(zip(down[::2], down[1::2], strict=True)) | dict(zip(down[1::2], down[::2], strict=True))
    begins = padded[sets, rows + 1, columns + 1].tolist()
    owners, xs, ys = sets.tolist(), columns.tolist(), rows.tolist()
    left = dict.fromkeys(range(0, len(xs), 2))
    loops: list[list[Points]] = [[] for _ in range(count)]
    while left:
        start = next(iter(left))
        corner = start = start if begins[start] else start ^ 1
        loop: Points = []
        while True:
            across = corner ^ 1
            left.pop(corner & ~1, None)
            loop += ((xs[corner], ys[corner]), (xs[across], ys[across]))
            corner = partner[across]
            if corner == start:
                break
        loops[owners[start]].append(loop)
    return loops


def inner_lines(mask: Mask) -> list[Points]:
    """Return the outlines of a set of cells without the parts on the rim of the table, as open lines."""
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
        for is_inside, run in groupby(edges, inside):
            if is_inside:
                first, *others = run
                lines.append([*first, *(after for _, after in others)])
    return lines


def last_point(lines: Iterable[Points], height: int, width: int) -> tuple[int, int] | None:
    """Return where lines leave a table at its upper or right rim, furthest up and right; None where they do not."""
    ends = [end for line in lines for end in (line[0], line[-1]) if end[1] == height or end[0] == width]
    return max(ends, key=sum, default=None)
