"""What a policy is worth on the sets of fights, in exact rationals: the figures that are published.

The policy is followed by the solver in whole numbers; averages, losses and luck spent come out as
fractions, so that no printed digit hangs on a float.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from operator import mul, sub

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Rules, State
from atlas.game.solver import Planes, Solution, Values, follow, solve
from atlas.game.worth import Worth
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_LUCK, FIGHT_SETS, FightSet
from atlas.policies.policy import Policy, SteadyPolicy, grid_of


@dataclass(frozen=True)
class Certificate:
    """What a policy is worth, exactly."""

    captured_gain: Mapping[str, Fraction]
    """by fight set: (policy − never) / (best − never), of the average win chances"""
    mean_loss: Mapping[str, Fraction]
    """by fight set: average of best win chance − the policy's"""
    luck_spent: Mapping[str, Fraction]
    """by fight set: average of the expected luck points spent"""
    win_chance: Mapping[str, Fraction]
    """by fight set"""
    worst_loss: Fraction
    """over the set `every`"""
    worst_gap: int
    worst_state: State


@lru_cache(maxsize=2)
def best_solutions(rules: Rules) -> dict[int, Solution]:
    """What policies are judged against: the highest chance to win, by skill gap."""
    return {gap: solve(rules, gap, Worth.of_winning(rules)) for gap in FIGHT_GAPS}


def certify(policy: Policy, best: Mapping[int, Solution]) -> Certificate:
    """Judge a policy in exact numbers, on all sets, against the best solutions by skill gap."""
    return certify_all([policy], best)[0]


def certify_all(policies: Sequence[Policy], best: Mapping[int, Solution]) -> list[Certificate]:
    """Judge many policies; one that several of them choose is followed once.

    Win chance and luck left are followed at once: the worth of an end is 2^k if it is won, and the luck left beside
    it, with a k so large that the luck left in all fights of a set together stays below.
    """
    sums = [_Sums() for _ in policies]
    for gap in FIGHT_GAPS:
        rules, units = best[gap].rules, best[gap].values.denominator
        k = units.bit_length() + MOST_WEIGHT_BITS
        worth = Worth.of_winning_thriftily(rules, Fraction(1, 2**k))
        known: dict[SteadyPolicy, Values] = {}
        for policy, found in zip(policies, sums, strict=True):
            both = _followed(policy, rules, gap, worth, known)
            for fights in FIGHT_SETS:
                high, low = divmod(_weighted(_weights(fights, rules, gap), both.numerators), 2**k)
                found.won[fights] += Fraction(high, units * fights.total)
                found.left[fights] += Fraction(low, units * fights.total)
            found.losses.append(_worst_loss(gap, best[gap].values, both, k))
    return [_certificate(found, best) for found in sums]


class _Sums:
    """What is known of a policy, skill gap by skill gap."""

    def __init__(self) -> None:
        self.won, self.left = (dict.fromkeys(FIGHT_SETS, Fraction(0)) for _ in range(2))
        self.losses: list[tuple[Fraction, int, State]] = []


def _certificate(found: _Sums, best: Mapping[int, Solution]) -> Certificate:
    most, least = ({f: _range(f, _Best(best))[n] for f in FIGHT_SETS} for n in range(2))
    (loss, worst_gap, state), won = max(found.losses), found.won
    return Certificate(
        captured_gain={f.name: (won[f] - least[f]) / (most[f] - least[f]) for f in FIGHT_SETS},
        mean_loss={f.name: most[f] - won[f] for f in FIGHT_SETS},
        luck_spent={f.name: _mean_luck(f) - found.left[f] for f in FIGHT_SETS},
        win_chance={f.name: won[f] for f in FIGHT_SETS},
        worst_loss=loss,
        worst_gap=worst_gap,
        worst_state=state,
    )


MOST_WEIGHT_BITS = 64
"""more than the luck left in all fights of a set together can take"""


@dataclass(frozen=True, eq=False)
class _Best:
    """Best solutions, told apart by their identity."""

    solutions: Mapping[int, Solution]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Best) and other.solutions is self.solutions

    def __hash__(self) -> int:
        return id(self.solutions)


@cache
def _range(fights: FightSet, best: _Best) -> tuple[Fraction, Fraction]:
    """The average win chance on a set with best play, and without any test."""
    most = least = Fraction(0)
    for gap in FIGHT_GAPS:
        values = best.solutions[gap].values
        weights = _weights(fights, values.rules, gap)
        idle = [values.numerators[0]] * len(values.numerators)
        most += Fraction(_weighted(weights, values.numerators), values.denominator * fights.total)
        least += Fraction(_weighted(weights, idle), values.denominator * fights.total)
    return most, least


def _followed(policy: Policy, rules: Rules, gap: int, worth: Worth, known: dict[SteadyPolicy, Values]) -> Values:
    """Return what a policy is worth; what is `known` of the policies it chooses from is not followed again."""
    for choice in policy.choices:
        if choice not in known:
            known[choice] = follow(rules, gap, choice.plan(rules, gap), worth)
    played = [known[choice] for choice in policy.choices]
    if len(played) == 1:
        return played[0]
    chosen = policy.choice(grid_of(rules, gap)).reshape(len(rules.lucks), -1).tolist()
    planes = [
        [played[number].numerators[luck][position] for position, number in enumerate(numbers)]
        for luck, numbers in enumerate(chosen)
    ]
    return Values(rules, planes, played[0].denominator)


@cache
def _weights(fights: FightSet, rules: Rules, gap: int) -> Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """By luck, where any count: the positions that do, and their weights."""
    found = {}
    cube = fights.weights[gap - SKILL_GAPS[0]]
    for luck in range(FIGHT_LUCK + 1):
        heroes, foes = np.nonzero(cube[luck])
        if len(heroes):
            positions = rules.position(heroes + 1, foes + 1)  # type: ignore[arg-type]
            found[luck] = (tuple(positions.tolist()), tuple(cube[luck][heroes, foes].tolist()))  # type: ignore[attr-defined]
    return found


def _weighted(weights: Mapping[int, tuple[Iterable[int], Iterable[int]]], planes: Planes) -> int:
    """Numerators at these starts, each times its weight, summed."""
    return sum(sum(map(mul, map(planes[luck].__getitem__, at), counts)) for luck, (at, counts) in weights.items())


@cache
def _mean_luck(fights: FightSet) -> Fraction:
    return Fraction(int((fights.weights.sum(axis=(0, 2, 3)) * np.arange(FIGHT_LUCK + 1)).sum()), fights.total)


def _worst_loss(gap: int, best: Values, both: Values, k: int) -> tuple[Fraction, int, State]:
    """Among the starts of `every` at one skill gap: the loss, and where."""
    losses = []
    for luck, (at, _) in _weights(EVERY, best.rules, gap).items():
        won = [n >> k for n in map(both.numerators[luck].__getitem__, at)]
        lost = list(map(sub, map(best.numerators[luck].__getitem__, at), won))
        losses.append((max(lost), luck, at[lost.index(max(lost))]))
    loss, luck, position = max(losses, default=(-1, 0, 0))
    return Fraction(loss, best.denominator), gap, State(*divmod(position, best.rules.max_stamina + 1), luck)
