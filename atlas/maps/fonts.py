"""The typefaces: Source Serif for reading, Source Sans for numbers and tables, DejaVu Serif for formulas.

Each comes in a package. `FACES` has their files, for print; `woff2` makes a web font with the characters that pages
use. DejaVu Serif comes with matplotlib: of the fonts that the packages bring, it alone has the letters of
formulas and says how formulas are set.

Their licences, the SIL Open Font License and that of Bitstream Vera, reserve the names “Source”, “Bitstream” and
“Vera”: a font that was changed is called something else, and keeps the copyright notice and the licence. What is
inside a PDF is part of a document, which the licences leave free; there a typeface goes by its own name.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from atlas.errors import InputError

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

SERIF = "Source Serif"
SANS = "Source Sans"
MATH = "DejaVu Serif"
PACKAGES = {
    SERIF: ("font_source_serif_pro", "files/SourceSerifPro-{cut}.ttf"),
    SANS: ("font_source_sans_pro", "files/SourceSansPro-{cut}.ttf"),
    MATH: ("matplotlib", "mpl-data/fonts/ttf/DejaVuSerif.ttf"),
}
"""the package, and the file of a cut in it"""
LICENCES = {SERIF: "OFL.txt", SANS: "OFL.txt", MATH: "DejaVu.txt"}
"""the file with the text, as the site names it"""
WEB_FAMILIES = {SERIF: "Luck Atlas Serif", SANS: "Luck Atlas Sans", MATH: "Luck Atlas Math"}
"""the names of the fonts after they were cut down"""
NOTICES = {"copyright": 0, "licenseDescription": 13, "licenseInfoURL": 14}
VERSION = 5
"""the records of a font's name table that are read: fontTools' names and their numbers"""
FEATURES = ("kern", "liga", "lnum", "tnum", "mark", "ccmp", "locl")
TEXT_FEATURES = (*FEATURES, "smcp", "c2sc")
"""of the faces for running text, which has small capitals"""
MATH_CONSTANTS = {
    "SubscriptShiftDown": 0.2,
    "SubscriptTopMax": 0.4,
    "SuperscriptShiftUp": 0.4,
    "SuperscriptShiftUpCramped": 0.3,
    "SuperscriptBottomMin": 0.15,
    "UpperLimitGapMin": 0.12,
    "UpperLimitBaselineRiseMin": 0.25,
    "LowerLimitGapMin": 0.12,
    "LowerLimitBaselineDropMin": 0.6,
    "StackTopShiftUp": 0.45,
    "StackTopDisplayStyleShiftUp": 0.7,
    "StackBottomShiftDown": 0.35,
    "StackBottomDisplayStyleShiftDown": 0.65,
    "FractionNumeratorShiftUp": 0.4,
    "FractionNumeratorDisplayStyleShiftUp": 0.65,
    "FractionDenominatorShiftDown": 0.4,
    "FractionDenominatorDisplayStyleShiftDown": 0.65,
}
"""in em, by their names in OpenType: those that DejaVu Serif lacks, or that put indices too high"""
SCRIPT_PERCENT = (70, 55)
"""the size of indices, and of theirs"""
ALIKE = {"∖": "\\", "∅": "Ø"}
"""similar signs in place of those that DejaVu Serif lacks"""
SLANT = 0.2
"""the slope of italics: how far they lean for a height of 1"""


@dataclass(frozen=True)
class Face:
    """One cut of a typeface."""

    family: str
    cut: str
    """the name of the cut in its file name"""
    weight: int
    italic: bool = False

    @property
    def web_family(self) -> str:
        return WEB_FAMILIES[self.family]

    @property
    def slug(self) -> str:
        """The name of the web font’s file."""
        return f"{self.web_family}-{self.cut}".lower().replace(" ", "-")

    @property
    def features(self) -> tuple[str, ...]:
        """The typographic features of the web font: each makes it larger."""
        return TEXT_FEATURES if self.family == SERIF and self.weight == 400 else FEATURES

    @property
    def file(self) -> Path:
        package, file = PACKAGES[self.family]
        spec = find_spec(package)
        path = Path(spec.origin or "").parent / file.format(cut=self.cut) if spec else None
        if path is None or not path.is_file():
            raise InputError(f"the typeface {self.family} is missing: install the package {package.replace('_', '-')}")
        return path


SANS_REGULAR, SANS_SEMIBOLD = Face(SANS, "Regular", 400), Face(SANS, "Semibold", 600)
FACES = (
    Face(SERIF, "Regular", 400),
    Face(SERIF, "It", 400, italic=True),
    Face(SERIF, "Semibold", 600),
    Face(SERIF, "Black", 900),
    SANS_REGULAR,
    SANS_SEMIBOLD,
    Face(SANS, "Bold", 700),
)
MATH_FACE = Face(MATH, "Regular", 400)
"""for formulas on pages"""


@cache
def loaded(face: Face) -> "TTFont":
    """Return the face as fontTools reads it, to draw with its shapes."""
    from fontTools.ttLib import TTFont

    return TTFont(face.file)


def notices(face: Face) -> dict[str, str]:
    """Return the copyright and licence notices of the face, which every font made of it must carry."""
    said = loaded(face)["name"]
    return {name: str(said.getDebugName(number)) for name, number in NOTICES.items()}


def woff2(face: Face, characters: Iterable[str]) -> bytes:
    """Return the face as a web font with these characters only, under a name of its own."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options(flavor="woff2", layout_features=list(face.features), hinting=False, recalc_timestamp=False)
    options.drop_tables += ["FFTM"]  # when FontForge saved it
    font = load_font(str(face.file), options)
    text = "".join(characters)
    if face.family == MATH:
        _complete(font, text)
    cutter = Subsetter(options)
    cutter.populate(text=text)
    cutter.subset(font)
    _rename(font, face)
    file = BytesIO()
    save_font(font, file, options)
    font.close()
    return file.getvalue()


def font_rule(face: Face, characters: Iterable[str]) -> str:
    """Return a rule of CSS that holds the face, with these characters only."""
    return _font_rule(face, "".join(sorted(set(characters))))


@cache
def _font_rule(face: Face, characters: str) -> str:
    font = b64encode(woff2(face, characters)).decode()
    return (
        f'@font-face{{font-family:"{face.web_family}";font-weight:{face.weight};'
        f'src:url(data:font/woff2;base64,{font})format("woff2")}}'
    )


def _complete(font: "TTFont", text: str) -> None:
    """Add to a font for formulas what it lacks: positions of indices, and italic Greek letters."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    constants = font["MATH"].table.MathConstants
    constants.ScriptPercentScaleDown, constants.ScriptScriptPercentScaleDown = SCRIPT_PERCENT
    for name, em in MATH_CONSTANTS.items():
        getattr(constants, name).Value = round(em * font["head"].unitsPerEm)
    known = font.getBestCmap()
    for character in sorted(set(text) - set(map(chr, known))):
        plain = ALIKE.get(character) or normalize("NFKC", character)
        name, base = f"u{ord(character):X}", known.get(ord(plain))
        if base is None:
            continue
        slant = 0 if character in ALIKE else SLANT
        pen = TTGlyphPen(font["glyf"])
        pen.addComponent(base, (1, 0, slant, 1, round(-slant * min(font["glyf"][base].yMin, 0)), 0))
        font["glyf"][name] = glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = font["hmtx"][base][0], glyph.xMin
        for table in font["cmap"].tables:
            if table.isUnicode() and table.format == 12:
                table.cmap[ord(character)] = name


def _rename(font: "TTFont", face: Face) -> None:
    from fontTools.fontBuilder import FontBuilder

    style = "Italic" if face.italic else face.cut
    version = font["name"].getDebugName(VERSION)
    name = f"{face.web_family.replace(' ', '')}-{face.cut}"
    names = {"familyName": face.web_family, "styleName": style, "fullName": f"{face.web_family} {style}"}
    identity = {"uniqueFontIdentifier": f"{version};{name}", "version": version, "psName": name}
    FontBuilder(font=font).setupNameTable(names | identity | notices(face), mac=False)
