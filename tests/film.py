"""Draw `.github/fight.png`, one fight at the table as a strip of pictures: `make`, then `python -m tests.film`."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from atlas.maps.style import LINE
from tests.browser import launched
from tests.print_sheet import ROOT
from tests.site.hand import PHONE

GAP = 24
START = "?skill=9&stamina=14&luck=10&foe-skill=10&foe-stamina=13"
SCENES = (
    ("#i-lost", "[data-luck=kept]", "#i-won", "[data-luck=lucky]"),
    ("#i-won",),
    ("[data-luck=lucky]", "#i-lost", "[data-luck=unlucky]", "#i-won"),
    ("[data-luck=unlucky]", "#i-won", "[data-luck=lucky]"),
)
"""what is tapped before each picture: the third round, its answer, an answer after bad dice, the account"""


def film(browser: Browser, site: Path) -> bytes:
    page = browser.new_page(viewport=PHONE, color_scheme="light")
    page.goto((site / "index.html").resolve().as_uri() + START)
    pictures = []
    for taps in SCENES:
        for tap in taps:
            page.click(tap)
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(); document.fonts.ready")
        page.wait_for_timeout(300)
        pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    page.close()
    width = sum(picture.width + GAP for picture in pictures) + GAP
    strip = Image.new("RGB", (width, PHONE["height"] + 2 * GAP), LINE.light)
    for number, picture in enumerate(pictures):
        strip.paste(picture, (GAP + number * (picture.width + GAP), GAP))
    made = io.BytesIO()
    strip.quantize(128).save(made, "png", optimize=True)
    return made.getvalue()


if __name__ == "__main__":
    with launched() as found:
        (ROOT / ".github" / "fight.png").write_bytes(film(found, ROOT / "build" / "site"))
