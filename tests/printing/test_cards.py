"""Cheat sheet, bookmarks and pocket cards: read back from the paper, by two readers, and held against the cards."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlas.cards.catalogue import Card
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.policies.fightsets import EVERY
from atlas.printing.grids import printed_grid
from tests.card_reading import lowest, read_grid
from tests.printed import Box, opened, poppler_words, text_of, words
from tests.structure import Table, poppler_tables, tagged_tables

pytestmark = pytest.mark.slow
PAPERS = ("a4", "letter")
MM = 72 / 25.4


@pytest.fixture(scope="module")
def printed(site: Path) -> Path:
    return site / "print"


@pytest.fixture(scope="module")
def by_id(cards: list[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards}


def grids_of(path: Path, tables: Callable[[Path], list[Table]] = tagged_tables) -> list[Table]:
    """The tables of squares, in their order."""
    return [table for table in tables(path) if "↓" in table.caption + table.rows[0][0].text + table.rows[1][0].text]


def rows_of(page: Any, sizes: tuple[float, ...]) -> list[list[str]]:
    """What stands in squares, by pypdf: text of these sizes, by where it stands."""
    found = [word for word in words(page) if any(abs(word.size - size) < 0.05 for size in sizes)]
    lines: dict[int, list[tuple[float, str]]] = {}
    for word in found:
        key = next((y for y in lines if abs(y - word.y) < 4), round(word.y))
        lines.setdefault(key, []).append((word.x, word.text))
    return [[text for _, text in sorted(line)] for _, line in sorted(lines.items(), reverse=True)]


def spaced(page: Any) -> str:
    """The text of a page in one line."""
    return " ".join(text_of(page).split())


def squares_of(card: Card) -> list[list[str]]:
    grids = map(printed_grid, card.grids.values())
    return [[square.label for square in squares] for grid in grids for _, squares in grid.rows]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_cheat_sheet_is_the_quick_grid(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    path, quick = printed / f"cheat-sheet-{paper}.pdf", by_id["quick"]
    won, lost = grids_of(path)
    assert grids_of(path, poppler_tables) == [won, lost]
    for table, outcome in ((won, Outcome.WON), (lost, Outcome.LOST)):
        assert table.heading.endswith(f"I {outcome}")
        assert np.array_equal(read_grid(table), lowest(quick.grids[outcome]))
    front = opened(path).pages[0]
    assert rows_of(front, (20,)) == squares_of(quick), "in figures of 20 points"
    assert "your STAMINA is 1: KEEP" in spaced(front), "for which there is no column"


@pytest.mark.parametrize("paper", PAPERS)
def test_pocket_cards_are_the_quick_grid(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    path, quick = printed / f"cards-{paper}.pdf", by_id["quick"]
    assert grids_of(path, poppler_tables) == grids_of(path)
    tables = {Outcome(table.heading.split()[-1]): table for table in grids_of(path)}
    assert list(tables) == list(Outcome), "each is told once"
    for outcome, table in tables.items():
        assert np.array_equal(read_grid(table), lowest(quick.grids[outcome]))
    file = opened(path)
    expected = squares_of(quick)
    rows = len(quick.grids[Outcome.WON].blocks[0].rows)
    assert rows_of(file.pages[0], (11.6,)) == [[*row, *row] for row in expected[:rows]] * 4
    assert spaced(file.pages[1]).count("your STAMINA is 1: KEEP") == 8
    assert rows_of(file.pages[1], (11.6,)) == [[*row, *row] for row in expected[rows:]] * 4


@pytest.mark.parametrize("paper", PAPERS)
def test_bookmarks_are_the_strips(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    path, card = printed / f"bookmarks-{paper}.pdf", by_id["strips"]
    tables = grids_of(path)
    assert len(tables) == 2 * len(card.strips)
    seen = grids_of(path, poppler_tables)
    assert [(table.heading, table.rows) for table in seen] == [(table.heading, table.rows) for table in tables]
    for outcome, found in zip(Outcome, (tables[::2], tables[1::2]), strict=True):
        assert all("FOE’S STAMINA ↓" in table.caption and "YOURS →" in table.caption for table in found)
        read = np.minimum.reduce([read_grid(table, table.heading) for table in found])
        assert np.array_equal(read, lowest(card.grids[outcome]))
    pages = opened(path).pages
    fronts = [row for page in pages[::2] for row in rows_of(page, (12, 11.4))]
    strips = [[printed_grid(grid).rows for grid in strip] for strip in card.strips]
    for sheet in range(0, len(strips), 4):
        for outcome in range(2):
            for number in range(len(strips[sheet][outcome])):
                expected = [s.label for strip in strips[sheet : sheet + 4] for s in strip[outcome][number][1]]
                assert fronts.pop(0) == expected
    assert not fronts
    assert sum(spaced(page).count("yours 1: KEEP") for page in pages[::2]) == len(strips)


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    """Turned like the page of a book, left is right: a strip's head stands where it stood, mirrored."""
    pages = opened(printed / f"bookmarks-{paper}.pdf").pages
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        heads, behind = ([word for word in words(page) if abs(word.size - 23) < 0.05] for page in (front, back))
        left, _, right, _ = (float(edge) for edge in front.mediabox)
        assert [word.text for word in heads] == [word.text for word in behind]
        for one, other in zip(heads, behind, strict=True):
            strip = 50 * 72 / 25.4
            inset = 2.4 * 72 / 25.4
            assert other.x - left == pytest.approx(right - (one.x - inset + strip) + inset, abs=0.5)
            assert other.y == pytest.approx(one.y, abs=0.01)
    first, second = opened(printed / f"cards-{paper}.pdf").pages
    signs = [[word for word in words(page) if abs(word.size - 12.4) < 0.05] for page in (first, second)]
    assert [len(found) for found in signs] == [8, 8]
    for row in range(4):
        assert signs[0][2 * row].y == pytest.approx(signs[1][2 * row].y, abs=3), "the same way up, in the same row"


def test_the_costs_of_the_quick_grid_are_those_of_its_fights(printed: Path, by_id: dict[str, Card]) -> None:
    certificate = by_id["quick"].certificate
    for paper in PAPERS:
        front, back = opened(printed / f"cheat-sheet-{paper}.pdf").pages
        assert "%" not in spaced(front).partition("Adventure sheet")[0], "the grid stands there, without statistics"
        text = spaced(back)
        found = re.search(
            r"([^.]+): on average ([\d.]+)% of the extra wins of all-out play; worst case ([\d.]+) fewer", text
        )
        assert found and found[1].endswith(EVERY.what.removesuffix(", all equally likely").removeprefix("every "))
        assert float(found[2]) == pytest.approx(100 * float(certificate.captured_gain["every"]), abs=0.051)
        assert float(found[3]) == pytest.approx(100 * float(certificate.worst_loss), abs=0.051)
        spends = re.search(r"new adventurer spends ([\d.]+) LUCK a fight on average", text)
        assert spends and float(spends[1]) == pytest.approx(float(certificate.luck_spent["fresh"]), abs=0.051)


def test_the_bands_to_ring_are_those_of_the_grid(printed: Path, by_id: dict[str, Card]) -> None:
    text = text_of(opened(printed / "cheat-sheet-a4.pdf").pages[0])
    for block in by_id["quick"].grids[Outcome.WON].blocks:
        assert text.count(block.gaps) >= 9, "over its columns, and for eight foes"
    assert SKILL_GAPS[0] in by_id["quick"].grids[Outcome.WON].blocks[0].band


@pytest.mark.parametrize("paper", PAPERS)
def test_the_front_says_what_to_do_beside_luck_and_each_thing_once(printed: Path, paper: str) -> None:
    text = spaced(opened(printed / f"cheat-sheet-{paper}.pdf").pages[0])
    assert "EAT as soon as nothing of a meal is wasted" in text and "HIT the highest SKILL until it falls" in text
    assert "add 2 to a foe’s SKILL while another stands" in text
    assert "TEST with LUCK 2 or more" in text and "always" not in text
    assert text.count("83%") == 1, "how often LUCK 9 is Lucky"
    assert all(text.count(word) == 1 for word in ("PROVISIONS", "Potion", "Gold"))


@pytest.mark.parametrize("paper", PAPERS)
def test_columns_of_pocket_cards_are_as_wide_and_their_heads_whole(
    printed: Path, by_id: dict[str, Card], paper: str
) -> None:
    """Within a band; the words of a band stand on one line, and a band may be wider for them."""
    boxes = [box for box in poppler_words(printed / f"cards-{paper}.pdf", 1) if box.left < 105 * MM]
    grid = printed_grid(by_id["quick"].grids[Outcome.WON])
    heads = [square.label for square in grid.columns]
    lines: dict[int, list[Box]] = {}
    for box in sorted(boxes, key=lambda box: box.left):
        lines.setdefault(round(box.middle), []).append(box)
    said = {y: [box.text for box in line] for y, line in lines.items()}
    row = lines[min(y for y, line in said.items() if line[-len(heads) :] == heads)][-len(heads) :]
    middles, at = [(box.left + box.right) / 2 for box in row], 0
    steps = list(pairwise(middles))
    for band, columns in grid.bands:
        inside = [b - a for a, b in steps[at : at + columns - 1]]
        assert max(inside, default=0) - min(inside, default=0) < 0.9, band
        at += columns
        assert any(band in " ".join(line) for line in said.values())
    assert all(a.right + 0.8 < b.left for a, b in pairwise(row)), "heads do not touch"
