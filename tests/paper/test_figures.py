"""The paper's figures drawn again: what is drawn is what is computed, and can be read on paper of either kind."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Browser

from atlas.game.dice import SKILL_GAPS
from atlas.maps.documents import PaperFigure
from atlas.maps.style import ACCENT
from atlas.paper.evidence import Evidence
from atlas.paper.figures import regions
from atlas.paper.figures.curves import (
    CONSTANT_LUCK,
    GAIN_LUCKS,
    GAPS,
    HERO,
    LINE_LOOKS,
    STAMINA_PAIRS,
    by_foe,
    by_gap,
    chance_with_luck,
    chance_without_luck,
    gains_by_gap,
    samples,
)
from atlas.paper.figures.redrawn import paper_figures
from atlas.paper.figures.strategies import STRATEGY_MAPS, TAU_FILLS, strategy_map
from atlas.policies.policy import strategy
from atlas.policies.strategies import StrategyTable, best_strategies, tau_counts
from tests.chart_reading import SVG, area, check_letters, check_palette, close, read_chart

pytestmark = pytest.mark.slow

LARGEST = 30_000
FEW_GAPS = (-2, 0, 2)


@pytest.fixture(scope="module")
def tables(evidence: Evidence) -> list[StrategyTable]:
    return [best_strategies(evidence.rules, gap) for gap in FEW_GAPS]


@pytest.fixture(scope="module")
def figures(evidence: Evidence, tables: Sequence[StrategyTable]) -> dict[str, PaperFigure]:
    return {figure.path.split("/")[-1].removesuffix(".svg"): figure for figure in paper_figures(evidence, tables)}


def test_the_figures_in_their_order(figures: dict[str, PaperFigure]) -> None:
    order = ["without-luck", "constant-luck", "backward-induction", "strategies", "thresholds", "regions"]
    assert list(figures) == order
    for name, figure in figures.items():
        assert figure.path == f"static/paper/{name}.svg"
        assert figure.where and figure.shows and figure.how_to_read


def test_every_file_is_small_and_says_what_it_shows(figures: dict[str, PaperFigure]) -> None:
    for figure in figures.values():
        assert len(figure.svg) <= LARGEST
        root = read_chart(figure.svg).root
        assert root.findtext(f"{SVG}title") == figure.title
        assert (root.findtext(f"{SVG}desc") or "").startswith(figure.shows)
        assert root.get("viewBox") == f"0 0 {figure.size[0]} {figure.size[1]}"


def test_colours_and_letters_are_those_of_the_site(figures: dict[str, PaperFigure]) -> None:
    for figure in figures.values():
        check_palette(figure.svg)
        check_letters(figure.svg)


def test_words_are_whole_and_apart(figures: dict[str, PaperFigure], browser: Browser) -> None:
    """In the typeface that the file brings; boxes have some air above and below their letters."""
    boxes = """() => document.fonts.ready.then(() => [
      [...document.fonts].map(face => face.status),
      [...document.querySelectorAll("text")].map(text => {
        const {left, top, right, bottom} = text.getBoundingClientRect();
        return [text.textContent, left, top + 0.2 * (bottom - top), right, bottom - 0.2 * (bottom - top)];
      })])"""
    page = browser.new_page()
    for figure in figures.values():
        width, height = figure.size
        page.set_viewport_size({"width": width, "height": height})
        page.set_content(f"<body style='margin:0'>{figure.svg.decode()}")
        faces, texts = page.evaluate(boxes)
        assert faces == ["loaded", "loaded"], figure.path
        for i, (words, left, top, right, bottom) in enumerate(texts):
            assert left >= 0 and top >= 0 and right <= width and bottom <= height, words
            for other, left2, top2, right2, bottom2 in texts[:i]:
                assert left >= right2 or left2 >= right or top >= bottom2 or top2 >= bottom, (words, other)
    page.close()


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


@pytest.mark.parametrize("name", ["without-luck", "constant-luck"])
def test_the_curves_can_be_read_off(name: str, figures: dict[str, PaperFigure], evidence: Evidence) -> None:
    """Against the solved and evaluated chances, by the ticks."""
    left, right = read_chart(figures[name].svg).columns(2)
    plain = name == "without-luck"
    for gap, (colour, _) in zip(GAPS, LINE_LOOKS, strict=False):
        row = evidence.constant_offence[gap - SKILL_GAPS[0], CONSTANT_LUCK, HERO - 1]
        chances = [float(evidence.never(gap, HERO, foe)) if plain else row[foe - 1] for foe in range(1, 25)]
        assert any(close(c, [(foe, 100 * v) for foe, v in enumerate(chances, 1)]) for c in left.curves(colour.name))
    for i, (colour, _) in enumerate(LINE_LOOKS):
        hero, foe = STAMINA_PAIRS[i] if plain else (HERO, HERO)
        never = np.array([float(evidence.never(gap, hero, foe)) for gap in SKILL_GAPS])
        drawn = never if plain else evidence.constant_offence[:, GAIN_LUCKS[i], hero - 1, foe - 1] - never
        expected = list(zip(SKILL_GAPS, 100 * drawn, strict=True))
        assert any(close(curve, expected) for curve in right.curves(colour.name)), (name, i)
    assert {"foe’s STAMINA", "gap +2", "gap 0", "gap −2"} <= {words.text for words in left.words()}
    named = [f"{hero} v {foe}" for hero, foe in STAMINA_PAIRS] if plain else [f"LUCK {luck}" for luck in GAIN_LUCKS]
    assert {"SKILL gap", *named} <= {words.text for words in right.words()}


def test_the_arrows_lead_where_hits_do(figures: dict[str, PaperFigure]) -> None:
    """Won: 2, 4 and 1 to the left. Lost: 2, 1 and 3 down."""
    won, lost = read_chart(figures["backward-induction"].svg).columns(2)
    for panel, hits in ((won, (2, 4, 1)), (lost, (2, 1, 3))):
        words = {words.text: words for words in panel.words("text-anchor:middle", "fill:var(--ink)")}
        assert {f"−{hit}" for hit in hits} <= words.keys()
    across = {words.text: words.x for words in won.words("text-anchor:middle", "fill:var(--quiet)")}
    heads = {words.text: words.x for words in won.words("fill:var(--ink)")}
    assert [heads[f"−{hit}"] for hit in (2, 4, 1)] == pytest.approx([across["2"], across["≤0"], across["3"]], abs=0.2)
    assert len(won.paths(f"stroke:var(--{ACCENT.name})", "stroke-width:2.5")) == 1


def test_the_bars_are_the_counts(
    figures: dict[str, PaperFigure], evidence: Evidence, tables: Sequence[StrategyTable]
) -> None:
    counts = tau_counts(tables)
    chart = read_chart(figures["thresholds"].svg)
    across, up = chart.across(), chart.up()
    for number, colour in TAU_FILLS.items():
        exact = ", ".join(map(str, counts[number]))
        assert f"Strategy {number}, τ from 0 up: {exact}." in (chart.root.findtext(f"{SVG}desc") or "")
        bars = [bar for bar in chart.paths(f"fill:var(--{colour.name})") if abs(up(max(y for _, y in bar))) < 1]
        assert [round(across(sum(x for x, _ in bar) / len(bar))) for bar in bars] == list(evidence.rules.lucks[:-1])
        heights = [up(min(y for _, y in bar)) for bar in bars]
        assert heights == pytest.approx(counts[number], abs=max(map(max, counts)) / 500)


def test_the_digits_are_the_best_strategies(
    figures: dict[str, PaperFigure], evidence: Evidence, tables: Sequence[StrategyTable]
) -> None:
    chart = read_chart(figures["strategies"].svg)
    _, right = (words.x for words in chart.words("font-weight:600"))
    panels = replace(chart, high=right - 2), replace(chart, low=right - 2)
    for panel, (gap, luck) in zip(panels, STRATEGY_MAPS, strict=True):
        across = panel.across()
        beside = sorted(words.y for words in panel.words("font-size:7px"))
        rows = {y: beside[-1] - y for y in beside}
        cell = max(rows.values()) / (evidence.rules.max_stamina - 1)
        numbers = strategy_map(tables, gap, luck)[2]
        shown = np.zeros_like(numbers)
        for digit in panel.words("font-size:7px"):
            shown[round(rows[digit.y] / cell), round(across(digit.x)) - 1] = digit.number
        assert np.array_equal(shown, numbers)


def test_the_regions_cover_the_cells_of_best_play(figures: dict[str, PaperFigure], evidence: Evidence) -> None:
    svg = figures["regions"].svg.decode()
    tile = area(drawn_in(svg, "tile")[0]) / evidence.rules.max_stamina**2
    for code, (colour, _) in regions.FILLS.items():
        cells = sum(int((evidence.exact.code(g, n) == code).sum()) for g in regions.GAPS for n in regions.LUCKS)
        covered = sum(area(d) for d in drawn_in(svg, colour.name))
        assert covered / tile == pytest.approx(cells, rel=0.005)


def drawn_in(svg: str, colour: str) -> list[str]:
    """The paths filled with a colour, without those of the legend, which have a line around them."""
    (name,) = re.findall(rf"\.(c\d+)\{{fill:var\(--{colour}\)\}}", svg)
    return re.findall(rf'<path d="([^"]*)" class="{name}"', svg)
