"""The data files against the exact solutions, read as a stranger would."""

import csv
import gzip
import hashlib
import io
import random

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import FIRST_EDITIONS_PRICE, LUCK_PRICE, Edition
from atlas.game.rules import BOOK_RULES, Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, follow, solve_pair
from atlas.game.worth import Worth
from atlas.policies.policy import strategy
from atlas.policies.strategies import best_strategies
from atlas.tables.gap_table import (
    AXES,
    GapTable,
    csv_gz,
    csv_text,
    gap_table,
    npz,
    sha256sums,
    strategies_csv_gz,
    strategies_text,
    thrift_of,
)
from tests.zips import plain_zip

HEADING = (
    "skill_gap,luck,hero_stamina,foe_stamina,on_win,on_loss,stake_win,stake_loss,win_chance,win_chance_never,"
    "thrifty_on_win,thrifty_on_loss,win_chance_thrifty,luck_spent,luck_spent_thrifty"
)


def exact_row(pair: Pair, state: State) -> dict[str, object]:
    """A row from the exact solutions, cell by cell."""
    best, thrifty = pair.best, pair.thrifty

    def stake(outcome: Outcome) -> float | None:
        return float(best.stakes[outcome].at(state)) if state.luck else None

    return {
        "skill_gap": best.skill_gap,
        "luck": state.luck,
        "hero_stamina": state.hero_stamina,
        "foe_stamina": state.foe_stamina,
        "on_win": best.verdict(state, Outcome.WON).word,
        "on_loss": best.verdict(state, Outcome.LOST).word,
        "stake_win": stake(Outcome.WON),
        "stake_loss": stake(Outcome.LOST),
        "win_chance": float(best.win_chance(state)),
        "win_chance_never": float(best.win_chance(state._replace(luck=0))),
        "thrifty_on_win": thrifty.verdict(state, Outcome.WON).word,
        "thrifty_on_loss": thrifty.verdict(state, Outcome.LOST).word,
        "win_chance_thrifty": float(thrifty.win_chance(state)),
        "luck_spent": float(best.luck_spent(state)),
        "luck_spent_thrifty": float(thrifty.luck_spent(state)),
    }


def read_csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(gzip.decompress(data).decode())))


def test_small_files_hold_every_exact_value() -> None:
    edition = Edition(Rules(max_stamina=5, max_luck=4), skill_gaps=(-3, 0, 10))
    pairs = [solve_pair(edition, gap) for gap in edition.skill_gaps]
    tables = [gap_table(pair) for pair in pairs]
    expected = [exact_row(pair, state) for pair in pairs for state in edition.rules.states()]

    assert [table.row(state) for table in tables for state in edition.rules.states()] == expected
    rows = read_csv(csv_gz(map(csv_text, tables)))
    assert rows == [
        {k: "" if v is None else v if isinstance(v, str) else repr(v) for k, v in r.items()} for r in expected
    ]

    shape = (len(tables), 5, 5, 5)
    with np.load(io.BytesIO(npz(tables)), allow_pickle=False) as arrays:
        assert set(arrays) == set(HEADING.split(","))
        assert [arrays[axis].tolist() for axis in AXES] == [
            [-3, 0, 10],
            [0, 1, 2, 3, 4],
            [1, 2, 3, 4, 5],
            [1, 2, 3, 4, 5],
        ]
        for column in GapTable.columns():
            cells = [row[column] for row in expected]
            if isinstance(cells[0], str):
                cells = [Verdict[str(word).upper()] for word in cells]
            assert np.array_equal(arrays[column], np.array(cells, dtype=float).reshape(shape), equal_nan=True)


@pytest.mark.slow
def test_the_full_file(pairs: dict[int, Pair], gap_tables: dict[int, GapTable]) -> None:
    data = csv_gz(map(csv_text, gap_tables.values()))
    text = gzip.decompress(data).decode()
    assert text.splitlines()[0] == HEADING
    rows = read_csv(data)
    assert len(rows) == 169_344
    assert len({tuple(row[axis] for axis in AXES) for row in rows}) == 169_344
    luckless = [row for row in rows if row["luck"] == "0"]
    assert all(row["on_win"] == row["on_loss"] == "keep" for row in luckless)
    assert all(row["stake_win"] == row["stake_loss"] == "" for row in luckless)
    for row in random.Random(1).sample(rows, 2000):
        state = State(int(row["hero_stamina"]), int(row["foe_stamina"]), int(row["luck"]))
        expected = exact_row(pairs[int(row["skill_gap"])], state)
        assert row == {k: "" if v is None else v if isinstance(v, str) else repr(v) for k, v in expected.items()}


def test_files_are_the_same_on_every_run() -> None:
    edition = Edition(Rules(max_stamina=4))
    tables = [gap_table(solve_pair(edition, gap)) for gap in (-1, 2)]
    assert npz(tables) == npz(tables)
    assert csv_gz(map(csv_text, tables)) == csv_gz(map(csv_text, tables))


def test_no_header_says_which_python_wrote_it() -> None:
    edition = Edition(Rules(max_stamina=4))
    tables = [gap_table(solve_pair(edition, gap)) for gap in (-1, 2)]
    assert csv_gz(map(csv_text, tables))[:10] == bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255))
    arrays = plain_zip(npz(tables))
    assert list(arrays) == [f"{name}.npy" for name in AXES + GapTable.columns()]
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 14, 4, 4), }"
    assert arrays["win_chance.npy"][:128] == b"\x93NUMPY\x01\0v\0" + header.ljust(117) + b"\n"


def test_sha256sums_is_what_sha256sum_reads() -> None:
    digest = hashlib.sha256(b"x").hexdigest()
    assert sha256sums({"b": b"x", "a": b"x"}).decode() == f"{digest}  a\n{digest}  b\n"


def test_columns_are_the_documented_ones() -> None:
    assert ",".join(AXES + GapTable.columns()) == HEADING
    assert BOOK_RULES.max_luck == 13


def test_strategies_file_says_what_the_strategies_do() -> None:
    """Each row's win chance is that of its strategy and τ, played from that start by the exact solver."""
    rules = Rules(max_stamina=6, max_luck=7)
    pair = solve_pair(Edition(rules), -1)
    data = strategies_csv_gz([strategies_text(best_strategies(rules, -1))])
    rows = read_csv(data)
    assert list(rows[0]) == [*AXES, "strategy", "tau", "win_chance"]
    assert len(rows) == 8 * 6 * 6
    for row in rows[::5]:
        state = State(int(row["hero_stamina"]), int(row["foe_stamina"]), int(row["luck"]))
        plan = strategy(int(row["strategy"]), int(row["tau"])).plan(rules, -1)
        exact = follow(rules, -1, plan, Worth.of_winning(rules)).at(state)
        assert float(row["win_chance"]) == float(exact)
        never, best = (float(pair.best.win_chance(start)) for start in (state._replace(luck=0), state))
        assert never <= float(row["win_chance"]) <= best


@pytest.mark.slow
def test_the_thrifty_policy_costs_at_most_what_the_luck_it_saves_is_worth(gap_tables: dict[int, GapTable]) -> None:
    """In every state, for it is the best at its price; over all, as the pages say."""
    for table in gap_tables.values():
        cost, saved = table.win_chance - table.win_chance_thrifty, table.luck_spent - table.luck_spent_thrifty
        assert (cost <= float(LUCK_PRICE) * saved + 1e-12).all() and (cost >= 0).all()
    thrift = thrift_of(list(gap_tables.values()))
    assert 0.92 < thrift.gain_kept < 0.93
    assert 0.18 < thrift.luck_taken < 0.19
    assert 0.07 < thrift.largest_cost < 0.08


@pytest.mark.slow
def test_at_the_first_editions_price_the_thrifty_policy_was_cheap() -> None:
    """It kept nearly all of the gain for about half the luck, and never cost half a win in 100."""
    edition = Edition(luck_price=FIRST_EDITIONS_PRICE)
    thrift = thrift_of([gap_table(solve_pair(edition, gap)) for gap in SKILL_GAPS])
    assert 0.997 < thrift.gain_kept < 1
    assert 0.4 < thrift.luck_taken < 0.55
    assert 0 < thrift.largest_cost < 0.005
