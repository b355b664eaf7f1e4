"""The whole site in a real browser and through a checker: links, looks, weight, keyboard."""

import io
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import floor
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.wording import chance
from tests.browser import OF_THE_PAPER, faults, new_page, served
from tests.contact_sheet import contact_sheet
from tests.site.test_shared_fights import WHOLE
from tests.tools import checker

pytestmark = pytest.mark.slow

KINDS = (
    "index.html",
    f"fight.html{WHOLE}",
    "trainer.html",
    "cheat-sheet.html",
    "strategies.html",
    "theory.html",
    "paper.html",
    "data.html",
    "embed.html",
    "about.html",
    "adventures.html",
    "rules/index.html",
    "rules/weapon-3.html",
    "rules/two-lost-rounds-kill.html",
    "404.html",
    "offline.html",
    "how-it-works.html",
    "atlas/index.html",
    "atlas/skill-gap-minus-1.html",
    "atlas/skill-gap-plus-10.html",
    "atlas/skill-gap-minus-1-luck-9.html",
    "atlas/skill-gap-0-luck-0.html",
)
"""a page of every kind"""
MEGABYTE = 10**6
UNFOLDED = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"
FONTS = """() => new Promise(requestIdleCallback).then(() => document.fonts.ready)
  .then((fonts) => [...fonts].filter((font) => font.status === "loaded").length)"""
"""how many there are, once the page has nothing more to do"""


class Reader(HTMLParser):
    """What a page refers to, what it can be asked for by name, and what is written inside its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        """ids that other attributes speak of"""
        self.forbidden: list[str] = []
        self.inline: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("href", "src") if name in given and tag != "use"]
        self.ids += [given["id"]] if "id" in given else []
        self.named += [given["href"].removeprefix("#")] if tag == "use" else []
        self.named += given.get("aria-labelledby", "").split()
        self.named += re.findall(r"url\(#([^)]*)\)", " ".join(given.values()))
        self.forbidden += [name for name in given if name == "style" or name.startswith("on")]
        is_data = given.get("type") == "application/json"
        self._inside = tag == "style" or (tag == "script" and "src" not in given and not is_data)

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.inline.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = False


@cache
def read(page: Path) -> Reader:
    return Reader(page.read_text())


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        for link in read(page).links:
            parts = urlsplit(link)
            if link == "data:," or link in OF_THE_PAPER:
                continue
            assert not parts.scheme and not parts.netloc and not link.startswith("/"), f"{page} → {link}"
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), f"{page} → {link}"
            if parts.fragment:
                assert parts.fragment in read(target).ids, f"{page} → {link}"


def test_every_id_stands_once_and_is_there_when_spoken_of(site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        parsed = read(page)
        assert len(parsed.ids) == len(set(parsed.ids)), page
        assert set(parsed.named) <= set(parsed.ids), page


def test_every_page_can_be_reached(site: Path) -> None:
    waiting, reached = [site / "index.html"], set()
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        targets = [(page.parent / urlsplit(link).path).resolve() for link in read(page).links if urlsplit(link).path]
        waiting += [target for target in targets if target.suffix == ".html"]
    assert {
        page for page in site.rglob("*.html") if page.name not in ("404.html", "fight.html", "offline.html")
    } <= reached


def test_nothing_needs_a_script_or_style_inside_a_page(site: Path) -> None:
    """But on the page that has to stand alone, where the policy names the very texts."""
    for page in sorted(site.rglob("*.html")):
        parsed = read(page)
        assert not parsed.forbidden, page
        assert page.name in ("404.html", "offline.html") or not parsed.inline, page


def test_every_page_says_what_it_is(site: Path) -> None:
    seen: dict[str, Path] = {}
    for page in sorted(site.rglob("*.html")):
        text = page.read_text()
        title, description = (
            re.search(pattern, text) for pattern in ("<title>([^<]*)", '<meta name="description" content="([^"]*)')
        )
        assert title and description and len(description[1]) > 30, page
        assert title[1] not in seen, f"{page} and {seen.get(title[1])} have one title"
        seen[title[1]] = page
        assert 'http-equiv="Content-Security-Policy" content="default-src \'none\';' in text
        assert text.count("<h1") == 1


def test_the_checker_finds_nothing(site: Path) -> None:
    done = subprocess.run(
        [*checker(), "--skip-non-html", "--format", "json", str(site)], capture_output=True, text=True, check=False
    )
    messages = json.loads(done.stderr)["messages"]
    # For a file there is no 'self' that the checker could hold a policy against; browsers do that in other tests.
    faults = [m for m in messages if "violates Content Security Policy" not in m["message"]]
    assert not [(m["url"].rsplit("/", 1)[-1], m.get("lastLine"), m["message"]) for m in faults[:20]]


TOO_SMALL = """() => {
  const small = [];
  // A label that stands beside its field is no target of its own: the field is as large as a finger.
  const targets = "a, button, summary, label:not([for]), input:not(label input), select";
  for (const element of document.querySelectorAll(targets)) {
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    if (style.display === "inline" || style.pointerEvents === "none") continue;
    if (!element.checkVisibility() || box.right < 0) continue;
    const size = [box.width, box.height];
    if (Math.min(...size) < 43.9) small.push(element.outerHTML.slice(0, 120) + size);
  }
  return small;
}"""
CUT_OFF = """() => {
  const width = document.documentElement.clientWidth, found = [];
  for (const element of document.querySelectorAll("main *, header *, footer *")) {
    const scrolls = e => ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
    if (element.closest(".unseen, .parts, svg") || !element.checkVisibility()) continue;
    if (getComputedStyle(element).clipPath !== "none") continue;
    let inside = element.parentElement;
    while (inside && !scrolls(inside)) inside = inside.parentElement;
    if (!inside && element.getBoundingClientRect().right > width + 1) found.push(element.outerHTML.slice(0, 120));
    const hides = ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
    if (hides && element.scrollWidth > element.clientWidth + 1) found.push(element.outerHTML.slice(0, 120));
  }
  return found;
}"""
WITHOUT_ALIKE = """() => {
  document.querySelectorAll("details ~ details").forEach((alike) => alike.remove());
  for (const table of document.querySelectorAll("table")) {
    const seen = new Set();
    const look = (element) => {
      const { backgroundColor, color, fontSize, fontWeight, opacity } = getComputedStyle(element);
      const told = [...element.attributes].map(({ name, value }) => /^(class|data-)/.test(name) ? value : name);
      return [element.localName, told, backgroundColor, color, fontSize, fontWeight, opacity].join();
    };
    for (const row of table.querySelectorAll("tbody tr")) {
      const looks = [row, ...row.querySelectorAll("*")].map(look);
      if (looks.every((found) => seen.has(found))) row.remove();
      looks.forEach((found) => seen.add(found));
    }
  }
}"""
"""tables that unfold after one like them, and rows of which every part looks like one of a row above"""


@contextmanager
def reached(site: Path, way: str) -> Iterator[str]:
    if way == "file":
        yield f"file://{site}/"
    else:
        with served(site, "/" if way == "root" else "/books/luck/") as base:
            yield base


@contextmanager
def opened(browser: Browser, **options: object) -> Iterator[Page]:
    """A page of a fresh browser, which fails on any complaint of the console and on any failing request."""
    complaints: list[str] = []
    with new_page(browser, **options) as page:
        page.on("console", lambda message: complaints.append(_complaint(message)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(_failed(request)))
        page.on("response", lambda r: complaints.append(f"{r.url} {r.status}") if r.status >= 400 else None)
        yield page
    assert not [complaint for complaint in complaints if complaint]


def _complaint(message: ConsoleMessage) -> str:
    """That a test keeps no site for later is none."""
    return "" if message.type == "log" or message.text.endswith("blocked by Playwright") else message.text


def _failed(request: Request) -> str:
    """A request that the reader left behind is no failure."""
    return "" if request.failure == "net::ERR_ABORTED" else f"{request.url} {request.failure}"


@contextmanager
def asking(page: Page, base: str) -> Iterator[None]:
    """A page that asks no one else."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    yield
    assert asked and all(url.startswith(base) for url in asked)


def arrive(page: Page, base: str, name: str) -> None:
    page.goto(base + name)
    expect(page.locator("h1")).to_be_visible()
    fonts = page.evaluate(FONTS)
    assert fonts >= 3 or name in ("404.html", "offline.html"), name


@pytest.mark.parametrize("way", ["base", "file"])
def test_every_kind_of_page_opens_and_asks_no_one_else(site: Path, browser: Browser, way: str) -> None:
    """And at the root of a server, where the next test looks at the pages."""
    with reached(site, way) as base, opened(browser) as page, asking(page, base):
        for name in KINDS:
            arrive(page, base, name)


@pytest.mark.parametrize("kinds", [KINDS[::2], KINDS[1::2]], ids=["some", "others"])
def test_pages_fit_the_screen_and_the_finger(site: Path, browser: Browser, kinds: tuple[str, ...]) -> None:
    """At every width; no script of these pages goes by the width that it begins with."""
    with reached(site, "root") as base, opened(browser, service_workers="block") as page, asking(page, base):
        for name in kinds:
            arrive(page, base, name)
            page.evaluate(UNFOLDED)
            for width in (360, 500, 800, 1280):
                page.set_viewport_size({"width": width, "height": 740})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, name
                assert page.evaluate(TOO_SMALL) == [], name
                assert page.evaluate(CUT_OFF) == [], name


@pytest.mark.parametrize("kinds", [KINDS[::2], KINDS[1::2]], ids=["some", "others"])
def test_axe_finds_nothing(site: Path, browser: Browser, kinds: tuple[str, ...]) -> None:
    """With the policy set aside, since axe is a script inside the page; of what looks alike, one stands for all."""
    options = {"reduced_motion": "reduce", "service_workers": "block", "bypass_csp": True}
    with served(site) as base, opened(browser, **options) as page:
        for name in kinds:
            page.goto(base + name)
            page.evaluate(UNFOLDED)
            page.evaluate(WITHOUT_ALIKE)
            for scheme, width in (("light", 360), ("dark", 1280)):
                page.set_viewport_size({"width": width, "height": 740})
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                assert faults(page) == [], (name, scheme)


def test_pages_are_whole_without_scripts(site: Path, browser: Browser) -> None:
    with reached(site, "file") as base, opened(browser, java_script_enabled=False) as page:
        page.goto(base + "atlas/skill-gap-minus-1-luck-9.html")
        expect(page.locator("#cells tbody tr")).to_have_count(24)
        expect(page.locator("#cells tbody td")).to_have_count(24 * 24)
        expect(page.locator("svg.map").first).to_be_visible()
        page.get_by_role("link", name="LUCK 10").click()
        expect(page.locator("h1")).to_have_text("SKILL gap −1, LUCK 10")
        page.goto(base + "atlas/index.html")
        page.get_by_role("link", name="SKILL gap +2, LUCK 9").click()
        expect(page.locator("h1")).to_have_text("SKILL gap +2, LUCK 9")
        page.goto(base + "cheat-sheet.html")
        expect(page.locator("#quick")).to_be_visible()


def test_the_first_visit_brings_few_fonts(site: Path, browser: Browser) -> None:
    with reached(site, "file") as base, opened(browser) as page:
        fonts: list[str] = []
        page.on("request", lambda request: fonts.append(request.url) if request.resource_type == "font" else None)
        page.goto(base + "about.html", wait_until="networkidle")
        sizes = [(site / url.removeprefix(base)).stat().st_size for url in fonts]
        assert fonts and sum(sizes) <= 60_000


def hundred(chance: Fraction) -> str:
    shown = floor(chance * 100 + Fraction(1, 2))
    return "under 1" if chance and not shown else "over 99" if chance < 1 and shown == 100 else str(shown)


def expected_words(pair: Pair, state: State) -> list[str]:
    """What the page must say of a square."""
    thrifty, words = pair.thrifty, []
    for outcome in Outcome:
        keep, test = (
            hundred(sum((b.chance * thrifty.win_chance(b.state) for b in branches), Fraction(0)))
            for branches in (thrifty.rules.branches(state, outcome, test=test) for test in (False, True))
        )
        verdict, best = (solution.verdict(state, outcome) for solution in (thrifty, pair.best))
        does = "test" if verdict is Verdict.TEST else "keep"
        ways = [
            f"{test} fights in 100 if you test, {keep} if you don’t",
            f"{keep} fights in 100 if you keep it, {test} if you test",
        ]
        said = f"{keep} fights in 100, test or keep" if verdict is Verdict.EITHER else ways[does == "keep"]
        said = re.sub(r"^(1|under 1) fights", r"\1 fight", said)
        last = "test" if best is Verdict.TEST else "keep"
        words.append(f"{does.capitalize()}. You win {said}." + ("" if last == does else f" In the last fight: {last}."))
    return [*words, chance(Fraction(float(thrifty.win_chance(state)))) + "."]


READ_ALL = """() => {
  const lines = () => [...document.querySelectorAll(".reading [aria-live] p span")].map(span => span.textContent);
  const button = name => document.querySelector(`.reading button[aria-label="${name}"]`);
  const times = (name, count) => { for (let i = 0; i < count; i++) button(name).click(); };
  const said = {};
  times("Your STAMINA: one less", 24);
  for (let hero = 1; hero <= 24; hero++) {
    times("Foe’s STAMINA: one less", 24);
    for (let foe = 1; foe <= 24; foe++) {
      said[hero + " " + foe] = lines();
      times("Foe’s STAMINA: one more", 1);
    }
    times("Your STAMINA: one more", 1);
  }
  return said;
}"""


@pytest.mark.parametrize(("slug", "gap", "luck"), [("minus-1", -1, 9), ("plus-3", 3, 13), ("minus-8", -8, 2)])
def test_every_cell_is_read_out_right(
    site: Path, browser: Browser, pairs: dict[int, Pair], slug: str, gap: int, luck: int
) -> None:
    with reached(site, "file") as base, opened(browser) as page:
        page.goto(f"{base}atlas/skill-gap-{slug}-luck-{luck}.html")
        page.wait_for_selector("#sheet[data-ready]")
        said = page.evaluate(READ_ALL)
        assert len(said) == 24 * 24
        for place, lines in said.items():
            hero, foe = map(int, place.split())
            assert lines == expected_words(pairs[gap], State(hero, foe, luck)), place


def test_a_map_is_read_by_pointer_touch_and_keys(site: Path, browser: Browser) -> None:
    with reached(site, "file") as base, opened(browser, has_touch=True) as page:
        page.goto(base + "atlas/skill-gap-0-luck-9.html")
        numbers = page.locator(".reading output")
        for number, move in ((0, page.mouse.move), (1, page.touchscreen.tap), (2, page.mouse.click)):
            map_ = page.locator("svg.map:visible").nth(number)
            map_.scroll_into_view_if_needed()
            x, y = map_.evaluate(
                "(m, at) => { const p = new DOMPoint(...at).matrixTransform(m.getScreenCTM()); return [p.x, p.y]; }",
                [4.5 + number, 24 - 6.5],
            )
            move(x, y)
            expect(numbers).to_have_text(["7", str(5 + number)])
        page.locator(".board:visible").first.focus()
        for key, hero, foe in (("ArrowUp", 8, 7), ("ArrowRight", 8, 8), ("ArrowDown", 7, 8), ("ArrowLeft", 7, 7)):
            page.keyboard.press(key)
            expect(numbers).to_have_text([str(hero), str(foe)])
        expect(page.locator(".reading [aria-live]")).to_contain_text("STAMINA 7 against 7.")
        expect(page.locator(".reading a")).to_have_attribute(
            "href", "../index.html?skill=12&stamina=7&luck=9&foe-skill=12&foe-stamina=7"
        )
        assert page.url.endswith("atlas/skill-gap-0-luck-9.html"), "the keys were the map's own"


def test_arrow_keys_lead_to_neighbours(site: Path, browser: Browser) -> None:
    with reached(site, "file") as base, opened(browser) as page:
        page.goto(base + "atlas/skill-gap-0-luck-9.html")
        for key, title in (
            ("ArrowRight", "SKILL gap 0, LUCK 10"),
            ("Shift+ArrowLeft", "SKILL gap −1, LUCK 10"),
            ("ArrowLeft", "SKILL gap −1, LUCK 9"),
        ):
            page.keyboard.press(key)
            expect(page.locator("h1")).to_have_text(title)
            page.wait_for_load_state()  # a heading is there before the scripts
        page.goto(base + "atlas/skill-gap-plus-10.html")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("h1")).to_have_text("SKILL gap +9")


LINKS = "(links) => links.map((link) => link.href)"


@pytest.mark.parametrize("place", ["/", "/books/luck/", "/books/atlas/"])
def test_a_lost_reader_finds_back(site: Path, browser: Browser, place: str) -> None:
    folders = sorted(f"{path.name}/" for path in site.iterdir() if path.is_dir())
    missing = ["atlas/maps/deep/nothing.svg", *(f"{folder}nothing.html" for folder in folders)]
    missing += [] if place == "/books/atlas/" else ["nothing.html"]
    with served(site, place) as base, new_page(browser) as page:
        for path in missing:
            answer = page.goto(base + path)
            assert answer and answer.status == 404
            links = page.eval_on_selector_all("a", LINKS)
            assert links and all((site / link.removeprefix(base)).is_file() for link in links), path
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), "its style is its own"
        page.get_by_role("link", name="Cheat sheet").click()
        expect(page.locator("h1")).to_have_text("Cheat sheet")


def test_a_lost_reader_stays_with_the_host(site: Path, browser: Browser) -> None:
    with served(site) as base, new_page(browser) as page:
        for path in ("/evil.example/x", "/evil.example/atlas/x", "//evil.example/x", "\\evil.example/x"):
            answer = page.goto(base + path)
            assert answer and answer.status == 404
            links = page.eval_on_selector_all("a", LINKS)
            assert links and all(link.startswith(base) for link in links), path


def test_the_site_is_light(site: Path) -> None:
    def weight(*patterns: str) -> int:
        return sum(path.stat().st_size for pattern in patterns for path in site.rglob(pattern))

    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) <= 34 * MEGABYTE
    assert weight("rules/*") <= 2.1 * MEGABYTE
    # Small maps of the last fight, and a sign in every square where a test costs wins, take 1.1 of these.
    assert weight("*.html", "*.svg") - weight("rules/*") <= 9.4 * MEGABYTE
    assert sum(path.stat().st_size for path in (site / "data").glob("*") if path.is_file()) <= 14.5 * MEGABYTE


def test_the_picture_in_the_readme_shows_light_and_dark_maps(site: Path, browser: Browser) -> None:
    drawn = contact_sheet(browser, site)
    assert len(drawn) <= 400_000
    picture = Image.open(io.BytesIO(drawn)).convert("L")
    top, bottom = (picture.getpixel((1, y)) for y in (1, picture.height - 2))
    assert isinstance(top, int) and isinstance(bottom, int) and top > 200 and bottom < 50
    assert picture.width > 1200


def test_a_cheat_sheet_prints_cleanly(site: Path, browser: Browser) -> None:
    with reached(site, "file") as base, opened(browser, viewport={"width": 720, "height": 1000}) as page:
        page.goto(base + "cheat-sheet.html")
        link = page.get_by_role("link", name="Cheat sheet, A4")
        expect(link).to_have_attribute("href", "print/cheat-sheet-a4.pdf")
        page.emulate_media(media="print")
        expect(page.locator("header nav")).to_be_hidden()
        expect(page.locator("footer")).to_be_hidden()
        expect(page.locator("#quick")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 720
