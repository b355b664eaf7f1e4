"""The printed files of a whole build: what they say, and that they print as they should."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Verdict
from atlas.game.solver import Pair
from tests.printed import folded, read_spreads, words

MM = 72 / 25.4
A4, LETTER, A5 = (210 * MM, 297 * MM), (8.5 * 72, 11 * 72), (148 * MM, 210 * MM)
SIZES = {
    "cheat-sheet-a4": A4,
    "cheat-sheet-letter": LETTER,
    "cards-a4": A4[::-1],
    "cards-letter": LETTER[::-1],
    "booklet-a5": A5,
    "booklet-a4-duplex": A4[::-1],
    "booklet-letter-duplex": LETTER[::-1],
    "atlas-a4": A4,
    "rules-a4": A4,
    "rules-letter": LETTER,
}
MOST_BYTES = {"cheat-sheet": 120_000, "cards": 120_000, "booklet": 700_000, "atlas": 3_500_000, "rules": 700_000}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def printed(site: Path) -> Path:
    return site / "print"


@cache
def reader(printed: Path, name: str) -> PdfReader:
    return PdfReader(printed / f"{name}.pdf")


@cache
def dictionaries(file: PdfReader) -> list[Any]:
    objects = (file.get_object(number) for number in range(1, int(file.trailer["/Size"])))
    return [item for item in objects if isinstance(item, dict)]


def elements(file: PdfReader, kind: str) -> list[Any]:
    """The structure elements of one kind."""
    return [d for d in dictionaries(file) if d.get("/Type") == "/StructElem" and d.get("/S") == kind]


def test_the_printed_page_gives_the_whole_policy_back(printed: Path, pairs: dict[int, Pair]) -> None:
    rules = Edition().rules
    spreads = {spread.skill_gap: spread for spread in read_spreads(printed / "booklet-a5.pdf")}
    assert set(spreads) == set(pairs)
    compared = 0
    for gap, pair in pairs.items():
        for outcome in Outcome:
            verdicts = pair.thrifty.verdicts(outcome)
            for hero in rules.staminas:
                for foe in rules.staminas:
                    said = spreads[gap].lucks(outcome, hero, foe, rules.max_luck)
                    column = verdicts[:, hero - 1, foe - 1].tolist()
                    assert column == [Verdict.TEST if luck in said else Verdict.KEEP for luck in rules.lucks]
                    compared += len(column)
    assert compared == 21 * 2 * 576 * 14


@pytest.mark.parametrize("name", SIZES)
def test_files_are_tagged_named_and_in_english(printed: Path, name: str) -> None:
    file = reader(printed, name)
    root = file.trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert file.metadata and file.metadata.title
    assert b'pdfuaid:part="1"' in root["/Metadata"].get_data()
    assert len(elements(file, "/P")) and elements(file, "/H1")
    assert str(printed.parent).encode() not in (printed / f"{name}.pdf").read_bytes()


@pytest.mark.parametrize("name", SIZES)
def test_pages_have_their_size_and_files_are_small(printed: Path, name: str) -> None:
    for page in reader(printed, name).pages:
        assert [float(edge) for edge in page.mediabox[2:]] == pytest.approx(SIZES[name], abs=0.02)
    most = next(most for kind, most in MOST_BYTES.items() if name.startswith(kind))
    assert (printed / f"{name}.pdf").stat().st_size <= most


@pytest.mark.parametrize("name", SIZES)
def test_typefaces_are_embedded_in_part_and_nothing_is_made_of_pixels(printed: Path, name: str) -> None:
    found = dictionaries(reader(printed, name))
    fonts = [item for item in found if item.get("/Type") == "/FontDescriptor"]
    assert fonts and all("/FontFile2" in font and font["/FontName"][7] == "+" for font in fonts)
    assert not [item for item in found if item.get("/Subtype") == "/Image"]


@pytest.mark.parametrize(
    ("name", "least"),
    [("cheat-sheet-a4", 8), ("cheat-sheet-letter", 8), ("booklet-a5", 6), ("cards-a4", 6), ("rules-a4", 8)],
)
def test_no_text_is_too_small_or_too_near_the_edge(printed: Path, name: str, least: float) -> None:
    for number, page in enumerate(reader(printed, name).pages, 1):
        for word in words(page):
            assert word.size > least - 0.01, (number, word)
            width, height = (float(edge) for edge in page.mediabox[2:])
            assert 5 * MM <= word.x <= width - 5 * MM and 5 * MM <= word.y <= height - 5 * MM, (number, word)


def test_the_quick_card_can_be_read_across_a_table(printed: Path) -> None:
    cards = json.loads((printed.parent / "data" / "cards.json").read_text())
    (rules,) = (card["rules"] for card in cards if card["id"] == "quick")
    for name in ("cheat-sheet-a4", "cheat-sheet-letter"):
        file = reader(printed, name)
        assert len(file.pages) == 1
        large = " ".join(word.text for word in words(file.pages[0]) if word.size >= 14)
        for rule in rules:
            condition = rule["text"].partition(" the round and ")[2].partition(":")[0]
            assert f"if {condition}" in large


def test_every_map_says_what_it_shows(printed: Path) -> None:
    for name, maps in (("booklet-a5", 21 * 5), ("atlas-a4", 2268)):
        file = reader(printed, name)
        figures = elements(file, "/Figure")
        assert all(len(figure["/Alt"]) > 20 for figure in figures if "SKILL gap" in figure["/Alt"])
        assert sum(figure["/Alt"].startswith("SKILL gap") for figure in figures) == maps
        assert all(figure.get("/Alt") for figure in figures)


def test_threshold_tables_are_tables(printed: Path) -> None:
    tables = elements(reader(printed, "booklet-a5"), "/Table")
    assert len(tables) >= 42
    rows = elements(reader(printed, "booklet-a5"), "/TR")
    assert len(rows) >= 42 * 25


def test_spreads_begin_on_a_left_page_and_bookmarks_lead_there(printed: Path) -> None:
    file = reader(printed, "booklet-a5")
    assert len(file.pages) % 4 == 0
    marks = {str(mark["/Title"]): file.get_destination_page_number(mark) for mark in file.outline}  # type: ignore[call-overload, index, arg-type]
    gaps = [number for title, number in marks.items() if title.startswith("Skill gap")]
    assert len(gaps) == 21
    for number in gaps:
        assert number is not None and (number + 1) % 2 == 0
        assert "lowest LUCK to test" in file.pages[number].extract_text()
        assert "Your chance to win" in file.pages[number + 1].extract_text()
    links = [note.get_object() for page in file.pages for note in page.get("/Annots", ())]
    assert sum(link["/Subtype"] == "/Link" for link in links) > 60


def test_the_atlas_finds_its_pages(printed: Path) -> None:
    file = reader(printed, "atlas-a4")
    index = file.pages[2].extract_text()
    row = next(line for line in index.splitlines() if line.startswith("+10 ")).split()
    assert row[-1] == str(len(file.pages))
    assert file.pages[int(row[1]) - 1].extract_text().startswith("Skill gap +10")
    assert len([mark for mark in file.outline if isinstance(mark, list)]) == 21


@pytest.mark.parametrize(("paper", "scale"), [("a4", 1.0), ("letter", 279.4 / 2 / 148)])
def test_a_folded_stack_is_the_booklet(printed: Path, paper: str, scale: float) -> None:
    booklet, sheets = reader(printed, "booklet-a5"), reader(printed, f"booklet-{paper}-duplex")
    first, back, *sides = sheets.pages
    assert "not part of the booklet" in first.extract_text() and not back.extract_text().strip()
    stack = folded(sides)
    assert [half.text for half in stack] == [page.extract_text() for page in booklet.pages]
    width, height = (float(edge) for edge in first.mediabox[2:])
    for number, half in enumerate(stack, 1):
        assert half.scale == pytest.approx((scale, scale), abs=1e-5)
        assert (half.width, half.height) == pytest.approx((A5[0] * scale, A5[1] * scale), abs=0.02)
        inner = half.left + half.width if number % 2 == 0 else half.left
        assert inner == pytest.approx(width / 2, abs=0.02)
        assert half.left > -0.02 and half.left + half.width < width + 0.02
        assert half.bottom > -0.02 and half.bottom + half.height < height + 0.02
