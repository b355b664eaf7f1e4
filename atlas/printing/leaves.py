"""What is printed is a `Document`: a page with a template, the drawings on it and the labels of its tables. The paper
is data. Here too: the sheet that says how to fold the booklet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version

from atlas.maps.cell_font import SPACE
from atlas.maps.fonts import FACES
from atlas.maps.operators import Ink
from atlas.maps.style import PLAIN_COLOURS
from atlas.site.pages import Page
from atlas.wording import percent


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    name: str
    title: str
    width: float
    height: float


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
EITHER = Paper("either", "A4 or US Letter", A4.width, LETTER.height)
"""what lies on both: set once for it, pages are printed in the middle of each"""
A5 = Paper("a5", "A5", 148, 210)
MM = 72 / 25.4
"""points in a millimetre"""
TRIM = 5
"""of the booklet's outer edge, cut off after folding, in millimetres: tabs bleed over it"""


@dataclass(frozen=True)
class Cells:
    """What stands in the squares of tables, and their width and height, of the font size."""

    labels: Sequence[str]
    width: float
    height: float
    space: float = SPACE
    disc: bool = False
    """whether "always" is a disc, for squares that are black themselves"""


@dataclass(frozen=True)
class SheetPlace:
    """Of a part of a sheet: which sheet, and how far from where it was laid out, in millimetres."""

    sheet: int
    right: float
    down: float


@dataclass(frozen=True)
class SheetPart:
    """What is the same at several places of sheets; the first is where it was laid out."""

    places: Sequence[SheetPlace]


@dataclass(frozen=True, kw_only=True)
class Document(Page):
    """A page object that is printed."""

    description: str
    """one sentence for programs that list documents"""
    paper: Paper
    parts: Sequence[SheetPart] = ()
    """each laid out on a page of its own after the sheets"""
    inks: Sequence[Ink] = ()
    cells: Cells | None = None
    """how its tables are set, if in the typeface of cells"""
    version: str = version("luck-atlas")

    @property
    def font_faces(self) -> str:
        """The typefaces as CSS, each where its package has it."""
        return "\n".join(
            f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; '
            f'font-style: {"italic" if face.italic else "normal"}; src: url("{face.file.as_uri()}"); }}'
            for face in FACES
        )

    @property
    def page_count(self) -> int | None:
        """How many pages it must have: one more means that something does not fit. None may have any number."""
        return 1

    @property
    def cut(self) -> float:
        """Millimetres of the outer edge of each page that are cut off: what is drawn there bleeds."""
        return 0

    @property
    def palette(self) -> str:
        """The colours as CSS, on white paper."""
        return ":root {" + "".join(f" --{colour.name}: {colour.light};" for colour in PLAIN_COLOURS) + " --ink: #000 }"


@dataclass(frozen=True, kw_only=True)
class FoldingSheet(Document):
    template = "print/folding.html"
    title: str = "How to fold the booklet"
    description: str = "The first sheet of the booklet that is printed on both sides."
    sheets: int
    pages: int
    scale: str
    """how large the booklet's pages are printed"""
    trim: str
    """millimetres of the outer edge that are cut off"""

    @property
    def page_count(self) -> int:
        """Both sides, so that the pages of the file are as many in front as behind."""
        return 2

    @property
    def last(self) -> int:
        """The last page of the file."""
        return self.page_count + 2 * self.sheets


def folding_sheet(paper: Paper, pages: int, scale: float, name: str = "booklet", words: str = "") -> FoldingSheet:
    """Return the sheet that says how to fold a booklet, which is called so in the names of its files and in words."""
    return FoldingSheet(
        path=f"print/{name}-{paper.name}-duplex.pdf",
        title=f"How to fold the booklet{words}",
        paper=paper,
        sheets=-(-pages // 4),
        pages=pages,
        scale=percent(Fraction(round(scale * 1000), 1000)),
        trim=f"{TRIM * scale:.1f}".removesuffix(".0"),
    )
