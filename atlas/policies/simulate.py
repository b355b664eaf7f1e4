"""Seeded Monte Carlo fights: dice rolled as dice, many fights in lock-step, any policy.

Nothing here knows what the solver knows: rounds are rolled with their draws, tests with two dice. So a
simulation judges the exact figures, and its log of decisions says which ones come up at a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import sqrt

import numpy as np
import numpy.typing as npt

from atlas.errors import InputError
from atlas.game.dice import FACES, SKILL_GAPS
from atlas.game.rules import Outcome, Rules
from atlas.policies.adventures import Journey
from atlas.policies.conditions import Bools, Ints, Where
from atlas.policies.fightsets import FightSet
from atlas.policies.policy import ByStart, Policy, tests_of

Progress = Callable[[int], None]
"""Told how many games have been played."""

BATCH = 50_000
LOST_BY_MEMORY, WON_BY_MEMORY = -1, -2
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Fights:
    """How simulated fights went, one entry each."""

    won: Bools
    rounds: Ints
    """rounds fought, draws counted"""
    luck_spent: Ints
    stamina_left: Ints
    """of the hero, 0 or less where the fight is lost"""


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
class DecisionLog:
    """How often each decision was met: by outcome, in cubes by skill gap, luck, hero and foe stamina."""

    skill_gaps: tuple[int, ...]
    met: dict[Outcome, npt.NDArray[np.int64]]

    @classmethod
    def none(cls, rules: Rules, skill_gaps: tuple[int, ...]) -> "DecisionLog":
        shape = (len(skill_gaps), len(rules.lucks), rules.max_stamina, rules.max_stamina)
        return cls(skill_gaps, {outcome: np.zeros(shape, np.int64) for outcome in Outcome})

    def add(self, cell: Ints, win: Ints) -> None:
        """Count decisions by their cells in the cubes, 1 for a won round and 0 for a lost one."""
        for outcome, here in ((Outcome.WON, cell[win == 1]), (Outcome.LOST, cell[win == 0])):
            cube = self.met[outcome]
            cube += np.bincount(here, minlength=cube.size).reshape(cube.shape)


@dataclass(frozen=True)
class Advisor:
    """A policy looked up beforehand, so that a whole round of decisions is one look-up."""

    rules: Rules
    skill_gaps: tuple[int, ...]
    policy: Policy | ByStart

    @cached_property
    def shape(self) -> tuple[int, int, int, int]:
        """Of a cube by skill gap, luck, hero stamina and foe stamina."""
        return len(self.skill_gaps), len(self.rules.lucks), self.rules.max_stamina, self.rules.max_stamina

    @cached_property
    def tests(self) -> Bools:
        """Where each rule list tests, flat: by rule list, by lost and won, by skill gap, luck and place."""
        choices = self.policy.choices if isinstance(self.policy, ByStart) else (self.policy,)
        able = np.array([self.rules.can_test(luck) for luck in self.rules.lucks])[:, None]
        tested = [
            [
                [tests_of(choice, self.rules, gap, o) & able for gap in self.skill_gaps]
                for o in (Outcome.LOST, Outcome.WON)
            ]
            for choice in choices
        ]
        return np.stack(tested).ravel()

    @cached_property
    def remembered(self) -> Ints:
        """What a fight remembers, flat: by lost, won and drawn, then by what it remembered. Ends are below 0."""
        ends = {Outcome.LOST: LOST_BY_MEMORY, Outcome.WON: WON_BY_MEMORY}
        after = (
            self.rules.remembered(memory, outcome)
            for outcome in (Outcome.LOST, Outcome.WON, None)
            for memory in range(self.rules.memories)
        )
        return np.array([ends[a] if isinstance(a, Outcome) else a for a in after], dtype=np.int32)

    @cached_property
    def hits(self) -> Ints:
        """Damage, flat: by lost and won, by plain, lucky and unlucky."""
        return np.array([self.rules.damage(o).hits for o in (Outcome.LOST, Outcome.WON)], dtype=np.int32).ravel()

    def choose(self, start: Where) -> Ints:
        """Which rule list each fight is fought with."""
        if isinstance(self.policy, ByStart):
            return self.policy.choice(start)
        return np.zeros(np.shape(start.luck), dtype=np.int32)


def fight(advisor: Advisor, starts: Where, rng: np.random.Generator, decisions: DecisionLog | None = None) -> Fights:
    """Fight from every start to the end, all in step; log the decisions met where a log is given."""
    rules, (gaps, lucks, side, _) = advisor.rules, advisor.shape
    cost, memories, places = rules.luck_cost, rules.memories, rules.position(side + 1, 0)
    gap, luck, hero, foe = (np.array(axis, dtype=np.int32) for axis in starts)
    plane = (gap - advisor.skill_gaps[0]) * np.int32(lucks)
    offset = plane + advisor.choose(starts).astype(np.int32) * np.int32(2 * gaps * lucks)
    games, memory = np.arange(luck.size, dtype=np.int32), np.zeros(luck.size, np.int32)
    before = luck.copy()
    rounds, spent, left, won = (np.zeros(luck.size, kind) for kind in (np.int64, np.int64, np.int64, bool))
    number = 0
    while games.size:
        fallen = foe <= rules.foe_yields_at
        over = fallen | (hero <= 0) | (memory < 0)
        ended = np.flatnonzero(over)
        if ended.size:
            here = games[ended]
            won[here] = fallen[ended] | ((hero[ended] > 0) & (memory[ended] == WON_BY_MEMORY))
            rounds[here], spent[here], left[here] = number, before[here] - luck[ended], hero[ended]
            going = np.flatnonzero(~over)
            gap, luck, hero, foe, plane, offset, games, memory = (
                a.take(going) for a in (gap, luck, hero, foe, plane, offset, games, memory)
            )
        number += 1
        difference = _pair(rng, games.size) - _pair(rng, games.size) + gap
        decisive = np.flatnonzero(difference)
        win = (difference[decisive] > 0).view(np.int8)
        place = (hero * np.int32(side + 1) + foe) * np.int32(memories) + memory
        index = ((offset + luck)[decisive] + win * np.int32(gaps * lucks)) * np.int64(places) + place[decisive]
        if decisions is not None:
            decisions.add((((plane + luck) * side + hero - 1) * side + foe - 1)[decisive], win)
        hit = 3 * win
        tested = np.flatnonzero(advisor.tests[index])
        testing = decisive[tested]
        hit[tested] += 2 - (_pair(rng, tested.size) <= luck[testing])
        luck[testing] -= cost
        damage = advisor.hits[hit]
        foe[decisive] -= damage * win
        hero[decisive] -= damage * (1 - win)
        if memories > 1:
            memory = advisor.remembered[_LOST_WON_DRAWN[np.sign(difference)] * memories + memory]
    return Fights(won, rounds, spent, np.where(won, left, 0))


def fight_on(
    advisors: Sequence[tuple[Advisor, int, int]], start: tuple[int, int], rng: np.random.Generator, games: int
) -> tuple[Ints, Ints]:
    """Fight foes one after another, each with its advisor, skill gap and stamina, from a stamina and a luck.

    Gives the stamina, 0 for the fallen, and the luck of every hero at the end.
    """
    stamina, luck = (np.full(games, score) for score in start)
    for advisor, gap, foe_stamina in advisors:
        alive = np.flatnonzero(stamina > 0)
        starts = Where(np.full(alive.size, gap), luck[alive], stamina[alive], np.full(alive.size, foe_stamina))
        fought = fight(advisor, starts, rng)
        stamina[alive], luck[alive] = fought.stamina_left, luck[alive] - fought.luck_spent
    return stamina, luck


def simulate(
    rules: Rules,
    policy: Policy | ByStart | Advisor,
    starts: Callable[[np.random.Generator, int], Where],
    *,
    skill_gaps: tuple[int, ...],
    games: int,
    seed: int,
    progress: Progress = lambda played: None,
    decisions: DecisionLog | None = None,
) -> Summary:
    """Fight many games from drawn starts; the same seed gives the same games."""
    if games < 1:
        raise InputError(f"{games} games: it must be 1 or more")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"seed {seed}: it must be 0 to {LARGEST_SEED}")
    rng = np.random.default_rng(seed)
    advisor = policy if isinstance(policy, Advisor) else Advisor(rules, skill_gaps, policy)
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


def simulate_adventures(journey: Journey, policy: Policy | ByStart | Advisor, games: int, seed: int) -> Summary:
    """Travel adventures drawn from a set, each by a hero rolled anew, with what every fight leaves."""
    rng = np.random.default_rng(seed)
    advisor = policy if isinstance(policy, Advisor) else Advisor(journey.rules, tuple(SKILL_GAPS), policy)
    chosen = rng.integers(len(journey.adventures), size=games)
    stamina = rng.integers(1, 7, size=(2, games)).sum(axis=0) + 12
    luck = rng.integers(1, 7, size=games) + 6
    rounds = spent = 0
    for number in range(max(len(adventure.foes) for adventure in journey.adventures)):
        some = [adventure if len(adventure.foes) > number else None for adventure in journey.adventures]
        gaps = np.array([adventure.gap(number) if adventure else 0 for adventure in some])
        foes = np.array([adventure.foes[number].stamina if adventure else 0 for adventure in some])
        meets = np.flatnonzero((foes[chosen] > 0) & (stamina > 0))
        here = chosen[meets]
        fought = fight(advisor, Where(gaps[here], luck[meets], stamina[meets], foes[here]), rng)
        stamina[meets] = fought.stamina_left
        luck[meets] -= fought.luck_spent
        rounds, spent = rounds + int(fought.rounds.sum()), spent + int(fought.luck_spent.sum())
    return Summary(games, int((stamina > 0).sum()), rounds / games, spent / games, seed)


def same_start(
    skill_gap: int, luck: int, hero_stamina: int, foe_stamina: int
) -> Callable[[np.random.Generator, int], Where]:
    """Every game begins like this."""
    return lambda rng, games: Where(*(np.full(games, n) for n in (skill_gap, luck, hero_stamina, foe_stamina)))


@lru_cache(maxsize=8)
def drawn_from(fights: FightSet, skill_gaps: Sequence[int] = SKILL_GAPS) -> Callable[[np.random.Generator, int], Where]:
    """Every game begins with a fight drawn from a set, or from those of its fights that have these skill gaps."""
    first = skill_gaps[0] - SKILL_GAPS[0]
    weights = fights.weights[first : first + len(skill_gaps)]
    starts = np.argwhere(weights) + np.array([skill_gaps[0], 0, 1, 1])
    ends = np.cumsum(weights[weights > 0])

    def draw(rng: np.random.Generator, games: int) -> Where:
        chosen = np.searchsorted(ends, rng.integers(ends[-1], size=games), side="right")
        return Where(*starts[chosen].T)

    return draw


_LOST_WON_DRAWN = np.array([2, 1, 0], dtype=np.int32)
"""by the sign of a round's difference: 0 drawn, 1 won, −1, the last, lost"""
_ROLLS = np.array([first + second for first, second in product(FACES, FACES)], dtype=np.int32)


def _pair(rng: np.random.Generator, rolls: int) -> Ints:
    """The sums of pairs of dice: each one of the 36 rolls of two dice."""
    sums: Ints = _ROLLS.take(rng.integers(len(_ROLLS), size=rolls, dtype=np.int8))
    return sums
