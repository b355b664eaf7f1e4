"""Plates read back from their files and held against the tables."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from atlas.game.edition import Edition
from atlas.game.solver import solve_pair
from atlas.maps.contours import Points
from atlas.maps.plates import MARGINS, plate
from atlas.maps.scene import GUTTER
from atlas.maps.style import LEVEL_LINE, LEVELS, PLATE_FILLS
from atlas.tables.gap_table import Aim, GapTable, gap_table
from atlas.wording import signed
from tests.map_reading import Edge, edges, filled, rim, svg_lines, verdict_marks

SIDE, LUCKS = 24, 14
PITCH = SIDE + GUTTER
EVEN = LEVELS[1]


@pytest.fixture(scope="module")
def tables() -> list[GapTable]:
    return [gap_table(solve_pair(Edition(), gap)) for gap in (0, 1)]


@pytest.fixture(scope="module")
def sheet(tables: list[GapTable]) -> str:
    return plate([table.of(Aim.BEST) for table in tables], [EVEN]).decode()


def paths(sheet: str, name: str) -> list[list[Points]]:
    """The paths of a colour, in cells from the lower left corner of the first map; without the legend's."""
    foot = 2 * PITCH
    used = re.findall(rf'<use href="#([^"]*)" style="{name}[;"]', sheet)
    drawn = re.findall(rf'<path (?:style="{name}[;"][^>]*|id="(?:{"|".join(used) or "none"})") d="([^"]*)"', sheet)
    outlines = [[[(x, foot - y) for x, y in line] for line in svg_lines(d)] for d in drawn]
    return [lines for lines in outlines if all(y <= 2 * PITCH for line in lines for _, y in line)]


def test_plates_show_every_map(tables: list[GapTable], sheet: str) -> None:
    left, right, top, bottom = MARGINS
    height, width = 2 * PITCH, LUCKS * PITCH
    assert f'viewBox="0 0 {left + width + right} {top + height + bottom}"' in sheet
    for mark, colour in PLATE_FILLS.items():
        (loops,) = paths(sheet, rf"fill:var\(--{colour.name}\)")
        drawn = filled(loops, height, width)
        for row, table in enumerate(tables):
            for luck in range(LUCKS):
                tile = drawn[row * PITCH : row * PITCH + SIDE, luck * PITCH : luck * PITCH + SIDE]
                assert np.array_equal(tile, verdict_marks(table, luck, "best")[mark.name])
    assert f"translate({left} {top})" in sheet
    assert all(f">{signed(gap)}<" in sheet for gap in (0, 1))


def test_the_lines_of_a_plate_are_the_chances(tables: list[GapTable], sheet: str) -> None:
    expected: set[Edge] = set()
    for row, table in enumerate(tables):
        for luck in range(LUCKS):
            line = rim(table.win_chance[luck] >= EVEN.chance)
            expected |= {(x + luck * PITCH, y + row * PITCH, upright) for x, y, upright in line}
    (lines,) = paths(sheet, rf"stroke:var\(--{LEVEL_LINE.name}\)")
    assert edges(lines) == expected


@pytest.mark.slow
def test_the_same_bytes_on_every_run() -> None:
    code = (
        "import hashlib; from atlas.maps.plates import plates; from atlas.site.gap_sheet import gap_sheet; "
        "from atlas.game.edition import *; from atlas.game.rules import *; from atlas.game.solver import *; "
        "from atlas.tables.gap_table import *; "
        "tables = [gap_table(solve_pair(Edition(Rules(max_stamina=6)), gap)) for gap in (-1, 0)]; "
        "made = repr((plates(tables), gap_sheet(*tables))); "
        "print(sorted(plates(tables)), hashlib.sha256(made.encode()).hexdigest())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed.pop().startswith("['atlas/maps/plate-best.svg', 'atlas/maps/plate-thrifty.svg'] ")
