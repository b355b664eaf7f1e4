"""Plots of how good the cards are: SVG in the look of the maps."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from atlas.cards.catalogue import Card
from atlas.maps.figures import figure_text, plot_axes, sheet, svg_file
from atlas.maps.style import ACCENT, GRID, INK, LOST_INK, QUIET, WON_INK, Colour
from atlas.policies.fightsets import FIGHT_SETS
from atlas.wording import percent

WIDTH, HEIGHT = 560, 330
LEFT, BOTTOM, PANEL, TALL = 46, 58, 214, 210
SET_COLOURS: Mapping[str, Colour] = {"every": WON_INK, "fresh": LOST_INK, "midway": INK}
SET_MARKS: Mapping[str, str] = {"every": "^", "fresh": "v", "midway": "D"}
LEAST_SHOWN = 70.0
"""percent of captured gain at the foot of the plot"""


def front_svg(front: Sequence[Card]) -> bytes:
    """What each further rule is worth: captured gain on the left, worst loss on the right."""
    figure = sheet(WIDTH, HEIGHT)
    sizes = [len(card.rules) for card in front]
    gain = _panel(figure, LEFT, sizes, (LEAST_SHOWN, 100), 5)
    for fights in FIGHT_SETS:
        captured = [100 * float(card.certificate.captured_gain[fights.name]) for card in front]
        _line(gain, sizes, captured, SET_COLOURS[fights.name], SET_MARKS[fights.name])
    worst = [100 * float(card.certificate.worst_loss) for card in front]
    highest = 5 * (1 + int(max(worst)) // 5)
    loss = _panel(figure, LEFT + PANEL + 62, sizes, (0, highest), 5)
    _line(loss, sizes, worst, ACCENT, "s")
    _words(figure, sizes, highest)
    return svg_file(figure, "What each further rule is worth", _description(front))


def _panel(figure: Figure, left: int, sizes: Sequence[int], limits: tuple[float, float], step: int) -> Axes:
    axes = plot_axes(figure, left, BOTTOM, PANEL, TALL)
    axes.set_xlim(sizes[0] - 0.5, sizes[-1] + 0.5)
    axes.set_ylim(*limits)
    for height in range(int(limits[0]) + step, int(limits[1]), step):
        axes.plot(axes.get_xlim(), (height, height), color=GRID.light, linewidth=0.25)
    return axes


def _line(axes: Axes, sizes: Sequence[int], values: Sequence[float], colour: Colour, marker: str) -> None:
    axes.plot(sizes, values, color=colour.light, linewidth=1.2)
    axes.plot(sizes, values, color=colour.light, marker=marker, markersize=5, linestyle="none", markeredgewidth=0)


def _words(figure: Figure, sizes: Sequence[int], highest: int) -> None:
    right = LEFT + PANEL + 62
    for left in (LEFT, right):
        for place, size in enumerate(sizes):
            x = left + PANEL * (place + 0.5) / len(sizes)
            figure_text(figure, x, BOTTOM - 13, str(size), 9, QUIET, align="center")
        figure_text(figure, left + PANEL / 2, BOTTOM - 27, "rules on the card", 9.5, INK, align="center")
    for left, low, high in ((LEFT, int(LEAST_SHOWN), 100), (right, 0, highest)):
        for value in range(low, high + 1, 10):
            y = BOTTOM + TALL * (value - low) / (high - low) - 3
            figure_text(figure, left - 6, y, f"{value}", 9, QUIET, align="right")
    top = BOTTOM + TALL + 12
    figure_text(figure, LEFT, top, "Captured gain, %", 11, INK, weight="bold")
    figure_text(figure, right, top, "Worst loss, points", 11, INK, weight="bold")
    x = LEFT
    for fights in FIGHT_SETS:
        colour = SET_COLOURS[fights.name]
        shape = {"^": "▲", "v": "▼", "D": "◆"}[SET_MARKS[fights.name]]
        figure_text(figure, x, 10, f"{shape} {fights.name}", 9.5, colour)
        x += 68


def _description(front: Sequence[Card]) -> str:
    parts = [
        f"{len(card.rules)} rule{'s' if len(card.rules) > 1 else ''}: "
        + ", ".join(f"{name} {percent(gain)}" for name, gain in card.certificate.captured_gain.items())
        + f", worst loss {percent(card.certificate.worst_loss)}"
        for card in front
    ]
    return "Captured gain by number of rules on the three sets of fights. " + "; ".join(parts) + "."
