"""Which maps there are, what they say in words, and the edges of sets of cells."""

import re
from itertools import pairwise

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import solve_pair
from atlas.maps.contours import inner_lines, outlines
from atlas.maps.map import STAKES, Gain, gains, gap_maps_of, gap_slug, play_map, stake_map
from atlas.tables.gap_table import Aim, GapTable, gap_table, stakes_of
from tests.map_reading import edges, filled, rim

SIDE = 24


@pytest.fixture(scope="module")
def even() -> tuple[GapTable, GapTable]:
    """Skill gaps 0 and +1."""
    return gap_table(solve_pair(Edition(), 0)), gap_table(solve_pair(Edition(), 1))


def test_every_map_of_a_skill_gap_is_there_once(even: tuple[GapTable, GapTable]) -> None:
    assert [gap_slug(gap) for gap in (-4, 0, 2)] == ["minus-4", "0", "plus-2"]
    lucks = range(14)
    names = {f"luck-{luck}-{name}" for luck in lucks for name in ("best", "thrifty", "more-stamina", "more-skill")}
    names |= {f"luck-{luck}-{name}" for luck in lucks[1:] for name in ("won", "lost", "luck")}
    names |= {f"luck-{luck}-more-luck" for luck in lucks[:-1]}
    paths = [map_.path for map_ in gap_maps_of(*even)]
    assert sorted(paths) == sorted(f"atlas/maps/0/{name}.svg" for name in names)


def test_a_map_speaks_a_players_words(even: tuple[GapTable, GapTable]) -> None:
    table = even[0]
    map_ = play_map(table.of(Aim.THRIFTY), 9)
    assert (map_.title, map_.subtitle) == ("SKILL gap 0, LUCK 9", "When to Test your Luck: more to come")
    won, lost = (c[9] == Verdict.TEST for c in (table.thrifty_on_win, table.thrifty_on_loss))
    assert map_.words.startswith(
        f"Of 576 squares, test only after a won round in {(won & ~lost).sum()}, only after a lost round in "
        f"{(lost & ~won).sum()}, win or lose in {(won & lost).sum()}. "
    )
    assert (won & lost).any()
    for need, foe in re.findall(r"(\d+) against (\d+)", map_.words):
        chances = table.win_chance_thrifty[9][:, int(foe) - 1]
        assert chances[int(need) - 1] >= 0.5 > chances[int(need) - 2]


def test_where_the_tables_end(even: tuple[GapTable, GapTable]) -> None:
    table, above = even
    stamina, luck, skill = (gains(table, above, g) for g in (Gain.MORE_STAMINA, Gain.MORE_LUCK, Gain.MORE_SKILL))
    assert np.isnan(stamina[:, -1]).all() and not np.isnan(stamina[:, :-1]).any()
    assert np.isnan(luck[-1]).all() and not np.isnan(luck[:-1]).any()
    assert np.array_equal(skill, above.win_chance - table.win_chance)
    assert np.isnan(gains(table, None, Gain.MORE_SKILL)).all()
    paths = [map_.path for map_ in gap_maps_of(table, None)]
    assert not any("more-skill" in path for path in paths)
    widest = gap_table(solve_pair(Edition(Rules(max_stamina=3)), SKILL_GAPS[-1]))
    assert not gains(widest, widest, Gain.MORE_SKILL).any()


def test_both_stakes_have_their_own_marks() -> None:
    won, lost = ({mark.name for mark in STAKES[outcome].marks} for outcome in Outcome)
    assert won & lost == {"tie", "cost"}


@pytest.mark.parametrize("outcome", Outcome)
def test_marks_alone_tell_a_gain_from_a_cost(even: tuple[GapTable, GapTable], outcome: Outcome) -> None:
    """In grey, costs and gains look alike: every square that costs or gains has one mark, which says what."""
    table = even[0]
    for luck in range(1, 14):
        map_, stakes = stake_map(table, luck, outcome), stakes_of(table, outcome)[luck]
        assert (sum(cells.astype(int) for cells in map_.marks.values()) == 1).all()
        signs = {
            mark.name.removeprefix(outcome).strip("-"): np.sign(stakes[cells]) for mark, cells in map_.marks.items()
        }
        assert (signs[""] == 1).all() and (signs["dear"] == 1).all()
        assert (signs["cost"] == -1).all() and (signs["tie"] == 0).all() and (signs["thrifty"] <= 0).all()


def test_outlines_with_holes_and_touching_corners() -> None:
    for seed in range(40):
        mask = np.random.default_rng(seed).random((SIDE, SIDE)) < 0.5
        loops = outlines(mask)
        assert np.array_equal(filled(loops, SIDE, SIDE), mask)
        doubled_area = sum(x * y2 - x2 * y for loop in loops for (x, y), (x2, y2) in pairwise([*loop, loop[0]]))
        assert abs(doubled_area) == 2 * mask.sum(), "holes run the other way"
        assert edges(inner_lines(mask)) == rim(mask)
