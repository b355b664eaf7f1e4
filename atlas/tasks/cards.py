"""Cards derived and judged, each kind apart, for they take longest."""

from collections.abc import Sequence

from atlas.cards import catalogue
from atlas.cards.catalogue import LAST_FIGHT, Card, DerivedCard
from atlas.cards.front import FrontPoint, front
from atlas.game.edition import Edition
from atlas.making.engine import task

DERIVING, JOINING = "Deriving the cards from simulated fights", "Putting the cards together"


@task(DERIVING, seconds=6)
def judge_sentences(edition: Edition) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_sentences(edition))


@task(DERIVING, seconds=4)
def judge_baselines(edition: Edition) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_baselines(edition))


@task(DERIVING, seconds=2)
def judge_strips(edition: Edition) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_strip_card(edition))


@task(DERIVING, seconds=4)
def judge_grids(edition: Edition) -> list[Card]:
    return catalogue.judge_cards(edition, catalogue.derive_grids(edition))


@task(DERIVING, seconds=1.5)
def derive_quick_grid(edition: Edition) -> DerivedCard:
    """For other rules: of fewer finalists, and not judged."""
    return catalogue.quick_grid(edition, finalists=1)


@task(JOINING)
def share_of_luck(edition: Edition, card: DerivedCard) -> dict[str, float]:
    """What a card gets of what luck can give, by group of fights."""
    return catalogue.extra_wins(edition.rules, card)


@task(JOINING)
def join_cards(derived: Sequence[list[Card]]) -> list[Card]:
    return [card for cards in derived for card in cards]


@task(JOINING)
def weigh_front(edition: Edition, cards: Sequence[Card]) -> list[FrontPoint]:
    return front(edition.rules, [card for card in cards if card.id != LAST_FIGHT])
