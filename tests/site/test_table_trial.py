"""A whole adventure as it was once played by hand in 67 taps: counted, and every tap where the eye is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import served
from tests.site.hand import PHONE, Hand, opened

pytestmark = pytest.mark.slow

MOST_TAPS = 40
HERO = ("9", "18", "10")


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, "/luck/") as found:
        yield f"{found}index.html"


def begin(hand: Hand) -> None:
    """A new adventurer with the meals and the potion that the form offers."""
    hand.tap("#fresh")
    expect(hand.page.locator("#new [name=new-skill]")).to_be_focused()
    for number in HERO:
        hand.page.keyboard.type(number)
        hand.page.keyboard.press("Enter")
    hand.tap("#new .big")


def meet(hand: Hand, skill: int, stamina: int, button: str = "#next") -> None:
    hand.tap(button)
    hand.fight(skill, stamina)


def win(hand: Hand, stamina: int) -> None:
    """Round after round is won, as advised; what is tested is Lucky."""
    while stamina > 0:
        hand.tap("#i-won")
        tested = hand.page.get_attribute("#table", "data-phase") == "answer"
        if tested:
            hand.tap("[data-luck=lucky]")
        stamina -= 4 if tested else 2


def win_against_two(hand: Hand) -> None:
    for _ in range(20):
        if not hand.page.is_visible("#ways"):
            break
        hand.tap(".way[data-outcome=won] >> nth=0")
        if hand.page.get_attribute("#table", "data-phase") == "answer":
            hand.tap("[data-luck=lucky]")
    while hand.page.is_visible("#i-won"):
        hand.tap("#i-won")


def scores(page: Page) -> list[int]:
    return [int(page.input_value(f"#{name}")) for name in ("skill", "stamina", "luck")]


def test_the_adventure_of_the_trial_takes_forty_taps(address: str, browser: Browser) -> None:
    """Nothing is scrolled for; LUCK and STAMINA at its end are those of the book-keeping by hand."""
    with opened(browser, address, viewport=PHONE) as (page, watch):
        hand = Hand(page)
        begin(hand)
        meet(hand, 6, 5)  # Orc
        win(hand, 5)
        meet(hand, 5, 4)  # Orc
        win(hand, 4)
        meet(hand, 5, 5)  # two Orcs at once
        hand.tap("#add-foe")
        for number in ("6", "5"):
            page.keyboard.type(number)
            page.keyboard.press("Enter")
        win_against_two(hand)
        assert page.inner_text("h1") == "On the road" and scores(page) == [9, 18, 10]
        hand.tap("#sword")
        hand.tap("[data-tested=lucky]")
        meet(hand, 7, 8)  # Giant Spider
        win(hand, 8)
        meet(hand, 10, 10)  # Iron Cyclops
        hand.tap("#i-lost")
        hand.tap("#escape")
        assert page.inner_text("h1") == "On the road" and scores(page) == [10, 14, 9]
        hand.tap("#eat")
        hand.tap("#drink")
        assert scores(page) == [10, 18, 11], "Fortune brings back all LUCK and one more"
        meet(hand, 11, 18, "#next-last")  # Warlock
        win(hand, 18)
        assert page.inner_text("h1") == "The last fight is won"
        assert hand.taps <= MOST_TAPS, hand.taps
        assert watch.errors == []
        names = page.locator("#so-far li b").all_text_contents()
        assert len(names) == 6 and names[0] == "Foe 11/18" and names[3] == "Two at once", names


PROVISIONS = {
    # Nothing is lost by eating before the only foe.
    ("18 of 22", "9/12"): "Eat now: best against these foes",
    # Two STAMINA of the meal would be wasted, and a harmless foe comes first.
    ("20 of 22", "2/2, 9/12"): "Wait: it wins more later",
    # As much would be wasted, but there is no later.
    ("20 of 22", "9/12"): "Eat now: best against these foes",
}


def test_meals_against_these_foes_are_worked_out(address: str, browser: Browser) -> None:
    """On the road before foes that are known, after which nothing comes; else by the rule of thumb."""
    with opened(browser, address, viewport=PHONE) as (page, watch):
        for (stamina, foes), advice in PROVISIONS.items():
            now, begun = map(int, stamina.split(" of "))
            pairs = [list(map(int, foe.split("/"))) for foe in foes.split(", ")]
            ahead = {"kind": "foes", "foes": pairs, "luck_price": 0, "least_stamina": 1, "least_luck": 0}
            hero = {"skill": 9, "stamina": begun, "luck": 6}
            for event in (
                {"anew": {"scores": hero, "meals": 1, "doses": 0, "potion": ""}},
                {"ahead": ahead},
                {"set": "stamina", "to": now},
            ):
                assert page.evaluate("(event) => LuckAtlas.current.act(event)", event), event
            expect(page.locator("[data-slot=eat-advice]")).to_have_text(advice)
        assert watch.errors == []
