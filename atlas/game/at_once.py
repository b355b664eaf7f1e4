"""The answer for a fight against several foes at once: whom to attack, and when to test.

What a decision is worth is looked up in the middle of the first round. With one roll of the hero for all foes it hangs
on that roll; the answer then is the mean over the rolls that bring the wound in question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

import numpy as np

from atlas.errors import InputError
from atlas.game.ahead import Prospect, Start, best_plans, play_ahead, solve_ahead
from atlas.game.dice import luck_odds
from atlas.game.fight import GroupFight
from atlas.game.melee import Guide, Melee, MeleeValues, solve_melee
from atlas.game.melee_course import follow_melee
from atlas.game.rules import Damage, Outcome, Verdict
from atlas.game.worth import EndGoal
from atlas.game.worths import TOLERANCE, Worths, beside

MOST_GROUP_STATES = 12_000_000
"""of all states before and within a round: more take longer than anyone waits"""
MOST_WHOLE_STATES = 60_000
"""the most that are computed in whole numbers"""
SMALL_BITS = 4_000
FIGURES = ("value", "win_chance", "win_chance_never", "luck_spent", "survival")
"""the numbers of every answer, by their names in it"""


@dataclass(frozen=True)
class Decision:
    """One decision: the worths of keeping and testing, and the chances to come through.

    All are None where the decision cannot come up, those of a test where there is no LUCK.
    """

    verdict: Verdict
    keep: Fraction | None
    test: Fraction | None
    keep_survival: Fraction | None
    test_survival: Fraction | None

    @property
    def stake(self) -> Fraction | None:
        """What a test is worth more than keeping; None where there is no LUCK to test."""
        return None if self.test is None or self.keep is None else self.test - self.keep

    def exact_entry(self) -> dict[str, object]:
        """Return the decision as a part of an answer, in fractions."""
        return {"verdict": self.verdict.word, "test": self.test, "keep": self.keep, "stake": self.stake}


@dataclass(frozen=True)
class GroupAnswer:
    """The advice for a fight against several foes at once, and what it leads to."""

    target: int
    """the index of the foe to attack"""
    targets: tuple[Fraction, ...]
    """the worth of attacking each foe"""
    won: Decision
    """about the wound given to the target"""
    lost: tuple[Decision, ...]
    """about a wound taken from each foe"""
    value: Fraction
    win_chance: Fraction
    win_chance_never: Fraction
    luck_spent: Fraction
    survival: Fraction
    is_exact: bool
    """whether computed in whole numbers; else numbers are right within 10⁻¹²"""

    def exact_entry(self) -> dict[str, object]:
        """Return the answer as a mapping, in fractions."""
        return {
            "target": self.target,
            "targets": list(self.targets),
            "won": self.won.exact_entry(),
            "lost": [decision.exact_entry() for decision in self.lost],
        } | {name: getattr(self, name) for name in FIGURES}


@dataclass(frozen=True)
class _Asked:
    """A fight with all that its answer is made of, computed when asked for."""

    fight: GroupFight

    @cached_property
    def melee(self) -> Melee:
        fight = self.fight
        return Melee(fight.rules, fight.skill, fight.stamina, fight.foes, fight.one_roll)

    @cached_property
    def is_whole(self) -> bool:
        """Whether whole numbers stay small enough to be quick."""
        states = self.melee.states * (self.fight.luck + 1)
        bits = self.melee.units(self.fight.luck + 1).bit_length() if states <= MOST_WHOLE_STATES else 0
        return states * (1 + bits // SMALL_BITS) <= MOST_WHOLE_STATES

    @cached_property
    def ahead(self) -> tuple[Prospect, Prospect]:
        """The prospects after the fight: what is maximised, and the chance to come through."""
        fight, start = self.fight, Start(self.fight.skill, self.fight.stamina, self.fight.luck)
        to_come_through = replace(fight.goal, luck_price=Fraction(0))
        if not fight.foes_ahead:
            rules = fight.rules.sized(fight.stamina, fight.luck)
            goals: Sequence[EndGoal] = (fight.goal, to_come_through)
            value, survival = (Prospect.of_goal(rules, goal) for goal in goals)
            return value, survival
        legs = solve_ahead(start, [(fight.rules, foe) for foe in fight.foes_ahead], fight.goal)
        survivals = play_ahead(legs, best_plans(legs), Prospect.of_goal(legs[0].rules, to_come_through))
        return legs[0].before, survivals[0]

    def worths(self, prospect: Prospect) -> Worths:
        """Return the worths of a prospect: STAMINA, LUCK, one column."""
        rows = [row[: self.fight.stamina + 1] for row in prospect.rows]
        worths = Worths(np.array(rows, dtype=object).T[:, :, None], prospect.denominator)
        return worths if self.is_whole else worths.in_floats()

    @cached_property
    def values(self) -> MeleeValues:
        """The solved fight."""
        return solve_melee(self.melee, self.worths(self.ahead[0]))

    @cached_property
    def survivals(self) -> MeleeValues:
        """The same decisions, with the chance to come through as the last column."""
        if not self.fight.goal.luck_price:
            return self.values
        both = beside(*(self.worths(prospect) for prospect in self.ahead))
        return solve_melee(self.melee, both, guide=Guide(self.tolerance, chooses_targets=True))

    @property
    def tolerance(self) -> float:
        """Differences up to this count as none."""
        return 0 if self.is_whole else TOLERANCE

    def choice(self, target: int, foe: int, outcome: Outcome) -> Decision:
        """Return the decision about a wound given to the target, or taken from a foe."""
        parts = []
        for roll, ways in enumerate(self.melee.rolls):
            exchange = self.melee.exchanges[foe][roll]
            brings = exchange.won if outcome is Outcome.WON else exchange.lost
            weight = ways * brings if self.fight.one_roll else 1
            if weight:
                worths = (self._options(values, target, foe, outcome, roll) for values in (self.values, self.survivals))
                parts.append((weight, [*chain(*worths)]))
        total = sum(weight for weight, _ in parts)
        if not total:
            return Decision(Verdict.KEEP, None, None, None, None)
        keep, test, keep_survival, test_survival = (
            sum((weight * worths[number] for weight, worths in parts), Fraction(0)) / total for number in range(4)
        )
        if not self.fight.rules.can_test(self.fight.luck):
            return Decision(Verdict.KEEP, keep, None, keep_survival, None)
        verdict = Verdict.EITHER if abs(test - keep) <= self.tolerance else Verdict(test > keep)
        return Decision(verdict, keep, test, keep_survival, test_survival)

    def _options(
        self, values: MeleeValues, target: int, foe: int, outcome: Outcome, roll: int
    ) -> tuple[Fraction, Fraction]:
        """Return what it is worth to keep, and to test, for one roll of the hero."""
        fight, rules = self.fight, self.fight.rules
        exchange = 0 if foe == target else self.melee.others[target].index(foe) + 1

        def after(damage: int, luck: int) -> Fraction:
            hero, foes = fight.stamina, [other.stamina for other in fight.foes]
            if outcome is Outcome.WON:
                left = foes[foe] - damage
                foes[foe] = left if left > rules.foe_yields_at else 0
            else:
                hero = max(hero - damage, 0)
            worths = values.midway[target][exchange]
            place = int(np.ravel_multi_index((hero, *foes), self.melee.shape))
            return Fraction(worths[place, luck, min(roll, worths.shape[2] - 1), -1]) / values.unit

        damage: Damage = rules.damage(outcome)
        keep = after(damage.plain, fight.luck)
        if not rules.can_test(fight.luck):
            return keep, keep
        good, spent = luck_odds(fight.luck).chance, fight.luck - rules.luck_cost
        return keep, good * after(damage.lucky, spent) + (1 - good) * after(damage.unlucky, spent)

    def never(self) -> Fraction:
        """Return the highest chance to win without a test."""
        rules = self.fight.rules.sized(self.fight.stamina, 0)
        ends = Prospect.of_goal(rules, EndGoal())
        values = solve_melee(self.melee, self.worths(ends))
        return Fraction(values.before[-1, 0, 0]) / values.unit

    def answer(self) -> GroupAnswer:
        """Return the whole answer."""
        fight, values = self.fight, self.values
        rounds = {t: Fraction(worth) / values.unit for t, worth in values.first_rounds(fight.luck).items()}
        target = min(t for t, worth in rounds.items() if max(rounds.values()) - worth <= self.tolerance)
        begun = np.full((fight.stamina + 1, fight.luck + 1, 1), 0, dtype=values.array.dtype)
        unit = self.melee.units(fight.luck + 1) if self.is_whole else 1
        begun[-1, -1, 0] = unit
        ends = Worths(follow_melee(values, begun).after, unit)
        won = [(stamina, luck) for stamina in range(1, fight.stamina + 1) for luck in range(fight.luck + 1)]
        chances = {place: ends.at(*place, 0) for place in won}
        lost = {luck: ends.at(0, luck, 0) for luck in range(fight.luck + 1)}
        left = sum((luck * chance for (_, luck), chance in chances.items()), Fraction(0))
        left += sum((luck * chance for luck, chance in lost.items()), Fraction(0))
        return GroupAnswer(
            target=target,
            targets=tuple(rounds[foe] for foe in range(len(fight.foes))),
            won=self.choice(target, target, Outcome.WON),
            lost=tuple(self.choice(target, foe, Outcome.LOST) for foe in range(len(fight.foes))),
            value=Fraction(values.before[-1, -1, 0]) / values.unit,
            win_chance=sum(chances.values(), Fraction(0)),
            win_chance_never=self.never(),
            luck_spent=fight.luck - left,
            survival=Fraction(self.survivals.before[-1, -1, -1]) / self.survivals.unit,
            is_exact=self.is_whole,
        )


def answer_group(fight: GroupFight) -> GroupAnswer:
    """Return the answer to a fight against several foes at once.

    It is exact where whole numbers stay small; else its numbers are right within 10⁻¹², and a difference of no more
    counts as none.
    """
    asked = _Asked(fight)
    states = asked.melee.states * (fight.luck + 1)
    if states > MOST_GROUP_STATES:
        raise InputError(
            f"this question has {states:,} states, the most is {MOST_GROUP_STATES:,}: take fewer foes or STAMINA"
        )
    return asked.answer()
