"""A grid of a card as it is printed: squares that are black (always), grey (a figure) or white (keep).

Where luck changes nothing the grid says so itself: in a row after a won round, in a column after a lost one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from atlas.cards.grid import NEVER_TEST, Block, Grid, Group, staminas
from atlas.game.rules import Outcome
from atlas.maps.cell_font import ALWAYS
from atlas.printing.squares import KEEP, LEAST_LUCKY

NARROWEST = 2.8
"""of a column, in figures of its head"""


@dataclass(frozen=True)
class Square:
    """What one square says."""

    label: str
    first: bool
    """whether it begins a band of skill gaps"""

    @property
    def kind(self) -> str:
        """How it looks."""
        return {ALWAYS: "always", KEEP: "dash"}.get(self.label, "figure")


@dataclass(frozen=True)
class PrintedGrid:
    """All squares for one outcome."""

    outcome: Outcome
    bands: Sequence[tuple[str, int]]
    """in words, and how many columns each has"""
    columns: Sequence[Square]
    """their heads: your stamina"""
    rows: Sequence[tuple[str, Sequence[Square]]]
    """the foe's stamina, and what the squares say"""
    decided: str
    """the foe's stamina at which any hit ends the fight; nothing after a lost round"""

    @property
    def shares(self) -> list[float]:
        """Of the width of all columns, by the length of their heads; a square needs room for two figures."""
        needed = [max(NARROWEST, len(column.label) + 0.3) for column in self.columns]
        return [need / sum(needed) for need in needed]

    @property
    def sign(self) -> str:
        """The name of the shape that stands for the outcome."""
        return "triangle" if self.outcome is Outcome.WON else "shield"


def printed_grid(grid: Grid) -> PrintedGrid:
    lost = grid.outcome is Outcome.LOST
    fallen = tuple(range(1, grid.decided + 1))
    before = [fallen] if lost and fallen else []
    columns, rows = list[Square](), [list[Square]() for _ in grid.blocks[0].rows]
    for block in grid.blocks:
        columns += [Square(head(group), not n) for n, group in enumerate([*before, *block.columns])]
        for squares, numbers in zip(rows, block.lowest, strict=True):
            said = [*(KEEP for _ in before), *map(label, numbers)]
            squares += [Square(words, not n) for n, words in enumerate(said)]
    return PrintedGrid(
        grid.outcome,
        [(block.gaps, len(before) + len(block.columns)) for block in grid.blocks],
        columns,
        list(zip(_row_heads(grid.blocks[0]), rows, strict=True)),
        head(fallen) if fallen and not lost else "",
    )


def _row_heads(block: Block) -> list[str]:
    return [head(row) for row in block.rows]


def head(group: Group) -> str:
    """3, 7 or 6, 10, 13+ as a heading; two neighbours with nothing else are 2–3, which takes less room."""
    if len(group) == 2 and group[1] == group[0] + 1:
        return f"{group[0]}–{group[1]}"
    return staminas(group, short=True)


def label(number: int | None) -> str:
    """What a square says from this luck on; never to test is none, or more than there is."""
    if number is None or number == NEVER_TEST:
        return KEEP
    return ALWAYS if number <= LEAST_LUCKY else str(number)
