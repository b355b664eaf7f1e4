"""The booklet: a page for each skill gap, to be found by the tabs on its edge, and a few pages around them.

Every page is a leaf of its own in the template, so page numbers are known beforehand; pages for the reader's own
fights fill up to a multiple of four. The outer edge is cut off after folding: what bleeds there reaches beyond.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.cards.worked import example
from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.formulas import hits_to_fall
from atlas.game.presets import in_words
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.map import gap_slug, plate_maps
from atlas.maps.operators import Ink
from atlas.maps.pdf import plate_ink, sign_ink, squares_ink, swatch_ink
from atlas.maps.scene import GUTTER
from atlas.maps.style import EVEN, LOST, PLATE_FILLS, WON
from atlas.paper.encounters import Encounter
from atlas.paper.ledger import tally
from atlas.paper.statements import Claim, Standing
from atlas.printing.leaves import A5, TRIM, Cells, Document
from atlas.printing.squares import Marks, PrintedTable, shades, squares
from atlas.signs import KEEP, LEAST_LUCKY
from atlas.site.atlas import against
from atlas.tables.gap_table import Aim, GapTable, Thrift, thrift_of, verdicts_of
from atlas.tables.outside import Beyond, Outside, PlanCost, can_happen, outside
from atlas.wording import at_most, percent, signed, whole_percent

MOST_STAMINA = 24
"""what a page has room for; the answer for smaller staminas does not depend on larger ones"""
WIDEST = 8
"""the skill gap of the last pages: they serve beyond it too; all have a page where a fight remembers rounds"""
SQUARE_WIDTH, ROW_HEIGHT, ROWS = 13.8, 11.85, 37
"""of the printed tables, in points; with more rows on a page all are lower"""
FONT_SIZE = 0.812
"""of the figures, of the height of a row"""
FRONT_PAGES, BACK_PAGES = 3, 4
"""before and after the skill gaps, without the pages for the reader's fights"""
HERO_SKILLS, FOE_SKILLS = range(7, 13), range(3, 16)
SHARES = 9
"""staminas of the foe for which the booklet counts tests"""
MOST_NAMED = 4
"""staminas that a sentence lists before it breaks off"""
SHEET = 4
"""pages of a sheet of paper"""
FIRST_TAB, TAB_HEIGHT, ALL_TABS = 2.0, 9.4, 181.0
"""how far down the first tab stands, its height, and how far down from it the last one stands, in millimetres"""
COVER_WIDEST, COVER_LUCKS = 5, 11
"""the skill gaps and how many lucks the cover shows, of which most have something to choose"""
COVER_TOP, COVER_SIDE = 35.0, 124.5
"""the room for its maps, in millimetres"""


@dataclass(frozen=True)
class BookletPage:
    """All that is printed of one skill gap."""

    skill_gap: int
    gap: str
    beyond: str
    """what other gaps the page serves"""
    beyond_note: str
    """how it serves them"""
    page: int
    against: str
    tables: Sequence[PrintedTable]
    marks: Marks
    tab: float
    """how far down its tab stands, in millimetres"""
    row_height: float

    @property
    def side(self) -> str:
        return "recto" if self.page % 2 else "verso"


@dataclass(frozen=True)
class Cover:
    """The small maps on the cover, by skill gap and luck; where the room allows it each row ends at its tab."""

    ink: Ink
    gaps: tuple[str, str]
    """the first and the last"""
    lucks: Sequence[int]
    top: float
    pitch: float
    """from one map to the next, in millimetres, as the others"""
    width: float
    height: float


@dataclass(frozen=True)
class Share:
    """How often luck is tested, of all fights with some stamina."""

    title: str
    share: str


@dataclass(frozen=True)
class Finder:
    """A row of the table that finds the page: one SKILL of the hero."""

    skill: int
    cells: Sequence[tuple[str, BookletPage | None]]
    """skill gap and page; None where the booklet has none"""


@dataclass(frozen=True, kw_only=True)
class Booklet(Document):
    template = "print/booklet.html"
    path: str = "print/booklet-a5.pdf"
    title: str = "Luck Atlas: when to Test your Luck"
    description: str = "When to Test your Luck in every fight of the Fighting Fantasy books, a page for each SKILL gap."
    rules: Rules
    side: int
    cover: Cover
    gaps: Sequence[BookletPage]
    finder: Sequence[Finder]
    foe_skills: Sequence[int] = tuple(FOE_SKILLS)
    odds: Sequence[tuple[int, str]]
    least_lucky: int = LEAST_LUCKY
    fight: Fight
    """that the example is about"""
    example: Sequence[str]
    """the same fight by the tables"""
    thrift: Thrift
    most_cost: str
    """wins in 100 that thrift costs, in any fight of these tables"""
    solved_gaps: tuple[str, str]
    """the first and the last skill gap of these tables"""
    above: str
    """what to do with a stamina that no table has"""
    ties: bool
    """whether a square without a figure can mean that it makes no difference"""
    fights: int
    squares: int
    """of all printed tables"""
    by_foe: Sequence[Share]
    foes_by_need: Mapping[tuple[bool, bool], str]
    """the foe's staminas at which tests can save hits, by whether one can wait and whether an Unlucky hit costs one"""
    by_hero: Sequence[Share]
    marked: int
    """squares with a letter"""
    standings: Mapping[Standing, int]
    encounters: Sequence[tuple[Encounter, BookletPage | None]]
    """each with its page"""
    notes_pages: int
    square_width: float = SQUARE_WIDTH
    font_size: float = FONT_SIZE
    trim: int = TRIM
    tab_height: float = TAB_HEIGHT

    @property
    def page_count(self) -> int:
        return FRONT_PAGES + len(self.gaps) + _back_pages(self.encounters) + self.notes_pages

    @property
    def more_rules(self) -> list[str]:
        """What damage and luck cost do not tell."""
        return in_words(self.rules)[3:]

    @property
    def claims(self) -> int:
        return sum(self.standings.values())


def measured_outside(edition: Edition) -> Outside | None:
    """What the booklet costs in fights it has no square for; None where a fight remembers what no table tells."""
    gaps = printed_gaps(edition)
    ends = [gap for gap in gaps if abs(gap) == WIDEST]
    return None if edition.has_memory else outside(edition, _side(edition.rules), gaps, ends)


def printed_gaps(edition: Edition) -> list[int]:
    """The skill gaps that have a page."""
    inner = [gap for gap in edition.skill_gaps if abs(gap) <= WIDEST or edition.has_memory]
    return inner or list(edition.skill_gaps)


def _side(rules: Rules) -> int:
    return min(rules.max_stamina, MOST_STAMINA)


def booklet(
    edition: Edition,
    tables: Sequence[GapTable],
    measured: Outside | None,
    claims: Sequence[Claim],
    encounters: Sequence[Encounter],
) -> Booklet:
    """The whole booklet."""
    side = _side(edition.rules)
    cut = [_cut(table, side) for table in tables]
    printed = [table for table in cut if table.skill_gap in printed_gaps(edition)]
    made = [_gap_page(table, number, len(printed), edition.rules, measured) for number, table in enumerate(printed)]
    gaps = [page for page, _ in made]
    labels = set[str]().union(*(table.labels for page in gaps for table in page.tables))
    cover = _cover(gaps, printed)
    thrift, fight = thrift_of(tables), example(edition.rules)
    columns = [verdicts_of(table, outcome, Aim.THRIFTY) for table in printed for outcome in Outcome]
    return Booklet(
        paper=A5,
        inks=[
            *(ink for _, inks in made for ink in inks),
            *map(sign_ink, (WON, LOST)),
            cover.ink,
            *map(swatch_ink, PLATE_FILLS),
        ],
        cells=Cells(
            sorted(labels | {str(n) for n in range(1, side + 1)}),
            round(SQUARE_WIDTH / (FONT_SIZE * ROW_HEIGHT), 3),
            round(1 / FONT_SIZE, 3),
        ),
        rules=edition.rules,
        side=side,
        cover=cover,
        gaps=gaps,
        finder=[_finder(skill, gaps) for skill in HERO_SKILLS],
        odds=[(n, whole_percent(luck_odds(n).chance)) for n in edition.rules.lucks if n],
        fight=fight,
        example=_example(gaps, printed, fight),
        thrift=thrift,
        most_cost=at_most(100 * Fraction(thrift.largest_cost)),
        solved_gaps=(signed(tables[0].skill_gap), signed(tables[-1].skill_gap)),
        above=_above(side, measured),
        ties=any((column == Verdict.EITHER).any() for column in columns),
        fights=sum(table.win_chance.size for table in printed),
        squares=side * side * sum(len(page.tables) for page in gaps),
        by_foe=_by_foe(edition.rules, printed),
        foes_by_need=_foes_by_need(edition.rules),
        by_hero=_by_hero(printed),
        marked=sum(label[-1].isalpha() for page in gaps for t in page.tables for row in t.rows for label in row),
        standings=tally(claims),
        encounters=[(e, _page_of(e.hero.skill - e.foe.skill, gaps)) for e in encounters],
        notes_pages=-(FRONT_PAGES + len(gaps) + _back_pages(encounters)) % SHEET,
    )


def _back_pages(encounters: Sequence[object]) -> int:
    return BACK_PAGES if encounters else BACK_PAGES - 1


def _cover(pages: Sequence[BookletPage], tables: Sequence[GapTable]) -> Cover:
    both = list(zip(pages, tables, strict=True))
    shown = [(page, table) for page, table in both if abs(page.skill_gap) <= COVER_WIDEST] or both
    maps = [row[-COVER_LUCKS:] for row in plate_maps([table.of(Aim.THRIFTY) for _, table in shown])]
    ink = plate_ink("cover", maps[::-1], [EVEN])
    first, last = shown[0][0], shown[-1][0]
    between_tabs = ALL_TABS / max(len(pages) - 1, 1)
    pitch = min(between_tabs, COVER_SIDE / len(maps[0]), COVER_SIDE / len(maps))
    scale = pitch / (maps[0][0].side + GUTTER)
    return Cover(
        ink=ink,
        gaps=(first.gap, last.gap),
        lucks=[map_.luck for map_ in maps[0]],
        top=max(COVER_TOP, first.tab + TAB_HEIGHT / 2 - pitch / 2),
        pitch=pitch,
        width=ink.width * scale,
        height=ink.height * scale,
    )


def _cut(table: GapTable, most: int) -> GapTable:
    """The part of a table that fits on a page."""
    return replace(table, **{name: getattr(table, name)[:, :most, :most] for name in table.columns()})


def _gap_page(
    table: GapTable, number: int, count: int, rules: Rules, measured: Outside | None
) -> tuple[BookletPage, list[Ink]]:
    gap, marks = table.skill_gap, Marks(rules.max_luck)
    side = table.win_chance.shape[1]
    possible = [outcome for outcome in Outcome if can_happen(gap, outcome)]
    rows = {o: squares(verdicts_of(table, o, Aim.THRIFTY), marks, whole=o is Outcome.WON) for o in possible}
    height = min(ROW_HEIGHT, round(ROW_HEIGHT * ROWS / (sum(map(len, rows.values())) + 1), 3))
    tables = [PrintedTable(o, f"squares-{gap_slug(gap)}-{o}", rows[o], side) for o in possible]
    served = measured.beyond.get(gap) if measured else None
    serves = served or rules.playing_gap(gap + (1 if gap > 0 else -1)) == gap
    beyond = ("or more" if gap > 0 else "or less") if serves else ""
    page = BookletPage(
        skill_gap=gap,
        gap=signed(gap),
        beyond=beyond,
        beyond_note=_beyond_note(gap, served) if served else "",
        page=FRONT_PAGES + 1 + number,
        against=against(gap).replace(" ", " or more ", 1) if beyond else against(gap),
        tables=tables,
        marks=marks,
        tab=FIRST_TAB + ALL_TABS * number / max(count - 1, 1),
        row_height=height,
    )
    return page, [squares_ink(t.ground, shades(t.rows), SQUARE_WIDTH, height, side) for t in tables if t.rows]


def _beyond_note(gap: int, served: Beyond) -> str:
    """How the page of the last skill gap serves those beyond it, and what that costs."""
    others = f"{signed(gap + 1)} or more" if gap > 0 else f"{signed(gap - 1)} or less"
    used = [outcome for outcome in Outcome if outcome not in served.keeps]
    kept = [f"KEEP if you {outcome}" for outcome in Outcome if outcome in served.keeps]
    read = [f"if you {' or '.join(used)}, read this page: it {_costs(served.cost)}"] if used else []
    return f"SKILL gap {others}: {'; '.join(kept + read)}."


def _above(side: int, measured: Outside | None) -> str:
    if not measured:
        return f"No table has a STAMINA above {side}."
    return f"STAMINA above {side}: read {side}. Up to STAMINA {measured.largest} that {_costs(measured.above)}."


def _costs(cost: PlanCost) -> str:
    """What a plan costs against the thrifty one of its fight, in the worst of all."""
    return f"costs at most {at_most(100 * cost.wins)} wins in 100 and {at_most(cost.luck)} LUCK"


def _page_of(gap: int, pages: Sequence[BookletPage]) -> BookletPage | None:
    """The page that serves a skill gap; the outermost serve those beyond."""
    for page in pages:
        further = page.beyond and (gap > page.skill_gap > 0 or gap < page.skill_gap < 0)
        if page.skill_gap == gap or further:
            return page
    return None


def _example(pages: Sequence[BookletPage], tables: Sequence[GapTable], fight: Fight) -> list[str]:
    """Where the booklet answers for one fight, and what it says."""
    found = [(page, table) for page, table in zip(pages, tables, strict=True) if page.skill_gap == fight.table_gap]
    if not found or max(fight.stamina, fight.foe_stamina) > found[0][0].tables[0].side:
        return []
    page, table = found[0]
    told = [f"Your SKILL gap is {page.gap}: page {page.page}."]
    for printed in page.tables:
        rows = printed.rows[fight.stamina - 1 :]
        label = rows[0][fight.foe_stamina - 1] if rows else KEEP
        verdicts = verdicts_of(table, printed.outcome, Aim.THRIFTY)[fight.luck]
        tests = verdicts[fight.stamina - 1, fight.foe_stamina - 1] == Verdict.TEST
        verdict = "TEST" if tests else "KEEP your LUCK"
        told.append(f"You {printed.outcome} the round: the square says {label}, so {verdict}.")
    return told


def _finder(skill: int, pages: Sequence[BookletPage]) -> Finder:
    gaps = [skill - foe for foe in FOE_SKILLS]
    return Finder(skill, [(signed(gap), _page_of(gap, pages)) for gap in gaps])


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


def _foes_by_need(rules: Rules) -> dict[tuple[bool, bool], str]:
    """The foe's staminas at which tests can save hits, by whether one can wait and whether an Unlucky hit costs one.

    A test can wait where tests after a normal hit can still save as many.
    """
    plain, lucky, unlucky = rules.won.hits
    found: dict[tuple[bool, bool], list[str]] = {}
    for stamina in rules.staminas[rules.foe_yields_at :] if lucky > plain else ():
        left = stamina - rules.foe_yields_at
        now, later, missed = (max(left - hit, 0) for hit in (0, plain, unlucky))
        saved_now, saved_later = (hits_to_fall(n, plain) - hits_to_fall(n, lucky) for n in (now, later))
        if saved_now:
            need = saved_later >= saved_now, hits_to_fall(missed, plain) > hits_to_fall(later, plain)
            found.setdefault(need, []).append(str(stamina))
    return {need: ", ".join(staminas[:MOST_NAMED]) for need, staminas in found.items()}


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
