import numpy as np
import pytest

from atlas.cards.grid import Table, bands, derive_tables, neighbours, same_place_in_fours, spoken, table_policy
from atlas.cards.search import Goal, Library, card_board
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.policies.conditions import Where


def test_the_rules_of_a_table_are_the_table() -> None:
    """Looked up by hand, cell by cell."""
    open_end = tuple(range(6, 25))
    won = Table(Outcome.WON, ((3,), (7, 11), (20, 24)), ((1,), (2, 4), open_end), ((1, 2, 3), (4, None, 6), (7, 8, 9)))
    lost = Table(Outcome.LOST, ((2,), (3, 4, 5)), ((1, 2), (3, 6, 8)), ((2, 3), (9, None)))
    policy = table_policy((won, lost))
    for gap in (-5, -1, 0, 3):
        for luck in range(0, 13, 3):
            for hero in (1, 2, 3, 4, 5, 6, 7, 24, 30):
                for foe in (1, 2, 3, 6, 7, 8, 11, 15, 20, 24, 28):
                    where = Where(gap, luck, hero, foe)
                    rows = {3: 0, 7: 1, 11: 1, 20: 2, 24: 2, 28: 2}
                    columns = {1: 0, 2: 1, 4: 1, 6: 2, 7: 2, 24: 2, 30: 2}
                    number = won.numbers[rows[foe]][columns[hero]] if foe in rows and hero in columns else None
                    assert bool(policy.tests(Outcome.WON, where)) == (number is not None and luck - gap // 2 >= number)
                    rows, columns = {2: 0, 3: 1, 4: 1, 5: 1}, {1: 0, 2: 0, 3: 1, 6: 1, 8: 1}
                    number = lost.numbers[rows[hero]][columns[foe]] if hero in rows and foe in columns else None
                    assert bool(policy.tests(Outcome.LOST, where)) == (number is not None and luck >= number)


@pytest.mark.parametrize(
    ("group", "words"),
    [
        ((3,), "3"),
        ((2, 4), "2 or 4"),
        ((7, 8), "7 or 8"),
        ((7, 8, 9), "7 to 9"),
        ((8, 12, 16), "8, 12 or 16"),
        ((20, 24), "20, 24 …"),
        (tuple(range(6, 25)), "6 or more"),
        ((3, 6, 8), "3, 6 or 8"),
    ],
)
def test_how_groups_are_spoken(group: tuple[int, ...], words: str) -> None:
    assert spoken(group) == words


def test_what_may_join() -> None:
    assert same_place_in_fours((3, 7), (11,)) and not same_place_in_fours((3,), (11,))
    assert neighbours((3, 4), (5,)) and not neighbours((3,), (5,))
    assert bands((3, 5), (7,)) and bands((3, 5), (4, 6)) and bands((3, 4), (5, 6))
    assert not bands((3, 5), (4, 8)) and not bands((3, 4), (5,))


@pytest.mark.slow
def test_a_small_budget_is_kept_and_more_numbers_are_better() -> None:
    goal = Goal(Library(card_board(BOOK_RULES), ()), worst_weight=0.15, slack=2.0)
    blames = []
    for budget in (8, 24):
        tables = derive_tables(goal, budget, games=3000, seed=1)
        assert sum(table.size for table in tables) <= budget
        policy = table_policy(tables)
        assert len(policy.rules) == sum(n is not None for table in tables for row in table.numbers for n in row)
        blames.append(float(goal.blame(goal.board.tests([policy]))[0]))
    assert blames[1] < blames[0]
    assert np.isfinite(blames).all()
