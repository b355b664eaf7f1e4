"""The plot of how good the cards are against the effort of using them: SVG in the look of the maps."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.axes import Axes

from atlas.cards.front import FrontPoint
from atlas.maps.charts import legend_below, look, sheet, svg_file
from atlas.maps.style import ACCENT, INK, LOST_INK, WON_INK, Colour
from atlas.policies.fightsets import FRESH
from atlas.wording import percent

HEIGHT = 330
KIND_LOOKS: Mapping[str, tuple[str, Colour, str, str]] = {
    "table": ("grids", WON_INK, "s", "-"),
    "rules": ("sentences", LOST_INK, "^", "-"),
    "baseline": ("others", INK, "D", ""),
}
"""by kind of card: its name, colour, mark and line"""
NAMED: Mapping[str, str] = {
    "quick": "quick grid",
    "strips": "strips",
    "sentences": "6 rules",
    "strategy-3": "paper 3",
    "paper-text-hero": "paper’s advice",
    "author-tree": "author’s tree",
    "folk-killing-blow": "killing blow",
}
"""the points that have a name beside them"""


@look()
def front_svg(points: Sequence[FrontPoint]) -> bytes:
    """Extra wins of a new adventurer on the left, of whole adventures on the right, by looks at a decision."""
    figure, axes = sheet(HEIGHT, columns=2)
    won = {p.card.id: 100 * float(p.card.certificate.captured_gain[FRESH.name]) for p in points}
    survived = {p.card.id: 100 * p.card.survival_share for p in points}
    for plot, shares, title in zip(axes, (won, survived), ("New adventurer, %", "Adventures, %"), strict=True):
        _plot(plot, points, shares)
        plot.set(title=title, xlabel="looks at a decision", ylim=(0, 104), xlim=(0, None))
    legend_below(axes[0])
    return svg_file(figure, "What each further look at a card buys", _description(points))


def _plot(axes: Axes, points: Sequence[FrontPoint], shares: Mapping[str, float]) -> None:
    for kind, (name, colour, mark, line) in KIND_LOOKS.items():
        some = [point for point in points if point.card.kind == kind]
        places, heights = [point.looks for point in some], [shares[point.card.id] for point in some]
        axes.plot(places, heights, color=colour.light, marker=mark, linestyle=line or "none", label=name)
    for point in points:
        if point.card.id in NAMED:
            place = (point.looks, shares[point.card.id])
            axes.annotate(NAMED[point.card.id], place, (5, -11), textcoords="offset points", color=ACCENT.light, size=9)


def _description(points: Sequence[FrontPoint]) -> str:
    parts = [
        f"{p.card.title}: {p.looks:.1f} looks, {percent(p.card.certificate.captured_gain[FRESH.name])} of the extra "
        f"wins of a new adventurer, {percent(Fraction(p.card.survival_share))} on adventures"
        for p in points
    ]
    return "Extra wins by the looks that a decision takes. " + "; ".join(parts) + "."
