"""Builds that are killed: `python -m tests.killing operations|moments OUTPUT KEPT`, `… every OUTPUT`.

Each runs in a fork of a process that has everything loaded and the files of both sites at hand, so that the blow falls
where a build writes. Two small atlases take each other's place, or two sites of a few files. After each blow the site
must be one of the two, whole, and the next build must make it right.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from atlas.build import Order, make_files
from atlas.making.output import Files, Manifest, Output, manifest_entries
from atlas.making.progress import Progress
from tests.small import ORDER, OTHER_ORDER, contents

QUIET = Progress(quiet=True)
ORDERS = (ORDER, OTHER_ORDER)
MOMENTS = 100
SEED = 20
FEW = 200
TINY = {
    ORDER: {"index.html": b"old", "data/a.txt": b"1"},
    OTHER_ORDER: {"index.html": b"new one", "atlas/b.html": b"2"},
}
WRITES = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.utime", "os.chmod")
"""what Python's audit hooks call the operations on files"""
SWAP = "ctypes.dlsym"
"""and the way to exchange two names"""


class Arena:
    """An output folder in which builds are killed."""

    def __init__(self, folder: Path, files: Mapping[Order, Files]) -> None:
        self.output, self.files = Output(folder), files
        self.sites = []
        for order in ORDERS:
            self.build(order)
            self.sites.append(contents(self.output.site))
        assert self.sites[0] != self.sites[1]

    def build(self, order: Order) -> None:
        """Do what a build does with finished files."""
        files = self.files[order]
        with self.output.locked(QUIET.say):
            self.output.refuse_foreign_files()
            self.output.replace(files, Manifest(order.options, {}, {}, manifest_entries(files)), QUIET.say)

    def forked(self, order: Order, before: Callable[[], object] = lambda: None) -> int:
        """The process number of a build in a process of its own."""
        child = os.fork()
        if child:
            return child
        before()
        self.build(order)
        os._exit(0)

    def build_seconds(self, order: Order) -> float:
        """Build undisturbed, check the site, and return the seconds that it took."""
        begun = time.perf_counter()
        _, status = os.waitpid(self.forked(order), 0)
        took = time.perf_counter() - begun
        assert status == 0 and contents(self.output.site) == self.sites[ORDERS.index(order)]
        return took

    def shows(self, order: Order) -> bool:
        """Whether the site is the one ordered; else it must be the other one."""
        return self.sites.index(contents(self.output.site)) == ORDERS.index(order)


def some_files(order: Order, cache_folder: Path) -> Files:
    """Every third file of a small site: one is written like another."""
    files = make_files(order, cache_folder, QUIET, 1)
    return {path: files[path] for path in sorted(files)[::3]}


def kill_at_moments(arena: Arena) -> list[bool]:
    """At moments drawn evenly from the time that a build takes: whether the site was the new one each time."""
    chance = random.Random(SEED)
    times = [arena.build_seconds(order) for order in ORDERS]
    seen = []
    for number in range(MOMENTS):
        order = ORDERS[number % 2]
        child = arena.forked(order)
        time.sleep(median(times[-5:]) * chance.random())
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seen.append(arena.shows(order))
        times.append(arena.build_seconds(order))
    return seen


def kill_at_operations(arena: Arena) -> list[bool]:
    """Just before operations on files, without a gap around the swap: whether the site was the new one each time.

    Where they are few, before each of them.
    """
    old, new = ORDERS
    arena.build_seconds(old)
    operations = _operations(arena)
    swap, count = operations.index(b"x"), len(operations)
    seen = []
    step = count // 12 + 1 if count > FEW else 1
    for number in sorted({*range(0, count, step), *range(swap - 6, swap + 6), count - 1}):
        arena.build_seconds(old)
        _, status = os.waitpid(arena.forked(new, lambda number=number: _die_before(number, arena)), 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        seen.append(arena.shows(new))
        arena.build_seconds(new)
    return seen


def _operations(arena: Arena) -> bytes:
    """Those of a whole build: a letter for each, x for the swap."""
    reading, writing = os.pipe()

    def tell(number: int, event: str) -> None:
        os.write(writing, b"x" if event == SWAP else b".")

    child = arena.forked(ORDERS[1], lambda: _watch(arena, tell))
    os.close(writing)
    with os.fdopen(reading, "rb") as letters:
        lines = letters.read()
    os.waitpid(child, 0)
    return lines


def _die_before(last: int, arena: Arena) -> None:
    _watch(arena, lambda number, event: os.kill(os.getpid(), signal.SIGKILL) if number == last else None)


def _watch(arena: Arena, tell: Callable[[int, str], object]) -> None:
    number = -1

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal number
        if event == SWAP or (event in WRITES and str(arena.output.folder) in str(arguments[0])):
            number += 1
            tell(number, event)

    sys.addaudithook(hook)


def main(kind: str, folder: str, cache_folder: str = "") -> None:
    files = TINY if kind == "every" else {order: some_files(order, Path(cache_folder)) for order in ORDERS}
    kill = kill_at_moments if kind == "moments" else kill_at_operations
    seen = kill(Arena(Path(folder), files))
    print(f"{len(seen)} killed: {seen.count(False)} left the old site, {seen.count(True)} the new one")
    assert kind == "moments" or len(set(seen)) == 2, "killed both before and after the swap"


if __name__ == "__main__":
    main(*sys.argv[1:])
