"""What potions and an Escape are worth, against adventures that say the same in other stages."""

import pytest

from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Start
from atlas.game.stages import Potion
from atlas.policies.journeys import TRAVELLERS
from atlas.tables.on_the_way import FLED, HURTS, KILLS, MEALS_AFTER_ESCAPE, OnTheWay, on_the_way


@pytest.fixture(scope="module")
def found() -> OnTheWay:
    return on_the_way()


def without_the_foe(first: dict[str, object], start: Start) -> float:
    stages = [first, {"unknown": 1}, HURTS, {"unknown": 2}, KILLS, {"unknown": 2}]
    adventure = adventure_of({"stages": stages, "meals": MEALS_AFTER_ESCAPE}, "left")
    solver = Solver(adventure, start, whole=False).run()
    # Nothing is eaten before the wound.
    return float(solver.solved[0].worths.at(start.stamina, start.luck, 0, MEALS_AFTER_ESCAPE))


@pytest.mark.slow
def test_an_escape_is_a_wound_that_may_be_tested(found: OnTheWay) -> None:
    kept, tested = {"stamina": -2}, {"test": {"lucky": {"stamina": -1}, "unlucky": {"stamina": -3}}}
    worths = [max(without_the_foe(wound, Start(*each)) for wound in (kept, tested)) for each in TRAVELLERS]
    for row in found.escapes:
        assert row.at_once == pytest.approx(sum(worths) / len(worths), abs=1e-5)


@pytest.mark.slow
def test_what_is_best_is_at_least_as_good_as_either(found: OnTheWay) -> None:
    assert [row.foe for row in found.escapes] == list(FLED)
    for row in found.escapes:
        assert row.best >= max(row.never, row.at_once) and row.at_once > row.never
    for row in found.potions:
        assert all(chances[None] == min(chances.values()) for chances in row.chances.values())


@pytest.mark.slow
def test_the_sentence_for_potions_holds(found: OnTheWay) -> None:
    assert {row.best(4) for row in found.potions} == {Potion.FORTUNE}
    only_fights = [row.best(0) for row in found.potions]
    assert only_fights.count(Potion.STRENGTH) > len(only_fights) / 2
