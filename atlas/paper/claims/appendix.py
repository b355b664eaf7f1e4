"""The paper's appendix: bands, strips and gaps in the maps of best play, each statement with its check.

Read as in `claims_structure`: maps as the paper decides, luck from 2 on.
"""

from fractions import Fraction

import numpy as np

from atlas.game.rules import Outcome
from atlas.paper.evidence import BOTH, DEFEND, PAPER_LUCK, Evidence, PolicyMap, bands_fit, share
from atlas.paper.statements import APPENDIX, Finding, Register, Standing
from atlas.policies.conditions import Bools
from atlas.wording import percent

APPENDIX_CLAIMS = Register()
_claim = APPENDIX_CLAIMS.claim
_CORRECTED = Standing.CORRECTED

_GAPS = range(-9, 10)
_LUCKS = range(2, PAPER_LUCK + 1)
_FOES = np.arange(1, 25)
_HEROES = _FOES[:, None]
_LOW_GAPS = range(-9, -6)


def _attacked(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.WON, gap, luck)


def _defended(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.LOST, gap, luck)


# Appendix: lower skill gaps


@_claim(
    "low-row-2",
    APPENDIX,
    "At low skill gaps the row of hero stamina 2 is a band of defence.",
    printed="a band of strategy 2",
)
def _(e: Evidence) -> Finding:
    row = share(np.array([_defended(e.paper, gap, luck)[1] for gap in _LOW_GAPS for luck in _LUCKS]))
    return Finding(f"tested after a lost round in {percent(row)} of its cells", row == 1)


@_claim(
    "low-luck-3-and-4",
    APPENDIX,
    "When luck is low, offence appears where a lucky hit kills.",
    printed="s_o = 3 or 4",
)
def _(e: Evidence) -> Finding:
    columns = sorted({c for gap in _LOW_GAPS for c in _columns(_attacked(e.paper, gap, 2))})
    return Finding(f"at luck 2: foe stamina {', '.join(map(str, columns))}", columns == [3, 4])


@_claim(
    "strips",
    APPENDIX,
    "With more luck offence fills a strip from foe stamina 3 up to a multiple of 4.",
    printed="between s_o = 3 and s_o = 4n",
    note="n is luck − 1: each point of luck that can still succeed adds a lucky hit.",
)
def _(e: Evidence) -> Finding:
    ends = {luck: _columns(_attacked(e.paper, -9, luck)) for luck in range(2, 8)}
    return Finding(
        "; ".join(f"luck {luck}: {c[0]} to {c[-1]}" for luck, c in ends.items() if c),
        all(c[:1] == [3] and c[-1] == 4 * (luck - 1) for luck, c in ends.items() if c) and all(ends.values()),
    )


@_claim(
    "strip-gaps",
    APPENDIX,
    "One foe stamina is left out of each strip.",
    printed="at s_o = 2 + 4n",
)
def _(e: Evidence) -> Finding:
    left_out = {}
    for luck in range(3, 8):
        columns = _columns(_attacked(e.paper, -9, luck))
        left_out[luck] = sorted(set(range(3, max(columns, default=2))) - set(columns))
    return Finding(
        "; ".join(f"luck {luck}: {', '.join(map(str, out)) or 'none'}" for luck, out in left_out.items()),
        all(len(out) == 1 and out[0] % 4 == 2 for out in left_out.values()),
    )


@_claim(
    "overlap",
    APPENDIX,
    "Where the bands of defence and offence cross, luck is used after either outcome.",
    printed="strategy 1",
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
    "At low skill gaps defence away from hero stamina 2 begins at this luck.",
    printed="l ≥ 8",
)
def _(e: Evidence) -> Finding:
    elsewhere = {
        luck: sum(int(_defended(e.paper, gap, luck)[_HEROES[:, 0] != 2].sum()) for gap in _LOW_GAPS) for luck in _LUCKS
    }
    first = next((luck for luck, cells in elsewhere.items() if cells), None)
    return Finding(f"from luck {first} on" if first else "nowhere", first == 8)


@_claim(
    "both-expands",
    APPENDIX,
    "With more luck the region of tests after either outcome grows, at low hero stamina (we ask for 90% at 12 "
    "or less).",
    printed="an expansion in low s_h regions",
)
def _(e: Evidence) -> Finding:
    cells = [int((e.paper.code(-8, luck) == BOTH).sum()) for luck in range(8, 13)]
    last = e.paper.code(-8, 12) == BOTH
    low = Fraction(int(last[:12].sum()), max(int(last.sum()), 1))
    return Finding(
        f"cells at Δk = −8 and luck 8 to 12: {', '.join(map(str, cells))}; {percent(low)} of the last at s_h ≤ 12",
        cells == sorted(cells) and low > 0.9,
    )


@_claim(
    "odd-bands",
    APPENDIX,
    "From Δk = −6 on some bands of offence survive only at odd hero stamina (we ask that 80% of the "
    "cells lost be even).",
    printed="s_h mod 2 = 1",
    note="From luck 5 on without exception; at luck 2 to 4 some cells at odd stamina go too.",
)
def _(e: Evidence) -> Finding:
    gone = {luck: _attacked(e.paper, -7, luck) & ~_attacked(e.paper, -6, luck) for luck in _LUCKS}
    even = sum(int(cells[1::2].sum()) for cells in gone.values())
    total = sum(int(cells.sum()) for cells in gone.values())
    odd_later = sum(int(gone[luck][::2].sum()) for luck in range(5, 13))
    return Finding(
        f"of {total} cells lost from −7 to −6, {even} are at even stamina; from luck 5 on {odd_later} are at odd",
        total > 0 and even / total > 0.8 and odd_later == 0,
    )


@_claim(
    "odd-misses-2",
    APPENDIX,
    "From odd hero stamina plain losses never lead to 2; from even stamina they do.",
    printed="will not be reached unless luck is used defensively",
)
def _(e: Evidence) -> Finding:
    plain = e.rules.lost.plain
    reach = {h for h in e.rules.staminas if h > 2 and (h - 2) % plain == 0}
    odd = sorted(h for h in reach if h % 2)
    return Finding(
        f"reached from {len(odd)} odd and {len(reach) - len(odd)} even staminas", not odd and len(reach) == 11
    )


# Appendix: higher skill gaps


@_claim(
    "minus-4-luck-4",
    APPENDIX,
    "At Δk = −4 and luck 4 offence appears only where the foe’s stamina is 3, 7, 11 …",
    printed="only in bands of s_o = 3 + 4n",
    expected=_CORRECTED,
    note="From hero stamina 4 on; at 1 to 3, where the fight is nearly over, also at 4 and 8.",
)
def _(e: Evidence) -> Finding:
    cells = _attacked(e.paper, -4, 4)
    everywhere, above = _columns(cells), _columns(cells[3:])
    return Finding(
        f"foe stamina {', '.join(map(str, everywhere))}; from hero stamina 4 on {', '.join(map(str, above))}",
        bool(everywhere) and all(c % 4 == 3 for c in everywhere),
        bool(above) and all(c % 4 == 3 for c in above),
    )


@_claim(
    "plus-2-luck-12",
    APPENDIX,
    "At Δk = +2 and luck 12 the foe’s stamina mod 4 decides between defence only and offence (we ask for "
    "three quarters of the cells).",
    printed="mod 4 ≤ 1: strategy 2; mod 4 ≥ 2: strategies 1 and 3",
    expected=_CORRECTED,
    note="Counted from 0: it is 1 and 2 for defence, 3 and 0 for offence, as Figure 5 (v) has it. (And “≤ q” is ≤ 1.)",
)
def _(e: Evidence) -> Finding:
    codes = e.paper.code(2, 12)
    printed, right = (bands_fit(codes, (_FOES - shift) % 4 <= 1) for shift in (0, 1))
    return Finding(
        f"fits {percent(printed)} of the cells where luck is used as printed, {percent(right)} with 1, 2 against 3, 0",
        printed > 0.75,
        right > 0.75,
    )


@_claim(
    "defence-high-foe-low-hero",
    APPENDIX,
    "At high skill gaps and luck defence dominates where the foe has much stamina and the hero little (we ask "
    "for half of that corner).",
    printed="particularly dominant",
)
def _(e: Evidence) -> Finding:
    corner = np.concatenate(
        [(e.paper.code(g, luck)[1:8, 8:] == DEFEND).ravel() for g in range(4, 10) for luck in range(9, 13)]
    )
    part = share(corner)
    return Finding(f"{percent(part)} of cells with s_h 2 to 8, s_o 9 or more, Δk +4 to +9, luck 9 to 12", part > 0.5)


@_claim(
    "even-defence",
    APPENDIX,
    "At intermediate luck (5 to 8) and high skill gaps (+3 up) defence stands at even hero stamina (we ask "
    "for 20 to 1).",
    printed="when s_h is even",
)
def _(e: Evidence) -> Finding:
    pictures = [e.paper.code(g, luck) == DEFEND for g in range(3, 10) for luck in range(5, 9)]
    even, odd = (sum(int(p[first::2].sum()) for p in pictures) for first in (3, 4))
    return Finding(f"{even:,} cells at even and {odd:,} at odd stamina, from 4 on", even > 20 * odd)


@_claim(
    "defence-majority",
    APPENDIX,
    "At still higher skill gaps (+6 to +9) and high luck (12) defence fills most of the map.",
    printed="the majority of stamina space",
    expected=_CORRECTED,
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


def _columns(cells: Bools) -> list[int]:
    """The foe staminas in which anything is marked, the row of hero stamina 2 left out of a whole map."""
    rows = cells[_HEROES[:, 0] != 2] if len(cells) == len(_HEROES) else cells
    return sorted({int(foe) + 1 for foe in np.nonzero(rows)[1]})
