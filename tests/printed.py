"""Reading printed files with a PDF library: sizes of text, the parts of a sheet, what a booklet says."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from atlas.game.rules import Outcome

DOT = "·"
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


def words(page: Any) -> list[Word]:
    """All text of a page with its place and size: the font size under the text matrix and all others."""
    found = []

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        if text.strip():
            a, b, c, d, e, f = cm
            up = (tm[2] * a + tm[3] * c, tm[2] * b + tm[3] * d)
            x, y = tm[4] * a + tm[5] * c + e, tm[4] * b + tm[5] * d + f
            found.append(Word(text.strip(), size * hypot(*up), x, y))

    page.extract_text(visitor_text=visit)
    return found


@dataclass(frozen=True)
class ReadSpread:
    """The tables of one skill gap, as text alone gives them."""

    skill_gap: int
    tables: Mapping[Outcome, tuple[Cells, Mapping[str, str]]]
    """by outcome: the cells, and the notes by letter"""

    def lucks(self, outcome: Outcome, hero: int, foe: int, max_luck: int) -> Lucks:
        """With which lucks the page says to test."""
        cells, notes = self.tables[outcome]
        cell = cells[hero - 1][foe - 1]
        if cell == DOT:
            return frozenset()
        letter = re.sub(r"[\d–]", "", cell)
        parts = notes[letter].split(", ") if letter else [cell]
        return frozenset(luck for part in parts for luck in _run(part, max_luck))


def _run(text: str, max_luck: int) -> range:
    low, dash, high = text.partition("–")
    return range(int(low), int(high) + 1) if dash else range(int(low), max_luck + 1)


def read_spreads(path: Path) -> Iterator[ReadSpread]:
    """Every spread of a booklet."""
    for page in PdfReader(path).pages:
        text = page.extract_text()
        heading = re.search(r"Skill gap ([+−]?\d+)", text)
        if heading and "lowest LUCK to test" in text:
            parts = re.split(r"You (won|lost) the round: lowest LUCK to test", text)
            tables = {Outcome(name): _table(body) for name, body in zip(parts[1::2], parts[2::2], strict=True)}
            yield ReadSpread(int(heading[1].replace("−", "-")), tables)


def _table(text: str) -> tuple[Cells, Mapping[str, str]]:
    header, *lines = [line.strip() for line in text.strip().splitlines()]
    columns = header.removeprefix("you ").split(" ")
    assert columns == [str(foe) for foe in range(1, len(columns) + 1)]
    rows = [line.split(" ") for line in lines[: len(columns)]]
    assert [row[0] for row in rows] == columns
    notes = dict(re.findall(r"([a-z]+): LUCK ([\d–, ]*\d)", "\n".join(lines[len(columns) :])))
    return tuple(tuple(row[1:]) for row in rows), notes


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
    placed = []
    forms = page["/Resources"]["/XObject"]
    drawn = page.get_contents().get_data().decode()
    number = r"([\d.-]+) "
    for a, b, c, d, e, f, name in re.findall(rf"q {number * 6}cm (/\w+) Do", drawn):
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
