"""Small grids of fights, played round by round by a solver that shares no code with them."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from atlas.cards.small_grid import MOST_LOST, FightGrids, SmallGrid, small_grids
from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Start
from atlas.game.played import follow_best
from atlas.game.rules import Outcome

START = Start(9, 12, 8)
FOES = ((8, 7), (10, 8))
PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
Decides = Callable[[str, int, int, int, int], bool]


def lowest(grid: SmallGrid, yours: int, foe: int) -> int | None:
    (row,) = (row for (low, high), row in zip(grid.yours, grid.lowest, strict=True) if low <= yours <= high)
    (square,) = (n for (low, high), n in zip(grid.foes, row, strict=True) if low <= foe <= high)
    return square


def by_grids(grids: list[FightGrids]) -> float:
    """The chance to win both fights, LUCK used as the grids say; a grid stops where nobody stands by best play."""

    @cache
    def tests(number: int, outcome: str, hero: int, foe: int, luck: int) -> bool:
        grid = grids[number].grids[Outcome(outcome)]
        most = grid.yours[-1][1]
        least = lowest(grid, min(hero, most), foe)
        return luck > 0 and least is not None and luck >= least

    @cache
    def worth(number: int, hero: int, foe: int, luck: int) -> Fraction:
        if hero <= 0:
            return Fraction(0)
        if foe <= 0:
            return worth(1, hero, FOES[1][1], luck) if number == 0 else Fraction(1)
        leads = [a - b + START.skill - FOES[number][0] for a, b in product(PAIRS, PAIRS)]
        won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
        lucky, total = Fraction(sum(pair <= luck for pair in PAIRS), 36), Fraction(0)
        for outcome, ways, (plain, good, bad) in (("won", won, (2, 4, 1)), ("lost", lost, (2, 1, 3))):

            def after(damage: int, left: int, outcome: str = outcome) -> Fraction:
                mine = damage if outcome == "lost" else 0
                return worth(number, hero - mine, foe - damage + mine, left)

            if tests(number, outcome, hero, foe, luck):
                value = lucky * after(good, luck - 1) + (1 - lucky) * after(bad, luck - 1)
            else:
                value = after(plain, luck)
            total += Fraction(ways, won + lost) * value
        return total

    return float(worth(0, START.stamina, FOES[0][1], START.luck))


def test_grids_lose_what_they_say() -> None:
    """The second fight is solved after the first, so what both lose is not more than the two costs."""
    stages = [{"foe": list(foe)} for foe in FOES]
    solver = Solver(adventure_of({"stages": stages}, "two"), START, whole=False).run()
    played = follow_best(solver)
    parts = [small_grids(solver, played, number) for number in range(2)]
    assert [len(part) for part in parts] == [1, 1]
    grids = [part[0] for part in parts]
    lost = float(solver.at_start()) - by_grids(grids)
    assert 0 <= lost < 2 * MOST_LOST
    assert lost == pytest.approx(grids[0].cost + float(played.reached(1)) * grids[1].cost, abs=3e-4)
    squares = sum(len(grid.yours) * len(grid.foes) for part in grids for grid in part.grids.values())
    assert squares < 40


def test_who_still_has_fortune_to_drink_has_grids_of_their_own() -> None:
    stages = [{"foe": [8, 8]}, {"foe": [8, 8]}, {"foe": [9, 8]}, {"foe": [10, 12]}]
    adventure = adventure_of({"stages": stages, "potion": "fortune", "meals": 2}, "fortune")
    solver = Solver(adventure, Start(9, 19, 9), whole=False).run()
    played = follow_best(solver)
    grids = [part for number in range(4) for part in small_grids(solver, played, number)]
    assert all(part.cost <= MOST_LOST for part in grids)
