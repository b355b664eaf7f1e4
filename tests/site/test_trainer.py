"""The trainer: its questions against the solver, the puzzle of the day, and rounds played as readers play them."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.cards.catalogue import Card
from atlas.game.advice import answer
from atlas.game.ahead import Foe
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.rules import BOOK_RULES, Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.game.worth import EndGoal
from atlas.policies.conditions import Where
from atlas.policies.policy import Policy
from atlas.site.trainer import as_grid, compared_cards
from tests.browser import faults, looks, served
from tests.site.hand import PHONE, SCORES, Hand, click, opened, query, seen, small
from tests.site.screens import TRAINING, edition_of, in_node, source
from tests.site.test_table_form import SHIFTS
from tests.site.test_table_saved import damaged

pytestmark = pytest.mark.slow

KILOBYTE = 1000
LEAST = 2
"""wins in 100: what matters less never comes up"""
KEY = "luck-atlas-trainer"
OTHER = {"test": "keep", "keep": "test"}
SEED = "crypto.getRandomValues = (array) => array.fill(1982);"
PRIME = """
  const { answers, edition, puzzle, questions, random } = LuckAtlas;
  // One large solution for each SKILL gap serves all fights in it.
  const large = { stamina: 24, luck: 12, "foe-stamina": 24 };
  for (let skill = 0; skill <= 20; skill++) {
    const scores = { ...large, skill, "foe-skill": 10 };
    answers.solved(questions.stateOf(scores, edition.ahead), scores);
  }
"""
DRAWN = """
  const drawn = (level, count) => {
    const chance = random.from(7 + level);
    return Array.from({ length: count }, () => {
      const question = questions.draw(chance, edition.training.levels[level]);
      const { verdict, test, keep } = questions.answer(question);
      const { scores, outcome, ahead, does, apart } = question;
      return { scores, outcome, kind: ahead.kind, foes: ahead.foes, does, apart, verdict, test, keep };
    });
  };
"""
DAYS = "return given.map((day) => puzzle.of(day).map(questions.keyOf));"
SEVERAL, AHEAD = 1650, 100
"""questions of each level, and of the last, whose fights are solved one by one"""


@dataclass(frozen=True)
class Drawn:
    """What Node draws: questions by level, and the puzzles of ten years."""

    levels: list[list[dict[str, Any]]]
    puzzles: dict[str, list[str]]


def days() -> list[str]:
    """Ten years from 2026 on, three leap days among them."""
    return [(date(2026, 1, 1) + timedelta(days=n)).isoformat() for n in range(3653)]


@pytest.fixture(scope="module")
def edition(site: Path) -> dict[str, Any]:
    return edition_of(site / "trainer.html")


@pytest.fixture(scope="module")
def drawn(edition: dict[str, Any]) -> Drawn:
    """The chains of what lies ahead come last: they push the large solutions out."""
    body = f"""{PRIME}{DRAWN}
      const puzzles = given.map((day) => puzzle.of(day).map(questions.keyOf));
      const last = edition.training.levels.length - 1;
      return [edition.training.levels.map((_, level) => drawn(level, level < last ? {SEVERAL} : {AHEAD})), puzzles];"""
    levels, puzzles = in_node(source(TRAINING, edition), body, days())
    return Drawn(levels, dict(zip(days(), puzzles, strict=True)))


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}trainer.html"


def in_hundred(chance: Fraction) -> int:
    return int(chance * 100 + Fraction(1, 2))


def thrifty(pair: Pair, state: State, outcome: Outcome) -> tuple[Verdict, Fraction, Fraction]:
    """The verdict and the chances if you test and if you keep, from the exact solution of a whole skill gap."""
    solution, rules = pair.thrifty, BOOK_RULES
    chances, here = solution.win_chances, rules.position(state.hero_stamina, state.foe_stamina)

    def chance(luck: int, place: int) -> Fraction:
        return Fraction(chances.numerators[luck][place], chances.denominator)

    plain, lucky, unlucky = (targets[here] for targets in rules.moves[outcome])
    ways = Fraction(sum(a + b <= state.luck for a in range(1, 7) for b in range(1, 7)), 36)
    test = ways * chance(state.luck - 1, lucky) + (1 - ways) * chance(state.luck - 1, unlucky)
    return solution.verdict(state, outcome), test, chance(state.luck, plain)


def test_ten_thousand_questions_are_answered_as_the_solver_does(drawn: Drawn, pairs: dict[int, Pair]) -> None:
    """Those of what lies ahead one by one, the others from the whole tables; none makes no difference."""
    asked = [question for level in drawn.levels for question in level]
    assert len(asked) == 6 * SEVERAL + AHEAD == 10_000
    for question in asked:
        scores, kind, does = question["scores"], question["kind"], question["does"]
        goal = EndGoal(luck_price=Edition().luck_price if kind == "more" else Fraction(0))
        ahead = tuple(Foe(*foe) for foe in question["foes"])
        fight = Fight(*(scores[name] for name in SCORES), foes_ahead=ahead, goal=goal)
        outcome = Outcome(question["outcome"])
        if kind == "more":
            verdict, test, keep = thrifty(pairs[fight.table_gap], fight.state, outcome)
        else:
            choice = answer(fight).choice(outcome)
            assert choice.test_survival is not None
            verdict, test, keep = choice.verdict, choice.test_survival, choice.keep_survival
        assert verdict.word == question["verdict"] == does, question
        assert question["test"] == pytest.approx(float(test)) and question["keep"] == pytest.approx(float(keep))
        more = in_hundred(test) - in_hundred(keep)
        assert question["apart"] == (more if does == "test" else -more), question
        assert 100 * abs(test - keep) >= LEAST, "in truth, not only as it is shown"
    assert {(question["outcome"], question["does"]) for question in asked} == set(product(map(str, Outcome), OTHER))


def test_every_level_asks_for_both_and_half_is_about_its_rule(edition: dict[str, Any], drawn: Drawn) -> None:
    training = edition["training"]
    rows = training["cards"]["quick"]["won"][0]["rows"]
    for level, asked in zip(training["levels"], drawn.levels, strict=True):
        assert {question["does"] for question in asked} == {"test", "keep"}, level["title"]
        if "row" in level:
            won = [question["scores"]["foe-stamina"] for question in asked if question["outcome"] == "won"]
            assert sum(stamina in rows[level["row"]] for stamina in won) >= 0.45 * len(asked), level["title"]


def test_the_puzzle_is_the_same_everywhere_and_no_date_fails(
    edition: dict[str, Any], drawn: Drawn, browser: Browser
) -> None:
    puzzles = list(drawn.puzzles.values())
    assert len(puzzles) == 3653 and all(len(set(puzzle)) == 5 for puzzle in puzzles)
    assert len(set(map(tuple, puzzles))) == 3653, "each day has its own"
    page = browser.new_page()
    page.add_script_tag(content=source(TRAINING, edition))
    there = page.evaluate(f"(given) => {{ {PRIME} {DAYS} }}", list(drawn.puzzles))
    page.close()
    assert there == puzzles


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Pacific/Kiritimati", "2026-11-17T10:30:00Z", "2026-11-18"),
        ("Pacific/Pago_Pago", "2026-11-18T10:30:00Z", "2026-11-17"),
        ("America/Sao_Paulo", "2027-01-01T02:30:00Z", "2026-12-31"),
        ("Europe/Berlin", "2027-03-28T01:30:00Z", "2027-03-28"),
        ("Asia/Kathmandu", "2028-02-28T18:20:00Z", "2028-02-29"),
    ],
)
def test_the_readers_own_date_counts(
    edition: dict[str, Any], drawn: Drawn, browser: Browser, address: str, zone: str, moment: str, day: str
) -> None:
    script = source(TRAINING, edition)
    asked = "return [puzzle.today(new Date(given)), puzzle.of(puzzle.today(new Date(given))).map(questions.keyOf)];"
    told = in_node(script, f"const {{ puzzle, questions }} = LuckAtlas; {asked}", moment, TZ=zone)
    assert told == [day, drawn.puzzles[day]]
    with opened(browser, "about:blank") as (page, _):
        page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        page.clock.set_fixed_time(moment)
        page.goto(f"{address}#puzzle")
        shown = page.evaluate(
            "[LuckAtlas.puzzle.today(), LuckAtlas.puzzle.of(LuckAtlas.puzzle.today()).map(LuckAtlas.questions.keyOf)]"
        )
    assert shown == told


def test_grids_in_the_page_say_what_the_cards_say(edition: dict[str, Any], cards: list[Card]) -> None:
    """At every fight of the tables: the quick grid, and the paper's strategy as a grid."""
    lucks, staminas = range(1, 13), range(1, 25)
    body = """
      const made = {};
      for (const card of ["quick", "paper", "never"]) for (const outcome of ["won", "lost"]) {
        let text = "";
        for (let skill = 2; skill <= 22; skill++) for (let luck = 1; luck <= 12; luck++)
          for (let stamina = 1; stamina <= 24; stamina++) for (let foe = 1; foe <= 24; foe++) {
            const scores = { skill, stamina, luck, "foe-skill": 12, "foe-stamina": foe };
            text += LuckAtlas.grids.does(card, { scores, outcome })[0];
          }
        made[`${card} ${outcome}`] = text;
      }
      return made;
    """
    told = in_node(source(TRAINING, edition), body, None)
    gap, luck, hero, foe = np.meshgrid(range(-10, 11), lucks, staminas, staminas, indexing="ij")
    named: dict[str, Policy] = {name: card.policy for name, card in compared_cards(cards).items()}  # type: ignore[misc]
    for name, policy in named.items():
        for outcome in Outcome:
            tests = policy.tests(outcome, Where(gap, luck, hero, foe)).ravel()
            assert told[f"{name} {outcome}"] == "".join(np.where(tests, "t", "k"))
    assert set(told["never won"] + told["never lost"]) == {"k"}
    strategies = [card for card in cards if re.fullmatch(r"strategy-\d", card.id)]
    assert len(strategies) == 8
    for card in strategies:  # whichever is the best, its grid is its rules
        for outcome in Outcome:
            (block,) = as_grid(card, outcome).blocks
            shown = np.full((24, 24), 99)
            for row, column, number in block.squares():
                shown[np.ix_([n - 1 for n in column], [n - 1 for n in row])] = number
            where = Where(gap[0], luck[0], hero[0], foe[0])
            assert (card.policy.tests(outcome, where) == (luck[0] >= shown)).all()  # type: ignore[union-attr]


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('{KEY}')"))
    return found


ASKED = """
  const dials = [...document.querySelectorAll("#question dd")];
  const scores = Object.fromEntries(dials.map((dial) => [dial.dataset.slot, Number(dial.textContent)]));
  const outcome = document.querySelector("#asked").textContent.includes("won") ? "won" : "lost";
  const question = { scores, outcome, ahead: LuckAtlas.edition.ahead };
"""
"""the question on the screen, from the numbers that stand there"""


def asks(page: Page) -> None:
    """The first question of a visit is there."""
    expect(page.locator("#asked")).to_contain_text("You")


def advice(page: Page) -> str:
    """What is right at it."""
    asks(page)
    found: str = page.evaluate(f"() => {{ {ASKED} return LuckAtlas.questions.answer(question).does; }}")
    return found


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)], ids=str)
def test_a_round_of_ten_by_hand(address: str, browser: Browser, size: tuple[int, int]) -> None:
    """Everything that is to be tapped is in view; two are answered wrongly on purpose."""
    with opened(browser, "about:blank", viewport={"width": size[0], "height": size[1]}) as (page, watch):
        page.add_init_script(SEED)
        page.goto(address)
        hand, lost = Hand(page), 0
        for number in range(1, 11):
            expect(page.locator("[data-slot=count]")).to_have_text(f"Question {number} of 10")
            right = advice(page)
            choice = right if number not in (2, 7) else OTHER[right]
            seen(page.locator("#question [data-slot=round]"))
            hand.tap(f"#{choice}")
            seen(page.locator("#card [data-slot=verdict]"))
            assert page.inner_text("#card [data-slot=verdict]").lower() == right
            told = page.inner_text("#judged")
            assert (told == "Right") == (choice == right)
            lost += int(found[1]) if (found := re.search(r": (\d+) wins in 100 lost", told)) else 0
            assert re.search(r"\d+ if you|under 1|over 99", page.inner_text("#card .chances"))
            assert page.locator("#grid-line .here").count() == 1
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            hand.tap("#next")
        assert page.inner_text("#end") == "8 of 10 right"
        rows = dict(
            zip(
                page.locator("#compared li span").all_inner_texts(),
                page.locator("#compared li b").all_inner_texts(),
                strict=True,
            )
        )
        assert list(rows) == ["You", "The quick grid", "The paper’s strategy", "Never testing"]
        assert rows["You"] == f"{lost / 10:.1f}"
        assert page.locator(".again li").count() == 2 and hand.taps == 20
        link = page.locator(".again a").first
        link.click()
        page.wait_for_selector("#i-won:not([data-verdict=unknown])")
        assert watch.errors == []


def test_a_round_of_ten_with_keys_only(address: str, browser: Browser) -> None:
    with opened(browser, "about:blank") as (page, watch):
        page.add_init_script(SEED)
        page.goto(address)
        asks(page)
        for _ in range(10):
            page.keyboard.press("Enter")  # does nothing before an answer
            page.keyboard.press(advice(page)[0])
            page.keyboard.press("t")  # nor does a letter after it
            assert page.get_attribute("#trainer", "data-phase") == "told"
            assert page.evaluate("document.activeElement.id") == "next"
            expect(page.locator("#status")).to_contain_text("Right.")
            page.keyboard.press("Enter")
        assert page.inner_text("#end") == "10 of 10 right" and page.inner_text("#compared .you b") == "0.0"
        assert page.evaluate("document.activeElement.id") == "end"
        assert page.is_visible("#none-wrong") and not page.is_visible("#dearest")
        while page.evaluate("document.activeElement.id") != "further":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.input_value("#level") == "1" and page.evaluate("document.activeElement.id") == "question"
        assert page.locator("#trainer :is([role=status], [aria-live], [role=alert])").count() == 1
        assert watch.errors == []


def test_what_went_wrong_comes_back_sooner(address: str, browser: Browser) -> None:
    """After three others; once right, after ten more; and what is saved is seen and deleted."""
    asked = f"() => {{ {ASKED} return LuckAtlas.questions.keyOf(question); }}"
    with opened(browser, "about:blank") as (page, _):
        page.add_init_script(SEED)
        page.goto(address)
        page.select_option("#level", "5")
        first = page.evaluate(asked)
        came = []
        for number in range(16):
            came.append(page.evaluate(asked))
            page.click(f"#{OTHER[advice(page)] if number == 0 else advice(page)}")
            page.click("#next")
            if page.is_visible("#end"):
                page.click("#again")
        assert [number for number, key in enumerate(came) if key == first] == [0, 4, 15]
        page.reload()
        page.click("#saved summary")
        assert page.inner_text("#saved [data-slot=saved]").startswith("16 questions, 15 right,")
        assert page.locator("#waiting li").count() == 1
        page.click("#forget")
        assert page.evaluate(f"localStorage.getItem('{KEY}')") is None
        assert "deleted" in page.inner_text("#saved") and page.locator("#waiting li").count() == 0


DAMAGED = ("", "{", "[]", '{"version":1}', '{"version":9,"level":0}', "null", "<img src=x onerror=alert(1)>")


NOTES = {
    "version": 1, "level": 2, "asked": 9, "right": 7, "lost": 12, "byGrid": 3,
    "waiting": [{"key": "10.13.9.7.9 lost more", "box": 1, "due": 11}],
    "puzzles": {"2026-11-17": {"choices": "tkktt", "right": 4}},
}  # fmt: skip


def test_damaged_notes_are_told_set_aside_and_handed_out(address: str, browser: Browser) -> None:
    """Every field missing, of another type and out of range too; the round is played in each."""
    states = [*DAMAGED, *(json.dumps(notes) for _, notes in damaged(NOTES, few=True))]
    assert len(states) > 48
    with opened(browser, address, viewport=PHONE, accept_downloads=True) as (page, watch):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, json.dumps(NOTES)])
        page.reload()
        assert page.is_hidden("#problem") and page.input_value("#level") == "2"
        for saved in states:
            page.evaluate("([key, text]) => { localStorage.clear(); localStorage.setItem(key, text); }", [KEY, saved])
            page.reload()
            asks(page)
            told = page.inner_text("#problem").startswith("What this browser had saved is damaged")
            assert page.evaluate(f"localStorage.getItem('{KEY}-set-aside')") == (saved if told else None)
            page.keyboard.press("t")
            assert state(page)["asked"] == (1 if told else 10) and watch.errors == [], saved
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, "{"])
        page.reload()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download it").click()
        assert download.value.path().read_text() == "{" and download.value.suggested_filename == f"{KEY}.json"


@pytest.mark.parametrize("lacking", ["BigInt", "crypto"])
def test_a_browser_that_lacks_what_it_takes_is_told(address: str, browser: Browser, lacking: str) -> None:
    """One line, and the quiz that needs nothing."""
    with opened(browser, "about:blank", viewport=PHONE) as (page, watch):
        page.add_init_script(f"Object.defineProperty(window, '{lacking}', {{ value: undefined }})")
        page.goto(address)
        assert page.inner_text("#problem") == (
            "This browser is too old for the trainer. The quiz below needs nothing of it."
        )
        assert not page.is_visible("#test") and page.is_visible("#quiz") and watch.errors == []


def test_the_puzzle_is_played_once_a_day_and_told_without_giving_anything_away(address: str, browser: Browser) -> None:
    with opened(browser, "about:blank", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"]) as (
        page,
        watch,
    ):
        page.clock.set_fixed_time("2026-11-18T12:00:00")
        page.goto(address)
        page.check("[value=puzzle]", force=True)
        for number in range(5):
            right = advice(page)
            page.keyboard.press((right if number != 3 else OTHER[right])[0])
            if number == 2:
                page.reload()
                expect(page.locator("[data-slot=count]")).to_have_text("Question 4 of 5")
            else:
                page.keyboard.press("Enter")
        assert page.inner_text("#end") == "4 of 5 right"
        page.click("#share")
        expect(page.locator("#sum [data-slot=told]")).to_have_text("The result is copied.")
        text = page.evaluate("navigator.clipboard.readText()")
        shape = r"Luck Atlas, 18 November 2026: 4 of 5 ◆◆◆◇◆, \d\.\d wins lost per 100 fights\. (.*)"
        assert (found := re.fullmatch(shape, text)) and found[1] == f"{address}#puzzle"
        page.reload()
        assert page.inner_text("#end") == "4 of 5 right", "what was played stays played"
        assert page.inner_text("#week .today b") == "4"
        page.clock.set_fixed_time("2026-11-19T12:00:00")
        page.reload()
        expect(page.locator("[data-slot=count]")).to_have_text("Question 1 of 5")
        assert page.locator("#week li b").all_inner_texts() == ["", "", "", "", "", "4", ""] and watch.errors == []


PHASES = {"ask": [], "told": ["#test"], "wrong": ["#keep"], "sum": ["#next", *["#test", "#next"] * 9]}
"""with the taps that lead there, the first and the wrong answer from the beginning, the others from the one before"""


def phases(page: Page, address: str, begin: str = "") -> Iterator[str]:
    page.add_init_script(SEED)
    for phase, taps in PHASES.items():
        if phase in ("ask", "wrong"):
            page.goto("about:blank")
            page.goto(address)
            asks(page)
            page.evaluate(begin)
        for tap in taps:
            page.click(tap)
        if phase in ("told", "wrong"):
            assert (page.inner_text("#judged") == "Right") == (phase == "told")
        yield phase


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_stands_in_anyones_way(address: str, browser: Browser, width: int) -> None:
    with opened(browser, "about:blank", viewport={"width": width, "height": 844}, bypass_csp=True) as (page, watch):
        for phase in phases(page, address):
            if phase == "sum":
                page.click("#saved summary")
            assert small(page, ".trainer :is(button, select, summary, .switch label)") == [], phase
            for look in looks(page):
                assert faults(page, look) == [], (phase, look)
        assert watch.errors == []


@pytest.mark.parametrize("width", [320, 390])
def test_text_twice_as_large(address: str, browser: Browser, width: int) -> None:
    with opened(browser, "about:blank", viewport={"width": width, "height": 844}) as (page, _):
        for phase in phases(page, address, "document.documentElement.style.fontSize = '200%'"):
            assert page.evaluate("document.documentElement.scrollWidth") <= width, phase


def test_the_first_visit_is_light(site: Path, address: str, browser: Browser) -> None:
    sizes = {}
    with opened(browser, "about:blank", viewport=PHONE) as (page, watch):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        for url in watch.requests:
            path = urlsplit(url).path.removeprefix("/luck/")
            if (site / path).is_file():
                data = (site / path).read_bytes()
                sizes[path] = len(data) if path.endswith((".woff2", ".png")) else len(gzip.compress(data, 6))
    assert "static/trainer.js" in sizes and sum(sizes.values()) <= 110 * KILOBYTE, (sum(sizes.values()), sizes)


def test_without_scripts_there_is_a_quiz(address: str, browser: Browser) -> None:
    """Its answers stand further down, on paper on a page of their own, and are the solver's."""
    with opened(browser, address, java_script_enabled=False, viewport=PHONE) as (page, _):
        assert page.locator("h1:visible").count() == 1 and not page.is_visible("#test")
        asked = page.locator("section.quiz:not(.answers) > ol > li").all_inner_texts()
        answers = page.locator(".answers li").all_inner_texts()
        assert len(asked) == len(answers) >= 8
        for question, told in zip(asked, answers, strict=True):
            skill, stamina, luck, foe_skill, foe_stamina = map(int, re.findall(r"\d+", question))
            fight = Fight(skill, stamina, luck, foe_skill, foe_stamina, goal=EndGoal(luck_price=Edition().luck_price))
            choice = answer(fight).choice(Outcome.WON if "You won" in question else Outcome.LOST)
            assert choice.test_survival is not None
            verdict, test, keep = (
                choice.verdict.word.upper(),
                *map(in_hundred, (choice.test_survival, choice.keep_survival)),
            )
            assert told.startswith(f"{verdict}. {test} wins in 100 if you test, {keep} if you keep.")
            assert 100 * abs(choice.test_survival - choice.keep_survival) >= LEAST
        assert {told.split(".")[0] for told in answers} == {"TEST", "KEEP"}
    with opened(browser, address, viewport=PHONE) as (page, _):
        assert not page.is_visible(".answers")
        page.emulate_media(media="print")
        assert page.is_visible(".answers") and not page.is_visible("#test")
        assert page.evaluate("getComputedStyle(document.querySelector('.answers')).breakBefore") == "page"


def test_it_works_offline_and_asks_no_one(address: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    context.set_offline(True)
    page.reload()
    asks(page)
    page.keyboard.press("t")
    assert page.get_attribute("#trainer", "data-phase") == "told"
    assert all(url.startswith(address.removesuffix("trainer.html")) for url in asked)
    context.close()


def test_reduced_motion_is_respected(address: str, browser: Browser) -> None:
    with opened(browser, address, reduced_motion="reduce") as (page, _):
        moving = """[...document.querySelectorAll("*")].filter((element) =>
          !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration)).length"""
        assert page.evaluate(moving) == 0


DEAR = [
    ("lost", "unlucky"),
    ("won", "kept"),
    ("lost", "unlucky"),
    ("won", "lucky"),
    ("lost", "unlucky"),
    ("lost", "unlucky"),
]
"""rounds of a fight in which luck is tested and kept against the advice, until it is lost"""


def test_own_fights_come_first_and_can_be_practised(address: str, browser: Browser) -> None:
    """From the account of a fight to its dearest decision, then the others of it; the total of what is given away."""
    start = {"skill": 9, "stamina": 10, "luck": 10, "foe-skill": 10, "foe-stamina": 13}
    with opened(browser, address.replace("trainer.html", f"index.html{query(start)}"), viewport=PHONE) as (page, watch):
        for outcome, luck in DEAR:
            page.evaluate("(event) => LuckAtlas.current.act(event)", {"round": outcome, "luck": luck})
        expect(page.locator("#practise")).to_be_visible()
        number, outcome = re.match(r"Round (\d), (won|lost)", page.inner_text("[data-slot=dearest]")).groups()  # type: ignore[union-attr]
        before = page.evaluate(f"LuckAtlas.current.state.entries[{int(number) - 1}].before")
        click(page, "#practise")
        page.wait_for_selector("#question")
        asks(page)
        assert page.url.endswith("trainer.html") and page.inner_text("[data-slot=own]") == "From your own fight."
        asked = page.evaluate(f"() => {{ {ASKED} return question; }}")
        assert (asked["scores"], asked["outcome"]) == (before, outcome)
        lost, own = 0, 0
        for count in range(1, 11):
            own += page.is_visible("[data-slot=own]:not(:empty)")
            page.click(f"#{OTHER[advice(page)] if count < 3 else advice(page)}")
            told = page.inner_text("#judged")
            lost += int(found[1]) if (found := re.search(r": (\d+) wins in 100 lost", told)) else 0
            said = f"Given away so far: {lost} wins in 100, in {count} question{'s' if count > 1 else ''}."
            assert page.text_content("[data-slot=given]") == said
            page.click("#next")
        noted = page.evaluate("LuckAtlas.practice.decisions()")
        assert own == len(noted) >= 1 and lost > 0, "each once; what went wrong again waits like all others"
        assert watch.errors == []


def test_what_goes_wrong_most_is_asked_most(edition: dict[str, Any]) -> None:
    """After lost rounds, with little STAMINA, with much LUCK."""
    body = """
      const { memory, questions, random } = LuckAtlas;
      const level = LuckAtlas.edition.training.levels.at(-1);
      const share = {};
      for (const kind of Object.keys(questions.KINDS)) {
        const hard = memory.hardest({ kinds: { [kind]: [8, 6], other: [9, 1] } });
        const chance = random.from(7);
        const drawn = (wanted) => Array.from({ length: 60 }, () => questions.draw(chance, level, new Set(), wanted));
        const of = (wanted) => drawn(wanted).filter(questions.KINDS[kind]).length / 60;
        share[kind] = [hard, of(null), of(questions.KINDS[hard])];
      }
      return share;
    """
    shares = in_node(source(TRAINING, edition), body, None)
    assert set(shares) == {"lost", "weak", "lucky"}
    for kind, (hard, usual, wanted) in shares.items():
        assert hard == kind and wanted >= max(0.9, usual), (kind, usual, wanted)


def test_nothing_moves_while_it_loads(address: str, browser: Browser) -> None:
    with opened(browser, "about:blank", viewport=PHONE) as (page, _):
        page.add_init_script(f"({SHIFTS})()")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(address)
        asks(page)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
        assert page.evaluate("window.shift") <= 0.05
