"""What habits beside LUCK cost: eating against dice, targets against what one group alone says."""

import numpy as np
import pytest

from atlas.game.adventure import worths_alone
from atlas.game.books import Group, groups_at_once
from atlas.game.edition import LUCK_PRICE
from atlas.game.melee import Melee
from atlas.game.rules import BOOK_RULES
from atlas.policies.certify import thrifty_policy
from atlas.policies.eating import EATING_RULES, NOTHING_WASTED, EatingRule
from atlas.policies.fight_ends import TRAVELLERS, Traveller, passages
from atlas.policies.fightsets import judging_rules
from atlas.policies.journeys import Journey, survival_chances
from atlas.policies.targets import MORE_SKILL, GroupLuck, GroupPlay, TargetRule, play_by_rules
from atlas.tables.beyond_luck import (
    AS_AGAINST_ONE,
    GROUP_SIZES,
    HITTERS,
    GroupCosts,
    HabitCosts,
    eating_costs,
    judged_groups,
    target_costs,
)
from tests import dice_journeys

GAMES = 30_000


def test_limits_are_those_of_the_words() -> None:
    assert [[rule.limit(start) for rule in EATING_RULES] for start in (14, 19, 24)] == [
        [10, 7, 8, 4],
        [15, 9, 8, 4],
        [20, 12, 8, 4],
    ]


@pytest.fixture(scope="module")
def eating() -> HabitCosts:
    return eating_costs(LUCK_PRICE)


@pytest.fixture(scope="module")
def targets() -> dict[int, GroupCosts]:
    return target_costs(LUCK_PRICE)


@pytest.mark.slow
def test_to_waste_nothing_is_nearly_best_and_to_wait_costs_more(eating: HabitCosts) -> None:
    costs = [habit.cost for habit in eating.habits]
    assert eating.advised.name == NOTHING_WASTED.name and costs == sorted(costs)
    assert 0 < costs[0] < 0.005 and costs[-1] > 0.1 and 0 < eating.best < 1


@pytest.mark.slow
@pytest.mark.parametrize("rule", EATING_RULES)
def test_dice_agree_with_rules_for_eating(rule: EatingRule) -> None:
    """Within three standard errors, on a journey with everything on it."""
    journey = Journey(fights=6, meals=3, tests=2, deadly=10, gifts=1)
    rules = judging_rules(BOOK_RULES)
    policy = thrifty_policy(rules, LUCK_PRICE)
    (chances,) = survival_chances(rules, passages(rules, policy), (journey,), rule)
    chance = float(chances.mean())
    share = dice_journeys.played(journey, policy, GAMES, 7, rule.name)
    assert GAMES % len(TRAVELLERS) == 0
    assert abs(share - chance) < 3 * (chance * (1 - chance) / GAMES) ** 0.5


@pytest.mark.slow
def test_to_hit_the_highest_skill_is_nearly_best(targets: dict[int, GroupCosts]) -> None:
    assert list(targets) == list(GROUP_SIZES)
    for costs in targets.values():
        for habits, most in ((costs.last_fight, 0.005), (costs.more_to_come, 0.0125)):
            assert habits.advised.name == "highest-skill"
            assert 0 < habits.advised.cost == min(habit.cost for habit in habits.habits) < most
            assert habits.worst.name == "highest-stamina" and habits.worst.cost > 0.03


@pytest.mark.slow
def test_another_foe_makes_a_fight_harder_by_two_skill(targets: dict[int, GroupCosts]) -> None:
    """To add nothing costs several times as much with more to come; with so much it costs least."""
    for costs in targets.values():
        advised, plain = costs.more_to_come.advised, costs.more_to_come.cost_of(AS_AGAINST_ONE)
        assert 6 * advised.cost < plain and costs.last_fight.advised.cost < costs.last_fight.cost_of(AS_AGAINST_ONE)
    against_one = thrifty_policy(judging_rules(BOOK_RULES), LUCK_PRICE)
    lucks = [GroupLuck(against_one, more_skill) for more_skill in range(5)]
    plays = [GroupPlay(TargetRule.HIGHEST_SKILL, luck) for luck in lucks]
    for size in GROUP_SIZES:
        reached = sum(group.groups * reached_by(hitter, group, plays) for hitter in HITTERS for group in some(size))
        assert int(np.argmax(reached)) == MORE_SKILL, reached


def some(size: int) -> list[Group]:
    """The groups that are found most often."""
    return sorted(judged_groups(size), key=lambda group: -group.groups)[:12]


def reached_by(hitter: Traveller, group: Group, plays: list[GroupPlay]) -> np.ndarray:
    """What each way to fight reaches with more to come."""
    ends = worths_alone(hitter.stamina + 1, hitter.luck + 1, LUCK_PRICE).in_floats().array.repeat(len(plays), axis=2)
    melee = Melee(BOOK_RULES, hitter.skill, hitter.stamina, group.foes)
    return play_by_rules(melee, plays, ends)[hitter.stamina, *(foe.stamina for foe in group.foes), hitter.luck]


def test_nearly_all_groups_of_the_books_are_judged() -> None:
    judged, known = (
        sum(group.groups for size in GROUP_SIZES for group in groups(size))
        for groups in (judged_groups, groups_at_once)
    )
    assert known - judged <= 2 and judged > 80
