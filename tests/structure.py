"""Reading the tags of a PDF as a screen reader does: by Poppler's own listing, and by walking the tree with pypdf."""

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from tests.printed import opened

LINE = re.compile(r"( *)(?:([A-Z]\w*)\b.*|(/\w+) (.*)|\"(.*)\")")


@dataclass
class Cell:
    """A cell of a table, with the text in it."""

    kind: str
    text: str = ""
    span: int = 1
    scope: str = ""


@dataclass
class Table:
    """A table, under the last heading before it."""

    heading: str
    rows: list[list[Cell]] = field(default_factory=list)
    caption: str = ""


@cache
def poppler_tables(path: Path) -> list[Table]:
    """All tables of a file in the order they are read in, from what `pdfinfo` lists."""
    listed = subprocess.run(["pdfinfo", "-struct-text", str(path)], capture_output=True, check=True, text=True).stdout
    tables, heading = list[Table](), ""
    above: list[tuple[int, str]] = []
    for line in listed.splitlines():
        match = LINE.fullmatch(line)
        if not match:
            continue
        indent, kind, attribute, value, text = len(match[1]), *match.groups()[1:]
        above = [(at, name) for at, name in above if at < indent]
        names = [name for _, name in above]
        if kind:
            above.append((indent, kind))
            if kind == "H2":
                heading = ""
            elif kind == "Table":
                tables.append(Table(heading.strip()))
            elif kind == "TR":
                tables[-1].rows.append([])
            elif kind in ("TH", "TD"):
                tables[-1].rows[-1].append(Cell(kind))
        elif attribute == "/ColSpan":
            tables[-1].rows[-1][-1].span = int(value)
        elif attribute == "/Scope":
            tables[-1].rows[-1][-1].scope = value
        elif text and "Caption" in names:
            tables[-1].caption += text
        elif text and ("TH" in names or "TD" in names):
            cell = tables[-1].rows[-1][-1]
            cell.text = f"{cell.text} {text}".strip().replace("  ", " ")
        elif text and "H2" in names:
            heading += text
    return tables


@cache
def tagged_tables(path: Path) -> list[Table]:
    """The same by pypdf, which reads a page once and not for each of its squares."""
    file, tables, heading = opened(path), list[Table](), ""
    said = {page.indirect_reference.idnum: marked(page) for page in file.pages if page.indirect_reference}
    for element in walk(file):
        if element.kind == "/H2":
            heading = _text(element.item, said)
        elif element.kind == "/Table":
            caption = "".join(_text(kid, said) for kid in element.kids if kid["/S"] == "/Caption")
            rows = [[_cell(cell, said) for cell in row] for row in grid_of(element.item)]
            tables.append(Table(heading, rows, caption))
    return tables


def marked(page: Any) -> dict[int, str]:
    """What stands on a page, by the numbers of its marked content."""
    texts, number = defaultdict[int, str](str), -1

    def begin(operator: bytes, operands: Any, *_: Any) -> None:
        nonlocal number
        if operator in (b"BDC", b"EMC"):
            number = operands[1].get("/MCID", -1) if operator == b"BDC" else -1

    def note(text: str, *_: Any) -> None:
        texts[number] += text

    page.extract_text(visitor_operand_before=begin, visitor_text=note)
    return texts


def _text(item: Any, said: dict[int, dict[int, str]]) -> str:
    """What stands in an element and those inside it."""
    kids = item.get("/K", [])
    parts = [
        said[item.raw_get("/Pg").idnum][kid] if isinstance(kid, int) else _text(kid.get_object(), said)
        for kid in (kids if isinstance(kids, list) else [kids])
    ]
    return " ".join(" ".join(parts).split())


def _cell(item: Any, said: dict[int, dict[int, str]]) -> Cell:
    table = item.get("/A", {})
    return Cell(str(item["/S"])[1:], _text(item, said), int(table.get("/ColSpan", 1)), str(table.get("/Scope", "")))


@dataclass(frozen=True)
class Element:
    """An element of the tree of tags."""

    kind: str
    depth: int
    item: Any
    kids: list[Any]
    """elements, numbers of marked content, references to objects"""


def walk(file: PdfReader) -> Iterator[Element]:
    """Every element, in the order it is read in; each must know the element that it stands in."""
    root = file.trailer["/Root"]["/StructTreeRoot"]
    yield from _walk(root["/K"][0].get_object(), root, 0)


def _walk(item: Any, parent: Any, depth: int) -> Iterator[Element]:
    assert item["/P"].get_object() == parent, "it is told where it stands"
    kids = item.get("/K", [])
    kids = list(kids) if isinstance(kids, list) else [kids]
    children = [kid if isinstance(kid, int) else kid.get_object() for kid in kids]
    yield Element(str(item["/S"]), depth, item, children)
    for kid in children:
        if isinstance(kid, dict) and "/S" in kid:
            yield from _walk(kid, item, depth + 1)


def grid_of(table: Any) -> list[list[Any]]:
    """The cells of a table by row."""
    groups = [group.get_object() for group in table["/K"]]
    rows = [row.get_object() for group in groups if group["/S"] != "/Caption" for row in group["/K"]]
    return [[cell.get_object() for cell in row["/K"]] for row in rows]
