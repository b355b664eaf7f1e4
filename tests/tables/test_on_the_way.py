"""What potions and Escapes are worth: what must hold whatever the figures, and what is advised by them."""

import pytest

from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Start
from atlas.game.stages import Potion
from atlas.policies.fight_ends import TRAVELLERS
from atlas.tables.on_the_way import HURTS, KILLS, MEALS_AFTER_ESCAPE, POTIONS_TAKEN, OnTheWay, PotionRow, on_the_way
from tests import dice_potions

MOST_OF_BOTH = {None: 0.2, Potion.STRENGTH: 0.5, Potion.FORTUNE: 0.4}
MOST_LUCK = {None: 0.1, Potion.STRENGTH: 0.2, Potion.FORTUNE: 0.6}


@pytest.fixture(scope="module")
def evidence() -> OnTheWay:
    return on_the_way()


def test_the_potion_for_all_is_the_best_on_average() -> None:
    """Fortune for the second adventurer counts for more than Strength for the first."""
    rows = [PotionRow(TRAVELLERS[0], {4: MOST_OF_BOTH}), PotionRow(TRAVELLERS[1], {4: MOST_LUCK})]
    assert [row.best(4) for row in rows] == [Potion.STRENGTH, Potion.FORTUNE]
    assert OnTheWay(rows, []).best_potion(4) is Potion.FORTUNE


@pytest.mark.slow
def test_a_potion_and_a_way_out_never_hurt(evidence: OnTheWay) -> None:
    for row in evidence.potions:
        for tests in evidence.tests:
            assert min(row.chances[tests].values()) == row.chances[tests][None]
        assert all(row.chances[0][potion] > row.chances[max(evidence.tests)][potion] for potion in row.chances[0])
    for escape in evidence.escapes:
        assert max(escape.never, escape.at_once) <= escape.best


@pytest.mark.slow
def test_fortune_is_offered_first_because_luck_tests_lie_ahead(evidence: OnTheWay) -> None:
    assert evidence.best_potion(0) is Potion.STRENGTH
    assert evidence.best_potion(max(evidence.tests)) is Potion.FORTUNE


@pytest.mark.slow
def test_dice_agree_with_the_table_of_potions(evidence: OnTheWay) -> None:
    """Within three standard errors; `python -m tests.dice_potions` plays the whole table, 200,000 of each."""
    figures = [*dice_potions.compared(evidence.potions[1:4:2], games=20_000)]
    assert len(figures) == 2 * len(evidence.tests) * len(POTIONS_TAKEN)
    for name, *_, apart in figures:
        assert abs(apart) < 3, name


def after_a_wound(first: dict[str, object], start: Start) -> float:
    """The chance to come through what follows an Escape, with its wound as a stage before which nobody eats."""
    stages = [first, {"unknown": 1}, HURTS, {"unknown": 2}, KILLS, {"unknown": 2}]
    adventure = adventure_of({"stages": stages, "meals": MEALS_AFTER_ESCAPE}, "left")
    solver = Solver(adventure, start, whole=False).run()
    return float(solver.solved[0].worths.at(start.stamina, start.luck, 0, MEALS_AFTER_ESCAPE))


@pytest.mark.slow
def test_an_escape_is_a_wound_that_may_be_tested(evidence: OnTheWay) -> None:
    keep, test = {"stamina": -2}, {"test": {"lucky": {"stamina": -1}, "unlucky": {"stamina": -3}}}
    worths = [max(after_a_wound(wound, Start(*each)) for wound in (keep, test)) for each in TRAVELLERS]
    for row in evidence.escapes:
        assert row.at_once == pytest.approx(sum(worths) / len(worths), abs=1e-5) and row.at_once > row.never
