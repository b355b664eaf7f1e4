"""What runs on GitHub: the project's code without rights, and nothing that is not pinned, or stays pinned for ever."""

import re
import tomllib
from pathlib import Path

import pytest

from atlas.making.needs import HARFBUZZ_SUBSET, PANGO

ROOT = Path(__file__).parent.parent
FILE = ROOT / ".github" / "workflows" / "publish.yml"
DEPENDABOT = ROOT / ".github" / "dependabot.yml"
if not FILE.is_file():
    pytest.skip("not a git checkout", allow_module_level=True)
TEXT = FILE.read_text()
HEAD, BODY = TEXT.split("\njobs:\n")
_names_and_texts = re.split(r"^  (\w+):\n", BODY, flags=re.MULTILINE)[1:]
JOBS = dict(zip(_names_and_texts[::2], _names_and_texts[1::2], strict=True))
RUNS = re.findall(r"\brun: (.*)", TEXT)


def rights(job: str) -> dict[str, str]:
    """What a job may do: its own list replaces that of the workflow."""
    own = re.search(r"^    permissions:\n((?: {6}.*\n)+)", JOBS[job], re.MULTILINE)
    listed = own or re.search(r"^permissions:\n((?: {2}.*\n?)+)", HEAD, re.MULTILINE)
    assert listed
    return dict(re.findall(r"^ +([\w-]+): (\w+)", listed[1], re.MULTILINE))


def needed(job: str) -> set[str]:
    """The jobs that come before a job."""
    listed = re.search(r"^    needs: \[?([\w, ]+)", JOBS[job], re.MULTILINE)
    direct = set(re.findall(r"\w+", listed[1])) if listed else set()
    return direct.union(*map(needed, direct))


def test_it_is_read_as_it_is_meant() -> None:
    assert list(JOBS) == ["test", "pythons", "address", "site", "deploy"]
    assert rights("site") == {"contents": "read"} and rights("deploy") == {"pages": "write", "id-token": "write"}
    assert {"make", "make test", "make test-fast", "make lint"} <= set(RUNS)
    assert not re.search(r"permissions: *\S|run: *[|>]", TEXT), "lists and commands stand where they are looked for"


def test_every_action_is_pinned_by_one_commit() -> None:
    used = re.findall(r"\buses: *(.*)", TEXT)
    pins = [re.fullmatch(r"([\w-]+/[\w-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+", line) for line in used]
    assert used and all(pins), used
    assert len({pin[0] for pin in pins if pin}) == len({pin[1] for pin in pins if pin})


@pytest.mark.parametrize("job", JOBS)
def test_what_runs_the_code_may_only_read_it(job: str) -> None:
    runs_code = re.search(r"\brun:|actions/checkout", JOBS[job])
    assert not runs_code or rights(job) == {"contents": "read"}
    assert JOBS[job].count("actions/checkout") == JOBS[job].count("persist-credentials: false")


@pytest.mark.parametrize("command", RUNS)
def test_what_comes_from_outside_reaches_a_command_through_the_environment_and_in_quotes(command: str) -> None:
    assert "${{" not in command
    assert "$" not in re.sub(r'"[^"]*"', "", command)


def test_nothing_is_published_untested() -> None:
    assert needed("deploy") == set(JOBS) - {"deploy"}
    assert "refs/heads/{0}', github.event.repository.default_branch" in JOBS["address"]


def test_every_python_is_tried() -> None:
    tried = re.findall(r'"3\.(\d+)"', re.search(r"python: \[(.*)\]", JOBS["pythons"])[1])  # type: ignore[index]
    lowest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert lowest == f">=3.{tried[0]}"
    assert [int(minor) for minor in tried] == list(range(11, 15))


@pytest.mark.parametrize("job", [job for job, text in JOBS.items() if "run: make" in text])
def test_the_system_is_given_what_a_build_needs(job: str) -> None:
    (installed,) = re.findall(r"run: sudo .* --no-install-recommends (.*)", JOBS[job])
    assert installed == f"{PANGO.packages['apt']} {HARFBUZZ_SUBSET.packages['apt']}"


def test_newer_packages_and_actions_are_offered() -> None:
    offered = re.split(r"^  - ", DEPENDABOT.read_text().split("\nupdates:\n")[1], flags=re.MULTILINE)[1:]
    kinds = [re.findall(r"^(?:package-ecosystem| {4}directory): (.*)$", text, re.MULTILINE) for text in offered]
    assert kinds == [["uv", "/"], ["npm", "/.requirements/scripts"], ["github-actions", "/"]]
    assert all("schedule:\n      interval: " in text for text in offered)


def test_there_are_only_the_locks_that_are_offered_newer_packages() -> None:
    folder = ROOT / ".requirements"
    assert {path.name for path in folder.iterdir() if path.suffix != ".txt"} == {"scripts"}
    assert {path.name for path in (folder / "scripts").glob("package*")} == {"package.json", "package-lock.json"}


@pytest.mark.parametrize("lock", sorted((ROOT / ".requirements").glob("*.txt")), ids=lambda path: path.name)
def test_dependabot_reads_the_locks(lock: Path) -> None:
    """It looks one folder deep, at texts of up to 500,000 bytes that have “requirements” in their path."""
    path = lock.relative_to(ROOT)
    assert len(path.parts) == 2 and path.suffix == ".txt" and "requirements" in str(path)
    assert lock.stat().st_size < 500_000
