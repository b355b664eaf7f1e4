"""What the machine must have: asked for, installed where that is allowed, else named in one line."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from atlas import needs
from atlas.needs import BUILD, HARFBUZZ_SUBSET, PANGO, Need, settle
from tests.tools import CHROMIUMS, TESTS, find_chromium

Fake = Callable[..., Path]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Commands that write down how they are called; PATH has nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def make(*names: str, status: int = 0, then: str = "") -> Path:
        for name in names:
            path = folder / name
            path.write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/called\n{then}\nexit {status}\n')
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return tmp_path / "called"

    # What stands before the manager's name is a command too.
    (folder / "env").symlink_to("/usr/bin/env")
    return make


def brought(path: Path) -> Need:
    """Something that is there once a package manager has run."""
    return Need("Pango", path.exists, PANGO.packages)


def as_user(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number)


def test_what_is_there_is_left_alone(fake: Fake) -> None:
    called = fake("apt-get")
    said: list[str] = []
    assert settle([Need("Pango", lambda: True, PANGO.packages)], said.append)
    assert said == [] and not called.exists()


@pytest.mark.parametrize(
    ("manager", "user", "command", "packages"),
    [
        ("apt-get", 0, "install --yes --no-install-recommends", "libpango-1.0-0 libpangoft2-1.0-0"),
        ("dnf", 0, "install --assumeyes", "pango"),
        ("pacman", 0, "--sync --needed --noconfirm", "pango"),
        ("brew", 501, "install", "pango"),
    ],
)
def test_what_is_missing_is_installed_and_said_before(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, manager: str, user: int, command: str, packages: str
) -> None:
    as_user(monkeypatch, user)
    called = fake(manager, then=f": >{tmp_path}/pango")
    said: list[str] = []

    def say(line: str) -> None:
        assert not called.exists(), "said after it was done"
        said.append(line)

    assert settle([brought(tmp_path / "pango")], say)
    assert called.read_text().splitlines()[-1] == f"{manager} {command} {packages}"
    assert said == [f"Installing {packages} (Pango is missing)"]


def test_sudo_is_used_where_it_asks_for_no_password(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    as_user(monkeypatch, 1000)
    fake("apt-get")
    called = fake("sudo", then=f": >{tmp_path}/pango")
    assert settle([brought(tmp_path / "pango")], str)
    assert "sudo --non-interactive env DEBIAN_FRONTEND=noninteractive apt-get install" in called.read_text()


@pytest.mark.parametrize("sudo", [True, False], ids=["sudo wants a password", "no sudo"])
def test_who_may_not_install_gets_one_line_that_names_everything(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, sudo: bool
) -> None:
    as_user(monkeypatch, 1000)
    called = fake("apt-get")
    if sudo:
        fake("sudo", status=1)
    said: list[str] = []
    lacking = [Need(need.what, lambda: False, need.packages, need.without) for need in (*BUILD, *TESTS)]
    assert not settle(lacking, said.append)
    (line,) = said
    assert "\n" not in line
    for command in ("apt install", "dnf install", "pacman -S", "brew install"):
        assert command in line
    for need in (*BUILD, *TESTS):
        assert need.what in line and all(packages in line for packages in need.packages.values())
    assert "apt-get" not in (called.read_text() if called.exists() else "")


def test_what_the_build_can_do_without_is_said(fake: Fake) -> None:
    said: list[str] = []
    lacking = Need(HARFBUZZ_SUBSET.what, lambda: False, HARFBUZZ_SUBSET.packages, HARFBUZZ_SUBSET.without)
    assert settle([lacking], said.append)
    (line,) = said
    assert "libharfbuzz-subset0" in line and line.endswith(HARFBUZZ_SUBSET.without)


def test_the_first_browser_that_starts_is_taken(fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    needed = next(need for need in TESTS if "Chromium" in need.what)
    assert find_chromium() is None and not needed.there()
    fake("chromium", "chromium-browser", status=1)
    assert find_chromium() is None and not needed.there()
    fake("google-chrome")
    assert find_chromium() == str(tmp_path / "bin" / "google-chrome") and needed.there()
    fake("chromium")
    assert find_chromium() == str(tmp_path / "bin" / "chromium")


def test_a_browser_that_is_named_is_the_only_one_asked(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called = fake(*CHROMIUMS)
    fake("own", status=1)
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "bin" / "own"))
    assert find_chromium() is None
    assert called.read_text().startswith("own ") and called.read_text().count("\n") == 1


@pytest.mark.slow
def test_the_libraries_are_those_that_weasyprint_sees() -> None:
    from weasyprint.text import ffi

    assert PANGO.there()
    assert HARFBUZZ_SUBSET.there() == (ffi.harfbuzz_subset is not None)
    assert not needs.loads("libno-such-library.so.0")()
