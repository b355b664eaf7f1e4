"""Threshold tables as a booklet prints them: for a pair of staminas the lowest LUCK to test with, rarely the highest.

In comes an edition; out comes a `SpanPlan` for a skill gap and an aim: the plan of a reader who follows the tables,
and its exact cost. Where the best play keeps with some LUCK above the lowest, a square leaves that out as long
as no decision costs more than `ROUNDING` by it. Else it has a highest LUCK as well; where even that is not the best
play, it is the span with the cheapest worst decision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Solution, follow, solve
from atlas.game.worth import Worth
from atlas.tables.gap_table import Aim

ROUNDING = Fraction(2, 1000)
"""in win chance: the largest cost of a square without a highest LUCK"""


@dataclass(frozen=True)
class Span:
    """The LUCK to test with: from `lowest` on, up to `highest` if there is one."""

    lowest: int
    highest: int | None = None

    def tests(self, luck: int) -> bool:
        """Return whether to test with this LUCK."""
        return self.lowest <= luck and (self.highest is None or luck <= self.highest)


Spans = Sequence[Sequence[Span | None]]
"""by your stamina, then the foe's; None where to keep with any LUCK"""


@dataclass(frozen=True)
class SpanTable:
    """The spans of one skill gap and outcome, with the cost of their rounding."""

    spans: Spans
    rounded: int
    """the number of squares where the decision is not the best one for some LUCK"""
    cost: Fraction
    """of the worst decision, in what the aim maximises; a win is 1"""


@dataclass(frozen=True)
class SpanPlan:
    """All tables of one skill gap and aim."""

    skill_gap: int
    tables: Mapping[Outcome, SpanTable]
    whole_cost: Fraction | None
    """the largest cost of following the tables through a whole fight; None where fights remember rounds"""


def span_plan(edition: Edition, skill_gap: int, aim: Aim) -> SpanPlan:
    """Return the tables of one skill gap and aim."""
    rules, price = edition.rules, edition.luck_price if aim is Aim.THRIFTY else Fraction(0)
    solution = solve(rules, skill_gap, Worth.of_winning_thriftily(rules, price))
    tables = {outcome: span_table(solution, outcome) for outcome in Outcome}
    return SpanPlan(skill_gap, tables, None if edition.has_memory else _whole_cost(solution, tables))


def span_table(solution: Solution, outcome: Outcome) -> SpanTable:
    """Return the table of one outcome."""
    rules, stakes = solution.rules, solution.stakes[outcome]
    tested = (solution.verdicts(outcome) == Verdict.TEST).any(axis=0).tolist()
    spans: list[list[Span | None]] = [[None] * rules.max_stamina for _ in rules.staminas]
    rounded, most = 0, Fraction(0)
    for hero in rules.staminas:
        for foe in rules.staminas:
            if tested[hero - 1][foe - 1]:
                worth = [stakes.at(State(hero, foe, luck)) for luck in rules.lucks]
                spans[hero - 1][foe - 1], cost = _cheapest_span(worth)
                rounded, most = rounded + (cost > 0), max(most, cost)
    return SpanTable(spans, rounded, most)


def _cheapest_span(worth: Sequence[Fraction]) -> tuple[Span, Fraction]:
    """Return the span with the cheapest worst decision, by the stakes for each LUCK, and that cost."""
    top, tests = len(worth) - 1, [luck for luck, stake in enumerate(worth) if stake > 0]

    def cost(ends: tuple[int, int]) -> Fraction:
        low, high = ends
        return max(-stake if low <= luck <= high else stake for luck, stake in enumerate(worth))

    ends = tests[0], top
    if cost(ends) > ROUNDING:
        ends = min(combinations_with_replacement(tests, 2), key=cost)
    low, high = ends
    return Span(low, None if high == top else high), max(Fraction(0), cost(ends))


def _whole_cost(solution: Solution, tables: Mapping[Outcome, SpanTable]) -> Fraction:
    """Return the largest cost of following the tables in a fight of the skill gap."""
    rules, best = solution.rules, solution.values
    plan = {outcome: planes_of(rules, table.spans) for outcome, table in tables.items()}
    followed = follow(rules, solution.skill_gap, plan, solution.worth)
    pairs = zip(best.numerators, followed.numerators, strict=True)
    return Fraction(max(max(map(int.__sub__, *planes)) for planes in pairs), best.denominator)


def planes_of(rules: Rules, spans: Spans) -> list[bytes]:
    """Return where to test, by luck and place, in the form of a plan."""
    planes = [bytearray(rules.position(rules.max_stamina + 1, 0)) for _ in rules.lucks]
    for hero, row in zip(rules.staminas, spans, strict=True):
        for foe, span in zip(rules.staminas, row, strict=True):
            for luck in filter(span.tests, rules.lucks) if span else ():
                planes[luck][rules.position(hero, foe)] = Verdict.TEST
    return [bytes(plane) for plane in planes]
