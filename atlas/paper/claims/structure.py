"""The paper's statements about the structure of best play, each with its check.

Maps are read as the paper decides (`Evidence.paper`) unless a claim says otherwise. LUCK from 2 on is looked
at, since a test at 1 cannot be Lucky, and SKILL gaps −9 to +9, since at −10 and +10 one side never wins a
round.
"""

import math
from fractions import Fraction
from itertools import count, product

import numpy as np

from atlas.game.dice import luck_odds
from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Damage
from atlas.paper.evidence import BOTH, NONE, Evidence
from atlas.paper.ranges import LUCKS, NO_LUCK, STAMINAS, FightRange, number_list, share
from atlas.paper.statements import STRUCTURE, CheckedStatement, Finding, Register, asked, note, place, remark, substance
from atlas.wording import percent, signed

CLAIMS: list[CheckedStatement] = []
_claim = Register(STRUCTURE, CLAIMS).claim

_MAPS = FightRange()
_BEHIND = range(-9, 0)
_SQUARES = len(STAMINAS) ** 2
_RESTS = {rest: np.array(STAMINAS) % 4 == rest for rest in (3, 0, 1, 2)}
"""the foe's STAMINA by what is left when fours are taken off"""
_FAIR = range(-3, 4)
_AHEAD, _HIGH, _LOW = range(4, 10), range(9, 13), range(2, 7)


@_claim("low-gaps-alike", r"\Delta_k \le -6", FightRange(range(-9, -5)))
@asked("for −7: none differ at eight or more of the LUCKs")
@substance(r"\Delta_k \le -7")
@note("From −7 down, with the exceptions given. At −6 the bands already thin out, as the appendix says itself.")
def _(e: Evidence) -> Finding:
    """For large deficits of SKILL the map for a given LUCK is the same at every SKILL gap."""
    to_six, to_seven = (
        {luck: max(e.paper.differing(gap, -9, luck) for gap in range(-9, top + 1)) for luck in LUCKS}
        for top in (-6, -7)
    )
    exceptions = {luck: squares for luck, squares in to_seven.items() if squares}
    return Finding(
        f"up to {max(to_six.values())} of {_SQUARES} squares differ between −9 and −6; between −9 and −7 "
        + (
            ", ".join(f"{squares} at LUCK {luck}" for luck, squares in exceptions.items()) + ", and "
            if exceptions
            else ""
        )
        + f"none at the other {len(LUCKS) - len(exceptions)} LUCKs",
        max(to_six.values()) == 0,
        len(LUCKS) - len(exceptions) >= 8,
    )


@_claim("similarity-grows-with-luck", "for higher l", "SKILL gap −9 against −4, LUCK 4, 6, 8, 10, 12")
@asked("fewer differences at 10 and 12 than at 4, 6 and 8")
def _(e: Evidence) -> Finding:
    """The higher the LUCK, the more alike the maps stay."""
    squares = [e.paper.differing(-9, -4, luck) for luck in (4, 6, 8, 10, 12)]
    computed = f"squares that differ: {number_list(squares)}"
    return Finding(computed, max(squares[3:]) < min(squares[:3]) and squares[0] > squares[1] > squares[2])


@_claim("five-points", "5", "SKILL gap −9 against −4, LUCK 12")
def _(e: Evidence) -> Finding:
    """How many squares differ between Δk = −9 and −4 at LUCK 12."""
    squares = e.paper.differing(-9, -4, 12)
    return Finding(str(squares), squares == 5)


@_claim("six-to-five", "decreases noticeably", FightRange(_FAIR, range(5, 8)))
@asked("a fifth fewer squares at each of these SKILL gaps")
@remark("The step before it is larger still.")
def _(e: Evidence) -> Finding:
    """From LUCK 6 to 5 the number of squares where LUCK is used falls noticeably, at more reasonable chances to win."""
    used = {g: [int((e.paper.code(g, luck) != NONE).sum()) for luck in (5, 6, 7)] for g in _FAIR}
    fewer = [1 - five / six for five, six, _ in used.values()]
    larger = sum(seven - six > six - five for five, six, seven in used.values())
    return Finding(
        "squares with LUCK 7, 6, 5: "
        + "; ".join(f"gap {signed(g)}: {seven}, {six}, {five}" for g, (five, six, seven) in used.items())
        + f"; the step from 7 to 6 is the larger at {larger} of {len(used)} gaps",
        min(fewer) >= 0.2,
    )


@_claim("lower-advantage-at-5", "the lower expected advantage for l = 5", "one test at LUCK 5, 6 and 7")
@remark(
    "After a won round a test pays on average down to LUCK 6, after a lost one down to 7, which fits "
    "the larger step from 7 to 6."
)
def _(e: Evidence) -> Finding:
    """That step reflects the lower expected advantage of a test at LUCK 5."""
    dealt = {luck: _expected(e.rules.won, luck) for luck in (5, 6, 7)}
    taken = {luck: _expected(e.rules.lost, luck) for luck in (5, 6, 7)}
    return Finding(
        "; ".join(f"LUCK {luck}: {float(dealt[luck]):.2f} dealt, {float(taken[luck]):.2f} taken" for luck in dealt)
        + f"; {e.rules.won.plain} without a test",
        dealt[5] < e.rules.won.plain < dealt[6] and taken[7] < e.rules.lost.plain < taken[6],
    )


@_claim("ceilings", "⌈s/2⌉ and ⌈s/4⌉", "STAMINA 1 to 24")
@note("This is the σ of Eqn 7, rounded up.")
def _(e: Evidence) -> Finding:
    """The hits needed: ⌈s/2⌉ normal ones, ⌈s/4⌉ if every hit takes 4."""
    right = 0
    for stamina, hit in product(STAMINAS, (2, 4)):
        hits = next(n for n in count(1) if stamina - n * hit <= 0)
        right += hits == math.ceil(stamina / hit)
    tried = 2 * len(STAMINAS)
    return Finding(f"right for {right} of {tried}, by counting hits", right == tried)


@_claim("defence-at-2", "almost all circumstances", FightRange(heroes=2))
@place("text and Figure 5 (i)")
@asked("95% of states")
def _(e: Evidence) -> Finding:
    """With the hero at 2 STAMINA it is best to test after a lost round."""
    row = share(FightRange(heroes=2).of(e.exact.lost))
    return Finding(f"in {percent(row)} of states", row >= 0.95)


@_claim("offence-at-3", "the next most robust", _MAPS)
@asked("the second highest share of tests among all rows (after lost rounds) and columns (after won rounds)")
@remark("Decided exactly it is as robust as the band at 2: the gaps in the paper’s maps are its tolerance.")
def _(e: Evidence) -> Finding:
    """With the foe at 3 STAMINA testing after a won round is the next most robust feature."""
    won, lost = _MAPS.of(e.paper.won), _MAPS.of(e.paper.lost)
    columns = [share(won[..., foe - 1]) for foe in STAMINAS]
    rows = [share(lost[:, :, hero - 1]) for hero in STAMINAS]
    exact = share(_MAPS.of(e.exact.won)[..., 2])
    ranked = sorted([*columns, *rows], reverse=True)
    computed = f"{percent(columns[2])} of states as the paper decides, {percent(exact)} exactly"
    return Finding(computed, ranked[:2] == [rows[1], columns[2]])


@_claim("strip-disappears", "overwhelmingly high", FightRange(foes=3))
@asked("99.9% to win without a test")
def _(e: Evidence) -> Finding:
    """That strip disappears only where victory is overwhelmingly likely."""
    strip = FightRange(foes=3)
    missing = ~strip.of(e.paper.won)
    never = np.broadcast_to(FightRange(lucks=NO_LUCK, foes=strip.foes).of(e.chances), missing.shape)
    lowest = float(never[missing].min()) if missing.any() else 1.0
    return Finding(f"where it is missing, never testing wins at least {100 * lowest:.4f}%", lowest > 0.999)


@_claim("failure-at-3", "exactly one successful attack round", "foe’s STAMINA 3")
def _(e: Evidence) -> Finding:
    """At foe’s STAMINA 3 an Unlucky hit costs no extra round: 2 takes as many normal hits as 1."""
    normal = e.rules.won.plain
    after = [hits_to_fall(max(3 - hit, 0), normal) for hit in (e.rules.won.unlucky, normal)]
    return Finding(f"{after[0]} after an Unlucky hit, {after[1]} after a normal one", after == [1, 1])


@_claim("foe-at-2", "defensively", FightRange(foes=range(1, 3)))
@place("Figure 5 (ii)")
def _(e: Evidence) -> Finding:
    """With the foe at 2 or less LUCK is used for defence only."""
    tested = int(FightRange(foes=range(1, 3)).of(e.exact.won).sum())
    return Finding(f"{tested} states with a test after a won round", tested == 0)


@_claim("every-fourth", "particularly at s_o mod 4 = 3", _MAPS)
@place("Figure 5 (iii)")
def _(e: Evidence) -> Finding:
    """Testing after a won round is favoured where the foe’s STAMINA is 3 more than a multiple of 4."""
    won = _MAPS.of(e.exact.won)
    shares = {rest: share(won[..., columns]) for rest, columns in _RESTS.items()}
    computed = "tested in " + ", ".join(f"{percent(part)} at rest {rest}" for rest, part in shares.items())
    return Finding(computed, max(shares, key=lambda rest: shares[rest]) == 3)


@_claim("either", "offensively and defensively", FightRange(_BEHIND, 12))
@place("Figure 5 (iv)")
@asked("most of the row s_h = 2, which (i) says to see under (iv), from s_o = 3 on")
@note("The caption does not say where (iv) lies; the text has strategy 1 at low Δk, high l and low s_h.")
def _(e: Evidence) -> Finding:
    """A region where LUCK is used after either round."""
    row = share(FightRange(_BEHIND, 12, 2, range(3, 25)).of(e.paper.codes) == BOTH)
    rows = np.nonzero((FightRange(_BEHIND, 12).of(e.paper.codes) == BOTH).any(axis=(0, 1, 3)))[0] + 1
    return Finding(
        f"in {percent(row)} of that row; the region reaches from s_h = {min(rows)} to {max(rows)}", row > 0.5
    )


@_claim(
    "defence-and-every-fourth",
    "s_o mod 4 = 3 or 0",
    f"{FightRange(_AHEAD, _HIGH, 2)}, and LUCK {_LOW[0]} to {_LOW[-1]}",
)
@place("Figure 5 (v)")
@asked("the row s_h = 2, which (i) says to see under (v), at high SKILL gaps")
@note("The caption does not say where (v) lies.")
def _(e: Evidence) -> Finding:
    """A region of defence, and of offence if LUCK is high and the foe’s STAMINA has rest 3 or 0."""
    high, low = (FightRange(_AHEAD, lucks, 2).of(e.paper.won) for lucks in (_HIGH, _LOW))
    by_rest = {rest: int(high[..., columns].sum()) for rest, columns in _RESTS.items()}
    columns = (np.nonzero(low.any(axis=(0, 1, 2)))[0] + 1).tolist()
    return Finding(
        "squares with offence at high LUCK: "
        + ", ".join(f"{squares} at rest {rest}" for rest, squares in by_rest.items())
        + f"; at low LUCK only at s_o = {number_list(columns)}",
        min(by_rest[3], by_rest[0]) > 0 == by_rest[1] == by_rest[2] and columns == [3],
    )


def _expected(damage: Damage, luck: int) -> Fraction:
    """The damage of a test, on average."""
    lucky = luck_odds(luck).chance
    return lucky * damage.lucky + (1 - lucky) * damage.unlucky
