"""The paper's statements about its nine strategies and its conclusions, each with its check.

The paper simulated the strategies; here each is evaluated exactly enough to tell a tie from a difference,
from every start, with every threshold τ (luck is used while luck > τ).
"""

from fractions import Fraction

import numpy as np

from atlas.conditions import Bools
from atlas.dice import SKILL_GAPS
from atlas.evaluate import SAME, Board, mean
from atlas.evidence import CLOSE_GAPS, Evidence, share
from atlas.formulas import break_even_luck
from atlas.rules import Outcome
from atlas.statements import DISCUSSION, HEURISTICS, Finding, Register, Standing
from atlas.wording import percent, points, signed

HEURISTIC_CLAIMS = Register()
_claim = HEURISTIC_CLAIMS.claim

_DEFENDING = (1, 2, 4, 6, 7, 8)
"""the strategies that test after a lost round at hero stamina 2"""


def _tau_peak(e: Evidence, number: int, printed: int) -> Finding:
    peak = e.tau_peak(number)
    return Finding(f"τ = {peak}, as good as anything from {e.tau_counts(number)[peak]:,} starts", peak == printed)


@_claim(
    "tau-both",
    HEURISTICS,
    "The threshold that most often belongs to the best strategy, for tests after every round.",
    place="Supplementary Figure 3",
    printed="τ = 6",
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 1, 6)


@_claim(
    "tau-offence",
    HEURISTICS,
    "The same for tests after won rounds.",
    place="Supplementary Figure 3",
    printed="τ = 5",
)
def _(e: Evidence) -> Finding:
    return _tau_peak(e, 3, 5)


@_claim(
    "tau-by-expectation",
    HEURISTICS,
    "Expected damage alone suggests these thresholds: 5 for offence, 6 where defence counts too.",
    printed="supported by simulation results",
)
def _(e: Evidence) -> Finding:
    lowest = [break_even_luck(e.rules, outcome) for outcome in Outcome]
    taus = [luck - 1 for luck in lowest if luck is not None]
    return Finding(f"tests pay on average for luck above {' and '.join(map(str, taus))}", taus == [5, 6])


@_claim(
    "tau-above",
    HEURISTICS,
    "Luck is used while it is at least τ.",
    printed="greater than or equal to τ",
    expected=Standing.CORRECTED,
    note="The list of strategies has l > τ, and only that gives the printed peaks; with ≥ they would be one higher.",
)
def _(e: Evidence) -> Finding:
    peaks = [e.tau_peak(number) for number in (1, 3)]
    at_least = [tau + 1 for tau in peaks]
    return Finding(
        f"peaks at {peaks[0]} and {peaks[1]} with >, at {at_least[0]} and {at_least[1]} with ≥",
        at_least == [6, 5],
        peaks == [6, 5],
    )


@_claim(
    "low-gap-strategies",
    HEURISTICS,
    "At low skill gaps and high luck offence is the best strategy (we ask for 90% of starts), except at low hero "
    "stamina (80% strategy 1).",
    printed="strategy 3, except strategy 1 at low s_h",
)
def _(e: Evidence) -> Finding:
    low = e.chosen[-6 - SKILL_GAPS[0] : -2 - SKILL_GAPS[0], 12, :, 2:]
    offence, either = share(low[:, 12:] == 3), share(low[:, :4] == 1)
    return Finding(
        f"Δk −6 to −3, luck 12, s_o ≥ 3: strategy 3 from {percent(offence)} of starts with s_h ≥ 13, "
        f"strategy 1 from {percent(either)} with s_h ≤ 4",
        offence > 0.9 and either > 0.8,
    )


@_claim(
    "defence-column",
    HEURISTICS,
    "The foe staminas at which strategy 2 is the best there, or as good.",
    printed="s_o < 2",
    expected=Standing.CORRECTED,
    note="At 2 as well, as the text says elsewhere (s_o ≤ 2): a plain hit already wins.",
)
def _(e: Evidence) -> Finding:
    board = Board(e.rules, (-4,))
    defence = board.cube(e.best_threshold(board, 2))[0, 12]
    best = e.strategies[-4].win_chance[12]
    columns = [foe + 1 for foe in range(24) if (defence[2:, foe] >= best[2:, foe] * (1 - SAME)).all()]
    return Finding(f"foe stamina {' and '.join(map(str, columns)) or 'none'}", columns == [1], columns == [1, 2])


@_claim(
    "strategy-5",
    HEURISTICS,
    "Strategy 5 (offence while the foe has more than 6) is favoured at intermediate luck (we ask for a peak "
    "within 4 to 9) and high foe stamina (above 6).",
    printed="intermediate l, high s_o",
)
def _(e: Evidence) -> Finding:
    starts = np.argwhere(e.chosen == 5)
    if not len(starts):
        return Finding("from no start", False)
    usual = int(np.bincount(starts[:, 1]).argmax())
    lowest = int(starts[:, 3].min()) + 1
    return Finding(
        f"from {len(starts):,} starts, most at luck {usual}, none below foe stamina {lowest}",
        4 <= usual <= 9 and lowest > 6,
    )


@_claim(
    "strategy-8",
    HEURISTICS,
    "Strategy 8 (while the hero has less stamina than the foe) gains ground at low hero stamina (we ask for "
    "75% of its starts at 6 or less).",
    printed="at low s_h",
)
def _(e: Evidence) -> Finding:
    starts = np.argwhere(e.chosen == 8)
    low = share(starts[:, 2] < 6)
    return Finding(f"{percent(low)} of the {len(starts):,} starts it is best from have s_h ≤ 6", low > 0.75)


@_claim(
    "strategy-4",
    HEURISTICS,
    "Strategy 4 (defence below 6 stamina) competes with strategy 2.",
    printed="experiences support",
    expected=Standing.NOT_REPRODUCED,
    note="It is never better than all others, only level with strategy 2; a simulated map can show such "
    "ties by chance.",
)
def _(e: Evidence) -> Finding:
    found = e.heuristics
    return Finding(
        f"better than all others from {found.strictly_best[4]:,} starts, level with the best from {found.as_good[4]:,}",
        found.strictly_best[4] > 0,
    )


@_claim(
    "defence-takes-over",
    HEURISTICS,
    "As the skill gap rises strategy 2 takes over where the foe has much stamina and the hero little (we ask for "
    "twice as many starts).",
    printed="the increased takeover of strategy 2",
)
def _(e: Evidence) -> Finding:
    corner = e.chosen[:, 5:, 1:8, 12:] == 2
    behind, ahead = share(corner[4:9]), share(corner[12:17])
    return Finding(
        f"s_h 2 to 8, s_o 13 or more, luck 5 or more: from {percent(behind)} of starts at Δk −6 to −2, "
        f"{percent(ahead)} at +2 to +6",
        ahead > 2 * behind,
    )


@_claim(
    "row-2-strategies",
    HEURISTICS,
    "At hero stamina 2 and intermediate luck the best strategy defends, strategy 2 or an equivalent (we ask "
    "for 95% of starts).",
    printed="ubiquitous",
)
def _(e: Evidence) -> Finding:
    row = share(np.isin(e.chosen[1:-1, 4:9, 1, :], _DEFENDING))
    return Finding(f"from {percent(row)} of starts, luck 4 to 8", row > 0.95)


# Discussion


@_claim(
    "open-loop",
    DISCUSSION,
    "Strategies that look at luck alone lose little against best play (we ask for under a point on average).",
    printed="little performance loss",
    note="On average, with the best strategy and τ for each start. That is still an eighth of what luck can give, and "
    "single fights lose much more.",
)
def _(e: Evidence) -> Finding:
    found = e.heuristics
    loss = found.best - found.open_loop
    return Finding(
        f"{100 * loss:.2f} points on average over the set “every”, "
        f"{percent(Fraction(1 - found.captured(found.open_loop)))} of what luck can give, "
        f"and up to {points(Fraction(found.worst_open_loop))} in one fight",
        loss < 0.01,
    )


@_claim(
    "feedback",
    DISCUSSION,
    "Strategies that also look at stamina add little to that (we ask for under 0.1 points on average).",
    printed="no substantial advantage",
)
def _(e: Evidence) -> Finding:
    found = e.heuristics
    more = found.any_strategy - found.open_loop
    return Finding(f"{100 * more:.3f} points on average over the set “every”", 0 <= more < 0.001)


@_claim(
    "offence-when-unlikely",
    DISCUSSION,
    "When victory is unlikely luck goes into won rounds, when it is likely into lost ones.",
    printed="rare successes reinforced, rare losses mitigated",
    expected=Standing.CORRECTED,
    note="The second half needs luck of 9 or more. With less, tests after won rounds still lead. The 9 is ours, "
    "found by looking.",
)
def _(e: Evidence) -> Finding:
    never = np.broadcast_to(e.chances[1:-1, :1], e.paper.won[1:-1].shape)

    def tests(where: Bools, luck: int) -> tuple[int, int]:
        won, lost = (int((cube[1:-1] & where)[:, luck:].sum()) for cube in (e.paper.won, e.paper.lost))
        return won, lost

    unlikely, likely, lucky = tests(never < 0.1, 0), tests(never > 0.9, 0), tests(never > 0.9, 9)
    return Finding(
        f"tests after won and lost rounds: {unlikely[0]:,} and {unlikely[1]:,} below a win chance of 10%, "
        f"{likely[0]:,} and {likely[1]:,} above 90%, {lucky[0]:,} and {lucky[1]:,} of these at luck 9 or more",
        unlikely[0] > unlikely[1] and likely[0] < likely[1],
        unlikely[0] > unlikely[1] and lucky[0] < lucky[1],
    )


@_claim(
    "endgame",
    DISCUSSION,
    "A test is worth most where it can end the fight or keep the hero from falling (we ask for three times as much).",
    printed="strong advantages towards the endgame",
)
def _(e: Evidence) -> Finding:
    close, rest = [], []
    for gap in CLOSE_GAPS:
        won, lost = (np.maximum(e.solutions[gap].stakes[outcome].floats(), 0) for outcome in Outcome)
        close += [won[2:, :, 2:4].ravel(), lost[2:, 1, :].ravel()]
        rest += [won[2:, :, 4:].ravel(), lost[2:, 2:, :].ravel()]
    near, far = (mean(np.concatenate(stakes)) for stakes in (close, rest))
    return Finding(f"{100 * near:.1f} points on average there, {100 * far:.1f} elsewhere", near > 3 * far)


@_claim(
    "dramatic",
    DISCUSSION,
    "Best use of luck can raise the win chance dramatically (we ask for 50 points somewhere).",
    printed="dramatic increases",
)
def _(e: Evidence) -> Finding:
    rise = e.chances - e.chances[:, :1]
    gap, luck, hero, foe = (int(n) for n in np.unravel_index(int(rise.argmax()), rise.shape))
    start = f"Δk = {signed(SKILL_GAPS[gap])}, {hero + 1} against {foe + 1}, luck {luck}"
    return Finding(f"by up to {points(Fraction(float(rise.max())))} ({start})", float(rise.max()) > 0.5)
