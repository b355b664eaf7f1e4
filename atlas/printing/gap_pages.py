"""The pages of a booklet that hold its threshold tables: which skill gaps stand on which page, and how large.

A skill gap has a page to itself, shares one with its neighbours where it has little to say, or fills a spread: the
table for a won round on the left page, the one for a lost round on the right. Rows that say the same are one, as far
as a page needs it; a spread has them all. Of all ways to lay them out the one is taken that needs the fewest pages,
then the one whose pages are fullest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import floor

from atlas.game.rules import Outcome, Rules
from atlas.maps.map import gap_slug
from atlas.maps.operators import Ink
from atlas.maps.pdf import squares_ink
from atlas.printing.squares import Joined, PrintedTable, printed_table, shades
from atlas.tables.outside import can_happen
from atlas.tables.spans import SpanPlan, Spans
from atlas.wording import DASH, against, signed

SLOT_WIDTH = 13.8
"""of a square, in points"""
HEAD_WIDTH = 42.6
"""left of the squares, for your STAMINA"""
COLUMN_HEADS = 11.0
"""height of the row of the foe's staminas"""
LEAST_ROW, MOST_ROW = 11.6, 20.0
"""height of a row of squares"""
ROOM, SHARED_ROOM = 468.0, 452.0
"""what a page has for tables; one that several skill gaps share says its reasons above them"""
TABLE_HEADING, BLOCK_HEADING, BETWEEN = 19.0, 18.0, 6.0
"""over a table of a page of its own, over a skill gap of a shared page, and after each table"""
FIFTH = 5


@dataclass(frozen=True)
class GapBlock:
    """The tables of one skill gap on one page."""

    skill_gap: int
    tables: Sequence[PrintedTable]
    is_first: bool = True
    """whether it is where links to the skill gap lead, not the right page of a spread"""

    @property
    def gap(self) -> str:
        return signed(self.skill_gap)

    @property
    def slug(self) -> str:
        return f"gap-{gap_slug(self.skill_gap)}"

    @property
    def kept(self) -> list[Outcome]:
        """After which rounds to keep, whatever the scores."""
        return [table.outcome for table in self.tables if not table.rows]

    @property
    def is_one_sided(self) -> bool:
        """Whether you win, or lose, every round that is not drawn."""
        return not all(can_happen(self.skill_gap, outcome) for outcome in Outcome)

    @property
    def row_count(self) -> int:
        return sum(len(table.rows) for table in self.tables)


@dataclass(frozen=True)
class SquaresPage:
    """One page of tables."""

    blocks: Sequence[GapBlock]
    number: int = 0
    serves_beyond: bool = False
    """whether it serves the skill gaps beyond the last, too"""
    tab: float = 0.0
    """how far down its tab stands, in millimetres"""

    @property
    def side(self) -> str:
        return "recto" if self.number % 2 else "verso"

    @property
    def is_shared(self) -> bool:
        return len(self.blocks) > 1

    @property
    def is_first(self) -> bool:
        """Whether it is the only page of its skill gaps, or the left one of a spread."""
        return self.blocks[0].is_first

    @property
    def fixed_height(self) -> float:
        """What rows have no part in."""
        shown = sum(bool(table.rows) for block in self.blocks for table in block.tables)
        told = sum(len(block.tables) for block in self.blocks)
        if self.is_shared:
            return len(self.blocks) * BLOCK_HEADING + shown * (COLUMN_HEADS + BETWEEN)
        return told * (TABLE_HEADING + BETWEEN) + shown * COLUMN_HEADS

    @property
    def row_count(self) -> int:
        rows = sum(block.row_count for block in self.blocks)
        return rows if self.is_shared else rows + sum(self.bars(table) for table in self.blocks[0].tables)

    @staticmethod
    def bars(table: PrintedTable) -> int:
        """Return how many lines beside its squares a table has where it has room for them."""
        return int(table.keeps_above is not None) + int(bool(table.rows and table.hopeless))

    @property
    def room(self) -> float:
        return SHARED_ROOM if self.is_shared else ROOM

    @property
    def row_height(self) -> float:
        fitting = (self.room - self.fixed_height) / max(self.row_count, 1)
        return floor(100 * max(LEAST_ROW, min(fitting, MOST_ROW))) / 100

    @property
    def fullness(self) -> float:
        """How much of its room it takes; more than 1 where it does not fit."""
        return (self.fixed_height + self.row_count * self.row_height) / self.room

    @property
    def gaps(self) -> tuple[int, int]:
        return self.blocks[0].skill_gap, self.blocks[-1].skill_gap

    @property
    def title(self) -> str:
        first, last = self.gaps
        if self.serves_beyond:
            return f"SKILL gap{'s' if self.is_shared else ''} " + (
                f"{signed(first)} or more" if last > 0 else f"{signed(last)} or less"
            )
        if first == last:
            return f"SKILL gap {signed(first)}"
        return f"SKILL gaps {signed(first)} {'to' if last > first + 1 else 'and'} {signed(last)}"

    @property
    def tab_lines(self) -> list[str]:
        first, last = (signed(gap) for gap in self.gaps)
        return [first] if first == last else [first, last] if len(self.blocks) == 2 else [first, "to", last]

    @property
    def against(self) -> str:
        """What the skill gaps mean."""
        first, last = self.gaps
        low, high = sorted((abs(first), abs(last)))
        where = "above the foe’s" if last > 0 else "below the foe’s"
        if self.serves_beyond:
            return f"{low} or more {where}"
        if first == last:
            return against(first)
        if first < 0 < last:
            return f"from {-first} below to {last} above the foe’s"
        return f"{low} {'to' if high > low + 1 else 'or'} {high} {where}"

    def ink(self, table: PrintedTable) -> Ink:
        """Return the drawing under the signs of a table."""
        first = int(table.heads[0].partition(DASH)[2] or table.heads[0])
        last = range(first, first + len(table.heads))
        breaks = [n for n, foe in enumerate(last, 1) if foe % FIFTH == 0 and foe != last[-1]]
        return squares_ink(table.name, [shades(row) for row in table.rows], SLOT_WIDTH, self.row_height, breaks)


def squares_pages(rules: Rules, plans: Sequence[SpanPlan], shared: int, first_page: int) -> list[SquaresPage]:
    """Return the pages of these skill gaps, numbered, with neither tabs nor what is beyond."""
    tables = {plan.skill_gap: _possible(plan) for plan in plans}
    joined = [_joined(gap, found, rules, shared) for gap, found in tables.items()]
    whole = [_block(gap, found, rules, shared, [Joined.NONE] * len(found)) for gap, found in tables.items()]
    best: dict[tuple[int, int], tuple[float, list[SquaresPage]]] = {(0, first_page % 2): (0, [])}
    for end in range(1, len(joined) + 1):
        choices = [([SquaresPage(joined[start:end])], start) for start in range(end)]
        choices.append((_spread(whole[end - 1]), end - 1))
        for pages, start in choices:
            for parity in (0, 1):
                if (start, parity) not in best:
                    continue
                cost = best[start, parity][0] + sum(map(_cost, pages)) + (len(pages) > 1) * parity
                there = (end, (parity + len(pages)) % 2)
                if there not in best or cost < best[there][0]:
                    best[there] = cost, [*best[start, parity][1], *pages]
    _, pages = min((best[len(joined), parity] for parity in (0, 1) if (len(joined), parity) in best), key=_first)
    return [SquaresPage(page.blocks, number) for number, page in enumerate(pages, first_page)]


def _first(found: tuple[float, list[SquaresPage]]) -> float:
    return found[0]


def _cost(page: SquaresPage) -> float:
    """Return how bad a page is: that it is there, what does not fit, and what stays empty."""
    full = page.fullness
    return 1 + 100 * max(0.0, full - 1) + 2 * max(0.0, 1 - full) ** 2


def _possible(plan: SpanPlan) -> Mapping[Outcome, Spans]:
    return {o: plan.tables[o].spans for o in Outcome if can_happen(plan.skill_gap, o)}


def _joined(gap: int, tables: Mapping[Outcome, Spans], rules: Rules, shared: int) -> GapBlock:
    """Return a skill gap for one page: neighbouring rows are joined, and every other in as few tables as it needs."""
    ways = product((Joined.NEIGHBOURS, Joined.EVERY_OTHER), repeat=len(tables))
    blocks = [_block(gap, tables, rules, shared, joined) for joined in ways]
    return next((block for block in blocks if SquaresPage([block]).fullness <= 1), blocks[-1])


def _block(gap: int, tables: Mapping[Outcome, Spans], rules: Rules, shared: int, joined: Sequence[Joined]) -> GapBlock:
    """Return a skill gap on a page, with the rows to join by table."""
    made = [
        printed_table(f"squares-{gap_slug(gap)}-{outcome}", outcome, spans, rules, shared, table_joined)
        for (outcome, spans), table_joined in zip(tables.items(), joined, strict=True)
    ]
    return GapBlock(gap, made)


def _spread(block: GapBlock) -> list[SquaresPage]:
    """Return a page for each table."""
    return [SquaresPage([GapBlock(block.skill_gap, [table], number == 0)]) for number, table in enumerate(block.tables)]
