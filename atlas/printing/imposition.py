"""Pages of a booklet → sheets that are printed on both sides, folded and stapled.

Sheets lie inside one another, so the first side of the first sheet has the last page beside the first one:

    side 0: (n, 1)    side 1: (2, n − 1)    side 2: (n − 2, 3)    …

Each page becomes a form in the file and is placed whole, at one scale. Folded, the inner sheets stand out by the
thickness of those around them, so their pages move towards the fold by as much: after the outer edge is cut, tabs
lie under one another. The booklet stays tagged in the order it is read in: the structure then points into the
forms instead of the pages.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from atlas.errors import InputError
from atlas.printing.leaves import A5, MM, Paper
from atlas.printing.places import shortened

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


def impose(booklet: bytes, foldings: Mapping[Paper, bytes]) -> dict[Paper, bytes]:
    """The sheets of a booklet for each paper, after one that says how to fold them."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(booklet)))
    forms = [_form(writer, page) for page in writer.pages]
    made = _sheets(writer, forms)
    where = {form.idnum: sheet for sheet, placed in made for form in placed}
    numbers = [page.indirect_reference.idnum for page in writer.pages if page.indirect_reference]
    _retag(writer, dict(zip(numbers, forms, strict=True)), where)
    sheets = [sheet for sheet, _ in made]
    _replace_pages(writer.root_object, sheets)
    kept: dict[int, bytes] = {}
    return {paper: _on(paper, writer, sheets, PdfReader(BytesIO(folding)), kept) for paper, folding in foldings.items()}


def _on(paper: Paper, writer: Any, sheets: Sequence[Any], folding: Any, kept: dict[int, bytes]) -> bytes:
    """The file for one paper; afterwards the sheets are without a first one again."""
    for side, sheet in enumerate(sheets):
        _place(sheet.get_object(), paper, side // 2)
    structure = writer.root_object["/StructTreeRoot"]
    document, numbers = structure["/K"][0], structure["/ParentTree"]["/Nums"]
    before = len(document["/K"]), len(numbers)
    _put_first(writer, folding)
    packed = _packed(writer, kept)
    _replace_pages(writer.root_object, sheets)
    del document["/K"][: len(document["/K"]) - before[0]]
    del numbers[before[1] :]
    return packed


def _form(writer: Any, page: Any) -> Any:
    """The page's own content as a form, with what it needs."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject

    contents = page.raw_get("/Contents")
    stream = contents.get_object()
    stream[NameObject("/Type")] = NameObject("/XObject")
    stream[NameObject("/Subtype")] = NameObject("/Form")
    stream[NameObject("/BBox")] = ArrayObject(FloatObject(float(edge)) for edge in page.mediabox)
    stream[NameObject("/Resources")] = page.raw_get("/Resources")
    stream[NameObject("/StructParents")] = page.raw_get("/StructParents")
    return contents


def _sheets(writer: Any, forms: Sequence[Any]) -> list[tuple[Any, list[Any]]]:
    """A page for every side, with the forms that stand on it."""
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    made = []
    for numbers in sides(len(forms)):
        placed = [forms[number - 1] for number in numbers]
        resources = DictionaryObject(
            {NameObject("/XObject"): DictionaryObject({NameObject(f"/P{i}"): form for i, form in enumerate(placed)})}
        )
        page = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Page"),
                NameObject("/Resources"): resources,
                NameObject("/Contents"): writer._add_object(DecodedStreamObject()),
                NameObject("/Tabs"): NameObject("/S"),
            }
        )
        made.append((writer._add_object(page), placed))
    return made


def creep(number: int) -> float:
    """How far the pages of a sheet move towards the fold, in points; the outermost is sheet 0."""
    return number * THICKNESS * MM


def _place(sheet: Any, paper: Paper, number: int) -> None:
    """Let the two forms of a side stand beside the fold of this paper."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject

    scale, (width, height) = scale_on(paper), (paper.height * MM, paper.width * MM)
    page_width, page_height = A5.width * MM * scale, A5.height * MM * scale
    y = (height - page_height) / 2
    drawn = "".join(
        f"q {scale:.6g} 0 0 {scale:.6g} {left:.4f} {y:.4f} cm /P{place} Do Q\n"
        for place, left in enumerate((width / 2 - page_width + creep(number), width / 2 - creep(number)))
    )
    sheet[NameObject("/MediaBox")] = ArrayObject(FloatObject(edge) for edge in (0, 0, width, height))
    sheet["/Contents"].set_data(drawn.encode())


def _replace_pages(root: Any, sheets: Sequence[Any]) -> None:
    """Sheets instead of pages; bookmarks and the places that links lead to go with the pages."""
    from pypdf.generic import ArrayObject, NameObject, NumberObject

    tree = root["/Pages"]
    for sheet in sheets:
        sheet.get_object()[NameObject("/Parent")] = tree.indirect_reference
    tree[NameObject("/Kids")] = ArrayObject(sheets)
    tree[NameObject("/Count")] = NumberObject(len(sheets))
    for name in ("/Outlines", "/Names"):
        root.pop(name, None)


def _retag(writer: Any, forms: dict[int, Any], sheets: dict[int, Any]) -> None:
    """Let the structure point at the marked content inside the forms, and no longer at links."""
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject

    for element in writer._objects:
        if not isinstance(element, DictionaryObject) or element.get("/Type") != "/StructElem":
            continue
        page = element.pop(NameObject("/Pg"), None) if "/Pg" in element else None
        kids = element.get("/K")
        if page is None or kids is None:
            continue
        form = forms[page.idnum]
        kept = []
        for kid in kids:
            if isinstance(kid, NumberObject):
                marked = {"/Type": NameObject("/MCR"), "/Pg": sheets[form.idnum], "/Stm": form, "/MCID": kid}
                kept.append(DictionaryObject({NameObject(name): value for name, value in marked.items()}))
            elif kid.get_object().get("/Type") != "/OBJR":
                kept.append(kid)
        element[NameObject("/K")] = ArrayObject(kept)
        if str(element["/S"]) == "/Link":
            element[NameObject("/S")] = NameObject("/Span")


def _put_first(writer: Any, reader: Any) -> None:
    """The sheet that says how to fold, with its own tags before those of the booklet."""
    from pypdf.generic import NameObject, NumberObject

    pages = [writer.insert_page(page, place) for place, page in enumerate(reader.pages)]
    structure, added = writer.root_object["/StructTreeRoot"], reader.root_object["/StructTreeRoot"].clone(writer)
    document = structure["/K"][0]
    for element in added["/K"]:
        element.get_object()[NameObject("/S")] = NameObject("/Part")
        element.get_object()[NameObject("/P")] = document.indirect_reference
        document["/K"].insert(0, element)
    numbers = structure["/ParentTree"]["/Nums"]
    for page, owners in zip(pages, added["/ParentTree"]["/Nums"][1::2], strict=True):
        key = NumberObject(max(numbers[::2]) + 1)
        page[NameObject("/StructParents")] = key
        numbers += [key, owners]


def _packed(writer: Any, kept: dict[int, bytes]) -> bytes:
    """The file with its objects in a compressed stream, which pypdf reads but does not write.

    Cells of tables, thousands of them, are the same on all papers: how they are written is kept by their number.
    """
    import pydyf
    from pypdf.generic import NullObject, StreamObject

    class Raw(pydyf.Object):  # type: ignore[misc]
        def __init__(self, item: Any) -> None:
            super().__init__()
            self.item = item

        @property
        def data(self) -> bytes:
            if self.number in kept:
                return kept[self.number]
            written = BytesIO()
            self.item.write_to_stream(written)
            if isinstance(self.item, dict) and self.item.get("/S") == "/TD":
                kept[self.number] = written.getvalue()
            return written.getvalue()

        @property
        def compressible(self) -> bool:
            return not isinstance(self.item, StreamObject)

    reached = _reached(writer)
    pdf = pydyf.PDF()
    del pdf.objects[1:]
    for number, item in enumerate(writer._objects, 1):
        pdf.add_object(Raw(item if number in reached else NullObject()))
    pdf.catalog = pdf.objects[writer.root_object.indirect_reference.idnum]
    pdf.info = pydyf.Dictionary({"Title": pydyf.String(str(writer.metadata.title))})
    made = BytesIO()
    pdf.write(made, compress=True)
    return shortened(made.getvalue())


def _reached(writer: Any) -> set[int]:
    """The numbers of the objects that the file still needs."""
    from pypdf.generic import IndirectObject

    found: set[int] = set()
    waiting: list[Any] = [writer.root_object.indirect_reference]
    while waiting:
        item = waiting.pop()
        if isinstance(item, IndirectObject):
            if item.idnum in found:
                continue
            found.add(item.idnum)
            item = item.get_object()
        if isinstance(item, dict):
            waiting += dict.values(item)
        elif isinstance(item, list):
            waiting += list.__iter__(item)
    return found
