"""What any policy is worth in every state: many policies together, fast.

Where every hit takes stamina, the states with the same hero stamina + foe stamina do not depend on each
other, whatever their luck, their skill gap or the policy: one pass over those diagonals, each step a few
array operations, evaluates any number of policies together, in floats. (A hit that takes none leads to less
luck on the same diagonal, which is then passed luck by luck.) The search for cards lives on it; `certify`
does the same in exact numbers.

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

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.game.worth import Worth
from atlas.policies.conditions import Bools, Ints, Where
from atlas.policies.policy import STRATEGIES, Policy, strategy

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
    """The grid of states, laid out diagonal by diagonal: hero stamina, then luck, then skill gap.

    Skill gaps are one after the other where cubes are asked for; else any will do, each with a fight of its own.
    """

    rules: Rules
    skill_gaps: tuple[int, ...]
    most_foe_stamina: int | None = None
    """the largest that is asked for, where it is less than that of the rules"""

    @cached_property
    def foes(self) -> int:
        return self.most_foe_stamina or self.rules.max_stamina

    @cached_property
    def luck_steps(self) -> tuple[slice, ...]:
        """The lucks of a diagonal, those together that do not depend on each other, the lowest first."""
        lucks = len(self.rules.lucks)
        if all(hit for outcome in Outcome for hit in self.rules.damage(outcome).hits):
            return (slice(0, lucks),)
        return tuple(slice(luck, luck + 1) for luck in self.rules.lucks)

    @cached_property
    def diagonals(self) -> tuple[Diagonal, ...]:
        side = self.rules.max_stamina
        layer = len(self.rules.lucks) * len(self.skill_gaps)
        diagonals, start = [], 0
        for total in range(2, side + self.foes + 1):
            lowest, highest = max(1, total - self.foes), min(side, total - 1)
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

    def place(self, column: Ints, luck: Ints, hero: Ints, foe: Ints) -> Ints:
        """Where states stand in the flat order, the skill gap being told by its place among `skill_gaps`."""
        starts = np.array([0, 0, *(diagonal.cells.start for diagonal in self.diagonals)])
        lowest = np.maximum(1, hero + foe - self.foes)
        lucks, gaps = len(self.rules.lucks), len(self.skill_gaps)
        places: Ints = starts[hero + foe] + ((hero - lowest) * lucks + luck) * gaps + column
        return places

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

    def at(self, board: Board, whole: Board) -> "Masks":
        """The same on a board of other skill gaps, and of no more foes, than the whole one that these are for."""
        gaps = np.array(board.skill_gaps) - whole.skill_gaps[0]
        foes = np.asarray(whole.where.foe_stamina).reshape(-1, len(whole.skill_gaps))[:, 0]
        there = np.flatnonzero(foes <= board.foes)
        won, lost = (m.reshape(len(foes), -1, m.shape[1])[there].take(gaps, axis=1) for m in (self.won, self.lost))
        return Masks(won.reshape(-1, won.shape[2]), lost.reshape(-1, lost.shape[2]))


@dataclass(frozen=True)
class Ends:
    """What the ends of fights are worth: by stamina of the side that stands, luck, and skill gap, or 1 for all."""

    won: Floats
    lost: Floats

    @classmethod
    def of(cls, worth: Worth) -> "Ends":
        won, lost = (np.array(table, float).T[..., None] / worth.denominator for table in (worth.won, worth.lost))
        return cls(won, lost)


def play(board: Board, tests: Masks | None, worth: Worth | Ends, dtype: type[np.floating[Any]] = np.float64) -> Floats:
    """The expected worth of every state when each policy is played to the end; best play where none is given."""
    policies = tests.policies if tests else 1
    masks = (tests.won, tests.lost) if tests else (None, None)
    edges = _Edges.of(board, worth, dtype)
    win, lucky = _chances(board, dtype, policies)
    values = np.empty((board.size, policies), dtype)
    layers = {total: edges.layer(total, policies) for total in range(2 - edges.deepest, 2)}

    for here in board.diagonals:
        layer = layers[here.total] = edges.layer(here.total, policies)
        inside, fought = edges.inside(layer, here), edges.fought(here)
        for step, idle in edges.steps:
            rounds = []
            for outcome, mask in zip(Outcome, masks, strict=True):
                plain, good, bad = (after[:, step] for after in edges.after(layers, here, outcome))
                value = good - bad
                value *= lucky[:, step]
                value += bad
                value -= plain
                if mask is None:
                    np.maximum(value, 0, out=value)
                else:
                    value *= mask[here.cells].reshape(*inside.shape[:3], -1)[:, step]
                value[:, idle] = 0
                value += plain
                rounds.append(value)
            won, lost = rounds
            won -= lost
            won *= win[:, step]
            np.add(won[fought], lost[fought], out=inside[fought, step])
        values[here.cells] = inside.reshape(-1, policies)
        layers.pop(here.total - edges.deepest, None)
    return values


def stakes(board: Board, values: Floats, worth: Worth | Ends) -> dict[Outcome, Floats]:
    """What one test adds in every state if all goes on as `values` say; 0 where luck cannot be tested.

    `values` of one policy, flat.
    """
    edges = _Edges.of(board, worth, np.float64)
    _, lucky = _chances(board, np.float64, 1)
    unlucky, idle = 1 - lucky, slice(0, sum(step_idle.stop for _, step_idle in edges.steps))
    result: dict[Outcome, Floats] = {outcome: np.zeros(board.size) for outcome in Outcome}
    layers = {total: edges.layer(total, 1) for total in range(2 - edges.deepest, board.diagonals[-1].total + 1)}
    for here in board.diagonals:
        inside, fought = edges.inside(layers[here.total], here), edges.fought(here)
        inside[...] = values[here.cells].reshape(inside.shape)
        for outcome in Outcome:
            plain, good, bad = edges.after(layers, here, outcome)
            gain = good * lucky
            gain += bad * unlucky
            gain -= plain
            gain[:, idle] = 0
            gain[fought.stop :] = 0
            result[outcome][here.cells] = gain.ravel()
    return result


def visits(board: Board, start: Floats, tests: Masks) -> Floats:
    """How many decisive rounds one policy fights in each state, on average, from a share of starts in each."""
    edges = _Edges.of(board, Worth.of_winning(board.rules), np.float64)
    win, lucky = (chances[..., 0] for chances in _chances(board, np.float64, 1))
    unlucky = 1 - lucky
    shape = edges.layer(0, 1).shape[:-1]
    layers = {total: np.zeros(shape) for total in range(2 - edges.deepest, board.diagonals[-1].total + 1)}
    for here in board.diagonals:
        inside = edges.inside(layers[here.total], here)
        inside[...] = start[here.cells].reshape(inside.shape)
    result = np.empty(board.size)
    for here in reversed(board.diagonals):
        inside, fought = edges.inside(layers[here.total], here), edges.fought(here)
        inside[fought.stop :] = 0
        for step, idle in reversed(edges.steps):
            met = inside[:, step].copy()
            won = met * win[:, step]
            for outcome, rounds, mask in ((Outcome.WON, won, tests.won), (Outcome.LOST, met - won, tests.lost)):
                plain, good, bad = (after[:, step] for after in edges.after(layers, here, outcome))
                luck = rounds * mask[here.cells].reshape(inside.shape)[:, step]
                luck[:, idle] = 0
                plain += rounds
                plain -= luck
                good += luck * lucky[:, step]
                bad += luck * unlucky[:, step]
        result[here.cells] = inside.ravel()
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


def _chances(board: Board, dtype: type[np.floating[Any]], policies: int) -> tuple[Floats, Floats]:
    """The chance to win a round by skill gap, and to be lucky by luck, in the shape of a row of a layer."""
    win = np.array([float(round_ways(gap).decisive().chance) for gap in board.skill_gaps], dtype)
    lucky = np.array([float(luck_odds(luck).chance) for luck in board.rules.lucks], dtype)
    row = (1, len(lucky), len(win), policies)
    return tuple(np.ascontiguousarray(np.broadcast_to(c, row)) for c in (win[:, None], lucky[:, None, None]))  # type: ignore[return-value]


@dataclass(frozen=True)
class _Edges:
    """Diagonals with the ends of fights around them: by hero stamina from −pad on, luck, skill gap, policy.

    At hero stamina 0 and below the fight is lost; where the foe has fallen or yields it is won.
    """

    board: Board
    ends: Ends
    pad: int
    deepest: int
    """the hardest hit"""

    @classmethod
    def of(cls, board: Board, worth: Worth | Ends, dtype: type[np.floating[Any]]) -> "_Edges":
        ends = Ends.of(worth) if isinstance(worth, Worth) else worth
        hits = {outcome: max(board.rules.damage(outcome).hits) for outcome in Outcome}
        typed = Ends(ends.won.astype(dtype), ends.lost.astype(dtype))
        return cls(board, typed, hits[Outcome.LOST], max(hits.values()))

    def layer(self, total: int, policies: int) -> Floats:
        """A diagonal with its ends filled in and nothing between."""
        side, pad = self.board.rules.max_stamina, self.pad
        shape = (pad + side + 1, len(self.board.rules.lucks), len(self.board.skill_gaps), policies)
        layer = np.zeros(shape, self.ends.won.dtype)
        for hero in range(-pad, 1):
            if 1 <= total - hero <= side:
                layer[hero + pad] = self.ends.lost[total - hero - 1][..., None]
        fallen = max(total - self.board.rules.foe_yields_at, 1)
        layer[fallen + pad :] = self.ends.won[fallen - 1 :, ..., None]
        return layer

    def inside(self, layer: Floats, here: Diagonal) -> Floats:
        return layer[here.lowest + self.pad : here.highest + 1 + self.pad]

    def fought(self, here: Diagonal) -> slice:
        """Which of the inside are fights: a foe that yields stands to the right of them."""
        return slice(0, max(0, min(here.highest, here.total - 1 - self.board.rules.foe_yields_at) + 1 - here.lowest))

    def after(self, layers: Mapping[int, Floats], here: Diagonal, outcome: Outcome) -> tuple[Floats, ...]:
        """The values that a plain, a lucky and an unlucky hit lead to, for all states of a diagonal.

        After a test luck is less. Each is one block of memory, which is quick: so where luck is out, the values after
        a test are those of other states, and are not to be used.
        """
        found = []
        for hit, hero_hit, luck_cost in self._hits[outcome]:
            layer = layers[here.total - hit]
            lucks = layer.shape[1]
            start, count = (here.lowest + self.pad - hero_hit) * lucks - luck_cost, here.highest + 1 - here.lowest
            rows = layer.reshape(-1, *layer.shape[2:])[start : start + count * lucks]
            found.append(rows.reshape(count, *layer.shape[1:]))
        return tuple(found)

    @cached_property
    def _hits(self) -> dict[Outcome, list[tuple[int, int, int]]]:
        """What a plain, a lucky and an unlucky hit take: stamina of either side, the hero's stamina, luck."""
        rules = self.board.rules
        costs = (0, rules.luck_cost, rules.luck_cost)
        return {
            o: [(hit, hit * (o is Outcome.LOST), cost) for hit, cost in zip(rules.damage(o).hits, costs, strict=True)]
            for o in Outcome
        }

    @cached_property
    def steps(self) -> list[tuple[slice, slice]]:
        """The lucks that are passed together, and those of them that cannot be tested."""
        rules = self.board.rules
        return [
            (step, slice(0, sum(not rules.can_test(luck) for luck in rules.lucks[step])))
            for step in self.board.luck_steps
        ]


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
