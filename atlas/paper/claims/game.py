"""The paper's statements about the game, the dice and fights without luck, each with its check."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

from atlas.game.dice import DIFFERENCE_WAYS, FACES, ROUND_ROLLS, SKILL_GAPS, round_ways
from atlas.game.formulas import win_chance_hypergeometric, win_chance_without_luck
from atlas.game.rules import Rules
from atlas.paper.evidence import Evidence
from atlas.paper.printed import history_count, power_of_one_die, total_chance_after_a_round, win_chance_with_floors
from atlas.paper.statements import ANALYSIS, GAME, WITHOUT_LUCK, Finding, Register, Standing
from atlas.policies.policy import strategy
from atlas.policies.simulate import same_start, simulate
from atlas.wording import signed

GAME_CLAIMS = Register()
_claim, _figure = GAME_CLAIMS.claim, GAME_CLAIMS.figure
_CORRECTED, _NOT = Standing.CORRECTED, Standing.NOT_REPRODUCED

_COEFFICIENTS = (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)
"""as printed in "Analysis" """
_PAIRS = [(hero, foe) for hero in range(1, 25) for foe in range(1, 25)]


# Game dynamics


@_claim(
    "offence-bias",
    GAME,
    "A test after a won round can add more damage than it can take away.",
    printed="adds 2, takes away 1",
)
def _(e: Evidence) -> Finding:
    adds, takes = e.rules.won.lucky - e.rules.won.plain, e.rules.won.plain - e.rules.won.unlucky
    return Finding(f"adds {adds}, takes away {takes}", (adds, takes) == (2, 1))


@_claim(
    "defence-symmetric",
    GAME,
    "A test after a lost round saves as much as it can cost.",
    printed="the bias is absent",
)
def _(e: Evidence) -> Finding:
    saves, costs = e.rules.lost.plain - e.rules.lost.lucky, e.rules.lost.unlucky - e.rules.lost.plain
    return Finding(f"saves {saves}, costs {costs}", saves == costs)


@_claim(
    "detriment-step",
    GAME,
    "The step of Algorithm 1 in which an unlucky test takes 1 from the hero’s damage.",
    printed="Step 5a",
    expected=_CORRECTED,
    note="Step 5a is a lost round, where an unlucky test adds damage; the sentence is about step 4a.",
)
def _(e: Evidence) -> Finding:
    less = {"4a": e.rules.won.plain - e.rules.won.unlucky, "5a": e.rules.lost.plain - e.rules.lost.unlucky}
    steps = [step for step, points_less in less.items() if points_less == 1]
    return Finding(f"Step {' and '.join(steps) or 'none'}", steps == ["5a"], steps == ["4a"])


# Analysis


@_claim(
    "range-of-x",
    ANALYSIS,
    "The difference X of two pairs of dice runs over this range, so skill gaps beyond it change nothing.",
    printed="−10 to 10",
)
def _(e: Evidence) -> Finding:
    lowest, highest = min(DIFFERENCE_WAYS), max(DIFFERENCE_WAYS)
    return Finding(f"{signed(lowest)} to {highest}", (lowest, highest) == (-10, 10))


@_claim(
    "coefficients",
    ANALYSIS,
    "The 21 printed numbers are the ways, of 1,296, to roll each difference.",
    printed=", ".join(map(str, _COEFFICIENTS)),
)
def _(e: Evidence) -> Finding:
    rolled = Counter(a + b - c - d for a, b, c, d in product(FACES, repeat=4))
    ways = tuple(rolled[x] for x in range(-10, 11))
    return Finding(", ".join(map(str, ways)), ways == _COEFFICIENTS and sum(ways) == ROUND_ROLLS)


@_claim(
    "generating-function",
    ANALYSIS,
    "They are the coefficients of (1 + x + … + x⁵)ⁿ; the power n.",
    printed="n = 5",
    expected=_CORRECTED,
    note="Four dice are rolled in a round, so the power is 4; the numbers printed beside it are those of 4.",
)
def _(e: Evidence) -> Finding:
    powers = [n for n in range(1, 8) if tuple(power_of_one_die(n)) == _COEFFICIENTS]
    return Finding(f"n = {', '.join(map(str, powers)) or 'none'}", powers == [5], powers == [4])


@_claim(
    "round-chances",
    ANALYSIS,
    "Winning, drawing and losing a round as sums of those numbers, for every skill gap.",
    place="Eqns 2–4",
    printed="sums from −Δk + 1, at −Δk, up to −Δk − 1",
)
def _(e: Evidence) -> Finding:
    ways = dict(zip(range(-10, 11), _COEFFICIENTS, strict=True))
    wrong = 0
    for gap in SKILL_GAPS:
        won = sum(ways[j] for j in range(-gap + 1, 11))
        lost = sum(ways[j] for j in range(-10, -gap))
        wrong += (won, ways[-gap], lost) != tuple(round_ways(gap))
    return Finding(f"right at {len(SKILL_GAPS) - wrong} of {len(SKILL_GAPS)} skill gaps", wrong == 0)


@_claim(
    "master-equation",
    ANALYSIS,
    "The chance of a state after one more round; its last term is the chance to stay.",
    place="Eqns 1 and 5",
    printed="− (1 − p_d) P",
    expected=_CORRECTED,
    note="The printed term belongs to the difference between two rounds; for the next round itself it is + p_d P.",
)
def _(e: Evidence) -> Finding:
    sums = {right: {total_chance_after_a_round(g, corrected=right)[1] for g in SKILL_GAPS} for right in (False, True)}
    return Finding(
        f"all chances add up to {_joined(sums[False])} as printed, to {_joined(sums[True])} with + p_d P",
        sums[False] == {1},
        sums[True] == {1},
    )


# Dynamics without luck-based control


@_claim(
    "history-count",
    WITHOUT_LUCK,
    "The number of game histories with given wins, losses and draws that end in a win.",
    place="Eqn 6",
    printed="a product of two binomials",
)
def _(e: Evidence) -> Finding:
    tried = list(product(range(1, 4), range(3), range(3)))
    right = sum(history_count(*counts) == _histories(*counts) for counts in tried)
    return Finding(f"right for {right} of {len(tried)} counts, by listing all strings", right == len(tried))


@_claim(
    "sigma",
    WITHOUT_LUCK,
    "σ, the hits a side can take, is half its stamina rounded down.",
    place="before Eqn 7",
    printed="⌊s/2⌋",
    expected=_CORRECTED,
    note="Rounded up: a side with 1 stamina still fights, and the same section says that 2n and 2n − 1 are alike.",
)
def _(e: Evidence) -> Finding:
    def right(formula: Callable[[Rules, int, int, int], Fraction]) -> int:
        return sum(formula(e.rules, gap, *pair) == e.never(gap, *pair) for gap in (-4, 0, 3) for pair in _PAIRS)

    floors, ceilings, tried = right(win_chance_with_floors), right(win_chance_without_luck), 3 * len(_PAIRS)
    return Finding(
        f"right in {floors:,} of {tried:,} states rounded down, in {ceilings:,} rounded up",
        floors == tried,
        ceilings == tried,
    )


@_claim(
    "closed-form",
    WITHOUT_LUCK,
    "The sum over histories as one expression with a hypergeometric function (σ rounded up).",
    place="Eqns 7 and 8",
    printed="Eqn 8 equals Eqn 7",
)
def _(e: Evidence) -> Finding:
    gaps = SKILL_GAPS[1:]
    hits = [(2 * a, 2 * b) for a in range(1, 13) for b in range(1, 13)]
    right = sum(
        win_chance_hypergeometric(e.rules, gap, *pair) == win_chance_without_luck(e.rules, gap, *pair)
        for gap in gaps
        for pair in hits
    )
    return Finding(f"exactly equal in {right:,} of {len(gaps) * len(hits):,} cases", right == len(gaps) * len(hits))


@_claim(
    "odd-equals-even",
    WITHOUT_LUCK,
    "Without luck, stamina 2n plays like 2n − 1, on both sides.",
    printed="functionally equivalent",
)
def _(e: Evidence) -> Finding:
    never = e.chances[:, 0]
    different = int((never[:, ::2] != never[:, 1::2]).sum() + (never[:, :, ::2] != never[:, :, 1::2]).sum())
    return Finding(f"{different} of {never.size:,} pairs of states differ", different == 0)


@_claim(
    "gap-helps",
    WITHOUT_LUCK,
    "A better skill gap means a better win chance, from any state.",
    printed="for any given state",
)
def _(e: Evidence) -> Finding:
    worse = sum(e.never(gap + 1, *pair) <= e.never(gap, *pair) for gap in SKILL_GAPS[:-1] for pair in _PAIRS)
    return Finding(f"{worse} states where one more point of SKILL does not help", worse == 0)


@_claim(
    "simulation-without-luck",
    WITHOUT_LUCK,
    "Simulated fights agree with the closed form.",
    place="Figure 1",
    printed="compared in a figure",
)
def _(e: Evidence) -> Finding:
    worst = 0.0
    for seed, (gap, hero, foe) in enumerate(((-2, 12, 8), (0, 10, 10), (1, 7, 12), (3, 6, 20))):
        start = same_start(gap, 0, hero, foe)
        played = simulate(e.rules, strategy(0, 0), start, skill_gaps=(gap,), games=10_000, seed=seed)
        off = abs(played.win_chance - float(win_chance_without_luck(e.rules, gap, hero, foe)))
        worst = max(worst, off / played.standard_error)
    return Finding(f"at most {worst:.1f} standard errors apart in 4 fights of 10,000 games", worst < 4)


def _joined(numbers: Iterable[Fraction]) -> str:
    return " or ".join(str(number) for number in sorted(numbers))


def _histories(wins: int, losses: int, draws: int) -> int:
    """All strings that end in W, listed."""
    length = wins + losses + draws
    wanted = Counter(W=wins, L=losses, D=draws)
    return sum(Counter(string) == wanted and string[-1] == "W" for string in product("WLD", repeat=length))
