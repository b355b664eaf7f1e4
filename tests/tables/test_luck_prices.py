"""The evidence for a price of luck: shares of survival that can be had another way, and what they say."""

from fractions import Fraction

import pytest

from atlas.cards.catalogue import Card
from atlas.game.edition import Edition
from atlas.tables.luck_prices import PRICES, LuckPrices
from atlas.tasks import plan
from tests.conftest import made

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def prices(cards: list[Card]) -> LuckPrices:
    """Of the site; the cards are made before."""
    found: LuckPrices = made(plan.results(Edition()).luck_prices)
    return found


def test_play_at_one_price_is_what_the_cards_are_measured_against(prices: LuckPrices, cards: list[Card]) -> None:
    """Best and thrifty play are judged with the cards too."""
    shares = {card.id: card.survival_share for card in cards}
    assert prices.everywhere == pytest.approx((shares["best"], shares["thrifty"]), abs=1e-12)
    by_price = {row.price: row for row in prices.rows}
    assert tuple(by_price) == PRICES
    assert by_price[Fraction(0)].before_the_last == pytest.approx(shares["best"], abs=1e-12)
    assert by_price[Fraction(1, 1000)].by_place == pytest.approx((shares["thrifty"],) * 3, abs=1e-12)
    assert by_price[Fraction(1, 1000)].before_the_last == by_price[Fraction(0)].by_place[0]


def test_luck_needs_a_price_before_the_last_fight_and_none_in_it(prices: LuckPrices) -> None:
    """As the page says."""
    parts = [round(100 * row.before_the_last, 1) for row in prices.rows]
    assert parts == [74.7, 92.2, 93.1, 93.2, 93.0, 91.6, 89.9, 86.6]
    assert prices.best.price == Fraction(1, 1000) and prices.good == (Fraction(2, 10_000), Fraction(2, 1000))
    assert prices.best_by_place[0] == 0 < min(prices.best_by_place[1:])
