import io

import pytest

from atlas.making.engine import Cost, Task
from atlas.making.progress import Progress

MAPS = [Task(f"map {n}", "Drawing the maps", print, seconds=2.0) for n in range(3)]
PAGE = Task("page", "Rendering the pages", print, seconds=4.0)
TASKS = [*MAPS, PAGE]
COST = Cost(1.0, 2.0, 5)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Shows the seconds that it is told."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def run(progress: Progress, clock: Clock) -> None:
    """One task after the other, each in the time that it is known to take."""
    progress.begin(TASKS)
    for task in TASKS:
        progress.started(task)
        clock.now += task.seconds / 2
        progress.waiting()
        clock.now += task.seconds / 2
        progress.finished(task, COST)
    progress.end()
    progress.say("Done")


def test_plain_lines_where_there_is_no_terminal() -> None:
    stream, clock = io.StringIO(), Clock()
    run(Progress(stream, clock=clock), clock)
    assert stream.getvalue().splitlines() == [
        " 0% done: Drawing the maps (3)",
        "60% done, 4 s left: Rendering the pages",
        "Done",
    ]


def test_what_comes_later_adds_to_what_is_done() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, clock=clock)
    run(progress, clock)
    later = Task("typeface", "Cutting the typefaces", print, seconds=2.5)
    progress.begin([later])
    progress.started(later)
    assert stream.getvalue().splitlines()[-1] == "80% done, 2 s left: Cutting the typefaces"


def test_a_bar_on_a_terminal_that_leaves_no_trace() -> None:
    stream, clock = Terminal(), Clock()
    run(Progress(stream, clock=clock), clock)
    frames = stream.getvalue().split("\r\x1b[K")
    assert frames[0] == "░░░░░░░░░░░░░░░░░░░░░░░░  0% done  Drawing the maps"
    assert frames[1] == "██░░░░░░░░░░░░░░░░░░░░░░ 10% done, 9 s left  Drawing the maps"
    assert "███████████████████░░░░░ 80% done, 2 s left  Rendering the pages" in frames
    assert all(len(frame) < 80 for frame in frames)
    assert frames[-1] == "Done\n" and stream.getvalue().count("\n") == 1


def test_a_bar_is_gone_before_an_error_is_told() -> None:
    stream = Terminal()
    progress = Progress(stream)
    progress.begin(TASKS)
    progress.started(PAGE)
    progress.end()
    assert stream.getvalue().endswith("Rendering the pages\r\x1b[K")


def test_a_task_that_takes_longer_than_known_is_never_counted_as_done() -> None:
    clock = Clock()
    progress = Progress(io.StringIO(), clock=clock)
    progress.begin(TASKS)
    progress.started(PAGE)
    shares = []
    for _ in range(50):
        clock.now += 1
        shares.append(progress.share())
    assert shares == sorted(shares) and shares[-1] == pytest.approx(0.9 * 4 / 10)
    progress.finished(PAGE, COST)
    assert progress.share() == pytest.approx(4 / 10)


def test_nothing_if_quiet() -> None:
    for stream in (io.StringIO(), Terminal()):
        clock = Clock()
        progress = Progress(stream, quiet=True, clock=clock)
        run(progress, clock)
        assert stream.getvalue() == ""
        assert [cost.cpu for cost in progress.costs["Drawing the maps"]] == [1.0, 1.0, 1.0]
