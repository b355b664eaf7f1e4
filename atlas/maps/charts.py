"""Charts: an empty figure in the look of the site, and a figure of matplotlib as a small SVG.

Colours are drawn as on light paper; the file holds them as variables, which are others on dark paper.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager, get_font

from atlas.maps.documents import svg_document
from atlas.maps.fonts import SANS_REGULAR, SANS_SEMIBOLD
from atlas.maps.style import FRAME, INK, LINE, QUIET, colours

WIDTH, NARROW = 480, 400
"""of a chart, in its own units: as few as its words leave room for, so that they can still be read on a phone"""
LOOK: dict[str, object] = {
    "axes.axisbelow": True,
    "axes.edgecolor": FRAME.light,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK.light,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": SANS_SEMIBOLD.weight,
    "figure.facecolor": "none",
    "font.size": 10.5,
    "grid.color": LINE.light,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "lines.markeredgewidth": 0,
    "lines.markersize": 5.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "atlas",
    "text.color": INK.light,
    "xtick.color": FRAME.light,
    "xtick.labelcolor": QUIET.light,
    "ytick.labelcolor": QUIET.light,
    "ytick.left": False,
}
VARIABLES = {colour.light: f"var(--{colour.name})" for colour in reversed(list(colours()))}
"""the CSS variable of each colour"""
STEADY = 4
"""decimals of matplotlib's numbers that are the same on every processor"""


@contextmanager
def look() -> Iterator[None]:
    """Set the look of the site for matplotlib in this context, whatever the settings of the machine."""
    with style.context(["default", LOOK | {"font.family": _family()}]):
        yield


@cache
def _family() -> str:
    """Make the typeface known to matplotlib and return the name by which it has it."""
    for face in (SANS_REGULAR, SANS_SEMIBOLD):
        fontManager.addfont(str(face.file))
    return get_font(str(SANS_REGULAR.file)).family_name


def sheet(
    height: int,
    rows: int = 1,
    columns: int = 1,
    *,
    width: int = WIDTH,
    sharex: bool = False,
    sharey: bool = False,
) -> tuple[Figure, list[Axes]]:
    """Return an empty figure that makes room for its words, and its axes in the order of reading."""
    figure = Figure(figsize=(width / 72, height / 72), dpi=72, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey)
    return figure, list(grid.flat)


def legend_below(axes: Axes, columns: int = 3) -> None:
    """Put the legend of a plot under its axis."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=columns)


def svg_file(figure: Figure, title: str, words: str) -> bytes:
    """Return a figure as an SVG file that says what it shows."""
    buffer = BytesIO()
    figure.savefig(buffer, format="svg")
    drawing = "".join(_markup(part) for part in fromstring(buffer.getvalue()) if part.get("id") == "figure_1")
    rules = "*{stroke-linejoin:round}"
    for number, css in enumerate(dict.fromkeys(re.findall(r' style="([^"]*)"', drawing))):
        drawing = drawing.replace(f'style="{css}"', f'class="c{number}"')
        rules += f".c{number}{{{css}}}"
    rules = re.sub(r"#\w{6}", lambda light: VARIABLES[light[0]], rules)
    bold = "".join(axes.get_title(loc="left") for axes in figure.axes)
    width, height = (round(72 * inches) for inches in figure.get_size_inches())
    return svg_document(width, height, title, words, _digits_in_rows(drawing), style=rules, bold=bold)


def _digits_in_rows(drawing: str) -> str:
    """Join single letters at one height into one text with a place for each."""

    def row(run: re.Match[str]) -> str:
        places, letters = re.findall(r' x="([^"]*)"', run[0]), re.findall(">(.)<", run[0])
        return f'<text class="{run[1]}" x="{" ".join(places)}" y="{run[2]}">{"".join(letters)}</text>'

    return re.sub(
        r'<text class="(\w+)" x="[^"]*" y="([^"]*)">.</text>(?:<text class="\1" x="[^"]*" y="\2">.</text>)+',
        row,
        drawing,
    )


def _markup(element: Element) -> str:
    """Return the drawing of matplotlib as short markup: no groups, no clipping, short numbers."""
    tag = element.tag.partition("}")[2]
    inside = "".join(map(_markup, element)) or escape((element.text or "").strip(), quote=False)
    if tag == "g":
        return inside
    attributes = {name.partition("}")[2] or name: _short(value) for name, value in element.items()}
    attributes.pop("clip-path", None)
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    if attributes.get("style") == "fill:none":
        return ""
    if "d" in attributes:
        attributes["d"] = _short_path(attributes["d"])
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def _short(value: str) -> str:
    """Shorten a path, a style or a number."""
    value = re.sub(r"(font-family: [^;]*|text-anchor: start|stroke-dashoffset: 0)(; |$)", "", value)
    value = re.sub(r"-?\d+\.\d+", _rounded, value)
    return re.sub(r"\s*([A-Za-z:;,])\s+", r"\1", value).strip()


def _rounded(number: re.Match[str]) -> str:
    """Round to one decimal; rounding twice sends ties the same way on every processor."""
    return f"{round(float(number[0]), STEADY):.1f}".removesuffix(".0")


def _short_path(d: str) -> str:
    """Shorten the steps of a path that go straight across or up to one number each."""
    parts, point = [], ["", ""]
    for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        before, point = point, numbers.split()[-2:]
        if letter == "L" and point[0] == before[0]:
            parts.append(f"V{point[1]}")
        elif letter == "L" and point[1] == before[1]:
            parts.append(f"H{point[0]}")
        else:
            parts.append(letter + numbers)
    return "".join(parts)
