"""The cost of using a table for a fight that is not in it: a wider skill gap, or a stamina above its last.

The plan of such a reader is followed to the end, exactly, and compared with the thrifty plan of that fight.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.dice import SKILL_GAPS, round_ways
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import Plan, Values, follow, solve
from atlas.game.worth import Worth

ABOVE = 8
"""the number of staminas above the last that are measured"""


@dataclass(frozen=True)
class PlanCost:
    """The largest cost of a plan against the thrifty one, over the fights of a set."""

    wins: Fraction
    """in chance to win"""
    luck: Fraction
    """in LUCK spent, on average"""

    @classmethod
    def most(cls, costs: Iterable["PlanCost"]) -> "PlanCost":
        """Return the largest of each."""
        listed = list(costs)
        return cls(max(cost.wins for cost in listed), max(cost.luck for cost in listed))


@dataclass(frozen=True)
class Beyond:
    """The cost of using the page of the last skill gap for those beyond it."""

    keeps: frozenset[Outcome]
    """outcomes after which to keep beyond it, whatever the page says"""
    cost: PlanCost


@dataclass(frozen=True)
class Outside:
    """The costs of a set of printed tables outside its fights."""

    beyond: Mapping[int, Beyond]
    """by the skill gap of a page that is used for others too"""
    above: PlanCost
    """the cost of using the last stamina for one up to `ABOVE` higher"""
    largest: int
    """the highest stamina that is measured"""


def outside(edition: Edition, side: int, skill_gaps: Sequence[int], ends: Sequence[int]) -> Outside:
    """Measure tables of these skill gaps and of staminas 1 to `side`; the last skill gaps are used for those beyond."""
    rules = edition.rules.sized(side, edition.rules.max_luck)
    larger = edition.rules.sized(side + ABOVE, edition.rules.max_luck)
    price = edition.luck_price
    return Outside(
        beyond={gap: _beyond(rules, price, gap) for gap in ends},
        above=PlanCost.most(_above(larger, price, gap, side) for gap in skill_gaps),
        largest=larger.max_stamina,
    )


def _beyond(rules: Rules, price: Fraction, end: int) -> Beyond:
    """Measure the page of a last skill gap in the gaps beyond it."""
    worth = Worth.of_winning_thriftily(rules, price)
    others = [gap for gap in SKILL_GAPS if (gap > end if end > 0 else gap < end)]
    own = {gap: solve(rules, gap, worth).plan for gap in others}
    keeps = frozenset(o for o in Outcome if not any(can_happen(gap, o) and _tests(own[gap][o]) for gap in others))
    plan = solve(rules, end, worth).plan
    never = [bytes(len(plane)) for plane in plan[Outcome.WON]]
    followed = {outcome: never if outcome in keeps else plan[outcome] for outcome in Outcome}
    return Beyond(keeps, PlanCost.most(_cost(rules, gap, followed, own[gap]) for gap in others))


def can_happen(skill_gap: int, outcome: Outcome) -> bool:
    """Return whether a round at this skill gap can have this outcome."""
    ways = round_ways(skill_gap)
    return bool(ways.won if outcome is Outcome.WON else ways.lost)


def _tests(planes: Sequence[Sequence[int]]) -> bool:
    """Return whether a plan tests anywhere after one outcome."""
    return any(Verdict.TEST in plane for plane in planes)


def _above(rules: Rules, price: Fraction, skill_gap: int, side: int) -> PlanCost:
    """Return the cost of the plan that reads a stamina above the last as the last."""
    own = solve(rules, skill_gap, Worth.of_winning_thriftily(rules, price)).plan
    staminas = range(rules.max_stamina + 1)
    read = [rules.position(min(hero, side), min(foe, side)) for hero in staminas for foe in staminas]
    followed = {outcome: [bytes(plane[place] for place in read) for plane in own[outcome]] for outcome in Outcome}
    return _cost(rules, skill_gap, followed, own)


def _cost(rules: Rules, skill_gap: int, followed: Plan, own: Plan) -> PlanCost:
    """Return the cost of a plan that is followed in place of the skill gap's own."""
    wins, lucks = (
        [follow(rules, skill_gap, plan, worth) for plan in (own, followed)]
        for worth in (Worth.of_winning(rules), Worth.of_luck_left(rules))
    )
    return PlanCost(_most_more(*wins), _most_more(*lucks))


def _most_more(one: Values, other: Values) -> Fraction:
    """Return the largest difference between two values of a place."""
    pairs = (
        pair for planes in zip(one.numerators, other.numerators, strict=True) for pair in zip(*planes, strict=True)
    )
    return Fraction(max(a - b for a, b in pairs), one.denominator)
