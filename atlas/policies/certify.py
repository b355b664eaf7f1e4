"""What a policy is worth on the sets of fights, in exact rationals: the figures that are published.

The policy is followed by the solver in whole numbers; averages, losses and luck spent come out as
fractions, so that no printed digit hangs on a float.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import mul, sub

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Rules, State
from atlas.game.solver import Solution, Values, follow
from atlas.game.worth import Worth
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_LUCK, FIGHT_SETS, FightSet
from atlas.policies.policy import ByStart, Policy, grid_of, plan_of


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


def certify(policy: Policy | ByStart, best: Mapping[int, Solution]) -> Certificate:
    """Judge a policy in exact numbers, on all sets, against the best solutions by skill gap."""
    sums: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    losses = []
    for gap in FIGHT_GAPS:
        rules, optimal = best[gap].rules, best[gap].values
        card = _followed(policy, rules, gap, Worth.of_winning(rules))
        left = _followed(policy, rules, gap, Worth.of_luck_left(rules))
        never = Values(rules, [optimal.numerators[0]] * len(rules.lucks), optimal.denominator)
        for fights in FIGHT_SETS:
            weights = _weights(fights, rules, gap)
            for name, values in (("best", optimal), ("card", card), ("never", never), ("left", left)):
                sums[fights.name, name] += _weighted(weights, values) / fights.total
        losses.append(_worst_loss(gap, optimal, card))

    def by_set(figure: str) -> dict[str, Fraction]:
        return {fights.name: sums[fights.name, figure] for fights in FIGHT_SETS}

    won, most, least, left_over = (by_set(figure) for figure in ("card", "best", "never", "left"))
    loss, worst_gap, state = max(losses)
    return Certificate(
        captured_gain={name: (won[name] - least[name]) / (most[name] - least[name]) for name in won},
        mean_loss={name: most[name] - won[name] for name in won},
        luck_spent={fights.name: _mean_luck(fights) - left_over[fights.name] for fights in FIGHT_SETS},
        win_chance=won,
        worst_loss=loss,
        worst_gap=worst_gap,
        worst_state=state,
    )


def _followed(policy: Policy | ByStart, rules: Rules, gap: int, worth: Worth) -> Values:
    if not isinstance(policy, ByStart):
        return follow(rules, gap, plan_of(policy, rules, gap), worth)
    played = [follow(rules, gap, plan_of(choice, rules, gap), worth) for choice in policy.choices]
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


def _weighted(weights: Mapping[int, tuple[Iterable[int], Iterable[int]]], values: Values) -> Fraction:
    """Values from these starts, each times its weight, summed."""
    planes = values.numerators
    total = sum(sum(map(mul, map(planes[luck].__getitem__, at), counts)) for luck, (at, counts) in weights.items())
    return Fraction(total, values.denominator)


@cache
def _mean_luck(fights: FightSet) -> Fraction:
    return Fraction(int((fights.weights.sum(axis=(0, 2, 3)) * np.arange(FIGHT_LUCK + 1)).sum()), fights.total)


def _worst_loss(gap: int, best: Values, card: Values) -> tuple[Fraction, int, State]:
    """Among the starts of `every` at one skill gap: the loss, and where."""
    rules = best.rules
    losses = [
        (max(loss), luck, at[loss.index(max(loss))])
        for luck, (at, _) in _weights(EVERY, rules, gap).items()
        for loss in [list(map(sub, *(map(values.numerators[luck].__getitem__, at) for values in (best, card))))]
    ]
    loss, luck, position = max(losses, default=(-1, 0, 0))
    return Fraction(loss, best.denominator), gap, State(*divmod(position, rules.max_stamina + 1), luck)

