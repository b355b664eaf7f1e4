"""What the fight page says beyond test and keep: when to escape and to drink, for what lies ahead."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Start
from atlas.game.stages import FightStage
from atlas.game.worths import Worths
from tests.browser import served
from tests.site.hand import PHONE, opened
from tests.site.test_table_random import said

pytestmark = pytest.mark.slow

HERO = {"skill": 9, "stamina": 18, "luck": 8}
ESCAPES = {"fight": "Stay and fight", "escape": "Escape if you may", "either": "As you like"}
DIE, HURT, UNHARMED = 25, 36, 39
"""of a hundred who are Unlucky in a luck test on the way"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}index.html"


def act(page: Page, *events: dict[str, Any]) -> None:
    for event in events:
        assert page.evaluate("(event) => LuckAtlas.current.act(event)", event), event


def new(meals: int = 0, potion: str = "") -> dict[str, Any]:
    return {"anew": {"scores": HERO, "meals": meals, "doses": 1 if potion else 0, "potion": potion}}


def ahead(kind: str, *foes: list[int], price: float = 0.0, tests: str = "") -> dict[str, Any]:
    told = {"kind": kind, "foes": [*foes], "luck_price": price, "least_stamina": 1, "least_luck": 0}
    return {"ahead": told | ({"tests": tests} if tests else {})}


def rest(tests: int) -> list[dict[str, Any]]:
    """Five more fights with foes of the books, as an adventure's file has them."""
    stages: list[dict[str, Any]] = [{"unknown": 1}]
    for number in range(1, 3):
        if number <= tests:
            on, unlucky, dead, hurt = (f"{name} {number}" for name in ("on", "unlucky", "dead", "hurt"))
            stages += [
                {"test": {"lucky": {"to": on}, "unlucky": {"to": unlucky}}},
                {"name": unlucky, "roll": [[dead, DIE], [hurt, HURT], [on, UNHARMED]]},
                {"name": dead, "stamina": -99},
                {"name": hurt, "stamina": -2},
                {"name": on},
            ]
        stages.append({"unknown": 2})
    return stages


def chances(foe: list[int], stages: list[dict[str, Any]], stamina: int, luck: int, meals: int) -> tuple[float, float]:
    """To come through by fighting on, and by an escape, worked out in Python."""
    file = {"meals": meals, "stages": [{"foe": foe, "escape": True}, *stages]}
    solver = Solver(adventure_of(file, "told"), Start(*HERO.values()), whole=False).run()
    stage = solver.adventure.stages[0]
    assert isinstance(stage.kind, FightStage)
    fight = solver.fight(stage.kind.fight, stage.leads_to, stage.kind.escape)
    on = Worths(fight.fought().reshape(solver.shape), fight.unit)
    at = (stamina, luck, 0, meals)
    return float(on.at(*at)), float(solver.escape(stage.kind.fight.rules, 1).at(*at))


CASES: list[tuple[list[int], dict[str, Any], list[dict[str, Any]], int, int]] = [
    ([5, 4], ahead("more", price=0.025), rest(2), 18, 2),
    ([12, 12], ahead("more", price=0.025), rest(2), 18, 2),
    ([10, 9], ahead("more", price=0.025, tests="none"), rest(0), 9, 0),
    ([8, 8], ahead("more", price=0.025, tests="few"), rest(1), 12, 3),
    ([10, 9], ahead("foes", [7, 7], [9, 10]), [{"foe": [7, 7]}, {"foe": [9, 10]}], 14, 1),
    ([6, 5], ahead("foes", [7, 7], [9, 10]), [{"foe": [7, 7]}, {"foe": [9, 10]}], 14, 1),
    ([7, 6], ahead("foes", [6, 5]), [{"foe": [6, 5]}], 16, 3),
    ([9, 8], ahead("foes", [6, 5], price=0.025), [{"foe": [6, 5]}, *rest(2)], 16, 3),
]


def test_whether_to_escape_is_said_for_what_lies_ahead(address: str, browser: Browser) -> None:
    """As the solver in Python has it; where that knows all that is to come, with the chances."""
    verdicts = set()
    with opened(browser, address, viewport=PHONE) as (page, watch):
        for foe, told, stages, stamina, meals in CASES:
            act(page, new(meals), {"set": "stamina", "to": stamina}, told, {"foe": foe})
            # On the road the first of these foes was the next: in the fight they come after it.
            act(page, told)
            fight, escape = chances(foe, stages, stamina, HERO["luck"], meals)
            best, other = max(fight, escape), min(fight, escape)
            verdict = "either" if best - other <= 0.01 * best else "escape" if escape > fight else "fight"
            verdicts.add(verdict)
            row = page.locator("#escape-row")
            expect(row.locator("[data-slot=escape-advice]")).to_have_text(ESCAPES[verdict])
            why = "with five fights to come"
            if told["ahead"]["kind"] == "foes" and not told["ahead"]["luck_price"]:
                ending = "either way" if verdict == "either" else f"else {said(other)}"
                why = f"with your meals {said(best)}, {ending}"
            expect(row.locator("[data-slot=escape-why]")).to_have_text(why)
        assert verdicts == set(ESCAPES) and watch.errors == []


def test_the_last_fight_is_not_left(address: str, browser: Browser) -> None:
    with opened(browser, address, viewport=PHONE) as (page, _):
        act(page, new(), {"foe": [12, 20], "last": True})
        expect(page.locator("[data-slot=escape-advice]")).to_have_text("Stay and fight")
        expect(page.locator("[data-slot=escape-why]")).to_have_text("it has to be won")


def test_it_is_said_on_wide_screens_and_against_several_foes_too(address: str, browser: Browser) -> None:
    """Wide screens draw the map beside it."""
    with opened(browser, address, viewport={"width": 1280, "height": 900}) as (page, watch):
        act(page, new(), {"foe": [12, 12]})
        expect(page.locator("#map svg").first).to_be_visible()
        expect(page.locator("[data-slot=escape-advice]")).to_have_text(ESCAPES["escape"])
        act(page, {"foe": [9, 8], "others": [[9, 9]]})
        expect(page.locator("[data-slot=escape-advice]")).to_have_text(ESCAPES["escape"])
        act(page, {"set": "foe-skill", "to": 2}, {"set": "foe-skill-2", "to": 2})
        act(page, {"set": "foe-stamina", "to": 2}, {"set": "foe-stamina-2", "to": 2})
        expect(page.locator("[data-slot=escape-advice]")).to_have_text(ESCAPES["fight"])
        assert watch.errors == []


def test_behind_an_escape_the_foes_that_were_named_are_met(address: str, browser: Browser) -> None:
    with opened(browser, address, viewport=PHONE) as (page, _):
        act(page, new(), {"foe": [9, 8]}, ahead("foes", [7, 7], [9, 10]), {"escape": True, "luck": "kept"})
        expect(page.locator("[data-slot=next-foe]")).to_have_text("7/7")
        page.wait_for_timeout(500)
        page.click("#next")
        assert page.evaluate("LuckAtlas.current.state.ahead.foes") == [[9, 10]]
        # Nothing was fought: there is no curve, and no chance beside the round that was left.
        act(page, {"escape": True, "luck": "kept"})
        expect(page.locator("#so-far li span").first).to_have_text("escaped at once")
        assert page.is_hidden("#curve") and page.locator("#rounds .chance-then").count() == 0


def test_potions_are_drunk_when_they_win_most(address: str, browser: Browser) -> None:
    """With five more fights ahead; a Potion of Skill as soon as any is missing."""
    advice = {
        ("stamina", "stamina", 18): "Wait: it gives nothing now",
        ("stamina", "stamina", 16): "Wait: it wins more later",
        ("stamina", "stamina", 2): "Drink now: it wins more now",
        ("luck", "luck", 8): "Wait: it wins more later",
        ("luck", "luck", 2): "Drink now: it wins more now",
        ("skill", "skill", 9): "Wait: it gives nothing now",
        ("skill", "skill", 7): "Drink now: SKILL counts in every round",
    }
    with opened(browser, address, viewport=PHONE) as (page, watch):
        for (potion, score, left), told in advice.items():
            act(page, new(potion=potion), {"set": score, "to": left})
            expect(page.locator("[data-slot=drink-advice]")).to_have_text(told)
        assert watch.errors == []


def test_a_fight_is_remembered_as_it_was_left(address: str, browser: Browser) -> None:
    """A meal behind it changes nothing of what was left when it was won."""
    with opened(browser, address, viewport=PHONE) as (page, _):
        lost = {"round": "lost", "luck": "kept"}
        act(page, new(2), {"foe": [5, 2]}, lost, lost, {"round": "won", "luck": "kept"}, {"eat": True}, {"foe": [6, 2]})
        assert page.evaluate("LuckAtlas.current.state.fights.map(({ stamina }) => stamina)") == [14]


def test_nothing_is_advised_after_the_last_fight(address: str, browser: Browser) -> None:
    """Before it all is eaten, after it nothing follows."""
    with opened(browser, address, viewport=PHONE) as (page, _):
        act(page, new(3, "luck"), ahead("last"), {"set": "stamina", "to": 9}, {"set": "luck", "to": 2})
        expect(page.locator("[data-slot=eat-advice]")).to_have_text("Eat now: best before the last fight")
        act(page, {"foe": [5, 2], "last": True}, {"round": "won", "luck": "kept"})
        expect(page.locator("h1")).to_have_text("The last fight is won")
        page.wait_for_timeout(1000)
        assert page.inner_text("[data-slot=eat-advice]") == page.inner_text("[data-slot=drink-advice]") == ""
        assert page.locator("#road .advised").count() == 0
