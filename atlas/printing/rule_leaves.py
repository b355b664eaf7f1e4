"""Other rules on paper: a card to play with for each of them, two on a sheet, to cut.

A card shows the quick grid of its rules, their damage, what is different, and the STAMINA of the foe to test at most.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.cards.catalogue import DerivedCard
from atlas.cards.grid import Grid, gaps_in_words, staminas_in_words
from atlas.cards.layout import NEVER_LEVEL
from atlas.cards.memory_grid import MemoryGrid, rounds_in_words
from atlas.game.presets import Preset
from atlas.game.rules import BOOK_RULES, Outcome, Rules
from atlas.maps.operators import Ink
from atlas.maps.pdf import sign_ink
from atlas.maps.style import LOST, WON
from atlas.policies.fightsets import FRESH
from atlas.printing.card_leaves import DISCS
from atlas.printing.grids import PrintedGrid, printed_grid
from atlas.printing.leaves import EITHER, Cells, Document
from atlas.wording import percent

CARDS_ON_A_SHEET = 2


@dataclass(frozen=True)
class RuleCard:
    """A card for some rules."""

    title: str
    sentence: str
    """what is different, for players"""
    rules: Rules
    icon: str
    """which drawing stands for the kind of rules"""
    grids: Mapping[Outcome, PrintedGrid]
    by_rounds_left: bool
    """whether the bands of the grids are rounds left, not SKILL gaps"""
    extra_wins: tuple[str, str] | None
    """a kind of adventurer, and what they get of the wins that testing can add"""
    tested_most: str
    """the foe's STAMINA in the row that says most often to test"""
    tested_most_in_books: str
    """the same by the books' rules; empty where these are not known"""


@dataclass(frozen=True, kw_only=True)
class RuleCards(Document):
    template = "print/rule-cards.html"
    title: str = "Should I Test my Luck? Cards for other rules"
    description: str = "The quick grid for fights with rules of their own, two cards on a sheet, to cut."
    inks: Sequence[Ink] = tuple(map(sign_ink, (WON, LOST)))
    cells: Cells | None = DISCS
    cards: Sequence[RuleCard]
    books: Rules = BOOK_RULES

    @property
    def page_count(self) -> int:
        return -(-len(self.cards) // CARDS_ON_A_SHEET)


def rule_cards(cards: Sequence[RuleCard]) -> RuleCards:
    return RuleCards(path="print/rule-cards.pdf", paper=EITHER, cards=cards)


def rule_card(
    preset: Preset, quick: DerivedCard | MemoryGrid, shares: Mapping[str, float], books: DerivedCard | None
) -> RuleCard:
    """Return the card of a preset; `shares` is what its grid gets of the extra wins, by fight set."""
    by_rounds_left = isinstance(quick, MemoryGrid) and quick.by_rounds_left
    in_words = rounds_in_words if by_rounds_left else gaps_in_words
    return RuleCard(
        title=preset.title,
        sentence=preset.sentence,
        rules=preset.rules,
        icon=_icon(preset.rules),
        grids={outcome: printed_grid(grid, in_words) for outcome, grid in quick.grids.items()},
        by_rounds_left=by_rounds_left,
        extra_wins=(FRESH.title, percent(Fraction(shares[FRESH.name]))) if shares else None,
        tested_most=_tested_most(quick.grids[Outcome.WON]),
        tested_most_in_books=_tested_most(books.grids[Outcome.WON]) if books else "",
    )


def _icon(rules: Rules) -> str:
    """Return which drawing stands for rules: the first of these that is not the books'."""
    if rules.rounds:
        return "rounds"
    if rules.losing_run:
        return "run"
    if rules.foe_yields_at:
        return "yields"
    if rules.lost != BOOK_RULES.lost:
        return "foe"
    return "armour" if rules.won.plain < BOOK_RULES.won.plain else "weapon"


def _tested_most(grid: Grid) -> str:
    """Return the foe's staminas in the row with the lowest numbers, in words; of equal rows the first."""
    block = grid.blocks[0]
    levels = [
        Fraction(sum(NEVER_LEVEL if n is None else n for block in grid.blocks for n in block.lowest[row]))
        for row in range(len(block.rows))
    ]
    return staminas_in_words(block.rows[levels.index(min(levels))])
