"""What lies ahead in every state under a solved policy: how long the fight lasts, what a win leaves.

Exact like the solutions; `dynamics` tells the same of one fight, run forward.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from atlas.game.dice import ROUND_ROLLS, round_ways
from atlas.game.solver import Pair, Solution, follow
from atlas.game.worth import Worth

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outlook:
    """By luck, hero stamina, foe stamina: each float the one nearest to the exact value."""

    rounds: Floats
    """how many rounds are to come, draws counted"""
    stamina_left: Floats
    """hero stamina after a win, on average; not a number where the hero cannot win"""


@dataclass(frozen=True)
class OutlookPair:
    """The outlooks of one skill gap."""

    best: Outlook
    thrifty: Outlook


def outlooks(pair: Pair) -> OutlookPair:
    return OutlookPair(outlook(pair.best), outlook(pair.thrifty))


def outlook(solution: Solution) -> Outlook:
    rules, skill_gap = solution.rules, solution.skill_gap
    rounds = follow(rules, skill_gap, solution.plan, Worth.of_nothing(rules), each_round=1)
    saved = follow(rules, skill_gap, solution.plan, Worth.of_stamina_saved(rules))
    wins = solution.win_chances
    decisive = ROUND_ROLLS - round_ways(skill_gap).drawn
    lasting = [[ROUND_ROLLS * n / (decisive * rounds.denominator) for n in plane] for plane in rounds.numerators]
    # Staminas and wins are counted in the same units, so their quotient needs no denominators.
    left = [
        [stamina / win if win else np.nan for stamina, win in zip(*planes, strict=True)]
        for planes in zip(saved.numerators, wins.numerators, strict=True)
    ]
    return Outlook(*(_cells(planes, rules.max_stamina) for planes in (lasting, left)))


def _cells(planes: list[list[float]], side: int) -> Floats:
    """Of all positions those with both sides standing."""
    return np.array(planes).reshape(-1, side + 1, side + 1)[:, 1:, 1:]
