"""What WeasyPrint leaves to be done to the tags of a finished PDF, before it is written.

- A row of a table that is set as one line, in the typeface of cells, becomes as many cells as it has words.
- Heads of tables say whether they stand over a column or before a row.
- The boxes of figures are told from the lower left corner of the page, in points.
- Black text is told to be black alone, not a mixture of three colours.
"""

import re
from hashlib import sha256
from typing import Any

PX = 0.75
"""points in a unit of CSS"""
BLACK = {b"0 0 0 rg": b"0 g", b"0 0 0 RG": b"0 G"}


def short_name(typeface: bytes) -> str:
    """The six letters that stand before the name of a typeface."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(typeface).digest()[:6])


CELLS = f"/{short_name(b'cells')} ".encode()
"""begins the operator that chooses the typeface of cells, which templates call by this name"""


def finish(pdf: Any, *, zoom: float = 1.0) -> None:
    """Finish a PDF as WeasyPrint hands it over."""
    import pydyf

    elements = {o.reference: o for o in dictionaries(pdf, "/StructElem")}
    _, numbers = structure(pdf)
    owners = numbers[1::2]
    heights = {}
    for reference, owners_here in zip(pdf.page_references, owners, strict=False):
        page = object_at(pdf, reference)
        heights[reference] = page["MediaBox"][3]
        stream = object_at(pdf, page["Contents"])
        _split_rows(pdf, stream.stream, owners_here, elements)
        stream.stream = [BLACK.get(o, o) if isinstance(o, bytes) else o for o in stream.stream]
    for element in elements.values():
        if element["S"] == "/TH":
            group = elements[elements[element["P"]]["P"]]
            scope = "/Column" if group["S"] == "/THead" else "/Row"
            element.setdefault("A", pydyf.Dictionary({"O": "/Table"}))["Scope"] = scope
        elif element["S"] == "/Figure":
            left, top, right, bottom = (zoom * PX * edge for edge in element["A"]["BBox"])
            height = heights[element["Pg"]]
            element["A"]["BBox"][:] = [round(edge, 3) for edge in (left, height - bottom, right, height - top)]


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
    import pydyf

    text = elements[owners[number]]
    cell = elements[text["P"]]
    row = elements[cell["P"]]["K"]
    cells = [cell, text]
    while len(cells) < count:
        cells.append(pydyf.Dictionary())
        pdf.add_object(cells[-1])
    numbers = [number, *range(len(owners), len(owners) + count - 1)]
    owners.extend([b""] * (count - 1))
    for one, n in zip(cells, numbers, strict=True):
        one.update({key: cell[key] for key in ("Type", "S", "Pg", "P")} | {"K": pydyf.Array([n])})
        one.pop("A", None)
        owners[n] = one.reference
        elements[one.reference] = one
    place = row.index(cell.reference)
    row[place : place + 1] = [one.reference for one in cells]
    return numbers
