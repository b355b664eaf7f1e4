"""What each page of the site shows: page objects that the templates read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import version
from typing import ClassVar

from atlas.cards.catalogue import LAST_FIGHT, Card
from atlas.cards.worked import WorkedRound, worked_round
from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.game.presets import in_words
from atlas.game.rules import Rules, Verdict
from atlas.maps.map import gap_slug
from atlas.paper.ranges import FightRange
from atlas.policies.adventures import ADVENTURES, FoeChain, drawn_adventures
from atlas.policies.fight_ends import TRAVELLERS
from atlas.policies.fightsets import FIGHT_SETS, FRESH, FightSet
from atlas.policies.journeys import JOURNEYS
from atlas.policies.policy import STRATEGIES, strategy_title
from atlas.policies.strategies import StrategyTable, tau_counts
from atlas.site.luck_needed import LuckNeeded
from atlas.site.prints import PRINTS, TABLE_PRINTS, Print
from atlas.tables.beyond_luck import BeyondLuck
from atlas.tables.gap_table import GapTable
from atlas.wording import amount, in_100, percent, signed, signed_percent


@dataclass(frozen=True)
class Link:
    """A place on the site, as seen from its root."""

    path: str
    text: str


RULES_INDEX = "rules/index.html"
"""only in an atlas of the books' rules"""
FIGHT, MAPS, HOW_IT_WORKS = "index.html", "atlas/index.html", "how-it-works.html"
DOORS = (
    Link(FIGHT, "Fight"),
    Link("trainer.html", "Trainer"),
    Link("cheat-sheet.html", "Cheat sheet"),
    Link(MAPS, "Maps"),
    Link(HOW_IT_WORKS, "How it works"),
)
"""in the head of every page"""
READING = (
    Link("adventures.html", "What lies ahead"),
    Link(RULES_INDEX, "Other rules"),
    Link("strategies.html", "Strategies"),
    Link("theory.html", "Theory"),
    Link("paper.html", "The paper"),
    Link("data.html", "Data"),
    Link("embed.html", "In your own page"),
    Link("about.html", "About"),
)
"""what the last door leads to, in the order in which one would read"""
ASIDE = {"fight.html": FIGHT, "404.html": "", "offline.html": ""}
"""pages that no list names, and the door each belongs to"""
FIRST_PAGES = ("fight.html", "offline.html", *(link.path for link in (*DOORS, *READING)))
"""open without a connection after the first visit: what every page links, and where old links lead"""


@dataclass(frozen=True)
class Download:
    """A data file and what it is."""

    path: str
    size: int
    what: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """What all pages have; each kind has a template."""

    template: ClassVar[str]
    path: str
    """where it stands on the site"""
    title: str
    description: str
    """one sentence for search engines and for people who share the page"""

    first_fonts: ClassVar[Sequence[str]] = ("serif-regular", "serif-black", "serif-semibold", "sans-regular")
    """the faces of what stands in the first window: asked for at once, so that the page need not be drawn without"""

    @property
    def door(self) -> str:
        """The door that leads here; none to a page that stands in for another."""
        if self.path in {link.path for link in DOORS} | ASIDE.keys():
            return ASIDE.get(self.path, self.path)
        return MAPS if self.path.startswith("atlas/") else HOW_IT_WORKS

    @property
    def root(self) -> str:
        """From this page to the root of the site, as a relative link."""
        return "../" * self.path.count("/")

    def to(self, path: str) -> str:
        """Return the link from this page to another place on the site, the short way within one folder."""
        folder = self.path[: self.path.rfind("/") + 1]
        return path.removeprefix(folder) if folder and path.startswith(folder) else self.root + path


@dataclass(frozen=True)
class Figures:
    """How good a card is, in words; a row of the table of all cards."""

    title: str
    journeys: str
    """share of what LUCK can give on whole adventures: the mean over the kinds of books"""
    least_journey: str
    """the least"""
    adventures: str
    """part of the extra wins, as on every set"""
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
    """of 100 tests, how many kill the Unlucky at most"""


JOURNEY_GROUP = JourneyGroup(
    len(JOURNEYS),
    len(TRAVELLERS),
    _span(journey.fights for journey in JOURNEYS),
    _span(journey.meals for journey in JOURNEYS),
    _span(journey.tests for journey in JOURNEYS),
    _span(journey.gifts for journey in JOURNEYS),
    max(journey.deadly for journey in JOURNEYS),
)


@dataclass(frozen=True, kw_only=True)
class CheatSheetPage(Page):
    template = "site/cheat-sheet.html"
    path: str = "cheat-sheet.html"
    title: str = "Cheat sheet"
    description: str = (
        "One small grid that tells you when to Test your Luck, strips for each SKILL gap, and rules in words."
    )
    cards: Mapping[str, Card]
    example: WorkedRound
    last_fight: Card
    """the quick grid derived for the last fight alone"""
    needed: LuckNeeded
    odds: Sequence[tuple[int, str]]
    """every LUCK from the most down, and the chance to be Lucky with it"""
    beyond: BeyondLuck
    """when to eat, whom to hit"""
    prints: Sequence[Print] = PRINTS


@dataclass(frozen=True, kw_only=True)
class WithoutCards(Page):
    """In the place of a page about cards or strategies, where fights remember more than these look at."""

    template = "site/without-cards.html"
    prints: Sequence[Print] = TABLE_PRINTS


@dataclass(frozen=True)
class Bar:
    """A part of a whole, as a bar and in words; nothing is drawn of a part below nothing."""

    what: str
    part: float
    ours: bool = False
    """drawn in the colour of what we advise"""

    @property
    def words(self) -> str:
        return signed_percent(self.part)


@dataclass(frozen=True)
class StrategyRow:
    """One of the paper's strategies, over all starts."""

    number: int
    title: str
    best_in: int
    """starts in which it is the best of the nine; a draw goes to the lower number"""
    tau_counts: Sequence[int]
    """by τ: starts in which it reaches, with that τ, the highest win chance of all strategies"""

    @property
    def peak(self) -> int | None:
        """The τ that does so most often; none for the strategy that never tests."""
        return max(range(len(self.tau_counts)), key=self.tau_counts.__getitem__) if self.tau_counts else None


@dataclass(frozen=True, kw_only=True)
class StrategiesPage(Page):
    """What each card, the paper's strategies and what players say are worth."""

    template = "site/strategies.html"
    path: str = "strategies.html"
    title: str = "Strategies"
    description: str = "What each habit is worth: the paper’s nine strategies, what players say, and the cards."
    figures: Sequence[Figures]
    cards: Mapping[str, Card]
    """all that were measured on whole adventures, by their ids"""
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
        """What the cards, the best strategy, the author's tree, all-out play and what players say get, best first."""
        shown = [*self.ours, self.best_strategy, *(self.cards[id] for id in ("author-tree", "never", "best"))]
        shown += [card for id, card in self.cards.items() if id.startswith("folk-")]
        shown.sort(key=lambda card: -card.mean_journey_share)
        return [Bar(card.label, card.mean_journey_share, card in self.ours) for card in shown]


def ranked(cards: Sequence[Card]) -> list[Figures]:
    """Return all cards and what they are measured against, the best on whole adventures first."""
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


@dataclass(frozen=True, kw_only=True)
class DataPage(Page):
    template = "site/data.html"
    path: str = "data.html"
    title: str = "Data"
    description: str = "All answers as files: every state of every fight, with formats and checksums."
    downloads: Sequence[Download]
    states: int
    verdict_counts: Mapping[str, Mapping[str, int]]
    """by column, then by verdict"""


@dataclass(frozen=True)
class Simulated:
    """How what was played with dice agrees with the exact figures."""

    cards: int
    """that were played: those of `cards.json`"""
    fights: int
    adventures: int
    furthest: float
    """the largest difference, in standard errors"""
    comparisons: int


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


@dataclass(frozen=True, kw_only=True)
class AboutPage(Page):
    template = "site/about.html"
    path: str = "about.html"
    title: str = "About Luck Atlas"
    description: str = "The rules in short, what is assumed, how it was checked, who may use it and how to cite it."
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
        """What damage and luck cost do not tell."""
        return in_words(self.rules)[3:]


@dataclass(frozen=True, kw_only=True)
class NotFoundPage(Page):
    """Shown at any depth, where a link relative to the page leads nowhere: so it has its style in itself."""

    template = "site/404.html"
    path: str = "404.html"
    title: str = "No such page"
    description: str = "There is no page at this address."


@dataclass(frozen=True, kw_only=True)
class OfflinePage(Page):
    """Shown in place of any page that is not here yet while there is no connection."""

    template = "site/offline.html"
    path: str = "offline.html"
    title: str = "Not here yet"
    description: str = "This page or file is not on your device yet, and there is no connection to fetch it."


DOWNLOADS = {
    "data/policy.csv.gz": "every state in a row: text, compressed",
    "data/policy.npz": "the same as NumPy arrays",
    "data/verdicts.json": "when to test, a letter a state, for pages that look up",
    "data/strategies.csv.gz": "for every start, the best of the paper’s nine strategies",
    "data/cards.json": "the cards and what they are measured against, with all figures",
    "data/front.json": "what each further look at a card buys",
    "data/claims.json": "{claims} statements of the paper, each computed again and judged",
    "data/conformance.json.gz": "questions with exact answers, for whoever writes the solver again",
    "data/SHA256SUMS": "checksums of the files above",
}


def downloads(data: Mapping[str, bytes], claims: int) -> list[Download]:
    """Return the data files; `claims` is how many statements of the paper were checked."""
    described = {path: what.format(claims=claims) for path, what in DOWNLOADS.items() if path in data}
    return [Download(path, len(data[path]), what) for path, what in described.items()]


def main_pages(
    edition: Edition,
    tables: Sequence[GapTable],
    strategies: Sequence[StrategyTable],
    cards: Sequence[Card],
    downloads: Sequence[Download],
    claims: int,
    beyond: BeyondLuck,
) -> Iterator[Page]:
    """Yield every page of the site but those with fights, of the atlas and of the paper."""
    states = sum(table.win_chance.size for table in tables)
    if edition.has_memory:
        yield from without_cards()
    else:
        yield from card_pages(edition, strategies, cards, beyond)
    yield DataPage(downloads=downloads, states=states, verdict_counts=verdict_counts(tables))
    yield AboutPage(rules=edition.rules, states=states, simulated=simulated(cards), claims=claims)
    yield NotFoundPage()
    yield OfflinePage()


def card_pages(
    edition: Edition, strategies: Sequence[StrategyTable], cards: Sequence[Card], beyond: BeyondLuck
) -> Iterator[Page]:
    by_id = {card.id: card for card in cards}
    yield CheatSheetPage(
        cards={name: by_id[name] for name in ("quick", "strips", "sentences")},
        last_fight=by_id[LAST_FIGHT],
        needed=LuckNeeded.by_cards(by_id),
        odds=[(luck, percent(luck_odds(luck).chance)) for luck in range(edition.rules.max_luck, 0, -1)],
        example=worked_round(edition, by_id["quick"]),
        beyond=beyond,
    )
    yield strategies_page(strategies, cards)


def without_cards() -> Iterator[Page]:
    for kind in (CheatSheetPage, StrategiesPage):
        yield WithoutCards(
            path=kind.path,
            title=kind.title,
            description="Cards and strategies look at STAMINA and LUCK alone. These rules also count rounds, so there "
            "are none: use the tables and maps.",
        )


def gap_link(skill_gap: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}.html", signed(skill_gap))


def luck_link(skill_gap: int, luck: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}-luck-{luck}.html", str(luck))


def verdict_counts(tables: Sequence[GapTable]) -> dict[str, dict[str, int]]:
    """Count how often each verdict stands in each column of verdicts."""
    columns = ("on_win", "on_loss", "thrifty_on_win", "thrifty_on_loss")
    return {
        column: {v.word: sum(int((getattr(t, column) == v).sum()) for t in tables) for v in Verdict}
        for column in columns
    }
