"""The paper's statements about the game, the dice and fights without luck, each with its check."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from atlas.game.dice import DIFFERENCE_WAYS, FACES, ROUND_ROLLS, SKILL_GAPS, round_ways
from atlas.game.formulas import win_chance_hypergeometric, win_chance_without_luck
from atlas.game.rules import Rules
from atlas.paper.evidence import Evidence
from atlas.paper.printed import history_count, power_of_one_die, spread, win_chance_with_floors
from atlas.paper.ranges import NO_LUCK, STAMINAS, Box, listed, span
from atlas.paper.statements import ANALYSIS, GAME, WITHOUT_LUCK, Finding, Kind, Register
from atlas.policies.policy import strategy
from atlas.policies.simulate import same_start, simulate
from atlas.wording import percent, signed, wins_in_100

GAME_CLAIMS = Register()
_claim = GAME_CLAIMS.claim

_RULES = "the rules of the books"
_ROLLS = f"all {ROUND_ROLLS:,} rolls of a round"
_COEFFICIENTS = (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)
"""as printed in "Analysis" """
_PAIRS = list(product(STAMINAS, STAMINAS))
_ALL_GAPS = f"SKILL gap {span([signed(gap) for gap in SKILL_GAPS])}"
_NEVER = Box(SKILL_GAPS, NO_LUCK)


# Game dynamics


@_claim(
    "offence-bias",
    GAME,
    "A test after a won round can add more damage than it can take away.",
    printed="adds 2, takes away 1",
    over=_RULES,
)
def _(e: Evidence) -> Finding:
    adds, takes = e.rules.won.lucky - e.rules.won.plain, e.rules.won.plain - e.rules.won.unlucky
    return Finding(f"adds {adds}, takes away {takes}", (adds, takes) == (2, 1))


@_claim(
    "defence-symmetric",
    GAME,
    "A test after a lost round can save as much as it can cost.",
    printed="the bias is absent",
    over=_RULES,
)
def _(e: Evidence) -> Finding:
    saves, costs = e.rules.lost.plain - e.rules.lost.lucky, e.rules.lost.unlucky - e.rules.lost.plain
    return Finding(f"saves {saves}, costs {costs}", saves == costs)


@_claim(
    "detriment-step",
    GAME,
    "The step of Algorithm 1 in which an Unlucky test takes 1 from the damage dealt.",
    printed="Step 5a",
    over=_RULES,
    kind=Kind.MISPRINT,
    read="Step 4a",
    note="Step 5a is a lost round, where an Unlucky test adds damage.",
)
def _(e: Evidence) -> Finding:
    less = {"4a": e.rules.won.plain - e.rules.won.unlucky, "5a": e.rules.lost.plain - e.rules.lost.unlucky}
    steps = [step for step, points_less in less.items() if points_less == 1]
    return Finding(f"Step {' and '.join(steps) or 'none'}", steps == ["5a"], steps == ["4a"])


# Analysis


@_claim(
    "master-equation",
    ANALYSIS,
    "The chance of a state after one more round; the last term is the chance to stay there.",
    place="Eqns 1 and 5",
    printed=r"P^{t+1}(s) = \dots - (1 - p_d) P^t(s)",
    over="12 against 12 at every SKILL gap, never testing, 1 round; at SKILL gap 0, 20 rounds",
    kind=Kind.MISPRINT,
    read=r"P^{t+1}(s) = \dots + p_d P^t(s)",
    formula=True,
    note="The printed term belongs to the difference between two rounds. With + p_d P it holds for fights that go on; "
    "one that is over has to stay as it is, or it goes on below 0.",
)
def _(e: Evidence) -> Finding:
    totals = {
        read: {sum(spread(gap, 12, 12, 1, read=read).values()) for gap in SKILL_GAPS}
        for read in ("printed", "corrected")
    }
    draws, right = (spread(0, 12, 12, 20, read=read) for read in ("draws", "corrected"))
    both_down = sum((part for (hero, foe), part in draws.items() if max(hero, foe) <= 0), Fraction(0))
    return Finding(
        f"after a round all chances add up to {listed([int(n) for n in totals['printed']])} as printed, to "
        f"{listed([int(n) for n in totals['corrected']])} corrected; if fights that are over went on, both sides would "
        f"be down after 20 rounds in {percent(both_down)}",
        totals["printed"] == {1},
        totals["corrected"] == {1} and sum(right.values()) == 1,
    )


@_claim(
    "range-of-x",
    ANALYSIS,
    "The difference X of two pairs of dice runs over this range, so SKILL gaps beyond it change nothing.",
    printed="−10 to 10",
    over=_ROLLS,
)
def _(e: Evidence) -> Finding:
    lowest, highest = min(DIFFERENCE_WAYS), max(DIFFERENCE_WAYS)
    return Finding(f"{signed(lowest)} to {highest}", (lowest, highest) == (-10, 10))


@_claim(
    "coefficients",
    ANALYSIS,
    "The 21 printed numbers are the ways, of 1,296, to roll each difference.",
    printed=", ".join(map(str, _COEFFICIENTS)),
    over=_ROLLS,
)
def _(e: Evidence) -> Finding:
    rolled = Counter(a + b - c - d for a, b, c, d in product(FACES, repeat=4))
    ways = tuple(rolled[x] for x in range(-10, 11))
    return Finding(", ".join(map(str, ways)), ways == _COEFFICIENTS and sum(ways) == ROUND_ROLLS)


@_claim(
    "generating-function",
    ANALYSIS,
    "They are the coefficients of a power of one die; the power n.",
    printed=r"( 1 + x + \dots + x^5 )^n , n = 5",
    over="n = 1 to 7",
    kind=Kind.MISPRINT,
    read=r"( 1 + x + \dots + x^5 )^n , n = 4",
    formula=True,
    note="Four dice are rolled in a round. The numbers printed beside it are those of the fourth power.",
)
def _(e: Evidence) -> Finding:
    powers = [n for n in range(1, 8) if tuple(power_of_one_die(n)) == _COEFFICIENTS]
    five, four = power_of_one_die(5), power_of_one_die(4)
    return Finding(
        f"n = {listed(powers)}; the fifth power has {len(five)} coefficients that add up to {sum(five):,}, the fourth "
        f"{len(four)} that add up to {sum(four):,}",
        powers == [5],
        powers == [4],
    )


@_claim(
    "round-chances",
    ANALYSIS,
    "Winning, drawing and losing a round as sums of those numbers.",
    place="Eqns 2–4",
    printed="sums from −Δk + 1, at −Δk, up to −Δk − 1",
    over=_ALL_GAPS,
)
def _(e: Evidence) -> Finding:
    ways = dict(zip(range(-10, 11), _COEFFICIENTS, strict=True))
    wrong = 0
    for gap in SKILL_GAPS:
        won = sum(ways[j] for j in range(-gap + 1, 11))
        lost = sum(ways[j] for j in range(-10, -gap))
        wrong += (won, ways[-gap], lost) != tuple(round_ways(gap))
    return Finding(f"right at {len(SKILL_GAPS) - wrong} of {len(SKILL_GAPS)} SKILL gaps", wrong == 0)


# Dynamics without luck-based control


@_claim(
    "history-count",
    WITHOUT_LUCK,
    "The number of game histories with given wins, losses and draws that end in a win.",
    place="Eqn 6",
    printed="a product of two binomials",
    over="1 to 3 wins, 0 to 2 losses, 0 to 2 draws",
)
def _(e: Evidence) -> Finding:
    tried = list(product(range(1, 4), range(3), range(3)))
    right = sum(history_count(*counts) == _histories(*counts) for counts in tried)
    return Finding(f"right for {right} of {len(tried)} counts, by listing all strings", right == len(tried))


_SIGMA_GAPS = (-4, 0, 4)


@_claim(
    "sigma",
    WITHOUT_LUCK,
    "σ, the hits a side can take, is half its STAMINA rounded down.",
    place="before Eqn 7",
    printed=r"\sigma = \lfloor s / 2 \rfloor",
    over=f"SKILL gaps {', '.join(map(signed, _SIGMA_GAPS))}, never testing, STAMINA {span(list(map(str, STAMINAS)))}",
    kind=Kind.MISPRINT,
    read=r"\sigma = \lceil s / 2 \rceil",
    formula=True,
    note="A side with 1 STAMINA still fights, and this section says that 2n and 2n − 1 are alike. Rounded down, a side "
    "with 1 counts as beaten.",
)
def _(e: Evidence) -> Finding:
    fights = [(gap, *pair) for gap in _SIGMA_GAPS for pair in _PAIRS]

    def off(formula: Callable[[Rules, int, int, int], Fraction]) -> dict[tuple[int, int, int], Fraction]:
        apart = {fight: abs(formula(e.rules, *fight) - e.never(*fight)) for fight in fights}
        return {fight: error for fight, error in apart.items() if error}

    floors, ceilings = off(win_chance_with_floors), off(win_chance_without_luck)
    gap, hero, foe = max(floors, key=lambda fight: floors[fight])
    return Finding(
        f"rounded down, wrong in {len(floors):,} of {len(fights):,} fights, by up to "
        f"{wins_in_100(floors[gap, hero, foe])} (SKILL gap {signed(gap)}, {hero} against {foe}); rounded up, in "
        f"{len(ceilings)}",
        not floors,
        not ceilings,
    )


@_claim(
    "closed-form",
    WITHOUT_LUCK,
    "The sum over histories as one expression with a hypergeometric function (σ rounded up).",
    place="Eqns 7 and 8",
    printed="Eqn 8 equals Eqn 7",
    over=f"SKILL gap {span([signed(gap) for gap in SKILL_GAPS[1:]])}, 1 to 12 hits on both sides",
    kind=Kind.REMARK,
    note="At SKILL gap −10 no round can be won and Eqn 8 divides by 0; there v_p = 0.",
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
    "gap-helps",
    WITHOUT_LUCK,
    "A better SKILL gap means a better chance to win, from any state.",
    printed="for any given state",
    over=_NEVER,
)
def _(e: Evidence) -> Finding:
    worse = sum(e.never(gap + 1, *pair) <= e.never(gap, *pair) for gap in SKILL_GAPS[:-1] for pair in _PAIRS)
    return Finding(f"{worse} fights where one more point of SKILL does not help", worse == 0)


@_claim(
    "odd-equals-even",
    WITHOUT_LUCK,
    "Without tests, STAMINA 2n plays like 2n − 1, on both sides.",
    printed="functionally equivalent",
    over=_NEVER,
)
def _(e: Evidence) -> Finding:
    never = e.chances[:, 0]
    different = int((never[:, ::2] != never[:, 1::2]).sum() + (never[:, :, ::2] != never[:, :, 1::2]).sum())
    return Finding(f"{different} of {never.size:,} pairs of states differ", different == 0)


_SIMULATED = ((-2, 12, 8), (0, 10, 10), (1, 7, 12), (3, 6, 20))
_GAMES = 10_000


@_claim(
    "simulation-without-luck",
    WITHOUT_LUCK,
    "Simulated fights agree with the closed form.",
    place="Figure 1",
    printed="compared in a figure",
    over=f"{_GAMES:,} games each of " + "; ".join(f"SKILL gap {signed(g)}, {h} against {f}" for g, h, f in _SIMULATED),
    asked="at most 4 standard errors apart",
)
def _(e: Evidence) -> Finding:
    worst = 0.0
    for seed, (gap, hero, foe) in enumerate(_SIMULATED):
        start = same_start(gap, 0, hero, foe)
        played = simulate(e.rules, strategy(0, 0), start, skill_gaps=(gap,), games=_GAMES, seed=seed)
        off = abs(played.win_chance - float(win_chance_without_luck(e.rules, gap, hero, foe)))
        worst = max(worst, off / played.standard_error)
    return Finding(f"at most {worst:.1f} standard errors apart", worst < 4)


def _histories(wins: int, losses: int, draws: int) -> int:
    """All strings that end in W, listed."""
    length = wins + losses + draws
    wanted = Counter(W=wins, L=losses, D=draws)
    return sum(Counter(string) == wanted and string[-1] == "W" for string in product("WLD", repeat=length))
