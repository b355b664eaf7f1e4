"""Whole builds, small: what is made, and that nothing is ever lost."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from atlas.build import ALL_PARTS, BuildPart, build, make
from atlas.errors import InputError
from atlas.game.edition import Edition
from atlas.game.rules import Rules
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.tasks import plan
from tests.processes import alive, children_of, wait_for
from tests.small import EDITION, OPTIONS, ORDER, OTHER_OPTIONS, OTHER_ORDER, atlas, contents

pytestmark = pytest.mark.slow
QUIET = Progress(quiet=True)


@pytest.fixture(scope="module")
def filled_cache(small: Output) -> Path:
    """A cache that holds all of the small site and of the other one."""
    return small.cache


@pytest.fixture
def output(small: Output, tmp_path: Path) -> Output:
    """A folder with the small site and its own copy of the cache."""
    return Output(Path(shutil.copytree(small.folder, tmp_path / "out")))


def test_what_is_made(output: Output) -> None:
    files = contents(output.site)
    assert {"index.html", "data.html", "cheat-sheet.html", "strategies.html", "theory.html", "paper.html"} <= set(files)
    assert {".nojekyll", "data/policy.csv.gz", "data/policy.npz"} <= set(files)
    assert {"atlas/skill-gap-minus-1.html", "atlas/skill-gap-0.html", "atlas/skill-gap-plus-1.html"} <= set(files)
    check = ["sha256sum", "--check", "--strict", "--quiet"]
    subprocess.run([*check, "SHA256SUMS"], cwd=output.site / "data", check=True)
    manifest = json.loads(output.manifest_path.read_text())
    lines = "".join(f"{entry['sha256']}  {name}\n" for name, entry in manifest["files"].items())
    subprocess.run([*check, "-"], cwd=output.folder, input=lines, check=True, text=True)
    assert {f"site/{name}" for name in files} == set(manifest["files"])
    assert manifest["made_by"]["numpy"] and sorted(manifest["parts"]) == ["data", "print", "site"]


def test_no_change_no_work(output: Output) -> None:
    before = {path: path.stat().st_mtime_ns for path in output.folder.rglob("*")}
    assert not build(ORDER, output, QUIET)
    assert {path: path.stat().st_mtime_ns for path in output.folder.rglob("*")}.items() >= {
        (path, stamp) for path, stamp in before.items() if path.name not in ("lock", ".atlas")
    }
    assert build(OTHER_ORDER, output, QUIET) and (output.site / "sitemap.xml").exists()
    assert build(ORDER, output, QUIET) and not (output.site / "sitemap.xml").exists()


def test_no_change_loads_nothing(output: Output) -> None:
    """What makes a build without changes quick."""
    code = "import sys; from atlas.cli import main; main(sys.argv[1:]); print(sorted(set(sys.modules)))"
    ran = atlas("build", *OPTIONS, "--output", str(output.folder), python=(sys.executable, "-c", code))
    assert "Nothing has changed" in ran.stdout
    loaded = ran.stdout.splitlines()[-1]
    assert not any(f"'{name}'" in loaded for name in ("numpy", "matplotlib", "jinja2", "weasyprint", "http.server"))


def test_a_changed_file_is_put_right(output: Output) -> None:
    right = contents(output.site)
    (output.site / "index.html").write_text("changed")
    assert build(ORDER, output, QUIET)
    assert contents(output.site) == right


def test_adventures_are_travelled_at_the_price_of_luck_that_was_asked_for() -> None:
    asked = replace(EDITION, luck_price=2 * EDITION.luck_price)
    tasks = plan.site_files(asked, None, plan.results(asked))
    (rendered,) = [task for task in tasks if task.work.name == "render_adventures"]
    (travelled,) = [need for need in rendered.needs if need.work.name == "travel_adventures"]
    assert travelled.arguments == (asked.luck_price,)


def test_one_more_skill_at_the_widest_gap_is_the_same_game_unless_draws_count() -> None:
    """What the maps of what one more SKILL is worth are drawn from."""

    def compared(rules: Rules, gaps: range) -> list[int]:
        results = plan.results(Edition(rules, skill_gaps=gaps))
        return [table.arguments[1] for table in results.tables_with_next[-1]]

    assert compared(Rules(), range(9, 11)) == [10, 10]
    assert compared(Rules(), range(3, 5)) == [4]
    assert compared(Rules(rounds=10), range(9, 11)) == [10]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, to change."""
    for folder in ("atlas", "templates"):
        shutil.copytree(Path(__file__).parent.parent / folder, tmp_path / "project" / folder)
    return tmp_path / "project"


def python_in(project: Path) -> tuple[str, ...]:
    return "env", "-C", str(project), sys.executable, "-m", "atlas"


def test_a_template_is_rendered_again_without_solving(filled_cache: Path, tmp_path: Path, project: Path) -> None:
    """In a copy of the project, with the command."""
    shutil.copytree(filled_cache, tmp_path / "out" / ".atlas" / "cache")

    def make() -> list[str]:
        ran = atlas("build", *OPTIONS, "--output", str(tmp_path / "out"), python=python_in(project))
        return ran.stdout.splitlines()

    assert make()[0] == "Putting the new site in place"
    css = project / "templates" / "static" / "atlas.css"
    css.write_text(css.read_text() + ".changed { color: red; }\n")
    assert make()[0] == "Putting the new site in place"
    assert (tmp_path / "out" / "site" / "static" / "atlas.css").read_text().endswith(".changed{color:red}")
    base = project / "templates" / "site" / "base.html"
    base.write_text(base.read_text().replace("</body>", "<!-- changed --></body>"))
    said = make()
    assert "Rendering the pages" in said[0] and said[1] == "Putting the new site in place"
    pages = list((tmp_path / "out" / "site").rglob("skill-gap*.html"))
    assert pages and all("<!-- changed -->" in page.read_text() for page in pages)


@pytest.mark.parametrize("part", list(BuildPart))
def test_one_part_alone(filled_cache: Path, tmp_path: Path, part: BuildPart, output: Output) -> None:
    alone = Output(tmp_path / "alone")
    order = replace(ORDER, parts=frozenset((part,)))
    build(order, alone, QUIET, cache_folder=filled_cache)
    whole = contents(output.site)
    files = contents(alone.site)
    assert files and files.items() <= whole.items()
    assert not build(order, alone, QUIET, cache_folder=filled_cache)
    build(ORDER, alone, QUIET, cache_folder=filled_cache)
    assert contents(alone.site) == whole
    (alone.site / sorted(files)[0]).write_text("changed")
    build(order, alone, QUIET, cache_folder=filled_cache)
    assert contents(alone.site) == whole, "the other parts stay"
    with pytest.raises(InputError, match="was made with other options: build all of it"):
        build(replace(order, base_url="https://example.org/"), alone, QUIET, cache_folder=filled_cache)
    assert contents(alone.site) == whole


@pytest.mark.parametrize(
    "parts", [ALL_PARTS, *(frozenset((part,)) for part in BuildPart)], ids=lambda parts: "+".join(sorted(parts))
)
def test_the_last_lines_name_what_is_there(filled_cache: Path, tmp_path: Path, parts: frozenset[BuildPart]) -> None:
    output, said = Output(tmp_path / "a $b c" / "out"), io.StringIO()
    shutil.copytree(filled_cache, output.cache)
    make(replace(ORDER, parts=parts), output, Progress(said))
    named = {
        part for part in BuildPart if f"The {'PDFs are' if part == 'print' else f'{part} is'} made: " in said.getvalue()
    }
    assert named == parts
    paths = re.findall(rf"{re.escape(str(output.site))}/[\w./-]+\w", said.getvalue())
    assert len(paths) == len(parts) and all(map(os.path.isfile, paths))
    assert ("Its links to the PDFs and the data files lead nowhere" in said.getvalue()) == (parts == {BuildPart.SITE})
    lines = said.getvalue().splitlines()[-len(parts) :]
    again = io.StringIO()
    make(replace(ORDER, parts=parts), output, Progress(again))
    assert again.getvalue().splitlines()[-len(parts) :] == lines
    assert again.getvalue().startswith("Nothing has changed since the last build\n")


def test_results_that_others_could_have_written_are_not_read(output: Output) -> None:
    (output.site / "index.html").unlink()
    output.cache.chmod(0o777)
    command = [sys.executable, "-m", "atlas", "build", *OPTIONS, "--output", str(output.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = [process.stdout.readline() for _ in range(2)]
        process.terminate()
    assert said[0].startswith(f"{output.cache} is not a folder of yours alone"), said
    assert "Measuring journeys" in said[1], "all is made anew, what others need first"


@pytest.mark.parametrize(("kind", "times"), [("operations", 20), ("moments", 100)])
def test_killed_while_it_writes(filled_cache: Path, tmp_path: Path, kind: str, times: int) -> None:
    """The site is the old one or the new one, whole, and the next build is right."""
    command = [sys.executable, "-m", "tests.killing", kind, str(tmp_path / "out"), str(filled_cache)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    print(ran.stdout)
    assert int(ran.stdout.split()[0]) >= times


def test_killed_while_the_workers_work(output: Output) -> None:
    """They end with the build, and the next one is right."""
    right = contents(output.site)
    command = [sys.executable, "-m", "atlas", "build", *OPTIONS, "--output", str(output.folder)]
    for seconds in (0, 0.2, 0.4, 0.8):
        (output.site / "index.html").write_text("changed")
        changed = contents(output.site)
        for path in output.cache.glob("render_*"):
            path.unlink()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        workers = wait_for(lambda number=process.pid: children_of(number))
        time.sleep(seconds)
        workers += children_of(process.pid)
        process.kill()
        process.wait()
        assert contents(output.site) in (changed, right)
        wait_for(lambda workers=workers: not any(map(alive, workers)))
    assert atlas(*command[3:]).returncode == 0
    assert contents(output.site) == right
    assert not list(output.folder.rglob("workers-*"))


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 64 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def _one_line(ran: subprocess.CompletedProcess[str], words: str, status: int = 2) -> None:
    assert ran.returncode == status, ran.stderr
    assert ran.stderr.startswith("atlas: ") and ran.stderr.count("\n") == 1 and words in ran.stderr


def _put_on(disk: Path, output: Output) -> dict[str, bytes]:
    """The small site, without its cache."""
    shutil.copytree(output.site, disk / "site")
    shutil.copy(output.manifest_path, disk)
    return contents(disk)


def test_a_full_disk(output: Output, tiny_disk: Path) -> None:
    before = _put_on(tiny_disk, output)
    cache = Output(tiny_disk).cache
    shutil.copytree(output.cache, cache)
    for path in cache.glob("render_*"):
        path.unlink()
    (cache / "other results").write_bytes(bytes(shutil.disk_usage(tiny_disk).free - 100_000))
    ran = atlas("build", *OTHER_OPTIONS, "--output", str(tiny_disk))
    _one_line(ran, "No space left on device", status=1)
    assert ran.stderr.startswith(f"atlas: {tiny_disk / '.atlas'}/")
    assert contents(tiny_disk / "site").items() <= {k.removeprefix("site/"): v for k, v in before.items()}.items()
    assert (tiny_disk / "manifest.json").read_bytes() == before["manifest.json"]


def test_a_read_only_disk(output: Output, tiny_disk: Path) -> None:
    before = _put_on(tiny_disk, output)
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    _one_line(atlas("build", *OTHER_OPTIONS, "--output", str(tiny_disk)), "Read-only file system")
    assert contents(tiny_disk) == before


def test_a_limit_on_file_sizes(output: Output) -> None:
    old = contents(output.site)
    limited = ("prlimit", "--fsize=50000", sys.executable, "-m", "atlas")
    ran = atlas("build", *OTHER_OPTIONS, "--output", str(output.folder), python=limited)
    _one_line(ran, "File too large", status=1)
    assert ran.stderr.startswith(f"atlas: {output.folder / '.atlas'}/")
    assert contents(output.site) == old


@pytest.mark.parametrize("megabytes", [40, 200])
def test_too_little_memory(output: Output, megabytes: int) -> None:
    """For the build itself, and for its workers."""
    old = contents(output.site)
    shutil.rmtree(output.cache)
    limited = ("prlimit", f"--as={megabytes * 1_000_000}", sys.executable, "-m", "atlas")
    ran = atlas("build", *OTHER_OPTIONS, "--quiet", "--output", str(output.folder), python=limited)
    assert ran.returncode == 1 and ran.stderr.startswith("atlas: ") and ran.stderr.count("\n") == 1
    assert contents(output.site) == old and not list(output.folder.rglob("workers-*"))


def test_an_output_that_cannot_be(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("mine")
    ran = atlas("build", "--output", str(blocked / "out"), "--quiet")
    _one_line(ran, f"{blocked / 'out'}")
    assert ran.stdout == "" and blocked.read_text() == "mine"


def test_two_builds_at_once(output: Output) -> None:
    command = [sys.executable, "-m", "atlas", "build", "--output", str(output.folder)]
    both = [
        subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for options in (OPTIONS, OTHER_OPTIONS)
    ]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    whole = contents(output.site)
    assert "atlas/skill-gap-0.html" in whole
    listed = json.loads(output.manifest_path.read_text())["files"]
    assert {f"site/{name}" for name in whole} == set(listed)


def test_a_second_build_says_that_it_waits(output: Output) -> None:
    command = [sys.executable, "-m", "atlas", "build", *OPTIONS, "--output", str(output.folder)]
    with output.locked(print):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        assert process.stdout.readline() == f"Another build is at work in {output.folder}: waiting for it\n"
        assert process.poll() is None
    assert process.wait(30) == 0
    process.stdout.close()


def test_flipped_bytes_in_the_cache(output: Output) -> None:
    right = contents(output.site)
    flipped = list(output.cache.glob("render_*"))
    for path in flipped:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 4
        path.write_bytes(data)
    (output.site / "index.html").unlink()
    ran = atlas("build", *OPTIONS, "--output", str(output.folder))
    damaged = list(output.cache.glob("*.damaged"))
    assert ran.returncode == 0 and ran.stdout.count("is damaged: set aside as") == len(damaged) >= 3
    assert contents(output.site) == right


def test_a_broken_link_fails_the_build(output: Output, project: Path) -> None:
    before = contents(output.site)
    page = project / "templates" / "site" / "data.html"
    page.write_text(page.read_text().replace("{% block main %}", '{% block main %}<a href="nowhere.html">x</a>'))
    ran = atlas("build", *OPTIONS, "--output", str(output.folder), python=python_in(project))
    assert ran.returncode == 1
    assert ran.stderr == "atlas: links that lead nowhere, 1 in all, the first: data.html → nowhere.html\n"
    assert contents(output.site) == before
