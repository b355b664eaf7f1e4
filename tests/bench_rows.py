"""What the benchmarks share: how much they do, a row of the table, and times of work."""

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Rules, State


class Row(NamedTuple):
    what: str
    value: float
    unit: str
    wanted: str = ""


class Size(NamedTuple):
    """How much a benchmark does."""

    rules: Rules = BOOK_RULES
    gaps: range = SKILL_GAPS
    games: int = 100_000
    most_times: int = 100
    options: tuple[str, ...] = ()
    """for the command that builds"""

    @property
    def edition(self) -> Edition:
        return Edition(self.rules, skill_gaps=self.gaps)

    @property
    def start(self) -> State:
        """Everything at its highest."""
        return State(self.rules.max_stamina, self.rules.max_stamina, self.rules.lucks[-1])

    def times(self, wanted: int) -> int:
        """How often to run what is run so often in full."""
        return min(wanted, self.most_times)


FULL = Size()
SHORT = Size(
    Rules(max_stamina=4), range(-1, 2), games=500, most_times=1, options=("--max-stamina", "4", "--skill-gaps", "-1..1")
)
"""every benchmark once, in seconds: the figures mean nothing"""


def cpu_seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def plain_loop() -> None:
    """What times of this machine are measured by: ten million steps of plain Python."""
    total = 0
    for number in range(10_000_000):
        total += number & 7


def held(row: Row) -> bool:
    """Whether a value keeps to what is wanted of it."""
    if not row.wanted:
        return True
    sign, bar = row.wanted.split()
    return {"≤": row.value <= float(bar), "≥": row.value >= float(bar), "<": row.value < float(bar)}[sign]


def compare(ours: Callable[[], object], theirs: Callable[[], object], times: int) -> tuple[float, float, float]:
    """CPU seconds of both and how often ours fits into theirs: medians over runs taken in turns."""
    runs = [(cpu_seconds(ours), cpu_seconds(theirs)) for _ in range(times)]
    return median(a for a, _ in runs), median(b for _, b in runs), median(b / a for a, b in runs)
