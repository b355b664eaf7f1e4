"""A small atlas that builds in seconds: three skill gaps, staminas to 4, and cards that took no time to derive."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from atlas.build import Order
from atlas.cards.catalogue import LAST_FIGHT, Derived, judge
from atlas.cards.grid import Block, Grid, GridPolicy
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules
from atlas.making.cache import Cache
from atlas.making.engine import Task
from atlas.policies.policy import NEVER, killing_blow
from atlas.stages import Tasks

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


def keep_cards(folder: Path, edition: Edition = EDITION) -> None:
    """Put cards into a cache as if they had been derived for this edition."""
    grid = small_grid()
    derived = [Derived(name, name, "table", grid) for name in ("quick", "strips", LAST_FIGHT)]
    derived += [Derived(name, name, "rules", killing_blow(edition.rules)) for name in ("sentences", "front-1-rules")]
    derived += [Derived(name, name, "baseline", NEVER) for name in ("never", "thrifty", "best")]
    first, *others = Tasks(edition).cards
    cache = Cache(folder, print)
    cache.put(*first.entry, [judge(edition, card) for card in derived])
    for task in others:
        cache.put(*task.entry, [])
    _keep_what_is_the_same(cache, edition)


def _keep_what_is_the_same(cache: Cache, edition: Edition) -> None:
    """What costs much and is the same however small an edition is, worked out once for all tests of a process."""
    tasks = Tasks(edition)
    conformance = tasks.data.needs["conformance"]
    assert isinstance(conformance, Task)
    for task in (tasks.paper, tasks.adventures, conformance):
        if task.key not in _WORKED_OUT:
            _WORKED_OUT[task.key] = worked_out(task)
        cache.put(*task.entry, _WORKED_OUT[task.key])


def worked_out(task: Task) -> object:
    """Its result, and before it those that it needs."""
    needs = {name: worked_out(need) for name, need in task.needs.items() if isinstance(need, Task)}
    return task.function(*task.arguments, **needs)


_WORKED_OUT: dict[str, object] = {}


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
