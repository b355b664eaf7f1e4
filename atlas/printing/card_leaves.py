"""The cards on paper: the cheat sheet, bookmarks for every band of skill gaps, pocket cards for sleeves.

All are made from the grids that the build derives, so they are right for whichever rules it is made for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from atlas.cards.catalogue import Card
from atlas.cards.grid import Grid, gaps_in_words
from atlas.cards.worked import WorkedDecision, WorkedRound, worked_round
from atlas.game.dice import SKILL_GAPS, SURE_LUCK, luck_odds
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.maps.operators import Ink
from atlas.maps.pdf import sign_ink
from atlas.maps.style import LOST, WON
from atlas.policies.fightsets import EVERY, EVERY_RANGE, FRESH
from atlas.policies.policy import Rule
from atlas.printing.grids import PrintedGrid, label, printed_grid
from atlas.printing.leaves import EITHER, Cells, Document, Paper, SheetPart, SheetPlace
from atlas.signs import ALWAYS, KEEP, LEAST_LUCKY
from atlas.tables.beyond_luck import BeyondLuck
from atlas.tables.gap_table import GapTable
from atlas.wording import amount, fewer_wins, percent, signed, whole_percent

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
    costs: str
    """how good the quick grid is, and on which fights"""
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
    told: Sequence[tuple[Outcome, str]]
    """outcome, and what to do and why"""

    outcomes: Sequence[Outcome] = tuple(Outcome)

    @property
    def page_count(self) -> int:
        return 2

    def lines(self, card: Card, outcome: Outcome) -> list[CardLine]:
        return lines(card.rules, outcome)


@dataclass(frozen=True)
class Strip:
    """A bookmark: the tables of one band of skill gaps."""

    band: str
    against: str
    grids: Sequence[PrintedGrid]


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
        costs=_costs(quick),
        lucks=[(n, whole_percent(luck_odds(n).chance)) for n in range(min(SURE_LUCK, rules.max_luck), 0, -1)],
        staminas=range(min(24, rules.max_stamina), 0, -1),
        bands=[block.gaps for block in quick.grids[Outcome.WON].blocks],
        sentences=by_id["sentences"],
        beyond=beyond,
        chance_hero=(stamina, luck),
        chance_foes=foes,
        chances=[_chances(t, stamina, luck, foes) for t in tables if t.skill_gap in CHANCE_GAPS],
        worked=worked,
        told=told(rules, worked, quick),
    )


def bookmarks(edition: Edition, cards: Sequence[Card]) -> Bookmarks:
    strips = [
        Strip(
            gaps_in_words(grids[0].blocks[0].band, ", "), _against(grids[0].blocks[0].band), [*map(printed_grid, grids)]
        )
        for grids in card_by_id(cards)["strips"].strips
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


def _costs(card: Card) -> str:
    """Return the sentences about what a card gets and costs, each number with its fights."""
    certificate = card.certificate
    return (
        f"{card.title} in {EVERY.title} with {EVERY_RANGE}: on average "
        f"{percent(certificate.captured_gain[EVERY.name])} of the extra wins of "
        f"all-out play; worst case {fewer_wins(certificate.worst_loss)}. "
        f"A {FRESH.title} spends {amount(certificate.luck_spent[FRESH.name])} LUCK a fight on average."
    )


def _against(band: Sequence[int]) -> str:
    """Return what a band of skill gaps means."""
    sides = {(gap > 0) - (gap < 0) for gap in band}
    if sides == {0}:
        return "Your SKILL is the same as the foe’s"
    if len(sides) > 1:
        return f"Your SKILL minus the foe’s is {gaps_in_words(tuple(band))}"
    first, *others = sorted(abs(gap) for gap in band)
    last = others[-1] if others else first
    apart = f"{first} or more" if last == SKILL_GAPS[-1] else " or ".join(dict.fromkeys((str(first), str(last))))
    if last > first + 1 and last != SKILL_GAPS[-1]:
        apart = f"{first} to {last}"
    return f"Your SKILL is {apart} {'above' if sides == {1} else 'below'} the foe’s"


def told(rules: Rules, worked: WorkedRound, card: Card) -> list[tuple[Outcome, str]]:
    """Return what the squares of a card say after each outcome, and what that does."""
    return [(d.outcome, " ".join(_told(rules, worked, d, card.grids[d.outcome]))) for d in worked.decisions]


def _told(rules: Rules, worked: WorkedRound, decision: WorkedDecision, grid: Grid) -> Iterator[str]:
    state, outcome = worked.fight.state, decision.outcome
    gap = worked.fight.table_gap - SKILL_GAPS[0]
    says = label(int(grid.thresholds[gap, state.hero_stamina - 1, state.foe_stamina - 1]))
    yield f"The square { ({ALWAYS: 'is black', KEEP: 'has a small dot'}.get(says, f'says {says}')) }:"
    if not decision.tests:
        plain = rules.hit(state, outcome, rules.damage(outcome).plain)
        yield f"KEEP. {_who(outcome)} {_left(plain, outcome)}."
        yield f"A test here {decision.effect}."
        return
    lucky, unlucky = rules.branches(state, outcome, test=True)
    yield f"TEST. Roll two dice. {state.luck} or less ({worked.lucky}) is Lucky:"
    yield f"{_who(outcome).lower()} {_left(lucky.state, outcome)};"
    yield f"more is Unlucky: {_who(outcome).lower()} {_left(unlucky.state, outcome)}."
    yield f"You have LUCK {lucky.state.luck} left. The test {decision.effect}."


def _who(outcome: Outcome) -> str:
    return "The foe" if outcome is Outcome.WON else "You"


def _left(state: State, outcome: Outcome) -> str:
    stamina = state.foe_stamina if outcome is Outcome.WON else state.hero_stamina
    return f"drop{'s' if outcome is Outcome.WON else ''} to {stamina} STAMINA"


def _chances(table: GapTable, stamina: int, luck: int, foes: Sequence[int]) -> Chances:
    def worded(column: object, foe: int) -> str:
        return whole_percent(Fraction(float(column[luck, stamina - 1, foe - 1])))  # type: ignore[index]

    cells = [(worded(table.win_chance_never, foe), worded(table.win_chance_thrifty, foe)) for foe in foes]
    return Chances(signed(table.skill_gap), cells)
