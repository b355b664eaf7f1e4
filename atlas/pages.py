"""What each page of the site shows: page objects that the templates read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from atlas.catalogue import Card
from atlas.dice import luck_odds
from atlas.evaluate import StrategyTable
from atlas.fightsets import FIGHT_SETS, FightSet
from atlas.maps import Map, gap_maps_of, gap_slug
from atlas.phrases import YOUR_NUMBER
from atlas.policies import STRATEGIES, strategy_title
from atlas.rules import Outcome, Verdict
from atlas.tablecards import Table, spoken
from atlas.tables import GapTable, Thrift
from atlas.thresholds import ThresholdTable, threshold_table
from atlas.wording import counted, percent, signed


@dataclass(frozen=True)
class Link:
    """A place on the site, as seen from its root."""

    path: str
    text: str


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

    @property
    def root(self) -> str:
        """From this page to the root of the site, as a relative link."""
        return "../" * self.path.count("/")


@dataclass(frozen=True, kw_only=True)
class IndexPage(Page):
    template = "site/index.html"
    path: str = "index.html"
    title: str = "Should I test my luck?"
    description: str = "When to Test your Luck in a Fighting Fantasy fight: the exact answer for every fight."
    gaps: Sequence[Link]
    quick: Card
    your_number: str = YOUR_NUMBER


@dataclass(frozen=True)
class CardTable:
    """A table of the table card, as it is printed."""

    table: Table

    @property
    def columns(self) -> list[str]:
        return [spoken(group) for group in self.table.columns]

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        numbers = ([("–" if n is None else counted(n)) for n in row] for row in self.table.numbers)
        return [(spoken(group), row) for group, row in zip(self.table.rows, numbers, strict=True)]


@dataclass(frozen=True, kw_only=True)
class CheatSheetPage(Page):
    template = "site/cheat-sheet.html"
    path: str = "cheat-sheet.html"
    title: str = "The cheat sheet"
    description: str = "Four short rules that are nearly perfect, and what each card costs against perfect play."
    cards: Mapping[str, Card]
    baselines: Sequence[Card]
    tables: Sequence[CardTable]
    sets: Sequence[FightSet] = FIGHT_SETS
    your_number: str = YOUR_NUMBER

    def worst(self, card: Card) -> str:
        certificate = card.certificate
        state = certificate.worst_state
        return (
            f"{percent(certificate.worst_loss)[:-1]} points, at skill gap {signed(certificate.worst_gap)} "
            f"with stamina {state.hero_stamina} against {state.foe_stamina} and luck {state.luck}"
        )


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
    template = "site/strategies.html"
    path: str = "strategies.html"
    title: str = "The nine strategies"
    description: str = "The paper’s nine strategies and their thresholds, evaluated exactly from every start."
    rows: Sequence[StrategyRow]
    taus: range
    starts: int
    baselines: Sequence[Card]
    quick: Card
    sets: Sequence[FightSet] = FIGHT_SETS


def strategies_page(tables: Sequence[StrategyTable], cards: Sequence[Card]) -> StrategiesPage:
    taus = range(max(tau for counts in tables[0].tau_counts.values() for tau in counts) + 1)
    rows = [
        StrategyRow(
            number,
            strategy_title(number),
            sum(int((table.strategy == number).sum()) for table in tables),
            [sum(table.tau_counts[number][tau] for table in tables) for tau in taus] if number else [],
        )
        for number in STRATEGIES
    ]
    return StrategiesPage(
        rows=rows,
        taus=taus,
        starts=sum(table.strategy.size for table in tables),
        baselines=[card for card in cards if card.id.startswith("strategy-")],
        quick=next(card for card in cards if card.id == "quick"),
    )


@dataclass(frozen=True, kw_only=True)
class DataPage(Page):
    template = "site/data.html"
    path: str = "data.html"
    title: str = "Data"
    description: str = "The whole policy as files: every state of every fight, with formats and checksums."
    downloads: Sequence[Download]
    states: int
    verdict_counts: Mapping[str, Mapping[str, int]]
    """by column, then by verdict"""


@dataclass(frozen=True)
class OutcomeTables:
    """The printed tables for one outcome."""

    outcome: Outcome
    test: ThresholdTable
    either: ThresholdTable


@dataclass(frozen=True, kw_only=True)
class GapPage(Page):
    """One skill gap: the lowest luck at which to test, for all staminas."""

    template = "site/gap.html"
    thrifty: Sequence[OutcomeTables]
    best: Sequence[OutcomeTables]
    maps: Sequence[Map]
    lucks: Sequence[Link]
    neighbours: Sequence[Link]
    thrift: Thrift


@dataclass(frozen=True, kw_only=True)
class LuckPage(Page):
    """One skill gap and luck: all its maps."""

    template = "site/luck.html"
    gap: Link
    chance: str
    maps: Sequence[Map]
    neighbours: Sequence[Link]


DOWNLOADS = {
    "data/policy.csv.gz": "every state in a row: text, compressed",
    "data/policy.npz": "the same as NumPy arrays",
    "data/strategies.csv.gz": "for every start, the best of the paper’s nine strategies",
    "data/cards.json": "the cards and what they are measured against, with all figures",
    "data/front.json": "what each further rule on a card is worth",
    "data/claims.json": "every checkable statement of the paper, computed again",
    "data/SHA256SUMS": "checksums of the files above",
}


def downloads(data: Mapping[str, bytes]) -> list[Download]:
    return [Download(path, len(data[path]), what) for path, what in DOWNLOADS.items()]


def main_pages(
    tables: Sequence[GapTable],
    strategies: Sequence[StrategyTable],
    cards: Sequence[Card],
    downloads: Sequence[Download],
) -> Iterator[Page]:
    """Every page that is not of one skill gap."""
    by_id = {card.id: card for card in cards}
    yield IndexPage(gaps=[gap_link(table.skill_gap) for table in tables], quick=by_id["quick"])
    yield CheatSheetPage(
        cards={name: by_id[name] for name in ("quick", "full", "table", "thrifty")},
        baselines=[card for card in cards if card.kind == "baseline"],
        tables=[CardTable(table) for card in cards for table in card.tables],
    )
    yield strategies_page(strategies, cards)
    yield DataPage(
        downloads=downloads,
        states=sum(table.win_chance.size for table in tables),
        verdict_counts=verdict_counts(tables),
    )


def gap_pages(table: GapTable, above: GapTable | None, gaps: Sequence[int], thrift: Thrift) -> Iterator[Page]:
    """The pages of one skill gap; `above` is the table of the next one, if there is one."""
    maps = list(gap_maps_of(table, above))
    yield gap_page(table, maps, gaps, thrift)
    for luck in range(len(table.win_chance)):
        yield luck_page(table, luck, maps, gaps)


def gap_link(skill_gap: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}.html", signed(skill_gap))


def luck_link(skill_gap: int, luck: int) -> Link:
    return Link(f"atlas/skill-gap-{gap_slug(skill_gap)}-luck-{luck}.html", str(luck))


def gap_page(table: GapTable, maps: Sequence[Map], gaps: Sequence[int], thrift: Thrift) -> GapPage:
    link = gap_link(table.skill_gap)

    def printed(won: str, lost: str) -> Sequence[OutcomeTables]:
        columns = ((Outcome.WON, getattr(table, won)), (Outcome.LOST, getattr(table, lost)))
        return [OutcomeTables(o, threshold_table(v), threshold_table(v, Verdict.EITHER)) for o, v in columns]

    return GapPage(
        path=link.path,
        title=f"Skill gap {link.text}",
        description=f"When to test your luck, for every stamina, if your SKILL is {_against(table.skill_gap)}.",
        thrifty=printed("thrifty_on_win", "thrifty_on_loss"),
        best=printed("on_win", "on_loss"),
        maps=[map_ for map_ in maps if "/from-" in map_.path],
        lucks=[luck_link(table.skill_gap, luck) for luck in range(len(table.win_chance))],
        neighbours=[gap_link(gap) for gap in (table.skill_gap - 1, table.skill_gap + 1) if gap in gaps],
        thrift=thrift,
    )


def luck_page(table: GapTable, luck: int, maps: Sequence[Map], gaps: Sequence[int]) -> LuckPage:
    gap = table.skill_gap
    lucks = range(len(table.win_chance))
    around = [(gap - 1, luck), (gap + 1, luck), (gap, luck - 1), (gap, luck + 1)]
    return LuckPage(
        path=luck_link(gap, luck).path,
        title=f"Skill gap {signed(gap)}, luck {luck}",
        description=f"When to test your luck with LUCK {luck}, if your SKILL is {_against(gap)}.",
        gap=gap_link(gap),
        chance=percent(luck_odds(luck).chance),
        maps=[map_ for map_ in maps if f"/luck-{luck}-" in map_.path],
        neighbours=[
            Link(luck_link(g, n).path, f"Skill gap {signed(g)}, luck {n}")
            for g, n in around
            if g in gaps and n in lucks
        ],
    )


def verdict_counts(tables: Sequence[GapTable]) -> dict[str, dict[str, int]]:
    """How often each verdict stands in each column of verdicts."""
    columns = ("on_win", "on_loss", "thrifty_on_win", "thrifty_on_loss")
    return {
        column: {v.word: sum(int((getattr(t, column) == v).sum()) for t in tables) for v in Verdict}
        for column in columns
    }


def _against(skill_gap: int) -> str:
    if skill_gap == 0:
        return "the same as the foe’s"
    return f"{abs(skill_gap)} {'above' if skill_gap > 0 else 'below'} the foe’s"
