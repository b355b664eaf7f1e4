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
from atlas.making.engine import Cost, Task, run
from atlas.making.workers import crew


class Notes:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.events: list[str] = []

    def begin(self, tasks: Sequence[Task]) -> None:
        self.begun = [task.name for task in tasks]

    def started(self, task: Task) -> None:
        self.events.append(f"+{task.name}")

    def waiting(self) -> None:
        pass

    def finished(self, task: Task, cost: Cost) -> None:
        assert cost.wall >= 0 and cost.result_bytes > 0
        self.events.append(f"-{task.name}")

    def end(self) -> None:
        self.events.append("end")


def made(wanted: Sequence[Task], cache: Cache, notes: Notes, workers: int = 1) -> list[Any]:
    """By workers that end after it."""
    with crew(workers, inside=cache.folder) as hands:
        return run(wanted, cache, notes, hands)


def number(value: int) -> int:
    return value


def add(first: int, others: list[int], more: int = 0) -> int:
    return first + sum(others) + more


def refuse(value: str) -> None:
    raise InputError(f"{value} is not allowed")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nap(marker: str) -> None:
    Path(marker).write_text(str(os.getpid()))
    time.sleep(60)


def plan(value: int = 3) -> Task:
    numbers = [Task(f"number {n}", "Numbers", number, (n,)) for n in (1, 2, value)]
    return Task("sum", "Sums", add, (), {"first": numbers[0], "others": numbers[1:]})


def test_what_is_needed_runs_first_and_once(tmp_path: Path) -> None:
    notes, cache = Notes(), Cache(tmp_path, print)
    total = plan()
    twice = Task("twice", "Sums", add, (), {"first": total, "others": [total]})
    assert made([total, twice], cache, notes, workers=2) == [6, 12]
    assert notes.begun == ["number 1", "number 2", "number 3", "sum", "twice"]
    assert notes.events.index("-number 3") < notes.events.index("+sum")
    assert notes.events.index("-sum") < notes.events.index("+twice")
    assert notes.events[-1] == "end"


def test_kept_results_are_not_made_again(tmp_path: Path) -> None:
    notes, cache = Notes(), Cache(tmp_path, print)
    made([plan()], cache, notes)
    assert made([plan()], cache, notes) == [6] and notes.begun == []
    assert made([plan(4)], cache, notes) == [7] and notes.begun == ["number 4", "sum"]
    assert made([plan()], cache, notes) == [6] and notes.begun == [], "the earlier one is still kept"


def test_a_damaged_result_is_made_again_and_nothing_else(tmp_path: Path) -> None:
    said: list[str] = []
    notes, cache = Notes(), Cache(tmp_path, said.append)
    made([plan()], cache, notes)
    (kept,) = tmp_path.glob("sum.*")
    kept.write_bytes(kept.read_bytes()[:-1])
    assert made([plan()], cache, notes) == [6]
    assert notes.begun == ["sum"] and len(said) == 1


def test_keys_know_arguments_needs_and_functions() -> None:
    assert plan().key == plan().key != plan(4).key
    one = Task("x", "", number, (1,))
    assert one.key != Task("x", "", number, (2,)).key
    assert one.key != Task("x", "", refuse, (1,)).key
    assert one.key != Task("x", "", number, (1,), templates=("site",)).key
    assert Task("y", "", add, (1, []), {"more": one}).key != Task("y", "", add, (1, [])).key


def test_an_error_comes_through_as_it_is(tmp_path: Path) -> None:
    notes = Notes()
    with pytest.raises(InputError, match=r"^7 is not allowed$"):
        made([Task("bad", "", refuse, ("7",))], Cache(tmp_path, print), notes)
    assert notes.events == ["+bad", "end"]
    assert list(tmp_path.iterdir()) == []


def test_a_killed_worker_gets_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^a process of the build was killed"):
        made([Task("dead", "", die)], Cache(tmp_path, print), Notes())


def test_a_failure_ends_what_runs_beside_it(tmp_path: Path) -> None:
    marker = tmp_path / "napping"
    tasks = [Task("nap", "", nap, (str(marker),)), Task("bad", "", refuse, ("7",))]
    begun = time.monotonic()
    with pytest.raises(InputError):
        made(tasks, Cache(tmp_path / "kept", print), Notes(), workers=2)
    assert time.monotonic() - begun < 30
    if marker.exists():
        with pytest.raises(ProcessLookupError):
            os.kill(int(marker.read_text()), 0)
