"""Where to test, in six small maps: from behind, even and ahead, with much luck and with little."""

from collections.abc import Mapping
from itertools import product

import numpy as np
from matplotlib.lines import Line2D

from atlas.game.dice import SKILL_GAPS
from atlas.maps.charts import sheet
from atlas.maps.contours import inner_lines
from atlas.maps.documents import PaperFigure
from atlas.maps.style import BOTH_FILL, LEVEL_LINE, LOST_FILL, TILE, WON_FILL, Colour
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence
from atlas.paper.figures.parts import cell_axes, fill_cells, legend, paper_figure, swatch
from atlas.wording import signed

HEIGHT = 410
GAPS, LUCKS = (-4, 0, 4), (12, 6)
FILLS: Mapping[int, tuple[Colour, str]] = {
    ATTACK: (WON_FILL, "test after a won round"),
    DEFEND: (LOST_FILL, "after a lost one"),
    BOTH: (BOTH_FILL, "after either"),
}
"""by what to do: colour, and the words of the legend"""


def regions(evidence: Evidence) -> PaperFigure:
    """Draw best play in the middle of a fight."""
    figure, all_axes = sheet(HEIGHT, len(LUCKS), len(GAPS), sharex=True, sharey=True)
    for axes, (luck, gap) in zip(all_axes, product(LUCKS, GAPS), strict=True):
        codes = evidence.exact.code(gap, luck)
        cell_axes(axes, f"SKILL gap {signed(gap)}, LUCK {luck}", len(codes))
        for code, (colour, _) in FILLS.items():
            fill_cells(axes, codes == code, colour)
        for line in inner_lines(evidence.chances[gap - SKILL_GAPS[0], luck] >= 0.5):
            axes.plot(*(np.array(line).T + 0.5), color=LEVEL_LINE.light, linewidth=1.8)
    even = Line2D([], [], color=LEVEL_LINE.light, linewidth=1.8, label="50% to win")
    legend(figure, [*(swatch(*fill) for fill in FILLS.values()), swatch(TILE, "keep"), even], columns=5)
    little = [int((evidence.exact.code(gap, LUCKS[1]) != NONE).sum()) for gap in GAPS]
    shows = (
        "When to test your luck from behind, even and ahead, with much luck and with little. "
        + " ".join(_cell_words(evidence, gap, LUCKS[0]) for gap in GAPS)
        + f" With LUCK {LUCKS[1]} a test is right in {', '.join(map(str, little))} cells."
    )
    return paper_figure(
        figure,
        "regions",
        "Where to test, in six small maps",
        "Figures 4 and 5",
        shows,
        "Each square is your STAMINA and the foe’s in the middle of a fight, its colour what wins most often there; an "
        "empty one says KEEP. From left to right you get stronger, from top to bottom you have less LUCK. Above "
        "and to the left of the line you win at least half of the fights.",
    )


def _cell_words(evidence: Evidence, gap: int, luck: int) -> str:
    codes = evidence.exact.code(gap, luck)
    attack, defend, both = (int((codes == code).sum()) for code in (ATTACK, DEFEND, BOTH))
    return (
        f"At SKILL gap {signed(gap)} and LUCK {luck}, of {codes.size} squares: {attack} after a won round only, "
        f"{defend} after a lost one only, {both} win or lose."
    )
