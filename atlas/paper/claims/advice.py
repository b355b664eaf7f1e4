"""The paper's thresholds for its strategies and the advice it draws from them, each statement with its check.

Read as in `heuristics`.
"""

from fractions import Fraction

import numpy as np

from atlas.cards.catalogue import advice_readings
from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome
from atlas.game.worth import Worth
from atlas.paper.evidence import OPEN_LOOP, Evidence
from atlas.paper.ranges import CLOSE_GAPS, STAMINAS, TESTED_FIGHTS
from atlas.paper.statements import HEURISTICS, Finding, Kind, Register
from atlas.policies.conditions import Where
from atlas.policies.evaluate import SAME, Board, play, total
from atlas.policies.fightsets import EVERY
from atlas.policies.policy import paper_text_rule, strategy
from atlas.wording import percent, wins_in_100

ADVICE_CLAIMS = Register()
_claim = ADVICE_CLAIMS.claim

_WHERE_LUCK_GAINS = f"{TESTED_FIGHTS}, where any of the nine gains by LUCK"


@_claim(
    "tau-by-expectation",
    HEURISTICS,
    "Expected damage alone suggests these thresholds: 5 for offence, 6 where defence counts too.",
    printed="supported by simulation results",
    over="LUCK 0 to 12",
)
def _(e: Evidence) -> Finding:
    lowest = [break_even_luck(e.rules, outcome) for outcome in Outcome]
    taus = [luck - 1 for luck in lowest if luck is not None]
    return Finding(f"tests pay on average for LUCK above {' and '.join(map(str, taus))}", taus == [5, 6])


def _tau_peak(e: Evidence, number: int, printed: int) -> Finding:
    peak = e.tau_peak(number)
    return Finding(f"τ = {peak}, as good as anything in {e.tau_counts(number)[peak]:,} fights", peak == printed)


@_claim(
    "tau-both",
    HEURISTICS,
    "The threshold that most often belongs to the best strategy, for strategy 1.",
    place="Supplementary Figure 3",
    printed="τ = 6",
    over=_WHERE_LUCK_GAINS,
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 1, 6)


@_claim(
    "tau-offence",
    HEURISTICS,
    "The same for strategy 3.",
    place="Supplementary Figure 3",
    printed="τ = 5",
    over=_WHERE_LUCK_GAINS,
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 3, 5)


@_claim(
    "advice",
    HEURISTICS,
    "The advice: strategy 3, unless (i) LUCK is high or s_o low: 1; (ii) Δk > 0: 2; (iii) Δk < 0 and s_o ≤ 2: 2.",
    place="last paragraph",
    printed="(i) initial luck is high or s_o is low; (iii) … s_o ≤ 2 and (i) is not true",
    over=f"the set “{EVERY.name}”; with the best “high” of LUCK 8 to 12, the best “low” of 1 to 8, the best τ of 3 to "
    "8 or with the paper’s τ: 6, and 5 for strategy 3",
    asked="clause (iii) to apply somewhere for every “low” of 2 or more",
    kind=Kind.SUBSTANCE,
    read="(i) initial luck is high or s_h is low",
    note="If 2 counts as low, (i) always comes before (iii). Further up the section has strategy 1 “at low s_h”, which "
    "suggests that s_h was meant; read so, the advice also wins more.",
)
def _(e: Evidence) -> Finding:
    board = Board(e.rules, tuple(CLOSE_GAPS))
    averages = advice_readings(board)

    def best(whose: str, lows: range) -> list[Fraction]:
        """With one τ for all strategies, and with the paper's."""
        found = [
            (r.tau == r.offence_tau, average) for r, average in averages.items() if r.whose == whose and r.low in lows
        ]
        bests = (max(average for one, average in found if one is same) for same in (True, False))
        return [Fraction(e.heuristics.captured(average)) for average in bests]

    def used(whose: str) -> bool:
        """Whether a weaker hero against a foe at 2 is ever told strategy 2 by clause (iii)."""
        texts = [paper_text_rule(5, 12, low, whose=whose) for low in range(2, 9)]
        return all((text.choice(Where(-1, 11, np.array(STAMINAS), 2)) == 2).any() for text in texts)

    one, two = (best("foe_stamina", lows) for lows in (range(1, 2), range(2, 9)))
    hero = best("hero_stamina", range(1, 9))
    three = play(board, board.tests([strategy(3, tau) for tau in range(3, 9)]), Worth.of_winning(e.rules))
    alone = Fraction(e.heuristics.captured(float(total(EVERY.shares(board)[:, None] * three).max())))
    return Finding(
        "part of the extra wins, with one τ and with the paper’s: "
        + "; ".join(
            f"{percent(same)} and {percent(own)} {reading}"
            for reading, (same, own) in (
                ("if 2 or more counts as low", two),
                ("if only 1 does", one),
                ("with s_h", hero),
            )
        )
        + f". Strategy 3 alone: {percent(alone)}",
        used("foe_stamina"),
        used("hero_stamina") and min(hero) > max(*one, *two),
    )


@_claim(
    "feedback-may-help",
    HEURISTICS,
    "Strategies 4 to 8 may be better than 0 to 3 in some cases.",
    printed="may be beneficial in some cases",
    over=_WHERE_LUCK_GAINS,
)
def _(e: Evidence) -> Finding:
    open_loop, feedback = e.by_strategy[OPEN_LOOP].max(axis=0), e.by_strategy[OPEN_LOOP.stop :].max(axis=0)
    better = int((feedback > open_loop * (1 + SAME)).sum())
    gains = int(e.level.any(axis=0).sum())
    return Finding(
        f"in {better:,} of {gains:,} fights, by up to {wins_in_100(Fraction(float((feedback - open_loop).max())))}",
        better > 0,
    )
