"""The pages of other rules: figures and tables, against the evaluation in floats and the exact solution."""

import re
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from atlas.game.edition import Edition
from atlas.game.presets import presets
from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.game.solver import solve, solve_pair
from atlas.game.worth import Worth
from atlas.policies.evaluate import Board, play
from atlas.policies.policy import NEVER, Solved
from atlas.tables.thresholds import ThresholdTable
from tests.threshold_reading import read_back, without_signs

pytestmark = pytest.mark.slow

OTHERS = [preset for name, preset in presets().items() if name != "books"]
GAPS = tuple(range(-6, 7))


def text(page: Path) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.read_text())).split())


def test_every_preset_has_a_page_that_leads_to_the_printed_card(site: Path) -> None:
    overview = (site / "rules" / "index.html").read_text()
    for preset in OTHERS:
        page = (site / "rules" / f"{preset.name}.html").read_text()
        assert f'<p class="lead">{preset.sentence}</p>' in unescape(page)
        assert f'href="{preset.name}.html">{preset.title}</a>' in overview
        assert f'href="../index.html?rules={preset.name}"' in page
        for paper in ("a4", "letter"):
            assert f'href="../print/rule-cards-{paper}.pdf"' in page


@pytest.mark.parametrize("name", ["weapon-3", "foe-hits-3"])
def test_what_changes_is_what_playing_by_the_books_costs(site: Path, name: str) -> None:
    rules = presets()[name].rules
    board = Board(rules, GAPS)
    worth = Worth.of_winning(rules)
    best, books = (
        Solved(r, {gap: solve(r, gap, Worth.of_winning(r)).plan for gap in GAPS}) for r in (rules, BOOK_RULES)
    )
    chances = [board.cube(flat) for flat in play(board, board.tests([best, books, NEVER]), worth).T]
    advised, ignored, never = (cube[:, 1:13] for cube in chances)
    said = text(site / "rules" / f"{name}.html")
    for words, value in (
        ("by the advice for these rules", advised),
        ("… by the books’ advice", ignored),
        ("… never testing", never),
    ):
        shown = re.search(rf"{words} ([\d.]+)%", said)
        assert shown and float(shown[1]) == pytest.approx(100 * value.mean(), abs=0.0501)
    cost = re.search(r"costs ([\d.]+) wins in 100 on average", said)
    assert cost and float(cost[1]) == pytest.approx(100 * (advised - ignored).mean(), abs=0.0501)
    worst = re.search(
        r"Worst case: SKILL gap ([+−\d]+), your STAMINA (\d+), LUCK (\d+), the foe’s STAMINA (\d+): ([\d.]+)% to win "
        r"by the advice for these rules, ([\d.]+)% by the books’",
        said,
    )
    assert worst
    gap, hero, luck, foe = (int(worst[n].replace("−", "-")) for n in range(1, 5))
    place = (gap - GAPS[0], luck - 1, hero - 1, foe - 1)
    assert (advised - ignored)[place] == pytest.approx((advised - ignored).max(), abs=1e-9)
    assert [float(worst[5]), float(worst[6])] == pytest.approx([100 * advised[place], 100 * ignored[place]], abs=0.0501)


@pytest.mark.parametrize("preset", OTHERS, ids=lambda preset: preset.name)
def test_tables_give_the_advice_back(site: Path, preset: object, gap: int = -1) -> None:
    rules = presets()[preset.name].rules  # type: ignore[attr-defined]
    solution = solve_pair(Edition(rules), gap).thrifty
    page = (site / "rules" / f"{preset.name}.html").read_text()  # type: ignore[attr-defined]
    for outcome in Outcome:
        caption = f"SKILL gap −1, you {outcome} the round: lowest LUCK to test"
        table = re.search(
            rf"<caption>{re.escape(caption)}</caption>(.*?)</table>\s*</div>\s*(<p class=\"notes\">.*?</p>)?",
            page,
            re.DOTALL,
        )
        assert table
        rows = [line.removesuffix("<tr>") for line in table[1].splitlines() if line.startswith("<th>")]
        squares = [[re.sub(r"^[^>]*>", "", cell) for cell in row.split("<td")[1:]] for row in reversed(rows)]
        cells = tuple(tuple(map(without_signs, row)) for row in squares)
        notes = dict(re.findall(r"<b>(\w+)</b>: LUCK ([^<]+)", table[2] or ""))
        assert np.array_equal(
            read_back(ThresholdTable(cells, notes), rules.max_luck), solution.verdicts(outcome) == Verdict.TEST
        )


def test_the_overview_agrees_with_the_pages(site: Path) -> None:
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", (site / "rules" / "index.html").read_text())
    assert len(rows) == len(OTHERS)
    for row, preset in zip(rows, OTHERS, strict=True):
        decisions, average, worst = re.findall(r"<td[^>]*>([\d.]+)%?</td>", row)
        page = text(site / "rules" / f"{preset.name}.html")
        assert f"… in the last fight {decisions}%" in page
        assert f"costs {average} wins in 100 on average" in page
        shown = re.search(r"([\d.]+)% to win by the advice for these rules, ([\d.<]+)% by the books’", page)
        assert shown and abs(Fraction(shown[1]) - Fraction(shown[2].strip("<")) - Fraction(worst)) <= Fraction(11, 100)


def area(path: str) -> int:
    """The squares inside the outlines of a path of steps across and up; holes run the other way."""
    twice = 0
    for outline in path.split("z")[:-1]:
        start, steps = re.match(r"M(\d+ \d+)((?:[hv]-?\d+)+)$", outline).groups()  # type: ignore[union-attr]
        first_x, first_y = x, y = tuple(map(int, start.split()))
        for way, by in re.findall(r"([hv])(-?\d+)", steps):
            to_x, to_y = (x + int(by), y) if way == "h" else (x, y + int(by))
            twice += x * to_y - to_x * y
            x, y = to_x, to_y
        twice += x * first_y - first_x * y
    return abs(twice) // 2


@pytest.mark.parametrize("name", ["weapon-3", "foe-yields-at-4"])
def test_the_map_that_flips_most_stands_beside_that_of_the_books(site: Path, name: str) -> None:
    """Counted in the exact solutions; the frames on both maps hold as many squares."""
    page, rules = (site / "rules" / f"{name}.html").read_text(), presets()[name].rules
    flips = {}
    for gap in GAPS:
        books, ours = (solve_pair(Edition(r), gap).thrifty for r in (BOOK_RULES, rules))
        apart = [(books.verdicts(o) == Verdict.TEST) != (ours.verdicts(o) == Verdict.TEST) for o in Outcome]
        counts = (apart[0] | apart[1])[:, :, rules.foe_yields_at :].sum(axis=(1, 2))
        flips |= {(gap, luck): int(count) for luck, count in enumerate(counts)}
    said = re.search(
        r"SKILL gap ([+−\d]+), LUCK (\d+), more to come \(thrifty\)\. In the framed squares, (\d+) of 576", page
    )
    assert said
    assert flips[int(said[1].replace("−", "-")), int(said[2])] == int(said[3]) == max(flips.values())
    frames = re.findall(r'<path class="flips" d="([^"]+)"', page)
    assert [area(frame) for frame in frames] == [int(said[3])] * 2
