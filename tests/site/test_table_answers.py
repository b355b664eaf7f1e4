"""What the screen at the table says, against the data file: verdicts, chances, reasons, accounts."""

import csv
import gzip
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.game.edition import LUCK_PRICE
from atlas.making.sources import screen_modules, static_files
from tests.browser import served
from tests.site.hand import Hand, click, opened, query

pytestmark = pytest.mark.slow

Row = dict[str, str]
PAIRS = [a + b for a in range(1, 7) for b in range(1, 7)]
HITS = {"won": (2, 4, 1), "lost": (2, 1, 3)}
"""what a normal, a Lucky and an Unlucky hit take, as printed in the books"""
ASK = """([kind, price, fights]) => fights.map((scores) => {
  const begun = LuckAtlas.adventure.begin(LuckAtlas.edition);
  return LuckAtlas.answers.answer({ ...begun, scores, ahead: { ...begun.ahead, kind, luck_price: price } });
})"""


@dataclass(frozen=True)
class Book:
    """The data file, read for one kind of advice."""

    rows: dict[tuple[int, int, int, int], Row]
    thrifty: bool

    def verdict(self, at: tuple[int, int, int, int], outcome: str) -> str:
        return self.rows[at][f"{'thrifty_' if self.thrifty else ''}on_{'win' if outcome == 'won' else 'loss'}"]

    def chance(self, gap: int, luck: int, hero: int, foe: int) -> Fraction:
        if foe <= 0 or hero <= 0:
            return Fraction(int(hero > 0))
        return Fraction(float(self.rows[gap, luck, hero, foe]["win_chance_thrifty" if self.thrifty else "win_chance"]))

    def after(self, at: tuple[int, int, int, int], outcome: str, hit: int, luck: int) -> Fraction:
        gap, _, hero, foe = at
        return self.chance(gap, luck, hero, foe - hit) if outcome == "won" else self.chance(gap, luck, hero - hit, foe)

    def keep(self, at: tuple[int, int, int, int], outcome: str) -> Fraction:
        return self.after(at, outcome, HITS[outcome][0], at[1])

    def test(self, at: tuple[int, int, int, int], outcome: str, cost: int = 1) -> Fraction:
        """Testing now and playing as advised afterwards; at no cost in LUCK for the sake of argument."""
        ways = Fraction(sum(total <= at[1] for total in PAIRS), 36)
        _, lucky, unlucky = HITS[outcome]
        return ways * self.after(at, outcome, lucky, at[1] - cost) + (1 - ways) * self.after(
            at, outcome, unlucky, at[1] - cost
        )


@pytest.fixture(scope="module")
def rows(site: Path) -> dict[tuple[int, int, int, int], Row]:
    text = gzip.decompress((site / "data" / "policy.csv.gz").read_bytes()).decode()
    names = ("skill_gap", "luck", "hero_stamina", "foe_stamina")
    return {
        (int(r[names[0]]), int(r[names[1]]), int(r[names[2]]), int(r[names[3]])): r
        for r in csv.DictReader(io.StringIO(text))
    }


@pytest.fixture(scope="module")
def table(site: Path, browser: Browser) -> Iterator[Page]:
    with served(site) as address, opened(browser, f"{address}index.html") as (page, watch):
        page.evaluate("LuckAtlas.parts.script('sharing')")
        yield page
        assert watch.errors == []


def fight(at: tuple[int, int, int, int]) -> dict[str, int]:
    gap, luck, hero, foe = at
    return {"skill": 20 + gap, "stamina": hero, "luck": luck, "foe-skill": 20, "foe-stamina": foe}


def shown_well(chance: Fraction, shown: float) -> bool:
    return abs(float(chance) - shown) < 1e-12


@pytest.mark.parametrize("kind", ["more", "last"])
def test_verdicts_chances_and_reasons(table: Page, rows: dict[tuple[int, int, int, int], Row], kind: str) -> None:
    """States of every SKILL gap and LUCK: the numbers are those of the data file, and every reason is true."""
    book = Book(rows, kind == "more")
    chosen = random.Random(16)
    states = [
        (gap, luck, *staminas)
        for gap in range(-10, 11)
        for luck in range(14)
        for staminas in (
            (chosen.randint(1, 24), chosen.randint(1, 24)),
            (chosen.randint(1, 7), chosen.randint(1, 9)),
            (chosen.randint(1, 4), chosen.randint(1, 24)),
        )
    ]
    answers = table.evaluate(ASK, [kind, float(LUCK_PRICE) if kind == "more" else 0, [fight(at) for at in states]])
    given: dict[str, int] = {}
    for at, answer in zip(states, answers, strict=True):
        assert shown_well(book.chance(*at), answer["chance"]), at
        for outcome in ("won", "lost"):
            decision = answer[outcome]
            assert decision["verdict"] == book.verdict(at, outcome), (at, outcome)
            assert shown_well(book.keep(at, outcome), decision["keep"]), (at, outcome)
            if at[1]:
                assert shown_well(book.test(at, outcome), decision["test"]), (at, outcome)
            reason = decision["reason"] or {"kind": "none"}
            given[reason["kind"]] = given.get(reason["kind"], 0) + 1
            assert holds(book, at, outcome, reason), (at, outcome, reason)
            apart = abs(round_half_up(decision["keep"]) - round_half_up(decision["test"] or 0)) if at[1] else 0
            clear = decision["verdict"] != "either" and at[1] and apart >= 5
            assert (decision["strength"] == "clear") == bool(clear)
    assert given.get("none", 0) < 0.02 * 2 * len(states), given
    assert len(given) >= 14, given


def round_half_up(chance: float) -> int:
    return int(chance * 100 + 0.5)


def holds(book: Book, at: tuple[int, int, int, int], outcome: str, reason: dict[str, Any]) -> bool:
    """Whether a reason is true of a decision, worked out from the books' rules and the data file alone."""
    gap, luck, hero, foe = at
    kind, verdict = reason["kind"], book.verdict(at, outcome)
    stamina = foe if outcome == "won" else hero
    left = [stamina - hit for hit in HITS[outcome]]
    ends = [rest <= 0 for rest in left]
    hits = [max(0, -(-rest // 2)) if outcome == "won" else max(0, -(-rest // 2) - 1) for rest in left]
    test, keep = (book.test(at, outcome), book.keep(at, outcome)) if luck else (None, None)
    match kind:
        case "none":
            return True
        case "no-luck":
            return luck == 0
        case "never-won" | "never-lost":
            return gap == (-10 if outcome == "won" else 10) and kind.endswith(outcome)
        case "any-hit-kills":
            return outcome == "won" and all(ends) and verdict != "test"
        case "normal-kills":
            return outcome == "won" and ends[0] and not ends[2] and verdict != "test"
        case "lucky-kills":
            return outcome == "won" and ends == [False, True, False] and verdict == "test"
        case "killed-anyway":
            return outcome == "lost" and all(ends) and verdict != "test"
        case "only-lucky-saves":
            return outcome == "lost" and ends == [True, False, True] and verdict == "test"
        case "unlucky-kills":
            return outcome == "lost" and ends == [False, False, True] and verdict != "test"
        case "same":
            return verdict == "either"
        case "cannot-be-lucky":
            return luck == reason["luck"] == 1 and verdict != "test"
        case "won-hits" | "lost-hits":
            numbers = [reason["normal"], reason["lucky"], reason["unlucky"]]
            better = hits[1] < hits[0] if outcome == "won" else hits[1] > hits[0]
            return kind.startswith(outcome) and numbers == hits and better and verdict == "test"
        case "saves-nothing-won" | "saves-nothing-lost":
            return hits[0] == hits[1] == reason["normal"] and verdict == "keep"
        case "later-won" | "later-lost":
            return hits[0] == hits[1] and [reason["normal"], reason["lucky"]] == left[:2] and verdict == "test"
        case "wins-no-more":
            return book.thrifty and verdict == "keep" and abs(book.test(at, outcome) - book.keep(at, outcome)) < 1e-11
        case "too-dear":
            return book.thrifty and verdict == "keep" and bool(test is not None and keep is not None and test > keep)
        case "luck-for-later" | "risk-too-great":
            free = book.test(at, outcome, cost=0) > book.keep(at, outcome)
            return (
                verdict == "keep"
                and free == (kind == "luck-for-later")
                and bool(test is not None and keep is not None and test <= keep)
            )
    return False


def test_differences_are_those_of_the_numbers_shown(table: Page) -> None:
    """75 − 72 never reads "2 more": over a grid of pairs, the words are the difference of the words."""
    found = table.evaluate(
        """() => {
        const { words } = LuckAtlas;
        const wrong = [];
        for (let test = 0.01; test <= 0.99; test += 0.0137) for (let keep = 0.01; keep <= 0.99; keep += 0.0171) {
          const apart = Math.abs(Number(words.hundred(test)) - Number(words.hundred(keep)));
          const said = words.more({ test, keep }, "fight");
          if (apart && said !== `${apart} more ${apart === 1 ? "win" : "wins"}`) wrong.push([test, keep, said]);
        }
        return wrong;
      }"""
    )
    assert found == []


def test_no_word_that_means_something_else(site: Path) -> None:
    """Players read "wins in 100", never points of win chance; LUCK, STAMINA and SKILL are in capitals."""
    words = (static_files()["static/words.js"] + screen_modules()["table/fight-words.js"]).decode()
    page = (site / "index.html").read_text(encoding="utf-8")
    strings = " ".join(part for part in words.split('"')[1::2]) + " ".join(words.split("`")[1::2])
    for text in (strings, page.split('<script type="application/json"')[0].split("<main")[1]):
        for wrong in (" points", "the hero", "enemy", "win chance", "your luck ", "stamina of"):
            assert wrong not in text, wrong
    assert "Fighting Fantasy" in page


def test_the_account_of_a_fight(site: Path, browser: Browser, rows: dict[tuple[int, int, int, int], Row]) -> None:
    """Chances round by round, the luckiest roll and the dearest decision of a fight played to a script."""
    book = Book(rows, thrifty=True)
    start = {"skill": 9, "stamina": 14, "luck": 10, "foe-skill": 10, "foe-stamina": 13}
    played = [
        ("lost", "kept"),
        ("won", "lucky"),
        ("lost", "unlucky"),
        ("won", "lucky"),
        ("won", "lucky"),
        ("won", "kept"),
    ]
    at = (-1, 10, 14, 13)
    chances, costs = [book.chance(*at)], []
    for outcome, choice in played:
        tested = choice != "kept"
        test, keep = book.test(at, outcome), book.keep(at, outcome)
        if (book.verdict(at, outcome) == "test") != tested and book.verdict(at, outcome) != "either":
            costs.append((abs(float(test - keep)), len(chances), outcome, choice, test, keep))
        hit = HITS[outcome][{"kept": 0, "lucky": 1, "unlucky": 2}[choice]]
        gap, luck, hero, foe = at
        at = (
            (gap, luck - tested, hero, max(0, foe - hit))
            if outcome == "won"
            else (gap, luck - tested, max(0, hero - hit), foe)
        )
        chances.append(book.chance(*at))
    assert at[3] == 0 and costs
    with (
        served(site) as address,
        opened(browser, f"{address}index.html{query(start)}", viewport={"width": 390, "height": 844}) as (page, _),
    ):
        hand = Hand(page)
        for outcome, choice in played:
            hand.round(outcome, choice)
        shown = page.get_attribute("#curve svg", "aria-label") or ""
        assert shown.split(": ")[1] == ", ".join(str(round_half_up(float(chance))) for chance in chances) + "."
        _, number, outcome, choice, test, keep = max(costs)
        chosen, better = (test, keep) if choice != "kept" else (keep, test)
        ints = [round_half_up(float(chance)) for chance in (chosen, better)]
        did, other = ("you tested", "keeping") if choice != "kept" else ("you kept your LUCK", "testing")
        said = f"Round {number}, {outcome}: {did}. That wins {ints[0]} fights in 100; {other} wins {ints[1]}."
        assert page.inner_text("[data-slot=dearest]") == said
        apart = ints[1] - ints[0]
        name = "Blunder" if apart >= 5 else "Mistake" if apart >= 2 else "Slip"
        assert page.inner_text("[data-slot=dearest-name]") == name
        assert (
            page.inner_text("[data-slot=limits]") == "Slip: under 2 wins in 100. Mistake: 2 to 4. Blunder: 5 or more."
        )
        click(page, "#to-log")
        assert page.locator("#rounds .chance-then").all_inner_texts() == [
            f"{round_half_up(float(chance))}%" for chance in reversed(chances[1:])
        ]


def test_playing_as_advised_has_no_dear_decision(table: Page) -> None:
    said = table.evaluate(
        """() => {
        const { adventure, answers, account } = LuckAtlas;
        let state = adventure.begin(LuckAtlas.edition);
        for (let i = 0; i < 40 && state.phase !== "over"; i++) {
          state = adventure.step(state, { round: i % 3 ? "won" : "lost" });
          if (state.phase !== "answer") continue;
          const { does } = answers.answer(state)[state.open.outcome];
          state = adventure.step(state, { luck: does === "test" ? (i % 2 ? "lucky" : "unlucky") : "kept" });
        }
        return [state.phase, account.of(state).dearest];
      }"""
    )
    assert said == ["over", None]


def test_two_lost_rounds_are_remembered(table: Page) -> None:
    """A run of lost rounds is part of the fight: the chance after one lost round is that of the longer memory."""
    fresh, after = table.evaluate(
        """() => {
        const { adventure, answers } = LuckAtlas;
        const begun = adventure.begin(LuckAtlas.edition);
        const scores = { skill: 12, stamina: 24, luck: 12, "foe-skill": 12, "foe-stamina": 20 };
        const ahead = { ...begun.ahead, kind: "last", luck_price: 0 };
        const state = { ...begun, scores, ahead, rules: "two-lost-rounds-kill" };
        return [answers.answer(state).chance, answers.answer({ ...state, run: 1 }).chance];
      }"""
    )
    assert round(fresh, 3) == 0.197 and after < fresh


WAYS = [sum((a > b) - (a < b) == sign for a in PAIRS for b in PAIRS) for sign in (1, 0, -1)]
"""of the rolls of a round between equals: won, drawn, lost"""


def two_lost_rounds(breaks: bool, hero: int, foe: int, run: int) -> Fraction:
    """The chance to win between equals without LUCK where two lost rounds in succession kill; a draw may break it."""
    if hero <= 0 or foe <= 0 or run == 2:
        return Fraction(hero > 0 and run < 2)
    won, drawn, lost = WAYS
    after = {"won": (breaks, hero, foe - 2, 0), "lost": (breaks, hero - 2, foe, run + 1)}
    decisive = won * two_lost_rounds(*after["won"]) + lost * two_lost_rounds(*after["lost"])
    if breaks and run:
        return Fraction(decisive + drawn * two_lost_rounds(breaks, hero, foe, 0)) / 1296
    return Fraction(decisive) / (won + lost)


@pytest.mark.parametrize("breaks", [False, True])
def test_draws_keep_the_run_of_lost_rounds_unless_they_break_it(site: Path, browser: Browser, breaks: bool) -> None:
    """In the log as the fight goes on, and in the curve after it."""
    start = {"skill": 10, "stamina": 11, "luck": 0, "foe-skill": 10, "foe-stamina": 7}
    rules = quote('{"losing_run":2,"draw_breaks_run":true}', safe="") if breaks else "two-lost-rounds-kill"
    hero, foe, run = 11, 7, 0
    chances = [two_lost_rounds(breaks, hero, foe, run)]
    with served(site) as address, opened(browser, f"{address}index.html{query(start, rules=rules)}") as (page, watch):
        for outcome in ("lost", "drawn", "drawn", "won", "lost", "drawn", "lost", "lost"):
            click(page, f"#i-{outcome}")
            hero, foe = hero - 2 * (outcome == "lost"), foe - 2 * (outcome == "won")
            run = run + 1 if outcome == "lost" else 0 if outcome == "won" or breaks else run
            chances.append(two_lost_rounds(breaks, hero, foe, run))
            shown = [f"{round_half_up(float(chance))}%" for chance in reversed(chances[1:])]
            expect(page.locator("#rounds .chance-then")).to_have_text(shown)
            if run == 2:
                break
        assert page.inner_text("#end") == "You lost the fight" and watch.errors == []
        curve = page.get_attribute("#curve svg", "aria-label") or ""
        assert curve.split(": ")[1] == ", ".join(str(round_half_up(float(chance))) for chance in chances) + "."


JUDGED = """(fights) => fights.map(([scores, outcome, luck]) => {
  const { adventure, account, answers } = LuckAtlas;
  const open = { scores, ahead: LuckAtlas.edition.ahead, rules: "books" };
  let state = adventure.step(adventure.step(adventure.begin(LuckAtlas.edition), { open }), { round: outcome });
  state = adventure.step(state, { luck });
  const { dearest } = account.of(state);
  const { test, keep } = answers.answer({ ...state, ...{ scores, run: 0, used: 0 } })[outcome];
  return dearest && [dearest.name, test, keep, LuckAtlas.words.choiceWords(dearest)];
})"""


def test_what_costs_luck_and_no_wins_is_no_slip(table: Page) -> None:
    """Of choices that are found fault with, a slip, a mistake, a blunder wins less; what only costs LUCK says so."""
    fights = [
        [{"skill": 10 + gap, "stamina": hero, "luck": luck, "foe-skill": 10, "foe-stamina": foe}, outcome, choice]
        for gap in (-9, -4, 0, 3, 8, 10)
        for luck in (1, 6, 12)
        for hero, foe in ((1, 4), (5, 2), (9, 3), (12, 5), (14, 10), (20, 6))
        for outcome in ("won", "lost")
        for choice in ("unlucky", "kept")
    ]
    named: dict[str, int] = {}
    for (_, _, choice), found in zip(fights, table.evaluate(JUDGED, fights), strict=True):
        if found is None:
            continue
        name, test, keep, words = found
        chosen, better = (keep, test) if choice == "kept" else (test, keep)
        assert (name == "luck") == (better - chosen < 1e-12), found
        assert ("and more is to come" in words) == (name == "luck"), found
        named[name] = named.get(name, 0) + 1
    assert min(named[name] for name in ("luck", "slip", "mistake", "blunder")) >= 5, named


def test_the_price_of_luck_is_said(site: Path, browser: Browser) -> None:
    """Who never loses a round wins with or without a test: all that it costs is LUCK."""
    start = {"skill": 20, "stamina": 10, "luck": 9, "foe-skill": 10, "foe-stamina": 6}
    with served(site) as address, opened(browser, f"{address}index.html{query(start)}") as (page, _):
        for tap in ("#i-won", "#reopen", "[data-luck=lucky]", "#i-won"):
            click(page, tap)
        assert page.inner_text("[data-slot=dearest]") == (
            "Round 1, won: you tested. That wins 100 fights in 100; keeping wins 100. "
            "But it costs LUCK, and more is to come."
        )
        assert page.inner_text("[data-slot=dearest-name]") == "Costs LUCK"
        assert page.inner_text("[data-slot=limits]") == ""


def test_big_numbers_do_not_freeze_the_page(site: Path, browser: Browser) -> None:
    big = {"skill": 12, "stamina": 99, "luck": 30, "foe-skill": 12, "foe-stamina": 99}
    with served(site) as address, opened(browser, f"{address}index.html{query(big)}") as (page, watch):
        page.wait_for_selector("#i-won:not([data-verdict=unknown])", timeout=60_000)
        assert watch.errors == []
