"""The ledger: its form, its verdicts, and several of its numbers by other means."""

import json
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from atlas.cli import main
from atlas.game.dice import SKILL_GAPS
from atlas.game.formulas import win_chance_testing_when_won
from atlas.game.rules import BOOK_RULES, Damage, Outcome, Rules, State
from atlas.game.solver import follow
from atlas.game.worth import Worth
from atlas.paper import ledger
from atlas.paper.evidence import TOLERANCE, Evidence
from atlas.paper.ledger import STATEMENTS, broken, claims_json, judge_all, ledger_lines, tally
from atlas.paper.notation import plain
from atlas.paper.printed import recursion
from atlas.paper.ranges import NO_LUCK, PLAYED_GAPS, FightRange
from atlas.paper.statements import SECTIONS, Claim, Finding, NoteKind, Standing
from atlas.policies.policy import STRATEGIES, strategy
from atlas.policies.simulate import Advisor, same_start, simulate
from atlas.site.mathml import formula
from tests import slow

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def changed() -> list[Claim]:
    """Where a lucky hit takes 3, the figures of the paper are no longer those of the game."""
    return judge_all(Evidence(Rules(won=Damage(plain=2, lucky=3, unlucky=1))))


def test_the_ledger_has_many_claims_each_with_its_own_id() -> None:
    ids = [statement.id for statement in STATEMENTS]
    assert len(ids) >= 40
    assert not [name for name, count in Counter(ids).items() if count > 1]
    assert all(re.fullmatch(r"[a-z0-9.-]+", name) for name in ids)


def test_claims_stand_in_the_order_of_the_paper() -> None:
    sections = [SECTIONS.index(statement.section) for statement in STATEMENTS]
    assert sections == sorted(sections)
    assert set(sections) == set(range(len(SECTIONS)))


def test_a_slip_is_explained() -> None:
    for statement in STATEMENTS:
        if statement.kind in (NoteKind.MISPRINT, NoteKind.SUBSTANCE):
            assert statement.expected is not Standing.REPRODUCED and statement.note
            assert statement.read and statement.read != statement.printed
        else:
            assert statement.expected is Standing.REPRODUCED
        if statement.kind is NoteKind.REMARK:
            assert statement.note


def test_formulas_can_be_set_and_written_as_text() -> None:
    for statement in STATEMENTS:
        if statement.formula:
            for written in filter(None, (statement.printed, statement.read)):
                assert "<math" in formula(written)
                assert "\\" not in plain(written)
    assert plain(r"V' = \{ 1 , \dots , L \} \setminus V") == "V′ = {1, …, L} ∖ V"


def test_what_a_check_looks_at_and_what_it_says() -> None:
    box = FightRange(range(-9, -6), range(2, 3), range(2, 3))
    assert str(box) == "SKILL gap −9 to −7, LUCK 2, hero’s STAMINA 2, foe’s 1 to 24"
    cube = np.arange(21 * 13 * 24 * 24).reshape(21, 13, 24, 24)
    assert (box.of(cube) == cube[1:4, 2:3, 1:2, :]).all()
    assert str(FightRange(lucks=NO_LUCK)) == "SKILL gap −9 to +9, never testing, STAMINA 1 to 24"


def test_a_verdict_follows_from_the_comparison() -> None:
    assert Finding("", as_printed=True).standing is Standing.REPRODUCED
    assert Finding("", as_printed=True, as_corrected=True).standing is Standing.REPRODUCED
    assert Finding("", as_printed=False, as_corrected=True).standing is Standing.CORRECTED
    assert Finding("", as_printed=False).standing is Standing.NOT_REPRODUCED


def test_with_the_books_rules_every_claim_stands_as_expected(claims: list[Claim]) -> None:
    assert {c.id: c.verdict for c in claims} == {c.id: c.expected for c in claims}
    assert broken(claims) == []


def test_other_rules_change_verdicts(changed: list[Claim]) -> None:
    lost = {claim.id for claim in broken(changed)}
    assert {"offence-bias", "break-even-offence", "string-lengths", "fold-1159", "dragon-with", "strips"} <= lost
    assert "dragon-without" not in lost and "coefficients" not in lost
    spoilt = next(claim for claim in changed if claim.id == "dragon-with")
    assert spoilt.verdict is Standing.NOT_REPRODUCED and spoilt.note == "Under the rules of the books: reproduced."


def test_the_file(claims: list[Claim]) -> None:
    rows = json.loads(claims_json(claims))
    assert len(rows) == len(STATEMENTS)
    for row in rows:
        assert list(row)[:7] == ["id", "where", "statement", "printed", "computed", "verdict", "note"]
        assert list(row)[7:] == ["over", "asked", "kind", "read"]
        assert row["verdict"] in {"reproduced", "corrected", "not reproduced"}
        assert all(isinstance(text, str) for text in row.values())
        assert row["statement"] and row["printed"] and row["computed"] and row["over"]
        assert row["kind"] in {"", *NoteKind}
        assert row["where"].startswith(SECTIONS)


def test_the_ledger_for_a_terminal(claims: list[Claim]) -> None:
    lines = ledger_lines(claims)
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(tuple(s.upper() + "  " for s in Standing)) for line in lines) == len(claims)
    assert lines[-1] == f"{len(claims)} claims: " + ", ".join(f"{n} {s}" for s, n in tally(claims).items())


@pytest.mark.parametrize("given", ["claims", "changed"])
def test_the_command_fails_if_a_claim_no_longer_holds(
    given: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judged: list[Claim] = request.getfixturevalue(given)
    asked: list[Evidence] = []
    monkeypatch.setattr(ledger, "judge_all", lambda evidence: asked.append(evidence) or judged)
    status = main(["claims"])
    assert asked == [Evidence(BOOK_RULES)]
    said = capsys.readouterr()
    assert said.out.splitlines() == ledger_lines(judged)
    if given == "claims":
        assert (status, said.err) == (0, "")
        assert re.fullmatch(r"\d+ claims: \d+ reproduced, \d+ corrected, \d+ not reproduced", said.out.splitlines()[-1])
    else:
        assert status == 1 and "atlas: the claim dragon-with is no longer reproduced\n" in said.err


def test_what_the_paper_says_is_what_is_asked(claims: list[Claim]) -> None:
    """Figures found by another program, for statements whose words leave room."""
    by_id = {claim.id: claim for claim in claims}
    expected = {
        "strategy-4": "19,455 fights at even and 1,190 at odd",
        "offence-when-unlikely": "likely: 3.65 and 439.03 wins, weighted 2.58 and 4.76",
        "defence-majority": "gap +4: 53.0%, exactly 53.6%",
        "blank-cells": "8,868 blank squares (9,078 decisions",
        "constant-luck-rule": "26,358 of these no hit can end the fight",
        "low-gaps-alike": "up to 51 of 576 squares",
        "minus-4-luck-4": "4 of them elsewhere: 1 against 4, 1 against 8, 3 against 4, 3 against 8",
        "tandem": "gap +1: 350 and 79; gap +2: 244 and 111",
        "advice": "67.6% if 2 or more counts as low; 67.1% and 68.1% if only 1 does; 69.8% and 70.2% with s_h",
    }
    for id, words in expected.items():
        assert words in by_id[id].computed, by_id[id].computed
    assert "20 at LUCK 2, 12 at LUCK 3, 1 at LUCK 11" in by_id["low-gaps-alike"].computed
    assert by_id["constant-luck-rule"].computed.endswith("costs up to 25.0 wins in 100")


# The evidence, by other means.


@pytest.mark.parametrize(("gap", "luck"), [(2, 6), (8, 2)])
def test_strategies_that_are_level_are_exactly_level(evidence: Evidence, gap: int, luck: int) -> None:
    """At SKILL gap +8 also where they differ in less than the twelfth digit."""
    rules = evidence.rules
    best: dict[int, dict[tuple[int, int], Fraction]] = {}
    for number in STRATEGIES:
        plans = [strategy(number, tau).plan(rules, gap) for tau in (range(luck + 1) if number else (0,))]
        played = [follow(rules, gap, plan, Worth.of_winning(rules)) for plan in plans]
        best[number] = {
            (h, f): max(values.at(State(h, f, luck)) for values in played)
            for h in rules.staminas
            for f in rules.staminas
        }
    for (hero, foe), four in best[4].items():
        top = max(chances[hero, foe] for chances in best.values())
        assert evidence.level[4][gap - SKILL_GAPS[0], luck, hero - 1, foe - 1] == (four == top > best[0][hero, foe])


def test_strategy_8_never_spends_more_luck_than_strategy_1(evidence: Evidence) -> None:
    """The claim compares floats; here in whole numbers, every fight with every τ."""
    rules = evidence.rules
    for gap in PLAYED_GAPS:
        for tau in rules.lucks[:-1]:
            plans = (strategy(number, tau).plan(rules, gap) for number in (1, 8))
            one, eight = (follow(rules, gap, plan, Worth.of_luck_left(rules)).numerators for plan in plans)
            assert all(eight[luck][at] >= one[luck][at] for luck in rules.lucks for at in rules.squares)


def test_the_paper_decides_as_its_own_recursion(evidence: Evidence) -> None:
    """The recursion in floats, a value for each state and outcome, against the one in whole numbers."""
    for gap in (-6, 0, 5):
        printed = recursion(evidence.rules, gap, draws_drop_out=True)
        for outcome in Outcome:
            cube = evidence.paper.won if outcome is Outcome.WON else evidence.paper.lost
            assert (np.array(printed.tests[outcome]) == cube[gap - SKILL_GAPS[0]]).all()


def test_figures_of_the_paper_by_slow_fractions(evidence: Evidence) -> None:
    demon = slow.SlowSolver(evidence.rules, -2).value(State(24, 12, 12))
    assert evidence.best(-2, 24, 12, 12) == demon
    assert f"{float(demon):.2f}" == "0.78"


def test_a_figure_of_the_paper_by_simulation(evidence: Evidence) -> None:
    start = same_start(-2, 0, 24, 12)
    played = simulate(Advisor(evidence.rules, (-2,), strategy(0, 0)), start, games=20_000, seed=1)
    assert abs(played.win_chance - float(evidence.never(-2, 24, 12))) < 4 * played.standard_error


def test_the_highest_rise_by_looking_at_all_states(evidence: Evidence) -> None:
    rises = [
        (evidence.best(gap, *state) / never, gap, state)
        for gap in range(-5, -2)
        for state in evidence.rules.states()
        if (never := evidence.never(gap, state.hero_stamina, state.foe_stamina))
        and evidence.best(gap, *state) > Fraction(1, 100)
    ]
    fold, gap, state = max(rises)
    rise = evidence.highest_rise(best_above=0.01)
    assert (rise.fold, rise.skill_gap, rise.state) == (fold, gap, state)


def test_hidden_advantages_are_real_and_small(evidence: Evidence) -> None:
    gap = 6
    solution = evidence.solutions[gap]
    hidden = (evidence.exact.won & ~evidence.paper.won)[gap - SKILL_GAPS[0]]
    assert hidden.any()
    for luck, hero, foe in np.argwhere(hidden).tolist():
        state = State(hero + 1, foe + 1, luck)
        stake = solution.stakes[Outcome.WON].at(state)
        assert 0 < stake < 10 * TOLERANCE
    assert TOLERANCE < evidence.hidden.largest < 10 * TOLERANCE


def test_constant_luck_against_the_closed_form(evidence: Evidence) -> None:
    for gap, hero, foe, luck in ((-3, 9, 14, 8), (0, 4, 4, 5), (2, 17, 23, 11)):
        q = Fraction(sum(a + b <= luck for a in range(1, 7) for b in range(1, 7)), 36)
        exact = win_chance_testing_when_won(BOOK_RULES, gap, hero, foe, q)
        assert evidence.constant_offence[gap - SKILL_GAPS[0], luck, hero - 1, foe - 1] == pytest.approx(float(exact))


def test_without_luck_the_fights_of_every_are_fair_on_average(evidence: Evidence) -> None:
    """Swap the sides and the sign of the skill gap: each fight has its mirror."""
    assert evidence.heuristics.never == pytest.approx(0.5, abs=1e-12)
    assert evidence.heuristics.never < evidence.heuristics.open_loop <= evidence.heuristics.any_strategy
    assert evidence.heuristics.any_strategy < evidence.heuristics.best


def test_the_range_is_the_papers_whatever_is_tabulated() -> None:
    small = Evidence(Rules(max_stamina=5, max_luck=2))
    assert (small.rules.max_stamina, small.rules.max_luck) == (24, 12)
