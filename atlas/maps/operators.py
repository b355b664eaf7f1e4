"""PDF operators for paths, colours and text as outlines, and the drawings that are made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import fsum

from atlas.maps.fonts import SANS_REGULAR, Face, loaded
from atlas.maps.style import PAPER, Colour

WHITE = "#ffffff"


@dataclass(frozen=True)
class Placed:
    """A drawing on another one: where its lower left corner stands, and how large it is drawn."""

    ink: "Ink"
    x: float
    y: float
    scale: float = 1


@dataclass(frozen=True)
class Ink:
    """A drawing: PDF operators in a frame of its own, from the lower left corner."""

    name: str
    """its name on pages"""
    width: float
    height: float
    operators: bytes
    over: "Ink | None" = None
    """a drawing of the same size on top, shared by many"""
    once: bool = False
    """whether it stands in one place only: it is then written there, and packs with its neighbours"""
    under: Sequence[Placed] = ()
    """drawings beneath it that are used many times; only for what stands in one place"""


def on_paper(colour: Colour) -> str:
    """Return a colour as it is printed on white paper; the colour of the site’s paper becomes white."""
    return WHITE if colour.light == PAPER.light else colour.light


def fill(colour: str) -> str:
    """Return what makes a colour that of areas."""
    return f"{_rgb(colour)} rg"


def stroke(colour: str, width: float) -> str:
    """Return what makes a colour and a width those of lines."""
    return f"{_rgb(colour)} RG {width:g} w"


@cache
def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


def path(points: Sequence[tuple[float, float]], across: float = 1, up: float = 1, *, closed: bool = True) -> str:
    """Return the path through these points, in units so wide and so high."""
    (x, y), *others = points
    line = f"{x * across:g} {y * up:g} m " + " ".join(f"{a * across:g} {b * up:g} l" for a, b in others)
    return f"{line} h" if closed else line


def outlined(text: str, x: float, y: float, size: float, anchor: float, face: Face = SANS_REGULAR) -> str:
    """Return text as outlines at a place; `anchor` is the share of its width that stands before the place."""
    x -= anchor * width_of(text, size, face)
    parts = []
    for character in text:
        advance, outline = _outline(character, face)
        if outline:
            parts.append(f"q {size:g} 0 0 {size:g} {x:.4g} {y:.4g} cm {outline} f Q")
        x += advance * size
    return "\n".join(parts)


def width_of(text: str, size: float, face: Face = SANS_REGULAR) -> float:
    """Return how wide a text is."""
    return size * fsum(_outline(character, face)[0] for character in text)


@cache
def _outline(character: str, face: Face) -> tuple[float, str]:
    """Return a character at font size 1: its advance, and its shape as operators."""
    from fontTools.pens.basePen import BasePen

    font = loaded(face)
    shapes, upem = font.getGlyphSet(), font["head"].unitsPerEm
    operators: list[str] = []

    def add(operator: str, *points: tuple[float, float]) -> None:
        operators.extend([*(f"{value / upem:.4g}" for point in points for value in point), operator])

    pen = BasePen(shapes)
    # Curves of any kind arrive here as cubic ones, as PDF has them.
    for hook, operator in {"_moveTo": "m", "_lineTo": "l", "_curveToOne": "c", "_closePath": "h"}.items():
        setattr(pen, hook, partial(add, operator))
    glyph = shapes[font.getBestCmap()[ord(character)]]
    glyph.draw(pen)
    return glyph.width / upem, " ".join(operators)
