"""The Makefile, with a stand-in for Python that writes down what it is asked to do."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STAND_IN = """#!/bin/sh
case "$*" in
  *"-m venv --clear "*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *"pip install"*) [ -e pip-fails ] && { echo "no such package"; exit 1; } || echo "pip's noise" ;;
esac
echo "$*" >>asked
"""


@pytest.fixture(params=["clone", "a clone $HOME (1)"])
def clone(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / request.param
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", ".constraints.txt"):
        shutil.copy(ROOT / name, folder / name)
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
    _, needs, venv, pip, build = asked(clone)
    assert needs == "-m atlas.needs" and venv.startswith("-m venv") and "pip install" in pip
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
    (clone / "tests").mkdir()
    (clone / "tests" / "tools.py").touch()
    assert make(clone, "test").returncode == 0
    assert asked(clone)[0] == "-m tests.tools"
    assert asked(clone)[-2:] == ["-m tests.tools checker", "-m pytest --numprocesses auto"]
