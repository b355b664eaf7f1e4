"""What a whole build takes: each stage from nothing, then builds after a change and without one."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

from atlas.build import Order, build
from atlas.making.engine import TaskCost
from atlas.making.output import Output
from atlas.making.progress import Progress
from tests import bench_pages
from tests.bench_rows import FULL, SHORT, Row, Size, cpu_seconds, plain_loop

PROJECT = Path(__file__).parent.parent
QUIET_BUILDS = 7
SECONDS_BETWEEN_LOOKS = 0.05
LOOPS = "times a loop of ten million steps in plain Python"
EVERYTHING = "everything, from nothing"
CARDS, PRINTING = "Deriving the cards from simulated fights", "Printing"


def rows(size: Size, kept: Path | None = None) -> list[Row]:
    """What was measured, of a build from nothing or with results that are kept."""
    with TemporaryDirectory(prefix="bench", dir=PROJECT / "build") as folder:
        project, output = Path(folder, "project"), Output(Path(folder, "out"))
        for name in ("atlas", "templates"):
            shutil.copytree(PROJECT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        if kept:
            shutil.copytree(kept, output.cache)
        built = [*_cold(output, size), *_sizes(output)]
        (cpu,) = [row.value for row in built if (row.what, row.unit) == (EVERYTHING, "CPU s")]
        again = [*_again(project, output, size), *_redone(project, output, size, cpu)]
        return [*built, *bench_pages.rows(output.site, size.times(5)), *again]


def _cold(output: Output, size: Size) -> list[Row]:
    """From nothing, in a process of its own, whose memory and that of its workers is looked at all the time."""
    loop = cpu_seconds(plain_loop)
    before, start = _cpu_of_all(), perf_counter()
    command = [sys.executable, "-m", "tests.bench_build", str(output.folder), *size.options]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        seen = Memory()
        while process.poll() is None:
            seen.look(process.pid)
            sleep(SECONDS_BETWEEN_LOOKS)
        assert process.stdout and process.returncode == 0
        stages = json.load(process.stdout)
    wall, cpu = perf_counter() - start, _cpu_of_all() - before
    loop = (loop + cpu_seconds(plain_loop)) / 2
    return [
        *(row for heading, costs in stages.items() for row in _stage(heading, costs)),
        Row("everything, from nothing, on 2 cores", wall, "s"),
        Row(EVERYTHING, cpu, "CPU s"),
        Row(f"everything, from nothing, {LOOPS}", cpu / loop, "×", "≤ 500"),
        *(
            Row(f"… of which {name}, {LOOPS}", stages[heading]["cpu"] / loop, "×", bar)
            for heading, name, bar in ((CARDS, "deriving cards", "≤ 130"), (PRINTING, "printing", "≤ 100"))
            if heading in stages
        ),
        Row("… peak memory, all processes together", seen.together / 1e6, "MB", "≤ 900"),
        Row("… peak memory of one process", seen.single / 1e6, "MB"),
    ]


def _stage(heading: str, costs: Mapping[str, float]) -> list[Row]:
    return [
        Row(heading, costs["cpu"], "CPU s"),
        Row(f"{heading}: tasks added up", costs["wall"], "s"),
        Row(f"{heading}: results", costs["result_bytes"] / 1e6, "MB"),
    ]


@dataclass
class Memory:
    """The most bytes that a process and those it started were seen to hold."""

    together: int = 0
    single: int = 0

    def look(self, process: int) -> None:
        held = [_held(number) for number in _with_children(process)]
        self.together = max(self.together, sum(held))
        self.single = max(self.single, *held)


def _with_children(process: int) -> list[int]:
    try:
        started = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process, *(number for child in map(int, started) for number in _with_children(child))]


def _held(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _sizes(output: Output) -> list[Row]:
    sizes = {path: path.stat().st_size / 1e6 for path in output.site.rglob("*") if path.is_file()}
    parts = {
        part: sum(s for p, s in sizes.items() if p.is_relative_to(output.site / part)) for part in ("data", "print")
    }
    whole = sum(sizes.values())
    return [
        Row("the site", whole, "MB", "≤ 34"),
        *(Row(f"… {part}/", size, "MB") for part, size in parts.items()),
        Row("… pages, maps and the rest", whole - sum(parts.values()), "MB"),
    ]


def _again(project: Path, output: Output, size: Size) -> list[Row]:
    """Builds by the command, in a copy of the project whose files are then changed."""
    options = size.options
    _build(project, output, *options)
    pairs = [(_build(project, output, *options)[1], _start()) for _ in range(size.times(QUIET_BUILDS))]
    loop = cpu_seconds(plain_loop)
    _change(project / "templates" / "site" / "base.html", "</body>", "<!-- changed --></body>")
    template, _ = _build(project, output, "--only", "site", *options)
    _change(project / "templates" / "static" / "atlas.css", "", "\n")
    css, _ = _build(project, output, "--only", "site", *options)
    return [
        Row("a build without changes", median(build for build, _ in pairs), "s"),
        Row("… times as long as Python takes to import numpy", median(a / b for a, b in pairs), "×", "≤ 4"),
        Row("a build after a change of a template", template, "CPU s"),
        Row(f"a build after a change of a template, {LOOPS}", template / loop, "×", "≤ 20"),
        Row("a build after a change of the stylesheet", css, "CPU s"),
    ]


def _start() -> float:
    """Wall seconds until Python has started and imported numpy."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    return perf_counter() - start


class Change(NamedTuple):
    """A change that a maintainer makes."""

    what: str
    path: str
    old: str
    """empty for the end of the file"""
    new: str
    most: int | None = None
    """percent of a build from nothing that may be made again"""


UNUSED = "\n\nUNUSED = 1\n"
CHANGES = (
    Change("a comment in wording", "atlas/wording.py", '"""\n\n', '"""\n\n# a comment\n', 30),
    Change("a new constant in wording", "atlas/wording.py", "", UNUSED, 30),
    Change("how wording tells percents", "atlas/wording.py", "def percent(", "@(lambda f: f)\ndef percent("),
    Change("how wording tells signed numbers", "atlas/wording.py", "def signed(", "@(lambda f: f)\ndef signed("),
    Change("a new constant in cards.phrases", "atlas/cards/phrases.py", "", UNUSED, 30),
    Change("the phrases of cards.phrases", "atlas/cards/phrases.py", "def phrases(", "@(lambda f: f)\ndef phrases("),
    Change("a new constant in maps.style", "atlas/maps/style.py", "", UNUSED, 20),
    Change("a colour of maps.style", "atlas/maps/style.py", '"#23201b"', '"#23201c"'),
    Change("a new constant in site.pages", "atlas/site/pages.py", "", UNUSED, 20),
    Change(
        "the cards of site.card_pages",
        "atlas/site/card_pages.py",
        "def card_pages(",
        "@(lambda f: f)\ndef card_pages(",
        20,
    ),
    Change("what all pages have", "atlas/site/pages.py", "class Page:", "class Page(object):"),
    Change("the template of all pages", "templates/site/base.html", "</body>", "<!-- changed --></body>", 6),
    Change("the template of the booklet", "templates/print/booklet.html", "", "<!-- changed -->"),
    Change("the template of all that is printed", "templates/print/base.html", "</body>", "<!-- changed --></body>"),
    Change("a preset's number", "atlas/game/presets.toml", "won = [2, 3, 1]", "won = [2, 4, 1]", 25),
)


def _redone(project: Path, output: Output, size: Size, cold: float) -> list[Row]:
    """What builds take after a change, each change alone, in percent of a build from nothing."""
    rows = []
    for change in CHANGES[: size.times(len(CHANGES))]:
        path = project / change.path
        before = path.read_text()
        _change(path, change.old, change.new)
        cpu, _ = _build(project, output, *size.options)
        path.write_text(before)
        rows.append(
            Row(f"redone after: {change.what}", 100 * cpu / cold, "%", f"≤ {change.most}" if change.most else "")
        )
    return rows


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text, f"{path} has no {old}"
    path.write_text(text.replace(old, new, 1) if old else text + new)


def _build(project: Path, output: Output, *options: str) -> tuple[float, float]:
    """CPU and wall seconds of this build alone: what ran before, as a browser, may be counted later."""
    start = perf_counter()
    command = [sys.executable, "-m", "atlas", "build", "--quiet", "--output", str(output.folder), *options]
    process = subprocess.Popen(command, cwd=project)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime, perf_counter() - start


def _cpu_of_all() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _build_and_tell(folder: Path, size: Size) -> None:
    """What each stage of a build cost, as JSON."""
    progress = Progress(quiet=True)
    build(Order(size.edition), Output(folder), progress, workers=2)
    print(json.dumps({heading: _added_up(costs) for heading, costs in progress.costs.items()}))


def _added_up(costs: Sequence[TaskCost]) -> dict[str, float]:
    return {name: sum(getattr(cost, name) for cost in costs) for name in ("cpu", "wall", "result_bytes")}


if __name__ == "__main__":
    _build_and_tell(Path(sys.argv[1]), SHORT if sys.argv[2:] else FULL)
