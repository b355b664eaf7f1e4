"""A player's hand on the screen at the table: taps that are counted, and only where the eye can see."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import new_page

PHONE = {"width": 390, "height": 844}
SCORES = ("skill", "stamina", "luck", "foe-skill", "foe-stamina")
PAUSE = 420
"""milliseconds after which a screen that has changed takes taps again"""
Fight = dict[str, int]


class Watch:
    """What a page does that it should not."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[tuple[Page, Watch]]:
    """A page as at a first visit; what is saved to read without a connection, other tests look at."""
    with new_page(browser, service_workers="block", **options) as page:
        watch = Watch(page)
        page.goto(address)
        yield page, watch


def query(fight: Fight, **more: str) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in {**fight, **more}.items())


def scores(page: Page) -> Fight:
    return {name: int(page.input_value(f"#{name}")) for name in SCORES}


def verdicts(page: Page) -> tuple[str, str]:
    """The words on the two big buttons."""
    won, lost = (page.locator(f"#i-{outcome} [data-slot=verdict]").inner_text() for outcome in ("won", "lost"))
    return won, lost


class Hand:
    """Taps like a finger: what it taps must be in view as it is, without scrolling, and is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: str | Locator) -> None:
        found = self.page.locator(target) if isinstance(target, str) else target
        self.page.wait_for_timeout(PAUSE)
        seen(found)
        box = found.bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def type(self, name: str, number: int) -> None:
        self.tap(f"#{name}")
        self.page.keyboard.type(str(number))

    def fight(self, skill: int, stamina: int) -> None:
        """The numbers of a foe, with the field that has the focus already."""
        assert self.page.evaluate("document.activeElement.id") == "foe-skill"
        for number in (skill, stamina):
            self.page.keyboard.type(str(number))
            self.page.keyboard.press("Enter")

    def undo(self) -> None:
        self.tap(self.page.locator("#undo:visible, #undo-top:visible, #back:visible").first)

    def round(self, outcome: str, choice: str | None) -> None:
        """A round, and how its wound was taken: what the card keeps is kept at once; without LUCK nothing is asked."""
        self.tap(f"#i-{outcome}")
        asked = self.page.get_attribute("#table", "data-phase") == "answer"
        if choice and not asked and choice != "kept":
            self.tap("#reopen")
        if choice and (asked or choice != "kept"):
            self.tap(f"[data-luck={choice}]")


def click(page: Page, target: str | Locator) -> None:
    """A click wherever it is on the page, once the screen takes clicks again."""
    page.wait_for_timeout(PAUSE)
    (page.locator(target) if isinstance(target, str) else target).click()


def seen(found: Locator) -> None:
    """Wholly in the window, and under nothing else."""
    expect(found).to_be_visible()
    box, size = found.bounding_box(), found.page.viewport_size
    assert box and size
    assert box["x"] >= 0 and box["y"] >= 0, box
    assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"], (box, size)
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    on_top = """(element, [x, y]) => {
      const top = document.elementFromPoint(x, y);
      return element.contains(top) || top.contains(element) || getComputedStyle(element).pointerEvents === "none";
    }"""
    assert found.evaluate(on_top, middle), f"something covers {found}"


def small(page: Page, targets: str) -> list[str]:
    """Those that can be seen and are smaller than a fingertip: 44 pixels."""
    look = """(found) => found.map((target) => [target.outerHTML.slice(0, 200), target.getBoundingClientRect()])
      .filter(([, { height, width }]) => Math.min(height, width) < 44).map(([text]) => text)"""
    found: list[str] = page.eval_on_selector_all(f"{targets}:visible", look)
    return found
