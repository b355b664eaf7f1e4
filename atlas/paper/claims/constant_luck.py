"""The paper's statements about luck that does not run out and about what one test is worth, each with its check.

n is the STAMINA that a string of hits takes from the foe, k how many of the hits are Lucky.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import comb, factorial

import numpy as np

from atlas.game.dice import SKILL_GAPS, luck_odds
from atlas.game.formulas import break_even, break_even_luck, win_chance_testing_when_lost
from atlas.game.rules import Outcome
from atlas.game.worth import Worth
from atlas.paper.claims.without_luck import compare_with_formula, games_of
from atlas.paper.evidence import Evidence
from atlas.paper.printed import (
    RoundChances,
    exact_total,
    exact_total_by_hand,
    history_weight,
    history_weights,
    strings_of_hits,
    win_chance_constant_luck,
)
from atlas.paper.ranges import NO_LUCK, PLAYED_GAPS, TESTED, TESTED_FIGHTS, FightRange, fight_words, highest, share
from atlas.paper.statements import (
    CONSTANT_LUCK,
    CheckedStatement,
    Finding,
    Register,
    Standing,
    asked,
    misprint,
    note,
    place,
    remark,
    substance,
)
from atlas.policies.evaluate import Board, Floats, mean, play
from atlas.policies.policy import strategy
from atlas.wording import percent, signed, significant, wins_in_100

CLAIMS: list[CheckedStatement] = []
_register = Register(CONSTANT_LUCK, CLAIMS)
_claim = _register.claim

_TAKEN = range(24)
_STRINGS = [(n, k) for n in range(1, 16) for k in range(n // 4 + 1)]
_CASES = list(product((-4, 0, 3), (4, 11), (3, 8, 13), (5, 9)))
_PLAYED = ((-2, 12, 8, 10), (0, 10, 10, 7), (1, 7, 12, 9), (3, 6, 20, 5))
_BEHIND = FightRange(range(-4, 0), 12)


@_claim("string-lengths", "⌊n/4⌋ + 1", "n = 0 to 23")
def _(e: Evidence) -> Finding:
    """How many lengths a string of Lucky and Unlucky hits can have that takes exactly n."""
    right = sum(len({sum(hits) for hits in strings_of_hits(n, e.rules)}) == n // 4 + 1 for n in _TAKEN)
    return Finding(f"right for {right} of {len(_TAKEN)} values of n, by listing them", right == len(_TAKEN))


@_claim("most-lucky-hits", r"k = 0 , \dots , \lfloor n / 3 \rfloor", "n = 0 to 23")
@place("text and Eqns 13 and 19")
@misprint(r"k = 0 , \dots , \lfloor n / 4 \rfloor")
@note(
    "A Lucky hit takes 4, and the sentence before has ⌊n/4⌋ + 1 lengths. Harmless where the factorial of a "
    "negative number counts as infinite; an error message elsewhere."
)
def _(e: Evidence) -> Finding:
    """The most Lucky hits among them."""
    most = {n: max(k for k, _ in hits) for n in _TAKEN if (hits := strings_of_hits(n, e.rules))}
    thirds, quarters = (sum(most[n] == n // part for n in most) for part in (3, 4))
    computed = f"⌊n/3⌋ is right for {thirds}, ⌊n/4⌋ for {quarters} of {len(most)} values of n"
    return Finding(computed, thirds == len(most), quarters == len(most) == len(_TAKEN))


@_claim("arrangements", "(n − 3k)! / (k! (n − 4k)!)", "n = 0 to 23")
@place("Eqn 9")
def _(e: Evidence) -> Finding:
    """The number of orders of k Lucky and n − 4k Unlucky hits."""
    listed = {n: _orders(n, e.rules.won.lucky, e.rules.won.unlucky) for n in _TAKEN}
    right = sum(listed[n] == sum(_multinomial(n, k) for k in range(n // 4 + 1)) for n in listed)
    return Finding(f"right for {right} of {len(_TAKEN)} values of n, by counting all orders", right == len(_TAKEN))


@_claim("placed-losses-and-draws", "times two binomials", "n = 4 to 6, every k, 0 to 2 losses, 0 to 1 draws")
@place("Eqn 10")
def _(e: Evidence) -> Finding:
    """The same with lost and drawn rounds placed among them."""
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


@_claim(
    "string-chance",
    r"p_f \dots q^k (1-q)^{n-4k} p_l^l \dots",
    "SKILL gap −2, LUCK 8, hero’s STAMINA 10, n = 1 to 15 and every k",
)
@place("Eqn 11")
@misprint(r"p_f \dots p_w^{n-3k} q^k (1-q)^{n-4k} p_l^l \dots")
@note("Each of the n − 3k won rounds needs its p_w. Eqn 12, which is the sum of Eqn 11, has them.")
def _(e: Evidence) -> Finding:
    """The chance of the histories with k Lucky hits and given losses and draws."""
    chances, q = RoundChances.at(-2), luck_odds(8).chance

    def summed(n: int, k: int, wins_counted: bool) -> Fraction:
        return sum((history_weight(k, n, i, chances, q, wins_counted=wins_counted) for i in range(5)), Fraction(0))

    right = {s: history_weights(s[1], s[0], 10, chances, q, e.rules) for s in _STRINGS}
    equal = {wins: sum(summed(*s, wins) == right[s] for s in _STRINGS) for wins in (False, True)}
    computed = (
        f"sums to Eqn 12 in {equal[False]} of {len(_STRINGS)} cases as printed, in {equal[True]} with p_w for each won "
        f"round; n = 8 with one Lucky hit is {significant(summed(8, 1, False) / right[8, 1], 3)} times too likely"
    )
    return _counted(computed, equal, len(_STRINGS))


@_claim(
    "string-sum",
    r"\rho = (p_d + p_l - 1) / (p_d - 1)",
    f"SKILL gap {signed(SKILL_GAPS[1])} to {signed(SKILL_GAPS[-1])}, LUCK 8, hero’s STAMINA 10, n = 8, k = 1",
)
@place("Eqn 12")
@remark("ρ is the ρ_w of Eqn 8 in other letters.", read=r"\rho = p_w / (1 - p_d)")
def _(e: Evidence) -> Finding:
    """The sum of those chances over all losses and draws (σ rounded up)."""
    q, right, same = luck_odds(8).chance, 0, 0
    for c in map(RoundChances.at, SKILL_GAPS[1:]):
        total = sum((history_weight(1, 8, losses, c, q, wins_counted=True) for losses in range(5)), Fraction(0))
        right += total == history_weights(1, 8, 10, c, q, e.rules)
        same += (c.draw + c.lose - 1) / (c.draw - 1) == c.win / (1 - c.draw)
    gaps = len(SKILL_GAPS) - 1
    return Finding(f"right at {right} of {gaps} SKILL gaps; ρ = ρ_w at {same}", right == same == gaps)


@_claim("last-round", "4A, 3A, 2A, 1A, 1B", "the rules of the books")
@place("Eqn 14")
@remark("Where the foe has less than 4 STAMINA, Eqn 15 asks for histories that take a negative amount; they count 0.")
def _(e: Evidence) -> Finding:
    """The ways to finish the foe in the last round."""
    ways = [f"{left}A" for left in range(e.rules.won.lucky, 0, -1)] + [
        f"{left}B" for left in range(e.rules.won.unlucky, 0, -1)
    ]
    return Finding(", ".join(ways), ways == ["4A", "3A", "2A", "1A", "1B"])


@_claim(
    "constant-luck",
    r"v_p = P_n(s_o - 4, q) + \dots + P_n(s_o - 1, 1 - q)",
    f"{len(_CASES)} cases: SKILL gaps −4, 0, +3, LUCK 5 and 9, hero’s STAMINA 4 and 11, foe’s 3, 8, 13; and all "
    f"of {TESTED_FIGHTS}",
)
@place("Eqn 15")
@misprint(r"v_p = P_n(s_o - 4, p_w q) + \dots + P_n(s_o - 1, p_w (1 - q))")
@note("The last round must be won too. The printed sum is the right one divided by p_w.")
def _(e: Evidence) -> Finding:
    """The chance to win with constant LUCK tested after every won round."""
    too_high = e.constant_offence_as_printed
    right = {
        won: _right(e.constant_offence, partial(win_chance_constant_luck, e.rules, last_round_won=won))
        for won in (False, True)
    }
    gap, hero, foe, luck = highest(too_high)
    computed = (
        f"right in {right[False]} of {len(_CASES)} cases as printed, in {right[True]} with the last p_w; as printed "
        f"above 1 in {percent(share(too_high > 1))} of all states, up to {too_high.max():.1f} "
        f"({fight_words(gap, hero, foe, luck + 1)})"
    )
    return _counted(computed, right, len(_CASES))


@_claim("constant-luck-helps", "dramatically", TESTED_FIGHTS)
@place("Figure 2")
@asked("50 wins in 100 somewhere")
def _(e: Evidence) -> Finding:
    """LUCK that does not run out can raise the chance to win a lot."""
    gain = float((e.constant_offence[:, 1:] - e.chances[:, :1]).max())
    return Finding(f"by up to {wins_in_100(Fraction(gain))}", gain > 0.5)


@_claim("simulation-constant-luck", "compared in a figure", games_of(_PLAYED))
@place("Figure 2 (i)")
@asked("at most 4 standard errors apart")
def _(e: Evidence) -> Finding:
    """Simulated fights agree with that formula (corrected)."""

    def exact(gap: int, hero: int, foe: int, luck: int) -> Fraction:
        return win_chance_constant_luck(e.rules, gap, hero, foe, luck_odds(luck).chance, last_round_won=True)

    return compare_with_formula(e, strategy(3, 0), _PLAYED, exact)


@_claim("constant-luck-mitigates", "high luck mitigating low Δk", _BEHIND)
@place("Figure 2 (ii)")
@asked("a higher chance to win, averaged over the map, at each of these SKILL gaps")
def _(e: Evidence) -> Finding:
    """High LUCK that does not run out makes up for low SKILL."""
    tested, never = (np.array([mean(of_gap) for of_gap in box.of(cube)]) for box, cube in (
        (_BEHIND, e.constant_offence), (FightRange(_BEHIND.gaps, NO_LUCK), e.chances)
    ))  # fmt: skip
    rows = zip(_BEHIND.gaps, never.tolist(), tested.tolist(), strict=True)
    computed = "; ".join(f"gap {signed(g)}: {100 * low:.1f}% to {100 * high:.1f}%" for g, low, high in rows)
    return Finding(computed, bool((tested > never).all()))


@_claim(
    "defensive-form",
    "can be derived for the defensive case",
    "36 cases: SKILL gaps −4, 0, +3, LUCK 5 and 9, hero’s STAMINA 4 and 11, foe’s 3, 8, 13",
)
@note("The formula stands on the theory page.")
def _(e: Evidence) -> Finding:
    """Similar expressions exist for tests after lost rounds only."""
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


def _counted(computed: str, right: Mapping[bool, int], tried: int) -> Finding:
    """What was right in so many cases as printed (False) and corrected (True)."""
    return Finding(computed, right[False] == tried, right[True] == tried)


def _orders(n: int, lucky: int, unlucky: int) -> int:
    """In how many orders hits of two sizes take exactly n."""
    ways = [1] + [0] * n
    for total in range(1, n + 1):
        ways[total] = sum(ways[total - hit] for hit in (lucky, unlucky) if hit <= total)
    return ways[n]


def _multinomial(n: int, k: int) -> int:
    return factorial(n - 3 * k) // (factorial(k) * factorial(n - 4 * k))


def _two_dice(most: int, value: str) -> None:
    words, over = f"The chance to roll {most} or less with two dice.", "all 36 rolls of two dice"
    _register.figure(f"q{most}", words, value, over, lambda e: luck_odds(most).chance)


@_claim("constant-luck-rule", "always when positive, never when negative", FightRange(PLAYED_GAPS, TESTED))
@substance("a rule of thumb: damage is not the chance to win", expected=Standing.NOT_REPRODUCED)
@note(
    "With the foe at 2 a normal hit is enough; with the foe at 3 an Unlucky one costs nothing; and both spread to "
    "earlier rounds."
)
def _(e: Evidence) -> Finding:
    """With constant LUCK it is best to test exactly when the expected damage improves."""
    rule = e.constant_rule
    return Finding(
        f"of {rule.decisions:,} decisions best play tests in {rule.tests:,} where the expected damage gets worse and "
        f"keeps in {rule.keeps:,} where it improves; in {rule.before_the_end:,} of these no hit can end the fight (foe "
        f"above 4, hero above 3); the rule costs up to {wins_in_100(Fraction(rule.cost))}",
        rule.tests + rule.keeps == 0,
    )


def _needed(e: Evidence, outcome: Outcome, printed: Fraction) -> Finding:
    needed = break_even(e.rules, outcome)
    return Finding(f"q > {needed}, so from LUCK {break_even_luck(e.rules, outcome)} on", needed == printed)


@_claim("break-even-offence", "q > 1/3", "LUCK 0 to 12")
@place("Eqn 16")
def _(e: Evidence) -> Finding:
    """After a won round a test gains damage on average if it is Lucky more often than this."""
    return _needed(e, Outcome.WON, Fraction(1, 3))


_two_dice(6, "0.417")
_two_dice(5, "0.278")


@_claim("break-even-defence", "q > 1/2", "LUCK 0 to 12")
@place("Eqn 17")
def _(e: Evidence) -> Finding:
    """After a lost round a test saves STAMINA on average if it is Lucky more often than this."""
    return _needed(e, Outcome.LOST, Fraction(1, 2))


_two_dice(7, "0.583")


@_claim("example-string", "BABAB", "one string")
@place("before Eqn 18")
def _(e: Evidence) -> Finding:
    """The string of length 5 with Lucky tests at the places 2 and 4."""
    string = "".join("A" if place in {2, 4} else "B" for place in range(1, 6))
    return Finding(string, string == "BABAB")


@_claim("set-of-failures", r"V' = V^c \setminus \{ 1 , \dots , L \}", "n = 1 to 12 from LUCK 5, 8 and 12")
@place("Eqns 18 and 19")
@misprint(r"V' = \{ 1 , \dots , L \} \setminus V")
@note("The printed set is empty, so Unlucky tests would cost nothing.")
def _(e: Evidence) -> Finding:
    """The chance of a string when LUCK runs down: a product over the places V of its Lucky tests and V′
    of the others.
    """
    cases = list(product(range(1, 13), (5, 8, 12)))
    exact = {case: exact_total_by_hand(*case) for case in cases}
    totals = {corrected: {c: exact_total(*c, corrected=corrected) for c in cases} for corrected in (False, True)}
    right = {corrected: sum(computed[c] == exact[c] for c in cases) for corrected, computed in totals.items()}
    computed = (
        f"right in {right[False]} of {len(cases)} cases as printed, in {right[True]} corrected; the chance that tests "
        f"from LUCK 8 on take exactly 8 comes out as {significant(totals[False][8, 8], 3)} instead of "
        f"{significant(exact[8, 8], 3)}"
    )
    return _counted(computed, right, len(cases))
