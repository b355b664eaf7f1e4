"""Looks at processes from outside."""

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def children_of(process: int) -> list[int]:
    """Those that work: not the one in which Python takes note of what has to be cleaned up."""
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if "resource_tracker" not in line]


def alive(process: int) -> bool:
    """One that has ended is not, though Linux lists it until another process has taken note of it."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with suppress(OSError):
        _, _, state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")
        return not state.startswith("Z")
    return True


def wait_for(look: Callable[[], Found], seconds: float = 60) -> Found:
    """What is found as soon as there is something."""
    end = time.monotonic() + seconds
    while not (result := look()):
        assert time.monotonic() < end, f"nothing happened in {seconds} seconds"
        time.sleep(0.02)
    return result
