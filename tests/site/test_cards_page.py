"""The cards on the page: read back square by square as a visitor sees them, and played."""

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from playwright.sync_api import Browser

from atlas.cards.catalogue import Card, quick_grid
from atlas.cards.grid import Block, Grid, GridPolicy
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.presets import preset, presets
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.game.worth import Worth
from atlas.policies.adventures import SampledChains, drawn_adventures
from atlas.policies.evaluate import Board, play
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS, judging_rules
from atlas.policies.policy import NEVER
from atlas.tables.gap_table import GapTable
from tests.browser import new_page
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
        squares = []
        for band in dict.fromkeys(bands):
            places = [n for n, other in enumerate(bands) if other == band]
            squares.append(
                Block(
                    band=tuple(read_gaps(band)),
                    rows=tuple(tuple(filter(read_staminas(row[0]), STAMINAS)) for row in self.rows),
                    columns=tuple(tuple(filter(read_staminas(columns[n]), STAMINAS)) for n in places),
                    lowest=tuple(tuple(read_square(row[n + 1]) for n in places) for row in self.rows),
                )
            )
        return squares


def read_square(text: str) -> int | None:
    """A small dot is never; a dot has its number for who listens."""
    return None if text == "·" else int(text.replace("●", ""))


def read_gaps(words: str) -> range:
    numbers = [int(n.replace("−", "-")) for n in re.findall(r"[+−]?\d+", words)]
    if words == "any":
        return range(SKILL_GAPS[0], SKILL_GAPS[-1] + 1)
    if words.endswith("or less"):
        return range(SKILL_GAPS[0], numbers[0] + 1)
    return range(numbers[0], (SKILL_GAPS[-1] if words.endswith("or more") else numbers[-1]) + 1)


class CardsReader(HTMLParser):
    """Finds the tables of squares and the sentences of a page; cells and rows of tables have no end tags."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[ReadTable] = []
        self.sentences: list[str] = []
        self.section = self.strip = self.text = ""
        self.reading = self.in_head = False
        self.row: list[str] = []
        self.span = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._end_cell(tag)
        if tag == "section":
            self.section, self.strip = given.get("aria-labelledby") or "", ""
        elif tag == "table":
            self.reading = given.get("class") == "grid"
            if self.reading:
                self.tables.append(ReadTable(self.section, self.strip, Outcome(given["data-outcome"] or "")))
        elif tag in ("thead", "tbody"):
            self.in_head = tag == "thead"
        elif tag in ("th", "td"):
            self.span = int(given.get("colspan") or 1)
        if tag in ("th", "td", "summary", "li"):
            self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "summary":
            self.strip = self.text.removeprefix("SKILL gap ")
        elif tag == "li" and self.section == "sentences":
            self.sentences.append(self.text)
        elif tag == "table":
            self._end_cell(tag)
            self.reading = False

    def _end_cell(self, tag: str) -> None:
        if tag in ("th", "td", "tr", "tbody", "table"):
            self.row += [self.text.strip()] * self.span
            self.span = 0
        if tag in ("tr", "tbody", "table"):
            if self.row and self.reading:
                (self.tables[-1].heads if self.in_head else self.tables[-1].rows).append(self.row)
            self.row = []


def read(page: Path) -> CardsReader:
    reader = CardsReader()
    reader.feed(page.read_text())
    return reader


@pytest.fixture(scope="module")
def page(site: Path) -> CardsReader:
    return read(site / "cheat-sheet.html")


def as_read(page: CardsReader, name: str) -> GridPolicy:
    tables = [table for table in page.tables if table.section == name]
    return GridPolicy(
        {o: Grid(o, 0, tuple(b for table in tables if table.outcome is o for b in table.blocks)) for o in Outcome}
    )


@pytest.mark.parametrize("name", ["quick", "strips"])
def test_the_page_gives_the_card_back_and_its_figures(
    page: CardsReader, cards: list[Card], site: Path, name: str
) -> None:
    shown, card = as_read(page, name), next(card for card in cards if card.id == name)
    for outcome in Outcome:
        assert np.array_equal(shown.grids[outcome].thresholds, card.grids[outcome].thresholds)
        assert shown.grids[outcome].squares == card.grids[outcome].squares
    (entry,) = (e for e in json.loads((site / "data" / "cards.json").read_text()) if e["id"] == name)
    board, worth = Board(BOOK_RULES, FIGHT_GAPS), Worth.of_winning(BOOK_RULES)
    values, never = play(board, board.tests([shown, NEVER]), worth).T
    best = play(board, None, worth)[:, 0]
    for fights in FIGHT_SETS:
        shares = fights.shares(board)
        gain = shares @ (values - never) / (shares @ (best - never))
        assert entry["captured_gain"][fights.name] == pytest.approx(gain, abs=1e-12)


WITH_GRIDS = {"index": 0, "cheat-sheet": 0, "trainer": 0, "rules/weapon-3": 0, "rules/foe-yields-at-4": 4}
"""pages with the quick grid, and the STAMINA at which a foe yields there"""


@pytest.mark.parametrize(("path", "yields"), WITH_GRIDS.items())
def test_where_the_grid_has_no_squares_the_page_says_why_to_keep(site: Path, path: str, yields: int) -> None:
    """A normal hit is enough. That a test "changes nothing" would be wrong: an Unlucky one may leave the foe alive."""
    text = " ".join(re.sub("<[^>]+>", " ", (site / f"{path}.html").read_text()).split())
    plain = 3 if path.endswith("weapon-3") else 2
    hit = "a normal hit ends the fight" if yields else "a normal hit kills the foe"
    assert f" You won and the foe has {yields + plain} STAMINA or less: KEEP, {hit}. " in text
    assert " You lost and have 1 STAMINA: KEEP, this hit kills you, Lucky or not. " in text
    assert "changes nothing" not in text


def test_what_an_unlucky_hit_spoils_is_counted(gap_tables: dict[int, GapTable]) -> None:
    """In a single fight, after a round won against a foe of 2 STAMINA: a test never wins more, and mostly less."""
    stakes = np.stack([table.stake_win[1:, :, 1] for table in gap_tables.values()])
    assert stakes.size == 6552 and stakes.max() == 0 and (stakes < 0).sum() == 5280
    assert not np.stack([table.stake_win[1:, :, 0] for table in gap_tables.values()]).any(), "any hit kills at 1"
    assert not np.stack([table.stake_loss[1:, 0] for table in gap_tables.values()]).any(), "any hit kills you at 1"


def test_the_page_has_the_sentences(page: CardsReader, cards: list[Card]) -> None:
    card = next(card for card in cards if card.id == "sentences")
    assert page.sentences == [rule.text for rule in card.rules]
    assert all(read_rule(text) for text in page.sentences)


@pytest.mark.parametrize("name", ["weapon-3", "foe-yields-at-4"])
def test_other_rules_have_a_quick_grid_of_their_own(site: Path, name: str) -> None:
    """Read from the page and played by these rules it gets what the page says; the books' grid is worth less, with the
    LUCK that it spends."""
    path, rules = site / "rules" / f"{name}.html", preset(name).rules
    grid = as_read(read(path), "quick")
    said = re.search(r"Extra wins: ([\d.]+)% \(adventures\), ([\d.]+)% \(any fight\)", path.read_text())
    assert said
    board, worth = Board(judging_rules(rules), FIGHT_GAPS), Worth.of_winning(judging_rules(rules))
    books = as_read(read(site / "cheat-sheet.html"), "quick")
    values, never = play(board, board.tests([grid, NEVER]), worth).T
    best, shares = play(board, None, worth)[:, 0], EVERY.shares(board)
    gain = 100 * shares @ (values - never) / (shares @ (best - never))
    priced = Worth.of_winning_thriftily(judging_rules(rules), Edition().luck_price)
    worths = play(board, board.tests([grid, books]), priced).T
    assert shares @ worths[0] > shares @ worths[1]
    assert gain == pytest.approx(float(said[2]), abs=0.051)
    adventures = SampledChains(judging_rules(rules), drawn_adventures())
    least, survived, most = (adventures.survival(policy) for policy in (NEVER, grid, None))
    assert 100 * (survived - least) / (most - least) == pytest.approx(float(said[1]), abs=0.051)


@pytest.mark.parametrize("name", ["two-lost-rounds-kill", "win-in-ten-rounds"])
def test_rules_that_count_rounds_have_none_and_say_so(site: Path, name: str) -> None:
    page = (site / "rules" / f"{name}.html").read_text()
    assert "There is none: a card looks at SKILL, STAMINA and LUCK alone" in page and "data-outcome" not in page


@pytest.mark.parametrize("name", [name for name, p in presets().items() if not Edition(p.rules).has_memory])
def test_a_quick_grid_takes_seconds(name: str) -> None:
    """Three at most; measured beside other work, and on slower machines, up to ten."""
    began = process_time()
    quick_grid(Edition(preset(name).rules), None, finalists=1)
    assert process_time() - began < 10


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_the_whole_grid(site: Path, browser: Browser, width: int) -> None:
    """Nothing is to be pushed aside in the middle of a fight."""
    with new_page(browser, viewport={"width": width, "height": 800}) as page:
        page.goto((site / "cheat-sheet.html").as_uri())
        boxes = page.locator(".cardbox .scroll").evaluate_all(
            "all => all.map(box => box.scrollWidth - box.clientWidth)"
        )
        assert len(boxes) > 2 and not any(boxes)
