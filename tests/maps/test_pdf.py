"""Drawings for paper: what their operators paint, read as a printer reads them, and held against the tables."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Rules
from atlas.game.solver import solve_pair
from atlas.maps.contours import Points
from atlas.maps.map import MAP_FACES, Map, gap_maps_of, plate_maps
from atlas.maps.operators import on_paper
from atlas.maps.pdf import EDGE, MARK_SIZE, UP, band_names, plate_ink, squares_ink, squares_of
from atlas.maps.scene import GUTTER
from atlas.maps.style import CELL, CHANCE, EVEN, GAIN, GRID, LEVEL_LINE, PLATE_FILLS, STAKE
from atlas.tables.gap_table import Aim, GapTable, gap_table
from tests.map_reading import LEVEL_LOOKS, Edge, Shown, check_shown, edges, filled, rim, verdict_marks

WHITE = "#ffffff"


Place = tuple[float, float]


class Painted(NamedTuple):
    """A path that was filled or drawn as a line."""

    filled: bool
    colour: str
    width: float
    dashed: bool
    lines: list[list[Place]]


def painted(operators: str) -> Iterator[Painted]:
    """What a drawing paints, in its order: the few operators that maps have, run one by one."""
    fill = line = WHITE
    width, dashed, x, y = 0.0, False, 0.0, 0.0
    areas: list[tuple[str, float, float]] = []
    numbers: list[float] = []
    lines: list[list[Place]] = []
    for word in re.findall(r"[a-zA-Z]+|[-\d.]+|[\[\]]", operators):
        if word[0] in "-.0123456789":
            numbers.append(float(word))
            continue
        match word:
            case "q":
                areas.append((fill, x, y))
            case "Q":
                fill, x, y = areas.pop()
            case "cm":
                assert numbers[:4] == [1, 0, 0, 1], "moved, and no more"
                x, y = x + numbers[4], y + numbers[5]
            case "rg":
                fill = _hex(numbers)
            case "RG":
                line = _hex(numbers)
            case "w":
                (width,) = numbers
            case "d":
                dashed = len(numbers) > 1
            case "m":
                lines.append([(x + numbers[0], y + numbers[1])])
            case "re":
                left, foot, wide, high = numbers
                corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
                lines.append([(x + left + a, y + foot + b) for a, b in corners])
            case "l":
                lines[-1].append((x + numbers[0], y + numbers[1]))
            case "f" | "S":
                yield Painted(word == "f", fill if word == "f" else line, width, dashed, lines)
                lines = []
            case "[" | "]" | "h":
                continue
            case _:
                raise AssertionError(f"{word} is not known here")
        numbers = []


def _hex(channels: list[float]) -> str:
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)


def read(map_: Map) -> Shown:
    """A map as it is on paper."""
    side = map_.side
    shown = Shown(np.full((side, side), WHITE))
    scaled = {
        (
            mark.colour.light,
            tuple(tuple((x * MARK_SIZE, y * MARK_SIZE) for x, y in p) for p in mark.polygons),
        ): mark.name
        for mark in map_.face.drawn_marks
    }
    squares = squares_of(map_)
    for part in painted(f"{squares.ground.operators.decode()}\n{squares.signs.operators.decode()}"):
        on_grid = all(x % CELL == y % UP == 0 for line in part.lines for x, y in line)
        cells = [[(int(x) // CELL, int(y) // UP) for x, y in line] for line in part.lines] if on_grid else []
        if part.filled and on_grid:
            shown.ground[filled(cells, side, side)] = part.colour
        elif part.filled:
            xs, ys = zip(*part.lines[0], strict=True)
            column, row = int(sum(xs) / len(xs) // CELL), int(sum(ys) / len(ys) // UP)
            x, y = (column + 0.5) * CELL, (row + 0.5) * UP
            shape = tuple(tuple((a - x, b - y) for a, b in line) for line in part.lines)
            (name,) = (name for (colour, known), name in scaled.items() if colour == part.colour and same(known, shape))
            shown.mark(name, row, column)
        elif part.colour == LEVEL_LINE.light:
            assert on_grid
            shown.levels[LEVEL_LOOKS[part.width, part.dashed]] = edges(cells)
    return shown


def same(one: tuple[tuple[Place, ...], ...], other: tuple[tuple[Place, ...], ...]) -> bool:
    """Whether two shapes have the same corners."""
    return list(map(len, one)) == list(map(len, other)) and all(map(np.allclose, one, other))


@pytest.mark.slow
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_every_map_on_paper_is_the_table(gap_tables: dict[int, GapTable], gap: int) -> None:
    table, above = gap_tables[gap], gap_tables.get(gap + 1)
    for map_ in gap_maps_of(table, above):
        check_shown(read(map_), map_, table, above, on_paper)


def test_maps_of_other_sizes() -> None:
    tables = [gap_table(solve_pair(Edition(Rules(max_stamina=8)), gap)) for gap in (0, 1)]
    maps = list(gap_maps_of(tables[0], tables[1]))
    assert {map_.face for map_ in maps} == set(MAP_FACES)
    for map_ in maps:
        check_shown(read(map_), map_, tables[0], tables[1], on_paper)


def test_a_plate_on_paper_is_the_tables() -> None:
    tables = [gap_table(solve_pair(Edition(Rules(max_stamina=8)), gap)) for gap in (0, 1)]
    rows = plate_maps([table.of(Aim.THRIFTY) for table in tables])
    pitch, lucks = 8 + GUTTER, len(rows[0])
    drawn = plate_ink("plate", rows, [EVEN])
    assert (drawn.width, drawn.height) == (lucks * pitch - GUTTER + 2 * EDGE, 2 * pitch - GUTTER + 2 * EDGE)
    shown = defaultdict[str, list[Points]](list)
    for part in painted(drawn.operators.decode()):
        shown[part.colour] += [[(int(x) - EDGE, int(y) - EDGE) for x, y in line] for line in part.lines]
    assert len(shown[GRID.light]) == 2 * lucks
    even: set[Edge] = set()
    for row, table in enumerate(tables):
        for luck in range(lucks):
            line = rim(table.win_chance_thrifty[luck] >= EVEN.chance)
            even |= {(x + luck * pitch, y + row * pitch, upright) for x, y, upright in line}
            for mark, colour in PLATE_FILLS.items():
                cells = filled(shown[colour.light], 2 * pitch, lucks * pitch)
                tile = cells[row * pitch : row * pitch + 8, luck * pitch : luck * pitch + 8]
                assert np.array_equal(tile, verdict_marks(table, luck, "thrifty")[mark.name])
    assert edges(shown[LEVEL_LINE.light]) == even == edges(shown[WHITE])


def test_bands_on_paper_can_be_told_apart() -> None:
    for face in MAP_FACES:
        for one, other in combinations(face.scale.colours, 2):
            assert on_paper(one) != on_paper(other), (one.name, other.name)


def test_the_squares_of_a_table_have_row_one_on_top() -> None:
    drawn = squares_ink("squares", [[0, 0, 3], [0, 0, 0], [0, 0, 0]], 20, 20, [3]).operators.decode()
    assert re.findall(r"([\d.]+) g (\d+) (\d+)\n(\d+) (\d+) re f", drawn) == [("0.77", "40", "40", "20", "20")]


def test_bands_in_words() -> None:
    assert band_names(CHANCE)[:2] == ["under 1", "1–10"] and band_names(CHANCE)[-1] == "over 99"
    assert band_names(GAIN)[:3] == ["0", "0–0.1", "0.1–1"]
    assert band_names(STAKE)[4:7] == ["−0.1 to 0", "0", "0 to +0.1"]
    for face in MAP_FACES:
        assert len(band_names(face.scale)) == len(face.scale.colours)
