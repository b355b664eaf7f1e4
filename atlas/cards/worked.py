"""An example of a round played by a card: the same on the cheat sheet, on its page and in the booklet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.cards.catalogue import Card
from atlas.game.advice import answer
from atlas.game.dice import luck_odds
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.policies.conditions import Where
from atlas.policies.policy import Rule
from atlas.wording import effect, percent, signed


def example(rules: Rules) -> Fight:
    """Return the fight of the example. It is the same for all rules, except that a foe that yields has more STAMINA."""
    return Fight(skill=8, stamina=8, luck=9, foe_skill=9, foe_stamina=7 + rules.foe_yields_at, rules=rules)


@dataclass(frozen=True)
class WorkedDecision:
    """What a card says after a round, and what that is worth."""

    outcome: Outcome
    rule: Rule | None
    """the first rule that applies, if any does"""
    number: int
    """its number on the card, from 1; 0 without a rule"""
    effect: str
    """what a test changes, in words"""

    @property
    def tests(self) -> bool:
        return self.rule is not None and self.rule.verdict is Verdict.TEST


@dataclass(frozen=True)
class WorkedRound:
    """What a card says in one fight, after each outcome."""

    fight: Fight
    lucky: str
    """the chance to be Lucky, in words"""
    decisions: Sequence[WorkedDecision]

    @property
    def gap(self) -> str:
        return signed(self.fight.table_gap)


def worked_round(edition: Edition, card: Card, fight: Fight | None = None) -> WorkedRound:
    """Return what the card says in a fight, or in the example if none is given."""
    fight = replace(fight, rules=edition.rules) if fight else example(edition.rules)
    exact_answer = answer(fight)
    where = Where(fight.table_gap, fight.luck, fight.stamina, fight.foe_stamina)
    decisions = []
    for outcome in Outcome:
        fits = (n for n, r in enumerate(card.rules) if r.outcome is outcome and bool(r.when.holds(where)))
        number = next(fits, None)
        rule = None if number is None else card.rules[number]
        stake = effect(exact_answer.choice(outcome).stake or Fraction(0))
        decisions.append(WorkedDecision(outcome, rule, 0 if number is None else number + 1, stake))
    return WorkedRound(fight, percent(luck_odds(fight.luck).chance), decisions)
