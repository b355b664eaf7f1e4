"""Drawings as whole SVG documents: figures of the paper, the icon of the site."""

import re
from dataclasses import dataclass
from html import escape, unescape

from atlas.maps.fonts import SANS_REGULAR, SANS_SEMIBOLD, font_rule
from atlas.maps.style import ACCENT, FILL, FONTS, colours, svg_variables

ICON_PATH = "static/icon.svg"
ICON_SIDE, ROUND, RIM, PIP = 64, 13, 5, 4.6
"""the icon's side, its rounded corners, the rounded rim of the die on it, and the radius of a pip"""
DIE = ((32, 7), (57, 32), (32, 57), (7, 32))
PIPS = ((32, 32), (32, 14), (50, 32), (32, 50), (14, 32))


def svg_document(
    width: int, height: int, title: str, words: str, drawing: str, *, style: str = "", bold: str = ""
) -> bytes:
    """Return a whole SVG file with a title, and with the colours of the palette that it uses as variables.

    Its typefaces are in the file: a picture cannot use those of its page.
    """
    used = [colour for colour in colours() if f"var(--{colour.name})" in style + drawing]
    letters = unescape("".join(re.findall(">([^<]+)</text>", drawing)))
    faces = font_rule(SANS_REGULAR, letters) + (font_rule(SANS_SEMIBOLD, bold) if bold else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
        f'<title id="t">{escape(title)}</title><desc id="d">{escape(words)}</desc><style>{faces}'
        f"svg{{font-family:{FONTS};font-variant-numeric:lining-nums tabular-nums}}{svg_variables(used)}{style}</style>"
        f"{drawing}</svg>\n"
    ).encode()


@dataclass(frozen=True)
class PaperFigure:
    """A figure of the paper drawn again, and the words beside it."""

    path: str
    title: str
    where: str
    """which figure of the paper it redraws"""
    shows: str
    how_to_read: str
    svg: bytes

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        size = re.search(rb'viewBox="0 0 (\d+) (\d+)"', self.svg)
        assert size
        return int(size[1]), int(size[2])


def icon_svg() -> bytes:
    """Return the icon: a die on its corner."""
    ground, die = ACCENT.light, FILL.light
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="{PIP}"/>' for x, y in PIPS)
    corners = " ".join(f"{x} {y}" for x, y in DIE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ICON_SIDE} {ICON_SIDE}">'
        f'<rect width="{ICON_SIDE}" height="{ICON_SIDE}" rx="{ROUND}" fill="{ground}"/>'
        f'<path d="M{corners}z" fill="{die}" stroke="{die}" stroke-width="{RIM}" stroke-linejoin="round"/>'
        f'<g fill="{ground}">{pips}</g></svg>\n'
    ).encode()
