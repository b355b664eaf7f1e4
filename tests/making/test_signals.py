"""Signals end a build and a server in good order, wherever they are; temporary folders and processes go with them."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from atlas.build import BuildPart, build
from atlas.making.output import Output
from atlas.making.progress import Progress
from tests.processes import alive, children_of, wait_for
from tests.small import OPTIONS, ORDER, atlas, contents

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(scope="module")
def folder(small: Output, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the data of the small atlas, and nothing printed yet; every test leaves it as it was."""
    temporary = tmp_path_factory.mktemp("signals")
    output = Output(temporary / "out")
    shutil.copytree(small.cache, output.cache, ignore=shutil.ignore_patterns("print_*"))
    build(replace(ORDER, parts=frozenset((BuildPart.DATA,))), output, Progress(quiet=True))
    return temporary


@contextmanager
def begun(folder: Path, *arguments: str, ignoring: str = "", cwd: Path = ROOT) -> "Iterator[subprocess.Popen[str]]":
    """The command at work in a folder, with its temporary files in another one; the signals as in a terminal."""
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    signals = ["env", "--default-signal=INT,TERM,HUP", *([f"--ignore-signal={ignoring}"] if ignoring else [])]
    command = [*signals, sys.executable, "-m", "atlas", *arguments, *OPTIONS, "--output", str(folder / "out")]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, cwd=cwd, env=environment, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def printing(folder: Path, process: "subprocess.Popen[str]") -> list[int]:
    """The workers, once one of them has made a temporary folder."""
    return children_of(process.pid) if next(folder.rglob("weasyprint-*"), None) else []


def serving(process: "subprocess.Popen[str]") -> str:
    """The address of a server, once it serves."""
    assert process.stdout
    return next(found[0] for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))


def left(folder: Path) -> list[Path]:
    """Temporary folders of any kind."""
    cache = folder / "out" / ".atlas" / "cache"
    return [*(folder / "temporary").iterdir(), *(path for path in cache.iterdir() if path.is_dir())]


def test_signals_to_a_build(folder: Path) -> None:
    site = folder / "out" / "site"
    before = contents(site)
    for number in SIGNALS:
        with begun(folder, "build", "--only", "print") as process:
            workers = wait_for(lambda process=process: printing(folder, process))
            os.killpg(process.pid, number)
            os.kill(process.pid, number)
            _, complaint = process.communicate()
        assert (process.returncode, complaint) == (128 + number, "atlas: stopped\n")
        assert not left(folder) and not any(map(alive, workers))
        assert contents(site) == before
    (site / "data" / "cards.json").write_text("changed")
    ran = atlas("build", "--only", "data", *OPTIONS, "--output", str(folder / "out"))
    assert (ran.returncode, ran.stderr) == (0, "") and contents(site) == before


def test_signals_to_a_server(folder: Path) -> None:
    for number in SIGNALS:
        with begun(folder, "serve", "--only", "data", "--port", "0") as process:
            serving(process)
            os.killpg(process.pid, number)
            _, complaint = process.communicate()
        assert (process.returncode, complaint) == (128 + number, "atlas: stopped\n")
        assert not left(folder)


def test_signals_to_a_server_that_builds_again(folder: Path, tmp_path: Path) -> None:
    """In a copy of the project, whose code changes; the build has processes of its own."""
    for name in ("atlas", "templates"):
        shutil.copytree(ROOT / name, tmp_path / "project" / name)
    shutil.copytree(folder / "out", tmp_path / "out")
    before = contents(tmp_path / "out" / "site")
    (solver,) = (tmp_path / "project").rglob("solver.py")
    right = solver.read_text()
    for number in SIGNALS:
        with begun(tmp_path, "serve", "--only", "data", "--port", "0", cwd=tmp_path / "project") as process:
            serving(process)
            solver.write_text(right.replace("def solve(rules: Rules,", "def solve(rules: Rules, /,"))
            (building,) = wait_for(lambda process=process: children_of(process.pid))
            workers = wait_for(lambda building=building: children_of(building))
            os.killpg(process.pid, number)
            _, complaint = process.communicate()
        assert (process.returncode, complaint) == (128 + number, "atlas: stopped\n")
        solver.write_text(right)
        wait_for(lambda workers=(building, *workers): not any(map(alive, workers)))
        assert not left(tmp_path) and contents(tmp_path / "out" / "site") == before


def test_a_signal_that_is_ignored_stays_ignored(folder: Path) -> None:
    """As nohup has it."""
    with begun(folder, "serve", "--only", "data", "--port", "0", ignoring="HUP") as process:
        address = serving(process)
        process.send_signal(signal.SIGHUP)
        with urllib.request.urlopen(f"{address}data/cards.json") as answer:
            assert answer.status == 200
        process.terminate()
        assert process.wait() == 128 + signal.SIGTERM


def test_a_reader_who_leaves_does_not_end_a_build(folder: Path) -> None:
    """As in `atlas build | head -1`."""
    before = contents(folder / "out" / "site")
    for path in (folder / "out" / ".atlas" / "cache").glob("write_data.*"):
        path.unlink()
    (folder / "out" / "site" / "data" / "cards.json").write_text("changed")
    with begun(folder, "build", "--only", "data") as process:
        assert process.stdout and process.stdout.readline()
        process.stdout.close()
        assert process.stderr and process.stderr.read() == ""
        assert process.wait() == 0
    assert contents(folder / "out" / "site") == before
    ran = atlas("build", "--only", "data", *OPTIONS, "--output", str(folder / "out"))
    assert ran.stdout.startswith("Nothing has changed")
