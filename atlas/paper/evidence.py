"""What claims are checked against: every fight of the paper's range, solved once for all claims.

The range is that of Johnston (2020): SKILL gaps −10 … +10, STAMINA 1 … 24, LUCK up to 12. Two readings of
the solved policy stand side by side:

* exact: test where testing wins more often, decided in whole numbers;
* as the paper decides: test where p_y > (1 + 10⁻¹⁰) p_n, which leaves smaller advantages out.

Both are given in the paper's codes: 1 test after either outcome, 2 only after a lost round, 3 only after
a won one, 0 (blank in the paper's maps) never.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from atlas.game.dice import ROUND_ROLLS, SKILL_GAPS, SURE_LUCK, luck_odds, round_ways
from atlas.game.formulas import break_even_luck
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State, Verdict
from atlas.game.solver import Plan, Solution, Values, follow, solve
from atlas.game.worth import Worth
from atlas.paper.ranges import CLOSE_GAPS, PAPER_LUCK, PAPER_STAMINA, PLAYED_GAPS, FightRange, highest
from atlas.policies.conditions import Bools, Condition, Ints
from atlas.policies.evaluate import Board, Floats, mean, play
from atlas.policies.policy import STRATEGIES, Rule, RuleList, strategy
from atlas.policies.strategies import StrategyTable, best_strategies, tau_counts

TOLERANCE = Fraction(1, 10**10)
"""the relative advantage below which the paper does not test"""
BOTH, DEFEND, ATTACK, NONE = 1, 2, 3, 0
"""the paper's codes for what to do in a state"""
OPEN_LOOP = slice(4)
"""the strategies that look at LUCK alone, 0 to 3"""


@dataclass(frozen=True)
class PolicyMap:
    """Where luck is tested, as cubes by skill gap, luck, hero stamina and foe stamina."""

    won: Bools
    lost: Bools

    @cached_property
    def codes(self) -> Ints:
        return np.select([self.won & self.lost, self.lost, self.won], [BOTH, DEFEND, ATTACK], NONE)

    def code(self, skill_gap: int, luck: int) -> Ints:
        """Return the paper's map of one skill gap and luck: rows hero stamina, columns foe stamina, both from 1."""
        picture: Ints = self.codes[skill_gap - SKILL_GAPS[0], luck]
        return picture

    def tests(self, outcome: Outcome, skill_gap: int, luck: int) -> Bools:
        cube = self.won if outcome is Outcome.WON else self.lost
        picture: Bools = cube[skill_gap - SKILL_GAPS[0], luck]
        return picture

    def differing(self, one_gap: int, other_gap: int, luck: int) -> int:
        """Return in how many cells two skill gaps are played differently."""
        return int((self.code(one_gap, luck) != self.code(other_gap, luck)).sum())


@dataclass(frozen=True)
class Hidden:
    """The decisions whose advantage is below the paper's tolerance."""

    count: int
    largest: Fraction
    """the largest advantage among them, in win chance"""


@dataclass(frozen=True)
class Rise:
    """The gain from luck in one start."""

    skill_gap: int
    state: State
    never: Fraction
    best: Fraction

    @property
    def fold(self) -> Fraction:
        return self.best / self.never


@dataclass(frozen=True)
class Heuristics:
    """Average chances to win over the set `every`, each fight with its best strategy and threshold."""

    never: float
    open_loop: float
    """the best of strategies 0–3"""
    any_strategy: float
    """the best of all nine"""
    best: float
    """best play"""
    worst_open_loop: float
    """the largest loss of the best of strategies 0–3 in one fight"""

    def captured(self, value: float) -> float:
        return (value - self.never) / (self.best - self.never)


@dataclass(frozen=True)
class ConstantRule:
    """How often best play with constant LUCK departs from the rule by expected damage, and what the rule costs."""

    tests: int
    """tests that make the expected damage worse"""
    keeps: int
    """keeps where a test would improve it"""
    before_the_end: int
    """the number of both where no single hit can end the fight"""
    decisions: int
    cost: float
    """the largest loss of the rule in one fight, in chance to win"""


@dataclass(frozen=True)
class Evidence:
    """Everything the claims need, computed when first asked for."""

    given: Rules = BOOK_RULES
    compared: Sequence[StrategyTable] = ()
    """the results of `best_strategies` at every skill gap; None: computed when asked for"""

    @cached_property
    def rules(self) -> Rules:
        """The rules given, in the range of the paper."""
        return replace(self.given, max_stamina=PAPER_STAMINA, max_luck=PAPER_LUCK)

    @cached_property
    def solutions(self) -> Mapping[int, Solution]:
        return {gap: solve(self.rules, gap, Worth.of_winning(self.rules)) for gap in SKILL_GAPS}

    def best(self, skill_gap: int, hero: int, foe: int, luck: int) -> Fraction:
        """Return the win chance with best play."""
        return self.solutions[skill_gap].values.at(State(hero, foe, luck))

    def never(self, skill_gap: int, hero: int, foe: int) -> Fraction:
        """Return the win chance without luck."""
        return self.best(skill_gap, hero, foe, 0)

    @cached_property
    def chances(self) -> Floats:
        """The win chance with best play, by skill gap, luck, hero stamina, foe stamina."""
        return np.stack([solution.values.floats() for solution in self.solutions.values()])

    @cached_property
    def exact(self) -> PolicyMap:
        won, lost = (
            np.stack([s.verdicts(outcome) == Verdict.TEST for s in self.solutions.values()]) for outcome in Outcome
        )
        return PolicyMap(won, lost)

    @cached_property
    def paper(self) -> PolicyMap:
        """The policy as the paper decides it."""
        plans = [decided_with_tolerance(solution) for solution in self.solutions.values()]
        side = self.rules.max_stamina + 1
        won, lost = (
            np.array([plan[outcome] for plan in plans], dtype=bool).reshape(
                len(plans), len(self.rules.lucks), side, side
            )[..., 1:, 1:]
            for outcome in Outcome
        )
        return PolicyMap(won, lost)

    @cached_property
    def hidden(self) -> Hidden:
        count, largest = 0, Fraction(0)
        for outcome, exact, paper in (
            (Outcome.WON, self.exact.won, self.paper.won),
            (Outcome.LOST, self.exact.lost, self.paper.lost),
        ):
            cells = np.argwhere(exact & ~paper).tolist()
            count += len(cells)
            for gap, luck, hero, foe in cells:
                stakes = self.solutions[SKILL_GAPS[gap]].stakes[outcome]
                place = self.rules.position(hero + 1, foe + 1)
                largest = max(largest, Fraction(stakes.numerators[luck][place], stakes.denominator))
        return Hidden(count, largest)

    def highest_rise(self, *, never_above: float = 0, best_above: float = 0) -> Rise:
        """Return the start where luck multiplies the win chance most, among those with chances above these."""
        never = np.broadcast_to(self.chances[:, :1], self.chances.shape)
        counted = (never > never_above) & (self.chances > best_above)
        fold = np.divide(self.chances, never, out=np.zeros_like(never), where=counted)
        return self.rise(*highest(fold))

    def rise(self, skill_gap: int, hero: int, foe: int, luck: int) -> Rise:
        never, best = self.never(skill_gap, hero, foe), self.best(skill_gap, hero, foe, luck)
        return Rise(skill_gap, State(hero, foe, luck), never, best)

    @cached_property
    def strategies(self) -> list[StrategyTable]:
        """By skill gap."""
        compared = self.compared or [best_strategies(self.rules, gap) for gap in SKILL_GAPS]
        return [table.up_to(self.rules.max_luck) for table in compared]

    @cached_property
    def tau_counts(self) -> list[list[int]]:
        """By strategy and τ: the number of starts where it is as good as any, over all skill gaps."""
        return tau_counts(self.strategies)

    def tau_peak(self, number: int) -> int:
        """Return the threshold of a strategy with which it is as good as any in the most starts."""
        counts = self.tau_counts[number]
        return counts.index(max(counts))

    @cached_property
    def chosen(self) -> Ints:
        """The best strategy of every start, by skill gap, luck, hero stamina, foe stamina."""
        return np.stack([table.strategy for table in self.strategies])

    @cached_property
    def level(self) -> Bools:
        """Where LUCK gains and a strategy is as good as any of the nine: by strategy, then the axes of `chosen`."""
        return np.stack([table.level for table in self.strategies], axis=1)

    @cached_property
    def highest(self) -> Floats:
        """The chance to win with the best strategy, in the order of `chosen`."""
        return np.stack([table.win_chance for table in self.strategies])

    @cached_property
    def by_strategy(self) -> Floats:
        """The chance to win with each strategy and its best τ for the fight: by strategy, then the axes of `chances`.

        In floats, for averages; which strategies are best is decided exactly, by `chosen` and `level`.
        """
        board, winning = Board(self.rules, tuple(SKILL_GAPS)), Worth.of_winning(self.rules)
        taus = {number: self.rules.lucks[:-1] if number else (0,) for number in STRATEGIES}
        played = (play(board, board.tests([strategy(n, tau) for tau in taus[n]]), winning) for n in STRATEGIES)
        return np.stack([board.cube(values.max(axis=1)) for values in played])

    @cached_property
    def heuristics(self) -> Heuristics:
        every = FightRange(CLOSE_GAPS, self.rules.lucks[1:])
        by_strategy, best = np.stack([every.of(cube) for cube in self.by_strategy]), every.of(self.chances)
        open_loop = by_strategy[OPEN_LOOP].max(axis=0)
        return Heuristics(
            never=mean(by_strategy[0]),
            open_loop=mean(open_loop),
            any_strategy=mean(by_strategy.max(axis=0)),
            best=mean(best),
            worst_open_loop=float((best - open_loop).max()),
        )

    # Constant luck: a test costs nothing.

    @cached_property
    def constant(self) -> Rules:
        return replace(self.rules, luck_cost=0)

    @cached_property
    def constant_offence(self) -> Floats:
        """The win chance with constant luck tested after every won round, in the order of `chances`."""
        board = Board(self.constant, tuple(SKILL_GAPS))
        values = play(board, board.tests([strategy(3, 0)]), Worth.of_winning(self.constant))
        cube: Floats = board.cube(values[:, 0])
        return cube

    @cached_property
    def constant_offence_as_printed(self) -> Floats:
        """The same from luck 1 on without the chance to win the last round; 0 where no round can be won."""
        exact = self.constant_offence[:, 1:]
        wins = np.array([round_ways(gap).won / ROUND_ROLLS for gap in SKILL_GAPS])[:, None, None, None]
        printed: Floats = np.divide(exact, wins, out=np.zeros_like(exact), where=wins > 0)
        return printed

    @cached_property
    def constant_rule(self) -> ConstantRule:
        """The rule "test if the expected damage improves" against best play with constant LUCK."""
        lowest = {outcome: break_even_luck(self.rules, outcome) or SURE_LUCK + 1 for outcome in Outcome}
        rule = RuleList(
            tuple(
                Rule(o, Verdict.TEST, Condition(f"luck >= {luck}"), "by expected damage") for o, luck in lowest.items()
            )
        )
        solutions = [solve(self.constant, gap, Worth.of_winning(self.constant)) for gap in PLAYED_GAPS]
        board = Board(self.constant, tuple(PLAYED_GAPS))
        ruled = board.cube(play(board, board.tests([rule]), Worth.of_winning(self.constant))[:, 0])
        counts = Counter({"tests": 0, "keeps": 0, "before_the_end": 0, "decisions": 0})
        for outcome, axis in ((Outcome.WON, -1), (Outcome.LOST, -2)):
            verdicts = np.stack([solution.verdicts(outcome)[1:] for solution in solutions])
            pays = np.array(self.rules.lucks[1:])[:, None, None] >= lowest[outcome]
            tests, keeps = (verdicts == Verdict.TEST) & ~pays, (verdicts == Verdict.KEEP) & pays
            early = np.moveaxis(tests | keeps, axis, 0)[max(self.rules.damage(outcome).hits) :]
            for name, marked in (("tests", tests), ("keeps", keeps), ("before_the_end", early)):
                counts[name] += int(marked.sum())
            counts["decisions"] += verdicts.size
        best = np.stack([solution.values.floats() for solution in solutions])
        return ConstantRule(**counts, cost=float((best - ruled).max()))


def decided_with_tolerance(solution: Solution) -> Plan:
    """Solve by the paper's own recursion, in whole numbers: test if p_y > (1 + tolerance) p_n.

    A plan that decides so by its own values is the one that backward induction finds. Following a plan
    and deciding again settles the states in that order, so it ends.
    """
    rules, values = solution.rules, solution.values
    plan: Plan = {}
    while (decided := _clear_advantages(rules, values)) != plan:
        plan = decided
        values = follow(rules, solution.skill_gap, plan, Worth.of_winning(rules))
    return plan


def _clear_advantages(rules: Rules, values: Values) -> Plan:
    """Return where testing once and then going on as `values` say gains more than the tolerance."""
    times = int(1 / TOLERANCE)
    plan = {outcome: [bytearray(len(plane)) for plane in values.numerators] for outcome in Outcome}
    for luck, plane in enumerate(values.numerators):
        if not rules.can_test(luck):
            continue
        spent = values.numerators[luck - rules.luck_cost]
        hits, misses = luck_odds(luck).lowest_terms()
        for outcome in Outcome:
            plain, lucky, unlucky = rules.moves[outcome]
            keep_weight, test_weight = (hits + misses) * (times + 1), times
            marks = plan[outcome][luck]
            for place in rules.places:
                test = hits * spent[lucky[place]] + misses * spent[unlucky[place]]
                marks[place] = test * test_weight > plane[plain[place]] * keep_weight
    return plan
