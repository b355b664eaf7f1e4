"""WeasyPrint: an HTML text and its drawings in, a tagged PDF out that can still be changed.

All that is used of WeasyPrint's inside stands here; its version is pinned, and tests compare what it prints.

- It asks its cache for an image before it fetches one. Drawings are put there beforehand, each an object that knows
  how to become a form in the file: vectors, sharp at any size, with the alternative text of the `<img>` they stand in.
- It draws pages with a class of its own, which a subclass takes the place of: it keeps marks as objects, marks every
  word of a row of cells by itself, and paints black as black alone, not as a mixture of three colours.
- It names typefaces by a class of its own, too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Protocol

from atlas.errors import BuildError
from atlas.maps.operators import Ink
from atlas.printing.objects import ARTIFACT, END, PDF, Array, Dictionary, End, MarkedContent, Object, Pdf, Stream

SCHEME = "atlas:"
"""begins the addresses of drawings and typefaces that were made, not found"""
VARIANT, PDF_VERSION = "pdf/ua-1", "1.7"
CELLS = "cells"
"""the typeface of cells, as templates call it"""


class LaidOut(Protocol):
    """A document whose pages are set."""

    pages: Sequence[object]


class Canvas(Protocol):
    """What drawings are painted on."""

    stream: list[bytes | Object]

    def transform(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None: ...
    def push_state(self) -> None: ...
    def pop_state(self) -> None: ...
    def add_image(self, image: "Drawing", interpolate: bool, ratio: float) -> str: ...
    def draw_x_object(self, name: str) -> None: ...


def lay_out(html: str, inks: Iterable[Ink], typefaces: Mapping[str, bytes]) -> LaidOut:
    """Set the pages; drawings and made typefaces are named `atlas:…` in them."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except OSError as error:
        raise BuildError(f"Pango is missing, install it for the PDFs: {str(error).splitlines()[0]}") from None

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> object:
            name = url.removeprefix(SCHEME)
            if name == url:
                return super().fetch(url, headers)
            return URLFetcherResponse(url, typefaces[name], {"Content-Type": "font/ttf"})

    class Text(HTML):  # type: ignore[misc]
        def _ua_stylesheets(self, forms: bool = False) -> list[object]:
            return [_without_notes()]

    drawings = {f"{SCHEME}{ink.name}": Drawing(ink) for ink in inks}
    page = Text(string=html, url_fetcher=Fetcher(allowed_protocols=("file",)))
    laid_out: LaidOut = page.render(cache=drawings, pdf_variant=VARIANT)
    return laid_out


@cache
def _without_notes() -> object:
    """Return WeasyPrint's own stylesheet without footnotes: it would work out five styles of them for every element."""
    from weasyprint import CSS
    from weasyprint.html import UA

    return CSS(string=re.sub(r"::(foot)?note-.*", "", UA))


def draw(laid_out: LaidOut, scale: float) -> Pdf:
    """Return the PDF of pages that are set, at this scale."""
    from weasyprint import DEFAULT_OPTIONS
    from weasyprint.pdf import generate_pdf

    _take_places()
    options = DEFAULT_OPTIONS | {"pdf_variant": VARIANT, "pdf_version": PDF_VERSION}
    file: PDF = generate_pdf(laid_out, None, scale, **options)
    return Pdf(file)


class Drawing:
    """A drawing the way WeasyPrint knows images."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.id = ink.name.replace("/", "-").replace(".", "-")

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        return self.ink.width, self.ink.height, self.ink.width / self.ink.height

    def draw(self, canvas: Canvas, width: float, height: float, style: object) -> None:
        if self.ink.once:
            canvas.push_state()
            # In one step: WeasyPrint writes six decimals, too few for the share that a unit is of a large drawing.
            canvas.transform(width / self.ink.width, 0, 0, -height / self.ink.height, 0, height)
            for placed in self.ink.under:
                part = canvas.add_image(Drawing(placed.ink), False, 1)
                across, up = (f"{placed.scale * edge:.6g}" for edge in (placed.ink.width, placed.ink.height))
                canvas.stream.append(f"q {across} 0 0 {up} {placed.x:g} {placed.y:g} cm /{part} Do Q".encode())
            canvas.stream += [b"q", self.ink.operators, b"Q"]
            canvas.pop_state()
        layer = self.ink.over if self.ink.once else self.ink
        if layer:
            canvas.transform(width, 0, 0, -height, 0, height)
        while layer:
            canvas.draw_x_object(canvas.add_image(Drawing(layer), False, 1))
            layer = layer.over

    def get_x_object(self, interpolate: bool, ratio: float) -> Stream:
        """Return a form that fills the unit square, as an image does."""
        width, height = self.ink.width, self.ink.height
        form = Dictionary({"Type": "/XObject", "Subtype": "/Form"})
        form["BBox"] = Array((-2, -2, width + 2, height + 2))
        form["Matrix"] = Array((1 / width, 0, 0, 1 / height, 0, 0))
        return Stream([self.ink.operators], form, compress=True)


def short_name(typeface: bytes) -> str:
    """Return the six letters that stand before the name of a typeface."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(typeface).digest()[:6])


@cache
def _take_places() -> None:
    """Let WeasyPrint draw and name typefaces with the classes below."""
    from weasyprint import pdf
    from weasyprint.pdf import stream

    cells = short_name(CELLS.encode())

    class Page(stream.Stream):  # type: ignore[misc]
        @contextmanager
        def marked(self, box: object, tag: str) -> Iterator[None]:
            self.mark = MarkedContent(tag, len(self._tags))
            self._tags[box] = {"tag": tag, "mcid": self.mark}
            self.stream.append(self.mark)
            yield
            self.stream.append(End(self.mark))

        @contextmanager
        def artifact(self) -> Iterator[None]:
            self.stream.append(ARTIFACT)
            yield
            self.stream.append(END)

        def show_text(self, text: str) -> None:
            """Show a text, given as numbers of glyphs; in a row of cells each glyph but spaces is a word."""
            in_cells = self._current_font[0] == cells
            glyphs = re.findall("[0-9a-f]{4}", "".join(re.findall("<([0-9a-f]*)>", text))) if in_cells else []
            if len(glyphs) <= 2:
                super().show_text(text)
                return
            for place in range(0, len(glyphs), 2):
                word = MarkedContent("Span")
                self.mark.words.append(word)
                self.stream += [word, f"<{''.join(glyphs[place : place + 2])}> Tj".encode(), END]

        def set_color_rgb(self, r: float, g: float, b: float, stroke: bool = False) -> None:
            if r == g == b == 0:
                self.stream.append(b"0 G" if stroke else b"0 g")
            else:
                super().set_color_rgb(r, g, b, stroke)

    class Font(stream.Font):  # type: ignore[misc]
        """Has six letters before its name that are made of the name alone.

        WeasyPrint makes them from Pango's description of it, to which newer Pangos add features: other letters for
        the same typeface.
        """

        name: bytes

        def __init__(self, *given: object) -> None:
            super().__init__(*given)
            _, _, name = self.name.partition(b"+")
            self.hash = short_name(name)
            self.name = b"/%b+%b" % (self.hash.encode(), name)

    pdf.Stream, stream.Font = Page, Font
