"""PDF operators for paths, colours and text as outlines, and the drawings that are made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import fsum

from atlas.maps.fonts import SANS_REGULAR, Face, loaded
from atlas.maps.style import PAPER, Colour

WHITE = "#ffffff"

QUARTER = 0.5523
"""distance of the control points of a quarter circle from its ends, for radius 1"""


@dataclass(frozen=True)
class Placed:
    """A drawing on another one, with the place of its lower left corner and its scale."""

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
    """whether it is used once: it is then written into the page, where it compresses better"""
    under: Sequence[Placed] = ()
    """shared drawings beneath it; only with `once`"""


def on_paper(colour: Colour) -> str:
    """Return a colour for white paper: the paper colour of the site becomes white."""
    return WHITE if colour.light == PAPER.light else colour.light


def fill(colour: str) -> str:
    """Return the operators that set the colour of areas."""
    return f"{_rgb(colour)} rg"


def stroke(colour: str, width: float) -> str:
    """Return the operators that set the colour and width of lines."""
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
    """Return text as outlines at a place; `anchor` is the share of its width to the left of the place."""
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


def circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle, of four curves."""
    r, c = radius, QUARTER * radius
    turns = ((r, c, c, r, 0, r), (-c, r, -r, c, -r, 0), (-r, -c, -c, -r, 0, -r), (c, -r, r, -c, r, 0))
    curves = (" ".join(f"{value + (x, y)[n % 2]:g}" for n, value in enumerate(turn)) + " c" for turn in turns)
    return f"{x + r:g} {y:g} m {' '.join(curves)}"
