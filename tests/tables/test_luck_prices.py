"""The evidence for a price of LUCK: shares that can be had another way, the rule that chooses, and what pages say."""

from fractions import Fraction

import pytest

from atlas.cards.catalogue import Card
from atlas.game.edition import FIRST_EDITIONS_PRICE, LUCK_PRICE, Edition
from atlas.policies.journeys import JOURNEYS
from atlas.tables.luck_prices import GROUPS, PRICES, LuckPrices, PriceRow
from atlas.tasks import plan
from tests.conftest import made

HIGH, LOW = (0.9,) * len(JOURNEYS), (0.5,) * len(JOURNEYS)


@pytest.fixture(scope="module")
def prices(cards: list[Card]) -> LuckPrices:
    """Of the site; the cards are made before."""
    evidence: LuckPrices = made(plan.results(Edition()).luck_prices)
    return evidence


def test_groups_tell_every_journey_apart() -> None:
    for journey in JOURNEYS:
        assert sum(holds(journey) for holds in GROUPS.values()) == 1
    assert all(any(map(holds, JOURNEYS)) for holds in GROUPS.values())


def test_deadly_tests_are_those_that_kill_as_in_the_books() -> None:
    row = PriceRow(Fraction(1), tuple(float(bool(journey.tests) and journey.deadly == 25) for journey in JOURNEYS))
    assert "deadly luck tests" in LuckPrices([row]).groups and row.mean_of("deadly luck tests") == 1


def test_no_kind_of_book_is_let_down_for_more_in_the_others() -> None:
    """The highest mean alone does not choose; nor does the least alone, where it is near the best."""
    alike, uneven = PriceRow(Fraction(1), LOW), PriceRow(Fraction(2), (*HIGH[1:], 0.1))
    near = PriceRow(Fraction(3), (*HIGH[1:], 0.46))
    assert LuckPrices([alike, uneven]).chosen is alike
    assert LuckPrices([alike, uneven, near]).chosen is near


def test_what_asking_gains_is_the_mean_over_all_journeys() -> None:
    """Where one group alone gains by a price of its own, what it gains counts by its part of the journeys."""
    holds = [GROUPS["many luck tests"](journey) for journey in JOURNEYS]
    usual = PriceRow(Fraction(1), tuple(0.4 if many else 0.9 for many in holds))
    other = PriceRow(Fraction(2), tuple(0.8 if many else 0.1 for many in holds))
    prices = LuckPrices([usual, other])
    assert prices.chosen is usual
    assert prices.gain_of_asking == pytest.approx(0.4 * sum(holds) / len(JOURNEYS))


@pytest.mark.slow
def test_play_at_one_price_is_what_the_cards_are_measured_against(prices: LuckPrices, cards: list[Card]) -> None:
    """Best and thrifty play, and that at the first editions' price, are judged with the cards too."""
    by_id, by_price = ({card.id: card for card in cards}, {row.price: row for row in prices.rows})
    assert tuple(by_price) == PRICES
    for name, price in (("best", Fraction(0)), ("thrifty", LUCK_PRICE), ("thrifty-first", FIRST_EDITIONS_PRICE)):
        assert by_price[price].shares == by_id[name].journey_shares


@pytest.mark.slow
def test_the_price_of_the_atlas_is_the_one_that_the_rule_chooses(prices: LuckPrices) -> None:
    assert prices.chosen.price == LUCK_PRICE == Fraction(1, 40)
    assert prices.chosen.average_share >= 0.89 and prices.chosen.least_share >= 0.81
    assert prices.all_out.average_share < 0 < prices.first_editions.average_share < prices.chosen.average_share - 0.2
    assert prices.gain_of_asking > 0.01
