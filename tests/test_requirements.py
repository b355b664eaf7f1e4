"""What is installed: pinned, with hashes, and whole on every machine that the project names."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS: dict[str, list[str]] = PROJECT["dependency-groups"]
MAKEFILE = (ROOT / "Makefile").read_text()
ENTRY = re.compile(r"(?P<pin>[a-z0-9-]+(?:\[[a-z]+\])?==[\w.]+(?: ; .*)?)(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n")
HEAD = re.compile(r"(?:#.*\n)+--only-binary :all:\n\n")


class Machine(NamedTuple):
    python: str
    system: str
    processor: str

    @property
    def environment(self) -> dict[str, str]:
        """What markers ask for, as CPython answers there."""
        return {
            "python_version": self.python,
            "python_full_version": f"{self.python}.0",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "platform_system": self.system,
            "platform_machine": self.processor,
            "sys_platform": self.system.lower(),
            "os_name": "posix",
            "extra": "",
        }


def listed(name: str) -> list[str]:
    """The words of a variable of the Makefile."""
    return re.search(rf"^{name} := (.*)$", MAKEFILE, re.MULTILINE)[1].split()  # type: ignore[index]


SYSTEMS = (("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "x86_64"), ("Darwin", "arm64"))
MACHINES = [Machine(python, *system) for python, system in product(listed("PYTHONS"), SYSTEMS)]


@cache
def lock(name: str) -> tuple[Requirement, ...]:
    """The pins of a file, which must hold nothing else."""
    text = (ROOT / ".requirements" / f"{name}.txt").read_text()
    head = HEAD.match(text)
    assert head, name
    rest = text[head.end() :]
    assert ENTRY.sub("", rest) == "", "every line is a pin with hashes"
    return tuple(Requirement(match["pin"]) for match in ENTRY.finditer(rest))


def pins(name: str, machine: Machine | None = None) -> dict[str, str]:
    """Packages and versions, on one machine or on any."""
    chosen = [p for p in lock(name) if not (machine and p.marker) or p.marker.evaluate(machine.environment)]  # type: ignore[union-attr]
    return {canonicalize_name(pin.name): str(pin.specifier) for pin in chosen}


def asked_for(group: str) -> list[Requirement]:
    project = PROJECT["project"]["dependencies"] if group == "build" else []
    return [Requirement(text) for text in (*project, *GROUPS[group])]


def needed(asked: Requirement, machine: Machine) -> Iterator[Requirement]:
    """What an installed package says that it needs on a machine; nothing of one that is not installed here."""
    try:
        said = requires(asked.name) or []
    except PackageNotFoundError:
        return
    for requirement in map(Requirement, said):
        extras = [machine.environment | {"extra": extra} for extra in ("", *asked.extras)]
        if requirement.marker is None or any(map(requirement.marker.evaluate, extras)):
            yield requirement


def test_there_is_a_file_for_every_group() -> None:
    assert sorted(path.name for path in (ROOT / ".requirements").glob("*.*")) == sorted(
        f"{name}.txt" for name in GROUPS
    )


def test_what_scripts_are_checked_with_is_pinned_with_hashes_and_names_no_host() -> None:
    folder = ROOT / ".requirements" / "scripts"
    asked = json.loads((folder / "package.json").read_text())["dependencies"]
    text = (folder / "package-lock.json").read_text()
    of_all, *packages = json.loads(text)["packages"].items()
    assert of_all == ("", {"dependencies": asked}) and "://" not in text
    assert all(re.fullmatch(r"sha512-[\w+/]{86}==", package["integrity"]) for _, package in packages)
    pinned = {name.removeprefix("node_modules/"): package["version"] for name, package in packages}
    assert all(pinned[name] == version for name, version in asked.items())


@pytest.mark.parametrize("group", GROUPS)
def test_what_the_project_asks_for_is_pinned_with_hashes(group: str) -> None:
    held = pins(group)
    for asked in asked_for(group):
        assert held[canonicalize_name(asked.name)] == str(asked.specifier)
        assert re.fullmatch(r"==[\w.]+", str(asked.specifier))


def test_the_project_is_built_by_what_is_pinned() -> None:
    assert PROJECT["build-system"]["requires"] == GROUPS["build"]


@pytest.mark.parametrize("group", GROUPS)
def test_no_registry_is_named(group: str) -> None:
    assert not re.search(r"https?:|index-url|find-links|\bfile:", (ROOT / ".requirements" / f"{group}.txt").read_text())


def test_a_package_has_one_version_in_all_files() -> None:
    versions = {item for group in GROUPS for item in pins(group).items()}
    assert len(versions) == len(dict(versions))


def test_the_machines_are_those_of_the_project() -> None:
    lowest, *_ = listed("PYTHONS")
    assert PROJECT["project"]["requires-python"] == f">={lowest}" and f"--python-version {lowest} " in MAKEFILE
    names = {"Linux": "{}-manylinux_2_28", "Darwin": "{}-apple-darwin"}
    assert listed("PLATFORMS") == [names[s].format(p.replace("arm64", "aarch64")) for s, p in SYSTEMS]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: "-".join(machine))
def test_nothing_is_missing_on_any_machine(machine: Machine) -> None:
    """Walk from what the project asks for through what the installed packages say that they need."""
    pinned = {name: version for group in ("build", "dev") for name, version in pins(group, machine).items()}
    waiting = [*asked_for("build"), *asked_for("dev")]
    seen = set()
    while waiting:
        asked = waiting.pop()
        if str(asked) in seen:
            continue
        seen.add(str(asked))
        name = canonicalize_name(asked.name)
        assert name in pinned, f"{asked} is missing"
        assert asked.specifier.contains(pinned[name].removeprefix("=="), prereleases=True), asked
        waiting += needed(asked, machine)
    assert len(seen) > 40
