import io

import pytest

from atlas.making.engine import TaskCost, task
from atlas.making.progress import Progress

MAPS = [task("Drawing the maps", seconds=2.0)(print)(n) for n in range(3)]
PAGE = task("Rendering the pages", seconds=4.0)(print)()
TASKS = [*MAPS, PAGE]
COST = TaskCost(1.0, 2.0, 5)


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
    for each in TASKS:
        progress.started(each)
        clock.now += each.seconds / 2
        progress.waiting()
        clock.now += each.seconds / 2
        progress.finished(each, COST)
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
    later = task("Cutting the typefaces", seconds=2.5)(print)()
    progress.begin([later])
    progress.started(later)
    assert stream.getvalue().splitlines()[-1] == "80% done, 2 s left: Cutting the typefaces"


def test_what_is_kept_is_not_counted() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, clock=clock)
    progress.begin(TASKS)
    for drawing in MAPS[:2]:
        progress.kept(drawing)
    progress.started(MAPS[2])
    progress.finished(MAPS[2], COST)
    assert stream.getvalue() == " 0% done: Drawing the maps\n"
    assert progress.share() == pytest.approx(2 / 6)


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
