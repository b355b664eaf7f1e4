"""The form of the screen at the table: at every size, in every colour scheme and phase; its weight and its calm."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import faults, looks, served
from tests.site.hand import PHONE, click, opened, query, seen, small
from tests.site.test_table import FIGHT

pytestmark = pytest.mark.slow

KILOBYTE = 1000
KEPT = {"round": "lost", "luck": "kept"}
PHASES: dict[str, list[dict[str, Any]]] = {
    "ready": [],
    "answer": [{"round": "won"}],
    "fight": [{"luck": "lucky"}],
    "road": [{"set": "meals", "to": 2}, {"round": "won", "luck": "lucky"}],
    "next": [{"foe": [7, 7]}],
    "several": [{"add": [8, 7]}, {"round": "won", "target": 0, "hits": [1], "luck": ["kept", "kept"]}],
    "over": [{"foe": [7, 7]}, KEPT, KEPT, KEPT],
}
"""with what leads there from the one before"""
WANTED = {
    "ready": ["#i-won", "#i-lost"],
    "answer": ["#card .verdict strong", "[data-luck=lucky]", "[data-luck=kept]"],
    "fight": ["#i-won", "#i-lost"],
    "road": ["#next"],
    "next": ["#i-won", "#i-lost"],
    "several": [],
    "over": ["#end"],
}
"""what is in view as it is"""
TALL = {"fight": ["#undo"], "road": ["#eat", "[data-tested=lucky]"], "several": [".target >> nth=1", ".way >> nth=5"]}
"""and on a screen of some height"""
PANELS = {
    "sheet": ["#to-sheet"],
    "rules": ["#ahead summary", "#to-rules", "[name=rules][value=own]"],
    "foes": ["#ahead summary", "[name=ahead][value=foes]"],
    "log": ["#to-log"],
    "mine": ["#to-mine"],
    "new": ["#to-mine", "#mine-new"],
}
SHIFTS = """() => { window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as found:
        yield f"{found}index.html{query(FIGHT)}"


def walk(page: Page, taps: list[str]) -> None:
    page.wait_for_selector("#i-won:not([data-verdict=unknown])")
    for tap in taps:
        click(page, tap)


def act(page: Page, events: list[dict[str, Any]]) -> None:
    for event in events:
        assert page.evaluate("(event) => LuckAtlas.current.act(event)", event), event


SIZES = [(390, 844), (360, 740), (320, 568), (844, 390), (768, 1024), (1280, 720)]


def phases(page: Page) -> Iterator[str]:
    """One after another, each from the top of the page."""
    walk(page, [])
    for phase, events in PHASES.items():
        act(page, events)
        page.wait_for_load_state("networkidle")
        page.evaluate("scrollTo(0, 0)")
        yield phase


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_verdict_and_next_tap_are_in_view(address: str, browser: Browser, size: tuple[int, int]) -> None:
    """No sideways scrolling, nothing to scroll down for, every target at least 44 pixels."""
    width, height = size
    with opened(browser, address, viewport={"width": width, "height": height}) as (page, _):
        for phase in phases(page):
            for target in WANTED[phase] + (TALL.get(phase, []) if height > 800 else []):
                seen(page.locator(target))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, phase
            assert small(page, ".table :is(button, .switch label)") == [], phase


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=str)
def test_the_next_fight_is_in_view_however_many_there_were(
    address: str, browser: Browser, size: tuple[int, int]
) -> None:
    with opened(browser, address, viewport={"width": size[0], "height": size[1]}) as (page, _):
        for _fight in range(7):
            act(page, [{"foe": [5, 2]}, {"round": "won", "luck": "kept"}])
        page.wait_for_load_state("networkidle")
        assert page.locator("#so-far li").count() == 7
        seen(page.locator("#next"))
        seen(page.locator("#next-last"))


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_what_comes_after_several_foes_has_its_place(address: str, browser: Browser, size: tuple[int, int]) -> None:
    """While they still stand: after an escape, after a defeat, and when a new adventurer is rolled up."""
    two = [{"foe": [7, 6], "others": [[8, 5]]}, {"set": "stamina", "to": 4}]
    both = {"round": "lost", "hits": [1], "luck": ["kept", "kept"]}
    ends = {"#next": {"escape": True, "luck": "kept"}, "#again": both}
    with opened(browser, address, viewport={"width": size[0], "height": size[1]}) as (page, _):
        for shown, event in ends.items():
            act(page, [*two, event])
            page.wait_for_load_state("networkidle")
            seen(page.locator(shown))
            box = page.locator("h1").bounding_box()
            assert box and box["width"] > size[0] / 4, shown
            wide = "(rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).length"
            assert page.locator("#rounds li").evaluate_all(wide) == 0, "words beyond the log"
        act(page, two)
        page.evaluate("document.getElementById('fresh').click()")
        seen(page.locator("#new .big"))


@pytest.mark.parametrize("width", [320, 390, 768])
def test_text_twice_as_large(address: str, browser: Browser, width: int) -> None:
    """Nothing goes out of the page sideways, and the verdict stays on the first screen."""
    with opened(browser, address, viewport={"width": width, "height": 844}) as (page, _):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for phase in phases(page):
            assert page.evaluate("document.documentElement.scrollWidth") <= width, phase
            cards = {"ready": ["#i-won", "#i-lost"], "answer": ["#card"]}.get(phase, [])
            for card in cards if width < 500 else []:
                seen(page.locator(f"{card} [data-slot=verdict]"))
            stuck = page.locator("#decide").bounding_box() if phase == "ready" and width < 500 else None
            assert stuck is None or stuck["height"] < 0.4 * 844, "the buttons leave room for the numbers"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_stands_in_anyones_way(address: str, browser: Browser, width: int) -> None:
    """Whatever colours the reader has asked for."""
    with opened(browser, address, viewport={"width": width, "height": 844}) as (page, watch):
        for phase in phases(page):
            for look in looks(page):
                assert faults(page, look) == [], (phase, look)
        for panel, taps in PANELS.items():
            page.evaluate("localStorage.clear()")
            page.goto(address)
            walk(page, [] if width > 1000 and panel == "log" else taps)
            for look in looks(page):
                assert faults(page, look) == [], (panel, look)
        assert watch.errors == []


def test_forced_colours_keep_frames_and_swatches(address: str, browser: Browser) -> None:
    """With the system's own colours, what is chosen, advised and won is still told from what is not."""
    with opened(browser, address, viewport=PHONE, forced_colors="active") as (page, _):
        walk(page, [])
        colour = """(selector) => {
          const { backgroundColor, borderTopWidth } = getComputedStyle(document.querySelector(selector));
          return [backgroundColor, borderTopWidth];
        }"""
        assert (
            page.evaluate(colour, ".switch :checked + span")[0]
            != page.evaluate(colour, ".switch :not(:checked) + span")[0]
        )
        assert float(page.evaluate(colour, ".decision")[1][:-2]) >= 2
        page.click("#i-won")
        assert (
            page.evaluate(colour, ".choice-button.advised")[0]
            != page.evaluate(colour, ".choice-button:not(.advised)")[0]
        )


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=str)
def test_nothing_moves_while_it_loads(address: str, browser: Browser, size: tuple[int, int], saved: bool) -> None:
    """On a slow line and processor too; a reader who comes back has a fight that is under way."""
    with opened(browser, "about:blank", viewport={"width": size[0], "height": size[1]}) as (page, _):
        if saved:
            page.goto(address)
            walk(page, ["#i-won", "[data-luck=unlucky]"])
        page.add_init_script(f"({SHIFTS})()")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        session.send("Network.enable")
        slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
        session.send("Network.emulateNetworkConditions", slow)
        page.goto(address.split("?")[0])
        page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        assert page.evaluate("window.shift") <= 0.05


def test_the_first_visit_is_light(site: Path, address: str, browser: Browser) -> None:
    sizes = {}
    with opened(browser, "about:blank", viewport=PHONE) as (page, watch):
        page.goto(address.split("?")[0])
        page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        page.wait_for_load_state("networkidle")
        for url in watch.requests:
            path = urlsplit(url).path.lstrip("/")
            if (site / path).is_file():
                data = (site / path).read_bytes()
                sizes[path] = len(data) if path.endswith((".woff2", ".png")) else len(gzip.compress(data, 6))
    assert "static/table.js" in sizes and sum(sizes.values()) <= 110 * KILOBYTE, (sum(sizes.values()), sizes)


def test_reduced_motion_is_respected(address: str, browser: Browser) -> None:
    with opened(browser, address, reduced_motion="reduce") as (page, _):
        moving = """[...document.querySelectorAll("*")].filter((element) =>
          !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration)).length"""
        assert page.evaluate(moving) == 0
