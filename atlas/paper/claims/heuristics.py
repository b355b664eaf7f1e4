"""The paper's statements about its nine strategies, each with its check.

The paper simulated the strategies; here each is evaluated exactly enough to tell a tie from a difference,
in every fight, with every threshold τ (LUCK is used while it is above τ).
"""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.game.worth import Worth
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence
from atlas.paper.ranges import (
    CLOSE_GAPS,
    NO_LUCK,
    PAPER_LUCK,
    PLAYED_GAPS,
    STAMINAS,
    TESTED,
    TESTED_FIGHTS,
    Box,
    listed,
    share,
)
from atlas.paper.statements import HEURISTICS, Finding, Kind, Register
from atlas.policies.evaluate import Board, mean, play
from atlas.policies.policy import STRATEGIES, strategy
from atlas.wording import percent, signed, whole_percent

HEURISTIC_CLAIMS = Register()
_claim = HEURISTIC_CLAIMS.claim

_DEFENDING = (1, 2, 4, 6, 7, 8)
"""the strategies that test after a lost round at hero's STAMINA 2"""
_WHERE_LUCK_GAINS = f"{TESTED_FIGHTS}, where any of the nine gains by LUCK"
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
    "kinds-of-strategies",
    HEURISTICS,
    "Which strategies look at LUCK alone, and which are defensive, offensive or both.",
    printed="open-loop: 1–3; defensive: 2, 4; offensive: 3, 5; both: 1, 6, 7, 8",
    over="the list of strategies, at τ = 5, LUCK 12, STAMINA 1 to 24",
)
def _(e: Evidence) -> Finding:
    board = Board(e.rules, (0,))
    tests = {n: [board.cube(strategy(n, 5).tests(o, board.where))[0, 12] for o in Outcome] for n in STRATEGIES[1:]}
    open_loop = [n for n, (won, lost) in tests.items() if len({*won.flat}) == len({*lost.flat}) == 1]
    offence, defence = ({n for n, masks in tests.items() if masks[side].any()} for side in (0, 1))
    found = [open_loop, sorted(defence - offence), sorted(offence - defence), sorted(offence & defence)]
    return Finding(
        f"open-loop: {listed(found[0])}; defensive: {listed(found[1])}; offensive: {listed(found[2])}; both: "
        f"{listed(found[3])}",
        found == [[1, 2, 3], [2, 4], [3, 5], [1, 6, 7, 8]],
    )


_KIND_OF = np.array([NONE, BOTH, DEFEND, ATTACK, DEFEND, ATTACK, BOTH, BOTH, BOTH])
"""by strategy: the code of the maps for what it does"""


@_claim(
    "structure-visible",
    HEURISTICS,
    "The structure of best play can be seen in the map of the best strategies.",
    place="Supplementary Figure 2",
    printed="largely visible",
    over=f"{Box()}, where best play uses LUCK",
    asked="strategies of the same kind as best play in three quarters of the squares",
)
def _(e: Evidence) -> Finding:
    codes = Box().of(e.paper.codes)
    same = share((_KIND_OF[Box().of(e.chosen)] == codes)[codes != NONE])
    return Finding(f"in {percent(same)}", same > 0.75)


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
    over=TESTED_FIGHTS,
    asked="75% of the fights it is best in at s_h ≤ 6",
)
def _(e: Evidence) -> Finding:
    fights = np.argwhere(e.chosen == 8)
    low = share(fights[:, 2] < 6)
    return Finding(f"{percent(low)} of the {len(fights):,} fights it is best in have s_h ≤ 6", low > 0.75)


_TAUS = range(PAPER_LUCK)


@_claim(
    "strategy-8-like-1",
    HEURISTICS,
    "Strategy 8 is strategy 1 while s_h < s_o and spares LUCK as soon as it is not: it is more conservative.",
    printed="identical to strategy 1 when l is high and s_h < s_o",
    over=f"{Box(lucks=TESTED)}, τ = 0 to 11",
    asked="the same tests there, and never more LUCK spent on average",
)
def _(e: Evidence) -> Finding:
    board = Board(e.rules, tuple(PLAYED_GAPS))
    behind = np.asarray(board.where.hero_stamina) < np.asarray(board.where.foe_stamina)
    one, eight = (board.tests([strategy(number, tau) for tau in _TAUS]) for number in (1, 8))
    differ = int((one.won != eight.won)[behind].sum() + (one.lost != eight.lost)[behind].sum())
    left_one, left_eight = (play(board, tests, Worth.of_luck_left(e.rules)) for tests in (one, eight))
    luck = np.asarray(board.where.luck)[behind]
    spent = [mean((luck[:, None] - left[behind])[luck > 0]) for left in (left_one, left_eight)]
    more = int((left_eight < left_one - 1e-9).sum())
    return Finding(
        f"{differ} decisions differ while s_h < s_o; it spends more in {more} fights; from s_h < s_o it spends "
        f"{spent[1]:.2f} LUCK on average, strategy 1 {spent[0]:.2f}",
        differ == more == 0,
    )


@_claim(
    "strategy-5",
    HEURISTICS,
    "Strategy 5 (offence while the foe has more than 6) is favoured at intermediate LUCK and high foe’s STAMINA.",
    printed="intermediate l, high s_o",
    over=TESTED_FIGHTS,
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


_LUCK_FALLS = (8, 4)


@_claim(
    "thinning",
    HEURISTICS,
    "As LUCK falls the regions of strategy 3 thin out, more so at higher SKILL gaps.",
    printed="sparsification … more pronounced at higher Δk",
    over=f"SKILL gap −6 to +6, LUCK {_LUCK_FALLS[0]} against {_LUCK_FALLS[1]}, STAMINA 1 to 24",
    asked="fewer fights with strategy 3 as the best at each SKILL gap; a larger part lost at 0 to +6 than at −6 to −4",
    kind=Kind.REMARK,
    note="The part lost grows while the hero is behind; from there on it stays about the same.",
)
def _(e: Evidence) -> Finding:
    def lost(gaps: range) -> Fraction:
        high, low = (share(Box(gaps, range(luck, luck + 1)).of(e.chosen) == 3) for luck in _LUCK_FALLS)
        return 1 - low / high

    each = [lost(range(gap, gap + 1)) for gap in CLOSE_GAPS]
    low, high = lost(range(-6, -3)), lost(range(0, 7))
    return Finding(
        f"of the fights at LUCK 8, {percent(low)} are gone at SKILL gap −6 to −4, {percent(high)} at 0 to +6; by gap: "
        + ", ".join(whole_percent(part) for part in each),
        min(each) > 0 and high > low,
    )


@_claim(
    "small-increases",
    HEURISTICS,
    "At higher SKILL gaps the relative increases become so small that several regions show no substantial advantage.",
    printed="increasingly small relative increases",
    over=Box(lucks=TESTED),
    asked="under 1% more wins than never testing, in a part of the fights that grows with every SKILL gap",
)
def _(e: Evidence) -> Finding:
    top = Box(lucks=TESTED).of(e.by_strategy.max(axis=0))
    small = [share(at_gap) for at_gap in top < 1.01 * Box(lucks=NO_LUCK).of(e.chances)]
    shown = ", ".join(f"{percent(small[gap - PLAYED_GAPS[0]])} at {signed(gap)}" for gap in (-6, 0, 6))
    return Finding(f"in {shown}", all(before <= after for before, after in pairwise(small)))


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


_FROM_6 = Box(SKILL_GAPS, TESTED, range(6, 25))


@_claim(
    "strategy-4",
    HEURISTICS,
    "Strategy 4 (defence below 6 STAMINA) competes with strategy 2, particularly at even hero’s STAMINA.",
    printed="experiences support … particularly in bands where s_h mod 2 = 0",
    over=f"{_FROM_6}, where any of the nine gains by LUCK",
    asked="level with the best of the nine, more often at even than at odd s_h; below 6 it is strategy 2 itself",
    kind=Kind.REMARK,
    note="It competes by ties: it is never better than all others.",
)
def _(e: Evidence) -> Finding:
    level = _FROM_6.of(e.level[4])
    even, odd = (int(level[:, :, first::2].sum()) for first in (0, 1))
    alone = int((e.level[4] & (e.level.sum(axis=0) == 1)).sum())
    return Finding(
        f"level with the best in {even:,} fights at even and {odd:,} at odd s_h; alone the best in {alone:,}",
        even > odd > 0,
    )


_INTERMEDIATE = Box(range(0, 7), range(5, 9), range(3, 25))


@_claim(
    "bands-at-intermediate-luck",
    HEURISTICS,
    "The bands of strategies 2 and 3 are also seen at intermediate LUCK.",
    printed="also observed for intermediate l",
    over=_INTERMEDIATE,
    asked="strategy 2 best more often at even s_h, strategy 3 more often at odd s_h and at s_o mod 4 = 3 than 2",
)
def _(e: Evidence) -> Finding:
    best = _INTERMEDIATE.of(e.chosen)
    defence, offence = ([int((best[:, :, first::2] == number).sum()) for first in (1, 0)] for number in (2, 3))
    rests = {rest: int((best[..., rest - 1 :: 4] == 3).sum()) for rest in (3, 2)}
    return Finding(
        f"strategy 2 in {defence[0]:,} fights at even and {defence[1]:,} at odd s_h; strategy 3 in {offence[0]:,} and "
        f"{offence[1]:,}, in {rests[3]:,} at rest 3 and {rests[2]:,} at rest 2",
        defence[0] > defence[1] and offence[0] < offence[1] and rests[3] > rests[2],
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
