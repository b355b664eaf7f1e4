"""What eyes make of colours: WCAG contrast, CIEDE2000 differences, greyscale and colour-vision deficiencies.

Colours come in as "#rrggbb" or as linear RGB. The deficiency matrices are those of Machado, Oliveira
and Fernandes (2009), "A Physiologically-based Model for Simulation of Color Vision Deficiency", at
severity 1.0; the colour difference follows Sharma, Wu and Dalal (2005).
"""

from collections.abc import Mapping
from math import atan2, cos, degrees, exp, hypot, radians, sin

import numpy as np

from atlas.tables.gap_table import Float64s

Lab = tuple[float, float, float]

_D65 = np.array([0.95047, 1.0, 1.08883])
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
)
VIEWS: Mapping[str, Float64s] = {
    "plain": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
    "greyscale": np.tile(_TO_XYZ[1], (3, 1)),
}
"""by name: what turns linear RGB into what is seen"""


def linear(colour: str) -> Float64s:
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.asarray(np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4))


def luminance(colour: str) -> float:
    return float(_TO_XYZ[1] @ linear(colour))


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, view: str = "plain") -> Lab:
    """CIE L*a*b* of a colour as it is seen."""
    xyz = _TO_XYZ @ np.clip(VIEWS[view] @ linear(colour), 0, 1) / _D65
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz.tolist())
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: str, b: str, view: str = "plain") -> float:
    """How different two colours look: 1 is just noticeable side by side, 5 is plain to see."""
    return ciede2000(lab(a, view), lab(b, view))


def ciede2000(one: Lab, other: Lab) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * (mean7 / (mean7 + 25**7)) ** 0.5
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue)) + 0.32 * cos(radians(3 * hue + 6))
    t -= 0.2 * cos(radians(4 * hue - 63))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / (20 + (light - 50) ** 2) ** 0.5)
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * (c1 * c2) ** 0.5 * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * (chroma**7 / (chroma**7 + 25**7)) ** 0.5
    return float((dl**2 + dc**2 + dh**2 + rotation * dc * dh) ** 0.5)
