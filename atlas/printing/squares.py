"""A threshold table as it is printed: a figure in each square, and a mark where a figure does not say all.

A figure is the lowest LUCK to test with. `ALWAYS` stands for the lowest with which a test can be Lucky, `KEEP` for
never. A letter after a figure takes LUCK away again: the first five say "only up to", and mean the same on every
page; the others are told on the page that has them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_letters

import numpy as np

from atlas.game.rules import Outcome, Verdict
from atlas.signs import ALWAYS, KEEP, LEAST_LUCKY
from atlas.tables.gap_table import Verdicts

COMMON_MARKS = 5
SHADES = (6, 9)
"""figures up to the first lie on the darkest grey, above the last on the lightest"""


class Marks:
    """The letters of one page."""

    def __init__(self, max_luck: int) -> None:
        self.max_luck = max_luck
        tops = range(max_luck - COMMON_MARKS, max_luck)
        missing = (tuple(range(top + 1, max_luck + 1)) for top in tops)
        self._letters = dict(zip(missing, ascii_letters, strict=False))

    def label(self, lucks: Sequence[int]) -> str:
        """Return what a square says where these lucks test."""
        if not lucks:
            return KEEP
        missing = tuple(luck for luck in range(lucks[0], self.max_luck + 1) if luck not in lucks)
        if not missing:
            return ALWAYS if lucks[0] == LEAST_LUCKY else str(lucks[0])
        return str(lucks[0]) + self._letters.setdefault(missing, ascii_letters[len(self._letters)])

    @property
    def common(self) -> tuple[str, str]:
        """The letters of all pages, and the LUCK that each goes up to."""
        told = list(self._letters.items())[:COMMON_MARKS]
        return ", ".join(letter for _, letter in told), ", ".join(str(missing[0] - 1) for missing, _ in told)

    @property
    def notes(self) -> list[tuple[str, str]]:
        """The other letters, and what they say."""
        return [(letter, self._note(missing)) for missing, letter in list(self._letters.items())[COMMON_MARKS:]]

    def _note(self, missing: Sequence[int]) -> str:
        inner = list(missing)
        said = []
        while inner and inner[-1] == self.max_luck - (len(missing) - len(inner)):
            inner.pop()
        if len(inner) < len(missing):
            said.append(f"only up to LUCK {missing[len(inner)] - 1}")
        if inner:
            lucks = [str(luck) for luck in inner]
            said.append(f"not with LUCK {' or '.join(filter(None, [', '.join(lucks[:-1]), lucks[-1]]))}")
        return ", ".join(said)


@dataclass(frozen=True)
class PrintedTable:
    """One threshold table as it is set: as many rows as have a figure, or all."""

    outcome: Outcome
    ground: str
    """name of the drawing under the figures"""
    rows: Sequence[Sequence[str]]
    """by your stamina, then the foe's"""
    side: int
    """the largest stamina"""

    @property
    def keeps_from(self) -> int | None:
        """Your stamina from which on all squares say keep; None where each row is printed."""
        return len(self.rows) + 1 if len(self.rows) < self.side else None

    @property
    def labels(self) -> set[str]:
        return {label for row in self.rows for label in row}


def squares(verdicts: Verdicts, marks: Marks, *, whole: bool) -> list[list[str]]:
    """Return what the squares say, from verdicts by luck and staminas; last rows that only keep only if `whole`."""
    tests = verdicts == Verdict.TEST
    last = tests.shape[1] if whole else max(np.flatnonzero(tests.any(axis=(0, 2))), default=-1) + 1
    return [[marks.label(np.flatnonzero(column).tolist()) for column in row.T] for row in tests.swapaxes(0, 1)[:last]]


def shades(rows: Iterable[Iterable[str]]) -> list[list[int]]:
    """Return how dark each square is: 0 is white, the highest is darkest."""
    return [[_shade(label) for label in row] for row in rows]


def _shade(label: str) -> int:
    figure = label.rstrip(ascii_letters)
    if not figure.isdecimal():
        return 0
    return 1 + sum(int(figure) <= top for top in SHADES)
