"""The booklet of other editions: what its pages say where tables end, fights remember, or little is shown."""

from functools import cache

import pytest

from atlas.game.edition import Edition
from atlas.game.presets import presets
from atlas.game.rules import Damage, Outcome, Rules
from atlas.game.solver import solve_pair
from atlas.printing.booklet import Booklet, _foes_by_need, booklet, measured_outside, printed_gaps
from atlas.tables.gap_table import GapTable, gap_table


def made(edition: Edition) -> Booklet:
    tables = [gap_table(solve_pair(edition, gap)) for gap in edition.skill_gaps]
    return booklet(edition, tables, measured_outside(edition), [], [])


def test_the_ends_say_how_they_serve_beyond_and_at_what_cost() -> None:
    found = made(Edition(Rules(max_stamina=6), skill_gaps=range(-10, 11)))
    assert [page.skill_gap for page in found.gaps] == list(range(-8, 9))
    first, last = found.gaps[0], found.gaps[-1]
    assert (first.beyond, last.beyond) == ("or less", "or more")
    assert first.beyond_note.startswith("SKILL gap −9 or less: KEEP if you lost") and "wins in 100" in first.beyond_note
    assert last.beyond_note.startswith("SKILL gap +9 or more: KEEP if you won")
    assert not any(page.beyond_note for page in found.gaps[1:-1])
    assert found.above.startswith("STAMINA above 6: read 6. Up to STAMINA 14 that costs at most ")


def test_a_part_of_the_gaps_says_nothing_of_those_beyond() -> None:
    found = made(Edition(Rules(max_stamina=4), skill_gaps=range(-2, 3)))
    assert len(found.gaps) == 5 and not any(page.beyond for page in found.gaps)
    assert found.page_count % 4 == 0
    assert found.solved_gaps == ("−2", "+2")


@pytest.mark.parametrize("gap", [-10, 10])
def test_where_fights_remember_every_gap_has_a_page(gap: int) -> None:
    """What a table cannot tell is not measured by it; and a round that cannot be won or lost has no table."""
    rules = presets()["two-lost-rounds-kill"].rules.sized(4, 13)
    edition = Edition(rules, skill_gaps=[gap])
    assert printed_gaps(Edition(rules)) == list(range(-10, 11))
    (page,) = made(edition).gaps
    assert page.beyond and not page.beyond_note
    assert [table.outcome for table in page.tables] == [Outcome.WON if gap > 0 else Outcome.LOST]
    assert made(edition).above == "No table has a STAMINA above 4."


@pytest.mark.slow
def test_the_stripes_are_where_the_booklet_says_they_are(gap_tables: dict[int, GapTable]) -> None:
    """The tables test most where a test cannot wait and an Unlucky hit costs none, which is every fourth STAMINA."""
    found = booklet(Edition(), list(gap_tables.values()), None, [], [])
    named = {need: [int(stamina) for stamina in said.split(", ")] for need, said in found.foes_by_need.items()}
    assert named[False, False] == [3, 7, 11, 15]
    shares = {int(share.title): float(share.share) for share in found.by_foe}
    peaks = [foe for foe in shares if foe + 1 in shares and shares[foe] > max(shares.get(foe - 1, 0), shares[foe + 1])]
    assert peaks == [foe for foe in named[False, False] if foe + 1 in shares]
    # In each run of four the least pressing one is tested least.
    order = [named[need] for need in ((False, False), (False, True), (True, False), (True, True))]
    for run in list(zip(*order, strict=True))[:2]:
        assert [shares[foe] for foe in run] == sorted((shares[foe] for foe in run), reverse=True)


@pytest.mark.parametrize("won", [Damage(2, 4, 1), Damage(2, 3, 1), Damage(3, 5, 2), Damage(1, 3, 0)])
def test_whether_a_test_can_wait_by_trying_every_way_to_hit(won: Damage) -> None:
    """With every test Lucky: as few hits as can be, found by trying each, now and after a normal hit."""

    @cache
    def fewest(left: int, hits: tuple[int, ...]) -> int:
        return min(1 + fewest(left - hit, hits) for hit in hits) if left > 0 else 0

    def saved(left: int) -> int:
        return fewest(left, (won.plain,)) - fewest(left, (won.plain, won.lucky))

    rules = Rules(won=won, foe_yields_at=1)
    for (waits, costs), said in _foes_by_need(rules).items():
        for left in (int(stamina) - 1 for stamina in said.split(", ")):
            assert saved(left) > 0
            assert waits == (saved(max(left - won.plain, 0)) >= saved(left))
            assert costs == (fewest(left - won.unlucky, (won.plain,)) > fewest(left - won.plain, (won.plain,)))


@pytest.mark.parametrize("gap", [-10, 10])
def test_where_draws_count_no_page_serves_the_gaps_beyond(gap: int) -> None:
    rules = presets()["win-in-ten-rounds"].rules.sized(3, 13)
    (page,) = made(Edition(rules, skill_gaps=[gap])).gaps
    assert not page.beyond and " or more" not in page.against
