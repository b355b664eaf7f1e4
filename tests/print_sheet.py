"""Draw `.github/print.png`, the picture of the printed files in the README: `make`, then `python -m tests.print_sheet`.

It takes the program `pdftoppm`, which comes with Poppler.
"""

import io
import subprocess
from pathlib import Path

from PIL import Image, ImageDraw

from atlas.maps.style import LINE, PAPER

ROOT = Path(__file__).parent.parent
ROWS = (
    (("cheat-sheet-a4", 1), ("poster-a2", 1)),
    (("pocket-book-a4", 1), ("booklet-a5", 9), ("atlas-a4", 19)),
    (("bookmarks-a4", 1), ("cards-a4", 1), ("rule-cards-a4", 1), ("booklet-last-fight-a5", 14)),
)
"""file and page, row by row"""
HEIGHTS, GAP, COLOURS = (640, 480, 400), 24, 224
"""in pixels"""


def picture(folder: Path, name: str, page: int, height: int) -> Image.Image:
    """One page of a printed file."""
    command = ["pdftoppm", "-png", "-f", str(page), "-l", str(page), "-scale-to-y", str(height), "-scale-to-x", "-1"]
    drawn = subprocess.run([*command, str(folder / f"{name}.pdf")], check=True, capture_output=True).stdout
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def print_sheet(folder: Path) -> bytes:
    """Pages of the printed files side by side as a PNG."""
    rows = [
        [picture(folder, name, page, height) for name, page in row] for row, height in zip(ROWS, HEIGHTS, strict=True)
    ]
    widths = [sum(page.width for page in row) + GAP * (len(row) + 1) for row in rows]
    sheet = Image.new("RGB", (max(widths), sum(HEIGHTS) + GAP * (len(rows) + 1)), PAPER.light)
    y = GAP
    for row, height, width in zip(rows, HEIGHTS, widths, strict=True):
        spare = (sheet.width - width) // (len(row) + 1)
        x = GAP + spare
        for page in row:
            sheet.paste(page, (x, y))
            ImageDraw.Draw(sheet).rectangle((x - 1, y - 1, x + page.width, y + page.height), outline=LINE.light)
            x += page.width + GAP + spare
        y += height + GAP
    small = io.BytesIO()
    sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    (ROOT / ".github" / "print.png").write_bytes(print_sheet(ROOT / "build" / "site" / "print"))
