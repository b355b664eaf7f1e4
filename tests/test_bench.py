"""The benchmarks run: each once, on little."""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from atlas.making.output import Output
from tests import bench, bench_build, bench_maps, bench_policies
from tests.bench_rows import SHORT, Row, Size, held


def check(rows: list[Row]) -> None:
    """Rows that can be told apart, each with something that was measured."""
    assert rows and len({(row.what, row.unit) for row in rows}) == len(rows)
    assert all(row.value >= 0 for row in rows)
    assert any(row.value > 0 for row in rows)


@pytest.mark.parametrize("rows", [bench.solver_rows, bench.table_rows, bench_maps.rows, bench_policies.rows])
def test_a_benchmark_of_the_code_runs(rows: Callable[[Size], list[Row]]) -> None:
    check(rows(SHORT))


@pytest.mark.slow
def test_the_benchmark_against_quantecon_runs() -> None:
    pytest.importorskip("quantecon", reason="make bench installs it")
    check(bench.quantecon_rows(SHORT))


@pytest.mark.parametrize(
    ("value", "wanted", "good"),
    [(4, "≤ 4", 1), (5, "≤ 4", 0), (5, "≥ 5", 1), (4.9, "≥ 5", 0), (5, "< 5", 0), (9, "", 1)],
)
def test_a_bar_that_is_missed_is_known(value: float, wanted: str, good: int) -> None:
    assert held(Row("", value, "×", wanted)) == bool(good)


@pytest.mark.slow
def test_the_benchmark_of_a_build_runs(small: Output) -> None:
    """In a process of its own: Playwright runs but once in each."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        check(pool.submit(bench_build.rows, SHORT, small.cache).result())


def test_two_runs_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("old", 2.0), ("new", 3.0)):
        (tmp_path / name).write_text(json.dumps([Row("a build", value, "CPU s")._asdict()]))
    bench.compare_runs(tmp_path / "old", tmp_path / "new")
    assert capsys.readouterr().out == "  1.50 ×  a build: 2.000 → 3.000 CPU s\n"
