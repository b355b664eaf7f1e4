"""Bars beside one another with what each shows written over it: for sheets, as PDF operators."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.maps.fonts import SANS_REGULAR, SANS_SEMIBOLD
from atlas.maps.operators import Ink, outlined

TEXT = 8.0
"""size of the words, in points"""
LINE_HEIGHT = 11.0
"""room for them below the bars and over the highest"""
BAR_SHARE = 0.62
"""width of a bar, of its room"""


@dataclass(frozen=True)
class ChartBar:
    """One bar."""

    label: str
    share: Fraction
    """how high it is; the highest takes all the room"""
    words: str
    """what it shows"""
    grey: float = 0.35
    """from 0, black, to 1"""


def bars_ink(name: str, bars: Sequence[ChartBar], width: float, height: float) -> Ink:
    """Return bars of which the highest takes all the room that words leave."""
    pitch = width / len(bars)
    most = max([bar.share for bar in bars if bar.share], default=Fraction(1))
    parts = []
    for number, bar in enumerate(bars):
        middle, up = (number + 0.5) * pitch, float(bar.share / most) * (height - 2 * LINE_HEIGHT)
        wide = BAR_SHARE * pitch
        parts.append(f"{bar.grey:g} g {middle - wide / 2:.4g} {LINE_HEIGHT:g} {wide:.4g} {up:.4g} re f 0 g")
        parts.append(outlined(bar.words, middle, LINE_HEIGHT + up + 2.5, TEXT, 0.5, SANS_REGULAR))
        parts.append(outlined(bar.label, middle, 1.5, TEXT, 0.5, SANS_SEMIBOLD))
    parts.append(f"0 G 0.6 w 0 {LINE_HEIGHT:g} m {width:g} {LINE_HEIGHT:g} l S")
    return Ink(name, width, height, "\n".join(parts).encode())
