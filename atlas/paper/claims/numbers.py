"""The paper's figures from dynamic programming: what luck does for single fights, each computed again."""

from fractions import Fraction
from itertools import product

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, State
from atlas.paper.evidence import NONE, TOLERANCE, Evidence, Rise
from atlas.paper.printed import recursion
from atlas.paper.ranges import PAPER_LUCK, TESTED_FIGHTS, FightRange, FightScores, fight_words
from atlas.paper.statements import CONTROL, CheckedStatement, Finding, Register, asked, misprint, note, place, remark
from atlas.wording import percent, signed, significant

CLAIMS: list[CheckedStatement] = []
_register = Register(CONTROL, CLAIMS)
_claim = _register.claim

_DRAGON, _DEMON = (-3, 24, 22, PAPER_LUCK), (-2, 24, 12, PAPER_LUCK)
"""SKILL gap, hero's and foe's STAMINA, LUCK: the hero has the highest scores, SKILL 12, STAMINA 24, LUCK 12"""
_EXTREME, _FINAL, _INITIAL = (-9, 2, 23, PAPER_LUCK), (-4, 22, 19, PAPER_LUCK), (-2, 22, 21, PAPER_LUCK)
_ALL = FightRange(SKILL_GAPS, range(PAPER_LUCK + 1))


_READ_GAPS = (-6, 0, 6)


def _figure(id: str, statement: str, value: str, fight: FightScores, of: str, right: str = "") -> None:
    """What LUCK does for one fight: `of` says which part of the rise is printed."""
    _register.figure(id, statement, value, fight_words(*fight), lambda e: getattr(e.rise(*fight), of), right=right)


def _rises_most(rise: Rise, printed: FightScores) -> Finding:
    computed = f"{fight_words(rise.skill_gap, *rise.state)}: {significant(rise.fold, 3)}-fold"
    return Finding(computed, (rise.skill_gap, *rise.state) == printed)


@_claim("both-down", "inaccessible", "every hit from STAMINA 1 to 24 on both sides")
def _(e: Evidence) -> Finding:
    """No fight reaches a state in which both sides are down."""
    after = (
        e.rules.hit(State(h, f, 0), o, hit)
        for h in e.rules.staminas
        for f in e.rules.staminas
        for o in Outcome
        for hit in e.rules.damage(o).hits
    )
    both = sum(state.hero_stamina == state.foe_stamina == 0 for state in after)
    return Finding(f"{both} hits lead there", both == 0)


@_claim(
    "recursion",
    r"p_w v_p(\dots) + p_l v_p(\dots)",
    f"SKILL gap −2: the Hell Demon, and all decisions of LUCK 1 to {PAPER_LUCK}, STAMINA 1 to 24",
)
@place("Eqns 21–24")
@misprint(r"( p_w v_p(\dots) + p_l v_p(\dots) ) / (1 - p_d)")
@note(
    "A draw repeats the round; as printed each draw would lose the fight. The paper’s own figures come from the "
    "formula with the divisor."
)
def _(e: Evidence) -> Finding:
    """The recursion for the chance to win weighs the next round by its chances."""
    gap, state = _DEMON[0], State(*_DEMON[1:])
    printed, right = (recursion(e.rules, gap, draws_drop_out=drop) for drop in (False, True))
    changed = sum(int((np.array(printed.tests[o]) != np.array(right.tests[o])).sum()) for o in Outcome)
    exact = e.best(gap, *state)
    return Finding(
        f"the Hell Demon is beaten with {percent(Fraction(printed.at(state)))} as printed, "
        f"{percent(Fraction(right.at(state)))} with the divisor, {percent(exact)} exactly; {changed} decisions change",
        abs(printed.at(state) - float(exact)) < 1e-9,
        abs(right.at(state) - float(exact)) < 1e-9,
    )


@_claim("settled-backwards", "opens up the opportunity to compute v_p for new pairs of states", _ALL)
@place("text and Figure 3")
def _(e: Evidence) -> Finding:
    """Beginning with the ends, each state can be settled from states that are settled already."""
    order = {state: number for number, state in enumerate(e.rules.states())}
    waiting = moves = 0
    for state, outcome, test in product(order, Outcome, (False, True)):
        if test and not e.rules.can_test(state.luck):
            continue
        ahead = [branch.state for branch in e.rules.branches(state, outcome, test=test)]
        moves += len(ahead)
        waiting += sum(after in order and order[after] >= order[state] for after in ahead)
    return Finding(f"one pass does: {waiting} of {moves:,} moves lead to a state not settled yet", waiting == 0)


@_claim("tolerance", "p_y > (1 + 10⁻¹⁰) p_n", f"{TESTED_FIGHTS}; in floating point SKILL gap 0")
@remark("Decided in whole numbers there are no artefacts to avoid, and p_y > p_n will do.")
def _(e: Evidence) -> Finding:
    """Asking for a relative advantage of 10⁻¹⁰ avoids numerical artefacts."""
    without = recursion(e.rules, 0, draws_drop_out=True, tolerance=0)
    at_zero = -SKILL_GAPS[0]
    won, lost = (np.array(without.tests[outcome]) for outcome in Outcome)
    artefacts = int((won & ~e.exact.won[at_zero]).sum() + (lost & ~e.exact.lost[at_zero]).sum())
    left = int((e.paper.won & ~e.exact.won).sum() + (e.paper.lost & ~e.exact.lost).sum())
    return Finding(
        f"in floating point {artefacts} tests at SKILL gap 0 only seem to gain; with the tolerance {left} at any gap",
        left == 0 < artefacts,
    )


@_claim(
    "blank-cells",
    "not to employ luck regardless of outcome",
    f"SKILL gaps {', '.join(map(signed, _READ_GAPS))} in floating point; advantages over {TESTED_FIGHTS}",
)
@place("Figure 4 and Supplementary Figure 1")
@remark("In some blank squares a test has an advantage, left out by the tolerance: real, and far too small to matter.")
def _(e: Evidence) -> Finding:
    """A blank square of the maps means not to use LUCK at all, by the tolerance that the text declares."""
    differ = blank = 0
    for gap in _READ_GAPS:
        printed = recursion(e.rules, gap, draws_drop_out=True)
        won, lost = (np.array(printed.tests[outcome]) for outcome in Outcome)
        codes = e.paper.codes[gap - SKILL_GAPS[0]]
        differ += int(((codes == NONE) != ~(won | lost)).sum())
        blank += int((codes[1:] == NONE).sum())
    tiny = int(((e.paper.codes == NONE) & (e.exact.codes != NONE)).sum())
    return Finding(
        f"the paper’s recursion leaves the same {blank:,} squares blank, {differ} differ; over all SKILL gaps a test "
        f"gains in {tiny:,} blank squares ({e.hidden.count:,} decisions left out in all), at most "
        f"{significant(e.hidden.largest, 2)}",
        differ == 0 and e.hidden.largest < 10 * TOLERANCE,
    )


@_claim("extreme-fold", "10¹⁸", fight_words(*_EXTREME))
def _(e: Evidence) -> Finding:
    """An extreme example: LUCK multiplies the chance to win by this order of magnitude."""
    fold = e.rise(*_EXTREME).fold
    return Finding(significant(fold, 2), 10**18 <= fold < 10**19)


_figure(
    "extreme-chance", "The chance to win in that extreme example, with LUCK.", "2.3e-19", _EXTREME, "best", "2.4e-19"
)


@_claim("extreme-is-extreme", "an extreme example", _ALL)
@asked("no other fight gains by a larger factor (the paper does not say so)")
def _(e: Evidence) -> Finding:
    """That fight is an extreme example."""
    return _rises_most(e.highest_rise(), _EXTREME)


_figure("fold-1159", "On more reasonable scales the chance to win rises this many fold.", "1159", _FINAL, "fold")
_figure("from-9.8e-6", "The same fight, never testing.", "9.8e-6", _FINAL, "never")
_figure("to-0.011", "The same fight with LUCK.", "0.011", _FINAL, "best")


@_claim("highest-final", "the highest fold increase", _ALL)
def _(e: Evidence) -> Finding:
    """It is the highest factor among fights won with a chance above 0.01."""
    return _rises_most(e.highest_rise(best_above=0.01), _FINAL)


_RISES = "In a fight with a fair chance without tests the chance to win rises this many fold."
_figure("fold-21", _RISES, "21", _INITIAL, "fold", "22")
_figure("from-0.010", "The same fight, never testing.", "0.010", _INITIAL, "never")
_figure("to-0.22", "The same fight with LUCK.", "0.22", _INITIAL, "best")


@_claim("highest-initial", "the highest fold increase", _ALL)
def _(e: Evidence) -> Finding:
    """It is the highest factor among fights with a chance above 0.01 even without tests."""
    return _rises_most(e.highest_rise(never_above=0.01), _INITIAL)


_figure("dragon-with", "A White Dragon against the best hero, with best use of LUCK.", "0.046", _DRAGON, "best")
_figure("dragon-without", "The White Dragon, never testing.", "4.4e-4", _DRAGON, "never")
_figure("demon-with", "A Hell Demon against the best hero, with best use of LUCK.", "0.78", _DEMON, "best")
_figure("demon-without", "The Hell Demon, never testing.", "0.28", _DEMON, "never")
