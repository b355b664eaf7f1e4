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
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.paper.evidence import Evidence
from atlas.paper.statements import Claim
from atlas.tables.gap_table import GapTable, gap_table
from atlas.tasks import plan
from tests.browser import launched
from tests.small import KEPT, OPTIONS, ORDER, OTHER_ORDER, SURROUNDINGS, atlas, keep_results, made

settings.register_profile("atlas", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("atlas")
os.umask(0o022)  # results are not read from folders that a group may write to
ROOT = Path(__file__).parent
LONGEST = (
    "site/test_site", "test_build", "site/test_variants", "site/test_trainer", "site/test_table_form",
    "site/test_table", "printing/test_print", "site/test_engine", "game/test_random_fights", "site/test_visitors",
    "game/test_solver", "test_same_everywhere", "making/test_release", "making/test_signals", "site/test_shared_fights",
    "game/test_variants", "cards/test_catalogue", "site/test_cards_page", "printing/test_steps", "cards/test_grid",
    "site/test_table_answers", "maps/test_pdf", "printing/test_cards", "policies/test_evaluate",
    "policies/test_simulate", "paper/test_figures", "test_cli", "test_serve", "paper/test_claims",
)  # fmt: skip
"""the files that take longest"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest begin first, so that no process works alone at the end."""
    rank = {ROOT / f"{name}.py": number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path, len(rank)))


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
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all processes of the tests."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def site(shared: Path) -> Path:
    """The whole site, built once for all processes of the tests, with what `make` has kept."""
    output = Output(shared / "whole")
    build(Order(), output, Progress(quiet=True), cache_folder=KEPT)
    return output.site


@pytest.fixture(scope="session")
def small(shared: Path, site: Path) -> Output:
    """The small site, made once for all processes by the command, but for what costs much from nothing; what it keeps
    makes the other one too.

    It is there to be copied, and to be compared with.
    """
    output = Output(shared / "small")
    with Output(shared / "making the small site").locked(print):
        if not output.manifest_path.exists():
            keep_results(ORDER, output.cache)
            ran = atlas("build", *OPTIONS, "--output", str(output.folder), environment=SURROUNDINGS)
            assert ran.returncode == 0, ran.stderr
            build(OTHER_ORDER, Output(shared / "other"), Progress(quiet=True), cache_folder=output.cache)
    return output


@pytest.fixture(scope="session")
def cards(site: Path) -> list[Card]:
    """The cards of the site."""
    return list(made(plan.results(Edition()).cards))


@pytest.fixture(scope="session")
def claims(site: Path) -> list[Claim]:
    return list(made(plan.results(Edition()).claims))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as started:
        yield started
