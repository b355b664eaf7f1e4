"""The cards on the page: read back square by square as a visitor sees them, and played."""

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from atlas.cards.catalogue import Card
from atlas.cards.grid import Block, Grid, GridPolicy
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.game.worth import Worth
from atlas.policies.evaluate import Board, play
from atlas.policies.fightsets import FIGHT_GAPS, FIGHT_SETS
from atlas.policies.policy import NEVER
from tests.reader import read_rule, read_staminas

pytestmark = pytest.mark.slow
STAMINAS = range(1, 25)


@dataclass
class ReadTable:
    """A table of squares: heads and rows as text, a head that spans columns as often as it does."""

    section: str
    strip: str
    """what the strip says of its skill gaps"""
    outcome: Outcome
    heads: list[list[str]] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    @property
    def blocks(self) -> list[Block]:
        bands, columns = ([*self.heads[0][1:]], self.heads[1][1:]) if len(self.heads) > 1 else ([], self.heads[0][1:])
        bands = bands or [self.strip or "any"] * len(columns)
        found = []
        for band in dict.fromkeys(bands):
            places = [n for n, other in enumerate(bands) if other == band]
            found.append(
                Block(
                    band=tuple(read_gaps(band)),
                    rows=tuple(tuple(filter(read_staminas(row[0]), STAMINAS)) for row in self.rows),
                    columns=tuple(tuple(filter(read_staminas(columns[n]), STAMINAS)) for n in places),
                    lowest=tuple(tuple(read_square(row[n + 1]) for n in places) for row in self.rows),
                )
            )
        return found


def read_square(text: str) -> int | None:
    """A dash is never; a dot has its number for who listens."""
    return None if text == "–" else int(text.replace("●", ""))


def read_gaps(words: str) -> range:
    numbers = [int(n.replace("−", "-")) for n in re.findall(r"[+−]?\d+", words)]
    if words == "any":
        return range(SKILL_GAPS[0], SKILL_GAPS[-1] + 1)
    if words.endswith("or less"):
        return range(SKILL_GAPS[0], numbers[0] + 1)
    return range(numbers[0], (SKILL_GAPS[-1] if words.endswith("or more") else numbers[-1]) + 1)


class CardsReader(HTMLParser):
    """Finds the tables of squares and the sentences of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[ReadTable] = []
        self.sentences: list[str] = []
        self.section = self.strip = self.text = ""
        self.reading = self.in_head = False
        self.row: list[str] = []
        self.span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "section":
            self.section, self.strip = given.get("aria-labelledby") or "", ""
        elif tag == "table":
            self.reading = given.get("class") == "grid"
            if self.reading:
                self.tables.append(ReadTable(self.section, self.strip, Outcome(given["data-outcome"] or "")))
        elif tag in ("thead", "tbody"):
            self.in_head = tag == "thead"
        elif tag == "tr":
            self.row = []
        if tag in ("th", "td", "summary", "li"):
            self.text, self.span = "", int(given.get("colspan") or 1)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "summary":
            self.strip = self.text.removeprefix("SKILL gap ")
        elif tag == "li" and self.section == "sentences":
            self.sentences.append(self.text)
        elif tag in ("th", "td"):
            self.row += [self.text.strip()] * self.span
        elif tag == "tr" and self.reading:
            (self.tables[-1].heads if self.in_head else self.tables[-1].rows).append(self.row)
        elif tag == "table":
            self.reading = False


@pytest.fixture(scope="module")
def page(site: Path) -> CardsReader:
    reader = CardsReader()
    reader.feed((site / "cheat-sheet.html").read_text())
    return reader


def as_read(page: CardsReader, name: str) -> GridPolicy:
    tables = [table for table in page.tables if table.section == name]
    return GridPolicy(
        {o: Grid(o, 0, tuple(b for table in tables if table.outcome is o for b in table.blocks)) for o in Outcome}
    )


@pytest.mark.parametrize("name", ["quick", "strips"])
def test_the_page_gives_the_card_back_and_its_figures(
    page: CardsReader, cards: list[Card], site: Path, name: str
) -> None:
    read, card = as_read(page, name), next(card for card in cards if card.id == name)
    for outcome in Outcome:
        assert np.array_equal(read.grids[outcome].thresholds, card.grids[outcome].thresholds)
        assert read.grids[outcome].squares == card.grids[outcome].squares
    (entry,) = (e for e in json.loads((site / "data" / "cards.json").read_text()) if e["id"] == name)
    board, worth = Board(BOOK_RULES, FIGHT_GAPS), Worth.of_winning(BOOK_RULES)
    values, never = play(board, board.tests([read, NEVER]), worth).T
    best = play(board, None, worth)[:, 0]
    for fights in FIGHT_SETS:
        shares = fights.shares(board)
        gain = shares @ (values - never) / (shares @ (best - never))
        assert entry["captured_gain"][fights.name] == pytest.approx(gain, abs=1e-12)


def test_the_page_has_the_sentences(page: CardsReader, cards: list[Card]) -> None:
    card = next(card for card in cards if card.id == "sentences")
    assert page.sentences == [rule.text for rule in card.rules]
    assert all(read_rule(text) for text in page.sentences)
