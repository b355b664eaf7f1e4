"""The paper's statements about luck that does not run out, and about strings of tests, each with its check."""

from fractions import Fraction
from math import factorial

from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.formulas import break_even, break_even_luck
from atlas.game.rules import Outcome
from atlas.paper.evidence import Evidence, share
from atlas.paper.printed import (
    RoundChances,
    constant_luck,
    exact_total,
    exact_total_by_hand,
    history_weight,
    history_weights,
    strings_of_hits,
)
from atlas.paper.statements import CONSTANT_LUCK, Finding, Register, Standing
from atlas.wording import percent, points

CONSTANT_LUCK_CLAIMS = Register()
_claim, _figure = CONSTANT_LUCK_CLAIMS.claim, CONSTANT_LUCK_CLAIMS.figure
_CORRECTED, _NOT = Standing.CORRECTED, Standing.NOT_REPRODUCED


@_claim(
    "string-lengths",
    CONSTANT_LUCK,
    "How many lengths a string of lucky and unlucky hits can have that takes exactly n.",
    printed="⌊n/4⌋ + 1",
)
def _(e: Evidence) -> Finding:
    right = sum(len({sum(hits) for hits in strings_of_hits(n, e.rules)}) == n // 4 + 1 for n in range(24))
    return Finding(f"right for {right} of 24 values of n, by listing them", right == 24)


@_claim(
    "most-lucky-hits",
    CONSTANT_LUCK,
    "The most lucky hits, k, among them.",
    place="text and Eqns 13 and 19",
    printed="⌊n/3⌋",
    expected=_CORRECTED,
    note="A lucky hit takes 4, so ⌊n/4⌋. Harmless where the factorial of a negative number is read as infinite.",
)
def _(e: Evidence) -> Finding:
    most = {n: max(k for k, _ in strings_of_hits(n, e.rules)) for n in range(24) if strings_of_hits(n, e.rules)}
    thirds, quarters = (sum(most[n] == n // part for n in most) for part in (3, 4))
    return Finding(
        f"⌊n/3⌋ is right for {thirds}, ⌊n/4⌋ for {quarters} of {len(most)} values of n",
        thirds == len(most),
        quarters == len(most) == 24,
    )


@_claim(
    "arrangements",
    CONSTANT_LUCK,
    "The number of orders of k lucky and n − 4k unlucky hits.",
    place="Eqn 9",
    printed="(n − 3k)! / (k! (n − 4k)!)",
)
def _(e: Evidence) -> Finding:
    listed = {n: _orders(n, e.rules.won.lucky, e.rules.won.unlucky) for n in range(20)}
    printed = {n: sum(_multinomial(n, k) for k in range(n // 4 + 1)) for n in range(20)}
    right = sum(listed[n] == printed[n] for n in listed)
    return Finding(f"right for {right} of 20 values of n, by counting all orders", right == 20)


@_claim(
    "string-chance",
    CONSTANT_LUCK,
    "The chance of the histories with k lucky hits and given losses and draws.",
    place="Eqn 11",
    printed="no factor for the won rounds",
    expected=_CORRECTED,
    note="Each of the n − 3k won rounds needs its p_w; Eqn 12, said to be the sum of Eqn 11, has them.",
)
def _(e: Evidence) -> Finding:
    chances, q = RoundChances.at(-2), luck_odds(8).chance

    def equal(wins_counted: bool) -> int:
        return sum(
            sum((history_weight(k, n, i, chances, q, wins_counted=wins_counted) for i in range(5)), Fraction(0))
            == history_weights(k, n, 10, chances, q, e.rules)
            for n in range(1, 16)
            for k in range(n // 4 + 1)
        )

    tried = sum(n // 4 + 1 for n in range(1, 16))
    return Finding(
        f"sums to Eqn 12 in {equal(False)} of {tried} cases as printed, in {equal(True)} with p_w for each won round",
        equal(False) == tried,
        equal(True) == tried,
    )


@_claim(
    "constant-luck",
    CONSTANT_LUCK,
    "The win chance with constant luck tested after every won round.",
    place="Eqn 15",
    printed="P_n with last factors q and 1 − q",
    expected=_CORRECTED,
    note="The last round must be won too: the factors are p_w q and p_w (1 − q). As printed the result exceeds 1.",
)
def _(e: Evidence) -> Finding:
    exact = e.constant_offence
    cases = [(gap, hero, foe, luck) for gap in (-4, 0, 3) for hero in (4, 11) for foe in (3, 8, 13) for luck in (5, 9)]
    right = {
        won: sum(
            abs(
                float(constant_luck(e.rules, g, h, f, luck_odds(luck).chance, last_round_won=won))
                - exact[g - SKILL_GAPS[0], luck, h - 1, f - 1]
            )
            < 1e-12
            for g, h, f, luck in cases
        )
        for won in (False, True)
    }
    above = share(e.constant_offence_as_printed > 1)
    return Finding(
        f"right in {right[False]} of {len(cases)} cases as printed and above 1 in {percent(above)} of all states; "
        f"right in {right[True]} with the last p_w",
        right[False] == len(cases),
        right[True] == len(cases),
    )


@_claim(
    "last-round",
    CONSTANT_LUCK,
    "The ways to fell the foe in the last round.",
    place="Eqn 14",
    printed="4A, 3A, 2A, 1A, 1B",
)
def _(e: Evidence) -> Finding:
    ways = [f"{left}A" for left in range(e.rules.won.lucky, 0, -1)] + [
        f"{left}B" for left in range(e.rules.won.unlucky, 0, -1)
    ]
    return Finding(", ".join(ways), ways == ["4A", "3A", "2A", "1A", "1B"])


@_claim(
    "constant-luck-helps",
    CONSTANT_LUCK,
    "Luck that does not run out can raise the win chance a lot (we ask for 50 points somewhere).",
    place="Figure 2",
    printed="dramatically",
)
def _(e: Evidence) -> Finding:
    gain = float((e.constant_offence[:, 1:] - e.chances[:, :1]).max())
    return Finding(f"by up to {points(Fraction(gain))}", gain > 0.5)


@_claim(
    "break-even-offence",
    CONSTANT_LUCK,
    "After a won round a test gains damage on average if it succeeds more often than this.",
    place="Eqn 16",
    printed="q > 1/3",
)
def _(e: Evidence) -> Finding:
    needed = break_even(e.rules, Outcome.WON)
    return Finding(f"q > {needed}, so from luck {break_even_luck(e.rules, Outcome.WON)} on", needed == Fraction(1, 3))


@_claim(
    "break-even-defence",
    CONSTANT_LUCK,
    "After a lost round a test saves stamina on average if it succeeds more often than this.",
    place="Eqn 17",
    printed="q > 1/2",
)
def _(e: Evidence) -> Finding:
    needed = break_even(e.rules, Outcome.LOST)
    return Finding(f"q > {needed}, so from luck {break_even_luck(e.rules, Outcome.LOST)} on", needed == Fraction(1, 2))


@_figure("q5", CONSTANT_LUCK, "The chance to roll 5 or less with two dice.", "0.278")
def _(e: Evidence) -> Fraction:
    return luck_odds(5).chance


@_figure("q6", CONSTANT_LUCK, "The chance to roll 6 or less with two dice.", "0.417")
def _(e: Evidence) -> Fraction:
    return luck_odds(6).chance


@_figure("q7", CONSTANT_LUCK, "The chance to roll 7 or less with two dice.", "0.583")
def _(e: Evidence) -> Fraction:
    return luck_odds(7).chance


@_claim(
    "constant-luck-rule",
    CONSTANT_LUCK,
    "With constant luck it is best to test exactly when the expected damage improves.",
    printed="always when positive, never when negative",
    expected=_NOT,
    note="Stamina is not win chance: with the foe at 2 a plain hit already wins, with the foe at 3 any test is "
    "free. The rule is a good one, but not the best.",
)
def _(e: Evidence) -> Finding:
    counts = e.constant_rule
    return Finding(
        f"best play tests {counts.tests:,} times below break-even and keeps {counts.keeps:,} times above, "
        f"of {counts.decisions:,} decisions",
        counts.tests + counts.keeps == 0,
    )


@_claim(
    "set-of-failures",
    CONSTANT_LUCK,
    "The chance of a string when luck runs down, as a product over successes V and failures V′.",
    place="Eqns 18 and 19",
    printed="V′ = Vᶜ \\ {1, …, L}",
    expected=_CORRECTED,
    note="As printed V′ is empty; it is {1, …, L} \\ V. And q(i) is the chance at the i-th test, not at luck i.",
)
def _(e: Evidence) -> Finding:
    cases = [(n, luck) for n in range(1, 13) for luck in (5, 8, 12)]
    right = {
        read: sum(exact_total(n, luck, read=read) == exact_total_by_hand(n, luck) for n, luck in cases)
        for read in ("printed", "corrected")
    }
    return Finding(
        f"right in {right['printed']} of {len(cases)} cases as printed, in {right['corrected']} corrected",
        right["printed"] == len(cases),
        right["corrected"] == len(cases),
    )


def _orders(n: int, lucky: int, unlucky: int) -> int:
    """In how many orders hits of two sizes take exactly n."""
    ways = [1] + [0] * n
    for total in range(1, n + 1):
        ways[total] = sum(ways[total - hit] for hit in (lucky, unlucky) if hit <= total)
    return ways[n]


def _multinomial(n: int, k: int) -> int:
    return factorial(n - 3 * k) // (factorial(k) * factorial(n - 4 * k))
