"""Threshold tables read back as they are printed."""

import re

import numpy as np
import numpy.typing as npt

from atlas.signs import ALWAYS, LEAST_LUCKY
from atlas.tables.thresholds import Run, ThresholdTable
from atlas.wording import DASH


def read_back(table: ThresholdTable, max_luck: int) -> npt.NDArray[np.bool_]:
    """Where the printed verdict holds, by luck, hero stamina, foe stamina."""
    side = len(table.cells)
    holds = np.zeros((max_luck + 1, side, side), dtype=bool)
    for h, row in enumerate(table.cells):
        for f, text in enumerate(row):
            letter = text.lstrip("=0123456789" + DASH)
            for run in (table.notes[letter] if letter else text).split(", "):
                if run:
                    low, high = _read_run(run, max_luck)
                    holds[low : high + 1, h, f] = True
    return holds


def _read_run(text: str, max_luck: int) -> Run:
    match = re.fullmatch(rf"(=?)(\d+)(?:{DASH}(\d+))?", text)
    if match is None or match[2] == match[3] or (match[1] and match[3]):
        raise ValueError(f"{text!r} is not a luck or a range of lucks")
    return int(match[2]), int(match[2] if match[1] else match[3] or max_luck)


def without_signs(text: str) -> str:
    """A square of a page as a cell of a table: always as the lowest luck."""
    return str(LEAST_LUCKY) if text == ALWAYS else text
