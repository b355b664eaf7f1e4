"""The cheat sheet, and the page that compares strategies: what cards say, and what they and other habits are worth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

from atlas.cards.catalogue import LAST_FIGHT, Card
from atlas.cards.worked import WorkedRound, worked_round
from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.paper.ranges import FightRange
from atlas.policies.adventures import FoeChain, drawn_adventures
from atlas.policies.fight_ends import TRAVELLERS
from atlas.policies.fightsets import BOOKS, FIGHT_SETS, FRESH, ROLLED_HEROES, FightSet
from atlas.policies.journeys import JOURNEYS
from atlas.policies.policy import STRATEGIES, strategy_title
from atlas.policies.strategies import StrategyTable, tau_counts
from atlas.site.pages import Bar, Page, WithoutCards
from atlas.site.prints import PRINTS, Print
from atlas.tables.beyond_luck import BeyondLuck
from atlas.wording import amount, in_100, percent, signed_percent


def card_pages(
    edition: Edition, strategies: Sequence[StrategyTable], cards: Sequence[Card], beyond: BeyondLuck
) -> list[Page]:
    """Return the cheat sheet and the page of strategies; without cards, pages that say why there are none."""
    if edition.has_memory:
        return [WithoutCards(path=kind.path, title=kind.title) for kind in (CheatSheetPage, StrategiesPage)]
    return [cheat_sheet_page(edition, cards, beyond), strategies_page(strategies, cards)]


@dataclass(frozen=True)
class LuckNeeded:
    """The LUCK that an adventure takes, on average over the kinds of adventures, against foes of the books."""

    fights: Fraction
    tests: Fraction
    """luck tests outside fights"""
    by_grid: Fraction
    """LUCK that the quick grid spends in all its fights"""
    all_out: Fraction
    """LUCK that all-out play spends in all of them"""
    all_out_share: float
    """of what LUCK can give on whole adventures, all-out in every fight"""
    starts: range
    """LUCK that one may begin with"""

    @classmethod
    def by_cards(cls, cards: Mapping[str, Card]) -> Self:
        """Compute it from all cards, by their ids."""
        fights = Fraction(sum(journey.fights for journey in JOURNEYS), len(JOURNEYS))
        spent = {name: Fraction(cards[name].certificate.luck_spent[BOOKS.name]) for name in ("quick", "best")}
        lucks = [luck for _, _, luck in ROLLED_HEROES]
        return cls(
            fights=fights,
            tests=Fraction(sum(journey.tests for journey in JOURNEYS), len(JOURNEYS)),
            by_grid=fights * spent["quick"],
            all_out=fights * spent["best"],
            all_out_share=cards["best"].mean_journey_share,
            starts=range(min(lucks), max(lucks) + 1),
        )


@dataclass(frozen=True, kw_only=True)
class CheatSheetPage(Page):
    template = "site/cheat-sheet.html"
    path: str = "cheat-sheet.html"
    title: str = "Cheat sheet"
    cards: Mapping[str, Card]
    example: WorkedRound
    last_fight: Card
    """the quick grid that is derived for the last fight"""
    needed: LuckNeeded
    odds: Sequence[tuple[int, str]]
    """every LUCK from the most down, and the chance to be Lucky with it"""
    beyond: BeyondLuck
    """when to eat, whom to hit"""
    prints: Sequence[Print] = PRINTS


def cheat_sheet_page(edition: Edition, cards: Sequence[Card], beyond: BeyondLuck) -> CheatSheetPage:
    by_id = {card.id: card for card in cards}
    return CheatSheetPage(
        cards={name: by_id[name] for name in ("quick", "strips", "sentences")},
        last_fight=by_id[LAST_FIGHT],
        needed=LuckNeeded.by_cards(by_id),
        odds=[(luck, percent(luck_odds(luck).chance)) for luck in range(edition.rules.max_luck, 0, -1)],
        example=worked_round(edition, by_id["quick"]),
        beyond=beyond,
    )


@dataclass(frozen=True)
class Figures:
    """The figures of a card in words: a row of the table of all cards."""

    title: str
    journeys: str
    """share of the gain from LUCK on whole adventures, on average over the kinds of adventures"""
    least_journey: str
    """the least such share of a kind"""
    adventures: str
    """share of the extra wins on foes one after another"""
    sets: Sequence[str]
    worst: str
    luck: str

    @classmethod
    def of(cls, card: Card) -> "Figures":
        certificate = card.certificate
        return cls(
            card.title,
            signed_percent(card.mean_journey_share) if card.journey_shares else "–",
            signed_percent(card.least_journey_share) if card.journey_shares else "–",
            percent(Fraction(card.survival_share)),
            [percent(certificate.captured_gain[fights.name]) for fights in FIGHT_SETS],
            in_100(certificate.worst_loss),
            amount(certificate.luck_spent[FRESH.name]),
        )


Span = tuple[int, int]
"""the least and the most"""


def _span(values: Iterable[int]) -> Span:
    distinct = {*values}
    return min(distinct), max(distinct)


@dataclass(frozen=True)
class ChainGroup:
    """The group `adventures` in numbers."""

    count: int
    foes: Span
    skills: Span

    @classmethod
    def of(cls, drawn: Sequence[FoeChain]) -> "ChainGroup":
        return cls(len(drawn), _span(len(chain.foes) for chain in drawn), _span(chain.skill for chain in drawn))


@dataclass(frozen=True)
class JourneyGroup:
    """The group `journeys` in numbers."""

    kinds: int
    travellers: int
    fights: Span
    meals: Span
    tests: Span
    """luck tests outside a fight"""
    gifts: Span
    """LUCK given back on the way"""
    deadly: int
    """the most tests of 100 that kill the Unlucky"""


JOURNEY_GROUP = JourneyGroup(
    len(JOURNEYS),
    len(TRAVELLERS),
    _span(journey.fights for journey in JOURNEYS),
    _span(journey.meals for journey in JOURNEYS),
    _span(journey.tests for journey in JOURNEYS),
    _span(journey.gifts for journey in JOURNEYS),
    max(journey.deadly for journey in JOURNEYS),
)


@dataclass(frozen=True)
class StrategyRow:
    """One of the paper's strategies, over all starts."""

    number: int
    title: str
    best_in: int
    """the number of starts where it is the best of the nine; of equal ones, the first"""
    tau_counts: Sequence[int]
    """by τ: the number of starts where it has, with that τ, the highest win chance of all strategies"""

    @property
    def peak(self) -> int | None:
        """The τ with the largest count; None for the strategy that never tests."""
        return max(range(len(self.tau_counts)), key=self.tau_counts.__getitem__) if self.tau_counts else None


@dataclass(frozen=True, kw_only=True)
class StrategiesPage(Page):
    """What each card, the paper's strategies and what players say are worth."""

    template = "site/strategies.html"
    path: str = "strategies.html"
    title: str = "Strategies"
    figures: Sequence[Figures]
    cards: Mapping[str, Card]
    """the cards that were measured on whole adventures, by id"""
    sets: Sequence[FightSet] = FIGHT_SETS
    journeys: JourneyGroup = JOURNEY_GROUP
    adventures: ChainGroup = field(default_factory=lambda: ChainGroup.of(drawn_adventures()))
    rows: Sequence[StrategyRow]
    taus: range
    starts: int
    covers: str
    """which fights these are"""

    @property
    def quick(self) -> Card:
        return self.cards["quick"]

    @property
    def best_strategy(self) -> Card:
        """The best of the paper's strategies on whole adventures."""
        return max(
            (card for id, card in self.cards.items() if id.startswith("strategy-")),
            key=lambda card: card.mean_journey_share,
        )

    @property
    def ours(self) -> list[Card]:
        """The cards to carry."""
        return [self.cards[id] for id in ("quick", "strips", "sentences")]

    @property
    def shares(self) -> list[Bar]:
        """The shares of our cards and of the policies that they are compared with, the best first."""
        shown = [*self.ours, self.best_strategy, *(self.cards[id] for id in ("author-tree", "never", "best"))]
        shown += [card for id, card in self.cards.items() if id.startswith("folk-")]
        shown.sort(key=lambda card: -card.mean_journey_share)
        return [Bar(card.label, card.mean_journey_share, card in self.ours) for card in shown]


def ranked(cards: Sequence[Card]) -> list[Figures]:
    """Return the figures of all cards and compared policies, the best on whole adventures first."""
    published = sorted((card for card in cards if card.journey_shares), key=lambda card: -card.mean_journey_share)
    return [Figures.of(card) for card in published]


def strategies_page(tables: Sequence[StrategyTable], cards: Sequence[Card]) -> StrategiesPage:
    counts = tau_counts(tables)
    rows = [
        StrategyRow(
            number,
            strategy_title(number),
            sum(int((table.strategy == number).sum()) for table in tables),
            counts[number] if number else [],
        )
        for number in STRATEGIES
    ]
    lucks, staminas = range(tables[0].strategy.shape[0]), range(1, tables[0].strategy.shape[1] + 1)
    return StrategiesPage(
        rows=rows,
        taus=range(len(counts[0])),
        starts=sum(table.strategy.size for table in tables),
        covers=str(FightRange(range(tables[0].skill_gap, tables[-1].skill_gap + 1), lucks, staminas, staminas)),
        figures=ranked(cards),
        cards={card.id: card for card in cards if card.journey_shares},
    )
