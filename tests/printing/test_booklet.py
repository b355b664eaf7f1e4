"""The booklet of other editions: what its pages say where tables end, fights remember, or little is shown."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from atlas.game.edition import Edition
from atlas.game.presets import presets
from atlas.game.rules import Damage, Outcome, Rules
from atlas.game.solver import solve_pair
from atlas.printing.booklet import Booklet, booklet, measured_outside, printed_gaps
from atlas.printing.gap_pages import SquaresPage
from atlas.printing.patterns import needs_of, share_tested, staminas_by_need
from atlas.site.render import render_text
from atlas.tables.gap_table import Aim, GapTable, gap_table
from atlas.tables.spans import span_plan
from atlas.wording import signed


def made(edition: Edition, aim: Aim = Aim.THRIFTY) -> Booklet:
    tables = [gap_table(solve_pair(edition, gap)) for gap in edition.skill_gaps]
    plans = [span_plan(edition, gap, aim) for gap in printed_gaps(edition)]
    return booklet(edition, aim, tables, plans, measured_outside(edition, aim), [], [])


def said(booklet: Booklet) -> str:
    """What its pages say, line after line."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", render_text(booklet).partition("<body>")[2]))


def gaps_on(pages: Sequence[SquaresPage]) -> list[int]:
    return [block.skill_gap for page in pages for block in page.blocks if block.is_first]


@pytest.mark.parametrize("aim", Aim)
def test_the_ends_say_how_they_serve_beyond_and_at_what_cost(aim: Aim) -> None:
    found = made(Edition(Rules(max_stamina=6), skill_gaps=range(-10, 11)), aim)
    assert gaps_on(found.pages) == list(range(-8, 9))
    first, last = found.pages[0], found.pages[-1]
    assert first.title.endswith(" or less") and last.title.endswith(" or more")
    assert not any(page.serves_beyond for page in found.pages[1:-1])
    told = said(found)
    assert "STAMINA above 6: read 6. Up to STAMINA 14 that costs at most " in told
    notes = re.findall(r"SKILL gap (\S+ or (?:less|more)): (.*?)\. ", told)
    assert [gaps for gaps, _ in dict.fromkeys(notes)] == ["−9 or less", "+9 or more"]
    assert found.outside is not None
    for gap, (_, note) in zip((-8, 8), dict.fromkeys(notes), strict=True):
        keeps = found.outside.beyond[gap].keeps
        assert [f"KEEP if you {outcome}" in note for outcome in Outcome] == [o in keeps for o in Outcome]
        assert len(keeps) == 2 or f"read {signed(gap)}: it costs " in note


def test_a_part_of_the_gaps_says_nothing_of_those_beyond() -> None:
    found = made(Edition(Rules(max_stamina=4), skill_gaps=range(-2, 3)))
    assert gaps_on(found.pages) == list(range(-2, 3)) and not any(page.serves_beyond for page in found.pages)
    assert len(found.pages) == 2, "so little shares pages"
    shared = SquaresPage([block for page in found.pages for block in page.blocks])
    assert (shared.title, shared.against) == ("SKILL gaps −2 to +2", "from 2 below to 2 above the foe’s")
    assert found.page_count % 4 == 0
    assert found.solved_gaps == ("−2", "+2")


@pytest.mark.parametrize("gap", [-10, 10])
def test_where_fights_remember_every_gap_has_a_page(gap: int) -> None:
    """What a table cannot tell is not measured by it; and a round that cannot be won or lost has no table."""
    rules = presets()["two-lost-rounds-kill"].rules.sized(4, 13)
    edition = Edition(rules, skill_gaps=[gap])
    assert printed_gaps(Edition(rules)) == list(range(-10, 11))
    found = made(edition)
    (page,) = found.pages
    assert page.serves_beyond and not found.outside and page.blocks[0].is_one_sided
    assert [table.outcome for table in page.blocks[0].tables] == [Outcome.WON if gap > 0 else Outcome.LOST]
    assert "No table has a STAMINA above 4." in said(found) and found.rounded.whole is None


@pytest.mark.slow
@pytest.mark.parametrize("aim", Aim)
def test_pages_are_full_and_spreads_lie_open(gap_tables: dict[int, GapTable], aim: Aim) -> None:
    """No page is half empty, nothing is too much for its page, and both tables of a spread are seen at once."""
    plans = [span_plan(Edition(), gap, aim) for gap in range(-8, 9)]
    found = booklet(Edition(), aim, list(gap_tables.values()), plans, None, [], [])
    assert [page.number for page in found.pages] == list(range(4, 4 + len(found.pages)))
    assert all(0.6 < page.fullness <= 1.001 for page in found.pages)
    for left, right in pairwise(found.pages):
        if not right.is_first:
            assert left.side == "verso" and left.gaps == right.gaps
    assert found.page_count == {Aim.THRIFTY: 16, Aim.BEST: 28}[aim]


@pytest.mark.slow
def test_the_stripes_are_where_the_booklet_says_they_are(gap_tables: dict[int, GapTable]) -> None:
    """The tables test most where a test cannot wait and an Unlucky hit costs none, which is every fourth STAMINA."""
    named = staminas_by_need(needs_of(Rules()))
    foes = {need: [int(stamina) for stamina in said.split(", ")] for need, said in named.items()}
    assert foes[False, False] == [3, 7, 11, 15]
    tables = [gap_tables[gap] for gap in range(-8, 9)]
    shares = {foe: share_tested(tables, Aim.THRIFTY, Outcome.WON, foe) for foe in range(3, 12)}
    peaks = [foe for foe in shares if foe + 1 in shares and shares[foe] > max(shares.get(foe - 1, 0), shares[foe + 1])]
    assert peaks == [foe for foe in foes[False, False] if foe + 1 in shares]
    # In each run of four the least pressing one is tested least.
    order = [foes[need] for need in ((False, False), (False, True), (True, False), (True, True))]
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
    for (waits, costs), said in staminas_by_need(needs_of(rules)).items():
        for left in (int(stamina) - 1 for stamina in said.split(", ")):
            assert saved(left) > 0
            assert waits == (saved(max(left - won.plain, 0)) >= saved(left))
            assert costs == (fewest(left - won.unlucky, (won.plain,)) > fewest(left - won.plain, (won.plain,)))


@pytest.mark.parametrize("gap", [-10, 10])
def test_where_draws_count_no_page_serves_the_gaps_beyond(gap: int) -> None:
    rules = presets()["win-in-ten-rounds"].rules.sized(3, 13)
    (page,) = made(Edition(rules, skill_gaps=[gap])).pages
    assert not page.serves_beyond and " or more" not in page.against
