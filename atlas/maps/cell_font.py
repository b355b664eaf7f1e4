"""A typeface for tables of short labels: each label is one glyph, centred, and all are equally wide.

A printed row of squares is then as many words on a line: the words of a column stand under one another because
every word and the space after it are together as wide as a square, and whoever copies the line, or has it read
aloud, gets the words. Labels of several characters are ligatures of those characters; a range is set smaller; `KEEP`
is a small dot, `ALWAYS` a disc, or nothing to be seen where the square is drawn. The shapes are those of Source Sans;
a label too wide for its square is narrowed. The font has a name of its own, and says whose shapes these are and under
which licence.
"""

from collections.abc import Iterable
from io import BytesIO
from math import cos, pi, sin
from typing import TYPE_CHECKING

from atlas.maps.fonts import SANS_SEMIBOLD, Face, loaded, notices
from atlas.signs import ALWAYS, KEEP
from atlas.wording import DASH

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import Glyph

SPACE = 0.5
"""width of the space between words, of the font size: programs that read text find words by it"""
MOST_FILLED = 0.9
"""the largest share of a square that a label fills"""
MIDDLE = 0.325
"""height of the figures above the line they stand on, of the font size"""
RANGE_SIZE, RANGE_DASH = 0.88, 0.6
"""size of a range, and the width of the dash in it, against the figures of other squares"""
DISC, DOT = 0.27, 0.055
"""radius of the disc that stands for “always”, and of the dot that stands for “keep”"""


def cell_font(
    labels: Iterable[str], width: float, height: float, *, disc: bool = False, face: Face = SANS_SEMIBOLD
) -> bytes:
    """Return a TrueType font in which each label is one glyph, for squares of this size, of the font size.

    If `ALWAYS` is no disc, it is an invisible glyph that can still be copied: the page draws a square with a hole.
    """
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
    from fontTools.fontBuilder import FontBuilder

    source = loaded(face)
    upem = int(source["head"].unitsPerEm)
    words = sorted(set(labels))
    single = sorted({character for word in words for character in word})
    names = {word: f"label{number}" for number, word in enumerate([*single, *(w for w in words if len(w) > 1)])}
    glyphs = {name: _glyph(source, word, width, disc=disc) for word, name in names.items()}
    builder = FontBuilder(upem, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *glyphs])
    builder.setupCharacterMap({ord(" "): "space"} | {ord(character): names[character] for character in single})
    builder.setupGlyf({".notdef": _empty(), "space": _empty()} | glyphs)
    widths = {name: (round((width - SPACE) * upem), getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()}
    builder.setupHorizontalMetrics({".notdef": (upem, 0), "space": (round(SPACE * upem), 0)} | widths)
    up, down = (round((height / 2 + side * MIDDLE) * upem) for side in (1, -1))
    builder.setupHorizontalHeader(ascent=up, descent=-down)
    builder.setupOS2(sTypoAscender=up, sTypoDescender=-down, sTypoLineGap=0, usWinAscent=up, usWinDescent=down)
    builder.setupNameTable({"familyName": "Luck Atlas Cells", "styleName": "Regular"} | notices(face))
    builder.setupPost()
    joined = "".join(
        f"sub {' '.join(names[character] for character in word)} by {name};"
        for word, name in names.items()
        if len(word) > 1
    )
    addOpenTypeFeaturesFromString(builder.font, f"feature liga {{ {joined} }} liga;" if joined else "")
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _empty() -> "Glyph":
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    return TTGlyphPen(None).glyph()


def _glyph(source: "TTFont", word: str, width: float, *, disc: bool) -> "Glyph":
    """Draw the characters side by side in the middle of a square, which reaches half a space beyond the word."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    upem = source["head"].unitsPerEm
    if word in (ALWAYS, KEEP):
        radius = DOT if word == KEEP else DISC if disc else 0
        return _round((width - SPACE) / 2 * upem, MIDDLE * upem, radius * upem)
    shapes, names = source.getGlyphSet(), source.getBestCmap()
    size = RANGE_SIZE if DASH in word else 1
    parts = [(names[ord(c)], size * (RANGE_DASH if c == DASH else 1)) for c in word]
    wide = sum(shapes[part].width * across for part, across in parts)
    narrowed = min(1.0, MOST_FILLED * width * upem / wide)
    x = ((width - SPACE) * upem - narrowed * wide) / 2
    pen = TTGlyphPen(None)
    for part, across in parts:
        outline = DecomposingRecordingPen(shapes)
        shapes[part].draw(outline)
        outline.replay(TransformPen(pen, (narrowed * across, 0, 0, size, x, MIDDLE * (1 - size) * upem)))
        x += narrowed * across * shapes[part].width
    return pen.glyph()


def _round(x: float, y: float, radius: float) -> "Glyph":
    """Draw a disc, or nothing where it has no radius."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    if not radius:
        return _empty()
    pen = TTGlyphPen(None)
    # Eight corners off the curve and none on it: quadratic curves through the middles of an octagon's sides.
    corner, octagon = radius / cos(pi / 8), (n * pi / 4 for n in range(8))
    pen.qCurveTo(*((x + corner * cos(turn), y + corner * sin(turn)) for turn in octagon), None)
    pen.closePath()
    return pen.glyph()
