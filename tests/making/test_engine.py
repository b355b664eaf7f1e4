"""Tasks run once, after what they need, and only if their result is not kept."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from atlas.errors import BuildError, InputError
from atlas.making.cache import Cache
from atlas.making.engine import Task, TaskCost, run, task
from atlas.making.workers import worker_pool


class Notes:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.tasks = 0
        self.begun: list[str] = []
        self.events: list[str] = []

    def begin(self, tasks: Sequence[Task]) -> None:
        self.tasks = len(tasks)
        self.begun = []

    def kept(self, task: Task) -> None:
        self.tasks -= 1

    def started(self, task: Task) -> None:
        self.begun.append(words(task))
        self.events.append(f"+{words(task)}")

    def waiting(self) -> None:
        pass

    def finished(self, task: Task, cost: TaskCost) -> None:
        assert cost.wall >= 0 and cost.result_bytes > 0
        self.events.append(f"-{words(task)}")

    def end(self) -> None:
        assert self.tasks >= len(self.begun), "what is kept was told, and nothing else"
        self.events.append("end")


def words(of: Task) -> str:
    return " ".join([of.work.name, *(str(argument) for argument in of.arguments if isinstance(argument, int | str))])


def run_tasks(wanted: Sequence[Task], cache: Cache, notes: Notes, workers: int = 1) -> list[Any]:
    """By workers that end after it."""
    with worker_pool(workers, cache.folder) as pool:
        return run(wanted, cache, notes, pool)


@task("Numbers")
def number(value: int) -> int:
    return value


@task("Numbers")
def half(value: int) -> int:
    return value // 2


@task("Sums")
def add(first: int, others: list[int]) -> int:
    return first + sum(others)


@task("Sums", seconds=5)
def long(value: int) -> int:
    return value


@task("")
def refuse(value: str) -> None:
    raise InputError(f"{value} is not allowed")


@task("")
def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@task("")
def nap(marker: str) -> None:
    Path(marker).write_text(str(os.getpid()))
    time.sleep(60)


def plan(value: int = 3) -> Task:
    numbers = [number(each) for each in (1, 2, value)]
    return add(numbers[0], numbers[1:])


def test_what_is_needed_runs_first_and_once(tmp_path: Path) -> None:
    notes, cache = Notes(), Cache(tmp_path, print)
    total = plan()
    twice = add(total, [total])
    assert run_tasks([total, twice], cache, notes, workers=2) == [6, 12]
    assert sorted(notes.begun) == ["add", "add", "number 1", "number 2", "number 3"]
    assert notes.events.index("-number 3") < notes.events.index("+add")
    assert notes.events.index("-add") < len(notes.events) - 1 - notes.events[::-1].index("+add")
    assert notes.events[-1] == "end"


def test_the_same_work_in_two_plans_is_done_once(tmp_path: Path) -> None:
    notes = Notes()
    first, second = plan(), plan()
    assert run_tasks([add(first, []), add(second, [half(4), half(4)])], Cache(tmp_path, print), notes, workers=2) == [
        6,
        10,
    ]
    assert sorted(notes.begun) == ["add", "add", "add", "half 4", "number 1", "number 2", "number 3"]
    assert notes.tasks == len(notes.begun)


def test_the_longest_begin_first(tmp_path: Path) -> None:
    notes = Notes()
    assert run_tasks([number(1), long(2), number(3)], Cache(tmp_path, print), notes) == [1, 2, 3]
    assert notes.begun[0] == "long 2"


def test_kept_results_are_not_made_again(tmp_path: Path) -> None:
    notes, cache = Notes(), Cache(tmp_path, print)
    run_tasks([plan()], cache, notes)
    assert run_tasks([plan()], cache, notes) == [6] and notes.begun == []
    assert run_tasks([plan(4)], cache, notes) == [7] and notes.begun == ["number 4", "add"]
    assert run_tasks([plan()], cache, notes) == [6] and notes.begun == [], "the earlier one is still kept"


def test_what_follows_a_result_that_comes_out_as_before_is_not_made_again(tmp_path: Path) -> None:
    notes, cache = Notes(), Cache(tmp_path, print)
    assert run_tasks([add(half(6), [])], cache, notes) == [3] and notes.begun == ["half 6", "add"]
    assert run_tasks([add(half(7), [])], cache, notes) == [3] and notes.begun == ["half 7"]
    assert run_tasks([add(half(8), [])], cache, notes) == [4] and notes.begun == ["half 8", "add"]


def test_a_damaged_result_is_made_again_and_nothing_else(tmp_path: Path) -> None:
    said: list[str] = []
    notes, cache = Notes(), Cache(tmp_path, said.append)
    run_tasks([plan()], cache, notes)
    (result,) = tmp_path.glob("add.*")
    result.write_bytes(result.read_bytes()[:-1])
    assert run_tasks([plan()], cache, notes) == [6]
    assert notes.begun == ["add"] and len(said) == 1


def test_arguments_and_functions_are_told_apart(tmp_path: Path) -> None:
    cache = Cache(tmp_path, print)
    wanted = [number(1), number(2), half(2), add(1, [2]), add(1, [number(2)]), add(1, []), add(12, [])]
    assert run_tasks(wanted, cache, Notes()) == [1, 2, 1, 3, 3, 1, 12]
    assert len(list(tmp_path.glob("*.*"))) == len(wanted)


def test_an_error_comes_through_as_it_is(tmp_path: Path) -> None:
    notes = Notes()
    with pytest.raises(InputError, match=r"^7 is not allowed$"):
        run_tasks([refuse("7")], Cache(tmp_path, print), notes)
    assert notes.events == ["+refuse 7", "end"]
    assert list(tmp_path.iterdir()) == []


def test_a_killed_worker_gets_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^a process of the build was killed"):
        run_tasks([die()], Cache(tmp_path, print), Notes())


def test_a_failure_ends_what_runs_beside_it(tmp_path: Path) -> None:
    marker = tmp_path / "napping"
    begun = time.monotonic()
    with pytest.raises(InputError):
        run_tasks([nap(str(marker)), refuse("7")], Cache(tmp_path / "kept", print), Notes(), workers=2)
    assert time.monotonic() - begun < 30
    if marker.exists():
        with pytest.raises(ProcessLookupError):
            os.kill(int(marker.read_text()), 0)
