"""Tells how a build goes: a bar on a terminal, plain lines elsewhere, nothing if quiet."""

import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from atlas.engine import Cost, Task

BAR = 24


@dataclass
class Progress:
    """Shows what runs; also keeps what each heading has cost."""

    stream: TextIO = field(default_factory=lambda: sys.stdout)
    quiet: bool = False
    costs: dict[str, list[Cost]] = field(default_factory=dict)
    _tasks: Sequence[Task] = ()
    _done: int = 0
    _told: set[str] = field(default_factory=set)
    _bar: bool = False
    _since: float = 0.0

    def say(self, line: str) -> None:
        """A line that stays."""
        if not self.quiet:
            self._wipe()
            print(line, file=self.stream, flush=True)

    def begin(self, tasks: Sequence[Task]) -> None:
        self._tasks, self._done, self._since = tasks, 0, time.monotonic()

    def started(self, task: Task) -> None:
        if self.stream.isatty():
            self._draw(task.heading)
        elif task.heading not in self._told:
            self._told.add(task.heading)
            count = sum(other.heading == task.heading for other in self._tasks)
            self.say(task.heading if count == 1 else f"{task.heading} ({count})")

    def finished(self, task: Task, cost: Cost) -> None:
        self._done += 1
        self.costs.setdefault(task.heading, []).append(cost)
        if self.stream.isatty():
            self._draw(task.heading)
            if self._done == len(self._tasks):
                self._wipe()

    def _draw(self, heading: str) -> None:
        if self.quiet:
            return
        bar = "█" * (BAR * self._done // len(self._tasks))
        seconds = int(time.monotonic() - self._since)
        line = f"{bar:░<{BAR}} {self._done} of {len(self._tasks)}  {seconds} s  {heading}"
        width = shutil.get_terminal_size().columns
        self._wipe()
        print(line[: width - 1], end="", file=self.stream, flush=True)
        self._bar = True

    def _wipe(self) -> None:
        if self._bar:
            print("\r\x1b[K", end="", file=self.stream, flush=True)
            self._bar = False
