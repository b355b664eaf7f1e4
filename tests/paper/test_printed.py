"""The paper's formulas as printed, against obviously right ones; the encounters against the solver."""

from fractions import Fraction
from itertools import product

import pytest

from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State
from atlas.paper.encounters import encounters
from atlas.paper.evidence import Evidence
from atlas.paper.printed import (
    RoundChances,
    exact_total,
    exact_total_by_hand,
    history_count,
    power_of_one_die,
    recursion,
    spread,
    win_chance_constant_luck,
    win_chance_with_floors,
)
from tests import slow

pytestmark = pytest.mark.slow


def test_the_powers_of_one_die() -> None:
    assert power_of_one_die(2) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(power_of_one_die(5)) == 6**5 and len(power_of_one_die(5)) == 26


def test_floors_take_a_side_with_one_stamina_for_beaten() -> None:
    assert win_chance_with_floors(BOOK_RULES, 0, 1, 8) == 0
    assert win_chance_with_floors(BOOK_RULES, 0, 8, 1) == 1
    assert win_chance_with_floors(BOOK_RULES, 0, 8, 8) == Fraction(1, 2)


def test_history_count_by_listing() -> None:
    strings = ["".join(s) for s in product("WLD", repeat=5)]
    listed = [s for s in strings if s.endswith("W") and (s.count("W"), s.count("L"), s.count("D")) == (2, 2, 1)]
    assert history_count(2, 2, 1) == len(listed)


def test_the_master_equation_loses_everything_as_printed() -> None:
    drawn, decisive = Fraction(146, 1296), Fraction(575, 1296)
    assert spread(0, 4, 4, 1, read="printed") == {(4, 4): drawn - 1, (4, 2): decisive, (2, 4): decisive}
    assert spread(0, 4, 4, 1, read="corrected") == {(4, 4): drawn, (4, 2): decisive, (2, 4): decisive}


def test_a_fight_that_is_over_stays_over() -> None:
    right, draws = (spread(0, 4, 4, 40, read=read) for read in ("corrected", "draws"))
    won = sum(part for (hero, foe), part in right.items() if foe <= 0)
    assert sum(right.values()) == sum(draws.values()) == 1
    assert float(won) == pytest.approx(0.5)
    assert not [pair for pair in right if max(pair) <= 0]
    assert sum(part for pair, part in draws.items() if max(pair) <= 0) > Fraction(99, 100)


@pytest.mark.parametrize(("gap", "hero", "foe"), [(0, 12, 12), (-3, 7, 9), (4, 3, 2)])
def test_constant_luck_lacks_the_last_round(gap: int, hero: int, foe: int) -> None:
    q = Fraction(30, 36)
    constant = Rules(luck_cost=0)
    exact = slow.follow(constant, gap, lambda state, o: o is Outcome.WON, fixed_lucky=q)(State(hero, foe, 9))
    assert win_chance_constant_luck(BOOK_RULES, gap, hero, foe, q, last_round_won=True) == exact
    printed = win_chance_constant_luck(BOOK_RULES, gap, hero, foe, q, last_round_won=False)
    assert printed * RoundChances.at(gap).win == exact


def test_strings_of_tests_by_hand() -> None:
    """From luck 12: lucky for certain, or four unlucky ones, which cannot happen."""
    assert exact_total_by_hand(4, 12) == 1 == exact_total(4, 12, corrected=True)
    assert exact_total(4, 12, corrected=False) == 2
    # From luck 3, three tests of 1 before luck runs out, then failures: 33/36 · 35/36.
    assert exact_total(3, 3, corrected=True) == Fraction(33, 36) * Fraction(35, 36)


def test_the_recursion_as_printed_loses_by_draws() -> None:
    rules = Rules(max_stamina=4, max_luck=2)
    state = State(2, 2, 0)
    printed, right = (recursion(rules, 0, draws_drop_out=drop).at(state) for drop in (False, True))
    decisive = 1 - Fraction(146, 1296)
    assert right == pytest.approx(0.5)
    assert printed == pytest.approx(float(decisive**2 / 2))


def test_encounters_tell_what_the_solver_says(evidence: Evidence) -> None:
    worked = encounters(Edition())
    assert len(worked) >= 8
    assert [e.title for e in worked[:2]] == ["White Dragon", "Hell Demon"]
    for encounter in worked:
        hero, foe = encounter.hero, encounter.foe
        gap, state = hero.skill - foe.skill, State(hero.stamina, foe.stamina, hero.luck)
        never, thrifty, best = encounter.played
        assert never.win_chance == evidence.never(gap, hero.stamina, foe.stamina) and never.luck_spent == 0
        assert best.win_chance == evidence.best(gap, *state)
        saved = best.luck_spent - thrifty.luck_spent
        assert 0 <= best.win_chance - thrifty.win_chance <= LUCK_PRICE * saved
        assert len(encounter.decisions) == len(Outcome)


def test_the_first_decision_in_words() -> None:
    demon = encounters(Edition())[1]
    assert demon.decisions[0] == (
        "First round won: test. Keeping leaves the foe at 10 and wins 81.2%; a test is Lucky 100% of the time "
        "and leaves 8, and wins 89.9%: it gains 8.7 wins in 100."
    )


def test_encounters_of_a_small_edition() -> None:
    assert encounters(Edition(Rules(max_stamina=6, max_luck=3)))[0].played[2].win_chance > Fraction(4, 100)
