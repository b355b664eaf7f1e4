"""Reading printed files with a PDF library: sizes of text, the parts of a sheet, what a booklet says."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from math import hypot
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from atlas.game.rules import Outcome
from atlas.signs import KEEP

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


@dataclass(frozen=True)
class ReadGap:
    """The tables of one skill gap, as text alone gives them."""

    skill_gap: int
    tables: Mapping[Outcome, Cells]
    """by outcome: the rows that are printed"""
    keeps_from: Mapping[Outcome, int]
    """from which stamina on the page says to keep"""
    notes: Mapping[str, str]

    def lucks(self, outcome: Outcome, hero: int, foe: int, max_luck: int) -> Lucks:
        """With which lucks the page says to test."""
        rows = self.tables[outcome]
        if hero > len(rows):
            assert hero >= self.keeps_from[outcome]
            return frozenset()
        label = rows[hero - 1][foe - 1]
        if label == KEEP:
            return frozenset()
        figure, letter = re.fullmatch(r"(●|\d+)([a-z]?)", label).groups()  # type: ignore[union-attr]
        lucks = set(range(2 if figure == "●" else int(figure), max_luck + 1))
        if letter:
            note = self.notes[letter]
            if top := re.search(r"only up to LUCK (\d+)", note):
                lucks -= set(range(int(top[1]) + 1, max_luck + 1))
            if without := re.search(r"not with LUCK ([\d, or]+)", note):
                lucks -= {int(n) for n in re.findall(r"\d+", without[1])}
            assert top or without
        return frozenset(lucks)


def read_gaps(path: Path) -> Iterator[ReadGap]:
    """Every skill gap of a booklet, by pypdf: line by line."""
    for page in opened(path).pages:
        text = text_of(page)
        heading = re.match(r"SKILL gap ([+−]?\d+)", text)
        if heading:
            parts = re.split(r"You (WON|LOST)", text)
            tables, keeps = {}, {}
            for name, body in zip(parts[1::2], parts[2::2], strict=True):
                outcome = Outcome(name.lower())
                tables[outcome] = _rows(body)
                found = re.search(r"(\d+) and more: keep", body)
                keeps[outcome] = int(found[1]) if found else len(tables[outcome]) + 1
            yield ReadGap(_number(heading[1]), tables, keeps, _notes(parts[-1]))


def _rows(text: str) -> Cells:
    lines = [line.split() for line in text.splitlines()]
    heads = next(line for line in lines if line[:1] == ["you"])
    columns = heads[1:-1]
    assert columns == [str(foe) for foe in range(1, len(columns) + 1)] and heads[-1] == "you"
    rows = [line for line in lines if len(line) == len(heads) and line[0].isdecimal()]
    assert all(row[0] == row[-1] == str(number) for number, row in enumerate(rows, 1))
    return tuple(tuple(row[1:-1]) for row in rows)


def _notes(text: str) -> dict[str, str]:
    """The notes of a page by letter."""
    common = re.search(r"((?:[a-z], )*[a-z]) test only up to LUCK ([\d, ]+\d)", text)
    assert common
    notes = {
        letter: f"only up to LUCK {top}"
        for letter, top in zip(common[1].split(", "), common[2].split(", "), strict=True)
    }
    rest = text[common.end() :]
    return notes | dict(
        re.findall(
            r"\b([a-zA-Z]) ((?:only up to|not with) LUCK [^a-zA-Z]+(?:or \d+)?[^a-zA-Z]*(?:not with LUCK [\d, or]+)?)",
            rest,
        )
    )


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


def poppler_rows(found: list[Box], width: int) -> list[list[str]]:
    """Lines of a page that have so many words, by where they stand alone, from the top."""
    lines = list[list[Box]]()
    for word in sorted(found, key=lambda box: box.middle):
        if lines and word.middle - lines[-1][0].middle < 4:
            lines[-1].append(word)
        else:
            lines.append([word])
    ordered = [[box.text for box in sorted(line, key=lambda box: box.left)] for line in lines]
    return [line[-width:] if line[-1].isdecimal() else line[:width] for line in ordered if len(line) >= width]


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
        text = page.extract_xform_text(forms[name], (0,), 200.0)
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
