"""The published figures of a policy on the sets of fights, exact.

The solver follows the policy in whole numbers. Averages, losses and luck spent are fractions, so no printed digit
depends on the rounding of a float.
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
from atlas.policies.policy import Policy, Solved, SteadyPolicy, grid_of


@dataclass(frozen=True)
class Certificate:
    """The exact figures of a policy."""

    captured_gain: Mapping[str, Fraction]
    """by fight set: (policy − never) / (best − never), of the average win chances"""
    mean_loss: Mapping[str, Fraction]
    """by fight set: average of (best win chance − the policy's win chance)"""
    luck_spent: Mapping[str, Fraction]
    """by fight set: average of the expected luck points spent in a fight"""
    win_chance: Mapping[str, Fraction]
    """by fight set: average win chance"""
    worst_loss: Fraction
    """the largest (best win chance − the policy's win chance) over the set `every`"""
    worst_gap: int
    """the skill gap of the worst loss"""
    worst_state: State
    """the state of the worst loss"""


@lru_cache(maxsize=2)
def best_solutions(rules: Rules) -> dict[int, Solution]:
    """Return, by skill gap, the solutions with the highest win chance: policies are judged against them."""
    return {gap: solve(rules, gap, Worth.of_winning(rules)) for gap in FIGHT_GAPS}


def thrifty_policy(rules: Rules, luck_price: Fraction) -> Solved:
    """Return best play at a price of luck, for all skill gaps that fight sets have."""
    worth = Worth.of_winning_thriftily(rules, luck_price)
    return Solved(rules, {gap: solve(rules, gap, worth).plan for gap in FIGHT_GAPS})


def certify(policy: Policy, best: Mapping[int, Solution]) -> Certificate:
    """Return the exact figures of a policy, judged against the best solutions by skill gap."""
    return certify_all([policy], best)[0]


def certify_all(policies: Sequence[Policy], best: Mapping[int, Solution]) -> list[Certificate]:
    """Return the exact figures of many policies. A steady policy that several of them choose is followed only once.

    One pass of the solver gives both win chance and luck left: the worth of an end is 2^k if it is won, plus the luck
    left. k is so large that the luck left in all fights of a set together is less than 2^k; so division by 2^k takes
    the sum apart again.
    """
    all_sums = [_PolicySums() for _ in policies]
    for gap in FIGHT_GAPS:
        rules, units = best[gap].rules, best[gap].values.denominator
        k = units.bit_length() + MOST_WEIGHT_BITS
        worth = Worth.of_winning_thriftily(rules, Fraction(1, 2**k))
        steady_values: dict[SteadyPolicy, Values] = {}
        for policy, sums in zip(policies, all_sums, strict=True):
            values = _policy_values(policy, rules, gap, worth, steady_values)
            for fights in FIGHT_SETS:
                won, luck_left = divmod(_weighted_sum(_weights(fights, rules, gap), values.numerators), 2**k)
                sums.won[fights] += Fraction(won, units * fights.total)
                sums.luck_left[fights] += Fraction(luck_left, units * fights.total)
            sums.worst_losses.append(_worst_loss(gap, best[gap].values, values, k))
    return [_certificate(sums, best) for sums in all_sums]


class _PolicySums:
    """The figures of one policy, added up skill gap by skill gap."""

    def __init__(self) -> None:
        self.won, self.luck_left = (dict.fromkeys(FIGHT_SETS, Fraction(0)) for _ in range(2))
        self.worst_losses: list[tuple[Fraction, int, State]] = []


def _certificate(sums: _PolicySums, best: Mapping[int, Solution]) -> Certificate:
    most, least = ({f: _win_chance_range(f, _Best(best))[n] for f in FIGHT_SETS} for n in range(2))
    (loss, worst_gap, state), won = max(sums.worst_losses), sums.won
    return Certificate(
        captured_gain={f.name: (won[f] - least[f]) / (most[f] - least[f]) for f in FIGHT_SETS},
        mean_loss={f.name: most[f] - won[f] for f in FIGHT_SETS},
        luck_spent={f.name: _mean_luck(f) - sums.luck_left[f] for f in FIGHT_SETS},
        win_chance={f.name: won[f] for f in FIGHT_SETS},
        worst_loss=loss,
        worst_gap=worst_gap,
        worst_state=state,
    )


MOST_WEIGHT_BITS = 64
"""more bits than the luck left in all fights of a set together has"""


@dataclass(frozen=True, eq=False)
class _Best:
    """Best solutions as the key of a cache: equal only if they are the same object, which is quick to compare."""

    solutions: Mapping[int, Solution]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Best) and other.solutions is self.solutions

    def __hash__(self) -> int:
        return id(self.solutions)


@cache
def _win_chance_range(fights: FightSet, best: _Best) -> tuple[Fraction, Fraction]:
    """Return the average win chance on a set with best play, and without any test."""
    most = least = Fraction(0)
    for gap in FIGHT_GAPS:
        values = best.solutions[gap].values
        weights = _weights(fights, values.rules, gap)
        # With luck 0 nothing can be tested.
        never = [values.numerators[0]] * len(values.numerators)
        most += Fraction(_weighted_sum(weights, values.numerators), values.denominator * fights.total)
        least += Fraction(_weighted_sum(weights, never), values.denominator * fights.total)
    return most, least


def _policy_values(
    policy: Policy, rules: Rules, gap: int, worth: Worth, steady_values: dict[SteadyPolicy, Values]
) -> Values:
    """Return the values of a policy. Those of the steady policies it chooses from are looked up or added."""
    for choice in policy.choices:
        if choice not in steady_values:
            steady_values[choice] = follow(rules, gap, choice.plan(rules, gap), worth)
    by_choice = [steady_values[choice] for choice in policy.choices]
    if len(by_choice) == 1:
        return by_choice[0]
    chosen = policy.choice(grid_of(rules, gap)).reshape(len(rules.lucks), -1).tolist()
    planes = [
        [by_choice[index].numerators[luck][position] for position, index in enumerate(row)]
        for luck, row in enumerate(chosen)
    ]
    return Values(rules, planes, by_choice[0].denominator)


@cache
def _weights(fights: FightSet, rules: Rules, gap: int) -> Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return, by luck, the positions that are counted in a fight set at one skill gap, and their weights."""
    weights = {}
    cube = fights.weights[gap - SKILL_GAPS[0]]
    for luck in range(FIGHT_LUCK + 1):
        heroes, foes = np.nonzero(cube[luck])
        if len(heroes):
            positions = rules.position(heroes + 1, foes + 1)  # type: ignore[arg-type]
            weights[luck] = (tuple(positions.tolist()), tuple(cube[luck][heroes, foes].tolist()))  # type: ignore[attr-defined]
    return weights


def _weighted_sum(weights: Mapping[int, tuple[Iterable[int], Iterable[int]]], planes: Planes) -> int:
    """Return the sum of the numerators, each times its weight."""
    return sum(
        sum(map(mul, map(planes[luck].__getitem__, positions), counts)) for luck, (positions, counts) in weights.items()
    )


@cache
def _mean_luck(fights: FightSet) -> Fraction:
    """Return the average LUCK with which the fights of a set begin."""
    return Fraction(int((fights.weights.sum(axis=(0, 2, 3)) * np.arange(FIGHT_LUCK + 1)).sum()), fights.total)


def _worst_loss(gap: int, best: Values, values: Values, k: int) -> tuple[Fraction, int, State]:
    """Return the worst loss of win chance among the starts of `every` at one skill gap, the gap, and the state."""
    losses = []
    for luck, (positions, _) in _weights(EVERY, best.rules, gap).items():
        won = [n >> k for n in map(values.numerators[luck].__getitem__, positions)]
        lost = list(map(sub, map(best.numerators[luck].__getitem__, positions), won))
        losses.append((max(lost), luck, positions[lost.index(max(lost))]))
    loss, luck, position = max(losses, default=(-1, 0, 0))
    return Fraction(loss, best.denominator), gap, State(*divmod(position, best.rules.max_stamina + 1), luck)
