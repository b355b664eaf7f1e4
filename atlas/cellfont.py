"""A typeface for tables of short labels: each label is one glyph, centred, and all are equally wide.

A printed table of 24 columns is then 24 words on a line: the words of a column stand under one another
because every word is as wide as a cell, and whoever copies the line, or has it read aloud, gets the words.
Labels of several characters are ligatures of those characters; the space between words has no width. The
shapes are those of Source Sans, whose figures are equally wide; a label too wide for its cell is narrowed.
The font has a name of its own, and says whose shapes these are and under which licence.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from atlas.fonts import SANS_REGULAR, Face, loaded, notices

CELL_EM = 2.0
"""width of a cell, of the font size"""
MOST_FILLED = 0.9
"""of a cell by the widest label"""


def cell_font(labels: Iterable[str], face: Face = SANS_REGULAR) -> bytes:
    """A TrueType font in which each label is one glyph."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
    from fontTools.fontBuilder import FontBuilder

    source = loaded(face)
    upem = int(source["head"].unitsPerEm)
    words = sorted(set(labels))
    single = sorted({character for word in words for character in word})
    names = {word: f"label{number}" for number, word in enumerate([*single, *(w for w in words if len(w) > 1)])}
    glyphs = {name: _glyph(source, word, round(CELL_EM * upem)) for word, name in names.items()}
    builder = FontBuilder(upem, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *glyphs])
    builder.setupCharacterMap({ord(" "): "space"} | {ord(character): names[character] for character in single})
    builder.setupGlyf({".notdef": _empty(), "space": _empty()} | glyphs)
    widths = {name: (round(CELL_EM * upem), glyph.xMin) for name, glyph in glyphs.items()}
    builder.setupHorizontalMetrics({".notdef": (upem, 0), "space": (0, 0)} | widths)
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupOS2(sTypoAscender=source["hhea"].ascent, sTypoDescender=source["hhea"].descent, sTypoLineGap=0)
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
    made = BytesIO()
    builder.save(made)
    return made.getvalue()


def _empty() -> Any:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    return TTGlyphPen(None).glyph()


def _glyph(source: Any, word: str, cell: int) -> Any:
    """The characters side by side in the middle of a cell."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    shapes, names = source.getGlyphSet(), source.getBestCmap()
    parts = [names[ord(character)] for character in word]
    widths = [shapes[part].width for part in parts]
    scale = min(1.0, MOST_FILLED * cell / sum(widths))
    x = (cell - scale * sum(widths)) / 2
    pen = TTGlyphPen(None)
    for part, width in zip(parts, widths, strict=True):
        outline = DecomposingRecordingPen(shapes)
        shapes[part].draw(outline)
        outline.replay(TransformPen(pen, (scale, 0, 0, 1, x, 0)))
        x += scale * width
    return pen.glyph()
