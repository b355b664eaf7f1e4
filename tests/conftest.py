"""Settings and solutions that several tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from atlas.build import Order, build
from atlas.cards.catalogue import Card
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.solver import Pair, solve_pair
from atlas.making.cache import opened
from atlas.making.engine import run
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.paper.evidence import Evidence
from atlas.stages import Tasks
from atlas.tables.gap_table import GapTable, gap_table
from tests.browser import launched

settings.register_profile("atlas", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("atlas")
os.umask(0o022)  # results are not read from folders that a group may write to
KEPT = Output(Path(__file__).parent.parent / "build").cache
"""what `make` has kept"""


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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built once for all processes of the tests, with what `make` has kept."""
    own = tmp_path_factory.getbasetemp()
    output = Output((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "whole")
    build(Order(), output, Progress(quiet=True), kept=KEPT)
    return output.site


@pytest.fixture(scope="session")
def cards(site: Path) -> list[Card]:
    """The cards of the site, as this very code derives them: results are kept by all that they depend on."""
    with opened(KEPT, print) as cache:
        (found,) = run([Tasks(Edition()).all_cards], cache, Progress(quiet=True))
    return list(found)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found
