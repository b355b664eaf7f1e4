"""Tables with as few lines as lose next to nothing: which of some choices to make, by one number or by two.

A table of sums has a row and a column for each value of two numbers, and for each choice what it is worth there, times
how often that is asked. In each square the best choice is made. Neighbouring rows or columns are joined, those first
that lose least, as long as all together lose no more than is allowed.
"""

from dataclasses import dataclass

import numpy as np

from atlas.game.worths import Array

DIGITS = 12
"""to which numbers are compared, so that equal ones are equal on every processor"""
Line = tuple[int, int]
"""The first and the last of the rows, or columns, that are joined."""


@dataclass(frozen=True)
class FewestLines:
    """A table whose lines are joined."""

    rows: list[Line]
    columns: list[Line]
    best: list[list[int]]
    """by row and column: the choice, the first of equal ones"""
    lost: float
    """what joining has lost"""


def fewest_lines(sums: Array, allowed: float) -> FewestLines:
    """Return the table with as few lines as lose no more than is allowed; `sums` are by row, column and choice."""
    lines: tuple[list[Line], list[Line]] = tuple([(n, n) for n in range(size)] for size in sums.shape[:2])  # type: ignore[assignment]
    total = 0.0
    while len(lines[0]) + len(lines[1]) > 2:
        (lost, place), axis = min((_cheapest(sums, axis), axis) for axis in (0, 1))
        if total + lost > allowed:
            break
        total += lost
        sums = _joined(sums, axis, place)
        joined = lines[axis]
        joined[place : place + 2] = [(joined[place][0], joined[place + 1][1])]
    return FewestLines(*lines, sums.round(DIGITS).argmax(axis=2).tolist(), total)


def _cheapest(sums: Array, axis: int) -> tuple[float, int]:
    """Return what it loses to join two neighbours along an axis, where it loses least, and the first of them."""
    by_line = np.moveaxis(sums, axis, 0)
    if len(by_line) < 2:
        return float("inf"), 0
    apart = by_line.max(axis=2).sum(axis=1)
    together = (by_line[1:] + by_line[:-1]).max(axis=2).sum(axis=1)
    lost = (apart[1:] + apart[:-1] - together).round(DIGITS)
    place = int(lost.argmin())
    return float(lost[place]), place


def _joined(sums: Array, axis: int, place: int) -> Array:
    """Return the squares with two neighbours joined along an axis."""
    by_line = np.moveaxis(sums, axis, 0)
    lines = [*by_line[:place], by_line[place] + by_line[place + 1], *by_line[place + 2 :]]
    return np.moveaxis(np.array(lines), 0, axis)
