"""Processes that end with the build, whatever ends it."""

import os
import signal
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

from atlas.making.workers import GROWN, WorkerError, crew
from tests.processes import alive


def answer(folder: Path, function: Any, *arguments: object) -> Any:
    """Of one call."""
    with crew(1, folder) as workers:
        workers.begin("only", function, *arguments)
        while not (found := workers.answers(1)):
            pass
    ((name, result),) = found
    assert name == "only"
    return result


def leave_something() -> tuple[str, int]:
    """As libraries do that are killed."""
    folder = tempfile.mkdtemp(prefix="left-")
    Path(folder, "file").touch()
    return folder, os.getpid()


def hold(size: int) -> int:
    """So many bytes for a moment; the number of the process."""
    assert len(b"x" * size) == size
    return os.getpid()


def run_out_of_memory() -> bytes:
    return bytes(2**60)


def leave() -> None:
    raise SystemExit(0)


class TwoWordsError(Exception):
    """One of those that cannot be rebuilt from what they say."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


def say_two_words() -> None:
    raise TwoWordsError("this", "that")


def hold_a_lock() -> object:
    return threading.Lock()


def die(number: int) -> None:
    os.kill(os.getpid(), number)


def end_with_last_words() -> None:
    print("first words\nlast words", file=sys.stderr, flush=True)
    os._exit(3)


def test_temporary_files_are_inside_the_folder_and_go_with_the_workers(tmp_path: Path) -> None:
    inside = tmp_path / "kept"
    with crew(2, inside) as workers:
        for name in ("one", "other"):
            workers.begin(name, leave_something)
        assert workers.free == 0
        found: dict[str, tuple[str, int]] = {}
        while len(found) < 2:
            found |= dict(workers.answers(1))
        assert workers.free == 2
        for folder, process in found.values():
            assert Path(folder).is_relative_to(inside) and Path(folder, "file").exists() and alive(process)
        workers.begin("third", leave_something)
        while not (third := workers.answers(1)):
            pass
        assert third[0][1][1] in {process for _, process in found.values()}, "workers are used again"
    assert list(inside.iterdir()) == []
    assert not any(alive(process) for _, process in found.values())


def test_what_killed_builds_left_is_removed(tmp_path: Path) -> None:
    ended = answer(tmp_path, os.getpid)
    for name in (f"workers-{ended}", f"workers-{os.getpid()}", f"workers-{os.getppid()}", "workers-mine", "else"):
        (tmp_path / name).mkdir()
    answer(tmp_path, os.getpid)
    assert {path.name for path in tmp_path.iterdir()} == {f"workers-{os.getppid()}", "workers-mine", "else"}


def test_too_little_memory_comes_through_as_such(tmp_path: Path) -> None:
    with pytest.raises(MemoryError):
        answer(tmp_path, run_out_of_memory)


@pytest.mark.parametrize(
    ("function", "words"), [(leave, "SystemExit"), (say_two_words, "this and that"), (hold_a_lock, "cannot pickle")]
)
def test_what_cannot_be_sent_is_told(tmp_path: Path, function: Any, words: str) -> None:
    with pytest.raises(Exception, match=words) as raised:
        answer(tmp_path, function)
    assert function.__name__ in str(raised.value.__cause__) or function is hold_a_lock


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_a_killed_worker_is_told(tmp_path: Path, number: int) -> None:
    with pytest.raises(WorkerError, match=f"^a process of the build was killed by signal {number}: is there enough"):
        answer(tmp_path, die, number)


def test_the_last_words_of_a_worker_are_told(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"^a process of the build ended with status 3: last words$"):
        answer(tmp_path, end_with_last_words)


def test_a_signal_to_the_group_of_the_build_does_not_reach_workers(tmp_path: Path) -> None:
    assert answer(tmp_path, os.getpgrp) != os.getpgrp()


def test_a_worker_that_has_grown_is_replaced(tmp_path: Path) -> None:
    numbers = []
    with crew(1, tmp_path) as workers:
        for size in (1, GROWN, 1, 1):
            workers.begin(size, hold, size)
            while not (found := workers.answers(1)):
                pass
            numbers.append(found[0][1])
    first, large, after, last = numbers
    assert first == large != after == last
