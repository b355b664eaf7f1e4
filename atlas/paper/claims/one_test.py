"""The paper's statements about what one test is worth and about strings of tests, each with its check."""

from fractions import Fraction
from itertools import product

from atlas.game.dice import luck_odds
from atlas.game.formulas import break_even, break_even_luck
from atlas.game.rules import Outcome
from atlas.paper.evidence import Evidence
from atlas.paper.printed import (
    exact_total,
    exact_total_by_hand,
)
from atlas.paper.ranges import PLAYED_GAPS, TESTED, Box
from atlas.paper.statements import CONSTANT_LUCK, Finding, Kind, Register, Standing
from atlas.wording import significant, wins_in_100

ONE_TEST_CLAIMS = Register()
_claim, _figure = ONE_TEST_CLAIMS.claim, ONE_TEST_CLAIMS.figure

_TWO_DICE = "all 36 rolls of two dice"


@_claim(
    "constant-luck-rule",
    CONSTANT_LUCK,
    "With constant LUCK it is best to test exactly when the expected damage improves.",
    printed="always when positive, never when negative",
    over=Box(PLAYED_GAPS, TESTED),
    expected=Standing.NOT_REPRODUCED,
    kind=Kind.SUBSTANCE,
    read="a rule of thumb: damage is not the chance to win",
    note="With the foe at 2 a normal hit is enough; with the foe at 3 an Unlucky one costs nothing; and both spread to "
    "earlier rounds.",
)
def _(e: Evidence) -> Finding:
    rule = e.constant_rule
    return Finding(
        f"of {rule.decisions:,} decisions best play tests in {rule.tests:,} where the expected damage gets worse and "
        f"keeps in {rule.keeps:,} where it improves; in {rule.before_the_end:,} of these no hit can end the fight (foe "
        f"above 4, hero above 3); the rule costs up to {wins_in_100(Fraction(rule.cost))}",
        rule.tests + rule.keeps == 0,
    )


@_claim(
    "break-even-offence",
    CONSTANT_LUCK,
    "After a won round a test gains damage on average if it is Lucky more often than this.",
    place="Eqn 16",
    printed="q > 1/3",
    over="LUCK 0 to 12",
)
def _(e: Evidence) -> Finding:
    needed = break_even(e.rules, Outcome.WON)
    return Finding(f"q > {needed}, so from LUCK {break_even_luck(e.rules, Outcome.WON)} on", needed == Fraction(1, 3))


@_figure("q6", CONSTANT_LUCK, "The chance to roll 6 or less with two dice.", "0.417", over=_TWO_DICE)
def _(e: Evidence) -> Fraction:
    return luck_odds(6).chance


@_figure("q5", CONSTANT_LUCK, "The chance to roll 5 or less with two dice.", "0.278", over=_TWO_DICE)
def _(e: Evidence) -> Fraction:
    return luck_odds(5).chance


@_claim(
    "break-even-defence",
    CONSTANT_LUCK,
    "After a lost round a test saves STAMINA on average if it is Lucky more often than this.",
    place="Eqn 17",
    printed="q > 1/2",
    over="LUCK 0 to 12",
)
def _(e: Evidence) -> Finding:
    needed = break_even(e.rules, Outcome.LOST)
    return Finding(f"q > {needed}, so from LUCK {break_even_luck(e.rules, Outcome.LOST)} on", needed == Fraction(1, 2))


@_figure("q7", CONSTANT_LUCK, "The chance to roll 7 or less with two dice.", "0.583", over=_TWO_DICE)
def _(e: Evidence) -> Fraction:
    return luck_odds(7).chance


@_claim(
    "example-string",
    CONSTANT_LUCK,
    "The string of length 5 with Lucky tests at the places 2 and 4.",
    place="before Eqn 18",
    printed="BABAB",
    over="one string",
)
def _(e: Evidence) -> Finding:
    string = "".join("A" if place in {2, 4} else "B" for place in range(1, 6))
    return Finding(string, string == "BABAB")


@_claim(
    "set-of-failures",
    CONSTANT_LUCK,
    "The chance of a string when LUCK runs down: a product over the places V of its Lucky tests and V′ of the others.",
    place="Eqns 18 and 19",
    printed=r"V' = V^c \setminus \{ 1 , \dots , L \}",
    over="n = 1 to 12 from LUCK 5, 8 and 12",
    kind=Kind.MISPRINT,
    read=r"V' = \{ 1 , \dots , L \} \setminus V",
    formula=True,
    note="The printed set is empty, so Unlucky tests would cost nothing.",
)
def _(e: Evidence) -> Finding:
    cases = list(product(range(1, 13), (5, 8, 12)))
    exact = {case: exact_total_by_hand(*case) for case in cases}
    totals = {put_right: {c: exact_total(*c, corrected=put_right) for c in cases} for put_right in (False, True)}
    right = {put_right: sum(found[c] == exact[c] for c in cases) for put_right, found in totals.items()}
    return Finding(
        f"right in {right[False]} of {len(cases)} cases as printed, in {right[True]} corrected; the chance that tests "
        f"from LUCK 8 on take exactly 8 comes out as {significant(totals[False][8, 8], 3)} instead of "
        f"{significant(exact[8, 8], 3)}",
        right[False] == len(cases),
        right[True] == len(cases),
    )
