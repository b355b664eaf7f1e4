"""Journeys against a slow solver that shares no code with them, and against dice."""

from functools import cache
from itertools import product

import pytest

from atlas.game.rules import BOOK_RULES, Outcome
from atlas.policies.adventures import SampledChains, drawn_adventures
from atlas.policies.conditions import Where
from atlas.policies.fight_ends import TRAVELLERS, passages
from atlas.policies.fightsets import FOUGHT_FOES
from atlas.policies.journeys import BestFights, Journey, survival_chances
from atlas.policies.policy import NEVER, SteadyPolicy, strategy
from tests import dice_journeys

RULES = BOOK_RULES.sized(24, 12)
SHORT = Journey(fights=2, meals=1, tests=1, deadly=25, gifts=1)
PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
FOES = sum(FOUGHT_FOES.values())


def slow_chance(journey: Journey, number: int, policy: SteadyPolicy | None) -> float:
    """The chance of one traveller to come through, worked out state by state; by best play without a policy."""
    skill, most_stamina, most_luck = TRAVELLERS[number]
    counts = {"dies": 158, "fights": 76, 1: 24, 2: 71, 3: 23, 4: 22, 5: 10, 6: 2, 8: 1}
    counts["nothing"] = 638 - sum(counts.values())
    stages = [stage for n in range(1, journey.fights + 1) for stage in (*_events(journey, n), "fight")]

    @cache
    def tests(won: bool, gap: int, luck: int, hero: int, foe: int) -> bool:
        assert policy
        return bool(policy.tests(Outcome.WON if won else Outcome.LOST, Where(gap, luck, hero, foe)))

    @cache
    def fought(stage: int, meals: int, gap: int, hero: int, foe: int, luck: int) -> float:
        """In a fight before this stage."""
        if hero <= 0:
            return 0.0
        if foe <= 0:
            return standing(stage, meals, luck, hero)
        lucky = sum(pair <= luck for pair in PAIRS) / 36
        differences = [a - b + gap for a, b in product(PAIRS, PAIRS)] if (gap not in chances) else []
        if differences:
            won, lost = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
            chances[gap] = won / (won + lost)
        value = 0.0
        for won_round, chance in ((True, chances[gap]), (False, 1 - chances[gap])):
            hit = (2, 4, 1) if won_round else (2, 1, 3)

            def after(damage: int, left: int, won_round: bool = won_round) -> float:
                return fought(stage, meals, gap, hero - damage * (not won_round), foe - damage * won_round, left)

            keep = after(hit[0], luck)
            test = lucky * after(hit[1], luck - 1) + (1 - lucky) * after(hit[2], luck - 1) if luck else keep
            if policy is None:
                value += chance * max(keep, test)
            else:
                value += chance * (test if luck and tests(won_round, gap, luck, hero, foe) else keep)
        return value

    chances: dict[int, float] = {}

    @cache
    def meets_any(stage: int, meals: int, luck: int, stamina: int) -> float:
        return sum(
            count / FOES * fought(stage, meals, max(min(skill - foe.skill, 10), -10), stamina, foe.stamina, luck)
            for foe, count in FOUGHT_FOES.items()
        )

    @cache
    def standing(stage: int, meals: int, luck: int, stamina: int) -> float:
        """Alive before a stage, a meal in reach."""
        if stamina <= 0:
            return 0.0
        if stage == len(stages):
            return 1.0
        now = goes_on(stage, meals, luck, stamina)
        if not meals:
            return now
        return max(now, standing(stage, meals - 1, luck, min(stamina + 4, max(most_stamina, stamina))))

    def goes_on(stage: int, meals: int, luck: int, stamina: int) -> float:
        if stages[stage] == "fight":
            return meets_any(stage + 1, meals, luck, stamina)
        if stages[stage] == "gift":
            return standing(stage + 1, meals, min(luck + 1, max(most_luck, luck)), stamina)
        lucky, left = sum(pair <= luck for pair in PAIRS) / 36, max(luck - 1, 0)
        spared = 638 - counts["dies"]
        bad = counts["nothing"] / spared * standing(stage + 1, meals, left, stamina)
        bad += counts["fights"] / spared * with_meal(stage + 1, meals, left, stamina)
        bad += sum(
            count / spared * standing(stage + 1, meals, left, stamina - points)
            for points, count in counts.items()
            if isinstance(points, int)
        )
        return lucky * standing(stage + 1, meals, left, stamina) + (1 - lucky) * (1 - journey.deadly / 100) * bad

    def with_meal(stage: int, meals: int, luck: int, stamina: int) -> float:
        """Before a fight that being Unlucky leads to."""
        now = meets_any(stage, meals, luck, stamina)
        more = min(stamina + 4, max(most_stamina, stamina))
        return max(now, with_meal(stage, meals - 1, luck, more)) if meals else now

    return standing(0, journey.meals, most_luck, most_stamina)


def _events(journey: Journey, number: int) -> list[str]:
    tests, gifts = (
        (n * number) // journey.fights - (n * (number - 1)) // journey.fights for n in (journey.tests, journey.gifts)
    )
    return ["test"] * tests + ["gift"] * gifts


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3])
def test_journeys_are_those_of_a_slow_solver(number: int) -> None:
    for policy in (NEVER, strategy(3, 5)):
        (chances,) = survival_chances(RULES, passages(RULES, policy), (SHORT,))
        assert chances[number] == pytest.approx(slow_chance(SHORT, number, policy), abs=1e-6)
    (chances,) = survival_chances(RULES, BestFights(RULES), (SHORT,))
    assert chances[number] == pytest.approx(slow_chance(SHORT, number, None), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("policy", [NEVER, strategy(3, 5)])
def test_many_drawn_chains_of_foes_tend_to_a_journey_with_nothing_else(policy: SteadyPolicy) -> None:
    (chances,) = survival_chances(
        RULES, passages(RULES, policy), (Journey(fights=3, meals=0, tests=0, deadly=0, gifts=0),)
    )
    chains = tuple(chain for chain in drawn_adventures(each=300, seed=3) if len(chain.foes) == 3)
    drawn = SampledChains(RULES, chains).chances(policy)
    for traveller, chance in zip(TRAVELLERS, chances, strict=True):
        own = [n for n, chain in enumerate(chains) if chain.skill == traveller.skill]
        survived = drawn[traveller.stamina - 1, traveller.luck, own]
        assert abs(survived.mean() - chance) < 4 * survived.std() / len(own) ** 0.5


@pytest.mark.slow
def test_dice_agree() -> None:
    """Within three standard errors; `python -m tests.dice_journeys` plays 200,000 of each."""
    apart = [standard_errors for *_, standard_errors in dice_journeys.compared(games=12_000)]
    assert len(apart) >= 5 and max(map(abs, apart)) < 3


@pytest.mark.slow
def test_where_nothing_is_eaten_the_way_on_ends_as_the_way_back_begins() -> None:
    journey = Journey(fights=6, meals=0, tests=2, deadly=10, gifts=1)
    policy = strategy(4, 6)
    (chances,) = survival_chances(RULES, passages(RULES, policy), (journey,))
    assert dice_journeys.exact(journey, policy) == pytest.approx(chances.mean(), abs=1e-6)
