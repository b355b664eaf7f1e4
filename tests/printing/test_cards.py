"""Cheat sheet, bookmarks and pocket cards: read back from the paper, by two readers, and held against the cards."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from atlas.cards.catalogue import Card
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import solve_pair
from atlas.policies.conditions import Where
from atlas.printing.grids import printed_grid
from tests.card_reading import lowest, read_grid, read_square
from tests.printed import opened, read_gaps, text_of, words
from tests.reader import read_staminas
from tests.structure import Table, poppler_tables, tagged_tables

pytestmark = pytest.mark.slow
PAPERS = ("a4", "letter")
FIGHT = (-2, State(hero_stamina=9, foe_stamina=7, luck=8))


@pytest.fixture(scope="module")
def printed(site: Path) -> Path:
    return site / "print"


@pytest.fixture(scope="module")
def by_id(cards: list[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards}


def grids_of(path: Path, tables: Callable[[Path], list[Table]] = tagged_tables) -> list[Table]:
    """The tables of squares, in their order."""
    return [table for table in tables(path) if "↓" in table.caption + table.rows[0][0].text + table.rows[1][0].text]


def rows_of(page: object, sizes: tuple[float, ...]) -> list[list[str]]:
    """What stands in squares, by pypdf: text of these sizes, by where it stands."""
    found = [word for word in words(page) if any(abs(word.size - size) < 0.05 for size in sizes)]
    lines: dict[int, list[tuple[float, str]]] = {}
    for word in found:
        key = next((y for y in lines if abs(y - word.y) < 4), round(word.y))
        lines.setdefault(key, []).append((word.x, word.text))
    return [[text for _, text in sorted(line)] for _, line in sorted(lines.items(), reverse=True)]


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


@pytest.mark.parametrize("paper", PAPERS)
def test_pocket_cards_are_the_quick_grid(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    path, quick = printed / f"cards-{paper}.pdf", by_id["quick"]
    tables = grids_of(path)
    assert len(tables) == 16
    for table in tables:
        outcome = Outcome(table.heading.split()[-1])
        assert np.array_equal(read_grid(table), lowest(quick.grids[outcome]))
    file = opened(path)
    expected = squares_of(quick)
    rows = len(quick.grids[Outcome.WON].blocks[0].rows)
    assert rows_of(file.pages[0], (13,)) == [[*row, *row] for row in expected[:rows]] * 4
    assert rows_of(file.pages[1], (13,)) == [[*row, *row] for row in expected[rows:]] * 4


@pytest.mark.parametrize("paper", PAPERS)
def test_bookmarks_are_the_strips(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    path, card = printed / f"bookmarks-{paper}.pdf", by_id["strips"]
    tables = grids_of(path)
    assert len(tables) == 2 * len(card.strips)
    for outcome, found in zip(Outcome, (tables[::2], tables[1::2]), strict=True):
        assert all("FOE’S STAMINA ↓" in table.caption and "YOURS →" in table.caption for table in found)
        read = np.minimum.reduce([read_grid(table, table.heading) for table in found])
        assert np.array_equal(read, lowest(card.grids[outcome]))
    pages = opened(path).pages
    fronts = [row for page in pages[::2] for row in rows_of(page, (12.5, 11.4))]
    strips = [[printed_grid(grid).rows for grid in strip] for strip in card.strips]
    for sheet in range(0, len(strips), 4):
        for outcome in range(2):
            for number in range(len(strips[sheet][outcome])):
                expected = [s.label for strip in strips[sheet : sheet + 4] for s in strip[outcome][number][1]]
                assert fronts.pop(0) == expected
    assert not fronts


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts(printed: Path, by_id: dict[str, Card], paper: str) -> None:
    """Turned like the page of a book, left is right: a strip's head stands where it stood, mirrored."""
    pages = opened(printed / f"bookmarks-{paper}.pdf").pages
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        heads, behind = ([word for word in words(page) if abs(word.size - 23) < 0.05] for page in (front, back))
        left, _, right, _ = (float(edge) for edge in front.mediabox)
        assert [word.text for word in heads] == [word.text for word in behind]
        for one, other in zip(heads, behind, strict=True):
            strip = 58 * 72 / 25.4
            inset = 3 * 72 / 25.4
            assert other.x - left == pytest.approx(right - (one.x - inset + strip) + inset, abs=0.5)
            assert other.y == pytest.approx(one.y, abs=0.01)
    first, second = opened(printed / f"cards-{paper}.pdf").pages
    signs = [[word for word in words(page) if abs(word.size - 13.5) < 0.05] for page in (first, second)]
    assert [len(found) for found in signs] == [8, 8]
    for row in range(4):
        assert signs[0][2 * row].y == pytest.approx(signs[1][2 * row].y, abs=3), "the same way up, in the same row"


def test_three_steps_to_an_answer(printed: Path, by_id: dict[str, Card], pairs: dict[int, object]) -> None:
    """What is looked at after a round, one thing after another, for one fight; the strip is in the book already."""
    gap, state = FIGHT

    def looked_up(table: Table, band: str) -> tuple[bool, int]:
        steps = ["the table of the outcome"]
        heads = [row for row in table.rows if all(cell.kind == "TH" for cell in row)]
        row = next(row for row in table.rows[len(heads) :] if read_staminas(row[0].text)(state.foe_stamina))
        steps.append("the row of the foe’s STAMINA")
        bands = [cell.text for cell in heads[0][1:] for _ in range(cell.span)] if len(heads) == 2 else None
        columns = [
            n
            for n, cell in enumerate(heads[-1][1:], 1)
            if read_staminas(cell.text)(state.hero_stamina) and (bands is None or bands[n - 1] == band)
        ]
        steps.append("the column of yours")
        (column,) = columns
        return state.luck >= read_square(row[column].text.strip()), len(steps)

    where = Where(gap, state.luck, state.hero_stamina, state.foe_stamina)
    strip = next(t for t in grids_of(printed / "bookmarks-a4.pdf") if t.heading == "−2")
    tests, steps = looked_up(strip, "")
    assert steps <= 3 and tests == bool(by_id["strips"].policy.tests(Outcome.WON, where))
    sheet = grids_of(printed / "cheat-sheet-a4.pdf")[0]
    band = next(block.gaps for block in by_id["quick"].grids[Outcome.WON].blocks if gap in block.band)
    tests, steps = looked_up(sheet, band)
    assert steps <= 3 and tests == bool(by_id["quick"].policy.tests(Outcome.WON, where))


def test_five_steps_from_the_closed_booklet(printed: Path) -> None:
    gap, state = FIGHT
    path = printed / "booklet-a5.pdf"
    cover = opened(path).pages[0]
    steps: list[Callable[[], object]] = []
    (tab,) = [word for word in words(cover) if word.text == "−2" and 10 < word.size < 12]
    steps.append(lambda: tab)
    page = next(page for page in read_gaps(path) if page.skill_gap == gap)
    tabs = [word for p in opened(path).pages[3:20] for word in words(p) if word.text == "−2" and 10 < word.size < 12]
    assert [round(one.y) for one in tabs] == [round(tab.y)], "the tab on the cover lies over that of its page"
    table = page.tables[Outcome.WON]
    steps += [lambda: table, lambda: table[state.hero_stamina - 1], lambda: state.foe_stamina]
    lucks = page.lucks(Outcome.WON, state.hero_stamina, state.foe_stamina, 13)
    steps.append(lambda: state.luck in lucks)
    solution = solve_pair(Edition(), gap).thrifty
    assert len(steps) <= 5
    assert (state.luck in lucks) is (solution.verdict(state, Outcome.WON) is Verdict.TEST)


def test_the_costs_of_the_quick_grid_are_those_of_its_fights(printed: Path, by_id: dict[str, Card]) -> None:
    certificate = by_id["quick"].certificate
    for paper in PAPERS:
        text = " ".join(text_of(opened(printed / f"cheat-sheet-{paper}.pdf").pages[0]).split())
        found = re.search(r"in any fight: ([\d.]+)% of the extra wins, worst case ([\d.]+) fewer wins in 100", text)
        assert found
        assert float(found[1]) == pytest.approx(100 * float(certificate.captured_gain["every"]), abs=0.051)
        assert float(found[2]) == pytest.approx(100 * float(certificate.worst_loss), abs=0.051)
        spends = re.search(r"new adventurer spends ([\d.]+) LUCK a fight on average", text)
        assert spends and float(spends[1]) == pytest.approx(float(certificate.luck_spent["fresh"]), abs=0.051)


def test_the_bands_to_ring_are_those_of_the_grid(printed: Path, by_id: dict[str, Card]) -> None:
    text = text_of(opened(printed / "cheat-sheet-a4.pdf").pages[0])
    for block in by_id["quick"].grids[Outcome.WON].blocks:
        assert text.count(block.gaps) >= 9, "over its columns, and for eight foes"
    assert SKILL_GAPS[0] in by_id["quick"].grids[Outcome.WON].blocks[0].band
