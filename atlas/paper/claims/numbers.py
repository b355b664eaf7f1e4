"""The paper's figures from dynamic programming: what luck does for single fights, each computed again."""

from fractions import Fraction
from itertools import product

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, State
from atlas.paper.evidence import NONE, TOLERANCE, Evidence, Rise
from atlas.paper.printed import recursion
from atlas.paper.ranges import PAPER_LUCK, TESTED_FIGHTS, Box
from atlas.paper.statements import CONTROL, Finding, Kind, Register
from atlas.wording import percent, signed, significant

NUMBER_CLAIMS = Register()
_claim, _figure = NUMBER_CLAIMS.claim, NUMBER_CLAIMS.figure

_DRAGON, _DEMON = (-3, 24, 22, PAPER_LUCK), (-2, 24, 12, PAPER_LUCK)
"""SKILL gap, hero's and foe's STAMINA, LUCK: the hero has the highest scores, SKILL 12, STAMINA 24, LUCK 12"""
_EXTREME, _FINAL, _INITIAL = (-9, 2, 23, PAPER_LUCK), (-4, 22, 19, PAPER_LUCK), (-2, 22, 21, PAPER_LUCK)
_ALL = Box(SKILL_GAPS, range(PAPER_LUCK + 1))


def _fight(gap: int, hero: int, foe: int, luck: int) -> str:
    return f"SKILL gap {signed(gap)}, {hero} against {foe}, LUCK {luck}"


@_claim(
    "both-down",
    CONTROL,
    "No fight reaches a state in which both sides are down.",
    printed="inaccessible",
    over="every hit from STAMINA 1 to 24 on both sides",
)
def _(e: Evidence) -> Finding:
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
    CONTROL,
    "The recursion for the chance to win weighs the next round by its chances.",
    place="Eqns 21–24",
    printed=r"p_w v_p(\dots) + p_l v_p(\dots)",
    over=f"SKILL gap −2: the Hell Demon, and all decisions of LUCK 1 to {PAPER_LUCK}, STAMINA 1 to 24",
    kind=Kind.MISPRINT,
    read=r"( p_w v_p(\dots) + p_l v_p(\dots) ) / (1 - p_d)",
    formula=True,
    note="A draw repeats the round; as printed each draw would lose the fight. The paper’s own figures come from the "
    "formula with the divisor.",
)
def _(e: Evidence) -> Finding:
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


@_claim(
    "settled-backwards",
    CONTROL,
    "Beginning with the ends, each state can be settled from states that are settled already.",
    place="text and Figure 3",
    printed="opens up the opportunity to compute v_p for new pairs of states",
    over=_ALL,
)
def _(e: Evidence) -> Finding:
    order = {state: number for number, state in enumerate(e.rules.states())}
    waiting = moves = 0
    for state, outcome, test in product(order, Outcome, (False, True)):
        if test and not e.rules.can_test(state.luck):
            continue
        ahead = [branch.state for branch in e.rules.branches(state, outcome, test=test)]
        moves += len(ahead)
        waiting += sum(after in order and order[after] >= order[state] for after in ahead)
    return Finding(f"one pass does: {waiting} of {moves:,} moves lead to a state not settled yet", waiting == 0)


@_claim(
    "tolerance",
    CONTROL,
    "Asking for a relative advantage of 10⁻¹⁰ avoids numerical artefacts.",
    printed="p_y > (1 + 10⁻¹⁰) p_n",
    over=f"{TESTED_FIGHTS}; in floating point SKILL gap 0",
    kind=Kind.REMARK,
    note="Decided in whole numbers there are no artefacts to avoid, and p_y > p_n will do.",
)
def _(e: Evidence) -> Finding:
    without = recursion(e.rules, 0, draws_drop_out=True, tolerance=0)
    at_zero = -SKILL_GAPS[0]
    won, lost = (np.array(without.tests[outcome]) for outcome in Outcome)
    artefacts = int((won & ~e.exact.won[at_zero]).sum() + (lost & ~e.exact.lost[at_zero]).sum())
    left = int((e.paper.won & ~e.exact.won).sum() + (e.paper.lost & ~e.exact.lost).sum())
    return Finding(
        f"in floating point {artefacts} tests at SKILL gap 0 only seem to gain; with the tolerance {left} at any gap",
        left == 0 < artefacts,
    )


_READ_GAPS = (-6, 0, 6)


@_claim(
    "blank-cells",
    CONTROL,
    "A blank square of the maps means not to use LUCK at all, by the tolerance that the text declares.",
    place="Figure 4 and Supplementary Figure 1",
    printed="not to employ luck regardless of outcome",
    over=f"SKILL gaps {', '.join(map(signed, _READ_GAPS))} in floating point; advantages over {TESTED_FIGHTS}",
    kind=Kind.REMARK,
    note="Some blank squares have an advantage below the tolerance: real, and far too small to matter at a table.",
)
def _(e: Evidence) -> Finding:
    differ = blank = 0
    for gap in _READ_GAPS:
        won, lost = (np.array(recursion(e.rules, gap, draws_drop_out=True).tests[outcome]) for outcome in Outcome)
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


@_claim(
    "extreme-fold",
    CONTROL,
    "An extreme example: LUCK multiplies the chance to win by this order of magnitude.",
    printed="10¹⁸",
    over=_fight(*_EXTREME),
)
def _(e: Evidence) -> Finding:
    fold = e.rise(*_EXTREME).fold
    return Finding(significant(fold, 2), 10**18 <= fold < 10**19)


@_figure(
    "extreme-chance",
    CONTROL,
    "The chance to win in that extreme example, with LUCK.",
    "2.3e-19",
    over=_fight(*_EXTREME),
    right="2.4e-19",
    note="Cut off; the other figures of this section are rounded.",
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_EXTREME).best


@_claim(
    "extreme-is-extreme",
    CONTROL,
    "That fight is an extreme example.",
    printed="an extreme example",
    over=_ALL,
    asked="no other fight gains by a larger factor (the paper does not say so)",
)
def _(e: Evidence) -> Finding:
    return _rises_most(e.highest_rise(), _EXTREME)


@_figure(
    "fold-1159",
    CONTROL,
    "On more reasonable scales the chance to win rises this many fold.",
    "1159",
    over=_fight(*_FINAL),
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).fold


@_figure("from-9.8e-6", CONTROL, "The same fight, never testing.", "9.8e-6", over=_fight(*_FINAL))
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).never


@_figure("to-0.011", CONTROL, "The same fight with LUCK.", "0.011", over=_fight(*_FINAL))
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).best


@_claim(
    "highest-final",
    CONTROL,
    "It is the highest factor among fights won with a chance above 0.01.",
    printed="the highest fold increase",
    over=_ALL,
)
def _(e: Evidence) -> Finding:
    return _rises_most(e.highest_rise(best_above=0.01), _FINAL)


@_figure(
    "fold-21",
    CONTROL,
    "In a fight with a fair chance without tests the chance to win rises this many fold.",
    "21",
    over=_fight(*_INITIAL),
    right="22",
    note="Cut off; the other figures of this section are rounded.",
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).fold


@_figure("from-0.010", CONTROL, "The same fight, never testing.", "0.010", over=_fight(*_INITIAL))
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).never


@_figure("to-0.22", CONTROL, "The same fight with LUCK.", "0.22", over=_fight(*_INITIAL))
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).best


@_claim(
    "highest-initial",
    CONTROL,
    "It is the highest factor among fights with a chance above 0.01 even without tests.",
    printed="the highest fold increase",
    over=_ALL,
)
def _(e: Evidence) -> Finding:
    return _rises_most(e.highest_rise(never_above=0.01), _INITIAL)


@_figure(
    "dragon-with",
    CONTROL,
    "A White Dragon against the best hero, with best use of LUCK.",
    "0.046",
    over=_fight(*_DRAGON),
)
def _(e: Evidence) -> Fraction:
    return e.best(*_DRAGON)


@_figure("dragon-without", CONTROL, "The White Dragon, never testing.", "4.4e-4", over=_fight(*_DRAGON))
def _(e: Evidence) -> Fraction:
    return e.never(*_DRAGON[:3])


@_figure(
    "demon-with", CONTROL, "A Hell Demon against the best hero, with best use of LUCK.", "0.78", over=_fight(*_DEMON)
)
def _(e: Evidence) -> Fraction:
    return e.best(*_DEMON)


@_figure("demon-without", CONTROL, "The Hell Demon, never testing.", "0.28", over=_fight(*_DEMON))
def _(e: Evidence) -> Fraction:
    return e.never(*_DEMON[:3])


def _rises_most(found: Rise, printed: tuple[int, int, int, int]) -> Finding:
    return Finding(
        f"{_fight(found.skill_gap, *found.state)}: {significant(found.fold, 3)}-fold",
        (found.skill_gap, *found.state) == printed,
    )
