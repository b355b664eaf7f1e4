"""The palette as eyes see it: in colour, in grey, and with the three common colour-vision deficiencies."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.path import Path as Shape

from atlas.maps.style import (
    ACCENT,
    BLANK,
    CHANCE,
    EARLINESS,
    GAIN,
    INK,
    LEVEL_LINE,
    LEVELS,
    LINE,
    LOST,
    MARKS,
    MOST,
    PAPER,
    PLATE_FILLS,
    QUIET,
    SCALES,
    STAKE,
    TIE,
    TILE,
    TONES,
    Colour,
    Mark,
    Scale,
    colours,
    css_variables,
    svg_variables,
)
from tests.colour import VIEWS, ciede2000, contrast, difference, lab

SHADES = ("light", "dark")
NEUTRAL = 5
"""the band of STAKE for an exact tie"""


def grounds(mark: Mark) -> tuple[Colour, ...]:
    """What a mark can stand on."""
    if mark is MOST:
        return GAIN.colours[1:]
    if mark is BLANK:
        return (PAPER,)
    if mark is TIE:
        return (STAKE.colours[NEUTRAL],)
    if mark.name.endswith("dear"):
        return STAKE.colours[NEUTRAL + 1 :]
    return STAKE.colours


def covered(mark: Mark) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """The points of a cell that a mark covers."""
    points = np.stack(np.meshgrid(np.arange(-10, 10), np.arange(-10, 10)), axis=-1).reshape(-1, 2) + 0.5
    inside = np.zeros(len(points), dtype=bool)
    for polygon in mark.polygons:
        inside ^= Shape(polygon).contains_points(points)
    return inside


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ],
)
def test_colour_difference_against_the_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    """Sharma, Wu and Dalal (2005), table 1."""
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("shade", SHADES)
@pytest.mark.parametrize("scale", [CHANCE, GAIN, EARLINESS], ids=lambda scale: scale.name)
def test_lightness_runs_one_way(scale: Scale, shade: str) -> None:
    steps = lightness_steps(scale, shade)
    assert all(step > 6 for step in steps) or all(step < -6 for step in steps)


def lightness_steps(scale: Scale, shade: str, view: str = "plain") -> list[float]:
    """How much lighter each band is than the one below it."""
    return [b - a for a, b in pairwise(lab(getattr(colour, shade), view)[0] for colour in scale.colours)]


@pytest.mark.parametrize("shade", SHADES)
@pytest.mark.parametrize("scale", [CHANCE, STAKE, GAIN], ids=lambda scale: scale.name)
def test_bands_of_maps_differ_by_8_in_lightness_from_their_neighbours(scale: Scale, shade: str) -> None:
    assert min(map(abs, lightness_steps(scale, shade))) >= 8
    assert min(map(abs, lightness_steps(scale, shade, "greyscale"))) >= 8


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shade", SHADES)
def test_the_chance_to_win_gets_evenly_lighter_for_every_eye(shade: str, view: str) -> None:
    steps = lightness_steps(CHANCE, shade, view)
    assert min(steps) >= 8
    if view in ("plain", "greyscale"):
        assert max(steps) - min(steps) < 0.5, "no step is larger than another that one could see"


@pytest.mark.parametrize("shade", SHADES)
def test_the_diverging_scale_leaves_the_paper_both_ways(shade: str) -> None:
    away = [abs(lab(getattr(colour, shade))[0] - lab(getattr(PAPER, shade))[0]) for colour in STAKE.colours]
    assert away[NEUTRAL] == 0
    assert away[: NEUTRAL + 1] == sorted(away[: NEUTRAL + 1], reverse=True)
    assert away[NEUTRAL:] == sorted(away[NEUTRAL:])


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shade", SHADES)
@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_any_two_bands_can_be_told_apart(scale: Scale, shade: str, view: str) -> None:
    """Costs and gains of a test may look alike in grey: there a bar stands on the cost, another mark on the gain."""
    for (i, a), (j, b) in combinations(enumerate(scale.colours), 2):
        marked_apart = scale is STAKE and i < NEUTRAL < j and view == "greyscale"
        if not marked_apart:
            assert difference(getattr(a, shade), getattr(b, shade), view) > 3, (a.name, b.name)


@pytest.mark.parametrize("shade", SHADES)
@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_marks_stand_out_on_every_ground(mark: Mark, shade: str) -> None:
    for ground in grounds(mark):
        assert contrast(getattr(mark.colour, shade), getattr(ground, shade)) >= 3, ground.name


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shade", SHADES)
@pytest.mark.parametrize("mark", TONES, ids=lambda mark: mark.name)
def test_marks_stand_out_on_every_chance_to_win(mark: Mark, shade: str, view: str) -> None:
    """They are light on dark bands and dark on light ones."""
    on_light, on_dark = TONES[mark]
    assert on_light.polygons == on_dark.polygons == mark.polygons
    for place, band in enumerate(CHANCE.colours):
        colour = (on_dark if place < CHANCE.dark_bands else on_light).colour
        assert contrast(getattr(colour, shade), getattr(band, shade)) >= 3, band.name
        assert difference(getattr(colour, shade), getattr(band, shade), view) > 20, band.name


@pytest.mark.parametrize("shade", SHADES)
def test_lines_and_texts_stand_out(shade: str) -> None:
    for ground in CHANCE.colours:
        line_and_rim = [contrast(getattr(colour, shade), getattr(ground, shade)) for colour in (LEVEL_LINE, PAPER)]
        assert max(line_and_rim) >= 4, "a line is seen by itself or by its rim"
    assert contrast(getattr(LEVEL_LINE, shade), getattr(PAPER, shade)) >= 12
    for ground in (PAPER, *EARLINESS.colours):
        assert contrast(getattr(INK, shade), getattr(ground, shade)) >= 4.5, ground.name
    assert contrast(getattr(QUIET, shade), getattr(PAPER, shade)) >= 4.5
    assert contrast(getattr(LINE, shade), getattr(PAPER, shade)) >= 1.4, "the grid of a chart"


def test_marks_differ_in_shape() -> None:
    for a, b in combinations(MARKS, 2):
        union, common = (covered(a) | covered(b)).sum(), (covered(a) & covered(b)).sum()
        assert common / union < 0.75, (a.name, b.name)
    assert covered(LOST).sum() > 100


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shade", SHADES)
def test_the_fills_of_a_plate_can_be_told_apart(shade: str, view: str) -> None:
    for a, b in combinations((TILE, *PLATE_FILLS.values()), 2):
        assert difference(getattr(a, shade), getattr(b, shade), view) > 12, (a.name, b.name)


def test_a_number_on_an_edge_belongs_to_the_next_band() -> None:
    values = np.array([0, 0.0099, 0.01, 0.1, 0.4999, 0.5, 0.99, 1, np.nan])
    assert CHANCE.bands(values).tolist() == [0, 0, 1, 2, 3, 4, 7, 7, -1]
    assert STAKE.bands(np.array([-1, -1e-300, 0.0, -0.0, 1e-300, 1])).tolist() == [0, 4, 5, 5, 6, 10]
    assert EARLINESS.bands(-np.array([np.inf, 13, 12, 11, 6, 2])).tolist() == [0, 1, 1, 2, 4, 5]


def test_scales_and_legends_fit() -> None:
    for scale in SCALES:
        assert len(scale.colours) == len(scale.edges) + 1
        assert list(scale.edges) == sorted(scale.edges)
        assert len(scale.edge_labels) in (0, len(scale.edges))
    assert [level.chance for level in LEVELS] == [0.1, 0.5, 0.9]
    assert {level.chance for level in LEVELS} <= set(CHANCE.edges)


def test_names_and_colours_go_together() -> None:
    named = list(colours())
    assert len({colour.name for colour in named}) == len(named)
    assert len({(colour.light, colour.dark) for colour in named}) == len({colour.light for colour in named})


def test_the_stylesheets_have_the_palette() -> None:
    text = css_variables()
    light, dark = text.split("@media (prefers-color-scheme: dark)")
    for colour in colours():
        assert f"--{colour.name}: {colour.light};" in light
        assert f"--{colour.name}: {colour.dark};" in dark
    inside = svg_variables([INK, ACCENT])
    light, dark = inside.split("@media(prefers-color-scheme:dark)")
    assert f"--ink:{INK.light};--accent:{ACCENT.light}" in light and f"--ink:{INK.dark};--accent:{ACCENT.dark}" in dark
    sheet = (Path(__file__).parent.parent.parent / "templates/static/atlas.css").read_text()
    by_name = {colour.name: colour for colour in colours()}
    for name, value in re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", sheet):
        assert value in (by_name[name].light, by_name[name].dark)
