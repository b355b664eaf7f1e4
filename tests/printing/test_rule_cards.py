"""Cards for other rules, read back from the paper by two readers, and held against the grids they show."""

import re
from pathlib import Path

import numpy as np
import pytest

from atlas.cards.grid import NEVER_TEST, Grid
from atlas.cards.memory_grid import rounds_in_words
from atlas.game.edition import Edition
from atlas.game.presets import other_presets, preset
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.tasks import plan
from tests.card_reading import LEAST, read_grid, read_square
from tests.printed import opened, text_of
from tests.reader import read_staminas
from tests.small import atlas, made
from tests.structure import Table, poppler_tables, tagged_tables

pytestmark = pytest.mark.slow
NAMES = [each.name for each in other_presets(BOOK_RULES)]
PAPERS = ("a4", "letter")


@pytest.fixture(scope="module")
def grids(site: Path) -> dict[str, dict[Outcome, Grid]]:
    """By preset: its grids, as the build derived them."""
    cards = plan.results(Edition()).rule_cards
    quick = [next(each for each in card.needs if each.work.name.startswith("derive_")) for card in cards]
    return {name: made(each).grids for name, each in zip(NAMES, quick, strict=True)}


def tables_of(path: Path, reader: str) -> list[Table]:
    """The tables of squares, two a card."""
    read = tagged_tables if reader == "tags" else poppler_tables
    return [t for t in read(path) if "foe’s STAMINA" in t.rows[0][0].text + t.rows[min(1, len(t.rows) - 1)][0].text]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_square_of_every_card(site: Path, grids: dict[str, dict[Outcome, Grid]], paper: str) -> None:
    path = site / f"print/rule-cards-{paper}.pdf"
    tables = tables_of(path, "tags")
    assert tables_of(path, "poppler") == tables
    assert len(tables) == 2 * len(NAMES) == 18
    squares = 0
    for number, name in enumerate(NAMES):
        for table, outcome in zip(tables[2 * number :][:2], Outcome, strict=True):
            grid = grids[name][outcome]
            assert table.heading == preset(name).title
            if preset(name).rules.rounds:
                assert_by_rounds(table, grid)
            else:
                assert np.array_equal(read_grid(table), np.maximum(grid.thresholds, LEAST)), name
            squares += grid.squares
    assert squares > 300


def assert_by_rounds(table: Table, grid: Grid) -> None:
    """A grid whose bands are rounds left, block by block."""
    heads = [row for row in table.rows if all(cell.kind == "TH" for cell in row)]
    assert [cell.text.strip() for cell in heads[0][1:]] == [rounds_in_words(block.band) for block in grid.blocks]
    rows = [row for row in table.rows[len(heads) :] if len(row) > 2]
    first = 1
    for block, band in zip(grid.blocks, heads[0][1:], strict=True):
        assert band.span == len(block.columns)
        for row, foes, numbers in zip(rows, block.rows, block.lowest, strict=True):
            assert [n for n in range(1, 25) if read_staminas(row[0].text.strip())(n)] == list(foes)
            read = [read_square(cell.text.strip()) for cell in row[first : first + band.span]]
            assert read == [NEVER_TEST if n is None else max(n, LEAST) for n in numbers]
        for cell, column in zip(heads[1][first:], block.columns, strict=False):
            assert [n for n in range(1, 25) if read_staminas(cell.text.strip())(n)] == list(column)
        first += band.span


def test_each_card_says_what_is_different(site: Path) -> None:
    text = " ".join(" ".join(text_of(page).split()) for page in opened(site / "print/rule-cards-a4.pdf").pages)
    for name in NAMES:
        assert preset(name).title in text
        assert preset(name).sentence in text
    shares = [float(share) for share in re.findall(r"A new adventurer gets ([\d.]+)% of the wins", text)]
    assert len(shares) == len(NAMES) and min(shares) > 80


def test_rules_of_your_own_have_a_card(tmp_path: Path) -> None:
    rules = tmp_path / "blade.toml"
    rules.write_text('title = "The cursed blade"\nsentence = "A lost round takes 4."\nlost = [4, 3, 5]\nrounds = 6\n')
    options = ("--rules", str(rules), "--skill-gaps", "-1..1", "--max-stamina", "6", "--only", "print")
    ran = atlas("build", *options, "--output", str(tmp_path / "out"))
    assert ran.returncode == 0, ran.stderr
    text = text_of(opened(tmp_path / "out/site/print/rule-cards-a4.pdf").pages[0])
    assert "The cursed blade" in text and "A lost round takes 4." in text and "Rounds left" in text
