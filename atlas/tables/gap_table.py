"""Look-up tables of one skill gap and of all: floats begin here, each nearest to the exact value.

Out come `GapTable`s (arrays by luck, hero stamina, foe stamina) and the bytes of `policy.csv.gz`,
`policy.npz`, `verdicts.json`, `strategies.csv.gz` and `SHA256SUMS`.
"""

import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from math import fsum

import numpy as np
import numpy.typing as npt

from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair, Solution
from atlas.policies.evaluate import total
from atlas.policies.strategies import StrategyTable
from atlas.tables.packing import gzipped, write_zip

Verdicts = npt.NDArray[np.uint8]
Float64s = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Cell = int | float | str | None
"""the value of a field of a row; None for an empty one"""

AXES = ("skill_gap", "luck", "hero_stamina", "foe_stamina")
VERDICT_NAMES = tuple(verdict.word for verdict in Verdict)


class Aim(StrEnum):
    """What advice aims at: the highest win chance, or also LUCK spared for more to come."""

    THRIFTY = "thrifty"
    BEST = "best"

    @property
    def words(self) -> str:
        """The aim in the words of players."""
        return "more to come" if self is Aim.THRIFTY else "the last fight"


@dataclass(frozen=True)
class AimTable:
    """What to do at one skill gap with one aim, and how often it wins."""

    skill_gap: int
    aim: Aim
    verdicts: Mapping[Outcome, Verdicts]
    win_chance: Float64s


@dataclass(frozen=True)
class GapTable:
    """All states of one skill gap. The fields after the first are the columns of `policy.csv.gz`, in order."""

    skill_gap: int
    on_win: Verdicts
    on_loss: Verdicts
    stake_win: Float64s
    """win chance if you test − win chance if you don't; not a number where there is no luck to test"""
    stake_loss: Float64s
    win_chance: Float64s
    """before the round is rolled, with best play"""
    win_chance_never: Float64s
    """without ever testing"""
    thrifty_on_win: Verdicts
    thrifty_on_loss: Verdicts
    win_chance_thrifty: Float64s
    luck_spent: Float64s
    """expected luck points spent; a tie keeps"""
    luck_spent_thrifty: Float64s

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """Return the names of the columns after the axes."""
        return tuple(field.name for field in fields(cls))[1:]

    def of(self, aim: Aim) -> AimTable:
        """Return the verdicts and win chances of one aim."""
        chances = self.win_chance if aim is Aim.BEST else self.win_chance_thrifty
        return AimTable(self.skill_gap, aim, {outcome: verdicts_of(self, outcome, aim) for outcome in Outcome}, chances)

    def row(self, state: State) -> dict[str, Cell]:
        """Return the row of one state in `policy.csv.gz`."""
        where = (state.luck, state.hero_stamina - 1, state.foe_stamina - 1)
        cells = {name: _cell(getattr(self, name)[where]) for name in self.columns()}
        axes = (self.skill_gap, state.luck, state.hero_stamina, state.foe_stamina)
        return dict(zip(AXES, axes, strict=True)) | cells


def gap_table(pair: Pair) -> GapTable:
    """Tabulate the solutions of one skill gap."""
    best, thrifty, rules = pair.best, pair.thrifty, pair.best.rules
    luckless = [luck for luck in rules.lucks if not rules.can_test(luck)]

    def stake(outcome: Outcome) -> Float64s:
        floats = best.stakes[outcome].floats()
        floats[luckless] = np.nan
        return floats

    win_chance = best.values.floats()
    return GapTable(
        skill_gap=best.skill_gap,
        on_win=best.verdicts(Outcome.WON),
        on_loss=best.verdicts(Outcome.LOST),
        stake_win=stake(Outcome.WON),
        stake_loss=stake(Outcome.LOST),
        win_chance=win_chance,
        win_chance_never=np.broadcast_to(win_chance[0], win_chance.shape),
        thrifty_on_win=thrifty.verdicts(Outcome.WON),
        thrifty_on_loss=thrifty.verdicts(Outcome.LOST),
        win_chance_thrifty=thrifty.win_chances.floats(),
        luck_spent=best.lucks_spent.floats(),
        luck_spent_thrifty=thrifty.lucks_spent.floats(),
    )


def aim_table(solution: Solution, aim: Aim) -> AimTable:
    """Tabulate one solution alone."""
    verdicts = {outcome: solution.verdicts(outcome) for outcome in Outcome}
    return AimTable(solution.skill_gap, aim, verdicts, solution.win_chances.floats())


def verdicts_of(table: GapTable, outcome: Outcome, policy: Aim) -> Verdicts:
    """Return the verdicts of one aim after an outcome, by luck, hero stamina and foe stamina."""
    won = outcome is Outcome.WON
    if policy is Aim.BEST:
        return table.on_win if won else table.on_loss
    return table.thrifty_on_win if won else table.thrifty_on_loss


def stakes_of(table: GapTable, outcome: Outcome) -> Float64s:
    """Return the stakes after an outcome, by luck, hero stamina and foe stamina."""
    return table.stake_win if outcome is Outcome.WON else table.stake_loss


@dataclass(frozen=True)
class Thrift:
    """What the thrifty policy costs and saves against best play, over all states of some skill gaps."""

    gain_kept: float
    """share of what luck can give"""
    luck_taken: float
    """share of the luck that best play spends"""
    largest_cost: float
    """win chance, in the state where it costs most"""


def thrift_of(tables: Sequence[GapTable]) -> Thrift:
    """Return what the thrifty policy costs and saves over these tables."""
    gain = _added(t.win_chance - t.win_chance_never for t in tables)
    extra_wins = _added(t.win_chance_thrifty - t.win_chance_never for t in tables)
    spent = _added(t.luck_spent for t in tables)
    thrifty = _added(t.luck_spent_thrifty for t in tables)
    cost = max(float((t.win_chance - t.win_chance_thrifty).max()) for t in tables)
    return Thrift(extra_wins / gain if gain else 1.0, thrifty / spent if spent else 1.0, cost)


def _added(arrays: Iterable[Float64s]) -> float:
    """Return the sum of all numbers, the same on every processor."""
    return fsum(float(total(array.ravel())) for array in arrays)


def csv_text(table: GapTable) -> str:
    """Return the rows of one skill gap in `policy.csv.gz`, without the heading."""
    return _rows(table.skill_gap, [getattr(table, name) for name in table.columns()])


def csv_gz(texts: Iterable[str]) -> bytes:
    """Return `policy.csv.gz` from the rows of each skill gap."""
    return _compressed(GapTable.columns(), texts)


VERDICTS_PATH = "data/verdicts.json"
LETTERS = np.array(["k", "w", "l", "b"])
"""keep; test after a won round, after a lost one, after both"""


def verdicts_json(tables: Sequence[GapTable]) -> bytes:
    """Return `verdicts.json`, for pages that look up and do not solve.

    For each aim, skill gap and luck it has a text with a letter for each state, by hero stamina, then foe stamina. A
    tie keeps.
    """

    def texts(table: GapTable, aim: Aim) -> list[str]:
        won, lost = (verdicts_of(table, outcome, aim) == Verdict.TEST for outcome in Outcome)
        letters: list[list[str]] = LETTERS[won + 2 * lost].reshape(len(won), -1).tolist()
        return ["".join(row) for row in letters]

    policies = {aim.value: {str(table.skill_gap): texts(table, aim) for table in tables} for aim in Aim}
    content = {"staminas": tables[0].win_chance.shape[1], **policies}
    return (json.dumps(content, separators=(",", ":")) + "\n").encode()


STRATEGY_COLUMNS = ("strategy", "tau", "win_chance")


def strategies_text(table: StrategyTable) -> str:
    """Return the rows of one skill gap in `strategies.csv.gz`, without the heading."""
    return _rows(table.skill_gap, [getattr(table, name) for name in STRATEGY_COLUMNS])


def strategies_csv_gz(texts: Iterable[str]) -> bytes:
    """Return `strategies.csv.gz`: for every start the best of the paper's strategies."""
    return _compressed(STRATEGY_COLUMNS, texts)


def _rows(skill_gap: int, columns: Sequence[npt.NDArray[np.generic]]) -> str:
    shape = columns[0].shape
    places = np.indices(shape) + np.array([0, 1, 1])[:, None, None, None]
    texts = [_texts(column) for column in (np.full(shape, skill_gap), *places, *columns)]
    return "".join(",".join(row) + "\n" for row in zip(*texts, strict=True))


def _compressed(columns: Sequence[str], texts: Iterable[str]) -> bytes:
    """Return a packed file of rows under their heading."""
    heading = ",".join((*AXES, *columns)) + "\n"
    return gzipped((heading + "".join(texts)).encode())


def npz(tables: Sequence[GapTable]) -> bytes:
    """Return `policy.npz`: the columns as arrays by skill gap, luck, hero stamina, foe stamina, and the four axes.

    Verdicts are 0 keep, 1 test, 2 either; a stake where there is no luck to test is not a number.
    """
    lucks, side, _ = tables[0].win_chance.shape
    staminas = np.arange(1, side + 1)
    axes = ([table.skill_gap for table in tables], np.arange(lucks), staminas, staminas)
    arrays = {name: np.asarray(axis, dtype=np.int64) for name, axis in zip(AXES, axes, strict=True)}
    arrays |= {name: np.stack([getattr(table, name) for table in tables]) for name in GapTable.columns()}
    file = io.BytesIO()
    write_zip(file, ((f"{name}.npy", _npy(array)) for name, array in arrays.items()))
    return file.getvalue()


def _npy(array: npt.NDArray[np.generic]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def sha256sums(files: Mapping[str, bytes]) -> bytes:
    """Return the text that `sha256sum --check` reads."""
    lines = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return "".join(lines).encode()


def _texts(column: npt.NDArray[np.generic]) -> Iterable[str]:
    values = column.ravel().tolist()
    if column.dtype == np.uint8:
        return map(VERDICT_NAMES.__getitem__, values)
    if column.dtype.kind == "i":
        return map(str, values)
    return ("" if value != value else repr(value) for value in values)


def _cell(value: np.generic) -> Cell:
    """Return one number of a column as plain Python has it."""
    if value.dtype == np.uint8:
        return VERDICT_NAMES[int(value)]
    number = float(value)
    return None if number != number else number
