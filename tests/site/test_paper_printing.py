"""Pages on paper, as a browser prints them: how many sheets, what stands on them, nothing cut off and none blank."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tests.browser import new_page, served

pytestmark = pytest.mark.slow
SIZES = {"A4": (210, 297), "Letter": (215.9, 279.4)}
MOST = {
    "index.html": 1,
    "cheat-sheet.html": 3,
    "how-it-works.html": 1,
    "rules/weapon-3.html": 3,
    "adventures.html": 6,
    "adventures/the-winter-road.html": 2,
    "strategies.html": 5,
    "theory.html": 10,
    "paper.html": 26,
    "about.html": 3,
}
"""sheets that a page may take"""
CUT_OFF = """() => {
  const right = document.documentElement.clientWidth + 1, ends = (part) => part.getBoundingClientRect().right;
  return [...document.querySelectorAll("main *")]
    .filter((part) => part.checkVisibility() && !part.closest("svg, .unseen") && ends(part) > right)
    .map((part) => part.outerHTML.slice(0, 100));
}"""
MILLIMETRE = 96 / 25.4
MARGIN = 12


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as root:
        yield root


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with new_page(browser, service_workers="block") as opened:
        yield opened


def sheets(page: Page, size: str = "A4") -> list[str]:
    """The text of every sheet."""
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(page.pdf(format=size))).pages]


@pytest.mark.parametrize("name", MOST)
def test_a_page_prints_whole(address: str, page: Page, name: str) -> None:
    page.goto(address + name)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": int((width - 2 * MARGIN) * MILLIMETRE), "height": int(height * MILLIMETRE)})
        page.emulate_media(media="print")
        assert page.evaluate(CUT_OFF) == [], size
        page.emulate_media(media="null")
        texts = sheets(page, size)
        assert len(texts) <= MOST[name], size
        assert all(len(text.split()) >= 8 for text in texts), size
        assert "Fight\nTrainer" not in "".join(texts), "there is nothing to tap on paper"


@pytest.mark.parametrize("size", SIZES)
def test_the_cheat_sheet_gives_what_its_pdf_gives(address: str, page: Page, size: str) -> None:
    page.goto(address + "cheat-sheet.html")
    first, strips, rules = sheets(page, size)
    assert "The quick grid" in first and "Adventure Sheet" in first and "Unlucky" in first
    shown = page.locator("#strips ~ .strips summary").all_inner_texts()
    assert len(shown) >= 8 and all(words in strips for words in shown)
    assert strips.count("You won the round") == strips.count("You lost the round") == len(shown)
    assert "The sentence card" in rules and "for the last fight" in rules


def test_what_is_folded_is_printed(address: str, page: Page) -> None:
    page.goto(address + "paper.html")
    text = " ".join(sheets(page))
    claims = page.locator("[id^=claim-]").count()
    assert claims > 100 and text.count("Over:") >= claims
    assert "Of 1,296 rolls" in " ".join(sheets(page_at(page, address + "theory.html")))


def page_at(page: Page, address: str) -> Page:
    page.goto(address)
    return page
