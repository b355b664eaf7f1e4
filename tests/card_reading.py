"""A printed grid read as a player reads it: heads and squares in, the lowest LUCK to test with out."""

import re
from collections.abc import Sequence

import numpy as np

from atlas.cards.grid import NEVER_TEST, Grid
from atlas.game.dice import SKILL_GAPS
from atlas.policies.conditions import Ints
from tests.reader import read_staminas
from tests.structure import Cell, Table

STAMINAS = range(1, 25)
ALWAYS, KEEP, LEAST = "●", "·", 2


def read_gaps(words: str) -> set[int]:
    """−3 or less; −2 to 0; −4 or −3; −4, −3; +1; any."""
    first, *last = (
        (int(number.replace("−", "-")) for number in re.findall(r"[+−]?\d+", words)) if words != "any" else (0,)
    )
    if words == "any":
        return set(SKILL_GAPS)
    if words.endswith("or less"):
        return {gap for gap in SKILL_GAPS if gap <= first}
    if words.endswith("or more"):
        return {gap for gap in SKILL_GAPS if gap >= first}
    return set(range(first, (last or [first])[0] + 1))


def read_square(text: str) -> int:
    return {ALWAYS: LEAST, KEEP: NEVER_TEST}.get(text) or int(text)


def read_grid(table: Table, band: str = "any") -> Ints:
    """By skill gap, your STAMINA and the foe's; a band of the strip is told on its head."""
    heads = [row for row in table.rows if all(cell.kind == "TH" for cell in row)]
    bands = _spread(heads[0][1:]) if len(heads) == 2 else [band] * (len(heads[-1]) - 1)
    columns = [cell.text.strip() for cell in heads[-1][1:]]
    assert len(bands) == len(columns)
    lowest = np.full((len(SKILL_GAPS), 24, 24), NEVER_TEST)
    for row in table.rows[len(heads) :]:
        foes = read_staminas(row[0].text.strip())
        if len(row) == 2 and row[1].span > 1:
            assert row[1].text.startswith("KEEP")
            continue
        for where, head, cell in zip(bands, columns, row[1:], strict=True):
            yours = read_staminas(head)
            for gap in read_gaps(where):
                for hero in filter(yours, STAMINAS):
                    for foe in filter(foes, STAMINAS):
                        lowest[gap - SKILL_GAPS[0], hero - 1, foe - 1] = read_square(cell.text.strip())
    return lowest


def _spread(cells: Sequence[Cell]) -> list[str]:
    return [cell.text.strip() for cell in cells for _ in range(cell.span)]


def lowest(grid: Grid) -> Ints:
    """What the card says; with less LUCK than 2 no test is Lucky."""
    return np.maximum(grid.thresholds, LEAST)
