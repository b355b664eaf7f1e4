"""The page about the mathematics behind the atlas, in the order of the paper, tried on one fight.

The prose stands in the template; every number in it is computed here and handed in, worded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from atlas.game.dice import PAIR_ROLLS, ROUND_ROLLS, SKILL_GAPS, SURE_LUCK, WIDEST_GAP, luck_odds, round_ways
from atlas.game.dynamics import course, master_equation
from atlas.game.edition import Edition
from atlas.game.formulas import (
    break_even,
    break_even_luck,
    hits_to_fall,
    win_chance_testing_when_lost,
    win_chance_testing_when_won,
    win_chance_without_luck,
)
from atlas.game.rules import Damage, Outcome, State, Verdict
from atlas.game.solver import solve_pair
from atlas.paper.evidence import Evidence
from atlas.policies.certify import certify
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS
from atlas.policies.policy import ATTACK_AT_SIX, Solved
from atlas.site.pages import Page
from atlas.wording import amount, percent, points, signed, significant


@dataclass(frozen=True)
class GapRow:
    """One row of the table of rounds."""

    gap: str
    won: int
    drawn: int
    lost: int
    decisive: str
    """the chance to win a round that is not drawn"""


@dataclass(frozen=True)
class LuckRow:
    """One row of the table of tests."""

    luck: int
    lucky: int
    chance: str
    dealt: str
    """expected damage of a test after a won round"""
    taken: str
    """and after a lost one"""


@dataclass(frozen=True)
class Decision:
    """One decision of the worked fight."""

    outcome: str
    keep: str
    test: str
    effect: str
    verdict: str


@dataclass(frozen=True, kw_only=True)
class TheoryPage(Page):
    """The mathematics, in the order of the paper, each step with a number of one and the same fight."""

    template = "site/theory.html"
    path: str = "theory.html"
    title: str = "The theory"
    description: str = "How the best use of luck is worked out: dice, draws, closed forms, backward induction, cards."
    example: "WorkedFight"
    won: Damage
    lost: Damage
    rounds: Sequence[GapRow]
    tests: Sequence[LuckRow]
    break_even: Mapping[str, str]
    """by outcome"""
    break_even_luck: Mapping[str, int | None]
    round_rolls: int = ROUND_ROLLS
    pair_rolls: int = PAIR_ROLLS
    widest_gap: int = WIDEST_GAP
    sure_luck: int = SURE_LUCK
    states: int
    max_stamina: int
    max_luck: int
    ties: int
    """decisions with luck to test where testing and keeping are worth exactly the same"""
    decisions: int
    hidden: int
    hidden_largest: str
    thrifty: "ThriftyFigures"
    strategy: "StrategyFigures"


@dataclass(frozen=True)
class WorkedFight:
    """One fight that every formula is tried on."""

    evidence: Evidence
    skill_gap: int
    state: State

    @property
    def gap(self) -> str:
        return signed(self.skill_gap)

    @property
    def win(self) -> str:
        return f"{round_ways(self.skill_gap).won}"

    @property
    def drawn(self) -> str:
        return f"{round_ways(self.skill_gap).drawn}"

    @property
    def lost(self) -> str:
        return f"{round_ways(self.skill_gap).lost}"

    @property
    def decisive(self) -> Fraction:
        return round_ways(self.skill_gap).decisive().chance

    @property
    def decisive_words(self) -> str:
        return f"{self.decisive} = {percent(self.decisive)}"

    @property
    def hero_hits(self) -> int:
        return hits_to_fall(self.state.hero_stamina, self.evidence.rules.lost.plain)

    @property
    def foe_hits(self) -> int:
        return hits_to_fall(self.state.foe_stamina, self.evidence.rules.won.plain)

    @property
    def without_luck(self) -> str:
        hero, foe, _ = self.state
        return percent(win_chance_without_luck(self.evidence.rules, self.skill_gap, hero, foe))

    @property
    def lucky(self) -> str:
        return percent(luck_odds(self.state.luck).chance)

    @property
    def constant_offence(self) -> str:
        hero, foe, luck = self.state
        q = luck_odds(luck).chance
        return percent(win_chance_testing_when_won(self.evidence.rules, self.skill_gap, hero, foe, q))

    @property
    def constant_defence(self) -> str:
        hero, foe, luck = self.state
        q = luck_odds(luck).chance
        return percent(win_chance_testing_when_lost(self.evidence.rules, self.skill_gap, hero, foe, q))

    @property
    def best(self) -> str:
        return percent(self.evidence.solutions[self.skill_gap].values.at(self.state))

    @property
    def decisions(self) -> list[Decision]:
        solution = self.evidence.solutions[self.skill_gap]
        rows = []
        for outcome in Outcome:
            (branch,) = solution.rules.branches(self.state, outcome, test=False)
            keep, stake = solution.values.at(branch.state), solution.stakes[outcome].at(self.state)
            verdict = solution.verdict(self.state, outcome).word
            rows.append(Decision(str(outcome), percent(keep), percent(keep + stake), points(abs(stake)), verdict))
        return rows

    @property
    def most_rounds(self) -> int:
        return self.evidence.rules.most_rounds

    @property
    def unit_digits(self) -> int:
        """How many digits 1/u has."""
        return len(str(self.evidence.solutions[self.skill_gap].values.denominator))

    @cached_property
    def _course_rounds(self) -> Fraction:
        solution = self.evidence.solutions[self.skill_gap]
        return course(solution.rules, self.skill_gap, solution.plan, self.state).mean_rounds

    @property
    def rounds(self) -> str:
        return amount(self._course_rounds)

    def undecided_after(self, rounds: int) -> str:
        """The chance that the fight still goes on after so many rounds."""
        solution = self.evidence.solutions[self.skill_gap]
        spreads = master_equation(solution.rules, self.skill_gap, solution.plan, self.state)
        spread = next(s for n, s in enumerate(spreads) if n == rounds)
        return percent(sum((p for s, p in spread.items() if s.hero_stamina and s.foe_stamina), Fraction(0)))


@dataclass(frozen=True)
class ThriftyFigures:
    """What the thrifty policy keeps and saves, over the set of fights `every`."""

    price: str
    kept_gain: str
    luck_share: str
    worst_cost: str
    fights: str


@dataclass(frozen=True)
class StrategyFigures:
    """A rule of one line, certified: what it captures of the gain by set of fights, and its worst loss."""

    captured: Mapping[str, str]
    worst_loss: str
    fight_sets: Mapping[str, str]
    """what the sets are"""


def theory_page(evidence: Evidence, edition: Edition) -> TheoryPage:
    rules = evidence.rules
    outcomes = {str(outcome): outcome for outcome in Outcome}
    ties = sum(
        int((solution.verdicts(outcome) == Verdict.EITHER).sum())
        for solution in evidence.solutions.values()
        for outcome in Outcome
    )
    testable = sum(rules.can_test(luck) for luck in rules.lucks)
    return TheoryPage(
        example=WorkedFight(evidence, -1, State(8, 7, 9)),
        won=rules.won,
        lost=rules.lost,
        rounds=[_gap_row(gap) for gap in SKILL_GAPS],
        tests=[_luck_row(evidence, luck) for luck in range(1, SURE_LUCK + 1)],
        break_even={name: str(break_even(rules, outcome)) for name, outcome in outcomes.items()},
        break_even_luck={name: break_even_luck(rules, outcome) for name, outcome in outcomes.items()},
        states=len(edition.skill_gaps) * len(edition.rules.lucks) * edition.rules.max_stamina**2,
        max_stamina=edition.rules.max_stamina,
        max_luck=edition.rules.max_luck,
        ties=ties,
        decisions=len(SKILL_GAPS) * testable * rules.max_stamina**2 * len(Outcome),
        hidden=evidence.hidden.count,
        hidden_largest=significant(evidence.hidden.largest, 2),
        thrifty=_thrifty_figures(evidence, edition.luck_price),
        strategy=_strategy_figures(evidence),
    )


def _gap_row(gap: int) -> GapRow:
    ways = round_ways(gap)
    return GapRow(signed(gap), *ways, decisive=percent(ways.decisive().chance))


def _luck_row(evidence: Evidence, luck: int) -> LuckRow:
    odds = luck_odds(luck)

    def expected(outcome: Outcome) -> str:
        damage = evidence.rules.damage(outcome)
        return f"{float(odds.chance * damage.lucky + (1 - odds.chance) * damage.unlucky):.2f}"

    return LuckRow(luck, odds.hits, percent(odds.chance), expected(Outcome.WON), expected(Outcome.LOST))


def _thrifty_figures(evidence: Evidence, luck_price: Fraction) -> ThriftyFigures:
    edition = Edition(evidence.rules, luck_price)
    plans = {gap: solve_pair(edition, gap).thrifty.plan for gap in FIGHT_GAPS}
    best_plans = {gap: evidence.solutions[gap].plan for gap in FIGHT_GAPS}
    thrifty, best = (certify(Solved(evidence.rules, p), evidence.solutions) for p in (plans, best_plans))
    return ThriftyFigures(
        price=points(luck_price),
        kept_gain=percent(thrifty.captured_gain[EVERY.name]),
        luck_share=percent(thrifty.luck_spent[EVERY.name] / best.luck_spent[EVERY.name]),
        worst_cost=points(thrifty.worst_loss),
        fights=EVERY.what,
    )


def _strategy_figures(evidence: Evidence) -> StrategyFigures:
    certificate = certify(ATTACK_AT_SIX, evidence.solutions)
    return StrategyFigures(
        captured={name: percent(part) for name, part in certificate.captured_gain.items()},
        worst_loss=points(certificate.worst_loss),
        fight_sets={fights.name: fights.what for fights in FIGHT_SETS},
    )
