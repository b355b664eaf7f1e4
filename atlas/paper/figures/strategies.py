"""The paper's nine strategies: which is best where, and with which threshold."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from atlas.maps.charts import sheet
from atlas.maps.documents import PaperFigure
from atlas.maps.style import BOTH_FILL, GAIN, LOST_FILL, STAKE, TILE, WON_FILL, Colour
from atlas.paper.figures.parts import cell_axes, fill_cells, legend, paper_figure, swatch
from atlas.policies.conditions import Ints
from atlas.policies.policy import STRATEGIES, strategy_title
from atlas.policies.strategies import StrategyTable, tau_counts
from atlas.wording import signed

MAPS_HEIGHT, BARS_HEIGHT = 430, 290
DIGIT_SIZE = 7
STRATEGY_MAPS = ((-2, 9), (2, 12))
"""skill gap and luck"""
TAU_FILLS: Mapping[int, Colour] = {1: BOTH_FILL, 2: LOST_FILL, 3: WON_FILL}
"""by strategy"""
BAR = 0.26
"""width of a bar, of the room for one τ"""
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


def strategy_map(tables: Sequence[StrategyTable], skill_gap: int, luck: int) -> tuple[int, int, Ints]:
    """Return skill gap, luck and the best strategies there, or at what the tables have nearest to it."""
    table = min(tables, key=lambda table: abs(table.skill_gap - skill_gap))
    held = min(luck, len(table.strategy) - 1)
    return table.skill_gap, held, table.strategy[held]


def best_by_start(tables: Sequence[StrategyTable]) -> PaperFigure:
    """Draw two maps of the strategy that is best from each start."""
    maps = [strategy_map(tables, gap, luck) for gap, luck in STRATEGY_MAPS]
    figure, both = sheet(MAPS_HEIGHT, columns=2, sharey=True)
    for axes, (gap, luck, numbers) in zip(both, maps, strict=True):
        cell_axes(axes, f"SKILL gap {signed(gap)}, LUCK {luck}", len(numbers))
        for number in STRATEGIES[1:]:
            fill_cells(axes, numbers == number, STRATEGY_FILLS[number])
        for hero, foe in np.argwhere(numbers):
            axes.text(
                foe + 1, hero + 1, str(numbers[hero, foe]), size=DIGIT_SIZE, ha="center", va="center", in_layout=False
            )
    titles = {number: f"{number} {strategy_title(number)}" for number in STRATEGIES}
    titles[0] += " (no digit)"
    legend(figure, [swatch(STRATEGY_FILLS[number], title) for number, title in titles.items()], columns=1)
    shows = (
        "Which of the paper’s nine strategies wins most often if it is kept up for a whole fight, by the STAMINA of "
        f"both at the start. {' '.join(_leading_words(*map_) for map_ in maps)}"
    )
    return paper_figure(
        figure,
        "strategies",
        "The best of nine strategies, by start",
        "Supplementary figure 2",
        shows,
        "A digit is the number of the strategy, each with its best threshold τ; no digit means that LUCK gains "
        "nothing. Where several are equally good, the lowest number stands. Warm squares test after won rounds, cold "
        "ones after lost rounds, green ones after both.",
    )


def _leading_words(gap: int, luck: int, numbers: Ints) -> str:
    counts = Counter(numbers.ravel().tolist()).most_common(2)
    leading = ", then ".join(f"number {number}, from {count}" for number, count in counts)
    return f"Leading at SKILL gap {signed(gap)} and LUCK {luck}, of {numbers.size} fights: {leading}."


def thresholds(tables: Sequence[StrategyTable]) -> PaperFigure:
    """Draw how often each threshold is best."""
    counts = tau_counts(tables)
    taus = range(len(counts[1]))
    figure, (axes,) = sheet(BARS_HEIGHT)
    for place, (number, colour) in enumerate(TAU_FILLS.items(), -1):
        heights = [counts[number][tau] for tau in taus]
        axes.bar([tau + BAR * place for tau in taus], heights, BAR, color=colour.light)
    axes.set(title="Starts for which τ is best", xlabel="τ: test only while LUCK is above it", xticks=taus)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    legend(figure, [swatch(colour, f"{n} {strategy_title(n)}") for n, colour in TAU_FILLS.items()], columns=3)
    peaks = {n: max(taus, key=counts[n].__getitem__) for n in TAU_FILLS}
    shows = "How often each threshold τ belongs to a best strategy, for strategies 1 to 3. " + " ".join(
        f"Strategy {n}: most often τ = {peaks[n]}, from {counts[n][peaks[n]]:,} starts." for n in TAU_FILLS
    )
    numbers = " ".join(
        f"Strategy {n}, τ from {taus[0]} up: {', '.join(str(counts[n][tau]) for tau in taus)}." for n in TAU_FILLS
    )
    return paper_figure(
        figure,
        "thresholds",
        "The threshold τ of the best strategies",
        "Supplementary figure 3",
        shows,
        "A bar counts the fights, over all SKILL gaps and LUCK, from which the strategy with this τ wins as often as "
        "any of the nine and luck gains something. A start counts for every τ that does equally well, so the bars add "
        "up to more than the starts.",
        numbers=numbers,
    )
