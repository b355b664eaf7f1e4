"""What stands behind the advice: the last door, which leads to it, and the pages about the data and about the site."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from atlas.cards.catalogue import Card
from atlas.game.dice import PAIR_WAYS
from atlas.game.edition import Edition
from atlas.game.presets import in_words
from atlas.game.rules import Damage, Rules, Verdict
from atlas.paper.ledger import tally
from atlas.paper.statements import Claim, Standing
from atlas.policies.adventures import ADVENTURES
from atlas.site.pages import HOW_IT_WORKS, Bar, Page
from atlas.tables.gap_table import GapTable


@dataclass(frozen=True, kw_only=True)
class HowItWorksPage(Page):
    template = "site/how-it-works.html"
    path: str = HOW_IT_WORKS
    title: str = "How it works"
    won: Damage
    """the damage of your hits"""
    shares: Sequence[Bar]
    """shares of the quick grid and of the paper's best strategy; none without cards"""
    tally: Mapping[Standing, int]
    """how many of the paper's statements have each standing"""
    states: int
    """the number of solved states"""

    @property
    def claims(self) -> int:
        return sum(self.tally.values())

    @property
    def dice(self) -> Mapping[int, int]:
        """The number of rolls of two dice with each total."""
        return PAIR_WAYS


def how_it_works_page(
    edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card], claims: Sequence[Claim]
) -> HowItWorksPage:
    return HowItWorksPage(
        won=edition.rules.won,
        shares=_shares(cards),
        tally=tally(claims),
        states=state_count(tables),
    )


def _shares(cards: Sequence[Card]) -> list[Bar]:
    """Return the shares of the quick grid and of the best of the paper's strategies."""
    shares = {card.id: card.mean_journey_share for card in cards if card.journey_shares}
    paper = [share for name, share in shares.items() if name.startswith("strategy-")]
    if not paper:
        return []
    return [Bar("the quick grid", shares["quick"]), Bar("the best of nine", max(paper))]


@dataclass(frozen=True, kw_only=True)
class DataPage(Page):
    template = "site/data.html"
    path: str = "data.html"
    title: str = "Data"
    sizes: Mapping[str, int]
    """of the data files, in bytes"""
    states: int
    claims: int
    """statements of the paper that were checked"""
    verdict_counts: Mapping[str, Mapping[str, int]]
    """by column, then by verdict"""


def data_page(tables: Sequence[GapTable], data: Mapping[str, bytes], claims: Sequence[Claim]) -> DataPage:
    return DataPage(
        sizes={path: len(content) for path, content in data.items()},
        states=state_count(tables),
        claims=len(claims),
        verdict_counts=verdict_counts(tables),
    )


def state_count(tables: Sequence[GapTable]) -> int:
    """Return how many states are solved."""
    return sum(table.win_chance.size for table in tables)


def verdict_counts(tables: Sequence[GapTable]) -> dict[str, dict[str, int]]:
    """Count how often each verdict stands in each column of verdicts."""
    columns = ("on_win", "on_loss", "thrifty_on_win", "thrifty_on_loss")
    return {
        column: {v.word: sum(int((getattr(t, column) == v).sum()) for t in tables) for v in Verdict}
        for column in columns
    }


@dataclass(frozen=True)
class Simulated:
    """How simulated fights and adventures agree with exact figures."""

    cards: int
    """the number of simulated cards, those of `cards.json`"""
    fights: int
    adventures: int
    furthest: float
    """the largest difference, in standard errors"""
    comparisons: int


@dataclass(frozen=True, kw_only=True)
class AboutPage(Page):
    template = "site/about.html"
    path: str = "about.html"
    title: str = "About Luck Atlas"
    rules: Rules
    states: int
    simulated: Simulated
    claims: int
    """statements of the paper that were checked"""
    version: str = version("luck-atlas")
    year: int = 2026
    """of this version"""

    @property
    def more_rules(self) -> list[str]:
        """The sentences of the rules after those on damage and the cost of a test."""
        return in_words(self.rules)[3:]


def about_page(
    edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card], claims: Sequence[Claim]
) -> AboutPage:
    return AboutPage(rules=edition.rules, states=state_count(tables), simulated=simulated(cards), claims=len(claims))


def simulated(cards: Sequence[Card]) -> Simulated:
    published = [card for card in cards if card.published]
    runs = [(name, run, card) for card in published for name, run in card.simulated.items()]
    apart = [
        abs(run.win_chance - float(card.certificate.win_chance.get(name, card.survival))) / run.standard_error
        for name, run, card in runs
        if run.standard_error
    ]
    adventures = sum(run.games for name, run, _ in runs if name == ADVENTURES)
    fights = sum(run.games for _, run, _ in runs) - adventures
    return Simulated(len(published), fights, adventures, max(apart, default=0.0), len(runs))
