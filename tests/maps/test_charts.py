"""Charts that matplotlib draws: small files in the palette and the typeface of the site, the same on every run."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from atlas.folders import templates_folder
from atlas.maps.charts import legend_below, look, sheet, svg_file
from atlas.maps.plots import front_svg
from atlas.maps.style import ACCENT, INK
from tests.chart_reading import SVG, check_letters, check_palette, close, read_chart

LOOKS = (2.5, 4, 6)
GAINS = {"table": (91, 96, 99), "rules": (70, 80, 90), "baseline": (20, 30, 40)}
SHARES = {"table": (81, 86, 92), "rules": (60, 75, 88), "baseline": (-60, -5, 45)}


@pytest.fixture(scope="module")
def front() -> bytes:
    """The plot of made-up cards, three of each kind."""
    points = [
        SimpleNamespace(
            looks=looks,
            journey_share=SHARES[kind][i] / 100,
            card=SimpleNamespace(
                id=f"{kind}-{looks}",
                kind=kind,
                title=f"Card {kind}",
                certificate=SimpleNamespace(captured_gain={"fresh": Fraction(GAINS[kind][i], 100)}),
            ),
        )
        for kind in GAINS
        for i, looks in enumerate(LOOKS)
    ]
    return front_svg(points)  # type: ignore[arg-type]


def test_the_front_shows_every_number(front: bytes) -> None:
    panels = read_chart(front).rows()
    for panel, shares, title in zip(panels, (GAINS, SHARES), ("New adventurer, %", "Whole adventures, %"), strict=True):
        for kind, colour in {"table": "won", "rules": "lost"}.items():
            points = list(zip(LOOKS, shares[kind], strict=True))
            assert any(close(curve, points) for curve in panel.curves(colour)), (title, kind)
        assert title in {words.text for words in panel.words()}
    assert "looks at a decision" in {words.text for words in panels[1].words()}


def test_the_page_leaves_room_for_the_front(front: bytes) -> None:
    page = (templates_folder() / "site" / "strategies.html").read_text()
    ((width, height),) = re.findall(r'figure\(.*static/front\.svg", ".*", (\d+), (\d+)', page)
    assert read_chart(front).root.get("viewBox") == f"0 0 {width} {height}"


def test_colours_and_letters_are_those_of_the_site(front: bytes) -> None:
    check_palette(front)
    check_letters(front)


def test_a_colour_that_has_no_name_is_an_error() -> None:
    with look():
        figure, (axes,) = sheet(100)
        axes.plot((0, 1), (0, 1), color="#123456")
        with pytest.raises(KeyError, match="#123456"):
            svg_file(figure, "x", "x")


def test_words_are_escaped_and_said() -> None:
    with look():
        figure, (axes,) = sheet(100)
        axes.plot((0, 1), (0, 1), color=INK.light, label="a < b & c")
        axes.plot((1, 0), (0, 1), color=ACCENT.light, label="other")
        legend_below(axes)
        root = read_chart(svg_file(figure, "This & that", "Shows < and >.")).root
    assert [e.text for e in root][:2] == ["This & that", "Shows < and >."]
    assert root.get("role") == "img" and root.get("aria-labelledby") == "t d"
    assert "a < b & c" in [e.text for e in root.iter(f"{SVG}text")]


@pytest.mark.slow
def test_the_same_bytes_on_every_run_whatever_the_settings_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nfont.family: serif\naxes.xmargin: 0.3\n")
    code = (
        "import hashlib; from atlas.game.rules import Rules; from atlas.maps.charts import look\n"
        "from atlas.paper.figures.scheme import scheme\n"
        "with look(): print(hashlib.sha256(scheme(Rules()).svg).hexdigest())"
    )
    settings: tuple[dict[str, str], ...] = (
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "MATPLOTLIBRC": str(tmp_path)},
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | each, capture_output=True, text=True, check=True
        ).stdout
        for each in settings
    }
    assert len(printed) == 1
