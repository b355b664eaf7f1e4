"""Fights that are shared: links that play them again, pictures of them, and links that are damaged or mean harm."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser import faults, looks, served
from tests.site.hand import PAUSE, PHONE, Hand, opened
from tests.site.screens import SHARED, edition_of, in_node, source

pytestmark = pytest.mark.slow

LONGEST = 2000
ROUNDS = 40
PLAY = """
  const { account, adventure, answers, links, random, replays } = LuckAtlas;
  const ahead = (chance) => {
    const kind = ["last", "more", "foes"][chance.below(3)];
    const foes = kind === "foes" ? [[5 + chance.below(6), 3 + chance.below(6)]] : [];
    const luck_price = kind === "more" ? LuckAtlas.edition.price : 0;
    return { kind, foes, luck_price, least_stamina: 1 + 2 * chance.below(2), least_luck: 0 };
  };
  /* A fight with everything in it: dice or none, tests, draws, meals, potions, numbers changed by hand, other rules. */
  function fought(seed) {
    const chance = random.from(seed);
    const hero = { skill: 7 + chance.below(6), stamina: 4 + chance.below(21), luck: chance.below(13) };
    const scores = { ...hero, "foe-skill": 5 + chance.below(8), "foe-stamina": 4 + chance.below(12) };
    const rules = chance.below(4) ? "books" : given.presets[chance.below(given.presets.length)];
    let state = adventure.step(adventure.begin(LuckAtlas.edition), { open: { scores, ahead: ahead(chance), rules } });
    const sheet = [["of-stamina", 24], ["meals", 2], ["doses", 1]];
    for (const [set, to] of sheet) state = adventure.step(state, { set, to });
    state = adventure.step(state, { potion: "luck" });
    const rolled = chance.below(3) > 0;
    while (state.phase !== "over") {
      const now = state.scores;
      if (state.entries.length && !chance.below(12)) {
        const byHand = { set: "foe-stamina", to: now["foe-stamina"] + 1 };
        const change = [{ eat: true }, { drink: true }, byHand][chance.below(3)];
        try { state = adventure.step(state, change); } catch { /* there is no meal left */ }
        continue;
      }
      const dice = [chance.pair(), chance.pair()];
      const apart = now.skill + dice[0] - now["foe-skill"] - dice[1];
      const round = apart > 0 ? "won" : apart < 0 ? "lost" : "drawn";
      state = adventure.step(state, { round, dice: rolled ? dice : null });
      if (state.phase !== "answer") continue;
      const total = chance.pair();
      const tested = { luck: total <= now.luck ? "lucky" : "unlucky", dice: rolled ? total : null };
      state = adventure.step(state, chance.below(2) ? tested : { luck: "kept" });
    }
    return state;
  }
  const told = (state) => JSON.stringify([account.of(state), state.entries, state.scores, state.before, state.end]);
"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield found


@pytest.fixture(scope="module")
def script(site: Path) -> str:
    return source([*SHARED, "trainer/random"], edition_of(site / "fight.html"))


def test_200_fights_come_back_with_the_same_account(script: str) -> None:
    body = f"""{PLAY}
      return Array.from({{ length: 200 }}, (_, seed) => {{
        const state = fought(seed);
        const query = replays.query(state);
        const {{ states }} = replays.read(query);
        const [steps, end] = [states.length - 1, states[states.length - 1]];
        return [query.length, adventure.count(state), steps === state.entries.length, told(end) === told(state)];
      }});"""
    fights = in_node(
        script, body, {"presets": ["weapon-3", "two-lost-rounds-kill", "last-ten-rounds", {"won": [3, 5, 1]}]}
    )
    assert all(steps and same for _, _, steps, same in fights)
    assert len({count for _, count, _, _ in fights}) > 10 and max(length for length, *_ in fights) <= LONGEST


def test_forty_rounds_fit_into_a_link(script: str) -> None:
    """With the longest words there are: dice everywhere, a test in every round, foes ahead, rules of one's own."""
    body = """
      const { adventure, replays } = LuckAtlas;
      const damage = { won: [2, 4, 1], lost: [2, 1, 3] };
      const rules = { ...damage, luck_cost: 0, foe_yields_at: 0, draw_breaks_run: true, out_of_rounds: "won" };
      const foes = Array.from({ length: 3 }, () => [12, 12]);
      const ahead = { kind: "foes", foes, luck_price: 0.123456, least_stamina: 10, least_luck: 10 };
      const scores = { skill: 12, stamina: 24, luck: 11, "foe-skill": 12, "foe-stamina": 45 };
      let state = adventure.step(adventure.begin(LuckAtlas.edition), { open: { scores, ahead, rules } });
      for (let round = 0; round < 39; round++) {
        state = adventure.step(state, { round: "won", dice: [12, 11] });
        state = adventure.step(state, { luck: "unlucky", dice: 12 });
      }
      while (state.phase !== "over") {
        state = adventure.step(state, { round: "lost", dice: [2, 12] });
        state = adventure.step(state, { luck: "kept" });
      }
      const query = replays.query(state);
      return [adventure.count(state), query, replays.read(query).states !== null];
    """
    rounds, query, whole = in_node(script, body, None)
    assert rounds >= ROUNDS and whole and len("https://example.org/luck-atlas/fight.html" + query) <= LONGEST


def test_rules_changed_on_the_way_are_not_told_as_if_they_were_not(script: str) -> None:
    body = """
      const { adventure, replays } = LuckAtlas;
      let state = adventure.begin(LuckAtlas.edition);
      state = adventure.step(adventure.step(state, { round: "won" }), { luck: "kept" });
      state = adventure.step(state, { rules: "weapon-3" });
      while (state.phase !== "over") state = adventure.step(adventure.step(state, { round: "won" }), { luck: "kept" });
      return replays.query(state);
    """
    assert in_node(script, body, None) is None


FIGHT = "?skill=10&stamina=14&luck=9&foe-skill=9&foe-stamina=13"
WHOLE = f"{FIGHT}&replay=Wa7ncW95kL7cy8L48n8DabW55y3L48kW88n8L68nbW87kD56D45L48n5W55kWb5n5.x039jw"
HOSTILE = [
    "?replay=",
    "?replay=.",
    "?replay=W.0",
    "?replay=%00",
    "?replay=__proto__",
    f"{WHOLE}&replay=W.0",
    "?skill=10&replay=<script>alert(1)</script>",
    f"?replay={'W' * 5000}.0",
    "?replay=" + quote('"><img src=x onerror=alert(1)>'),
    WHOLE.replace("skill=10", "skill=11", 1),
    WHOLE.replace("stamina=14", "stamina=999"),
    WHOLE.replace("W55kWb5n5", "W55k"),
    WHOLE.replace("&luck=9", "&luck=javascript:alert(1)"),
    f"{WHOLE}&skill=10",
    f"{WHOLE}&ahead=1/0",
    WHOLE + "&rules=" + quote('{"__proto__":{}}'),
]


def damaged(script: str, links: list[str]) -> list[bool]:
    found: list[bool] = in_node(
        script, "return given.map((link) => LuckAtlas.replays.read(link).states === null);", links
    )
    return found


def test_every_letter_that_is_lost_or_changed_is_noticed(script: str) -> None:
    at = WHOLE.index("replay=") + len("replay=")
    cut = [WHOLE[:n] for n in range(at, len(WHOLE))]
    lost = [WHOLE[:n] + WHOLE[n + 1 :] for n in range(at, len(WHOLE))]
    changed = [WHOLE[:n] + ("3" if WHOLE[n] != "3" else "4") + WHOLE[n + 1 :] for n in range(at, len(WHOLE))]
    assert damaged(script, [WHOLE]) == [False]
    assert all(damaged(script, cut + lost + changed + HOSTILE))


def test_any_text_is_refused_and_nothing_breaks(script: str) -> None:
    """A thousand texts that might be links, made as those that try to break things make them."""
    texts: list[str] = []

    @given(st.one_of(st.text(), st.text("WLDkyn23456789abcEPCstuvw.%&=?<>'\"{}[]:", max_size=80)))
    @example("W.W")
    def gather(text: str) -> None:
        texts.extend([f"?replay={text}", f"?replay={quote(text)}", f"{FIGHT}&replay={text}"])

    gather()
    assert len(texts) > 100 and all(damaged(script, texts))


@pytest.mark.parametrize("link", [WHOLE[:-1], HOSTILE[0], HOSTILE[6], HOSTILE[8]], ids=range(4))
def test_a_damaged_link_says_so_in_one_line(address: str, browser: Browser, link: str) -> None:
    with opened(browser, f"{address}fight.html{link}") as (page, watch):
        page.on("dialog", lambda dialog: watch.errors.append(dialog.message))
        assert page.inner_text("#problem").startswith("This link is damaged")
        assert "\n" not in page.inner_text("#problem").strip() and not page.is_visible("#forward")
        assert watch.errors == []


def test_a_fight_is_shared_and_played_again(address: str, browser: Browser) -> None:
    """From the table to the clipboard, and step by step to the same end; one's own adventure stays as it was."""
    fight = {"skill": 9, "stamina": 6, "luck": 9, "foe-skill": 10, "foe-stamina": 5}
    query = "?" + "&".join(f"{name}={value}" for name, value in fight.items())
    with opened(
        browser, f"{address}index.html{query}", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"]
    ) as (page, watch):
        hand = Hand(page)
        for outcome, choice in (("won", "unlucky"), ("lost", "kept"), ("won", "lucky")):
            hand.round(outcome, choice)
        page.wait_for_timeout(PAUSE)
        account = [page.inner_text(f"#account [data-slot={slot}]") for slot in ("fight", "end", "luckiest", "dearest")]
        curve = page.get_attribute("#curve svg", "aria-label")
        page.click("#share-fight")
        expect(page.locator(".told")).to_have_text("The link is copied.")
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith("I beat a foe of SKILL 10, STAMINA 5 in 3 rounds.")
        saved = page.evaluate("localStorage.getItem('luck-atlas-adventure')")
        page.goto(text[text.index("http") :])
        assert page.inner_text("[data-slot=step]") == "Before the first round" and page.is_disabled("#back")
        steps = []
        for _ in range(2):
            page.click("#forward")
            steps.append((page.inner_text("[data-slot=step]"), page.inner_text("#advice").split(".")[0]))
        assert steps == [
            ("Round 1: you won, tested, Unlucky. Foe’s STAMINA 5 → 4.", "The advice: Test"),
            ("Round 2: you lost and kept. STAMINA 6 → 4.", "The advice: Keep"),
        ]
        page.keyboard.press("ArrowLeft")
        assert page.inner_text("[data-slot=step]") == steps[0][0]
        page.click("#whole-fight")
        assert [
            page.inner_text(f"#account [data-slot={slot}]") for slot in ("fight", "end", "luckiest", "dearest")
        ] == account
        assert page.get_attribute("#curve svg", "aria-label") == curve
        assert page.evaluate("document.activeElement.id") == "end"
        assert page.evaluate("localStorage.getItem('luck-atlas-adventure')") == saved
        page.evaluate("localStorage.clear()")  # as for someone who got the link
        page.click("#own")
        page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        assert page.input_value("#stamina") == "6" and watch.errors == []


def drawn(page: Page) -> tuple[Image.Image, list[str]]:
    """The picture that is saved, and what was written on it."""
    page.evaluate("""() => {
      const pen = CanvasRenderingContext2D.prototype;
      const fill = pen.fillText;
      window.written = [];
      pen.fillText = function (text, ...place) {
        window.written.push(text);
        fill.call(this, text, ...place);
      };
    }""")
    with page.expect_download() as download:
        page.click("#picture")
    path = download.value.path()
    assert download.value.suggested_filename == "luck-atlas-fight.png"
    return Image.open(io.BytesIO(path.read_bytes())).convert("RGB"), page.evaluate("window.written")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_account_is_a_picture(address: str, browser: Browser, scheme: Any) -> None:
    with opened(browser, f"{address}fight.html{WHOLE}", color_scheme=scheme, accept_downloads=True) as (page, watch):
        page.click("#whole-fight")
        picture, words = drawn(page)
        assert picture.size == (1200, 630)
        ground = picture.getpixel((60, 300))
        assert isinstance(ground, tuple) and (sum(ground) > 600) == (scheme == "light")
        assert len(picture.getcolors(1 << 20) or []) > 50, "something is drawn on it"
        said = " ".join(words)
        for slot in ("fight", "end", "curve", "luckiest", "dearest"):
            assert page.inner_text(f"#account [data-slot={slot}]") in said
        assert watch.errors == []


def test_nothing_stands_in_anyones_way(address: str, browser: Browser) -> None:
    size = {"width": 320, "height": 700}
    with opened(browser, f"{address}fight.html{WHOLE}", viewport=size, bypass_csp=True) as (page, _):
        for tap in ("#forward", "#whole-fight"):
            page.click(tap)
            for look in looks(page):
                assert faults(page, look) == [], (tap, look)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert re.search("15 rounds", page.inner_text("#account"))
