"""All that the atlas pages show of one skill gap, as markup: maps, tables and what a cell says.

In comes the `GapTable` of a skill gap and that of the next; out comes a `GapSheet`, which takes nothing from
other skill gaps, so that sheets can be made side by side and kept. A cell's numbers are rounded once, to a
code (`coded`); `wording` words every code, and the script of the page reads the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape

import numpy as np
from markupsafe import Markup

from atlas.game.rules import Outcome, Verdict
from atlas.maps.map import Gain, Map, MapFace, earliness, gain_map, gains, play_map, stake_map
from atlas.maps.style import BOTH, LOST, WON
from atlas.maps.svg import map_svg, thumbnail
from atlas.site.codes import NEARLY_SURE, TENTHS, UNDER_A_TENTH, effect_codes, percent_codes
from atlas.tables.gap_table import Aim, Floats, GapTable, Verdicts, stakes_of, verdicts_of
from atlas.tables.thresholds import ThresholdTable, threshold_table
from atlas.wording import RARE, percent

DIGITS = "".join(chr(n) for n in range(ord("!"), ord("~") + 1) if chr(n) not in "\"&'<>\\`")
"""of the codes as they stand in a page"""
ALONE = 59
"""so many codes take one digit; a larger one takes two, of which the first is none of these"""


@dataclass(frozen=True)
class Drawn:
    """A map on a page."""

    face: MapFace
    subtitle: str
    words: str
    svg: Markup


@dataclass(frozen=True)
class LuckSheet:
    """One skill gap and luck."""

    luck: int
    thumbnail: Markup
    play: Drawn
    """thrifty"""
    best: Drawn
    stakes: tuple[Drawn, ...]
    """after a won and after a lost round; none where there is no luck to test"""
    rows: Markup
    """of the table: after which rounds to test, and the win chance"""
    codes: str
    """what a test does in every cell, after a won round and after a lost one; empty where there is none"""


@dataclass(frozen=True)
class OutcomeSheet:
    """The printed tables for one outcome."""

    outcome: Outcome
    test: "TableSheet"
    either: "TableSheet | None"
    """where it makes no difference; None if that is nowhere"""


@dataclass(frozen=True)
class TableSheet:
    """A threshold table."""

    rows: Markup
    notes: dict[str, str]


@dataclass(frozen=True)
class GapSheet:
    """One skill gap."""

    skill_gap: int
    side: int
    lucks: tuple[LuckSheet, ...]
    thrifty: tuple[OutcomeSheet, ...]
    best: tuple[OutcomeSheet, ...]
    worth: tuple[tuple[int, tuple[Drawn, ...]], ...]
    """by luck: what luck, stamina and skill are worth"""


def gap_sheet(table: GapTable, above: GapTable | None = None) -> GapSheet:
    """The sheet of one skill gap; `above` is the table of the next, None where there is none."""
    lucks = range(len(table.win_chance))
    return GapSheet(
        skill_gap=table.skill_gap,
        side=table.win_chance.shape[1],
        lucks=tuple(luck_sheet(table, luck) for luck in lucks),
        thrifty=_outcome_sheets(table, Aim.THRIFTY),
        best=_outcome_sheets(table, Aim.BEST),
        worth=tuple((luck, tuple(_worth(table, above, luck))) for luck in worth_lucks(lucks)),
    )


def worth_lucks(lucks: range) -> Sequence[int]:
    """A middling luck and a high one, short of the last: there the worth of one more is not known."""
    return sorted({lucks[-1] // 2, max(lucks[-1] - 1, 0)})


def luck_sheet(table: GapTable, luck: int) -> LuckSheet:
    play = play_map(table, luck, Aim.THRIFTY)
    testable = not np.isnan(table.stake_win[luck]).any()
    return LuckSheet(
        luck=luck,
        thumbnail=thumbnail(play),
        play=_drawn(play),
        best=_drawn(play_map(table, luck, Aim.BEST)),
        stakes=tuple(_drawn(stake_map(table, luck, outcome)) for outcome in Outcome) if testable else (),
        rows=_play_rows(play, table.win_chance_thrifty[luck]),
        codes=_cell_codes(table, luck),
    )


def _worth(table: GapTable, above: GapTable | None, luck: int) -> Iterable[Drawn]:
    for gain in Gain:
        worth = gains(table, above, gain)[luck]
        if not np.isnan(worth).all():
            yield _drawn(gain_map(table, luck, gain, worth))


def _drawn(map_: Map) -> Drawn:
    return Drawn(map_.face, map_.subtitle, map_.words, map_svg(map_))


@cache
def percents() -> dict[int, str]:
    """The words for each of `percent_codes`."""
    rounded = {code: Fraction(code, TENTHS) for code in range(TENTHS + 1)}
    beyond = {UNDER_A_TENTH: RARE / 2, NEARLY_SURE: 1 - RARE / 2}
    return {code: percent(chance) for code, chance in (rounded | beyond).items()}


def _cell_codes(table: GapTable, luck: int) -> str:
    stakes = [stakes_of(table, outcome)[luck] for outcome in Outcome]
    if any(np.isnan(stake).any() for stake in stakes):
        return ""
    written = _written()
    return "".join(written[code] for stake in stakes for code in effect_codes(stake).ravel().tolist())


@cache
def _written() -> tuple[str, ...]:
    """Every code of an effect as digits."""
    larger = (divmod(code, len(DIGITS)) for code in range(2 * (TENTHS + 2) - ALONE))
    return (*DIGITS[:ALONE], *(DIGITS[ALONE + high] + DIGITS[low] for high, low in larger))


def _play_rows(play: Map, chances: Floats) -> Markup:
    """A cell says "won 59.7": test after a won round, and the win chance in percent."""
    words = {code: escape(text.rstrip("%"), quote=False) for code, text in percents().items()}
    when = np.zeros(chances.shape, dtype=np.int64)
    for number, mark in enumerate((WON, LOST, BOTH), 1):
        when[play.marks[mark]] = number
    texts = [f"<td>{word}" for word in ("", "won ", "lost ", "both ")]
    codes = percent_codes(chances)
    return _table_rows(
        [texts[test] + words[code] for test, code in np.stack((tests, row), axis=1).tolist()]
        for tests, row in zip(when, codes, strict=True)
    )


def _outcome_sheets(table: GapTable, policy: Aim) -> tuple[OutcomeSheet, ...]:
    sheets = []
    for outcome in Outcome:
        verdicts = verdicts_of(table, outcome, policy)
        either = threshold_table(verdicts, Verdict.EITHER)
        told = any(text for row in either.cells for text in row)
        sheets.append(OutcomeSheet(outcome, _coloured(verdicts), _plain(either) if told else None))
    return tuple(sheets)


def _coloured(verdicts: Verdicts) -> TableSheet:
    """The lowest luck to test, the stronger the colour the sooner."""
    bands = earliness(verdicts).tolist()
    printed = threshold_table(verdicts)
    rows = _table_rows(
        [f"<td class=b{band}>{text}" if text else "<td>" for band, text in zip(numbers, texts, strict=True)]
        for numbers, texts in zip(bands, printed.cells, strict=True)
    )
    return TableSheet(rows, printed.notes)


def _plain(printed: ThresholdTable) -> TableSheet:
    return TableSheet(_table_rows([f"<td>{text}" for text in row] for row in printed.cells), printed.notes)


def _table_rows(rows: Iterable[Sequence[str]]) -> Markup:
    """Rows by hero stamina. End tags that may be left out are left out: there are many cells."""
    return Markup("".join(f"<tr><th>{hero}{''.join(cells)}\n" for hero, cells in enumerate(rows, 1)))
