"""Runs tasks: those that are not kept from an earlier build, side by side, each after those that it needs.

A task is a function with its arguments and the tasks whose results it takes. Its key is made of all that the
result depends on; so a result is found again only if it would come out the same. Workers read and write
results in the cache; only names pass between processes.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from atlas.errors import BuildError
from atlas.making import sources
from atlas.making.cache import Cache
from atlas.making.workers import Crew, WorkerError

SECONDS_BETWEEN_LOOKS = 1.0
Entry = tuple[str, str]
"""The name and the key of a result in the cache."""


@dataclass(frozen=True, eq=False)
class Task:
    """One step of a build."""

    name: str
    heading: str
    """what the reader of the progress is told; many tasks may share it"""
    function: Callable[..., Any]
    arguments: tuple[object, ...] = ()
    needs: "Mapping[str, Task | Sequence[Task]]" = field(default_factory=dict)
    """by the name of the argument that their results become: one result, or a list of them"""
    templates: tuple[str, ...] = ()
    """folders of templates that it reads"""
    seconds: float = 0.1
    """of processor time that it takes, roughly: the longest begin first, and what is done is counted by it"""

    @cached_property
    def key(self) -> str:
        parts = (
            sources.code(self.function),
            sources.templates(*self.templates),
            repr(self.arguments),
            repr(self.inputs),
        )
        return sha256("\n".join(parts).encode()).hexdigest()[:20]

    @cached_property
    def needed(self) -> list["Task"]:
        return [task for need in self.needs.values() for task in ([need] if isinstance(need, Task) else need)]

    @cached_property
    def inputs(self) -> dict[str, "Entry | list[Entry]"]:
        """Where the results that it needs stand in the cache, by the name of the argument."""
        return {
            name: need.entry if isinstance(need, Task) else [task.entry for task in need]
            for name, need in self.needs.items()
        }

    @property
    def entry(self) -> "Entry":
        return self.name, self.key


@dataclass(frozen=True)
class Cost:
    """What running a task took."""

    cpu: float
    wall: float
    result_bytes: int


class Watcher(Protocol):
    """Is told how a run goes."""

    def begin(self, tasks: Sequence[Task]) -> None: ...

    def started(self, task: Task) -> None: ...

    def waiting(self) -> None: ...

    def finished(self, task: Task, cost: Cost) -> None: ...

    def end(self) -> None: ...


def run(wanted: Sequence[Task], cache: Cache, watcher: Watcher, workers: Crew) -> list[Any]:
    """The results of the wanted tasks."""
    missing = _missing(wanted, cache)
    watcher.begin(missing)
    if missing:
        try:
            _run_all(missing, cache, watcher, workers)
        except WorkerError as error:
            raise BuildError(str(error)) from None
        finally:
            watcher.end()
    return [cache.get(*task.entry) for task in wanted]


def _missing(wanted: Sequence[Task], cache: Cache) -> list[Task]:
    """What has to run, needs first, otherwise in the order wanted."""
    seen: dict[Task, bool] = {}
    missing: list[Task] = []

    def look(task: Task) -> None:
        if task not in seen:
            seen[task] = cache.has(*task.entry)
            if not seen[task]:
                for need in task.needed:
                    look(need)
                missing.append(task)

    for task in wanted:
        look(task)
    return missing


def _run_all(missing: Sequence[Task], cache: Cache, watcher: Watcher, workers: Crew) -> None:
    waiting = list(missing)
    unfinished = set(missing)
    while unfinished:
        ready = sorted((t for t in waiting if unfinished.isdisjoint(t.needed)), key=lambda task: -task.seconds)
        for task in ready[: workers.free]:
            waiting.remove(task)
            watcher.started(task)
            workers.begin(task, _work, task.function, task.arguments, task.inputs, task.entry, cache.folder)
        done = workers.answers(SECONDS_BETWEEN_LOOKS)
        if not done:
            watcher.waiting()
        for task, cost in done:
            watcher.finished(task, cost)
            unfinished.remove(task)


def _work(
    function: Callable[..., Any],
    arguments: tuple[object, ...],
    inputs: Mapping[str, Entry | list[Entry]],
    entry: Entry,
    folder: Path,
) -> Cost:
    cache = Cache(folder, str)
    cpu, wall = time.process_time(), time.perf_counter()
    results = {
        name: [cache.get(*each) for each in found] if isinstance(found, list) else cache.get(*found)
        for name, found in inputs.items()
    }
    size = cache.put(*entry, function(*arguments, **results))
    return Cost(time.process_time() - cpu, time.perf_counter() - wall, size)
