"""The paper's figures drawn again: what is drawn is what is computed, and the files keep their limits."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.paper.evidence import Evidence
from atlas.paper.figures import (
    BOTTOM,
    CONSTANT_LUCK,
    GAPS,
    HEIGHT,
    HERO,
    LEFT,
    REGION_CELL,
    REGION_FILLS,
    REGION_GAPS,
    REGION_LUCKS,
    STRATEGY_MAPS,
    TALL,
    TAU_FILLS,
    WIDE,
    PaperFigure,
    by_foe,
    by_gap,
    chance_with_luck,
    chance_without_luck,
    gains_by_gap,
    paper_figures,
    samples,
    strategy_map,
    tau_panel,
    threshold_counts,
)
from atlas.policies.evaluate import StrategyTable, best_strategies
from atlas.policies.policy import strategy

pytestmark = pytest.mark.slow

LARGEST = 30_000
SVG = "{http://www.w3.org/2000/svg}"
FEW_GAPS = (-2, 0, 2)


@pytest.fixture(scope="module")
def tables(evidence: Evidence) -> list[StrategyTable]:
    return [best_strategies(evidence.rules, gap) for gap in FEW_GAPS]


@pytest.fixture(scope="module")
def figures(evidence: Evidence, tables: Sequence[StrategyTable]) -> dict[str, PaperFigure]:
    return {figure.path.split("/")[-1].removesuffix(".svg"): figure for figure in paper_figures(evidence, tables)}


def tree(figure: PaperFigure) -> ElementTree.Element:
    return ElementTree.fromstring(figure.svg)


def test_the_figures_in_their_order(figures: dict[str, PaperFigure]) -> None:
    order = ["without-luck", "constant-luck", "backward-induction", "strategies", "thresholds", "regions"]
    assert list(figures) == order
    for name, figure in figures.items():
        assert figure.path == f"static/paper/{name}.svg"
        assert figure.where and figure.shows and figure.how_to_read


def test_every_file_is_small_and_says_what_it_shows(figures: dict[str, PaperFigure]) -> None:
    for figure in figures.values():
        assert len(figure.svg) <= LARGEST
        root = tree(figure)
        assert root.findtext(f"{SVG}title") == figure.title
        assert (root.findtext(f"{SVG}desc") or "").startswith(figure.shows)
        assert (root.get("width"), root.get("height")) == tuple(map(str, figure.size))


def test_every_colour_has_its_class_on_light_and_on_dark_paper(figures: dict[str, PaperFigure]) -> None:
    for figure in figures.values():
        style = tree(figure).findtext(f"{SVG}style") or ""
        light, dark = style.split("@media(prefers-color-scheme:dark)")
        drawn = {name for e in tree(figure).iter() for name in (e.get("class") or "").split()}
        for name in drawn:
            assert f".{name}{{" in light and f".{name}{{" in dark
        assert "#" not in figure.svg.decode().split("</style>")[1]


def test_texts_stay_on_the_sheet(figures: dict[str, PaperFigure]) -> None:
    for figure in figures.values():
        width, height = figure.size
        for text in tree(figure).iter(f"{SVG}text"):
            places = [float(x) for x in (text.get("x") or "").split()]
            assert all(0 <= x <= width for x in places) and 0 < float(text.get("y") or 0) < height


def test_the_same_bytes_twice(
    figures: dict[str, PaperFigure], evidence: Evidence, tables: Sequence[StrategyTable]
) -> None:
    assert paper_figures(evidence, tables) == list(figures.values())


def test_curves_without_luck_are_the_solved_chances(evidence: Evidence) -> None:
    chance = chance_without_luck(evidence.rules)
    for gap, curve in zip(GAPS, by_foe(evidence.rules, chance), strict=True):
        assert list(curve.values) == [evidence.never(gap, HERO, foe) for foe in curve.at]
    for curve in by_gap(chance):
        assert curve.values[0] == 0 and curve.values[-1] == 1
        assert list(curve.values) == sorted(curve.values)


def test_curves_with_constant_luck_are_the_evaluated_chances(evidence: Evidence) -> None:
    curves = by_foe(evidence.constant, chance_with_luck(evidence.constant, CONSTANT_LUCK))
    for gap, curve in zip(GAPS, curves, strict=True):
        played = evidence.constant_offence[gap - SKILL_GAPS[0], CONSTANT_LUCK, HERO - 1]
        assert np.allclose([float(value) for value in curve.values], played, atol=1e-12)
    best, *_, worst = gains_by_gap(evidence.constant)
    assert min(best.values) >= 0 and min(worst.values) < 0


def test_simulated_fights_scatter_around_the_curves(evidence: Evidence) -> None:
    curves = by_foe(evidence.rules, chance_without_luck(evidence.rules))
    within = []
    for curve, sample in zip(curves, samples(evidence.rules, strategy(0, 0), 0), strict=True):
        exact = dict(zip(curve.at, curve.values, strict=True))
        for at, summary in zip(sample.at, sample.summaries, strict=True):
            spread = (float(exact[at]) * (1 - float(exact[at])) / summary.games) ** 0.5
            within.append(abs(summary.win_chance - float(exact[at])) <= 4 * spread + 1e-9)
    assert all(within)


def walk(d: str) -> list[tuple[int, int]]:
    """The points of a path without curves."""
    x = y = 0
    points = []
    for letter, numbers in re.findall(r"([MhvlmLz])([^MhvlmLz]*)", d):
        given = [int(n) for n in re.findall(r"-?\d+", numbers)]
        if letter == "M":
            x, y = given
        elif letter in "hv":
            x, y = (x + given[0], y) if letter == "h" else (x, y + given[0])
        elif letter in "lm":
            x, y = x + given[0], y + given[1]
        else:
            continue
        points.append((x, y))
    return points


@pytest.mark.parametrize("name", ["without-luck", "constant-luck"])
def test_the_lines_are_drawn_where_the_formula_says(
    name: str, figures: dict[str, PaperFigure], evidence: Evidence
) -> None:
    plain = name == "without-luck"
    chance = chance_without_luck(evidence.rules) if plain else chance_with_luck(evidence.constant, CONSTANT_LUCK)
    paths = [walk(e.get("d") or "") for e in tree(figures[name]).iter(f"{SVG}path")]
    for curve in by_foe(evidence.rules, chance):
        points = [
            (LEFT + WIDE * foe / (curve.at[-1] + 1), HEIGHT - BOTTOM - TALL * float(value))
            for foe, value in zip(curve.at, curve.values, strict=True)
        ]
        assert any(len(path) == len(points) and np.abs(np.subtract(path, points)).max() <= 0.51 for path in paths)


def test_the_bars_are_the_counts(figures: dict[str, PaperFigure], tables: Sequence[StrategyTable]) -> None:
    counts = threshold_counts(tables)
    highest = tau_panel(counts).up[1]
    root = tree(figures["thresholds"])
    for number, colour in TAU_FILLS.items():
        for tau, count in counts[number].items():
            assert count == sum(table.tau_counts[number][tau] for table in tables)
        exact = ", ".join(str(counts[number][tau]) for tau in sorted(counts[number]))
        assert f"Strategy {number}, τ from 0 up: {exact}." in (root.findtext(f"{SVG}desc") or "")
        bars = [walk(e.get("d") or "") for e in root.iter(f"{SVG}path") if e.get("class") == f"f-{colour.name}"]
        heights = [max(y for _, y in bar) - min(y for _, y in bar) for bar in bars]
        expected = [TALL * counts[number][tau] / highest for tau in sorted(counts[number])]
        assert np.abs(np.subtract(heights, expected)).max() <= 1


def test_the_digits_are_the_best_strategies(figures: dict[str, PaperFigure], tables: Sequence[StrategyTable]) -> None:
    rows = [
        text.text or "" for group in tree(figures["strategies"]).iter(f"{SVG}g") for text in group.iter(f"{SVG}text")
    ]
    expected = [
        "".join(str(n) for n in row if n)
        for gap, luck in STRATEGY_MAPS
        for row in strategy_map(tables, gap, luck)[2].tolist()
    ]
    assert rows == [row for row in expected if row]


def test_the_regions_cover_the_cells_of_best_play(figures: dict[str, PaperFigure], evidence: Evidence) -> None:
    root = tree(figures["regions"])
    for code, colour in REGION_FILLS.items():
        cells = sum(int((evidence.exact.code(gap, luck) == code).sum()) for gap in REGION_GAPS for luck in REGION_LUCKS)
        paths = [e.get("d") or "" for e in root.iter(f"{SVG}path") if f"f-{colour.name}" == e.get("class")]
        area = sum(_area(loop) for d in paths for loop in d.split("z"))
        assert abs(area) == cells * REGION_CELL**2


def _area(loop: str) -> float:
    """Signed, so that holes count against their rims."""
    points = walk(loop)
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)) / 2
