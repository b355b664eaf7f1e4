"""The printing press: a document in, the bytes of a tagged PDF out.

A warning of WeasyPrint is an error here, but for the one that a machine without HarfBuzz-Subset brings: there
fontTools cuts the typefaces, and the pages are the same.

A PDF is the same file on every Python from 3.11 to 3.14, with Pango 1.50 to 1.58 and HarfBuzz 6 to 12; beyond
that it may hang on how these two place and cut glyphs, and on the zlib that packs it.
"""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from logging.handlers import BufferingHandler

from atlas.errors import BuildError
from atlas.game.edition import BOOK_EDITION, Edition
from atlas.maps.cell_font import cell_font
from atlas.printing.copies import lay_over
from atlas.printing.leaves import A4, LETTER, MM, Document, Paper
from atlas.printing.objects import Array, Pdf, PdfPage
from atlas.printing.tags import finish_tags
from atlas.printing.typesetter import LaidOut, draw, lay_out
from atlas.printing.writing import pack, pdf_bytes
from atlas.site.render import render_text

SCALES = (1.0, 0.96, 0.92, 0.88, 0.84)
"""sizes of the text: pages are laid out so much larger, and printed at their size; rules may need more words"""
NO_SUBSET = "Using fontTools instead of HarfBuzz-Subset"
"""begins the warning that is none here"""


def press(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> bytes:
    """Set and print one document."""
    return press_on([document.paper], document, edition, base_url)[document.paper]


def press_both(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> dict[str, bytes]:
    """Print a document that is set for what lies on A4 and on Letter on each of them: return files by path."""
    made = press_on((A4, LETTER), document, edition, base_url)
    return {document.path.replace(".pdf", f"-{paper.name}.pdf"): pdf for paper, pdf in made.items()}


def press_on(
    papers: Sequence[Paper], document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None
) -> dict[Paper, bytes]:
    """Set a document once, and print it in the middle of each of these papers, which are as large or larger."""
    pdf, made = printed(document, edition, base_url), {}
    for paper in papers:
        if paper is not document.paper:
            _center(pdf, document.paper, paper)
        made[paper] = pdf_bytes(pdf)
    return made


def printed(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> Pdf:
    """Return a document as a PDF that is not yet written, and can still be changed."""
    with _no_warnings(document.path):
        laid_out, scale = _set(document, edition, base_url)
        pdf = draw(laid_out, scale)
        lay_over(pdf, document.parts, scale)
        for number, sheet in enumerate(pdf.pages):
            trim(sheet, right_page=number % 2 == 0, outer=MM * scale * document.cut)
        finish_tags(pdf, zoom=scale)
        pdf.name_places()
        pdf.settle()
        pack(pdf.file)
    return pdf


def _set(document: Document, edition: Edition, base_url: str | None) -> tuple[LaidOut, float]:
    """Lay its pages out, the text smaller where they do not hold it; how large that is."""
    cells = document.cells
    typefaces = {"cells.ttf": cell_font(cells.labels, cells.width, cells.height, disc=cells.disc)} if cells else {}
    paper, pages = document.paper, 0
    for scale in SCALES:
        larger = replace(paper, width=paper.width / scale, height=paper.height / scale)
        laid_out = lay_out(render_text(replace(document, paper=larger), base_url, edition), document.inks, typefaces)
        pages = len(laid_out.pages) - len(document.parts)
        if document.page_count in (pages, None):
            return laid_out, scale
    raise BuildError(f"{document.path}: {pages} pages instead of {document.page_count}: something does not fit")


def _center(pdf: Pdf, page: Paper, paper: Paper) -> None:
    """Let the pages lie in the middle of a larger paper: their corner stays where it is, the paper reaches beyond."""
    for sheet in pdf.pages:
        box = sheet.item["MediaBox"]
        on_its_side = box[2] - box[0] > box[3] - box[1]
        (width, height), (whole_width, whole_height) = (
            (one.height, one.width) if on_its_side else (one.width, one.height) for one in (page, paper)
        )
        beside, below = (whole_width - width) / 2, (whole_height - height) / 2
        box[:] = [round(MM * edge, 3) for edge in (-beside, -below, width + beside, height + below)]
        trim(sheet)


def trim(page: PdfPage, *, right_page: bool = True, outer: float = 0) -> None:
    """Say what is left of a page when so many points of its outer edge are cut off; all of it takes what bleeds."""
    left, low, right, high = page.item["MediaBox"]
    kept = (left, low, right - outer, high) if right_page else (left + outer, low, right, high)
    page.item |= {"TrimBox": Array(round(edge, 3) for edge in kept), "BleedBox": Array((left, low, right, high))}


@contextmanager
def _no_warnings(path: str) -> Iterator[None]:
    """Fail where WeasyPrint warned. Warnings are noted first: an exception raised while logging could be caught."""
    logger, listener = logging.getLogger("weasyprint"), BufferingHandler(sys.maxsize)
    listener.setLevel(logging.WARNING)
    logger.addHandler(listener)
    # It warns of every table of a typeface that it drops.
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    failed = None
    try:
        yield
    except BuildError as error:
        failed = error
    finally:
        logger.removeHandler(listener)
    warnings = (record.getMessage() for record in listener.buffer)
    heard = [warning for warning in warnings if not warning.startswith(NO_SUBSET)]
    if heard:
        raise BuildError(f"{path}: {heard[0]}")
    if failed:
        raise failed
