"""Fights solved: tables, strategies, the price of luck, other rules."""

from collections.abc import Sequence

from atlas.game.edition import Edition
from atlas.game.presets import Preset
from atlas.game.rules import Rules
from atlas.game.solver import solve_pair
from atlas.making.engine import task
from atlas.policies.journeys import Yardstick
from atlas.policies.strategies import StrategyTable, best_strategies
from atlas.tables.gap_table import GapTable, gap_table
from atlas.tables.luck_prices import LuckPrices, luck_prices
from atlas.tables.variants import SolvedPreset, solve_preset


@task("Solving the skill gaps exactly")
def solve_gap(edition: Edition, gap: int) -> GapTable:
    return gap_table(solve_pair(edition, gap))


@task("Comparing the paper’s strategies", seconds=0.2)
def compare_strategies(rules: Rules, gap: int) -> StrategyTable:
    return best_strategies(rules, gap)


@task("Weighing the price of luck", seconds=5)
def weigh_luck_prices(rules: Rules, measure: Yardstick) -> LuckPrices:
    return luck_prices(rules, measure)


@task("Working out other rules", seconds=2)
def work_out_preset(edition: Edition, preset: Preset, tables: Sequence[GapTable]) -> SolvedPreset:
    return solve_preset(edition, preset, tables)
