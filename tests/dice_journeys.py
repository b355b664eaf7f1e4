"""Journeys played with dice, to judge the exact figures by. It shares no code with them but the policy that is played.

    python -m tests.dice_journeys [GAMES]    play 200,000 adventures, or so many, of each of some kinds, and compare

Who plays eats as soon as no part of a meal is wasted, if nothing else is said. What is exact for that is the end of
`journeys.way_on`.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from atlas.game.rules import BOOK_RULES, Outcome
from atlas.policies import journeys
from atlas.policies.conditions import Where
from atlas.policies.fight_ends import TRAVELLERS, passages
from atlas.policies.fightsets import FOUGHT_FOES, judging_rules
from atlas.policies.journeys import JOURNEYS, Journey
from atlas.policies.policy import NEVER, SteadyPolicy, strategy

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

RULES = judging_rules(BOOK_RULES)
GAMES = 200_000
UNLUCKY = {"dies": 158, "fights": 76, 1: 24, 2: 71, 3: 23, 4: 22, 5: 10, 6: 2, 8: 1, "nothing": 251}
"""what being Unlucky led to in 638 luck tests"""
PLAYED = (
    (JOURNEYS[0], NEVER),
    (JOURNEYS[5], strategy(7, 5)),
    (JOURNEYS[6], strategy(4, 6)),
    (JOURNEYS[8], strategy(3, 5)),
    (JOURNEYS[10], strategy(2, 3)),
)
"""journeys of every length, with tests that kill and that do not, and who plays them"""


@dataclass
class Party:
    """Many adventurers on the same journey."""

    dice: np.random.Generator
    policy: SteadyPolicy
    skill: Ints
    most_stamina: Ints
    most_luck: Ints
    stamina: Ints
    luck: Ints
    meals: Ints

    @classmethod
    def at_the_start(cls, dice: np.random.Generator, policy: SteadyPolicy, journey: Journey, games: int) -> "Party":
        skill, stamina, luck = np.array(TRAVELLERS)[np.arange(games) % len(TRAVELLERS)].T
        return cls(dice, policy, skill, stamina, luck, stamina.copy(), luck.copy(), np.full(games, journey.meals))

    def pair(self, count: int) -> Ints:
        rolled: Ints = self.dice.integers(1, 7, size=(2, count)).sum(axis=0)
        return rolled

    def eat(self, name: str = "nothing-wasted") -> None:
        limits = {
            "nothing-wasted": self.most_stamina - 4,
            "at-half": self.most_stamina // 2,
            "at-8": np.full(len(self.stamina), 8),
            "at-4": np.full(len(self.stamina), 4),
        }
        while True:
            hungry = (self.stamina > 0) & (self.meals > 0) & (self.stamina <= limits[name])
            if not hungry.any():
                return
            self.stamina[hungry] = np.minimum(self.stamina + 4, self.most_stamina)[hungry]
            self.meals[hungry] -= 1

    def gift(self) -> None:
        self.luck = np.maximum(self.luck, np.minimum(self.luck + 1, self.most_luck))

    def test(self, deadly: int) -> None:
        """Test your Luck as the text says."""
        lucky = self.pair(len(self.luck)) <= self.luck
        self.luck = np.maximum(self.luck - 1, 0)
        unlucky = np.flatnonzero(~lucky & (self.stamina > 0))
        spared = unlucky[self.dice.random(len(unlucky)) >= deadly / 100]
        self.stamina[np.setdiff1d(unlucky, spared)] = 0
        ways = [name for name in UNLUCKY if name != "dies"]
        counts = np.array([UNLUCKY[name] for name in ways])
        fates = self.dice.choice(len(ways), size=len(spared), p=counts / counts.sum())
        for number, way in enumerate(ways):
            if isinstance(way, int):
                self.stamina[spared[fates == number]] -= way
        self.fight(spared[fates == ways.index("fights")])

    def fight(self, who: Ints) -> None:
        """Fight one foe of the books each, until one side has fallen."""
        foes, counts = np.array([*FOUGHT_FOES]), np.array([*FOUGHT_FOES.values()])
        skill, foe = foes[self.dice.choice(len(foes), size=len(who), p=counts / counts.sum())].T.copy()
        standing = np.flatnonzero(self.stamina[who] > 0)
        while len(standing):
            hero = who[standing]
            apart = self.skill[hero] + self.pair(len(hero)) - skill[standing] - self.pair(len(hero))
            tests = self._tests(hero, skill[standing], foe[standing], apart)
            lucky = self.pair(len(hero)) <= self.luck[hero]
            self.luck[hero] -= tests
            given, taken = np.where(lucky, 4, 1), np.where(lucky, 1, 3)
            foe[standing] -= (apart > 0) * np.where(tests, given, 2)
            self.stamina[hero] -= (apart < 0) * np.where(tests, taken, 2)
            standing = standing[(self.stamina[hero] > 0) & (foe[standing] > 0)]

    def _tests(self, hero: Ints, skill: Ints, foe: Ints, apart: Ints) -> Bools:
        gap = np.clip(self.skill[hero] - skill, -10, 10)
        where = Where(gap, self.luck[hero], self.stamina[hero], foe)
        won, lost = (np.broadcast_to(self.policy.tests(outcome, where), gap.shape) for outcome in Outcome)
        tests: Bools = ((apart > 0) & won | (apart < 0) & lost) & (self.luck[hero] > 0)
        return tests


def played(journey: Journey, policy: SteadyPolicy, games: int, seed: int, eating: str = "nothing-wasted") -> float:
    """Return the share of adventures that are survived by who eats by a rule."""
    party = Party.at_the_start(np.random.default_rng(seed), policy, journey, games)
    for number in range(1, journey.fights + 1):
        events = journey.before_fight(number)
        for _ in range(events.tests):
            party.test(journey.deadly)
            party.eat(eating)
        for _ in range(events.gifts):
            party.gift()
        party.fight(np.arange(games))
        party.eat(eating)
    return float((party.stamina > 0).mean())


def exact(journey: Journey, policy: SteadyPolicy) -> float:
    """Return the chance to survive, worked out."""
    *_, end = journeys.way_on(passages(RULES, policy), journey)
    return float(end.sum()) / len(TRAVELLERS)


def compared(games: int) -> Iterator[tuple[Journey, float, float, float]]:
    """Yield each journey with what dice gave, what is exact, and the difference in standard errors."""
    for seed, (journey, policy) in enumerate(PLAYED):
        survived, chance = played(journey, policy, games, seed), exact(journey, policy)
        yield journey, survived, chance, (survived - chance) / (chance * (1 - chance) / games) ** 0.5


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for journey, survived, chance, apart in compared(games):
        print(f"{journey}: dice {100 * survived:.3f}%, exact {100 * chance:.3f}%, {apart:+.2f} standard errors")
