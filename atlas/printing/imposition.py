"""Pages of a booklet → sheets that are printed on both sides, folded and stapled.

Sheets lie inside one another, so the first side of the first sheet has the last page beside the first one:

    side 0: (n, 1)    side 1: (2, n − 1)    side 2: (n − 2, 3)    …

Each page becomes a form in the file and is placed whole, at one scale. Folded, the inner sheets stand out by the
thickness of those around them, so their pages move towards the fold by as much: after the outer edge is cut, tabs
lie under one another. The booklet stays tagged in the order it is read in: the structure then points into the
forms instead of the pages.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from atlas.errors import InputError
from atlas.printing.leaves import A5, MM, Paper
from atlas.printing.tags import dictionaries, object_at, structure
from atlas.printing.writing import REFERENCE, pdf_bytes

THICKNESS = 0.1
"""of a sheet, in millimetres: office paper"""


def sides(pages: int) -> list[tuple[int, int]]:
    """The left and right page of every side of every sheet, in the order they are printed."""
    if pages % 4:
        raise InputError(f"a booklet of {pages} pages cannot be folded: it takes a multiple of 4")
    order = []
    for side in range(pages // 2):
        outer, inner = pages - side, side + 1
        order.append((inner, outer) if side % 2 else (outer, inner))
    return order


def scale_on(paper: Paper, page: Paper = A5) -> float:
    """How large a page is on half a sheet: as large as fits, but never larger than it is."""
    return min(1.0, paper.height / 2 / page.width, paper.width / page.height)


def impose(booklet: Any, foldings: Mapping[Paper, Any]) -> dict[Paper, bytes]:
    """The file of sheets for each paper, after one that says how to fold them, from PDFs that are not yet written.

    The booklet is used up: its pages become forms on the sheets.
    """
    forms = [_form(booklet, object_at(booklet, reference)) for reference in booklet.page_references]
    sheets = _sheets(booklet, forms)
    _retag(booklet, forms, {form.number: sheet for sheet, placed in sheets for form in placed})
    # Bookmarks and the places that links lead to go with the pages.
    for name in ("Outlines", "Names"):
        booklet.catalog.pop(name, None)
    return {paper: _on(paper, booklet, [sheet for sheet, _ in sheets], folding) for paper, folding in foldings.items()}


def _form(booklet: Any, page: Any) -> Any:
    """The page's own content as a form, with what it needs."""
    content = object_at(booklet, page["Contents"])
    content.extra |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"]}
    content.extra |= {name: page[name] for name in ("Resources", "StructParents")}
    return content


def _sheets(booklet: Any, forms: Sequence[Any]) -> list[tuple[Any, list[Any]]]:
    """A page for every side, with the forms that stand on it."""
    import pydyf

    made = []
    for numbers in sides(len(forms)):
        placed = [forms[number - 1] for number in numbers]
        named = pydyf.Dictionary({f"P{place}": form.reference for place, form in enumerate(placed)})
        content, sheet = pydyf.Stream(), pydyf.Dictionary({"Type": "/Page", "Tabs": "/S"})
        booklet.add_object(content)
        booklet.add_object(sheet)
        sheet["Resources"], sheet["Contents"] = pydyf.Dictionary({"XObject": named}), content.reference
        made.append((sheet, placed))
    return made


def creep(number: int) -> float:
    """How far the pages of a sheet move towards the fold, in points; the outermost is sheet 0."""
    return number * THICKNESS * MM


def _on(paper: Paper, booklet: Any, sheets: Sequence[Any], folding: Any) -> bytes:
    """The file for one paper; afterwards the sheets are without a first one again."""
    for side, sheet in enumerate(sheets):
        _place(booklet, sheet, paper, side // 2)
    count, (document, numbers) = len(booklet.objects), structure(booklet)
    before = list(document["K"]), list(numbers)
    _replace_pages(booklet, [*_put_first(booklet, folding), *sheets])
    file = pdf_bytes(booklet)
    document["K"][:], numbers[:] = before
    del booklet.objects[count:]
    return file


def _place(booklet: Any, sheet: Any, paper: Paper, number: int) -> None:
    """Let the two forms of a side stand beside the fold of this paper."""
    import pydyf

    scale, (width, height) = scale_on(paper), (paper.height * MM, paper.width * MM)
    page_width, page_height = A5.width * MM * scale, A5.height * MM * scale
    y = (height - page_height) / 2
    sheet["MediaBox"] = pydyf.Array((0, 0, width, height))
    object_at(booklet, sheet["Contents"]).stream = [
        f"q {scale:.6g} 0 0 {scale:.6g} {left:.4f} {y:.4f} cm /P{place} Do Q".encode()
        for place, left in enumerate((width / 2 - page_width + creep(number), width / 2 - creep(number)))
    ]


def _replace_pages(booklet: Any, pages: Sequence[Any]) -> None:
    import pydyf

    for page in pages:
        page["Parent"] = booklet.pages.reference
    booklet.pages["Kids"] = pydyf.Array(page.reference for page in pages)
    booklet.pages["Count"] = len(pages)


def _retag(booklet: Any, forms: Sequence[Any], sheets: Mapping[int, Any]) -> None:
    """Let the structure point at the marked content inside the forms, and no longer at links."""
    pages = dict(zip(booklet.page_references, forms, strict=True))
    links = {item.reference for item in dictionaries(booklet, "/OBJR")}
    for element in dictionaries(booklet, "/StructElem"):
        if element["S"] == "/Link":
            element["S"] = "/Span"
            element["K"][:] = [kid for kid in element["K"] if kid not in links]
        if "Pg" in element:
            form = pages[element.pop("Pg")]
            content = f"<</Type/MCR/Pg {sheets[form.number].number} 0 R/Stm {form.number} 0 R/MCID "
            element["K"][:] = [f"{content}{kid}>>" if isinstance(kid, int) else kid for kid in element["K"]]
    _, numbers = structure(booklet)
    del numbers[2 * len(forms) :]


def _put_first(booklet: Any, folding: Any) -> list[Any]:
    """The pages that say how to fold, with their own tags before those of the booklet."""
    pages = [object_at(folding, reference) for reference in folding.page_references]
    (document, numbers), (added, owners) = structure(booklet), structure(folding)
    by = len(booklet.objects)
    for item in folding.objects:
        _renumber(item, by)
        item.number += by
        booklet.objects.append(item)
    added |= {"S": "/Part", "P": document.reference}
    document["K"].insert(0, added.reference)
    for page, owned in zip(pages, owners[1::2], strict=True):
        page["StructParents"] = len(numbers) // 2
        numbers += [page["StructParents"], owned]
    return pages


def _renumber(item: Any, by: int) -> None:
    """Let all references in an object name numbers so much higher."""
    parts = getattr(item, "extra", item)
    for place, part in (
        parts.items() if isinstance(parts, dict) else enumerate(parts if isinstance(parts, list) else ())
    ):
        if isinstance(part, bytes) and (found := REFERENCE.fullmatch(part)):
            parts[place] = b"%d 0 R" % (int(found[1]) + by)
        else:
            _renumber(part, by)
