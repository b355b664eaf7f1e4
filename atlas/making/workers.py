"""Processes that work for a build: a pool of `concurrent.futures`, and what it does not do by itself.

No worker outlives the build, whatever ends it, and none works on when the build has failed. Signals to the group of
the build, such as Ctrl-C, are for the build alone. Workers share a folder for temporary files, which goes with them:
what a library leaves there when its process is killed is not left for long.
"""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from atlas.errors import BuildError
from atlas.making.process import SIGNALS

SPAWNED = get_context("spawn")
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""workers run side by side: threads of their own would only wait for each other"""
FOLDER = "workers-"
"""begins the name of a folder for temporary files; the number of the build's process follows"""
OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""a worker that looks for objects to clear away as often as Python does by itself takes 3% longer"""


class WorkerPool:
    """Processes, started when they are needed, that each make one call at a time."""

    def __init__(self, size: int, folder: Path) -> None:
        self._size = size
        self._folder = folder
        self._calls: dict[Future[Any], object] = {}
        with held_signals():
            self._executor = ProcessPoolExecutor(size, SPAWNED, _begin, (str(folder),))

    @property
    def free(self) -> int:
        """How many calls can begin now."""
        return self._size - len(self._calls)

    def begin(self, name: object, function: Callable[..., Any], *arguments: object) -> None:
        """Have a worker call a function; `name` comes back with what it returns."""
        with self._told_when_lost(), held_signals():
            self._calls[self._executor.submit(function, *arguments)] = name

    def finished(self, seconds: float) -> list[tuple[Any, Any]]:
        """Return name and result of the calls that have ended; wait for the first one, but not longer than that."""
        with self._told_when_lost():
            ended, _ = wait(self._calls, seconds, FIRST_COMPLETED)
            return [(self._calls.pop(call), call.result()) for call in ended]

    def end(self) -> None:
        """End all workers at once, whatever they do."""
        for process in active_children():
            process.kill()
        self._executor.shutdown()

    @contextmanager
    def _told_when_lost(self) -> Iterator[None]:
        try:
            yield
        except BrokenProcessPool as error:
            printed = [str(error.__cause__ or ""), *(path.read_text() for path in self._folder.glob("printed-*"))]
            lines = [line for text in printed for line in text.splitlines() if line.strip("\"'")]
            last = lines[-1] if lines else "is there enough memory?"
            raise BuildError(f"a process of the build was killed: {last}") from None


@contextmanager
def worker_pool(size: int, inside: Path) -> Iterator[WorkerPool]:
    """Workers for a while, and inside a folder another for their temporary files."""
    for left in inside.glob(f"{FOLDER}*"):
        number = left.name.removeprefix(FOLDER)
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(left, ignore_errors=True)
    folder = inside.resolve() / f"{FOLDER}{os.getpid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    pool = WorkerPool(size, folder)
    try:
        yield pool
    finally:
        pool.end()
        shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


@contextmanager
def held_signals() -> Iterator[None]:
    """A process that is started meanwhile lets signals wait until it has left the group of the build."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_group(folder: str = "") -> None:
    """Leave the group of the build, with its signals, and end at once when the build does, and a folder with it."""

    def watch() -> None:
        build = parent_process()
        assert build is not None
        build.join()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

    os.setpgid(0, 0)
    Thread(target=watch, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def _begin(folder: str) -> None:
    """The first that a worker does. What it prints is only read if it is lost."""
    leave_group(folder)
    printed = os.open(f"{folder}/printed-{os.getpid()}", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.environ |= ALONE | {"TMPDIR": folder}
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
