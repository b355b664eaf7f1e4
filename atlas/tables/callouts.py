"""The striking features of a map of when to test, computed from the advice: columns, rows and limits.

In comes the advice of one skill gap; out come `CallOut`s, each true of all its squares. Templates word them.
A column is a STAMINA of the foe, a row one of yours. `found_on` lists all of a map, `chosen` a few for a page, of
kinds that differ.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds
from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.tables.gap_table import AimTable, Mask
from atlas.tables.outside import can_happen

MOST_NAMED = 6
"""the most columns in one call-out, which has one line"""
FEW = 4
"""up to so many columns a call-out says that there are no others"""
LEAST_ROW = 4
"""the fewest squares of a row in a call-out"""


class Pattern(StrEnum):
    """A kind of call-out, in the order in which a page prefers them."""

    LUCKY_KILLS = "lucky-kills"
    """columns where to test with any STAMINA: a Lucky hit ends the fight, a normal one does not"""
    WHOLE_COLUMNS = "whole-columns"
    """columns where to test with any STAMINA"""
    LAST_CHANCE = "last-chance"
    """a row where a lost round kills unless you are Lucky: where to test"""
    COSTS_A_HIT = "costs-a-hit"
    """columns where to keep, between two where to test: an Unlucky hit needs one hit more"""
    COSTS_NO_HIT = "costs-no-hit"
    """columns where to test: Lucky saves a hit, Unlucky costs none"""
    FEW_COLUMNS = "few-columns"
    """all columns where to test after a won round, and the highest row where to"""
    ROW = "row"
    """a row where to test after a lost round up to a STAMINA of the foe"""
    FOE_LIMIT = "foe-limit"
    """from which column on never to test"""
    OWN_LIMIT = "own-limit"
    """above which row never to test after a lost round"""


@dataclass(frozen=True)
class CallOut:
    """A feature of a map."""

    pattern: Pattern
    luck: int
    columns: tuple[int, ...] = ()
    """the foe's staminas that it is about"""
    row: int | None = None
    """your stamina that it is about"""
    limit: int | None = None
    """up to which stamina of the foe, or from which on; None where for all"""
    size: int = 0
    """the number of its squares: larger features are preferred"""


def found_on(table: AimTable, luck: int, rules: Rules) -> list[CallOut]:
    """Return all call-outs of one map."""
    won, lost = (_tests(table, luck, outcome) for outcome in Outcome)
    return [
        *_whole_columns(won, luck, rules),
        *_rows(lost, luck, rules),
        *_hits(won, luck, rules),
        *_few_columns(won, luck),
        *_limits(won, lost, luck),
    ]


def chosen(
    candidates: Mapping[int, Sequence[CallOut]], most: int, fits: Callable[[CallOut], bool] = lambda _: True
) -> dict[int, CallOut]:
    """Return at most one call-out for each map and of each kind, by map; kinds in their order, the largest first.

    `fits` tells whether the page has room for one.
    """
    picked: dict[int, CallOut] = {}
    for pattern in Pattern:
        free = [
            (call_out.size, place, call_out)
            for place, call_outs in candidates.items()
            if place not in picked
            for call_out in call_outs
            if call_out.pattern is pattern
        ]
        if len(picked) < most:
            ordered = sorted(free, key=lambda call_out: call_out[:2], reverse=True)
            picked |= next(({place: call_out} for _, place, call_out in ordered if fits(call_out)), {})
    return dict(sorted(picked.items()))


def _tests(table: AimTable, luck: int, outcome: Outcome) -> Mask:
    """Return where to test after a round with this outcome; nowhere if it cannot happen."""
    tests: Mask = table.verdicts[outcome][luck] == Verdict.TEST
    return tests & can_happen(table.skill_gap, outcome)


def _whole_columns(won: Mask, luck: int, rules: Rules) -> Iterator[CallOut]:
    columns = _numbers(won.all(axis=0))
    least, damage = rules.foe_yields_at, rules.won
    kills = [foe for foe in columns if damage.plain < foe - least <= damage.lucky]
    for pattern, named in ((Pattern.LUCKY_KILLS, kills), (Pattern.WHOLE_COLUMNS, columns)):
        if named and len(named) <= MOST_NAMED and (pattern is Pattern.LUCKY_KILLS or len(columns) > len(kills)):
            yield CallOut(pattern, luck, tuple(named), size=len(named) * len(won))


def _rows(lost: Mask, luck: int, rules: Rules) -> Iterator[CallOut]:
    """Yield rows where the squares to test run from the left without a hole."""
    damage = rules.lost
    for row, tests in enumerate(lost, 1):
        count = sum(1 for _ in takewhile(bool, tests.tolist()))
        if not count or count != tests.sum():
            continue
        limit = None if count == len(tests) else count
        if damage.lucky < row <= damage.plain:
            yield CallOut(Pattern.LAST_CHANCE, luck, row=row, limit=limit, size=count)
        elif count >= LEAST_ROW:
            yield CallOut(Pattern.ROW, luck, row=row, limit=limit, size=count)


def _hits(won: Mask, luck: int, rules: Rules) -> Iterator[CallOut]:
    """Yield columns by how an Unlucky hit changes the number of hits needed, if a hit can be Unlucky."""
    if not luck_odds(luck).misses:
        return
    damage, tested = rules.won, _numbers(won.any(axis=0))

    def needed(foe: int, hit: int) -> int:
        """Return how many normal hits finish the foe after this one."""
        return hits_to_fall(max(0, foe - hit - rules.foe_yields_at), damage.plain)

    foes = range(1, len(won) + 1)
    saves = [foe for foe in foes if needed(foe, damage.lucky) < needed(foe, damage.plain)]
    costs = [foe for foe in foes if needed(foe, damage.unlucky) > needed(foe, damage.plain)]
    free = [foe for foe in saves if foe not in costs and 2 * won[:, foe - 1].sum() >= len(won)]
    between = [foe for foe in costs if foe not in tested and {foe - 1, foe + 1} <= set(tested)]
    for pattern, named in ((Pattern.COSTS_NO_HIT, free), (Pattern.COSTS_A_HIT, between)):
        if 1 < len(named) <= MOST_NAMED:
            yield CallOut(pattern, luck, tuple(named), size=len(named))


def _few_columns(won: Mask, luck: int) -> Iterator[CallOut]:
    columns = _numbers(won.any(axis=0))
    if 0 < len(columns) <= FEW:
        row = max(_numbers(won.any(axis=1)))
        highest = None if row == len(won) else row
        yield CallOut(Pattern.FEW_COLUMNS, luck, tuple(columns), highest, size=int(won.sum()))


def _limits(won: Mask, lost: Mask, luck: int) -> Iterator[CallOut]:
    either = won | lost
    if not either.any():
        return
    columns, rows = _numbers(either.any(axis=0)), _numbers(lost.any(axis=1))
    if columns[-1] < either.shape[1]:
        beyond = columns[-1] + 1
        yield CallOut(Pattern.FOE_LIMIT, luck, limit=beyond, size=either.shape[1] - columns[-1])
    if rows and rows[-1] < len(lost):
        yield CallOut(Pattern.OWN_LIMIT, luck, row=rows[-1], size=len(lost) - rows[-1])


def _numbers(present: npt.ArrayLike) -> list[int]:
    """Return the staminas, counted from 1, that are present."""
    return [place + 1 for place in np.flatnonzero(present).tolist()]
