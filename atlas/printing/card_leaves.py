"""The cards on paper: the cheat sheet, bookmarks for every band of skill gaps, pocket cards for sleeves.

All are made from the grids that the build derives, so they are right for whichever rules it is made for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from atlas.cards.catalogue import Card
from atlas.cards.grid import Group, gaps_in_words
from atlas.cards.worked import WorkedDecision, WorkedRound, worked_round
from atlas.game.dice import SKILL_GAPS, SURE_LUCK, luck_odds
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.operators import Ink
from atlas.maps.pdf import sign_ink
from atlas.maps.style import LOST, WON
from atlas.policies.fightsets import EVERY, EVERY_RANGE, FRESH, FightSet
from atlas.policies.policy import Rule
from atlas.printing.grids import PrintedGrid, label, printed_grid
from atlas.printing.leaves import EITHER, Cells, Document, Paper, SheetPart, SheetPlace
from atlas.signs import ALWAYS, LEAST_LUCKY
from atlas.tables.beyond_luck import BeyondLuck
from atlas.tables.gap_table import GapTable
from atlas.wording import signed, whole_percent

CHANCE_HERO = (18, 9)
"""stamina and luck of the hero in the small table of chances to win"""
CHANCE_FOES = (6, 10, 14, 18)
CHANCE_GAPS = range(-4, 3)
FOES = 8
"""lines for them on the adventure sheet"""
STRIPS_ACROSS, STRIP_WIDTH, BETWEEN_STRIPS = 4, 50.0, 8.0
"""on a sheet; in millimetres"""
POCKETS_ACROSS, POCKETS_DOWN, POCKET_WIDTH, POCKET_HEIGHT = 2, 4, 88.0, 63.0
DOT = 1.1
"""room for the disc that means always, of the font size"""
DISCS = Cells([ALWAYS], DOT, DOT, disc=True)


@dataclass(frozen=True)
class CardLine:
    """A rule of a card under the heading of its outcome."""

    condition: str
    test: bool


def lines(rules: Sequence[Rule], outcome: Outcome) -> list[CardLine]:
    """Return the rules for one outcome, in order, without the words that the heading says."""
    return [_line(rule) for rule in rules if rule.outcome is outcome]


def _line(rule: Rule) -> CardLine:
    return CardLine(rule.condition, rule.verdict is Verdict.TEST)


@dataclass(frozen=True)
class Chances:
    """A row of the small table of chances to win."""

    gap: str
    cells: Sequence[tuple[str, str]]
    """never testing, thrifty"""


@dataclass(frozen=True)
class WorkedSquare:
    """What the square of a card says in the round that is worked out, and the STAMINA that is left after it.

    It is the foe's after a round you won, and yours after one you lost.
    """

    decision: WorkedDecision
    sign: str
    normal: int
    lucky: int
    unlucky: int
    luck: int
    """left after a test"""


@dataclass(frozen=True, kw_only=True)
class CardsDocument(Document):
    """What all of them say: the damage, how often a test is Lucky."""

    rules: Rules
    odds: Sequence[tuple[int, str]]
    """luck, and how often a test is Lucky"""
    least_lucky: int = LEAST_LUCKY
    inks: Sequence[Ink] = tuple(map(sign_ink, (WON, LOST)))
    cells: Cells | None = DISCS


@dataclass(frozen=True, kw_only=True)
class CheatSheet(CardsDocument):
    template = "print/cheat-sheet.html"
    title: str = "Should I Test my Luck? The cheat sheet"
    description: str = "The quick grid over an adventure sheet; on the back rules in words, and a round worked out."
    grids: Mapping[Outcome, PrintedGrid]
    quick: Card
    """the card that they are, of which is said how good it is, over these fights"""
    every: FightSet = EVERY
    every_range: str = EVERY_RANGE
    fresh: FightSet = FRESH
    lucks: Sequence[tuple[int, str]]
    """to be ticked off, and how often a test is Lucky"""
    staminas: Sequence[int]
    bands: Sequence[str]
    foes: int = FOES
    sentences: Card
    beyond: BeyondLuck
    """when to eat, whom to hit"""
    chance_hero: tuple[int, int]
    chance_foes: Sequence[int]
    chances: Sequence[Chances]
    worked: WorkedRound
    squares: Sequence[WorkedSquare]
    outcomes: Sequence[Outcome] = tuple(Outcome)

    @property
    def page_count(self) -> int:
        return 2

    def lines(self, card: Card, outcome: Outcome) -> list[CardLine]:
        return lines(card.rules, outcome)


@dataclass(frozen=True)
class Strip:
    """A bookmark: the tables of one band of skill gaps."""

    gaps: Group
    grids: Sequence[PrintedGrid]

    @property
    def band(self) -> str:
        return gaps_in_words(self.gaps, ", ")

    @property
    def band_in_a_sentence(self) -> str:
        return gaps_in_words(self.gaps)

    @property
    def side(self) -> str:
        """Of the foe's SKILL: above, below, the same, or empty where the band has several."""
        sides = {(gap > 0) - (gap < 0) for gap in self.gaps}
        return {-1: "below", 0: "the same", 1: "above"}[sides.pop()] if len(sides) == 1 else ""

    @property
    def apart(self) -> tuple[int, int | None]:
        """From how many points to how many; None where there is no limit."""
        near, far = sorted((abs(self.gaps[0]), abs(self.gaps[-1])))
        return near, None if far == SKILL_GAPS[-1] else far


@dataclass(frozen=True, kw_only=True)
class Bookmarks(CardsDocument):
    template = "print/bookmarks.html"
    title: str = "Bookmarks: should I Test my Luck?"
    description: str = "A strip for each band of SKILL gaps, to be cut out and put into the book."
    sheets: Sequence[Sequence[Strip]]
    """side by side on a sheet of paper"""
    across: int = STRIPS_ACROSS
    width: float = STRIP_WIDTH
    between: float = BETWEEN_STRIPS

    @property
    def page_count(self) -> int:
        return 2 * len(self.sheets)


@dataclass(frozen=True, kw_only=True)
class PocketCards(CardsDocument):
    template = "print/cards.html"
    title: str = "Pocket cards: should I Test my Luck?"
    description: str = "The quick grid at the size of playing cards, eight to a sheet, for sleeves."
    grids: Mapping[Outcome, PrintedGrid]
    across: int = POCKETS_ACROSS
    down: int = POCKETS_DOWN
    width: float = POCKET_WIDTH
    height: float = POCKET_HEIGHT

    @property
    def page_count(self) -> int:
        return 2


def cheat_sheet(
    edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card], beyond: BeyondLuck, paper: Paper
) -> CheatSheet:
    by_id = card_by_id(cards)
    rules, quick = edition.rules, by_id["quick"]
    stamina, luck = min(CHANCE_HERO[0], rules.max_stamina), min(CHANCE_HERO[1], rules.max_luck)
    foes = [foe for foe in CHANCE_FOES if rules.foe_yields_at < foe <= rules.max_stamina] or [rules.max_stamina]
    worked = worked_round(edition, quick)
    return CheatSheet(
        path=f"print/cheat-sheet-{paper.name}.pdf",
        paper=paper,
        rules=rules,
        odds=lucky_chances(rules),
        grids=_grids(quick),
        quick=quick,
        lucks=[(n, whole_percent(luck_odds(n).chance)) for n in range(min(SURE_LUCK, rules.max_luck), 0, -1)],
        staminas=range(min(24, rules.max_stamina), 0, -1),
        bands=[block.gaps for block in quick.grids[Outcome.WON].blocks],
        sentences=by_id["sentences"],
        beyond=beyond,
        chance_hero=(stamina, luck),
        chance_foes=foes,
        chances=[_chances(t, stamina, luck, foes) for t in tables if t.skill_gap in CHANCE_GAPS],
        worked=worked,
        squares=[worked_square(worked.fight, decision, quick) for decision in worked.decisions],
    )


def bookmarks(edition: Edition, cards: Sequence[Card]) -> Bookmarks:
    strips = [
        Strip(grids[0].blocks[0].band, [*map(printed_grid, grids)]) for grids in card_by_id(cards)["strips"].strips
    ]
    sheets = [strips[n : n + STRIPS_ACROSS] for n in range(0, len(strips), STRIPS_ACROSS)]
    step = STRIP_WIDTH + BETWEEN_STRIPS
    backs = [SheetPlace(2 * number + 1, -step * n, 0) for number, sheet in enumerate(sheets) for n in range(len(sheet))]
    return Bookmarks(
        path="print/bookmarks.pdf",
        paper=EITHER,
        parts=[SheetPart(backs)],
        rules=edition.rules,
        odds=lucky_chances(edition.rules),
        sheets=sheets,
    )


def pocket_cards(edition: Edition, cards: Sequence[Card]) -> PocketCards:
    grid = product(range(POCKETS_DOWN), range(POCKETS_ACROSS))
    places = [(column * POCKET_WIDTH, row * POCKET_HEIGHT) for row, column in grid]
    return PocketCards(
        path="print/cards.pdf",
        paper=EITHER,
        parts=[SheetPart([SheetPlace(sheet, *place) for place in places]) for sheet in range(2)],
        rules=edition.rules,
        odds=lucky_chances(edition.rules),
        grids=_grids(card_by_id(cards)["quick"]),
    )


def card_by_id(cards: Sequence[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards if card.published}


def _grids(card: Card) -> dict[Outcome, PrintedGrid]:
    return {outcome: printed_grid(grid) for outcome, grid in card.grids.items()}


def lucky_chances(rules: Rules) -> list[tuple[int, str]]:
    return [(n, whole_percent(luck_odds(n).chance)) for n in rules.lucks if LEAST_LUCKY <= n <= SURE_LUCK]


def worked_square(fight: Fight, decision: WorkedDecision, card: Card) -> WorkedSquare:
    """Return what the square of a card says after a round of a fight, and what that does."""
    state, outcome, rules = fight.state, decision.outcome, fight.rules
    square = fight.table_gap - SKILL_GAPS[0], state.hero_stamina - 1, state.foe_stamina - 1
    lucky, unlucky = rules.branches(state, outcome, test=True)
    normal_left, lucky_left, unlucky_left = (
        after.foe_stamina if outcome is Outcome.WON else after.hero_stamina
        for after in (rules.hit(state, outcome, rules.damage(outcome).plain), lucky.state, unlucky.state)
    )
    sign = label(int(card.grids[outcome].thresholds[square]))
    return WorkedSquare(decision, sign, normal_left, lucky_left, unlucky_left, lucky.state.luck)


def _chances(table: GapTable, stamina: int, luck: int, foes: Sequence[int]) -> Chances:
    def worded(column: object, foe: int) -> str:
        return whole_percent(Fraction(float(column[luck, stamina - 1, foe - 1])))  # type: ignore[index]

    cells = [(worded(table.win_chance_never, foe), worded(table.win_chance_thrifty, foe)) for foe in foes]
    return Chances(signed(table.skill_gap), cells)
