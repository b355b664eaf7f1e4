import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Verdict
from atlas.tables.gap_table import GapTable, Verdicts
from atlas.tables.thresholds import ThresholdTable, threshold_table
from tests.threshold_reading import read_back

MAX_LUCK = 13


def read_verdicts(test: ThresholdTable, either: ThresholdTable, max_luck: int) -> Verdicts:
    """A whole policy for one skill gap and outcome, from its two printed tables."""
    verdicts = np.full((max_luck + 1, len(test.cells), len(test.cells)), Verdict.KEEP, dtype=np.uint8)
    verdicts[read_back(test, max_luck)] = Verdict.TEST
    verdicts[read_back(either, max_luck)] = Verdict.EITHER
    return verdicts


@given(st_numpy.arrays(np.uint8, (MAX_LUCK + 1, 5, 5), elements=st.integers(0, 2)))
def test_any_policy_can_be_read_back(verdicts: Verdicts) -> None:
    test, either = threshold_table(verdicts), threshold_table(verdicts, Verdict.EITHER)
    assert np.array_equal(read_verdicts(test, either, MAX_LUCK), verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("column", ["on_win", "on_loss", "thrifty_on_win", "thrifty_on_loss"])
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_the_printed_tables_give_the_policy_back(gap_tables: dict[int, GapTable], gap: int, column: str) -> None:
    verdicts = getattr(gap_tables[gap], column)
    test, either = threshold_table(verdicts), threshold_table(verdicts, Verdict.EITHER)
    assert np.array_equal(read_verdicts(test, either, MAX_LUCK), verdicts)


def test_how_cells_print() -> None:
    lucks = {
        "": [],
        "3a": [3, 5, 6, 7],
        "6": range(6, 14),
        "4–9": range(4, 10),
        "=8": [8],
        "7b": [7, 8, 11, 12, 13],
        "13": [13],
    }
    verdicts = np.zeros((MAX_LUCK + 1, 7, 7), dtype=np.uint8)
    for column, held in enumerate(lucks.values()):
        verdicts[list(held), 0, column] = Verdict.TEST
    table = threshold_table(verdicts)
    assert table.cells[0] == tuple(lucks)
    assert table.notes == {"a": "=3, 5–7", "b": "7–8, 11"}


def test_a_broken_cell_is_not_read_as_something_else() -> None:
    verdicts = np.ones((MAX_LUCK + 1, 1, 1), dtype=np.uint8)
    table = threshold_table(verdicts)
    for text in ("6–", "6–6", "=6–7"):
        broken = type(table)(((text,),), {})
        with pytest.raises(ValueError, match=text):
            read_verdicts(broken, broken, MAX_LUCK)
