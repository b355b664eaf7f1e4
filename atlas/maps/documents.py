"""What drawings are handed on as: whole SVG documents, and the figures of the paper."""

import re
from dataclasses import dataclass
from html import escape


def svg_document(width: int, height: int, title: str, words: str, style: str, drawing: str) -> bytes:
    """A whole SVG file that says what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-labelledby="t d"><title id="t">{escape(title)}</title><desc id="d">{escape(words)}</desc>'
        f"<style>{style}</style>{drawing}</svg>\n"
    ).encode()


@dataclass(frozen=True)
class PaperFigure:
    """One drawing, and what stands beside it."""

    path: str
    title: str
    where: str
    """which figure of the paper it redraws"""
    shows: str
    how_to_read: str
    svg: bytes

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, as the drawing says them."""
        found = re.search(rb'width="(\d+)" height="(\d+)"', self.svg)
        assert found
        return int(found[1]), int(found[2])
