"""Processes that work for a build: a pool of `concurrent.futures`, and what it does not do by itself.

No worker outlives the build, whatever ends it, and none works on when the build has failed. Signals to the group of
the build, such as Ctrl-C, are for the build alone. Workers share a folder for temporary files, which goes with them:
what a library leaves there when its process is killed is not left for long.
"""

import atexit
import gc
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from threading import Thread
from typing import Any

from atlas.errors import BuildError
from atlas.making.process import SIGNALS

SPAWNED = get_context("spawn")
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""workers run side by side: threads of their own would only wait for each other"""
MEMORY_KEPT = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**27)}
"""glibc keeps so many bytes that a worker let go of: to give large arrays back and get them anew takes 5% longer"""
FOLDER = "workers-"
"""begins the name of a folder for temporary files; the number of the build's process follows"""
MAX_WORKER_BYTES = 250_000_000
"""a worker that has held so many is replaced: most of what it let go of is never given back"""
OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""a worker that looks for objects to clear away as often as Python does by itself takes 3% longer"""


class WorkerPool:
    """Processes, started when they are needed, that each make one call at a time.

    Each is a pool of its own, so that one which has grown can be replaced between two calls.
    """

    def __init__(self, size: int, folder: Path) -> None:
        self._size = size
        self._folder = folder
        self._idle: list[ProcessPoolExecutor] = []
        self._calls: dict[Future[Any], tuple[object, ProcessPoolExecutor]] = {}

    @property
    def free(self) -> int:
        """How many calls can begin now."""
        return self._size - len(self._calls)

    def begin(self, name: object, function: Callable[..., Any], *arguments: object) -> None:
        """Call a function in a worker; `name` is handed back with its result."""
        with self._told_when_lost(), held_signals(), _environment(MEMORY_KEPT):
            worker = self._idle.pop() if self._idle else self._started()
            self._calls[worker.submit(_measured, function, *arguments)] = name, worker

    def finished(self, seconds: float) -> list[tuple[Any, Any]]:
        """Return name and result of the calls that have ended; wait for the first one, but not longer than that."""
        with self._told_when_lost():
            ended, _ = wait(self._calls, seconds, FIRST_COMPLETED)
            return [self._result(call) for call in ended]

    def end(self) -> None:
        """End all workers at once, whatever they do."""
        for process in active_children():
            process.kill()
        for worker in (*self._idle, *(worker for _, worker in self._calls.values())):
            worker.shutdown()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, SPAWNED, _begin, (str(self._folder),))

    def _result(self, call: Future[Any]) -> tuple[object, object]:
        name, worker = self._calls[call]
        result, peak_bytes = call.result()
        del self._calls[call]
        if peak_bytes > MAX_WORKER_BYTES:
            worker.shutdown(wait=False)
        else:
            self._idle.append(worker)
        return name, result

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
    """Provide a pool of workers, and a folder inside `inside` for their temporary files; end both afterwards."""
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


@contextmanager
def _environment(added: Mapping[str, str]) -> Iterator[None]:
    """Add what is missing to the environment meanwhile: a process that is started then has it from its beginning."""
    missing = added.keys() - os.environ.keys()
    os.environ |= {name: added[name] for name in missing}
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]


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
    """Block signals meanwhile: a process that is started then takes them only once it has left the build’s group."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_group(folder: str = "") -> None:
    """Leave the process group of the build, and end as soon as the build ends; remove the folder then."""

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
    """Prepare a worker. What it prints goes to a file, which is read only if the worker is lost."""
    leave_group(folder)
    printed = os.open(f"{folder}/printed-{os.getpid()}", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.environ |= ALONE | {"TMPDIR": folder}
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # One that is replaced goes at once, without taking apart all that it holds.
    atexit.register(os._exit, 0)


def _measured(function: Callable[..., Any], *arguments: object) -> tuple[Any, int]:
    """Make a call in a worker; return its result and the most bytes that the worker has held so far."""
    return function(*arguments), _peak_bytes()


def _peak_bytes() -> int:
    """Return the most bytes that this process has held.

    On Linux /proc is asked, for getrusage also counts what the build held that started this process.
    """
    with suppress(OSError):
        peak = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
        return int(peak[1]) * 1024 if peak else 0
    return getrusage(RUSAGE_SELF).ru_maxrss
