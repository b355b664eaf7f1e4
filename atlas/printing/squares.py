"""A threshold table as it is printed: a sign in each square, and as few squares as say it all.

Your STAMINA runs upwards and the foe's to the right, as on the maps. The foe's staminas that one normal hit finishes
share a column, or have none after a won round, where to test would be for nothing. Rows and columns at the edges that
only keep are left out. Where there is little room, neighbouring rows that say the same are one; where there is less,
so are every other: a normal hit takes 2 STAMINA, and so even and odd staminas often differ and each are alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from atlas.game.rules import Outcome, Rules
from atlas.signs import ALWAYS, KEEP, ONLY, lucks_sign
from atlas.tables.spans import Span, SpanPlan, Spans
from atlas.wording import DASH

SHADES = (6, 9)
"""lowest LUCK up to the first lies on the darkest grey, above the last on the lightest"""
BLACK = 4
"""the shade of a square that always tests"""
LEAST_KEPT = 4
"""columns at the right that only keep are left out if they are as many"""


class Joined(Enum):
    """Which rows that say the same are one, by how far apart they may be."""

    # Early 3.11 takes a tuple for arguments, and loses an empty one.
    NONE = frozenset[int]()
    NEIGHBOURS = frozenset({1})
    EVERY_OTHER = frozenset({1, 2})


@dataclass(frozen=True)
class SquareRow:
    """A row of squares."""

    heroes: range
    """your staminas that it is for"""
    signs: Sequence[str]

    @property
    def head(self) -> str:
        first, last = self.heroes[0], self.heroes[-1]
        if self.heroes.step > 1 and len(self.heroes) == 2:
            return f"{first}, {last}"
        return (
            f"{heads_of(first, last)} {'odd' if first % 2 else 'even'}"
            if self.is_odd_or_even
            else heads_of(first, last)
        )

    @property
    def is_odd_or_even(self) -> bool:
        """Whether its head says so."""
        return self.heroes.step > 1 and len(self.heroes) > 2

    @property
    def is_bar(self) -> bool:
        """Whether one line says it all: test, whatever your LUCK."""
        return len(self.signs) > 1 and set(self.signs) == {ALWAYS}


@dataclass(frozen=True)
class PrintedTable:
    """One threshold table as it is set. Where no square tests it has no rows."""

    outcome: Outcome
    name: str
    """of the drawing under its signs"""
    heads: Sequence[str]
    """the foe's staminas over the columns"""
    first_slot: int
    """where the first of them stands: below the same STAMINA of all tables"""
    rows: Sequence[SquareRow]
    """from the top: your highest STAMINA first"""
    keeps_above: int | None
    """your stamina from which on to keep; None where there is no such"""
    keeps_beyond: int | None
    """the same for the foe's"""
    hopeless: str
    """your staminas at which even a Lucky test does not save you; empty where it can"""

    @property
    def labels(self) -> set[str]:
        return {*self.heads, *(sign for row in self.rows for sign in row.signs)}


def sign_of(span: Span | None) -> str:
    """Return the sign of a square."""
    return KEEP if span is None else lucks_sign(span.lowest, span.highest)


def heads_of(first: int, last: int) -> str:
    """Return the head of neighbouring staminas: 3, or 5–14; empty where there are none."""
    return "" if last < first else f"{first}" if first == last else f"{first}{DASH}{last}"


def shared_columns(rules: Rules, plans: Sequence[SpanPlan]) -> int:
    """Return how many of the foe's first staminas share a column: those that a normal hit finishes, if all agree."""
    count = min(rules.foe_yields_at + rules.won.plain, rules.max_stamina - 1)
    rows = (row for plan in plans for table in plan.tables.values() for row in table.spans)
    return max(count, 1) if all(len(set(row[:count])) == 1 for row in rows) else 1


def printed_table(
    name: str, outcome: Outcome, spans: Spans, rules: Rules, shared: int, joined: Joined = Joined.NEIGHBOURS
) -> PrintedTable:
    """Return a table as it is printed."""
    side = len(spans)
    signs = [[sign_of(span) for span in row[shared - 1 :]] for row in spans]
    heads = [heads_of(1, shared), *map(str, range(shared + 1, side + 1))]
    first_slot = int(outcome is Outcome.WON and shared > 1 and all(row[0] == KEEP for row in signs))
    hopeless = min(rules.lost.lucky, side) if outcome is Outcome.LOST else 0
    last_row = max((n for n, row in enumerate(signs) if set(row) != {KEEP}), default=-1) + 1
    last_column = max((n for row in signs for n, sign in enumerate(row) if sign != KEEP), default=-1) + 1
    if len(heads) - last_column < LEAST_KEPT:
        last_column = len(heads)
    cut = [row[first_slot:last_column] for row in signs]
    return PrintedTable(
        outcome=outcome,
        name=name,
        heads=heads[first_slot:last_column],
        first_slot=first_slot,
        rows=_rows(cut, range(hopeless, last_row), joined),
        keeps_above=last_row + 1 if last_row < side else None,
        keeps_beyond=last_column + shared if last_column < len(heads) else None,
        hopeless=heads_of(1, hopeless),
    )


def _rows(signs: Sequence[Sequence[str]], shown: range, joined: Joined) -> list[SquareRow]:
    """Return the rows of these indices, those that say the same as one, from the top."""
    runs = list[range]()
    for n in shown:
        for number, run in enumerate(runs):
            step = n - run[-1]
            if signs[n] == signs[run[0]] and step in joined.value and step == (run.step if len(run) > 1 else step):
                runs[number] = range(run[0], n + 1, step)
                break
        else:
            runs.append(range(n, n + 1))
    runs.sort(key=lambda run: run[-1], reverse=True)
    return [SquareRow(range(run[0] + 1, run[-1] + 2, run.step), signs[run[0]]) for run in runs]


def shades(row: SquareRow) -> list[int]:
    """Return how dark each square is: 0 is white, `BLACK` is black. A row that is one line has no squares."""
    return [0] * len(row.signs) if row.is_bar else [shade_of(sign) for sign in row.signs]


def shade_of(sign: str) -> int:
    """Return how dark the square of a sign is."""
    if sign in (KEEP, ALWAYS):
        return BLACK if sign == ALWAYS else 0
    lowest = int(sign.lstrip(ONLY).partition(DASH)[0])
    return 1 + sum(lowest <= top for top in SHADES)
