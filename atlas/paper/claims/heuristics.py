"""The paper's statements about its nine strategies and the advice it draws from them, each with its check.

The paper simulated the strategies; here they are compared in whole numbers, in every fight, with every
threshold τ (LUCK is used while it is above τ).
"""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from atlas.cards.baselines import advice_readings
from atlas.game.dice import SKILL_GAPS
from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome
from atlas.game.worth import Worth
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, OPEN_LOOP, Evidence
from atlas.paper.ranges import (
    CLOSE_GAPS,
    NO_LUCK,
    PAPER_LUCK,
    PLAYED_GAPS,
    STAMINAS,
    TESTED,
    TESTED_FIGHTS,
    FightRange,
    number_list,
    share,
)
from atlas.paper.statements import (
    HEURISTICS,
    CheckedStatement,
    Finding,
    Register,
    asked,
    misprint,
    note,
    place,
    remark,
    substance,
)
from atlas.policies.conditions import Where
from atlas.policies.evaluate import Board, mean, play, total
from atlas.policies.fightsets import EVERY
from atlas.policies.policy import STRATEGIES, paper_text_rule, strategy
from atlas.wording import percent, signed, whole_percent, wins_in_100

CLAIMS: list[CheckedStatement] = []
_claim = Register(HEURISTICS, CLAIMS).claim

_DEFENDING = (1, 2, 4, 6, 7, 8)
"""the strategies that test after a lost round at hero's STAMINA 2"""
_LOW = range(-6, -2)
_KIND_OF = np.array([NONE, BOTH, DEFEND, ATTACK, DEFEND, ATTACK, BOTH, BOTH, BOTH])
"""by strategy: the code of the maps for what it does"""
_TAUS = range(PAPER_LUCK)
_LUCK_FALLS = (8, 4)
_BEHIND, _AHEAD = (
    FightRange(gaps, range(5, 13), range(2, 9), range(13, 25)) for gaps in (range(-6, -1), range(2, 7))
)  # fmt: skip
_FROM_6 = FightRange(SKILL_GAPS, TESTED, range(6, 25))
_INTERMEDIATE = FightRange(range(0, 7), range(5, 9), range(3, 25))
_WHERE_LUCK_GAINS = f"{TESTED_FIGHTS}, where any of the nine gains by LUCK"


@_claim("tau-above", r"l \ge \tau", _WHERE_LUCK_GAINS)
@misprint(r"l > \tau")
@note("The list of strategies has l > τ, and only that gives the printed peaks.")
def _(e: Evidence) -> Finding:
    """When a strategy with threshold τ uses LUCK."""
    peaks = [e.tau_peak(number) for number in (1, 3)]
    at_least = [tau + 1 for tau in peaks]
    return Finding(
        f"the best thresholds peak at {peaks[0]} and {peaks[1]} with >, at {at_least[0]} and {at_least[1]} with ≥",
        at_least == [6, 5],
        peaks == [6, 5],
    )


@_claim(
    "kinds-of-strategies",
    "open-loop: 1–3; defensive: 2, 4; offensive: 3, 5; both: 1, 6, 7, 8",
    "the list of strategies, at τ = 5, LUCK 12, STAMINA 1 to 24",
)
def _(e: Evidence) -> Finding:
    """Which strategies look at LUCK alone, and which are defensive, offensive or both."""
    board = Board(e.rules, (0,))
    tests = {n: [board.cube(strategy(n, 5).tests(o, board.where))[0, 12] for o in Outcome] for n in STRATEGIES[1:]}
    open_loop = [n for n, (won, lost) in tests.items() if len({*won.flat}) == len({*lost.flat}) == 1]
    offence, defence = ({n for n, masks in tests.items() if masks[side].any()} for side in (0, 1))
    lists = [open_loop, sorted(defence - offence), sorted(offence - defence), sorted(offence & defence)]
    return Finding(
        f"open-loop: {number_list(lists[0])}; defensive: {number_list(lists[1])}; offensive: {number_list(lists[2])}; "
        f"both: {number_list(lists[3])}",
        lists == [[1, 2, 3], [2, 4], [3, 5], [1, 6, 7, 8]],
    )


@_claim("structure-visible", "largely visible", f"{FightRange()}, where best play uses LUCK")
@place("Supplementary Figure 2")
@asked("strategies of the same kind as best play in three quarters of the squares")
def _(e: Evidence) -> Finding:
    """The structure of best play can be seen in the map of the best strategies."""
    codes = FightRange().of(e.paper.codes)
    same = share((_KIND_OF[FightRange().of(e.chosen)] == codes)[codes != NONE])
    return Finding(f"in {percent(same)}", same > 0.75)


@_claim("low-gap-strategies", "strategy 3, except strategy 1 at low s_h", FightRange(_LOW, 12, STAMINAS, range(3, 25)))
@asked("strategy 3 in 90% of fights with s_h ≥ 13, strategy 1 in 80% with s_h ≤ 4")
def _(e: Evidence) -> Finding:
    """At low SKILL gaps and high LUCK strategy 3 is the best, except at low hero’s STAMINA."""
    low = FightRange(_LOW, 12, STAMINAS, range(3, 25)).of(e.chosen)
    offence, both = share(low[:, :, 12:] == 3), share(low[:, :, :4] == 1)
    computed = f"strategy 3 in {percent(offence)} of fights with s_h ≥ 13, strategy 1 in {percent(both)} with s_h ≤ 4"
    return Finding(computed, offence > 0.9 and both > 0.8)


@_claim("defence-column", r"s_o < 2", FightRange(-4, 12, range(3, 25)))
@misprint(r"s_o \le 2")
@note("At 2 as well, where a normal hit already wins; Figure 5 and the advice at the end of the section have ≤ 2.")
def _(e: Evidence) -> Finding:
    """The foe’s STAMINA at which strategy 2 is the best there, or as good as any."""
    box = FightRange(-4, 12, range(3, 25))
    level = box.of(e.level[DEFEND])[0, 0]
    columns = [foe for foe in STAMINAS if level[:, foe - 1].all()]
    return Finding(f"foe’s STAMINA {' and '.join(map(str, columns)) or 'none'}", columns == [1], columns == [1, 2])


@_claim("strategy-8", "at low s_h", TESTED_FIGHTS)
@asked("75% of the fights it is best in at s_h ≤ 6")
def _(e: Evidence) -> Finding:
    """Strategy 8 (while the hero has less STAMINA than the foe) gains ground at low hero’s STAMINA."""
    fights = np.argwhere(e.chosen == 8)
    low = share(fights[:, 2] < 6)
    return Finding(f"{percent(low)} of the {len(fights):,} fights it is best in have s_h ≤ 6", low > 0.75)


@_claim(
    "strategy-8-like-1",
    "identical to strategy 1 when l is high and s_h < s_o",
    f"{FightRange(lucks=TESTED)}, τ = 0 to 11",
)
@asked("the same tests there, and never more LUCK spent on average")
def _(e: Evidence) -> Finding:
    """Strategy 8 is strategy 1 while s_h < s_o and spares LUCK as soon as it is not: it is more conservative."""
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


@_claim("strategy-5", "intermediate l, high s_o", TESTED_FIGHTS)
@asked("most often best within LUCK 4 to 9, never with s_o ≤ 6")
def _(e: Evidence) -> Finding:
    """Strategy 5 (offence while the foe has more than 6) is favoured at intermediate LUCK and high foe’s STAMINA."""
    fights = np.argwhere(e.chosen == 5)
    if not len(fights):
        return Finding("best in no fight", False)
    usual = int(np.bincount(fights[:, 1]).argmax())
    lowest = int(fights[:, 3].min()) + 1
    computed = f"best in {len(fights):,} fights, most at LUCK {usual}, none below foe’s STAMINA {lowest}"
    return Finding(computed, 4 <= usual <= 9 and lowest > 6)


@_claim(
    "thinning",
    "sparsification … more pronounced at higher Δk",
    f"SKILL gap −6 to +6, LUCK {_LUCK_FALLS[0]} against {_LUCK_FALLS[1]}, STAMINA 1 to 24",
)
@asked("fewer fights with strategy 3 as the best at each SKILL gap; a larger part lost at 0 to +6 than at −6 to −4")
@remark("The part lost grows while the hero is behind; from there on it stays about the same.")
def _(e: Evidence) -> Finding:
    """As LUCK falls the regions of strategy 3 thin out, more so at higher SKILL gaps."""

    def lost(gaps: range) -> Fraction:
        high, low = (share(FightRange(gaps, range(luck, luck + 1)).of(e.chosen) == 3) for luck in _LUCK_FALLS)
        return 1 - low / high

    each = [lost(range(gap, gap + 1)) for gap in CLOSE_GAPS]
    low, high = lost(range(-6, -3)), lost(range(0, 7))
    return Finding(
        f"of the fights at LUCK 8, {percent(low)} are gone at SKILL gap −6 to −4, {percent(high)} at 0 to +6; by gap: "
        + ", ".join(whole_percent(part) for part in each),
        min(each) > 0 and high > low,
    )


@_claim("small-increases", "increasingly small relative increases", FightRange(lucks=TESTED))
@asked("under 1% more wins than never testing, in a part of the fights that grows with every SKILL gap")
def _(e: Evidence) -> Finding:
    """At higher SKILL gaps the relative increases become so small that several regions show no substantial
    advantage.
    """
    top = FightRange(lucks=TESTED).of(e.highest)
    small = [share(at_gap) for at_gap in top < 1.01 * FightRange(lucks=NO_LUCK).of(e.chances)]
    shown = ", ".join(f"{percent(small[gap - PLAYED_GAPS[0]])} at {signed(gap)}" for gap in (-6, 0, 6))
    return Finding(f"in {shown}", all(before <= after for before, after in pairwise(small)))


@_claim("defence-takes-over", "the increased takeover of strategy 2", f"{_BEHIND}; {_AHEAD}")
@asked("twice as many fights")
def _(e: Evidence) -> Finding:
    """As the SKILL gap rises strategy 2 takes over where the foe has much STAMINA and the hero little."""
    behind, ahead = (share(box.of(e.chosen) == 2) for box in (_BEHIND, _AHEAD))
    computed = f"best in {percent(behind)} of fights at SKILL gap −6 to −2, in {percent(ahead)} at +2 to +6"
    return Finding(computed, ahead > 2 * behind)


@_claim(
    "strategy-4",
    "experiences support … particularly in bands where s_h mod 2 = 0",
    f"{_FROM_6}, where any of the nine gains by LUCK",
)
@asked("level with the best of the nine, more often at even than at odd s_h; below 6 it is strategy 2 itself")
@remark("It competes by ties: it is never better than all others.")
def _(e: Evidence) -> Finding:
    """Strategy 4 (defence below 6 STAMINA) competes with strategy 2, particularly at even hero’s STAMINA."""
    level = _FROM_6.of(e.level[4])
    even, odd = (int(level[:, :, first::2].sum()) for first in (0, 1))
    alone = int((e.level[4] & (e.level.sum(axis=0) == 1)).sum())
    computed = f"level with the best in {even:,} fights at even and {odd:,} at odd s_h; alone the best in {alone:,}"
    return Finding(computed, even > odd > 0)


@_claim("bands-at-intermediate-luck", "also observed for intermediate l", _INTERMEDIATE)
@asked("strategy 2 best more often at even s_h, strategy 3 more often at odd s_h and at s_o mod 4 = 3 than 2")
def _(e: Evidence) -> Finding:
    """The bands of strategies 2 and 3 are also seen at intermediate LUCK."""
    best = _INTERMEDIATE.of(e.chosen)
    defence, offence = ([int((best[:, :, first::2] == number).sum()) for first in (1, 0)] for number in (2, 3))
    rests = {rest: int((best[..., rest - 1 :: 4] == 3).sum()) for rest in (3, 2)}
    return Finding(
        f"strategy 2 in {defence[0]:,} fights at even and {defence[1]:,} at odd s_h; strategy 3 in {offence[0]:,} and "
        f"{offence[1]:,}, in {rests[3]:,} at rest 3 and {rests[2]:,} at rest 2",
        defence[0] > defence[1] and offence[0] < offence[1] and rests[3] > rests[2],
    )


@_claim("row-2-strategies", "ubiquitous", FightRange(lucks=range(4, 9), heroes=2))
@asked("95% of fights; as equivalents count 1, 4, 6, 7 and 8, which all test after a lost round there")
def _(e: Evidence) -> Finding:
    """At hero’s STAMINA 2 and intermediate LUCK the best strategy defends: strategy 2 or an equivalent."""
    row = share(np.isin(FightRange(lucks=range(4, 9), heroes=2).of(e.chosen), _DEFENDING))
    return Finding(f"in {percent(row)} of fights", row > 0.95)


@_claim("tau-by-expectation", "supported by simulation results", "LUCK 0 to 12")
def _(e: Evidence) -> Finding:
    """Expected damage alone suggests these thresholds: 5 for offence, 6 where defence counts too."""
    lowest = [break_even_luck(e.rules, outcome) for outcome in Outcome]
    taus = [luck - 1 for luck in lowest if luck is not None]
    return Finding(f"tests pay on average for LUCK above {' and '.join(map(str, taus))}", taus == [5, 6])


def _tau_peak(e: Evidence, number: int, printed: int) -> Finding:
    peak = e.tau_peak(number)
    return Finding(f"τ = {peak}, as good as anything in {e.tau_counts[number][peak]:,} fights", peak == printed)


@_claim("tau-both", "τ = 6", _WHERE_LUCK_GAINS)
@place("Supplementary Figure 3")
def _(e: Evidence) -> Finding:
    """The threshold that most often belongs to the best strategy, for strategy 1."""
    return _tau_peak(e, 1, 6)


@_claim("tau-offence", "τ = 5", _WHERE_LUCK_GAINS)
@place("Supplementary Figure 3")
def _(e: Evidence) -> Finding:
    """The same for strategy 3."""
    return _tau_peak(e, 3, 5)


@_claim(
    "advice",
    "(i) initial luck is high or s_o is low; (iii) … s_o ≤ 2 and (i) is not true",
    f"the set “{EVERY.name}”; with the best “high” of LUCK 8 to 12, the best “low” of 1 to 8, the best τ of 3 to "
    "8 or with the paper’s τ: 6, and 5 for strategy 3",
)
@place("last paragraph")
@asked("clause (iii) to apply somewhere for every “low” of 2 or more")
@substance("(i) initial luck is high or s_h is low")
@note(
    "If 2 counts as low, (i) always comes before (iii). Further up the section has strategy 1 “at low s_h”, which "
    "suggests that s_h was meant; read so, the advice also wins more."
)
def _(e: Evidence) -> Finding:
    """The advice: strategy 3, unless (i) LUCK is high or s_o low: 1; (ii) Δk > 0: 2; (iii) Δk < 0 and s_o ≤ 2: 2."""
    board = Board(e.rules, tuple(CLOSE_GAPS))
    averages = advice_readings(board)

    def best(whose: str, lows: range) -> list[Fraction]:
        """With one τ for all strategies, and with the paper's."""
        lists = [
            (r.tau == r.offence_tau, average) for r, average in averages.items() if r.whose == whose and r.low in lows
        ]
        bests = (max(average for one, average in lists if one is same) for same in (True, False))
        return [Fraction(e.heuristics.captured(average)) for average in bests]

    def used(whose: str) -> bool:
        """Whether a weaker hero against a foe at 2 is ever told strategy 2 by clause (iii)."""
        texts = [paper_text_rule(5, 12, low, whose=whose) for low in range(2, 9)]
        return all((text.choice(Where(-1, 11, np.array(STAMINAS), 2)) == 2).any() for text in texts)

    one, two = (best("foe_stamina", lows) for lows in (range(1, 2), range(2, 9)))
    hero = best("hero_stamina", range(1, 9))
    three = play(board, board.tests([strategy(3, tau) for tau in range(3, 9)]), Worth.of_winning(e.rules))
    alone = Fraction(e.heuristics.captured(float(total(EVERY.shares(board)[:, None] * three).max())))
    return Finding(
        "part of the extra wins, with one τ and with the paper’s: "
        + "; ".join(
            f"{percent(same)} and {percent(own)} {reading}"
            for reading, (same, own) in (
                ("if 2 or more counts as low", two),
                ("if only 1 does", one),
                ("with s_h", hero),
            )
        )
        + f". Strategy 3 alone: {percent(alone)}",
        used("foe_stamina"),
        used("hero_stamina") and min(hero) > max(*one, *two),
    )


@_claim("feedback-may-help", "may be beneficial in some cases", _WHERE_LUCK_GAINS)
def _(e: Evidence) -> Finding:
    """Strategies 4 to 8 may be better than 0 to 3 in some cases."""
    open_loop, feedback = e.by_strategy[OPEN_LOOP].max(axis=0), e.by_strategy[OPEN_LOOP.stop :].max(axis=0)
    gaining = e.level.any(axis=0)
    better, gains = int((gaining & ~e.level[OPEN_LOOP].any(axis=0)).sum()), int(gaining.sum())
    return Finding(
        f"in {better:,} of {gains:,} fights, by up to {wins_in_100(Fraction(float((feedback - open_loop).max())))}",
        better > 0,
    )
