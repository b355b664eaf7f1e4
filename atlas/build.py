"""One build: solve, derive, draw, render, then swap the finished site in. The only module that writes.

Everything is made in a staging folder beside the old site and takes its place by renaming, so a
build that fails leaves the old site as it was. `manifest.json` lists what a build made; a site
folder that holds anything else is not ours to replace.
"""

import fcntl
import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from atlas.cache import Cache, key_of
from atlas.catalogue import DERIVATIONS, Card, cards_json, front_json, judge
from atlas.claims import claims_json, judge_all
from atlas.encounters import Encounter, encounters
from atlas.errata import errata
from atlas.evaluate import StrategyTable, best_strategies
from atlas.evidence import Evidence
from atlas.figures import gap_maps
from atlas.pages import Download, Page, all_pages
from atlas.paper_figures import paper_figures
from atlas.paper_pages import paper_page, theory_page
from atlas.plates import plates
from atlas.plots import front_svg
from atlas.printshop import JOBS, Material
from atlas.render import environment, render_html, static_files
from atlas.rules import Edition, InputError
from atlas.solver import solve_pair
from atlas.statements import Claim
from atlas.style import css_variables
from atlas.tables import (
    GapTable,
    csv_gz,
    csv_text,
    gap_table,
    npz,
    sha256sums,
    strategies_csv_gz,
    strategies_text,
)

Files = dict[str, bytes]
"""Contents by path from the root of the site."""
Say = Callable[[str], None]

DOWNLOADS = {
    "data/policy.csv.gz": "every state in a row: text, compressed",
    "data/policy.npz": "the same as NumPy arrays",
    "data/strategies.csv.gz": "for every start, the best of the paper’s nine strategies",
    "data/cards.json": "the cards and what they are measured against, with all figures",
    "data/front.json": "what each further rule on a card is worth",
    "data/claims.json": "every checkable statement of the paper, computed again",
    "data/SHA256SUMS": "checksums of the files above",
}


@dataclass(frozen=True)
class Gap:
    """What is computed for one skill gap."""

    table: GapTable
    policy_rows: str
    strategies: StrategyTable
    strategy_rows: str


def build(edition: Edition, output: Path, say: Say, *, workers: int | None = None, kept: Path | None = None) -> Path:
    """Make the whole site and return its folder. What took long is kept in `kept`, by default inside `output`."""
    with _locked(output, say):
        site = output / "site"
        _refuse_foreign_files(site, _manifest(output))
        with ProcessPoolExecutor(workers) as pool:
            deriving = _derivations(edition, Cache(kept or output / ".cache", say), pool, say)
            checking = pool.submit(_check_paper, edition)
            say(f"Solving {len(edition.skill_gaps)} skill gaps exactly")
            gaps = list(pool.map(partial(_solve_gap, edition), edition.skill_gaps))
            tables = [gap.table for gap in gaps]
            say("Drawing the maps")
            files = _map_files(tables, pool)
            checked = checking.result()
            cards = deriving()
            say("Printing")
            material = Material(edition, tables, cards, checked.judged, checked.encounters)
            printing = [pool.submit(job, material) for job in JOBS.values()]
            for printed in printing:
                files |= printed.result()
        say("Writing the data files")
        files |= checked.figures | _data_files(gaps, cards, checked.claims)
        say("Rendering the pages")
        strategies = [gap.strategies for gap in gaps]
        pages = all_pages(tables, strategies, cards, _downloads(files))
        files |= _page_files([*pages, *checked.pages])
        _swap_in(files, output)
    return site


def _solve_gap(edition: Edition, skill_gap: int) -> Gap:
    table = gap_table(solve_pair(edition, skill_gap))
    strategies = best_strategies(edition.rules, skill_gap)
    return Gap(table, csv_text(table), strategies, strategies_text(strategies, table))


@dataclass(frozen=True)
class Checked:
    """What comes of checking the paper."""

    claims: bytes
    """`claims.json`"""
    judged: Sequence[Claim]
    encounters: Sequence[Encounter]
    figures: Files
    pages: list[Page]


def _check_paper(edition: Edition) -> Checked:
    evidence = Evidence(edition.rules)
    claims = judge_all(evidence)
    figures = paper_figures(evidence, list(evidence.strategies.values()))
    fights = encounters(edition)
    pages: list[Page] = [
        paper_page(claims, errata(evidence), fights, figures),
        theory_page(evidence, edition),
    ]
    drawn = {figure.path: figure.svg for figure in figures}
    return Checked(claims_json(claims), claims, fights, drawn, pages)


def _derivations(edition: Edition, cache: Cache, pool: Executor, say: Say) -> Callable[[], list[Card]]:
    """Start deriving the cards that are not kept from an earlier build; the result is asked for later."""
    key = key_of("catalogue", edition.rules, edition.luck_price)
    found: dict[str, list[Card] | Future[list[Card]]] = {}
    for name in DERIVATIONS:
        kept: list[Card] | None = cache.get(name, key)
        found[name] = pool.submit(_derive, name, edition) if kept is None else kept
    if any(isinstance(result, Future) for result in found.values()):
        say("Deriving the cards from simulated fights (a minute; kept for the next build)")

    def finish() -> list[Card]:
        cards: list[Card] = []
        for name, result in found.items():
            if isinstance(result, Future):
                result = result.result()
                cache.put(name, key, result)
            cards += result
        return cards

    return finish


def _derive(name: str, edition: Edition) -> list[Card]:
    return [judge(edition, card) for card in DERIVATIONS[name](edition)]


def _map_files(tables: Sequence[GapTable], pool: Executor) -> Files:
    above: list[GapTable | None] = [
        following if following.skill_gap == table.skill_gap + 1 else None
        for table, following in zip(tables, [*tables[1:], tables[-1]], strict=True)
    ]
    files: Files = {}
    for drawn in pool.map(gap_maps, tables, above):
        files |= drawn
    return files | plates(tables)


def _data_files(gaps: Sequence[Gap], cards: Sequence[Card], claims: bytes) -> Files:
    data = {
        "policy.csv.gz": csv_gz(gap.policy_rows for gap in gaps),
        "policy.npz": npz([gap.table for gap in gaps]),
        "strategies.csv.gz": strategies_csv_gz(gap.strategy_rows for gap in gaps),
        "cards.json": cards_json(cards),
        "front.json": front_json(cards),
        "claims.json": claims,
    }
    data["SHA256SUMS"] = sha256sums(data)
    front = [card for card in cards if card.on_front]
    return {f"data/{name}": content for name, content in data.items()} | {"static/front.svg": front_svg(front)}


def _downloads(files: Mapping[str, bytes]) -> list[Download]:
    return [Download(path, len(files[path]), what) for path, what in DOWNLOADS.items()]


def _page_files(pages: Iterable[Page]) -> Files:
    jinja = environment()
    rendered = {page.path: render_html(jinja, page) for page in pages}
    palette = {"static/palette.css": css_variables().encode()}
    return rendered | static_files() | palette | {".nojekyll": b""}


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
