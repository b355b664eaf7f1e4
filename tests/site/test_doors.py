"""The way through the site: five doors in the head of every page, what they lead to, and in how many taps."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.folders import templates_folder
from atlas.site.pages import DOORS, READING
from tests.browser import faults, new_page, served
from tests.parts_page import TEMPLATE, parts_page
from tests.site.hand import PHONE

pytestmark = pytest.mark.slow
WIDE = {"width": 1280, "height": 900}
UNFOLDED = "document.querySelectorAll('details').forEach((part) => { part.open = true; })"
LEVELS = """() => [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].filter((h) => h.checkVisibility())
  .map((heading) => Number(heading.tagName[1]))"""
OUTSIDE = """() => {
  const range = document.createRange();
  const text = (cell) => (range.selectNodeContents(cell), range.getBoundingClientRect());
  const cells = [...document.querySelectorAll("main :is(th, td):not(:has(.unseen))")];
  const seen = cells.filter((cell) => cell.checkVisibility() && text(cell).width);
  const out = seen.filter((cell) => text(cell).right > cell.getBoundingClientRect().right + 1);
  const heads = seen.filter((cell) => cell.matches(".grid thead :not(:last-child)"));
  const near = heads.filter((head) => text(head.nextElementSibling).left - text(head).right < 1);
  return [...out, ...near].map((cell) => cell.textContent.trim());
}"""
"""what runs out of its square in a table, and what touches the next heading of a grid"""
NAMES = "(links) => links.map((link) => (link.ariaLabel || link.textContent).trim().toLowerCase())"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as root:
        yield root


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
            current = page.locator("#doors [aria-current=page]")
            expect(current).to_have_count(1)
            expect(current).to_have_text(door.text)
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


def test_forced_colours_leave_everything_readable(address: str, browser: Browser) -> None:
    look = {"forced_colors": "active"}
    with new_page(browser, viewport=WIDE, service_workers="block", bypass_csp=True, **look) as page:
        for path in (*(link.path for link in DOORS), "atlas/skill-gap-0.html", "adventures/the-winter-road.html"):
            page.goto(address + path)
            assert faults(page, look) == [], path


def test_the_authors_claims_are_two_taps_away(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=WIDE, service_workers="block") as page:
        page.goto(address)
        enter(page, "How it works")
        page.locator("main").get_by_role("link", name="The paper", exact=True).click()
        expect(page.locator("h1")).to_have_text("The paper, checked")
        expect(page.get_by_role("heading", name="In a minute")).to_be_visible()


@pytest.mark.parametrize(("language", "paper"), [("en-GB", "a4"), ("en-US", "letter"), ("de", "a4")])
def test_the_cheat_sheet_prints_at_one_tap(address: str, browser: Browser, language: str, paper: str) -> None:
    """The second tap is that of the dialogue for printing."""
    with new_page(browser, viewport=PHONE, service_workers="block", locale=language) as page:
        for start in ("index.html", "cheat-sheet.html"):
            page.goto(address + start)
            page.get_by_role("link", name="Print the cheat sheet").click()
            expect(page).to_have_url(f"{address}print/cheat-sheet-{paper}.pdf")
            assert page.request.get(page.url).body().startswith(b"%PDF")


def test_the_cheat_sheet_says_what_to_do_and_leads_to_what_it_costs(site: Path) -> None:
    text = (site / "cheat-sheet.html").read_text()
    (habits,) = re.findall(r'<section class="beyond-luck".*?</section>', text, re.DOTALL)
    assert not re.search(r"\d\.\d|in 100", habits) and 'href="adventures.html#habits"' in habits
    assert 'href="strategies.html#how-good"' in text


def test_the_map_of_a_fight_is_one_tap_away(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=WIDE, service_workers="block") as page:
        page.goto(address + "index.html?skill=10&stamina=14&luck=7&foe-skill=12&foe-stamina=9")
        page.locator("#to-map").click()
        expect(page.locator("h1")).to_have_text("SKILL gap −2, LUCK 7")
    with new_page(browser, viewport=PHONE, service_workers="block") as page:
        page.goto(address + "index.html?skill=10&stamina=14&luck=7&foe-skill=12&foe-stamina=9")
        page.get_by_text("All STAMINA at SKILL 10 against 12, LUCK 7").click()
        expect(page.locator("#map svg")).to_be_visible()


def test_headings_and_links_tell_the_way(address: str, browser: Browser) -> None:
    """One h1 a page, no level left out, and every link says where it leads without what stands around it."""
    with new_page(browser, viewport=WIDE, service_workers="block") as page:
        titles = []
        for link in (*DOORS, *READING):
            page.goto(address + link.path)
            page.evaluate(UNFOLDED)
            levels = page.evaluate(LEVELS)
            assert levels.count(1) == 1 and levels[0] <= 2, link.path
            assert all(after <= before + 1 for before, after in pairwise(levels) if before), (link.path, levels)
            titles.append(page.title())
            names = page.eval_on_selector_all("main a:not(svg a)", NAMES)
            assert all(name not in ("", "here", "this", "more", "link") for name in names), link.path
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("width", [320, 640])
def test_pages_reflow(address: str, browser: Browser, width: int) -> None:
    """At 320 pixels, and at 1280 with text twice as large, which is the same as half the width."""
    with new_page(browser, viewport={"width": width, "height": 600}, service_workers="block") as page:
        for path in (*(link.path for link in (*DOORS[1:], *READING)), "rules/weapon-3.html"):
            page.goto(address + path)
            page.evaluate(UNFOLDED)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("width", [360, 1024, 1280])
def test_words_stay_in_their_squares(address: str, browser: Browser, width: int) -> None:
    with new_page(browser, viewport={"width": width, "height": 900}, service_workers="block") as page:
        for path in ("cheat-sheet.html", "rules/weapon-3.html", "atlas/skill-gap-minus-2.html"):
            page.goto(address + path)
            page.evaluate(UNFOLDED)
            page.evaluate("document.fonts.ready")
            assert page.evaluate(OUTSIDE) == [], path


def test_folded_parts_open_where_a_link_leads(address: str, browser: Browser) -> None:
    with new_page(browser, viewport=PHONE, service_workers="block") as page:
        for target, seen in (
            ("paper.html#claim-sigma", "#claim-sigma"),
            ("theory.html#exact", "#worked"),
            ("strategies.html#sets", ".terms"),
        ):
            page.goto(address + target)
            expect(page.locator(seen).first).to_be_visible()
        page.goto(address + "paper.html")
        expect(page.locator("#claim-advice")).to_be_hidden()
        page.get_by_text("corrected (").click()
        expect(page.locator("#claim-advice")).to_be_visible()
        expect(page.locator("#claim-dramatic")).to_be_hidden()


def test_parts_of_pages_are_shown_on_a_page_that_is_not_published(site: Path, browser: Browser, tmp_path: Path) -> None:
    for path, data in parts_page().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    macros = set(re.findall(r"{% macro (\w+)", (templates_folder() / "partials" / "parts.html").read_text()))
    assert macros == set(re.findall(r"(?:call|{{) (\w+)\(", TEMPLATE.read_text()))
    with served(tmp_path) as base, new_page(browser, service_workers="block", bypass_csp=True) as page:
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(base + "parts.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            edges = {
                round(e.bounding_box()["x"]) for e in page.locator("h1, main > p, .figure, .scroll, .cardbox").all()
            }  # type: ignore[index]
            assert len(edges) == 1
            assert faults(page) == []
    assert not list(site.rglob("parts.html"))
