"""Rules for whom to hit, against a solver that shares no code with them, and against dice."""

from fractions import Fraction

import numpy as np
import pytest

from atlas.game.adventure import worths_alone
from atlas.game.ahead import Foe
from atlas.game.melee import Melee, solve_melee
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.policies.conditions import Where
from atlas.policies.policy import NEVER, SteadyPolicy, strategy
from atlas.policies.targets import TargetRule, play_by_rules
from tests.slow_at_once import Place, SlowGroup, Worths

SKILL, STAMINA, LUCK = 9, 9, 4
GROUPS = (((7, 4), (9, 3)), ((9, 5), (9, 2)), ((8, 3), (10, 2), (7, 4)))
POLICIES = (NEVER, strategy(2, 2), strategy(6, 1))
Foes = tuple[tuple[int, int], ...]


def chosen(rule: TargetRule, skills: list[int], staminas: tuple[int, ...]) -> int:
    """The target, from the words of the rule."""
    standing = [foe for foe, stamina in enumerate(staminas) if stamina]
    wanted = {
        TargetRule.HIGHEST_SKILL: lambda foe: (-skills[foe], staminas[foe]),
        TargetRule.LOWEST_SKILL: lambda foe: (skills[foe], staminas[foe]),
        TargetRule.LOWEST_STAMINA: lambda foe: (staminas[foe],),
        TargetRule.HIGHEST_STAMINA: lambda foe: (-staminas[foe],),
    }[rule]
    return min(standing, key=wanted)


class RuledGroup(SlowGroup):
    """Foes at once, one of whom is hit by a rule, while LUCK is used as against one foe."""

    def __init__(self, foes: Foes, rule: TargetRule, policy: SteadyPolicy) -> None:
        self.rule, self.policy = rule, policy
        won, lost = (lambda hero, luck, worth=worth: (Fraction(worth),) for worth in (1, 0))
        super().__init__(SKILL, list(foes), {}, "each", won, lost, tests=self.as_against_one)

    def as_against_one(self, place: Place, outcome: str) -> bool:
        foe = place.order[place.at]
        gap = SKILL - self.skills[foe]
        return place.luck > 0 and bool(
            self.policy.tests(Outcome(outcome), Where(gap, place.luck, place.hero, place.foes[foe]))
        )

    def _before(self, hero: int, foes: tuple[int, ...], luck: int) -> Worths:
        if not any(foes):
            return self.won(hero, luck)
        return self.against(chosen(self.rule, self.skills, foes), hero, foes, luck)


def by_rules(foes: Foes, policy: SteadyPolicy) -> dict[TargetRule, float]:
    melee = Melee(BOOK_RULES, SKILL, STAMINA, tuple(Foe(*foe) for foe in foes))
    ends = worths_alone(STAMINA + 1, LUCK + 1, Fraction(0)).in_floats().array[..., 0]
    rules = list(TargetRule)
    chances = play_by_rules(melee, policy, ends, rules)[STAMINA, *(stamina for _, stamina in foes), LUCK]
    return dict(zip(rules, chances.tolist(), strict=True))


@pytest.mark.parametrize("foes", GROUPS)
@pytest.mark.parametrize("policy", POLICIES)
def test_rules_are_worth_what_a_slow_solver_says(foes: Foes, policy: SteadyPolicy) -> None:
    staminas = tuple(stamina for _, stamina in foes)
    for rule, chance in by_rules(foes, policy).items():
        (slow,) = RuledGroup(foes, rule, policy).before(STAMINA, staminas, LUCK)
        assert chance == pytest.approx(float(slow), abs=1e-12), rule


def test_no_rule_is_better_than_the_best_play() -> None:
    for foes in GROUPS:
        melee = Melee(BOOK_RULES, SKILL, STAMINA, tuple(Foe(*foe) for foe in foes))
        ends = worths_alone(STAMINA + 1, LUCK + 1, Fraction(0)).in_floats()
        best = solve_melee(melee, ends).before[-1, -1, 0]
        assert all(chance <= best + 1e-12 for policy in POLICIES for chance in by_rules(foes, policy).values())


GAMES = 6_000


def played(foes: Foes, rule: TargetRule, policy: SteadyPolicy, dice: np.random.Generator) -> float:
    """The share of fights won, played one by one."""

    def lead(foe: int) -> int:
        mine, other = dice.integers(1, 7, size=(2, 2)).sum(axis=1).tolist()
        return int(mine) + SKILL - int(other) - foes[foe][0]

    def hit(outcome: Outcome, foe: int, state: list[int]) -> int:
        """What a wound takes, LUCK spent on the way."""
        hero, luck = state
        gap = SKILL - foes[foe][0]
        plain, lucky, unlucky = (2, 4, 1) if outcome is Outcome.WON else (2, 1, 3)
        if not luck or not policy.tests(outcome, Where(gap, luck, hero, left[foe])):
            return plain
        state[1] -= 1
        return lucky if dice.integers(1, 7, size=2).sum() <= luck else unlucky

    won = 0
    for _ in range(GAMES):
        left, state = [stamina for _, stamina in foes], [STAMINA, LUCK]
        while state[0] > 0 and any(left):
            target = chosen(rule, [skill for skill, _ in foes], tuple(left))
            for foe in (target, *(foe for foe in range(len(foes)) if foe != target and left[foe])):
                ahead = lead(foe)
                if ahead > 0 and foe == target:
                    left[foe] = max(left[foe] - hit(Outcome.WON, foe, state), 0)
                elif ahead < 0 and state[0] > 0:
                    state[0] -= hit(Outcome.LOST, foe, state)
        won += state[0] > 0
    return won / GAMES


@pytest.mark.slow
@pytest.mark.parametrize(("foes", "policy"), [(GROUPS[0], strategy(2, 2)), (GROUPS[2], strategy(6, 1))])
def test_dice_agree_with_the_sentence_for_targets(foes: Foes, policy: SteadyPolicy) -> None:
    dice, rule = np.random.default_rng(3), TargetRule.HIGHEST_SKILL
    share, chance = played(foes, rule, policy, dice), by_rules(foes, policy)[rule]
    assert abs(share - chance) < 3 * (chance * (1 - chance) / GAMES) ** 0.5
