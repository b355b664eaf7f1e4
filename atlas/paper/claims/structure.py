"""The paper's statements about the structure of best play, each with its check.

Maps are read as the paper decides (`Evidence.paper`) unless a claim says otherwise. Staminas are counted
from 1; an array of them starts at index 0. Luck from 2 on is looked at, since a test at 1 cannot succeed,
and skill gaps −9 to +9, since at −10 and +10 one side never wins a round.
"""

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.formulas import hits_to_fall
from atlas.paper.evidence import ATTACK, DEFEND, PAPER_LUCK, Evidence, share
from atlas.paper.statements import STRUCTURE, Finding, Register, Standing
from atlas.policies.conditions import Bools
from atlas.wording import percent, signed

STRUCTURE_CLAIMS = Register()
_claim = STRUCTURE_CLAIMS.claim
_CORRECTED = Standing.CORRECTED

_GAPS = range(-9, 10)
_LUCKS = range(2, PAPER_LUCK + 1)
_FOES = np.arange(1, 25)
_HEROES = _FOES[:, None]
_LOW_GAPS = range(-9, -6)


def _looked_at(cube: Bools) -> Bools:
    """The part of a cube that the claims are about."""
    first = SKILL_GAPS[0]
    part: Bools = cube[_GAPS[0] - first : _GAPS[-1] - first + 1, _LUCKS[0] : _LUCKS[-1] + 1]
    return part


@_claim(
    "low-gaps-alike",
    STRUCTURE,
    "For large deficits of skill the map for a given luck is the same at every skill gap.",
    printed="for all Δk ≤ −6",
    expected=_CORRECTED,
    note="From −7 down, and then but for a few cells at luck 2, 3 and 11 (we allow one in twenty at "
    "three lucks). At −6 the bands already thin out, as the appendix says itself.",
)
def _(e: Evidence) -> Finding:
    to_six, to_seven = (
        {luck: max(e.paper.differing(gap, -9, luck) for gap in range(-9, top + 1)) for luck in _LUCKS}
        for top in (-6, -7)
    )
    same = [luck for luck, cells in to_seven.items() if cells == 0]
    return Finding(
        f"up to {max(to_six.values())} of 576 cells differ for Δk = −9 to −6; for −9 to −7 none at "
        f"{len(same)} of {len(_LUCKS)} lucks and at most {max(to_seven.values())} at the others",
        max(to_six.values()) == 0,
        len(same) >= 8 and max(to_seven.values()) <= 576 // 20,
    )


@_claim(
    "similarity-grows-with-luck",
    STRUCTURE,
    "The higher the luck, the more alike the maps stay (we ask for fewer differences at 10 and 12 than at 4, 6, 8).",
    printed="for higher l",
)
def _(e: Evidence) -> Finding:
    cells = [e.paper.differing(-9, -4, luck) for luck in (4, 6, 8, 10, 12)]
    return Finding(
        f"cells that differ between Δk = −9 and −4 at luck 4, 6, 8, 10, 12: {', '.join(map(str, cells))}",
        max(cells[3:]) < min(cells[:3]) and cells[0] > cells[1] > cells[2],
    )


@_claim(
    "five-points",
    STRUCTURE,
    "How many cells differ between Δk = −9 and −4 at luck 12.",
    printed="5",
)
def _(e: Evidence) -> Finding:
    cells = e.paper.differing(-9, -4, 12)
    return Finding(str(cells), cells == 5)


@_claim(
    "six-to-five",
    STRUCTURE,
    "From luck 6 to 5 luck is used in noticeably fewer cells at fair skill gaps (we ask for a fifth fewer, −3 to +3).",
    printed="decreases noticeably",
    note="So it does, but the step from 7 to 6 is larger at every one of these gaps.",
)
def _(e: Evidence) -> Finding:
    used = {g: [int((e.paper.code(g, luck) > 0).sum()) for luck in (5, 6, 7)] for g in range(-3, 4)}
    fewer = [1 - five / six for five, six, _ in used.values()]
    return Finding(
        "; ".join(f"{signed(g)}: {seven} → {six} → {five}" for g, (five, six, seven) in used.items()),
        min(fewer) >= 0.2,
    )


@_claim(
    "defence-at-2",
    STRUCTURE,
    "With the hero at 2 stamina it is best to test after a lost round (we ask for 95% of states).",
    printed="almost all circumstances",
    note="All of them, from luck 2 on, at every skill gap but the two widest.",
)
def _(e: Evidence) -> Finding:
    row = share(_looked_at(e.exact.lost)[:, :, 1, :])
    return Finding(f"{percent(row)} of states", row >= 0.95)


@_claim(
    "offence-at-3",
    STRUCTURE,
    "With the foe at 3 stamina testing after a won round is the next most robust feature.",
    printed="the next most robust",
    note="In exact numbers it is as robust as the band at 2: the gaps in the paper’s maps are its tolerance.",
)
def _(e: Evidence) -> Finding:
    won, lost = _looked_at(e.paper.won), _looked_at(e.paper.lost)
    columns = [share(won[..., foe]) for foe in range(24)]
    rows = [share(lost[:, :, hero, :]) for hero in range(24)]
    exact = share(_looked_at(e.exact.won)[..., 2])
    ranked = sorted([*columns, *rows], reverse=True)
    return Finding(
        f"{percent(columns[2])} of states as the paper decides, {percent(exact)} exactly",
        ranked[:2] == [rows[1], columns[2]],
    )


@_claim(
    "strip-disappears",
    STRUCTURE,
    "That strip disappears only where victory is overwhelmingly likely (we ask for 99.9% without luck).",
    printed="overwhelmingly high",
)
def _(e: Evidence) -> Finding:
    missing = ~_looked_at(e.paper.won)[..., 2]
    never = np.broadcast_to(e.chances[1:-1, :1, :, 2], missing.shape)
    lowest = float(never[missing].min()) if missing.any() else 1.0
    return Finding(f"without luck the win chance there is at least {lowest:.6f}", lowest > 0.999)


@_claim(
    "failure-at-3",
    STRUCTURE,
    "At foe stamina 3 an unlucky hit costs no extra round: 2 takes as many plain hits as 1.",
    printed="exactly one more successful round",
)
def _(e: Evidence) -> Finding:
    plain = e.rules.won.plain
    after = [hits_to_fall(max(3 - hit, 0), plain) for hit in (e.rules.won.unlucky, plain)]
    return Finding(f"{after[0]} after an unlucky hit, {after[1]} after a plain one", after == [1, 1])


@_claim(
    "foe-at-2",
    STRUCTURE,
    "With the foe at 2 or less luck is used for defence only.",
    place="Figure 5 (ii)",
    printed="defensively",
)
def _(e: Evidence) -> Finding:
    tested = int(_looked_at(e.exact.won)[..., :2].sum())
    return Finding(f"{tested} states with a test after a won round", tested == 0)


@_claim(
    "every-fourth",
    STRUCTURE,
    "Testing after a won round is favoured where the foe’s stamina is 3 more than a multiple of 4.",
    place="Figure 5 (iii)",
    printed="particularly at s_o mod 4 = 3",
)
def _(e: Evidence) -> Finding:
    won = _looked_at(e.exact.won)
    shares = {rest: share(won[..., rest == _FOES % 4]) for rest in (3, 0, 1, 2)}
    return Finding(
        "tested after " + ", ".join(f"{percent(part)} at rest {rest}" for rest, part in shares.items()),
        max(shares, key=lambda rest: shares[rest]) == 3,
    )


@_claim(
    "offence-when-behind",
    STRUCTURE,
    "At luck 12 offence rules below skill gap 0; above it defence takes over.",
    place="Figures 4 and 5",
    printed="strategy 3, then strategy 2",
)
def _(e: Evidence) -> Finding:
    codes = {gap: [int((e.exact.code(gap, 12) == code).sum()) for code in (ATTACK, DEFEND)] for gap in (-6, 6)}
    (attack_low, defend_low), (attack_high, defend_high) = codes.values()
    return Finding(
        f"cells with offence only and defence only: {attack_low} and {defend_low} at −6, "
        f"{attack_high} and {defend_high} at +6",
        attack_low > defend_low and attack_high < defend_high,
    )
