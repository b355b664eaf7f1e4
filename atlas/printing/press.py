"""The printing press: an HTML text and its drawings in, the bytes of a tagged PDF out.

WeasyPrint asks its cache for an image before it fetches one. Drawings are put there beforehand, each an
object that knows how to become a form in the file: vectors, sharp at any size, with the alternative text of
the `<img>` they stand in. A warning of WeasyPrint is an error here, but for the one that a machine without
HarfBuzz-Subset brings: there fontTools cuts the typefaces, and the pages are the same.

A PDF is the same file on every Python from 3.11 to 3.14, with Pango 1.50 to 1.58 and HarfBuzz 6 to 12; beyond
that it may hang on how these two place and cut glyphs, and on the zlib that packs it.
"""

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from logging.handlers import BufferingHandler
from typing import Any

from atlas.errors import BuildError
from atlas.game.edition import BOOK_EDITION, Edition
from atlas.maps.cell_font import cell_font
from atlas.maps.pdf import Ink
from atlas.printing.copies import lay_over
from atlas.printing.leaves import A4, LETTER, MM, Document, Paper
from atlas.printing.tags import finish_tags, short_name
from atlas.printing.writing import pack, pdf_bytes
from atlas.site.render import render_text

SCHEME = "atlas:"
"""begins the addresses of drawings and typefaces that were made, not found"""
VARIANT, PDF_VERSION = "pdf/ua-1", "1.7"
SCALES = (1.0, 0.96, 0.92, 0.88, 0.84)
"""sizes of the text: pages are laid out so much larger, and printed at their size; rules may need more words"""
NO_SUBSET = "Using fontTools instead of HarfBuzz-Subset"
"""begins the warning that is none here"""


def press(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> bytes:
    """Set and print one document."""
    return press_on([document.paper], document, edition, base_url)[document.paper]


def press_both(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> dict[str, bytes]:
    """A document that is set for what lies on A4 and on Letter, on each of them: files by path."""
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


def printed(document: Document, edition: Edition = BOOK_EDITION, base_url: str | None = None) -> Any:
    """A document as a PDF that is not yet written: pydyf's objects, which can still be changed."""
    with _no_warnings(document.path):
        laid_out, scale = _set(document, edition, base_url)
        pdf = _drawn(laid_out, scale)
        lay_over(pdf, document.parts, scale)
        finish_tags(pdf, zoom=scale)
        pack(pdf)
    return pdf


def _set(document: Document, edition: Edition, base_url: str | None) -> tuple[Any, float]:
    """Lay its pages out, the text smaller where they do not hold it; how large that is."""
    cells = document.cells
    typefaces = {"cells.ttf": cell_font(cells.labels, cells.width, cells.height, disc=cells.disc)} if cells else {}
    paper, pages = document.paper, 0
    for scale in SCALES:
        larger = replace(paper, width=paper.width / scale, height=paper.height / scale)
        laid_out = _lay_out(render_text(replace(document, paper=larger), base_url, edition), document.inks, typefaces)
        _tag_typefaces_by_name()
        pages = len(laid_out.pages) - len(document.parts)
        if pages == document.page_count:
            return laid_out, scale
    raise BuildError(f"{document.path}: {pages} pages instead of {document.page_count}: something does not fit")


def _center(pdf: Any, page: Paper, paper: Paper) -> None:
    """Let the pages lie in the middle of a larger paper: their corner stays where it is, the paper reaches beyond."""
    for reference in pdf.page_references:
        box = pdf.objects[int(reference.split()[0])]["MediaBox"]
        on_its_side = box[2] - box[0] > box[3] - box[1]
        (width, height), (whole_width, whole_height) = (
            (one.height, one.width) if on_its_side else (one.width, one.height) for one in (page, paper)
        )
        beside, below = (whole_width - width) / 2, (whole_height - height) / 2
        box[:] = [round(MM * edge, 3) for edge in (-beside, -below, width + beside, height + below)]


def _drawn(laid_out: Any, scale: float) -> Any:
    from weasyprint import DEFAULT_OPTIONS
    from weasyprint.pdf import generate_pdf

    options = DEFAULT_OPTIONS | {"pdf_variant": VARIANT, "pdf_version": PDF_VERSION}
    return generate_pdf(laid_out, None, scale, **options)


def _lay_out(html: str, inks: Iterable[Ink], typefaces: Mapping[str, bytes]) -> Any:
    """Set the pages; drawings and made typefaces are named `atlas:…` in them."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except OSError as error:
        raise BuildError(f"Pango is missing, install it for the PDFs: {str(error).splitlines()[0]}") from None

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(SCHEME)
            if name == url:
                return super().fetch(url, headers)
            return URLFetcherResponse(url, typefaces[name], {"Content-Type": "font/ttf"})

    cache = {f"{SCHEME}{ink.name}": _Placed(ink) for ink in inks}
    return HTML(string=html, url_fetcher=Fetcher(allowed_protocols=("file",))).render(cache=cache, pdf_variant=VARIANT)


@cache
def _tag_typefaces_by_name() -> None:
    """Make the six letters before the name of a typeface from the name alone.

    WeasyPrint makes them from Pango's description of it, to which newer Pangos add features: other letters for
    the same typeface.
    """
    from weasyprint.pdf import stream

    class Font(stream.Font):  # type: ignore[misc]
        name: bytes
        hash: str

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            _, _, name = self.name.partition(b"+")
            self.hash = short_name(name)
            self.name = b"/%b+%b" % (self.hash.encode(), name)

    stream.Font = Font


class _Placed:
    """A drawing the way WeasyPrint knows images."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.id = ink.name.replace("/", "-").replace(".", "-")

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        return self.ink.width, self.ink.height, self.ink.width / self.ink.height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        stream.transform(width, 0, 0, -height, 0, height)
        if self.ink.once:
            stream.push_state()
            stream.transform(1 / self.ink.width, 0, 0, 1 / self.ink.height, 0, 0)
            stream.stream += [b"q", self.ink.operators, b"Q"]
            for ink, x, y in self.ink.figures:
                figure = stream.add_image(_Placed(ink), False, 1)
                stream.stream.append(f"q {ink.width} 0 0 {ink.height} {x} {y} cm /{figure} Do Q".encode())
            stream.pop_state()
        layer = self.ink.over if self.ink.once else self.ink
        while layer:
            stream.draw_x_object(stream.add_image(_Placed(layer), False, 1))
            layer = layer.over

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """A form that fills the unit square, as an image does."""
        import pydyf

        width, height = self.ink.width, self.ink.height
        extra = pydyf.Dictionary(
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array((-2, -2, width + 2, height + 2)),
                "Matrix": pydyf.Array((1 / width, 0, 0, 1 / height, 0, 0)),
            }
        )
        return pydyf.Stream([self.ink.operators], extra, compress=True)


@contextmanager
def _no_warnings(path: str) -> Iterator[None]:
    """What was warned of is remembered: an exception raised while logging could be caught on its way."""
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
