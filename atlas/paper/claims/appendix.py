"""The paper's appendix: bands, strips and gaps in the maps of best play, each statement with its check.

Read as in `structure`: maps as the paper decides, LUCK from 2 on.
"""

from fractions import Fraction

import numpy as np

from atlas.game.rules import Outcome
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, NONE, Evidence, PolicyMap
from atlas.paper.ranges import LUCKS, STAMINAS, Box, listed, share
from atlas.paper.statements import APPENDIX, Finding, Kind, Register
from atlas.policies.conditions import Bools
from atlas.wording import percent

APPENDIX_CLAIMS = Register()
_claim = APPENDIX_CLAIMS.claim

_FOES = np.array(STAMINAS)
_LOW_GAPS = range(-9, -6)
_LOW = Box(_LOW_GAPS)


def _attacked(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.WON, gap, luck)


def _defended(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.LOST, gap, luck)


def _columns(squares: Bools) -> list[int]:
    """The foe's STAMINA in which anything is marked, the row of hero's STAMINA 2 left out of a whole map."""
    rows = np.delete(squares, 1, axis=0) if len(squares) == len(STAMINAS) else squares
    return sorted({int(foe) + 1 for foe in np.nonzero(rows)[1]})


# Lower skill gaps


@_claim(
    "low-row-2",
    APPENDIX,
    "At low SKILL gaps the row of hero’s STAMINA 2 is a band of defence.",
    printed="a band of strategy 2",
    over=Box(_LOW_GAPS, heroes=range(2, 3)),
)
def _(e: Evidence) -> Finding:
    row = share(Box(_LOW_GAPS, heroes=range(2, 3)).of(e.paper.lost))
    return Finding(f"tested after a lost round in {percent(row)} of its squares", row == 1)


@_claim(
    "low-luck-3-and-4",
    APPENDIX,
    "When LUCK is low, offence appears where a Lucky hit kills.",
    printed="s_o = 3 or 4",
    over=Box(_LOW_GAPS, range(2, 3)),
)
def _(e: Evidence) -> Finding:
    columns = sorted({c for gap in _LOW_GAPS for c in _columns(_attacked(e.paper, gap, 2))})
    return Finding(f"foe’s STAMINA {listed(columns)}", columns == [3, 4])


@_claim(
    "strips",
    APPENDIX,
    "With more LUCK offence fills a strip from foe’s STAMINA 3 up to a multiple of 4.",
    printed="between s_o = 3 and s_o = 4n",
    over=Box(range(-9, -8), range(2, 8)),
    kind=Kind.REMARK,
    note="n is LUCK − 1: each point of LUCK that can still be Lucky adds a Lucky hit.",
)
def _(e: Evidence) -> Finding:
    ends = {luck: _columns(_attacked(e.paper, -9, luck)) for luck in range(2, 8)}
    return Finding(
        "; ".join(f"LUCK {luck}: {c[0]} to {c[-1]}" for luck, c in ends.items() if c),
        all(c[:1] == [3] and c[-1] == 4 * (luck - 1) for luck, c in ends.items() if c) and all(ends.values()),
    )


@_claim(
    "strip-gaps",
    APPENDIX,
    "One foe’s STAMINA is left out of each strip.",
    printed="at s_o = 2 + 4n",
    over=Box(range(-9, -8), range(3, 8)),
)
def _(e: Evidence) -> Finding:
    left_out = {}
    for luck in range(3, 8):
        columns = _columns(_attacked(e.paper, -9, luck))
        left_out[luck] = sorted(set(range(3, max(columns, default=2))) - set(columns))
    return Finding(
        "; ".join(f"LUCK {luck}: {listed(out)}" for luck, out in left_out.items()),
        all(len(out) == 1 and out[0] % 4 == 2 for out in left_out.values()),
    )


@_claim(
    "overlap",
    APPENDIX,
    "Where the bands of defence and offence cross, LUCK is used after either outcome.",
    printed="strategy 1",
    over=Box(_LOW_GAPS, range(2, 8), range(2, 3)),
    asked="offence is said to cross where it stands one row up, at s_h = 3",
)
def _(e: Evidence) -> Finding:
    crossings = both = 0
    for gap in _LOW_GAPS:
        for luck in range(2, 8):
            columns = _columns(_attacked(e.paper, gap, luck)[2:3])
            crossings += len(columns)
            both += int((e.paper.code(gap, luck)[1, [c - 1 for c in columns]] == BOTH).sum())
    return Finding(f"at {both} of {crossings} crossings", both == crossings > 0)


@_claim(
    "defence-from-8",
    APPENDIX,
    "At low SKILL gaps defence away from hero’s STAMINA 2 begins at this LUCK.",
    printed="l ≥ 8",
    over=_LOW,
)
def _(e: Evidence) -> Finding:
    elsewhere = {
        luck: sum(int(np.delete(_defended(e.paper, gap, luck), 1, axis=0).sum()) for gap in _LOW_GAPS) for luck in LUCKS
    }
    first = next((luck for luck, squares in elsewhere.items() if squares), None)
    return Finding(f"from LUCK {first} on" if first else "nowhere", first == 8)


@_claim(
    "both-expands",
    APPENDIX,
    "With more LUCK the region of tests after either outcome grows, at low hero’s STAMINA.",
    printed="an expansion in low s_h regions",
    over=Box(range(-8, -7), range(8, 13)),
    asked="growing with each point of LUCK; 90% of it at s_h ≤ 12",
)
def _(e: Evidence) -> Finding:
    squares = [int((e.paper.code(-8, luck) == BOTH).sum()) for luck in range(8, 13)]
    last = e.paper.code(-8, 12) == BOTH
    low = Fraction(int(last[:12].sum()), max(int(last.sum()), 1))
    return Finding(
        f"squares at LUCK 8 to 12: {listed(squares)}; {percent(low)} of the last at s_h ≤ 12",
        squares == sorted(squares) and low > 0.9,
    )


@_claim(
    "odd-bands",
    APPENDIX,
    "From Δk = −6 on some bands of offence survive only at odd hero’s STAMINA.",
    printed="s_h mod 2 = 1",
    over=Box(range(-7, -5)),
    asked="80% of the squares lost from −7 to −6 are even, from LUCK 5 on all",
    kind=Kind.REMARK,
    note="From LUCK 5 on without exception; at LUCK 2 to 4 some squares at odd STAMINA go too.",
)
def _(e: Evidence) -> Finding:
    gone = {luck: _attacked(e.paper, -7, luck) & ~_attacked(e.paper, -6, luck) for luck in LUCKS}
    even = sum(int(squares[1::2].sum()) for squares in gone.values())
    total = sum(int(squares.sum()) for squares in gone.values())
    odd_later = sum(int(gone[luck][::2].sum()) for luck in range(5, 13))
    return Finding(
        f"of {total} squares lost from −7 to −6, {even} are at even STAMINA; from LUCK 5 on {odd_later} are at odd",
        total > 0 and even / total > 0.8 and odd_later == 0,
    )


@_claim(
    "odd-misses-2",
    APPENDIX,
    "From odd hero’s STAMINA normal losses never lead to 2; from even STAMINA they do.",
    printed="will not be reached unless luck is used defensively",
    over="hero’s STAMINA 3 to 24",
)
def _(e: Evidence) -> Finding:
    reach = {h for h in e.rules.staminas if h > 2 and (h - 2) % e.rules.lost.plain == 0}
    odd = sorted(h for h in reach if h % 2)
    return Finding(
        f"reached from {len(odd)} odd and {len(reach) - len(odd)} even STAMINAs", not odd and len(reach) == 11
    )


# Higher skill gaps


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
    above = squares[3:]
    return Finding(
        f"{int(squares.sum())} squares, {len(outside)} of them elsewhere: "
        + (", ".join(f"{hero} against {foe}" for hero, foe in outside) or "none"),
        not outside,
        bool(above.any()) and not above[:, _FOES % 4 != 3].any(),
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
    "defence-majority",
    APPENDIX,
    "At still higher SKILL gaps and high LUCK defence fills most of the map.",
    printed="the majority of stamina space",
    over=Box(range(6, 10), range(12, 13)),
    kind=Kind.SUBSTANCE,
    read="decided exactly",
    note="With the paper’s tolerance most of the map is blank; decided exactly, defence has the majority.",
)
def _(e: Evidence) -> Finding:
    paper, exact = ([share(p.code(g, 12) == DEFEND) for g in range(6, 10)] for p in (e.paper, e.exact))
    return Finding(
        f"{percent(min(paper))} to {percent(max(paper))} as the paper decides, "
        f"{percent(min(exact))} to {percent(max(exact))} exactly",
        min(paper) > 0.5,
        min(exact) > 0.5,
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
