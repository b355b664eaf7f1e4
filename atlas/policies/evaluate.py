"""Policy evaluation: the expected worth of every state, for many policies together, fast and in floats.

Where every hit takes stamina, the states with the same hero stamina + foe stamina do not depend on each
other, whatever their luck, their skill gap or the policy. So one pass over these diagonals (`passage`), each
a few array operations, evaluates any number of policies together. (A hit that takes no stamina leads to less
luck on the same diagonal, which is then computed luck by luck.) The search for cards is built on it; `certify`
does the same in exact numbers.

Arrays over the states are flat, in the order of `Board`; a second axis, where there is one, is policies.

Every processor computes the same floats: numbers are added, multiplied and divided one by one, which rounds
alike everywhere, and sums are taken by `total`. Matrix products and NumPy's own sums and powers round differently
from processor to processor; they are used only for whole numbers that a float holds exactly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from operator import itemgetter
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.game.worth import Worth
from atlas.policies.conditions import NAMES, Bools, Ints, Where
from atlas.policies.passage import Diagonal, DiagonalPass, Passage, passage_of
from atlas.policies.policy import SteadyPolicy

Floats = npt.NDArray[np.floating]
Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True)
class Board:
    """The states of fights in a flat order: by diagonal, then hero stamina, luck and skill gap.

    For `cube` and `flat` the skill gaps must be consecutive. Elsewhere they may be any, also the same one twice: each
    stands for a fight of its own.
    """

    rules: Rules
    skill_gaps: tuple[int, ...]
    most_foe_stamina: int | None = None
    """the largest foe stamina of the board, if not that of the rules"""

    @cached_property
    def foes(self) -> int:
        """The largest foe stamina."""
        return self.most_foe_stamina or self.rules.max_stamina

    @property
    def diagonals(self) -> Sequence[Diagonal]:
        return self.passage.diagonals

    @cached_property
    def passage(self) -> Passage:
        return passage_of(self.rules, self.foes)

    @property
    def rows(self) -> int:
        """The number of states at one skill gap."""
        return self.rules.max_stamina * self.foes * len(self.rules.lucks)

    @property
    def size(self) -> int:
        """The number of states."""
        return self.rows * len(self.skill_gaps)

    @cached_property
    def where(self) -> Where:
        """All states, flat."""
        return Where(*(self.for_all(itemgetter(axis)) for axis in range(len(NAMES))))

    def for_all(self, function: Callable[[Where], npt.NDArray[Scalar]]) -> npt.NDArray[Scalar]:
        """Return the result of a function for every state, flat.

        It gets the four scores as arrays that broadcast, which is much quicker than one entry for every state.
        """
        side, lucks, gaps = range(1, self.rules.max_stamina + 1), self.rules.lucks, self.skill_gaps
        hero, foe, luck, gap = np.ix_(side, side[: self.foes], lucks, gaps)
        results = np.broadcast_to(function(Where(gap, luck, hero, foe)), (len(side), self.foes, len(lucks), len(gaps)))
        return results.reshape(len(side) * self.foes, -1)[self._pairs].reshape(-1)

    @cached_property
    def _pairs(self) -> Ints:
        """The pairs of staminas in the order of the board, as flat indices into a table by hero and foe stamina."""
        heroes = [np.arange(diagonal.lowest, diagonal.highest + 1) for diagonal in self.diagonals]
        totals = [diagonal.total for diagonal in self.diagonals]
        return np.concatenate([(h - 1) * self.foes + t - h - 1 for h, t in zip(heroes, totals, strict=True)])

    @cached_property
    def order(self) -> Ints:
        """For each state, its flat index in a cube by skill gap, luck, hero stamina, foe stamina."""
        gap, luck, hero, foe = (np.asarray(axis) for axis in self.where)
        side = self.rules.max_stamina
        order: Ints = (
            ((gap - self.skill_gaps[0]) * len(self.rules.lucks) + luck) * side * side + (hero - 1) * side + foe - 1
        )
        return order

    def flat(self, cube: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """Return a cube by skill gap, luck, hero stamina, foe stamina in the flat order of the board."""
        return cube.reshape(-1)[self.order]

    def cube(self, flat: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """Return a flat array as a cube by skill gap, luck, hero stamina, foe stamina."""
        side = self.rules.max_stamina
        cube = np.empty_like(flat)
        cube[self.order] = flat
        return cube.reshape(len(self.skill_gaps), len(self.rules.lucks), side, side)

    def place(self, column: Ints, luck: Ints, hero: Ints, foe: Ints) -> Ints:
        """Return the indices of states in the flat order; `column` is the index of the skill gap in `skill_gaps`."""
        starts = np.array([0, 0, *(diagonal.rows.start for diagonal in self.diagonals)])
        lowest = np.maximum(1, hero + foe - self.foes)
        rows = starts[hero + foe] + (hero - lowest) * len(self.rules.lucks) + luck
        places: Ints = rows * len(self.skill_gaps) + column
        return places

    def tests(self, policies: Sequence[SteadyPolicy]) -> "Masks":
        """Return the states where each policy tests."""
        won, lost = (np.stack([self.for_all(partial(p.tests, o)) for p in policies], axis=1) for o in Outcome)
        return Masks(won, lost)


@dataclass(frozen=True)
class Masks:
    """Where policies test after a won and after a lost round, indexed by flat state and policy.

    One of the two arrays may have a single column for all policies.
    """

    won: Bools
    lost: Bools

    @property
    def policies(self) -> int:
        return max(int(self.won.shape[1]), int(self.lost.shape[1]))

    def at(self, board: Board, whole: Board) -> "Masks":
        """Return these masks, which are for the board `whole`, for a board of other skill gaps and no larger foes."""
        gaps = np.array(board.skill_gaps) - whole.skill_gaps[0]
        foes = np.asarray(whole.where.foe_stamina).reshape(-1, len(whole.skill_gaps))[:, 0]
        there = np.flatnonzero(foes <= board.foes)
        won, lost = (m.reshape(len(foes), -1, m.shape[1])[there].take(gaps, axis=1) for m in (self.won, self.lost))
        return Masks(won.reshape(-1, won.shape[2]), lost.reshape(-1, lost.shape[2]))


@dataclass(frozen=True)
class Ends:
    """The worth of the ends of fights.

    Each array is by stamina of the side that still stands, luck, skill gap (an axis of length 1 if all are alike) and,
    if they differ, policy.
    """

    won: Floats
    lost: Floats

    @classmethod
    def of(cls, worth: Worth) -> "Ends":
        """Return an exact worth as floats."""
        won, lost = (np.array(table, float).T[..., None] / worth.denominator for table in (worth.won, worth.lost))
        return cls(won, lost)


def play(board: Board, tests: Masks | None, worth: Worth | Ends, dtype: type[np.floating] = np.float64) -> Floats:
    """Return the expected worth of every state when each policy is played to the end; of best play without policies."""
    values = np.empty((board.rows, len(board.skill_gaps), tests.policies if tests else 1), dtype)
    for diagonal, inside in played(board, tests, worth, dtype):
        values[diagonal.rows] = inside
    return values.reshape(board.size, -1)


def played(
    board: Board, tests: Masks | None, worth: Worth | Ends, dtype: type[np.floating] = np.float64
) -> Iterator[tuple[Diagonal, Floats]]:
    """Yield the values of `play` for each diagonal, by row, skill gap and policy.

    Use each array before you ask for the next one: its memory is used again.
    """
    edges, passage = _Edges.of(board, worth, dtype, tests.policies if tests else 1), board.passage
    layers = {total: edges.layer(total) for total in range(2 - passage.deepest, 2)}
    masks = (tests.won, tests.lost) if tests else (None, None)
    winning, losing = (_Rounds(edges, layers, o, mask) for o, mask in zip(Outcome, masks, strict=True))
    for number, diagonal in enumerate(passage.diagonals):
        layer = layers[diagonal.total] = edges.layer(
            diagonal.total, layers.pop(diagonal.total - passage.deepest - 1, None)
        )
        inside = layer[passage.inside[number]]
        fought = inside[: passage.fought[number]]
        all_won, all_lost = (None if side.waits else side.after(number, passage.whole) for side in (winning, losing))
        for step in passage.steps:
            won = winning.after(number, step) if all_won is None else all_won[step.rows]
            lost = losing.after(number, step) if all_lost is None else all_lost[step.rows]
            met = fought[step.rows]
            np.subtract(won[: len(met)], lost[: len(met)], out=met)
            met *= edges.win[: len(met)]
            met += lost[: len(met)]
        yield diagonal, inside


class _Rounds:
    """Computes the worth after a round with one outcome, for policies given by a mask, or for best play without one."""

    def __init__(self, edges: "_Edges", layers: Mapping[int, Floats], outcome: Outcome, mask: Bools | None) -> None:
        passage = edges.board.passage
        self.layers, self.outcome, self.waits = layers, outcome, passage.waits[outcome]
        self.lucky, self.room = edges.lucky, np.empty_like(edges.lucky)
        self.mask = None if mask is None else mask.reshape(edges.board.rows, len(edges.board.skill_gaps), -1)
        asked = np.array(True) if self.mask is None else self.mask.reshape(edges.board.rows, -1).any(axis=1)
        self.in_vain = bool((asked & ~passage.able).any())
        steps = passage.steps if self.waits else [passage.whole]
        self.spans = {step.rows.start: step.spans(asked & passage.able) for step in steps}

    def after(self, number: int, step: DiagonalPass) -> Floats:
        """Return the worth after the round for the rows of a pass, on one diagonal.

        Between the first and the last row where a policy tests, the test is computed; elsewhere the hit is plain.
        """
        first, last = self.spans[step.rows.start][number]
        (total, rows), *tested = step.after[self.outcome][number]
        plain = self.layers[total][rows]
        if first == last:
            return plain
        good, bad = (self.layers[total][rows] for total, rows in tested)
        whole = self.room[: len(plain)]
        whole[:first], whole[last:] = plain[:first], plain[last:]
        value, plain, bad = whole[first:last], plain[first:last], bad[first:last]
        np.subtract(good[first:last], bad, out=value)
        value *= self.lucky[step.rows][first:last]
        value += bad
        value -= plain
        if self.mask is None:
            np.maximum(value, 0, out=value)
        else:
            start = step.starts[number]
            value *= self.mask[step.rows][start + first : start + last]
        if self.in_vain:
            for rows in step.idle:
                value[rows] = 0
        value += plain
        return whole


def stakes(board: Board, values: Floats, worth: Worth | Ends) -> dict[Outcome, Floats]:
    """Return, by outcome, what one test adds in every state; 0 where luck is too low for a test.

    The fight then goes on by the policy that `values` belongs to: a flat array of one policy.
    """
    edges, passage = _Edges.of(board, worth, np.float64), board.passage
    unlucky = 1 - edges.lucky
    values = values.reshape(board.rows, -1, 1)
    result: dict[Outcome, Floats] = {outcome: np.empty_like(values) for outcome in Outcome}
    layers = {total: edges.layer(total) for total in range(2 - passage.deepest, passage.diagonals[-1].total + 1)}
    for number, diagonal in enumerate(passage.diagonals):
        inside = layers[diagonal.total][passage.inside[number]]
        inside[...] = values[diagonal.rows]
        for outcome in Outcome:
            plain, good, bad = (layers[total][rows] for total, rows in passage.whole.after[outcome][number])
            gain = result[outcome][diagonal.rows]
            np.multiply(good, edges.lucky[: len(gain)], out=gain)
            gain += bad * unlucky[: len(gain)]
            gain -= plain
            for rows in passage.whole.idle:
                gain[rows] = 0
            gain[passage.fought[number] :] = 0
    return {outcome: gain.reshape(-1) for outcome, gain in result.items()}


def visits(board: Board, start: Floats, tests: Masks) -> Floats:
    """Return how often one policy fights a decisive round in each state, on average.

    `start` is the share of fights that begin in each state.
    """
    edges, passage = _Edges.of(board, Worth.of_nothing(board.rules), np.float64), board.passage
    unlucky = 1 - edges.lucky
    layers = {total: edges.layer(total) for total in range(2 - passage.deepest, passage.diagonals[-1].total + 1)}
    shape = (board.rows, len(board.skill_gaps), 1)
    start, won_tests, lost_tests = start.reshape(shape), tests.won.reshape(shape), tests.lost.reshape(shape)
    for number, diagonal in enumerate(passage.diagonals):
        layers[diagonal.total][passage.inside[number]] = start[diagonal.rows]
    result = np.empty(shape)
    for number, diagonal in reversed([*enumerate(passage.diagonals)]):
        inside = layers[diagonal.total][passage.inside[number]]
        inside[passage.fought[number] :] = 0
        for step in reversed(passage.steps):
            met = inside[step.rows].copy()
            won, chance, mischance = (
                met * edges.win[: len(met)],
                *(c[: len(inside)][step.rows] for c in (edges.lucky, unlucky)),
            )
            for outcome, rounds, mask in ((Outcome.WON, won, won_tests), (Outcome.LOST, met - won, lost_tests)):
                plain, good, bad = (layers[total][rows] for total, rows in step.after[outcome][number])
                luck = rounds * mask[diagonal.rows][step.rows]
                for rows in step.idle:
                    luck[rows] = 0
                plain += rounds
                plain -= luck
                good += luck * chance
                bad += luck * mischance
        result[diagonal.rows] = inside
    return result.reshape(-1)


def total(terms: Floats) -> Floats:
    """Return the sum along the first axis, added half to half: an order that is the same on every processor."""
    while len(terms) > 1:
        half, odd = divmod(len(terms), 2)
        added = terms[:half] + terms[half : 2 * half]
        if odd:
            added[0] += terms[-1]
        terms = added
    first: Floats = terms[0]
    return first


def maximum_by_column(terms: Floats) -> Floats:
    """Return the maximum along the first axis, comparing half with half: NumPy goes row by row, slow for short rows."""
    while len(terms) > 1:
        half = (len(terms) + 1) // 2
        terms = np.maximum(terms[:half], terms[-half:])
    first: Floats = terms[0]
    return first


def mean(values: Floats) -> float:
    """Return the average of all entries."""
    return float(total(values.ravel())) / values.size


@cache
def _win_chance(skill_gap: int) -> float:
    return float(round_ways(skill_gap).decisive().chance)


@dataclass(frozen=True)
class _Edges:
    """Makes layers: diagonals with rows for the ends of fights before and after the states (see `passage`).

    A layer is indexed by row, skill gap and policy, with a row for each luck of each hero stamina from −pad on. At hero
    stamina 0 and below the fight is lost; where the foe has fallen or yields it is won. So the results of a hit are
    one block of memory, which is quick to read.
    """

    board: Board
    won: Floats
    """worth of won fights, in rows by the hero's stamina and luck"""
    lost: Floats
    """worth of lost fights, in rows by the foe's stamina, the largest first, and luck"""
    win: Floats
    """chance to win a decisive round, by row, skill gap and policy: arrays of the same shape multiply quickly"""
    lucky: Floats
    """chance to be Lucky, in the same shape"""

    @classmethod
    def of(cls, board: Board, worth: Worth | Ends, dtype: type[np.floating], policies: int = 1) -> "_Edges":
        ends = Ends.of(worth) if isinstance(worth, Worth) else worth
        side, lucks = board.rules.max_stamina, len(board.rules.lucks)
        won, lost = (
            np.broadcast_to(end, (most, lucks, *end.shape[2:])).reshape(most * lucks, end.shape[2], -1).astype(dtype)
            for end, most in ((ends.won, side), (ends.lost[: board.foes][::-1], board.foes))
        )
        shape = (side, lucks, len(board.skill_gaps), policies)
        win = np.array([_win_chance(gap) for gap in board.skill_gaps], dtype)[:, None]
        lucky = np.array([float(luck_odds(luck).chance) for luck in board.rules.lucks], dtype)[:, None, None]
        chances = (np.broadcast_to(chance, shape).copy().reshape(-1, *shape[2:]) for chance in (win, lucky))
        return cls(board, won, lost, *chances)

    def layer(self, total: int, used: Floats | None = None) -> Floats:
        """Return a layer with its ends filled in and its states still to compute; reuse the memory of `used`."""
        passage, shape = self.board.passage, self.win.shape
        if used is None:
            used = np.zeros((shape[0] + (passage.pad + 1) * passage.lucks, *shape[1:]), self.win.dtype)
        (fallen, lost), (standing, won) = passage.ends[total]
        used[fallen] = self.lost[lost]
        used[standing] = self.won[won]
        return used
