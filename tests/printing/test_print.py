"""The printed files of a whole build: what they say, and that they print as they should."""

import re
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from pypdf import PdfReader

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Verdict
from atlas.game.solver import Pair
from tests.printed import (
    Placed,
    dictionaries,
    folded,
    found_by_halving,
    links_of,
    opened,
    poppler_rows,
    poppler_words,
    read_gaps,
    text_of,
    words,
)
from tests.structure import grid_of, walk

MM = 72 / 25.4
A4, LETTER, A5 = (210 * MM, 297 * MM), (8.5 * 72, 11 * 72), (148 * MM, 210 * MM)
SIZES = {
    "cheat-sheet-a4": A4,
    "cheat-sheet-letter": LETTER,
    "pocket-book-a4": A4[::-1],
    "pocket-book-letter": LETTER[::-1],
    "bookmarks-a4": A4[::-1],
    "bookmarks-letter": LETTER[::-1],
    "cards-a4": A4,
    "cards-letter": LETTER,
    "booklet-a5": A5,
    "booklet-a4-duplex": A4[::-1],
    "booklet-letter-duplex": LETTER[::-1],
    "atlas-a4": A4,
    "atlas-letter": LETTER,
    "poster-a2": (594 * MM, 420 * MM),
    "poster-18x24": (24 * 72, 18 * 72),
    "rule-cards-a4": A4,
    "rule-cards-letter": LETTER,
}
MOST_BYTES = {
    "cheat-sheet": 120_000,
    "pocket-book": 130_000,
    "bookmarks": 170_000,
    "cards": 130_000,
    "booklet": 570_000,
    "atlas": 850_000,
    "poster": 150_000,
    "rule-cards": 250_000,
}
MOST_IN_ALL = 5_000_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def printed(site: Path) -> Path:
    return site / "print"


def reader(printed: Path, name: str) -> PdfReader:
    return opened(printed / f"{name}.pdf")


def elements(file: PdfReader, kind: str) -> list[Any]:
    """The structure elements of one kind."""
    return [d for d in dictionaries(file) if d.get("/Type") == "/StructElem" and d.get("/S") == kind]


PRINTED_GAPS = range(-8, 9)


def test_the_printed_page_gives_the_whole_policy_back(printed: Path, pairs: dict[int, Pair]) -> None:
    rules = Edition().rules
    pages = {page.skill_gap: page for page in read_gaps(printed / "booklet-a5.pdf")}
    assert list(pages) == list(PRINTED_GAPS)
    compared = 0
    for gap, page in pages.items():
        for outcome in Outcome:
            verdicts = pairs[gap].thrifty.verdicts(outcome)
            for hero in rules.staminas:
                for foe in rules.staminas:
                    said = page.lucks(outcome, hero, foe, rules.max_luck)
                    column = verdicts[:, hero - 1, foe - 1].tolist()
                    assert column == [Verdict.TEST if luck in said else Verdict.KEEP for luck in rules.lucks]
                    compared += len(column)
    assert compared == 17 * 2 * 576 * 14


def test_two_readers_find_the_same_squares(printed: Path) -> None:
    """Poppler goes by where words stand on the paper, pypdf by their order."""
    path = printed / "booklet-a5.pdf"
    for number, page in enumerate(read_gaps(path), 4):
        seen = [row for row in poppler_rows(poppler_words(path, number), 26) if row[0].isdecimal()]
        read = [[str(n), *row, str(n)] for outcome in Outcome for n, row in enumerate(page.tables[outcome], 1)]
        assert seen == read
        assert [page.notes[letter] for letter in "abcde"] == [f"only up to LUCK {top}" for top in range(8, 13)]


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
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(SIZES[name], abs=0.02)
    most = next(most for kind, most in MOST_BYTES.items() if name.startswith(kind))
    assert (printed / f"{name}.pdf").stat().st_size <= most


@pytest.mark.parametrize("name", SIZES)
def test_typefaces_are_embedded_in_part_and_nothing_is_made_of_pixels(printed: Path, name: str) -> None:
    found = dictionaries(reader(printed, name))
    fonts = [item for item in found if item.get("/Type") == "/FontDescriptor"]
    assert fonts and all("/FontFile2" in font and font["/FontName"][7] == "+" for font in fonts)
    assert all(re.match("Source-S|cells", font["/FontName"][8:]) for font in fonts), "no typeface of this machine"
    assert not [item for item in found if item.get("/Subtype") == "/Image"]


def test_all_files_together_are_small(printed: Path) -> None:
    files = {path.stem: path.stat().st_size for path in printed.iterdir()}
    assert set(files) == set(SIZES)
    assert sum(files.values()) <= MOST_IN_ALL


SMALLEST = {
    "cheat-sheet": 8,
    "pocket-book": 9,
    "bookmarks": 7.4,
    "cards": 7.2,
    "booklet-a5": 7.42,
    "atlas": 8,
    "rule-cards": 8,
    "poster": 12,
}
"""text on each, in points"""


@pytest.mark.parametrize("name", [name for name in SIZES if "duplex" not in name])
def test_no_text_is_too_small_or_too_near_the_edge(printed: Path, name: str) -> None:
    least = next(size for kind, size in SMALLEST.items() if name.startswith(kind))
    for number, page in enumerate(reader(printed, name).pages, 1):
        for word in words(page):
            assert word.size > least - 0.01, (number, word)
            left, low, right, high = (float(edge) for edge in page.mediabox)
            assert left + 5 * MM <= word.x <= right - 5 * MM and low + 5 * MM <= word.y <= high - 5 * MM, (number, word)


def test_the_figures_of_the_booklet_stay_large_on_letter(printed: Path) -> None:
    """Squares of 9 points or more, all else of 7 or more, after the page is scaled."""
    scale = folded(reader(printed, "booklet-letter-duplex").pages[2:])[0].scale[0]
    for page in reader(printed, "booklet-a5").pages:
        found = words(page)
        assert min(word.size for word in found) * scale >= 7
        rows = [word for word in found if len(re.findall(r"(?:^| )(?:●|·|\d+[a-z]?)(?= |$)", word.text)) == 24]
        assert all(word.size * scale >= 9 for word in rows)
        assert rows or "SKILL gap" not in text_of(page)[:12]


INKLESS = 4.8
"""millimetres at the edge of the paper that stay white: 5, and half a pixel"""


@pytest.mark.parametrize("name", [name for name in SIZES if not name.startswith(("booklet", "atlas"))])
def test_nothing_is_drawn_near_the_edge(printed: Path, name: str) -> None:
    for picture in pictures(printed / f"{name}.pdf"):
        assert not near_the_edge(picture).any()


def test_nothing_of_the_atlas_is_drawn_near_the_edge(printed: Path) -> None:
    for name, first in (("atlas-a4", 1), ("atlas-letter", 2)):
        for number in range(first, len(reader(printed, name).pages), 23):
            (picture,) = pictures(printed / f"{name}.pdf", number)
            assert not near_the_edge(picture).any(), (name, number)


def test_only_tabs_bleed_in_the_booklet(printed: Path) -> None:
    """Over the outer edge, which is cut off, and nowhere else; none of them is cut away whole."""
    for number, picture in enumerate(pictures(printed / "booklet-a5.pdf"), 1):
        dark = near_the_edge(picture)
        height, width = picture.shape
        outer = slice(None, width // 2) if number % 2 == 0 else slice(width // 2, None)
        inner = slice(width // 2, None) if number % 2 == 0 else slice(None, width // 2)
        assert not dark[:, inner].any(), number
        rows = np.flatnonzero(dark[:, outer].any(axis=1)) * 210 / height
        bleeding = 4 <= number <= 20
        if number == 1:
            assert len(rows), "all tabs show on the cover"
        elif bleeding:
            assert 8 < rows.max() - rows.min() < 10.5, "one tab"
        else:
            assert not len(rows)


def pictures(path: Path, page: int | None = None) -> Iterator[npt.NDArray[np.bool_]]:
    """Where the pages have ink."""
    only = ["-f", str(page), "-l", str(page)] if page else []
    shown = subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-gray", *only, str(path)], capture_output=True, check=True
    ).stdout
    while shown:
        header = re.match(rb"P5\n(\d+) (\d+)\n255\n", shown)
        assert header
        width, height, start = int(header[1]), int(header[2]), header.end()
        pixels = np.frombuffer(shown[start : start + width * height], dtype=np.uint8).reshape(height, width)
        yield pixels < 200
        shown = shown[start + width * height :]


DPI = 50


def near_the_edge(inked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The ink in the strip that should be white."""
    strip = int(INKLESS * DPI / 25.4)
    edge = inked.copy()
    edge[strip:-strip, strip:-strip] = False
    return edge


def test_every_map_says_what_it_shows(printed: Path) -> None:
    told = [figure["/Alt"] for figure in elements(reader(printed, "atlas-a4"), "/Figure")]
    maps = [words for words in told if "SKILL gap" in words]
    assert all(told) and min(map(len, maps)) > 20


@pytest.mark.parametrize("name", SIZES)
def test_every_page_says_what_it_is_and_which_version(printed: Path, name: str) -> None:
    pages = [text_of(page) for page in reader(printed, name).pages]
    assert all(f"Luck Atlas {version('luck-atlas')}" in text for text in pages)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", SIZES)
def test_every_page_says_where_the_site_is(shared: Path, name: str) -> None:
    """As the small site with an address does."""
    pages = reader(shared / "other" / "site" / "print", name).pages
    assert all("example.org" in text_of(page) for page in pages)


@pytest.mark.parametrize("name", SIZES)
def test_figures_lie_on_their_pages(printed: Path, name: str) -> None:
    for figure in elements(reader(printed, name), "/Figure"):
        left, low, right, high = (float(edge) for edge in figure["/A"]["/BBox"])
        box = [float(edge) for edge in reader(printed, name).pages[0].mediabox]
        assert box[0] <= left < right <= box[2] + 0.1 and box[1] <= low < high <= box[3] + 0.1


@pytest.mark.parametrize("name", ["booklet-a5", "booklet-a4-duplex"])
def test_squares_are_cells_between_heads(printed: Path, name: str) -> None:
    """Each square is a cell in the tree of tags, in rows with a head, under a row of heads."""
    file = reader(printed, name)
    tables = [table for table in elements(file, "/Table") if len(grid := grid_of(table)) > 3 and len(grid[0]) == 26]
    assert len(tables) == 2 * len(PRINTED_GAPS)
    for table in tables:
        heads, *rows = grid_of(table)
        assert {cell["/S"] for cell in heads} == {"/TH"} and {cell["/A"]["/Scope"] for cell in heads} == {"/Column"}
        for row in rows:
            kinds = [str(cell["/S"]) for cell in row]
            assert kinds == ["/TH", *["/TD"] * (len(row) - 2), "/TH"] and len(row) in (3, 26)
            assert row[0]["/A"]["/Scope"] == "/Row"
    assert not elements(reader(printed, "booklet-a4-duplex"), "/Link")


@pytest.mark.parametrize("name", SIZES)
def test_tags_can_be_walked(printed: Path, name: str) -> None:
    """Headings do not jump, tables are whole, links lead somewhere, and every picture is told."""
    file = reader(printed, name)
    level, kinds = 0, set()
    for element in walk(file):
        kinds.add(element.kind)
        if found := re.fullmatch(r"/H(\d)", element.kind):
            assert int(found[1]) <= level + 1, "no jump"
            level = int(found[1])
        elif element.kind == "/Table":
            rows = grid_of(element.item)
            widths = {sum(int(cell.get("/A", {}).get("/ColSpan", 1)) for cell in row) for row in rows}
            assert len(widths) == 1, "all rows are as wide"
            for row in rows:
                for cell in row:
                    assert cell["/S"] == "/TD" or cell["/A"]["/Scope"] in ("/Row", "/Column")
            if name.startswith(("booklet", "bookmarks", "cards")) and len(rows[0]) > 5:
                assert all(row[0]["/S"] == "/TH" for row in rows), "every row has a head"
        elif element.kind == "/Figure":
            assert len(element.item["/Alt"]) > 2
        elif element.kind == "/Link":
            (annotation,) = [kid["/Obj"] for kid in element.kids if isinstance(kid, dict) and "/Obj" in kid]
            assert "/Dest" in annotation or "/A" in annotation
    assert "/H1" in kinds


@pytest.mark.parametrize("name", [name for name in SIZES if "duplex" not in name])
def test_all_that_is_marked_belongs_to_an_element(printed: Path, name: str) -> None:
    """Each number in a page's stream stands in the tree, and the tree knows no others; sheets have forms instead."""
    file = reader(printed, name)
    numbers = file.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in file.pages[:: 1 if len(file.pages) < 30 else 12]:
        marked = {int(n) for n in re.findall(rb"/MCID (\d+)", page.get_contents().get_data())}
        known = owners[page["/StructParents"]].get_object()
        assert marked <= set(range(len(known)))
        for number in marked:
            kids = known[number].get_object()["/K"]
            assert number in (kids if isinstance(kids, list) else [kids])


@pytest.mark.parametrize("name", [name for name in SIZES if "duplex" not in name])
def test_whatever_is_drawn_has_a_tag_or_is_passed_over(printed: Path, name: str) -> None:
    """Text, lines, areas and pictures stand between marks of an element or of what says nothing."""
    pages = reader(printed, name).pages
    for page in pages[:: max(1, len(pages) // 6)]:
        depth, content = 0, page.get_contents()
        assert content is not None
        for _, operator in content.operations:
            depth += {b"BDC": 1, b"BMC": 1, b"EMC": -1}.get(operator, 0)
            assert depth or operator not in PAINTING, operator
        assert depth == 0


PAINTING = {b"Tj", b"TJ", b"f", b"f*", b"S", b"s", b"B", b"b", b"Do", b"sh"}


def test_bookmarks_tabs_and_the_finder_lead_to_each_gap(printed: Path) -> None:
    file = reader(printed, "booklet-a5")
    assert len(file.pages) == 24
    marks = {str(mark["/Title"]): file.get_destination_page_number(mark) for mark in file.outline}  # type: ignore[call-overload, index, arg-type]
    gaps = {title.split()[2]: number for title, number in marks.items() if title.startswith("SKILL gap")}
    assert len(gaps) == 17
    tabs = []
    for gap, number in gaps.items():
        assert number is not None
        (tab,) = [word for word in words(file.pages[number]) if word.text == gap and word.size > 10 and word.size < 12]
        outer = tab.x if (number + 1) % 2 == 0 else A5[0] - tab.x
        assert 5 * MM < outer < 11 * MM, "it stands between the cut and the text"
        tabs.append(tab.y)
    assert tabs == sorted(tabs, reverse=True) and len({round(a - b) for a, b in pairwise(tabs)}) == 1
    finder = text_of(file.pages[-1])
    pages = next(line for line in finder.splitlines() if line.startswith("page ")).split()[1:]
    assert pages == [str(number + 1) for number in gaps.values() if number is not None]


@pytest.mark.parametrize("name", ["booklet-a5", "atlas-a4"])
def test_all_links_lead_somewhere_in_any_reader(printed: Path, name: str) -> None:
    """Names are ASCII: readers take other bytes for one alphabet or another."""
    file = reader(printed, name)
    links = links_of(file)
    assert len(links) >= (200 if name == "booklet-a5" else 42)
    assert all(link["/Dest"].original_bytes.isascii() for link in links)
    pages = {page.indirect_reference for page in file.pages}
    assert all(found_by_halving(file, link)[0].indirect_reference in pages for link in links)


@pytest.mark.parametrize(("paper", "scale"), [("a4", 1.0), ("letter", 279.4 / 2 / 148)])
def test_a_folded_stack_is_the_booklet(printed: Path, paper: str, scale: float) -> None:
    booklet, sheets = reader(printed, "booklet-a5"), reader(printed, f"booklet-{paper}-duplex")
    first, _, *sides = sheets.pages
    stack = folded(sides)
    assert [half.text for half in stack] == [text_of(page) for page in booklet.pages]
    width, height = (float(edge) for edge in first.mediabox[2:])
    for number, half in enumerate(stack, 1):
        assert half.scale == pytest.approx((scale, scale), abs=1e-5)
        assert (half.width, half.height) == pytest.approx((A5[0] * scale, A5[1] * scale), abs=0.02)
        sheet = (number - 1) // 2 if number <= 12 else (24 - number) // 2
        beyond = (half.left + half.width - width / 2) if number % 2 == 0 else width / 2 - half.left
        assert beyond == pytest.approx(sheet * 0.1 * MM, abs=0.02), "a tenth of a millimetre more on each sheet"
        assert half.bottom > -0.02 and half.bottom + half.height < height + 0.02


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_printing_one_side_after_the_other_gives_the_same_stack(printed: Path, paper: str) -> None:
    """As the first page says: odd pages, the pile back in the same order, even pages; then the first sheet goes."""
    file = reader(printed, f"booklet-{paper}-duplex")
    says = text_of(file.pages[0]).replace("\n", " ")
    odd, even = (re.search(rf"{kind} pages (\d+) to (\d+)", says) for kind in ("odd", "even"))
    assert odd and even and "Put the sheet aside" in says
    fronts = [file.pages[n - 1] for n in range(int(odd[1]), int(odd[2]) + 1, 2)]
    backs = [file.pages[n - 1] for n in range(int(even[1]), int(even[2]) + 1, 2)]
    assert len(fronts) == len(backs) == int(says.split("The ")[1].split()[0]) + 1
    pile = [page for sheet in list(zip(fronts, backs, strict=True))[1:] for page in sheet]
    expected: list[Placed] = folded(file.pages[2:])
    assert [half.text for half in folded(pile)] == [half.text for half in expected]
