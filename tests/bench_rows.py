"""What the benchmarks share: a row of the table, and times of work."""

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple


class Row(NamedTuple):
    what: str
    value: float
    unit: str
    wanted: str = ""


def cpu_seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def compare(ours: Callable[[], object], theirs: Callable[[], object], times: int) -> tuple[float, float, float]:
    """CPU seconds of both and how often ours fits into theirs: medians over runs taken in turns."""
    runs = [(cpu_seconds(ours), cpu_seconds(theirs)) for _ in range(times)]
    return median(a for a, _ in runs), median(b for _, b in runs), median(b / a for a, b in runs)
