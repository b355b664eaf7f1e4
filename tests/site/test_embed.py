"""The page for makers: its examples run, and the code that it shows works in a page of their own."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from atlas.game.advice import advise
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair
from atlas.making.output import Output
from atlas.site.embed import ELSEWHERE, EXAMPLE
from tests.browser import new_page, served

pytestmark = pytest.mark.slow
LETTERS = {(False, False): "k", (True, False): "w", (False, True): "l", (True, True): "b"}


def snippets(site: Path) -> list[str]:
    text = (site / "embed.html").read_text()
    return [
        unescape(code) for code in re.findall(r'<pre class="code" tabindex="0"><code>(.*?)</code>', text, re.DOTALL)
    ]


WRONG = (
    ("skill", "abc", "a whole number from 0 to 99"),
    ("skill", "100", "a whole number from 0 to 99"),
    ("foe-stamina", "2.5", "a whole number from 1 to 99"),
    ("price", "dear", "a number from 0 to 1"),
    ("ahead", "7/7,x", "pairs of SKILL and STAMINA, such as 7/7,10/12"),
    ("rules", "{won", "the name of a preset, or an object as JSON"),
)
"""attributes of the element, and what is said of them"""


def test_the_examples_on_the_page_run(small: Output, browser: Browser) -> None:
    with served(small.site, "/a/b/") as base, new_page(browser) as page:
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.goto(base + "embed.html")
        assert json.loads(page.inner_text("#answer")) == advise(EXAMPLE)
        page.fill("#fight", json.dumps(EXAMPLE | {"rules": "weapon-3", "ahead": {}}))
        assert json.loads(page.inner_text("#answer")) == advise(EXAMPLE | {"rules": "weapon-3", "ahead": {}})
        page.fill("#fight", json.dumps(EXAMPLE | {"rules": "<img src=x onerror=alert(1)>"}))
        assert page.inner_text("#answer").startswith('rules is "<img src=x onerror=alert(1)>": it must be one of books')
        advice = page.locator("luck-advice")
        expect(advice.locator("b")).to_have_text(["Test your Luck", "Keep your LUCK"])
        page.fill("[data-scores=element] [name=luck]", "0")
        expect(advice.locator("b")).to_have_text(["Keep your LUCK", "Keep your LUCK"])
        page.fill("[data-scores=element] [name=luck]", "")
        expect(advice).to_contain_text('luck is "": it must be a whole number from 0 to 99.')
        page.fill("[data-scores=element] [name=luck]", "5")
        for name, wrong, allowed in WRONG:
            before = advice.get_attribute(name)
            advice.evaluate("(element, [name, text]) => element.setAttribute(name, text)", [name, wrong])
            expect(advice).to_have_text(f"{name} is {json.dumps(wrong)}: it must be {allowed}.")
            if before is None:
                advice.evaluate("(element, name) => element.removeAttribute(name)", name)
            else:
                advice.evaluate("(element, [name, text]) => element.setAttribute(name, text)", [name, before])
        page.fill("[data-scores=table] [name=stamina]", "4")
        page.fill("[data-scores=table] [name=foe-stamina]", "3")
        expect(page.locator("#letter")).to_have_text(re.compile("^[kwlb]$"))
        page.fill("[data-scores=table] [name=stamina]", "77")
        expect(page.locator("#letter")).to_have_text("not in the table")
        assert errors == []


def test_the_code_to_copy_works_elsewhere(small: Output, browser: Browser, tmp_path: Path) -> None:
    """A page on another host, with the two lines of the element and the module's."""
    with served(small.site) as base:
        _, element, module = snippets(small.site)[:3]
        (tmp_path / "tracker.html").write_text(
            "<!doctype html><title>Tracker</title>" + (element + module).replace(ELSEWHERE, base)
        )
        with served(tmp_path) as other, new_page(browser) as page:
            page.route(
                base + "**",
                lambda route: route.fulfill(
                    path=small.site / route.request.url.removeprefix(base),
                    headers={"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"},
                ),
            )
            with page.expect_console_message() as logged:
                page.goto(other + "tracker.html")
            assert logged.value.args[0].json_value() == advise(EXAMPLE)
            expect(page.locator("luck-advice b")).to_have_text(["Test your Luck", "Keep your LUCK"])


def test_a_host_that_allows_nothing_still_leaves_a_frame_and_a_link(
    small: Output, browser: Browser, tmp_path: Path
) -> None:
    """The server of these tests sends no headers that let another host load its modules."""
    with served(small.site) as base, served(tmp_path) as other, new_page(browser) as page:
        frame, element, module = (code.replace(ELSEWHERE, base) for code in snippets(small.site)[:3])
        (tmp_path / "tracker.html").write_text("<!doctype html><title>Tracker</title>" + element + module + frame)
        messages: list[str] = []
        page.on("console", lambda message: messages.append(message.text))
        page.goto(other + "tracker.html")
        link = page.locator("luck-advice > a")
        expect(link).to_be_visible()
        inside = page.frame_locator("iframe")
        expect(inside.locator("h1")).to_be_visible()
        expect(inside.locator(".site-head")).to_be_hidden()
        for name, score in (("skill", "8"), ("stamina", "8"), ("luck", "9"), ("foe-skill", "9"), ("foe-stamina", "7")):
            expect(inside.locator(f"#{name}")).to_have_value(score)
        assert any("blocked by CORS policy" in line for line in messages)
        link.click()
        expect(page.locator("#foe-skill")).to_have_value("9")
        expect(page.locator(".site-head")).to_be_visible()


def test_the_letters_are_the_verdicts(site: Path, pairs: dict[int, Pair]) -> None:
    policy = json.loads((site / "data" / "verdicts.json").read_text())
    assert policy["staminas"] == 24
    for gap, pair in pairs.items():
        for name, solution in (("thrifty", pair.thrifty), ("best", pair.best)):
            for luck, text in enumerate(policy[name][str(gap)]):
                for place, letter in enumerate(text):
                    state = State(place // 24 + 1, place % 24 + 1, luck)
                    tests = (solution.verdict(state, outcome) is Verdict.TEST for outcome in Outcome)
                    assert letter == LETTERS[tuple(tests)], (gap, name, state)  # type: ignore[index]
