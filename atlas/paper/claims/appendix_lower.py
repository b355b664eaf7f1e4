"""The paper's appendix on lower skill gaps: bands, strips and their gaps, each statement with its check.

Read as in `structure`: maps as the paper decides, LUCK from 2 on.
"""

from fractions import Fraction
from itertools import product

import numpy as np

from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome
from atlas.paper.evidence import BOTH, Evidence, PolicyMap
from atlas.paper.ranges import LUCKS, STAMINAS, Box, listed, share
from atlas.paper.statements import APPENDIX, Finding, Kind, Register
from atlas.policies.conditions import Bools
from atlas.wording import percent, signed

LOWER_CLAIMS = Register()
_claim = LOWER_CLAIMS.claim

_LOW_GAPS = range(-9, -6)
_LOW = Box(_LOW_GAPS)


def attacked(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.WON, gap, luck)


def _defended(policy: PolicyMap, gap: int, luck: int) -> Bools:
    return policy.tests(Outcome.LOST, gap, luck)


def _columns(squares: Bools) -> list[int]:
    """The foe's STAMINA in which anything is marked, the row of hero's STAMINA 2 left out of a whole map."""
    rows = np.delete(squares, 1, axis=0) if len(squares) == len(STAMINAS) else squares
    return sorted({int(foe) + 1 for foe in np.nonzero(rows)[1]})


def fours(stamina: int) -> int:
    """⌈s/4⌉: the hits needed if each takes 4."""
    return hits_to_fall(max(stamina, 0), 4)


def breaks(squares: Bools) -> list[int]:
    """The columns without offence between the first and the last with it."""
    columns = _columns(squares)
    return sorted(set(range(3, max(columns, default=2))) - set(columns))


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
    columns = sorted({c for gap in _LOW_GAPS for c in _columns(attacked(e.paper, gap, 2))})
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
    ends = {luck: _columns(attacked(e.paper, -9, luck)) for luck in range(2, 8)}
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
    left_out = {luck: breaks(attacked(e.paper, -9, luck)) for luck in range(3, 8)}
    return Finding(
        "; ".join(f"LUCK {luck}: {listed(out)}" for luck, out in left_out.items()),
        all(len(out) == 1 and out[0] % 4 == 2 for out in left_out.values()),
    )


@_claim(
    "why-2-plus-4n",
    APPENDIX,
    "These are the ones where a normal hit, but not an Unlucky one, lowers ⌈s_o/4⌉.",
    printed="s_o − 2 will decrease ⌈s_o/4⌉ … s_o − 1 will not",
    over="foe’s STAMINA 1 to 24",
)
def _(e: Evidence) -> Finding:
    damage = e.rules.won
    found = [s for s in STAMINAS if fours(s - damage.plain) < fours(s) == fours(s - damage.unlucky)]
    return Finding(f"so at s_o = {listed(found)}", found == [s for s in STAMINAS if s % 4 == 2])


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
            columns = _columns(attacked(e.paper, gap, luck)[2:3])
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
)
def _(e: Evidence) -> Finding:
    gone = {luck: attacked(e.paper, -7, luck) & ~attacked(e.paper, -6, luck) for luck in LUCKS}
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


_RUNS = (6, 0, -6)


@_claim(
    "even-reaches-2",
    APPENDIX,
    "From even hero’s STAMINA a fight passes through s_h = 2 with some chance, high if Δk is low.",
    printed="some probability (high if Δk is low)",
    over=f"SKILL gaps {', '.join(map(signed, _RUNS))}, never testing, hero’s STAMINA 4 to 24 and even, foe’s 1 to 24",
    asked="higher at each lower SKILL gap, in every such fight",
)
def _(e: Evidence) -> Finding:
    pairs = list(product(range(4, 25, 2), STAMINAS))
    reach = {gap: [1 - e.never(gap, hero - 2, foe) for hero, foe in pairs] for gap in _RUNS}
    rising = all(high < low for high, low in zip(reach[6], reach[0], strict=True)) and all(
        high < low for high, low in zip(reach[0], reach[-6], strict=True)
    )
    shown = (f"{percent(sum(chances, Fraction(0)) / len(pairs))} at {signed(gap)}" for gap, chances in reach.items())
    return Finding(f"on average {', '.join(shown)}", rising)
