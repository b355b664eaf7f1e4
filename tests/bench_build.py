"""What a whole build takes: each stage from nothing, then builds after a change and without one."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from atlas.build import Order, build
from atlas.engine import Cost
from atlas.output import Output
from atlas.progress import Progress
from tests.bench_rows import Row

PROJECT = Path(__file__).parent.parent
QUIET_BUILDS = 7
CARDS = "Deriving the cards from simulated fights"


def rows() -> list[Row]:
    with TemporaryDirectory(prefix="bench", dir=PROJECT / "build") as folder:
        project, output = Path(folder, "project"), Output(Path(folder, "out"))
        for name in ("atlas", "templates"):
            shutil.copytree(PROJECT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        return [*_cold(output), *_sizes(output), *_again(project, output)]


def _cold(output: Output) -> list[Row]:
    progress = Progress(quiet=True)
    before, start = _cpu_of_all(), perf_counter()
    build(Order(), output, progress, workers=2)
    wall, cpu = perf_counter() - start, _cpu_of_all() - before
    found = [row for heading, costs in progress.costs.items() for row in _stage(heading, costs)]
    workers: dict[int, int] = {}
    for cost in (cost for costs in progress.costs.values() for cost in costs):
        workers[cost.worker] = max(cost.peak_bytes, workers.get(cost.worker, 0))
    peak = sum(workers.values()) + resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    cards = sum(cost.cpu for cost in progress.costs[CARDS])
    return [
        *found,
        Row("everything, from nothing, on 2 cores", cpu, "CPU s", "≤ 160"),
        Row("everything, from nothing, on 2 cores", wall, "s"),
        Row("… of which deriving cards", cards, "CPU s", "≤ 120"),
        Row("… peak memory, all processes added up", peak / 1e6, "MB", "≤ 1500"),
    ]


def _stage(heading: str, costs: Sequence[Cost]) -> list[Row]:
    return [
        Row(heading, sum(cost.cpu for cost in costs), "CPU s"),
        Row(f"{heading}: tasks added up", sum(cost.wall for cost in costs), "s"),
        Row(f"{heading}: peak of a process", max(cost.peak_bytes for cost in costs) / 1e6, "MB"),
        Row(f"{heading}: results", sum(cost.result_bytes for cost in costs) / 1e6, "MB"),
    ]


def _sizes(output: Output) -> list[Row]:
    sizes = {path: path.stat().st_size / 1e6 for path in output.site.rglob("*") if path.is_file()}
    parts = {
        part: sum(s for p, s in sizes.items() if p.is_relative_to(output.site / part)) for part in ("data", "print")
    }
    whole = sum(sizes.values())
    return [
        Row("the site", whole, "MB", "≤ 30"),
        *(Row(f"… {part}/", size, "MB") for part, size in parts.items()),
        Row("… pages, maps and the rest", whole - sum(parts.values()), "MB"),
    ]


def _again(project: Path, output: Output) -> list[Row]:
    """Builds by the command, in a copy of the project whose files are then changed."""
    _build(project, output)
    nothing = median(_build(project, output)[1] for _ in range(QUIET_BUILDS))
    _change(project / "templates" / "site" / "base.html", "</body>", "<!-- changed --></body>")
    template, _ = _build(project, output, "--only", "site")
    _change(project / "templates" / "static" / "atlas.css", "", "\n")
    css, _ = _build(project, output, "--only", "site")
    return [
        Row("a build without changes", nothing, "s", "≤ 0.25"),
        Row("a build after a change of a template", template, "CPU s", "≤ 4"),
        Row("a build after a change of the stylesheet", css, "CPU s"),
    ]


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    path.write_text(text.replace(old, new) if old else text + new)


def _build(project: Path, output: Output, *options: str) -> tuple[float, float]:
    """CPU and wall seconds."""
    before, start = _cpu_of_all(), perf_counter()
    command = [sys.executable, "-m", "atlas", "build", "--quiet", "--output", str(output.folder), *options]
    subprocess.run(command, cwd=project, check=True)
    return _cpu_of_all() - before, perf_counter() - start


def _cpu_of_all() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
