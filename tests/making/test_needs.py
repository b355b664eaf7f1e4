"""What the machine must have: asked for, installed where that is allowed, else named in one line."""

import io
import os
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from atlas.making import needs
from atlas.making.needs import BUILD, HARFBUZZ_SUBSET, PANGO, Need, install_missing
from tests import tools
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
    assert install_missing([Need("Pango", lambda: True, PANGO.packages)], said.append)
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

    assert install_missing([brought(tmp_path / "pango")], say)
    assert called.read_text().splitlines()[-1] == f"{manager} {command} {packages}"
    assert said == [f"Installing {packages} (Pango is missing)"]


def test_sudo_is_used_where_it_asks_for_no_password(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    as_user(monkeypatch, 1000)
    fake("apt-get")
    called = fake("sudo", then=f": >{tmp_path}/pango")
    assert install_missing([brought(tmp_path / "pango")], str)
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
    assert not install_missing(lacking, said.append)
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
    assert install_missing([lacking], said.append)
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


@pytest.fixture
def npm(fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bytes:
    """Another package, which npm fetches; the checker would stand in the folder of the test."""
    jar = b"a checker"
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/build/dist/vnu.jar")
        member.size = len(jar)
        archive.addfile(member, io.BytesIO(jar))
    (tmp_path / "package").write_bytes(file.getvalue())
    fake("npm", then=f"/bin/cp {tmp_path}/package vnu-jar-26.9.27.tgz")
    fake("java")
    monkeypatch.delenv("VNU_JAR", raising=False)
    monkeypatch.setattr(tools, "JAR", tmp_path / "tools" / "vnu.jar")
    monkeypatch.setattr(tools, "install_missing", lambda *_: True)
    return file.getvalue()


def test_another_checker_than_the_one_that_is_named_is_not_used(
    npm: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tools.main(fetch=True) == 2
    refusal = capsys.readouterr().out.splitlines()[-1]
    assert tools.INTEGRITY in refusal and tools.CHECKER in refusal
    assert not (tmp_path / "tools").exists()


def test_the_checker_that_is_named_is_used(npm: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tools, "INTEGRITY", tools.integrity(npm))
    assert tools.main(fetch=True) == 0
    assert (tmp_path / "tools" / "vnu.jar").read_bytes() == b"a checker"


def test_a_checker_that_cannot_be_fetched_is_one_line(
    npm: bytes, fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    fake("npm", status=1)
    assert tools.main(fetch=True) == 2
    assert "npm cannot fetch" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.slow
def test_the_libraries_are_those_that_weasyprint_sees() -> None:
    from weasyprint.text import ffi

    assert PANGO.there()
    assert HARFBUZZ_SUBSET.there() == (ffi.harfbuzz_subset is not None)
    assert not needs.loads("libno-such-library.so.0")()
