"""The poster, read back: every mark, band and line of all its maps, every frame, and every sentence by its words."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from pypdf import PageObject, PdfReader

from atlas.game.rules import Verdict
from atlas.maps.map import play_map
from atlas.maps.operators import on_paper
from atlas.maps.style import ACCENT
from atlas.tables.gap_table import Aim, GapTable
from tests.map_reading import check_shown
from tests.mupdf import mupdf_figures, needs_mupdf
from tests.printed import text_of
from tests.printing.test_atlas import number_of, possible
from tests.shapes import Figure, Frame, figures, frames, read_map

pytestmark = pytest.mark.slow
GAPS, LUCKS = range(-10, 11), range(2, 14)
NAMES = ("poster-a2", "poster-18x24")


@pytest.fixture(scope="module", params=NAMES)
def path(site: Path, request: pytest.FixtureRequest) -> Path:
    return site / f"print/{request.param}.pdf"


@pytest.fixture(scope="module")
def page(path: Path) -> PageObject:
    (page,) = PdfReader(path).pages
    return page


@pytest.fixture(scope="module")
def figure(page: PageObject) -> Figure:
    """The drawing of all maps."""
    return next(each for each in figures(page) if each.alt.startswith("All maps"))


@pytest.fixture(scope="module")
def placed(figure: Figure) -> dict[tuple[int, int], Frame]:
    return by_place(figure)


def by_place(figure: Figure) -> dict[tuple[int, int], Frame]:
    """All maps by SKILL gap and LUCK, by where they stand."""
    found = frames(figure)
    assert len(found) == len(GAPS) * len(LUCKS)
    columns, rows = (
        sorted({round(edge) for edge in edges}) for edges in zip(*((f.left, f.low) for f in found), strict=True)
    )
    assert (len(columns), len(rows)) == (len(GAPS), len(LUCKS))
    return {(GAPS[columns.index(round(f.left))], LUCKS[rows.index(round(f.low))]): f for f in found}


def test_every_mark_band_and_line_is_the_table(
    placed: dict[tuple[int, int], Frame], gap_tables: dict[int, GapTable]
) -> None:
    check_maps(placed, gap_tables)


@needs_mupdf
def test_another_reader_sees_the_table_too(page: PageObject, path: Path, gap_tables: dict[int, GapTable]) -> None:
    figure = max(mupdf_figures(path, 1, float(page.mediabox.height)), key=lambda each: len(each.shapes))
    check_maps(by_place(figure), gap_tables)


def check_maps(placed: Mapping[tuple[int, int], Frame], gap_tables: Mapping[int, GapTable]) -> None:
    for (gap, luck), frame in placed.items():
        table = possible(gap_tables[gap])
        map_ = play_map(table.of(Aim.THRIFTY), luck)
        check_shown(read_map(frame, map_), map_, table, None, on_paper)


class Said(NamedTuple):
    """A call-out as it is printed."""

    number: int
    gaps: range
    lucks: range
    sentence: str


REGION = re.compile(r"SKILL gap ([+−]?\d+)(?: to ([+−]?\d+))?, LUCK (\d+)(?: to (\d+))?")


def call_outs(page: PageObject) -> list[Said]:
    """What stands under each heading with a number."""
    lines = [line.strip() for line in text_of(page).splitlines()]
    regions = [place for place, line in enumerate(lines) if REGION.fullmatch(line)]
    found = []
    for place in regions:
        match = REGION.fullmatch(lines[place])
        assert match
        first, low = number_of(match[1]), int(match[3])
        gaps = range(first, number_of(match[2] or match[1]) + 1)
        number = int(lines[place - 1].split()[0])
        rest = " ".join(lines[place + 1 : place + 5])
        found.append(Said(number, gaps, range(low, int(match[4] or low) + 1), rest))
    return found


Masks = npt.NDArray[np.bool_]
Truth = Callable[[re.Match[str], Masks, Masks, npt.NDArray[np.float64]], bool]


def numbers(text: str) -> list[int]:
    return [int(number) - 1 for number in re.findall(r"\d+", text)]


def hits(stamina: int) -> int:
    """Normal hits that are needed."""
    return max(0, -(-stamina // 2))


def reaches(match: re.Match[str], won: Masks, lost: Masks, chances: npt.NDArray[np.float64]) -> bool:
    row, low, first, high, last = (int(part) for part in match.groups())
    by_foe = {luck: chances[0, luck - LUCKS[0], row - 1] for luck in (first, last)}
    return all(
        (by_foe[luck][:foe] >= 0.5).all() and (foe == 24 or by_foe[luck][foe] < 0.5)
        for luck, foe in ((first, low), (last, high))
    )


TRUTHS: Mapping[str, Truth] = {
    r"With more than (\d+) STAMINA keep\.": lambda match, won, lost, chances: bool(
        not (won | lost)[:, :, int(match[1]) :].any() and (won | lost)[:, :, int(match[1]) - 1].any()
    ),
    r"After a won round test only a foe of ([\d, or]+), after a lost one only with ([\d, or]+) STAMINA yourself\.": (
        lambda match, won, lost, chances: bool(
            not np.delete(won, numbers(match[1]), axis=3).any() and not np.delete(lost, numbers(match[2]), axis=2).any()
        )
    ),
    r"After a won round test a foe of ([\d, or]+), whatever your STAMINA: a Lucky hit kills\.": (
        lambda match, won, lost, chances: bool(
            won[..., numbers(match[1])].all() and all(foe + 1 - 4 <= 0 < foe + 1 - 2 for foe in numbers(match[1]))
        )
    ),
    r"(\d+) of its squares say test": lambda match, won, lost, chances: int((won | lost).sum()) == int(match[1]),
    r"With STAMINA (\d+) you have 50% to win or more up to a foe of (\d+) with LUCK (\d+), up to one of (\d+) with "
    r"LUCK (\d+)\.": reaches,
    r"Won: a foe of (\d+) or \d+ can be worth a test, one of (\d+) is not, for Unlucky costs one hit more\.": (
        lambda match, won, lost, chances: bool(
            not won[..., int(match[2]) - 1].any()
            and won[..., int(match[2])].any(axis=2).all()
            and won[..., int(match[2]) - 2].any(axis=2).all()
            and hits(int(match[2]) - 1) == hits(int(match[2]) - 2) + 1
        )
    ),
}


def test_every_call_out_is_true_of_its_region(page: PageObject, gap_tables: dict[int, GapTable]) -> None:
    said = call_outs(page)
    assert sorted(each.number for each in said) == [1, 2, 3, 4, 5, 6]
    spoken, counts = set(), {}
    for gap in GAPS:
        table = possible(gap_tables[gap])
        won, lost = table.thrifty_on_win == Verdict.TEST, table.thrifty_on_loss == Verdict.TEST
        counts |= {(gap, luck): int((won | lost)[luck].sum()) for luck in LUCKS}
    for each in said:
        tables = [possible(gap_tables[gap]) for gap in each.gaps]
        won, lost = (
            np.array([getattr(table, name)[list(each.lucks)] == Verdict.TEST for table in tables])
            for name in ("thrifty_on_win", "thrifty_on_loss")
        )
        chances = np.array([table.win_chance_thrifty[list(LUCKS)] for table in tables])
        truth = next(pattern for pattern in TRUTHS if re.match(pattern, each.sentence))
        match = re.match(truth, each.sentence)
        assert match and TRUTHS[truth](match, won, lost, chances), each
        if "squares say test" in truth:
            assert counts[each.gaps[0], each.lucks[0]] == max(counts.values())
        spoken.add(truth)
    assert spoken == set(TRUTHS)


def test_frames_stand_around_the_maps_they_speak_of(
    page: PageObject, figure: Figure, placed: dict[tuple[int, int], Frame]
) -> None:
    drawn = [shape for shape in figure.shapes if shape.line == ACCENT.light and shape.fill is None]
    framed = []
    for shape in drawn:
        left, low, right, top = shape.box
        inside = [
            place
            for place, frame in placed.items()
            if left < frame.left and frame.right < right and low < frame.low and frame.top < top
        ]
        assert all(
            frame.right < left or frame.left > right or frame.top < low or frame.low > top
            for place, frame in placed.items()
            if place not in inside
        ), "it crosses no map"
        framed.append(sorted(inside))
    assert framed == [sorted((gap, luck) for gap in each.gaps for luck in each.lucks) for each in call_outs(page)]


def test_a_number_hides_no_more_than_a_corner(figure: Figure, placed: dict[tuple[int, int], Frame]) -> None:
    """Five stand outside all maps."""
    discs = [shape.box for shape in figure.shapes if shape.fill == ACCENT.light]
    assert len(discs) == 6
    hiding = [
        (left, low, right, top)
        for left, low, right, top in discs
        if any(f.left < right and left < f.right and f.low < top and low < f.top for f in placed.values())
    ]
    assert len(hiding) <= 1
