"""A grid of a card as it is printed: squares that are black (always), grey (a figure) or white (keep).

Sheets that have room for it show how soon to test by how dark the grey is, as the booklets do.

Where LUCK changes nothing one line says so for all squares: after a won round by the foe's stamina, after a lost one
by yours.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from atlas.cards.grid import NEVER_TEST, Block, Grid, Group, gaps_in_words, staminas_in_words
from atlas.game.rules import Outcome
from atlas.printing.squares import shade_of
from atlas.signs import ALWAYS, KEEP, lucks_sign

FIGURE, HEAD_AIR = 1.45, 0.8
"""the width of a figure in a square, and of what is left free beside a head; in figures of a head"""


@dataclass(frozen=True)
class GridSquare:
    """What one square says."""

    label: str
    first: bool
    """whether it begins a band of skill gaps"""

    @property
    def kind(self) -> str:
        """How it looks, as classes of CSS."""
        return {ALWAYS: "always", KEEP: "kept"}.get(self.label) or f"figure shade-{shade_of(self.label)}"


@dataclass(frozen=True)
class PrintedGrid:
    """All squares for one outcome."""

    outcome: Outcome
    bands: Sequence[tuple[str, int]]
    """in words, and how many columns each has"""
    columns: Sequence[GridSquare]
    """their heads: your stamina"""
    rows: Sequence[tuple[str, Sequence[GridSquare]]]
    """the foe's stamina, and what the squares say"""
    decided: str
    """the staminas at which any hit ends the fight: the foe's after a won round, yours after a lost one"""

    def shares(self, air: float, words_width: float, *, even: bool = False) -> list[float]:
        """Return the shares of columns in the whole width, by what stands in them and over them.

        In figures of a head: what is left free beside the figures of a square, and the width of a letter over a band.
        Even columns are all as wide as the widest, or as their share of the words over a band.
        """
        needs = [self._need(place, air) for place in range(len(self.columns))]
        needed = list[float]()
        for words, columns in self.bands:
            band = [max(needs)] * columns if even else needs[len(needed) : len(needed) + columns]
            wider = max(1.0, words_width * len(words) / sum(band)) if len(self.bands) > 1 else 1.0
            needed += [wider * need for need in band]
        return [need / sum(needed) for need in needed]

    def _need(self, place: int, air: float) -> float:
        figures = max(len(squares[place].label) for _, squares in self.rows)
        return max(len(self.columns[place].label) + HEAD_AIR, figures * FIGURE + air)

    @property
    def sign(self) -> str:
        """The name of the shape that stands for the outcome."""
        return "triangle" if self.outcome is Outcome.WON else "shield"


def printed_grid(grid: Grid, band_words: Callable[[Group], str] = gaps_in_words) -> PrintedGrid:
    """Return a grid as it is printed; `band_words` says what its bands are called."""
    columns, rows = list[GridSquare](), [list[GridSquare]() for _ in grid.blocks[0].rows]
    for block in grid.blocks:
        columns += [GridSquare(head(group), not n) for n, group in enumerate(block.columns)]
        for squares, numbers in zip(rows, block.lowest, strict=True):
            squares += [GridSquare(label(number), not n) for n, number in enumerate(numbers)]
    return PrintedGrid(
        grid.outcome,
        [(band_words(block.band), len(block.columns)) for block in grid.blocks],
        columns,
        list(zip(_row_heads(grid.blocks[0]), rows, strict=True)),
        head(tuple(range(1, grid.decided + 1))) if grid.decided else "",
    )


def _row_heads(block: Block) -> list[str]:
    return [head(row) for row in block.rows]


def head(group: Group) -> str:
    """Return a heading: 3, 7 or 6, 10, 13+; two neighbours with nothing else are 2–3, which takes less room."""
    if len(group) == 2 and group[1] == group[0] + 1:
        return f"{group[0]}–{group[1]}"
    return staminas_in_words(group, short=True)


def label(number: int | None) -> str:
    """Return what a square says from this luck on; never to test is none, or more than there is."""
    if number is None or number == NEVER_TEST:
        return KEEP
    return lucks_sign(number)
