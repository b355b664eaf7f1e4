"""The paper's figures, drawn again from our own numbers: evidence in, SVG in the look of the maps out.

In come the solved fights and the tables of the paper's nine strategies; out comes a list of `PaperFigure`s,
each with the words that stand beside it. What is drawn is gathered first (`Curve`, `Sample`, counts, masks),
so that it can be held against the formulas. The simulated fights have fixed seeds: every run draws the same.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from matplotlib.path import Path

from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.formulas import break_even, win_chance_testing_when_won, win_chance_without_luck
from atlas.game.rules import Outcome, Rules, State
from atlas.maps.contours import inner_lines, outlines
from atlas.maps.documents import PaperFigure
from atlas.maps.figures import CellDigits, figure_text, plot_axes, sheet, svg_file
from atlas.maps.style import (
    ACCENT,
    BOTH_FILL,
    FILL,
    FRAME,
    GAIN,
    GRID,
    INK,
    LEVEL_LINE,
    LOST_FILL,
    LOST_INK,
    QUIET,
    STAKE,
    TILE,
    WON_FILL,
    WON_INK,
    Colour,
    ticks,
)
from atlas.maps.vector import lines_path
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence
from atlas.policies.conditions import Bools, Ints
from atlas.policies.evaluate import StrategyTable
from atlas.policies.policy import STRATEGIES, Policy, strategy, strategy_title
from atlas.policies.simulate import Summary, same_start, simulate
from atlas.wording import counted, signed

FOLDER = "static/paper"
GAMES = 400
"""fights behind each simulated point"""
GAPS = (2, 0, -2)
HERO = 12
"""the hero's stamina where the foe's runs along the axis"""
STAMINA_PAIRS = ((6, 6), (24, 24), (6, 12), (12, 6))
CONSTANT_LUCK = 9
GAIN_LUCKS = (12, 9, 7, 5)
STRATEGY_MAPS = ((-2, 9), (2, 12))
"""skill gap and luck"""
REGION_GAPS, REGION_LUCKS = (-4, 0, 4), (12, 6)
TAU_STRATEGIES = (1, 2, 3)
REGION_FILLS: Mapping[int, Colour] = {ATTACK: WON_FILL, DEFEND: LOST_FILL, BOTH: BOTH_FILL}
TAU_FILLS: Mapping[int, Colour] = {1: BOTH_FILL, 2: LOST_FILL, 3: WON_FILL}
STRATEGY_FILLS: Mapping[int, Colour] = {
    0: TILE,
    1: GAIN.colours[4],
    2: STAKE.colours[1],
    3: STAKE.colours[9],
    4: STAKE.colours[3],
    5: STAKE.colours[7],
    6: GAIN.colours[3],
    7: GAIN.colours[2],
    8: GAIN.colours[1],
}
"""cold after a lost round, warm after a won one, green after either; paler where a stamina limits it"""
LINE_LOOKS: Sequence[tuple[Colour, str, str]] = (
    (WON_INK, "^", "▲"),
    (INK, "D", "◆"),
    (LOST_INK, "v", "▼"),
    (ACCENT, "s", "■"),
)
"""colour, mark, and the mark as a letter"""


@dataclass(frozen=True)
class Curve:
    """Exact values along an axis."""

    name: str
    at: Sequence[int]
    values: Sequence[Fraction]


@dataclass(frozen=True)
class Sample:
    """Simulated fights along an axis."""

    at: Sequence[int]
    summaries: Sequence[Summary]


def paper_figures(evidence: Evidence, tables: Sequence[StrategyTable]) -> list[PaperFigure]:
    """All figures, in the order of the page."""
    return [
        _without_luck(evidence.rules),
        _constant_luck(evidence.constant),
        _scheme(evidence.rules),
        _strategies(tables),
        _thresholds(tables),
        _regions(evidence),
    ]


# What is drawn.

Chance = Callable[[int, int, int], Fraction]
"""a win chance by skill gap, hero stamina and foe stamina"""


def chance_without_luck(rules: Rules) -> Chance:
    """Without luck."""
    return lambda gap, hero, foe: win_chance_without_luck(rules, gap, hero, foe)


def chance_with_luck(rules: Rules, luck: int) -> Chance:
    """With constant luck tested after every won round."""
    lucky = luck_odds(luck).chance
    return lambda gap, hero, foe: win_chance_testing_when_won(rules, gap, hero, foe, lucky)


def by_foe(rules: Rules, chance: Chance) -> list[Curve]:
    """Win chances along the foe's stamina, a curve for each of a few skill gaps."""
    at = list(rules.staminas)
    return [Curve(f"gap {signed(gap)}", at, [chance(gap, HERO, foe) for foe in at]) for gap in GAPS]


def by_gap(chance: Chance) -> list[Curve]:
    """Win chances along the skill gap, a curve for each of a few pairs of staminas."""
    return [
        Curve(f"{hero} v {foe}", SKILL_GAPS, [chance(gap, hero, foe) for gap in SKILL_GAPS])
        for hero, foe in STAMINA_PAIRS
    ]


def gains_by_gap(rules: Rules) -> list[Curve]:
    """What constant luck adds along the skill gap, a curve for each of a few lucks."""
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
    """Fights with dice along the foe's stamina, for the skill gaps of `by_foe`."""
    at = range(3, rules.max_stamina + 1, 3)
    return [
        Sample(
            at,
            [
                simulate(
                    rules, policy, same_start(gap, luck, HERO, foe), skill_gaps=(gap,), games=GAMES, seed=100 * i + foe
                )
                for foe in at
            ],
        )
        for i, gap in enumerate(GAPS, 1)
    ]


def threshold_counts(tables: Sequence[StrategyTable]) -> dict[int, Counter[int]]:
    """By strategy: from how many starts each τ is as good as anything, over all the tables."""
    total: dict[int, Counter[int]] = {number: Counter() for number in TAU_STRATEGIES}
    for table in tables:
        for number, counts in total.items():
            counts.update(table.tau_counts[number])
    return total


def strategy_map(tables: Sequence[StrategyTable], skill_gap: int, luck: int) -> tuple[int, int, Ints]:
    """Skill gap, luck and the best strategies there, or at what the tables have nearest to it."""
    table = min(tables, key=lambda table: abs(table.skill_gap - skill_gap))
    held = min(luck, len(table.strategy) - 1)
    return table.skill_gap, held, table.strategy[held]


# Plots with two panels.

WIDTH, HEIGHT = 572, 346
LEFT, RIGHT, BOTTOM, WIDE, TALL = 44, 334, 74, 226, 234


@dataclass(frozen=True)
class Panel:
    """A plot on the sheet: where it stands and what its axes span."""

    left: int
    across: tuple[float, float]
    up: tuple[int, int]
    step: int
    wide: int = WIDE

    def axes(self, figure: Figure) -> Axes:
        """The frame and its lines."""
        axes = plot_axes(figure, self.left, BOTTOM, self.wide, TALL)
        axes.set_xlim(*self.across)
        axes.set_ylim(*self.up)
        for height in self._levels():
            axes.plot(self.across, (height, height), color=GRID.light, linewidth=0.25)
            y = BOTTOM + TALL * (height - self.up[0]) / (self.up[1] - self.up[0]) - 3
            figure_text(figure, self.left - 6, y, counted(height), 9, QUIET, align="right")
        return axes

    def label(self, figure: Figure, title: str, axis: str, ticks: Mapping[int, str]) -> None:
        """The words around it."""
        for value, word in ticks.items():
            x = self.left + self.wide * (value - self.across[0]) / (self.across[1] - self.across[0])
            figure_text(figure, x, BOTTOM - 13, word, 9, QUIET, align="center")
        figure_text(figure, self.left + self.wide / 2, BOTTOM - 28, axis, 9.5, INK, align="center")
        figure_text(figure, self.left, BOTTOM + TALL + 12, title, 10.5, INK, weight="bold")

    def _levels(self) -> range:
        return range(self.up[0], self.up[1] + 1, self.step)


def _foe_panel(figure: Figure, title: str, curves: Sequence[Curve], simulated: Sequence[Sample]) -> None:
    """Curves along the foe's stamina, with simulated fights as marks and bars."""
    last = curves[0].at[-1]
    panel = Panel(LEFT, (0, last + 1), (0, 100), 20)
    axes = panel.axes(figure)
    for curve, sample, (colour, mark, _) in zip(curves, simulated, LINE_LOOKS, strict=False):
        axes.plot(curve.at, _percents(curve), color=colour.light, linewidth=1.2)
        _draw_sample(axes, sample, colour, mark)
    panel.label(figure, title, "foe’s STAMINA", {n: str(n) for n in ticks(last)})
    _legend(figure, LEFT, curves, 76)


def _gap_panel(figure: Figure, title: str, curves: Sequence[Curve], up: tuple[int, int], step: int) -> None:
    """Curves along the skill gap."""
    panel = Panel(RIGHT, (SKILL_GAPS[0] - 1, SKILL_GAPS[-1] + 1), up, step)
    axes = panel.axes(figure)
    axes.plot(panel.across, (0, 0), color=FRAME.light, linewidth=0.8)
    for i, (curve, (colour, mark, _)) in enumerate(zip(curves, LINE_LOOKS, strict=True)):
        values = _percents(curve)
        axes.plot(curve.at, values, color=colour.light, linewidth=1.2)
        marked = slice(i % 2, None, 2)
        _marks(axes, list(curve.at)[marked], values[marked], colour, mark)
    panel.label(figure, title, "skill gap", {gap: signed(gap) for gap in SKILL_GAPS[::5]})
    _legend(figure, RIGHT, curves, 61)


def _percents(curve: Curve) -> list[float]:
    return [100 * float(value) for value in curve.values]


def _draw_sample(axes: Axes, sample: Sample, colour: Colour, mark: str) -> None:
    ends = [
        (at, 100 * (s.win_chance + side * s.standard_error))
        for at, s in zip(sample.at, sample.summaries, strict=True)
        for side in (-2, 2)
    ]
    bars = PathCollection(
        [Path(np.array(ends), [Path.MOVETO, Path.LINETO] * len(sample.at))],
        facecolors="none",
        edgecolors=colour.light,
        linewidths=0.9,
        transform=axes.transData,
    )
    axes.add_collection(bars, autolim=False)
    _marks(axes, sample.at, [100 * s.win_chance for s in sample.summaries], colour, mark)


def _marks(axes: Axes, at: Sequence[int], values: Sequence[float], colour: Colour, mark: str) -> None:
    size = 4 if mark in "sD" else 5.5
    axes.plot(at, values, color=colour.light, marker=mark, markersize=size, linestyle="none", markeredgewidth=0)


def _legend(figure: Figure, left: int, curves: Sequence[Curve], step: int) -> None:
    for i, (curve, (colour, _, letter)) in enumerate(zip(curves, LINE_LOOKS, strict=False)):
        figure_text(figure, left + i * step, 18, f"{letter} {curve.name}", 9, colour)


def _without_luck(rules: Rules) -> PaperFigure:
    chance = chance_without_luck(rules)
    figure = sheet(WIDTH, HEIGHT)
    _foe_panel(figure, "Win chance, %: formula and dice", by_foe(rules, chance), samples(rules, strategy(0, 0), 0))
    _gap_panel(figure, "Win chance, %: the skill gap", by_gap(chance), (0, 100), 20)
    shows = (
        f"The win chance without luck. On the left, with STAMINA {HERO} against a foe of 1 to {rules.max_stamina}, the "
        f"closed form runs through {GAMES} simulated fights a point. On the right the skill gap decides: with STAMINA "
        "24 against 24 the step from sure loss to sure win is steeper than with 6 against 6."
    )
    return _figure(
        figure,
        "without-luck",
        "Win chance without luck",
        "Figure 1",
        shows,
        "Lines are the corrected closed form, marks are fights with dice, bars reach two standard errors either way. "
        "About one bar in twenty should miss its line. Staminas on the right are yours v the foe’s; steps on the left "
        "come from the hits it takes to fell the foe: staminas that take equally many are alike.",
    )


def _constant_luck(rules: Rules) -> PaperFigure:
    chance = chance_with_luck(rules, CONSTANT_LUCK)
    gains = gains_by_gap(rules)
    low, high = min(min(_percents(c)) for c in gains), max(max(_percents(c)) for c in gains)
    up = 10 * int(low // 10), 10 * max(1, int(-(-high // 10)))
    figure = sheet(WIDTH, HEIGHT)
    played = samples(rules, strategy(3, 0), CONSTANT_LUCK)
    _foe_panel(figure, f"Win chance, %: constant LUCK {CONSTANT_LUCK}", by_foe(rules, chance), played)
    _gap_panel(figure, "Gained over no luck, points", gains, up, 10)
    ranges = "; ".join(f"LUCK {luck}: {_range_words(c)}" for luck, c in zip(GAIN_LUCKS, gains, strict=True))
    shows = (
        f"The win chance when luck is tested after every won round and never falls. On the left, with LUCK "
        f"{CONSTANT_LUCK} and STAMINA {HERO}, the corrected closed form runs through {GAMES} simulated fights a "
        f"point. On the right, {HERO} against {HERO}, what this adds to a fight without luck, in points. {ranges}."
    )
    return _figure(
        figure,
        "constant-luck",
        "Constant luck, tested after every won round",
        "Figure 2",
        shows,
        "Read the left as in the figure before. On the right, above 0 testing helps and below it harms; where the "
        "skill gap has settled the fight it does neither. On average a test after a won round adds damage if it "
        f"succeeds more often than {break_even(rules, Outcome.WON)} of the time.",
    )


def _range_words(curve: Curve) -> str:
    low, high = (signed(round(100 * value)) for value in (min(curve.values), max(curve.values)))
    return f"{low} to {high}"


# The scheme of backward induction.

SCHEME_CELL, SCHEME_SIDE = 34, 6
SCHEME_STATE = State(4, 4, 9)
SCHEME_WON, SCHEME_LOST = STAKE.colours[8], STAKE.colours[1]
DASHED = (0, (2.5, 1.6))


def _scheme(rules: Rules) -> PaperFigure:
    cell, across = SCHEME_CELL, SCHEME_CELL * (SCHEME_SIDE + 1)
    width, height = 44 + across + 50 + across + 12, 70 + across + 24
    figure = sheet(width, height)
    for left, outcome in ((44, Outcome.WON), (44 + across + 50, Outcome.LOST)):
        axes = figure.add_axes((left / width, 70 / height, across / width, across / height))
        axes.set_axis_off()
        axes.set_xlim(-0.5, SCHEME_SIDE + 0.5)
        axes.set_ylim(-0.5, SCHEME_SIDE + 0.5)
        _scheme_cells(axes)
        for hit, lane in zip(rules.damage(outcome).hits, (0.0, 0.3, -0.3), strict=True):
            x, y = _arrow(axes, outcome, hit, lane, tested=lane != 0)
            place = left + (x + 0.5) * cell, 67 + (y + 0.5) * cell
            figure_text(figure, *place, signed(-hit), 9, INK, align="center")
        for i in range(SCHEME_SIDE + 1):
            figure_text(figure, left + (i + 0.5) * cell, 57, "≤0" if i == 0 else str(i), 9, QUIET, align="center")
            figure_text(figure, left - 6, 67 + (i + 0.5) * cell, "≤0" if i == 0 else str(i), 9, QUIET, align="right")
        figure_text(figure, left + cell / 2, 70 + 5.3 * cell, "won", 9.5, INK, align="center")
        figure_text(figure, left + 5 * cell, 67 + cell / 2, "lost", 9.5, INK, align="center")
        figure_text(figure, left + across / 2, 42, "foe’s STAMINA", 9.5, INK, align="center")
        figure_text(figure, left, 78 + across, f"After a {outcome} round", 10.5, INK, weight="bold")
    _upright(figure, 16, 70 + across / 2)
    _scheme_legend(figure)
    hero, foe, _ = SCHEME_STATE
    shows = (
        f"Backward induction as moves on a grid of staminas, from {hero} against {foe}. After a won round the foe "
        f"loses {rules.won.plain}, or with a test {rules.won.lucky} if lucky and {rules.won.unlucky} if not; after a "
        f"lost round you lose {rules.lost.plain}, or {rules.lost.lucky} and {rules.lost.unlucky}. All moves lead to "
        "states that are solved already or to the edges, where the fight is won or lost."
    )
    return _figure(
        figure,
        "backward-induction",
        "How a state is solved from those below it",
        "Figure 3",
        shows,
        "The framed cell is to be solved; the filled ones are known, since their staminas add up to less. Compare the "
        "end of the solid arrow with the average of the ends of the two dashed ones, weighed by the chance to be "
        f"lucky: the better one is what to do. Dashed arrows also lead to a LUCK lower by {rules.luck_cost}.",
    )


def _scheme_cells(axes: Axes) -> None:
    hero, foe, _ = SCHEME_STATE
    numbers = range(1, SCHEME_SIDE + 1)
    known = [(f, h) for h in numbers for f in numbers if f + h < hero + foe]
    cells = [((0, h), SCHEME_WON) for h in numbers] + [((f, 0), SCHEME_LOST) for f in numbers]
    cells += [(place, FILL) for place in known]
    cells += [((f, h), TILE) for h in numbers for f in numbers if (f, h) not in known]
    for (f, h), colour in cells:
        axes.add_patch(
            Rectangle((f - 0.5, h - 0.5), 1, 1, facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.5)
        )
    axes.add_patch(
        Rectangle((foe - 0.5, hero - 0.5), 1, 1, facecolor="none", edgecolor=ACCENT.light, linewidth=2.5, zorder=3)
    )


def _arrow(axes: Axes, outcome: Outcome, hit: int, lane: float, *, tested: bool) -> tuple[float, float]:
    """From the state to where a hit leads, and the place for a word after it; lanes keep the arrows apart."""
    hero, foe, _ = SCHEME_STATE
    end = -float(min(hit, foe if outcome is Outcome.WON else hero))
    points = np.array(
        [(0, lane), (end + 0.1, lane), (end - 0.05, lane), (end + 0.2, lane + 0.1), (end + 0.2, lane - 0.1)]
    )
    word = (end - 0.28, lane)
    if outcome is Outcome.LOST:
        points, word = points[:, ::-1], word[::-1]
    points = points + np.array((foe, hero))
    colour = ACCENT if tested else INK
    axes.plot(*points[:2].T, color=colour.light, linewidth=1.5, linestyle=DASHED if tested else "solid", zorder=4)
    axes.add_patch(Polygon(points[2:], facecolor=colour.light, edgecolor="none", zorder=4))
    return foe + word[0], hero + word[1]


def _scheme_legend(figure: Figure) -> None:
    axes = _whole_sheet(figure)
    for x, colour, words in ((44, INK, "keep: a plain hit"), (176, ACCENT, "test: lucky or unlucky")):
        style = DASHED if colour is ACCENT else "solid"
        axes.plot((x, x + 22), (18, 18), color=colour.light, linewidth=1.5, linestyle=style)
        figure_text(figure, x + 28, 15, words, 9.5, colour)
    for x, fill, words in ((336, FILL, "solved"), (406, TILE, "not yet")):
        axes.add_patch(Rectangle((x, 13), 11, 11, facecolor=fill.light, edgecolor=FRAME.light, linewidth=0.5))
        figure_text(figure, x + 16, 15, words, 9.5, INK)


# The nine strategies.

STRATEGY_CELL = 11
DIGIT_SIZE = 8


def _strategies(tables: Sequence[StrategyTable]) -> PaperFigure:
    maps = [strategy_map(tables, gap, luck) for gap, luck in STRATEGY_MAPS]
    side = len(maps[0][2])
    across, bottom, right = side * STRATEGY_CELL, 116, 340
    width, height = max(right + across + 8, 612), bottom + across + 26
    figure = sheet(width, height)
    for left, (gap, luck, numbers) in zip((40, right), maps, strict=True):
        axes = _map_axes(figure, left, bottom, STRATEGY_CELL, side)
        _fill_cells(axes, [(numbers == n, STRATEGY_FILLS[n]) for n in STRATEGIES if (numbers == n).any()])
        digits = tuple(tuple(str(n) if n else "" for n in row) for row in numbers.tolist())
        axes.add_artist(CellDigits(digits, DIGIT_SIZE, INK))
        figure_text(
            figure, left, bottom + across + 9, f"Skill gap {signed(gap)}, LUCK {luck}", 10.5, INK, weight="bold"
        )
        figure_text(figure, left + across / 2, bottom - 27, "foe’s STAMINA", 9.5, INK, align="center")
    _upright(figure, 16, bottom + across / 2)
    _strategy_legend(figure)
    shows = (
        "Which of the paper’s nine strategies wins most often if it is kept up for a whole fight, by the staminas at "
        f"the start. {' '.join(_strategy_words(*map_) for map_ in maps)}"
    )
    return _figure(
        figure,
        "strategies",
        "The best of nine strategies, by start",
        "Supplementary figure 2",
        shows,
        "A digit is the number of the strategy, each with its best threshold τ; no digit means that luck gains "
        "nothing. Where several are equally good, the lowest number stands. Warm cells test after won rounds, cold "
        "ones after lost rounds, green ones after both.",
    )


def _strategy_words(gap: int, luck: int, numbers: Ints) -> str:
    counts = Counter(numbers.ravel().tolist()).most_common(2)
    leading = ", then ".join(f"number {number}, from {count}" for number, count in counts)
    return f"Leading at skill gap {signed(gap)} and LUCK {luck}, of {numbers.size} starts: {leading}."


def _strategy_legend(figure: Figure) -> None:
    axes = _whole_sheet(figure)
    for number in STRATEGIES:
        x, y = 40 + 300 * (number >= 5), 68 - 14 * (number % 5)
        colour = STRATEGY_FILLS[number]
        axes.add_patch(Rectangle((x, y - 2), 11, 11, facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.5))
        figure_text(figure, x + 17, y, f"{number} {strategy_title(number)}{'' if number else ' (no digit)'}", 8.5, INK)


def _upright(figure: Figure, x: float, y: float) -> None:
    """The name of the axis on the left."""
    text = figure_text(figure, x, y, "your STAMINA", 9.5, INK, align="center")
    text.set_rotation(90)
    text.set_rotation_mode("anchor")


def _whole_sheet(figure: Figure) -> Axes:
    """Axes in the units of the drawing."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, figure.bbox.width)
    axes.set_ylim(0, figure.bbox.height)
    return axes


def _map_axes(figure: Figure, left: int, bottom: int, cell: int, side: int) -> Axes:
    """A small map without its cells: frame and ticks."""
    width, height, across = figure.bbox.width, figure.bbox.height, cell * side
    axes = figure.add_axes((left / width, bottom / height, across / width, across / height))
    axes.set_axis_off()
    axes.set_xlim(0.5, side + 0.5)
    axes.set_ylim(0.5, side + 0.5)
    for tick in ticks(side):
        middle = (tick - 0.5) * cell
        figure_text(figure, left + middle, bottom - 12, str(tick), 9, QUIET, align="center")
        figure_text(figure, left - 5, bottom + middle - 3, str(tick), 9, QUIET, align="right")
    return axes


def _fill_cells(axes: Axes, layers: Sequence[tuple[Bools, Colour]]) -> None:
    for cells, colour in layers:
        shape = lines_path(outlines(cells), closed=True)
        axes.add_collection(
            PathCollection([shape], facecolors=colour.light, edgecolors="none", transform=axes.transData),
            autolim=False,
        )


# The thresholds.

TAU_WIDE = 500


def _thresholds(tables: Sequence[StrategyTable]) -> PaperFigure:
    counts = threshold_counts(tables)
    taus = sorted(counts[1]) or [0]
    panel = tau_panel(counts)
    figure = sheet(WIDTH, HEIGHT)
    axes = panel.axes(figure)
    for place, (number, colour) in enumerate(TAU_FILLS.items()):
        for tau in taus:
            corner = (tau - 0.39 + 0.26 * place, 0)
            axes.add_patch(
                Rectangle(corner, 0.26, counts[number][tau], facecolor=colour.light, edgecolor="none", zorder=3)
            )
    panel.label(figure, "Starts for which τ is best", "τ: test only while LUCK is above it", {t: str(t) for t in taus})
    legend = _whole_sheet(figure)
    for x, (number, colour) in zip((52, 212, 388), TAU_FILLS.items(), strict=True):
        legend.add_patch(Rectangle((x, 16), 11, 11, facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.5))
        figure_text(figure, x + 16, 18, f"{number} {strategy_title(number)}", 9.5, INK)
    peaks = {n: max(taus, key=counts[n].__getitem__) for n in TAU_STRATEGIES}
    shows = "How often each threshold τ belongs to a best strategy, for strategies 1 to 3. " + " ".join(
        f"Strategy {n}: most often τ = {peaks[n]}, from {counts[n][peaks[n]]:,} starts." for n in TAU_STRATEGIES
    )
    numbers = " ".join(
        f"Strategy {n}, τ from {taus[0]} up: {', '.join(str(counts[n][tau]) for tau in taus)}." for n in TAU_STRATEGIES
    )
    return _figure(
        figure,
        "thresholds",
        "The threshold τ of the best strategies",
        "Supplementary figure 3",
        shows,
        "A bar counts the starts, over all skill gaps and lucks, from which the strategy with this τ wins as often as "
        "any of the nine and luck gains something. A start counts for every τ that does equally well, so the bars add "
        "up to more than the starts.",
        numbers=numbers,
    )


def tau_panel(counts: Mapping[int, Counter[int]]) -> Panel:
    """The plot of the thresholds, high enough for the highest bar."""
    taus = sorted(counts[1]) or [0]
    highest = max(1, *(max(counter.values(), default=0) for counter in counts.values()))
    step = next(s for s in (10, 50, 100, 500, 1_000, 2_000, 5_000, 10_000, 10**9) if highest <= 7 * s)
    return Panel(52, (taus[0] - 0.6, taus[-1] + 0.6), (0, step * -(-highest // step)), step, TAU_WIDE)


# The regions.

REGION_CELL = 6


def _regions(evidence: Evidence) -> PaperFigure:
    side = evidence.rules.max_stamina
    across = side * REGION_CELL
    width, bottom = 34 + 3 * across + 2 * 40 + 10, 62
    height = bottom + 2 * across + 46 + 24
    figure = sheet(width, height)
    for column, gap in enumerate(REGION_GAPS):
        for row, luck in enumerate(reversed(REGION_LUCKS)):
            left, foot = 34 + column * (across + 40), bottom + row * (across + 46)
            axes = _map_axes(figure, left, foot, REGION_CELL, side)
            codes = evidence.exact.code(gap, luck)
            _fill_cells(axes, [(np.ones_like(codes, dtype=bool), TILE)])
            _fill_cells(axes, [(codes == code, colour) for code, colour in REGION_FILLS.items()])
            _even_line(axes, evidence.chances[gap - SKILL_GAPS[0], luck] >= 0.5)
            title = f"Skill gap {signed(gap)}, LUCK {luck}"
            figure_text(figure, left, foot + across + 7, title, 10, INK, weight="bold")
    for row in range(len(REGION_LUCKS)):
        _upright(figure, 12, bottom + row * (across + 46) + across / 2)
    for column in range(len(REGION_GAPS)):
        middle = 34 + column * (across + 40) + across / 2
        figure_text(figure, middle, bottom - 26, "foe’s STAMINA", 9.5, INK, align="center")
    _region_legend(figure)
    little = [int((evidence.exact.code(gap, REGION_LUCKS[1]) != NONE).sum()) for gap in REGION_GAPS]
    shows = (
        "When to test your luck from behind, even and ahead, with much luck and with little. "
        + " ".join(_region_words(evidence, gap, REGION_LUCKS[0]) for gap in REGION_GAPS)
        + f" With LUCK {REGION_LUCKS[1]} a test is right in {', '.join(map(str, little))} cells."
    )
    return _figure(
        figure,
        "regions",
        "Where to test, in six small maps",
        "Figures 4 and 5",
        shows,
        "Each cell is a pair of staminas in the middle of a fight, its colour what wins most often there; an empty "
        "cell says keep your luck. From left to right you get stronger, from top to bottom you have less luck. Above "
        "and to the left of the line you win at least half of the fights.",
    )


def _region_words(evidence: Evidence, gap: int, luck: int) -> str:
    codes = evidence.exact.code(gap, luck)
    attack, defend, both = (int((codes == code).sum()) for code in (ATTACK, DEFEND, BOTH))
    return (
        f"At skill gap {signed(gap)} and LUCK {luck}: {attack} cells of {codes.size} after a won round only, {defend} "
        f"after a lost one only, {both} after either."
    )


def _even_line(axes: Axes, cells: Bools) -> None:
    if cells.all() or not cells.any():
        return
    shape = lines_path(inner_lines(cells), closed=False)
    line = PathCollection([shape], facecolors="none", edgecolors=LEVEL_LINE.light, linewidths=1.8)
    line.set_transform(axes.transData)
    axes.add_collection(line, autolim=False)


def _region_legend(figure: Figure) -> None:
    axes = _whole_sheet(figure)
    words = ("test after a won round", "after a lost one", "after either", "keep")
    for x, colour, text in zip((34, 168, 268, 348), (*REGION_FILLS.values(), TILE), words, strict=True):
        axes.add_patch(Rectangle((x, 12), 11, 11, facecolor=colour.light, edgecolor=FRAME.light, linewidth=0.5))
        figure_text(figure, x + 16, 14, text, 9.5, INK)
    axes.plot((406, 428), (17, 17), color=LEVEL_LINE.light, linewidth=1.8)
    figure_text(figure, 434, 14, "50% to win", 9.5, INK)


# The file.


def _figure(
    figure: Figure, name: str, title: str, where: str, shows: str, how_to_read: str, *, numbers: str = ""
) -> PaperFigure:
    """The drawing finished as a file; `numbers` stand in its description only."""
    svg = svg_file(figure, title, f"{shows} {numbers}".strip())
    return PaperFigure(f"{FOLDER}/{name}.svg", title, where, shows, how_to_read, svg)
