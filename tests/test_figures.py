"""Drawn maps against the tables: marks, grounds, lines and labels are read back from the drawing."""

import gzip
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import numpy as np
import pytest

from atlas.contours import Points, inner_lines, outlines
from atlas.dice import SKILL_GAPS
from atlas.figures import Board, Variant, board, gap_maps, legend_svg
from atlas.maps import (
    FACES,
    PLAY,
    STAKES,
    THRESHOLD,
    WORTH,
    Gain,
    Map,
    Mask,
    Policy,
    gains,
    gap_maps_of,
    gap_slug,
    map_path,
    play_map,
    threshold_map,
)
from atlas.plates import GUTTER, MARGINS, plate, plates
from atlas.rules import Edition, Outcome, Rules, Verdict
from atlas.solver import solve_pair
from atlas.style import CELL, CHANCE, EARLINESS, GAIN, LEVELS, PLATE_FILLS, STAKE, Mark
from atlas.tables import GapTable, gap_table
from atlas.thresholds import ThresholdTable, read_back, threshold_table
from atlas.wording import signed

SIDE = 24
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def even() -> tuple[GapTable, GapTable]:
    """Skill gaps 0 and +1."""
    return gap_table(solve_pair(Edition(), 0)), gap_table(solve_pair(Edition(), 1))


@pytest.fixture(scope="module")
def files(even: tuple[GapTable, GapTable]) -> dict[str, bytes]:
    return gap_maps(*even)


def cells_of(places: Iterable[Iterable[float]]) -> Mask:
    """The cells (foe stamina, hero stamina) that were marked, each once."""
    mask = np.zeros((SIDE, SIDE), dtype=bool)
    for foe, hero in places:
        assert foe == int(foe) and hero == int(hero)
        assert not mask[int(hero) - 1, int(foe) - 1], "marked twice"
        mask[int(hero) - 1, int(foe) - 1] = True
    return mask


def filled(loops: Iterable[Points], height: int = SIDE, width: int = SIDE) -> Mask:
    """The cells inside closed outlines: every upright edge turns all cells to its right inside out."""
    turned = np.zeros((height, width + 1), dtype=bool)
    for loop in loops:
        for (x, y), (x2, y2) in zip(loop, loop[1:] + loop[:1], strict=True):
            if x == x2:
                turned[min(y, y2) : max(y, y2), x] ^= True
    return np.logical_xor.accumulate(turned, axis=1)[:, :width]


def loops_of(path: object) -> list[Points]:
    polygons = path.to_polygons(closed_only=False)  # type: ignore[attr-defined]
    return [[(round(x - 0.5), round(y - 0.5)) for x, y in polygon[:-1].tolist()] for polygon in polygons]


def drawn_marks(shown: Board) -> dict[str, Mask]:
    return {mark.name: cells_of(artist.get_offsets().tolist()) for mark, artist in shown.artists.marks.items()}  # type: ignore[union-attr]


def drawn_bands(shown: Board) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The band on top in every cell, known by its colour; −1 where it is none of the scale's."""
    bands = np.full((SIDE, SIDE), -1)
    ground = shown.artists.ground
    for path, colour in zip(ground.get_paths(), ground.get_facecolor(), strict=True):
        known = np.flatnonzero((shown.artists.colours == colour).all(axis=1))
        bands[filled(loops_of(path))] = known[0] if len(known) else -1
    return bands


def expected_marks(table: GapTable, name: str, luck: int) -> dict[str, Mask]:
    """Straight from the columns of the table."""
    test = {c: getattr(table, c)[luck] == Verdict.TEST for c in table.columns() if "on_" in c}
    if name in ("best", "thrifty"):
        prefix = "" if name == "best" else "thrifty_"
        won, lost = test[f"{prefix}on_win"], test[f"{prefix}on_loss"]
        return {"won": won & ~lost, "lost": lost & ~won, "both": won & lost}
    column = {"won": "on_win", "lost": "on_loss"}[name]
    best, thrifty = test[column], test[f"thrifty_{column}"]
    tie = (getattr(table, column)[luck] == Verdict.EITHER) & ~thrifty
    return {name: best & thrifty, f"{name}-dear": best & ~thrifty, f"{name}-thrifty": thrifty & ~best, "tie": tie}


def check_drawn(table: GapTable, above: GapTable | None, map_: Map) -> None:
    """Every cell of one drawn map against the table."""
    shown = board(map_.face, SIDE, Variant.SITE)
    shown.show(map_)
    marks, bands = drawn_marks(shown), drawn_bands(shown)
    named = re.fullmatch(r"luck-(\d+)-(.*)", map_.path.split("/")[-1].removesuffix(".svg"))
    if map_.face is THRESHOLD:
        check_threshold(table, map_, shown, bands)
        return
    assert named is not None
    luck, name = int(named[1]), named[2]
    if map_.face is PLAY:
        chances = (table.win_chance if name == "best" else table.win_chance_thrifty)[luck]
        assert np.array_equal(bands, np.digitize(chances, CHANCE.edges))
        for level, path in zip(LEVELS, shown.artists.levels.get_paths(), strict=True):
            assert line_cells(path) == rim_cells(chances >= level.chance)
    elif map_.face is WORTH:
        worth = gains(table, above, Gain(name))[luck]
        expected = np.where(np.isnan(worth), -1, np.digitize(worth, GAIN.edges))
        assert np.array_equal(np.where(marks["blank"], -1, bands), expected)
        most = np.nanmax(worth)
        assert np.array_equal(marks["most"], (worth == most) & (most > 0))
        assert np.array_equal(marks["blank"], np.isnan(worth))
        return
    else:
        stakes = (table.stake_win if name == "won" else table.stake_loss)[luck]
        assert np.array_equal(bands, np.digitize(stakes, STAKE.edges))
    expected_by_name = expected_marks(table, name, luck)
    assert marks.keys() == expected_by_name.keys()
    for mark, cells in marks.items():
        assert np.array_equal(cells, expected_by_name[mark]), (map_.path, mark)


def check_threshold(table: GapTable, map_: Map, shown: Board, bands: object) -> None:
    _, outcome, policy = map_.path.split("/")[-1].removesuffix(".svg").split("-")
    column = ("thrifty_" if policy == "thrifty" else "") + {"won": "on_win", "lost": "on_loss"}[outcome]
    test = getattr(table, column) == Verdict.TEST
    notes = dict(note.split(": ") for note in map_.notes.replace("\N{NO-BREAK SPACE}", " ").split("; ") if note)
    labels = ThresholdTable(shown.artists.labels.rows, notes)
    assert np.array_equal(read_back(labels, len(test) - 1), test)
    lowest = np.where(test.any(axis=0), test.argmax(axis=0), np.inf)
    assert np.array_equal(bands, EARLINESS.bands(-lowest))


Edge = tuple[int, int, bool]


def line_cells(path: object) -> set[Edge]:
    """Unit edges of a drawn line: (column, row, upright)."""
    edges: set[Edge] = set()
    for polygon in path.to_polygons(closed_only=False):  # type: ignore[attr-defined]
        points = [(round(x - 0.5), round(y - 0.5)) for x, y in polygon.tolist()]
        for (x, y), (x2, y2) in itertools.pairwise(points):
            upright = x == x2
            low, high = sorted((y, y2) if upright else (x, x2))
            edges |= {(x, i, True) if upright else (i, y, False) for i in range(low, high)}
    return edges


def rim_cells(mask: Mask) -> set[Edge]:
    """Unit edges between a cell in the set and one that is not."""
    rows, columns = np.nonzero(mask[:, 1:] != mask[:, :-1])
    upright = {(int(x) + 1, int(y), True) for y, x in zip(rows, columns, strict=True)}
    rows, columns = np.nonzero(mask[1:] != mask[:-1])
    return upright | {(int(x), int(y) + 1, False) for y, x in zip(rows, columns, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_every_drawn_map_is_the_table(gap_tables: dict[int, GapTable], gap: int) -> None:
    table, above = gap_tables[gap], gap_tables.get(gap + 1)
    maps = list(gap_maps_of(table, above))
    assert len(maps) == len({map_.path for map_ in maps}) == 112
    for map_ in maps:
        check_drawn(table, above, map_)


def test_the_marks_in_the_file_are_the_table(even: tuple[GapTable, GapTable], files: dict[str, bytes]) -> None:
    for map_ in gap_maps_of(*even):
        found = marks_in(files[map_.path], map_)
        for mark, cells in map_.marks.items():
            assert np.array_equal(found.get(mark, np.zeros_like(cells)), cells), (map_.path, mark.name)


def marks_in(svg: bytes, map_: Map) -> dict[Mark, Mask]:
    """The marks read from the text of a drawing: below the legend's come those of the map, one path a kind."""
    shown = board(map_.face, SIDE, Variant.SITE)
    changing = svg.decode().split(shown.fixed)[1]
    paths = re.findall(r'<path class="f-[a-z0-9-]+" d="(m[^"]*)"', changing)
    present = [mark for mark in map_.face.marks if map_.marks[mark].any()]
    assert len(paths) == len(present)
    return {mark: cells_of(mark_places(d, mark, shown)) for mark, d in zip(present, paths, strict=True)}


def mark_places(d: str, mark: Mark, shown: Board) -> list[tuple[float, float]]:
    """Follow the moves of a path; every mark must begin at its first corner and have its shape."""
    x = y = 0
    starts: list[tuple[int, int]] = []
    for part in re.findall(r"m[^m]*", d):
        move = re.match(r"m(-?\d+) ?(-?\d+)", part)
        assert move is not None and part.endswith("z")
        x, y = x + int(move[1]), y + int(move[2])
        starts.append((x, y))
    first = starts[:: len(mark.polygons)]
    corner = mark.polygons[0][0]
    left, bottom = shown.frame.left, shown.height - shown.frame.bottom
    return [((x - corner[0] - left) / CELL + 0.5, (bottom - (y + corner[1])) / CELL + 0.5) for x, y in first]


def test_the_numbers_in_the_file_are_the_table(even: tuple[GapTable, GapTable], files: dict[str, bytes]) -> None:
    table, _ = even
    map_ = threshold_map(table, Outcome.WON, Policy.BEST)
    shown = board(THRESHOLD, SIDE, Variant.SITE)
    root = ET.fromstring(files[map_.path])
    rows: dict[tuple[int, int], str] = {}
    for text in root.findall(f"{SVG}g/{SVG}text"):
        characters, places = text.text or "", text.get("x", "").split()
        assert len(characters) == len(places)
        hero = int((shown.height - shown.frame.bottom - float(text.get("y", ""))) // CELL) + 1
        for character, x in zip(characters, places, strict=True):
            foe = int((float(x) - shown.frame.left) // CELL) + 1
            rows[hero, foe] = rows.get((hero, foe), "") + character
    cells = threshold_table(table.on_win).cells
    assert rows == {(h, f): text for h, row in enumerate(cells, 1) for f, text in enumerate(row, 1) if text}


def test_a_map_speaks_a_players_words(even: tuple[GapTable, GapTable], files: dict[str, bytes]) -> None:
    for face in FACES:
        axes = board(face, SIDE, Variant.SITE).axes
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("Foe’s STAMINA", "Your STAMINA")
        assert axes.get_xlim() == axes.get_ylim() == (0.5, SIDE + 0.5)
        assert axes.get_xticks().tolist() == axes.get_yticks().tolist() == [1, 6, 12, 18, 24]
    table = even[0]
    svg = files[map_path(0, "thrifty", 9)]
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    labelled = [root.find(f"{SVG}*[@id='{name}']") for name in (root.get("aria-labelledby") or "").split()]
    title, desc = ((element.text or "") if element is not None else "" for element in labelled)
    assert title == "Skill gap 0, LUCK 9. When to test your luck, thrifty"
    won, lost = (int((c[9] == Verdict.TEST).sum()) for c in (table.thrifty_on_win, table.thrifty_on_loss))
    assert f"after a won round in {won}, after a lost round in {lost}," in desc
    need = int((table.win_chance_thrifty[9][:, 11] >= 0.5).argmax()) + 1
    assert f"{need} against 12" in desc
    text = " ".join(root.itertext())
    for words in (
        "Your chance to win",
        "test after a won round",
        "after a lost one",
        "after either",
        "10%",
        "50%",
        "90%",
    ):
        assert words in text
    assert b"prefers-color-scheme:dark" in svg


def test_every_map_has_its_legend(files: dict[str, bytes]) -> None:
    for name, svg in files.items():
        root = ET.fromstring(svg)
        text = " ".join(root.itertext())
        face = next(f for f in FACES if f.scale.title in text and (f.scale is not STAKE or f.name in name))
        assert all(words in text for _, words in face.legend), name
        assert len(root.findall(f".//{SVG}text")) < 110


def test_every_map_of_a_skill_gap_has_a_place(files: dict[str, bytes]) -> None:
    assert [gap_slug(gap) for gap in (-4, 0, 2)] == ["minus-4", "0", "plus-2"]
    lucks = range(14)
    names = {f"luck-{luck}-{name}" for luck in lucks for name in ("best", "thrifty", "more-stamina", "more-skill")}
    names |= {f"luck-{luck}-{name}" for luck in lucks[1:] for name in ("won", "lost", "luck")}
    names |= {f"luck-{luck}-more-luck" for luck in lucks[:-1]}
    names |= {f"from-{outcome}-{policy}" for outcome in Outcome for policy in Policy}
    assert set(files) == {f"atlas/maps/0/{name}.svg" for name in names}


def test_maps_are_small(files: dict[str, bytes]) -> None:
    sizes = [len(svg) for svg in files.values()]
    packed = [len(gzip.compress(svg, mtime=0)) for svg in files.values()]
    assert sum(sizes) / len(sizes) < 15_000
    assert max(sizes) < 25_000
    assert sum(packed) / len(packed) < 4_000


def test_where_the_tables_end(even: tuple[GapTable, GapTable]) -> None:
    table, above = even
    stamina, luck, skill = (gains(table, above, g) for g in (Gain.MORE_STAMINA, Gain.MORE_LUCK, Gain.MORE_SKILL))
    assert np.isnan(stamina[:, -1]).all() and not np.isnan(stamina[:, :-1]).any()
    assert np.isnan(luck[-1]).all() and not np.isnan(luck[:-1]).any()
    assert np.array_equal(skill, above.win_chance - table.win_chance)
    assert np.isnan(gains(table, None, Gain.MORE_SKILL)).all()
    paths = [map_.path for map_ in gap_maps_of(table, None)]
    assert not any("more-skill" in path for path in paths)
    widest = gap_table(solve_pair(Edition(Rules(max_stamina=3)), SKILL_GAPS[-1]))
    assert not gains(widest, None, Gain.MORE_SKILL).any()


def test_print_has_no_words_and_one_colour_scheme(even: tuple[GapTable, GapTable]) -> None:
    map_ = play_map(even[0], 9, Policy.THRIFTY)
    svg = board(PLAY, SIDE, Variant.PRINT).svg(map_)
    assert b"<text" not in svg and b"@media" not in svg
    assert len(svg) < 15_000


def test_a_legend_can_stand_alone() -> None:
    for face in FACES:
        for variant in Variant:
            text = " ".join(ET.fromstring(legend_svg(face, variant)).itertext())
            assert face.scale.title in text
            assert all(words in text for _, words in face.legend)


def test_maps_of_other_sizes() -> None:
    table = gap_table(solve_pair(Edition(Rules(max_stamina=7, max_luck=3)), 2))
    for svg in gap_maps(table, None).values():
        ET.fromstring(svg)
    assert board(PLAY, 7, Variant.SITE).axes.get_xticks().tolist() == [1, 6]


@pytest.mark.slow
def test_the_same_bytes_on_every_run() -> None:
    code = (
        "import hashlib; from atlas.figures import gap_maps; from atlas.plates import plates; "
        "from atlas.rules import Edition, Rules; from atlas.solver import *; from atlas.tables import *; "
        "tables = [gap_table(solve_pair(Edition(Rules(max_stamina=6)), gap)) for gap in (-1, 0)]; "
        "files = gap_maps(*tables) | plates(tables); "
        "print(hashlib.sha256(b''.join(name.encode() + data for name, data in files.items())).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_outlines_with_holes_and_touching_corners() -> None:
    for seed in range(40):
        mask = np.random.default_rng(seed).random((SIDE, SIDE)) < 0.5
        loops = outlines(mask)
        assert np.array_equal(filled(loops), mask)
        doubled_area = sum(
            x * y2 - x2 * y for loop in loops for (x, y), (x2, y2) in zip(loop, loop[1:] + loop[:1], strict=True)
        )
        assert abs(doubled_area) == 2 * mask.sum(), "holes run the other way"
        edges = {
            (min(x, x2) + i * (y == y2), min(y, y2) + i * (x == x2), x == x2)
            for line in inner_lines(mask)
            for (x, y), (x2, y2) in itertools.pairwise(line)
            for i in range(abs(x2 - x) + abs(y2 - y))
        }
        assert edges == rim_cells(mask)


def test_plates_show_every_map(even: tuple[GapTable, GapTable]) -> None:
    svg = plate(even, Policy.BEST, LEVELS[1:2])
    pitch = SIDE + GUTTER
    left, right, top, bottom = MARGINS
    height, width = pitch * 2, pitch * 14
    assert f'viewBox="0 0 {left + width + right} {top + height + bottom}"'.encode() in svg
    for mark, colour in PLATE_FILLS.items():
        drawn = np.zeros((height, width), dtype=bool)
        for d in re.findall(rf'class="f-{colour.name}" d="([^"]*)"', svg.decode()):
            loops = [[(x - left, y - top) for x, y in loop] for loop in svg_loops(d)]
            if all(y >= 0 for loop in loops for _, y in loop):
                drawn |= filled(loops, height, width)[::-1]
        for row, table in enumerate(even):
            for luck in range(14):
                tile = drawn[row * pitch : row * pitch + SIDE, luck * pitch : luck * pitch + SIDE]
                assert np.array_equal(tile, expected_marks(table, "best", luck)[mark.name])
    assert set(plates(even)) == {f"atlas/maps/plate-{name}.svg" for name in ("best", "thrifty")}
    assert all(f">{signed(gap)}<" in svg.decode() for gap in (0, 1))


def svg_loops(d: str) -> list[Points]:
    """The polygons of a path of absolute moves and steps across or along."""
    loops: list[Points] = []
    for letter, numbers in re.findall(r"([Mhvz])([-\d ]*)", d):
        if letter == "M":
            x, y = map(int, numbers.split())
            loops.append([(x, y)])
        elif letter != "z":
            x, y = loops[-1][-1]
            loops[-1].append((x + int(numbers), y) if letter == "h" else (x, y + int(numbers)))
    return loops


def test_both_stakes_have_their_own_marks() -> None:
    won, lost = ({mark.name for mark in STAKES[outcome].marks} for outcome in Outcome)
    assert won & lost == {"tie"}
