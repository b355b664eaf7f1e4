"""Cards as grids: no sums, one look along a row and down a column at the lowest LUCK at which to test.

A `Grid` is for one outcome of a round. It has a block for each band of skill gaps, picked once before the fight;
in a block the rows are the foe's STAMINA, the columns yours, both before the round's damage.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import Outcome, Verdict
from atlas.policies.conditions import Bools, Condition, Ints, Where
from atlas.policies.fightsets import FIGHT_STAMINA
from atlas.policies.policy import CardPolicy, Rule
from atlas.wording import signed

Group = tuple[int, ...]
"""skill gaps or staminas that share a heading, in their order; those at the ends stand for all beyond too"""


@dataclass(frozen=True)
class Block:
    """The squares for one band of skill gaps."""

    band: Group
    rows: tuple[Group, ...]
    """the foe's stamina"""
    columns: tuple[Group, ...]
    """the hero's stamina"""
    lowest: tuple[tuple[int | None, ...], ...]
    """by row, then column: the lowest luck at which to test, None for never"""

    @property
    def gaps(self) -> str:
        """The band in words."""
        return gaps_in_words(self.band)

    @property
    def row_heads(self) -> list[str]:
        return [staminas_in_words(row, short=True) for row in self.rows]

    @property
    def column_heads(self) -> list[str]:
        return [staminas_in_words(column, short=True) for column in self.columns]

    def squares(self) -> Iterator[tuple[Group, Group, int]]:
        """Yield row, column and number of every square that has a number."""
        for row, numbers in zip(self.rows, self.lowest, strict=True):
            for column, number in zip(self.columns, numbers, strict=True):
                if number is not None:
                    yield row, column, number


@dataclass(frozen=True)
class Grid:
    """All that a card says about one outcome."""

    outcome: Outcome
    decided: int
    """up to this stamina of the side that was hit, luck changes nothing: keep"""
    blocks: tuple[Block, ...]
    """by band, from the lowest skill gaps up"""

    @property
    def squares(self) -> int:
        """How many squares are printed."""
        return sum(len(block.rows) * len(block.columns) for block in self.blocks)

    @property
    def numbers(self) -> int:
        """How many of them hold a number; the others say to keep."""
        return sum(len(list(block.squares())) for block in self.blocks)

    @cached_property
    def thresholds(self) -> Ints:
        """By skill gap −10 … +10, hero and foe stamina 1 … 24: the lowest luck to test at, 99 for never."""
        thresholds = np.full((len(SKILL_GAPS), FIGHT_STAMINA, FIGHT_STAMINA), NEVER_TEST)
        for block in self.blocks:
            gaps = [gap - SKILL_GAPS[0] for gap in block.band]
            for row, column, number in block.squares():
                thresholds[np.ix_(gaps, [n - 1 for n in column], [n - 1 for n in row])] = number
        return thresholds

    def looks(self, where: Where) -> Ints:
        """Return how many headings are read down to the row and across to the column, and one for the number.

        Where luck changes nothing one heading is enough.
        """
        hit = where.foe_stamina if self.outcome is Outcome.WON else where.hero_stamina
        edges = [block.band[0] for block in self.blocks]
        looks = np.zeros(np.shape(where.luck), dtype=np.int64)
        hero, foe = (np.clip(n, 1, FIGHT_STAMINA) for n in (where.hero_stamina, where.foe_stamina))
        for block, low, high in zip(self.blocks, edges, [*edges[1:], SKILL_GAPS[-1] + 1], strict=True):
            in_block = _headings_read(block.rows)[foe] + _headings_read(block.columns)[hero] + 1
            looks = np.where((where.skill_gap >= low) & (where.skill_gap < high), in_block, looks)
        return np.where(np.asarray(hit) <= self.decided, 1, looks)

    def rules(self) -> Iterator[Rule]:
        """Yield the grid as rules, one for each number."""
        for block in self.blocks:
            for row, column, number in block.squares():
                parts = (
                    _among("skill_gap", block.band, SKILL_GAPS),
                    _among("foe_stamina", row, STAMINAS),
                    _among("hero_stamina", column, STAMINAS),
                    f"luck >= {number}",
                )
                words = [f"your LUCK is {number} or more", f"the foe has {staminas_in_words(row)} STAMINA"]
                words += [f"you have {staminas_in_words(column)}"] if len(column) < FIGHT_STAMINA else []
                words += [f"the SKILL gap is {gaps_in_words(block.band)}"] if len(block.band) < len(SKILL_GAPS) else []
                when = Condition(" and ".join(filter(None, parts)))
                yield Rule.of_card(self.outcome, Verdict.TEST, when, f"{', '.join(words[:-1])} and {words[-1]}")


NEVER_TEST = 99
STAMINAS = range(1, FIGHT_STAMINA + 1)


@dataclass(frozen=True)
class GridPolicy(CardPolicy):
    """Two grids, as a policy."""

    grids: Mapping[Outcome, Grid]

    def as_rules(self) -> Sequence[Rule]:
        return tuple(rule for grid in self.grids.values() for rule in grid.rules())

    def tests(self, outcome: Outcome, where: Where) -> Bools:
        gap = np.clip(where.skill_gap, SKILL_GAPS[0], SKILL_GAPS[-1]) - SKILL_GAPS[0]
        hero, foe = (np.clip(n, 1, FIGHT_STAMINA) - 1 for n in (where.hero_stamina, where.foe_stamina))
        tested: Bools = where.luck >= self.grids[outcome].thresholds[gap, hero, foe]
        return tested

    def looks(self, outcome: Outcome, where: Where) -> Ints:
        return self.grids[outcome].looks(where)

    def __hash__(self) -> int:
        return hash(tuple(self.grids.items()))


def _headings_read(groups: Sequence[Group]) -> Ints:
    """Return, by stamina from 0, how many headings are read until the one that has it."""
    read = np.full(FIGHT_STAMINA + 1, len(groups))
    for number, group in enumerate(groups, 1):
        read[list(group)] = number
    return read


def _among(name: str, group: Group, whole: Sequence[int]) -> str:
    """Return a condition that holds for these values alone; at the ends of the whole it goes on for ever."""
    if len(group) == len(whole):
        return ""
    parts = []
    for low, high in _runs(group):
        if high == whole[-1]:
            parts.append(f"{name} >= {low}")
        elif low == whole[0] and low != high:
            parts.append(f"{name} <= {high}")
        elif low == high:
            parts.append(f"{name} == {low}")
        else:
            parts.append(f"{low} <= {name} <= {high}")
    return parts[0] if len(parts) == 1 else f"({' or '.join(parts)})"


def _runs(group: Group) -> list[tuple[int, int]]:
    """Return the runs of values without a gap between them, as first and last."""
    breaks = [n for n, (a, b) in enumerate(pairwise(group), 1) if b > a + 1]
    return [(group[a], group[b - 1]) for a, b in pairwise([0, *breaks, len(group)])]


def gaps_in_words(band: Group, between: str = " or ") -> str:
    """Return a band of skill gaps in words: −3 or less, −2 or −1, 0, +2 or more; `between` joins two."""
    low, high = band[0], band[-1]
    if len(band) == len(SKILL_GAPS):
        return "any"
    if low == SKILL_GAPS[0]:
        return f"{signed(high)} or less"
    if high == SKILL_GAPS[-1]:
        return f"{signed(low)} or more"
    if len(band) == 1:
        return signed(low)
    return f"{signed(low)}{between if high == low + 1 else ' to '}{signed(high)}"


def staminas_in_words(group: Group, *, short: bool = False) -> str:
    """Return staminas in words: 3 or 7, 2 to 5, 6, 10 or 13 or more; `short` for headings: 3, 7, 2–5, 6, 10, 13+."""
    if len(group) == FIGHT_STAMINA:
        return "any"
    words = []
    for low, high in _runs(group):
        if high == FIGHT_STAMINA:
            words.append(f"{low}+" if short else f"{low} or more")
        elif high > low + 1:
            words.append(f"{low}–{high}" if short else f"{low} to {high}")
        else:
            words += [str(n) for n in range(low, high + 1)]
    if short or len(words) == 1:
        return ", ".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
