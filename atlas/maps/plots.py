"""Plots of how good the cards are: SVG in the look of the maps."""

from collections.abc import Mapping, Sequence

from atlas.cards.catalogue import Card
from atlas.maps.charts import legend_below, look, sheet, svg_file
from atlas.maps.style import ACCENT, INK, LOST_INK, WON_INK, Colour
from atlas.policies.fightsets import FIGHT_SETS
from atlas.wording import percent

HEIGHT = 280
SET_LOOKS: Mapping[str, tuple[Colour, str]] = {"every": (WON_INK, "^"), "fresh": (LOST_INK, "v"), "midway": (INK, "D")}
"""colour and mark"""


@look()
def front_svg(front: Sequence[Card]) -> bytes:
    """What each further rule is worth: captured gain on the left, worst loss on the right."""
    figure, (gain, loss) = sheet(HEIGHT, columns=2)
    sizes = [len(card.rules) for card in front]
    for fights in FIGHT_SETS:
        colour, mark = SET_LOOKS[fights.name]
        captured = [100 * float(card.certificate.captured_gain[fights.name]) for card in front]
        gain.plot(sizes, captured, color=colour.light, marker=mark, label=fights.name)
    loss.plot(sizes, [100 * float(card.certificate.worst_loss) for card in front], color=ACCENT.light, marker="s")
    for axes in (gain, loss):
        axes.set(xlabel="rules on the card", xticks=sizes)
    gain.set(title="Captured gain, %", ylim=(None, 100))
    loss.set(title="Worst loss, points", ylim=(0, None))
    legend_below(gain)
    return svg_file(figure, "What each further rule is worth", _description(front))


def _description(front: Sequence[Card]) -> str:
    parts = [
        f"{len(card.rules)} rule{'s' if len(card.rules) > 1 else ''}: "
        + ", ".join(f"{name} {percent(gain)}" for name, gain in card.certificate.captured_gain.items())
        + f", worst loss {percent(card.certificate.worst_loss)}"
        for card in front
    ]
    return "Captured gain by number of rules on the three sets of fights. " + "; ".join(parts) + "."
