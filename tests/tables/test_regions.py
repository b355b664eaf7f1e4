"""What strikes the eye on all maps together, found on maps that were made for it."""

import numpy as np
import pytest

from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.tables.gap_table import Aim, AimTable
from atlas.tables.regions import AllMaps, Region, RegionCallOut, Theme, all_maps, call_outs_of, largest_rectangle

GAPS, LUCKS = range(-2, 3), range(2, 8)


def maps(tests: dict[Outcome, list[tuple[range, range, range, range]]], chances: float = 0.0) -> AllMaps:
    """Advice to test in blocks: skill gaps, lucks, your staminas and the foe's."""
    tables = [
        AimTable(
            gap,
            Aim.THRIFTY,
            {outcome: np.full((8, 24, 24), Verdict.KEEP, np.uint8) for outcome in Outcome},
            np.full((8, 24, 24), chances),
        )
        for gap in GAPS
    ]
    for outcome, blocks in tests.items():
        for gaps, lucks, own, foes in blocks:
            for gap in gaps:
                block = np.ix_(list(lucks), [n - 1 for n in own], [n - 1 for n in foes])
                tables[gap - GAPS[0]].verdicts[outcome][block] = Verdict.TEST
    return all_maps(tables, LUCKS, BOOK_RULES)


def call_outs(all_: AllMaps) -> dict[Theme, RegionCallOut]:
    return {call_out.theme: call_out for call_out in call_outs_of(all_)}


ALL = range(1, 25)


def test_the_largest_rectangle_is_found() -> None:
    holds = np.array([[1, 1, 0, 1], [1, 1, 1, 0], [0, 1, 1, 0]], dtype=bool)
    assert largest_rectangle(holds) == (slice(0, 2), slice(0, 2))
    assert largest_rectangle(np.zeros((2, 3), dtype=bool)) is None


def slow_largest(holds: np.ndarray) -> int:
    """The size of the largest rectangle, cell by cell."""
    height, width = holds.shape
    return max(
        ((b - a) * (d - c) for a in range(height) for b in range(a + 1, height + 1) for c in range(width)
         for d in range(c + 1, width + 1) if all(holds[y, x] for y in range(a, b) for x in range(c, d))),
        default=0,
    )  # fmt: skip


def test_it_is_the_largest_of_any_table() -> None:
    draw = np.random.default_rng(7)
    for _ in range(40):
        holds = draw.random((4, 5)) < 0.7
        place = largest_rectangle(holds)
        size = int(np.prod([part.stop - part.start for part in place])) if place else 0
        assert size == slow_largest(holds)
        assert not place or holds[place].all()


def test_regions_share_no_map() -> None:
    both = {Outcome.WON: [(range(-2, 1), LUCKS, ALL, range(3, 5))], Outcome.LOST: [(GAPS, LUCKS, range(2, 3), ALL)]}
    call_outs = call_outs_of(maps(both))
    seen = [
        (gap, luck)
        for call_out in call_outs
        for gap in range(call_out.region.gaps[0], call_out.region.gaps[1] + 1)
        for luck in range(call_out.region.lucks[0], call_out.region.lucks[1] + 1)
    ]
    assert len(seen) == len(set(seen))


def test_well_ahead_speaks_for_most_squares() -> None:
    tests = {Outcome.WON: [(range(-2, 1), LUCKS, ALL, ALL), (range(1, 3), LUCKS, range(1, 6), ALL)]}
    said = call_outs(maps(tests))[Theme.WELL_AHEAD]
    assert (said.region, said.rows) == (Region((1, 2), (2, 7)), (5,))


def test_little_luck_ends_where_another_square_is_tested() -> None:
    tests = {Outcome.WON: [(GAPS, LUCKS, ALL, range(3, 4)), (GAPS, range(5, 8), ALL, range(9, 10))]}
    said = call_outs(maps(tests))[Theme.LITTLE_LUCK]
    assert (said.region, said.columns, said.rows) == (Region((-2, 2), (2, 4)), (3, 4), (2,))


def test_a_column_is_spoken_of_only_where_unlucky_costs_a_hit() -> None:
    beside = [(GAPS, range(6, 8), ALL, foes) for foes in (range(5, 6), range(7, 8), range(8, 9), range(10, 11))]
    said = call_outs(maps({Outcome.WON: beside}))[Theme.COSTS_A_HIT]
    assert said.columns == (5, 6, 7), "9 is between two as well, but Unlucky costs no hit there"
    assert said.region.lucks == (6, 7)


@pytest.mark.parametrize("chances", [0.0, 0.6])
def test_nothing_is_said_of_nothing(chances: float) -> None:
    assert set(call_outs(maps({}, chances))) <= {Theme.LITTLE_LUCK}
