"""The paper's statements about the game and the dice, each with its check."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from atlas.game.dice import DIFFERENCE_WAYS, FACES, PAIR_WAYS, ROUND_ROLLS, SKILL_GAPS, luck_odds, round_ways
from atlas.game.dynamics import longest
from atlas.game.rules import State
from atlas.paper.evidence import Evidence
from atlas.paper.printed import power_of_one_die, spread
from atlas.paper.ranges import PAPER_LUCK, PAPER_STAMINA, FightRange, number_list, span
from atlas.paper.statements import (
    ANALYSIS,
    GAME,
    INTRODUCTION,
    CheckedStatement,
    Finding,
    Register,
    asked,
    misprint,
    note,
    place,
    remark,
)
from atlas.policies.evaluate import mean
from atlas.wording import percent, signed

CLAIMS: list[CheckedStatement] = []
_introduction, _game, _analysis = (Register(section, CLAIMS).claim for section in (INTRODUCTION, GAME, ANALYSIS))

_RULES = "the rules of the books"
_ROLLS = f"all {ROUND_ROLLS:,} rolls of a round"
_COEFFICIENTS = (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)
"""as printed in "Analysis" """
_ALL_GAPS = f"SKILL gap {span([signed(gap) for gap in SKILL_GAPS])}"


# Introduction


@_introduction(
    "finite-horizon", "a finite horizon", f"STAMINA up to {PAPER_STAMINA} on both sides, LUCK up to {PAPER_LUCK}"
)
@remark("Counted in rounds that are not drawn: any number of draws may come between.")
def _(e: Evidence) -> Finding:
    """A fight is a game on a discrete state space with a finite horizon."""
    rounds = longest(e.rules, State(PAPER_STAMINA, PAPER_STAMINA, PAPER_LUCK))
    return Finding(f"no fight has more than {rounds} rounds that are not drawn", rounds <= e.rules.most_rounds)


@_introduction("diminishing", "diminishes as more resource is allocated", f"LUCK 1 to {PAPER_LUCK}")
def _(e: Evidence) -> Finding:
    """The more LUCK has been spent, the less often a test is Lucky."""
    chances = [luck_odds(luck).chance for luck in range(PAPER_LUCK, 0, -1)]
    falls = sum(after < before for before, after in pairwise(chances))
    computed = f"falls at {falls} of {len(chances) - 1} steps, from {percent(chances[0])} to {percent(chances[-1])}"
    return Finding(computed, falls == len(chances) - 1)


# Game dynamics


@_game("typical-scores", "≤ 12, ≤ 24", "heroes as they are rolled: SKILL and LUCK 1d6+6, STAMINA 2d6+12")
def _(e: Evidence) -> Finding:
    """SKILL and LUCK are typically 12 or less, STAMINA 24 or less."""
    one_die, two_dice = 6 + max(FACES), 12 + max(PAIR_WAYS)
    return Finding(f"at most {one_die} and {two_dice}", (one_die, two_dice) == (12, 24))


@_game(
    "hero-favoured",
    "doubly bias battles in favour of the player",
    "SKILL gap 0, equal STAMINA 1 to 24, LUCK 2 to 12, best play",
)
@asked("50% never testing; with best play never less, and more except at 1 against 1")
def _(e: Evidence) -> Finding:
    """The rules favour the player: the foe cannot test, and a test after a won round is biased."""
    equal = np.diagonal(FightRange(0, range(PAPER_LUCK + 1)).of(e.chances)[0], axis1=1, axis2=2)
    level = np.argwhere(equal[2:] <= 0.5)
    return Finding(
        f"{percent(Fraction(mean(equal[2:])))} to win on average, above 50% in "
        f"{equal[2:].size - len(level)} of {equal[2:].size} fights",
        bool((equal[0] == 0.5).all()) and equal[2:].min() >= 0.5 and set(level[:, 1].tolist()) <= {0},
    )


@_game("offence-bias", "adds 2, takes away 1", _RULES)
def _(e: Evidence) -> Finding:
    """A test after a won round can add more damage than it can take away."""
    adds, takes = e.rules.won.lucky - e.rules.won.plain, e.rules.won.plain - e.rules.won.unlucky
    return Finding(f"adds {adds}, takes away {takes}", (adds, takes) == (2, 1))


@_game("defence-symmetric", "the bias is absent", _RULES)
def _(e: Evidence) -> Finding:
    """A test after a lost round can save as much as it can cost."""
    saves, costs = e.rules.lost.plain - e.rules.lost.lucky, e.rules.lost.unlucky - e.rules.lost.plain
    return Finding(f"saves {saves}, costs {costs}", saves == costs)


@_game("detriment-step", "Step 5a", _RULES)
@misprint("Step 4a")
@note("Step 5a is a lost round, where an Unlucky test adds damage.")
def _(e: Evidence) -> Finding:
    """The step of Algorithm 1 in which an Unlucky test takes 1 from the damage dealt."""
    less = {"4a": e.rules.won.plain - e.rules.won.unlucky, "5a": e.rules.lost.plain - e.rules.lost.unlucky}
    steps = [step for step, points_less in less.items() if points_less == 1]
    return Finding(f"Step {' and '.join(steps) or 'none'}", steps == ["5a"], steps == ["4a"])


# Analysis


@_analysis(
    "master-equation",
    r"P^{t+1}(s) = \dots - (1 - p_d) P^t(s)",
    "12 against 12 at every SKILL gap, never testing, 1 round; at SKILL gap 0, 20 rounds",
)
@place("Eqns 1 and 5")
@misprint(r"P^{t+1}(s) = \dots + p_d P^t(s)")
@note(
    "The printed term belongs to the difference between two rounds. With + p_d P it holds for fights that go on; "
    "one that is over has to stay as it is, or it goes on below 0."
)
def _(e: Evidence) -> Finding:
    """The chance of a state after one more round; the last term is the chance to stay there."""
    totals = {
        read: {sum(spread(gap, 12, 12, 1, read=read).values()) for gap in SKILL_GAPS}
        for read in ("printed", "corrected")
    }
    draws, right = (spread(0, 12, 12, 20, read=read) for read in ("draws", "corrected"))
    both_down = sum((part for (hero, foe), part in draws.items() if max(hero, foe) <= 0), Fraction(0))
    return Finding(
        f"after a round all chances add up to {number_list([int(n) for n in totals['printed']])} as printed, to "
        f"{number_list([int(n) for n in totals['corrected']])} corrected; if fights that are over went on, both "
        f"sides would be down after 20 rounds in {percent(both_down)}",
        totals["printed"] == {1},
        totals["corrected"] == {1} and sum(right.values()) == 1,
    )


@_analysis("range-of-x", "−10 to 10", _ROLLS)
def _(e: Evidence) -> Finding:
    """The difference X of two pairs of dice runs over this range, so SKILL gaps beyond it change nothing."""
    lowest, highest = min(DIFFERENCE_WAYS), max(DIFFERENCE_WAYS)
    return Finding(f"{signed(lowest)} to {highest}", (lowest, highest) == (-10, 10))


@_analysis("coefficients", ", ".join(map(str, _COEFFICIENTS)), _ROLLS)
def _(e: Evidence) -> Finding:
    """The 21 printed numbers are the ways, of 1,296, to roll each difference."""
    rolled = Counter(a + b - c - d for a, b, c, d in product(FACES, repeat=4))
    ways = tuple(rolled[x] for x in range(-10, 11))
    return Finding(", ".join(map(str, ways)), ways == _COEFFICIENTS and sum(ways) == ROUND_ROLLS)


@_analysis("generating-function", r"( 1 + x + \dots + x^5 )^n , n = 5", "n = 1 to 7")
@misprint(r"( 1 + x + \dots + x^5 )^n , n = 4")
@note("Four dice are rolled in a round. The numbers printed beside it are those of the fourth power.")
def _(e: Evidence) -> Finding:
    """They are the coefficients of a power of one die; the power n."""
    powers = [n for n in range(1, 8) if tuple(power_of_one_die(n)) == _COEFFICIENTS]
    five, four = power_of_one_die(5), power_of_one_die(4)
    return Finding(
        f"n = {number_list(powers)}; the fifth power has {len(five)} coefficients that add up to {sum(five):,}, the "
        f"fourth {len(four)} that add up to {sum(four):,}",
        powers == [5],
        powers == [4],
    )


@_analysis("round-chances", "sums from −Δk + 1, at −Δk, up to −Δk − 1", _ALL_GAPS)
@place("Eqns 2–4")
def _(e: Evidence) -> Finding:
    """Winning, drawing and losing a round as sums of those numbers."""
    ways = dict(zip(range(-10, 11), _COEFFICIENTS, strict=True))
    wrong = 0
    for gap in SKILL_GAPS:
        won = sum(ways[j] for j in range(-gap + 1, 11))
        lost = sum(ways[j] for j in range(-10, -gap))
        wrong += (won, ways[-gap], lost) != tuple(round_ways(gap))
    return Finding(f"right at {len(SKILL_GAPS) - wrong} of {len(SKILL_GAPS)} SKILL gaps", wrong == 0)
