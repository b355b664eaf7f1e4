"""Anything that answers "test here?": rule lists, the paper's strategies, what players say, solved plans.

One interface: a `Policy` says where it tests after a round with an outcome. Strategies, folk rules and
cards are all `RuleList`s in the language of `conditions`; the paper's text chooses one of them by how the
fight began (`ByStart`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from atlas.errors import InputError
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import Plan
from atlas.policies.conditions import Bools, Condition, Ints, Where


class Policy(Protocol):
    """Says test or keep for any state and outcome."""

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        """Where this policy tests after a round with this outcome."""


@dataclass(frozen=True)
class Rule:
    """One line of a card."""

    outcome: Outcome
    verdict: Verdict
    when: Condition
    text: str
    """the rule as a person reads it"""

    @classmethod
    def read(cls, entry: object) -> "Rule":
        """From the form it has in `cards.json`."""
        if not isinstance(entry, dict) or set(entry) != {"outcome", "verdict", "when", "text"}:
            raise InputError(f"{entry!r} is not a rule: it needs outcome, verdict, when and text")
        outcome, verdict, when, text = (entry[key] for key in ("outcome", "verdict", "when", "text"))
        if outcome not in set(Outcome):
            raise InputError(f"outcome {outcome!r} in a rule: allowed are won and lost")
        if verdict not in ("test", "keep"):
            raise InputError(f"verdict {verdict!r} in a rule: allowed are test and keep")
        if not isinstance(when, str) or not isinstance(text, str):
            raise InputError(f"{entry!r} is not a rule: when and text must be text")
        return cls(Outcome(outcome), Verdict[verdict.upper()], Condition(when), text)

    def written(self) -> dict[str, str]:
        """In the form it has in `cards.json`."""
        return {"outcome": str(self.outcome), "verdict": self.verdict.word, "when": self.when.text, "text": self.text}


@dataclass(frozen=True)
class RuleList:
    """For an outcome the first rule that applies decides; where none does, keep."""

    rules: tuple[Rule, ...]

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        tested = np.zeros(np.broadcast_shapes(*(np.shape(axis) for axis in where)), dtype=bool)
        for rule in reversed(self.rules):
            if rule.outcome is outcome:
                tested = np.where(rule.when.holds(where), rule.verdict is Verdict.TEST, tested)
        return tested


@dataclass(frozen=True)
class ByStart:
    """One rule list for the whole fight, chosen by how the fight began: the first case that holds."""

    cases: tuple[tuple[Condition, RuleList], ...]
    otherwise: RuleList

    @property
    def choices(self) -> tuple[RuleList, ...]:
        return (*(policy for _, policy in self.cases), self.otherwise)

    def choice(self, start: Where) -> Ints:
        """The number, in `choices`, of the rule list for each start."""
        return np.select([when.holds(start) for when, _ in self.cases], range(len(self.cases)), len(self.cases))


@dataclass(frozen=True)
class Solved:
    """A solved plan, as a policy, for the skill gaps that were solved."""

    rules: Rules
    plans: dict[int, Plan]

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        gaps, lucks, heroes, foes = (np.asarray(axis) for axis in where)
        plans = np.array([plan[outcome] for plan in self.plans.values()], dtype=np.uint8)
        number = np.full(len(SKILL_GAPS), len(plans))
        number[np.array(list(self.plans)) - SKILL_GAPS[0]] = range(len(plans))
        place = self.rules.position(heroes, foes)  # type: ignore[arg-type]
        tested: Bools = plans[number[gaps - SKILL_GAPS[0]], lucks, place] == Verdict.TEST
        return tested


def grid_of(rules: Rules, skill_gap: int) -> Where:
    """All positions at all lucks of one skill gap, those of ended fights too, in the order of a `Plan`."""
    side = np.arange(rules.max_stamina + 1)
    luck, hero, foe = np.ix_(np.arange(len(rules.lucks)), side, side)
    return Where(skill_gap, luck, hero, foe)


def plan_of(policy: Policy, rules: Rules, skill_gap: int) -> Plan:
    """What a policy does in every place of one skill gap, for the exact solver to follow.

    Only a solved plan knows what a fight remembers.
    """
    if isinstance(policy, Solved):
        return policy.plans[skill_gap]
    return {o: tests_of(policy, rules, skill_gap, o).astype(np.uint8).tolist() for o in Outcome}


def tests_of(policy: Policy, rules: Rules, skill_gap: int, outcome: Outcome) -> Bools:
    """The same for one outcome: where it tests, by luck and place."""
    if isinstance(policy, Solved):
        solved: Bools = np.array(policy.plans[skill_gap][outcome], dtype=np.uint8) == Verdict.TEST
        return solved
    tested = policy.tests(outcome, grid_of(rules, skill_gap)).reshape(len(rules.lucks), -1)
    return np.repeat(tested, rules.memories, axis=1)


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
    return _STRATEGIES[number][0]


def strategy(number: int, tau: int) -> RuleList:
    """One of the paper's nine strategies with its threshold τ."""
    title, outcomes, extra = _STRATEGIES[number]
    when = f"luck > {tau}" + (f" and {extra}" if extra else "")
    return RuleList(tuple(Rule(o, Verdict.TEST, Condition(when), f"{title}, with LUCK above {tau}.") for o in outcomes))


def paper_text_rule(
    tau: int, high_luck: int, low_stamina: int, *, whose: str = "foe_stamina", offence_tau: int | None = None
) -> ByStart:
    """The paragraph at the end of the paper's results, with numbers for "high" and "low".

    Strategy 3, unless luck is high or the foe's stamina is low: strategy 1; else, if the hero is the more
    skilled, or the less skilled and the foe's stamina at most 2: strategy 2. All by the state at the start.
    `whose` stamina is low may be read otherwise, and strategy 3 may have a threshold of its own.
    """
    return ByStart(
        cases=(
            (Condition(f"luck >= {high_luck} or {whose} <= {low_stamina}"), strategy(1, tau)),
            (Condition("skill_gap > 0"), strategy(2, tau)),
            (Condition("skill_gap < 0 and foe_stamina <= 2"), strategy(2, tau)),
        ),
        otherwise=strategy(3, tau if offence_tau is None else offence_tau),
    )


# What players tell each other.


def attack_from(luck: int | None) -> RuleList:
    """Test after a won round with this luck or more; None is never. By the books a test gains damage from 6 on."""
    if luck is None:
        return NEVER
    text = f"Won the round and your luck is {luck} or more: test."
    return RuleList((Rule(Outcome.WON, Verdict.TEST, Condition(f"luck >= {luck}"), text),))


def killing_blow(rules: Rules) -> RuleList:
    """Test where a lucky hit ends the fight and a plain one does not."""
    least, most = (rules.foe_yields_at + hit for hit in (rules.won.plain + 1, rules.won.lucky))
    text = "Won the round and a lucky hit would end the fight: test."
    return RuleList((Rule(Outcome.WON, Verdict.TEST, Condition(f"{least} <= foe_stamina <= {most}"), text),))


NEVER = strategy(0, 0)
ATTACK_AT_SIX = attack_from(6)
