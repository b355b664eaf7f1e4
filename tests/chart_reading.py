"""Charts read back from their files as a reader does: by their ticks, labels and colours."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

from fontTools.ttLib import TTFont

from atlas.maps.style import colours

SVG = "{http://www.w3.org/2000/svg}"
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Words:
    """A text and where it stands."""

    x: float
    y: float
    text: str

    @property
    def number(self) -> float:
        return float(self.text.replace("−", "-").replace(",", ""))


@dataclass(frozen=True)
class Chart:
    """A drawing, or the part of it between two places, across or down."""

    root: ElementTree.Element
    axis: int = 0
    """0 across, 1 down"""
    low: float = 0
    high: float = float("inf")

    @property
    def style(self) -> str:
        return self.root.findtext(f"{SVG}style") or ""

    def columns(self, count: int) -> "list[Chart]":
        """The parts side by side."""
        wide = float((self.root.get("viewBox") or "").split()[2]) / count
        return [Chart(self.root, 0, i * wide, (i + 1) * wide) for i in range(count)]

    def rows(self) -> "list[Chart]":
        """The parts one above the other, each from its title down."""
        titles = sorted(words.y - 1 for words in self.words("font-weight:600"))
        return [Chart(self.root, 1, *edges) for edges in pairwise([*titles, float("inf")])]

    def _holds(self, *place: float) -> bool:
        return self.low <= place[self.axis] < self.high

    def words(self, *styles: str) -> list[Words]:
        """All texts with these styles, such as `text-anchor:end`; digits in a row one by one."""
        labels = []
        for e in self._drawn("text", styles):
            places, y = [float(x) for x in (e.get("x") or "").split()], float(e.get("y") or 0)
            texts = list(e.text or "") if places[1:] else [e.text or ""]
            labels += [Words(x, y, text) for x, text in zip(places, texts, strict=True)]
        return [words for words in labels if self._holds(words.x, words.y)]

    def paths(self, *styles: str) -> list[Points]:
        """The corners of all paths with these styles, such as `stroke:var(--ink)`."""
        outlines = [corners(e.get("d") or "") for e in self._drawn("path", styles) if not e.get("id")]
        return [points for points in outlines if self._holds(*points[0])]

    def across(self) -> Callable[[float], float]:
        """What a place across the sheet means, by the numbers along the foot."""
        return _scale([(words.x, words.number) for words in self.words("text-anchor:middle", "fill:var(--quiet)")])

    def up(self) -> Callable[[float], float]:
        """What a height means, by the lines of the grid and the numbers beside them."""
        lines = sorted(points[0][1] for points in self.paths("stroke:var(--line)"))
        beside = sorted(self.words("text-anchor:end", "fill:var(--quiet)"), key=lambda words: words.y)
        return _scale([(y, words.number) for y, words in zip(lines, beside, strict=True)])

    def curves(self, colour: str) -> list[list[tuple[float, float]]]:
        """What the lines of a colour say."""
        x, y = self.across(), self.up()
        return [[(x(a), y(b)) for a, b in line] for line in self.paths("fill:none", f"stroke:var(--{colour})")]

    def _drawn(self, tag: str, styles: Iterable[str]) -> list[ElementTree.Element]:
        rules = {name: rule.split(";") for name, rule in re.findall(r"\.(c\d+)\{([^}]*)\}", self.style)}
        return [e for e in self.root.iter(f"{SVG}{tag}") if set(styles) <= set(rules.get(e.get("class") or "", ()))]


def read_chart(svg: bytes) -> Chart:
    return Chart(ElementTree.fromstring(svg))


def corners(d: str) -> Points:
    """The corners of a path; of a curve its ends."""
    points: Points = [(0, 0)]
    for letter, numbers in re.findall(r"([MLHVQ])([^A-Za-z]*)", d):
        given = [float(n) for n in numbers.split()]
        x, y = points[-1]
        points.append(
            {"H": (given[0], y), "V": (x, given[0])}.get(letter, (given[-2], given[-1]) if given[1:] else (x, y))
        )
    return points[1:]


def area(d: str) -> float:
    """What closed lines enclose; holes run the other way and count against it."""
    loops = [corners(loop) for loop in d.split("z")[:-1]]
    return abs(sum(x * v - u * y for loop in loops for (x, y), (u, v) in pairwise([*loop, loop[0]])) / 2)


def _scale(marks: list[tuple[float, float]]) -> Callable[[float], float]:
    """The straight line through marks, which must lie on it."""
    (x, a), *_, (y, b) = sorted(marks)

    def value(place: float) -> float:
        return a + (b - a) * (place - x) / (y - x)

    assert all(abs(value(place) - number) <= abs(b - a) / 500 for place, number in marks)
    return value


def close(curve: Points, values: Iterable[tuple[float, float]]) -> bool:
    """Whether a line runs through these points, as nearly as can be read."""
    expected = list(values)
    return len(curve) == len(expected) and all(
        abs(x - at) < 0.05 and abs(y - value) < 0.1 for (x, y), (at, value) in zip(curve, expected, strict=True)
    )


def check_palette(svg: bytes) -> None:
    """Every colour is a variable, and has its value on light and on dark paper."""
    chart = read_chart(svg)
    light, _, rest = chart.style.partition("@media(prefers-color-scheme:dark)")
    dark, _, rules = rest.partition("}}")
    named = {colour.name: colour for colour in colours()}
    for name in re.findall(r"var\(--([\w-]+)\)", svg.decode()):
        assert f"--{name}:{named[name].light}" in light and f"--{name}:{named[name].dark}" in dark
    assert not re.search(r"#[0-9a-f]{6}\b", rules + svg.decode().partition("</style>")[2])
    texts = len(chart.words("fill:var(--ink)")) + len(chart.words("fill:var(--quiet)"))
    assert texts == len(chart.words()) > 0


def check_letters(svg: bytes) -> None:
    """The file brings the site's typeface along, with all letters that it needs."""
    chart = read_chart(svg)
    faces = re.findall(
        r'font-family:"Luck Atlas Sans";font-weight:(\d+);src:url\(data:font/woff2;base64,([^)]+)', chart.style
    )
    assert 'svg{font-family:"Luck Atlas Sans",' in chart.style
    held = {weight: set(TTFont(BytesIO(b64decode(font))).getBestCmap()) for weight, font in faces}
    for weight, words in (("400", chart.words()), ("600", chart.words("font-weight:600"))):
        assert {ord(letter) for each in words for letter in each.text} <= held[weight]
