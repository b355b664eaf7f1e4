"""The Makefile, with a stand-in for Python that writes down what it is asked to do."""

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
STAND_IN = """#!/bin/sh
case "$*" in
  *"-m venv --clear "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
  *"-m pip install"*) [ -e pip-fails ] && { echo "no such package"; exit 1; } || echo "pip's noise" ;;
esac
echo "$*" >>asked
"""


@pytest.fixture(params=["clone", "a clone $HOME (1)"])
def clone(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / request.param
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / ".requirements", folder / ".requirements")
    (folder / "tests").mkdir()
    (folder / "tests" / "tools.py").touch()
    python = folder / "python-stand-in"
    python.write_text(STAND_IN)
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    return folder


def make(folder: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    (folder / "asked").unlink(missing_ok=True)
    command = ["make", "PYTHON=./python-stand-in", *arguments]
    # What the `make` that runs the tests was told is not for this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "BASE"))}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment | more, check=False)


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text().splitlines()


def test_the_first_command_asks_the_machine_before_it_installs_anything(clone: Path) -> None:
    done = make(clone)
    assert done.returncode == 0, done.stderr
    _, needs, venv, packages, project, build = asked(clone)
    assert needs == "-m atlas.making.needs" and venv.startswith("-m venv")
    assert "pip install" in packages and "pip install" in project
    assert build == "-m atlas build"
    assert "noise" not in done.stdout + done.stderr


def test_the_second_time_there_is_nothing_to_install(clone: Path) -> None:
    make(clone)
    make(clone, "BASE_URL=https://a.b/c d/")
    assert asked(clone) == ["-m atlas build --base-url https://a.b/c d/"]


@pytest.mark.parametrize("given", ["command line", "environment"])
def test_the_address_is_handed_on_as_it_is_given(clone: Path, given: str) -> None:
    make(clone)
    address = 'https://a.b/$(shell touch ran)/$HOME/`touch ran`/"; touch ran; "/'
    done = make(clone, f"BASE_URL={address}") if given == "command line" else make(clone, BASE_URL=address)
    assert done.returncode == 0, done.stderr
    assert asked(clone) == [f"-m atlas build --base-url {address}"]
    assert not (clone / "ran").exists()


def test_a_moved_clone_is_made_ready_again(clone: Path) -> None:
    make(clone)
    moved = clone.rename(clone.with_name("moved $1 here"))
    assert make(moved).returncode == 0
    assert "-m venv --clear .venv" in asked(moved)


def test_what_pip_says_is_shown_if_it_fails(clone: Path) -> None:
    (clone / "pip-fails").touch()
    done = make(clone)
    assert done.returncode == 2 and "no such package" in done.stdout
    (clone / "pip-fails").unlink()
    assert make(clone).returncode == 0


def test_the_tests_ask_for_everything_at_once(clone: Path) -> None:
    assert make(clone, "test").returncode == 0
    assert asked(clone)[0] == "-m tests.tools"
    assert asked(clone)[-2:] == ["-m tests.tools checker", "-m pytest --numprocesses auto"]


def test_no_target_is_without_its_line_in_the_help() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert sorted(TARGETS) == sorted(phony.split())


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_runs(clone: Path, target: str) -> None:
    """All that it runs, down to Python."""
    done = make(clone, target)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (clone / "asked").exists() == (target not in ("clean", "help"))
    assert "noise" not in done.stdout + done.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_a_shell_can_read_what_every_target_runs(clone: Path, target: str) -> None:
    """Also what follows a command that failed, as `|| { … }`."""
    shown = make(clone, "--dry-run", "--always-make", "--no-print-directory", target)
    assert shown.returncode == 0, shown.stderr
    read = subprocess.run(["sh", "-n"], input=shown.stdout, capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, ""), shown.stdout


@pytest.mark.parametrize("target", sorted({*TARGETS} - {"clean", "help"}))
def test_nothing_is_installed_without_a_hash(clone: Path, target: str) -> None:
    """But for the project itself, for which nothing may be fetched."""
    make(clone, target)
    installs = [line for line in asked(clone) if re.search(r"pip .*\binstall\b", line)]
    assert installs
    for line in installs:
        assert "--require-hashes" in line or "--no-deps --no-index --no-build-isolation" in line, line


def test_the_packages_are_installed_again_when_a_hash_changed(clone: Path) -> None:
    make(clone, "bench")
    make(clone, "bench")
    assert asked(clone) == ["-m tests.bench"]
    os.utime(clone / ".requirements" / "bench.txt", (2e9, 2e9))
    make(clone, "bench")
    assert sum("--require-hashes" in line for line in asked(clone)) == 3
