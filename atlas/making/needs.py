"""What the machine must have beside Python's packages, asked of the machine itself.

`python -m atlas.making.needs` looks for what a build uses before anything long begins. What is missing is installed
where that is allowed (as root, through sudo without a password, or by Homebrew), and said before it is done;
else one line names the packages for every package manager. It runs before any package is there, so it uses
the standard library alone.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True)
class Need:
    """Something that the machine must have."""

    what: str
    there: Callable[[], bool]
    packages: Mapping[str, str]
    """by package manager; one that is not named has no package to install"""
    without: str = ""
    """how a build goes without it; empty if it cannot"""


@dataclass(frozen=True)
class Manager:
    """A package manager."""

    install: tuple[str, ...]
    first: tuple[str, ...] = ()
    """the command to run before, if any"""
    as_root: bool = True


MANAGERS = {
    "apt": Manager(("apt-get", "install", "--yes", "--no-install-recommends"), first=("apt-get", "update")),
    "dnf": Manager(("dnf", "install", "--assumeyes")),
    "pacman": Manager(("pacman", "--sync", "--needed", "--noconfirm"), first=("pacman", "--sync", "--refresh")),
    "brew": Manager(("brew", "install"), as_root=False),
}
BY_HAND = {"apt": "apt install", "dnf": "dnf install", "pacman": "pacman -S", "brew": "brew install"}


def loads(*names: str) -> Callable[[], bool]:
    """Return a function that tells whether a library loads by one of the names that WeasyPrint tries."""

    def there() -> bool:
        for name in names:
            try:
                ctypes.CDLL(name)
            except OSError:
                continue
            return True
        return False

    return there


def runs(*command: str) -> bool:
    """Return whether a command starts and ends with status 0."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _pango() -> bool:
    return all(
        loads(*names)()
        for names in (
            ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0", "gobject-2.0-0"),
            ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0", "pango-1.0-0"),
            ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0"),
            ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1"),
            ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0", "pangoft2-1.0-0"),
        )
    )


VENV = Need("Python’s venv", lambda: find_spec("ensurepip") is not None, {"apt": "python3-venv"})
PANGO = Need(
    "Pango",
    _pango,
    {"apt": "libpango-1.0-0 libpangoft2-1.0-0", "dnf": "pango", "pacman": "pango", "brew": "pango"},
)
HARFBUZZ_SUBSET = Need(
    "HarfBuzz-Subset",
    loads("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0"),
    {"apt": "libharfbuzz-subset0", "dnf": "harfbuzz", "pacman": "harfbuzz", "brew": "harfbuzz"},
    without="fontTools cuts the typefaces inside the PDFs instead: other bytes, the same pages",
)
BUILD = (VENV, PANGO, HARFBUZZ_SUBSET)


def missing(needs: Iterable[Need]) -> list[Need]:
    return [need for need in needs if not need.there()]


def advice(needs: Sequence[Need]) -> str:
    """Return one line that names what is missing, and every package that brings it."""
    ways = []
    for manager, command in BY_HAND.items():
        packages = _packages(needs, manager)
        if packages:
            ways.append(f"{command} {' '.join(packages)}")
    return f"{_listed(needs)} missing: install with one of: {' | '.join(ways)}"


def install_missing(needs: Sequence[Need], say: Callable[[str], object] = print) -> bool:
    """Install what is missing if allowed, else print what to install; return whether nothing is missing now."""
    absent = missing(needs)
    manager = next((name for name, commands in MANAGERS.items() if shutil.which(commands.install[0])), None)
    if absent and manager:
        packages = _packages(absent, manager)
        rights = _rights(MANAGERS[manager])
        if packages and rights is not None:
            say(f"Installing {' '.join(packages)} ({_listed(absent)} missing)")
            _install(MANAGERS[manager], rights, packages)
            absent = missing(absent)
    vital = [need for need in absent if not need.without]
    if vital:
        say(advice(absent))
        return False
    for need in absent:
        say(f"{advice([need])}. Until then {need.without}")
    return True


def _listed(needs: Sequence[Need]) -> str:
    names = [need.what for need in needs]
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _packages(needs: Sequence[Need], manager: str) -> list[str]:
    named = " ".join(need.packages.get(manager, "") for need in needs)
    return list(dict.fromkeys(named.split()))


def _rights(manager: Manager) -> tuple[str, ...] | None:
    """Return the prefix of a command that gives it the right to install, such as sudo; None if there is none."""
    if os.geteuid() == 0:
        return () if manager.as_root else None
    if not manager.as_root:
        return ()
    return ("sudo", "--non-interactive") if runs("sudo", "--non-interactive", "true") else None


def _install(manager: Manager, rights: Sequence[str], packages: Sequence[str]) -> None:
    quietly = ("env", "DEBIAN_FRONTEND=noninteractive")
    for command in (manager.first, (*manager.install, *packages)):
        if command:
            subprocess.run([*rights, *quietly, *command], stdin=subprocess.DEVNULL, capture_output=True, check=False)


if __name__ == "__main__":
    sys.exit(0 if install_missing(BUILD, lambda line: print(line, flush=True)) else 2)
