"""The paper's conclusions, each with its check."""

from fractions import Fraction
from functools import cache

import numpy as np

from atlas.game.dice import ROUND_ROLLS, round_ways
from atlas.game.dynamics import course
from atlas.game.rules import Outcome, State
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.paper.evidence import Evidence
from atlas.paper.ranges import (
    CLOSE_GAPS,
    NO_LUCK,
    PLAYED_GAPS,
    STAMINAS,
    TESTED,
    TESTED_FIGHTS,
    FightRange,
    fight_words,
    highest,
    number_list,
)
from atlas.paper.statements import DISCUSSION, CheckedStatement, Finding, Register, asked, remark
from atlas.policies.evaluate import Floats, mean, total
from atlas.policies.fightsets import EVERY
from atlas.wording import percent, signed, wins_in_100

CLAIMS: list[CheckedStatement] = []
_claim = Register(DISCUSSION, CLAIMS).claim

_EVERY = f"the set “{EVERY.name}”"
_UNLIKELY, _LIKELY = 0.1, 0.9
_CRYPT_GAPS = range(-5, 1)
_KEPT_STAMINA, _KEPT_LUCK = 4, 4


@_claim("dramatic", "dramatic increases", TESTED_FIGHTS)
@asked("50 wins in 100 somewhere")
def _(e: Evidence) -> Finding:
    """Best use of LUCK can raise the chance to win dramatically."""
    rise = e.chances - e.chances[:, :1]
    computed = f"by up to {wins_in_100(Fraction(float(rise.max())))} ({fight_words(*highest(rise))})"
    return Finding(computed, float(rise.max()) > 0.5)


@_claim("endgame", "strong advantages towards the endgame", FightRange(CLOSE_GAPS))
@asked("three times as much as elsewhere, with the foe at 3 or 4 after a won or the hero at 2 after a lost round")
def _(e: Evidence) -> Finding:
    """A test is worth most where it can end the fight or keep the hero from falling."""
    close, rest = [], []
    for gap in CLOSE_GAPS:
        won, lost = (np.maximum(e.solutions[gap].stakes[outcome].floats(), 0) for outcome in Outcome)
        close += [won[2:, :, 2:4].ravel(), lost[2:, 1, :].ravel()]
        rest += [won[2:, :, 4:].ravel(), lost[2:, 2:, :].ravel()]
    near, far = (mean(np.concatenate(stakes)) for stakes in (close, rest))
    return Finding(f"{100 * near:.1f} wins in 100 on average there, {100 * far:.1f} elsewhere", near > 3 * far)


@_claim("offence-when-unlikely", "reinforce rare success … mitigate rare loss", FightRange(lucks=TESTED))
@asked(
    "larger gains there, added up plainly and weighted by how often such a round comes up; unlikely is under 10% "
    "to win never testing, likely over 90%"
)
@remark("By the number of squares the second half holds at the highest LUCKs only.")
def _(e: Evidence) -> Finding:
    """When victory is unlikely LUCK is best used to reinforce won rounds, when it is likely to mitigate lost ones."""
    never = np.broadcast_to(FightRange(lucks=NO_LUCK).of(e.chances), FightRange(lucks=TESTED).of(e.chances).shape)
    sides = {"unlikely": never < _UNLIKELY, "likely": never > _LIKELY}
    gains = {o: _gains(e, o) for o in Outcome}
    rounds = np.array([float(round_ways(gap).decisive().chance) for gap in PLAYED_GAPS])[:, None, None, None]
    often = {Outcome.WON: rounds, Outcome.LOST: 1 - rounds}
    plainly, weighted = (
        {side: [float(total((gains[o] * weight[o])[where])) for o in Outcome] for side, where in sides.items()}
        for weight in (dict.fromkeys(Outcome, 1), often)
    )
    squares = [FightRange(lucks=TESTED).of(cube) & sides["likely"] for cube in (e.paper.won, e.paper.lost)]
    won, lost = (cube.sum(axis=(0, 2, 3)) for cube in squares)
    leads = [luck for luck, more in zip(TESTED, lost > won, strict=True) if more]
    return Finding(
        "gained after won and lost rounds, all fights together: "
        + "; ".join(
            f"{side}: {plainly[side][0]:,.2f} and {plainly[side][1]:,.2f} wins, weighted {weighted[side][0]:,.2f} and "
            f"{weighted[side][1]:,.2f}"
            for side in sides
        )
        + f". By squares, likely: {int(won.sum()):,} and {int(lost.sum()):,}, "
        f"the second more at LUCK {number_list(leads)}",
        all(wins["unlikely"][0] > wins["unlikely"][1] for wins in (plainly, weighted))
        and all(wins["likely"][0] < wins["likely"][1] for wins in (plainly, weighted)),
    )


@_claim("approximated", "reasonably approximated", _EVERY)
@asked("80% of the extra wins, with the best strategy and τ for each fight")
def _(e: Evidence) -> Finding:
    """Best play can be approximated reasonably by the strategies."""
    captured = Fraction(e.heuristics.captured(e.heuristics.any_strategy))
    return Finding(f"they get {percent(captured)} of the extra wins", captured > 0.8)


@_claim("open-loop", "little performance loss", _EVERY)
@asked("under 1 win in 100 on average, with the best of strategies 0 to 3 and the best τ for each fight")
@remark("Single fights lose much more.")
def _(e: Evidence) -> Finding:
    """Strategies that look at LUCK alone lose little against best play."""
    averages = e.heuristics
    loss, lost = averages.best - averages.open_loop, 1 - averages.captured(averages.open_loop)
    return Finding(
        f"{100 * loss:.2f} wins in 100 on average, {percent(Fraction(lost))} of the "
        f"extra wins; up to {wins_in_100(Fraction(averages.worst_open_loop))} in one fight",
        loss < 0.01,
    )


@_claim("feedback", "no substantial advantage", _EVERY)
@asked("under 0.1 wins in 100 on average")
def _(e: Evidence) -> Finding:
    """Strategies that also look at STAMINA add little to that."""
    more = e.heuristics.any_strategy - e.heuristics.open_loop
    return Finding(f"{100 * more:.3f} wins in 100 on average", 0 <= more < 0.001)


@_claim(
    "crypt",
    "substantially decreasing victory probability",
    f"{FightRange(_CRYPT_GAPS, NO_LUCK)} (the foe has SKILL 12)",
)
@asked("half of the chance to win, averaged over the map, at each of these SKILL gaps; a draw breaks the succession")
@remark("The rounds stay Markovian if the state also says whether the last round was lost.")
def _(e: Evidence) -> Finding:
    """In “Crypt of the Sorcerer” two lost rounds in succession kill, which makes victory much less likely."""
    usual = [mean(of_gap) for of_gap in FightRange(_CRYPT_GAPS, NO_LUCK).of(e.chances)]
    deadly = [_deadly_run(gap) for gap in _CRYPT_GAPS]
    return Finding(
        "; ".join(
            f"gap {signed(gap)}: {100 * before:.1f}% to {100 * after:.1f}%"
            for gap, before, after in zip(_CRYPT_GAPS, usual, deadly, strict=True)
        ),
        all(after < before / 2 for before, after in zip(usual, deadly, strict=True)),
    )


@_claim(
    "retention",
    "readily be incorporated",
    f"SKILL gap 0, 12 against 10, LUCK 9, to win with more than {_KEPT_STAMINA} STAMINA and {_KEPT_LUCK} LUCK",
)
def _(e: Evidence) -> Finding:
    """Winning with enough STAMINA and LUCK left can be made the goal by giving the ends other values."""
    start = State(12, 10, 9)
    goal = Worth.tabulate(
        e.rules, won=lambda stamina, luck: stamina > _KEPT_STAMINA and luck > _KEPT_LUCK, lost=lambda stamina, luck: 0
    )
    careful = solve(e.rules, 0, goal)
    met = {}
    for name, plan in (("for it", careful.plan), ("for the win alone", e.solutions[0].plan)):
        wins = course(e.rules, 0, plan, start).wins.items()
        met[name] = sum((p for s, p in wins if s.hero_stamina > _KEPT_STAMINA and s.luck > _KEPT_LUCK), Fraction(0))
    computed = "met with " + ", ".join(f"{percent(chance)} playing {name}" for name, chance in met.items())
    return Finding(computed, met["for it"] == careful.values.at(start) > met["for the win alone"])


def _gains(e: Evidence, outcome: Outcome) -> Floats:
    """What a test adds, where it adds anything, in the order of a box."""
    return np.stack([np.maximum(e.solutions[gap].stakes[outcome].floats()[1:], 0) for gap in PLAYED_GAPS])


def _deadly_run(gap: int) -> float:
    """The chance to win without tests, averaged over the map, when two lost rounds in succession kill."""
    win, draw, lose = (ways / ROUND_ROLLS for ways in round_ways(gap))

    @cache
    def value(hero: int, foe: int, lost_one: bool) -> float:
        if hero <= 0 or foe <= 0:
            return float(hero > 0)
        fresh = value(hero, foe, False) if lost_one else 0.0
        ahead = win * value(hero, foe - 2, False) + (0.0 if lost_one else lose * value(hero - 2, foe, True))
        return ahead + draw * fresh if lost_one else ahead / (1 - draw)

    return sum(value(hero, foe, False) for hero in STAMINAS for foe in STAMINAS) / len(STAMINAS) ** 2
