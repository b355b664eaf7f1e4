"""One build: find out what has to be made, make it, check it, swap the finished site in.

`build` is the whole of it. If nothing has changed since the last build, nothing is loaded and nothing done.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from atlas.errors import BuildError, InputError
from atlas.game.edition import BOOK_EDITION, Edition
from atlas.making import sources
from atlas.making.cache import opened
from atlas.making.output import Files, Manifest, Output, manifest_entries
from atlas.making.progress import Progress
from atlas.site.links import broken_links


class BuildPart(StrEnum):
    """What can be made by itself."""

    SITE = "site"
    PRINT = "print"
    DATA = "data"


def _part_of(path: str) -> BuildPart:
    if path.startswith("data/") and not path.startswith("data/gap/"):
        return BuildPart.DATA
    return BuildPart.PRINT if path.startswith("print/") else BuildPart.SITE


ALL_PARTS = frozenset(BuildPart)


@dataclass(frozen=True)
class Order:
    """What a build is asked for."""

    edition: Edition = BOOK_EDITION
    base_url: str | None = None
    """where the site will stand, for links that cannot be relative"""
    parts: frozenset[BuildPart] = ALL_PARTS

    @property
    def options(self) -> dict[str, object]:
        rules, gaps = self.edition.rules, list(self.edition.skill_gaps)
        return {
            "rules": repr(rules),
            "title": self.edition.title,
            "sentence": self.edition.sentence,
            "luck_price": str(self.edition.luck_price),
            "skill_gaps": gaps,
            "base_url": self.base_url,
        }


def make(order: Order, output: Output, progress: Progress, *, workers: int | None = None) -> None:
    """Build, and say what there is and how to use it."""
    if not build(order, output, progress, workers=workers):
        progress.say("Nothing has changed since the last build")
    for line in _what_there_is(order, output):
        progress.say(line)


def _what_there_is(order: Order, output: Output) -> Iterator[str]:
    site, manifest = output.site, output.manifest()
    lines = {
        BuildPart.SITE: f"The site is made: open {site}/index.html in a browser",
        BuildPart.PRINT: f"The PDFs are made: print {site}/print/cheat-sheet-a4.pdf, or cheat-sheet-letter.pdf",
        BuildPart.DATA: f"The data is made: {site}/data/policy.csv.gz has a row for every state of a fight",
    }
    yield from (line for part, line in lines.items() if part in order.parts)
    linked = {BuildPart.PRINT: "the PDFs", BuildPart.DATA: "the data files"}
    missing = [words for part, words in linked.items() if manifest and part not in manifest.parts]
    if BuildPart.SITE in order.parts and missing:
        yield f"Its links to {' and '.join(missing)} lead nowhere until these are made: build without --only"


def build(
    order: Order, output: Output, progress: Progress, *, workers: int | None = None, cache_folder: Path | None = None
) -> bool:
    """Make what is asked for, and return whether anything had to be made.

    Results are kept in `cache_folder`, by default that of the output.
    """
    made_from = sources.everything()
    with output.locked(progress.say):
        before = output.manifest()
        if before and _up_to_date(order, made_from, before, output):
            return False
        output.refuse_foreign_files()
        carried = _carried(order, before, output)
        files = carried | make_files(order, cache_folder or output.cache, progress, workers)
        parts = (dict(before.parts) if before and carried else {}) | dict.fromkeys(sorted(order.parts), made_from)
        _check(files, frozenset(part for part in BuildPart if part in parts))
        manifest = Manifest(order.options, sources.versions(), dict(sorted(parts.items())), manifest_entries(files))
        progress.say("Putting the new site in place")
        output.replace(files, manifest, progress.say)
    return True


def make_files(order: Order, cache_folder: Path, progress: Progress, workers: int | None) -> Files:
    """Return the files of the parts that are asked for, by path from the root of the site."""
    # A build without changes does not come here, and loads nothing of all this.
    from atlas.making.engine import run
    from atlas.making.workers import worker_pool
    from atlas.tasks import pages, plan

    results = plan.results(order.edition)
    tasks = {
        BuildPart.SITE: plan.site_files(order.edition, order.base_url, results),
        BuildPart.PRINT: plan.print_files(order.edition, order.base_url, results),
        BuildPart.DATA: [results.data],
    }
    wanted = [task for part in BuildPart if part in order.parts for task in tasks[part]]
    with (
        opened(cache_folder, progress.say) as cache,
        worker_pool(workers or os.cpu_count() or 1, cache.folder) as pool,
    ):
        files = merge_files(run(wanted, cache, progress, pool))
        if BuildPart.SITE in order.parts:
            files |= pages.plain_files()
            files |= merge_files(run(pages.cut_typefaces(files), cache, progress, pool))
            files |= pages.last_files(files, order.base_url)
        cache.prune()
    return files


def _up_to_date(order: Order, made_from: str, before: Manifest, output: Output) -> bool:
    return (
        order.options == before.options
        and all(before.parts.get(part) == made_from for part in order.parts)
        and output.intact(before)
    )


def _carried(order: Order, before: Manifest | None, output: Output) -> Files:
    """Return the files of the parts that are not asked for, as they stand in the present site."""
    if order.parts == ALL_PARTS or before is None:
        return {}
    if order.options != before.options:
        raise InputError(f"{output.site} was made with other options: build all of it, or choose another --output")
    return output.read(before, lambda path: _part_of(path) not in order.parts)


def merge_files(results: Iterable[Files]) -> Files:
    """Return the files of several results in one."""
    return {path: content for files in results for path, content in files.items()}


def _check(files: Files, parts: frozenset[BuildPart]) -> None:
    """Raise an error for a link that leads nowhere; links to parts that are not built yet are allowed."""
    absent = tuple(f"{part}/" for part in (BuildPart.PRINT, BuildPart.DATA) if part not in parts)
    broken = broken_links(files, absent=absent)
    if broken:
        raise BuildError(f"links that lead nowhere, {len(broken)} in all, the first: {broken[0]}")
