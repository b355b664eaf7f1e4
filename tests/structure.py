"""Reading the tags of a PDF as a screen reader does: by Poppler's own listing, and by walking the tree with pypdf."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pypdf import PdfReader

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


def poppler_tables(path: Path) -> list[Table]:
    """All tables of a file in the order they are read in, from what `pdfinfo` lists."""
    listed = subprocess.run(["pdfinfo", "-struct-text", str(path)], capture_output=True, check=True, text=True).stdout
    tables, heading = list[Table](), ""
    above: list[tuple[int, str]] = []
    for line in listed.splitlines():
        found = LINE.fullmatch(line)
        if not found:
            continue
        indent, kind, attribute, value, text = len(found[1]), *found.groups()[1:]
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
    found = [kid if isinstance(kid, int) else kid.get_object() for kid in kids]
    yield Element(str(item["/S"]), depth, item, found)
    for kid in found:
        if isinstance(kid, dict) and "/S" in kid:
            yield from _walk(kid, item, depth + 1)


def grid_of(table: Any) -> list[list[Any]]:
    """The cells of a table by row."""
    groups = [group.get_object() for group in table["/K"]]
    rows = [row.get_object() for group in groups if group["/S"] != "/Caption" for row in group["/K"]]
    return [[cell.get_object() for cell in row["/K"]] for row in rows]
