"""The look-up in a real browser: its answers against the data files, digit by digit, and its manners."""

import csv
import gzip
import io
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from atlas import wording
from atlas.game.dice import luck_odds
from atlas.maps.style import CELL, MARKS
from tests.browser import served

pytestmark = pytest.mark.slow

Row = dict[str, str]
KILOBYTE = 1000
PHONE = {"width": 360, "height": 740}
VERDICTS = {
    "test": ("Test", "your luck"),
    "keep": ("Keep", "your luck"),
    "either": ("Either", "it makes no difference"),
}
ANSWER = """() => {
  const text = (selector) => document.querySelector(selector).textContent;
  const card = (name) => Object.fromEntries(
    ["do", "rest", "stake", "why", "other"].map((slot) => [slot, text(`#card-${name} [data-slot=${slot}]`)]));
  const chance = (name) => text(`[data-chance=${name}] output`);
  const fact = (name) => text(`#details [data-slot=${name}]`);
  return {
    won: card("won"), lost: card("lost"),
    thrifty: chance("thrifty"), best: chance("best"), never: chance("never"),
    lucky: fact("lucky"), luck: fact("luck"),
  };
}"""
ASK = f"""async ([gap, policy, fights]) => {{
  await LuckAtlas.loadGap(gap);
  document.querySelector(`input[value=${{policy}}]`).click();
  return fights.map((fight) => {{
    for (const [name, value] of Object.entries(fight)) document.getElementById(name).value = value;
    document.getElementById("skill").dispatchEvent(new Event("input", {{ bubbles: true }}));
    return ({ANSWER})();
  }});
}}"""


class Watch:
    """What a page does that it should not."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[tuple[Page, Watch]]:
    context = browser.new_context(**options)
    page = context.new_page()
    watch = Watch(page)
    page.goto(address)
    yield page, watch
    context.close()


@pytest.fixture(scope="module")
def rows(site: Path) -> list[Row]:
    text = gzip.decompress((site / "data" / "policy.csv.gz").read_bytes()).decode()
    return list(csv.DictReader(io.StringIO(text)))


def numbers(row: Row, foe_skill: int = 11) -> dict[str, int]:
    """A fight with the state of a row."""
    return {
        "skill": foe_skill + int(row["skill_gap"]),
        "stamina": int(row["hero_stamina"]),
        "luck": int(row["luck"]),
        "foe-skill": foe_skill,
        "foe-stamina": int(row["foe_stamina"]),
    }


def query(fight: dict[str, int]) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in fight.items())


def expected(row: Row, policy: str) -> dict[str, Any]:
    """A row of the data file in words."""
    names = {"best": "", "thrifty": "thrifty_"}
    own, other = names[policy], names["best" if policy == "thrifty" else "thrifty"]

    def card(ending: str) -> dict[str, str]:
        verdict, others = row[f"{own}on_{ending}"], row[f"{other}on_{ending}"]
        word, rest = VERDICTS[verdict]
        stake = row[f"stake_{ending}"]
        words = {"test": "test your luck", "keep": "keep your luck", "either": "test or keep, it makes no difference"}
        label = "For the win alone" if policy == "thrifty" else "Thrifty"
        return {
            "do": word,
            "rest": rest,
            "stake": f"A test {wording.effect(Fraction(float(stake)))}." if stake else "",
            "other": "" if others == verdict else f"{label}: {words[others]}.",
        }

    chances = {"thrifty": "win_chance_thrifty", "best": "win_chance", "never": "win_chance_never"}
    spent = row["luck_spent" if policy == "best" else "luck_spent_thrifty"]
    return {
        "won": card("win"),
        "lost": card("loss"),
        "lucky": wording.percent(luck_odds(int(row["luck"])).chance),
        "luck": wording.amount(Fraction(float(spent))),
    } | {name: wording.chance(Fraction(float(row[column]))) for name, column in chances.items()}


def sampled(rows: list[Row]) -> dict[int, list[Row]]:
    """States of every skill gap and luck."""
    chosen = random.Random(7)
    kinds: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        kinds.setdefault((row["skill_gap"], row["luck"]), []).append(row)
    found: dict[int, list[Row]] = {}
    for (gap, _), states in kinds.items():
        found.setdefault(int(gap), []).extend(chosen.sample(states, 3))
    return found


@pytest.mark.parametrize("policy", ["thrifty", "best"])
def test_the_answer_is_that_of_the_data_file(site: Path, browser: Browser, rows: list[Row], policy: str) -> None:
    sample = sampled(rows)
    assert sum(map(len, sample.values())) == 21 * 14 * 3
    with served(site, "/luck/") as address, opened(browser, f"{address}index.html") as (page, watch):
        for gap, states in sample.items():
            answers = page.evaluate(ASK, [gap, policy, [numbers(row) for row in states]])
            for row, answer in zip(states, answers, strict=True):
                reasons = [answer[outcome].pop("why") for outcome in ("won", "lost")]
                assert answer == expected(row, policy), row
                assert all(reasons)
    assert not watch.errors


ALL = """async (gap) => {
  await LuckAtlas.loadGap(gap);
  const { columns } = LuckAtlas.gap(gap);
  const { amount, chance, effect } = LuckAtlas.words;
  const words = (name, say) => Array.from(columns[name], say);
  return {
    win_chance: words("win_chance", chance), win_chance_thrifty: words("win_chance_thrifty", chance),
    win_chance_never: words("win_chance_never", chance),
    stake_win: words("stake_win", effect), stake_loss: words("stake_loss", effect),
    luck_spent: words("luck_spent", amount), luck_spent_thrifty: words("luck_spent_thrifty", amount),
  };
}"""


def test_every_number_that_can_be_shown(site: Path, browser: Browser, rows: list[Row]) -> None:
    """Not a sample: all states, worded by the script of the page."""
    say = {"win": wording.chance, "sta": wording.effect, "luc": wording.amount}
    with served(site) as address, opened(browser, f"{address}index.html") as (page, _):
        for gap in sorted({int(row["skill_gap"]) for row in rows}):
            of_gap = [row for row in rows if int(row["skill_gap"]) == gap]
            for column, shown in page.evaluate(ALL, gap).items():
                texts = [row[column] or "0" for row in of_gap]
                worded = {text: say[column[:3]](Fraction(float(text))) for text in set(texts)}
                assert shown == [worded[text] for text in texts], (gap, column)


@pytest.mark.parametrize("name", ["index.html", "fight.html"])
@pytest.mark.parametrize("where", ["root", "base", "file"])
def test_it_works_wherever_it_is(site: Path, browser: Browser, where: str, name: str) -> None:
    fight = {"skill": 8, "stamina": 8, "luck": 9, "foe-skill": 9, "foe-stamina": 7}
    with served(site, "/some/where/" if where == "base" else "/") as address:
        base = f"{site.as_uri()}/" if where == "file" else address
        with opened(browser, base + name + query(fight)) as (page, watch):
            if name == "index.html":
                page.wait_for_selector("#card-won[data-verdict=test]")
                page.get_by_label("Your LUCK: one more").click()
                assert page.input_value("#luck") == "10"
                assert "A test gains 11.5 points." in page.inner_text("#card-won")
                assert page.url.endswith(query(fight | {"luck": 10}))
            else:
                page.click("[data-round=won]")
                page.wait_for_selector("#card-now[data-verdict=test]")
            assert watch.errors == []
            assert all(request.startswith(base) for request in watch.requests)


def test_the_example_of_the_readme(site: Path, browser: Browser) -> None:
    with (
        served(site) as address,
        opened(browser, f"{address}index.html?skill=8&stamina=8&luck=9&foe-skill=9&foe-stamina=7") as (page, _),
    ):
        page.wait_for_selector("#card-won[data-verdict=test]")
        answer = page.evaluate(ANSWER)
        assert answer["won"]["stake"] == "A test gains 10.8 points."
        assert answer["lost"]["stake"] == "A test costs 2.8 points."
        assert (answer["thrifty"], answer["best"], answer["never"]) == ("59.7%", "59.7%", "24.5%")
        assert (answer["lucky"], answer["luck"]) == ("83.3%", "2.1")


def test_an_answer_takes_no_frame(site: Path, browser: Browser) -> None:
    """In the same breath as the change, before the browser can draw anything."""
    with served(site) as address, opened(browser, f"{address}index.html") as (page, _):
        page.wait_for_selector("#card-won:not([data-verdict=unknown])")
        before, after = page.evaluate(
            """() => {
              const shown = () => document.querySelector("#card-lost [data-slot=stake]").textContent;
              const before = shown();
              document.querySelector('[aria-label="Your STAMINA: one less"]').click();
              return [before, shown()];
            }"""
        )
        assert before != after


def test_keys_and_typing(site: Path, browser: Browser) -> None:
    with served(site) as address, opened(browser, f"{address}index.html") as (page, watch):
        luck = page.get_by_label("Your LUCK", exact=True)
        luck.focus()
        page.keyboard.press("ArrowUp")
        assert luck.input_value() == "10" and "luck=10" in page.url
        luck.fill("")
        assert page.inner_text("#problem") == "Your LUCK: a whole number from 0 to 13, please."
        assert page.get_attribute("#card-won", "data-verdict") == "unknown"
        luck.fill("13")
        page.keyboard.press("Enter")
        assert page.is_hidden("#problem") and page.get_attribute("#card-won", "data-verdict") == "test"
        page.get_by_label("Your LUCK: one more").click()
        assert luck.input_value() == "13"
        page.get_by_label("Best").check()
        page.reload()
        page.wait_for_selector("#card-won:not([data-verdict=unknown])")
        assert page.get_by_label("Best").is_checked() and luck.input_value() == "13"
        assert watch.errors == []


def test_beyond_the_tables(site: Path, browser: Browser) -> None:
    with served(site) as address:
        start = query({"skill": 20, "stamina": 8, "luck": 9, "foe-skill": 8, "foe-stamina": 7})
        with opened(browser, f"{address}index.html{start}") as (page, watch):
            page.wait_for_selector("#card-won[data-verdict=keep]")
            assert page.inner_text("#note") == "Skill gap +12 plays exactly like +10: you never lose a round."
            page.fill("#stamina", "25")
            assert page.inner_text("#note").startswith("The tables end at STAMINA 24.")
            assert page.get_attribute("#card-won", "data-verdict") == "unknown" and page.is_hidden("#details")
            page.fill("#stamina", "24")
            assert page.get_attribute("#card-won", "data-verdict") == "keep"
            assert watch.errors == []


NONSENSE = {
    "skill=<script>window.caught=1</script>": "<script>window.caught=1</script>",
    "skill=%3Cimg%20src%3Dx%20onerror%3Dwindow.caught%3D1%3E": "<img src=x onerror=window.caught=1>",
    "<b>=1": "<b>",
    "luck=99999999999999999999999999999999999999999999999999": "99999",
    "luck=14": "from 0 to 13",
    "stamina=-3": "“-3”",
    "stamina=0": "from 1 to 99",
    "skill=7&skill=8": "twice",
    "skill=7.5": "“7.5”",
    "skill=": "“”",
    "skill=1e1": "“1e1”",
    "skill=٧": "“٧”",
    "colour=blue": "“colour” is not known here",
    "__proto__=1&constructor=2&toString=3&a=4&b=5": "And 2 more",
    "%E0%A4%A": "is not known here",
    "javascript:window.caught=1": "javascript:window.caught",
}


@pytest.mark.parametrize("name", ["index.html", "fight.html"])
@pytest.mark.parametrize(("asked", "told"), NONSENSE.items())
def test_nonsense_in_a_link_is_told_and_never_run(
    site: Path, browser: Browser, name: str, asked: str, told: str
) -> None:
    with (
        served(site) as address,
        opened(browser, f"{address}{name}?{quote(asked, safe='=&%:<>')}") as (page, watch),
    ):
        assert told in page.inner_text("#problem")
        assert len(page.inner_text("#problem")) < 400
        assert page.evaluate("window.caught") is None and page.locator("#problem *").count() == 0
        page.get_by_label("Your LUCK: one less").click()
        if name == "index.html":
            page.wait_for_selector("#card-won:not([data-verdict=unknown])")
            assert page.is_hidden("#problem")
        else:
            page.get_by_role("button", name="Begin").click()
            page.wait_for_selector("[data-round=won]")
        assert watch.errors == []


def test_the_first_visit_is_light(site: Path, browser: Browser) -> None:
    sizes = {}
    with served(site) as address, opened(browser, "about:blank") as (page, watch):
        page.goto(f"{address}index.html")
        page.wait_for_selector("#card-won:not([data-verdict=unknown])")
        page.wait_for_load_state("networkidle")
        for url in watch.requests:
            path = urlsplit(url).path.lstrip("/")
            if (site / path).is_file():
                data = (site / path).read_bytes()
                sizes[path] = len(data) if path.endswith((".woff2", ".png")) else len(gzip.compress(data, 6))
    own = {path: size for path, size in sizes.items() if path.endswith((".html", ".js"))}
    data = sorted(path for path in own if path.startswith("data/"))
    assert len(data) == 2 and data[0].startswith("data/gap/0-") and data[1] == "data/gap/edition.js"
    assert sum(own.values()) <= 70 * KILOBYTE, own
    assert sum(sizes.values()) <= 150 * KILOBYTE, sizes


def test_all_gaps_together_stay_small(site: Path) -> None:
    assert sum(path.stat().st_size for path in (site / "data" / "gap").iterdir()) <= 900 * KILOBYTE


def test_the_map_shows_the_policy(site: Path, browser: Browser, rows: list[Row]) -> None:
    """Marks read back from the drawing are the verdicts; the ring is around the fight."""
    fight = {"skill": 9, "stamina": 5, "luck": 8, "foe-skill": 9, "foe-stamina": 11}
    planes = [r for r in rows if (r["skill_gap"], r["luck"]) == ("0", "8")]
    side = 24
    with served(site) as address, opened(browser, f"{address}index.html{query(fight)}") as (page, _):
        page.wait_for_selector(".play-map")
        for policy, prefix in (("thrifty", "thrifty_"), ("best", "")):
            page.get_by_label(policy.capitalize()).check()
            drawn = {}
            for mark in MARKS[:3]:
                path = page.get_attribute(f".play-map .mark.{mark.name}", "d")
                assert path is not None
                x0, y0 = mark.polygons[0][0]
                for part in path.split("M")[1:]:
                    x, y = map(float, re.split(r"[ L]", part)[:2])
                    foe, hero = (x - x0) / CELL + 0.5, side - (y + y0) / CELL + 0.5
                    drawn[round(hero), round(foe)] = mark.name
            wanted = {}
            for row in planes:
                won, lost = (row[f"{prefix}on_{ending}"] == "test" for ending in ("win", "loss"))
                if won or lost:
                    name = "both" if won and lost else "won" if won else "lost"
                    wanted[int(row["hero_stamina"]), int(row["foe_stamina"])] = name
            assert drawn == wanted
        ring = page.locator(".play-map .ring:not(.under)")
        x, y, width = (float(ring.get_attribute(name) or "nan") for name in ("x", "y", "width"))
        assert ((x + width / 2) / CELL + 0.5, side - (y + width / 2) / CELL + 0.5) == (11, 5)


def test_the_answer_is_on_the_first_screen_of_a_phone(site: Path, browser: Browser) -> None:
    with served(site) as address, opened(browser, f"{address}index.html", viewport=PHONE) as (page, _):
        page.wait_for_selector("#card-won:not([data-verdict=unknown])")
        for card in ("#card-won", "#card-lost"):
            box = page.locator(card).bounding_box()
            assert box and box["y"] + box["height"] <= PHONE["height"]


def test_without_scripts(site: Path, browser: Browser) -> None:
    with served(site) as address:
        with opened(browser, f"{address}index.html", java_script_enabled=False) as (page, _):
            assert page.is_hidden("#lookup") and page.is_visible("#without-script") and page.is_visible("#quick")
            assert page.locator(".gaps a:visible").count() == 21
        with opened(browser, f"{address}fight.html", java_script_enabled=False) as (page, _):
            assert page.is_hidden("#companion") and page.is_visible("#quick")
            assert page.get_by_role("link", name="cheat sheet", exact=True).is_visible()
