"""Processes that end with the build, whatever ends it."""

import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from atlas.errors import BuildError
from atlas.making.workers import FOLDER, MAX_WORKER_BYTES, MEMORY_KEPT, worker_pool
from tests.processes import alive, wait_for


def answer(folder: Path, function: Any, *arguments: object) -> Any:
    """Of one call."""
    with worker_pool(1, folder) as workers:
        workers.begin("only", function, *arguments)
        while not (finished := workers.finished(1)):
            pass
    ((name, result),) = finished
    assert name == "only"
    return result


def leave_something() -> tuple[str, int]:
    """As libraries do that are killed."""
    folder = tempfile.mkdtemp(prefix="left-")
    Path(folder, "file").touch()
    return folder, os.getpid()


def signals_held() -> set[signal.Signals]:
    return {number for number in signal.pthread_sigmask(signal.SIG_BLOCK, ()) if isinstance(number, signal.Signals)}


def threads_of_libraries() -> list[str | None]:
    return [os.environ.get(name) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")]


def memory_kept() -> dict[str, str | None]:
    return {name: os.environ.get(name) for name in MEMORY_KEPT}


def run_out_of_memory() -> bytes:
    return bytes(2**60)


class TwoWordsError(Exception):
    """One of those that cannot be rebuilt from what they say."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


def say_two_words() -> None:
    raise TwoWordsError("this", "that")


def refuse(value: str) -> None:
    raise ValueError(f"{value} is not allowed")


def die(number: int) -> None:
    os.kill(os.getpid(), number)


def end_with_last_words() -> None:
    print("first words\nlast words", file=sys.stderr, flush=True)
    os._exit(3)


def test_temporary_files_are_inside_the_folder_and_go_with_the_workers(tmp_path: Path) -> None:
    inside = tmp_path / "kept"
    with worker_pool(2, inside) as workers:
        for name in ("one", "other"):
            workers.begin(name, leave_something)
        assert workers.free == 0
        answers: dict[str, tuple[str, int]] = {}
        while len(answers) < 2:
            answers |= dict(workers.finished(1))
        assert workers.free == 2
        for folder, process in answers.values():
            assert Path(folder).is_relative_to(inside) and Path(folder, "file").exists() and alive(process)
        workers.begin("third", leave_something)
        while not (third := workers.finished(1)):
            pass
        assert third[0][1][1] in {process for _, process in answers.values()}, "workers are used again"
    assert list(inside.iterdir()) == []
    assert not any(alive(process) for _, process in answers.values())


def hold(size: int) -> int:
    """Have so many bytes for a moment."""
    return len(bytearray(b"x") * size) and os.getpid()


def test_a_worker_that_has_grown_is_replaced(tmp_path: Path) -> None:
    processes = []
    with worker_pool(1, tmp_path) as workers:
        for size in (1, 1, MAX_WORKER_BYTES, 1):
            workers.begin("hold", hold, size)
            while not (done := workers.finished(1)):
                pass
            ((_, process),) = done
            processes.append(process)
        grown = processes[2]
        wait_for(lambda: not alive(grown))
        assert processes[0] == processes[1] == grown != processes[3] and alive(processes[3])


def test_what_killed_builds_left_is_removed(tmp_path: Path) -> None:
    ended = answer(tmp_path, os.getpid)
    for number in (ended, os.getpid(), os.getppid()):
        (tmp_path / f"workers-{number}").mkdir()
    (tmp_path / "else").mkdir()
    answer(tmp_path, os.getpid)
    assert {path.name for path in tmp_path.iterdir()} == {f"workers-{os.getppid()}", "else"}


def test_an_error_is_raised_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^7 is not allowed$") as raised:
        answer(tmp_path, refuse, "7")
    assert "in refuse" in str(raised.value.__cause__)


def test_too_little_memory_comes_through_as_such(tmp_path: Path) -> None:
    with pytest.raises(MemoryError):
        answer(tmp_path, run_out_of_memory)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_a_killed_worker_is_told(tmp_path: Path, number: int) -> None:
    with pytest.raises(BuildError, match=r"^a process of the build was killed: is there enough memory\?$"):
        answer(tmp_path, die, number)


def test_the_last_words_of_a_worker_are_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^a process of the build was killed: last words$"):
        answer(tmp_path, end_with_last_words)


def test_an_error_that_cannot_be_sent_is_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^a process of the build was killed: .*TypeError.*__init__"):
        answer(tmp_path, say_two_words)


def test_signals_to_the_group_of_the_build_do_not_reach_workers(tmp_path: Path) -> None:
    assert answer(tmp_path, os.getpgrp) != os.getpgrp()
    assert answer(tmp_path, signals_held) == set(), "those to a worker alone do"
    assert signals_held() == set()


def test_libraries_use_no_threads_of_their_own(tmp_path: Path) -> None:
    assert answer(tmp_path, threads_of_libraries) == ["1", "1"]


@pytest.mark.parametrize("number", ["", "mine", "9" * 40])
def test_folders_that_look_like_those_of_builds_stop_none(tmp_path: Path, number: str) -> None:
    (tmp_path / f"{FOLDER}{number}").mkdir()
    with worker_pool(1, tmp_path) as pool:
        assert pool.free == 1


def test_workers_keep_memory_as_the_build_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = MEMORY_KEPT
    monkeypatch.delenv(first, raising=False)
    monkeypatch.setenv(second, "4096")
    assert answer(tmp_path, memory_kept) == {first: MEMORY_KEPT[first], second: "4096"}
    assert first not in os.environ and os.environ[second] == "4096"
