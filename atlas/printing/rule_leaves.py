"""Other rules on paper: a page for each preset, with its maps and what it costs to play by the books' advice."""

from collections.abc import Sequence
from dataclasses import dataclass

from atlas.maps.pdf import swatch_ink
from atlas.maps.style import PLATE_FILLS, Mark
from atlas.printing.leaves import EITHER, Document
from atlas.site.rule_pages import RuleSheet

PLATE_WIDTH, PLATE_HEIGHT = 166.0, 132.0
"""room for the maps, in millimetres; as large as fits"""


@dataclass(frozen=True, kw_only=True)
class RuleLeaves(Document):
    template = "print/rules.html"
    title: str = "Luck Atlas: other rules"
    description: str = "When to Test your Luck in fights with rules of their own, a page each."
    sheets: Sequence[RuleSheet]
    lucks: Sequence[int]
    plate_marks: Sequence[Mark] = tuple(PLATE_FILLS)
    plate_width: float
    plate_height: float

    @property
    def page_count(self) -> int:
        return len(self.sheets)


def rule_leaves(sheets: Sequence[RuleSheet], lucks: Sequence[int]) -> RuleLeaves:
    ink = sheets[0].ink
    height = min(PLATE_HEIGHT, PLATE_WIDTH * ink.height / ink.width)
    return RuleLeaves(
        path="print/rules.pdf",
        paper=EITHER,
        inks=[*map(swatch_ink, PLATE_FILLS), *(sheet.ink for sheet in sheets)],
        sheets=sheets,
        lucks=lucks,
        plate_width=height * ink.width / ink.height,
        plate_height=height,
    )
