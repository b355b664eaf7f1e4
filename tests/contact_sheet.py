"""Draw `.github/maps.png`, the picture of the maps in the README: `make`, then `python -m tests.contact_sheet`."""

import io
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Locator

from atlas.maps.style import PAPER
from tests.browser import launched, new_page
from tests.print_sheet import ROOT

GAP, WINDOW = 40, 464
"""between two pictures, and the width of a window in which a map is as wide as the text, in pixels"""


class Row(NamedTuple):
    """Maps under the heading of a page; each is a page of the atlas and the number of the map on it."""

    scheme: str
    maps: tuple[tuple[str, int], ...]


ROWS = (
    Row("light", tuple(("skill-gap-0-luck-9", number) for number in range(3))),
    Row("dark", (("skill-gap-minus-2-luck-12", 0), ("skill-gap-minus-2-luck-12", 2), ("skill-gap-minus-2", 4))),
)


def picture(part: Locator) -> Image.Image:
    return Image.open(io.BytesIO(part.screenshot())).convert("RGB")


def strip(browser: Browser, site: Path, row: Row) -> Image.Image:
    """One row, on the paper of its scheme."""
    size = {"width": WINDOW, "height": 1000}
    # Without scripts no cell is framed for reading.
    heading, pictures = None, []
    with new_page(browser, color_scheme=row.scheme, viewport=size, java_script_enabled=False) as page:
        for name, number in row.maps:
            page.goto((site / "atlas" / f"{name}.html").resolve().as_uri())
            heading = heading or picture(page.locator("h1"))
            pictures.append(picture(page.locator("figure:visible").nth(number)))
    assert heading
    width = sum(map_.width + GAP for map_ in pictures) + GAP
    height = heading.height + max(map_.height for map_ in pictures) + 3 * GAP
    sheet = Image.new("RGB", (width, height), getattr(PAPER, row.scheme))
    sheet.paste(heading, (GAP, GAP))
    x = GAP
    for map_ in pictures:
        sheet.paste(map_, (x, heading.height + 2 * GAP))
        x += map_.width + GAP
    return sheet


def contact_sheet(browser: Browser, site: Path) -> bytes:
    """Maps of a built site as a PNG, row under row."""
    strips = [strip(browser, site, row) for row in ROWS]
    sheet = Image.new("RGB", (strips[0].width, sum(found.height for found in strips)))
    y = 0
    for found in strips:
        sheet.paste(found, (0, y))
        y += found.height
    small = io.BytesIO()
    # The octree keeps the colours of thin lines.
    sheet.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    with launched() as chromium:
        (ROOT / ".github" / "maps.png").write_bytes(contact_sheet(chromium, ROOT / "build" / "site"))
