"""Whole adventures against a solver that shares no code with the package, in whole numbers and in floats."""

import random
from collections.abc import Iterator
from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from atlas.game.adventure import AHEAD, ALL_OUT, NEVER_TESTING, Solver, thrifty
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Foe, Start
from atlas.game.journey import AdventureForHero
from atlas.game.played import follow_best
from atlas.game.stages import Adventure
from tests.random_adventures import KINDS, random_adventure
from tests.slow_adventure import slow_adventure

PRICE = Fraction(1, 40)
FOES = {Foe(5, 3): 2, Foe(7, 5): 3, Foe(9, 2): 1}
"""in place of those of the books, which would take the slow solver long"""
NUMBER, SOME = 300, 2 * len(KINDS)
ERROR = Fraction(1, 10**12)


@pytest.fixture(scope="module")
def drawn() -> list[dict[str, Any]]:
    dice = random.Random(31)
    return [random_adventure(dice, number) for number in range(NUMBER)]


def slowly(asked: dict[str, Any]) -> dict[str, Any]:
    return slow_adventure(asked["file"], asked["hero"], {tuple(foe): count for foe, count in FOES.items()}, PRICE)


def numbers(entry: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Every number of an answer with its place."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            yield from numbers(value, f"{where} {key}")
    elif isinstance(entry, list):
        for number, value in enumerate(entry):
            yield from numbers(value, f"{where} {number}")
    else:
        yield where, entry


def judge(asked: dict[str, Any]) -> None:
    """All that is told is what the slow solver tells: the same fractions, and floats next to them."""
    slow = slowly(asked)
    journey = AdventureForHero(adventure_of(asked["file"], "drawn"), Start(**asked["hero"]), FOES)
    assert journey.is_exact
    assert list(numbers(journey.exact_entry(PRICE))) == list(numbers(slow)), asked
    solvers = {
        use.name: Solver(journey.adventure, journey.start, use, foes=FOES, whole=False).run()
        for use in (NEVER_TESTING, ALL_OUT, thrifty(PRICE), AHEAD)
    }
    for name, solver in solvers.items():
        assert abs(solver.at_start() - slow[name]) < ERROR, (asked, name)
    played = follow_best(solvers["ahead"])
    for number, stage in zip(journey.listed(), slow["stages"], strict=True):
        assert abs(played.reached(number) - stage["reached"]) < ERROR
        for name, worth in (played.actions(number) or {}).items():
            assert (worth is None) == (stage["actions"][name] is None)
            assert worth is None or abs(worth - stage["actions"][name]) < ERROR, (asked, number, name)


@pytest.mark.parametrize("number", range(SOME))
def test_adventures_drawn_at_random(drawn: list[dict[str, Any]], number: int) -> None:
    judge(drawn[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SOME, NUMBER))
def test_more_adventures_drawn_at_random(drawn: list[dict[str, Any]], number: int) -> None:
    judge(drawn[number])


def long_way(fights: int = 10, tests: int = 4, **more: Any) -> Adventure:
    """Unknown foes, with luck tests on the way that cost STAMINA, LUCK and sometimes life."""
    stages: list[dict[str, Any]] = []
    for number in range(fights):
        if number * tests // fights != (number + 1) * tests // fights:
            stages.append({"test": {"unlucky": {"dead": True} if number % 4 == 0 else {"stamina": -2}}})
        stages.append({"unknown": 1})
    return adventure_of({"stages": stages, **more}, "long way")


@pytest.mark.slow
def test_a_long_adventure_takes_a_second() -> None:
    """10 unknown foes, 5 meals, 4 tests, with everything that is told of them."""
    began = process_time()
    entry = AdventureForHero(long_way(meals=5), Start(9, 20, 10)).as_entry(PRICE)
    assert process_time() - began < 2  # 0.8 s alone on a processor
    assert 0 < entry["never"] < entry["thrifty"] < entry["ahead"] < 1  # type: ignore[operator]


def test_floats_stay_within_the_stated_bound() -> None:
    """Foes are few here, so that the whole numbers of the same adventure can be worked out."""
    adventure, start = long_way(4, 2, meals=2, potion="fortune"), Start(8, 12, 6)
    exact, rounded = (Solver(adventure, start, foes=FOES, whole=whole).run() for whole in (True, False))
    off = abs(exact.at_start() - rounded.at_start())
    assert 0 < off < AdventureForHero(adventure, start, FOES).size.error < ERROR


def test_foes_that_are_all_alike_are_known() -> None:
    start = Start(9, 14, 7)
    unknown = adventure_of({"stages": [{"unknown": 3}]}, "unknown")
    known = adventure_of({"stages": [{"foe": [8, 6]}] * 3}, "known")
    chances = AdventureForHero(unknown, start, {Foe(8, 6): 5}).ways(PRICE)
    assert chances == AdventureForHero(known, start).ways(PRICE)


def test_provisions_are_told() -> None:
    stages = [{"name": "A", "foe": [8, 8]}, {"name": "B", "foe": [9, 8]}]
    journey = AdventureForHero(adventure_of({"stages": stages, "meals": 2}, "fed"), Start(9, 14, 7))
    first, second = (journey.provisions(number) for number in (0, 1))
    assert first is not None and second is not None
    assert first.meals == 0 and first.eat_up_to is not None and first.eat_up_to < 14
    assert 0 < second.meals < 2 and second.eat_up_to is not None
    likely = journey.likely(1)
    assert likely[3] == 2 and 0 < likely[0] <= 14
