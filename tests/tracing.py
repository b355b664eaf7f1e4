"""Tasks that are watched while they run: `python -m tests.tracing KEPT`.

The tasks of the small atlas are done in this process, but for those whose results stand in a cache. Every
function of the package that runs must be among those that `atlas.making.code` reaches from the task and from what it
takes; so must every file of data and every template that is opened.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from atlas.folders import DATA_SUFFIXES, PACKAGE, templates_folder
from atlas.making import code
from atlas.making.cache import Cache, CacheEntry
from atlas.making.engine import Task, run
from atlas.making.progress import Progress
from atlas.making.workers import WorkerPool
from atlas.tasks import plan
from tests.small import EDITION

MACHINERY = PACKAGE / "making"


class Watch:
    """Takes note of the functions of the package that run, and of the files that are opened."""

    def __init__(self) -> None:
        self.codes = set[CodeType]()
        self.opened = set[Path]()
        self.on = False
        sys.addaudithook(self._audit)

    @contextmanager
    def watching(self) -> Iterator[None]:
        self.codes.clear()
        self.opened.clear()
        self.on = True
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.on = False

    def _profile(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.codes.add(frame.f_code)

    def _audit(self, event: str, arguments: Any) -> None:
        if self.on and event == "open" and isinstance(arguments[0], str):
            self.opened.add(Path(arguments[0]))

    def functions(self) -> set[tuple[str, str]]:
        """Module and name, at the top level, of what ran."""
        names = set()
        for each in self.codes:
            path = Path(each.co_filename)
            if path.is_relative_to(PACKAGE) and not path.is_relative_to(MACHINERY):
                module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
                names.add((module, each.co_qualname.partition(".")[0]))
        return {(module, name) for module, name in names if not name.startswith("<")}

    def files(self) -> set[Path]:
        """Data and templates."""
        return {
            path
            for path in self.opened
            if (path.is_relative_to(PACKAGE) and path.suffix in DATA_SUFFIXES)
            or path.is_relative_to(templates_folder())
        }


class Here(WorkerPool):
    """Makes calls in this process, watched."""

    def __init__(self) -> None:
        self.watch, self.done = Watch(), list[tuple[Task, Any]]()
        self.faults, self.count = list[str](), 0

    free = 1

    def begin(self, name: Any, function: Any, *arguments: Any) -> None:
        (task, _), (_, taken, *_) = name, arguments
        with self.watch.watching():
            result = function(*arguments)
        self._compare(task, taken)
        self.count += 1
        self.done.append((name, result))

    def finished(self, seconds: float) -> list[tuple[Any, Any]]:
        done, self.done = self.done, []
        return done

    def _compare(self, task: Task, taken: Sequence[object]) -> None:
        entries = [e for a in taken for e in (a if isinstance(a, list) else [a]) if isinstance(e, CacheEntry)]
        classes = {each for entry in entries for each in entry.classes}
        reached = code.reached_from({(task.work.function.__module__, task.work.name), *classes})
        modules = {module for module, name in reached if name == code.WHOLE}
        for module, name in sorted(self.watch.functions() - reached):
            if module not in modules and module != task.work.function.__module__:
                self.faults.append(f"{task.work.name} runs {module}.{name}")
        self.faults += [
            f"{task.work.name} opens {path}" for path in sorted(self.watch.files() - code.files_of(reached))
        ]


def main(folder: Path) -> None:
    # What modules do when they are loaded is no work of the task that happens to load them.
    for path in sorted(PACKAGE.rglob("*.py")):
        if not path.stem.startswith("__"):
            import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    results, here = plan.results(EDITION), Here()
    wanted = [*plan.site_files(EDITION, None, results), *plan.print_files(EDITION, None, results), results.data]
    run(wanted, Cache(folder, print), Progress(quiet=True), here)
    print(f"{here.count} tasks were watched")
    sys.exit("\n".join(here.faults) if here.faults else 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
