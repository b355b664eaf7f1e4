"""Draw `.github/maps.png`, the picture in the README: `python -m tests.contact_sheet`."""

import io
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from PIL import Image

from atlas.figures import FONT, MapArtists, draw_legend, dress
from atlas.maps import PLAY, STAKES, WORTH, Gain, Map, Policy, gain_map, gains, play_map, stake_map, threshold_map
from atlas.rules import Edition, Outcome
from atlas.solver import solve_pair
from atlas.style import INK, PAPER, QUIET
from atlas.tables import GapTable, gap_table

WIDTH, HEIGHT, COLUMNS = 1400, 1130, 3
BOARD, TOP, STEP = 400, 76, 490
"""side of a map, height above the first row, and from row to row, in pixels"""


def chosen(table: GapTable) -> Sequence[Map]:
    return (
        play_map(table, 9, Policy.THRIFTY),
        play_map(table, 12, Policy.BEST),
        stake_map(table, 9, Outcome.WON),
        stake_map(table, 9, Outcome.LOST),
        threshold_map(table, Outcome.WON, Policy.THRIFTY),
        gain_map(table, 9, Gain.LUCK, gains(table, None, Gain.LUCK)[9]),
    )


def contact_sheet(maps: Sequence[Map]) -> bytes:
    """Several maps side by side as a PNG."""
    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, facecolor=PAPER.light)
    margin = (WIDTH - COLUMNS * BOARD) / (COLUMNS + 1)
    for i, map_ in enumerate(maps):
        row, column = divmod(i, COLUMNS)
        left, top = margin + column * (BOARD + margin), TOP + row * STEP
        axes = figure.add_axes((left / WIDTH, 1 - (top + BOARD) / HEIGHT, BOARD / WIDTH, BOARD / HEIGHT))
        artists = MapArtists(axes, map_.face, map_.side)
        artists.show(map_)
        dress(axes, map_.side, words=False)
        axes.tick_params(labelsize=13)
        for y, words, size, colour in ((46, map_.title, 19, INK), (22, map_.subtitle, 13, QUIET)):
            font = FontProperties(family=FONT, size=size, weight="bold" if colour is INK else "normal")
            at = (left / WIDTH, 1 - (top - y + 8) / HEIGHT)
            figure.text(*at, words, fontproperties=font, color=colour.light, va="center")
    for column, face in enumerate((PLAY, STAKES[Outcome.WON], WORTH)):
        draw_legend(figure, face, left=margin + column * (BOARD + margin), width=BOARD, size=11, advance=0.62)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    few_colours = Image.open(buffer).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    small = io.BytesIO()
    few_colours.save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    picture = Path(__file__).parent.parent / ".github" / "maps.png"
    picture.parent.mkdir(exist_ok=True)
    picture.write_bytes(contact_sheet(chosen(gap_table(solve_pair(Edition(), 0)))))
