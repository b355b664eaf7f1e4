import io

from atlas.making.engine import Cost, Task
from atlas.making.progress import Progress

TASKS = [Task(f"map {n}", "Drawing the maps", print) for n in range(3)] + [Task("page", "Rendering the pages", print)]
COST = Cost(1.0, 2.0, 10, 5)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(progress: Progress) -> None:
    progress.begin(TASKS)
    for task in TASKS:
        progress.started(task)
        progress.finished(task, COST)
    progress.say("Done")


def test_plain_lines_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    run(Progress(stream))
    assert stream.getvalue() == "Drawing the maps (3)\nRendering the pages\nDone\n"


def test_a_bar_on_a_terminal_that_leaves_no_trace() -> None:
    stream = Terminal()
    run(Progress(stream))
    frames = stream.getvalue().split("\r\x1b[K")
    assert "░░ 0 of 4  0 s  Drawing the maps" in frames[0]
    assert all(len(frame) < 80 for frame in frames)
    assert frames[-1] == "Done\n" and stream.getvalue().count("\n") == 1


def test_nothing_if_quiet() -> None:
    for stream in (io.StringIO(), Terminal()):
        progress = Progress(stream, quiet=True)
        run(progress)
        assert stream.getvalue() == ""
        assert [cost.cpu for cost in progress.costs["Drawing the maps"]] == [1.0, 1.0, 1.0]
