"""Win chances by formula and by dice: without luck, and with luck that never falls.

What is drawn is gathered first (`Curve`, `Sample`). The simulated fights have fixed seeds: every run draws the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from matplotlib.axes import Axes

from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.formulas import break_even, win_chance_testing_when_won, win_chance_without_luck
from atlas.game.rules import Outcome, Rules
from atlas.maps.charts import legend_below, sheet
from atlas.maps.documents import PaperFigure
from atlas.maps.style import ACCENT, FRAME, INK, LOST_INK, WON_INK, Colour, ticks
from atlas.paper.figures.parts import paper_figure
from atlas.policies.policy import Policy, strategy
from atlas.policies.simulate import Advisor, Summary, same_start, simulate
from atlas.wording import signed

HEIGHT = 330
GAMES = 400
"""fights behind each simulated point"""
GAPS = (2, 0, -2)
HERO = 12
"""the hero's stamina where the foe's runs along the axis"""
STAMINA_PAIRS = ((6, 6), (24, 24), (6, 12), (12, 6))
CONSTANT_LUCK = 9
GAIN_LUCKS = (12, 9, 7, 5)
LINE_LOOKS: Sequence[tuple[Colour, str]] = ((WON_INK, "^"), (INK, "D"), (LOST_INK, "v"), (ACCENT, "s"))
"""colour and mark"""


@dataclass(frozen=True)
class Curve:
    """Exact values along an axis."""

    name: str
    at: Sequence[int]
    values: Sequence[Fraction]

    @property
    def percents(self) -> list[float]:
        return [100 * float(value) for value in self.values]


@dataclass(frozen=True)
class Sample:
    """Simulated fights along an axis."""

    at: Sequence[int]
    summaries: Sequence[Summary]


Chance = Callable[[int, int, int], Fraction]
"""a win chance by skill gap, hero stamina and foe stamina"""


def chance_without_luck(rules: Rules) -> Chance:
    """Return the chance to win without luck."""
    return lambda gap, hero, foe: win_chance_without_luck(rules, gap, hero, foe)


def chance_with_luck(rules: Rules, luck: int) -> Chance:
    """Return the chance to win with constant luck, tested after every won round."""
    lucky = luck_odds(luck).chance
    return lambda gap, hero, foe: win_chance_testing_when_won(rules, gap, hero, foe, lucky)


def by_foe(rules: Rules, chance: Chance) -> list[Curve]:
    """Return win chances along the foe's stamina, a curve for each of a few skill gaps."""
    at = list(rules.staminas)
    return [Curve(f"gap {signed(gap)}", at, [chance(gap, HERO, foe) for foe in at]) for gap in GAPS]


def by_gap(chance: Chance) -> list[Curve]:
    """Return win chances along the skill gap, a curve for each of a few pairs of staminas."""
    return [
        Curve(f"{hero} v {foe}", SKILL_GAPS, [chance(gap, hero, foe) for gap in SKILL_GAPS])
        for hero, foe in STAMINA_PAIRS
    ]


def gains_by_gap(rules: Rules) -> list[Curve]:
    """Return what constant luck adds along the skill gap, a curve for each of a few lucks."""
    never = chance_without_luck(rules)
    return [
        Curve(
            f"LUCK {luck}",
            SKILL_GAPS,
            [chance_with_luck(rules, luck)(gap, HERO, HERO) - never(gap, HERO, HERO) for gap in SKILL_GAPS],
        )
        for luck in GAIN_LUCKS
    ]


def samples(rules: Rules, policy: Policy, luck: int) -> list[Sample]:
    """Simulate fights along the foe's stamina, for the skill gaps of `by_foe`."""
    at = range(3, rules.max_stamina + 1, 3)
    return [
        Sample(
            at,
            [
                simulate(
                    Advisor(rules, (gap,), policy), same_start(gap, luck, HERO, foe), games=GAMES, seed=100 * i + foe
                )
                for foe in at
            ],
        )
        for i, gap in enumerate(GAPS, 1)
    ]


def without_luck_figure(rules: Rules) -> PaperFigure:
    """Draw the closed form among simulated fights, and how it depends on the skill gap."""
    chance = chance_without_luck(rules)
    figure, (left, right) = sheet(HEIGHT, columns=2)
    _draw_by_foe(left, by_foe(rules, chance), samples(rules, strategy(0, 0), 0))
    _draw_by_gap(right, by_gap(chance))
    left.set_title("% to win: formula and dice")
    right.set(title="% to win: the SKILL gap", ylim=(0, 100))
    shows = (
        f"The chance to win without LUCK. On the left, with STAMINA {HERO} against a foe of 1 to {rules.max_stamina}, "
        f"the closed form runs through {GAMES} simulated fights a point. On the right the SKILL gap decides: with "
        "STAMINA 24 against 24 the step from sure loss to sure win is steeper than with 6 against 6."
    )
    return paper_figure(
        figure,
        "without-luck",
        "The chance to win without LUCK",
        "Figure 1",
        shows,
        "Lines are the corrected closed form, marks are fights with dice, bars reach two standard errors either way. "
        "About one bar in twenty should miss its line. On the right your STAMINA stands before the foe’s. Steps "
        "on the left come from the hits that the foe can take: STAMINA of equally many hits is alike.",
    )


def constant_luck_figure(rules: Rules) -> PaperFigure:
    """Draw the closed form with luck that never falls, and what testing gains or costs."""
    gains = gains_by_gap(rules)
    figure, (left, right) = sheet(HEIGHT, columns=2)
    curves = by_foe(rules, chance_with_luck(rules, CONSTANT_LUCK))
    _draw_by_foe(left, curves, samples(rules, strategy(3, 0), CONSTANT_LUCK))
    _draw_by_gap(right, gains)
    left.set_title(f"% to win: constant LUCK {CONSTANT_LUCK}")
    right.set_title("Gained, wins in 100")
    right.axhline(color=FRAME.light, linewidth=0.8, zorder=1)
    ranges = "; ".join(f"LUCK {luck}: {_range_words(c)}" for luck, c in zip(GAIN_LUCKS, gains, strict=True))
    shows = (
        f"The chance to win if LUCK is tested after every won round and never falls. On the left, with LUCK "
        f"{CONSTANT_LUCK} and STAMINA {HERO}, the corrected closed form runs through {GAMES} simulated fights a "
        f"point. On the right, {HERO} against {HERO}, what this adds to a fight without LUCK, in wins in 100. {ranges}."
    )
    return paper_figure(
        figure,
        "constant-luck",
        "Constant LUCK, tested after every won round",
        "Figure 2",
        shows,
        "Read the left as in the figure before. On the right, above 0 testing helps and below it harms; where the "
        "SKILL gap has settled the fight it does neither. On average a test after a won round adds damage if it "
        f"is Lucky more often than {break_even(rules, Outcome.WON)} of the time.",
    )


def _draw_by_foe(axes: Axes, curves: Sequence[Curve], simulated: Sequence[Sample]) -> None:
    """Draw curves along the foe's stamina, with simulated fights as marks and bars."""
    for curve, sample, (colour, mark) in zip(curves, simulated, LINE_LOOKS, strict=False):
        axes.plot(curve.at, curve.percents, color=colour.light)
        played = [100 * summary.win_chance for summary in sample.summaries]
        reach = [200 * summary.standard_error for summary in sample.summaries]
        axes.errorbar(sample.at, played, reach, color=colour.light, fmt=mark, elinewidth=1, label=curve.name)
    axes.set(xlabel="foe’s STAMINA", xticks=ticks(curves[0].at[-1]), ylim=(0, 100))
    legend_below(axes)


def _draw_by_gap(axes: Axes, curves: Sequence[Curve]) -> None:
    """Draw curves along the skill gap, their marks taking turns."""
    for i, (curve, (colour, mark)) in enumerate(zip(curves, LINE_LOOKS, strict=True)):
        axes.plot(curve.at, curve.percents, color=colour.light, marker=mark, markevery=(i % 2, 2), label=curve.name)
    axes.set_xticks(SKILL_GAPS[::5], [signed(gap) for gap in SKILL_GAPS[::5]])
    axes.set_xlabel("SKILL gap")
    legend_below(axes, columns=2)


def _range_words(curve: Curve) -> str:
    low, high = (signed(round(100 * value)) for value in (min(curve.values), max(curve.values)))
    return f"{low} to {high}"
