"""The worker processes of a build: executors of `concurrent.futures`, with what these do not do by themselves.

No worker outlives the build, whatever ends it, and none goes on when the build has failed. Signals to the process
group of the build, such as Ctrl-C, reach the build alone. Workers share a folder for temporary files, which is removed
with them, so that a killed library leaves nothing.
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
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""one thread for each worker: more would only wait for each other"""
MEMORY_KEPT = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**26)}
"""bytes freed by a worker that glibc keeps: to return and request memory for every large array takes 5% longer"""
FOLDER = "workers-"
"""prefix of the folder for temporary files, before the process id of the build"""
MAX_WORKER_BYTES = 220_000_000
"""a worker that has held more is replaced: most of the memory that it frees never goes back to the system"""
OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""threshold of garbage collection: at Python's own a worker takes 3% longer"""


class WorkerPool:
    """Worker processes, started when needed, that each make one call at a time.

    Each is an executor of its own, so that one with too much memory can be replaced between two calls.
    """

    def __init__(self, size: int, folder: Path) -> None:
        self._size = size
        self._folder = folder
        self._idle: list[ProcessPoolExecutor] = []
        self._calls: dict[Future[Any], tuple[object, ProcessPoolExecutor]] = {}

    @property
    def free(self) -> int:
        """The number of calls that can begin now."""
        return self._size - len(self._calls)

    def begin(self, name: object, function: Callable[..., Any], *arguments: object) -> None:
        """Call a function in a worker; `finished` returns `name` with its result."""
        with self._told_when_lost(), held_signals(), _environment(MEMORY_KEPT):
            worker = self._idle.pop() if self._idle else self._started()
            self._calls[worker.submit(_measured, function, *arguments)] = name, worker

    def finished(self, seconds: float) -> list[tuple[Any, Any]]:
        """Return names and results of calls that have ended; wait for the first, at most so many seconds."""
        with self._told_when_lost():
            ended, _ = wait(self._calls, seconds, FIRST_COMPLETED)
            return [self._result(call) for call in ended]

    def end(self) -> None:
        """Kill all workers."""
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
    """Provide a pool of workers with a temporary folder in `inside`; at the end kill them and remove the folder."""
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
    """Block signals in this context: a new process handles them only after it has left the build’s group."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_group(folder: str = "") -> None:
    """Leave the process group of the build; end and remove the folder as soon as the build ends."""

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
    """Prepare a worker. Its output goes to a file, which is read only if the worker dies."""
    leave_group(folder)
    printed = os.open(f"{folder}/printed-{os.getpid()}", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.environ |= ONE_THREAD | {"TMPDIR": folder}
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # One that is replaced goes at once, without taking apart all that it holds.
    atexit.register(os._exit, 0)


def _measured(function: Callable[..., Any], *arguments: object) -> tuple[Any, int]:
    """Make a call in a worker; return its result and the peak memory of the worker in bytes."""
    return function(*arguments), _peak_bytes()


def _peak_bytes() -> int:
    """Return the peak memory of this process in bytes.

    On Linux it is read from /proc: getrusage also counts the memory of the build that started this process.
    """
    with suppress(OSError):
        peak = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
        return int(peak[1]) * 1024 if peak else 0
    return getrusage(RUSAGE_SELF).ru_maxrss
