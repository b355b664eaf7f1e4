"""Runs the tasks whose results are not in the cache, several at once, each after those that it needs.

A task is a function with its arguments, some of which are results of other tasks. Its key is a digest of all that its
result depends on: the code and the files that the function reaches, the arguments, and the contents of the results
that it takes. So if a task runs again with the same result, tasks that take it do not run again. Workers read and
write results in the cache; only names pass between processes.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from atlas.making import code
from atlas.making.cache import Cache, CacheEntry
from atlas.making.workers import WorkerPool

SECONDS_BETWEEN_LOOKS = 1.0


@dataclass(frozen=True, eq=False)
class Task:
    """One call of a function, to be made by a worker."""

    work: "TaskFunction"
    arguments: tuple[object, ...]
    """values, tasks and lists of tasks: the function is called with the results of tasks in their place"""

    @property
    def heading(self) -> str:
        return self.work.heading

    @property
    def seconds(self) -> float:
        return self.work.seconds

    @property
    def needs(self) -> list["Task"]:
        """The tasks whose results are its arguments."""
        listed = (argument if isinstance(argument, list) else [argument] for argument in self.arguments)
        return [each for arguments in listed for each in arguments if isinstance(each, Task)]

    def filled(self, entries: Mapping["Task", CacheEntry]) -> list[object]:
        """Return the arguments, each task replaced by the cache entry of its result."""

        def fill(argument: object) -> object:
            if isinstance(argument, list):
                return [fill(each) for each in argument]
            return entries[argument] if isinstance(argument, Task) else argument

        return [fill(argument) for argument in self.arguments]

    def key(self, entries: Mapping["Task", CacheEntry]) -> str:
        """Return the key of the result: a digest of all that it depends on."""
        references = {(self.work.function.__module__, self.work.name)}
        parts = []
        for argument in self.filled(entries):
            for each in argument if isinstance(argument, list) else [argument]:
                if isinstance(each, CacheEntry):
                    references.update(each.classes)
                parts.append(each.checksum if isinstance(each, CacheEntry) else repr(each))
            parts.append("")
        return sha256("\n".join([code.digest(frozenset(references)), *parts]).encode()).hexdigest()[:20]


class TaskFunction:
    """A function for workers: a call of it returns a task instead of running it."""

    def __init__(self, function: Callable[..., Any], heading: str, seconds: float) -> None:
        self.function = function
        self.name = function.__qualname__
        self.heading = heading
        self.seconds = seconds
        update_wrapper(self, function)

    def __call__(self, *arguments: object) -> Task:
        return Task(self, arguments)

    def __reduce__(self) -> str:
        """Pickle as a name: a worker finds the function by it."""
        return self.name


def task(heading: str, seconds: float = 0.1) -> Callable[[Callable[..., Any]], TaskFunction]:
    """Decorate a function that workers call.

    The heading names it in messages of progress, and may be shared by several functions. The seconds are roughly its
    processor time: the longest calls begin first, and progress is measured by them.
    """
    return lambda function: TaskFunction(function, heading, seconds)


@dataclass(frozen=True)
class TaskCost:
    """The time that a task took, and the size of its result."""

    cpu: float
    wall: float
    result_bytes: int


class Watcher(Protocol):
    """Receives the events of a run."""

    def begin(self, tasks: Sequence[Task]) -> None: ...

    def kept(self, task: Task) -> None: ...

    def started(self, task: Task) -> None: ...

    def waiting(self) -> None: ...

    def finished(self, task: Task, cost: TaskCost) -> None: ...

    def end(self) -> None: ...


def run(wanted: Sequence[Task], cache: Cache, watcher: Watcher, workers: WorkerPool) -> list[Any]:
    """Return the results of the wanted tasks."""
    needs = needed(wanted)
    watcher.begin(list(needs))
    current = _Run(needs, cache, watcher, workers)
    try:
        while current.order.is_active():
            current.look_up()
            current.begin()
            current.keep_finished()
            watcher.waiting()
    finally:
        watcher.end()
    return [cache.get(current.entries[each]) for each in wanted]


class _Run:
    """The state of one run: waiting tasks, running ones, results."""

    def __init__(
        self, needs: Mapping[Task, Sequence[Task]], cache: Cache, watcher: Watcher, workers: WorkerPool
    ) -> None:
        self.cache, self.watcher, self.workers = cache, watcher, workers
        self.order = TopologicalSorter(needs)
        self.order.prepare()
        self.entries: dict[Task, CacheEntry] = {}
        self.waiting: dict[Task, str] = {}
        """tasks that can begin, with their keys"""
        self.twins: dict[tuple[str, str], list[Task]] = {}
        """by name and key of each task that waits or runs: other tasks with the same work, which is done once"""

    def look_up(self) -> None:
        """Take each task whose needs are met: find its result in the cache, join it to an equal task, or queue it."""
        while ready := self.order.get_ready():
            for task in ready:
                name, key = task.work.name, task.key(self.entries)
                if (name, key) in self.twins:
                    self.twins[name, key].append(task)
                elif entry := self.cache.find(name, key):
                    self._pass(task, entry)
                else:
                    self.twins[name, key] = []
                    self.waiting[task] = key

    def begin(self) -> None:
        """Start one task for each free worker, those with the most seconds first."""
        for task in sorted(self.waiting, key=lambda task: -task.seconds)[: self.workers.free]:
            key = self.waiting.pop(task)
            self.watcher.started(task)
            self.workers.begin((task, key), _work, task.work, task.filled(self.entries), key, self.cache.folder)

    def keep_finished(self) -> None:
        """Record the tasks that have finished, and release those that need them."""
        for (task, key), (entry, cost) in self.workers.finished(SECONDS_BETWEEN_LOOKS):
            self.entries[task] = entry
            self.watcher.finished(task, cost)
            self.order.done(task)
            for twin in self.twins.pop((task.work.name, key)):
                self._pass(twin, entry)

    def _pass(self, task: Task, entry: CacheEntry) -> None:
        """Record a task whose result exists already."""
        self.entries[task] = entry
        self.watcher.kept(task)
        self.order.done(task)


def needed(wanted: Sequence[Task]) -> dict[Task, list[Task]]:
    """Return these tasks and all that they need, each with its own needs."""
    needs: dict[Task, list[Task]] = {}
    waiting = list(wanted)
    while waiting:
        each = waiting.pop()
        if each not in needs:
            needs[each] = each.needs
            waiting += each.needs
    return needs


def _work(work: TaskFunction, arguments: Sequence[object], key: str, folder: Path) -> tuple[CacheEntry, TaskCost]:
    """Make a call in a worker."""
    cache = Cache(folder, str)
    cpu, wall = time.process_time(), time.perf_counter()

    def read(argument: object) -> object:
        if isinstance(argument, list):
            return [read(each) for each in argument]
        return cache.get(argument) if isinstance(argument, CacheEntry) else argument

    entry = cache.put(work.name, key, work.function(*map(read, arguments)))
    return entry, TaskCost(time.process_time() - cpu, time.perf_counter() - wall, entry.size)
