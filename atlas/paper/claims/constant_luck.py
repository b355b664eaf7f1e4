"""The paper's statements about luck that does not run out, each with its check.

n is the STAMINA that a string of hits takes from the foe, k how many of the hits are Lucky.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import comb, factorial

import numpy as np

from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.formulas import win_chance_testing_when_lost
from atlas.game.worth import Worth
from atlas.paper.evidence import Evidence
from atlas.paper.printed import (
    RoundChances,
    constant_luck,
    history_weight,
    history_weights,
    strings_of_hits,
)
from atlas.paper.ranges import NO_LUCK, TESTED_FIGHTS, Box, share
from atlas.paper.statements import CONSTANT_LUCK, Finding, Kind, Register
from atlas.policies.evaluate import Board, Floats, mean, play
from atlas.policies.policy import strategy
from atlas.policies.simulate import same_start, simulate
from atlas.wording import percent, signed, significant, wins_in_100

CONSTANT_LUCK_CLAIMS = Register()
_claim = CONSTANT_LUCK_CLAIMS.claim

_TAKEN = range(24)


@_claim(
    "string-lengths",
    CONSTANT_LUCK,
    "How many lengths a string of Lucky and Unlucky hits can have that takes exactly n.",
    printed="⌊n/4⌋ + 1",
    over="n = 0 to 23",
)
def _(e: Evidence) -> Finding:
    right = sum(len({sum(hits) for hits in strings_of_hits(n, e.rules)}) == n // 4 + 1 for n in _TAKEN)
    return Finding(f"right for {right} of {len(_TAKEN)} values of n, by listing them", right == len(_TAKEN))


@_claim(
    "most-lucky-hits",
    CONSTANT_LUCK,
    "The most Lucky hits among them.",
    place="text and Eqns 13 and 19",
    printed=r"k = 0 , \dots , \lfloor n / 3 \rfloor",
    over="n = 0 to 23",
    kind=Kind.MISPRINT,
    read=r"k = 0 , \dots , \lfloor n / 4 \rfloor",
    formula=True,
    note="A Lucky hit takes 4, and the sentence before has ⌊n/4⌋ + 1 lengths. Harmless where the factorial of a "
    "negative number counts as infinite; an error message elsewhere.",
)
def _(e: Evidence) -> Finding:
    most = {n: max(k for k, _ in hits) for n in _TAKEN if (hits := strings_of_hits(n, e.rules))}
    thirds, quarters = (sum(most[n] == n // part for n in most) for part in (3, 4))
    return Finding(
        f"⌊n/3⌋ is right for {thirds}, ⌊n/4⌋ for {quarters} of {len(most)} values of n",
        thirds == len(most),
        quarters == len(most) == len(_TAKEN),
    )


@_claim(
    "arrangements",
    CONSTANT_LUCK,
    "The number of orders of k Lucky and n − 4k Unlucky hits.",
    place="Eqn 9",
    printed="(n − 3k)! / (k! (n − 4k)!)",
    over="n = 0 to 23",
)
def _(e: Evidence) -> Finding:
    listed = {n: _orders(n, e.rules.won.lucky, e.rules.won.unlucky) for n in _TAKEN}
    right = sum(listed[n] == sum(_multinomial(n, k) for k in range(n // 4 + 1)) for n in listed)
    return Finding(f"right for {right} of {len(_TAKEN)} values of n, by counting all orders", right == len(_TAKEN))


@_claim(
    "placed-losses-and-draws",
    CONSTANT_LUCK,
    "The same with lost and drawn rounds placed among them.",
    place="Eqn 10",
    printed="times two binomials",
    over="n = 4 to 6, every k, 0 to 2 losses, 0 to 1 draws",
)
def _(e: Evidence) -> Finding:
    cases = [
        (n, k, losses, draws) for n in (4, 5, 6) for k in range(n // 4 + 1) for losses in range(3) for draws in (0, 1)
    ]
    right = 0
    for n, k, losses, draws in cases:
        length = n - 3 * k
        letters = "A" * k + "B" * (n - 4 * k) + "L" * losses + "D" * draws
        printed = _multinomial(n, k) * comb(length + losses, losses) * comb(length + losses + draws, draws)
        right += printed == len(set(permutations(letters)))
    return Finding(f"right in {right} of {len(cases)} cases, by listing all strings", right == len(cases))


_STRINGS = [(n, k) for n in range(1, 16) for k in range(n // 4 + 1)]


@_claim(
    "string-chance",
    CONSTANT_LUCK,
    "The chance of the histories with k Lucky hits and given losses and draws.",
    place="Eqn 11",
    printed=r"p_f \dots q^k (1-q)^{n-4k} p_l^l \dots",
    over="SKILL gap −2, LUCK 8, hero’s STAMINA 10, n = 1 to 15 and every k",
    kind=Kind.MISPRINT,
    read=r"p_f \dots p_w^{n-3k} q^k (1-q)^{n-4k} p_l^l \dots",
    formula=True,
    note="Each of the n − 3k won rounds needs its p_w. Eqn 12, which is the sum of Eqn 11, has them.",
)
def _(e: Evidence) -> Finding:
    chances, q = RoundChances.at(-2), luck_odds(8).chance

    def summed(n: int, k: int, wins_counted: bool) -> Fraction:
        return sum((history_weight(k, n, i, chances, q, wins_counted=wins_counted) for i in range(5)), Fraction(0))

    right = {s: history_weights(s[1], s[0], 10, chances, q, e.rules) for s in _STRINGS}
    equal = {wins: sum(summed(*s, wins) == right[s] for s in _STRINGS) for wins in (False, True)}
    return Finding(
        f"sums to Eqn 12 in {equal[False]} of {len(_STRINGS)} cases as printed, in {equal[True]} with p_w for each won "
        f"round; n = 8 with one Lucky hit is {significant(summed(8, 1, False) / right[8, 1], 3)} times too likely",
        equal[False] == len(_STRINGS),
        equal[True] == len(_STRINGS),
    )


@_claim(
    "string-sum",
    CONSTANT_LUCK,
    "The sum of those chances over all losses and draws (σ rounded up).",
    place="Eqn 12",
    printed=r"\rho = (p_d + p_l - 1) / (p_d - 1)",
    over=f"SKILL gap {signed(SKILL_GAPS[1])} to {signed(SKILL_GAPS[-1])}, LUCK 8, hero’s STAMINA 10, n = 8, k = 1",
    kind=Kind.REMARK,
    read=r"\rho = p_w / (1 - p_d)",
    formula=True,
    note="ρ is the ρ_w of Eqn 8 in other letters.",
)
def _(e: Evidence) -> Finding:
    q, right, same = luck_odds(8).chance, 0, 0
    for c in map(RoundChances.at, SKILL_GAPS[1:]):
        total = sum((history_weight(1, 8, losses, c, q, wins_counted=True) for losses in range(5)), Fraction(0))
        right += total == history_weights(1, 8, 10, c, q, e.rules)
        same += (c.draw + c.lose - 1) / (c.draw - 1) == c.win / (1 - c.draw)
    gaps = len(SKILL_GAPS) - 1
    return Finding(f"right at {right} of {gaps} SKILL gaps; ρ = ρ_w at {same}", right == same == gaps)


@_claim(
    "last-round",
    CONSTANT_LUCK,
    "The ways to finish the foe in the last round.",
    place="Eqn 14",
    printed="4A, 3A, 2A, 1A, 1B",
    over="the rules of the books",
    kind=Kind.REMARK,
    note="Where the foe has less than 4 STAMINA, Eqn 15 asks for histories that take a negative amount; they count 0.",
)
def _(e: Evidence) -> Finding:
    ways = [f"{left}A" for left in range(e.rules.won.lucky, 0, -1)] + [
        f"{left}B" for left in range(e.rules.won.unlucky, 0, -1)
    ]
    return Finding(", ".join(ways), ways == ["4A", "3A", "2A", "1A", "1B"])


_CASES = list(product((-4, 0, 3), (4, 11), (3, 8, 13), (5, 9)))


@_claim(
    "constant-luck",
    CONSTANT_LUCK,
    "The chance to win with constant LUCK tested after every won round.",
    place="Eqn 15",
    printed=r"v_p = P_n(s_o - 4, q) + \dots + P_n(s_o - 1, 1 - q)",
    over=f"{len(_CASES)} cases: SKILL gaps −4, 0, +3, LUCK 5 and 9, hero’s STAMINA 4 and 11, foe’s 3, 8, 13; and all "
    f"of {TESTED_FIGHTS}",
    kind=Kind.MISPRINT,
    read=r"v_p = P_n(s_o - 4, p_w q) + \dots + P_n(s_o - 1, p_w (1 - q))",
    formula=True,
    note="The last round must be won too. The printed sum is the right one divided by p_w.",
)
def _(e: Evidence) -> Finding:
    too_high = e.constant_offence_as_printed
    right = {
        won: _right(e.constant_offence, partial(constant_luck, e.rules, last_round_won=won)) for won in (False, True)
    }
    gap, luck, hero, foe = (int(n) for n in np.unravel_index(int(too_high.argmax()), too_high.shape))
    return Finding(
        f"right in {right[False]} of {len(_CASES)} cases as printed, in {right[True]} with the last p_w; as printed "
        f"above 1 in {percent(share(too_high > 1))} of all states, up to {too_high.max():.1f} (SKILL gap "
        f"{signed(SKILL_GAPS[gap])}, {hero + 1} against {foe + 1}, LUCK {luck + 1})",
        right[False] == len(_CASES),
        right[True] == len(_CASES),
    )


@_claim(
    "constant-luck-helps",
    CONSTANT_LUCK,
    "LUCK that does not run out can raise the chance to win a lot.",
    place="Figure 2",
    printed="dramatically",
    over=TESTED_FIGHTS,
    asked="50 wins in 100 somewhere",
)
def _(e: Evidence) -> Finding:
    gain = float((e.constant_offence[:, 1:] - e.chances[:, :1]).max())
    return Finding(f"by up to {wins_in_100(Fraction(gain))}", gain > 0.5)


_PLAYED = ((-2, 12, 8, 10), (0, 10, 10, 7), (1, 7, 12, 9), (3, 6, 20, 5))
_GAMES = 10_000


@_claim(
    "simulation-constant-luck",
    CONSTANT_LUCK,
    "Simulated fights agree with that formula (corrected).",
    place="Figure 2 (i)",
    printed="compared in a figure",
    over=f"{_GAMES:,} games each of "
    + "; ".join(f"SKILL gap {signed(g)}, {h} against {f}, LUCK {luck}" for g, h, f, luck in _PLAYED),
    asked="at most 4 standard errors apart",
)
def _(e: Evidence) -> Finding:
    worst = 0.0
    for seed, (gap, hero, foe, luck) in enumerate(_PLAYED):
        start = same_start(gap, luck, hero, foe)
        played = simulate(e.constant, strategy(3, 0), start, skill_gaps=(gap,), games=_GAMES, seed=seed)
        exact = constant_luck(e.rules, gap, hero, foe, luck_odds(luck).chance, last_round_won=True)
        worst = max(worst, abs(played.win_chance - float(exact)) / played.standard_error)
    return Finding(f"at most {worst:.1f} standard errors apart", worst < 4)


_BEHIND = Box(range(-4, 0), range(12, 13))


@_claim(
    "constant-luck-mitigates",
    CONSTANT_LUCK,
    "High LUCK that does not run out makes up for low SKILL.",
    place="Figure 2 (ii)",
    printed="high luck mitigating low Δk",
    over=_BEHIND,
    asked="a higher chance to win, averaged over the map, at each of these SKILL gaps",
)
def _(e: Evidence) -> Finding:
    tested, never = (np.array([mean(of_gap) for of_gap in box.of(cube)]) for box, cube in (
        (_BEHIND, e.constant_offence), (Box(_BEHIND.gaps, NO_LUCK), e.chances)
    ))  # fmt: skip
    rows = zip(_BEHIND.gaps, never.tolist(), tested.tolist(), strict=True)
    return Finding(
        "; ".join(f"gap {signed(g)}: {100 * low:.1f}% to {100 * high:.1f}%" for g, low, high in rows),
        bool((tested > never).all()),
    )


@_claim(
    "defensive-form",
    CONSTANT_LUCK,
    "Similar expressions exist for tests after lost rounds only.",
    printed="can be derived for the defensive case",
    over="36 cases: SKILL gaps −4, 0, +3, LUCK 5 and 9, hero’s STAMINA 4 and 11, foe’s 3, 8, 13",
    note="The formula stands on the theory page.",
)
def _(e: Evidence) -> Finding:
    board = Board(e.constant, tuple(SKILL_GAPS))
    exact = board.cube(play(board, board.tests([strategy(2, 0)]), Worth.of_winning(e.constant))[:, 0])
    right = _right(exact, partial(win_chance_testing_when_lost, e.rules))
    return Finding(f"one is right in {right} of {len(_CASES)} cases", right == len(_CASES))


def _right(exact: Floats, formula: Callable[[int, int, int, Fraction], Fraction]) -> int:
    """In how many of the cases a formula gives the chance to win that a cube has."""
    return sum(
        abs(float(formula(g, h, f, luck_odds(luck).chance)) - exact[g - SKILL_GAPS[0], luck, h - 1, f - 1]) < 1e-12
        for g, h, f, luck in _CASES
    )


def _orders(n: int, lucky: int, unlucky: int) -> int:
    """In how many orders hits of two sizes take exactly n."""
    ways = [1] + [0] * n
    for total in range(1, n + 1):
        ways[total] = sum(ways[total - hit] for hit in (lucky, unlucky) if hit <= total)
    return ways[n]


def _multinomial(n: int, k: int) -> int:
    return factorial(n - 3 * k) // (factorial(k) * factorial(n - 4 * k))
