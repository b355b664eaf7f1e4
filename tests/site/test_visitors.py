"""What a browser keeps of the site: it opens without a connection, newer builds are taken, copies stay apart."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from atlas.making.sources import static_files, worker_script
from atlas.site.files import STAND_INS, service_worker, squeezed_style
from atlas.site.pages import FIRST_PAGES
from tests.browser import new_page, served
from tests.processes import wait_for
from tests.small import contents

pytestmark = pytest.mark.slow

CORE = tuple(path for path in FIRST_PAGES if path not in ("fight.html", *STAND_INS))
LEFT_OUT = re.compile(r"sw.js|atlas/(maps|skill-gap-(?!0-luck-9))|print/|.*\.(gz|npz)$")
LATER = "rules/weapon-3.html", "atlas/skill-gap-0-luck-9.html"
"""pages that are kept once they were opened"""
CHANGED, SAME = "engine/luck-atlas.mjs", "licences/MIT.txt"
IN_CHARGE = """(worker) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("the worker did not start")), 60000);
  const look = () => navigator.serviceWorker.controller?.scriptURL === worker ? resolve() : setTimeout(look, 50);
  look();
})"""
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    kept[name] = (await (await caches.open(name)).keys()).map((request) => request.url);
  }
  return kept;
}"""
SMALL_QUOTA = 4_000_000
"""bytes for all sites of a host together"""
FILL = """async () => {
  const cache = await caches.open("another site");
  for (let size = 2 ** 20, number = 0; size >= 1; number++) {
    await cache.put("/" + number, new Response(new Uint8Array(size))).catch(() => { size /= 4; });
  }
  while (await cache.put("/" + Math.random(), new Response()).then(() => true, () => false));
}"""
SETTLED = "navigator.serviceWorker.getRegistration().then(({ installing, waiting }) => !installing && !waiting)"
MAKE_ROOM = "caches.delete('another site')"
DAMAGE = """async ([addresses, kind]) => {
  const cache = await caches.open((await caches.keys())[0]);
  for (const address of addresses) {
    if (address.includes("sw.js/pages")) continue;
    const other = new Response("of another site").body.pipeThrough(new CompressionStream("gzip"));
    const headers = { "Content-Type": "text/html" };
    await cache.put(address, new Response(kind === "packed" ? other : "wrong bytes", { headers }));
  }
}"""
COMES_BACK = "document.dispatchEvent(new Event('visibilitychange'))"
FETCHED = "(url) => fetch(url).then((response) => response.text(), () => null)"


def publish(site: Path, folder: Path, build: int) -> None:
    """A build of the site whose headings, solver and one of whose files say which it is."""
    files = {path: data for path, data in contents(site).items() if not LEFT_OUT.match(path)}
    for path, data in files.items():
        if path.endswith(".html"):
            files[path] = re.sub(rb"(<h1[^>]*>)", rb"\1Build %d: " % build, data)
        elif path == "static/engine.js":
            files[path] = data + b"window.build = %d;\n" % build
        elif path == CHANGED:
            files[path] = data + b"// build %d" % build
    files["sw.js"] = service_worker(worker_script(), files, FIRST_PAGES)
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        # Servers compare dates by the second.
        os.utime(target, (build * 1000, build * 1000))


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


def visit(context: BrowserContext, base: str, name: str = "index.html") -> Page:
    """A page whose site is kept for the time without a connection."""
    page = context.new_page()
    page.goto(base + name)
    page.evaluate(IN_CHARGE, base + "sw.js")
    return page


def stop_workers(page: Page) -> None:
    """As browsers do with workers that have nothing to do."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")


def expect_build(page: Page, build: int, *, newer: bool = False) -> None:
    expect(page.locator("h1")).to_contain_text(f"Build {build}: ")
    expect(page.locator(".newer[role=status]")).to_have_text("A newer edition is here. Open it" if newer else "")


def ask(page: Page, skill: int) -> object:
    """Ask for another SKILL: the build of the solver that answers."""
    page.fill("#skill", str(skill))
    page.keyboard.press("Enter")
    expect(page.locator("#i-won [data-slot=verdict]")).to_have_text(re.compile("Test|Keep"))
    return page.evaluate("window.build")


def test_the_site_opens_without_a_connection(site: Path, browser: Browser) -> None:
    with visitor(browser) as context:
        with served(site, "/books/luck/") as base:
            page = visit(context, base)
            page.goto(base + "atlas/skill-gap-0-luck-9.html")
        for name in (*CORE, "atlas/skill-gap-0-luck-9.html"):
            page.goto(base + name)
            expect(page.locator("h1")).to_be_visible()
            loaded = "document.fonts.ready.then(() => document.fonts.check('900 1rem \"Luck Atlas Serif\"'))"
            assert page.evaluate(loaded)
            assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"
        page.goto(base)
        expect(page.locator("h1")).to_be_visible()


def test_what_is_not_here_says_so_and_offers_to_fetch_it(site: Path, browser: Browser) -> None:
    """A file for printing, data, a picture and a page that were never opened, each linked from a page that opens."""
    with visitor(browser) as context:
        with served(site, "/books/luck/") as base:
            page = visit(context, base)
        for link in (
            "print/cheat-sheet-a4.pdf",
            "data/policy.csv.gz",
            "atlas/maps/plate-best.svg",
            "atlas/skill-gap-0-luck-3.html",
        ):
            page.goto(base)
            page.evaluate("(address) => { location.href = address; }", base + link)
            expect(page.locator("h1")).to_have_text("Not here yet")
            assert page.url == base + link
            expect(page.get_by_role("link", name="Fetch it now")).to_have_attribute("href", base + link)
            page.get_by_role("link", name="Cheat sheet").click()
            expect(page.locator("h1")).to_have_text("Cheat sheet")


def test_the_first_page_needs_no_connection_any_more(site: Path, browser: Browser, tmp_path: Path) -> None:
    publish(site, tmp_path, 1)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            page = visit(context, base)
        stop_workers(page)
        assert ask(page, 12) == 1


def test_what_is_kept_is_of_one_build(site: Path, browser: Browser, tmp_path: Path) -> None:
    """A page of a newer build is shown, and is not kept with those of the older."""
    publish(site, tmp_path, 1)
    with served(tmp_path) as base, visitor(browser) as context:
        page = visit(context, base)
        newer, same = LATER
        (tmp_path / newer).write_text((tmp_path / newer).read_text().replace("Build 1", "Build 2"))
        page.goto(base + newer)
        expect_build(page, 2)
        page.goto(base + same)
        (paths,) = page.evaluate(KEPT).values()
        assert base + same in paths and base + newer not in paths


def test_a_newer_build_is_offered_and_taken_at_the_next_page(site: Path, browser: Browser, tmp_path: Path) -> None:
    publish(site, tmp_path, 1)
    with served(tmp_path) as base, visitor(browser) as context:
        first = visit(context, base)
        second = visit(context, base, "about.html")
        publish(site, tmp_path, 2)
        second.goto(base + "cheat-sheet.html")
        expect_build(second, 1, newer=True)
        expect_build(first, 1, newer=True)
        second.goto(base + "about.html")
        expect_build(second, 2)
        first.get_by_role("link", name="Open it").click()
        expect_build(first, 2)
        assert ask(first, 12) == 2


def test_an_open_page_keeps_to_the_build_it_came_from(site: Path, browser: Browser, tmp_path: Path) -> None:
    publish(site, tmp_path, 1)
    with served(tmp_path) as base, visitor(browser) as context:
        pages = [visit(context, base), visit(context, base)]
        publish(site, tmp_path, 2)
        pages[0].evaluate(COMES_BACK)
        for page in pages:
            expect_build(page, 1, newer=True)
        other = visit(context, base, "about.html")
        expect_build(other, 2)
        for page in pages:
            stop_workers(page)
            assert ask(page, 12) == 1
            assert page.evaluate(FETCHED, base + SAME) == (tmp_path / SAME).read_text()
            assert page.evaluate(FETCHED, base + CHANGED) is None, "that of its build has gone"
        assert other.evaluate(FETCHED, base + CHANGED).endswith("// build 2")
        assert len(other.evaluate(KEPT)) == 2
        for page in pages:
            page.close()
        other.goto(base + "index.html")
        wait_for(lambda: len(other.evaluate(KEPT)) == 1)
        assert ask(other, 12) == 2


def test_what_was_opened_before_opens_from_the_newer_build(site: Path, browser: Browser, tmp_path: Path) -> None:
    publish(site, tmp_path, 1)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            page = visit(context, base)
            page.goto(base + LATER[0])
            expect_build(page, 1)
            publish(site, tmp_path, 2)
            page.goto(base + "index.html")
            expect_build(page, 1, newer=True)
        for name in (LATER[0], "index.html"):
            page.goto(base + name)
            expect_build(page, 2)


def test_copies_under_one_address_leave_each_other_alone(site: Path, browser: Browser, tmp_path: Path) -> None:
    places = ("", "a/", "a/b/")
    for place in places:
        publish(site, tmp_path / place, 1)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            pages = {place: visit(context, base + place) for place in places}
            publish(site, tmp_path / "a", 2)
            pages["a/"].reload()
            expect_build(pages["a/"], 1, newer=True)
            pages["a/"].reload()
            for place, page in pages.items():
                expect_build(page, 2 if place == "a/" else 1)
            pages["a/"].reload()
            wait_for(lambda: len(pages["a/"].evaluate(KEPT)) == 3)
        for place, page in pages.items():
            for name in CORE[::3]:  # another test opens them all
                page.goto(base + place + name)
                expect_build(page, 2 if place == "a/" else 1)


SIZE = """async () => {
  let size = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) size += (await (await cache.match(request)).arrayBuffer()).byteLength;
  }
  return size;
}"""


def test_what_is_kept_for_the_time_without_a_connection_is_small(site: Path, browser: Browser) -> None:
    with served(site) as base, visitor(browser) as context:
        page = visit(context, base)
        assert page.evaluate(SIZE) <= 480_000


STYLE = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(({ cssText }) => cssText);
}"""


def test_stylesheets_say_the_same_without_what_their_writers_need(browser: Browser) -> None:
    with new_page(browser) as page:
        sheets = {path: data for path, data in static_files().items() if path.endswith(".css")}
        for path, data in sheets.items():
            assert len(squeezed_style(data)) < len(data)
            assert page.evaluate(STYLE, squeezed_style(data).decode()) == page.evaluate(STYLE, data.decode()), path
        assert len(sheets) > 8


def fill_storage(page: Page, base: str) -> None:
    """Leave not a byte for the site, as other sites of the same host may."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": base.rstrip("/"), "quotaSize": SMALL_QUOTA})
    page.evaluate(FILL)


def wait_until_kept(page: Page, base: str) -> None:
    """One build and no other, whole: its list is kept last."""
    wait_for(lambda: [base + "sw.js/list" in paths for paths in page.evaluate(KEPT).values()] == [True])


def expect_page(page: Page, address: str, build: int = 1) -> None:
    """It opens with its style and its script."""
    page.goto(address)
    expect(page.locator("h1")).to_contain_text(f"Build {build}: ")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none", address
    assert page.evaluate("document.querySelector('p.newer[role=status]') !== null"), address


@pytest.mark.parametrize("before", [True, False], ids=["before the first visit", "after it"])
def test_every_page_opens_while_the_storage_is_full(site: Path, browser: Browser, tmp_path: Path, before: bool) -> None:
    publish(site, tmp_path, 1)
    pages = sorted(
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html") if path.name not in STAND_INS
    )
    assert {*CORE, *LATER} <= set(pages)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            page = context.new_page()
            if before:
                page.goto(base + "licences/MIT.txt")
                fill_storage(page, base)
            page.goto(base)
            page.evaluate(IN_CHARGE, base + "sw.js")
            if not before:
                fill_storage(page, base)
            for path in pages:
                expect_page(page, base + path)
            stop_workers(page)
            page.goto(base)
            assert ask(page, 12) == 1
            # With room again the site is kept, without a visit from its beginning.
            page.evaluate(MAKE_ROOM)
            page.goto(base + "about.html")
            wait_until_kept(page, base)
        for path in CORE:
            expect_page(page, base + path)


def test_a_newer_build_is_taken_while_the_storage_is_full(site: Path, browser: Browser, tmp_path: Path) -> None:
    publish(site, tmp_path, 1)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            page = visit(context, base)
            fill_storage(page, base)
            publish(site, tmp_path, 2)
            page.evaluate(COMES_BACK)
            page.goto(base + "about.html")
            expect(page.locator("h1")).to_be_visible()
            wait_for(lambda: page.evaluate(SETTLED))
            for path in (*CORE, *LATER):
                expect_page(page, base + path, 2)
            page.goto(base)
            assert ask(page, 12) == 2
            page.evaluate(MAKE_ROOM)
            page.goto(base + "about.html")
            wait_until_kept(page, base)
        for path in CORE:
            expect_page(page, base + path, 2)


@pytest.mark.parametrize(
    ("damaged", "kind"),
    [
        ("index.html", "not packed"),
        ("static/engine.js", "packed"),
        ("sw.js/list", "not packed"),
        ("", "not packed"),
        ("", "packed"),
    ],
)
def test_wrong_bytes_are_fetched_again(site: Path, browser: Browser, tmp_path: Path, damaged: str, kind: str) -> None:
    publish(site, tmp_path, 1)
    with visitor(browser) as context:
        with served(tmp_path) as base:
            page = visit(context, base, "about.html")
            (paths,) = page.evaluate(KEPT).values()
            page.evaluate(DAMAGE, [[base + damaged] if damaged else paths, kind])
            stop_workers(page)
            for path in ("index.html", *CORE):
                expect_page(page, base + path)
            page.goto(base + "index.html")
            assert ask(page, 12) == 1
            wait_until_kept(page, base)
        for path in CORE:
            expect_page(page, base + path)
