"""Maps read back from their drawings, and held against the table cell by cell, whatever they are drawn with."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from atlas.game.rules import Verdict
from atlas.maps.contours import Points
from atlas.maps.map import PLAY, WORTH, Gain, Map, gains
from atlas.maps.style import CHANCE, GAIN, LEVELS, PAPER, STAKE, Colour
from atlas.tables.gap_table import GapTable, Mask

Edge = tuple[int, int, bool]
"""a side of a cell: column, row, upright"""
LEVEL_LOOKS = {(level.width, bool(level.dashes)): level.chance for level in LEVELS}
"""a level by the width of its line, and whether that is dashed"""


@dataclass
class Shown:
    """What a drawing shows, read cell by cell."""

    ground: npt.NDArray[np.str_]
    """the colour on top"""
    marks: dict[str, Mask] = field(default_factory=dict)
    levels: dict[float, set[Edge]] = field(default_factory=dict)
    """where the line of a win chance runs"""

    def mark(self, name: str, row: int, column: int) -> None:
        cells = self.marks.setdefault(name, np.zeros(self.ground.shape, dtype=bool))
        assert not cells[row, column], "marked twice"
        cells[row, column] = True


def check_shown(
    shown: Shown, map_: Map, table: GapTable, above: GapTable | None, colour: Callable[[Colour], str]
) -> None:
    """What was drawn is what the table has; `colour` says how a drawing writes one."""
    luck, name = _place(map_)
    bands = _bands(map_, table, above, luck, name)
    written = np.array([colour(PAPER), *(colour(band) for band in map_.face.scale.colours)])
    assert np.array_equal(shown.ground, written[bands + 1]), map_.path
    shown.marks = _without_tones(shown.marks, bands, map_.face.scale.dark_bands)
    expected = {mark: cells for mark, cells in _marks(map_, table, above, luck, name).items() if cells.any()}
    assert shown.marks.keys() == expected.keys(), map_.path
    for mark, cells in expected.items():
        assert np.array_equal(shown.marks[mark], cells), (map_.path, mark)
    lines = {level.chance: rim(_chances(table, luck, name) >= level.chance) for level in LEVELS}
    assert shown.levels == ({chance: line for chance, line in lines.items() if line} if map_.face is PLAY else {})


def _without_tones(marks: dict[str, Mask], bands: npt.NDArray[np.int64], dark_bands: int) -> dict[str, Mask]:
    """The marks whatever their tone, which is light on dark bands and dark on light ones."""
    whole: dict[str, Mask] = {}
    for name, cells in marks.items():
        plain, on, tone = name.partition("-on-")
        assert bool(on) == bool(dark_bands), name
        if on:
            assert ((bands[cells] < dark_bands) == (tone == "dark")).all(), "a mark in a tone that is hard to see"
        whole[plain] = whole.get(plain, np.zeros_like(cells)) | cells
    return whole


def _place(map_: Map) -> tuple[int, str]:
    """Luck, and what the map is of."""
    named = re.fullmatch(r".*/luck-(\d+)-([a-z-]+)\.svg", map_.path)
    assert named, map_.path
    return int(named[1]), named[2]


def _chances(table: GapTable, luck: int, name: str) -> npt.NDArray[np.float64]:
    return (table.win_chance_thrifty if name == "thrifty" else table.win_chance)[luck]


def _bands(map_: Map, table: GapTable, above: GapTable | None, luck: int, name: str) -> npt.NDArray[np.int64]:
    """−1 where there is no number."""
    if map_.face is PLAY:
        return np.digitize(_chances(table, luck, name), CHANCE.edges)
    if map_.face is WORTH:
        worth = gains(table, above, Gain(name))[luck]
        return np.where(np.isnan(worth), -1, np.digitize(worth, GAIN.edges))
    return np.digitize((table.stake_win if name == "won" else table.stake_loss)[luck], STAKE.edges)


def _marks(map_: Map, table: GapTable, above: GapTable | None, luck: int, name: str) -> dict[str, Mask]:
    """Straight from the columns of the table."""
    if map_.face is WORTH:
        worth = gains(table, above, Gain(name))[luck]
        most = np.nanmax(worth)
        return {"most": (worth == most) & (most > 0), "blank": np.isnan(worth)}
    return verdict_marks(table, luck, name)


def verdict_marks(table: GapTable, luck: int, name: str) -> dict[str, Mask]:
    """The marks of what to do, best or thrifty, or of what a test does after a won or a lost round."""
    test = {c: getattr(table, c)[luck] == Verdict.TEST for c in table.columns() if "on_" in c}
    if name in ("best", "thrifty"):
        prefix = "" if name == "best" else "thrifty_"
        won, lost = test[f"{prefix}on_win"], test[f"{prefix}on_loss"]
        return {"won": won & ~lost, "lost": lost & ~won, "both": won & lost}
    column = {"won": "on_win", "lost": "on_loss"}[name]
    best, thrifty = test[column], test[f"thrifty_{column}"]
    tie = (getattr(table, column)[luck] == Verdict.EITHER) & ~thrifty
    costs = (getattr(table, f"stake_{'win' if name == 'won' else 'loss'}")[luck] < 0) & ~thrifty
    return {
        "cost": costs,
        name: best & thrifty,
        f"{name}-dear": best & ~thrifty,
        f"{name}-thrifty": thrifty & ~best,
        "tie": tie,
    }


def filled(loops: Iterable[Points], height: int, width: int) -> Mask:
    """The cells that closed lines wind around: an upright edge turns all cells to its right."""
    turns = np.zeros((height, width + 1), dtype=np.int64)
    for loop in loops:
        for (x, y), (x2, y2) in pairwise([*loop, loop[0]]):
            if x == x2:
                turns[min(y, y2) : max(y, y2), x] += 1 if y2 > y else -1
    inside: Mask = np.cumsum(turns, axis=1)[:, :width] != 0
    return inside


def edges(lines: Iterable[Points]) -> set[Edge]:
    """The sides of cells along which lines run."""
    rims: set[Edge] = set()
    for line in lines:
        for (x, y), (x2, y2) in pairwise(line):
            assert x == x2 or y == y2
            rims |= {(x, i, True) for i in range(min(y, y2), max(y, y2))}
            rims |= {(i, y, False) for i in range(min(x, x2), max(x, x2))}
    return rims


def rim(cells: Mask) -> set[Edge]:
    """The sides between a cell in the set and one that is not."""
    rows, columns = np.nonzero(cells[:, 1:] != cells[:, :-1])
    upright = {(int(x) + 1, int(y), True) for y, x in zip(rows, columns, strict=True)}
    rows, columns = np.nonzero(cells[1:] != cells[:-1])
    return upright | {(int(x), int(y) + 1, False) for y, x in zip(rows, columns, strict=True)}


def svg_lines(d: str) -> list[Points]:
    """The lines of an SVG path of moves and of steps across or along."""
    lines: list[Points] = []
    for letter, numbers in re.findall(r"([Mhvz])([-\d ]*)", d):
        if letter == "M":
            x, y = map(int, numbers.split())
            lines.append([(x, y)])
        elif letter != "z":
            x, y = lines[-1][-1]
            lines[-1].append((x + int(numbers), y) if letter == "h" else (x, y + int(numbers)))
    return lines
