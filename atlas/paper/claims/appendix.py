"""The paper's appendix: bands, strips and their gaps at lower and at higher skill gaps, each statement with its check.

Read as in `structure`: maps as the paper decides, LUCK from 2 on.
"""

from fractions import Fraction
from itertools import product
from operator import gt

import numpy as np

from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence, PolicyMap
from atlas.paper.ranges import LUCKS, PLAYED_GAPS, STAMINAS, FightRange, number_list, share
from atlas.paper.statements import (
    APPENDIX,
    CheckedStatement,
    Finding,
    Register,
    asked,
    misprint,
    note,
    remark,
    substance,
)
from atlas.policies.conditions import Bools
from atlas.policies.evaluate import total
from atlas.wording import percent, signed

CLAIMS: list[CheckedStatement] = []
_claim = Register(APPENDIX, CLAIMS).claim

_LOW_GAPS = range(-9, -6)
_LOW = FightRange(_LOW_GAPS)
_RUNS = (6, 0, -6)
_FOES = np.array(STAMINAS)
_HIGHER = range(3, 10)


def _attacked(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.WON, gap, luck)


def _defended(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.LOST, gap, luck)


def _columns(squares: Bools) -> list[int]:
    """The foe's STAMINA in which anything is marked, the row of hero's STAMINA 2 left out of a whole map."""
    rows = np.delete(squares, 1, axis=0) if len(squares) == len(STAMINAS) else squares
    return sorted({int(foe) + 1 for foe in np.nonzero(rows)[1]})


def _fours(stamina: int) -> int:
    """⌈s/4⌉: the hits needed if each takes 4."""
    return hits_to_fall(max(stamina, 0), 4)


def _breaks(squares: Bools) -> list[int]:
    """The columns without offence between the first and the last with it."""
    columns = _columns(squares)
    return sorted(set(range(3, max(columns, default=2))) - set(columns))


@_claim("low-row-2", "a band of strategy 2", FightRange(_LOW_GAPS, heroes=2))
def _(e: Evidence) -> Finding:
    """At low SKILL gaps the row of hero’s STAMINA 2 is a band of defence."""
    row = share(FightRange(_LOW_GAPS, heroes=2).of(e.paper.lost))
    return Finding(f"tested after a lost round in {percent(row)} of its squares", row == 1)


@_claim("low-luck-3-and-4", "s_o = 3 or 4", FightRange(_LOW_GAPS, 2))
def _(e: Evidence) -> Finding:
    """When LUCK is low, offence appears where a Lucky hit kills."""
    columns = sorted({c for gap in _LOW_GAPS for c in _columns(_attacked(e.paper, gap, 2))})
    return Finding(f"foe’s STAMINA {number_list(columns)}", columns == [3, 4])


@_claim("strips", "between s_o = 3 and s_o = 4n", FightRange(-9, range(2, 8)))
@remark("n is LUCK − 1: each point of LUCK that can still be Lucky adds a Lucky hit.")
def _(e: Evidence) -> Finding:
    """With more LUCK offence fills a strip from foe’s STAMINA 3 up to a multiple of 4."""
    ends = {luck: _columns(_attacked(e.paper, -9, luck)) for luck in range(2, 8)}
    return Finding(
        "; ".join(f"LUCK {luck}: {c[0]} to {c[-1]}" for luck, c in ends.items() if c),
        all(c[:1] == [3] and c[-1] == 4 * (luck - 1) for luck, c in ends.items() if c) and all(ends.values()),
    )


@_claim("strip-gaps", "at s_o = 2 + 4n", FightRange(-9, range(3, 8)))
def _(e: Evidence) -> Finding:
    """One foe’s STAMINA is left out of each strip."""
    left_out = {luck: _breaks(_attacked(e.paper, -9, luck)) for luck in range(3, 8)}
    computed = "; ".join(f"LUCK {luck}: {number_list(out)}" for luck, out in left_out.items())
    return Finding(computed, all(len(out) == 1 and out[0] % 4 == 2 for out in left_out.values()))


@_claim("why-2-plus-4n", "s_o − 2 will decrease ⌈s_o/4⌉ … s_o − 1 will not", "foe’s STAMINA 1 to 24")
def _(e: Evidence) -> Finding:
    """These are the ones where a normal hit, but not an Unlucky one, lowers ⌈s_o/4⌉."""
    damage = e.rules.won
    staminas = [s for s in STAMINAS if _fours(s - damage.plain) < _fours(s) == _fours(s - damage.unlucky)]
    return Finding(f"so at s_o = {number_list(staminas)}", staminas == [s for s in STAMINAS if s % 4 == 2])


@_claim("overlap", "strategy 1", FightRange(_LOW_GAPS, range(2, 8), 2))
@asked("offence is said to cross where it stands one row up, at s_h = 3")
def _(e: Evidence) -> Finding:
    """Where the bands of defence and offence cross, LUCK is used after either outcome."""
    crossings = both = 0
    for gap in _LOW_GAPS:
        for luck in range(2, 8):
            columns = _columns(_attacked(e.paper, gap, luck)[2:3])
            crossings += len(columns)
            both += int((e.paper.code(gap, luck)[1, [c - 1 for c in columns]] == BOTH).sum())
    return Finding(f"at {both} of {crossings} crossings", both == crossings > 0)


@_claim("defence-from-8", "l ≥ 8", _LOW)
def _(e: Evidence) -> Finding:
    """At low SKILL gaps defence away from hero’s STAMINA 2 begins at this LUCK."""
    elsewhere = {
        luck: sum(int(np.delete(_defended(e.paper, gap, luck), 1, axis=0).sum()) for gap in _LOW_GAPS) for luck in LUCKS
    }
    first = next((luck for luck, squares in elsewhere.items() if squares), None)
    return Finding(f"from LUCK {first} on" if first else "nowhere", first == 8)


@_claim("both-expands", "an expansion in low s_h regions", FightRange(-8, range(8, 13)))
@asked("growing with each point of LUCK; 90% of it at s_h ≤ 12")
def _(e: Evidence) -> Finding:
    """With more LUCK the region of tests after either outcome grows, at low hero’s STAMINA."""
    squares = [int((e.paper.code(-8, luck) == BOTH).sum()) for luck in range(8, 13)]
    last = e.paper.code(-8, 12) == BOTH
    low = Fraction(int(last[:12].sum()), max(int(last.sum()), 1))
    computed = f"squares at LUCK 8 to 12: {number_list(squares)}; {percent(low)} of the last at s_h ≤ 12"
    return Finding(computed, squares == sorted(squares) and low > 0.9)


@_claim("odd-bands", "s_h mod 2 = 1", FightRange(range(-7, -5)))
@asked("80% of the squares lost from −7 to −6 are even, from LUCK 5 on all")
def _(e: Evidence) -> Finding:
    """From Δk = −6 on some bands of offence survive only at odd hero’s STAMINA."""
    gone = {luck: _attacked(e.paper, -7, luck) & ~_attacked(e.paper, -6, luck) for luck in LUCKS}
    even = sum(int(squares[1::2].sum()) for squares in gone.values())
    total = sum(int(squares.sum()) for squares in gone.values())
    odd_later = sum(int(gone[luck][::2].sum()) for luck in range(5, 13))
    return Finding(
        f"of {total} squares lost from −7 to −6, {even} are at even STAMINA; from LUCK 5 on {odd_later} are at odd",
        total > 0 and even / total > 0.8 and odd_later == 0,
    )


@_claim("odd-misses-2", "will not be reached unless luck is used defensively", "hero’s STAMINA 3 to 24")
def _(e: Evidence) -> Finding:
    """From odd hero’s STAMINA normal losses never lead to 2; from even STAMINA they do."""
    reach = {h for h in e.rules.staminas if h > 2 and (h - 2) % e.rules.lost.plain == 0}
    odd = sorted(h for h in reach if h % 2)
    return Finding(
        f"reached from {len(odd)} odd and {len(reach) - len(odd)} even STAMINAs", not odd and len(reach) == 11
    )


@_claim(
    "even-reaches-2",
    "some probability (high if Δk is low)",
    f"SKILL gaps {', '.join(map(signed, _RUNS))}, never testing, hero’s STAMINA 4 to 24 and even, foe’s 1 to 24",
)
@asked("higher at each lower SKILL gap, in every such fight")
def _(e: Evidence) -> Finding:
    """From even hero’s STAMINA a fight passes through s_h = 2 with some chance, high if Δk is low."""
    pairs = list(product(range(4, 25, 2), STAMINAS))
    reach = {gap: [1 - e.never(gap, hero - 2, foe) for hero, foe in pairs] for gap in _RUNS}
    rising = all(high < low for high, low in zip(reach[6], reach[0], strict=True)) and all(
        high < low for high, low in zip(reach[0], reach[-6], strict=True)
    )
    shown = (f"{percent(sum(chances, Fraction(0)) / len(pairs))} at {signed(gap)}" for gap, chances in reach.items())
    return Finding(f"on average {', '.join(shown)}", rising)


@_claim("row-breaks", "row-wise breaks, as above, occur at s_o = 2 + 4n", FightRange(range(-9, -3), range(4, 9)))
@asked("whole columns without offence inside the strip: up to −7 all have rest 2, at −4 some have and some have not")
def _(e: Evidence) -> Finding:
    """At low LUCK the strips break up at s_o = 2 + 4n first; other breaks join them later."""
    missing = {
        gap: [c for luck in range(4, 9) for c in _breaks(_attacked(e.paper, gap, luck))] for gap in range(-9, -3)
    }
    counts = {gap: (sum(c % 4 == 2 for c in out), len(out)) for gap, out in missing.items()}
    return Finding(
        "; ".join(f"gap {signed(gap)}: {two} of {total} at rest 2" for gap, (two, total) in counts.items()),
        all(two == total > 0 for gap, (two, total) in counts.items() if gap <= -7)
        and 0 < counts[-4][0] < counts[-4][1],
    )


@_claim("minus-4-luck-4", "only in bands of s_o = 3 + 4n", FightRange(-4, 4))
@substance("only there from hero’s STAMINA 4 on")
@note("The exceptions lie where the fight is nearly over.")
def _(e: Evidence) -> Finding:
    """At Δk = −4 and LUCK 4 strategy 3 appears only where the foe’s STAMINA is 3, 7, 11 …"""
    squares = e.paper.code(-4, 4) == ATTACK
    outside = [(int(h) + 1, int(f) + 1) for h, f in np.argwhere(squares & (_FOES % 4 != 3))]
    above, both = squares[3:], int(((e.paper.code(-4, 4) == BOTH) & (_FOES % 4 != 3)).sum())
    return Finding(
        f"{int(squares.sum())} squares, {len(outside)} of them elsewhere: "
        + (", ".join(f"{hero} against {foe}" for hero, foe in outside) or "none")
        + f"; strategy 1 has {both} more there",
        not outside,
        bool(above.any()) and not above[:, _FOES % 4 != 3].any(),
    )


@_claim("why-3-plus-4n", "shifts the system to the next ⌈s_o/4⌉ band", "foe’s STAMINA 3, 7, 11, 15, 19, 23")
def _(e: Evidence) -> Finding:
    """There a Lucky hit lowers ⌈s_o/4⌉, and after an Unlucky one the next normal hit does."""
    damage, columns = e.rules.won, range(3, 25, 4)
    right = [
        s
        for s in columns
        if _fours(s - damage.lucky) < _fours(s) and _fours(s - damage.unlucky - damage.plain) < _fours(s)
    ]
    return Finding(f"so at s_o = {number_list(right)}", right == list(columns))


@_claim(
    "even-defence-expands",
    "strategy 2 expands in s_h mod 2 = 0 bands at higher Δk",
    FightRange(range(-6, 7), range(4, 9), range(3, 25)),
)
@asked("never fewer squares at even s_h at a higher SKILL gap, and from +1 on more than at odd s_h")
def _(e: Evidence) -> Finding:
    """Defence expands at even hero’s STAMINA as Δk rises."""
    rows = FightRange(range(-6, 7), range(4, 9), range(3, 25)).of(e.paper.codes) == DEFEND
    even, odd = (rows[:, :, first::2].sum(axis=(1, 2, 3)).tolist() for first in (1, 0))
    return Finding(
        f"even: {number_list(even)}; odd: {number_list(odd)}", even == sorted(even) and all(map(gt, even[7:], odd[7:]))
    )


@_claim(
    "low-luck-thinning",
    "the ongoing sparsification of strategy 3 regions for low l",
    FightRange(range(-9, 10), range(3, 6)),
)
@asked("never more squares at a higher SKILL gap")
def _(e: Evidence) -> Finding:
    """At low LUCK strategy 3 goes on thinning out as Δk rises."""
    squares = (FightRange(lucks=range(3, 6)).of(e.paper.codes) == ATTACK).sum(axis=(1, 2, 3)).tolist()
    return Finding(f"squares from −9 to +9: {number_list(squares)}", squares == sorted(squares, reverse=True))


@_claim("tandem", "occurs in tandem with an expansion of strategy 2 regions", FightRange(lucks=12))
@asked("at each step, decided exactly: strategy 3 not more up to +8, strategy 2 not fewer")
@remark("With the paper’s tolerance more and more of the map is blank at the highest SKILL gaps, and defence shrinks.")
def _(e: Evidence) -> Finding:
    """At higher LUCK strategy 3 thins out and strategy 2 expands as Δk rises."""
    codes = FightRange(lucks=12).of(e.exact.codes)
    offence, defence = ((codes == code).sum(axis=(1, 2, 3)).tolist() for code in (ATTACK, DEFEND))
    shown = range(PLAYED_GAPS.index(-2), PLAYED_GAPS.index(6) + 1)
    crossing = next((gap for gap, a, d in zip(PLAYED_GAPS, offence, defence, strict=True) if d > a), None)
    return Finding(
        "squares of strategies 3 and 2: "
        + "; ".join(f"gap {signed(PLAYED_GAPS[i])}: {offence[i]} and {defence[i]}" for i in shown)
        + (f"; the second lead from {signed(crossing)} on" if crossing else ""),
        offence[:-1] == sorted(offence[:-1], reverse=True) and defence == sorted(defence),
    )


@_claim(
    "defence-high-foe-low-hero",
    "particularly dominant",
    FightRange(range(4, 10), range(9, 13), range(2, 9), range(9, 25)),
)
@asked("half of that corner")
def _(e: Evidence) -> Finding:
    """At high SKILL gaps and LUCK defence dominates where the foe has much STAMINA and the hero little."""
    part = share(FightRange(range(4, 10), range(9, 13), range(2, 9), range(9, 25)).of(e.paper.codes) == DEFEND)
    return Finding(f"in {percent(part)} of squares", part > 0.5)


@_claim("plus-2-luck-12", r"s_o \bmod 4 \le 1 \text{ (once printed } \le q \text{)}", FightRange(2, 12))
@asked("three quarters of the squares where LUCK is used")
@misprint(r"(s_o - 1) \bmod 4 \le 1")
@note(
    "It is 1 and 2 for defence, 3 and 0 for offence, as Figure 5 (v) has it: a Lucky hit that leads to 3 or 4 "
    "starts from 7 or 8, whose rests are 3 and 0."
)
def _(e: Evidence) -> Finding:
    """At Δk = +2 and LUCK 12 the foe’s STAMINA decides between defence only and offence."""
    codes = e.paper.code(2, 12)

    def fits(defended: Bools) -> Fraction:
        """Of the squares where LUCK is used: defence only where it is said, offence elsewhere."""
        return share(np.where(defended, codes == DEFEND, np.isin(codes, (BOTH, ATTACK)))[codes != NONE])

    printed, right = (fits((_FOES - shift) % 4 <= 1) for shift in (0, 1))
    return Finding(f"fits {percent(printed)} as printed, {percent(right)} corrected", printed > 0.75, right > 0.75)


@_claim("advantage-at-3-and-4", "the relatively strong advantage … at s_o = 3 and s_o = 4", FightRange(2, 12))
@asked("a test after a won round gains most at 3 and 4, and next at 7 and 8")
def _(e: Evidence) -> Finding:
    """The reason: a Lucky hit at s_o = 3 or 4 wins at once, and one that leads there is worth nearly as much."""
    gain = np.maximum(e.solutions[2].stakes[Outcome.WON].floats()[12], 0)
    gain = total(gain) / len(gain)
    ranked = [int(column) + 1 for column in np.argsort(-gain.round(6), kind="stable")]
    shown = ", ".join(f"{100 * gain[s - 1]:.2f} at {s}" for s in range(2, 10))
    return Finding(f"wins in 100 on average: {shown}", {*ranked[:2]} == {3, 4} and {*ranked[2:4]} == {7, 8})


@_claim("defence-majority", "the majority of stamina space", FightRange(_HIGHER, 12))
@asked("half of the squares at some SKILL gap as the paper decides, and from there on decided exactly")
@remark(
    "At the highest SKILL gaps the tolerance leaves more than half of the map blank; decided exactly, the share "
    "only grows."
)
def _(e: Evidence) -> Finding:
    """At higher SKILL gaps yet than +2, and high LUCK, defence fills most of the map."""
    paper, exact = ({g: share(p.code(g, 12) == DEFEND) for g in _HIGHER} for p in (e.paper, e.exact))
    first = next((gap for gap, part in paper.items() if part > 0.5), None)
    computed = "; ".join(f"gap {signed(g)}: {percent(paper[g])}, exactly {percent(exact[g])}" for g in _HIGHER)
    return Finding(computed, first is not None and all(exact[gap] > 0.5 for gap in _HIGHER if gap >= first))


@_claim("even-defence", "when s_h is even", FightRange(range(3, 10), range(5, 9), range(4, 25)))
@asked("20 to 1")
def _(e: Evidence) -> Finding:
    """At intermediate LUCK and high SKILL gaps defence stands at even hero’s STAMINA."""
    rows = FightRange(range(3, 10), range(5, 9), range(4, 25)).of(e.paper.codes) == DEFEND
    even, odd = (int(rows[:, :, first::2].sum()) for first in (0, 1))
    return Finding(f"{even:,} squares at even and {odd:,} at odd STAMINA", even > 20 * odd)


@_claim("even-saves-a-hit", "to increase the number of steps needed to reach s_h = 0", "hero’s STAMINA 2 to 24")
def _(e: Evidence) -> Finding:
    """The reason: at even s_h a Lucky escape adds a step to the way to 0."""
    damage = e.rules.lost

    def saves(stamina: int) -> bool:
        after = [hits_to_fall(max(stamina - hit, 0), damage.plain) for hit in (damage.lucky, damage.plain)]
        return after[0] > after[1]

    staminas = [stamina for stamina in STAMINAS if saves(stamina)]
    return Finding(f"a hit saved at s_h = {number_list(staminas)}", staminas == [s for s in STAMINAS if s % 2 == 0])
