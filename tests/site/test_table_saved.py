"""Damaged adventures in the browser's storage, one field after another: the page starts, says so, and plays."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import served
from tests.site.hand import PHONE, Watch, click, opened, query, scores
from tests.site.screens import SHARED, edition_of, in_node, source
from tests.site.test_table import FIGHT, KEY

pytestmark = pytest.mark.slow

Way = tuple[str | int, ...]
ADVENTURE = """
  const { adventure } = LuckAtlas;
  const ahead = { kind: "foes", foes: [[7, 6], [10, 12]], luck_price: 0, least_stamina: 2, least_luck: 1 };
  const scores = { skill: 10, stamina: 15, luck: 9, "foe-skill": 8, "foe-stamina": 6 };
  const early = [
    { set: "of-stamina", to: 20 }, { set: "meals", to: 3 }, { set: "doses", to: 2 }, { potion: "luck" },
    { open: { scores, ahead, rules: "two-lost-rounds-kill" } },
    { round: "won", dice: [7, 5] }, { luck: "lucky", dice: 6 }, { round: "won" }, { luck: "kept" }, { foe: [7, 6] },
    { round: "lost", dice: [4, 9] }, { luck: "unlucky", dice: 11 }, { eat: true }, { round: "won", dice: [9, 5] },
  ];
  const late = [
    { luck: "kept" }, { drink: true }, { ahead: { ...ahead, kind: "last", foes: [] } }, { rules: { won: [3, 5, 1] } },
    { set: "luck", to: 8 }, { round: "drawn", dice: [7, 10] }, { foe: [9, 14] }, { again: true },
    { round: "won", dice: null }, { luck: "lucky", dice: null }, { round: "lost", dice: [3, 8] },
  ];
  const base = adventure.replay(adventure.begin(LuckAtlas.edition), early);
  const { phase, played } = adventure.replay(base, late);
  return { version: 1, phase, played, base, events: late };
"""
"""one with everything that is ever saved, in the midst of two fights, as long adventures are"""
PLAY = """async (key) => {
  await LuckAtlas.parts.script("journey");
  const phase = () => document.getElementById("table").dataset.phase;
  const tap = (target) => document.querySelector(target).click();
  const verdict = document.querySelector("#i-won [data-slot=verdict]").textContent;
  const started = [document.getElementById("problem").textContent, localStorage[`${key}-set-aside`] ?? null];
  if (phase() === "answer") tap("[data-luck=kept]");
  if (phase() === "over") tap("#again");
  if (phase() === "road") tap("#next");
  tap("#i-won");
  const opened = phase();
  if (opened === "answer") tap("[data-luck=kept]");
  const last = document.querySelector("[data-slot=last]").textContent;
  const sheet = [...document.querySelectorAll(".tile input")].map((input) => input.value);
  tap("#undo");
  return { started, opened, last, sheet, verdict };
}"""
"""a round, from wherever the page begins"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}index.html"


@pytest.fixture(scope="module")
def adventure(site: Path) -> dict[str, Any]:
    """As the page saves it."""
    found: dict[str, Any] = in_node(source(SHARED, edition_of(site / "index.html")), ADVENTURE, None)
    return found


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """Where every field of some data is, from the outside in."""
    places = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for place in places:
        yield (*way, place)
        yield from ways(value[place], (*way, place))


def wrong(value: Any) -> list[Any]:
    """What cannot stand where a value stands: of another type, then beyond its range."""
    if isinstance(value, bool):
        return ["yes", 2]
    if isinstance(value, int | float):
        return [str(value), 1.5, -1, 10**9 + 1]
    if isinstance(value, str):
        return [7, "nonsense"]
    if isinstance(value, list):
        return [{}, [*value, None] if value else [None]]
    return [7, []] if value is None else [[], {}]


def damaged(whole: dict[str, Any], deepest: int = 99, few: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field missing, of the wrong type, out of range; if few, once each."""
    for way in ways(whole):
        there: Any = whole
        for place in way:
            there = there[place]
        others = wrong(there)
        for other in (
            [None, *({0: others[0], 1: others[-1]}.values() if few else others)] if len(way) <= deepest else []
        ):
            made = copy.deepcopy(whole)
            holder: Any = made
            for place in way[:-1]:
                holder = holder[place]
            if other is None:
                del holder[way[-1]]
            else:
                holder[way[-1]] = other
            yield f"{'.'.join(map(str, way))}: {'missing' if other is None else other!r}", made


def reopened(page: Page, address: str, saved: str) -> dict[str, Any]:
    """What the page tells and does with this in its storage."""
    page.evaluate("([key, text]) => { localStorage.clear(); localStorage.setItem(key, text); }", [KEY, saved])
    page.goto(address)
    played: dict[str, Any] = page.evaluate(PLAY, KEY)
    return played


LOAD = """
  const shelf = new Map();
  const [getItem, setItem] = [(key) => shelf.get(key) ?? null, (key, text) => void shelf.set(key, text)];
  globalThis.localStorage = { getItem, setItem };
  const button = {};
  const place = { hidden: true, querySelector: () => button };
  globalThis.document = { getElementById: () => place };
  const { account, adventure, answers, store } = LuckAtlas;
  const played = ({ state }) => {
    if (state.phase === "answer") state = adventure.step(state, { luck: "kept" });
    if (state.phase === "over") state = adventure.step(state, { foe: [9, 9] });
    answers.answer(state);
    account.of(state);
    return adventure.step(state, { round: "lost" }).phase;
  };
  return given.map((text) => {
    shelf.clear();
    shelf.set(store.KEY, text);
    const { saved, problem } = store.load();
    return [saved && played(saved), Boolean(problem), shelf.get(`${store.KEY}-set-aside`) ?? null];
  });
"""


def test_every_field_at_every_depth(adventure: dict[str, Any], site: Path) -> None:
    """Whatever is loaded can be played on, with its answers and its account; all else is set aside to the letter."""
    script = source([*SHARED, "table/saved", "table/store"], edition_of(site / "index.html"))
    states = [json.dumps(state) for _, state in damaged(adventure)]
    loaded = in_node(script, LOAD, [json.dumps(adventure), *states])
    assert loaded[0] == ["answer", False, None] and len(states) > 400
    for text, (phase, problem, aside) in zip(states, loaded[1:], strict=True):
        assert (phase, problem, aside) == (None, True, text) or (phase in ("answer", "over") and not problem), text
    assert sum(problem for _, problem, _ in loaded) > 0.8 * len(states)


def test_every_field_missing_of_another_type_or_out_of_range(
    adventure: dict[str, Any], address: str, browser: Browser
) -> None:
    """What does not fit is set aside to the letter; what is still whole is gone on with; a round is played in each."""
    states = list(damaged(adventure, deepest=2, few=True))
    assert len(states) > 48 and {way[0] for way in ways(adventure)} == set(adventure)
    with opened(browser, address, viewport=PHONE) as (page, watch):
        fresh = reopened(page, address, "null")
        whole = reopened(page, address, json.dumps(adventure))
        assert whole["started"] == ["", None] and fresh["started"][0]
        aside = 0
        for name, state in states:
            text = json.dumps(state)
            played = reopened(page, address, text)
            assert played["opened"] in ("answer", "fight", "road") and played["last"].startswith("Round"), name
            assert watch.errors == [], (name, watch.errors)
            if played["started"][1] is None:
                assert played["started"] == ["", None], name
            else:
                assert "set aside" in played["started"][0] and played["started"][1] == text, name
                assert played | {"started": 0} == fresh | {"started": 0}, name
                aside += 1
        assert aside > 0.6 * len(states)


def test_what_was_set_aside_is_downloaded_and_deleted(address: str, browser: Browser) -> None:
    saved = '{"version":1,"base":{},"events":[]}'
    with opened(browser, address, viewport=PHONE, accept_downloads=True) as (page, watch):
        reopened(page, address, saved)
        expect(page.locator("#set-aside")).to_be_visible()
        page.reload()
        assert page.is_visible("#set-aside") and page.is_hidden("#problem"), "it stays until it is deleted"
        with page.expect_download() as download:
            page.get_by_role("link", name="Download it").click()
        assert download.value.suggested_filename == f"{KEY}.json" and download.value.path().read_text() == saved
        page.get_by_role("button", name="Delete it").click()
        page.reload()
        assert page.is_hidden("#set-aside") and page.evaluate(f"localStorage['{KEY}-set-aside']") is None
        assert watch.errors == []


YIELDED = {
    "foe-stamina=4&rules=foe-yields-at-4": ("a foe yields at 4 STAMINA: it must have more, not 4.", 9),
    "foe-stamina=1&rules=%7B%22foe_yields_at%22%3A98%7D": ("a foe yields at 98 STAMINA", 99),
    "foe-stamina=9&ahead=7/3&rules=foe-yields-at-4": ("every foe must have more than 4 STAMINA", 9),
}


@pytest.mark.parametrize("asked", YIELDED)
def test_a_link_to_a_foe_that_has_yielded_is_told_and_the_page_plays(
    address: str, browser: Browser, asked: str
) -> None:
    with opened(browser, f"{address}?{asked}") as (page, watch):
        line, stamina = YIELDED[asked]
        assert line in page.inner_text("#problem") and scores(page)["foe-stamina"] == stamina
        tell_a_round(page, watch)


def tell_a_round(page: Page, watch: Watch) -> None:
    click(page, "#i-lost")
    assert page.get_attribute("#table", "data-phase") in ("fight", "answer")
    if page.is_visible("#answer"):
        click(page, "[data-luck=kept]")
    assert page.inner_text("[data-slot=last]").startswith("Round 1: you lost and kept") and watch.errors == []


def say_ahead(page: Page) -> None:
    """Open the panel of what lies ahead: what listens in it comes with it."""
    page.evaluate("document.getElementById('ahead').open = true")
    expect(page.locator("#presets label").first).to_be_attached()


HEAVY = {"skill": 10, "stamina": 45, "luck": 20, "foe-skill": 10, "foe-stamina": 45}


def test_a_round_before_its_answer_is_there(address: str, browser: Browser) -> None:
    """The card waits with the focus, and hands it to what is advised; nothing of an earlier answer stands on it."""
    with opened(browser, f"{address}{query(HEAVY)}") as (page, watch):
        expect(page.locator("#i-won:not([data-verdict=unknown])")).to_be_visible()
        # What lies ahead changes, and with it every answer: in one call, so that none is worked out in between.
        say_ahead(page)
        ask_anew = "document.querySelector('[name=ahead][value=last]').click();"
        told = "[document.activeElement.id, document.getElementById('card').dataset.verdict]"
        found = page.evaluate(f"() => {{ {ask_anew} document.getElementById('i-won').click(); return {told}; }}")
        assert found == ["card", "unknown"]
        expect(page.locator(".choice-button.advised").first).to_be_focused()
        page.keyboard.press("Enter")
        assert page.get_attribute("#table", "data-phase") == "fight" and watch.errors == []


def test_a_fight_that_is_too_large_says_so_and_is_played_to_its_end(address: str, browser: Browser) -> None:
    """Without answers: the account tells how it ended, and no more."""
    rules = '{"won":[98,98,98],"losing_run":99,"rounds":99}'
    with opened(browser, "about:blank") as (page, watch):
        page.goto(f"{address}{query(HEAVY | {'foe-stamina': 97}, rules=rules)}")
        expect(page.locator("#problem")).to_contain_text("too large to be worked out here")
        tell_a_round(page, watch)
        assert page.locator("#rounds li").count() == 1 and page.locator("#rounds .chance-then").count() == 0
        click(page, "#i-won")
        click(page, "[data-luck=lucky]")
        assert page.inner_text("#end") == "You won with 43 STAMINA" and not page.is_visible("#curve")
        page.wait_for_function("LuckAtlas.sharing")
        page.click("#share-fight")
        page.reload()
        assert page.inner_text("#end") == "You won with 43 STAMINA" and watch.errors == []


def test_rules_that_change_on_the_way(address: str, browser: Browser) -> None:
    """After more rounds than new rules have, one is left; the account judges what could be under them."""
    script = """() => {
      const tap = (target) => document.querySelector(target).click();
      for (let round = 0; round < 12; round++) tap(round % 3 ? "#i-lost" : "#i-won");
      tap("[name=rules][value=last-ten-rounds]");
    }"""
    begun = FIGHT | {"stamina": 60, "foe-stamina": 20, "luck": 0}
    with opened(browser, f"{address}{query(begun)}") as (page, watch):
        say_ahead(page)
        page.evaluate(script)
        assert page.is_hidden("#problem")
        click(page, "#i-won")
        assert page.get_attribute("#table", "data-phase") in ("road", "over") and watch.errors == []


@pytest.mark.parametrize("lacking", ["BigInt", "crypto"])
def test_a_browser_that_lacks_what_it_takes_is_told(address: str, browser: Browser, lacking: str) -> None:
    with opened(browser, "about:blank") as (page, watch):
        page.add_init_script(f"Object.defineProperty(window, '{lacking}', {{ value: undefined }})")
        page.goto(address)
        if lacking == "crypto":
            page.click("#roll")
            assert page.inner_text("#problem") == "This browser has no fair dice. Roll your own."
            tell_a_round(page, watch)
        else:
            assert page.inner_text("#problem").startswith("This browser is too old")
            assert not page.is_visible("#scores") and page.is_visible("h1")
        assert watch.errors == []
