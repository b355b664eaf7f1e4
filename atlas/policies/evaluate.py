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
from functools import cache, cached_property
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

    @property
    def states(self) -> int:
        return int(self.cells.stop - self.cells.start)


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
    edges = _Edges.of(board, worth, dtype)
    win, lucky = edges.chances(policies)
    values = np.empty((board.size, policies), dtype)
    layers = {total: edges.layer(total, policies) for total in range(2 - edges.deepest, 2)}

    def after(here: Diagonal, outcome: Outcome, step: slice, idle: Sequence[slice]) -> Floats:
        """What rounds of some rows of a diagonal lead to."""
        plain, good, bad = (layers[total][block][step] for total, block in edges.after(here, outcome))
        value: Floats = good - bad
        value *= lucky[: here.states // len(board.skill_gaps)][step]
        value += bad
        value -= plain
        if tests is None:
            np.maximum(value, 0, out=value)
        else:
            mask = (tests.won if outcome is Outcome.WON else tests.lost)[here.cells]
            value *= mask.reshape(-1, len(board.skill_gaps), mask.shape[1])[step]
        for rows in idle:
            value[rows] = 0
        value += plain
        return value

    for here in board.diagonals:
        layer = layers[here.total] = edges.layer(here.total, policies, layers.pop(here.total - edges.deepest - 1, None))
        inside, fought = layer[edges.inside(here)], edges.fought(here)
        at_once = {o: after(here, o, slice(None), edges.idle) for o in Outcome if not edges.waits[o]}
        for step, idle in edges.steps:
            won, lost = (at_once[o][step] if o in at_once else after(here, o, step, idle) for o in Outcome)
            won -= lost
            won *= win
            won += lost
            met = inside[fought][step]
            met[...] = won[: len(met)]
        values[here.cells] = inside.reshape(-1, policies)
    return values


def stakes(board: Board, values: Floats, worth: Worth | Ends) -> dict[Outcome, Floats]:
    """What one test adds in every state if all goes on as `values` say; 0 where luck cannot be tested.

    `values` of one policy, flat.
    """
    edges = _Edges.of(board, worth, np.float64)
    _, lucky = edges.chances(1)
    unlucky = 1 - lucky
    result: dict[Outcome, Floats] = {outcome: np.empty(board.size) for outcome in Outcome}
    layers = {total: edges.layer(total, 1) for total in range(2 - edges.deepest, board.diagonals[-1].total + 1)}
    for here in board.diagonals:
        inside = layers[here.total][edges.inside(here)]
        inside[...] = values[here.cells].reshape(inside.shape)
        for outcome in Outcome:
            plain, good, bad = (layers[total][block] for total, block in edges.after(here, outcome))
            gain = good * lucky[: len(inside)]
            gain += bad * unlucky[: len(inside)]
            gain -= plain
            for rows in edges.idle:
                gain[rows] = 0
            gain[edges.fought(here).stop :] = 0
            result[outcome][here.cells] = gain.ravel()
    return result


def visits(board: Board, start: Floats, tests: Masks) -> Floats:
    """How many decisive rounds one policy fights in each state, on average, from a share of starts in each."""
    edges = _Edges.of(board, Worth.of_nothing(board.rules), np.float64)
    win, lucky = edges.chances(1)
    unlucky = 1 - lucky
    layers = {total: edges.layer(total, 1) for total in range(2 - edges.deepest, board.diagonals[-1].total + 1)}
    for here in board.diagonals:
        inside = layers[here.total][edges.inside(here)]
        inside[...] = start[here.cells].reshape(inside.shape)
    result = np.empty(board.size)
    for here in reversed(board.diagonals):
        inside = layers[here.total][edges.inside(here)]
        inside[edges.fought(here).stop :] = 0
        for step, idle in reversed(edges.steps):
            met = inside[step].copy()
            won, chance, mischance = met * win, lucky[: len(inside)][step], unlucky[: len(inside)][step]
            for outcome, rounds, mask in ((Outcome.WON, won, tests.won), (Outcome.LOST, met - won, tests.lost)):
                plain, good, bad = (layers[total][block][step] for total, block in edges.after(here, outcome))
                luck = rounds * mask[here.cells].reshape(inside.shape)[step]
                for rows in idle:
                    luck[rows] = 0
                plain += rounds
                plain -= luck
                good += luck * chance
                bad += luck * mischance
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


@cache
def _win_chance(skill_gap: int) -> float:
    return float(round_ways(skill_gap).decisive().chance)


@dataclass(frozen=True)
class _Edges:
    """Diagonals with the ends of fights around them: by hero stamina from −pad on and luck, by skill gap, by policy.

    At hero stamina 0 and below the fight is lost; where the foe has fallen or yields it is won. A layer has a row for
    each hero stamina and luck, so that whatever hits lead to is one block of memory, which is quick.
    """

    board: Board
    won: Floats
    """what the ends are worth: rows by stamina of the side that stands, and luck"""
    lost: Floats
    pad: int
    deepest: int
    """the hardest hit"""

    @classmethod
    def of(cls, board: Board, worth: Worth | Ends, dtype: type[np.floating[Any]]) -> "_Edges":
        ends = Ends.of(worth) if isinstance(worth, Worth) else worth
        side, lucks = board.rules.max_stamina, len(board.rules.lucks)
        won, lost = (
            np.broadcast_to(end, (side, lucks, end.shape[2])).reshape(side * lucks, -1, 1).astype(dtype)
            for end in (ends.won, ends.lost)
        )
        hits = {outcome: max(board.rules.damage(outcome).hits) for outcome in Outcome}
        return cls(board, won, lost, hits[Outcome.LOST], max(hits.values()))

    @cached_property
    def lucks(self) -> int:
        return len(self.board.rules.lucks)

    def chances(self, policies: int) -> tuple[Floats, Floats]:
        """To win a round, by skill gap and policy; and to be lucky, by row, skill gap and policy."""
        rules, shape, dtype = self.board.rules, (len(self.board.skill_gaps), policies), self.won.dtype
        win = np.array([_win_chance(gap) for gap in self.board.skill_gaps], dtype)[:, None]
        lucky = np.array([float(luck_odds(luck).chance) for luck in rules.lucks], dtype)
        rows = np.tile(lucky, rules.max_stamina)[:, None, None]
        return np.repeat(win, policies, axis=1), np.broadcast_to(rows, (len(rows), *shape)).copy()

    def layer(self, total: int, policies: int, used: Floats | None = None) -> Floats:
        """A diagonal with its ends filled in and nothing that counts between, in place of one that is used up."""
        side, pad, lucks = self.board.rules.max_stamina, self.pad, self.lucks
        shape = ((pad + side + 1) * lucks, len(self.board.skill_gaps), policies)
        layer = np.zeros(shape, self.won.dtype) if used is None else used
        for hero in range(max(-pad, total - side), min(0, total - 1) + 1):
            place, foe = (hero + pad) * lucks, (total - hero - 1) * lucks
            layer[place : place + lucks] = self.lost[foe : foe + lucks]
        fallen = max(total - self.board.rules.foe_yields_at, 1)
        layer[(fallen + pad) * lucks :] = self.won[(fallen - 1) * lucks :]
        return layer

    def inside(self, here: Diagonal) -> slice:
        """The rows of a layer that are states."""
        return slice((here.lowest + self.pad) * self.lucks, (here.highest + 1 + self.pad) * self.lucks)

    def fought(self, here: Diagonal) -> slice:
        """Which of the inside are fights: a foe that yields stands to the right of them."""
        heroes = min(here.highest, here.total - 1 - self.board.rules.foe_yields_at) + 1 - here.lowest
        return slice(0, max(0, heroes) * self.lucks)

    def after(self, here: Diagonal, outcome: Outcome) -> list[tuple[int, slice]]:
        """What a plain, a lucky and an unlucky hit lead to, for all states of a diagonal: another, and its rows.

        After a test luck is less by a row or more: where luck is out, the rows are those of other states.
        """
        rows = self.inside(here)
        return [(here.total - hit, slice(rows.start - moved, rows.stop - moved)) for hit, moved in self._hits[outcome]]

    @cached_property
    def _hits(self) -> dict[Outcome, list[tuple[int, int]]]:
        """What a plain, a lucky and an unlucky hit take, and by how many rows the hero falls back."""
        rules = self.board.rules
        costs = (0, rules.luck_cost, rules.luck_cost)
        return {
            o: [
                (hit, hit * (o is Outcome.LOST) * self.lucks + cost)
                for hit, cost in zip(rules.damage(o).hits, costs, strict=True)
            ]
            for o in Outcome
        }

    @cached_property
    def idle(self) -> list[slice]:
        """The rows with a luck that cannot be tested."""
        rules = self.board.rules
        return [slice(luck, None, self.lucks) for luck in rules.lucks if not rules.can_test(luck)]

    @cached_property
    def waits(self) -> dict[Outcome, bool]:
        """Whether a round can lead to less luck on the same diagonal, since a hit takes none."""
        return {outcome: 0 in self.board.rules.damage(outcome).hits for outcome in Outcome}

    @cached_property
    def steps(self) -> list[tuple[slice, list[slice]]]:
        """The rows that are passed together, those of the lowest luck first, and those of them that cannot be tested.

        All, unless one waits for another: then luck by luck.
        """
        rules = self.board.rules
        if not any(self.waits.values()):
            return [(slice(None), self.idle)]
        everything = slice(None)
        return [(slice(luck, None, self.lucks), [] if rules.can_test(luck) else [everything]) for luck in rules.lucks]


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
