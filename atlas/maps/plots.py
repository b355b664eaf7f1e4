"""Plots in the look of the maps: how good cards are against the effort of using them, what LUCK is worth, and who comes
through an adventure."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import nan
from typing import Literal, TypedDict

from matplotlib.axes import Axes

from atlas.cards.catalogue import Card
from atlas.cards.front import FrontPoint
from atlas.maps.charts import NARROW, legend_below, look, sheet, svg_file
from atlas.maps.style import ACCENT, INK, LOST_INK, QUIET, WON_INK, Colour
from atlas.policies.fightsets import FRESH
from atlas.tables.luck_prices import LuckPrices
from atlas.wording import chance, percent, signed_percent, wins_in_100


class MarkLook(TypedDict, total=False):
    """How matplotlib draws marks, and the line that joins them."""

    marker: str
    linestyle: str
    markersize: float
    fillstyle: Literal["none"]
    markeredgewidth: float


HEIGHT = 640
BELOW_NOTHING = -10
"""where cards with a negative share are drawn, in percent: how negative it is does not matter for a choice"""
GRIDS, SENTENCES, PAPER, PLAYERS = "grids", "sentences", "the paper", "what players say"
LOOKS: Mapping[str, tuple[Colour, MarkLook]] = {
    GRIDS: (WON_INK, {"marker": "s"}),
    SENTENCES: (LOST_INK, {"marker": "^", "markersize": 6.5}),
    PAPER: (INK, {"marker": "D", "markersize": 4.5}),
    PLAYERS: (QUIET, {"marker": "o", "markersize": 9, "fillstyle": "none", "markeredgewidth": 1.3}),
}
"""by group of cards: its colour and its mark; a ring shows what it is drawn around"""
ABOVE, BELOW, BEFORE, BESIDE = ((0, 7), "center"), ((0, -14), "center"), ((-6, 3), "right"), ((6, 5), "left")
NAMED: Mapping[str, tuple[str, tuple[tuple[int, int], str]]] = {
    "quick": ("quick grid", BELOW),
    "strips": ("strips", BELOW),
    "sentences": ("6 rules", ABOVE),
    "author-tree": ("the author’s tree", BEFORE),
    "never": ("never testing", BESIDE),
}
"""the cards with a name on the plot, and its place"""
WAY_HEIGHT = 280
WAY_LOOKS: Mapping[str, tuple[Colour, str]] = {
    "ahead": (ACCENT, "s"),
    "thrifty": (WON_INK, "^"),
    "all-out": (LOST_INK, "v"),
    "never": (QUIET, "o"),
}
"""colour and mark of each way to use luck"""


def _group(card: Card) -> str:
    groups = {"table": GRIDS, "rules": SENTENCES, "baseline": PLAYERS if card.id.startswith("folk") else PAPER}
    return groups[card.kind]


@look()
def front_svg(points: Sequence[FrontPoint]) -> bytes:
    """Return the plot of what cards get by looks at a decision: a new adventurer above, whole adventures below."""
    figure, axes = sheet(HEIGHT, rows=2, width=NARROW)
    won = {p.card.id: 100 * float(p.card.certificate.captured_gain[FRESH.name]) for p in points}
    carried = {p.card.id: max(100 * p.journey_share, BELOW_NOTHING) for p in points}
    titles = ("New adventurer, %", "Whole adventures, %")
    for plot, shares, title in zip(axes, (won, carried), titles, strict=True):
        for group in LOOKS:
            _draw(plot, group, [(p.looks, shares[p.card.id]) for p in points if _group(p.card) == group])
        for point in points:
            if point.card.id in NAMED:
                name, (offset, side) = NAMED[point.card.id]
                place = point.looks, shares[point.card.id]
                plot.annotate(name, place, offset, textcoords="offset points", ha=side)
        plot.set(title=title, ylim=(0, 112), xlim=(0, None))
    axes[1].set(xlabel="looks at a decision", ylim=(1.8 * BELOW_NOTHING, 112))
    axes[1].axhline(0, color=QUIET.light, linewidth=0.8)
    axes[1].text(
        1, BELOW_NOTHING, "worse than never testing", transform=axes[1].get_yaxis_transform(), ha="right", va="center"
    )
    legend_below(axes[1], columns=len(LOOKS))
    return svg_file(figure, "What each further look at a card buys", _description(points))


def _draw(plot: Axes, group: str, places: Sequence[tuple[float, float]]) -> None:
    """Draw every card of a group; a line joins those of ours that get more than any with fewer looks."""
    colour, mark = LOOKS[group]
    plot.plot(*zip(*places, strict=True), color=colour.light, linestyle="none", label=group, **mark)
    if group in (GRIDS, SENTENCES):
        front = [(x, y) for n, (x, y) in enumerate(places) if all(y > other for _, other in places[:n])]
        plot.plot(*zip(*front, strict=True), color=colour.light)


def _description(points: Sequence[FrontPoint]) -> str:
    parts = [
        f"{p.card.title}: {p.looks:.1f} looks, {percent(p.card.certificate.captured_gain[FRESH.name])} of the extra "
        f"wins of a new adventurer, {signed_percent(p.journey_share)} of what LUCK can give on whole adventures"
        for p in points
    ]
    return "Extra wins by the looks that a decision takes. " + "; ".join(parts) + "."


PRICES_HEIGHT = 300


@look()
def luck_prices_svg(prices: LuckPrices) -> bytes:
    """Draw the share of the gain from LUCK on whole adventures, by its price: for groups of books and the least kind.

    Negative shares are not drawn.
    """
    figure, (axes,) = sheet(PRICES_HEIGHT, width=NARROW)
    at = [100 * float(row.price) for row in prices.rows]
    marks: Sequence[MarkLook] = (
        {"marker": "o"},
        {"marker": "s"},
        {"marker": "^", "markersize": 6.5},
        {"marker": "D", "linestyle": "dotted"},
    )
    for group, colour, mark in zip(prices.groups, (WON_INK, LOST_INK, INK, INK), marks, strict=True):
        shares = _above_nothing(row.mean_of(group) for row in prices.rows)
        axes.plot(at, shares, color=colour.light, label=group, **mark)
    axes.plot(
        at,
        _above_nothing(row.least_share for row in prices.rows),
        color=QUIET.light,
        linestyle="dashed",
        label="the kind where it is least",
    )
    axes.axvline(100 * float(prices.chosen.price), color=QUIET.light, linewidth=0.8)
    axes.set(ylim=(0, 104), xlim=(0, max(at)), xlabel="price of a point of LUCK, wins in 100")
    axes.set_title("Part of what LUCK can give, %", loc="left")
    legend_below(axes, columns=2)
    words = "; ".join(
        f"{100 * float(row.price):g}: {signed_percent(row.average_share)} on average, "
        f"{signed_percent(row.least_share)} at the least"
        for row in prices.rows
    )
    return svg_file(figure, "What LUCK gives by its price", f"By the price of a point of LUCK: {words}.")


def _above_nothing(shares: Iterable[float]) -> list[float]:
    """Return shares in percent, not a number where they are below 0."""
    return [100 * share if share >= 0 else nan for share in shares]


@look()
def survival_svg(
    title: str, skills: Sequence[int], survival: Mapping[str, Sequence[Fraction]], words: Mapping[str, str]
) -> bytes:
    """Return the plot of the chance to come through by the hero's SKILL, a line for each way to use luck."""
    figure, (axes,) = sheet(WAY_HEIGHT, width=NARROW)
    for way, (colour, mark) in WAY_LOOKS.items():
        axes.plot(skills, [100 * float(c) for c in survival[way]], color=colour.light, marker=mark, label=words[way])
    axes.set(title="Come through, of 100", xlabel="your SKILL", xticks=list(skills), ylim=(0, 100))
    legend_below(axes, columns=2)
    description = "; ".join(
        f"SKILL {skill}: " + ", ".join(f"{words[way]} {chance(survival[way][i])}" for way in WAY_LOOKS)
        for i, skill in enumerate(skills)
    )
    return svg_file(figure, f"{title}: who comes through", description)


@look()
def way_svg(title: str, worths: Sequence[Fraction | None], falls: Sequence[Fraction]) -> bytes:
    """Return the plot by stage of what one more point of LUCK is worth, and how many of 100 heroes fall."""
    figure, (worth, fall) = sheet(WAY_HEIGHT, columns=2, width=NARROW)
    stages = range(1, len(falls) + 1)
    known = [(number, 100 * float(value)) for number, value in zip(stages, worths, strict=True) if value is not None]
    worth.plot(*zip(*known, strict=True), color=ACCENT.light, marker="s")
    worth.set(title="One LUCK more, wins in 100", xlabel="stage")
    worth.set_ylim(0, 1.1 * max(value for _, value in known) or None)
    fall.bar(stages, [100 * float(share) for share in falls], color=INK.light)
    fall.set(title="Fall here, of 100", xlabel="stage", ylim=(0, None))
    for axes in (worth, fall):
        axes.set_xticks(stages)
    description = "; ".join(
        f"stage {number}: one LUCK more is worth {wins_in_100(value or Fraction(0))}, {chance(share)} fall here"
        for number, value, share in zip(stages, worths, falls, strict=True)
    )
    return svg_file(figure, f"{title}: what LUCK is worth on the way, and where heroes fall", description)
