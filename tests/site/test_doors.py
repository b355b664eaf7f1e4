"""The way through the site: five doors in the head of every page, what they lead to, and in how many taps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.site.pages import DOORS, READING
from tests.browser import faults, new_page, served
from tests.site.hand import PHONE

pytestmark = pytest.mark.slow
WIDE = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as found:
        yield found


def enter(page: Page, door: str) -> None:
    """Through a door; on a phone the menu has to be opened, which is a tap of its own."""
    if page.get_by_role("button", name="Menu").is_visible():
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Site").get_by_role("link", name=door, exact=True).click()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_five_doors_lead_everywhere(address: str, browser: Browser, size: dict[str, int]) -> None:
    with new_page(browser, viewport=size, service_workers="block") as page:
        page.goto(address)
        for door in DOORS:
            enter(page, door.text)
            expect(page).to_have_url(address + door.path)
            here = page.locator("#doors [aria-current=page]")
            expect(here).to_have_count(1)
            expect(here).to_have_text(door.text)
        listed = page.locator("main .ways a").all()
        assert [link.inner_text() for link in listed] == [link.text for link in READING]
        for link in READING:
            page.goto(address + DOORS[-1].path)
            page.locator("main").get_by_role("link", name=link.text, exact=True).click()
            expect(page).to_have_url(address + link.path)
            expect(page.locator("#doors [aria-current]")).to_have_text("How it works")


def test_the_way_can_be_read_from_page_to_page(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=PHONE, service_workers="block") as page:
        page.goto(address + READING[0].path)
        for link in READING[1:]:
            page.locator(".read-on a").click()
            expect(page).to_have_url(address + link.path)
        expect(page.locator(".read-on")).to_have_count(0)


def test_the_menu_opens_by_key_and_without_scripts(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(address + "about.html")
        expect(page.get_by_role("navigation", name="Site")).to_be_hidden()
        page.get_by_role("button", name="Menu").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("navigation", name="Site")).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Should I Test my Luck?")


def test_the_open_menu_has_no_faults(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=PHONE, service_workers="block", bypass_csp=True) as page:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(address + "how-it-works.html")
            page.get_by_role("button", name="Menu").click()
            assert faults(page) == []
            for link in page.locator("#doors a").all():
                box = link.bounding_box()
                assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


def test_the_authors_claims_are_two_taps_away(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=WIDE, service_workers="block") as page:
        page.goto(address)
        enter(page, "How it works")
        page.locator("main").get_by_role("link", name="The paper", exact=True).click()
        expect(page.locator("h1")).to_have_text("The paper, checked")
