"""Everything that decides when to test: rule lists, the paper's strategies, players' rules of thumb, solved plans.

All share one interface. When a fight begins, a `Policy` chooses one of its `SteadyPolicy`s; that one then decides,
after each round, by the state alone. Nearly every policy is steady and chooses itself: strategies, rules of thumb and
cards are all `RuleList`s in the language of `conditions`. The paper's text chooses by the start of the fight
(`ByStart`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from atlas.errors import InputError, shown
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import Plan
from atlas.policies.conditions import Bools, Condition, Ints, Where


class Policy(ABC):
    """A way to use luck in a whole fight."""

    @property
    @abstractmethod
    def choices(self) -> "Sequence[SteadyPolicy]":
        """The steady policies that it chooses from when a fight begins."""

    @abstractmethod
    def choice(self, start: Where) -> Ints:
        """Return, for each start, the index in `choices` of the policy for that fight."""

    def as_rules(self) -> "Sequence[Rule]":
        """Return the policy as the rules of a card, or nothing if it cannot be put into rules."""
        return ()


class SteadyPolicy(Policy):
    """A policy that decides by the state alone, whatever the start of the fight."""

    @property
    def choices(self) -> "Sequence[SteadyPolicy]":
        return (self,)

    def choice(self, start: Where) -> Ints:
        return np.zeros(np.shape(start.luck), dtype=np.int32)

    @abstractmethod
    def tests(self, outcome: Outcome, where: Where) -> Bools:
        """Return whether the policy tests after a round with this outcome, for each of the states before the round."""

    def tests_by_place(self, rules: Rules, skill_gap: int, outcome: Outcome) -> Bools:
        """Return where the policy tests at one skill gap, indexed by luck and place."""
        tested = self.tests(outcome, grid_of(rules, skill_gap)).reshape(len(rules.lucks), -1)
        return np.repeat(tested, rules.memories, axis=1)

    def plan(self, rules: Rules, skill_gap: int) -> Plan:
        """Return the policy's decisions at one skill gap in the form that the exact solver follows."""
        return {o: self.tests_by_place(rules, skill_gap, o).astype(np.uint8).tolist() for o in Outcome}


class CardPolicy(SteadyPolicy):
    """A policy that a person can carry and follow."""

    @abstractmethod
    def looks(self, outcome: Outcome, where: Where) -> Ints:
        """Return how many headings, scores, sums and questions are read for the decision, for each of the states."""


@dataclass(frozen=True)
class Rule:
    """One line of a card."""

    outcome: Outcome
    verdict: Verdict
    when: Condition
    text: str
    """the rule in English"""
    condition: str = field(default="", compare=False)
    """what stands after “if” in the text; empty for rules that are not those of a card to carry"""

    @classmethod
    def of_card(cls, outcome: Outcome, verdict: Verdict, when: Condition, condition: str) -> "Rule":
        """Return a rule whose text says when to TEST or KEEP."""
        act = "TEST" if verdict is Verdict.TEST else "KEEP your LUCK"
        return cls(outcome, verdict, when, f"You {outcome} the round: {act} if {condition}.", condition)

    @classmethod
    def from_entry(cls, entry: object) -> "Rule":
        """Read a rule from its entry in `cards.json`."""
        if not isinstance(entry, dict) or set(entry) != {"outcome", "verdict", "when", "text"}:
            raise InputError(f"{shown(entry)} is not a rule: it needs outcome, verdict, when and text")
        outcome, verdict, when, text = (entry[key] for key in ("outcome", "verdict", "when", "text"))
        if outcome not in set(Outcome):
            raise InputError(f"outcome {shown(outcome)} in a rule: allowed are won and lost")
        if verdict not in ("test", "keep"):
            raise InputError(f"verdict {shown(verdict)} in a rule: allowed are test and keep")
        if not isinstance(when, str) or not isinstance(text, str):
            raise InputError(f"{shown(entry)} is not a rule: when and text must be text")
        return cls(Outcome(outcome), Verdict[verdict.upper()], Condition(when), text)

    def as_entry(self) -> dict[str, str]:
        """Return the rule's entry for `cards.json`."""
        return {"outcome": str(self.outcome), "verdict": self.verdict.word, "when": self.when.text, "text": self.text}


@dataclass(frozen=True)
class RuleList(CardPolicy):
    """A policy where the first rule that applies to the outcome and the state decides. Where none applies, keep."""

    rules: tuple[Rule, ...]

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        tested = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=bool)
        for rule in reversed(self.rules):
            if rule.outcome is outcome:
                tested = np.where(rule.when.holds(where), rule.verdict is Verdict.TEST, tested)
        return tested

    def as_rules(self) -> Sequence[Rule]:
        return self.rules

    def looks(self, outcome: Outcome, where: Where) -> Ints:
        """Count the looks of all rules from the first to the one that applies."""
        looks = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=np.int64)
        for rule in reversed([rule for rule in self.rules if rule.outcome is outcome]):
            looks = rule.when.looks + np.where(rule.when.holds(where), 0, looks)
        return looks


@dataclass(frozen=True)
class ByStart(Policy):
    """A policy that chooses a rule list by the start of the fight and keeps to it: the first case that holds."""

    cases: tuple[tuple[Condition, RuleList], ...]
    otherwise: RuleList
    """where no case holds"""

    @property
    def choices(self) -> tuple[RuleList, ...]:
        return (*(policy for _, policy in self.cases), self.otherwise)

    def choice(self, start: Where) -> Ints:
        return np.select([when.holds(start) for when, _ in self.cases], range(len(self.cases)), len(self.cases))


@dataclass(frozen=True, eq=False)
class Solved(SteadyPolicy):
    """Solved plans as a policy. It is the only one that may decide by what a fight remembers, beside the state."""

    rules: Rules
    plans: dict[int, Plan]
    """by skill gap; other skill gaps cannot be played"""

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        gaps, lucks, heroes, foes = (np.asarray(axis) for axis in where)
        plans = np.array([plan[outcome] for plan in self.plans.values()], dtype=np.uint8)
        plan_index = np.full(len(SKILL_GAPS), len(plans))
        plan_index[np.array(list(self.plans)) - SKILL_GAPS[0]] = range(len(plans))
        positions = self.rules.position(heroes, foes)  # type: ignore[arg-type]
        tested: Bools = plans[plan_index[gaps - SKILL_GAPS[0]], lucks, positions] == Verdict.TEST
        return tested

    def tests_by_place(self, rules: Rules, skill_gap: int, outcome: Outcome) -> Bools:
        tested: Bools = np.array(self.plans[skill_gap][outcome], dtype=np.uint8) == Verdict.TEST
        return tested

    def plan(self, rules: Rules, skill_gap: int) -> Plan:
        return self.plans[skill_gap]


def grid_of(rules: Rules, skill_gap: int) -> Where:
    """Return all states of one skill gap in the order of a `Plan`, including those with a stamina of 0."""
    side = np.arange(rules.max_stamina + 1)
    luck, hero, foe = np.ix_(np.arange(len(rules.lucks)), side, side)
    return Where(skill_gap, luck, hero, foe)


# The paper's strategies, section "Simulated dynamics with heuristic luck strategies". Luck is used only
# while luck > τ: the text says "greater than or equal to", the list and the results ">".

_STRATEGIES: Sequence[tuple[str, Sequence[Outcome], str]] = (
    ("Never test", (), ""),
    ("Test after every round", tuple(Outcome), ""),
    ("Test after every lost round", (Outcome.LOST,), ""),
    ("Test after every won round", (Outcome.WON,), ""),
    ("Test after a lost round while your STAMINA is below 6", (Outcome.LOST,), "hero_stamina < 6"),
    ("Test after a won round while the foe’s STAMINA is above 6", (Outcome.WON,), "foe_stamina > 6"),
    ("Test after every round while your STAMINA is below 6", tuple(Outcome), "hero_stamina < 6"),
    ("Test after every round while your STAMINA is below 4", tuple(Outcome), "hero_stamina < 4"),
    ("Test after every round while your STAMINA is below the foe’s", tuple(Outcome), "hero_stamina < foe_stamina"),
)
STRATEGIES = range(len(_STRATEGIES))


def strategy_title(number: int) -> str:
    """Return what a strategy of the paper does, in words and without its threshold."""
    return _STRATEGIES[number][0]


def strategy(number: int, tau: int) -> RuleList:
    """Return one of the paper's nine strategies with its threshold τ."""
    title, outcomes, extra = _STRATEGIES[number]
    when = f"luck > {tau}" + (f" and {extra}" if extra else "")
    return RuleList(tuple(Rule(o, Verdict.TEST, Condition(when), f"{title}, with LUCK above {tau}.") for o in outcomes))


def paper_text_rule(
    tau: int, high_luck: int, low_stamina: int, *, whose: str = "foe_stamina", offence_tau: int | None = None
) -> ByStart:
    """Return the advice of the last paragraph of the paper's results, with numbers for "high" and "low".

    By the state at the start: strategy 1 if luck is high or the foe's stamina is low; else strategy 2 if the hero has
    more SKILL, or has less and the foe's stamina is at most 2; else strategy 3. The text leaves open `whose` stamina
    it means, and strategy 3 may have a threshold of its own, `offence_tau`.
    """
    return ByStart(
        cases=(
            (Condition(f"luck >= {high_luck} or {whose} <= {low_stamina}"), strategy(1, tau)),
            (Condition("skill_gap > 0"), strategy(2, tau)),
            (Condition("skill_gap < 0 and foe_stamina <= 2"), strategy(2, tau)),
        ),
        otherwise=strategy(3, tau if offence_tau is None else offence_tau),
    )


# Rules of thumb that players pass on.


def attack_from(luck: int | None) -> RuleList:
    """Return the rule to test after a won round with this luck or more; None is never.

    Under the rules of the books a test raises the expected damage from LUCK 6 on.
    """
    if luck is None:
        return NEVER
    text = f"Won the round and your luck is {luck} or more: test."
    return RuleList((Rule(Outcome.WON, Verdict.TEST, Condition(f"luck >= {luck}"), text),))


def killing_blow(rules: Rules) -> RuleList:
    """Return the rule to test after a won round if a lucky hit ends the fight and a plain one does not."""
    least, most = (rules.foe_yields_at + hit for hit in (rules.won.plain + 1, rules.won.lucky))
    text = "Won the round and a lucky hit would end the fight: test."
    return RuleList((Rule(Outcome.WON, Verdict.TEST, Condition(f"{least} <= foe_stamina <= {most}"), text),))


NEVER = strategy(0, 0)
ATTACK_AT_SIX = attack_from(6)
