"""Processes that work for a build: each does one call at a time, and none outlives the build, whatever ends it.

Calls and answers go through a pair of sockets that no other process can open. Workers share a folder for
temporary files, which goes with them: what a library leaves there when its process is killed is not left for long.
"""

import gc
import os
import pickle
import re
import resource
import shutil
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any

START = "import sys; sys.path[:] = sys.argv[2:]; from atlas.making.workers import work; work(int(sys.argv[1]))"
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""workers run side by side: threads of their own would only wait for each other"""
LENT = "workers-"
"""begins the names of folders for temporary files; the number of the build's process follows"""
GROWN = 250_000_000
"""bytes: a worker that has held so many is replaced, for what it let go of is not given back"""


class WorkerError(Exception):
    """A worker ended before it answered; the message is one line."""


class Worker:
    """One process, seen from the build."""

    def __init__(self, folder: Path, *, aloud: bool = False) -> None:
        """With a folder for temporary files; what it prints is shown if aloud, else only read if it is lost."""
        self.grown = False
        self.connection, theirs = Pipe()
        self._said = folder / f"said-{self.connection.fileno()}"
        with theirs, self._said.open("wb") as said:
            # Signals to the group of the build, such as Ctrl-C, are for the build alone.
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, str(theirs.fileno()), *sys.path],
                stdin=subprocess.DEVNULL,
                stdout=None if aloud else said,
                stderr=None if aloud else said,
                pass_fds=(theirs.fileno(),),
                process_group=0,
                env={**os.environ, **ALONE, "TMPDIR": str(folder)},
            )

    def call(self, function: Callable[..., Any], *arguments: object) -> None:
        try:
            self.connection.send((function, arguments))
        except ConnectionError:
            raise self._lost() from None

    def answer(self) -> Any:
        """What the call returned; what it raised is raised here."""
        try:
            result, error, where, self.grown = self.connection.recv()
        except (EOFError, ConnectionError):
            raise self._lost() from None
        if error:
            raise error from RuntimeError(where)
        return result

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self.connection.close()

    def _lost(self) -> WorkerError:
        status = self._process.wait()
        if status < 0:
            return WorkerError(f"a process of the build was killed by signal {-status}: is there enough memory?")
        said = self._said.read_text(errors="replace").strip() or "without a word"
        return WorkerError(f"a process of the build ended with status {status}: {said.splitlines()[-1]}")


class Crew:
    """Workers, started when they are needed."""

    def __init__(self, most: int, folder: Path) -> None:
        self._most = most
        self._folder = folder
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, object]] = {}

    @property
    def free(self) -> int:
        """How many calls can begin now."""
        return self._most - len(self._busy)

    def begin(self, name: object, function: Callable[..., Any], *arguments: object) -> None:
        """Have a free worker call a function; `name` comes back with the answer."""
        worker = self._idle.pop() if self._idle else Worker(self._folder)
        self._busy[worker.connection] = worker, name
        worker.call(function, *arguments)

    def answers(self, seconds: float) -> list[tuple[Any, Any]]:
        """Name and result of the calls that have ended; waits for the first one, but not longer than told."""
        found = []
        ready = wait(self._busy, seconds)
        for connection in [each for each in self._busy if each in ready]:
            worker, name = self._busy[connection]
            found.append((name, worker.answer()))
            del self._busy[connection]
            if worker.grown:
                worker.end()
            else:
                self._idle.append(worker)
        return found

    def end(self) -> None:
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()


@contextmanager
def crew(most: int, inside: Path) -> Iterator[Crew]:
    """Workers for a while, and inside a folder another for their temporary files."""
    _remove_left(inside)
    folder = inside.resolve() / f"{LENT}{os.getpid()}"
    folder.mkdir(mode=0o700, parents=True)
    workers = Crew(most, folder)
    try:
        yield workers
    finally:
        workers.end()
        shutil.rmtree(folder, ignore_errors=True)


def _remove_left(inside: Path) -> None:
    """What builds left that were killed together with all their workers."""
    for folder in inside.glob(f"{LENT}*"):
        number = folder.name.removeprefix(LENT)
        if number == str(os.getpid()) or (number.isdecimal() and not _alive(int(number))):
            shutil.rmtree(folder, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def work(descriptor: int) -> None:
    """The life of a worker. It looks for no objects to clear away, which takes long: one that has grown is replaced."""
    gc.disable()
    connection = Connection(descriptor)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, calls), daemon=True).start()
    while True:
        connection.send_bytes(_answer(calls.get()))


def _listen(connection: Connection, calls: "SimpleQueue[bytes]") -> None:
    """Pass the calls on. When the build has ended there are no more of them, and the worker ends at once."""
    try:
        while True:
            calls.put(connection.recv_bytes())
    finally:
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
        os._exit(1)


def _answer(call: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((function(*arguments), None, "", _grown()))
    except BaseException as error:
        return pickle.dumps((None, _sent(error), "".join(traceback.format_exception(error)), False))


def _grown() -> bool:
    """On Linux asked of the process: getrusage there counts what the build held that started it."""
    with suppress(OSError):
        peak = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
        return peak is not None and int(peak[1]) * 1024 > GROWN
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > GROWN


def _sent(error: BaseException) -> Exception:
    """The error, or another in its place where it cannot be sent or would end the build without a word."""
    with suppress(Exception):
        if isinstance(error, Exception) and pickle.loads(pickle.dumps(error)):
            return error
    return RuntimeError(repr(error))
