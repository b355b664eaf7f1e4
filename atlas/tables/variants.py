"""What other rules change: how often the advice is not that of the books, and what it costs to play by theirs.

Both are counted over the fights that both know: those with luck to test, a foe that has not yielded, and, where
rounds are counted, all of them to come. A fight is played to its end in exact numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, Plan, Solution, Values, follow
from atlas.game.worth import Worth
from atlas.tables.gap_table import Aim

FIGHT_LUCK = 12
"""the largest luck of the set of fights `every`"""


@dataclass(frozen=True)
class Difference:
    """What rules change against others, over all fights of some skill gaps, all equally likely."""

    decisions: Mapping[Aim, Fraction]
    """the share of decisions where one says test and the other keep"""
    advised: Fraction
    """the average chance to win, all-out, by the advice for these rules"""
    ignored: Fraction
    """by the advice for the others"""
    never: Fraction
    """without a test"""
    worst: "Loss"

    @property
    def cost(self) -> Fraction:
        return self.advised - self.ignored


@dataclass(frozen=True, order=True)
class Loss:
    """A fight that is played by the wrong advice."""

    cost: Fraction
    skill_gap: int
    state: State
    advised: Fraction


def difference(pairs: Sequence[Pair], others: Sequence[Pair]) -> Difference:
    """What the rules of the pairs change against those of the others, at the same skill gaps."""
    rules = pairs[0].best.rules
    states = tested_states(rules)
    ignored = [
        follow(rules, pair.best.skill_gap, _plan(rules, other.best), Worth.of_winning(rules))
        for pair, other in zip(pairs, others, strict=True)
    ]
    return Difference(
        decisions={
            Aim.THRIFTY: _differing(rules, [(p.thrifty, o.thrifty) for p, o in zip(pairs, others, strict=True)]),
            Aim.BEST: _differing(rules, [(p.best, o.best) for p, o in zip(pairs, others, strict=True)]),
        },
        advised=_average([pair.best.values for pair in pairs], states),
        ignored=_average(ignored, states),
        never=_average([pair.best.values for pair in pairs], [state._replace(luck=0) for state in states]),
        worst=max(_worst(pair.best, values, states) for pair, values in zip(pairs, ignored, strict=True)),
    )


def tested_states(rules: Rules) -> list[State]:
    """The states of the set of fights `every`, as far as the tables reach and the foe fights on."""
    return [s for s in rules.states() if 1 <= s.luck <= FIGHT_LUCK and s.foe_stamina > rules.foe_yields_at]


def _plan(rules: Rules, solution: Solution) -> Plan:
    """A plan made without memory, for rules with it: the same whatever is remembered."""
    return {
        outcome: [np.repeat(np.frombuffer(bytes(plane), np.uint8), rules.memories).tolist() for plane in planes]
        for outcome, planes in solution.plan.items()
    }


def _differing(rules: Rules, pairs: Sequence[tuple[Solution, Solution]]) -> Fraction:
    lucks, foes = slice(1, FIGHT_LUCK + 1), slice(rules.foe_yields_at, None)
    cut = [[s.verdicts(o)[lucks, :, foes] for s in pair] for pair in pairs for o in Outcome]
    apart = sum(int(((a != b) & (a != Verdict.EITHER) & (b != Verdict.EITHER)).sum()) for a, b in cut)
    return Fraction(apart, sum(a.size for a, _ in cut))


def _average(by_gap: Sequence[Values], states: Sequence[State]) -> Fraction:
    total = Fraction(0)
    for values in by_gap:
        places = ((s.luck, values.rules.position(s.hero_stamina, s.foe_stamina)) for s in states)
        total += Fraction(sum(values.numerators[luck][place] for luck, place in places), values.denominator)
    return total / (len(by_gap) * len(states))


def _worst(best: Solution, ignored: Values, states: Sequence[State]) -> Loss:
    def loss(state: State) -> int:
        place = best.rules.position(state.hero_stamina, state.foe_stamina)
        return best.values.numerators[state.luck][place] - ignored.numerators[state.luck][place]

    state = max(states, key=loss)
    return Loss(Fraction(loss(state), ignored.denominator), best.skill_gap, state, best.values.at(state))
