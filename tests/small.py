"""A small atlas that builds in seconds: three skill gaps, staminas to 4. Its cards are those of the whole one."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlas.build import Order, build
from atlas.game.edition import Edition
from atlas.game.rules import Rules
from atlas.making.cache import opened
from atlas.making.engine import Task, run
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.making.workers import worker_pool

KEPT = Output(Path(__file__).parent.parent / "build").cache
"""what `make` has kept"""

EDITION = Edition(Rules(max_stamina=4), skill_gaps=range(-1, 2))
ORDER = Order(EDITION)
OPTIONS = ("--max-stamina", "4", "--skill-gaps", "-1..1")
OTHER_ORDER = replace(ORDER, base_url="https://example.org/")
OTHER_OPTIONS = (*OPTIONS, "--base-url", "https://example.org/")
"""of a site that is told from the small one at once: it has a sitemap, and its pages say where they stand"""
DEAR = (
    "measure_journeys",
    "look_ahead",
    "judge_",
    "derive_",
    "share_of_luck",
    "gather_evidence",
    "draw_paper_figures",
    "weigh_luck_prices",
    "weigh_eating",
    "weigh_targets",
    "weigh_potions_and_escapes",
    "write_conformance",
    "travel_adventures",
)
"""begin the names of results that cost much"""
SURROUNDINGS = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "1", "HOME": "/nonexistent", "LANG": ""}
OTHER_SURROUNDINGS = {
    "TZ": "America/Caracas",
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "271",
    "COLUMNS": "40",
    "USER": "x",
}
"""in which the same site comes out"""


def made(task: Task) -> Any:
    """A result of this very code, which `make` has kept; else it is made, and kept for the next tests."""
    with opened(KEPT, print) as cache, worker_pool(os.cpu_count() or 1, cache.folder) as pool:
        (result,) = run([task], cache, Progress(quiet=True), pool)
    return result


def keep_results(order: Order, folder: Path, names: tuple[str, ...] = DEAR) -> None:
    """Fill a cache with what a build takes, from what is kept, or made and kept for the next tests."""
    begun = time.time()
    with TemporaryDirectory(prefix="luck-atlas-") as temporary:
        build(order, Output(Path(temporary)), Progress(quiet=True), cache_folder=KEPT)
    folder.mkdir(mode=0o700, parents=True)
    for path in KEPT.iterdir():
        if path.name.startswith(names) and path.stat().st_mtime >= begun:
            shutil.copy(path, folder)


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
