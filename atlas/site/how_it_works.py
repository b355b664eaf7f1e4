"""The last door: what stands behind the advice, with a picture and a sentence for each page.

The sentences and the pictures stand in the template; what the pictures count comes from here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.cards.catalogue import Card
from atlas.game.dice import PAIR_WAYS
from atlas.game.edition import Edition
from atlas.game.rules import Damage
from atlas.paper.ledger import tally
from atlas.paper.statements import Claim, Standing
from atlas.site.pages import HOW_IT_WORKS, Bar, Page
from atlas.tables.gap_table import GapTable


@dataclass(frozen=True, kw_only=True)
class HowItWorksPage(Page):
    template = "site/how-it-works.html"
    path: str = HOW_IT_WORKS
    title: str = "How it works"
    description: str = (
        "Whole adventures, other rules, strategies, the mathematics, the paper, the data, and who made it."
    )
    won: Damage
    """what your hits take"""
    shares: Sequence[Bar]
    """of the quick grid and of the paper's best strategy; none where there are no cards"""
    tally: Mapping[Standing, int]
    """of the paper's statements"""
    states: int
    """that are solved"""

    @property
    def claims(self) -> int:
        return sum(self.tally.values())

    @property
    def dice(self) -> Mapping[int, int]:
        """In how many rolls two dice show each total."""
        return PAIR_WAYS


def how_it_works_page(
    edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card], claims: Sequence[Claim]
) -> HowItWorksPage:
    return HowItWorksPage(
        won=edition.rules.won,
        shares=_shares(cards),
        tally=tally(claims),
        states=sum(table.win_chance.size for table in tables),
    )


def _shares(cards: Sequence[Card]) -> list[Bar]:
    """Return what the quick grid and the best of the paper's strategies get."""
    shares = {card.id: card.mean_journey_share for card in cards if card.journey_shares}
    paper = [share for name, share in shares.items() if name.startswith("strategy-")]
    if not paper:
        return []
    return [Bar("the quick grid", shares["quick"]), Bar("the best of nine", max(paper))]
