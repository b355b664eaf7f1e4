"""The paper's figures from dynamic programming: what luck does for single fights, each computed again."""

from fractions import Fraction

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, State
from atlas.paper.evidence import NONE, PAPER_LUCK, TOLERANCE, Evidence, Rise
from atlas.paper.printed import recursion
from atlas.paper.statements import CONTROL, Finding, Register, Standing
from atlas.wording import signed, significant

NUMBER_CLAIMS = Register()
_claim, _figure = NUMBER_CLAIMS.claim, NUMBER_CLAIMS.figure
_CORRECTED = Standing.CORRECTED


@_claim(
    "both-down",
    CONTROL,
    "No fight reaches a state in which both sides are down.",
    printed="inaccessible",
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
    return Finding(f"{both} moves lead there", both == 0)


@_claim(
    "recursion",
    CONTROL,
    "The recursion for the win chance weighs the next round by p_w and p_l.",
    place="Eqns 21–24",
    printed="p_w, p_l",
    expected=_CORRECTED,
    note="A draw repeats the round, so the weights are p_w / (1 − p_d) and p_l / (1 − p_d). The paper’s own "
    "figures come from these: only the printed formula lacks the divisor.",
)
def _(e: Evidence) -> Finding:
    demon = State(24, 12, 12)
    exact = float(e.best(-2, *demon))
    printed, right = (recursion(e.rules, -2, draws_drop_out=drop).at(demon) for drop in (False, True))
    return Finding(
        f"for the Hell Demon {printed:.3f} as printed, {right:.3f} with the divisor, {exact:.3f} exactly",
        abs(printed - exact) < 1e-9,
        abs(right - exact) < 1e-9,
    )


@_claim(
    "tolerance",
    CONTROL,
    "Asking for a relative advantage of 10⁻¹⁰ avoids numerical artefacts.",
    printed="p_y > (1 + 10⁻¹⁰) p_n",
    note="Decided in whole numbers there are none to avoid, and no tolerance is needed.",
)
def _(e: Evidence) -> Finding:
    plain = recursion(e.rules, 0, draws_drop_out=True, tolerance=0)
    at_zero = -SKILL_GAPS[0]
    won, lost = (np.array(plain.tests[outcome]) for outcome in Outcome)
    artefacts = int((won & ~e.exact.won[at_zero]).sum() + (lost & ~e.exact.lost[at_zero]).sum())
    left = int((e.paper.won & ~e.exact.won).sum() + (e.paper.lost & ~e.exact.lost).sum())
    return Finding(
        f"in floating point {artefacts} tests at skill gap 0 only seem to gain; with the tolerance {left} at any gap",
        left == 0 < artefacts,
    )


@_claim(
    "blank-cells",
    CONTROL,
    "A blank cell of the maps means that it is best not to use luck at all.",
    place="Figure 4 and Supplementary Figure 1",
    printed="not to employ luck regardless of outcome",
    expected=_CORRECTED,
    note="Or that the advantage is below the tolerance: real, but far too small to matter at a table.",
)
def _(e: Evidence) -> Finding:
    blank = e.paper.codes[:, 1:] == NONE
    better = int((blank & (e.exact.codes[:, 1:] != NONE)).sum())
    return Finding(
        f"in {better:,} of {int(blank.sum()):,} blank cells a test gains; all in all {e.hidden.count:,} decisions, the "
        f"largest advantage {significant(e.hidden.largest, 2)}",
        better == 0,
        e.hidden.largest < 10 * TOLERANCE,
    )


_EXTREME, _FINAL, _INITIAL = (-9, 2, 23, PAPER_LUCK), (-4, 22, 19, PAPER_LUCK), (-2, 22, 21, PAPER_LUCK)


@_claim(
    "extreme-fold",
    CONTROL,
    "At skill gap −9, staminas 2 and 23, luck 12, luck multiplies the win chance by this order of magnitude.",
    printed="10¹⁸",
)
def _(e: Evidence) -> Finding:
    fold = e.rise(*_EXTREME).fold
    return Finding(significant(fold, 2), 10**18 <= fold < 10**19)


@_figure(
    "extreme-chance",
    CONTROL,
    "The win chance there, with luck.",
    "2.3e-19",
    right="2.4e-19",
    note="2.357… × 10⁻¹⁹ looks cut off rather than rounded.",
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_EXTREME).best


@_claim(
    "extreme-is-extreme",
    CONTROL,
    "No other fight gains by a larger factor.",
    printed="an extreme example",
)
def _(e: Evidence) -> Finding:
    found = e.highest_rise()
    return Finding(_start(found), (found.skill_gap, *found.state) == _EXTREME)


@_figure(
    "fold-1159", CONTROL, "At skill gap −4, staminas 22 and 19, luck 12: the win chance rises this many fold.", "1159"
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).fold


@_figure("from-9.8e-6", CONTROL, "The same fight without luck.", "9.8e-6")
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).never


@_figure("to-0.011", CONTROL, "The same fight with luck.", "0.011")
def _(e: Evidence) -> Fraction:
    return e.rise(*_FINAL).best


@_claim(
    "highest-final",
    CONTROL,
    "It is the highest factor among fights won with a chance above 0.01.",
    printed="Δk = −4, 22 against 19, luck 12",
)
def _(e: Evidence) -> Finding:
    found = e.highest_rise(best_above=0.01)
    return Finding(_start(found), (found.skill_gap, *found.state) == _FINAL)


@_figure(
    "fold-21",
    CONTROL,
    "At skill gap −2, staminas 22 and 21, luck 12: the win chance rises this many fold.",
    "21",
    right="22",
    note="21.78 looks cut off rather than rounded.",
)
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).fold


@_figure("from-0.010", CONTROL, "The same fight without luck.", "0.010")
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).never


@_figure("to-0.22", CONTROL, "The same fight with luck.", "0.22")
def _(e: Evidence) -> Fraction:
    return e.rise(*_INITIAL).best


@_claim(
    "highest-initial",
    CONTROL,
    "It is the highest factor among fights with a chance above 0.01 even without luck.",
    printed="Δk = −2, 22 against 21, luck 12",
)
def _(e: Evidence) -> Finding:
    found = e.highest_rise(never_above=0.01)
    return Finding(_start(found), (found.skill_gap, *found.state) == _INITIAL)


@_figure("dragon-without", CONTROL, "A White Dragon (15, 22) against the best hero, without luck.", "4.4e-4")
def _(e: Evidence) -> Fraction:
    return e.never(-3, 24, 22)


@_figure("dragon-with", CONTROL, "The White Dragon with best use of luck.", "0.046")
def _(e: Evidence) -> Fraction:
    return e.best(-3, 24, 22, 12)


@_figure("demon-without", CONTROL, "A Hell Demon (14, 12) against the best hero, without luck.", "0.28")
def _(e: Evidence) -> Fraction:
    return e.never(-2, 24, 12)


@_figure("demon-with", CONTROL, "The Hell Demon with best use of luck.", "0.78")
def _(e: Evidence) -> Fraction:
    return e.best(-2, 24, 12, 12)


def _start(rise: Rise) -> str:
    hero, foe, luck = rise.state
    return f"Δk = {signed(rise.skill_gap)}, {hero} against {foe}, luck {luck}"
