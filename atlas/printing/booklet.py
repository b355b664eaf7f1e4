"""The booklet: what each of its pages shows, from the tables, the cards and what came of checking the paper.

Every page is a leaf of its own in the template, so page numbers are known beforehand: the spreads of the
skill gaps begin on a left page, and pages for the reader's own fights fill up to a multiple of four.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.cards.catalogue import Card
from atlas.cards.worked import example
from atlas.game.advice import Fight
from atlas.game.dice import SURE_LUCK, WIDEST_GAP, luck_odds, round_ways
from atlas.game.edition import Edition
from atlas.game.formulas import hits_to_fall
from atlas.game.presets import in_words
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.map import PLAY, WORTH, Gain, Map, MapFace, earliness, gain_map, gains, gap_slug, plate_maps, play_map
from atlas.maps.pdf import Ink, ground_ink, legend_ink, map_ink, plate_ink
from atlas.maps.style import EARLINESS, EVEN
from atlas.paper.encounters import Encounter
from atlas.paper.ledger import tally
from atlas.paper.statements import Claim, Standing
from atlas.policies.evaluate import mean
from atlas.policies.fightsets import FIGHT_SETS, FightSet
from atlas.printing.leaves import A5, CardCost, CardsDocument, costs, gap_numbers
from atlas.site.atlas import against
from atlas.tables.gap_table import Aim, GapTable, Thrift, thrift_of, verdicts_of
from atlas.tables.thresholds import ThresholdTable, read_back, threshold_table
from atlas.wording import amount, percent, points, signed

MOST_STAMINA = 24
"""what a page of the booklet has room for; the answer for smaller staminas does not depend on larger ones"""
KEEP = "·"
"""stands in a cell where luck is never tested: no cell is blank"""
CELL_WIDTH, CELL_HEIGHT = 14.0, 8.6
"""of the printed tables, in points"""
FRONT_PAGES, BACK_PAGES = 7, 4
"""before and after the spreads, without the pages for the reader's fights and the back cover"""
SHARES = 9
"""staminas of the foe for which the booklet counts tests"""
HERO_SKILLS, FOE_SKILLS = range(7, 13), range(4, 16)


@dataclass(frozen=True)
class PrintedTable:
    """One threshold table as it is set."""

    outcome: Outcome
    table: ThresholdTable
    ground: str
    """name of the drawing under the numbers"""

    @property
    def header(self) -> str:
        return " ".join(str(foe) for foe in range(1, len(self.table.cells) + 1))

    @property
    def rows(self) -> list[str]:
        return [" ".join(cell or KEEP for cell in row) for row in self.table.cells]


@dataclass(frozen=True)
class WorthRow:
    """What luck is worth at one skill gap and luck."""

    luck: int
    average: str
    most: str
    where: str
    spent: str


@dataclass(frozen=True)
class Spread:
    """Two facing pages: one skill gap."""

    skill_gap: int
    gap: str
    page: int
    """of the left one"""
    against: str
    rounds: Mapping[str, str]
    """chances to win, draw and lose a round"""
    tables: Sequence[PrintedTable]
    maps: Sequence[Map]
    """the chance to win: without luck, then for a few lucks"""
    worth_map: Map | None
    worth_title: str
    worth: Sequence[WorthRow]
    tab: float
    """how far down the thumb mark stands, 0 to 1"""


@dataclass(frozen=True)
class Share:
    """How often luck is tested, of all fights with some stamina."""

    title: str
    share: str


@dataclass(frozen=True)
class Finder:
    """A row of the table that finds the page: one SKILL of the hero."""

    skill: int
    cells: Sequence[tuple[str, int | None]]
    """skill gap and page; None where the booklet has none"""


@dataclass(frozen=True, kw_only=True)
class Booklet(CardsDocument):
    template = "print/booklet.html"
    path: str = "print/booklet-a5.pdf"
    title: str = "Luck Atlas: when to test your luck"
    description: str = "Every fight of the Fighting Fantasy books: when to test your luck, and what it is worth."
    rules: Rules
    side: int
    spreads: Sequence[Spread]
    finder: Sequence[Finder]
    foe_skills: Sequence[int] = tuple(FOE_SKILLS)
    widest: int = WIDEST_GAP
    lucks: Sequence[int]
    """those with a map"""
    odds: Sequence[tuple[int, str]]
    fight: Fight
    """that the example is about"""
    example: str
    """the same round by the tables"""
    thrift: Thrift
    price: str
    ties: bool
    """whether a cell without a number can mean that it makes no difference"""
    states: int
    cells: int
    """of all printed tables"""
    by_foe: Sequence[Share]
    best_foes: str
    """the foe's staminas at which a test after a won round can only save a hit"""
    by_hero: Sequence[Share]
    too_high: int
    holes: int
    standings: Mapping[Standing, int]
    costs: Sequence[CardCost]
    encounters: Sequence[tuple[Encounter, int | None]]
    """each with its page"""
    sets: Sequence[FightSet] = FIGHT_SETS
    notes_pages: int
    cell_width: float = CELL_WIDTH
    cell_height: float = CELL_HEIGHT
    play: MapFace = PLAY
    worth_face: MapFace = WORTH

    @property
    def page_count(self) -> int:
        return _front_pages(self.cards) + 2 * len(self.spreads) + _back_pages(self.encounters) + self.notes_pages + 1

    @property
    def more_rules(self) -> list[str]:
        """What damage and luck cost do not tell."""
        return in_words(self.rules)[3:]

    @property
    def claims(self) -> int:
        return sum(self.standings.values())


def booklet(
    edition: Edition,
    tables: Sequence[GapTable],
    cards: Sequence[Card],
    claims: Sequence[Claim],
    encounters: Sequence[Encounter],
) -> Booklet:
    """The whole booklet."""
    lucks = [luck for luck in (SURE_LUCK // 2, 3 * SURE_LUCK // 4, SURE_LUCK) if luck <= edition.rules.max_luck]
    cut = [_cut(table, MOST_STAMINA) for table in tables]
    by_id = {card.id: card for card in cards if card.published}
    front = _front_pages(by_id)
    made = [_spread(table, number, len(cut), lucks, front) for number, table in enumerate(cut)]
    spreads = [spread for spread, _ in made]
    pages = {spread.skill_gap: spread.page for spread in spreads}
    columns = [verdicts_of(table, outcome, Aim.THRIFTY) for table in cut for outcome in Outcome]
    cells = [cell for spread in spreads for printed in spread.tables for row in printed.table.cells for cell in row]
    fight = example(edition.rules)
    before_cover = front + 2 * len(spreads) + _back_pages(encounters)
    return Booklet(
        paper=A5,
        inks=[*(ink for _, inks in made for ink in inks), legend_ink(PLAY, 8), legend_ink(WORTH), _cover(cut)],
        labels=sorted({cell or KEEP for cell in cells} | {str(n) for n in range(1, MOST_STAMINA + 1)}),
        cards=by_id,
        gap_numbers=gap_numbers(),
        rules=edition.rules,
        side=cut[0].win_chance.shape[1],
        spreads=spreads,
        finder=[_finder(skill, pages) for skill in HERO_SKILLS],
        lucks=lucks,
        odds=[(n, percent(luck_odds(n).chance)) for n in edition.rules.lucks if n],
        fight=fight,
        example=_example(spreads, fight),
        thrift=thrift_of(tables),
        price=percent(edition.luck_price),
        ties=any((column == Verdict.EITHER).any() for column in columns),
        states=sum(table.win_chance.size for table in cut),
        cells=len(cells),
        by_foe=_by_foe(edition.rules, cut),
        best_foes=_best_foes(edition.rules),
        by_hero=_by_hero(cut),
        too_high=sum("–" in cell for cell in cells),
        holes=sum(cell[-1:].isalpha() for cell in cells),
        standings=tally(claims),
        costs=costs(by_id) if by_id else [],
        encounters=[(e, pages.get(e.hero.skill - e.foe.skill)) for e in encounters],
        notes_pages=-(before_cover + 1) % 4,
    )


def _front_pages(cards: Mapping[str, Card]) -> int:
    """Without cards one page says so, in the place of three."""
    return FRONT_PAGES if cards else FRONT_PAGES - 2


def _back_pages(encounters: Sequence[object]) -> int:
    return BACK_PAGES if encounters else BACK_PAGES - 1


def _cover(tables: Sequence[GapTable]) -> Ink:
    """All small maps in one picture."""
    return plate_ink("cover", plate_maps(tables, Aim.THRIFTY), [EVEN])


def _cut(table: GapTable, most: int) -> GapTable:
    """The part of a table that fits on a page."""
    columns = {name: getattr(table, name)[:, :most, :most] for name in table.columns()}
    return GapTable(skill_gap=table.skill_gap, **columns)


def _spread(table: GapTable, number: int, count: int, lucks: Sequence[int], front: int) -> tuple[Spread, list[Ink]]:
    gap = table.skill_gap
    printed, grounds = zip(*(_printed(table, outcome) for outcome in Outcome), strict=True)
    maps = [play_map(table, luck, Aim.THRIFTY) for luck in (0, *lucks)]
    middle = lucks[len(lucks) // 2] if lucks else 0
    worth_map = gain_map(table, middle, Gain.LUCK, gains(table, None, Gain.LUCK)[middle]) if middle else None
    won, drawn, lost = (Fraction(ways, sum(round_ways(gap))) for ways in round_ways(gap))
    spread = Spread(
        skill_gap=gap,
        gap=signed(gap),
        page=front + 1 + 2 * number,
        against=against(gap),
        rounds={"won": percent(won), "drawn": percent(drawn), "lost": percent(lost)},
        tables=printed,
        maps=maps,
        worth_map=worth_map,
        worth_title=f"What LUCK {middle} is worth",
        worth=[_worth(table, luck) for luck in (SURE_LUCK // 4, *lucks) if luck < len(table.win_chance)],
        tab=number / max(count - 1, 1),
    )
    drawn_maps = [map_ink(map_) for map_ in (*maps, *([worth_map] if worth_map else []))]
    return spread, [*grounds, *drawn_maps]


def _printed(table: GapTable, outcome: Outcome) -> tuple[PrintedTable, Ink]:
    verdicts = verdicts_of(table, outcome, Aim.THRIFTY)
    name = f"ground-{gap_slug(table.skill_gap)}-{outcome}"
    ground = ground_ink(name, earliness(verdicts), EARLINESS, CELL_WIDTH, CELL_HEIGHT)
    return PrintedTable(outcome, threshold_table(verdicts), name), ground


def _example(spreads: Sequence[Spread], fight: Fight) -> str:
    """Where the booklet answers for one fight, and what it says."""
    spread = next((spread for spread in spreads if spread.skill_gap == fight.table_gap), None)
    if spread is None or max(fight.stamina, fight.foe_stamina) > len(spread.tables[0].table.cells):
        return ""
    told = [f"The skill gap is {spread.gap}: turn to page {spread.page}."]
    for printed in spread.tables:
        cell = printed.table.cells[fight.stamina - 1][fight.foe_stamina - 1]
        test = bool(read_back(ThresholdTable(((cell,),), printed.table.notes), fight.luck)[fight.luck, 0, 0])
        says = f"says {cell}" if cell else "has a dot"
        told.append(f"If you {printed.outcome} the round, the cell {says}: {'test' if test else 'keep'} your luck.")
    return " ".join(told)


def _worth(table: GapTable, luck: int) -> WorthRow:
    gain = (table.win_chance_thrifty - table.win_chance_never)[luck]
    hero, foe = (int(i) + 1 for i in np.unravel_index(gain.argmax(), gain.shape))
    return WorthRow(
        luck,
        average=_points(mean(gain)),
        most=_points(gain.max()),
        where=f"{hero} against {foe}" if gain.max() > 0 else "–",
        spent=amount(Fraction(mean(table.luck_spent_thrifty[luck]))),
    )


def _points(difference: float) -> str:
    return points(Fraction(float(difference))).removesuffix(" points").replace("under ", "<")


def _finder(skill: int, pages: Mapping[int, int]) -> Finder:
    gaps = [skill - foe for foe in FOE_SKILLS]
    return Finder(skill, [(signed(gap), pages.get(gap)) for gap in gaps])


def _tested(tables: Sequence[GapTable], outcome: Outcome, heroes: slice, foes: slice) -> Fraction:
    """Which share of decisions tests, over all lucks from 1 up."""
    parts = [verdicts_of(t, outcome, Aim.THRIFTY)[1:, heroes, foes] == Verdict.TEST for t in tables]
    return Fraction(sum(int(part.sum()) for part in parts), max(1, sum(part.size for part in parts)))


def _by_foe(rules: Rules, tables: Sequence[GapTable]) -> list[Share]:
    """After a won round, by the foe's stamina, from the first that a plain hit is not enough for."""
    first = rules.foe_yields_at + rules.won.plain + 1
    return [
        Share(f"{foe}", percent(_tested(tables, Outcome.WON, slice(None), slice(foe - 1, foe))).rstrip("%"))
        for foe in range(first, min(first + SHARES, rules.max_stamina + 1))
    ]


def _best_foes(rules: Rules) -> str:
    """The foe's staminas at which a lucky hit saves a plain one and an unlucky hit costs none."""

    def hits(stamina: int, hit: int) -> int:
        return 1 + hits_to_fall(max(stamina - hit, 0), rules.won.plain)

    good = (
        stamina + rules.foe_yields_at
        for stamina in rules.staminas
        if hits(stamina, rules.won.lucky) < hits(stamina, rules.won.plain) == hits(stamina, rules.won.unlucky)
    )
    return ", ".join(str(stamina) for stamina, _ in zip(good, range(6), strict=False))


def _by_hero(tables: Sequence[GapTable]) -> list[Share]:
    """After a lost round, by the hero's stamina."""
    most = tables[0].win_chance.shape[1]
    bands = ((1, 1), (2, 2), (3, 3), (4, 4), (5, min(8, most)), (9, most))
    return [
        Share(
            f"{low}" if low == high else f"{low} to {high}",
            percent(_tested(tables, Outcome.LOST, slice(low - 1, high), slice(None))),
        )
        for low, high in bands
        if low <= high <= most
    ]
