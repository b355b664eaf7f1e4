"""Shows the progress of a build: one line, drawn anew, on a terminal; plain lines elsewhere; nothing if quiet.

The share that is done is measured by the expected processor time of tasks, that of running ones in part.
"""

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from atlas.wording import duration

if TYPE_CHECKING:
    from atlas.making.engine import Task, TaskCost

BAR = 24
MOST_OF_RUNNING = 0.9
"""the largest part of its expected time that a running task counts for"""
TIME_SHOWN_FROM = 0.05
"""from this share on the time left is shown"""


@dataclass
class Progress:
    """Shows what runs, and records the cost of each heading."""

    stream: TextIO = field(default_factory=lambda: sys.stdout)
    quiet: bool = False
    clock: Callable[[], float] = time.monotonic
    costs: "dict[str, list[TaskCost]]" = field(default_factory=dict)
    _tasks: "dict[Task, None]" = field(default_factory=dict)
    _finished: "list[Task]" = field(default_factory=list)
    _running: "dict[Task, float]" = field(default_factory=dict)
    """running tasks, with the time when they began"""
    _told: set[str] = field(default_factory=set)
    _drawn: bool = False
    _since: float = 0.0

    def say(self, line: str) -> None:
        """Print a line that is not drawn over."""
        if not self.quiet:
            self._wipe()
            print(line, file=self.stream, flush=True)

    def begin(self, tasks: "Sequence[Task]") -> None:
        """Add tasks to those that the share is measured by."""
        if not self._tasks:
            self._since = self.clock()
        self._tasks |= dict.fromkeys(tasks)

    def kept(self, task: "Task") -> None:
        """Count a task as done, whose result was in the cache."""
        del self._tasks[task]

    def started(self, task: "Task") -> None:
        self._running[task] = self.clock()
        if self.stream.isatty():
            self._draw()
        elif task.heading not in self._told:
            self._told.add(task.heading)
            count = sum(other.heading == task.heading for other in self._tasks)
            self.say(f"{self._state()}: {task.heading}" + (f" ({count})" if count > 1 else ""))

    def waiting(self) -> None:
        """Draw the line again, with the time that has passed."""
        if self.stream.isatty():
            self._draw()

    def finished(self, task: "Task", cost: "TaskCost") -> None:
        self._running.pop(task, None)
        self._finished.append(task)
        self.costs.setdefault(task.heading, []).append(cost)
        if self.stream.isatty():
            self._draw()

    def end(self) -> None:
        """Clear the line."""
        self._wipe()

    def share(self) -> float:
        """Return how much is done, from 0 to 1."""
        now = self.clock()
        under_way = sum(min(now - begun, MOST_OF_RUNNING * task.seconds) for task, begun in self._running.items())
        done = sum(task.seconds for task in self._finished) + under_way
        return done / sum(task.seconds for task in self._tasks)

    def _state(self) -> str:
        share = self.share()
        if share < TIME_SHOWN_FROM:
            return f"{share:3.0%} done"
        left = (self.clock() - self._since) * (1 - share) / share
        return f"{share:3.0%} done, {duration(left)} left"

    def _draw(self) -> None:
        if self.quiet:
            return
        bar = "█" * int(BAR * self.share())
        headings = list(dict.fromkeys(task.heading for task in self._running))
        line = f"{bar:░<{BAR}} {self._state()}  {', '.join(headings)}"
        width = shutil.get_terminal_size().columns
        self._wipe()
        print(line[: width - 1], end="", file=self.stream, flush=True)
        self._drawn = True

    def _wipe(self) -> None:
        if self._drawn:
            print("\r\x1b[K", end="", file=self.stream, flush=True)
            self._drawn = False
