"""What WeasyPrint leaves to be done to the tags of a finished PDF, before it is written.

- A row of a table that is set as one line, in the typeface of cells, becomes as many cells as it has words; a cell
  that stands for all of them spans as many columns.
- Elements that say nothing of what is in them go: thousands of lines of text, each in one or two of its own.
- Heads of tables say whether they stand over a column or before a row.
- The boxes of figures are told from the lower left corner of the page, in points.
- Black text is told to be black alone, not a mixture of three colours.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import pydyf

PX = 0.75
"""points in a unit of CSS"""
PLAIN = {"/Span", "/NonStruct"}
"""elements that say nothing of what is in them"""
TEXTS = {"/P", "/H1", "/H2", "/H3", "/TH", "/TD", "/Caption", "/LBody", "/Lbl", "/Link"}
"""elements that text may stand in without another around it"""
BLACK = {b"0 0 0 rg": b"0 g", b"0 0 0 RG": b"0 G"}


def short_name(typeface: bytes) -> str:
    """The six letters that stand before the name of a typeface."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(typeface).digest()[:6])


CELLS = f"/{short_name(b'cells')} ".encode()
"""begins the operator that chooses the typeface of cells, which templates call by this name"""


def finish_tags(pdf: Any, *, zoom: float = 1.0) -> None:
    """Finish a PDF as WeasyPrint hands it over."""
    elements = {o.reference: o for o in dictionaries(pdf, "/StructElem")}
    _, numbers = structure(pdf)
    owners = dict(zip(pdf.page_references, numbers[1::2], strict=False))
    heights = {}
    for reference in pdf.page_references:
        page = object_at(pdf, reference)
        heights[reference] = page["MediaBox"][3]
        stream = object_at(pdf, page["Contents"])
        _split_rows(pdf, stream.stream, owners[reference], elements)
        stream.stream = [BLACK.get(o, o) if isinstance(o, bytes) else o for o in stream.stream]
    _span_squares(elements)
    for element in elements.values():
        if element["S"] == "/TH":
            group = elements[elements[element["P"]]["P"]]
            scope = "/Column" if group["S"] == "/THead" else "/Row"
            element.setdefault("A", pydyf.Dictionary({"O": "/Table"}))["Scope"] = scope
        elif element["S"] == "/Figure":
            left, top, right, bottom = (zoom * PX * edge for edge in element["A"]["BBox"])
            height = heights[element["Pg"]]
            element["A"]["BBox"][:] = [round(edge, 3) for edge in (left, height - bottom, right, height - top)]
    for element in elements.values():
        if element["S"] in TEXTS:
            _unwrap(element, elements, owners[element["Pg"]])
    for element in elements.values():
        if not any(isinstance(kid, int) for kid in element["K"]):
            element.pop("Pg", None)


def _unwrap(element: Any, elements: dict[bytes, Any], owners: Any) -> None:
    """Let what is in plain elements stand in the element around them; nothing leads to them any more."""

    def inner(kids: Iterable[Any]) -> Iterator[Any]:
        for kid in kids:
            within = elements.get(kid)
            if within and within["S"] in PLAIN:
                yield from inner(within["K"])
            else:
                yield kid

    element["K"][:] = inner(element["K"])
    for kid in element["K"]:
        if isinstance(kid, int):
            owners[kid] = element.reference
        elif kid in elements:
            elements[kid]["P"] = element.reference


def structure(pdf: Any) -> tuple[Any, Any]:
    """The element around all others, and the list of elements that marked content belongs to, by page."""
    tree = object_at(pdf, pdf.catalog["StructTreeRoot"])
    return object_at(pdf, tree["K"][0]), object_at(pdf, tree["ParentTree"])["Nums"]


def dictionaries(pdf: Any, kind: str) -> list[Any]:
    """The objects of a kind."""
    return [o for o in pdf.objects if isinstance(o, dict) and o.get("Type") == kind]


def object_at(pdf: Any, reference: bytes) -> Any:
    """What a reference stands for."""
    return pdf.objects[int(reference.split()[0])]


def _split_rows(pdf: Any, operators: list[Any], owners: Any, elements: dict[bytes, Any]) -> None:
    """Mark every word of a row of cells by itself.

    A line of text is always: tag, its number, BDC, …, Tf, TJ, ET, EMC.
    """
    for place in [n for n, o in enumerate(operators) if isinstance(o, bytes) and o.startswith(CELLS)]:
        opened = next(n for n in range(place, -1, -1) if operators[n] == b"BDC")
        closed = operators.index(b"EMC", place)
        glyphs = re.findall("[0-9a-f]{4}", "".join(re.findall("<([0-9a-f]*)>", operators[place + 1].decode())))
        words = ["".join(glyphs[n : n + 2]) for n in range(0, len(glyphs), 2)]
        if len(words) == 1:
            continue
        numbers = _cells(pdf, operators[opened - 1]["MCID"], len(words), owners, elements)
        marked = (f"/Span <</MCID {n}>> BDC <{word}> Tj EMC" for n, word in zip(numbers, words, strict=True))
        operators[place + 1] = " ".join(marked).encode()
        operators[opened - 2 : opened + 1] = [b"", b"", b""]
        operators[closed] = b""


def _cells(pdf: Any, number: int, count: int, owners: Any, elements: dict[bytes, Any]) -> list[int]:
    """Put so many cells where one is whose text has this number; their numbers."""
    cell = elements[elements[owners[number]]["P"]]
    numbers = [number, *range(len(owners), len(owners) + count - 1)]
    owners.extend([b""] * (count - 1))
    kind = SquareElement if cell["S"] == "/TD" else pydyf.Dictionary
    made = []
    for n in numbers:
        one = kind({name: cell[name] for name in ("Type", "S", "P", "Pg")} | {"K": pydyf.Array([n])})
        pdf.add_object(one)
        owners[n] = one.reference
        elements[owners[n]] = one
        made.append(owners[n])
    row = elements[cell["P"]]["K"]
    place = row.index(cell.reference)
    row[place : place + 1] = made
    del elements[cell.reference]
    return numbers


def _span_squares(elements: dict[bytes, Any]) -> None:
    """Where rows were split, let the one cell between the heads of another row be as wide as all squares."""
    rows = {square["P"] for square in elements.values() if isinstance(square, SquareElement)}
    widths = {elements[row]["P"]: len(elements[row]["K"]) for row in rows}
    for group, width in widths.items():
        for row in elements[group]["K"]:
            cells = elements[row]["K"][1:]
            if 1 + len(cells) < width:
                attributes = elements[cells[0]].setdefault("A", pydyf.Dictionary({"O": "/Table"}))
                attributes["ColSpan"] = width - len(cells)


class SquareElement(pydyf.Dictionary):  # type: ignore[misc]
    """The element of a cell in the inner part of a table: there are thousands, so they are written fast."""

    @property
    def data(self) -> bytes:
        (content,) = self["K"]
        page = b"/Pg " + self["Pg"] if "Pg" in self else b""
        return b"<</Type /StructElem/S /TD/P %b%b/K [%b]>>" % (self["P"], page, str(content).encode())
