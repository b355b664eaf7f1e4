"""Draw `.github/fight.png`, one fight at the table as a strip of pictures: `make`, then `python -m tests.film`."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from atlas.maps.style import LINE
from tests.browser import launched
from tests.print_sheet import ROOT
from tests.site.hand import PHONE

GAP = 24
START = "?skill=9&stamina=14&luck=10&foe-skill=10&foe-stamina=13"
CALM = 450
"""milliseconds until what is new on the page takes a tap"""
SCENES = (
    (("#i-lost", "unlucky"), ("#i-won", "lucky")),
    (("#i-won", None),),
    (("[data-luck=lucky]", None), ("#i-lost", "unlucky"), ("#i-won", "unlucky")),
    (("#i-won", "lucky"),) * 3,
)
"""what is tapped before each picture, and how a test comes out if one is asked for: the third round, its question, a
round after bad dice, the end"""


def tap(page: Page, what: str) -> None:
    page.wait_for_timeout(CALM)
    if page.locator(what).first.is_visible():
        page.locator(what).first.click()


def film(browser: Browser, site: Path) -> bytes:
    page = browser.new_page(viewport=PHONE, color_scheme="light")
    page.goto((site / "index.html").resolve().as_uri() + START)
    pictures = []
    for taps in SCENES:
        for round_taken, luck in taps:
            tap(page, round_taken)
            if luck:
                tap(page, f"[data-luck={luck}]")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(); document.fonts.ready")
        page.wait_for_timeout(300)
        pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    page.close()
    width = sum(picture.width + GAP for picture in pictures) + GAP
    strip = Image.new("RGB", (width, PHONE["height"] + 2 * GAP), LINE.light)
    for number, picture in enumerate(pictures):
        strip.paste(picture, (GAP + number * (picture.width + GAP), GAP))
    file = io.BytesIO()
    strip.quantize(128).save(file, "png", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    with launched() as found:
        (ROOT / ".github" / "fight.png").write_bytes(film(found, ROOT / "build" / "site"))
