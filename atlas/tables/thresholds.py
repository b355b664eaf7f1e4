"""Threshold tables: one printed 24 × 24 table tells a verdict for every luck.

For one skill gap and outcome, the lucks at which a verdict holds are, in nearly every cell, "n or
more". So a cell prints the lowest luck (6), a range where luck can be too high (4–9, =8), nothing
where it never holds, and the lowest luck with a letter (7a) where the lucks have a hole: a note under
the table spells those out (a: 7–8, 11).
"""

from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np

from atlas.game.rules import Verdict
from atlas.signs import ONLY
from atlas.tables.gap_table import Verdicts
from atlas.wording import DASH

Run = tuple[int, int]
"""Lowest and highest of an unbroken run of lucks."""
Runs = tuple[Run, ...]


@dataclass(frozen=True)
class ThresholdTable:
    """A printed table: `cells[hero stamina − 1][foe stamina − 1]`, and its notes."""

    cells: tuple[tuple[str, ...], ...]
    notes: dict[str, str]
    """by letter: all the lucks, in the same form as a cell, separated by commas"""


def threshold_table(verdicts: Verdicts, verdict: Verdict = Verdict.TEST) -> ThresholdTable:
    """Return where a verdict holds, from all verdicts of one skill gap and outcome by luck and staminas."""
    max_luck = len(verdicts) - 1
    bits = 1 << np.arange(max_luck + 1)
    lucks_held = np.tensordot(bits, verdicts == verdict, axes=1)
    texts: dict[int, str] = {}
    notes: dict[str, str] = {}

    def text(held: int) -> str:
        runs = _runs(held)
        lucks = ", ".join(_run_text(run, max_luck) for run in runs)
        if len(runs) < 2:
            return lucks
        letter = _letter(len(notes))
        notes[letter] = lucks
        return f"{runs[0][0]}{letter}"

    for held in lucks_held.ravel().tolist():
        if held not in texts:
            texts[held] = text(held)
    cells = tuple(tuple(texts[held] for held in row) for row in lucks_held.tolist())
    return ThresholdTable(cells, notes)


def _runs(held: int) -> Runs:
    """Return the unbroken runs of ones in a number whose bit n stands for luck n."""
    lucks = [luck for luck in range(held.bit_length()) if held >> luck & 1]
    lows = [luck for luck in lucks if luck - 1 not in lucks]
    highs = [luck for luck in lucks if luck + 1 not in lucks]
    return tuple(zip(lows, highs, strict=True))


def _run_text(run: Run, max_luck: int) -> str:
    """Return a run as a cell prints it."""
    low, high = run
    if high == max_luck:
        return f"{low}"
    return f"{ONLY}{low}" if low == high else f"{low}{DASH}{high}"


def _letter(number: int) -> str:
    """Return the letter of a note: a … z, then aa, ab …"""
    wrapped, last = divmod(number, len(ascii_lowercase))
    return (_letter(wrapped - 1) if wrapped else "") + ascii_lowercase[last]
