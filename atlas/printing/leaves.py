"""What the printed leaves show: the cheat sheet, the pocket cards and the sheet that says how to fold.

Each is a `Document`: a page with a template, the drawings on it and the labels of its tables. One template
serves A4 and Letter; the paper is data.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version

from atlas.cards.catalogue import Card
from atlas.cards.phrases import NUMBER_BASE, YOUR_NUMBER
from atlas.cards.worked import WorkedDecision, WorkedRound, worked_round
from atlas.game.dice import SURE_LUCK, luck_odds
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.maps.cell_font import SPACE
from atlas.maps.fonts import FACES
from atlas.maps.pdf import Ink
from atlas.maps.style import PLAIN_COLOURS
from atlas.policies.fightsets import FRESH
from atlas.policies.policy import Rule
from atlas.site.pages import Page
from atlas.tables.gap_table import GapTable
from atlas.wording import amount, percent, signed, whole_percent


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    name: str
    title: str
    width: float
    height: float


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
EITHER = Paper("either", "A4 or US Letter", A4.width, LETTER.height)
"""what lies on both: set once for it, pages are printed in the middle of each"""
A5 = Paper("a5", "A5", 148, 210)
MM = 72 / 25.4
"""points in a millimetre"""
TRIM = 5
"""of the booklet's outer edge, cut off after folding, in millimetres: tabs bleed over it"""


@dataclass(frozen=True)
class Cells:
    """What stands in the squares of tables, and their width and height, of the font size."""

    labels: Sequence[str]
    width: float
    height: float
    space: float = SPACE


@dataclass(frozen=True, kw_only=True)
class Document(Page):
    """A page object that is printed."""

    paper: Paper
    inks: Sequence[Ink] = ()
    cells: Cells | None = None
    """how its tables are set, if in the typeface of cells"""
    version: str = version("luck-atlas")

    @property
    def font_faces(self) -> str:
        """The typefaces as CSS, each where its package has it."""
        return "\n".join(
            f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; '
            f'font-style: {"italic" if face.italic else "normal"}; src: url("{face.file.as_uri()}"); }}'
            for face in FACES
        )

    @property
    def page_count(self) -> int:
        """How many pages it must have: one more means that something does not fit."""
        return 1

    @property
    def palette(self) -> str:
        """The colours as CSS, on white paper."""
        return ":root {" + "".join(f" --{colour.name}: {colour.light};" for colour in PLAIN_COLOURS) + " --ink: #000 }"


@dataclass(frozen=True)
class CardLine:
    """A rule of a card under the heading of its outcome."""

    condition: str
    verdict: str
    test: bool


def lines(rules: Sequence[Rule], outcome: Outcome) -> list[CardLine]:
    """The rules for one outcome, in order, without the words that the heading says."""
    return [_line(rule) for rule in rules if rule.outcome is outcome]


def _line(rule: Rule) -> CardLine:
    condition = rule.text.removesuffix(".").partition(" if ")[2]
    return CardLine(condition, rule.verdict.word, rule.verdict is Verdict.TEST)


@dataclass(frozen=True)
class CardCost:
    """What a card costs against perfect play, on heroes as they are rolled."""

    title: str
    kept: str
    """share of what luck can give"""
    average: str
    """points of win chance"""
    worst: str
    luck: str
    """points spent in a fight"""


@dataclass(frozen=True)
class Chances:
    """A row of the small table of win chances."""

    gap: str
    cells: Sequence[tuple[str, str]]
    """without luck, with it"""


CHANCE_HERO = (18, 9)
"""stamina and luck of the hero in the small table of win chances"""
CHANCE_FOES = (6, 10, 14, 18)
CHANCE_GAPS = range(-4, 2)
COSTED = ("quick", "strips", "sentences")


@dataclass(frozen=True, kw_only=True)
class CardsDocument(Document):
    """What the cheat sheet and the pocket cards have in common."""

    cards: Mapping[str, Card]
    your_number: str = YOUR_NUMBER
    outcomes: Sequence[Outcome] = tuple(Outcome)
    gap_numbers: Sequence[tuple[str, str]]
    """skill gaps, and "your number" for them"""

    def lines(self, card: Card, outcome: Outcome) -> list[CardLine]:
        return lines(card.rules, outcome)


@dataclass(frozen=True, kw_only=True)
class CheatSheet(CardsDocument):
    template = "print/cheat-sheet.html"
    title: str = "Should I test my luck? The cheat sheet"
    description: str = "The quick grid and the sentence card on one side of paper."
    costs: Sequence[CardCost]
    odds: Sequence[tuple[int, str]]
    """luck, and how often a test succeeds"""
    chance_hero: tuple[int, int]
    chance_foes: Sequence[int]
    chances: Sequence[Chances]
    worked: WorkedRound
    told: Sequence[tuple[Outcome, str]]
    """outcome, and what to do and why"""
    rules: Rules


@dataclass(frozen=True, kw_only=True)
class PocketCards(CardsDocument):
    template = "print/cards.html"
    title: str = "Pocket cards: should I test my luck?"
    description: str = "The quick grid and the sentence card at the size of playing cards, eight to a sheet."


@dataclass(frozen=True, kw_only=True)
class FoldingSheet(Document):
    template = "print/folding.html"
    title: str = "How to print and fold the booklet"
    description: str = "The first sheet of the booklet that is printed on both sides."
    sheets: int
    pages: int
    scale: str
    """how large the booklet's pages are printed"""
    trim: str
    """millimetres of the outer edge that are cut off"""

    @property
    def page_count(self) -> int:
        """Both sides, so that the pages of the file are as many in front as behind."""
        return 2

    @property
    def last(self) -> int:
        """The last page of the file."""
        return self.page_count + 2 * self.sheets


def cheat_sheet(edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card], paper: Paper) -> CheatSheet:
    by_id = _by_id(cards)
    side = edition.rules.max_stamina
    stamina, luck = min(CHANCE_HERO[0], side), min(CHANCE_HERO[1], edition.rules.max_luck)
    foes = [foe for foe in CHANCE_FOES if foe <= side] or [side]
    worked = worked_round(edition, by_id["quick"])
    return CheatSheet(
        path=f"print/cheat-sheet-{paper.name}.pdf",
        paper=paper,
        cards=by_id,
        gap_numbers=gap_numbers(),
        costs=costs(by_id),
        odds=[(n, whole_percent(luck_odds(n).chance)) for n in edition.rules.lucks if 2 <= n <= SURE_LUCK],
        chance_hero=(stamina, luck),
        chance_foes=foes,
        chances=[_chances(t, stamina, luck, foes) for t in tables if t.skill_gap in CHANCE_GAPS],
        worked=worked,
        told=told(edition.rules, worked),
        rules=edition.rules,
    )


def pocket_cards(cards: Sequence[Card], paper: Paper) -> PocketCards:
    return PocketCards(
        path=f"print/cards-{paper.name}.pdf",
        paper=paper,
        cards=_by_id(cards),
        gap_numbers=gap_numbers(),
    )


def folding_sheet(paper: Paper, pages: int, scale: float) -> FoldingSheet:
    return FoldingSheet(
        path=f"print/booklet-{paper.name}-duplex.pdf",
        paper=paper,
        sheets=-(-pages // 4),
        pages=pages,
        scale=percent(Fraction(round(scale * 1000), 1000)),
        trim=f"{TRIM * scale:.1f}".removesuffix(".0"),
    )


def gap_numbers(widest: int = 7) -> list[tuple[str, str]]:
    """Skill gaps in pairs, and "your number" for them."""
    halves = range(-(widest // 2), widest // 2 + 1)
    return [(f"{signed(2 * n)}, {signed(2 * n + 1)}", str(n + NUMBER_BASE)) for n in halves]


def told(rules: Rules, worked: WorkedRound) -> list[tuple[Outcome, str]]:
    """What the card says after each outcome, and what that does."""
    return [(d.outcome, " ".join(_told(rules, worked, d))) for d in worked.decisions]


def _told(rules: Rules, worked: WorkedRound, decision: WorkedDecision) -> Iterator[str]:
    state, outcome = worked.fight.state, decision.outcome
    if decision.rule is None or not decision.tests:
        plain = rules.hit(state, outcome, rules.damage(outcome).plain)
        yield "Keep your luck:"
        yield f"{_who(outcome)} {_left(plain, outcome)}. (A test {decision.effect}.)"
        return
    condition = _line(decision.rule).condition
    yield f"“{condition[:1].upper()}{condition[1:]}”: test."
    lucky, unlucky = rules.branches(state, outcome, test=True)
    yield f"Roll two dice: {state.luck} or less ({worked.lucky} of the time) and"
    yield f"{_who(outcome)} {_left(lucky.state, outcome)};"
    yield f"else {_who(outcome)} {_left(unlucky.state, outcome)}."
    yield f"Either way your LUCK is now {lucky.state.luck}. The test {decision.effect} of win chance."


def _who(outcome: Outcome) -> str:
    return "the foe" if outcome is Outcome.WON else "you"


def _left(state: State, outcome: Outcome) -> str:
    stamina = state.foe_stamina if outcome is Outcome.WON else state.hero_stamina
    return f"drop{'s' if outcome is Outcome.WON else ''} to {stamina}"


def _by_id(cards: Sequence[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards if card.published}


def costs(cards: Mapping[str, Card]) -> list[CardCost]:
    return [_cost(cards[name]) for name in COSTED]


def _cost(card: Card) -> CardCost:
    certificate = card.certificate
    return CardCost(
        card.title,
        percent(certificate.captured_gain[FRESH.name]),
        percent(certificate.mean_loss[FRESH.name]).rstrip("%"),
        percent(certificate.worst_loss).rstrip("%"),
        amount(certificate.luck_spent[FRESH.name]),
    )


def _chances(table: GapTable, stamina: int, luck: int, foes: Sequence[int]) -> Chances:
    def worded(column: object, foe: int) -> str:
        return whole_percent(Fraction(float(column[luck, stamina - 1, foe - 1])))  # type: ignore[index]

    cells = [(worded(table.win_chance_never, foe), worded(table.win_chance_thrifty, foe)) for foe in foes]
    return Chances(signed(table.skill_gap), cells)
