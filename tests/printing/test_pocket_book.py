"""The pocket book: folded in code, and every square read back by three readers and held against the strips."""

from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from atlas.cards.catalogue import Card
from atlas.cards.grid import NEVER_TEST
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.conditions import Ints
from tests.card_reading import KEEP, STAMINAS, lowest, read_gaps, read_square
from tests.mupdf import mupdf_words, needs_mupdf
from tests.printed import Box, opened, poppler_words, text_of, words
from tests.reader import read_staminas
from tests.structure import Table, poppler_tables, tagged_tables

pytestmark = pytest.mark.slow
PAPERS = ("a4", "letter")
Reader = Callable[[Path, int], list[Box]]
READERS = [pytest.param(poppler_words, id="Poppler"), pytest.param(mupdf_words, id="MuPDF", marks=needs_mupdf)]
ACROSS, DOWN = 4, 2
CUT = [{(column, 0), (column, 1)} for column in (1, 2)]


class Panel(NamedTuple):
    """A panel and its words, from its own upper left corner, as it is read."""

    column: int
    row: int
    on_its_head: bool
    words: list[Box]

    @property
    def number(self) -> int:
        """At the right of the line with the SKILL gap."""
        line = next(box.middle for box in self.words if box.text == "gap")
        return int(max((box for box in self.words if abs(box.middle - line) < 5), key=lambda box: box.right).text)

    def side(self, other: "Panel") -> str:
        """On which of its own sides another panel lies."""
        across, down = other.column - self.column, other.row - self.row
        if self.on_its_head:
            across, down = -across, -down
        return {(1, 0): "right", (-1, 0): "left", (0, 1): "foot", (0, -1): "top"}[across, down]


@pytest.fixture(scope="module")
def strips(cards: list[Card]) -> Card:
    return next(card for card in cards if card.id == "strips")


def panels(path: Path, reader: Reader) -> dict[tuple[int, int], Panel]:
    """All panels by column and row. The larger words of a panel on its head stand below."""
    box = opened(path).pages[0].mediabox
    wide, high = float(box.width) / ACROSS, float(box.height) / DOWN
    found = {}
    for column in range(ACROSS):
        for row in range(DOWN):
            inside = [
                Box(b.text, b.left - column * wide, b.right - column * wide, b.middle - row * high)
                for b in reader(path, 1)
                if column * wide < (b.left + b.right) / 2 < (column + 1) * wide
                and row * high + 6 < b.middle < (row + 1) * high - 6
            ]
            won, lost = (next(b.middle for b in inside if b.text == outcome) for outcome in Outcome)
            if won > lost:
                inside = [Box(b.text, wide - b.right, wide - b.left, high - b.middle) for b in inside]
            found[column, row] = Panel(column, row, won > lost, inside)
    return found


def folded(found: dict[tuple[int, int], Panel]) -> list[Panel]:
    """The pages of the book. Folded and cut, the panels hang together in a ring; the front cover has the number 1."""
    neighbours = {
        place: [
            other
            for other in found
            if abs(place[0] - other[0]) + abs(place[1] - other[1]) == 1 and {place, other} not in CUT
        ]
        for place in found
    }
    assert all(len(sides) == 2 for sides in neighbours.values()), "it is a ring"
    (cover,) = (place for place, panel in found.items() if panel.number == 1)
    # Halved along the middle with the print outside, the panel above the fold and that below are a leaf.
    book = [cover, next(other for other in neighbours[cover] if other[0] == cover[0])]
    while len(book) < len(found):
        book.append(next(other for other in neighbours[book[-1]] if other not in book))
    return [found[place] for place in book]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("reader", READERS)
def test_folded_its_pages_follow_one_another_upright(site: Path, strips: Card, paper: str, reader: Reader) -> None:
    book = folded(panels(site / f"print/pocket-book-{paper}.pdf", reader))
    assert [panel.number for panel in book] == list(range(1, 9))
    for page, after in pairwise(book):
        sides = page.side(after), after.side(page)
        if page.number == 1:
            assert sides == ("top", "top"), "turned over with its leaf it stands upright"
        elif page.number % 2 == 0:
            assert sides == ("right", "left"), "it lies on the left of the next when the book is open there"
        else:
            assert sides in [("right", "left"), ("top", "top")], "the next is behind it"
    bands = [read_gaps(band_of(panel)) for panel in book]
    assert bands == [set(strip[0].blocks[0].band) for strip in strips.strips], "from the lowest SKILL gaps up"


def band_of(panel: Panel) -> str:
    """The words before “SKILL gap”."""
    line = next(box.middle for box in panel.words if box.text == "gap")
    head = sorted((b for b in panel.words if abs(b.middle - line) < 5 and b.left < 150), key=lambda b: b.left)
    return " ".join(box.text for box in head).partition(" SKILL gap")[0]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("reader", READERS)
def test_every_square_is_that_of_the_strips(site: Path, strips: Card, paper: str, reader: Reader) -> None:
    """By where words stand."""
    for outcome in Outcome:
        read = np.full((len(SKILL_GAPS), 24, 24), NEVER_TEST)
        for panel in panels(site / f"print/pocket-book-{paper}.pdf", reader).values():
            for gap in read_gaps(band_of(panel)):
                read[gap - SKILL_GAPS[0]] = squares_of(panel, outcome)
        assert np.array_equal(read, lowest(strips.grids[outcome]))


def squares_of(panel: Panel, outcome: Outcome) -> Ints:
    """By your STAMINA and the foe's; squares that no word stands in belong to a run of keep."""
    name = next(box for box in panel.words if box.text == outcome)
    after = [box.middle for box in panel.words if box.text in ("lost", "TEST") and box.middle > name.middle + 3]
    table = [box for box in panel.words if name.middle + 4 < box.middle < min(after) - 4]
    columns = sorted(
        (b for b in panel.words if abs(b.middle - name.middle) < 3 and b.left > name.right), key=lambda b: b.left
    )
    first = name.right + 1
    found = np.full((24, 24), NEVER_TEST)
    for row in (box for box in table if box.right < first):
        foes = read_staminas(row.text)
        line = [box for box in table if abs(box.middle - row.middle) < 3 and box.left > first]
        assert line
        for column in columns:
            middle = (column.left + column.right) / 2
            said = next((b.text for b in line if abs((b.left + b.right) / 2 - middle) < 5 and b.text != "keep"), KEEP)
            if said[0].isdecimal() or said == "●":
                for hero in filter(read_staminas(column.text), STAMINAS):
                    for foe in filter(foes, STAMINAS):
                        found[hero - 1, foe - 1] = read_square(said)
            else:
                assert said == KEEP or "keep:" in {b.text for b in line}, said
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cell_of_its_tables_is_that_of_the_strips(site: Path, strips: Card, paper: str) -> None:
    """By the tags, as they are read aloud."""
    path = site / f"print/pocket-book-{paper}.pdf"
    tables = tagged_tables(path)
    assert poppler_tables(path) == tables
    assert len(tables) == 2 * len(strips.strips)
    for number, strip in enumerate(strips.strips):
        for table, grid in zip(tables[2 * number :][:2], strip, strict=True):
            assert read_gaps(table.heading.removesuffix(" SKILL gap")) == set(grid.blocks[0].band)
            gap = grid.blocks[0].band[0] - SKILL_GAPS[0]
            assert np.array_equal(cells_of(table), lowest(grid)[gap])


def cells_of(table: Table) -> Ints:
    """The same from the cells of a table."""
    heads, *rows = table.rows
    found = np.full((24, 24), NEVER_TEST)
    for head, *cells in rows:
        said = [cell.text.strip() for cell in cells for _ in range(cell.span)]
        assert len(said) == len(heads) - 1
        for column, text in zip(heads[1:], said, strict=True):
            if not text.startswith("keep"):
                for hero in filter(read_staminas(column.text.strip()), STAMINAS):
                    for foe in filter(read_staminas(head.text.strip()), STAMINAS):
                        found[hero - 1, foe - 1] = read_square(text)
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_one_sheet_whose_words_do_not_touch(site: Path, paper: str) -> None:
    path = site / f"print/pocket-book-{paper}.pdf"
    (page,) = opened(path).pages
    assert min(word.size for word in words(page)) >= 8.99
    for one, other in combinations(poppler_words(path, 1), 2):
        beside = one.right < other.left + 0.1 or other.right < one.left + 0.1
        assert beside or abs(one.middle - other.middle) > 7, (one, other)
    assert "fold, cut" in text_of(page) and "cut here" in text_of(page)
