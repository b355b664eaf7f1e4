"""A typeface for tables of short labels: each label is one glyph, centred, and all are equally wide.

A printed row of 24 squares is then 24 words on a line: the words of a column stand under one another because
every word and the space after it are together as wide as a square, and whoever copies the line, or has it read
aloud, gets the words. Labels of several characters are ligatures of those characters; a letter after a figure is
a raised mark; `ALWAYS` is a black square with a hole, or the disc for one. The shapes are those of Source Sans; a
label too wide for its square is narrowed. The font has a name of its own, and says whose shapes these are and under
which licence.
"""

from collections.abc import Iterable
from io import BytesIO
from math import cos, pi, sin
from typing import TYPE_CHECKING

from atlas.maps.fonts import SANS_SEMIBOLD, Face, loaded, notices
from atlas.signs import ALWAYS

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import Glyph

SPACE = 0.5
"""width of the space between words, of the font size: readers tell words by it"""
MOST_FILLED = 0.97
"""the share of a square that the widest label takes"""
MIDDLE = 0.325
"""height of the figures above the line they stand on, of the font size"""
MARK_SIZE, MARK_RISE = 0.79, 0.27
"""size of a letter after a figure"""
HOLE = 0.27
"""radius of the hole that stands for “always”"""


def cell_font(
    labels: Iterable[str], width: float, height: float, *, disc: bool = False, face: Face = SANS_SEMIBOLD
) -> bytes:
    """Return a TrueType font in which each label is one glyph, for squares of this size, of the font size.

    Where squares are black themselves, `ALWAYS` is but the disc.
    """
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
    from fontTools.fontBuilder import FontBuilder

    source = loaded(face)
    upem = int(source["head"].unitsPerEm)
    words = sorted(set(labels))
    single = sorted({character for word in words for character in word})
    names = {word: f"label{number}" for number, word in enumerate([*single, *(w for w in words if len(w) > 1)])}
    glyphs = {name: _glyph(source, word, width, height, disc=disc) for word, name in names.items()}
    builder = FontBuilder(upem, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *glyphs])
    builder.setupCharacterMap({ord(" "): "space"} | {ord(character): names[character] for character in single})
    builder.setupGlyf({".notdef": _empty(), "space": _empty()} | glyphs)
    widths = {name: (round((width - SPACE) * upem), glyph.xMin) for name, glyph in glyphs.items()}
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


def _glyph(source: "TTFont", word: str, width: float, height: float, *, disc: bool) -> "Glyph":
    """Draw the characters side by side in the middle of a square, which reaches half a space beyond the word."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    upem = source["head"].unitsPerEm
    if word == ALWAYS:
        return _always(*(length * upem for length in (width, height, SPACE / 2, MIDDLE, HOLE)), disc=disc)
    shapes, names = source.getGlyphSet(), source.getBestCmap()
    parts = [(names[ord(c)], *((MARK_SIZE, MARK_RISE) if c.isalpha() and word != c else (1, 0))) for c in word]
    wide = sum(shapes[part].width * size for part, size, _ in parts)
    narrowed = min(1.0, MOST_FILLED * width * upem / wide)
    x = ((width - SPACE) * upem - narrowed * wide) / 2
    pen = TTGlyphPen(None)
    for part, size, rise in parts:
        outline = DecomposingRecordingPen(shapes)
        shapes[part].draw(outline)
        outline.replay(TransformPen(pen, (narrowed * size, 0, 0, size, x, rise * upem)))
        x += narrowed * size * shapes[part].width
    return pen.glyph()


def _always(width: float, height: float, before: float, middle: float, hole: float, *, disc: bool) -> "Glyph":
    """Draw a whole square in black with a round hole, drawn against its rim; or the hole alone, as a disc."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    left, right, low, high = -before, width - before, middle - height / 2, middle + height / 2
    x = (left + right) / 2
    pen = TTGlyphPen(None)
    if not disc:
        pen.moveTo((left, low))
        for point in ((left, high), (right, high), (right, low)):
            pen.lineTo(point)
        pen.closePath()
    # Eight corners off the curve and none on it: quadratic curves through the middles of an octagon's sides.
    corner, octagon = hole / cos(pi / 8), (n * pi / 4 for n in range(8))
    pen.qCurveTo(*((x + corner * cos(turn), middle + corner * sin(turn)) for turn in octagon), None)
    pen.closePath()
    return pen.glyph()
