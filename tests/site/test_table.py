"""The screen at the table, played in a real browser as on a phone: taps, keys, adventures, undo, reload, links."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import served
from tests.site.hand import PAUSE, PHONE, SCORES, Hand, click, opened, query, scores, seen, verdicts

pytestmark = pytest.mark.slow

KEY = "luck-atlas-adventure"
FIGHT = {"skill": 9, "stamina": 8, "luck": 9, "foe-skill": 10, "foe-stamina": 7}


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield found


def test_first_answer_in_two_taps_and_the_next_in_one(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html", viewport=PHONE) as (page, watch):
        assert "these are an example" in page.inner_text("#intro")
        hand = Hand(page)
        hand.tap("#skill")
        for number in FIGHT.values():
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
        assert scores(page) == FIGHT and verdicts(page) == ("Test", "Keep")
        hand.tap("#i-won")
        assert hand.taps == 2
        seen(page.locator("#card"))
        assert page.inner_text("#card .do") == "Roll two dice: 9 or less is Lucky."
        hand.tap("[data-luck=lucky]")
        assert strip(page) == FIGHT | {"foe-stamina": 3, "luck": 8}
        hand.tap("#i-lost")
        assert strip(page) == FIGHT | {"foe-stamina": 3, "luck": 8, "stamina": 6}, "what is kept is kept at one tap"
        seen(page.locator("#reopen"))
        seen(page.locator("#undo"))
        assert page.inner_text("[data-slot=last]") == "Round 2: you lost and kept. STAMINA 8 → 6."
        assert page.evaluate("scrollY") == 0 and watch.errors == []


def test_a_whole_adventure(address: str, browser: Browser) -> None:
    """Three foes, a meal between, a reload in the middle of a round, undo back into the fight before."""
    with opened(browser, f"{address}index.html", viewport=PHONE) as (page, watch):
        hand = Hand(page)
        for name, number in {"skill": 10, "stamina": 18, "luck": 10, "foe-skill": 8, "foe-stamina": 6}.items():
            hand.type(name, number)
        hand.tap("#to-sheet")
        page.fill("[name=meals]", "2")
        hand.tap("#to-sheet")
        hand.round("lost", "unlucky")
        hand.round("won", "lucky")
        hand.round("won", "kept")
        assert page.inner_text("h1") == "On the road"
        assert page.text_content("#end") == "You won with 15 STAMINA"
        hand.tap("#eat")
        assert page.inner_text("[data-slot=last]") == "You ate a meal: STAMINA 15 → 18."
        hand.tap("#next")
        hand.fight(7, 5)
        assert scores(page) == {"skill": 10, "stamina": 18, "luck": 8, "foe-skill": 7, "foe-stamina": 5}
        hand.round("lost", "kept")
        hand.tap("#reopen")
        page.reload()
        assert page.get_attribute("#table", "data-phase") == "answer"
        assert page.inner_text("#answer-round").strip() == "You lost the round"
        hand.tap("[data-luck=lucky]")
        for _ in range(3):
            hand.round("won", "kept")
        assert page.text_content("#end") == "You won with 17 STAMINA"
        hand.tap("#next")
        hand.undo()
        assert page.inner_text("h1") == "On the road" and page.text_content("#end") == "You won with 17 STAMINA"
        for _ in range(10):
            hand.undo()
        # Back through three rounds, the test, its choice, round 1, the foe's two numbers, Next fight, the meal.
        assert page.text_content("#end") == "You won with 15 STAMINA"
        assert page.inner_text("#account [data-slot=fight]") == "Foe 8/6 · 3 rounds"
        hand.tap("#next")
        hand.fight(12, 12)
        while page.get_attribute("#table", "data-phase") != "over":
            hand.round("lost", "unlucky")
        assert page.inner_text("#end") == "You lost the fight" and not page.is_visible("#eat")
        expect(page.locator("#again")).to_be_visible()
        hand.undo()
        assert page.get_attribute("#table", "data-phase") in ("answer", "fight")
        assert watch.errors == []


def strip(page: Page) -> dict[str, int]:
    """The scores as a phone shows them in a fight."""
    return {name: int(page.inner_text(f"#strip [data-slot={name}]")) for name in SCORES}


def tab_to(page: Page, name: str) -> None:
    page.bring_to_front()  # a page that has just closed may have handed the keyboard to another
    reached = []
    for _ in range(60):
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
        if reached[-1] == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}, but {reached}")


def test_an_adventure_with_the_keyboard_alone_as_it_is_read_out(address: str, browser: Browser) -> None:
    """No pointer; what a screen reader is told is read from the accessibility tree."""
    with opened(browser, f"{address}index.html", viewport=PHONE) as (page, watch):
        tab_to(page, "skill")
        for number in FIGHT.values():
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "i-won"
        button = page.get_by_role(
            "button", name=re.compile(r"I won the round Test \d+% to win if you test, \d+% if you keep")
        )
        expect(button).to_be_focused()
        tree = page.locator("#table").aria_snapshot()
        for said in ('textbox "Your LUCK"', 'textbox "The foe’s STAMINA"', 'heading "You"', "What lies ahead"):
            assert said in tree, said
        page.keyboard.press("Enter")
        expect(page.locator("#status")).to_have_text(
            "You won the round. Test. Roll two dice: 9 or less is Lucky. 79% to win if you test, 68% if you keep. "
            "If Lucky, two more hits beat the foe, not three; if Unlucky, three, as without a test."
        )
        expect(page.get_by_role("button", name="Lucky Foe’s STAMINA 7 → 3", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#i-won")).to_be_focused()
        expect(page.locator("#status")).to_contain_text(
            "Round 1: you won, tested, Lucky. Foe’s STAMINA 7 → 3. If you won the round: "
        )
        for letter in ("w", "l"):  # I won the round: Lucky
            page.wait_for_timeout(PAUSE)
            page.keyboard.press(letter)
        expect(page.get_by_role("heading", name="On the road")).to_be_visible()
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator("#status")).to_contain_text("You won with 8 STAMINA")
        page.keyboard.press("Enter")
        expect(page.locator("#foe-skill")).to_be_focused()
        page.keyboard.type("6")
        page.keyboard.press("Enter")
        page.keyboard.type("4")
        tab_to(page, "i-lost")
        page.keyboard.press("Enter")
        tab_to(page, "undo")
        page.keyboard.press("Enter")
        expect(page.locator("#i-won")).to_be_focused()
        assert scores(page) | {"foe-skill": 6, "foe-stamina": 4} == scores(page) and watch.errors == []


def test_one_voice_speaks_once(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}") as (page, _):
        page.wait_for_timeout(600)
        assert page.locator("main :is([role=status], [role=alert], [aria-live])").count() == 1
        page.evaluate(
            """() => {
              window.said = [];
              const status = document.getElementById("status");
              const heard = new MutationObserver(() => said.push(status.textContent));
              heard.observe(status, { childList: true, characterData: true, subtree: true });
            }"""
        )
        for _ in range(4):
            page.click('[aria-label="Your LUCK: one less"]')
        page.wait_for_timeout(700)
        said = page.evaluate("said")
        assert len(said) == 1 and said[0].startswith("If you won the round: "), said


def test_a_field_is_selected_when_it_is_entered(address: str, browser: Browser) -> None:
    """A tap and "14" is 14, not 1142; what cannot be is said, and gone when the field is left."""
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        hand = Hand(page)
        hand.type("stamina", 14)
        assert page.input_value("#stamina") == "14"
        hand.tap("#foe-stamina")
        hand.tap("#stamina")
        page.keyboard.type("0")
        assert page.inner_text("#problem") == "Your STAMINA must be a whole number from 1 to 99."
        assert verdicts(page) == ("…", "…")
        hand.tap("#luck")
        assert scores(page) == FIGHT | {"stamina": 14} and page.is_hidden("#problem")
        page.keyboard.press("ArrowUp")
        assert page.input_value("#luck") == "10"
        page.keyboard.press("Backspace")
        page.keyboard.press("Tab")
        assert page.input_value("#luck") == "10"


def test_far_numbers_are_asked_about(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        height = page.evaluate("document.body.scrollHeight")
        for name in SCORES:
            page.fill(f"#{name}", "89")
            assert page.inner_text(f"#note-{name}") == "really 89?"
            page.fill(f"#{name}", str(FIGHT[name]))
            assert page.inner_text(f"#note-{name}") in (f"of {FIGHT[name]}", "of 89", "")
        assert page.evaluate("document.body.scrollHeight") == height


def test_a_number_changed_in_the_middle_of_a_fight(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        hand = Hand(page)
        hand.round("lost", "kept")
        hand.tap("#strip")
        hand.type("luck", 7)
        hand.type("luck", 6)
        assert page.get_attribute("#undo", "aria-label") == "Undo LUCK 6"
        click(page, "#to-log")
        assert "Changed: LUCK 7 → 6" in page.inner_text("#rounds")
        assert page.inner_text("#note-stamina") == "of 8"
        click(page, "#undo")
        assert scores(page)["luck"] == 7, "one step at a time"
        click(page, "#undo")
        assert scores(page)["luck"] == 9


def test_dice_for_those_who_want_them(address: str, browser: Browser) -> None:
    """One tap rolls the round and, where the advice says so, the test; every die is shown."""
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, watch):
        hand = Hand(page)
        for _ in range(12):
            before = page.evaluate(STANDS)
            advised = dict(zip(("won", "lost"), verdicts(page), strict=True))
            hand.tap("#roll")
            event = json.loads(page.evaluate(f"localStorage['{KEY}']"))["events"][-1]
            mine, theirs = (
                before[skill] + sum(faces) for skill, faces in zip(("skill", "foe-skill"), event["faces"], strict=True)
            )
            assert event["round"] == ("won" if mine > theirs else "lost" if mine < theirs else "drawn")
            tested = event["round"] != "drawn" and advised[event["round"]] == "Test"
            assert ("luckFaces" in event) == tested and page.get_attribute("#table", "data-phase") != "answer"
            shown = [
                int(face or 0)
                for face in page.locator(".face").evaluate_all(
                    "(all) => all.map((face) => face.getAttribute('aria-label'))"
                )
            ]
            assert shown == [*event["faces"][0], *event["faces"][1], *event.get("luckFaces", [])]
            if tested:
                assert (event["luck"] == "lucky") == (sum(event["luckFaces"]) <= before["luck"])
            if page.get_attribute("#table", "data-phase") != "fight":
                break
        assert watch.errors == []


STANDS = "LuckAtlas.current.state.scores"


def test_what_lies_ahead(address: str, browser: Browser) -> None:
    """After these foes comes what the player said, and what was chosen before: never the last fight unasked."""
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        hand = Hand(page)
        hand.tap("#ahead summary")
        hand.tap(page.locator(".switch label", has_text="The last fight"))
        assert page.inner_text("#ahead summary b") == "The last fight: spend LUCK"
        hand.tap(page.locator(".switch label", has_text="More to come"))
        hand.tap(page.locator(".switch label", has_text="These foes"))
        page.fill("#foes", "7/7, nonsense")
        click(page, page.get_by_role("button", name="Use them"))
        assert page.inner_text("#foes-wrong").startswith("Write each foe as SKILL/STAMINA")
        page.fill("#foes", "7/7, 10/12")
        page.keyboard.press("Enter")
        assert page.inner_text("#ahead summary b") == "These foes: 7/7, 10/12, then more"
        assert page.inner_text(".chance").endswith("to come through")
        hand.round("won", "lucky")
        hand.round("won", "kept")
        hand.round("won", "kept")
        hand.tap("#next")
        assert (scores(page)["foe-skill"], scores(page)["foe-stamina"]) == (7, 7)
        assert page.inner_text("#ahead summary b") == "These foes: 10/12, then more"
        hand.round("won", "lucky")
        hand.round("won", "lucky")
        hand.tap("#next")
        assert scores(page)["foe-stamina"] == 12
        assert page.inner_text("#ahead summary b") == "More to come: spare LUCK"


def test_the_last_of_these_foes_is_the_last_fight_only_if_asked_for(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT, ahead='7/2')}", viewport=PHONE) as (page, _):
        hand = Hand(page)
        assert page.inner_text("#ahead summary b") == "These foes: 7/2, then the end"
        page.evaluate("LuckAtlas.current.act({ set: 'foe-stamina', to: 1 })")
        hand.round("won", "kept")
        hand.tap("#next")
        assert page.inner_text("#ahead summary b") == "The last fight: spend LUCK"
        hand.round("won", "kept")
        hand.tap("#next")
        assert page.inner_text("#ahead summary b") == "More to come: spare LUCK", (
            "where one more follows, it was not the last"
        )


def test_luck_tests_on_the_way_set_the_price_of_luck(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        click(page, "#ahead summary")
        expect(page.locator("#presets label").first).to_be_attached()
        prices = page.evaluate("LuckAtlas.edition.prices")
        assert set(prices) == {"none", "few", "many"}
        for tests, price in prices.items():
            page.select_option("#tests", tests)
            assert page.evaluate("LuckAtlas.current.state.ahead.luck_price") == price
        page.select_option("#tests", "")
        assert page.evaluate("LuckAtlas.current.state.ahead.luck_price") == page.evaluate("LuckAtlas.edition.price")


def test_what_is_chosen_before_the_panel_listens_is_taken(address: str, browser: Browser) -> None:
    """On a slow line the panel of what lies ahead opens before its script is there."""
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, watch):
        held: list[Route] = []
        page.route("**/static/ahead.js", lambda route: held.append(route))
        click(page, "#ahead summary")
        page.locator(".switch label", has_text="The last fight").click()
        assert page.evaluate("LuckAtlas.current.state.ahead.kind") == "more"
        page.wait_for_timeout(100)
        held[0].continue_()
        expect(page.locator("#presets label").first).to_be_attached()
        assert page.evaluate("LuckAtlas.current.state.ahead.kind") == "last" and watch.errors == []


def test_other_rules_are_always_to_be_seen_and_end_with_their_foe(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, _):
        click(page, "#ahead summary")
        click(page, "#to-rules")
        title = page.evaluate("LuckAtlas.PRESETS['weapon-3'].title")
        page.get_by_label(title).check()
        click(page, "#to-rules")
        click(page, "#ahead summary")
        assert title in page.inner_text("#rules-now")
        hand = Hand(page)
        hand.tap("#i-won")
        shown = [f"Foe’s STAMINA 7 → {left}" for left in (2, 5, 4)]
        assert page.locator("[data-luck] small").all_inner_texts() == shown
        seen(page.locator("#rules-now"))
        hand.tap("[data-luck=lucky]")
        hand.round("won", "kept")
        hand.tap("#next")
        assert page.is_hidden("#rules-now"), "rules of one foe end with that foe"
        click(page, "#ahead summary")
        click(page, "#to-rules")
        page.get_by_label("For the whole adventure").check()
        page.get_by_label("My own").check()
        for name, value in {"won-0": "4", "won-1": "6", "won-2": "0", "losing_run": "2"}.items():
            page.fill(f"#own [name={name}]", value)
        click(page, page.get_by_role("button", name="Use these rules"))
        click(page, "#ahead summary")
        assert "my own" in page.inner_text("#rules-now")
        hand.round("lost", "kept")
        hand.round("lost", "kept")
        assert page.inner_text("#end") == "You lost the fight"
        hand.tap("#again")
        assert "my own" in page.inner_text("#rules-now")


def test_an_old_link_leads_to_the_table(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}fight.html{query(FIGHT)}") as (page, watch):
        page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        assert scores(page) == FIGHT and watch.errors == [] and page.url == f"{address}index.html"


DECIDING = (
    {"price": "0"},
    {"price": "0.02"},
    {"ahead": "7/7,10/12"},
    {"ahead": "7/7", "price": "0.001", "least-stamina": "4", "least-luck": "2"},
    {"rules": "armoured-foe"},
    {"rules": quote('{"lost":[3,2,4]}', safe="")},
)


def test_a_link_carries_all_that_decides(address: str, browser: Browser) -> None:
    """Another reader who opens it sees the same chances, and shares the same link; until then the address is bare."""
    with opened(browser, "about:blank", permissions=["clipboard-read", "clipboard-write"]) as (page, watch):
        shown = []
        links = [f"{address}index.html{query(FIGHT, **more)}" for more in DECIDING]
        for link in opening(page, (link for link in links for _ in range(2))):
            page.wait_for_selector("#i-won:not([data-verdict=unknown])")
            shown.append([*page.locator(".decision").all_inner_texts(), page.inner_text("#chance")])
            click(page, '[aria-label="Your LUCK: one less"]')
            click(page, '[aria-label="Your LUCK: one more"]')
            assert page.url == f"{address}index.html"
            click(page, "#share")
            assert page.url == link and watch.errors == [], link
        assert shown[::2] == shown[1::2]


def opening(page: Page, links: Iterable[str]) -> Iterator[str]:
    """One link after another, each as at a first visit."""
    for link in links:
        page.goto(link)
        yield link
        page.evaluate("localStorage.clear()")


def test_keys_of_others_are_nobodys_business(address: str, browser: Browser) -> None:
    keys = ("fbclid=IwAR0x&utm_source=mail&utm_medium=x", "_ga=1&__proto__=1&constructor=2", "x")
    with opened(browser, "about:blank") as (page, watch):
        for link in opening(page, (f"{address}index.html{query(FIGHT)}&{asked}" for asked in keys)):
            assert scores(page) == FIGHT and page.is_hidden("#problem") and watch.errors == [], link


NONSENSE = {
    "skill=<script>window.caught=1</script>": "<script>window.caught=1</script>",
    "skill=%3Cimg%20src%3Dx%20onerror%3Dwindow.caught%3D1%3E": "<img src=x onerror=window.caught=1>",
    "luck=99999999999999999999999999999999999999999999999999": "99999",
    "luck=100": "Your LUCK in this link must be a whole number from 0 to 99, not “100”.",
    "stamina=-3": "“-3”",
    "stamina=0": "from 1 to 99",
    "skill=7&skill=8": "twice",
    "skill=7.5": "“7.5”",
    "skill=": "“”",
    "skill=1e1": "“1e1”",
    "skill=٧": "“٧”",
    "ahead=<b>": "“<b>”",
    "price=2": "from 0 to 1",
    "rules=<i>": "“<i>”",
    'rules={"won":[0,0,0]}': "are not known",
    "skill=a&luck=b&stamina=c&foe-skill=d": "And 1 more.",
}


def test_nonsense_in_a_link_is_told_and_never_run(address: str, browser: Browser) -> None:
    links = {f"{address}index.html?{quote(asked, safe='%&=')}": told for asked, told in NONSENSE.items()}
    with opened(browser, "about:blank") as (page, watch):
        for link in opening(page, links):
            assert links[link] in page.inner_text("#problem") and len(page.inner_text("#problem")) < 400, link
            assert page.evaluate("window.caught") is None and page.locator("#problem *").count() == 0, link
            page.wait_for_selector("#i-won:not([data-verdict=unknown])")
            click(page, '[aria-label="Your LUCK: one less"]')
            assert page.is_hidden("#problem") and watch.errors == [], link


OTHER = {"skill": 7, "stamina": 9, "luck": 7, "foe-skill": 6, "foe-stamina": 6}


@pytest.mark.parametrize("link", [query(OTHER), query(OTHER | {"luck": 999}), "?skill=<b>&ahead=x"], ids=range(3))
def test_a_link_touches_no_hero_unasked(address: str, browser: Browser, link: str) -> None:
    """Whatever it is, and wherever the adventure stands: an offer. Who opens it keeps the adventure beside it."""
    with opened(browser, f"{address}index.html{query(FIGHT)}", viewport=PHONE) as (page, watch):
        hand = Hand(page)
        for tap in ("[aria-label='Your LUCK: one less']", "#i-lost", "#i-won"):
            hand.tap(tap)
            standing = page.evaluate(f"localStorage['{KEY}']")
            page.goto(f"{address}index.html{link}")
            page.wait_for_selector("#offer:not([hidden])")
            assert page.evaluate(f"localStorage['{KEY}']") == standing
            hand.tap(page.get_by_role("button", name="Stay with my adventure"))
            assert page.evaluate(f"localStorage['{KEY}']") == standing and page.is_hidden("#offer")
            assert page.url == f"{address}index.html"
        standing = page.evaluate("LuckAtlas.current.state")
        page.goto(f"{address}index.html{link}")
        hand.tap(page.get_by_role("button", name="Open this fight"))
        if link == query(OTHER):
            assert scores(page) == OTHER and page.inner_text("#status") is not None
        click(page, "#to-mine")
        click(page, page.get_by_role("button", name=re.compile("^Open: ")))
        assert page.evaluate("LuckAtlas.current.state") == standing and watch.errors == []


def test_what_is_saved(address: str, browser: Browser) -> None:
    """The adventurer comes back; damaged or foreign content is set aside with a line; other tabs follow."""
    with opened(browser, f"{address}index.html{query(FIGHT)}") as (page, watch):
        Hand(page).round("won", "lucky")
        standing = scores(page)
        page.goto(f"{address}index.html")
        assert scores(page) == standing
        tab = page.context.new_page()
        tab.goto(f"{address}index.html")
        tab.click('[aria-label="Your STAMINA: one less"]')
        expect(page.locator("#stamina")).to_have_value(str(standing["stamina"] - 1))
        for text in ("", "{}", "[1]", '{"version":1,"events":[{"round":"eaten"}]}', '{"version":99}'):
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
            page.goto(f"{address}index.html")
            assert "set aside" in page.inner_text("#problem")
            assert page.evaluate(f"localStorage['{KEY}-set-aside']") == text
            page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        assert watch.errors == []


def test_a_browser_that_saves_nothing(address: str, browser: Browser) -> None:
    with opened(browser, "about:blank") as (page, watch):
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } })")
        page.goto(f"{address}index.html{query(FIGHT)}")
        Hand(page).round("won", "lucky")
        assert page.inner_text("[data-slot=told]").startswith("This browser saves nothing")
        assert scores(page) == FIGHT | {"foe-stamina": 3, "luck": 8} and watch.errors == []


def test_nothing_is_destroyed_without_a_way_back(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html{query(FIGHT)}") as (page, _):
        Hand(page).round("won", "kept")
        standing = page.evaluate("LuckAtlas.current.state")
        click(page, "#another")
        click(page, "#undo-top")
        assert page.evaluate("LuckAtlas.current.state") == standing
        click(page, "#to-mine")
        click(page, "#mine-new")
        click(page, "#new .big")
        assert page.inner_text("h1") == "On the road" and page.evaluate("LuckAtlas.current.state.meals") == 10
        click(page, page.get_by_role("button", name=re.compile("^Open: ")))
        assert page.evaluate("LuckAtlas.current.state") == standing


def test_a_long_adventure_stays_small_and_quick(address: str, browser: Browser) -> None:
    """One that comes back with 780 changes, and goes on."""
    with opened(browser, f"{address}index.html{query(FIGHT)}") as (page, watch):
        saved = json.loads(page.evaluate(CHANGES, 4))
        saved["events"] = [saved["events"][0], *saved["events"][-4:] * 195]
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, json.dumps(saved)])
        page.goto(f"{address}index.html")
        assert len(json.loads(page.evaluate(CHANGES, 4))["events"]) == 785
        text = page.evaluate(CHANGES, 40)
        assert len(json.loads(text)["events"]) <= 800 and len(text) < 40_000
        standing = scores(page)
        page.reload()
        assert scores(page) == standing and watch.errors == []


CHANGES = f"""(count) => {{
  const name = (i) => `Your ${{["SKILL", "LUCK"][i % 2]}}: one ${{i % 4 < 2 ? "less" : "more"}}`;
  for (let i = 0; i < count; i++) document.querySelector(`[aria-label="${{name(i)}}"]`).click();
  return localStorage["{KEY}"];
}}"""
"""so many, one after another: what is saved then"""


@pytest.mark.parametrize("where", ["root", "base", "file"])
def test_it_works_wherever_it_is(site: Path, browser: Browser, where: str) -> None:
    with served(site, "/some/where/" if where == "base" else "/") as found:
        base = f"{site.as_uri()}/" if where == "file" else found
        with opened(browser, base + "index.html" + query(FIGHT)) as (page, watch):
            Hand(page).round("won", "lucky")
            assert scores(page)["foe-stamina"] == 3
            assert watch.errors == [] and all(request.startswith(base) for request in watch.requests)


def test_without_scripts(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html", java_script_enabled=False) as (page, _):
        assert page.is_hidden("#scores") and page.is_hidden("#decide") and "needs JavaScript" in page.inner_text("main")
        assert page.locator("h1:visible").count() == 1 and page.is_hidden("#intro")
        grid = page.locator("#quick").bounding_box()
        assert grid and grid["y"] < 400, "nothing is left empty where the screen would be"
        assert page.locator(".gaps a:visible").count() == 21
        page.get_by_role("link", name="maps", exact=True).click()
        page.wait_for_url("**/atlas/index.html")
        assert page.locator("a:has(svg):visible").count() > 200
    with opened(browser, f"{address}fight.html", java_script_enabled=False) as (page, _):
        assert page.get_by_role("link", name="the fight page").is_visible()
