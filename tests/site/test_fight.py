"""The fight companion in a real browser: fights played to a script, every step against the data file."""

import csv
import gzip
import io
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from atlas import wording
from tests.browser import served
from tests.site.test_play import VERDICTS, Row, opened, query

pytestmark = pytest.mark.slow

KEY = "luck-atlas-fights"
START = {"skill": 8, "stamina": 10, "luck": 9, "foe-skill": 9, "foe-stamina": 11}
Rows = dict[tuple[int, int, int, int], Row]


@pytest.fixture(scope="module")
def rows(site: Path) -> Rows:
    text = gzip.decompress((site / "data" / "policy.csv.gz").read_bytes()).decode()
    return {
        (int(r["skill_gap"]), int(r["luck"]), int(r["hero_stamina"]), int(r["foe_stamina"])): r
        for r in csv.DictReader(io.StringIO(text))
    }


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield found


@dataclass
class Table:
    """A fight on paper, by the rules of the books and the data file."""

    rows: Rows
    numbers: dict[str, int]
    policy: str = "thrifty"
    cost: float = 0
    log: list[str] = field(default_factory=list)

    @property
    def row(self) -> Row:
        n = self.numbers
        return self.rows[n["skill"] - n["foe-skill"], n["luck"], n["stamina"], n["foe-stamina"]]

    @property
    def chance(self) -> str:
        n = self.numbers
        if not (n["stamina"] and n["foe-stamina"]):
            return "100%" if n["stamina"] else "0%"
        column = "win_chance" if self.policy == "best" else "win_chance_thrifty"
        return wording.chance(Fraction(float(self.row[column])))

    def advice(self, outcome: str) -> tuple[str, str]:
        ending = {"won": "win", "lost": "loss"}[outcome]
        prefix = "" if self.policy == "best" else "thrifty_"
        stake = Fraction(float(self.row[f"stake_{ending}"]))
        return VERDICTS[self.row[f"{prefix}on_{ending}"]][0], f"A test {wording.effect(stake)}."

    def play(self, outcome: str, dice: tuple[int, int], luck_dice: int | None) -> None:
        """A round: drawn, or with the luck tested, or kept."""
        n = self.numbers
        number, strengths = len(self.log) + 1, f"{n['skill'] + dice[0]} to {n['foe-skill'] + dice[1]}"
        line = f"Round {number}: {outcome} {strengths}."
        side, name = ("foe-stamina", "Foe") if outcome == "won" else ("stamina", "You")
        cost, before, luck = 0.0, n[side], n["luck"]
        if outcome != "drawn":
            stake = float(self.row[f"stake_{'win' if outcome == 'won' else 'loss'}"] or 0)
            cost = max(0.0, stake if luck_dice is None else -stake)
            if luck_dice is None:
                hit, kept = 2, " Kept." if luck else ""
                line += kept
            else:
                lucky = luck_dice <= luck
                hit = {("won", True): 4, ("won", False): 1, ("lost", True): 1, ("lost", False): 3}[outcome, lucky]
                n["luck"] -= 1
                line += f" Tested, rolled {luck_dice}: {'lucky' if lucky else 'unlucky'}."
            n[side] = max(0, before - hit)
            line += f" {name} {before} → {n[side]}."
            line += f" Luck {luck} → {n['luck']}." if luck_dice is not None else ""
            line += f" Win chance {self.chance}." if n["stamina"] and n["foe-stamina"] else ""
        self.cost += cost
        if cost:
            line += f" This choice cost {wording.points(Fraction(cost))}."
        self.log.append(line)


def advised(page: Page) -> None:
    """Wait until the tables of the fight are there."""
    expect(page.locator(".odds strong")).not_to_have_text("–")


def shown(page: Page) -> dict[str, Any]:
    slots = ["skill", "stamina", "luck", "foe-skill", "foe-stamina"]
    numbers = {name: int(page.inner_text(f".tally [data-slot={name}]")) for name in slots}
    log = page.locator("#log li").all_inner_texts()
    return {"numbers": numbers, "chance": page.inner_text(".odds strong"), "log": log[::-1]}


def same(page: Page, table: Table) -> bool:
    return shown(page) == {"numbers": table.numbers, "chance": table.chance, "log": table.log}


def enter(page: Page, numbers: dict[str, int], form: str) -> None:
    if not page.is_visible(f"#{form} button >> nth=-1"):
        page.locator(f"details:has(#{form}) summary").click()
    for name, value in numbers.items():
        page.fill(f"#{name}", str(value))
    page.click(f"#{form} button:has-text('Use these dice')")


def play_round(page: Page, table: Table, dice: tuple[int, int], luck_dice: int | None) -> None:
    """Enter the dice of a round, read the advice, choose, and compare everything after each step."""
    n = table.numbers
    difference = n["skill"] + dice[0] - n["foe-skill"] - dice[1]
    outcome = "won" if difference > 0 else "lost" if difference < 0 else "drawn"
    enter(page, {"hero-dice": dice[0], "foe-dice": dice[1]}, "round-dice")
    if outcome != "drawn" and n["luck"]:
        card = page.locator("#card-now")
        assert card.locator("[data-slot=heading]").inner_text() == f"You {outcome} the round"
        found = tuple(card.locator(f"[data-slot={slot}]").inner_text() for slot in ("do", "stake"))
        assert found == table.advice(outcome)
        page.click("[data-test=no]" if luck_dice is None else "[data-test=yes]")
        if luck_dice is not None:
            enter(page, {"luck-dice": luck_dice}, "luck-test-dice")
    table.play(outcome, dice, luck_dice)
    assert same(page, table)


FIRST = [
    ((8, 6), 5),
    ((7, 6), None),
    ((6, 9), 4),
    ((5, 11), None),
    ((9, 2), 12),
    ((12, 2), None),
    ((9, 4), None),
    ((9, 7), None),
]
"""dice of both sides and of the luck test: won, drawn, lost, lost, won and unlucky, then won to the end"""


@pytest.mark.parametrize("policy", ["thrifty", "best"])
def test_scripted_fights(address: str, browser: Browser, rows: Rows, policy: str) -> None:
    """Two fights in a row with the same hero: steps, log, chances and account."""
    with opened(browser, f"{address}fight.html{query(START)}") as (page, watch):
        page.get_by_label(policy.capitalize()).check()
        table = Table(rows, dict(START), policy)
        advised(page)
        assert same(page, table)
        for dice, luck_dice in FIRST:
            play_round(page, table, dice, luck_dice)
            if table.numbers["foe-stamina"]:
                assert page.url.endswith(query(table.numbers))
        assert page.inner_text("#end-heading") == "You won the fight"
        stamina, luck = (table.numbers[name] for name in ("stamina", "luck"))
        left = f"It took {len(FIRST)} rounds. You have STAMINA {stamina} and LUCK {luck} left."
        account = f"Your choices cost you {wording.points(Fraction(table.cost))} against best play."
        assert page.inner_text("[data-slot=left]") == left
        assert table.cost > 0.01 and page.inner_text("[data-slot=cost]") == account

        page.click("#next")
        entry = f"Foe of SKILL 9, STAMINA 11: won in {len(FIRST)} rounds. {account}"
        assert page.locator("#fights li").all_inner_texts() == [entry]
        hero = {name: int(page.input_value(f"#{name}")) for name in ("skill", "stamina", "luck")}
        assert hero == {name: table.numbers[name] for name in hero}
        page.fill("#foe-skill", "6")
        page.fill("#foe-stamina", "5")
        page.click(".begin")
        advised(page)
        second = Table(rows, table.numbers | {"foe-skill": 6, "foe-stamina": 5}, policy)
        assert same(page, second)
        for dice, luck_dice in [((2, 12), 12), ((2, 12), None), ((2, 12), None)]:
            play_round(page, second, dice, luck_dice)
            if not second.numbers["stamina"]:
                break
        assert page.inner_text("#end-heading") == "You have fallen"
        assert watch.errors == []


def test_many_fights_with_all_sorts_of_choices(address: str, browser: Browser, rows: Rows) -> None:
    """From anywhere, with any dice and any choices: every step, and the account at the end."""
    chance = random.Random(5)
    pair = [a + b for a in range(1, 7) for b in range(1, 7)]
    with opened(browser, "about:blank") as (page, watch):
        for gap in (-6, -2, 0, 1, 3, 10):
            n = {"skill": 10 + gap, "stamina": chance.randint(2, 14), "luck": chance.randint(1, 13)}
            n |= {"foe-skill": 10, "foe-stamina": chance.randint(2, 14)}
            page.goto(f"{address}fight.html{query(n)}")
            advised(page)
            table = Table(rows, n)
            while n["stamina"] and n["foe-stamina"]:
                tests = n["luck"] and chance.random() < 0.4
                play_round(
                    page, table, (chance.choice(pair), chance.choice(pair)), chance.choice(pair) if tests else None
                )
            words = f"cost you {wording.points(Fraction(table.cost))} against" if table.cost else "as good as best play"
            assert words in page.inner_text("[data-slot=cost]")
    assert watch.errors == []


def test_a_fight_without_luck_asks_nothing(address: str, browser: Browser, rows: Rows) -> None:
    start = START | {"luck": 1}
    with opened(browser, f"{address}fight.html{query(start)}") as (page, _):
        table = Table(rows, dict(start))
        advised(page)
        for dice, luck_dice in [((12, 2), 2), ((12, 2), None), ((2, 12), None)]:
            play_round(page, table, dice, luck_dice)
        assert table.numbers["luck"] == 0


def test_playing_best_costs_nothing(address: str, browser: Browser, rows: Rows) -> None:
    with opened(browser, f"{address}fight.html{query(START)}") as (page, _):
        page.get_by_label("Best").check()
        while page.is_hidden("#next"):
            page.click("[data-round=won]")
            page.wait_for_selector("#card-now:not([data-verdict=unknown])")
            if page.get_attribute("#card-now", "data-verdict") == "test":
                page.click("[data-test=yes].advised")
                page.click("[data-luck=yes]")
            else:
                page.click("[data-test=no]")
        assert page.inner_text("[data-slot=cost]") == "Your choices were as good as best play."


def test_undo_goes_back_step_by_step(address: str, browser: Browser, rows: Rows) -> None:
    with opened(browser, f"{address}fight.html{query(START)}") as (page, _):
        advised(page)
        table = Table(rows, dict(START))
        seen = [page.inner_text("#arena")]
        for step in ("[data-round=won]", "[data-test=yes]", "[data-luck=no]", "[data-round=drawn]"):
            page.click(step)
            seen.append(page.inner_text("#arena"))
        assert len(set(seen)) == len(seen)
        for before in reversed(seen[:-1]):
            page.click("#undo")
            assert page.inner_text("#arena") == before
        assert same(page, table)
        page.click("#undo")
        assert page.is_visible("#setup") and page.input_value("#stamina") == "10"


def test_dice_of_the_page(address: str, browser: Browser) -> None:
    """Rolled by the page, all that can come up comes up, and the log tells what fell."""
    with opened(browser, f"{address}fight.html{query(START)}") as (page, watch):
        totals = page.evaluate("Array.from({ length: 4000 }, () => LuckAtlas.rollPair())")
        assert {face for pair in totals for face in pair} == {1, 2, 3, 4, 5, 6}
        mean = sum(map(sum, totals)) / len(totals)
        assert abs(mean - 7) < 6 * (35 / 6 / len(totals)) ** 0.5
        for _ in range(80):
            if page.is_visible("#next"):
                break
            for button in ("#roll-round", "[data-test=yes]", "#roll-luck"):
                if page.is_visible(button):
                    page.click(button)
                    break
        assert page.is_visible("#next")
        log = "\n".join(page.locator("#log li").all_inner_texts())
        assert re.search(r"Round 1: (won|lost|drawn) \d+ to \d+\.", log)
        assert watch.errors == []


def test_a_reload_goes_on(address: str, browser: Browser, rows: Rows) -> None:
    with opened(browser, f"{address}fight.html{query(START)}") as (page, _):
        table = Table(rows, dict(START))
        advised(page)
        play_round(page, table, (9, 2), 6)
        page.click("[data-round=lost]")
        page.reload()
        page.wait_for_selector("#card-now:not([data-verdict=unknown])")
        assert page.inner_text("#card-now [data-slot=heading]") == "You lost the round"
        page.click("#undo")
        assert same(page, table)
        page.goto(f"{address}fight.html")
        advised(page)
        assert same(page, table)
        page.goto(f"{address}fight.html{query(START | {'foe-skill': 7})}")
        page.wait_for_selector("#fights li")
        assert (
            page.locator("#fights li")
            .all_inner_texts()[0]
            .startswith("Foe of SKILL 9, STAMINA 11: left after 1 round.")
        )
        assert page.inner_text(".tally [data-slot=foe-skill]") == "7"
        page.click("#leave")
        page.reload()
        assert page.is_visible("#setup") and page.locator("#fights li").count() == 2


RULES = {
    "won": {"plain": 2, "lucky": 4, "unlucky": 1},
    "lost": {"plain": 2, "lucky": 1, "unlucky": 3},
    "luck_cost": 1,
    "max_stamina": 24,
    "max_luck": 13,
}


def kept(**changes: Any) -> str:
    """What the browser holds after a few rounds, with changes."""
    rules = json.dumps(RULES, separators=(",", ":"))
    events = [{"round": "won"}, {"test": True}, {"luck": 5}]
    content = {"version": 1, "rules": rules, "search": "", "sheet": START, "earlier": []}
    return json.dumps(content | {"current": {"start": START, "events": events}} | changes)


def current(*events: Any, **start: Any) -> dict[str, Any]:
    return {"start": START | start, "events": list(events)}


DAMAGED = {
    "no JSON": "{",
    "nothing in it": "null",
    "a number": "7",
    "another version": kept(version=2),
    "other rules": kept(rules="{}"),
    "no list": kept(earlier=3),
    "a bad record": kept(earlier=[{"end": "<b>", "skill": 1, "stamina": 1, "rounds": 1, "cost": 0, "unjudged": 0}]),
    "a bad sheet": kept(sheet={"skill": 1}),
    "an impossible start": kept(current=current(stamina=-4)),
    "a start of words": kept(current=current(stamina="many")),
    "an unknown event": kept(current=current({"round": "sideways"})),
    "a step out of turn": kept(current=current({"test": True})),
    "dice that cannot be": kept(current=current({"round": [13, 2]})),
    "a round after the end": kept(current=current(*[{"round": "won"}, {"test": False}] * 7)),
    "events that are none": kept(current={"start": START, "events": 5}),
}


def test_what_is_kept_is_found(address: str, browser: Browser) -> None:
    """The frame of the cases below is sound: unchanged, it is read."""
    with opened(browser, f"{address}fight.html") as (page, _):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, kept()])
        page.reload()
        assert page.is_hidden("#note") and page.inner_text(".tally [data-slot=foe-stamina]") == "7"


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_storage_is_set_aside(address: str, browser: Browser, text: str) -> None:
    with opened(browser, f"{address}fight.html") as (page, watch):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
        page.reload()
        assert "set aside" in page.inner_text("#note") and page.is_visible("#setup")
        assert page.evaluate(f"localStorage.getItem('{KEY}-set-aside')") == text
        page.click(".begin")
        page.click("[data-round=drawn]")
        assert page.locator("#log li").count() == 1
        page.reload()
        assert page.is_hidden("#note") and page.locator("#log li").count() == 1
        assert watch.errors == []


@pytest.mark.parametrize("name", ["index.html", "fight.html"])
def test_a_browser_that_keeps_nothing(address: str, browser: Browser, name: str) -> None:
    with opened(browser, "about:blank") as (page, watch):
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });"
        )
        page.goto(f"{address}{name}{query(START)}")
        if name == "fight.html":
            assert "keeps nothing" in page.inner_text("#note")
            page.click("[data-round=won]")
            page.wait_for_selector("#card-now[data-verdict=test]")
        else:
            page.get_by_label("Best").check()
            page.wait_for_selector("#card-won[data-verdict=test]")
        assert watch.errors == []


def test_beyond_the_tables(address: str, browser: Browser) -> None:
    start = {"skill": 30, "stamina": 26, "luck": 9, "foe-skill": 12, "foe-stamina": 30}
    with opened(browser, f"{address}fight.html{query(start)}") as (page, watch):
        page.click("[data-round=won]")
        assert page.get_attribute("#card-now", "data-verdict") == "unknown"
        page.click("[data-test=no]")
        assert "The tables end at STAMINA 24" in page.inner_text("#arena")
        for _ in range(14):
            page.click("[data-round=won]")
            page.click("[data-test=no]")
        assert page.inner_text("[data-slot=cost]").endswith("(Choices beyond the tables: 15, not counted.)")
        assert watch.errors == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_nothing_stands_in_anyones_way(address: str, browser: Browser, scheme: str, width: int) -> None:
    size = {"width": width, "height": 740}
    with opened(browser, f"{address}fight.html", viewport=size, color_scheme=scheme) as (page, _):
        steps = [".begin", "[data-round=won]", "[data-test=yes]", "[data-luck=yes]", "#leave"]
        for step in [None, *steps]:
            if step:
                page.click(step)
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for target in page.locator("main :is(button, .dial input, summary):visible").all():
                box = target.bounding_box()
                assert box and box["height"] >= 44 and box["width"] >= 44, target.evaluate("e => e.outerHTML")


def test_advice_and_choice_fit_a_phone(address: str, browser: Browser) -> None:
    phone = {"width": 360, "height": 740}
    with opened(browser, f"{address}fight.html{query(START)}", viewport=phone) as (page, _):
        page.click("[data-round=won]")
        page.wait_for_selector("#card-now[data-verdict=test]")
        box = page.locator("[data-test=yes]").bounding_box()
        assert box and box["y"] + box["height"] <= phone["height"]
