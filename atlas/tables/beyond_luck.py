"""What a player decides beside LUCK, and what habits cost: when to eat, and whom to hit of several foes at once.

    EAT   over the set `journeys`, those that have meals: every fight is fought thrifty, only eating differs. The cost
          of a habit is how many fewer of 100 adventures are come through than by eating as is best.
    HIT   over the groups of foes of the books that attack at once, by the number of foes: two, or three, of at most
          `MOST_TOGETHER` STAMINA together; as the last fight. The cost of a habit is how many fewer fights of 100 are
          won than by the best play of all. Who has a habit uses LUCK all-out as against one foe.

The figures are rounded, so that they are the same on every processor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.game.adventure import worths_alone
from atlas.game.books import Group, groups_at_once
from atlas.game.melee import Melee, solve_melee
from atlas.game.rules import BOOK_RULES
from atlas.game.stages import MEAL
from atlas.policies.certify import thrifty_policy
from atlas.policies.eating import EATING_RULES
from atlas.policies.evaluate import Floats
from atlas.policies.fight_ends import TRAVELLERS, Traveller, passages
from atlas.policies.fightsets import judging_rules
from atlas.policies.journeys import DECIMALS, JOURNEYS, survival_chances
from atlas.policies.policy import SteadyPolicy
from atlas.policies.targets import TargetRule, play_by_rules

FED_JOURNEYS = tuple(journey for journey in JOURNEYS if journey.meals)
HITTERS = TRAVELLERS[1:5:2]
"""who fights the groups"""
GROUP_SIZES = (2, 3)
MOST_TOGETHER = 24
"""the STAMINA that the foes of a group have together: larger ones take long"""


@dataclass(frozen=True)
class Habit:
    """A way to decide that a player can keep to."""

    name: str
    """as in `EATING_RULES` and `TargetRule`"""
    cost: float
    """how much rarer success is than by the best play, as a part of 1"""


@dataclass(frozen=True)
class HabitCosts:
    """What habits in one kind of decision cost."""

    best: float
    """the chance to succeed by the best play"""
    habits: Sequence[Habit]
    """the one to tell players first"""

    @property
    def advised(self) -> Habit:
        return self.habits[0]

    @property
    def worst(self) -> Habit:
        return max(self.habits, key=lambda habit: habit.cost)

    def cost_of(self, name: str) -> float:
        """Return the cost of the habit with this name."""
        return next(habit.cost for habit in self.habits if habit.name == name)


@dataclass(frozen=True)
class BeyondLuck:
    """The lines for the cheat sheet, with what they rest on."""

    eating: HabitCosts
    """EAT: the habits are `EATING_RULES`; success is to come through a journey"""
    targets: Mapping[int, HabitCosts]
    """HIT, by the number of foes: the habits are `TargetRule`s; success is to win the fight"""
    meal: int = MEAL
    """STAMINA that a meal brings back"""


def eating_costs(luck_price: Fraction) -> HabitCosts:
    """Return what habits in eating cost, over the journeys that have meals."""
    rules = judging_rules(BOOK_RULES)
    fights = passages(rules, thrifty_policy(rules, luck_price))
    best, *ruled = (_mean(survival_chances(rules, fights, FED_JOURNEYS, eating)) for eating in (None, *EATING_RULES))
    return _costs(best, {rule.name: chance for rule, chance in zip(EATING_RULES, ruled, strict=True)})


def target_costs() -> dict[int, HabitCosts]:
    """Return what habits in choosing whom to hit cost, by the number of foes."""
    all_out = thrifty_policy(judging_rules(BOOK_RULES), Fraction(0))
    return {size: _group_costs(judged_groups(size), all_out) for size in GROUP_SIZES}


def judged_groups(size: int) -> list[Group]:
    """Return the groups of so many foes of the books that habits are judged by."""
    return [group for group in groups_at_once(size) if sum(foe.stamina for foe in group.foes) <= MOST_TOGETHER]


def _group_costs(groups: Sequence[Group], luck_use: SteadyPolicy) -> HabitCosts:
    chances = np.zeros(1 + len(TargetRule))
    for hitter in HITTERS:
        for group in groups:
            chances += group.groups * _chances_to_win(hitter, group, luck_use)
    best, *ruled = chances / len(HITTERS) / sum(group.groups for group in groups)
    return _costs(float(best), dict(zip(TargetRule, map(float, ruled), strict=True)))


def _chances_to_win(hitter: Traveller, group: Group, luck_use: SteadyPolicy) -> Floats:
    """Return the chance to win by the best play, and by each rule for targets."""
    melee = Melee(BOOK_RULES, hitter.skill, hitter.stamina, group.foes)
    ends = worths_alone(hitter.stamina + 1, hitter.luck + 1, Fraction(0)).in_floats()
    best = solve_melee(melee, ends).before[-1, -1]
    ruled: Floats = play_by_rules(melee, luck_use, ends.array[..., 0], list(TargetRule))[-1, -1]
    return np.concatenate([best, ruled])


def _mean(chances: Floats) -> float:
    """Return the mean over journeys and travellers, added in its order on every processor."""
    numbers = chances.ravel().tolist()
    return float(sum(numbers) / len(numbers))


def _costs(best: float, chances: Mapping[str, float]) -> HabitCosts:
    habits = [Habit(str(name), round(best - chance, DECIMALS)) for name, chance in chances.items()]
    return HabitCosts(round(best, DECIMALS), habits)
