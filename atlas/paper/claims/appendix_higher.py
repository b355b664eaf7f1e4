"""The paper's appendix on higher skill gaps, each statement with its check.

Read as in `structure`: maps as the paper decides, LUCK from 2 on.
"""

from fractions import Fraction
from operator import gt

import numpy as np

from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome
from atlas.paper.claims.appendix_lower import attacked, breaks, fours
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence
from atlas.paper.ranges import PLAYED_GAPS, STAMINAS, Box, listed, share
from atlas.paper.statements import APPENDIX, Finding, Kind, Register
from atlas.policies.conditions import Bools
from atlas.policies.evaluate import total
from atlas.wording import percent, signed

HIGHER_CLAIMS = Register()
_claim = HIGHER_CLAIMS.claim

_FOES = np.array(STAMINAS)


@_claim(
    "row-breaks",
    APPENDIX,
    "At low LUCK the strips break up at s_o = 2 + 4n first; other breaks join them later.",
    printed="row-wise breaks, as above, occur at s_o = 2 + 4n",
    over=Box(range(-9, -3), range(4, 9)),
    asked="whole columns without offence inside the strip: up to −7 all have rest 2, at −4 some have and some have not",
)
def _(e: Evidence) -> Finding:
    missing = {gap: [c for luck in range(4, 9) for c in breaks(attacked(e.paper, gap, luck))] for gap in range(-9, -3)}
    counts = {gap: (sum(c % 4 == 2 for c in out), len(out)) for gap, out in missing.items()}
    return Finding(
        "; ".join(f"gap {signed(gap)}: {two} of {total} at rest 2" for gap, (two, total) in counts.items()),
        all(two == total > 0 for gap, (two, total) in counts.items() if gap <= -7)
        and 0 < counts[-4][0] < counts[-4][1],
    )


@_claim(
    "minus-4-luck-4",
    APPENDIX,
    "At Δk = −4 and LUCK 4 strategy 3 appears only where the foe’s STAMINA is 3, 7, 11 …",
    printed="only in bands of s_o = 3 + 4n",
    over=Box(range(-4, -3), range(4, 5)),
    kind=Kind.SUBSTANCE,
    read="only there from hero’s STAMINA 4 on",
    note="The exceptions lie where the fight is nearly over.",
)
def _(e: Evidence) -> Finding:
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


@_claim(
    "why-3-plus-4n",
    APPENDIX,
    "There a Lucky hit lowers ⌈s_o/4⌉, and after an Unlucky one the next normal hit does.",
    printed="shifts the system to the next ⌈s_o/4⌉ band",
    over="foe’s STAMINA 3, 7, 11, 15, 19, 23",
)
def _(e: Evidence) -> Finding:
    damage, columns = e.rules.won, range(3, 25, 4)
    right = [
        s for s in columns if fours(s - damage.lucky) < fours(s) and fours(s - damage.unlucky - damage.plain) < fours(s)
    ]
    return Finding(f"so at s_o = {listed(right)}", right == list(columns))


@_claim(
    "even-defence-expands",
    APPENDIX,
    "Defence expands at even hero’s STAMINA as Δk rises.",
    printed="strategy 2 expands in s_h mod 2 = 0 bands at higher Δk",
    over=Box(range(-6, 7), range(4, 9), range(3, 25)),
    asked="never fewer squares at even s_h at a higher SKILL gap, and from +1 on more than at odd s_h",
)
def _(e: Evidence) -> Finding:
    rows = Box(range(-6, 7), range(4, 9), range(3, 25)).of(e.paper.codes) == DEFEND
    even, odd = (rows[:, :, first::2].sum(axis=(1, 2, 3)).tolist() for first in (1, 0))
    return Finding(
        f"even: {listed(even)}; odd: {listed(odd)}", even == sorted(even) and all(map(gt, even[7:], odd[7:]))
    )


@_claim(
    "low-luck-thinning",
    APPENDIX,
    "At low LUCK strategy 3 goes on thinning out as Δk rises.",
    printed="the ongoing sparsification of strategy 3 regions for low l",
    over=Box(range(-9, 10), range(3, 6)),
    asked="never more squares at a higher SKILL gap",
)
def _(e: Evidence) -> Finding:
    squares = (Box(lucks=range(3, 6)).of(e.paper.codes) == ATTACK).sum(axis=(1, 2, 3)).tolist()
    return Finding(f"squares from −9 to +9: {listed(squares)}", squares == sorted(squares, reverse=True))


@_claim(
    "tandem",
    APPENDIX,
    "At higher LUCK strategy 3 thins out and strategy 2 expands as Δk rises.",
    printed="occurs in tandem with an expansion of strategy 2 regions",
    over=Box(lucks=range(12, 13)),
    asked="at each step, decided exactly: strategy 3 not more up to +8, strategy 2 not fewer",
    kind=Kind.REMARK,
    note="With the paper’s tolerance more and more of the map is blank at the highest SKILL gaps, and defence shrinks.",
)
def _(e: Evidence) -> Finding:
    codes = Box(lucks=range(12, 13)).of(e.exact.codes)
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
    APPENDIX,
    "At high SKILL gaps and LUCK defence dominates where the foe has much STAMINA and the hero little.",
    printed="particularly dominant",
    over=Box(range(4, 10), range(9, 13), range(2, 9), range(9, 25)),
    asked="half of that corner",
)
def _(e: Evidence) -> Finding:
    part = share(Box(range(4, 10), range(9, 13), range(2, 9), range(9, 25)).of(e.paper.codes) == DEFEND)
    return Finding(f"in {percent(part)} of squares", part > 0.5)


@_claim(
    "plus-2-luck-12",
    APPENDIX,
    "At Δk = +2 and LUCK 12 the foe’s STAMINA decides between defence only and offence.",
    printed=r"s_o \bmod 4 \le 1 \text{ (once printed } \le q \text{)}",
    over=Box(range(2, 3), range(12, 13)),
    asked="three quarters of the squares where LUCK is used",
    kind=Kind.MISPRINT,
    read=r"(s_o - 1) \bmod 4 \le 1",
    formula=True,
    note="It is 1 and 2 for defence, 3 and 0 for offence, as Figure 5 (v) has it: a Lucky hit that leads to 3 or 4 "
    "starts from 7 or 8, whose rests are 3 and 0.",
)
def _(e: Evidence) -> Finding:
    codes = e.paper.code(2, 12)

    def fits(defended: Bools) -> Fraction:
        """Of the squares where LUCK is used: defence only where it is said, offence elsewhere."""
        return share(np.where(defended, codes == DEFEND, np.isin(codes, (BOTH, ATTACK)))[codes != NONE])

    printed, right = (fits((_FOES - shift) % 4 <= 1) for shift in (0, 1))
    return Finding(f"fits {percent(printed)} as printed, {percent(right)} corrected", printed > 0.75, right > 0.75)


@_claim(
    "advantage-at-3-and-4",
    APPENDIX,
    "The reason: a Lucky hit at s_o = 3 or 4 wins at once, and one that leads there is worth nearly as much.",
    printed="the relatively strong advantage … at s_o = 3 and s_o = 4",
    over=Box(range(2, 3), range(12, 13)),
    asked="a test after a won round gains most at 3 and 4, and next at 7 and 8",
)
def _(e: Evidence) -> Finding:
    gain = np.maximum(e.solutions[2].stakes[Outcome.WON].floats()[12], 0)
    gain = total(gain) / len(gain)
    ranked = [int(column) + 1 for column in np.argsort(-gain.round(6), kind="stable")]
    shown = ", ".join(f"{100 * gain[s - 1]:.2f} at {s}" for s in range(2, 10))
    return Finding(f"wins in 100 on average: {shown}", {*ranked[:2]} == {3, 4} and {*ranked[2:4]} == {7, 8})


_HIGHER = range(3, 10)


@_claim(
    "defence-majority",
    APPENDIX,
    "At higher SKILL gaps yet than +2, and high LUCK, defence fills most of the map.",
    printed="the majority of stamina space",
    over=Box(_HIGHER, range(12, 13)),
    asked="half of the squares at some SKILL gap as the paper decides, and from there on decided exactly",
    kind=Kind.REMARK,
    note="At the highest SKILL gaps the tolerance leaves more than half of the map blank; decided exactly, the share "
    "only grows.",
)
def _(e: Evidence) -> Finding:
    paper, exact = ({g: share(p.code(g, 12) == DEFEND) for g in _HIGHER} for p in (e.paper, e.exact))
    first = next((gap for gap, part in paper.items() if part > 0.5), None)
    return Finding(
        "; ".join(f"gap {signed(g)}: {percent(paper[g])}, exactly {percent(exact[g])}" for g in _HIGHER),
        first is not None and all(exact[gap] > 0.5 for gap in _HIGHER if gap >= first),
    )


@_claim(
    "even-defence",
    APPENDIX,
    "At intermediate LUCK and high SKILL gaps defence stands at even hero’s STAMINA.",
    printed="when s_h is even",
    over=Box(range(3, 10), range(5, 9), range(4, 25)),
    asked="20 to 1",
)
def _(e: Evidence) -> Finding:
    rows = Box(range(3, 10), range(5, 9), range(4, 25)).of(e.paper.codes) == DEFEND
    even, odd = (int(rows[:, :, first::2].sum()) for first in (0, 1))
    return Finding(f"{even:,} squares at even and {odd:,} at odd STAMINA", even > 20 * odd)


@_claim(
    "even-saves-a-hit",
    APPENDIX,
    "The reason: at even s_h a Lucky escape adds a step to the way to 0.",
    printed="to increase the number of steps needed to reach s_h = 0",
    over="hero’s STAMINA 2 to 24",
)
def _(e: Evidence) -> Finding:
    damage = e.rules.lost

    def saves(stamina: int) -> bool:
        after = [hits_to_fall(max(stamina - hit, 0), damage.plain) for hit in (damage.lucky, damage.plain)]
        return after[0] > after[1]

    found = [stamina for stamina in STAMINAS if saves(stamina)]
    return Finding(f"a hit saved at s_h = {listed(found)}", found == [s for s in STAMINAS if s % 2 == 0])
