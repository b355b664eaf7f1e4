"""What strikes the eye on a map, found on maps that were made for it."""

from dataclasses import replace

import numpy as np

from atlas.game.rules import BOOK_RULES, Damage, Outcome, Verdict
from atlas.tables.callouts import CallOut, Pattern, chosen, found_on
from atlas.tables.gap_table import Aim, AimTable


def table(won: dict[int, range], lost: dict[int, range], skill_gap: int = 0) -> AimTable:
    """Advice with LUCK 7 alone: after a won round, staminas of yours by those of the foe; the other way round after a
    lost one."""
    verdicts = {outcome: np.full((14, 24, 24), Verdict.KEEP, np.uint8) for outcome in Outcome}
    for foe, own in won.items():
        for hero in own:
            verdicts[Outcome.WON][7, hero - 1, foe - 1] = Verdict.TEST
    for hero, foes in lost.items():
        for foe in foes:
            verdicts[Outcome.LOST][7, hero - 1, foe - 1] = Verdict.TEST
    return AimTable(skill_gap, Aim.THRIFTY, verdicts, np.zeros((14, 24, 24)))


ALL = range(1, 25)


def call_outs(won: dict[int, range], lost: dict[int, range]) -> dict[Pattern, CallOut]:
    return {call_out.pattern: call_out for call_out in found_on(table(won, lost), 7, BOOK_RULES)}


def test_columns() -> None:
    seen = call_outs({3: ALL, 4: ALL, 7: range(1, 20), 9: range(1, 5)}, {})
    assert seen[Pattern.LUCKY_KILLS].columns == (3, 4)
    assert Pattern.WHOLE_COLUMNS not in seen, "all of these kill"
    assert seen[Pattern.COSTS_NO_HIT].columns == (3, 7), "9 is tested in too few rows"
    assert (seen[Pattern.FEW_COLUMNS].columns, seen[Pattern.FEW_COLUMNS].row) == ((3, 4, 7, 9), None)
    assert seen[Pattern.FOE_LIMIT].limit == 10
    assert call_outs({5: ALL, 7: ALL, 9: ALL, 11: ALL}, {})[Pattern.COSTS_A_HIT].columns == (6, 8, 10)
    assert call_outs({5: range(1, 7)}, {})[Pattern.FEW_COLUMNS].row == 6


def test_rows() -> None:
    seen = call_outs({}, {2: range(1, 9), 3: ALL, 5: range(3, 9)})
    assert (seen[Pattern.LAST_CHANCE].row, seen[Pattern.LAST_CHANCE].limit) == (2, 8)
    assert (seen[Pattern.ROW].row, seen[Pattern.ROW].limit) == (3, None)
    assert seen[Pattern.OWN_LIMIT].row == 5
    assert Pattern.FOE_LIMIT not in seen
    assert not call_outs({}, {})


def test_damage_of_other_rules_is_counted() -> None:
    rules = replace(BOOK_RULES, won=Damage(plain=3, lucky=6, unlucky=1))
    seen = {c.pattern: c for c in found_on(table({4: ALL, 5: ALL, 6: ALL, 7: ALL}, {}), 7, rules)}
    assert seen[Pattern.LUCKY_KILLS].columns == (4, 5, 6)


def test_what_cannot_happen_is_not_spoken_of() -> None:
    assert not found_on(table({3: ALL}, {}, skill_gap=-10), 7, BOOK_RULES)
    assert not found_on(table({}, {2: ALL}, skill_gap=10), 7, BOOK_RULES)


def test_a_page_says_different_things_of_different_maps() -> None:
    small, large = (CallOut(Pattern.LAST_CHANCE, luck, row=2, size=size) for luck, size in ((4, 3), (5, 8)))
    other = CallOut(Pattern.FOE_LIMIT, 5, limit=9, size=4)
    third = CallOut(Pattern.FOE_LIMIT, 4, limit=5, size=2)
    candidates = {4: [small, third], 5: [large, other]}
    assert chosen(candidates, 3) == {4: third, 5: large}
    assert chosen(candidates, 1) == {5: large}
    assert chosen(candidates, 3, lambda call_out: call_out.luck == 4) == {4: small}
