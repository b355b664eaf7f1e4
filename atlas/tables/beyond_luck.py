"""What a player decides beside LUCK, and what habits cost: when to eat, and whom to hit of several foes at once.

    EAT   over the set `journeys`, those that have meals: every fight is fought thrifty, only eating differs. The cost
          of a habit is how many fewer of 100 adventures are come through than by eating as is best.
    HIT   over the groups of foes of the books that attack at once, by the number of foes: two, or three, of at most
          `MOST_TOGETHER` STAMINA together. Who has a habit uses LUCK as against one foe, and while another stands adds
          `MORE_SKILL` to its SKILL. In the last fight LUCK is used all-out, and the cost of a habit is how many fewer
          fights of 100 are won than by the best play of all. With more to come it is used thrifty, and what is lost of
          LUCK costs as well, at its price.

The figures are rounded, so that they are the same on every processor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.game.adventure import worths_alone
from atlas.game.ahead import Foe
from atlas.game.books import Group, groups_at_once
from atlas.game.melee import Melee, solve_melee
from atlas.game.rules import BOOK_RULES
from atlas.game.stages import MEAL
from atlas.game.worths import Worths
from atlas.policies.certify import thrifty_policy
from atlas.policies.eating import EATING_RULES
from atlas.policies.evaluate import Floats
from atlas.policies.fight_ends import TRAVELLERS, Traveller, passages
from atlas.policies.fightsets import judging_rules
from atlas.policies.journeys import DECIMALS, JOURNEYS, survival_chances
from atlas.policies.policy import SteadyPolicy
from atlas.policies.targets import MORE_SKILL, GroupLuck, GroupPlay, TargetRule, play_by_rules

FED_JOURNEYS = tuple(journey for journey in JOURNEYS if journey.meals)
HITTERS = TRAVELLERS[1:5:2]
"""who fights the groups"""
GroupFight = tuple[Traveller, Group]
GROUP_SIZES = (2, 3)
MOST_TOGETHER = 24
"""the STAMINA that the foes of a group have together: larger ones take long"""
AS_AGAINST_ONE = "as-against-one"
"""the habit to hit the highest SKILL first, and to add nothing to it"""


@dataclass(frozen=True)
class Habit:
    """A way to decide that a player can keep to."""

    name: str
    """as in `EATING_RULES` and `TargetRule`, or `AS_AGAINST_ONE`"""
    cost: float
    """how much less it reaches than the best play, as a part of 1"""


@dataclass(frozen=True)
class HabitCosts:
    """What habits in one kind of decision cost."""

    best: float
    """what the best play reaches: the chance to succeed, and where LUCK has a price also the LUCK left"""
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
class GroupCosts:
    """What habits cost against so many foes at once: each `TargetRule`, and `AS_AGAINST_ONE`."""

    last_fight: HabitCosts
    """success is to win the fight"""
    more_to_come: HabitCosts


@dataclass(frozen=True)
class BeyondLuck:
    """The lines for the cheat sheet, with what they rest on."""

    eating: HabitCosts
    """EAT: the habits are `EATING_RULES`; success is to come through a journey"""
    targets: Mapping[int, GroupCosts]
    """HIT, by the number of foes"""
    meal: int = MEAL
    """STAMINA that a meal brings back"""
    more_skill: int = MORE_SKILL


def eating_costs(luck_price: Fraction) -> HabitCosts:
    """Return what habits in eating cost, over the journeys that have meals."""
    rules = judging_rules(BOOK_RULES)
    fights = passages(rules, thrifty_policy(rules, luck_price))
    best, *ruled = (_mean(survival_chances(rules, fights, FED_JOURNEYS, eating)) for eating in (None, *EATING_RULES))
    return _costs(best, {rule.name: chance for rule, chance in zip(EATING_RULES, ruled, strict=True)})


def target_costs(luck_price: Fraction) -> dict[int, GroupCosts]:
    """Return what habits in choosing whom to hit cost, by the number of foes."""
    return {size: _group_costs(judged_groups(size), luck_price) for size in GROUP_SIZES}


def judged_groups(size: int) -> list[Group]:
    """Return the groups of so many foes of the books that habits are judged by."""
    return [group for group in groups_at_once(size) if sum(foe.stamina for foe in group.foes) <= MOST_TOGETHER]


def _group_costs(groups: Sequence[Group], luck_price: Fraction) -> GroupCosts:
    rules, prices = judging_rules(BOOK_RULES), (Fraction(0), luck_price)
    plays = {price: group_plays(thrifty_policy(rules, price)) for price in prices}
    fights = [(hitter, group) for hitter in HITTERS for group in groups]
    alike: dict[tuple[int, ...], list[GroupFight]] = {}
    for hitter, group in fights:
        alike.setdefault(tuple(hitter.skill - foe.skill for foe in group.foes), []).append((hitter, group))
    reached = {fight: each for same in alike.values() for fight, each in _reached(same, plays).items()}
    total = np.zeros((len(prices), 1 + len(plays[luck_price])))
    for hitter, group in fights:
        total += group.groups * reached[hitter, group]
    means = total / len(HITTERS) / sum(group.groups for group in groups)
    last_fight, more_to_come = (
        _costs(best, dict(zip(plays[price], ruled, strict=True)))
        for price, (best, *ruled) in zip(prices, means.tolist(), strict=True)
    )
    return GroupCosts(last_fight, more_to_come)


def group_plays(luck_use: SteadyPolicy) -> dict[str, GroupPlay]:
    """Return the ways to fight several foes at once that are judged, by the name of the habit."""
    plays = {str(rule): GroupPlay(rule, GroupLuck(luck_use, MORE_SKILL)) for rule in TargetRule}
    return plays | {AS_AGAINST_ONE: GroupPlay(TargetRule.HIGHEST_SKILL, GroupLuck(luck_use))}


def _reached(
    fights: Sequence[GroupFight], plays: Mapping[Fraction, Mapping[str, GroupPlay]]
) -> dict[GroupFight, Floats]:
    """Return what is reached in fights with the same SKILL gaps: by price, by the best play and by each of the others.

    All of them are places of one fight that has the most STAMINA of each.
    """
    (first, group), *_ = fights
    hero, luck = (max(scores) for scores in zip(*((hitter.stamina, hitter.luck) for hitter, _ in fights), strict=True))
    staminas = [max(foe.stamina for foe in met) for met in zip(*(group.foes for _, group in fights), strict=True)]
    foes = tuple(Foe(foe.skill, most) for foe, most in zip(group.foes, staminas, strict=True))
    melee = Melee(BOOK_RULES, first.skill, hero, foes)
    ends = {price: worths_alone(hero + 1, luck + 1, price).in_floats().array for price in plays}
    best = solve_melee(melee, Worths(np.concatenate(list(ends.values()), axis=2))).by_stamina
    columns = [(play, ends[price]) for price in plays for play in plays[price].values()]
    ruled = play_by_rules(melee, [play for play, _ in columns], np.concatenate([end for _, end in columns], axis=2))
    places = {fight: (fight[0].stamina, *(foe.stamina for foe in fight[1].foes), fight[0].luck) for fight in fights}
    return {
        fight: np.column_stack([best[place], ruled[place].reshape(len(plays), -1)]) for fight, place in places.items()
    }


def _mean(chances: Floats) -> float:
    """Return the mean over journeys and travellers, added in its order on every processor."""
    numbers = chances.ravel().tolist()
    return float(sum(numbers) / len(numbers))


def _costs(best: float, chances: Mapping[str, float]) -> HabitCosts:
    habits = [Habit(str(name), round(best - chance, DECIMALS)) for name, chance in chances.items()]
    return HabitCosts(round(best, DECIMALS), habits)
