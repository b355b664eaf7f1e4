"""Reading printed files with a PDF library: sizes of text, the parts of a sheet, what a booklet says."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from itertools import product
from math import hypot
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from atlas.game.rules import Outcome
from atlas.signs import ALWAYS, KEEP

DRAWN = re.compile(rb"(?:-?[\d.]+ )+(?:re|rg|RG|[mlcgGw])(?=\s)|(?<=\s)[fhnSW](?=\s)")
"""lines, curves and colours"""
EMPTY = re.compile(rb"(?<=\s)q\s(?:[-\d.\s]|cm)*Q(?=\s)")
"""places where nothing else was"""
Lucks = frozenset[int]
Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Word:
    """A piece of text as it is set."""

    text: str
    size: float
    """in points, on the paper"""
    x: float
    y: float


@cache
def opened(path: Path) -> PdfReader:
    """A file without its drawings: they say nothing, and take longest to read."""
    file = PdfReader(path)
    forms = [item for item in dictionaries(file) if item.get("/Subtype") == "/Form"]
    for part in [*forms, *(page["/Contents"] for page in file.pages)]:
        data = part.get_data()
        part.set_data(EMPTY.sub(b"", DRAWN.sub(b"", data)) if b"BT" in data or b" Do" in data else b"")
    return file


@cache
def dictionaries(file: PdfReader) -> list[Any]:
    """All that a file lists."""
    numbers = sorted({*file.xref_objStm, *(number for listed in file.xref.values() for number in listed)})
    return [item for item in map(file.get_object, numbers) if isinstance(item, dict)]


def words(page: Any) -> list[Word]:
    """All text of a page with its place and size: the font size under the text matrix and all others."""
    return _read(page.pdf, page.page_number)[1]


def text_of(page: Any) -> str:
    """All text of a page, line by line."""
    return _read(page.pdf, page.page_number)[0]


@cache
def _read(file: PdfReader, number: int) -> tuple[str, list[Word]]:
    found = []

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        if text.strip():
            a, b, c, d, e, f = cm
            up = (tm[2] * a + tm[3] * c, tm[2] * b + tm[3] * d)
            x, y = tm[4] * a + tm[5] * c + e, tm[4] * b + tm[5] * d + f
            found.append(Word(text.strip(), size * hypot(*up), x, y))

    return file.pages[number].extract_text(visitor_text=visit), found


def links_of(file: PdfReader) -> list[Any]:
    """All links to places in the file, page by page."""
    found = [link.get_object() for page in file.pages for link in page.get("/Annots", [])]
    return [link for link in found if "/Dest" in link]


def found_by_halving(file: PdfReader, link: Any) -> Any:
    """Where a link leads, by the bytes of its name alone: between two names that are compared as the standard says."""
    names = file.trailer["/Root"]["/Names"]["/Dests"]["/Names"]
    said, low, high = link["/Dest"].original_bytes, 0, len(names) // 2
    while low < high:
        middle = (low + high) // 2
        if names[2 * middle].original_bytes < said:
            low = middle + 1
        else:
            high = middle
    assert low < len(names) // 2 and names[2 * low].original_bytes == said, f"{link['/Dest']} leads nowhere"
    return names[2 * low + 1]


@dataclass
class ReadTable:
    """A threshold table as it is printed: signs by your STAMINA and the foe's, and where it says to keep besides."""

    signs: dict[tuple[int, int], str] = field(default_factory=dict)
    keeps: list[tuple[range, range]] = field(default_factory=list)
    """your staminas and the foe's"""
    page: int = 0

    def lucks(self, hero: int, foe: int, max_luck: int) -> Lucks:
        """With which lucks the page says to test."""
        sign = self.signs.get((hero, foe))
        assert sign or any(hero in heroes and foe in foes for heroes, foes in self.keeps), f"{hero}, {foe} is not told"
        return lucks_of(sign or KEEP, max_luck)


def lucks_of(sign: str, max_luck: int) -> Lucks:
    """With which lucks a sign says to test."""
    if sign == KEEP:
        return frozenset()
    if sign == ALWAYS:
        return frozenset(range(2, max_luck + 1))
    found = re.fullmatch(r"(=?)(\d+)(?:–(\d+))?", sign)
    assert found and not (found[1] and found[3]), sign
    low = int(found[2])
    return frozenset(range(low, (low if found[1] else int(found[3] or max_luck)) + 1))


@dataclass
class ReadGap:
    """The tables of one skill gap, and the first page that they stand on."""

    page: int
    tables: dict[Outcome, ReadTable] = field(default_factory=dict)


STAMINAS = range(1, 25)
SIGN = re.compile(r"●|·|=?\d+|\d+–\d+")
HEAD = re.compile(r"\d+(?:–\d+(?: even| odd)?|, \d+)?")
"""your STAMINA beside a row"""
ROW = re.compile(rf"({HEAD.pattern}) ((?:{SIGN.pattern})(?: (?:{SIGN.pattern}))*)")


def read_gaps(path: Path) -> dict[int, ReadGap]:
    """Every skill gap of a booklet, by pypdf: line by line."""
    found: dict[int, ReadGap] = {}
    for page in opened(path).pages:
        text = text_of(page)
        if heading := re.match(r"SKILL gap(s?) ([+−]?\d+)", text):
            _PageReader(found, page.page_number + 1, None if heading[1] else _number(heading[2])).read(text)
    return found


class _PageReader:
    """Reads the lines of a page of tables one after another."""

    def __init__(self, found: dict[int, ReadGap], number: int, gap: int | None) -> None:
        self.found, self.number = found, number
        self.outcome, self.foes = Outcome.WON, list[range]()
        self.everywhere: dict[Outcome, list[tuple[range, range]]] = {outcome: [] for outcome in Outcome}
        self.here: list[ReadGap] = []
        if gap is not None:
            self._begin(gap)

    def _begin(self, gap: int) -> None:
        self.gap = self.found.setdefault(gap, ReadGap(self.number))
        self.here.append(self.gap)

    @property
    def table(self) -> ReadTable:
        return self.gap.tables[self.outcome]

    def _open(self, outcome: Outcome) -> None:
        assert outcome not in self.gap.tables
        self.outcome = outcome
        self.gap.tables[outcome] = ReadTable(keeps=list(self.everywhere[outcome]), page=self.number)

    def read(self, text: str) -> None:
        upright = "a normal hit kills: keep"
        for line in text.replace(upright, f"\n{upright}\n").splitlines()[1:]:
            self._line(line.strip())

    def _line(self, line: str) -> None:
        line, _, beyond = line.partition("foe ") if re.search(r"(?:^| )foe \d+\+: keep$", line) else (line, "", "")
        self._squares(line.strip())
        if beyond:
            self.table.keeps.append((STAMINAS, range(int(beyond.partition("+")[0]), 25)))

    def _squares(self, line: str) -> None:
        if found := re.match(r"You won, foe (\d+)(?:–(\d+))?: keep.*You lost, your STAMINA (\d+): keep", line):
            self.everywhere[Outcome.WON].append((STAMINAS, staminas(found[1], found[2])))
            self.everywhere[Outcome.LOST].append((staminas(found[3]), STAMINAS))
        elif found := re.fullmatch(r"([+−]\d+|0)((?: *You (?:won|lost): KEEP ?, whatever your scores\.)*)", line):
            self._begin(_number(found[1]))
            for name in re.findall("won|lost", found[2]):
                self._open(Outcome(name))
                self.table.keeps = [(STAMINAS, STAMINAS)]
        elif found := re.match(
            r"You (won|lost)(?: foe (\d+)–(\d+): keep, a normal hit kills)?(?: the foe’s.*)?$", line
        ):
            self._open(Outcome(found[1]))
            if found[2]:
                self.table.keeps.append((STAMINAS, staminas(found[2], found[3])))
        elif found := re.fullmatch(r"(won|lost|you ↑) ([\d –]+)", line):
            self._heads(found[1], found[2].split())
        elif line == "a normal hit kills: keep":
            self.table.keeps.append((STAMINAS, range(1, self.foes[0][0])))
        elif found := re.fullmatch(r"(\d+)\+ (\d+) or more: keep", line):
            assert found[1] == found[2]
            self.table.keeps.append((range(int(found[1]), 25), STAMINAS))
        elif found := re.fullmatch(r"(\d+) keep: even Lucky you fall", line):
            self.table.keeps.append((staminas(found[1]), STAMINAS))
        elif found := re.match(rf"({HEAD.pattern}) TEST always", line):
            self._row(found[1], [ALWAYS] * len(self.foes))
        elif found := ROW.fullmatch(line):
            self._row(found[1], found[2].split())
        elif " or no square" in line:
            for gap in self.here:
                for table in gap.tables.values():
                    table.keeps.append((STAMINAS, STAMINAS))

    def _heads(self, name: str, heads: Sequence[str]) -> None:
        if name != "you ↑":
            self._open(Outcome(name))
        self.foes = [staminas(*head.split("–")) for head in heads]
        assert [foe for foes in self.foes for foe in foes] == list(range(self.foes[0][0], self.foes[-1][-1] + 1))

    def _row(self, head: str, signs: Sequence[str]) -> None:
        added = {
            (hero, foe): sign
            for foes, sign in zip(self.foes, signs, strict=True)
            for foe, hero in product(foes, heroes_of(head))
        }
        assert not added.keys() & self.table.signs.keys(), "every square is told once"
        self.table.signs |= added


def heroes_of(head: str) -> list[int]:
    """Your STAMINAs that a row is for: 7, or 5–14, or 8–14 even, or 6, 8."""
    numbers, _, kind = head.replace(", ", ",").partition(" ")
    if "," in numbers:
        return [int(number) for number in numbers.split(",")]
    return [n for n in staminas(*numbers.split("–")) if not kind or n % 2 == (kind == "odd")]


def staminas(first: str, last: str | None = None) -> range:
    return range(int(first), int(last or first) + 1)


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


@dataclass(frozen=True)
class Box:
    """A word and where it stands, as Poppler sees it."""

    text: str
    left: float
    right: float
    middle: float


@cache
def poppler_words(path: Path, number: int) -> list[Box]:
    """All words of a page with their places."""
    command = ["pdftotext", "-bbox", "-f", str(number), "-l", str(number), str(path), "-"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    pattern = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
    return [
        Box(unescape(word), float(left), float(right), (float(top) + float(low)) / 2)
        for left, top, right, low, word in re.findall(pattern, text)
    ]


@dataclass(frozen=True)
class SeenSquare:
    """A square as it stands on the paper."""

    table: int
    """how many tables stand above it on its page"""
    heroes: str
    foes: str
    sign: str
    x: float
    y: float


TAB, A5_WIDTH = 31, 419.5
"""how far tabs reach into a page, and its width, in points"""
UPRIGHT = ("a", "normal", "hit", "kills:", "keep")
"""words that run upwards beside a table"""


def seen_squares(found: list[Box]) -> list[SeenSquare]:
    """The squares of a page by where words stand alone: under a head of its column, beside a head of its row."""
    lines = list[list[Box]]()
    inner = (box for box in found if box.right > TAB and box.left < A5_WIDTH - TAB and box.text not in UPRIGHT)
    for word in sorted(inner, key=lambda box: box.middle):
        if lines and word.middle - lines[-1][0].middle < 3:
            lines[-1].append(word)
        else:
            lines.append([word])
    table, heads, squares = -1, list[Box](), list[SeenSquare]()
    for line in lines:
        first, *others = sorted(line, key=lambda box: box.left)
        if first.text in ("won", "lost", "you"):
            numbers = [box for box in others if re.fullmatch(r"\d+(–\d+)?", box.text)]
            if numbers and len(numbers) >= len(others) - 1:
                table, heads = table + 1, numbers
        elif heads:
            beside = [first, *(box for box in others if box.right < heads[0].left - 5)]
            signs = others[len(beside) - 1 :]
            name = " ".join(box.text for box in beside)
            if HEAD.fullmatch(name) and signs and SIGN.fullmatch(signs[0].text):
                for box in signs:
                    if head := next((head for head in heads if abs(_across(head) - _across(box)) < 3), None):
                        squares.append(SeenSquare(table, name, head.text, box.text, _across(head), box.middle))
    return squares


def _across(box: Box) -> float:
    return (box.left + box.right) / 2


@dataclass(frozen=True)
class Placed:
    """A page of the booklet on a sheet."""

    text: str
    scale: tuple[float, float]
    left: float
    bottom: float
    width: float
    height: float


def halves(page: Any) -> tuple[Placed, Placed]:
    """The left and the right page on one side of a sheet."""
    return _halves(page.pdf, page.page_number)


@cache
def _halves(file: PdfReader, number: int) -> tuple[Placed, Placed]:
    page: Any = file.pages[number]
    placed = []
    forms = page["/Resources"]["/XObject"]
    drawn = page.get_contents().get_data().decode()
    figure = r"([\d.-]+) "
    for a, b, c, d, e, f, name in re.findall(rf"q {figure * 6}cm (/\w+) Do", drawn):
        assert float(b) == float(c) == 0
        box = [float(edge) for edge in forms[name]["/BBox"]]
        text = page.extract_xform_text(forms[name], (0, 90), 200.0)
        scale = float(a), float(d)
        placed.append(Placed(text, scale, float(e), float(f), box[2] * scale[0], box[3] * scale[1]))
    left, right = sorted(placed, key=lambda half: half.left)
    return left, right


def folded(pages: list[Any]) -> list[Placed]:
    """The pages in the order of a folded stack; two sides are a sheet, and each lies inside the one before.

    Flipped on the short edge, the left half of the back is behind the right half of the front.
    """
    sheets = [(halves(front), halves(back)) for front, back in zip(pages[::2], pages[1::2], strict=True)]
    first = [half for front, back in sheets for half in (front[1], back[0])]
    last = [half for front, back in reversed(sheets) for half in (back[1], front[0])]
    return first + last
