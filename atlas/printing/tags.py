"""What WeasyPrint leaves to be done to the tags of a PDF, before it is written.

- A row of a table that is set as one line, in the typeface of cells, becomes as many cells as it has words; a cell
  that stands for all of them spans as many columns.
- Elements that say nothing of what is in them go: thousands of lines of text, each in one or two of its own.
- Heads of tables say whether they stand over a column or before a row.
- The boxes of figures are told from the lower left corner of the page, in points.
"""

from collections.abc import Iterable, Iterator

from atlas.printing.objects import Dictionary, Element, MarkedContent, Pdf

PX = 0.75
"""points in a unit of CSS"""
PLAIN = {"Span", "NonStruct"}
"""elements that say nothing of what is in them"""
TEXTS = {"P", "H1", "H2", "H3", "TH", "TD", "Caption", "LBody", "Lbl", "Link"}
"""elements that text may stand in without another around it"""


def finish_tags(pdf: Pdf, *, zoom: float = 1.0) -> None:
    """Finish the tags of a PDF as WeasyPrint hands it over, set at this scale."""
    pdf.number_marks()
    _span_squares(_split_rows(pdf))
    for element in pdf.elements:
        if element.kind == "TH":
            group = element.parent.parent
            _attributes(element)["Scope"] = "/Column" if group.kind == "THead" else "/Row"
        elif element.kind == "Figure":
            _place_figure(element, zoom * PX)
    for element in pdf.elements:
        if element.kind in TEXTS:
            _unwrap(element)


def _split_rows(pdf: Pdf) -> list[Element]:
    """Put a cell for each word where one has a row of words; return the rows of squares that are made so."""
    rows = []
    for element in list(pdf.elements):
        for mark in element.kids:
            if isinstance(mark, MarkedContent) and mark.words:
                cell, row = element.parent, element.parent.parent
                place = row.kids.index(cell)
                row.kids[place : place + 1] = [pdf.add_element(cell.kind, row, [word]) for word in mark.words]
                element.kids = []
                if cell.kind == "TD":
                    rows.append(row)
    return rows


def _span_squares(rows: Iterable[Element]) -> None:
    """Where rows were split, let the one cell between the heads of another row be as wide as all squares."""
    widths = {row.parent: len(row.kids) for row in rows}
    for group, width in widths.items():
        for row in group.kids:
            assert isinstance(row, Element)
            _, *cells = row.kids
            if 1 + len(cells) < width:
                assert isinstance(cells[0], Element)
                _attributes(cells[0])["ColSpan"] = width - len(cells)


def _attributes(cell: Element) -> Dictionary:
    attributes: Dictionary = cell.item.setdefault("A", Dictionary({"O": "/Table"}))
    return attributes


def _place_figure(figure: Element, unit: float) -> None:
    """Tell its box from the lower left corner of the page."""
    (mark,) = (kid for kid in figure.kids if isinstance(kid, MarkedContent))
    box, height = figure.item["A"]["BBox"], mark.page.item["MediaBox"][3]
    left, top, right, bottom = (unit * edge for edge in box)
    box[:] = [round(edge, 3) for edge in (left, height - bottom, right, height - top)]


def _unwrap(element: Element) -> None:
    """Let what is in plain elements stand in the element around them; nothing leads to them any more."""
    element.kids = list(_inner(element))
    for kid in element.kids:
        if isinstance(kid, Element):
            kid.parent = element


def _inner(element: Element) -> Iterator[Element | MarkedContent | bytes]:
    for kid in element.kids:
        if isinstance(kid, Element) and kid.kind in PLAIN:
            yield from _inner(kid)
            kid.kids = []
        else:
            yield kid
