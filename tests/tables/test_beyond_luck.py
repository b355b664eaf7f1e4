"""What habits beside LUCK cost: eating against dice, targets against what one group alone says."""

import pytest

from atlas.game.books import groups_at_once
from atlas.game.edition import LUCK_PRICE
from atlas.game.rules import BOOK_RULES
from atlas.policies.certify import thrifty_policy
from atlas.policies.eating import EATING_RULES, NOTHING_WASTED, EatingRule
from atlas.policies.fight_ends import TRAVELLERS, passages
from atlas.policies.fightsets import judging_rules
from atlas.policies.journeys import Journey, survival_chances
from atlas.tables.beyond_luck import GROUP_SIZES, HabitCosts, eating_costs, judged_groups, target_costs
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
def targets() -> dict[int, HabitCosts]:
    return target_costs()


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
def test_to_hit_the_highest_skill_is_nearly_best(targets: dict[int, HabitCosts]) -> None:
    assert list(targets) == list(GROUP_SIZES)
    for costs in targets.values():
        assert costs.advised.name == "highest-skill"
        assert 0 < costs.advised.cost == min(habit.cost for habit in costs.habits) < 0.005
        assert costs.worst.name == "highest-stamina" and costs.worst.cost > 0.03


def test_nearly_all_groups_of_the_books_are_judged() -> None:
    judged, known = (
        sum(group.groups for size in GROUP_SIZES for group in groups(size))
        for groups in (judged_groups, groups_at_once)
    )
    assert known - judged <= 2 and judged > 80
