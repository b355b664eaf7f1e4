"""The pocket book: one sheet, printed on one side, folded and cut once to eight panels, a strip on each.

Folded in eight and cut along the middle of its two inner quarters, a sheet lies as a book of four leaves. Around the
cut the panels follow one another: the left one of the upper row is the cover, then come those of the lower row from
the left, then the others of the upper row from the right. The upper row stands on its head.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from atlas.cards.catalogue import Card
from atlas.cards.grid import Block, Grid, gaps_in_words
from atlas.game.edition import Edition
from atlas.game.rules import Outcome
from atlas.printing.card_leaves import CardsDocument, card_by_id, lucky_chances
from atlas.printing.grids import GridSquare, PrintedGrid, head, label, printed_grid
from atlas.printing.leaves import Paper
from atlas.signs import KEEP

ACROSS, DOWN = 4, 2
"""panels on the sheet"""
LEAST_RUN = 2
"""so many squares at the end of a row that all say keep are one"""
MOST_ROWS = {Outcome.WON: 14, Outcome.LOST: 4}
"""of a strip; what it does without gives room for other things"""


class PanelPlace(NamedTuple):
    """Where a panel is printed."""

    column: int
    row: int
    on_its_head: bool


PLACES = (
    PanelPlace(0, 0, True),
    *(PanelPlace(column, 1, False) for column in range(ACROSS)),
    *(PanelPlace(column, 0, True) for column in reversed(range(1, ACROSS))),
)
"""by page of the book"""


@dataclass(frozen=True)
class PanelRow:
    """A row of squares."""

    foes: str
    squares: Sequence[GridSquare]
    """those before the last run of keep"""
    kept: int
    """the columns of that run"""


@dataclass(frozen=True)
class PanelGrid:
    """A grid of one band of skill gaps, with as few squares as say the same."""

    printed: PrintedGrid
    rows: Sequence[PanelRow]


@dataclass(frozen=True)
class Panel:
    """A page of the pocket book."""

    number: int
    place: PanelPlace
    band: str
    grids: Sequence[PanelGrid]

    @property
    def spare_rows(self) -> int:
        """How many rows it does without."""
        return sum(MOST_ROWS[grid.printed.outcome] - len(grid.rows) for grid in self.grids)


@dataclass(frozen=True, kw_only=True)
class PocketBook(CardsDocument):
    template = "print/pocket-book.html"
    title: str = "Pocket book: should I Test my Luck?"
    description: str = "One sheet, printed on one side, to fold into a book of eight pages: one for each SKILL gap."
    panels: Sequence[Panel]
    across: int = ACROSS
    down: int = DOWN


def pocket_book(edition: Edition, cards: Sequence[Card], paper: Paper) -> PocketBook:
    strips = card_by_id(cards)["strips"].strips
    return PocketBook(
        path=f"print/pocket-book-{paper.name}.pdf",
        paper=paper,
        rules=edition.rules,
        odds=lucky_chances(edition.rules),
        panels=[
            Panel(number, place, gaps_in_words(grids[0].blocks[0].band, ", "), [*map(panel_grid, grids)])
            for number, (place, grids) in enumerate(zip(PLACES, strips, strict=True), 1)
        ],
    )


def panel_grid(grid: Grid) -> PanelGrid:
    """Return the grid of a strip, its rows that keep everywhere joined to their neighbours that do."""
    (block,) = grid.blocks
    return PanelGrid(printed_grid(grid), list(_rows(block)))


def _rows(block: Block) -> Iterator[PanelRow]:
    rows = zip(block.rows, ([label(number) for number in row] for row in block.lowest), strict=True)
    for keeps, some in groupby(rows, lambda row: set(row[1]) == {KEEP}):
        found = list(some)
        if keeps:
            yield PanelRow(head(tuple(foe for foes, _ in found for foe in foes)), [], len(block.columns))
        else:
            yield from (_row(head(foes), labels) for foes, labels in found)


def _row(foes: str, labels: Sequence[str]) -> PanelRow:
    last = max(place for place, said in enumerate(labels) if said != KEEP) + 1
    kept = len(labels) - last if len(labels) - last >= LEAST_RUN else 0
    shown = labels[: len(labels) - kept]
    return PanelRow(foes, [GridSquare(said, False) for said in shown], kept)
