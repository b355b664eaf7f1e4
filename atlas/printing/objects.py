"""A PDF before it is written, as objects with types: its pages, what is marked on them, its tree of tags.

WeasyPrint makes a PDF of pydyf's dictionaries, which name one another by number. Here a page holds its marks, and an
element of the tree holds the marks and elements in it, so that all of them can be moved; `settle` numbers them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import quote

if TYPE_CHECKING:  # pydyf has no types: these are the ones of what is used of it

    class Object:
        number: int
        reference: bytes

        @property
        def data(self) -> bytes: ...

    class Dictionary(Object, dict[str, Any]): ...

    class Array(Object, list[Any]): ...

    class String(Object):
        string: str

        def __init__(self, string: str) -> None: ...

    class Stream(Object):
        stream: list[bytes | Object]
        extra: Dictionary
        compress: bool

        def __init__(
            self, stream: Sequence[bytes | Object] = (), extra: Dictionary | None = None, compress: bool = False
        ) -> None: ...

    class PDF:
        objects: list[Object]
        catalog: Dictionary
        info: Dictionary
        pages: Dictionary
        page_references: Sequence[bytes]

        def add_object(self, item: Object) -> None: ...
        def write(self, output: BinaryIO, version: str, *, compress: bool) -> None: ...

else:
    from pydyf import PDF, Array, Dictionary, Object, Stream, String

REFERENCE = re.compile(rb"(\d+) 0 R")


class Text(Object):
    """An object as it is written, so that its words are put together once."""

    data = b""

    def __init__(self, item: Object) -> None:
        super().__init__()
        self.number, self.data = item.number, item.data


class Bracket(Object):
    """An operator that begins or ends a stretch of what is drawn: an element's, or what says nothing."""

    def __init__(self, operator: bytes) -> None:
        super().__init__()
        self.operator = operator

    @property
    def data(self) -> bytes:
        return self.operator


ARTIFACT, END = Bracket(b"/Artifact BMC"), Bracket(b"EMC")


class MarkedContent(Bracket):
    """Begins what belongs to one element, which holds the same object."""

    page: "PdfPage"
    owner: "Element"

    def __init__(self, tag: str, number: int = 0) -> None:
        super().__init__(tag.encode())
        self.mcid = number
        """its number on the page"""
        self.words: list[MarkedContent] = []
        """the marks that stand for this one, where each word is marked by itself"""

    def __lt__(self, other: "MarkedContent") -> bool:
        return self.mcid < other.mcid

    @property
    def data(self) -> bytes:
        return b"" if self.words else b"/%b <</MCID %d>> BDC" % (self.operator, self.mcid)


class End(Bracket):
    """Ends what a mark began."""

    def __init__(self, mark: MarkedContent) -> None:
        super().__init__(b"EMC")
        self.mark = mark

    @property
    def data(self) -> bytes:
        return b"" if self.mark.words else self.operator


@dataclass(eq=False)
class PdfPage:
    """A page, or a form that was one."""

    item: Dictionary
    content: Stream
    sheet: Dictionary | None = None
    """the page that a form stands on"""
    marks: Sequence[MarkedContent] = ()

    def number_marks(self) -> None:
        """Number the marks in the order in which they are drawn."""
        self.marks = [part for part in self.content.stream if isinstance(part, MarkedContent) and not part.words]
        for number, mark in enumerate(self.marks):
            mark.page, mark.mcid = self, number


@dataclass(eq=False)
class Element:
    """An element of the tree of tags: a paragraph, a cell, a figure."""

    item: Dictionary
    kind: str
    parent: "Element" = field(init=False)
    kids: "list[Element | MarkedContent | bytes]" = field(default_factory=list)
    """what is in it; a reference leads to the place of a link"""

    def settle(self) -> None:
        """Write down where it stands, what is in it, and on which page that is marked."""
        kids = b" ".join(map(self._written, self.kids))
        self.item |= {"S": f"/{self.kind}", "P": self.parent.item.reference, "K": b"[%b]" % kids}
        self.item.pop("Pg", None)
        for kid in self.kids:
            if isinstance(kid, MarkedContent):
                kid.owner = self
                if not kid.page.sheet:
                    self.item["Pg"] = kid.page.item.reference

    @staticmethod
    def _written(kid: "Element | MarkedContent | bytes") -> bytes:
        if isinstance(kid, Element):
            return kid.item.reference
        if not isinstance(kid, MarkedContent):
            return kid
        page = kid.page
        if not page.sheet:
            return b"%d" % kid.mcid
        return b"<</Type/MCR/Pg %b/Stm %b/MCID %d>>" % (page.sheet.reference, page.content.reference, kid.mcid)


class Pdf:
    """A tagged PDF as WeasyPrint hands it over."""

    def __init__(self, file: PDF) -> None:
        self.file = file
        pages = [self._dictionary(reference) for reference in file.page_references]
        self.pages = [PdfPage(page, self._stream(page["Contents"])) for page in pages]
        self.forms: Sequence[PdfPage] = ()
        """what was a page and now stands on one"""
        self._tree = self._dictionary(file.catalog["StructTreeRoot"])
        self._owners = self._dictionary(self._tree["ParentTree"])
        self.links: Sequence[int | bytes] = self._owners["Nums"][2 * len(pages) :]
        """the numbers of links, each before the element that it stands in"""
        self.elements = self._elements()
        self.document = self.elements[0]
        """the element around all others"""

    def _elements(self) -> list[Element]:
        """Return the tree of tags, the outermost element first."""
        items = self.dictionaries("/StructElem")
        by_reference = {item.reference: Element(item, item["S"].removeprefix("/")) for item in items}
        root = Element(self._tree, "StructTreeRoot")
        for element in by_reference.values():
            element.parent = by_reference.get(element.item["P"], root)
            element.kids = [by_reference.get(kid, kid) for kid in element.item["K"]]
        return list(by_reference.values())

    def _dictionary(self, reference: bytes) -> Dictionary:
        item = self.file.objects[int(reference.split()[0])]
        assert isinstance(item, Dictionary)
        return item

    def _stream(self, reference: bytes) -> Stream:
        item = self.file.objects[int(reference.split()[0])]
        assert isinstance(item, Stream)
        return item

    def dictionaries(self, kind: str) -> list[Dictionary]:
        """Return the objects of one kind."""
        return [item for item in self.file.objects if isinstance(item, Dictionary) and item.get("Type") == kind]

    def add_element(self, kind: str, parent: Element, kids: "list[Element | MarkedContent | bytes]") -> Element:
        """Return a new element, which the tree does not hold yet."""
        element = Element(Dictionary({"Type": "/StructElem"}), kind, kids)
        element.parent = parent
        self.file.add_object(element.item)
        self.elements.append(element)
        return element

    def number_marks(self) -> None:
        """Number what is marked on each page; afterwards no mark may move."""
        for page in self.pages:
            page.number_marks()

    def name_places(self) -> None:
        """Name the places that links lead to in ASCII, in byte order: readers halve the list to find one."""
        names = self.file.catalog.get("Names", {}).get("Dests", {}).get("Names", [])
        places = {quote(name.string): place for name, place in zip(names[::2], names[1::2], strict=True)}
        names[:] = [part for name in sorted(places) for part in (String(name), places[name])]
        for link in self.dictionaries("/Annot"):
            if "Dest" in link:
                link["Dest"] = String(quote(link["Dest"].string))

    def outline(self) -> Iterator[Dictionary]:
        """Yield the marks of the outline: all that lead to a place, but for links."""
        for item in self.file.objects:
            if isinstance(item, Dictionary) and "Title" in item and "Dest" in item:
                yield item

    def settle(self) -> None:
        """Write down by number what leads where in the tree of tags."""
        self._settle(self.elements)

    def _settle(self, elements: Iterable[Element]) -> None:
        for element in elements:
            element.settle()
            self.file.objects[element.item.number] = Text(element.item)

    def settle_pages(self) -> None:
        """Write down by number the pages, and to which elements what is marked on them belongs."""
        for page in self.pages:
            page.item["Parent"] = self.file.pages.reference
        self.file.pages |= {"Kids": Array(page.item.reference for page in self.pages), "Count": len(self.pages)}
        numbers = Array()
        for page in (*self.forms, *self.pages):
            if "StructParents" in page.item:
                owners = Array(mark.owner.item.reference for mark in page.marks)
                numbers += [page.item["StructParents"], owners]
        self._owners["Nums"] = Array([*numbers, *self.links])

    def take_in(self, other: "Pdf") -> None:
        """Take over all objects of another PDF, which ends with that; its tree becomes the first part of this one."""
        by = len(self.file.objects)
        for item in other.file.objects:
            _raised(item, by)
            item.number += by
        self.file.objects += other.file.objects
        for element in other.elements:
            element.item.number += by
        part = other.document
        part.kind, part.parent = "Part", self.document
        self.document.kids = [part, *self.document.kids]
        self._settle((self.document, *other.elements))


def _raised(value: object, by: int) -> object:
    """Return a value with all references in it leading to numbers so much higher."""
    if isinstance(value, bytes) and (found := REFERENCE.fullmatch(value)):
        return b"%d 0 R" % (int(found[1]) + by)
    parts = value.extra if isinstance(value, Stream) else value
    if isinstance(parts, dict):
        parts |= {name: _raised(part, by) for name, part in parts.items()}
    elif isinstance(parts, list):
        parts[:] = [_raised(part, by) for part in parts]
    return value
