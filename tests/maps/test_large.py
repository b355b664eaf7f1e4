"""Large maps for paper: no label, box or line ever covers a mark, and every long line has its label."""

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import BOOK_RULES
from atlas.maps.large import BOTTOM, BOX_HIGH, BOX_WIDE, LEFT, find_remark, label_ink, large_map
from atlas.maps.map import Map, play_map
from atlas.maps.pdf import MARK_SIZE, UP, squares_of
from atlas.maps.room import Rectangle, Room
from atlas.maps.style import CELL, LEVELS
from atlas.tables.callouts import found_on
from atlas.tables.gap_table import Aim, GapTable
from tests.map_reading import rim


def mark_boxes(map_: Map) -> list[Rectangle]:
    """The rectangles around all marks."""
    boxes = []
    for mark, cells in map_.marks.items():
        xs, ys = zip(*(point for polygon in mark.polygons for point in polygon), strict=True)
        for row, column in np.argwhere(cells).tolist():
            x, y = (column + 0.5) * CELL, (row + 0.5) * UP
            boxes.append(
                Rectangle(*(at + MARK_SIZE * by for at, by in ((x, min(xs)), (y, min(ys)), (x, max(xs)), (y, max(ys)))))
            )
    return boxes


@pytest.mark.slow
@pytest.mark.parametrize("gap", SKILL_GAPS)
def test_nothing_covers_a_mark(gap_tables: dict[int, GapTable], gap: int) -> None:
    table = gap_tables[gap].of(Aim.THRIFTY)
    for luck in range(2, 14):
        map_ = play_map(table, luck)
        marks = mark_boxes(map_)
        for said in filter(None, (find_remark(map_, call_out) for call_out in found_on(table, luck, BOOK_RULES))):
            ink = large_map(map_, squares_of(map_), "map", said)
            labels = {placed.ink.name: placed for placed in ink.under if placed.ink.name.startswith("label")}
            boxes = [
                Rectangle(p.x - LEFT, p.y - BOTTOM, p.x - LEFT + p.ink.width, p.y - BOTTOM + p.ink.height)
                for p in labels.values()
            ]
            if said.box:
                assert (said.box.right - said.box.left, said.box.top - said.box.low) == pytest.approx(
                    (BOX_WIDE, BOX_HIGH)
                )
                start, end = Room(map_).leader(said.call_out.row or 0, said.box)
                points = [Rectangle(x, y, x, y) for x, y in np.linspace(start, end, 60)[:-1].tolist()]
                assert not [p for p in points for mark in marks if p.overlaps(mark)], (luck, said.call_out)
                boxes.append(said.box)
            assert not [box for box in boxes for mark in marks if box.overlaps(mark)], (luck, said.call_out)
            assert not [box for place, box in enumerate(boxes) for other in boxes[:place] if box.overlaps(other)]
            for level in LEVELS:
                assert len(rim(map_.levels[level])) < 12 or label_ink(level).name in labels, (luck, level)
