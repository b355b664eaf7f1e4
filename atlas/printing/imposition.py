"""Pages of a booklet → sheets that are printed on both sides, folded and stapled.

Sheets lie inside one another, so the first side of the first sheet has the last page beside the first one:

    side 0: (n, 1)    side 1: (2, n − 1)    side 2: (n − 2, 3)    …

Each page becomes a form in the file and is placed whole, at one scale. Folded, the inner sheets stand out by the
thickness of those around them, so their pages move towards the fold by as much: after the outer edge is cut, tabs
lie under one another. The booklet stays tagged in the order it is read in: the structure then points into the
forms instead of the pages.
"""

from collections.abc import Mapping, Sequence

from atlas.errors import InputError
from atlas.printing.leaves import A5, MM, TRIM, Paper
from atlas.printing.objects import Array, Dictionary, Pdf, PdfPage, Stream
from atlas.printing.writing import pdf_bytes

THICKNESS = 0.1
"""of a sheet, in millimetres: office paper"""


def sides(pages: int) -> list[tuple[int, int]]:
    """Yield the left and right page of every side of every sheet, in the order they are printed."""
    if pages % 4:
        raise InputError(f"a booklet of {pages} pages cannot be folded: it takes a multiple of 4")
    order = []
    for side in range(pages // 2):
        outer, inner = pages - side, side + 1
        order.append((inner, outer) if side % 2 else (outer, inner))
    return order


def scale_on(paper: Paper, page: Paper = A5) -> float:
    """Return the scale of a page on half a sheet: as large as fits, but at most 1."""
    return min(1.0, paper.height / 2 / page.width, paper.width / page.height)


def impose(booklet: Pdf, foldings: Mapping[Paper, Pdf]) -> dict[Paper, bytes]:
    """Return the file of sheets for each paper, after one that says how to fold them, from PDFs not yet written.

    All of them are used up: the pages of the booklet become forms on the sheets.
    """
    references = [page.item.reference for page in booklet.pages]
    booklet.forms = [_form(page) for page in booklet.pages]
    order = sides(len(booklet.forms))
    sheets = [_sheet(booklet, [booklet.forms[number - 1] for number in side]) for side in order]
    _drop_links(booklet)
    places = {references[number - 1]: sheet for side, sheet in zip(order, sheets, strict=True) for number in side}
    for mark in booklet.outline():
        mark["Dest"] = Array((places[mark["Dest"][0]].item.reference, "/Fit"))
    booklet.settle()
    parts, files = booklet.document.kids, {}
    for paper, folding in foldings.items():
        booklet.document.kids = parts
        for side, sheet in enumerate(sheets):
            _place(sheet, paper, side // 2)
        booklet.take_in(folding)
        for number, page in enumerate(folding.pages, len(booklet.forms)):
            page.item["StructParents"] = number
        booklet.pages = [*folding.pages, *sheets]
        files[paper] = pdf_bytes(booklet)
    return files


def _form(page: PdfPage) -> PdfPage:
    """Return the page's own content as a form, with what it needs."""
    form = page.content.extra
    form |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page.item["MediaBox"]}
    form |= {name: page.item[name] for name in ("Resources", "StructParents")}
    page.item = form
    return page


def _sheet(booklet: Pdf, forms: Sequence[PdfPage]) -> PdfPage:
    """Return a page for one side, with the forms that stand on it."""
    content, named = Stream(), {f"P{place}": form.content.reference for place, form in enumerate(forms)}
    booklet.file.add_object(content)
    sheet = Dictionary({"Type": "/Page", "Tabs": "/S", "Contents": content.reference})
    sheet["Resources"] = Dictionary({"XObject": Dictionary(named)})
    booklet.file.add_object(sheet)
    for form in forms:
        form.sheet = sheet
    return PdfPage(sheet, content)


def _drop_links(booklet: Pdf) -> None:
    """Let nothing be a link any more; the places that links lead to go with them."""
    for element in booklet.elements:
        if element.kind == "Link":
            element.kind = "Span"
            element.kids = [kid for kid in element.kids if not isinstance(kid, bytes)]
    booklet.links = ()
    booklet.file.catalog.pop("Names", None)


def creep(number: int) -> float:
    """Return how far the pages of a sheet move towards the fold, in points; the outermost is sheet 0."""
    return number * THICKNESS * MM


def _place(sheet: PdfPage, paper: Paper, number: int) -> None:
    """Let the two forms of a side stand beside the fold of this paper."""
    scale, (width, height) = scale_on(paper), (paper.height * MM, paper.width * MM)
    page_width, page_height = A5.width * MM * scale, A5.height * MM * scale
    y = (height - page_height) / 2
    sheet.item["MediaBox"] = Array((0, 0, width, height))
    # What bleeds is cut off on both sides of the sheet, as far from its fold as the marks stand.
    bled, kept = (width / 2 - across * MM * scale + creep(number) for across in (A5.width, A5.width - TRIM))
    for name, edge in (("BleedBox", bled), ("TrimBox", kept)):
        sheet.item[name] = Array((round(max(edge, 0), 3), 0, round(width - max(edge, 0), 3), height))
    sheet.content.stream = [
        f"q {scale:.6g} 0 0 {scale:.6g} {left:.4f} {y:.4f} cm /P{place} Do Q".encode()
        for place, left in enumerate((width / 2 - page_width + creep(number), width / 2 - creep(number)))
    ]
