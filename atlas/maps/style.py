"""One look for the site, the maps and the print: colours for light and dark, scales, marks and sizes.

Colours come with a name; `css_variables` hands them to the stylesheets under the same names. A scale
cuts numbers into bands, and the same bands stand on every map, so that maps compare. Bands that
follow one another differ by 8 in lightness (CIE L*) or more, so that they are told apart in grey.
Lightness runs one way along every scale but the diverging one, whose sign the marks tell: a bar on
every cost. Nothing hangs on hue alone. Marks are light on dark bands; lines have a rim.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from atlas.wording import MINUS

Bands = npt.NDArray[np.int8]
"""A band of a scale for every cell; −1 where there is no number."""
Outline = tuple[tuple[int, int], ...]
"""Corners of a polygon around the middle of a cell, upwards positive."""

CELL = 20
"""Side of a cell of a map, in the units of its drawing."""
TICK_STEP = 6
"""cells from one number along a map to the next"""
FONTS = '"Luck Atlas Sans","Segoe UI",system-ui,sans-serif'
"""font families of words in drawings, as in the stylesheet of the site"""


def ticks(side: int) -> list[int]:
    """Return the staminas of the numbers along a map."""
    return [1, *range(TICK_STEP, side + 1, TICK_STEP)]


@dataclass(frozen=True)
class Colour:
    """A named colour on light and on dark paper."""

    name: str
    light: str
    dark: str


PAPER = Colour("paper", "#fbf8f1", "#1b1916")
INK = Colour("ink", "#23201b", "#ece5d8")
QUIET = Colour("quiet", "#665f52", "#b0a794")
LINE = Colour("line", "#d8d0bf", "#413b32")
ACCENT = Colour("accent", "#8c1d40", "#f2a0b5")
FILL = Colour("fill", "#f6dfae", "#58421a")
GRID = Colour("grid", "#958d90", "#857b78")
FRAME = Colour("frame", "#6a5e49", "#6d6454")
LEVEL_LINE = Colour("level", "#16120f", "#ffffff")
WON_INK = Colour("won", "#642203", "#ffd79a")
LOST_INK = Colour("lost", "#0b3257", "#c3e2ff")
BOTH_INK = Colour("both", "#1c161f", "#ffffff")
WON_FILL = Colour("won-fill", "#e3ab55", "#d9a353")
LOST_FILL = Colour("lost-fill", "#4d83b5", "#3f6f9f")
BOTH_FILL = Colour("both-fill", "#261d33", "#fbf1dc")
TILE = Colour("tile", "#f1ebdd", "#2a2721")
PLAIN_COLOURS = (PAPER, INK, QUIET, LINE, ACCENT, FILL, GRID, FRAME, LEVEL_LINE, WON_INK, LOST_INK, BOTH_INK)
MAP_LINES = (GRID, FRAME, LEVEL_LINE)
PLATE_COLOURS = (TILE, WON_FILL, LOST_FILL, BOTH_FILL)
ON_LIGHT, ON_DARK = "on-light", "on-dark"


def _on_both(name: str, on_light: str, on_dark: str) -> tuple[Colour, Colour]:
    """Return a colour for light bands and one for dark bands, the same by day and by night."""
    return Colour(f"{name}-{ON_LIGHT}", on_light, on_light), Colour(f"{name}-{ON_DARK}", on_dark, on_dark)


WON_ON_BANDS = _on_both("won", "#431500", "#ffe3b0")
LOST_ON_BANDS = _on_both("lost", "#0b2440", "#d3ebff")
BOTH_ON_BANDS = _on_both("both", "#0c0a10", "#ffffff")
BAND_COLOURS = (*WON_ON_BANDS, *LOST_ON_BANDS, *BOTH_ON_BANDS)


@dataclass(frozen=True)
class Scale:
    """Bands of a number, each with a colour, from the lowest up."""

    name: str
    title: str
    """the meaning of the colours, in the words of the legend"""
    edges: tuple[float, ...]
    """the limits between bands; a number on a limit belongs to the higher band"""
    colours: tuple[Colour, ...]
    edge_labels: tuple[str, ...] = ()
    """under the edges of the legend"""
    dark_bands: int = 0
    """the number of lowest bands that are dark, so that marks on them are light"""

    def bands(self, values: npt.NDArray[np.float64]) -> Bands:
        """Return the band of every number; −1 for what is not a number."""
        bands = np.digitize(values, self.edges).astype(np.int8)
        bands[np.isnan(values)] = -1
        return bands


def _colours(name: str, *pairs: tuple[str, str]) -> tuple[Colour, ...]:
    return tuple(Colour(f"{name}-{i}", light, dark) for i, (light, dark) in enumerate(pairs))


_ABOVE_ZERO = float(np.nextafter(0, 1))

CHANCE = Scale(
    name="chance",
    title="Your chance to win",
    edges=(0.01, 0.10, 0.30, 0.50, 0.70, 0.90, 0.99),
    edge_labels=("1%", "10%", "30%", "50%", "70%", "90%", "99%"),
    dark_bands=3,
    colours=_colours(
        "chance",
        ("#29314f", "#212a47"),
        ("#44496b", "#393f60"),
        ("#6a617c", "#5d546e"),
        ("#987881", "#876871"),
        ("#bf937c", "#aa8069"),
        ("#dcb37f", "#c49d6a"),
        ("#efd5a3", "#d4bb8b"),
        ("#fef7e3", "#e0dac6"),
    ),
)
"""night to parchment; by night the same a little dimmed"""

STAKE = Scale(
    name="stake",
    title="What a test wins or loses, in wins in 100",
    edges=(-0.10, -0.03, -0.01, -0.001, 0.0, _ABOVE_ZERO, 0.001, 0.01, 0.03, 0.10),
    edge_labels=(f"{MINUS}10", f"{MINUS}3", f"{MINUS}1", f"{MINUS}0.1", "", "", "+0.1", "+1", "+3", "+10"),
    colours=_colours(
        "stake",
        ("#3d8fbb", "#2e84af"),
        ("#57a5d2", "#006e98"),
        ("#86b9dc", "#1b5775"),
        ("#aecee5", "#214255"),
        ("#d4e3ef", "#202d36"),
        ("#fbf8f1", "#1b1916"),
        ("#f5dcc6", "#36291b"),
        ("#f0c196", "#53391c"),
        ("#e8a568", "#72491b"),
        ("#de893a", "#935919"),
        ("#c77227", "#ad6e2f"),
    ),
)
"""cold costs, warm gains, and paper for an exact tie"""

GAIN = Scale(
    name="gain",
    title="Worth, in wins in 100",
    edges=(_ABOVE_ZERO, 0.001, 0.01, 0.03, 0.10, 0.25),
    edge_labels=("0", "0.1", "1", "3", "10", "25"),
    colours=_colours(
        "gain",
        ("#fbf8f1", "#1b1916"),
        ("#dee2d6", "#292c22"),
        ("#c0ceb7", "#35412e"),
        ("#9dbb9c", "#3d583d"),
        ("#76a986", "#407050"),
        ("#4b9675", "#3e8969"),
        ("#1f806a", "#48a189"),
    ),
)

EARLINESS = Scale(
    name="luck",
    title="Test from this LUCK on",
    edges=(-99.0, -11.5, -9.5, -7.5, -5.5),
    colours=_colours(
        "luck",
        ("#fbf8f1", "#1b1916"),
        ("#f1dfc6", "#2e2619"),
        ("#ebc496", "#463219"),
        ("#e6a76a", "#603e19"),
        ("#e18942", "#7d481b"),
        ("#cf6f35", "#955530"),
    ),
)
"""bands of the lowest luck to test with, negated: lower ones have stronger colours"""

SCALES = (CHANCE, STAKE, GAIN, EARLINESS)


@dataclass(frozen=True)
class ContourLevel:
    """A line on the map where the win chance passes a value."""

    chance: float
    width: float
    dashes: tuple[float, ...] = ()


LEVEL_RIM = 2.4
"""how much wider the rim of a line is, which shows it on dark bands"""
EVEN = ContourLevel(0.50, 3.4)
LEVELS = (ContourLevel(0.10, 1.6, (6, 3)), EVEN, ContourLevel(0.90, 1.6))


@dataclass(frozen=True)
class Mark:
    """A sign in a cell. Its polygons follow one another the way a hole runs against its rim."""

    name: str
    colour: Colour
    polygons: tuple[Outline, ...]


_TRIANGLE: Outline = ((-7, -6), (7, -6), (0, 7))
_SHIELD: Outline = ((-6, 6), (6, 6), (6, -1), (0, -7), (-6, -1))

WON = Mark("won", WON_INK, (_TRIANGLE,))
LOST = Mark("lost", LOST_INK, (_SHIELD,))
BOTH = Mark("both", BOTH_INK, (((0, 8), (8, 0), (0, -8), (-8, 0)),))
WON_DEAR = Mark("won-dear", WON_INK, (_TRIANGLE, ((-4, -4), (0, 3), (4, -4))))
LOST_DEAR = Mark("lost-dear", LOST_INK, (_SHIELD, ((-4, 4), (-4, 0), (0, -4), (4, 0), (4, 4))))
WON_THRIFTY = Mark("won-thrifty", WON_INK, (((-4, -3), (4, -3), (0, 4)),))
LOST_THRIFTY = Mark("lost-thrifty", LOST_INK, (((-3, 3), (3, 3), (3, 0), (0, -4), (-3, 0)),))
TIE = Mark("tie", QUIET, (((-4, 3), (4, 3), (4, 1), (-4, 1)), ((-4, -1), (4, -1), (4, -3), (-4, -3))))
MOST = Mark(
    "most",
    BOTH_INK,
    (
        ((-3, 8), (3, 8), (8, 3), (8, -3), (3, -8), (-3, -8), (-8, -3), (-8, 3)),
        ((-2, 5), (-5, 2), (-5, -2), (-2, -5), (2, -5), (5, -2), (5, 2), (2, 5)),
    ),
)
BLANK = Mark("blank", QUIET, (((-6, -7), (-7, -6), (6, 7), (7, 6)),))
COST = Mark("cost", BOTH_INK, (((-4, 1), (4, 1), (4, -1), (-4, -1)),))
"""marks every square of a worth map where a test costs wins, unless another mark says so"""


def _toned(mark: Mark, tones: tuple[Colour, Colour]) -> tuple[Mark, Mark]:
    """Return a mark for light bands and for dark bands."""
    on_light, on_dark = (Mark(tone.name, tone, mark.polygons) for tone in tones)
    return on_light, on_dark


TONES: Mapping[Mark, tuple[Mark, Mark]] = {
    WON: _toned(WON, WON_ON_BANDS),
    LOST: _toned(LOST, LOST_ON_BANDS),
    BOTH: _toned(BOTH, BOTH_ON_BANDS),
}
"""by mark, for scales with dark bands: the mark for light bands and the one for dark bands"""
PLATE_FILLS: Mapping[Mark, Colour] = {WON: WON_FILL, LOST: LOST_FILL, BOTH: BOTH_FILL}
"""the colour of a cell that is too small for its mark"""
MARKS = (WON, LOST, BOTH, WON_DEAR, LOST_DEAR, WON_THRIFTY, LOST_THRIFTY, TIE, MOST, BLANK, COST)


def colours() -> Iterator[Colour]:
    """Yield every named colour."""
    yield from PLAIN_COLOURS
    yield from PLATE_COLOURS
    yield from BAND_COLOURS
    for scale in SCALES:
        yield from scale.colours


def css_variables() -> str:
    """Return the palette as CSS custom properties, light and, where the reader prefers it, dark."""
    light = "".join(f"  --{colour.name}: {colour.light};\n" for colour in colours())
    dark = "".join(f"    --{colour.name}: {colour.dark};\n" for colour in colours())
    return f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n  :root {{\n{dark}  }}\n}}\n"


def svg_variables(used: Sequence[Colour]) -> str:
    """Return the custom properties for an SVG file, with the colours that it uses only."""
    light = ";".join(f"--{colour.name}:{colour.light}" for colour in used)
    dark = ";".join(f"--{colour.name}:{colour.dark}" for colour in used)
    return f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}"


def css_classes() -> str:
    """Return the palette as classes for drawings inside a page: f- fills, s- draws lines.

    For legends scale- shows a whole scale and k- is a mark.
    """
    fills = "".join(f".f-{colour.name} {{ fill: var(--{colour.name}); }}\n" for colour in colours())
    lines = "".join(f".s-{colour.name} {{ stroke: var(--{colour.name}); }}\n" for colour in (PAPER, *MAP_LINES))
    return fills + lines + "".join(_bar(scale) for scale in SCALES) + "".join(_key(mark) for mark in MARKS)


def _bar(scale: Scale) -> str:
    """Return the colours of a scale side by side; a stop at 0 begins where the last colour ended."""
    share = 100 / len(scale.colours)
    stops = ", ".join(f"var(--{c.name}) 0 {round(i * share, 3)}%" for i, c in enumerate(scale.colours, 1))
    return f".scale-{scale.name} {{ background-image: linear-gradient(to right, {stops}); }}\n"


def _key(mark: Mark) -> str:
    """Return a mark cut out of its colour; a line without width joins a second polygon."""
    corners = [corner for polygon in mark.polygons for corner in (*polygon, polygon[0])]
    corners += [polygon[0] for polygon in reversed(mark.polygons[:-1])]
    half = CELL / 2
    points = ", ".join(f"{(half + x) / CELL:.0%} {(half - y) / CELL:.0%}" for x, y in corners)
    return f".k-{mark.name} {{ background: var(--{mark.colour.name}); clip-path: polygon(evenodd, {points}); }}\n"
