"""Plots of adventures: who comes through, what luck is worth on the way, where heroes fall."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from atlas.maps.charts import NARROW, legend_below, look, sheet, svg_file
from atlas.maps.style import ACCENT, INK, LOST_INK, QUIET, WON_INK, Colour
from atlas.wording import chance, wins_in_100

HEIGHT = 280
WAY_LOOKS: Mapping[str, tuple[Colour, str]] = {
    "ahead": (ACCENT, "s"),
    "thrifty": (WON_INK, "^"),
    "all-out": (LOST_INK, "v"),
    "never": (QUIET, "o"),
}
"""colour and mark of each way to use luck"""


@look()
def survival_svg(
    title: str, skills: Sequence[int], survival: Mapping[str, Sequence[Fraction]], words: Mapping[str, str]
) -> bytes:
    """Return the plot of the chance to come through by the hero's SKILL, a line for each way to use luck."""
    figure, (axes,) = sheet(HEIGHT, width=NARROW)
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
    figure, (worth, fall) = sheet(HEIGHT, columns=2, width=NARROW)
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
