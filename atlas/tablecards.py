"""The table card: two small tables, one for won and one for lost rounds, that a person looks a number up in.

A cell says the lowest luck at which to test; after a won round the luck is first lessened by "your number",
half the skill gap. The tables come from the log of simulated best play:

    start      with one row and one column for every stamina: the number in a cell is the one that gives
               away least on the log
    merge      again and again the two rows or columns that give away least for each number saved, until
               few enough numbers are left; a row may also be dropped, which means never to test there
    refit      the numbers under the table's own play, then one by one, each judged by playing it

Rows of the foe's stamina merge by their place in fours (a lucky hit takes 4), columns into bands of
neighbours or of neighbouring odd or even values (the last hit of 2 tells odd from even).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from atlas.cards import Goal
from atlas.conditions import Bools, Condition, Ints
from atlas.evaluate import Floats, Masks, total
from atlas.fightsets import FIGHT_STAMINA
from atlas.policies import Rule, RuleList
from atlas.rules import Outcome, Verdict

Group = tuple[int, ...]
"""staminas that share a row or a column"""
MayJoin = Callable[[Group, Group], bool]

TIE = 1e-5
"""what a test must gain, in win chance, before a number counts it: on a tie keep"""
ENOUGH = 1e-9


@dataclass(frozen=True)
class Table:
    """One printed table: the lowest luck at which to test, None for never."""

    outcome: Outcome
    rows: tuple[Group, ...]
    """by hero stamina after a lost round, by foe stamina after a won one; what is in no row keeps"""
    columns: tuple[Group, ...]
    """by the other stamina"""
    numbers: tuple[tuple[int | None, ...], ...]

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)

    def rules(self) -> Iterator[Rule]:
        """The table as rules, a cell each."""
        names = ("foe_stamina", "hero_stamina") if self.outcome is Outcome.WON else ("hero_stamina", "foe_stamina")
        luck = "luck - skill_gap // 2" if self.outcome is Outcome.WON else "luck"
        for group, numbers in zip(self.rows, self.numbers, strict=True):
            for column, number in zip(self.columns, numbers, strict=True):
                if number is not None:
                    when = f"{_among(names[0], group)} and {_among(names[1], column)} and {luck} >= {number}"
                    text = self._words(group, column, number)
                    yield Rule(self.outcome, Verdict.TEST, Condition(when), text)

    def _words(self, group: Group, column: Group, number: int) -> str:
        foe, hero = (group, column) if self.outcome is Outcome.WON else (column, group)
        least = f"{number} plus your number" if self.outcome is Outcome.WON else f"{number}"
        return (
            f"{self.outcome.capitalize()} the round, you have {spoken(hero)} stamina, the foe {spoken(foe)}, "
            f"and your luck is at least {least}: test."
        )


def spoken(group: Group) -> str:
    """2 or 4, 7 to 12, 6 or more, 19, 23 …: staminas as a table's heading says them."""
    step = _step(group)
    if step == 1 and _is_open(group):
        return f"{group[0]} or more"
    if step == 1 and len(group) > 2:
        return f"{group[0]} to {group[-1]}"
    if len(group) > 1 and _is_open(group):
        return ", ".join(map(str, group)) + " …"
    return ", ".join(map(str, group[:-1])) + (" or " if len(group) > 1 else "") + str(group[-1])


def _among(name: str, group: Group) -> str:
    """A condition that holds for these values of a stamina and no others; an open group goes on for ever."""
    low, high, step = group[0], group[-1], _step(group)
    if len(group) == 1:
        return f"{name} == {low}"
    if step is None:
        return "(" + " or ".join(f"{name} == {n}" for n in group) + ")"
    between = f"{name} >= {low}" if _is_open(group) else f"{low} <= {name} <= {high}"
    return between if step == 1 else f"{between} and {name} % {step} == {low % step}"


def _step(group: Group) -> int | None:
    """How far the values are apart; None if not evenly, or if there is one."""
    steps = {b - a for a, b in pairwise(group)}
    return steps.pop() if len(steps) == 1 else None


def _is_open(group: Group) -> bool:
    """Whether the group reaches the largest stamina of the sets: what is beyond belongs to it too."""
    step = _step(group)
    return step is not None and group[-1] + step > FIGHT_STAMINA


def same_place_in_fours(a: Group, b: Group) -> bool:
    return (a[0] - b[0]) % 4 == 0 and _apart(a, b) == 4


def neighbours(a: Group, b: Group) -> bool:
    return _apart(a, b) == 1


def bands(a: Group, b: Group) -> bool:
    """Neighbouring odd or even values, or an odd and an even band that make one without gaps."""
    parities = {x % 2 for x in a}, {x % 2 for x in b}
    if parities[0] == parities[1] and len(parities[0]) == 1:
        return _apart(a, b) == 2
    if len(parities[0]) != len(parities[1]):
        return False
    both = sorted(a + b)
    return both == list(range(both[0], both[-1] + 1)) and (len(parities[0]) == 2 or abs(len(a) - len(b)) <= 1)


def _apart(a: Group, b: Group) -> int:
    return min(abs(x - y) for x in a for y in b)


class Draft:
    """A table while it is made. Levels count luck from the lowest that occurs; the last means never."""

    def __init__(self, goal: Goal, outcome: Outcome, may_join: tuple[MayJoin, MayJoin], advantage: Floats) -> None:
        gap, luck, hero, foe = (np.asarray(axis) for axis in goal.board.where)
        self.outcome, self.may_join = outcome, may_join
        adjusted = luck - gap // 2 if outcome is Outcome.WON else luck
        self.lowest = int(adjusted.min())
        self.level = adjusted - self.lowest
        self.never = int(self.level.max()) + 1
        self.axes = (foe, hero) if outcome is Outcome.WON else (hero, foe)
        staminas = [(n,) for n in goal.board.rules.staminas]
        self.groups: tuple[list[Group], list[Group]] = (list(staminas), list(staminas))
        self.worth = self._worth(advantage)
        self.dropped: set[Group] = set()

    def _worth(self, advantage: Floats) -> Floats:
        """By row, column and level: what testing from that level up gains."""
        shape = (len(self.groups[0]), len(self.groups[1]), self.never + 1)
        worth = np.zeros(shape)
        np.add.at(worth.reshape(-1, self.never + 1), (self.cells(), self.level), advantage)
        return worth[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]

    def cells(self) -> Ints:
        """The number of the cell that every state belongs to."""
        row, column = (self._places(groups)[axis] for groups, axis in zip(self.groups, self.axes, strict=True))
        cells: Ints = row * len(self.groups[1]) + column
        return cells

    def _places(self, groups: Sequence[Group]) -> Ints:
        places = np.zeros(max(max(group) for group in groups) + 1, dtype=np.int64)
        for place, group in enumerate(groups):
            places[list(group)] = place
        return places

    def live(self) -> Bools:
        """The rows that test at all; the others are not printed."""
        kept = np.array([group not in self.dropped for group in self.groups[0]])
        live: Bools = kept & (self.worth.max(axis=2) > ENOUGH).any(axis=1)
        return live

    @property
    def size(self) -> int:
        return int(self.live().sum()) * len(self.groups[1])

    def cheapest(self) -> tuple[float, int, int, int]:
        """What to merge next: what it gives away for each number saved, the axis, and which two.

        The same row twice means to drop it.
        """
        live = self.live()
        offers = [(np.inf, 0, 0, 0)]
        for axis, saved in ((0, len(self.groups[1])), (1, int(live.sum()))):
            worth, groups, may_join = self.worth.swapaxes(0, axis), self.groups[axis], self.may_join[axis]
            if axis == 1:
                worth = worth[:, live]
            most = worth.max(axis=2)
            numbers = [n for n in range(len(worth)) if axis == 1 or live[n]]
            for i in numbers:
                for j in (j for j in numbers if j > i and may_join(groups[i], groups[j])):
                    given_away = total(most[i] + most[j] - (worth[i] + worth[j]).max(axis=1))
                    offers.append((float(given_away) / saved, axis, i, j))
                if axis == 0:
                    offers.append((float(total(most[i])) / saved, 0, i, i))
        return min(offers)

    def merge(self, axis: int, i: int, j: int) -> None:
        groups = self.groups[axis]
        if i == j:
            self.dropped.add(groups[i])
            return
        worth = self.worth.swapaxes(0, axis)
        worth[i] += worth[j]
        self.worth = np.delete(worth, j, axis=0).swapaxes(0, axis)
        groups[i] = tuple(sorted(groups[i] + groups[j]))
        del groups[j]

    def levels(self, advantage: Floats | None = None) -> Ints:
        """The level in each cell that gains most: on the log it was made from, or on another."""
        worth = (self.worth if advantage is None else self._worth(advantage)).reshape(-1, self.never + 1)
        live = np.repeat(self.live(), len(self.groups[1]))
        return np.where(live & (worth.max(axis=1) > ENOUGH), worth.argmax(axis=1), self.never)

    def tests(self, levels: Ints) -> Bools:
        tested: Bools = self.level >= levels[self.cells()]
        return tested

    def table(self, levels: Ints) -> Table:
        live = self.live()
        grid = levels.reshape(len(self.groups[0]), -1)
        return Table(
            self.outcome,
            rows=tuple(group for group, kept in zip(self.groups[0], live, strict=True) if kept),
            columns=tuple(self.groups[1]),
            numbers=tuple(
                tuple(None if level == self.never else int(level) + self.lowest for level in row)
                for row, kept in zip(grid, live, strict=True)
                if kept
            ),
        )


def derive_tables(goal: Goal, most_numbers: int, games: int, seed: int) -> tuple[Table, Table]:
    """The tables for won and for lost rounds, with so many numbers together."""
    log = goal.logged_best_play(games, seed, least_gain=TIE)
    won = Draft(goal, Outcome.WON, (same_place_in_fours, bands), log[Outcome.WON])
    lost = Draft(goal, Outcome.LOST, (neighbours, bands), log[Outcome.LOST])
    while won.size + lost.size > most_numbers:
        offer, draft = min(((d.cheapest(), d) for d in (won, lost)), key=lambda pair: pair[0])
        draft.merge(*offer[1:])
    drafts = (won, lost)
    levels = _one_by_one(goal, drafts, _refit(goal, drafts))
    tables = tuple(draft.table(level) for draft, level in zip(drafts, levels, strict=True))
    return tables[0], tables[1]


def _masks(drafts: Sequence[Draft], levels: Sequence[Ints]) -> Masks:
    won, lost = (draft.tests(level)[:, None] for draft, level in zip(drafts, levels, strict=True))
    return Masks(won, lost)


def _refit(goal: Goal, drafts: Sequence[Draft], rounds: int = 6) -> list[Ints]:
    """The best numbers met while they are fitted, again and again, to the tables' own play."""
    levels = [draft.levels() for draft in drafts]
    best, kept = np.inf, levels
    for _ in range(rounds):
        masks = _masks(drafts, levels)
        blame = float(goal.blame(masks)[0])
        if blame < best:
            best, kept = blame, levels
        advantage = goal.advantage(masks)
        levels = [draft.levels(advantage[draft.outcome]) for draft in drafts]
    return kept


def _one_by_one(goal: Goal, drafts: Sequence[Draft], levels: list[Ints]) -> list[Ints]:
    """Every number in turn tried a little lower and higher, and as never."""
    best = float(goal.blame(_masks(drafts, levels))[0])
    for which, draft in enumerate(drafts):
        cells = draft.cells()
        for cell in np.flatnonzero(np.repeat(draft.live(), len(draft.groups[1]))).tolist():
            now = int(levels[which][cell])
            options = sorted({n for n in range(now - 2, now + 3) if 0 <= n < draft.never} | {draft.never})
            columns = [_masks(drafts, levels).won, _masks(drafts, levels).lost]
            tried = np.repeat(columns[which], len(options), axis=1)
            here = cells == cell
            tried[here] = draft.level[here, None] >= np.array(options)
            columns[which] = tried
            blames = goal.blame(Masks(*columns)).round(4)
            if blames.min() < best - 1e-4:
                best = float(blames.min())
                levels[which] = levels[which].copy()
                levels[which][cell] = options[int(blames.argmin())]
    return levels


def table_policy(tables: Sequence[Table]) -> RuleList:
    return RuleList(tuple(rule for table in tables for rule in table.rules()))
