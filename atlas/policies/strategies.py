"""The paper's strategies from every start, in whole numbers: which is best, and which are level with it.

A strategy has a threshold τ and tests only while LUCK is above it. For one τ all strategies are followed together, as
`solver.follow` follows one plan, in its units. The value of a place is one Python integer with a lane of bits for each
strategy. A lane has room for every sum on the way and every division is without remainder, so that one operation on
the integer does the same in each lane and nothing spills into the next. With w : v the odds to win a decisive round,
n = w + v, and a : b those of a luck test, m = a + b,

    V · n m  =  (w m · plain where it keeps | w (a · lucky + b · unlucky) where it tests)
              + (v m · plain where it keeps | v (a · lucky + b · unlucky) where it tests)

for a won and a lost round, where masks, all ones in some lanes, say where each strategy tests and keeps. Lanes are
compared bit by bit, so a tie is a tie.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.game.dice import PAIR_ROLLS, Odds, luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.game.solver import Values, follow
from atlas.game.worth import Worth
from atlas.policies.conditions import Bools, Ints, Where
from atlas.policies.policy import NEVER, STRATEGIES, strategy

TESTING = STRATEGIES[1:]
"""the strategies that test at all: each has a lane"""
WORD = np.dtype("<u8")
"""of these a lane is made"""
WORD_BITS = 8 * WORD.itemsize
Words = npt.NDArray[np.unsignedinteger]
"""Whole numbers, by word along the last axis, the lowest first."""
Plane = list[int]
"""By place: the values of all lanes in one integer."""


@dataclass(frozen=True)
class StrategyTable:
    """For every start at one skill gap, by luck, hero stamina, foe stamina: the best of the paper's strategies."""

    skill_gap: int
    strategy: Ints
    """the lowest number that reaches the highest win chance: 0 where luck gains nothing"""
    tau: Ints
    """the highest threshold that does"""
    win_chance: npt.NDArray[np.float64]
    """the highest, as the float nearest to it"""
    level: Bools
    """by strategy, then as above: where it reaches the highest win chance with some τ, and luck gains anything"""
    reached: Ints
    """by strategy, luck, τ: in how many starts it does so with this τ"""

    def up_to(self, max_luck: int) -> "StrategyTable":
        """Return the tables of the starts with no more luck than this."""
        lucks = slice(max_luck + 1)
        return StrategyTable(
            self.skill_gap,
            self.strategy[lucks],
            self.tau[lucks],
            self.win_chance[lucks],
            self.level[:, lucks],
            self.reached[:, lucks, :max_luck],
        )


def tau_counts(tables: Iterable[StrategyTable]) -> list[list[int]]:
    """Count by strategy and τ the starts where it reaches the highest win chance, where luck gains anything."""
    counts: list[list[int]] = np.sum([table.reached.sum(axis=1) for table in tables], axis=0).tolist()
    return counts


def best_strategies(rules: Rules, skill_gap: int) -> StrategyTable:
    """Compare all strategies with all thresholds from every start, by rules under which a fight remembers nothing."""
    never = follow(rules, skill_gap, NEVER.plan(rules, skill_gap), Worth.of_winning(rules))
    lucks, starts = len(rules.lucks), len(rules.squares)
    best, tau = (np.zeros((lucks, starts), dtype=np.int64) for _ in range(2))
    chance = np.zeros((lucks, starts))
    level = np.zeros((len(STRATEGIES), lucks, starts), dtype=bool)
    reached = np.zeros((len(STRATEGIES), lucks, lucks - 1), dtype=np.int64)
    for luck, numbers in enumerate(_worth_of_all(rules, skill_gap, never)):
        highest = _highest(numbers)
        first = highest.argmax(axis=1)
        best[luck] = np.array([0, *np.repeat(TESTING, luck)])[first]
        tau[luck] = np.array([0, *np.tile(range(luck)[::-1], len(TESTING))])[first]
        chance[luck] = [top / never.denominator for top in _read(numbers[range(starts), first])]
        gaining = (highest[:, 1:] & ~highest[:, :1]).reshape(starts, len(TESTING), luck)
        level[1:, luck] = gaining.any(axis=2).T
        reached[1:, luck, :luck] = gaining.sum(axis=0)[:, ::-1]
    cube = (lucks, rules.max_stamina, rules.max_stamina)
    return StrategyTable(
        skill_gap,
        strategy=best.reshape(cube),
        tau=tau.reshape(cube),
        win_chance=chance.reshape(cube),
        level=level.reshape(-1, *cube),
        reached=reached,
    )


def _read(numbers: Words) -> Iterator[int]:
    """Yield the number of each row of words."""
    content, size = numbers.tobytes(), numbers.shape[1] * WORD.itemsize
    return (int.from_bytes(content[start : start + size], "little") for start in range(0, len(content), size))


def _highest(numbers: Words) -> Bools:
    """Return where the highest of each row stands, by row and column."""
    highest = np.ones(numbers.shape[:2], dtype=bool)
    for word in reversed(range(numbers.shape[2])):
        words = np.where(highest, numbers[..., word], 0)
        highest &= words == words.max(axis=1, keepdims=True)
    return highest


def _worth_of_all(rules: Rules, skill_gap: int, never: Values) -> list[Words]:
    """Return by luck, start and policy the worth of never testing, then of each strategy, τ falling from luck − 1.

    With a τ of luck or more it never tests.
    """
    rounds = round_ways(skill_gap).decisive()
    lanes = _Lanes.that_hold(never.denominator * rounds.total * PAIR_ROLLS)
    steps = _steps(rules, lanes)
    idle = [lanes.spread(value, TESTING) for value in never.numerators[0]]
    layers = [np.empty((len(rules.squares), 1 + luck * len(TESTING), lanes.words), WORD) for luck in rules.lucks]
    for numbers in layers:
        numbers[:, 0] = lanes.read(idle, rules)[:, 0]
    for tau in rules.lucks[:-1]:
        planes = [idle] * (tau + 1)
        for luck in rules.lucks[tau + 1 :]:
            planes.append(plane := idle.copy())
            if rules.can_test(luck):
                _fill(plane, planes[luck - rules.luck_cost], steps, rounds, luck_odds(luck).lowest_terms())
            layers[luck][:, luck - tau :: luck] = lanes.read(plane, rules)
    return layers


def _fill(plane: Plane, spent: Plane, steps: "Sequence[_Step]", rounds: Odds, test: Odds) -> None:
    """Work out a luck above τ from the one that is left after a test."""
    (win_plain, win_lucky, win_unlucky), (lose_plain, lose_lucky, lose_unlucky) = (
        (odds * test.total, odds * test.hits, odds * test.misses) for odds in rounds
    )
    whole = rounds.total * test.total
    for place, (plain, lucky, unlucky, keeps, tests), after_lost in steps:
        won = win_plain * plane[plain] & keeps | (win_lucky * spent[lucky] + win_unlucky * spent[unlucky]) & tests
        plain, lucky, unlucky, keeps, tests = after_lost
        lost = lose_plain * plane[plain] & keeps | (lose_lucky * spent[lucky] + lose_unlucky * spent[unlucky]) & tests
        plane[place] = (won + lost) // whole


class _Round(NamedTuple):
    """Where a round with one outcome leads, and the lanes that keep and that test after it."""

    plain: int
    lucky: int
    unlucky: int
    keeps: int
    tests: int


class _Step(NamedTuple):
    """A place, and what a round leads to from it."""

    place: int
    won: _Round
    lost: _Round


def _steps(rules: Rules, lanes: "_Lanes") -> list[_Step]:
    """Return the places of an undecided fight in order, for a luck above τ."""
    tested = [lanes.spread(lanes.full, [n for n in TESTING if code >> n & 1]) for code in range(1 << len(STRATEGIES))]
    won, lost = (
        [
            _Round(plain, lucky, unlucky, keeps=tested[-1] ^ tested[code], tests=tested[code])
            for code, plain, lucky, unlucky in zip(codes, *rules.moves[outcome], strict=True)
        ]
        for outcome, codes in _tests(rules).items()
    )
    return [_Step(place, won[place], lost[place]) for place in rules.places]


@cache
def _tests(rules: Rules) -> Mapping[Outcome, list[int]]:
    """Return which strategies test in a place with a luck above τ: a bit each."""
    side = np.arange(rules.max_stamina + 1)
    hero, foe = np.ix_(side, side)
    where = Where(0, 1, hero, foe)
    return {
        outcome: np.sum([strategy(n, 0).tests(outcome, where) * (1 << n) for n in TESTING], axis=0).ravel().tolist()
        for outcome in Outcome
    }


@dataclass(frozen=True)
class _Lanes:
    """The lanes of an integer, one for each strategy that tests."""

    words: int
    """in a lane"""

    @classmethod
    def that_hold(cls, number: int) -> "_Lanes":
        return cls(-(-number.bit_length() // WORD_BITS))

    @property
    def full(self) -> int:
        """The largest number that a lane holds."""
        return (1 << self.words * WORD_BITS) - 1

    def spread(self, number: int, strategies: Sequence[int]) -> int:
        """Return the number in the lanes of these strategies, 0 in the others."""
        return sum(number << TESTING.index(n) * self.words * WORD_BITS for n in strategies)

    def read(self, plane: Plane, rules: Rules) -> Words:
        """Return the numbers by start and strategy."""
        size = len(TESTING) * self.words * WORD.itemsize
        lanes = b"".join(plane[square].to_bytes(size, "little") for square in rules.squares)
        return np.frombuffer(lanes, WORD).reshape(-1, len(TESTING), self.words)
