"""Monte Carlo simulation of fights with seeded dice: many fights side by side, round by round, by any policy.

Nothing is taken from the solver: each Attack Strength and each test is rolled with two dice, and drawn rounds happen.
So a simulation is an independent check of the exact figures, and its log shows which decisions come up in play.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.errors import InputError
from atlas.game.dice import FACES, LARGEST_SEED, SKILL_GAPS
from atlas.game.rules import Outcome, Rules
from atlas.policies.adventures import SampledChains
from atlas.policies.conditions import Bools, Ints, Where
from atlas.policies.fightsets import FightSet
from atlas.policies.policy import Policy

ProgressReport = Callable[[int], None]
"""Called with the number of games played so far."""

BATCH = 50_000
"""games that are played side by side"""
LOST_BY_MEMORY, WON_BY_MEMORY = -1, -2
"""in place of a memory: the fight ended by a limit of rounds or a run of lost rounds"""


@dataclass(frozen=True)
class FightResults:
    """The results of simulated fights, one entry for each fight."""

    won: Bools
    rounds: Ints
    """rounds fought, including drawn ones"""
    luck_spent: Ints
    stamina_left: Ints
    """the hero's stamina at the end, 0 where the fight is lost"""


@dataclass(frozen=True)
class Summary:
    """Counts and averages over many simulated games."""

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
class DecisionLog:
    """How often each decision came up in simulated fights."""

    skill_gaps: tuple[int, ...]
    counts: dict[Outcome, npt.NDArray[np.int64]]
    """by outcome, then skill gap, luck, hero stamina and foe stamina"""

    @classmethod
    def empty(cls, rules: Rules, skill_gaps: tuple[int, ...]) -> "DecisionLog":
        """Return a log without any decisions."""
        shape = (len(skill_gaps), len(rules.lucks), rules.max_stamina, rules.max_stamina)
        return cls(skill_gaps, {outcome: np.zeros(shape, np.int64) for outcome in Outcome})

    def add(self, states: Ints, win: Ints) -> None:
        """Count decisions: their states as flat indices into the counts, and 1 for a won round or 0 for a lost one."""
        for outcome, indices in ((Outcome.WON, states[win == 1]), (Outcome.LOST, states[win == 0])):
            counts = self.counts[outcome]
            counts += np.bincount(indices, minlength=counts.size).reshape(counts.shape)


@dataclass(frozen=True)
class Advisor:
    """A policy and the rules as flat arrays, so that a round of many fights takes a few array look-ups."""

    rules: Rules
    skill_gaps: tuple[int, ...]
    policy: Policy

    @cached_property
    def shape(self) -> tuple[int, int, int, int]:
        """The numbers of skill gaps, lucks, hero staminas and foe staminas."""
        return len(self.skill_gaps), len(self.rules.lucks), self.rules.max_stamina, self.rules.max_stamina

    @cached_property
    def tests(self) -> Bools:
        """Whether the policy tests: a flat array by steady policy, lost and won, skill gap, luck, and place."""
        able = np.array([self.rules.can_test(luck) for luck in self.rules.lucks])[:, None]
        tested = [
            [
                [choice.tests_by_place(self.rules, gap, o) & able for gap in self.skill_gaps]
                for o in (Outcome.LOST, Outcome.WON)
            ]
            for choice in self.policy.choices
        ]
        return np.stack(tested).ravel()

    @cached_property
    def remembered(self) -> Ints:
        """The memory after a round: a flat array by lost, won and drawn, then the memory before. Ends are below 0."""
        ends = {Outcome.LOST: LOST_BY_MEMORY, Outcome.WON: WON_BY_MEMORY}
        memories = (
            self.rules.next_memory(memory, outcome)
            for outcome in (Outcome.LOST, Outcome.WON, None)
            for memory in range(self.rules.memories)
        )
        return np.array([ends[m] if isinstance(m, Outcome) else m for m in memories], dtype=np.int32)

    @cached_property
    def hits(self) -> Ints:
        """The damage of a hit: a flat array by lost and won, then plain, lucky and unlucky."""
        return np.array([self.rules.damage(o).hits for o in (Outcome.LOST, Outcome.WON)], dtype=np.int32).ravel()


class _FightsInPlay(NamedTuple):
    """The fights that are not over: one entry of each array for each fight. Rounds change the arrays in place."""

    games: Ints
    """the index of each fight among all that were begun"""
    gap: Ints
    luck: Ints
    hero: Ints
    foe: Ints
    memory: Ints
    plane: Ints
    """index of the skill gap × number of lucks: the part of an index into the counts of a log that stays the same"""
    offset: Ints
    """the same for an index into `Advisor.tests`, which also has the steady policy chosen at the start"""

    @classmethod
    def begin(cls, advisor: Advisor, starts: Where) -> "_FightsInPlay":
        """Return the fights before their first round."""
        gaps, lucks, *_ = advisor.shape
        gap, luck, hero, foe = (np.array(axis, dtype=np.int32) for axis in starts)
        plane = (gap - advisor.skill_gaps[0]) * np.int32(lucks)
        offset = plane + advisor.policy.choice(starts).astype(np.int32) * np.int32(2 * gaps * lucks)
        games, memory = np.arange(luck.size, dtype=np.int32), np.zeros(luck.size, np.int32)
        return cls(games, gap, luck, hero, foe, memory, plane, offset)

    def play_round(self, advisor: Advisor, rng: np.random.Generator, decisions: DecisionLog | None) -> None:
        """Roll one round of every fight, and test where the policy does."""
        rules, (gaps, lucks, side, _) = advisor.rules, advisor.shape
        memories, places = rules.memories, rules.position(side + 1, 0)
        difference = _roll_pairs(rng, self.games.size) - _roll_pairs(rng, self.games.size) + self.gap
        decisive = np.flatnonzero(difference)
        win = (difference[decisive] > 0).view(np.int8)
        place = (self.hero * np.int32(side + 1) + self.foe) * np.int32(memories) + self.memory
        plane = (self.offset + self.luck)[decisive] + win * np.int32(gaps * lucks)
        if decisions is not None:
            states = ((self.plane + self.luck) * side + self.hero - 1) * side + self.foe - 1
            decisions.add(states[decisive], win)
        # Index into `Advisor.hits`: 0, 1, 2 for a plain, lucky, unlucky hit on the hero, 3, 4, 5 on the foe.
        hit = 3 * win
        tested = np.flatnonzero(advisor.tests[plane * np.int64(places) + place[decisive]])
        testing = decisive[tested]
        hit[tested] += 2 - (_roll_pairs(rng, tested.size) <= self.luck[testing])
        self.luck[testing] -= rules.luck_cost
        damage = advisor.hits[hit]
        self.foe[decisive] -= damage * win
        self.hero[decisive] -= damage * (1 - win)
        if rules.has_memory:
            self.memory[:] = advisor.remembered[_LOST_WON_DRAWN[np.sign(difference)] * memories + self.memory]


def fight(
    advisor: Advisor, starts: Where, rng: np.random.Generator, decisions: DecisionLog | None = None
) -> FightResults:
    """Play from every start to the end, all fights side by side. Count the decisions in a log if one is given."""
    active = _FightsInPlay.begin(advisor, starts)
    luck_before, games = active.luck.copy(), active.games.size
    rounds, spent, left, won = (np.zeros(games, kind) for kind in (np.int64, np.int64, np.int64, bool))
    number = 0
    while active.games.size:
        fallen = active.foe <= advisor.rules.foe_yields_at
        over = fallen | (active.hero <= 0) | (active.memory < 0)
        ended = np.flatnonzero(over)
        if ended.size:
            indices = active.games[ended]
            won[indices] = fallen[ended] | ((active.hero[ended] > 0) & (active.memory[ended] == WON_BY_MEMORY))
            rounds[indices], left[indices] = number, active.hero[ended]
            spent[indices] = luck_before[indices] - active.luck[ended]
            going_on = np.flatnonzero(~over)
            active = _FightsInPlay(*(array.take(going_on) for array in active))
        number += 1
        active.play_round(advisor, rng, decisions)
    return FightResults(won, rounds, spent, np.where(won, left, 0))


def fight_chain(
    advisors: Sequence[tuple[Advisor, int, int]], start: tuple[int, int], rng: np.random.Generator, games: int
) -> tuple[Ints, Ints]:
    """Play foes one after another, each given by its advisor, skill gap and stamina, from a stamina and a luck.

    Return the stamina, 0 for the fallen, and the luck of every hero at the end.
    """
    stamina, luck = (np.full(games, score) for score in start)
    for advisor, gap, foe_stamina in advisors:
        alive = np.flatnonzero(stamina > 0)
        starts = Where(np.full(alive.size, gap), luck[alive], stamina[alive], np.full(alive.size, foe_stamina))
        results = fight(advisor, starts, rng)
        stamina[alive], luck[alive] = results.stamina_left, luck[alive] - results.luck_spent
    return stamina, luck


def simulate(
    advisor: Advisor,
    starts: Callable[[np.random.Generator, int], Where],
    *,
    games: int,
    seed: int,
    progress: ProgressReport = lambda played: None,
    decisions: DecisionLog | None = None,
) -> Summary:
    """Play many games from starts that are drawn batch by batch. The same seed gives the same games."""
    if games < 1:
        raise InputError(f"{games} games: it must be 1 or more")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"seed {seed}: it must be 0 to {LARGEST_SEED}")
    rng = np.random.default_rng(seed)
    wins = rounds = spent = played = 0
    while played < games:
        batch = min(BATCH, games - played)
        results = fight(advisor, starts(rng, batch), rng, decisions)
        wins += int(results.won.sum())
        rounds += int(results.rounds.sum())
        spent += int(results.luck_spent.sum())
        played += batch
        progress(played)
    return Summary(games, wins, rounds / games, spent / games, seed)


def simulate_adventures(adventures: SampledChains, advisor: Advisor, games: int, seed: int) -> Summary:
    """Play adventures drawn from a set, each by a newly rolled hero. A fight begins with what the last one left."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(adventures.chains), size=games)
    stamina = rng.integers(1, 7, size=(2, games)).sum(axis=0) + 12
    luck = rng.integers(1, 7, size=games) + 6
    rounds = spent = 0
    for number in range(max(len(chain.foes) for chain in adventures.chains)):
        # By chain; a foe of stamina 0 where the chain is over.
        chains = [chain if len(chain.foes) > number else None for chain in adventures.chains]
        gaps = np.array([chain.gap(number) if chain else 0 for chain in chains])
        foes = np.array([chain.foes[number].stamina if chain else 0 for chain in chains])
        fighting = np.flatnonzero((foes[drawn] > 0) & (stamina > 0))
        chain = drawn[fighting]
        results = fight(advisor, Where(gaps[chain], luck[fighting], stamina[fighting], foes[chain]), rng)
        stamina[fighting] = results.stamina_left
        luck[fighting] -= results.luck_spent
        rounds, spent = rounds + int(results.rounds.sum()), spent + int(results.luck_spent.sum())
    return Summary(games, int((stamina > 0).sum()), rounds / games, spent / games, seed)


def same_start(
    skill_gap: int, luck: int, hero_stamina: int, foe_stamina: int
) -> Callable[[np.random.Generator, int], Where]:
    """Return a source of starts for `simulate` that are all the same."""
    return lambda rng, games: Where(*(np.full(games, n) for n in (skill_gap, luck, hero_stamina, foe_stamina)))


@lru_cache(maxsize=8)
def drawn_from(fights: FightSet, skill_gaps: Sequence[int] = SKILL_GAPS) -> Callable[[np.random.Generator, int], Where]:
    """Return a source of starts for `simulate`, drawn from the fights of a set that have these skill gaps."""
    first = skill_gaps[0] - SKILL_GAPS[0]
    weights = fights.weights[first : first + len(skill_gaps)]
    starts = np.argwhere(weights) + np.array([skill_gaps[0], 0, 1, 1])
    ends = np.cumsum(weights[weights > 0])

    def draw(rng: np.random.Generator, games: int) -> Where:
        drawn = np.searchsorted(ends, rng.integers(ends[-1], size=games), side="right")
        return Where(*starts[drawn].T)

    return draw


_LOST_WON_DRAWN = np.array([2, 1, 0], dtype=np.int32)
"""the first index into `Advisor.remembered`, by the sign of a round's difference: 0 drawn, 1 won, −1 (the last) lost"""
_ROLLS = np.array([first + second for first, second in product(FACES, FACES)], dtype=np.int32)


def _roll_pairs(rng: np.random.Generator, rolls: int) -> Ints:
    """Return the sums of two dice, each drawn from their 36 equally likely rolls."""
    sums: Ints = _ROLLS.take(rng.integers(len(_ROLLS), size=rolls, dtype=np.int8))
    return sums
