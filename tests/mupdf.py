"""Reading PDFs with MuPDF, where its program `mutool` is: words and where they stand, and what is painted."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.printed import Box
from tests.shapes import Figure, Shape, hexadecimal

needs_mupdf = pytest.mark.skipif(shutil.which("mutool") is None, reason="mutool, MuPDF’s program, is not here")


@cache
def mupdf_words(path: Path, number: int) -> list[Box]:
    """All words of a page with their places; characters with no space and no gap between them are a word."""
    command = ["mutool", "draw", "-q", "-F", "stext", "-o", "-", str(path), str(number)]
    page = ElementTree.fromstring(subprocess.run(command, capture_output=True, check=True).stdout)
    return [box for line in page.iter("line") for box in _words(line)]


def _words(line: ElementTree.Element) -> list[Box]:
    words, text, xs, ys = list[Box](), "", list[float](), list[float]()

    def end() -> None:
        nonlocal text
        if text:
            words.append(Box(text, min(xs), max(xs), (min(ys) + max(ys)) / 2))
        text = ""
        xs.clear()
        ys.clear()

    for char in line.iter("char"):
        corners = [float(edge) for edge in char.attrib["quad"].split()]
        left, right = min(corners[::2]), max(corners[::2])
        if char.attrib["c"].isspace() or (xs and left > max(xs) + 1 and right > max(xs) + 1):
            end()
        if not char.attrib["c"].isspace():
            text += char.attrib["c"]
            xs.extend(corners[::2])
            ys.extend(corners[1::2])
    end()
    return words


def mupdf_figures(path: Path, number: int, height: float) -> list[Figure]:
    """The figures of a page in their order, without their words; `height` is that of the page."""
    command = ["mutool", "trace", str(path), str(number)]
    trace = subprocess.run(command, capture_output=True, check=True).stdout
    found, layers = list[Figure](), list[str]()
    for element in ElementTree.fromstring(trace).iter():
        if element.tag == "layer":
            layers.append(element.attrib["name"])
            if layers[-1] == "Figure":
                found.append(Figure(""))
        elif element.tag == "end_layer":
            layers.pop()
        elif element.tag in ("fill_path", "stroke_path") and "Figure" in layers and len(element):
            found[-1].shapes.append(_shape(element, height))
    return found


def _shape(element: ElementTree.Element, height: float) -> Shape:
    a, b, c, d, e, f = (float(number) for number in element.attrib["transform"].split())
    paths = list[list[tuple[float, float]]]()
    for step in element:
        if step.tag == "moveto":
            paths.append([])
        if step.tag != "closepath":
            last = "3" if step.tag == "curveto" else ""
            x, y = float(step.attrib[f"x{last}"]), float(step.attrib[f"y{last}"])
            paths[-1].append((a * x + c * y + e, height - (b * x + d * y + f)))
    colour = hexadecimal([float(channel) for channel in element.attrib["color"].split()])
    is_line = element.tag == "stroke_path"
    return Shape(
        fill=None if is_line else colour,
        line=colour if is_line else None,
        width=float(element.attrib.get("linewidth", 0)) * abs(a),
        dashed="dash" in element.attrib,
        paths=tuple(map(tuple, paths)),
    )
