"""Cards derived and judged, each kind apart, for they take longest."""

from collections.abc import Sequence

from atlas.cards import catalogue
from atlas.cards.catalogue import LAST_FIGHT, Card, DerivedCard
from atlas.cards.front import FrontPoint, front
from atlas.cards.memory_grid import MemoryGrid, derive_memory_grid
from atlas.game.edition import Edition
from atlas.game.rules import Rules
from atlas.making.engine import task
from atlas.policies.certify import thrifty_policy
from atlas.policies.journeys import Outlook, Yardstick, outlook, yardstick

DERIVING, JOINING = "Deriving the cards from simulated fights", "Putting the cards together"


@task("Measuring journeys", seconds=5)
def measure_journeys(rules: Rules) -> Yardstick:
    return yardstick(rules)


@task("Measuring journeys")
def look_ahead(edition: Edition, measure: Yardstick) -> Outlook:
    """Find out where fights of journeys begin and what comes after them, when LUCK is spared at the edition's price."""
    return outlook(edition.rules, thrifty_policy(edition.rules, edition.luck_price), measure)


@task(DERIVING, seconds=5)
def judge_sentences(edition: Edition, measure: Yardstick, ahead: Outlook) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_sentences(edition, ahead), measure)


@task(DERIVING, seconds=6)
def judge_baselines(edition: Edition, measure: Yardstick, ahead: Outlook) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_baselines(edition), measure)


@task(DERIVING, seconds=3)
def judge_strips(edition: Edition, measure: Yardstick, ahead: Outlook) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_strip_card(edition, ahead), measure)


@task(DERIVING, seconds=5)
def judge_grids(edition: Edition, measure: Yardstick, ahead: Outlook) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_grids(edition, ahead), measure)


@task(DERIVING, seconds=1.5)
def derive_quick_grid(edition: Edition) -> DerivedCard:
    """Derive the quick grid for other rules: with fewer finalists, at the price of LUCK alone, and not judged."""
    return catalogue.quick_grid(edition, None, finalists=1)


@task(DERIVING, seconds=1.5)
def derive_rounds_grid(edition: Edition) -> MemoryGrid:
    return derive_memory_grid(edition)


@task(JOINING)
def share_of_luck(edition: Edition, card: DerivedCard) -> dict[str, float]:
    """Return the extra wins that a card gets, by group of fights."""
    return catalogue.extra_wins(edition.rules, card)


@task(JOINING)
def join_cards(derived: Sequence[list[Card]]) -> list[Card]:
    return [card for cards in derived for card in cards]


@task(JOINING)
def weigh_front(edition: Edition, cards: Sequence[Card], measure: Yardstick) -> list[FrontPoint]:
    return front(edition.rules, [card for card in cards if card.id != LAST_FIGHT], measure)
