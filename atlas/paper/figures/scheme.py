"""The scheme of backward induction: where one round leads on the grid of staminas."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from atlas.game.rules import Outcome, Rules, State
from atlas.maps.charts import sheet
from atlas.maps.documents import PaperFigure
from atlas.maps.style import ACCENT, FILL, FRAME, INK, STAKE, TILE
from atlas.paper.figures.parts import fill_cells, legend, paper_figure, swatch
from atlas.wording import signed

HEIGHT = 310
SIDE = 6
"""staminas on the grid run from 0, where the fight ends, to this"""
STATE = State(4, 4, 9)
WON_EDGE, LOST_EDGE = STAKE.colours[8], STAKE.colours[1]
LANES = (0.0, 0.3, -0.3)
"""offsets of the arrows of a plain, a lucky and an unlucky hit, in cells"""


def scheme(rules: Rules) -> PaperFigure:
    """Draw how a state is solved from those below it."""
    figure, both = sheet(HEIGHT, columns=2, sharey=True)
    for axes, outcome in zip(both, Outcome, strict=True):
        _draw_grid(axes, f"After a {outcome} round")
        for hit, lane in zip(rules.damage(outcome).hits, LANES, strict=True):
            _draw_arrow(axes, outcome, hit, lane)
    both[0].set_ylabel("your STAMINA")
    keep = Line2D([], [], color=INK.light, label="keep: a normal hit")
    test = Line2D([], [], color=ACCENT.light, linestyle="--", label="test: Lucky or Unlucky")
    legend(figure, (keep, test, swatch(FILL, "solved"), swatch(TILE, "not yet")), columns=4)
    hero, foe, _ = STATE
    shows = (
        f"Backward induction on a grid of your STAMINA and the foe’s, from {hero} against {foe}. After a won round the "
        f"foe loses {rules.won.plain}, or with a test {rules.won.lucky} if Lucky and {rules.won.unlucky} if not; after "
        f"a lost round you lose {rules.lost.plain}, or {rules.lost.lucky} and {rules.lost.unlucky}. All moves lead to "
        "states that are solved already or to the edges, where the fight is won or lost."
    )
    return paper_figure(
        figure,
        "backward-induction",
        "How a state is solved from those below it",
        "Figure 3",
        shows,
        "The framed square is to be solved; the filled ones are known, since both STAMINA add up to less. Compare the "
        "end of the solid arrow with the average of the ends of the two dashed ones, weighed by the chance to be "
        f"Lucky: the better one is what to do. Dashed arrows also lead to a LUCK lower by {rules.luck_cost}.",
    )


def _draw_grid(axes: Axes, title: str) -> None:
    """Draw cells that are solved, cells that are not yet, and the edges where the fight ends."""
    hero_stamina, foe_stamina = np.indices((SIDE + 1, SIDE + 1))
    inside = (hero_stamina > 0) & (foe_stamina > 0)
    solved = hero_stamina + foe_stamina < STATE.hero_stamina + STATE.foe_stamina
    fill_cells(axes, inside & ~solved, TILE, first=0)
    fill_cells(axes, inside & solved, FILL, first=0)
    fill_cells(axes, (foe_stamina == 0) & (hero_stamina > 0), WON_EDGE, first=0)
    fill_cells(axes, (hero_stamina == 0) & (foe_stamina > 0), LOST_EDGE, first=0)
    corner = (STATE.foe_stamina - 0.5, STATE.hero_stamina - 0.5)
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=ACCENT.light, linewidth=2.5, zorder=3))
    axes.text(0, SIDE - 1, "won", ha="center", va="center")
    axes.text(SIDE - 1, 0, "lost", ha="center", va="center")
    limits, numbers = (-0.5, SIDE + 0.5), range(SIDE + 1)
    axes.set(title=title, xlabel="foe’s STAMINA", xlim=limits, ylim=limits, aspect="equal")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks(list(numbers), ["≤0", *map(str, numbers[1:])])
        axis.set_ticks([n + 0.5 for n in numbers], minor=True)
    axes.tick_params(which="both", length=0)
    axes.grid(visible=False)
    axes.grid(visible=True, which="minor", axis="both", color=FRAME.light, linewidth=0.5)
    axes.set_axisbelow("line")


def _draw_arrow(axes: Axes, outcome: Outcome, hit: int, lane: float) -> None:
    """Draw an arrow from the state to where a hit leads, which is named at the arrow's head."""
    hero, foe, _ = STATE
    start: tuple[float, float] = (foe, hero + lane)
    end: tuple[float, float] = (max(foe - hit, 0), hero + lane)
    if outcome is Outcome.LOST:
        start, end = (foe + lane, hero), (foe + lane, max(hero - hit, 0))
    colour, style = (ACCENT, "--") if lane else (INK, "-")
    arrow = {"arrowstyle": "<|-", "color": colour.light, "linestyle": style, "linewidth": 1.5, "shrinkB": 0}
    axes.annotate(signed(-hit), start, end, ha="center", va="center", arrowprops=arrow, zorder=4)
