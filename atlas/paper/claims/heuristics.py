"""The paper's statements about its nine strategies, each with its check.

The paper simulated the strategies; here each is evaluated exactly enough to tell a tie from a difference,
in every fight, with every threshold τ (LUCK is used while it is above τ).
"""

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome
from atlas.paper.evidence import DEFEND, Evidence
from atlas.paper.ranges import PAPER_LUCK, STAMINAS, Box, share
from atlas.paper.statements import HEURISTICS, Finding, Kind, Register, Standing
from atlas.wording import percent

HEURISTIC_CLAIMS = Register()
_claim = HEURISTIC_CLAIMS.claim

_DEFENDING = (1, 2, 4, 6, 7, 8)
"""the strategies that test after a lost round at hero's STAMINA 2"""
_TESTED = range(1, PAPER_LUCK + 1)
_FIGHTS = Box(SKILL_GAPS, _TESTED)
_WHERE_LUCK_GAINS = f"{_FIGHTS}, where any of the nine gains by LUCK"
_LOW = range(-6, -2)


@_claim(
    "tau-above",
    HEURISTICS,
    "When a strategy with threshold τ uses LUCK.",
    printed=r"l \ge \tau",
    over=_WHERE_LUCK_GAINS,
    kind=Kind.MISPRINT,
    read=r"l > \tau",
    formula=True,
    note="The list of strategies has l > τ, and only that gives the printed peaks.",
)
def _(e: Evidence) -> Finding:
    peaks = [e.tau_peak(number) for number in (1, 3)]
    at_least = [tau + 1 for tau in peaks]
    return Finding(
        f"the best thresholds peak at {peaks[0]} and {peaks[1]} with >, at {at_least[0]} and {at_least[1]} with ≥",
        at_least == [6, 5],
        peaks == [6, 5],
    )


@_claim(
    "low-gap-strategies",
    HEURISTICS,
    "At low SKILL gaps and high LUCK strategy 3 is the best, except at low hero’s STAMINA.",
    printed="strategy 3, except strategy 1 at low s_h",
    over=Box(_LOW, range(12, 13), STAMINAS, range(3, 25)),
    asked="strategy 3 in 90% of fights with s_h ≥ 13, strategy 1 in 80% with s_h ≤ 4",
)
def _(e: Evidence) -> Finding:
    low = Box(_LOW, range(12, 13), STAMINAS, range(3, 25)).of(e.chosen)
    offence, both = share(low[:, :, 12:] == 3), share(low[:, :, :4] == 1)
    return Finding(
        f"strategy 3 in {percent(offence)} of fights with s_h ≥ 13, strategy 1 in {percent(both)} with s_h ≤ 4",
        offence > 0.9 and both > 0.8,
    )


@_claim(
    "defence-column",
    HEURISTICS,
    "The foe’s STAMINA at which strategy 2 is the best there, or as good as any.",
    printed=r"s_o < 2",
    over=Box(range(-4, -3), range(12, 13), range(3, 25)),
    kind=Kind.MISPRINT,
    read=r"s_o \le 2",
    formula=True,
    note="At 2 as well, where a normal hit already wins; Figure 5 and the advice at the end of the section have ≤ 2.",
)
def _(e: Evidence) -> Finding:
    box = Box(range(-4, -3), range(12, 13), range(3, 25))
    level = box.of(e.level[DEFEND])[0, 0]
    columns = [foe for foe in STAMINAS if level[:, foe - 1].all()]
    return Finding(f"foe’s STAMINA {' and '.join(map(str, columns)) or 'none'}", columns == [1], columns == [1, 2])


@_claim(
    "strategy-8",
    HEURISTICS,
    "Strategy 8 (while the hero has less STAMINA than the foe) gains ground at low hero’s STAMINA.",
    printed="at low s_h",
    over=_FIGHTS,
    asked="75% of the fights it is best in at s_h ≤ 6",
)
def _(e: Evidence) -> Finding:
    fights = np.argwhere(e.chosen == 8)
    low = share(fights[:, 2] < 6)
    return Finding(f"{percent(low)} of the {len(fights):,} fights it is best in have s_h ≤ 6", low > 0.75)


@_claim(
    "strategy-5",
    HEURISTICS,
    "Strategy 5 (offence while the foe has more than 6) is favoured at intermediate LUCK and high foe’s STAMINA.",
    printed="intermediate l, high s_o",
    over=_FIGHTS,
    asked="most often best within LUCK 4 to 9, never with s_o ≤ 6",
)
def _(e: Evidence) -> Finding:
    fights = np.argwhere(e.chosen == 5)
    if not len(fights):
        return Finding("best in no fight", False)
    usual = int(np.bincount(fights[:, 1]).argmax())
    lowest = int(fights[:, 3].min()) + 1
    return Finding(
        f"best in {len(fights):,} fights, most at LUCK {usual}, none below foe’s STAMINA {lowest}",
        4 <= usual <= 9 and lowest > 6,
    )


_BEHIND, _AHEAD = (
    Box(gaps, range(5, 13), range(2, 9), range(13, 25)) for gaps in (range(-6, -1), range(2, 7))
)  # fmt: skip


@_claim(
    "defence-takes-over",
    HEURISTICS,
    "As the SKILL gap rises strategy 2 takes over where the foe has much STAMINA and the hero little.",
    printed="the increased takeover of strategy 2",
    over=f"{_BEHIND}; {_AHEAD}",
    asked="twice as many fights",
)
def _(e: Evidence) -> Finding:
    behind, ahead = (share(box.of(e.chosen) == 2) for box in (_BEHIND, _AHEAD))
    return Finding(
        f"best in {percent(behind)} of fights at SKILL gap −6 to −2, in {percent(ahead)} at +2 to +6",
        ahead > 2 * behind,
    )


@_claim(
    "strategy-4",
    HEURISTICS,
    "Strategy 4 (defence below 6 STAMINA) competes with strategy 2.",
    printed="experiences support",
    over=_WHERE_LUCK_GAINS,
    expected=Standing.NOT_REPRODUCED,
    kind=Kind.SUBSTANCE,
    read="level with strategy 2",
    note="It is never better than all others, only level with strategy 2; a simulated map can show such "
    "ties by chance.",
)
def _(e: Evidence) -> Finding:
    level = e.level[4]
    alone = int((level & (e.level.sum(axis=0) == 1)).sum())
    return Finding(
        f"better than all others in {alone:,} fights, level with the best in {int(level.sum()):,}", alone > 0
    )


@_claim(
    "row-2-strategies",
    HEURISTICS,
    "At hero’s STAMINA 2 and intermediate LUCK the best strategy defends: strategy 2 or an equivalent.",
    printed="ubiquitous",
    over=Box(lucks=range(4, 9), heroes=range(2, 3)),
    asked="95% of fights; as equivalents count 1, 4, 6, 7 and 8, which all test after a lost round there",
)
def _(e: Evidence) -> Finding:
    row = share(np.isin(Box(lucks=range(4, 9), heroes=range(2, 3)).of(e.chosen), _DEFENDING))
    return Finding(f"in {percent(row)} of fights", row > 0.95)


@_claim(
    "tau-by-expectation",
    HEURISTICS,
    "Expected damage alone suggests these thresholds: 5 for offence, 6 where defence counts too.",
    printed="supported by simulation results",
    over="LUCK 0 to 12",
)
def _(e: Evidence) -> Finding:
    lowest = [break_even_luck(e.rules, outcome) for outcome in Outcome]
    taus = [luck - 1 for luck in lowest if luck is not None]
    return Finding(f"tests pay on average for LUCK above {' and '.join(map(str, taus))}", taus == [5, 6])


def _tau_peak(e: Evidence, number: int, printed: int) -> Finding:
    peak = e.tau_peak(number)
    return Finding(f"τ = {peak}, as good as anything in {e.tau_counts(number)[peak]:,} fights", peak == printed)


@_claim(
    "tau-both",
    HEURISTICS,
    "The threshold that most often belongs to the best strategy, for strategy 1.",
    place="Supplementary Figure 3",
    printed="τ = 6",
    over=_WHERE_LUCK_GAINS,
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 1, 6)


@_claim(
    "tau-offence",
    HEURISTICS,
    "The same for strategy 3.",
    place="Supplementary Figure 3",
    printed="τ = 5",
    over=_WHERE_LUCK_GAINS,
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 3, 5)
