"""A small atlas that builds in seconds: three skill gaps, staminas to 4, and cards that took no time to derive."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from atlas import steps
from atlas.build import Order
from atlas.cards.catalogue import LAST_FIGHT, DerivedCard, judge_cards
from atlas.cards.grid import Block, Grid, GridPolicy
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules
from atlas.making.cache import Cache, opened
from atlas.making.engine import Task, run
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.making.workers import crew
from atlas.paper.evidence import Evidence
from atlas.policies.policy import NEVER, killing_blow
from atlas.site import rule_pages
from atlas.site.theory import theory_page
from atlas.stages import Tasks

KEPT = Output(Path(__file__).parent.parent / "build").cache
"""what `make` has kept"""

EDITION = Edition(Rules(max_stamina=4), skill_gaps=range(-1, 2))
ORDER = Order(EDITION)
OPTIONS = ("--max-stamina", "4", "--skill-gaps", "-1..1")
OTHER_ORDER = replace(ORDER, base_url="https://example.org/")
OTHER_OPTIONS = (*OPTIONS, "--base-url", "https://example.org/")
"""of a site that is told from the small one at once: it has a sitemap, and its pages say where they stand"""
SURROUNDINGS = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "1", "HOME": "/nonexistent", "LANG": ""}
OTHER_SURROUNDINGS = {
    "TZ": "America/Caracas",
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "271",
    "COLUMNS": "40",
    "USER": "x",
}
"""in which the same site comes out"""


def small_grid() -> GridPolicy:
    """A grid of two bands that took no time to derive."""
    low, high = tuple(range(SKILL_GAPS[0], 0)), tuple(range(SKILL_GAPS[-1] + 1))
    rest = tuple(range(3, 25))
    blocks = {
        Outcome.WON: [
            Block(band, ((3, 7), (4,)), ((1, 2), rest), ((2, None), (n, 9))) for band, n in ((low, 5), (high, 6))
        ],
        Outcome.LOST: [
            Block(band, (tuple(range(1, 25)),), ((2,), rest), ((n, None),)) for band, n in ((low, 3), (high, 2))
        ],
    }
    return GridPolicy({outcome: Grid(outcome, 1, tuple(found)) for outcome, found in blocks.items()})


def keep_dear(folder: Path) -> None:
    """Put what costs much into the cache of a small atlas, as if it had been worked out for it."""
    cache = Cache(folder, print)
    keep_cards(cache, EDITION)
    keep_paper(cache, EDITION)
    keep_shared(cache, EDITION)
    with patch.object(rule_pages, "quick_grid", lambda *_, **__: DerivedCard("quick", "Quick", "table", small_grid())):
        tables = [steps.solve_gap(EDITION, gap) for gap in EDITION.skill_gaps]
        for task in Tasks(EDITION).rules:
            cache.put(*task.entry, task.function(*task.arguments, tables))


def keep_cards(cache: Cache, edition: Edition) -> None:
    """Cards that took no time to derive."""
    grid = small_grid()
    derived = [DerivedCard(name, name, "table", grid) for name in ("quick", "strips", LAST_FIGHT)]
    derived += [
        DerivedCard(name, name, "rules", killing_blow(edition.rules)) for name in ("sentences", "front-1-rules")
    ]
    derived += [DerivedCard(name, name, "baseline", NEVER) for name in ("never", "thrifty", "best")]
    first, *others = Tasks(edition).cards
    cache.put(*first.entry, judge_cards(edition, derived))
    for task in others:
        cache.put(*task.entry, [])


def keep_paper(cache: Cache, edition: Edition) -> None:
    """The paper as `make` has checked it, with the theory of this edition."""
    books = Tasks(Edition())
    found: steps.Checked = made(books.paper)
    theory = theory_page(Evidence(), edition, made(books.luck_prices))
    cache.put(*Tasks(edition).paper.entry, found._replace(pages=[found.pages[0], theory]))


def keep_shared(cache: Cache, edition: Edition) -> None:
    """What is the same for every edition, or for the rules and the price of luck that this one shares."""
    ours, books = Tasks(edition), Tasks(Edition())
    for task, kept in (
        (ours.luck_prices, books.luck_prices),
        (ours.data.needs["conformance"], books.data.needs["conformance"]),
        (ours.adventures, books.adventures),
    ):
        assert isinstance(task, Task) and isinstance(kept, Task)
        if task.entry == kept.entry:
            cache.put(*task.entry, made(kept))


def made(task: Task) -> Any:
    """A result of this very code, which `make` has kept; else it is made, and kept for the next tests."""
    with opened(KEPT, print) as cache, crew(os.cpu_count() or 1, inside=cache.folder) as hands:
        (found,) = run([task], cache, Progress(quiet=True), hands)
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def atlas(
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    python: Sequence[str] = (sys.executable, "-m", "atlas"),
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    environ = {**os.environ, **(environment or {})}
    return subprocess.run([*python, *arguments], capture_output=True, text=True, env=environ, check=False)
