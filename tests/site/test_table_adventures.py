"""Several adventures in one browser, as files, and a screen that stays awake while a fight is on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import served
from tests.site.hand import PHONE, click, opened, query
from tests.site.test_table import FIGHT

pytestmark = pytest.mark.slow

LOCKS = """
  window.locks = 0;
  const request = async () => {
    const lock = new EventTarget();
    window.locks += 1;
    lock.release = async () => { window.locks -= 1; lock.dispatchEvent(new Event("release")); };
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
"""a browser that can keep its screen awake, and how often it is asked to"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}index.html"


def act(page: Page, *events: dict[str, object]) -> None:
    for event in events:
        assert page.evaluate("(event) => LuckAtlas.current.act(event)", event), event


def test_the_screen_stays_awake_while_a_fight_is_on(address: str, browser: Browser) -> None:
    with opened(browser, "about:blank", viewport=PHONE) as (page, _):
        page.add_init_script(LOCKS)
        page.goto(f"{address}{query(FIGHT)}")
        held = []
        for event in (None, {"round": "won"}, {"luck": "lucky"}, {"round": "won", "luck": "lucky"}, {"foe": [7, 7]}):
            if event:
                act(page, event)
            page.wait_for_timeout(100)
            held.append(page.evaluate("window.locks"))
        assert held == [0, 1, 1, 0, 0], held


def begin(page: Page, name: str, skill: int) -> None:
    page.fill("[name=new-title]", name)
    page.fill("[name=new-skill]", str(skill))
    click(page, "#new .big")
    expect(page.locator("h1")).to_have_text("On the road")


def test_adventures_side_by_side_and_as_files(address: str, browser: Browser) -> None:
    """Each is as it was left; a file opens beside what is played, and a damaged one changes nothing."""
    with opened(browser, address, viewport=PHONE, accept_downloads=True) as (page, watch):
        click(page, "#fresh")
        begin(page, "The Citadel", 9)
        act(page, {"foe": [7, 5]}, {"round": "lost", "luck": "kept"}, {"note": "Turn to 117"})
        left = page.evaluate("LuckAtlas.current.state")
        click(page, "#to-mine")
        click(page, "#mine-new")
        begin(page, "The Maze", 11)
        with page.expect_download() as download:
            click(page, "#export")
        written = download.value.path().read_text(encoding="utf-8")
        assert json.loads(written)["title"] == "The Maze"
        click(page, page.get_by_role("button", name="Open: The Citadel"))
        assert page.evaluate("LuckAtlas.current.state") == left
        assert page.input_value("#adventure-title") == "The Citadel"
        page.reload()
        assert page.evaluate("LuckAtlas.current.state") == left
        click(page, "#to-mine")
        for text, told in (("{", "not an adventure"), (written, "opened")):
            page.set_input_files("#import", {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})
            expect(page.locator(".told")).to_contain_text(told)
        assert page.input_value("#skill") == "11"
        expect(page.locator("#others li")).to_have_count(2)
        assert watch.errors == []
