"""What any policy is worth in every state: many policies together, fast.

Every hit takes stamina, so the states with the same hero stamina + foe stamina do not depend on each
other, whatever their luck, their skill gap or the policy: one pass over those diagonals, each step a few
array operations, evaluates any number of policies together, in floats. The search for cards lives on it;
`certify` does the same in exact numbers.

Arrays over the grid are flat, in the order of `Board`; a second axis, where there is one, is policies.

Every processor finds the same floats: numbers are added, multiplied and divided one by one, which rounds
alike everywhere, and sums are taken by `total`. Matrix products and NumPy's own sums and powers round as
suits the processor; they are left to whole numbers that a float holds exactly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from atlas.conditions import Bools, Ints, Where
from atlas.dice import luck_odds, round_ways
from atlas.policies import STRATEGIES, Policy, strategy
from atlas.rules import InputError, Outcome, Rules, Worth

Floats = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Diagonal:
    """The states with one sum of staminas: where they stand in the flat order, and their hero staminas."""

    total: int
    lowest: int
    highest: int
    cells: slice


@dataclass(frozen=True)
class Board:
    """The grid of states, laid out diagonal by diagonal: hero stamina, then luck, then skill gap."""

    rules: Rules
    skill_gaps: tuple[int, ...]

    def __post_init__(self) -> None:
        if min(min(self.rules.damage(outcome).hits) for outcome in Outcome) < 1:
            raise InputError("a hit that takes no stamina cannot be evaluated on diagonals")

    @cached_property
    def diagonals(self) -> tuple[Diagonal, ...]:
        side = self.rules.max_stamina
        layer = len(self.rules.lucks) * len(self.skill_gaps)
        diagonals, start = [], 0
        for total in range(2, 2 * side + 1):
            lowest, highest = max(1, total - side), min(side, total - 1)
            end = start + (highest - lowest + 1) * layer
            diagonals.append(Diagonal(total, lowest, highest, slice(start, end)))
            start = end
        return tuple(diagonals)

    @property
    def size(self) -> int:
        return int(self.diagonals[-1].cells.stop)

    @cached_property
    def where(self) -> Where:
        """The coordinates of every state, flat."""
        axes: list[list[Ints]] = [[], [], [], []]
        for diagonal in self.diagonals:
            heroes = np.arange(diagonal.lowest, diagonal.highest + 1)
            hero, luck, gap = np.meshgrid(heroes, np.array(self.rules.lucks), np.array(self.skill_gaps), indexing="ij")
            for axis, values in zip(axes, (gap, luck, hero, diagonal.total - hero), strict=True):
                axis.append(values.ravel())
        return Where(*(np.concatenate(axis) for axis in axes))

    @cached_property
    def order(self) -> Ints:
        """Where each flat state stands in a cube by skill gap, luck, hero stamina, foe stamina."""
        gap, luck, hero, foe = (np.asarray(axis) for axis in self.where)
        side = self.rules.max_stamina
        order: Ints = (
            ((gap - self.skill_gaps[0]) * len(self.rules.lucks) + luck) * side * side + (hero - 1) * side + foe - 1
        )
        return order

    def flat(self, cube: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """From a cube by skill gap, luck, hero stamina, foe stamina."""
        return cube.reshape(-1)[self.order]

    def cube(self, flat: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """To a cube by skill gap, luck, hero stamina, foe stamina."""
        side = self.rules.max_stamina
        cube = np.empty_like(flat)
        cube[self.order] = flat
        return cube.reshape(len(self.skill_gaps), len(self.rules.lucks), side, side)

    def tests(self, policies: Sequence[Policy]) -> "Masks":
        """Where each policy tests."""
        won, lost = (np.stack([p.tests(o, self.where) for p in policies], axis=1) for o in Outcome)
        return Masks(won, lost)


@dataclass(frozen=True)
class Masks:
    """Where policies test, by flat state and policy; one column may stand for all policies."""

    won: Bools
    lost: Bools

    @property
    def policies(self) -> int:
        return max(int(self.won.shape[1]), int(self.lost.shape[1]))


def play(board: Board, tests: Masks, worth: Worth, dtype: type[np.floating[Any]] = np.float64) -> Floats:
    """The expected worth of every state when each policy is played to the end."""
    rules, policies = board.rules, tests.policies
    lucks, gaps = len(rules.lucks), len(board.skill_gaps)
    deepest = _deepest_hit(rules)
    edges = _Edges.of(board, worth, dtype)
    win, lucky = _chances(board, dtype)
    cost = rules.luck_cost
    tested, spent = slice(cost, None), slice(0, lucks - cost)
    values = np.empty((board.size, policies), dtype)
    layers = {total: edges.layer(total, policies) for total in range(2 - deepest, 2)}

    for here in board.diagonals:
        shape = (here.highest - here.lowest + 1, lucks, gaps, -1)
        rounds = []
        for outcome, mask in ((Outcome.WON, tests.won), (Outcome.LOST, tests.lost)):
            damage = rules.damage(outcome)
            value = edges.after(layers, here, outcome, damage.plain).copy()
            unlucky = edges.after(layers, here, outcome, damage.unlucky)[:, spent]
            gain = edges.after(layers, here, outcome, damage.lucky)[:, spent] - unlucky
            gain *= lucky
            gain += unlucky
            gain -= value[:, tested]
            gain *= mask[here.cells].reshape(shape)[:, tested]
            value[:, tested] += gain
            rounds.append(value)
        won, lost = rounds
        won -= lost
        won *= win
        won += lost
        values[here.cells] = won.reshape(-1, policies)
        layer = layers[here.total] = edges.layer(here.total, policies)
        edges.inside(layer, here)[...] = won
        layers.pop(here.total - deepest, None)
    return values


def stakes(board: Board, values: Floats, worth: Worth) -> dict[Outcome, Floats]:
    """What one test adds in every state if all goes on as `values` say; 0 where luck cannot be tested.

    `values` of one policy, flat.
    """
    rules = board.rules
    edges = _Edges.of(board, worth, np.float64)
    _, lucky = _chances(board, np.float64)
    cost = rules.luck_cost
    result: dict[Outcome, Floats] = {outcome: np.zeros(board.size) for outcome in Outcome}
    layers = {total: edges.layer(total, 1) for total in range(2 - _deepest_hit(rules), 2 * rules.max_stamina + 1)}
    for here in board.diagonals:
        inside = edges.inside(layers[here.total], here)
        inside[...] = values[here.cells].reshape(inside.shape)
        for outcome in Outcome:
            damage = rules.damage(outcome)
            plain, good, bad = (
                edges.after(layers, here, outcome, hit) for hit in (damage.plain, damage.lucky, damage.unlucky)
            )
            gain = np.zeros(inside.shape)
            spent = slice(0, len(rules.lucks) - cost)
            gain[:, cost:] = lucky * good[:, spent] + (1 - lucky) * bad[:, spent] - plain[:, cost:]
            result[outcome][here.cells] = gain.ravel()
    return result


def visits(board: Board, start: Floats, tests: Masks) -> Floats:
    """How many decisive rounds one policy fights in each state, on average, from a share of starts in each."""
    rules = board.rules
    edges = _Edges.of(board, Worth.of_winning(rules), np.float64)
    win, lucky = (chances[..., 0] for chances in _chances(board, np.float64))
    cost = rules.luck_cost
    tested, spent = slice(cost, None), slice(0, len(rules.lucks) - cost)
    shape = edges.layer(0, 1).shape[:-1]
    layers = {total: np.zeros(shape) for total in range(2 - _deepest_hit(rules), 2 * rules.max_stamina + 1)}
    result = np.empty(board.size)
    for here in board.diagonals:
        inside = edges.inside(layers[here.total], here)
        inside[...] = start[here.cells].reshape(inside.shape)
    for here in reversed(board.diagonals):
        fought = edges.inside(layers[here.total], here)
        result[here.cells] = fought.ravel()
        won = fought * win
        for outcome, rounds, mask in ((Outcome.WON, won, tests.won), (Outcome.LOST, fought - won, tests.lost)):
            damage = rules.damage(outcome)
            luck = rounds * mask[here.cells].reshape(fought.shape)
            luck[:, :cost] = 0
            edges.after(layers, here, outcome, damage.plain)[...] += rounds - luck
            edges.after(layers, here, outcome, damage.lucky)[:, spent] += luck[:, tested] * lucky
            edges.after(layers, here, outcome, damage.unlucky)[:, spent] += luck[:, tested] * (1 - lucky)
    return result


def total(terms: Floats) -> Floats:
    """The sum along the first axis, in an order that is the same on every processor: half added to half."""
    while len(terms) > 1:
        half, odd = divmod(len(terms), 2)
        added = terms[:half] + terms[half : 2 * half]
        if odd:
            added[0] += terms[-1]
        terms = added
    first: Floats = terms[0]
    return first


def mean(values: Floats) -> float:
    """The average of all entries."""
    return float(total(values.ravel())) / values.size


def _deepest_hit(rules: Rules) -> int:
    return max(max(rules.damage(outcome).hits) for outcome in Outcome)


def _chances(board: Board, dtype: type[np.floating[Any]]) -> tuple[Floats, Floats]:
    """The chance to win a round by skill gap, and to be lucky by luck, shaped to meet a layer."""
    win = np.array([float(round_ways(gap).decisive().chance) for gap in board.skill_gaps], dtype)
    tested = board.rules.lucks[board.rules.luck_cost :]
    lucky = np.array([float(luck_odds(luck).chance) for luck in tested], dtype)
    return win[None, None, :, None], lucky[None, :, None, None]


@dataclass(frozen=True)
class _Edges:
    """Diagonals with the ends of fights around them: by hero stamina from −pad on, luck, skill gap, policy.

    At hero stamina 0 and below the fight is lost; where the foe's would be 0 or below it is won.
    """

    board: Board
    won: Floats
    lost: Floats
    pad: int

    @classmethod
    def of(cls, board: Board, worth: Worth, dtype: type[np.floating[Any]]) -> "_Edges":
        won, lost = ((np.array(table, float) / worth.denominator).astype(dtype).T for table in (worth.won, worth.lost))
        return cls(board, won, lost, max(board.rules.lost.hits) - 1)

    def layer(self, total: int, policies: int) -> Floats:
        """A diagonal with its ends filled in and nothing between."""
        side, pad = self.board.rules.max_stamina, self.pad
        shape = (pad + side + 1, len(self.board.rules.lucks), len(self.board.skill_gaps), policies)
        layer = np.zeros(shape, self.won.dtype)
        for hero in range(-pad, 1):
            if 1 <= total - hero <= side:
                layer[hero + pad] = self.lost[total - hero - 1][:, None, None]
        for hero in range(max(total, 1), side + 1):
            layer[hero + pad] = self.won[hero - 1][:, None, None]
        return layer

    def inside(self, layer: Floats, here: Diagonal) -> Floats:
        return layer[here.lowest + self.pad : here.highest + 1 + self.pad]

    def after(self, layers: Mapping[int, Floats], here: Diagonal, outcome: Outcome, hit: int) -> Floats:
        """The values that a hit leads to, for all states of a diagonal."""
        shift = self.pad - (hit if outcome is Outcome.LOST else 0)
        return layers[here.total - hit][here.lowest + shift : here.highest + 1 + shift]


# The paper's strategies, for every start.


@dataclass(frozen=True)
class StrategyTable:
    """For every start at one skill gap, by luck, hero stamina, foe stamina: the best of the paper's strategies."""

    skill_gap: int
    strategy: Ints
    """the lowest number that reaches the highest win chance: 0 where luck gains nothing"""
    tau: Ints
    """the highest threshold that does"""
    win_chance: Floats
    tau_counts: Mapping[int, Counter[int]]
    """by strategy: in how many starts each τ reaches the highest win chance, where luck gains anything"""


SAME = 1e-12
"""Win chances closer than this, relatively, are one number computed in two ways."""


def best_strategies(rules: Rules, skill_gap: int) -> StrategyTable:
    """Evaluate all strategies with all thresholds from every start."""
    board = Board(rules, (skill_gap,))
    pairs = [(0, 0)] + [(number, tau) for number in STRATEGIES[1:] for tau in reversed(rules.lucks[:-1])]
    values = play(board, board.tests([strategy(*pair) for pair in pairs]), Worth.of_winning(rules))
    highest = values.max(axis=1)
    reaches = values >= highest[:, None] * (1 - SAME)
    first = reaches.argmax(axis=1)
    gains = ~reaches[:, 0]
    counts: dict[int, Counter[int]] = {number: Counter() for number in STRATEGIES[1:]}
    for (number, tau), column in zip(pairs[1:], reaches.T[1:], strict=True):
        counts[number][tau] = int((column & gains).sum())
    numbers, taus = (np.array(axis, dtype=np.int64) for axis in zip(*pairs, strict=True))

    best, tau, chance = (board.cube(flat)[0] for flat in (numbers[first], taus[first], highest))
    return StrategyTable(skill_gap, best, tau, chance, counts)
