"""Parts of a sheet that are the same several times are laid out once, on a page of their own, and drawn everywhere.

The first keeps its tags; the others say nothing new, so a screen reader passes over them. The page of the part goes.
"""

from collections.abc import Sequence
from typing import Any

from atlas.printing.leaves import MM, SheetPart
from atlas.printing.tags import BLACK, dictionaries, object_at, structure

PAGE_REFERENCE = 3
"""items in the list of pages that make one reference"""
MARKS = (b"BDC", b"BMC", b"EMC")
"""operators that mark content, with a tag and a number before them, which alone are not bytes"""


def lay_over(pdf: Any, parts: Sequence[SheetPart], scale: float) -> None:
    """Draw parts on the sheets before them, in a PDF as WeasyPrint hands it over, set at this scale."""
    references = pdf.page_references
    sheets, pages = references[: len(references) - len(parts)], references[len(references) - len(parts) :]
    _, owners = structure(pdf)
    for reference in sheets if parts else ():
        content = _content(pdf, reference)
        content.stream = [b"q", *content.stream, b"Q"]
    for number, (part, page) in enumerate(zip(parts, pages, strict=True), len(sheets)):
        drawn = _content(pdf, page).stream
        bare = b"\n".join(BLACK.get(o, o) for o in drawn if isinstance(o, bytes) and o not in MARKS)
        first, *others = part.places
        _move_tags(pdf, drawn, page, sheets[first.sheet], owners[2 * number + 1], owners[2 * first.sheet + 1])
        _content(pdf, sheets[first.sheet]).stream += [b"q", *drawn, b"Q"]
        for place in others:
            moved = f"1 0 0 1 {MM * scale * place.right:.3f} {-MM * scale * place.down:.3f} cm".encode()
            _content(pdf, sheets[place.sheet]).stream += [b"/Artifact BMC q", moved, bare, b"Q EMC"]
    del owners[2 * len(sheets) : 2 * len(references)]
    del pdf.pages["Kids"][PAGE_REFERENCE * len(sheets) :]
    pdf.pages["Count"] = len(sheets)


def _content(pdf: Any, page: bytes) -> Any:
    return object_at(pdf, object_at(pdf, page)["Contents"])


def _move_tags(pdf: Any, drawn: Sequence[Any], page: bytes, sheet: bytes, owned: Any, owners: Any) -> None:
    """Let tags that lead to a page lead to a sheet, where their numbers follow those that it has."""
    before = len(owners)
    for operator in drawn:
        if isinstance(operator, dict) and "MCID" in operator:
            operator["MCID"] += before
    owners.extend(owned)
    for element in dictionaries(pdf, "/StructElem"):
        if element.get("Pg") == page:
            element["Pg"] = sheet
            element["K"][:] = [kid + before if isinstance(kid, int) else kid for kid in element["K"]]
