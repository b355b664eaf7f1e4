"""What a policy is worth on the sets of fights, in exact rationals: the figures that are published.

The policy is followed by the solver in whole numbers; averages, losses and luck spent come out as
fractions, so that no printed digit hangs on a float.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.rules import Rules, State
from atlas.game.solver import Solution, Values, follow
from atlas.game.worth import Worth
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS
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
    """Judge a policy in exact numbers, on the three sets, against the best solutions by skill gap."""
    sums: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    losses = []
    for gap in FIGHT_GAPS:
        rules = best[gap].rules
        card = _followed(policy, rules, gap, Worth.of_winning(rules))
        left = _followed(policy, rules, gap, Worth.of_luck_left(rules))
        for fights in FIGHT_SETS:
            for name, total in _weighted(fights.at(gap), best[gap].values, card, left).items():
                sums[fights.name, name] += total / fights.total
        if EVERY.at(gap):
            losses.append(_worst_loss(gap, best[gap].values, card))

    names = [fights.name for fights in FIGHT_SETS]
    loss, worst_gap, state = max(losses)
    return Certificate(
        captured_gain={n: (sums[n, "card"] - sums[n, "never"]) / (sums[n, "best"] - sums[n, "never"]) for n in names},
        mean_loss={n: sums[n, "best"] - sums[n, "card"] for n in names},
        luck_spent={n: sums[n, "spent"] for n in names},
        win_chance={n: sums[n, "card"] for n in names},
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


def _weighted(starts: Sequence[tuple[State, int]], best: Values, card: Values, left: Values) -> dict[str, Fraction]:
    """Win chances and luck spent from these starts, each times its weight, summed."""
    sums = dict.fromkeys(("best", "card", "never", "spent"), 0)
    for (hero, foe, luck), weight in starts:
        position = best.rules.position(hero, foe)
        sums["best"] += weight * best.numerators[luck][position]
        sums["card"] += weight * card.numerators[luck][position]
        sums["never"] += weight * best.numerators[0][position]
        sums["spent"] += weight * (luck * left.denominator - left.numerators[luck][position])
    return {name: Fraction(total, best.denominator) for name, total in sums.items()}


def _worst_loss(gap: int, best: Values, card: Values) -> tuple[Fraction, int, State]:
    """Among the starts of `every` at one skill gap: the loss, and where."""

    def loss(state: State) -> int:
        position = best.rules.position(state.hero_stamina, state.foe_stamina)
        return best.numerators[state.luck][position] - card.numerators[state.luck][position]

    state = max((state for state, _ in EVERY.at(gap)), key=loss)
    return Fraction(loss(state), best.denominator), gap, state
