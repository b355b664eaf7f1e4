"""Threshold tables read back as they are printed."""

import re

import numpy as np
import numpy.typing as npt

from atlas.tables.thresholds import Run, ThresholdTable
from atlas.wording import DASH


def read_back(table: ThresholdTable, max_luck: int) -> npt.NDArray[np.bool_]:
    """Where the printed verdict holds, by luck, hero stamina, foe stamina."""
    side = len(table.cells)
    holds = np.zeros((max_luck + 1, side, side), dtype=bool)
    for h, row in enumerate(table.cells):
        for f, text in enumerate(row):
            letter = text.lstrip("0123456789" + DASH).removeprefix(" only")
            for run in (table.notes[letter] if letter else text).split(", "):
                if run:
                    low, high = _read_run(run, max_luck)
                    holds[low : high + 1, h, f] = True
    return holds


def _read_run(text: str, max_luck: int) -> Run:
    match = re.fullmatch(rf"(\d+)(?:{DASH}(\d+)| (only))?", text)
    if match is None or match[1] == match[2]:
        raise ValueError(f"{text!r} is not a luck or a range of lucks")
    return int(match[1]), int(match[1] if match[3] else match[2] or max_luck)
