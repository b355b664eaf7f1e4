"""One build: solve, tabulate, render, then swap the finished site in. The only module that writes.

Everything is made in a staging folder beside the old site and takes its place by renaming, so a
build that fails leaves the old site as it was. `manifest.json` lists what a build made; a site
folder that holds anything else is not ours to replace.
"""

import fcntl
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from atlas.pages import DataPage, Download, IndexPage, Page, gap_link, gap_page, verdict_counts
from atlas.render import environment, render_html, static_files
from atlas.rules import Edition, InputError
from atlas.solver import solve_pair
from atlas.tables import GapTable, csv_gz, csv_text, gap_table, npz, sha256sums

Files = dict[str, bytes]
"""Contents by path from the root of the site."""
Say = Callable[[str], None]


def build(edition: Edition, output: Path, say: Say, *, workers: int | None = None) -> Path:
    """Make the whole site and return its folder."""
    with _locked(output, say):
        site = output / "site"
        _refuse_foreign_files(site, _manifest(output))
        say(f"Solving {len(edition.skill_gaps)} skill gaps exactly")
        with ProcessPoolExecutor(workers) as pool:
            solved = list(pool.map(partial(_solve_gap, edition), edition.skill_gaps))
        tables = [table for table, _ in solved]
        say("Writing the data files")
        files = _data_files(tables, [text for _, text in solved])
        say("Rendering the pages")
        files |= _page_files(tables, files)
        _swap_in(files, output)
    return site


def _solve_gap(edition: Edition, skill_gap: int) -> tuple[GapTable, str]:
    table = gap_table(solve_pair(edition, skill_gap))
    return table, csv_text(table)


def _data_files(tables: list[GapTable], texts: list[str]) -> Files:
    data = {"policy.csv.gz": csv_gz(texts), "policy.npz": npz(tables)}
    data["SHA256SUMS"] = sha256sums(data)
    return {f"data/{name}": content for name, content in data.items()}


def _page_files(tables: list[GapTable], data: Files) -> Files:
    what = {
        "data/policy.csv.gz": "every state in a row: text, compressed",
        "data/policy.npz": "the same as NumPy arrays",
        "data/SHA256SUMS": "checksums of the files above",
    }
    gaps = [table.skill_gap for table in tables]
    pages: list[Page] = [
        IndexPage(gaps=[gap_link(gap) for gap in gaps]),
        DataPage(
            downloads=[Download(path, len(data[path]), text) for path, text in what.items()],
            states=sum(table.win_chance.size for table in tables),
            verdict_counts=verdict_counts(tables),
        ),
    ]
    pages += [gap_page(t, [g for g in (t.skill_gap - 1, t.skill_gap + 1) if g in gaps]) for t in tables]
    jinja = environment()
    return {page.path: render_html(jinja, page) for page in pages} | static_files() | {".nojekyll": b""}


@contextmanager
def _locked(output: Path, say: Say) -> Iterator[None]:
    """One build at a time in an output folder: a second one waits, and says so."""
    output.mkdir(parents=True, exist_ok=True)
    with (output / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"Another build is at work in {output}: waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _manifest(output: Path) -> Mapping[str, object]:
    """What the last build made, by path from the output folder; empty if there was none."""
    try:
        files = json.loads((output / "manifest.json").read_text())["files"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{output / 'manifest.json'} is damaged: move it and {output / 'site'} away") from None
    return dict(files)


def _refuse_foreign_files(site: Path, made: Mapping[str, object]) -> None:
    if site.is_symlink() or (site.exists() and not site.is_dir()):
        raise InputError(f"{site} is not a folder that a build made: it stays as it is")
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site.parent).as_posix()
        if not path.is_dir() and name not in made:
            raise InputError(f"{path} was not made by a build: move it away, or choose another --output")


def _swap_in(files: Files, output: Path) -> None:
    staging, old, site = output / ".staging", output / ".old", output / "site"
    for leftover in (staging, old):
        shutil.rmtree(leftover, ignore_errors=True)
    for name, content in sorted(files.items()):
        path = staging / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    listed = {
        f"site/{name}": {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(files.items())
    }
    (staging / "manifest.json").write_text(json.dumps({"files": listed}, indent=1) + "\n")
    if site.exists():
        site.rename(old)
    (staging / "site").rename(site)
    (staging / "manifest.json").replace(output / "manifest.json")
    for leftover in (staging, old):
        shutil.rmtree(leftover, ignore_errors=True)
