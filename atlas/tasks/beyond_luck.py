"""What is decided beside LUCK: when to eat, whom to hit, which potion to take, when to escape."""

from collections.abc import Mapping
from fractions import Fraction

from atlas.making.engine import task
from atlas.tables.beyond_luck import BeyondLuck, GroupCosts, HabitCosts, eating_costs, target_costs
from atlas.tables.on_the_way import OnTheWay, on_the_way

WEIGHING = "Weighing what is decided beside LUCK"


@task(WEIGHING, seconds=1)
def weigh_eating(luck_price: Fraction) -> HabitCosts:
    return eating_costs(luck_price)


@task(WEIGHING, seconds=3)
def weigh_targets(luck_price: Fraction) -> dict[int, GroupCosts]:
    return target_costs(luck_price)


@task(WEIGHING)
def join_beyond_luck(eating: HabitCosts, targets: Mapping[int, GroupCosts]) -> BeyondLuck:
    return BeyondLuck(eating, targets)


@task(WEIGHING, seconds=1.5)
def weigh_potions_and_escapes() -> OnTheWay:
    return on_the_way()
