"""The page about the mathematics behind the atlas, in the order of the paper, with one fight as the example.

The prose stands in the template; every number in it is computed here and handed in, worded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod

from atlas.game.dice import PAIR_ROLLS, ROUND_ROLLS, SKILL_GAPS, SURE_LUCK, WIDEST_GAP, RoundWays, luck_odds, round_ways
from atlas.game.dynamics import Course, course, longest, master_equation
from atlas.game.edition import Edition
from atlas.game.formulas import (
    break_even,
    break_even_luck,
    hits_to_fall,
    win_chance_testing_when_lost,
    win_chance_testing_when_won,
    win_chance_without_luck,
    wins_to_end,
)
from atlas.game.presets import rule_entries
from atlas.game.rules import Damage, Outcome, Rules, State, Verdict
from atlas.game.solver import Solution, solve, solve_pair
from atlas.game.worth import Worth
from atlas.paper.evidence import Evidence
from atlas.paper.ranges import FightRange
from atlas.policies.certify import certify
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS, FightSet
from atlas.policies.policy import Solved, attack_from
from atlas.site.pages import Page
from atlas.tables.luck_prices import LuckPrices
from atlas.wording import amount, effect, percent, signed, significant, wins_in_100

Row = Sequence[str | int]
"""the cells of a table's row"""


@dataclass(frozen=True)
class WorkedFight:
    """The fight that is the example of every formula."""

    solution: Solution
    state: State

    @property
    def rules(self) -> Rules:
        return self.solution.rules

    @property
    def gap(self) -> str:
        return signed(self.solution.skill_gap)

    @property
    def ways(self) -> RoundWays:
        return round_ways(self.solution.skill_gap)

    @property
    def decisive(self) -> str:
        chance = self.ways.decisive().chance
        return f"{chance} = {percent(chance)}"

    @property
    def hits(self) -> tuple[int, int]:
        """The normal hits it takes to finish the hero, and the foe."""
        hero, foe, _ = self.state
        return hits_to_fall(hero, self.rules.lost.plain), wins_to_end(self.rules, foe)

    @property
    def chance_never(self) -> Fraction:
        """The chance to win, never testing."""
        hero, foe, _ = self.state
        return win_chance_without_luck(self.rules, self.solution.skill_gap, hero, foe)

    @property
    def chance_at_best(self) -> Fraction:
        """The chance to win with the best use of LUCK."""
        return self.solution.values.at(self.state)

    @property
    def chance_to_be_lucky(self) -> Fraction:
        return luck_odds(self.state.luck).chance

    @property
    def never(self) -> str:
        return percent(self.chance_never)

    @property
    def lucky(self) -> str:
        return percent(self.chance_to_be_lucky)

    @property
    def constant(self) -> dict[str, str]:
        """The chance to win with constant LUCK, by the rounds after which it is tested.

        None where a hit may take no STAMINA: then the sums are infinite.
        """
        if not all(hit for outcome in Outcome for hit in self.rules.damage(outcome).hits):
            return {}
        (hero, foe, luck), gap = self.state, self.solution.skill_gap
        formulas = {"won": win_chance_testing_when_won, "lost": win_chance_testing_when_lost}
        q = luck_odds(luck).chance
        return {outcome: percent(formula(self.rules, gap, hero, foe, q)) for outcome, formula in formulas.items()}

    @property
    def best(self) -> str:
        return percent(self.chance_at_best)

    @property
    def decisions(self) -> list[Row]:
        """By outcome: the chance to win if you keep and if you test, what a test does, the verdict."""
        rows: list[Row] = []
        for outcome in Outcome:
            keep, test = self.solution.values.after(self.state, outcome)
            assert test is not None
            verdict = self.solution.verdict(self.state, outcome).word
            rows.append((str(outcome), percent(keep), percent(test), effect(test - keep), verdict))
        return rows

    @property
    def most_rounds(self) -> int:
        return longest(self.rules, self.state)

    @property
    def unit_digits(self) -> int:
        """The number of digits of 1/u for this fight alone."""
        tests = prod(luck_odds(luck).lowest_terms().total for luck in range(1, self.state.luck + 1))
        return len(str(self.ways.decisive().total ** self.most_rounds * tests))

    @cached_property
    def course(self) -> Course:
        return course(self.rules, self.solution.skill_gap, self.solution.plan, self.state)

    @property
    def rounds(self) -> str:
        return amount(self.course.mean_rounds)

    def undecided_after(self, rounds: int) -> str:
        """Return the chance that the fight still goes on after so many rounds."""
        spreads = master_equation(self.rules, self.solution.skill_gap, self.solution.plan, self.state)
        spread = next(s for n, s in enumerate(spreads) if n == rounds)
        return percent(sum((p for s, p in spread.items() if s.hero_stamina and s.foe_stamina), Fraction(0)))


@dataclass(frozen=True)
class SolvedState:
    """A state of the small fight, with its value and those of each choice in units."""

    state: State
    options: Mapping[Outcome, tuple[int, int | None]]
    """keep and test; none where no test does better than keeping"""
    value: int


@dataclass(frozen=True)
class SmallFight:
    """A fight solved backwards in whole numbers, with all its states."""

    solution: Solution
    start: State

    @cached_property
    def _states(self) -> list[State]:
        """All states from the start on, each before those that it depends on."""
        states = {self.start}
        waiting = [self.start]
        while waiting:
            ahead = {state for state in self._ahead(waiting.pop()) if state not in states}
            states |= ahead
            waiting += ahead
        return sorted(states, key=lambda state: (-self._depth(state), *state))

    def _ahead(self, state: State) -> list[State]:
        """Return the undecided states that a round can lead to, by choices that can be best."""
        ahead = []
        for outcome in Outcome:
            for test in (False, True) if self._open(state, outcome) else (False,):
                ahead += [branch.state for branch in self.solution.rules.branches(state, outcome, test=test)]
        return [after for after in ahead if after.hero_stamina and after.foe_stamina]

    def _open(self, state: State, outcome: Outcome) -> bool:
        """Return whether a test can be best: a normal hit does not win yet, or a Lucky one does not lose yet."""
        rules = self.solution.rules
        left = state.foe_stamina - rules.foe_yields_at - rules.won.plain
        if outcome is Outcome.LOST:
            left = state.hero_stamina - rules.lost.lucky
        return left > 0 and rules.can_test(state.luck)

    def _depth(self, state: State) -> int:
        """Return the length of the longest way through states from this one."""
        return 1 + max(map(self._depth, self._ahead(state)), default=0)

    @property
    def depth(self) -> int:
        return self._depth(self.start)

    @property
    def tested(self) -> list[int]:
        """The LUCKs of the tests that are worked out."""
        return sorted(
            {s.luck for s in self._states if any(self._open(s, outcome) for outcome in Outcome)}, reverse=True
        )

    @property
    def verdicts(self) -> dict[str, str]:
        return {str(outcome): self.solution.verdict(self.start, outcome).word for outcome in Outcome}

    @cached_property
    def units(self) -> int:
        """1/u: the odds of a round for each state on the way, times those of each test."""
        tests = prod(luck_odds(luck).lowest_terms().total for luck in self.tested)
        return int(round_ways(self.solution.skill_gap).decisive().total ** self.depth) * tests

    @property
    def states(self) -> list[SolvedState]:
        """The deepest first, as they are solved."""
        rows = []
        for state in reversed(self._states):
            options: dict[Outcome, tuple[int, int | None]] = {}
            for outcome in Outcome:
                keep, test = self.solution.values.after(state, outcome)
                shown = test if self._open(state, outcome) else None
                options[outcome] = self._whole(keep), None if shown is None else self._whole(shown)
            rows.append(SolvedState(state, options, self._whole(self.solution.values.at(state))))
        return rows

    @property
    def sums(self) -> list[str]:
        """The formulas of both tests of the start, and of its value."""
        last = self.states[-1]
        formulas = []
        for outcome in (outcome for outcome in Outcome if self._open(self.start, outcome)):
            lucky, unlucky = self.solution.rules.branches(self.start, outcome, test=True)
            odds = luck_odds(self.start.luck).lowest_terms()
            ahead = (self._whole(self.solution.values.at(branch.state)) for branch in (lucky, unlucky))
            sum_of = " + ".join(f"{ways} \\cdot {value}" for ways, value in zip(odds, ahead, strict=True))
            formulas.append(
                f"\\text{{{outcome}, test}} = \\frac{{{sum_of}}}{{{odds.total}}} = {last.options[outcome][1]}"
            )
        odds = round_ways(self.solution.skill_gap).decisive()
        best = [max(option for option in last.options[o] if option is not None) for o in Outcome]
        sum_of = " + ".join(f"{ways} \\cdot {value}" for ways, value in zip(odds, best, strict=True))
        return [*formulas, f"V({', '.join(map(str, self.start))}) = \\frac{{{sum_of}}}{{{odds.total}}} = {last.value}"]

    @property
    def chance(self) -> str:
        return percent(self.solution.values.at(self.start))

    def _whole(self, value: Fraction) -> int:
        units = value * self.units
        if units.denominator != 1:
            raise ValueError(f"{value} is no whole number of units of 1/{self.units}")
        return int(units)


@dataclass(frozen=True)
class ThriftyFigures:
    """What the thrifty policy costs and saves, over the set of fights `every`."""

    price: str
    gain: str
    luck_share: str
    worst_cost: str


@dataclass(frozen=True, kw_only=True)
class TheoryPage(Page):
    """The mathematics in the order of the paper, each step with its number in the same fight."""

    template = "site/theory.html"
    path: str = "theory.html"
    title: str = "The theory"
    example: WorkedFight
    small: SmallFight | None
    """None where tests cost nothing: then a fight has no such unit"""
    rules: Rules
    """without what fights remember"""
    rounds: Sequence[Row]
    """SKILL gap; won, drawn and lost rolls; the chance to win a round that is not drawn"""
    tests: Sequence[Row]
    """LUCK, Lucky rolls, the chance to be Lucky; the damage dealt and taken on average"""
    break_even: Mapping[str, str | None]
    """by outcome; None where being Lucky makes no difference"""
    break_even_luck: Mapping[str, int | None]
    round_rolls: int = ROUND_ROLLS
    pair_rolls: int = PAIR_ROLLS
    widest_gap: int = WIDEST_GAP
    sure_luck: int = SURE_LUCK
    paper_range: str
    largest_rounds: int
    """the most decisive rounds of a fight in the paper's range"""
    program_rounds: int
    """the upper bound that the program uses for all fights"""
    program_digits: int
    hidden: int
    hidden_largest: str
    states: int
    max_stamina: int
    max_luck: int
    data_range: str
    ties: int
    """decisions of the data files where testing and keeping are worth exactly the same"""
    decisions: int
    thrifty: ThriftyFigures
    luck_prices: LuckPrices
    rule_captured: Mapping[str, str]
    """by group of fights: what the rule of thumb gets of the extra wins"""
    rule_worst: str
    fight_sets: Sequence[FightSet] = FIGHT_SETS
    every: FightSet = EVERY

    @property
    def won(self) -> Damage:
        return self.rules.won

    @property
    def lost(self) -> Damage:
        return self.rules.lost

    @property
    def free_unlucky(self) -> bool:
        """Whether an Unlucky hit costs nothing where a normal one falls short by a point."""
        hit = self.won
        return hits_to_fall(hit.plain + 1 - hit.unlucky, hit.plain) <= 1


def theory_page(paper: Evidence, edition: Edition, prices: LuckPrices) -> TheoryPage:
    """Return the page, by the rules of the edition; statements about the paper are by the rules of the books.

    The formulas are for fights that remember nothing, so rounds and runs are not counted in them.
    """
    shown = edition.rules
    plain = replace(shown, losing_run=None, rounds=None)
    evidence = Evidence(plain) if rule_entries(plain) else paper
    rules = evidence.rules
    largest = State(rules.max_stamina, rules.max_stamina, rules.max_luck)
    small = State(rules.lost.plain, rules.foe_yields_at + rules.won.plain + 1, 7)
    pays = break_even_luck(rules, Outcome.WON)
    solved = [solve(shown, gap, Worth.of_winning(shown)) for gap in SKILL_GAPS]
    ties = sum(int((solution.verdicts(o) == Verdict.EITHER).sum()) for solution in solved for o in Outcome)
    states = len(SKILL_GAPS) * shown.max_stamina**2
    rule = certify(attack_from(pays), evidence.solutions)
    return TheoryPage(
        example=WorkedFight(evidence.solutions[-1], State(8, min(7 + rules.foe_yields_at, rules.max_stamina), 9)),
        small=SmallFight(evidence.solutions[0], small) if rules.luck_cost else None,
        rules=rules,
        rounds=[_gap_row(gap) for gap in SKILL_GAPS],
        tests=[_luck_row(rules, luck) for luck in range(1, SURE_LUCK + 1)],
        break_even={str(o): None if (q := break_even(rules, o)) is None else str(q) for o in Outcome},
        break_even_luck={str(outcome): break_even_luck(rules, outcome) for outcome in Outcome},
        paper_range=str(FightRange(SKILL_GAPS, rules.lucks[1:])),
        largest_rounds=longest(rules, largest),
        program_rounds=rules.most_rounds,
        program_digits=len(str(evidence.solutions[-1].values.denominator)),
        hidden=paper.hidden.count,
        hidden_largest=significant(paper.hidden.largest, 2),
        states=states * len(shown.lucks),
        max_stamina=shown.max_stamina,
        max_luck=shown.max_luck,
        data_range=str(FightRange(SKILL_GAPS, shown.lucks[1:], shown.staminas, shown.staminas)),
        ties=ties,
        decisions=states * len(shown.lucks[1:]) * len(Outcome),
        thrifty=_thrifty_figures(evidence, edition.luck_price),
        luck_prices=prices,
        rule_captured={fights.title: percent(rule.captured_gain[fights.name]) for fights in FIGHT_SETS},
        rule_worst=wins_in_100(rule.worst_loss),
    )


def _gap_row(gap: int) -> Row:
    ways = round_ways(gap)
    return signed(gap), *ways, percent(ways.decisive().chance)


def _luck_row(rules: Rules, luck: int) -> Row:
    odds = luck_odds(luck)
    damages = (rules.damage(outcome) for outcome in Outcome)
    expected = (odds.chance * damage.lucky + (1 - odds.chance) * damage.unlucky for damage in damages)
    return luck, odds.hits, percent(odds.chance), *(f"{float(damage):.2f}" for damage in expected)


def _thrifty_figures(evidence: Evidence, luck_price: Fraction) -> ThriftyFigures:
    edition = Edition(evidence.rules, luck_price)
    plans = {gap: solve_pair(edition, gap).thrifty.plan for gap in FIGHT_GAPS}
    best_plans = {gap: evidence.solutions[gap].plan for gap in FIGHT_GAPS}
    thrifty, best = (certify(Solved(evidence.rules, p), evidence.solutions) for p in (plans, best_plans))
    return ThriftyFigures(
        price=wins_in_100(luck_price),
        gain=percent(thrifty.captured_gain[EVERY.name]),
        luck_share=percent(thrifty.luck_spent[EVERY.name] / (best.luck_spent[EVERY.name] or 1)),
        worst_cost=wins_in_100(thrifty.worst_loss),
    )
