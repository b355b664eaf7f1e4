"""From a fight to the answer as a reader at the table goes: by what stands where on the paper, one look after another.

What is done before the fight is not counted: the strip is in the book, the band on the cheat sheet is ringed. The
booklet is closed. Whatever fits what is sought is looked at, so a page that says a thing twice takes more looks.
"""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from atlas.game.presets import preset
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.maps.style import BOTH, TONES, WON
from tests.card_reading import read_gaps as read_band
from tests.card_reading import read_grid, read_square
from tests.printed import Box, lucks_of, opened, poppler_words, text_of, words
from tests.reader import read_staminas
from tests.shapes import figures, frames
from tests.structure import poppler_tables

pytestmark = pytest.mark.slow
GAP, STATE, OUTCOME = -2, State(hero_stamina=9, foe_stamina=7, luck=8), Outcome.WON
MM = 72 / 25.4
MAX_LUCK = 13


class Eye:
    """Looks at one thing after another, and counts them."""

    def __init__(self) -> None:
        self.looks = list[str]()

    def look(self, sought: str, places: Iterable[Box], fits: Callable[[str], bool]) -> Box:
        found = [box for box in places if fits(box.text)]
        self.looks += [f"{sought}: {box.text}" for box in found]
        assert found, sought
        return found[0]


def phrases(found: Iterable[Box], space: float) -> list[Box]:
    """Words with no more than a space between them, together."""
    joined = list[Box]()
    for box in sorted(found, key=lambda box: (round(box.middle), box.left)):
        last = joined[-1] if joined else None
        if last and abs(last.middle - box.middle) < 1 and 0 <= box.left - last.right < space:
            joined[-1] = Box(f"{last.text} {box.text}", last.left, box.right, last.middle)
        else:
            joined.append(box)
    return joined


def is_head(text: str) -> bool:
    return bool(re.fullmatch(r"[\d, –+]*\d+\+?", text))


def is_for(stamina: int) -> Callable[[str], bool]:
    return lambda head: is_head(head) and read_staminas(head)(stamina)


def crossing(places: Iterable[Box], row: Box, column: Box) -> str:
    """What stands in the row, nearest to the middle of the column."""
    across = (column.left + column.right) / 2
    line = [box for box in places if abs(box.middle - row.middle) < 3]
    return min(line, key=lambda box: abs((box.left + box.right) / 2 - across)).text


@pytest.fixture(scope="module")
def printed(site: Path) -> Path:
    return site / "print"


@pytest.fixture(scope="module")
def tests(pairs: dict[int, Pair]) -> Callable[[State], bool]:
    """The exact answer, of the thrifty advice."""
    return lambda state: pairs[GAP].thrifty.verdict(state, OUTCOME) is Verdict.TEST


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_looks_at_the_bookmark(printed: Path, tests: Callable[[State], bool], paper: str) -> None:
    path, eye = printed / f"bookmarks-{paper}.pdf", Eye()
    (head,) = (w for w in words(opened(path).pages[0]) if w.size > 20 and GAP in read_band(w.text))
    left = head.x - float(opened(path).pages[0].mediabox.left)
    strip = [box for box in poppler_words(path, 1) if left - 1 < box.left < left + 46 * MM]
    heading = eye.look("the table", strip, lambda text: text == OUTCOME)
    foot = min(box.middle for box in strip if box.text == "lost")
    table = [box for box in strip if heading.middle + 3 < box.middle < foot - 3]
    row = eye.look("the foe’s STAMINA", (b for b in table if b.right < left + 7.6 * MM), is_for(STATE.foe_stamina))
    heads = next(box.middle for box in table if box.text == "foe’s")
    line = [box for box in table if abs(box.middle - heads) < 2]
    column = eye.look("your STAMINA", line, is_for(STATE.hero_stamina))
    assert (STATE.luck >= read_square(crossing(table, row, column))) is tests(STATE)
    assert len(eye.looks) <= 3, eye.looks


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_looks_at_the_pocket_book(printed: Path, tests: Callable[[State], bool], paper: str) -> None:
    """Which is open at the page of the SKILL gap."""
    path, eye = printed / f"pocket-book-{paper}.pdf", Eye()
    box = opened(path).pages[0].mediabox
    wide, high = float(box.width) / 4, float(box.height) / 2
    (head,) = (w for w in words(opened(path).pages[0]) if w.size > 19 and GAP in read_band(w.text))
    first = wide * (head.x // wide)
    page = [b for b in poppler_words(path, 1) if first < b.left < first + wide and b.middle > high]
    heading = eye.look("the table", page, lambda text: text == OUTCOME)
    foot = min(b.middle for b in page if b.text == "lost")
    table = [b for b in page if heading.middle - 3 < b.middle < foot - 3]
    rows = (b for b in table if b.right < heading.right + 2 and b.middle > heading.middle + 3)
    row = eye.look("the foe’s STAMINA", rows, is_for(STATE.foe_stamina))
    line = [b for b in table if abs(b.middle - heading.middle) < 3 and b.left > heading.right]
    column = eye.look("your STAMINA", line, is_for(STATE.hero_stamina))
    assert (STATE.luck >= read_square(crossing(table, row, column))) is tests(STATE)
    assert len(eye.looks) <= 3, eye.looks


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_looks_at_the_cheat_sheet(printed: Path, tests: Callable[[State], bool], paper: str) -> None:
    path, eye = printed / f"cheat-sheet-{paper}.pdf", Eye()
    sheet = phrases(poppler_words(path, 1), 4.5)
    spans = {cell.text: cell.span for cell in poppler_tables(path)[0].rows[0][1:]}
    ringed = next(band for band in spans if GAP in read_band(band))
    before = sum(span for band, span in spans.items() if list(spans).index(band) < list(spans).index(ringed))
    heading = eye.look("the table", sheet, lambda text: text.split()[-1] == OUTCOME)
    foot = min(box.middle for box in sheet if box.text.split()[-1] == "lost")
    table = [box for box in sheet if heading.middle < box.middle < foot]
    first = next(box.right for box in table if box.text.startswith("yours"))
    heads = next(box.middle for box in table if box.text.startswith("foe’s STAMINA"))
    row = eye.look("the foe’s STAMINA", (b for b in table if b.right < first), is_for(STATE.foe_stamina))
    line = [b for b in table if abs(b.middle - heads) < 8 and is_head(b.text)]
    assert len(line) == sum(spans.values()) and all(a.right + 2 < b.left for a, b in pairwise(line))
    column = eye.look("yours in the ringed band", line[before : before + spans[ringed]], is_for(STATE.hero_stamina))
    assert (STATE.luck >= read_square(crossing(table, row, column))) is tests(STATE)
    assert len(eye.looks) <= 3, eye.looks


def from_the_closed_booklet(path: Path, eye: Eye, state: State) -> bool:
    """Whether to test, by the tabs."""
    tab = eye.look("its tab on the cover", poppler_words(path, 1), lambda text: text == "−2")
    sides = {n: poppler_words(path, n) for n in range(2, len(opened(path).pages) + 1)}
    found = [n for n, side in sides.items() if any(b.text == "−2" and abs(b.middle - tab.middle) < 1 for b in side)]
    assert len(found) == 1, "one page has its tab there"
    page = sides[found[0]]
    heading = eye.look("the table", (b for b in page if b.left > 3 * MM), lambda text: text == OUTCOME)
    foot = min(b.middle for b in page if b.text == "lost")
    table = [b for b in page if heading.middle + 3 < b.middle < foot - 3]
    corner = next(b for b in table if b.text == "you")
    beside = (b for b in table if b.right < corner.right + 9 * MM and b.left > corner.left - 3 and b is not corner)
    row = eye.look("your STAMINA", beside, is_for(state.hero_stamina))
    heads = (b for b in table if abs(b.middle - corner.middle) < 3)
    sign = crossing(table, row, eye.look("the foe’s STAMINA", heads, is_for(state.foe_stamina)))
    return state.luck in lucks_of(sign, MAX_LUCK)


def test_five_looks_from_the_closed_booklet(printed: Path, tests: Callable[[State], bool]) -> None:
    eye = Eye()
    assert from_the_closed_booklet(printed / "booklet-a5.pdf", eye, STATE) is tests(STATE)
    assert len(eye.looks) <= 5, eye.looks


def test_a_range_takes_no_look_more(printed: Path, tests: Callable[[State], bool]) -> None:
    """The square itself says that more LUCK means keep."""
    eye, state = Eye(), State(hero_stamina=1, foe_stamina=5, luck=12)
    assert from_the_closed_booklet(printed / "booklet-a5.pdf", eye, state) is tests(state) is False
    assert len(eye.looks) <= 5, eye.looks


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_looks_at_a_rule_card(printed: Path, paper: str) -> None:
    """Which lies beside the adventure sheet; the band of the SKILL gap is known, as on the cheat sheet."""
    path, eye, name = printed / f"rule-cards-{paper}.pdf", Eye(), preset("weapon-3").title
    tables = [table for table in poppler_tables(path) if table.heading == name]
    number = next(n for n, page in enumerate(opened(path).pages, 1) if name in text_of(page))
    sheet = phrases(poppler_words(path, number), 4.5)
    top = next(box.middle for box in sheet if box.text == name)
    spans = {cell.text: cell.span for cell in tables[0].rows[0][1:]}
    bands = list(spans)
    band = next(place for place, words in enumerate(bands) if GAP in read_band(words))
    before = sum(spans[words] for words in bands[:band])
    card = [box for box in sheet if box.middle > top]
    heading = eye.look("the table", card[: len(card)], lambda text: text.startswith("I won"))
    foot = min(box.middle for box in card if box.text.startswith("I lost"))
    table = [box for box in card if heading.middle + 2 < box.middle < foot - 2]
    first = next(box.left for box in table if box.text in spans)
    row = eye.look("the foe’s STAMINA", (b for b in table if b.right < first), is_for(STATE.foe_stamina))
    heads = next(box.middle for box in table if box.text.startswith("foe’s STAMINA"))
    line = [
        b for b in table if b.left > first - 20 and abs(b.middle - heads) < 6 and (is_head(b.text) or b.text == "any")
    ]
    mine = sorted(line, key=lambda box: box.left)[before : before + spans[bands[band]]]
    column = eye.look("your STAMINA", mine, lambda head: head == "any" or is_for(STATE.hero_stamina)(head))
    read = read_grid(tables[0])[GAP + 10, STATE.hero_stamina - 1, STATE.foe_stamina - 1]
    assert read_square(crossing(table, row, column)) == read
    assert len(eye.looks) <= 3, eye.looks


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_looks_at_the_atlas(printed: Path, tests: Callable[[State], bool], paper: str) -> None:
    """By its tabs: they stand where the hand opens it."""
    file, eye = PdfReader(printed / f"atlas-{paper}.pdf"), Eye()
    opened_at = [page for page in file.pages if any(line == "−2" for line in text_of(page).splitlines())]
    maps = [
        (page, figure) for page in opened_at for figure in figures(page) if figure.alt.startswith("SKILL gap −2, LUCK")
    ]
    eye.looks.append(f"the tab: −2, on {len(opened_at)} pages that follow one another")
    assert [file.get_page_number(page) for page in opened_at] == list(
        range(file.get_page_number(opened_at[0]), file.get_page_number(opened_at[-1]) + 1)
    )
    titles = [Box(re.split(r"[.]", figure.alt)[0].partition(", ")[2], 0, 0, 0) for _, figure in maps]
    eye.look("the map of your LUCK", titles, lambda title: title == f"LUCK {STATE.luck}")
    (figure,) = (figure for _, figure in maps if f", LUCK {STATE.luck}." in figure.alt)
    (frame,) = frames(figure)
    for sought, place in (("the foe’s STAMINA, along the foot", STATE.foe_stamina), ("yours", STATE.hero_stamina)):
        eye.looks.append(f"{sought}: {place}")
    x = frame.left + (STATE.foe_stamina - 0.5) * frame.across
    y = frame.low + (STATE.hero_stamina - 0.5) * frame.up
    marks = {mark.colour.light for mark in (*TONES[WON], *TONES[BOTH])}
    here = [
        shape
        for shape in frame.shapes
        if shape.fill in marks and shape.line is None and abs(sum(shape.box[::2]) / 2 - x) < 1
        and abs(sum(shape.box[1::2]) / 2 - y) < 1
    ]  # fmt: skip
    assert bool(here) is tests(STATE)
    assert len(eye.looks) <= 4, eye.looks
