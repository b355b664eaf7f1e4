"""Choices told in a few words, followed by players who know no more, against the best play."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from atlas.cards.small_choice import GroupUse, Score, SmallEscape, small_escape, small_fork, small_group
from atlas.cards.small_grid import MOST_LOST
from atlas.game.adventure import Solver
from atlas.game.adventure_file import adventure_of
from atlas.game.ahead import Start
from atlas.game.edition import LUCK_PRICE
from atlas.game.played import PlayedAdventure, follow_best

PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
TO_FORK = [{"unknown": 1}, {"unknown": 1}, {"name": "Fork", "choice": ["Strong", "Lucky"]}]
DEADLY = {"name": "Lucky", "test": {"unlucky": {"dead": True}}}
FOE = {"name": "Strong", "foe": [10, 8], "next": "end"}


def played(stages: list[dict[str, Any]], start: Start, **carried: Any) -> PlayedAdventure:
    return follow_best(Solver(adventure_of({"stages": stages, **carried}, "drawn"), start, whole=False).run())


def in_all(place: tuple[int, ...], start: Start) -> int:
    """STAMINA with 4 for each meal and that of the start for a measure."""
    stamina, _, doses, meals = place
    return stamina + 4 * meals + start.stamina * doses


@pytest.mark.parametrize(
    ("carried", "start", "score"),
    [
        ({}, Start(10, 20, 9), Score.STAMINA),
        ({"meals": 3}, Start(9, 20, 7), Score.IN_ALL),
        ({"meals": 3, "potion": "strength"}, Start(8, 20, 7), Score.LUCK),
        ({"meals": 3, "potion": "strength"}, Start(11, 20, 11), Score.NOTHING),
    ],
)
def test_who_goes_by_the_score_of_a_fork_loses_what_it_says(
    carried: dict[str, Any], start: Start, score: Score
) -> None:
    found = played([*TO_FORK, FOE, DEADLY], start, **carried)
    fork = small_fork(found, 2)
    assert fork.score is score and fork.cost < 2.5 * MOST_LOST
    standing = found.visits[2].ready.array / found.visits[2].ready.array.sum()
    best = by_score = 0.0
    always = np.zeros(2)
    for place in zip(*np.nonzero(standing), strict=True):
        worths = standing[place] * np.array([float(found.solver.before(way).at(*place)) for way in (3, 4)])
        stamina, luck, doses, _ = place
        number = {Score.NOTHING: 0, Score.STAMINA: stamina, Score.LUCK: luck, Score.MEASURES: doses}.get(
            fork.score, in_all(place, start)
        )
        (way,) = (part.way for part in fork.parts if part.values[0] <= number <= part.values[1])
        best, by_score, always = best + worths.max(), by_score + worths[way], always + worths
    assert best - by_score == pytest.approx(fork.cost, abs=MOST_LOST)
    assert len(fork.parts) == 1 or by_score - always.max() > MOST_LOST, "one way for all would do"


def left_by(told: SmallEscape, hero: int, foe: int) -> bool:
    spans = [yours for (low, high), yours in zip(told.foes, told.yours, strict=True) if low <= foe <= high]
    assert len(spans) == 1
    return any(low <= hero <= high for low, high in spans[0])


def test_who_escapes_by_the_words_loses_next_to_nothing() -> None:
    """A fight without LUCK against SKILL 9, STAMINA 10; behind the escape wait two hard foes, behind the fight one."""
    stages = [{"foe": [9, 10], "escape": "Hard"}, {"next": "Foe"}, {"name": "Hard", "foe": [8, 6]}]
    start = Start(9, 14, 0)
    found = played([*stages, {"name": "Foe", "foe": [9, 8]}], start)
    told, solver = small_escape(found, 0), found.solver
    won, lost = sum(a > b for a, b in product(PAIRS, PAIRS)), sum(a < b for a, b in product(PAIRS, PAIRS))

    @cache
    def worth(hero: int, foe: int) -> Fraction | float:
        if hero <= 0:
            return 0.0
        if foe <= 0:
            return float(solver.before(1).at(hero, 0, 0, 0))
        if left_by(told, hero, foe):
            return float(solver.before(2).at(hero - 2, 0, 0, 0)) if hero > 2 else 0.0
        return (won * worth(hero, foe - 2) + lost * worth(hero - 2, foe)) / (won + lost)

    best, by_words = float(solver.at_start()), float(worth(14, 10))
    never = float(Solver(adventure_of({"stages": [{"foe": [9, 10]}, {"foe": [9, 8]}]}, "stay"), start).run().at_start())
    assert best - 3 * MOST_LOST < by_words <= best + 1e-9 and never < by_words


@pytest.mark.parametrize(
    ("stages", "start", "use"),
    [
        ([{"foes": [[5, 4], [5, 3]]}, {"unknown": 2}], Start(10, 20, 9), GroupUse.KEEP),
        ([{"foes": [[8, 8], [9, 8]]}], Start(9, 19, 9), GroupUse.LAST_FIGHT),
        ([{"foes": [[8, 8], [9, 6]]}, {"unknown": 1}, DEADLY, {"unknown": 1}], Start(10, 20, 9), GroupUse.STAY_ALIVE),
        ([{"foes": [[8, 8], [9, 7]]}, {"unknown": 4}], Start(10, 20, 10), GroupUse.MORE_TO_COME),
    ],
)
def test_luck_against_several_foes_is_told_by_what_lies_behind(
    stages: list[dict[str, Any]], start: Start, use: GroupUse
) -> None:
    group = small_group(played(stages, start, meals=4), 0, LUCK_PRICE)
    assert group.use is use and 0 <= group.cost < 0.005
