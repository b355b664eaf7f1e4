"""The paper's conclusions, each with its check."""

from fractions import Fraction

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome
from atlas.paper.evidence import Evidence
from atlas.paper.ranges import CLOSE_GAPS, PAPER_LUCK, PLAYED_GAPS, Box
from atlas.paper.statements import DISCUSSION, Finding, Kind, Register
from atlas.policies.conditions import Bools
from atlas.policies.fightsets import EVERY
from atlas.wording import percent, signed, wins_in_100

DISCUSSION_CLAIMS = Register()
_claim = DISCUSSION_CLAIMS.claim

_EVERY = f"the set “{EVERY.name}”: {EVERY.what}"
_TESTED = range(1, PAPER_LUCK + 1)


@_claim(
    "dramatic",
    DISCUSSION,
    "Best use of LUCK can raise the chance to win dramatically.",
    printed="dramatic increases",
    over=Box(SKILL_GAPS, _TESTED),
    asked="50 wins in 100 somewhere",
)
def _(e: Evidence) -> Finding:
    rise = e.chances - e.chances[:, :1]
    gap, luck, hero, foe = (int(n) for n in np.unravel_index(int(rise.argmax()), rise.shape))
    fight = f"SKILL gap {signed(SKILL_GAPS[gap])}, {hero + 1} against {foe + 1}, LUCK {luck}"
    return Finding(f"by up to {wins_in_100(Fraction(float(rise.max())))} ({fight})", float(rise.max()) > 0.5)


@_claim(
    "endgame",
    DISCUSSION,
    "A test is worth most where it can end the fight or keep the hero from falling.",
    printed="strong advantages towards the endgame",
    over=Box(CLOSE_GAPS),
    asked="three times as much as elsewhere, with the foe at 3 or 4 after a won or the hero at 2 after a lost round",
)
def _(e: Evidence) -> Finding:
    close, rest = [], []
    for gap in CLOSE_GAPS:
        won, lost = (np.maximum(e.solutions[gap].stakes[outcome].floats(), 0) for outcome in Outcome)
        close += [won[2:, :, 2:4].ravel(), lost[2:, 1, :].ravel()]
        rest += [won[2:, :, 4:].ravel(), lost[2:, 2:, :].ravel()]
    near, far = (float(np.concatenate(stakes).mean()) for stakes in (close, rest))
    return Finding(f"{100 * near:.1f} wins in 100 on average there, {100 * far:.1f} elsewhere", near > 3 * far)


@_claim(
    "offence-when-unlikely",
    DISCUSSION,
    "When victory is unlikely LUCK goes into won rounds, when it is likely into lost ones.",
    printed="rare successes reinforced, rare losses mitigated",
    over=Box(PLAYED_GAPS, _TESTED),
    kind=Kind.SUBSTANCE,
    read="The second half needs LUCK of 9 or more",
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
    "open-loop",
    DISCUSSION,
    "Strategies that look at LUCK alone lose little against best play.",
    printed="little performance loss",
    over=_EVERY,
    asked="under 1 win in 100 on average, with the best of strategies 0 to 3 and the best τ for each fight",
    kind=Kind.REMARK,
    note="Single fights lose much more.",
)
def _(e: Evidence) -> Finding:
    found = e.heuristics
    loss = found.best - found.open_loop
    return Finding(
        f"{100 * loss:.2f} wins in 100 on average, {percent(Fraction(1 - found.captured(found.open_loop)))} of the "
        f"extra wins; up to {wins_in_100(Fraction(found.worst_open_loop))} in one fight",
        loss < 0.01,
    )


@_claim(
    "feedback",
    DISCUSSION,
    "Strategies that also look at STAMINA add little to that.",
    printed="no substantial advantage",
    over=_EVERY,
    asked="under 0.1 wins in 100 on average",
)
def _(e: Evidence) -> Finding:
    more = e.heuristics.any_strategy - e.heuristics.open_loop
    return Finding(f"{100 * more:.3f} wins in 100 on average", 0 <= more < 0.001)
