"""The printed files of a whole build: what they say, and that they print as they should."""

import re
import subprocess
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from importlib.metadata import version
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from pypdf import PdfReader

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.printing.imposition import sides
from atlas.signs import ALWAYS, KEEP
from atlas.tables.gap_table import Aim
from atlas.wording import at_most
from tests.printed import (
    Placed,
    ReadTable,
    dictionaries,
    folded,
    found_by_halving,
    heroes_of,
    links_of,
    opened,
    poppler_words,
    read_gaps,
    seen_squares,
    staminas,
    text_of,
    words,
)
from tests.structure import grid_of, poppler_tables, walk

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
    "booklet-last-fight-a5": A5,
    "booklet-last-fight-a4-duplex": A4[::-1],
    "booklet-last-fight-letter-duplex": LETTER[::-1],
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
    "booklet-last": 640_000,
    "booklet": 330_000,
    "atlas": 850_000,
    "poster": 150_000,
    "rule-cards": 250_000,
}
MOST_IN_ALL = 6_000_000
ROUTES = ("route-the-drowned-tower-a5", "route-the-winter-road-a5")

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
BOOKLETS = {Aim.THRIFTY: "booklet", Aim.BEST: "booklet-last-fight"}
ALLOWED = Fraction(2, 1000)
"""of a win: what a square may leave out without a range"""


@pytest.mark.parametrize("aim", Aim)
def test_the_printed_page_gives_the_policy_back(printed: Path, pairs: dict[int, Pair], aim: Aim) -> None:
    """State by state, but for what squares leave out: that, its cost and how much there is of it is as it is told."""
    rules, path = Edition().rules, printed / f"{BOOKLETS[aim]}-a5.pdf"
    gaps = read_gaps(path)
    assert sorted(gaps) == list(PRINTED_GAPS)
    compared, rounded, ranges, dearest = 0, 0, 0, Fraction(0)
    for gap, read in gaps.items():
        solution = getattr(pairs[gap], aim)
        for outcome, (hero, foe) in product(Outcome, product(rules.staminas, repeat=2)):
            said = read.tables[outcome].lucks(hero, foe, rules.max_luck)
            ranges += bool(said) and max(said) < rules.max_luck
            column = solution.verdicts(outcome)[:, hero - 1, foe - 1].tolist()
            best = {luck for luck in rules.lucks if column[luck] == Verdict.TEST}
            compared += len(column)
            if said != best:
                worth = [solution.stakes[outcome].at(State(hero, foe, luck)) for luck in rules.lucks]
                cost = lost(said, worth)
                assert cost == least_lost(min(best), rules.max_luck, best, worth), (gap, outcome, hero, foe)
                rounded, dearest = rounded + (cost > 0), max(dearest, cost)
    assert compared == 17 * 2 * 576 * 14
    told = text_of(opened(path).pages[-2]).replace("\n", " ")
    assert f"{ranges:,} of 19,584 squares say so by a range. {rounded:,} others leave it out" in told
    assert f"at most 0.2 wins in 100 at one decision, or {at_most(100 * dearest)} where no range would be right" in told
    assert dearest < Fraction(6, 1000)


def lost(said: Collection[int], worth: Sequence[Fraction]) -> Fraction:
    """What the worst decision costs by testing with these LUCKs, where a test is worth so much by LUCK."""
    return max(-stake if luck in said else stake for luck, stake in enumerate(worth))


def least_lost(lowest: int, most: int, best: set[int], worth: Sequence[Fraction]) -> Fraction:
    """The same for "from the lowest on" if that is cheap enough, else for the cheapest of all ranges."""
    if lost(range(lowest, most + 1), worth) <= ALLOWED:
        return lost(range(lowest, most + 1), worth)
    return max(Fraction(0), min(lost(range(low, high + 1), worth) for low in best for high in best if low <= high))


@pytest.mark.parametrize("aim", Aim)
def test_two_readers_find_the_same_squares(printed: Path, aim: Aim) -> None:
    """Poppler goes by where words stand on the paper, pypdf by their order."""
    path = printed / f"{BOOKLETS[aim]}-a5.pdf"
    gaps = read_gaps(path)
    by_page = dict[int, list[ReadTable]]()
    for read in gaps.values():
        for table in read.tables.values():
            by_page.setdefault(table.page, []).append(table)
    count = 0
    for page, tables in by_page.items():
        found = seen_squares(poppler_words(path, page))
        shown = [table for table in tables if table.signs]
        for number, table in enumerate(shown):
            seen = {
                (hero, foe): square.sign
                for square in found
                if square.table == number
                for hero in heroes_of(square.heroes)
                for foe in staminas(*square.foes.split("–"))
            }
            bars = {place for place in table.signs if place not in seen}
            assert seen == {place: sign for place, sign in table.signs.items() if place not in bars}
            assert all(table.signs[place] == ALWAYS for place in bars), "rows that one line tells"
            count += len(seen)
    assert count > (3000 if aim is Aim.THRIFTY else 14_000)


@pytest.mark.parametrize("aim", Aim)
def test_answers_stand_out_and_black_squares_always_test(printed: Path, aim: Aim) -> None:
    """As the pages look: squares that keep are at most a fifth as dark as those with an answer, on average."""
    path = printed / f"{BOOKLETS[aim]}-a5.pdf"
    darkness: dict[str, list[float]] = {"kept": [], "answer": []}
    for number in sorted({table.page for read in read_gaps(path).values() for table in read.tables.values()}):
        shown = grey_page(path, number, 144)
        for square in seen_squares(poppler_words(path, number)):
            x, y = round(2 * square.x), round(2 * square.y)
            inner = shown[y - 10 : y + 11, x - 12 : x + 13]
            dark = 1 - float(inner.mean()) / 255
            if square.sign == ALWAYS:
                assert dark > 0.75 and inner[10, 12] > 250, "black with a white disc"
            else:
                assert dark < 0.6, square
            darkness["kept" if square.sign == KEEP else "answer"].append(dark)
    kept, answer = (sum(found) / len(found) for found in darkness.values())
    assert kept <= answer / 5


def grey_page(path: Path, number: int, resolution: int) -> npt.NDArray[np.uint8]:
    """A page as Poppler shows it in grey."""
    command = ["pdftoppm", "-r", str(resolution), "-gray", "-f", str(number), "-l", str(number), str(path)]
    shown = subprocess.run(command, capture_output=True, check=True).stdout
    header = re.match(rb"P5\n(\d+) (\d+)\n255\n", shown)
    assert header
    return np.frombuffer(shown[header.end() :], dtype=np.uint8).reshape(int(header[2]), int(header[1]))


@pytest.mark.parametrize("aim", Aim)
def test_a_print_shop_reads_what_is_cut_off(printed: Path, aim: Aim) -> None:
    """The outer five millimetres of each page, into which the tabs bleed; on sheets both outer edges, as deep."""
    name = BOOKLETS[aim]
    for number, page in enumerate(reader(printed, f"{name}-a5").pages):
        left, right = (5 * MM, A5[0]) if number % 2 else (0, A5[0] - 5 * MM)
        assert [float(edge) for edge in page.trimbox] == pytest.approx([left, 0, right, A5[1]], abs=0.01)
        assert page.bleedbox == page.mediabox
    for paper, scale in (("a4", 1.0), ("letter", 279.4 / 2 / 148)):
        pages = reader(printed, f"{name}-{paper}-duplex").pages
        for side, page in enumerate(pages[2:]):
            middle, creep = float(page.mediabox[2]) / 2, side // 2 * 0.1 * MM
            left, low, right, high = (float(edge) for edge in page.trimbox)
            assert middle - left == pytest.approx(143 * MM * scale - creep, abs=0.01)
            assert right - middle == pytest.approx(middle - left, abs=0.01)
            assert (low, high) == (0, float(page.mediabox[3]))


@pytest.mark.parametrize("aim", Aim)
def test_imposed_files_have_the_outline_of_the_booklet(printed: Path, aim: Aim) -> None:
    """Each mark leads to the side of the sheet that its page is printed on."""
    name = BOOKLETS[aim]
    booklet, sheets = reader(printed, f"{name}-a5"), reader(printed, f"{name}-a4-duplex")
    order = sides(len(booklet.pages))
    marks, imposed = ([mark for mark in file.outline if not isinstance(mark, list)] for file in (booklet, sheets))
    assert [mark["/Title"] for mark in marks] == [mark["/Title"] for mark in imposed] and len(marks) > 20
    for mark, there in zip(marks, imposed, strict=True):
        page, side = booklet.get_destination_page_number(mark), sheets.get_destination_page_number(there)
        assert page is not None and side is not None and page + 1 in order[side - 2]


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
    assert {name for name in files if not name.startswith("route-")} == set(SIZES), "routes have tests of their own"
    assert sum(files.values()) <= MOST_IN_ALL


SMALLEST = {
    "cheat-sheet": 8,
    "pocket-book": 9,
    "bookmarks": 7.4,
    "cards": 7.2,
    "booklet": 7.4,
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
    for name in BOOKLETS.values():
        scale = folded(reader(printed, f"{name}-letter-duplex").pages[2:])[0].scale[0]
        for page in reader(printed, f"{name}-a5").pages:
            found = words(page)
            assert min(word.size for word in found) * scale >= 6.99
            rows = [word for word in found if re.fullmatch(r"(?:(?:●|·|=?\d+(?:–\d+)?) ?){6,}", word.text)]
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
        bleeding = 4 <= number <= 13
        if number == 1:
            assert len(rows), "all tabs show on the cover"
        elif bleeding:
            assert 11 < rows.max() - rows.min() < 13.5, "one tab"
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


@pytest.mark.parametrize("aim", Aim)
def test_squares_are_cells_between_heads(printed: Path, aim: Aim) -> None:
    """Each square is a cell in the tree of tags, in rows with a head, under a row of heads; imposed, they still are."""
    path = printed / f"{BOOKLETS[aim]}-a5.pdf"
    tables = [table for table in poppler_tables(path) if table.rows[0][0].text in ("you ↑", "won", "lost")]
    assert len(tables) == sum(bool(t.signs) for read in read_gaps(path).values() for t in read.tables.values())
    for table in tables:
        heads, *rows = table.rows
        assert {(cell.kind, cell.scope) for cell in heads} == {("TH", "/Column")}
        for row in rows:
            assert [cell.kind for cell in row] == ["TH", *["TD"] * (len(row) - 1)] and row[0].scope == "/Row"
            assert sum(cell.span for cell in row) == len(heads)
    imposed = reader(printed, f"{BOOKLETS[aim]}-a4-duplex")
    assert len(elements(imposed, "/TD")) == len(elements(opened(path), "/TD"))
    assert not elements(imposed, "/Link")


@pytest.mark.parametrize("name", [*SIZES, *ROUTES])
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
    assert len(file.pages) == 16
    marks = {str(mark["/Title"]): file.get_destination_page_number(mark) for mark in file.outline}  # type: ignore[call-overload, index, arg-type]
    gaps = {title.split()[2]: number for title, number in marks.items() if title.startswith("SKILL gap")}
    assert len(gaps) == 17
    tabs = []
    for number in sorted({number for number in gaps.values() if number is not None}):
        here = [gap for gap, page in gaps.items() if page == number]
        shown = [word for word in words(file.pages[number]) if 10 < word.size < 12 and word.text in (*here, "to")]
        tab = [word for word in shown if not 12 * MM < word.x < A5[0] - 12 * MM]
        assert [word.text for word in tab] == ([here[0], "to", here[-1]] if len(here) > 2 else here)
        outer = tab[0].x if (number + 1) % 2 == 0 else A5[0] - tab[0].x
        assert 5 * MM < outer < 11 * MM, "it stands between the cut and the text"
        tabs.append(sum(word.y for word in tab) / len(tab))
    assert tabs == sorted(tabs, reverse=True)
    steps = [a - b for a, b in pairwise(tabs)]
    assert max(steps) - min(steps) < 6, "as far from one to the next"
    finder = text_of(file.pages[-1])
    pages = next(line for line in finder.splitlines() if line.startswith("page ")).split()[1:]
    assert pages == [str(number + 1) for number in gaps.values() if number is not None]


@pytest.mark.parametrize("name", ["booklet-a5", "atlas-a4"])
def test_all_links_lead_somewhere_in_any_reader(printed: Path, name: str) -> None:
    """Names are ASCII: readers take other bytes for one alphabet or another."""
    file = reader(printed, name)
    links = links_of(file)
    assert len(links) >= (100 if name == "booklet-a5" else 42)
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
        sheet = (number - 1) // 2 if number <= 8 else (16 - number) // 2
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
