"""Looks at processes from outside."""

import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def children_of(process: int) -> list[int]:
    return [int(number) for number in _listed("pid", "--ppid", process).split()]


def alive(process: int) -> bool:
    """One that has ended is not, though it is listed until another has taken note of it."""
    return _listed("stat", "-p", process)[:1] not in ("", "Z")


def _listed(what: str, by: str, process: int) -> str:
    command = ["ps", "-o", f"{what}=", by, str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def wait_for(look: Callable[[], Found], seconds: float = 60) -> Found:
    """What is found as soon as there is something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"nothing happened in {seconds} seconds"
        time.sleep(0.02)
    return found
