"""Reading PDFs with MuPDF, where its program `mutool` is: words and where they stand, as Poppler’s are read."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.printed import Box

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
