"""`make bench`: speed as ratios measured in one run, on CPU time, because machines are noisy.

Prints one table and writes `build/bench.json`; `python -m tests.bench OLD.json NEW.json` compares two runs.
"""

import json
import resource
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from atlas.game.dice import luck_odds, round_ways
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.presets import preset
from atlas.game.rules import Outcome, Rules, State
from atlas.game.solver import solve, solve_pair
from atlas.game.worth import Worth
from atlas.tables.gap_table import csv_gz, csv_text, gap_table, npz
from tests import bench_build, bench_maps, bench_policies
from tests.bench_rows import FULL, Row, Size, compare, cpu_seconds, held

RESULTS = Path("build/bench.json")
ONE_GAP = -1
PRESET = "weapon-3"


def exact_grid(edition: Edition) -> None:
    """Best, thrifty, never and luck spent, in whole numbers."""
    for gap in edition.skill_gaps:
        pair = solve_pair(edition, gap)
        for solution in (pair.best, pair.thrifty):
            _ = solution.win_chances, solution.lucks_spent


def preset_ratio(size: Size) -> float:
    rules = replace(preset(PRESET).rules, max_stamina=size.rules.max_stamina)
    other = Edition(rules, skill_gaps=size.gaps)
    _, _, ratio = compare(lambda: exact_grid(size.edition), lambda: exact_grid(other), times=size.times(5))
    return ratio


def fraction_grid(edition: Edition) -> None:
    """The same work in the same order, straightforwardly, in fractions."""
    for gap in edition.skill_gaps:
        for price in (Fraction(0), LUCK_PRICE):
            fraction_gap(edition.rules, gap, price)


def fraction_gap(rules: Rules, gap: int, price: Fraction) -> dict[State, tuple[Fraction, Fraction]]:
    """Win chance and luck left for every state, when win chance + price × luck left is made the most of."""
    odds = round_ways(gap).decisive()
    rounds = ((Outcome.WON, odds.chance), (Outcome.LOST, 1 - odds.chance))
    values: dict[State, tuple[Fraction, Fraction]] = {}
    for luck in rules.lucks:
        for stamina in rules.staminas:
            values[State(stamina, 0, luck)] = Fraction(1), Fraction(luck)
            values[State(0, stamina, luck)] = Fraction(0), Fraction(luck)
    lucky = {luck: luck_odds(luck).chance for luck in rules.lucks}
    for state in rules.states():
        win, left = Fraction(0), Fraction(0)
        for outcome, chance in rounds:
            damage = rules.damage(outcome)
            choice = values[rules.hit(state, outcome, damage.plain)]
            if state.luck:
                spent = state._replace(luck=state.luck - 1)
                q = lucky[state.luck]
                good = values[rules.hit(spent, outcome, damage.lucky)]
                bad = values[rules.hit(spent, outcome, damage.unlucky)]
                test = (q * good[0] + (1 - q) * bad[0], q * good[1] + (1 - q) * bad[1])
                if test[0] + price * test[1] > choice[0] + price * choice[1]:
                    choice = test
            win += chance * choice[0]
            left += chance * choice[1]
        values[state] = win, left
    return values


def quantecon_gap(size: Size, gap: int) -> float:
    """One skill gap, best play, built and solved with QuantEcon's DiscreteDP in floats."""
    import scipy.sparse
    from quantecon.markov import DiscreteDP, backward_induction

    rules = size.rules
    odds = round_ways(gap).decisive()
    rounds = ((Outcome.WON, odds.hits / odds.total), (Outcome.LOST, odds.misses / odds.total))
    names = [(state, outcome) for state in rules.states() for outcome in Outcome]
    number = {name: i for i, name in enumerate(names)}
    over = len(names)
    rewards, sources, actions = [], [], []
    rows, columns, chances = [], [], []

    def lead(pair: int, state: State, chance: float) -> float:
        """Enter where a pair of state and action leads; return the reward for a fight won."""
        if state.foe_stamina and state.hero_stamina:
            for outcome, p in rounds:
                rows.append(pair)
                columns.append(number[state, outcome])
                chances.append(chance * p)
            return 0.0
        rows.append(pair)
        columns.append(over)
        chances.append(chance)
        return chance * (state.foe_stamina == 0)

    for (state, outcome), i in number.items():
        damage = rules.damage(outcome)
        sources.append(i)
        actions.append(0)
        rewards.append(lead(len(rewards), rules.hit(state, outcome, damage.plain), 1.0))
        if state.luck:
            lucky = luck_odds(state.luck).hits / luck_odds(state.luck).total
            spent = state._replace(luck=state.luck - 1)
            sources.append(i)
            actions.append(1)
            pair = len(rewards)
            won = lead(pair, rules.hit(spent, outcome, damage.lucky), lucky)
            rewards.append(won + lead(pair, rules.hit(spent, outcome, damage.unlucky), 1 - lucky))
    sources.append(over)
    actions.append(0)
    rewards.append(lead(len(rewards), State(0, 1, 0), 1.0))
    moves = scipy.sparse.csr_matrix((chances, (rows, columns)), shape=(len(rewards), over + 1))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="infinite horizon")
        problem = DiscreteDP(rewards, moves, 1.0, sources, actions)
    values, _ = backward_induction(problem, rules.most_rounds)
    return float(sum(p * values[0][number[size.start, outcome]] for outcome, p in rounds))


def solver_rows(size: Size) -> list[Row]:
    exact = solve_pair(size.edition, ONE_GAP)
    assert fraction_gap(size.rules, ONE_GAP, LUCK_PRICE)[size.start][0] == exact.thrifty.win_chance(size.start)
    grid, fractions, gain = compare(lambda: exact_grid(size.edition), lambda: fraction_grid(size.edition), times=1)
    return [
        Row("whole exact grid (best, thrifty, never, luck spent)", grid, "CPU s"),
        Row("… in fractions", fractions, "CPU s"),
        Row("… times faster than fractions", gain, "×", "≥ 5"),
        Row(f"whole exact grid of the preset {PRESET}, times as long as the books'", preset_ratio(size), "×", "≤ 1.3"),
    ]


def quantecon_rows(size: Size) -> list[Row]:
    exact = solve_pair(size.edition, ONE_GAP)
    assert np.isclose(quantecon_gap(size, ONE_GAP), float(exact.best.win_chance(size.start)))
    worth = Worth.of_winning(size.rules)
    ours, theirs, ratio = compare(
        lambda: solve(size.rules, ONE_GAP, worth), lambda: quantecon_gap(size, ONE_GAP), times=size.times(25)
    )
    return [
        Row("one skill gap, best play, exact", ours, "CPU s"),
        Row("… QuantEcon DiscreteDP in floats", theirs, "CPU s"),
        Row("… times faster than QuantEcon", ratio, "×", "≥ 20"),
    ]


def table_rows(size: Size) -> list[Row]:
    tables = [gap_table(solve_pair(size.edition, gap)) for gap in size.gaps]
    texts = [csv_text(table) for table in tables]
    return [
        Row("policy.csv.gz", cpu_seconds(lambda: csv_gz(map(csv_text, tables))), "CPU s"),
        Row("policy.csv.gz", len(csv_gz(texts)) / 1e6, "MB"),
        Row("policy.npz", cpu_seconds(lambda: npz(tables)), "CPU s"),
        Row("policy.npz", len(npz(tables)) / 1e6, "MB"),
    ]


def measure() -> int:
    """Print and write everything; return the exit status, which is 1 where something is not as it is wanted."""
    rows = solver_rows(FULL) + quantecon_rows(FULL)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.append(Row("peak memory up to here, with QuantEcon loaded", memory, "MB", "< 500"))
    rows += table_rows(FULL) + bench_maps.rows(FULL) + bench_policies.rows(FULL) + bench_build.rows(FULL)
    width = max(len(row.what) for row in rows)
    for row in rows:
        missed = "" if held(row) else "  MISSED"
        print(f"{row.what:<{width}}  {row.value:9.3f} {row.unit:<6} {row.wanted}{missed}".rstrip())
    RESULTS.write_text(json.dumps([row._asdict() for row in rows], indent=1, ensure_ascii=False) + "\n")
    print(f"Written to {RESULTS}", file=sys.stderr)
    return 0 if all(map(held, rows)) else 1


def compare_runs(old: Path, new: Path) -> None:
    before, after = (
        {(row["what"], row["unit"]): row["value"] for row in json.loads(p.read_text())} for p in (old, new)
    )
    for (what, unit), value in after.items():
        if earlier := before.get((what, unit)):
            print(f"{value / earlier:6.2f} ×  {what}: {earlier:.3f} → {value:.3f} {unit}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        compare_runs(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        sys.exit(measure())
