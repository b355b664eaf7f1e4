"""What the atlas pages show of a skill gap, read back from the markup and held against the tables."""

import gzip
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from itertools import pairwise

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS, clamp_gap
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import solve_pair
from atlas.maps.contours import Points
from atlas.maps.map import MAP_FACES, Map, gap_maps_of, play_map
from atlas.maps.style import CELL, EARLINESS, PLATE_FILLS
from atlas.maps.svg import map_svg, page_parts, thumbnail
from atlas.site.atlas import MapPage
from atlas.site.gap_sheet import GapSheet, OutcomeSheet, gap_sheet
from atlas.tables.gap_table import Aim, GapTable, Mask, gap_table, verdicts_of
from atlas.tables.thresholds import ThresholdTable
from atlas.wording import percent
from tests.map_reading import LEVEL_LOOKS, Shown, check_shown, edges, filled, rim, svg_lines
from tests.threshold_reading import read_back, without_signs

SIDE = 24


@pytest.fixture(scope="module")
def even() -> tuple[GapTable, GapTable]:
    """Skill gaps 0 and +1."""
    return gap_table(solve_pair(Edition(), 0)), gap_table(solve_pair(Edition(), 1))


@pytest.fixture(scope="module")
def sheet(even: tuple[GapTable, GapTable]) -> GapSheet:
    return gap_sheet(*even)


def upwards(d: str, side: int = SIDE) -> list[Points]:
    """The lines of a path, with hero stamina counted up again."""
    return [[(x, side - y) for x, y in line] for line in svg_lines(d)]


def marked(d: str) -> Iterator[tuple[int, int]]:
    """The corners of a path (column, row from the top) without the first and the last, which carry no mark."""
    corners: list[tuple[int, int]] = []
    for letter, numbers in re.findall(r"([MLh])([-\d ]*)", d):
        values = [int(n) for n in numbers.split()]
        if letter in "ML":
            corners.append((values[0], values[1]))
        else:
            for step in values:
                corners.append((corners[-1][0] + step, corners[-1][1]))
    yield from corners[1:-1]


def read(map_: Map) -> Shown:
    """A map as it is in a page."""
    svg, side = map_svg(map_), map_.side
    shown = Shown(np.full((side, side), " " * 20))
    for name, d in re.findall(r'<path class="f-([a-z0-9-]+)" d="([^"]*)"', svg):
        shown.ground[filled(upwards(d, side), side, side)] = name
    for name, d in re.findall(r'<path marker-mid="url\(#([a-z-]+)\)" d="([^"]*)"', svg):
        for x, y in marked(d):
            shown.mark(name, side - 1 - y, x)
    for width, dashes, d in re.findall(
        r'<path class="s-level" stroke-width="([.\d]*)"( stroke-d[^"]*"[^"]*")? d="([^"]*)"', svg
    ):
        shown.levels[LEVEL_LOOKS[round(CELL * float(width), 3), bool(dashes)]] = edges(upwards(d, side))
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_every_map_in_a_page_is_the_table(gap_tables: dict[int, GapTable], gap: int) -> None:
    # One more SKILL at the widest gap is the same game.
    table, above = gap_tables[gap], gap_tables[clamp_gap(gap + 1)]
    maps = list(gap_maps_of(table, above))
    assert len(maps) == 108
    for map_ in maps:
        check_shown(read(map_), map_, table, above, lambda colour: colour.name)


def labels(map_: Map) -> dict[str, tuple[float, float]]:
    """Where a map says what its lines are of, counted from its upper left corner."""
    texts = re.findall(r'<text x="([-.\d]+)" y="([-.\d]+)">(\d+%)</text>', map_svg(map_))
    return {label: (float(x), float(y)) for x, y, label in texts}


@pytest.mark.parametrize("gap", [-6, -1, 0, 4])
def test_every_line_says_what_it_is_of_where_it_leaves_the_map(gap: int) -> None:
    table = gap_table(solve_pair(Edition(), gap))
    for luck in range(14):
        map_ = play_map(table.of(Aim.BEST), luck)
        chances = table.win_chance[luck]
        above, beside = {}, {}
        for level in map_.face.levels:
            over = chances >= level.chance
            if over.any() and not over.all():
                if over[-1].all():
                    beside[f"{level.chance:.0%}"] = SIDE - int(over[:, -1].argmax())
                elif over[-1].any():
                    above[f"{level.chance:.0%}"] = int(over[-1].sum())
        placed = labels(map_)
        assert placed.keys() == above.keys() | beside.keys()
        for ends, along in ((above, 0), (beside, 1)):
            along_rim = sorted(placed[label][along] for label in ends)
            assert sorted(ends, key=lambda label: placed[label][along]) == [
                label for label in ("90%", "50%", "10%") if label in ends
            ], "a higher chance is further left, and further up"
            least = (2.0, 1.0)[along]
            assert all(b - a >= least - 1e-9 for a, b in pairwise(along_rim)), "none lies on another"
            for label, end in ends.items():
                apart = placed[label][along] - end - (0.3 if along else 0)
                assert abs(apart) < 0.01 if len(ends) == 1 else abs(apart) <= 2 * least, (label, luck)


def test_a_label_stays_on_the_drawing() -> None:
    for gap in (-8, 0, 8):
        for map_ in gap_maps_of(gap_table(solve_pair(Edition(Rules(max_stamina=5)), gap)), None):
            box = re.search(r'viewBox="(.*?)"', map_svg(map_))
            assert box
            left, top, width, height = map(float, box[1].split())
            for x, y in labels(map_).values():
                assert left + 1 <= x <= left + width - 0.9 and top + 0.7 <= y <= top + height


def test_maps_of_other_sizes() -> None:
    table = gap_table(solve_pair(Edition(Rules(max_stamina=5, max_luck=3)), 2))
    for map_ in gap_maps_of(table, None):
        check_shown(read(map_), map_, table, None, lambda colour: colour.name)
    assert len(gap_sheet(table, None).lucks) == 4


def test_maps_are_small(even: tuple[GapTable, GapTable]) -> None:
    drawn = [map_svg(map_).encode() for map_ in gap_maps_of(*even)]
    assert max(map(len, drawn)) < 15_000
    assert max(len(gzip.compress(svg, mtime=0)) for svg in drawn) < 4_000


def test_a_thumbnail_is_the_table(even: tuple[GapTable, GapTable]) -> None:
    table, _ = even
    for luck in range(14):
        map_ = play_map(table.of(Aim.THRIFTY), luck)
        svg = thumbnail(map_, "for-more")
        assert svg.startswith('<svg class="thumb for-more" ')
        fills = dict(re.findall(r'<path class="f-([a-z-]+)" d="([^"]*)"', svg))
        for mark, colour in PLATE_FILLS.items():
            assert np.array_equal(filled(upwards(fills.get(colour.name, "")), SIDE, SIDE), map_.marks[mark])
        line = re.search(r'class="s-level even" d="([^"]*)"', svg)
        assert line and edges(upwards(line[1])) == rim(table.win_chance_thrifty[luck] >= 0.5)


def test_a_page_has_the_shapes_of_all_its_marks() -> None:
    for face in MAP_FACES:
        parts = page_parts(SIDE, face.drawn_marks)
        drawn = re.findall(r'<marker id="([a-z-]+)"[^>]*><path class="f-([a-z-]+)" d="([^"]*)"', parts)
        assert [(name, colour) for name, colour, _ in drawn] == [
            (mark.name, mark.colour.name) for mark in face.drawn_marks
        ]
        for (_, _, d), mark in zip(drawn, face.drawn_marks, strict=True):
            corners = [[int(n) for n in polygon.split()] for polygon in re.findall(r"M([^z]*)z", d)]
            assert [list(zip(c[::2], (-y for y in c[1::2]), strict=True)) for c in corners] == [
                list(polygon) for polygon in mark.polygons
            ]
    assert "style=" not in page_parts(SIDE, ())


BLANK = (("",) * SIDE,) * SIDE


def cells_of(rows: str) -> list[list[str]]:
    """By your STAMINA and the foe's: the first row is the highest."""
    return [[unescape(cell) for cell in re.findall(r"<td[^>]*>([^<\n]*)", row)] for row in rows.split("<tr>")[:0:-1]]


def test_the_table_of_a_luck_is_the_policy(even: tuple[GapTable, GapTable], sheet: GapSheet) -> None:
    table, _ = even
    for luck in sheet.lucks:
        rows = cells_of(luck.rows)
        for h in range(SIDE):
            for f in range(SIDE):
                won, lost = (verdicts_of(table, o, Aim.THRIFTY)[luck.luck, h, f] == Verdict.TEST for o in Outcome)
                word = "both " if won and lost else "won " if won else "lost " if lost else ""
                chance = percent(Fraction(float(table.win_chance_thrifty[luck.luck, h, f])))
                assert rows[h][f] == word + chance.rstrip("%")


def test_the_threshold_tables_give_the_policy_back(even: tuple[GapTable, GapTable], sheet: GapSheet) -> None:
    for policy, printed in ((Aim.THRIFTY, sheet.thrifty), (Aim.BEST, sheet.best)):
        for tables in printed:
            verdicts = verdicts_of(even[0], tables.outcome, policy)
            for verdict, shown in ((Verdict.TEST, tables.test), (Verdict.EITHER, tables.either)):
                rows = tuple(tuple(map(without_signs, row)) for row in cells_of(shown.rows)) if shown else BLANK
                read = read_back(ThresholdTable(rows, shown.notes if shown else {}), len(verdicts) - 1)
                assert np.array_equal(read, verdicts == verdict)
            check_colours(tables, verdicts == Verdict.TEST)


def check_colours(tables: OutcomeSheet, test: Mask) -> None:
    lowest = np.where(test.any(axis=0), test.argmax(axis=0), np.inf)
    used = [
        [int(band or 0) for band in re.findall(r"<td(?: class=\"?b(\d)(?: always\")?)?>", row)]
        for row in tables.test.rows.split("<tr>")[:0:-1]
    ]
    assert np.array_equal(used, EARLINESS.bands(-lowest))


def test_what_the_lines_of_a_legend_say() -> None:
    page = MapPage(path="x", title="", side=SIDE, faces=MAP_FACES)
    assert page.lines(MAP_FACES[0]) == "10% (dashed), 50% (thick), 90%"
    assert list(page.staminas) == list(range(1, SIDE + 1))
