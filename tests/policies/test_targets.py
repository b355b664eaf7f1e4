"""Ways to fight several foes, against a solver that shares no code with them, and against dice."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from atlas.game.adventure import worths_alone
from atlas.game.ahead import Foe
from atlas.game.edition import LUCK_PRICE
from atlas.game.melee import Melee, solve_melee
from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.policies.conditions import Condition, Where
from atlas.policies.policy import NEVER, Rule, RuleList, strategy
from atlas.policies.targets import GroupLuck, GroupPlay, TargetRule, play_by_rules
from tests.slow_at_once import Place, SlowGroup, Worths

SKILL, STAMINA, LUCK = 9, 9, 4
GROUPS = (((7, 4), (9, 3)), ((9, 5), (9, 2)), ((8, 3), (10, 2), (7, 4)))
AT_A_GAP = RuleList(
    tuple(
        Rule(outcome, Verdict.TEST, Condition(when), "")
        for outcome, when in ((Outcome.WON, "skill_gap <= -1"), (Outcome.LOST, "skill_gap >= 0 and foe_stamina > 2"))
    )
)
LUCKS = (GroupLuck(NEVER), GroupLuck(strategy(2, 2)), GroupLuck(strategy(6, 1), 2), GroupLuck(AT_A_GAP, 1))
LAST_FIGHT = Fraction(0)
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


def is_tested(
    use: GroupLuck, outcome: str, foe: int, skills: list[int], staminas: Sequence[int], hero: int, luck: int
) -> bool:
    """Whether LUCK is tested, from the words of the sentence."""
    foe_skill = skills[foe]
    if sum(1 for stamina in staminas if stamina > 0) > 1:
        foe_skill += use.more_skill
    return bool(use.against_one.tests(Outcome(outcome), Where(SKILL - foe_skill, luck, hero, staminas[foe])))


class RuledGroup(SlowGroup):
    """Foes at once, one of whom is hit by a rule, while LUCK is used as against one foe, who may count for stronger."""

    def __init__(self, foes: Foes, rule: TargetRule, luck: GroupLuck, price: Fraction) -> None:
        self.rule, self.luck = rule, luck
        won, lost = (lambda hero, luck, worth=worth: (worth + price * luck,) for worth in (1, 0))
        super().__init__(SKILL, list(foes), {}, "each", won, lost, tests=self.as_against_one)

    def as_against_one(self, place: Place, outcome: str) -> bool:
        foe = place.order[place.at]
        return place.luck > 0 and is_tested(self.luck, outcome, foe, self.skills, place.foes, place.hero, place.luck)

    def _before(self, hero: int, foes: tuple[int, ...], luck: int) -> Worths:
        if not any(foes):
            return self.won(hero, luck)
        return self.against(chosen(self.rule, self.skills, foes), hero, foes, luck)


def by_rules(foes: Foes, luck: GroupLuck, price: Fraction = LAST_FIGHT) -> dict[TargetRule, float]:
    melee = Melee(BOOK_RULES, SKILL, STAMINA, tuple(Foe(*foe) for foe in foes))
    rules = list(TargetRule)
    ends = worths_alone(STAMINA + 1, LUCK + 1, price).in_floats().array.repeat(len(rules), axis=2)
    reached = play_by_rules(melee, [GroupPlay(rule, luck) for rule in rules], ends)
    return dict(zip(rules, reached[STAMINA, *(stamina for _, stamina in foes), LUCK].tolist(), strict=True))


@pytest.mark.parametrize("foes", GROUPS)
@pytest.mark.parametrize(("luck", "price"), [*((luck, LAST_FIGHT) for luck in LUCKS), (LUCKS[2], LUCK_PRICE)])
def test_rules_are_worth_what_a_slow_solver_says(foes: Foes, luck: GroupLuck, price: Fraction) -> None:
    staminas = tuple(stamina for _, stamina in foes)
    for rule, worth in by_rules(foes, luck, price).items():
        (slow,) = RuledGroup(foes, rule, luck, price).before(STAMINA, staminas, LUCK)
        assert worth == pytest.approx(float(slow), abs=1e-12), rule


def test_ways_to_fight_stand_side_by_side() -> None:
    """Each column is worth what it is worth alone, with what its own ends are worth."""
    melee = Melee(BOOK_RULES, SKILL, STAMINA, tuple(Foe(*foe) for foe in GROUPS[0]))
    plays = [GroupPlay(rule, luck) for rule, luck in zip(TargetRule, LUCKS, strict=True)]
    prices = [Fraction(number, 100) for number in range(len(plays))]
    ends = [worths_alone(STAMINA + 1, LUCK + 1, price).in_floats().array for price in prices]
    together = play_by_rules(melee, plays, np.concatenate(ends, axis=2))
    for column, (play, end) in enumerate(zip(plays, ends, strict=True)):
        assert (together[..., column] == play_by_rules(melee, [play], end)[..., 0]).all()


def test_no_rule_is_better_than_the_best_play() -> None:
    for foes in GROUPS:
        melee = Melee(BOOK_RULES, SKILL, STAMINA, tuple(Foe(*foe) for foe in foes))
        ends = worths_alone(STAMINA + 1, LUCK + 1, Fraction(0)).in_floats()
        best = solve_melee(melee, ends).before[-1, -1, 0]
        assert all(chance <= best + 1e-12 for luck in LUCKS for chance in by_rules(foes, luck).values())


GAMES = 6_000


def played(foes: Foes, rule: TargetRule, use: GroupLuck, dice: np.random.Generator) -> float:
    """The share of fights won, played one by one."""
    skills = [skill for skill, _ in foes]

    def lead(foe: int) -> int:
        mine, other = dice.integers(1, 7, size=(2, 2)).sum(axis=1).tolist()
        return int(mine) + SKILL - int(other) - skills[foe]

    def hit(outcome: Outcome, foe: int, state: list[int]) -> int:
        """What a wound takes, LUCK spent on the way."""
        hero, luck = state
        plain, lucky, unlucky = (2, 4, 1) if outcome is Outcome.WON else (2, 1, 3)
        if not luck or not is_tested(use, outcome, foe, skills, left, hero, luck):
            return plain
        state[1] -= 1
        return lucky if dice.integers(1, 7, size=2).sum() <= luck else unlucky

    won = 0
    for _ in range(GAMES):
        left, state = [stamina for _, stamina in foes], [STAMINA, LUCK]
        while state[0] > 0 and any(left):
            target = chosen(rule, skills, tuple(left))
            for foe in (target, *(foe for foe in range(len(foes)) if foe != target and left[foe])):
                ahead = lead(foe)
                if ahead > 0 and foe == target:
                    left[foe] = max(left[foe] - hit(Outcome.WON, foe, state), 0)
                elif ahead < 0 and state[0] > 0:
                    state[0] -= hit(Outcome.LOST, foe, state)
        won += state[0] > 0
    return won / GAMES


@pytest.mark.slow
@pytest.mark.parametrize(("foes", "luck"), [(GROUPS[0], LUCKS[1]), (GROUPS[2], LUCKS[3])])
def test_dice_agree_with_the_sentence_for_targets(foes: Foes, luck: GroupLuck) -> None:
    dice, rule = np.random.default_rng(3), TargetRule.HIGHEST_SKILL
    share, chance = played(foes, rule, luck, dice), by_rules(foes, luck)[rule]
    assert abs(share - chance) < 3 * (chance * (1 - chance) / GAMES) ** 0.5
