"""Pages that speak of the paper: each says which text was checked, and every figure says what it is of."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder

import pytest

from atlas.paper.ledger import STATEMENTS

pytestmark = pytest.mark.slow

PAGES = ("paper.html", "theory.html", "strategies.html", "data.html", "about.html")
FIGURE = re.compile(r"\d[\d.,]*%|[\d.]+ (?:wins in 100|points|standard errors|LUCK on average)|\b\d{1,3}(?:,\d{3})+\b")
"""a result: a part, a difference, or a large count"""
RANGE = re.compile(
    r"our fight|this fight|SKILL gap|skill gap|LUCK \d|STAMINA \d|SKILL \d|\d+ against \d+|1d6|"
    r"\b(?:every|fresh|midway)\b|adventurers?\b|adventures\b|any fight|rolls\b|statements? of the|In units of|"
    r"of the data files|fights were played|states\b|Bytes"
)
"""a range of fights, a set, a single fight, or what was counted"""
BLOCKS = {"p", "li", "dd", "figcaption", "table", "summary", "h3"}
VOID = {"meta", "link", "img", "input", "br", "hr"}


class Tree(HTMLParser):
    """A page as elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.builder = TreeBuilder()
        self.feed(page)
        self.root = self.builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def blocks(element: Element) -> Iterator[Element]:
    """Paragraphs, list items, definitions, tables, worked fights as a whole; the ledger's rows one by one."""
    for child in element:
        a_claim = child.tag == "tr" and child.get("id", "").startswith("claim-")
        one_fight = child.tag == "article" or child.get("class") == "aside"
        if a_claim or one_fight or (child.tag in BLOCKS and not child.findall(".//tr[@id]")):
            yield child
        else:
            yield from blocks(child)


def main_of(site: Path, name: str) -> Element:
    main = Tree((site / name).read_text(encoding="utf-8")).root.find(".//main")
    assert main is not None
    return main


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_which_text_was_checked(site: Path, name: str) -> None:
    main = main_of(site, name)
    (source,) = [words(p) for p in main.iter("p") if "source" in p.get("class", "")]
    assert "arXiv:2002.10172v1 (2020)" in source and "European Journal of Operational Research (2022" in source
    assert "10.1016/j.ejor.2022.01.039" in source and source.endswith("that text is not checked here.")


def test_no_other_page_speaks_of_the_paper(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        if str(path.relative_to(site)) not in PAGES:
            assert not re.search(r"Johnston|the paper’s", words(main_of(site, str(path.relative_to(site)))))


@pytest.mark.parametrize("name", PAGES)
def test_no_figure_without_what_it_is_of(site: Path, name: str) -> None:
    main = main_of(site, name)
    bare = []
    for block in blocks(main):
        said = words(block)
        if not FIGURE.search(said) or "source" in block.get("class", ""):
            continue
        over = [words(span) for span in block.iter("span") if "over" in span.get("class", "").split()]
        if block.tag == "tr":
            assert len(over) == 1 and len(over[0]) > len("Over: ."), said
        elif not RANGE.search(said):
            bare.append(said)
    assert not bare


@pytest.mark.parametrize("name", PAGES)
def test_sets_of_fights_are_defined_on_the_page(site: Path, name: str) -> None:
    said = words(main_of(site, name))
    for fights in re.findall(r"\bset “(\w+)”", said):
        assert re.search(rf"\b{fights}\W{{0,3}}(?:every fight|(?:new )?adventurers|3 to 7 foes)", said), fights
    terms = {words(term) for term in main_of(site, name).iter("dt")}
    assert {words(link) for link in main_of(site, name).iter("a") if link.get("href") == "#sets"} <= terms


def test_the_number_of_statements_is_the_number_that_it_is(site: Path) -> None:
    count = len(STATEMENTS)
    for name, sentence in (
        ("paper.html", f"We computed {count} of its statements again"),
        ("about.html", f"{count} statements of the paper behind it were computed again"),
        ("data.html", f"{count} statements of the paper, each computed again"),
    ):
        assert sentence in words(main_of(site, name))
    for path in site.rglob("*.html"):
        assert "checkable" not in path.read_text(encoding="utf-8")
