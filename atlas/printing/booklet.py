"""The booklet: pages of threshold tables, to be found by the tabs on their edge, and a few pages around them.

There is one for each aim: more to come, and the last fight. Every page is a leaf of its own in the template, so page
numbers are known beforehand; pages for the reader's own fights fill up to a multiple of four. The outer edge is cut
off after folding: what bleeds there reaches beyond.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.cards.worked import example
from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.presets import in_words
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.map import plate_maps
from atlas.maps.operators import Ink
from atlas.maps.pdf import plate_ink, sign_ink, squares_ink, swatch_ink
from atlas.maps.scene import GUTTER
from atlas.maps.style import EVEN, LOST, PLATE_FILLS, WON
from atlas.paper.encounters import Encounter
from atlas.paper.ledger import tally
from atlas.paper.statements import Claim, Standing
from atlas.printing.gap_pages import COLUMN_HEADS, HEAD_WIDTH, SLOT_WIDTH, GapBlock, SquaresPage, squares_pages
from atlas.printing.leaves import A5, TRIM, Cells, Document
from atlas.printing.patterns import Patterns, patterns
from atlas.printing.squares import BLACK, SquareRow, heads_of, shared_columns, sign_of
from atlas.signs import LEAST_LUCKY
from atlas.tables.gap_table import Aim, GapTable, Thrift, thrift_of, verdicts_of
from atlas.tables.outside import Outside, outside
from atlas.tables.spans import ROUNDING, SpanPlan
from atlas.wording import signed, whole_percent

MOST_STAMINA = 24
"""what a page has room for; the answer for smaller staminas does not depend on larger ones"""
WIDEST = 8
"""the skill gap of the last pages: they serve beyond it too; all have a page where a fight remembers rounds"""
FONT_SIZE = 9.6
"""of the signs, in points"""
LINE = 1.25
"""height of a line of signs, of their size"""
FRONT_PAGES, BACK_PAGES = 3, 3
"""before and after the skill gaps, without the pages for the reader's fights"""
HERO_SKILLS, FOE_SKILLS = range(7, 13), range(3, 16)
SHEET = 4
"""pages of a sheet of paper"""
FIRST_TAB, ALL_TABS = 2.0, 187.0
"""how far down the first tab stands, and how far down from it the last one ends, in millimetres"""
HIGHEST_TAB, TAB_SHARE = 12.6, 0.88
"""height of a tab in millimetres, and the share of their distance that tabs take at most"""
COVER_WIDEST, COVER_LUCKS = 5, 11
"""the skill gaps and how many lucks the cover shows, of which most have something to choose"""
COVER_TOP, COVER_SIDE = 40.0, 122.0
"""the room for its maps, in millimetres"""
SAMPLE = 12.0
"""side of a black square in the text, in points"""


@dataclass(frozen=True)
class Cover:
    """The small maps on the cover, by skill gap and luck."""

    ink: Ink
    gaps: tuple[str, str]
    """the first and the last"""
    lucks: Sequence[int]
    pitch: float
    """from one map to the next, in millimetres, as the others"""
    width: float
    height: float
    top: float = COVER_TOP


@dataclass(frozen=True)
class Finder:
    """A row of the table that finds the page: one SKILL of the hero."""

    skill: int
    cells: Sequence[tuple[str, SquaresPage | None]]
    """skill gap and page; None where the booklet has none"""


@dataclass(frozen=True)
class Rounded:
    """What the printed tables leave out, and what that costs at most, as a part of a win."""

    squares: int
    """that leave something out"""
    ranges: int
    """with a highest LUCK"""
    decision: Fraction
    """the cost at one decision"""
    whole: Fraction | None
    """the cost in a whole fight; None where it is not known"""
    allowed: Fraction = ROUNDING
    """what may be left out at one decision without a highest LUCK"""


@dataclass(frozen=True)
class LookedUpSquare:
    """What a table says in one fight."""

    outcome: Outcome
    sign: str
    """empty where there is no figure"""
    tests: bool


@dataclass(frozen=True)
class LookedUpFight:
    """Where the booklet answers for one fight, and what it says."""

    fight: Fight
    gap: str
    page: int
    squares: Sequence[LookedUpSquare]


@dataclass(frozen=True, kw_only=True)
class Booklet(Document):
    template = "print/booklet.html"
    description: str = "When to Test your Luck in every fight of the Fighting Fantasy books, by SKILL gap."
    aim: Aim
    rules: Rules
    side: int
    cover: Cover
    pages: Sequence[SquaresPage]
    """with tables"""
    by_gap: Sequence[tuple[GapBlock, SquaresPage]]
    """each skill gap with its page"""
    outside: Outside | None
    """what it costs to go by the tables in fights that they have no square for; None where it is not known"""
    finder: Sequence[Finder]
    foe_skills: Sequence[int] = tuple(FOE_SKILLS)
    odds: Sequence[tuple[int, str]]
    least_lucky: int = LEAST_LUCKY
    outcomes: Sequence[Outcome] = tuple(Outcome)
    example: LookedUpFight | None
    """None where these tables have no square for it"""
    thrift: Thrift
    solved_gaps: tuple[str, str]
    """the first and the last skill gap of these tables"""
    ties: bool
    """whether a square that says keep can mean that it makes no difference"""
    fights: int
    squares: int
    """of all tables, with those that are left out or joined"""
    rounded: Rounded
    patterns: Patterns
    standings: Mapping[Standing, int]
    encounters: Sequence[tuple[Encounter, SquaresPage | None]]
    """each with its page"""
    notes_pages: int
    all_slots: int
    """columns of the tables"""
    normal_hit_kills: str
    """the foe’s staminas that a normal hit finishes"""
    hopeless: str
    """your staminas at which even a Lucky test does not save you; empty where it can"""
    font_size: float = FONT_SIZE
    slot_width: float = SLOT_WIDTH
    head_width: float = HEAD_WIDTH
    column_heads: float = COLUMN_HEADS
    trim: int = TRIM
    tab_height: float

    @property
    def cut(self) -> float:
        return TRIM

    @property
    def page_count(self) -> int:
        return FRONT_PAGES + len(self.pages) + BACK_PAGES + self.notes_pages

    @property
    def has_spreads(self) -> bool:
        return not all(page.is_first for page in self.pages)

    @property
    def odd_or_even(self) -> SquareRow | None:
        """The first row that is for odd or even staminas; None where there is none."""
        rows = (row for page in self.pages for block in page.blocks for table in block.tables for row in table.rows)
        return next((row for row in rows if row.is_odd_or_even), None)

    @property
    def more_rules(self) -> list[str]:
        """What damage and luck cost do not tell."""
        return in_words(self.rules)[3:]

    @property
    def claims(self) -> int:
        return sum(self.standings.values())

    @property
    def file_name(self) -> str:
        """Of all its files, before the size of the paper."""
        return self.path.removeprefix("print/").removesuffix("-a5.pdf")


def measured_outside(edition: Edition, aim: Aim) -> Outside | None:
    """Measure what a booklet costs in fights it has no square for; None where a fight remembers what no table tells."""
    gaps = printed_gaps(edition)
    ends = [gap for gap in gaps if abs(gap) == WIDEST]
    priced = edition if aim is Aim.THRIFTY else replace(edition, luck_price=Fraction(0))
    return None if edition.has_memory else outside(priced, printed_side(edition.rules), gaps, ends)


def printed_gaps(edition: Edition) -> list[int]:
    """Return the skill gaps that have a page."""
    inner = [gap for gap in edition.skill_gaps if abs(gap) <= WIDEST or edition.has_memory]
    return inner or list(edition.skill_gaps)


def printed_side(rules: Rules) -> int:
    """Return the largest stamina of the tables."""
    return min(rules.max_stamina, MOST_STAMINA)


def booklet(
    edition: Edition,
    aim: Aim,
    tables: Sequence[GapTable],
    plans: Sequence[SpanPlan],
    measured: Outside | None,
    claims: Sequence[Claim],
    encounters: Sequence[Encounter],
) -> Booklet:
    """Return the whole booklet of one aim; `plans` are those of the skill gaps that it prints."""
    rules, side = edition.rules, printed_side(edition.rules)
    shown = set(printed_gaps(edition))
    cut = [_cut(table, side) for table in tables]
    printed = [table for table in cut if table.skill_gap in shown]
    shared = shared_columns(rules, plans)
    pages = _with_tabs(squares_pages(rules, plans, shared, FRONT_PAGES + 1), rules, measured)
    cover, seen = _cover(printed, aim), patterns(rules, printed, aim)
    drawn = [(page, table) for page in pages for block in page.blocks for table in block.tables if table.rows]
    columns = [verdicts_of(table, outcome, aim) for table in printed for outcome in Outcome]
    thrifty = aim is Aim.THRIFTY
    return Booklet(
        path=f"print/booklet{'' if thrifty else '-last-fight'}-a5.pdf",
        title=f"Luck Atlas: when to Test your Luck{'' if thrifty else ' in the last fight'}",
        paper=A5,
        aim=aim,
        inks=[
            *(page.ink(table) for page, table in drawn),
            *map(sign_ink, (WON, LOST)),
            squares_ink("always", [[BLACK]], SAMPLE, SAMPLE),
            cover.ink,
            *map(swatch_ink, PLATE_FILLS),
            *seen.inks,
        ],
        cells=Cells(
            sorted(set[str]().union(*(table.labels for _, table in drawn))), round(SLOT_WIDTH / FONT_SIZE, 4), LINE
        ),
        rules=rules,
        side=side,
        cover=cover,
        pages=pages,
        by_gap=[(block, page) for page in pages for block in page.blocks if block.is_first],
        outside=measured,
        finder=[_finder(skill, pages) for skill in HERO_SKILLS],
        odds=[(n, whole_percent(luck_odds(n).chance)) for n in rules.lucks if n],
        example=_example(pages, plans, example(rules)),
        thrift=thrift_of(tables),
        solved_gaps=(signed(tables[0].skill_gap), signed(tables[-1].skill_gap)),
        ties=any((column == Verdict.EITHER).any() for column in columns),
        fights=sum(table.win_chance.size for table in printed),
        squares=side * side * sum(len(block.tables) for page in pages for block in page.blocks),
        rounded=_rounded(plans),
        patterns=seen,
        standings=tally(claims),
        encounters=[(e, _page_of(e.hero.skill - e.foe.skill, pages)) for e in encounters],
        notes_pages=-(FRONT_PAGES + len(pages) + BACK_PAGES) % SHEET,
        all_slots=side - shared + 1,
        normal_hit_kills=heads_of(1, rules.foe_yields_at + rules.won.plain),
        hopeless=heads_of(1, rules.lost.lucky),
        tab_height=_tab_height(pages),
    )


def _tab_height(pages: Sequence[SquaresPage]) -> float:
    return min(HIGHEST_TAB, TAB_SHARE * ALL_TABS / sum(page.is_first for page in pages))


def _with_tabs(pages: Sequence[SquaresPage], rules: Rules, measured: Outside | None) -> list[SquaresPage]:
    """Return the pages with their tabs, one for both pages of a spread, and the outermost with what they serve."""
    count, height = sum(page.is_first for page in pages), _tab_height(pages)
    step = min((ALL_TABS - height) / max(count - 1, 1), 1.4 * HIGHEST_TAB)
    placed, number = list[SquaresPage](), -1
    for page in pages:
        number += page.is_first
        ends = (gap for gap in page.gaps if _serves_beyond(gap, rules, measured))
        placed.append(replace(page, tab=FIRST_TAB + step * number, serves_beyond=any(ends)))
    return placed


def _serves_beyond(gap: int, rules: Rules, measured: Outside | None) -> bool:
    """Return whether the page of a skill gap serves those beyond it, too."""
    outer = gap + (1 if gap > 0 else -1)
    return bool(measured and gap in measured.beyond) or rules.playing_gap(outer) == gap


def _cover(tables: Sequence[GapTable], aim: Aim) -> Cover:
    shown = [table for table in tables if abs(table.skill_gap) <= COVER_WIDEST] or list(tables)
    maps = [row[-COVER_LUCKS:] for row in plate_maps([table.of(aim) for table in shown])]
    ink = plate_ink("cover", maps[::-1], [EVEN])
    pitch = min(COVER_SIDE / len(maps[0]), COVER_SIDE / len(maps))
    scale = pitch / (maps[0][0].side + GUTTER)
    return Cover(
        ink=ink,
        gaps=(signed(shown[0].skill_gap), signed(shown[-1].skill_gap)),
        lucks=[map_.luck for map_ in maps[0]],
        pitch=pitch,
        width=ink.width * scale,
        height=ink.height * scale,
    )


def _cut(table: GapTable, most: int) -> GapTable:
    """Return the part of a table that fits on a page."""
    return replace(table, **{name: getattr(table, name)[:, :most, :most] for name in table.columns()})


def _rounded(plans: Sequence[SpanPlan]) -> Rounded:
    tables = [table for plan in plans for table in plan.tables.values()]
    return Rounded(
        squares=sum(table.rounded for table in tables),
        ranges=sum(bool(span and span.highest) for table in tables for row in table.spans for span in row),
        decision=max(table.cost for table in tables),
        whole=max((plan.whole_cost for plan in plans if plan.whole_cost is not None), default=None),
    )


def _page_of(gap: int, pages: Sequence[SquaresPage]) -> SquaresPage | None:
    """Return the page that serves a skill gap; the outermost serve those beyond."""
    for page in pages:
        first, last = page.gaps
        if first <= gap <= last or (page.serves_beyond and (gap > last > 0 or gap < first < 0)):
            return page
    return None


def _example(pages: Sequence[SquaresPage], plans: Sequence[SpanPlan], fight: Fight) -> LookedUpFight | None:
    """Return where the booklet answers for one fight, and what it says."""
    plan = next((plan for plan in plans if plan.skill_gap == fight.table_gap), None)
    page = _page_of(fight.table_gap, pages)
    if not plan or not page or max(fight.stamina, fight.foe_stamina) > len(plan.tables[Outcome.WON].spans):
        return None
    spans = {outcome: table.spans[fight.stamina - 1][fight.foe_stamina - 1] for outcome, table in plan.tables.items()}
    squares = [
        LookedUpSquare(outcome, sign_of(span) if span else "", bool(span and span.tests(fight.luck)))
        for outcome, span in spans.items()
    ]
    return LookedUpFight(fight, signed(plan.skill_gap), page.number, squares)


def _finder(skill: int, pages: Sequence[SquaresPage]) -> Finder:
    gaps = [skill - foe for foe in FOE_SKILLS]
    return Finder(skill, [(signed(gap), _page_of(gap, pages)) for gap in gaps])
