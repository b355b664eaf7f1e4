"""Pages with maps: the switch between more to come and the last fight, the reader's own fight, numbers, paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.wording import percent, whole_percent
from tests.browser import new_page, served
from tests.printed import opened as opened_pdf
from tests.printed import text_of
from tests.site.hand import PHONE, click, opened, seen
from tests.site.test_site import TOO_SMALL, UNFOLDED

pytestmark = pytest.mark.slow

SIDE = 24
DESKTOP = {"width": 1280, "height": 800}
SHOWN = "(name) => [...document.querySelectorAll(name)].filter((e) => e.getClientRects().length).length"
FIGHT = "index.html?skill=9&stamina=14&luck=8&foe-skill=10&foe-stamina=6"
"""its map is that of SKILL gap −1, LUCK 8"""
PAGES = ("atlas/index.html", "atlas/skill-gap-minus-1.html", "atlas/skill-gap-minus-1-luck-8.html")


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as root:
        yield root


def shown(page: Page) -> tuple[bool, bool]:
    """Whether what is for more to come is there to see, and what is for the last fight."""
    more, last = (page.evaluate(SHOWN, f".for-{ahead}") > 0 for ahead in ("more", "last"))
    return more, last


@pytest.mark.parametrize("name", PAGES)
def test_one_switch_shows_more_to_come_or_the_last_fight(address: str, browser: Browser, name: str) -> None:
    with opened(browser, address + name, viewport=DESKTOP) as (page, watch):
        assert shown(page) == (True, False)
        expect(page.locator("#ahead [aria-current]")).to_have_text(re.compile("More to come"))
        before = page.evaluate("scrollY")
        page.get_by_role("link", name="The last fight").first.click()
        assert shown(page) == (False, True) and page.evaluate("scrollY") == before
        expect(page.locator("#ahead [aria-current]")).to_have_text(re.compile("The last fight"))
        assert page.url.endswith("#last-fight") and watch.errors == []
        page.locator("#more-to-come").click()
        assert shown(page) == (True, False)


@pytest.mark.parametrize("name", ["minus-2", "plus-6"])
def test_what_thrift_gets_is_said_of_the_own_skill_gap(site: Path, name: str) -> None:
    with np.load(site / "data" / "policy.npz") as data:
        at = list(data["skill_gap"]).index(int(name.replace("minus-", "-").replace("plus-", "")))
        best, never, thrifty, spent, spared = (
            data[column][at]
            for column in ("win_chance", "win_chance_never", "win_chance_thrifty", "luck_spent", "luck_spent_thrifty")
        )
    said = (site / "atlas" / f"skill-gap-{name}.html").read_text()
    gets, takes = (thrifty - never).sum() / (best - never).sum(), spared.sum() / spent.sum()
    assert f"it gets {100 * gets:.1f}% of the extra wins for {100 * takes:.1f}% of the LUCK" in said
    assert f"it has {100 * (best - thrifty).max():.1f} fewer wins in 100" in said


def test_the_choice_is_kept_from_page_to_page(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}atlas/index.html", viewport=DESKTOP) as (page, _):
        page.locator("#last-fight").click()
        page.get_by_label("SKILL gap 0, LUCK 9", exact=True).click()
        expect(page.locator("h1")).to_have_text("SKILL gap 0, LUCK 9")
        assert shown(page) == (False, True)
        expect(page.locator("figure h2:visible").first).to_have_text("When to Test your Luck: the last fight")
        page.get_by_label("LUCK 10").click()
        expect(page.locator("h1")).to_have_text("SKILL gap 0, LUCK 10")
        assert shown(page) == (False, True)
        page.goto(f"{address}atlas/skill-gap-0.html#more-to-come")
        assert shown(page) == (True, False), "an address says what is shown"


@pytest.mark.parametrize("name", PAGES)
def test_the_switch_needs_no_script(address: str, browser: Browser, name: str) -> None:
    with new_page(browser, java_script_enabled=False, viewport=DESKTOP) as page:
        page.goto(address + name)
        more, last = page.locator(".for-more").first, page.locator(".for-last").first
        expect(more).to_be_visible()
        expect(last).to_be_hidden()
        page.locator("#last-fight").click()
        expect(more).to_be_hidden()
        expect(last).to_be_visible()


NUMBERS = """() => [...document.querySelectorAll(".numbers text")].map((text) => {
  const box = text.getBBox();
  return [text.textContent, Number(text.getAttribute("x")), Number(text.getAttribute("y")), box.x, box.width];
})"""


@pytest.mark.parametrize(("slug", "gap", "luck", "ahead"), [("0", 0, 9, "last"), ("minus-4", -4, 12, "more")])
def test_every_square_has_its_number_on_a_wide_screen(
    address: str, browser: Browser, pairs: dict[int, Pair], slug: str, gap: int, luck: int, ahead: str
) -> None:
    """The win chance of the exact solution, inside the square."""
    solution = pairs[gap].best if ahead == "last" else pairs[gap].thrifty
    there = f"{address}atlas/skill-gap-{slug}-luck-{luck}.html#{'last-fight' if ahead == 'last' else 'more-to-come'}"
    with opened(browser, there, viewport=DESKTOP) as (page, watch):
        page.wait_for_selector("#sheet[data-ready]")
        read = {}
        for text, x, y, left, width in page.evaluate(NUMBERS):
            foe, stamina = int(x + 0.5), SIDE - int(y)
            assert foe - 1 <= left and left + width <= foe, "inside its square"
            read[stamina, foe] = text
        states = [(h, f) for h in range(1, SIDE + 1) for f in range(1, SIDE + 1)]
        assert read == {(h, f): whole_percent(solution.win_chance(State(h, f, luck))).rstrip("%") for h, f in states}
        page.locator("#more-to-come" if ahead == "last" else "#last-fight").click()
        assert page.evaluate(SHOWN, ".numbers text") == SIDE * SIDE, "the other map has them, too"
        assert watch.errors == []


def test_a_phone_draws_no_numbers(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}atlas/skill-gap-0-luck-9.html", viewport=PHONE) as (page, _):
        page.wait_for_selector("#sheet[data-ready]")
        expect(page.locator(".numbers")).to_have_count(0)


def test_the_table_of_the_last_fight_is_the_policy(address: str, browser: Browser, pairs: dict[int, Pair]) -> None:
    with opened(browser, f"{address}atlas/skill-gap-minus-1-luck-8.html#last-fight", viewport=DESKTOP) as (page, _):
        page.wait_for_selector("#sheet[data-ready]")
        rows = page.eval_on_selector_all(
            ".scroll.for-last tbody tr",
            "(rows) => rows.map((row) => [...row.cells].slice(1).map((c) => c.textContent))",
        )
    best = pairs[-1].best
    assert len(rows) == SIDE
    for h, row in enumerate(reversed(rows), 1):
        for f, text in enumerate(row, 1):
            state = State(h, f, 8)
            won, lost = (best.verdict(state, outcome) is Verdict.TEST for outcome in Outcome)
            word = "both " if won and lost else "won " if won else "lost " if lost else ""
            assert text == word + percent(best.win_chance(state)).rstrip("%"), state


def test_the_panel_speaks_of_what_lies_ahead(address: str, browser: Browser, pairs: dict[int, Pair]) -> None:
    """A square where thrifty advice is other than all-out says so, whichever is shown."""
    pair = pairs[0]
    apart = next(
        State(h, f, 9)
        for h in range(1, SIDE + 1)
        for f in range(1, SIDE + 1)
        if pair.best.verdict(State(h, f, 9), Outcome.WON) is Verdict.TEST
        and pair.thrifty.verdict(State(h, f, 9), Outcome.WON) is Verdict.KEEP
    )
    fight = f"index.html?skill=9&stamina={apart.hero_stamina}&luck=9&foe-skill=9&foe-stamina={apart.foe_stamina}"
    with opened(browser, address + fight) as (page, _):
        save_fight(page)
        page.goto(f"{address}atlas/skill-gap-0-luck-9.html")
        page.wait_for_selector("#sheet[data-ready]")
        won = page.locator(".reading [aria-live] p").first
        expect(won).to_contain_text(re.compile(r"Keep\. .* In the last fight: test\."))
        page.locator("#last-fight").click()
        expect(won).to_contain_text(re.compile(r"Test\. .* With more to come: keep\."))
        link = page.get_by_role("link", name="Open this fight").first
        assert "price=0" in str(link.get_attribute("href"))


def save_fight(page: Page) -> None:
    """A round is fought, taken back, and so the fight is saved as the address had it."""
    page.wait_for_selector("#i-won:visible")
    click(page, "#i-won")
    click(page, "#undo")
    assert page.evaluate("localStorage.getItem('luck-atlas-adventure')")


def test_map_pages_open_at_the_own_fight(address: str, browser: Browser) -> None:
    with opened(browser, address + FIGHT, viewport=PHONE) as (page, watch):
        save_fight(page)
        page.goto(f"{address}atlas/index.html")
        tile = page.get_by_label("SKILL gap −1, LUCK 8, your fight", exact=True)
        box, frame = tile.bounding_box(), page.locator("#overview").bounding_box()
        assert box and frame and frame["x"] < box["x"] < frame["x"] + frame["width"] - 44
        assert frame["y"] < box["y"] < frame["y"] + frame["height"] - 44
        line = page.locator(".yours")
        expect(line).to_have_text("Your fight: SKILL gap −1, LUCK 8, STAMINA 14 against 6. Open its map")
        page.goto(f"{address}atlas/skill-gap-minus-1.html")
        marked = page.locator(".thresholds td.mine:visible")
        assert marked.count() >= 2
        where = "(cells) => cells.map((cell) => [cell.parentNode.rowIndex, cell.cellIndex])"
        assert (
            page.eval_on_selector_all(".thresholds td.mine", where) == [[25 - 14, 6]] * page.locator("td.mine").count()
        )
        page.locator(".yours a").click()
        expect(page.locator("h1")).to_have_text("SKILL gap −1, LUCK 8")
        page.wait_for_selector("#sheet[data-ready]")
        assert page.locator(".reading output").all_inner_texts() == ["14", "6"]
        expect(page.locator(".yours a")).to_be_hidden()
        expect(page.locator(".reading a")).to_have_attribute(
            "href", "../index.html?skill=9&stamina=14&luck=8&foe-skill=10&foe-stamina=6"
        )
        page.goto(f"{address}atlas/skill-gap-plus-2-luck-11.html")
        assert page.locator(".reading output").all_inner_texts() == ["14", "6"], "with the own STAMINA on every map"
        assert watch.errors == []


def test_the_map_of_a_fight_page_is_of_what_lies_ahead_there(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}{FIGHT}&price=0") as (page, _):
        save_fight(page)
        page.goto(f"{address}atlas/skill-gap-minus-1-luck-8.html")
        assert shown(page) == (False, True)


@pytest.mark.parametrize(
    "saved",
    [
        "no JSON",
        "null",
        "[]",
        '{"now":null}',
        '{"now":{"scores":{"skill":9}}}',
        '{"now":{"scores":{"skill":9,"stamina":-1,"luck":8,"foe-skill":9,"foe-stamina":1e9},"rules":"books"}}',
        '{"now":{"scores":{"skill":9,"stamina":9,"luck":8,"foe-skill":9,"foe-stamina":9},"rules":"weapon-3"}}',
    ],
)
def test_what_is_no_fight_by_these_rules_is_passed_over(address: str, browser: Browser, saved: str) -> None:
    with opened(browser, f"{address}atlas/skill-gap-0-luck-9.html") as (page, watch):
        page.evaluate("(text) => localStorage.setItem('luck-atlas-adventure', text)", saved)
        for name in PAGES:
            page.goto(address + name)
            expect(page.locator(".yours")).to_be_hidden()
            assert page.locator(".mine").count() == 0
        page.wait_for_selector("#sheet[data-ready]")
        assert page.locator(".reading output").all_inner_texts() == ["12", "12"] and watch.errors == []


MIDDLE = """(map, [x, y]) => {
  const point = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  return [point.x, point.y];
}"""


def square_of(page: Page, number: int, stamina: int, foe: int) -> Any:
    """Where the middle of a square of a map is in the window."""
    map_ = page.locator("svg.map:visible").nth(number)
    return map_.evaluate(MIDDLE, [foe - 0.5, SIDE - stamina + 0.5])


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_map_answers_beside_the_finger(address: str, browser: Browser, size: Any) -> None:
    with opened(browser, f"{address}atlas/skill-gap-0-luck-9.html", viewport=size, has_touch=True) as (page, watch):
        page.wait_for_selector("#sheet[data-ready]")
        bubble = page.locator(".bubble:visible")
        for number in range(page.locator("svg.map:visible").count()):
            page.locator("svg.map:visible").nth(number).scroll_into_view_if_needed()
            for stamina, foe in ((24, 1), (1, 24), (13, 12)):
                x, y = square_of(page, number, stamina, foe)
                page.touchscreen.tap(x, y)
                expect(bubble).to_have_count(1)
                expect(bubble).to_contain_text(f"STAMINA {stamina} against {foe}: ")
                seen(bubble)
                box = bubble.bounding_box()
                assert box and not (
                    box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]
                )
                expect(bubble.get_by_role("link")).to_have_attribute("href", re.compile(f"stamina={stamina}&.*={foe}"))
        page.locator("h1").click()
        expect(bubble).to_have_count(0)
        board = page.locator(".board:visible").nth(1)
        board.focus()
        page.keyboard.press("ArrowUp")
        expect(bubble).to_contain_text("STAMINA 14 against 12: ")
        expect(page.locator("[aria-live]").first).to_contain_text("STAMINA 14 against 12.")
        page.keyboard.press("Escape")
        expect(bubble).to_have_count(0)
        assert watch.errors == []


CUT = """() => [...document.querySelectorAll("main *")].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.width > 1 && box.right > innerWidth + 1 && !e.closest(".scroll, .code, .parts, svg");
}).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("width", "size"), [(320, 100), (390, 200), (1280, 200)])
def test_large_text_and_narrow_windows_overflow_nothing(address: str, browser: Browser, width: int, size: int) -> None:
    window = {"width": width, "height": 800}
    with opened(browser, address + FIGHT, viewport=window, bypass_csp=True) as (page, _):
        save_fight(page)
        for name in (*PAGES, "rules/weapon-3.html", "rules/index.html"):
            page.goto(address + name)
            page.add_style_tag(content=f"html {{ font-size: {size}% }}")
            page.evaluate(UNFOLDED)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            assert page.evaluate(CUT) == [], name
            if size == 100:
                assert page.evaluate(TOO_SMALL) == [], name


@pytest.mark.parametrize(
    ("name", "pages", "said"),
    [
        ("atlas/index.html#last-fight", 1, ["test after a won round", "+10", "−10"]),
        ("atlas/skill-gap-0-luck-9.html#last-fight", 1, ["win or lose", "the last fight", "a test costs wins", "99%"]),
        ("atlas/skill-gap-0.html#more-to-come", 2, ["win or lose", "lowest LUCK to test", "worth most here"]),
    ],
)
def test_a_map_page_prints_whole(
    address: str, browser: Browser, tmp_path: Path, name: str, pages: int, said: list[str]
) -> None:
    sheet = {"format": "A4", "margin": dict.fromkeys(("top", "right", "bottom", "left"), "1cm")}
    with opened(browser, address + name, viewport=DESKTOP) as (page, _):
        if "luck" in name:
            page.wait_for_selector("#sheet[data-ready]")
        page.pdf(path=tmp_path / "page.pdf", **sheet)
    printed = opened_pdf(tmp_path / "page.pdf")
    words = " ".join(" ".join(text_of(leaf).split()) for leaf in printed.pages)
    assert len(printed.pages) == pages
    for sentence in (*said, "24" if "skill" in name else "13"):
        assert sentence in words, sentence
    shown, hidden = ("The last fight", "More to come") if "last" in name else ("More to come", "The last fight")
    assert f"{shown} sp" in words and f"{hidden} sp" not in words, "it says what it is for"


def test_a_map_prints_its_numbers_from_a_phone(address: str, browser: Browser, tmp_path: Path) -> None:
    with opened(browser, f"{address}atlas/skill-gap-0-luck-9.html", viewport=PHONE) as (page, _):
        page.wait_for_selector("#sheet[data-ready]")
        page.pdf(path=tmp_path / "page.pdf", format="A4")
    printed = opened_pdf(tmp_path / "page.pdf")
    words = [word for sheet in printed.pages for word in text_of(sheet).split()]
    assert len(printed.pages) == 1 and sum(word.isdecimal() for word in words) > SIDE * SIDE * 0.8
