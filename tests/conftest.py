"""Settings and solutions that several tests share."""

import pytest
from hypothesis import settings

from atlas.dice import SKILL_GAPS
from atlas.evidence import Evidence
from atlas.rules import Edition
from atlas.solver import Pair, solve_pair
from atlas.tables import GapTable, gap_table

settings.register_profile("atlas", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("atlas")


@pytest.fixture(scope="session")
def pairs() -> dict[int, Pair]:
    """The exact solutions of every skill gap."""
    return {gap: solve_pair(Edition(), gap) for gap in SKILL_GAPS}


@pytest.fixture(scope="session")
def gap_tables(pairs: dict[int, Pair]) -> dict[int, GapTable]:
    return {gap: gap_table(pair) for gap, pair in pairs.items()}


@pytest.fixture(scope="session")
def evidence() -> Evidence:
    """What the claims of the paper are checked against."""
    return Evidence()
