"""Builds that are killed: `python -m tests.killing operations|moments OUTPUT KEPT`.

Each runs in a fork of a process that has everything loaded, so that the blow falls on the build itself and not on
Python's start. Two small atlases take each other's place, with all results kept. After each blow the site must be
one of the two, whole, and the next build must make it right.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from atlas.build import Order, build
from atlas.output import Output
from atlas.progress import Progress
from tests.small import EDITION, ORDER, contents

ORDERS = (ORDER, replace(ORDER, edition=replace(EDITION, skill_gaps=range(2))))
MOMENTS = 100
SEED = 20
WRITES = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.utime", "os.chmod")
WRITES += ("ctypes.dlsym",)
"""what Python's audit hooks call the operations on files, and the way to exchange two names"""


class Arena:
    """An output folder in which builds are killed."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.output, self.kept = Output(folder), kept
        self.sites = []
        for order in ORDERS:
            self.build(order)
            self.sites.append(contents(self.output.site))
        assert self.sites[0] != self.sites[1]

    def build(self, order: Order) -> None:
        build(order, self.output, Progress(quiet=True), kept=self.kept)

    def forked(self, order: Order, before: Callable[[], object] = lambda: None) -> int:
        """The process number of a build in a process of its own."""
        child = os.fork()
        if child:
            return child
        before()
        self.build(order)
        os._exit(0)

    def made(self, order: Order) -> float:
        """How many seconds a build took that was left alone, and made the right site."""
        begun = time.perf_counter()
        _, status = os.waitpid(self.forked(order), 0)
        took = time.perf_counter() - begun
        assert status == 0 and contents(self.output.site) == self.sites[ORDERS.index(order)]
        return took

    def whole(self) -> bool:
        """Whether the site is the new one; it must be the old one or the new one."""
        return self.sites.index(contents(self.output.site)) == 1


def kill_at_moments(arena: Arena) -> list[bool]:
    """At moments drawn evenly from the time that a build takes: whether the site was the new one each time."""
    chance = random.Random(SEED)
    seen = []
    for _ in range(MOMENTS):
        took = arena.made(ORDERS[0])
        child = arena.forked(ORDERS[1])
        time.sleep(took * chance.random())
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seen.append(arena.whole())
    arena.made(ORDERS[1])
    return seen


def kill_at_operations(arena: Arena) -> list[bool]:
    """Just before operations on files, the last ones without a gap: whether the site was the new one each time."""
    arena.made(ORDERS[0])
    count = _operations(arena)
    seen = []
    for number in sorted({*range(0, count, count // 12 + 1), *range(count - 12, count)}):
        arena.made(ORDERS[0])
        _, status = os.waitpid(arena.forked(ORDERS[1], lambda number=number: _die_before(number, arena)), 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        seen.append(arena.whole())
    arena.made(ORDERS[1])
    return seen


def _operations(arena: Arena) -> int:
    """How many there are in a whole build."""
    reading, writing = os.pipe()
    child = arena.forked(ORDERS[1], lambda: _watch(arena, lambda number: os.write(writing, b".")))
    os.close(writing)
    with os.fdopen(reading, "rb") as dots:
        count = len(dots.read())
    os.waitpid(child, 0)
    return count


def _die_before(last: int, arena: Arena) -> None:
    _watch(arena, lambda number: os.kill(os.getpid(), signal.SIGKILL) if number == last else None)


def _watch(arena: Arena, tell: Callable[[int], object]) -> None:
    number = -1

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal number
        if event in WRITES and (event == "ctypes.dlsym" or str(arena.output.folder) in str(arguments[0])):
            number += 1
            tell(number)

    sys.addaudithook(hook)


if __name__ == "__main__":
    kind, folder, kept = sys.argv[1:]
    seen = {"operations": kill_at_operations, "moments": kill_at_moments}[kind](Arena(Path(folder), Path(kept)))
    print(f"{len(seen)} killed: {seen.count(False)} left the old site, {seen.count(True)} the new one")
    assert kind == "moments" or len(set(seen)) == 2, "killed both before and after the swap"
