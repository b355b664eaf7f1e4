"""The maps and tables of one skill gap, as markup for the atlas pages.

In comes the `GapTable` of a skill gap and that of the next; out comes a `GapSheet`, which takes nothing from
other skill gaps, so that sheets can be made side by side and kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from markupsafe import Markup

from atlas.game.rules import Outcome, Verdict
from atlas.maps.map import Gain, Map, MapFace, earliness, gain_map, gains, play_map, stake_map
from atlas.maps.style import BOTH, LOST, WON
from atlas.maps.svg import map_svg, thumbnail
from atlas.signs import ALWAYS, LEAST_LUCKY
from atlas.tables.gap_table import Aim, AimTable, Float64s, GapTable, Thrift, Verdicts, thrift_of
from atlas.tables.thresholds import ThresholdTable, threshold_table
from atlas.wording import percent


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
    thumbnails: Markup
    """one for more to come and one for the last fight, of which the page shows one"""
    play: Drawn
    """the map of thrifty advice"""
    best: Drawn
    stakes: tuple[Drawn, ...]
    """a map after a won and one after a lost round; none where there is no LUCK to test"""
    rows: Markup
    """rows of the table: after which rounds to test, and the chance to win"""


@dataclass(frozen=True)
class OutcomeSheet:
    """The printed tables for one outcome."""

    outcome: Outcome
    test: "TableSheet"
    either: "TableSheet | None"
    """the table of exact ties; None if there are none"""


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
    """by LUCK: the maps of what LUCK, STAMINA and SKILL are worth"""
    thrift: Thrift


def gap_sheet(table: GapTable, above: GapTable | None = None) -> GapSheet:
    """Return the sheet of one skill gap; `above` is the table of the next, None where there is none."""
    lucks = range(len(table.win_chance))
    return GapSheet(
        skill_gap=table.skill_gap,
        side=table.win_chance.shape[1],
        lucks=tuple(luck_sheet(table, luck) for luck in lucks),
        thrifty=outcome_sheets(table.of(Aim.THRIFTY)),
        best=outcome_sheets(table.of(Aim.BEST)),
        worth=tuple((luck, tuple(_worth(table, above, luck))) for luck in worth_lucks(lucks)),
        thrift=thrift_of([table]),
    )


def worth_lucks(lucks: range) -> Sequence[int]:
    """Return a middle and a high LUCK below the last, where the worth of one more is not known."""
    return sorted({lucks[-1] // 2, max(lucks[-1] - 1, 0)})


def luck_sheet(table: GapTable, luck: int) -> LuckSheet:
    play, best = (play_map(table.of(aim), luck) for aim in (Aim.THRIFTY, Aim.BEST))
    testable = not np.isnan(table.stake_win[luck]).any()
    return LuckSheet(
        luck=luck,
        thumbnails=thumbnail(play, "for-more") + thumbnail(best, "for-last"),
        play=_drawn(play),
        best=_drawn(best),
        stakes=tuple(_drawn(stake_map(table, luck, outcome)) for outcome in Outcome) if testable else (),
        rows=_play_rows(play, table.win_chance_thrifty[luck]),
    )


def _worth(table: GapTable, above: GapTable | None, luck: int) -> Iterable[Drawn]:
    for gain in Gain:
        worth = gains(table, above, gain)[luck]
        if not np.isnan(worth).all():
            yield _drawn(gain_map(table, luck, gain, worth))


def _drawn(map_: Map) -> Drawn:
    return Drawn(map_.face, map_.subtitle, map_.words, map_svg(map_))


def _play_rows(play: Map, chances: Float64s) -> Markup:
    """Return rows of cells such as "won 59.7": test after a won round; the chance to win is 59.7%."""
    when = np.zeros_like(chances, dtype=np.int64)
    for number, mark in enumerate((WON, LOST, BOTH), 1):
        when[play.marks[mark]] = number
    texts = [f"<td>{word}" for word in ("", "won ", "lost ", "both ")]

    def cell(test: int, chance: float) -> str:
        return texts[test] + escape(percent(chance).rstrip("%"), quote=False)

    return _table_rows(
        [cell(test, chance) for test, chance in zip(tests, row, strict=True)]
        for tests, row in zip(when.tolist(), chances.tolist(), strict=True)
    )


def outcome_sheets(table: AimTable) -> tuple[OutcomeSheet, ...]:
    sheets = []
    for outcome, verdicts in table.verdicts.items():
        either = threshold_table(verdicts, Verdict.EITHER)
        has_ties = any(text for row in either.cells for text in row)
        sheets.append(OutcomeSheet(outcome, _coloured(verdicts), _plain(either) if has_ties else None))
    return tuple(sheets)


def _coloured(verdicts: Verdicts) -> TableSheet:
    """Return the table of the lowest LUCK to test with; lower ones have stronger colours."""
    bands = earliness(verdicts).tolist()
    printed = threshold_table(verdicts)
    rows = _table_rows(
        [_square(band, text) for band, text in zip(numbers, texts, strict=True)]
        for numbers, texts in zip(bands, printed.cells, strict=True)
    )
    return TableSheet(rows, printed.notes)


def _square(band: int, text: str) -> str:
    """Return a square; one that keeps is empty, and the stylesheet sets its dot: there are many."""
    if text == str(LEAST_LUCKY):
        return f'<td class="b{band} always">{ALWAYS}'
    return f"<td class=b{band}>{text}" if text else "<td>"


def _plain(printed: ThresholdTable) -> TableSheet:
    return TableSheet(_table_rows([f"<td>{text}" for text in row] for row in printed.cells), printed.notes)


def _table_rows(rows: Iterable[Sequence[str]]) -> Markup:
    """Return rows by hero stamina, which runs upwards as on the maps.

    Optional end tags are left out: there are many cells. The end of a line is no part of the last one.
    """
    lines = [f"<tr>\n<th>{hero}{''.join(cells)}" for hero, cells in enumerate(rows, 1)]
    return Markup("".join(reversed(lines)))
