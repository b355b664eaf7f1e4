"""A finger on the screen at the table: double taps at every step, and an undo for every one of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import served
from tests.site.hand import PAUSE, PHONE, opened, query
from tests.site.screens import SHARED, edition_of, in_node, source
from tests.site.test_table import FIGHT

pytestmark = pytest.mark.slow

BETWEEN = 120
"""milliseconds between the two taps of a double tap"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}index.html"


def double_tap(page: Page, target: str) -> None:
    """A finger that taps twice on the same place, whatever stands there at the second time."""
    page.wait_for_timeout(PAUSE)
    box = page.locator(target).bounding_box()
    assert box, target
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    page.wait_for_timeout(BETWEEN)
    page.touchscreen.tap(*at)


def events(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("LuckAtlas.current.written().events")
    return found


STEPS: tuple[tuple[str, dict[str, Any] | None], ...] = (
    ("#i-lost", {"round": "lost", "luck": "kept"}),
    ("#i-drawn", {"round": "drawn"}),
    ("#reopen", None),
    ("#i-won", {"round": "won"}),
    ("[data-luck=lucky]", {"luck": "lucky"}),
    ("#i-lost", {"round": "lost", "luck": "kept"}),
    ("#reopen", {"reopen": True}),
    ("[data-luck=unlucky]", {"luck": "unlucky"}),
    ("#escape", {"escape": True}),
    ("[data-luck=kept]", {"luck": "kept"}),
    ("#eat", {"eat": True}),
    ("#drink", {"drink": True}),
    ("[data-tested=lucky]", {"tested": "lucky"}),
    ("#sword", {"sword": 1}),
    ("#next", {"foe": [10, 7]}),
    ("#i-lost", {"round": "lost", "luck": "kept"}),
    ("#i-won", {"round": "won"}),
    ("[data-luck=kept]", {"luck": "kept"}),
    ("#escape", {"escape": True, "luck": "kept"}),
    ("#next-last", {"foe": [10, 7], "last": True}),
)
"""what is tapped twice, and the one event that comes of it"""


def test_a_double_tap_is_one_tap_at_every_step_of_a_fight(address: str, browser: Browser) -> None:
    """LUCK and STAMINA change only by what was chosen: the second tap of a finger never lands on what has just come."""
    hero = FIGHT | {"stamina": 16}
    with opened(browser, f"{address}{query(hero)}", viewport=PHONE, has_touch=True) as (page, watch):
        for event in ({"set": "meals", "to": 2}, {"set": "doses", "to": 2}, {"potion": "luck"}):
            assert page.evaluate("(event) => LuckAtlas.current.act(event)", event)
        for target, expected in STEPS:
            if expected is None:
                assert page.is_hidden(target), target
                continue
            before = events(page)
            double_tap(page, target)
            after = events(page)
            assert after[:-1] == before and after[-1] == expected, (target, after[len(before) :])
        assert watch.errors == []


def test_a_double_tap_on_the_dice_rolls_once(address: str, browser: Browser) -> None:
    with opened(
        browser, f"{address}{query(FIGHT | {'stamina': 30, 'foe-stamina': 30})}", viewport=PHONE, has_touch=True
    ) as (page, _):
        for rolled in range(1, 9):
            double_tap(page, "#roll")
            assert len(events(page)) == rolled


def test_the_tap_that_ends_typing_counts(address: str, browser: Browser) -> None:
    """A name or a note is taken when the field is left, which is when the next button is tapped."""
    with opened(browser, f"{address}{query(FIGHT)}", viewport=PHONE, has_touch=True) as (page, _):
        page.fill("#foe-name-1", "Troll")
        page.touchscreen.tap(*_middle(page, "#i-lost"))
        assert events(page) == [{"name": "Troll", "of": 0}, {"round": "lost", "luck": "kept"}]
        page.wait_for_timeout(PAUSE)
        page.touchscreen.tap(*_middle(page, "#escape"))
        page.wait_for_timeout(PAUSE)
        if page.is_visible("[data-luck=kept]"):
            page.touchscreen.tap(*_middle(page, "[data-luck=kept]"))
        page.fill("#note", "A key")
        page.wait_for_timeout(PAUSE)
        page.touchscreen.tap(*_middle(page, "#next"))
        assert [*events(page)[-1]] == ["foe"], events(page)


def test_two_taps_on_a_step_are_two_steps_to_undo(address: str, browser: Browser) -> None:
    """Steps stay where they are, so that a quick finger takes both; what is held down is one."""
    with opened(browser, f"{address}{query(FIGHT)}", viewport=PHONE, has_touch=True) as (page, _):
        less = '[aria-label="Your LUCK: one less"]'
        double_tap(page, less)
        assert events(page) == [{"set": "luck", "to": 8}, {"set": "luck", "to": 7}]
        page.touchscreen.tap(*_middle(page, "#undo-top"))
        assert events(page) == [{"set": "luck", "to": 8}]
        box = _middle(page, less)
        page.wait_for_timeout(PAUSE)
        page.mouse.move(*box)
        page.mouse.down()
        page.wait_for_timeout(900)
        page.mouse.up()
        first, held = events(page)
        assert first == {"set": "luck", "to": 8} and held["set"] == "luck" and held["to"] < 7


def _middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(target).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_luck_roll_is_not_offered_where_the_advice_is_to_keep(address: str, browser: Browser) -> None:
    """It hides behind "I tested after all", and says what it is."""
    with opened(browser, f"{address}{query(FIGHT)}", viewport=PHONE) as (page, _):
        page.click("#i-lost")
        assert page.get_attribute("#table", "data-phase") == "fight" and page.is_hidden("#roll-luck")
        page.wait_for_timeout(PAUSE)
        page.click("#reopen")
        assert page.is_visible("#roll-luck") and "luck test" in page.inner_text("#roll-luck")
        assert page.inner_text("#card .why") == "The advice was to keep."


SEQUENCES = """
  const { adventure } = LuckAtlas;
  const ahead = { kind: "more", foes: [[7, 5]], luck_price: 0.025, least_stamina: 1, least_luck: 0 };
  const alphabet = [
    { round: "lost", luck: "kept" }, { round: "won" }, { round: "drawn" }, { luck: "lucky" }, { reopen: true },
    { escape: true, luck: "kept" }, { set: "luck", to: 3 }, { eat: true }, { tested: "unlucky" },
    { foe: [6, 2], named: "Orc" }, { ahead: { ...ahead, kind: "foes" } },
  ];
  const sheet = [["meals", 2], ["foe-stamina", 2], ["stamina", 4]].map(([set, to]) => ({ set, to }));
  const begun = adventure.replay(adventure.begin(LuckAtlas.edition), sheet);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  let [count, wrong] = [0, []];
  /* Every sequence that can be: one event fewer is the state before it, to the letter, and a step changes no state. */
  function walk(events, states) {
    if (events.length === given.longest) return;
    for (const event of alphabet) {
      const state = states[states.length - 1];
      const written = JSON.stringify(state);
      let next;
      try { next = adventure.step(state, event); } catch { continue; }
      count += 1;
      if (JSON.stringify(state) !== written) wrong.push([...events, event]);
      const all = [...events, event];
      const undone = adventure.replay(begun, all.slice(0, -1));
      if (JSON.stringify(undone) !== written) wrong.push(all);
      walk(all, [...states, next]);
    }
  }
  walk([], [begun]);
  return { count, wrong: wrong.slice(0, 3) };
"""


def test_undo_undoes_exactly_the_last_of_any_six_events(site: Path) -> None:
    script = source(SHARED, edition_of(site / "index.html"))
    found = in_node(script, SEQUENCES, {"longest": 6})
    assert found["wrong"] == [] and found["count"] > 50_000, found


TAPPED = """(sequence) => {
  const { adventure, current } = LuckAtlas;
  const states = [JSON.stringify(current.state)];
  for (const event of sequence) {
    current.act(event);
    states.push(JSON.stringify(current.state));
  }
  const shown = () => document.getElementById("table").innerText;
  for (let at = states.length - 2; at >= 0; at--) {
    current.undo();
    if (JSON.stringify(current.state) !== states[at]) return at;
  }
  return null;
}"""


def test_undo_in_the_page_goes_back_step_by_step(address: str, browser: Browser) -> None:
    """Also what is saved: a reload in between changes nothing."""
    sequence = [
        {"round": "lost", "luck": "kept"},
        {"reopen": True},
        {"luck": "lucky"},
        {"set": "luck", "to": 5},
        {"round": "won"},
        {"luck": "lucky"},
    ]
    with opened(browser, f"{address}{query(FIGHT)}") as (page, watch):
        assert page.evaluate(TAPPED, sequence) is None
        for event in sequence:
            page.evaluate("(event) => LuckAtlas.current.act(event)", event)
        standing = json.dumps(page.evaluate("LuckAtlas.current.state"))
        page.reload()
        assert json.dumps(page.evaluate("LuckAtlas.current.state")) == standing
        assert watch.errors == []
