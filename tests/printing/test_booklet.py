"""The booklet of other editions: what its pages say where tables end, fights remember, or little is shown."""

import pytest

from atlas.game.edition import Edition
from atlas.game.presets import presets
from atlas.game.rules import Outcome, Rules
from atlas.game.solver import solve_pair
from atlas.printing.booklet import Booklet, booklet, measured_outside, printed_gaps
from atlas.tables.gap_table import gap_table


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


@pytest.mark.parametrize("gap", [-10, 10])
def test_where_draws_count_no_page_serves_the_gaps_beyond(gap: int) -> None:
    rules = presets()["win-in-ten-rounds"].rules.sized(3, 13)
    (page,) = made(Edition(rules, skill_gaps=[gap])).gaps
    assert not page.beyond and " or more" not in page.against
