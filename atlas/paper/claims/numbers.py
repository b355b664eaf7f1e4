"""The paper's figures from dynamic programming: what luck does for single fights, each computed again."""

from fractions import Fraction

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, State
from atlas.paper.evidence import NONE, TOLERANCE, Evidence, Rise
from atlas.paper.printed import recursion
from atlas.paper.ranges import PAPER_LUCK, Box
from atlas.paper.statements import CONTROL, Finding, Kind, Register
from atlas.wording import percent, signed, significant

NUMBER_CLAIMS = Register()
_claim, _figure = NUMBER_CLAIMS.claim, NUMBER_CLAIMS.figure

_DRAGON, _DEMON = (-3, 24, 22, PAPER_LUCK), (-2, 24, 12, PAPER_LUCK)
"""SKILL gap, hero's and foe's STAMINA, LUCK: the hero has the highest scores, SKILL 12, STAMINA 24, LUCK 12"""
_EXTREME, _FINAL, _INITIAL = (-9, 2, 23, PAPER_LUCK), (-4, 22, 19, PAPER_LUCK), (-2, 22, 21, PAPER_LUCK)
_ALL = Box(SKILL_GAPS, range(PAPER_LUCK + 1))
_TESTED = Box(SKILL_GAPS, range(1, PAPER_LUCK + 1))


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
    "tolerance",
    CONTROL,
    "Asking for a relative advantage of 10⁻¹⁰ avoids numerical artefacts.",
    printed="p_y > (1 + 10⁻¹⁰) p_n",
    over=f"{_TESTED}; in floating point SKILL gap 0",
    note="Decided in whole numbers there are none to avoid, and no tolerance is needed.",
)
def _(e: Evidence) -> Finding:
    exact_zero = recursion(e.rules, 0, draws_drop_out=True, tolerance=0)
    at_zero = -SKILL_GAPS[0]
    won, lost = (np.array(exact_zero.tests[outcome]) for outcome in Outcome)
    artefacts = int((won & ~e.exact.won[at_zero]).sum() + (lost & ~e.exact.lost[at_zero]).sum())
    left = int((e.paper.won & ~e.exact.won).sum() + (e.paper.lost & ~e.exact.lost).sum())
    return Finding(
        f"in floating point {artefacts} tests at SKILL gap 0 only seem to gain; with the tolerance {left} at any gap",
        left == 0 < artefacts,
    )


@_claim(
    "blank-cells",
    CONTROL,
    "A blank square of the maps means that it is best not to use LUCK at all.",
    place="Figure 4 and Supplementary Figure 1",
    printed="not to employ luck regardless of outcome",
    over=_TESTED,
    kind=Kind.MISPRINT,
    read="or that the advantage is below the tolerance",
    note="Or that the advantage is below the tolerance: real, but far too small to matter at a table.",
)
def _(e: Evidence) -> Finding:
    blank = e.paper.codes[:, 1:] == NONE
    better = int((blank & (e.exact.codes[:, 1:] != NONE)).sum())
    return Finding(
        f"in {better:,} of {int(blank.sum()):,} blank squares a test gains; {e.hidden.count:,} decisions in all, the "
        f"largest advantage {significant(e.hidden.largest, 2)}",
        better == 0,
        e.hidden.largest < 10 * TOLERANCE,
    )


@_claim(
    "extreme-fold",
    CONTROL,
    "LUCK multiplies the chance to win by this order of magnitude.",
    printed="10¹⁸",
    over=_fight(*_EXTREME),
)
def _(e: Evidence) -> Finding:
    fold = e.rise(*_EXTREME).fold
    return Finding(significant(fold, 2), 10**18 <= fold < 10**19)


@_figure(
    "extreme-chance",
    CONTROL,
    "The chance to win there, with LUCK.",
    "2.3e-19",
    over=_fight(*_EXTREME),
    right="2.4e-19",
    note="Cut off; elsewhere the paper rounds (0.776 to 0.78).",
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_EXTREME).best


@_claim(
    "extreme-is-extreme",
    CONTROL,
    "No other fight gains by a larger factor.",
    printed="an extreme example",
    over=_ALL,
)
def _(e: Evidence) -> Finding:
    return _rises_most(e.highest_rise(), _EXTREME)


@_figure("fold-1159", CONTROL, "The chance to win rises this many fold.", "1159", over=_fight(*_FINAL))
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
    "The chance to win rises this many fold.",
    "21",
    over=_fight(*_INITIAL),
    right="22",
    note="Cut off; elsewhere the paper rounds (0.776 to 0.78).",
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
