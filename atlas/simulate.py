"""Seeded Monte Carlo fights: dice rolled as dice, many fights in lock-step, any policy.

Nothing here knows what the solver knows: rounds are rolled with their draws, tests with two dice. So a
simulation judges the exact figures, and its log of decisions says which ones come up at a table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from atlas.conditions import Bools, Ints, Where
from atlas.dice import FACES
from atlas.fightsets import FightSet
from atlas.policies import ByStart, Policy
from atlas.rules import InputError, Outcome, Rules

Progress = Callable[[int], None]
"""Told how many games have been played."""

BATCH = 50_000
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Fights:
    """How simulated fights went, one entry each."""

    won: Bools
    rounds: Ints
    """rounds fought, draws counted"""
    luck_spent: Ints


@dataclass(frozen=True)
class Summary:
    """What many fights say."""

    games: int
    wins: int
    mean_rounds: float
    mean_luck_spent: float
    seed: int

    @property
    def win_chance(self) -> float:
        return self.wins / self.games

    @property
    def standard_error(self) -> float:
        return sqrt(self.win_chance * (1 - self.win_chance) / self.games)


@dataclass(frozen=True)
class Decisions:
    """How often each decision was met: by outcome, in cubes by skill gap, luck, hero and foe stamina."""

    skill_gaps: tuple[int, ...]
    met: dict[Outcome, npt.NDArray[np.int64]]

    @classmethod
    def none(cls, rules: Rules, skill_gaps: tuple[int, ...]) -> "Decisions":
        shape = (len(skill_gaps), len(rules.lucks), rules.max_stamina, rules.max_stamina)
        return cls(skill_gaps, {outcome: np.zeros(shape, np.int64) for outcome in Outcome})

    def add(self, outcome: Outcome, gap: Ints, luck: Ints, hero: Ints, foe: Ints) -> None:
        cube = self.met[outcome]
        cells = np.ravel_multi_index((gap - self.skill_gaps[0], luck, hero - 1, foe - 1), cube.shape)
        cube += np.bincount(cells, minlength=cube.size).reshape(cube.shape)


@dataclass(frozen=True)
class Advisor:
    """A policy looked up beforehand, so that a whole round of decisions is one look-up."""

    rules: Rules
    skill_gaps: tuple[int, ...]
    policy: Policy | ByStart

    @cached_property
    def _cubes(self) -> dict[Outcome, Bools]:
        """By outcome: where each choice of rule list tests, by choice, skill gap, luck, hero and foe stamina."""
        choices = self.policy.choices if isinstance(self.policy, ByStart) else (self.policy,)
        staminas = np.array(self.rules.staminas)
        where = Where(*np.ix_(np.array(self.skill_gaps), np.array(self.rules.lucks), staminas, staminas))
        able = np.array([self.rules.can_test(luck) for luck in self.rules.lucks])[:, None, None]
        return {o: np.stack([choice.tests(o, where) & able for choice in choices]) for o in Outcome}

    def choose(self, start: Where) -> Ints:
        """Which rule list each fight is fought with."""
        if isinstance(self.policy, ByStart):
            return self.policy.choice(start)
        return np.zeros(np.shape(start.luck), dtype=np.int64)

    def tests(self, outcome: Outcome, choice: Ints, gap: Ints, luck: Ints, hero: Ints, foe: Ints) -> Bools:
        return self._cubes[outcome][choice, gap - self.skill_gaps[0], luck, hero - 1, foe - 1]


def fight(advisor: Advisor, starts: Where, rng: np.random.Generator, decisions: Decisions | None = None) -> Fights:
    """Fight from every start to the end, all in step; log the decisions met where a log is given."""
    gap, luck, hero, foe = (np.array(axis, dtype=np.int64) for axis in starts)
    choice = advisor.choose(starts)
    rounds, spent, won = np.zeros_like(luck), np.zeros_like(luck), np.zeros(luck.shape, dtype=bool)
    going = np.arange(luck.size)
    while going.size:
        rounds[going] += 1
        difference = _pair(rng, going.size) + gap[going] - _pair(rng, going.size)
        for outcome, here in ((Outcome.WON, going[difference > 0]), (Outcome.LOST, going[difference < 0])):
            at = (gap[here], luck[here], hero[here], foe[here])
            if decisions is not None:
                decisions.add(outcome, *at)
            tested = advisor.tests(outcome, choice[here], *at)
            hit = np.full(here.size, advisor.rules.damage(outcome).plain)
            lucky = _pair(rng, int(tested.sum())) <= luck[here[tested]]
            hit[tested] = np.where(lucky, advisor.rules.damage(outcome).lucky, advisor.rules.damage(outcome).unlucky)
            luck[here[tested]] -= advisor.rules.luck_cost
            spent[here[tested]] += advisor.rules.luck_cost
            (foe if outcome is Outcome.WON else hero)[here] -= hit
        won[going[foe[going] <= 0]] = True
        going = going[(foe[going] > 0) & (hero[going] > 0)]
    return Fights(won, rounds, spent)


def simulate(
    rules: Rules,
    policy: Policy | ByStart,
    starts: Callable[[np.random.Generator, int], Where],
    *,
    skill_gaps: tuple[int, ...],
    games: int,
    seed: int,
    progress: Progress = lambda played: None,
    decisions: Decisions | None = None,
) -> Summary:
    """Fight many games from drawn starts; the same seed gives the same games."""
    if games < 1:
        raise InputError(f"{games} games: it must be 1 or more")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"seed {seed}: it must be 0 to {LARGEST_SEED}")
    rng = np.random.default_rng(seed)
    advisor = Advisor(rules, skill_gaps, policy)
    wins = rounds = spent = played = 0
    while played < games:
        batch = min(BATCH, games - played)
        fought = fight(advisor, starts(rng, batch), rng, decisions)
        wins += int(fought.won.sum())
        rounds += int(fought.rounds.sum())
        spent += int(fought.luck_spent.sum())
        played += batch
        progress(played)
    return Summary(games, wins, rounds / games, spent / games, seed)


def same_start(skill_gap: int, luck: int, hero_stamina: int, foe_stamina: int) -> Callable[[Any, int], Where]:
    """Every game begins like this."""
    return lambda rng, games: Where(*(np.full(games, n) for n in (skill_gap, luck, hero_stamina, foe_stamina)))


def drawn_from(fights: FightSet) -> Callable[[np.random.Generator, int], Where]:
    """Every game begins with a fight drawn from a set."""
    starts = np.array([(gap, s.luck, s.hero_stamina, s.foe_stamina) for gap, s in fights.weights])
    ends = np.cumsum(list(fights.weights.values()))

    def draw(rng: np.random.Generator, games: int) -> Where:
        chosen = np.searchsorted(ends, rng.integers(fights.total, size=games), side="right")
        return Where(*starts[chosen].T)

    return draw


def _pair(rng: np.random.Generator, rolls: int) -> Ints:
    """The sums of pairs of dice."""
    dice = rng.integers(FACES.start, FACES.stop, size=(2, rolls), dtype=np.int8)
    sums: Ints = dice.sum(axis=0, dtype=np.int64)
    return sums
