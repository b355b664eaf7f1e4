"""The paper's statements about fights without luck, each with its check."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product

from atlas.game.dice import SKILL_GAPS
from atlas.game.formulas import win_chance_hypergeometric, win_chance_without_luck
from atlas.game.rules import Rules
from atlas.paper.evidence import Evidence
from atlas.paper.printed import RoundChances, history_count, win_chance_with_floors
from atlas.paper.ranges import NO_LUCK, PLAYED_GAPS, STAMINAS, FightRange, FightScores, fight_words, span
from atlas.paper.statements import (
    WITHOUT_LUCK,
    CheckedStatement,
    Finding,
    Register,
    asked,
    misprint,
    note,
    place,
    remark,
)
from atlas.policies.policy import Policy, strategy
from atlas.policies.simulate import Advisor, same_start, simulate
from atlas.wording import signed, wins_in_100

CLAIMS: list[CheckedStatement] = []
_claim = Register(WITHOUT_LUCK, CLAIMS).claim

_PAIRS = list(product(STAMINAS, STAMINAS))
_NEVER = FightRange(SKILL_GAPS, NO_LUCK)
_SIGMA_GAPS = (-4, 0, 4)
_SIMULATED = ((-2, 12, 8, 0), (0, 10, 10, 0), (1, 7, 12, 0), (3, 6, 20, 0))
GAMES = 10_000


def games_of(fights: Sequence[FightScores]) -> str:
    return f"{GAMES:,} games each of " + "; ".join(fight_words(*fight) for fight in fights)


@_claim("history-count", "a product of two binomials", "1 to 3 wins, 0 to 2 losses, 0 to 2 draws")
@place("Eqn 6")
def _(e: Evidence) -> Finding:
    """The number of game histories with given wins, losses and draws that end in a win."""
    tried = list(product(range(1, 4), range(3), range(3)))
    right = sum(history_count(*counts) == _histories(*counts) for counts in tried)
    return Finding(f"right for {right} of {len(tried)} counts, by listing all strings", right == len(tried))


@_claim(
    "sigma",
    r"\sigma = \lfloor s / 2 \rfloor",
    f"SKILL gaps {', '.join(map(signed, _SIGMA_GAPS))}, never testing, STAMINA {span(list(map(str, STAMINAS)))}",
)
@place("before Eqn 7")
@misprint(r"\sigma = \lceil s / 2 \rceil")
@note(
    "“Structure of optimal policy space” has ⌈s/2⌉, and this section says that 2n and 2n − 1 are alike. Rounded "
    "down, a side with 1 STAMINA counts as beaten."
)
def _(e: Evidence) -> Finding:
    """σ, the hits a side can take, is half its STAMINA rounded down."""
    fights = [(gap, *pair) for gap in _SIGMA_GAPS for pair in _PAIRS]

    def off(formula: Callable[[Rules, int, int, int], Fraction]) -> dict[tuple[int, int, int], Fraction]:
        apart = {fight: abs(formula(e.rules, *fight) - e.never(*fight)) for fight in fights}
        return {fight: error for fight, error in apart.items() if error}

    floors, ceilings = off(win_chance_with_floors), off(win_chance_without_luck)
    gap, hero, foe = max(floors, key=lambda fight: floors[fight])
    return Finding(
        f"rounded down, wrong in {len(floors):,} of {len(fights):,} fights, by up to "
        f"{wins_in_100(floors[gap, hero, foe])} ({fight_words(gap, hero, foe)}); rounded up, in "
        f"{len(ceilings)}",
        not floors,
        not ceilings,
    )


@_claim(
    "draws-summed",
    "a double sum, d from 0 to ∞",
    "SKILL gaps −3, 0, +5, 3 hits against 2, 5 against 5, 2 against 7; the sum taken up to 300 draws",
)
@place("Eqn 7")
def _(e: Evidence) -> Finding:
    """The chance to win as a sum over losses and any number of draws (σ rounded up)."""
    cases = list(product((-3, 0, 5), ((3, 2), (5, 5), (2, 7))))
    off = [abs(_sum_over_draws(gap, *hits) - float(e.never(gap, 2 * hits[0], 2 * hits[1]))) for gap, hits in cases]
    return Finding(f"equal to 12 digits in {sum(o < 1e-12 for o in off)} of {len(cases)} cases", max(off) < 1e-12)


@_claim(
    "closed-form",
    "Eqn 8 equals Eqn 7",
    f"SKILL gap {span([signed(gap) for gap in SKILL_GAPS[1:]])}, 1 to 12 hits on both sides",
)
@place("Eqns 7 and 8")
@remark("At SKILL gap −10 no round can be won and Eqn 8 divides by 0; there v_p = 0.")
def _(e: Evidence) -> Finding:
    """The sum over histories as one expression with a hypergeometric function (σ rounded up)."""
    gaps = SKILL_GAPS[1:]
    hits = [(2 * a, 2 * b) for a in range(1, 13) for b in range(1, 13)]
    right = sum(
        win_chance_hypergeometric(e.rules, gap, *pair) == win_chance_without_luck(e.rules, gap, *pair)
        for gap in gaps
        for pair in hits
    )
    return Finding(f"exactly equal in {right:,} of {len(gaps) * len(hits):,} cases", right == len(gaps) * len(hits))


@_claim("gap-helps", "for any given state", _NEVER)
def _(e: Evidence) -> Finding:
    """A better SKILL gap means a better chance to win, from any state."""
    worse = sum(e.never(gap + 1, *pair) <= e.never(gap, *pair) for gap in SKILL_GAPS[:-1] for pair in _PAIRS)
    return Finding(f"{worse} fights where one more point of SKILL does not help", worse == 0)


@_claim("stamina-matters", "discrepancies … also influence eventual v_p", FightRange(PLAYED_GAPS, NO_LUCK))
@asked("2 more STAMINA, one hit, always help the side that has them")
def _(e: Evidence) -> Finding:
    """The difference between the two STAMINAs matters too."""
    tried = helped = 0
    for gap, (hero, foe) in product(PLAYED_GAPS, _PAIRS):
        better = e.never(gap, hero, foe)
        worse = [e.never(gap, hero - 2, foe)] if hero > 2 else []
        worse += [e.never(gap, hero, foe + 2)] if foe + 2 in STAMINAS else []
        tried += len(worse)
        helped += sum(chance < better for chance in worse)
    return Finding(f"they help in {helped:,} of {tried:,} cases", helped == tried)


@_claim("odd-equals-even", "functionally equivalent", _NEVER)
def _(e: Evidence) -> Finding:
    """Without tests, STAMINA 2n plays like 2n − 1, on both sides."""
    never = e.chances[:, 0]
    different = int((never[:, ::2] != never[:, 1::2]).sum() + (never[:, :, ::2] != never[:, :, 1::2]).sum())
    return Finding(f"{different} of {never.size:,} pairs of states differ", different == 0)


@_claim("sharper", "more sharply peaked with s values", "SKILL gap −9 to +9, never testing, 1 to 11 hits on both sides")
@asked("one more hit for the foe, from equal STAMINA, costs less the more STAMINA there is")
@remark("That is how we read it. Along the SKILL gap it is the other way round: more STAMINA makes the curve steeper.")
def _(e: Evidence) -> Finding:
    """With less STAMINA at the start the chance to win changes more sharply with STAMINA: fewer rounds decide."""
    steps = {
        gap: [e.never(gap, 2 * n, 2 * n) - e.never(gap, 2 * n, 2 * n + 2) for n in range(1, 12)] for gap in PLAYED_GAPS
    }
    falling = sum(all(after < before for before, after in pairwise(row)) for row in steps.values())
    first, last = (wins_in_100(steps[0][n]) for n in (0, -1))
    computed = f"at {falling} of {len(steps)} SKILL gaps; at SKILL gap 0 from {first} with 1 hit to {last} with 11"
    return Finding(computed, falling == len(steps))


def compare_with_formula(
    e: Evidence, policy: Policy, fights: Sequence[FightScores], formula: Callable[..., Fraction]
) -> Finding:
    """Fights played with dice, with LUCK that does not run out, against what a formula says of them."""
    worst = 0.0
    for seed, (gap, hero, foe, luck) in enumerate(fights):
        advisor = Advisor(e.constant, (gap,), policy)
        played = simulate(advisor, same_start(gap, luck, hero, foe), games=GAMES, seed=seed)
        worst = max(worst, abs(played.win_chance - float(formula(gap, hero, foe, luck))) / played.standard_error)
    return Finding(f"at most {worst:.1f} standard errors apart", worst < 4)


@_claim("simulation-without-luck", "compared in a figure", games_of(_SIMULATED))
@place("Figure 1")
@asked("at most 4 standard errors apart")
def _(e: Evidence) -> Finding:
    """Simulated fights agree with the closed form."""
    return compare_with_formula(
        e, strategy(0, 0), _SIMULATED, lambda g, h, f, luck: win_chance_without_luck(e.rules, g, h, f)
    )


def _sum_over_draws(gap: int, hero_hits: int, foe_hits: int) -> float:
    """Eqn 7 as it stands, cut off after 300 draws."""
    chances, total = RoundChances.at(gap), 0.0
    win, draw, lose = float(chances.win), float(chances.draw), float(chances.lose)
    for losses, draws in product(range(hero_hits), range(300)):
        total += lose**losses * draw**draws * history_count(foe_hits, losses, draws)
    return win**foe_hits * total


def _histories(wins: int, losses: int, draws: int) -> int:
    """All strings that end in W, listed."""
    length = wins + losses + draws
    wanted = Counter(W=wins, L=losses, D=draws)
    return sum(Counter(string) == wanted and string[-1] == "W" for string in product("WLD", repeat=length))
