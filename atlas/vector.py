"""A small SVG renderer for matplotlib: artists in, short paths with whole coordinates out.

matplotlib's own SVG writes every mark as an element of its own with six decimals. Here all marks of
a kind are one path, lines are straight and run by `h` and `v`, and colours are classes, so that a
stylesheet can change them for dark paper.

matplotlib's transformations are matrix products, whose last digits hang on the processor. A place is taken
to a millionth before it is rounded, so that one that lies between two numbers goes the same way everywhere.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Transform

from atlas.contours import Points
from atlas.style import CELL_FONTS

_MOVE, _LINE, _CLOSE = int(Path.MOVETO), int(Path.LINETO), int(Path.CLOSEPOLY)
STEADY = 6
"""decimals that are the same on every processor"""
_ANCHORS = {"center": ' text-anchor="middle"', "right": ' text-anchor="end"', "left": ""}


def lines_path(lines: Sequence[Points], *, closed: bool) -> Path:
    """A matplotlib path of several lines, with cell (0, 0) of the table around the point (1, 1)."""
    if not lines:
        return Path(np.zeros((0, 2)))
    vertices: Points = []
    codes: list[int] = []
    for line in lines:
        vertices += line
        codes += [_MOVE] + [_LINE] * (len(line) - 1)
        if closed:
            vertices.append(line[0])
            codes.append(_CLOSE)
    return Path(np.array(vertices) + 0.5, codes)


class VectorRenderer(RendererBase):
    """Collects a drawing as SVG elements; one unit is one point."""

    def __init__(self, width: int, height: int, names: Mapping[str, str]) -> None:
        super().__init__()
        self.width, self.height = width, height
        self.names = names
        """class names by colour"""
        self._known: dict[tuple[float, ...], str] = {}
        self.elements: list[str] = []

    def drawn(self) -> str:
        return "".join(self.elements)

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def points_to_pixels(self, points: Any) -> Any:
        return points

    def draw_path(self, gc: GraphicsContextBase, path: Path, transform: Transform, rgbFace: Any = None) -> None:  # noqa: N803
        d = self._data(path, transform)
        if d:
            dashes = gc.get_dashes()[1]
            width = gc.get_linewidth() if len(gc.get_rgb()) < 4 or gc.get_rgb()[3] else 0
            self._paint(d, rgbFace, gc.get_rgb() if width else None, width, dashes)

    def draw_path_collection(self, gc: Any, master_transform: Any, paths: Any, *args: Any, **_: Any) -> None:
        """One element a path. Paths that share a place only: marks come through `draw_markers`."""
        faces, edges, widths, styles = args[3:7]
        for i, path in enumerate(paths):
            face = faces[i % len(faces)] if len(faces) else None
            edge = edges[i % len(edges)] if len(edges) else None
            d = self._data(path, master_transform)
            if d:
                self._paint(d, face, edge, widths[i % len(widths)], styles[i % len(styles)][1])

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Transform,
        path: Path,
        trans: Transform,
        rgbFace: Any = None,  # noqa: N803
    ) -> None:
        """All marks of a kind as one path: each moves on from where the last began."""
        corners = _rounded(marker_trans.transform(marker_path.vertices)) * (1, -1)
        shape = _straight((corners - corners[0]).tolist(), _codes(marker_path)).removeprefix("M0 0")
        moves = np.diff(self._whole(path, trans), axis=0, prepend=0)
        moves[0] += corners[0]
        self._paint("".join([f"m{x}{_spaced(y)}{shape}" for x, y in moves.tolist()]), rgbFace, None, 0, None)

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,
        mtext: Text | None = None,
    ) -> None:
        anchor = ""
        if mtext is not None:
            anchor = _ANCHORS[str(mtext.get_horizontalalignment())]
            box = mtext.get_transform().transform(mtext.get_unitless_position())
            x, y = (float(box[0]), y) if not angle else (x, self.height - float(box[1]))
        turn = f' transform="rotate({-angle:g} {_short(x)} {_short(y)})"' if angle else ""
        weight = ' font-weight="bold"' if prop.get_weight() == "bold" else ""
        self.elements.append(
            f'<text x="{_short(x)}" y="{_short(y)}" class="f-{self._name(gc.get_rgb())}"'
            f' font-size="{prop.get_size_in_points():g}"{anchor}{weight}{turn}>{escape(s, quote=False)}</text>'
        )

    def draw_digits(self, rows: Sequence[tuple[float, Sequence[tuple[float, str]]]], size: float, colour: Any) -> None:
        """Rows of digits, each with the place of its middle: (height of the foot, [(x, digit)])."""
        self.elements.append(
            f'<g class="f-{self._name(colour)}" text-anchor="middle" style="font-family:{CELL_FONTS}">'
        )
        for y, digits in rows:
            places = " ".join(_short(x) for x, _ in digits)
            text = "".join(digit for _, digit in digits)
            self.elements.append(f'<text y="{_short(self.height - y)}" font-size="{size:g}" x="{places}">{text}</text>')
        self.elements.append("</g>")

    def _whole(self, path: Path, transform: Transform) -> npt.NDArray[np.int64]:
        points = np.asarray(transform.transform(path.vertices))
        points[:, 1] = self.height - points[:, 1]
        return _rounded(points)

    def _data(self, path: Path, transform: Transform) -> str:
        return _straight(self._whole(path, transform).tolist(), _codes(path))

    def _name(self, colour: Any) -> str:
        key = tuple(colour)
        if key not in self._known:
            self._known[key] = self.names[to_hex(colour)]
        return self._known[key]

    def _paint(self, d: str, face: Any, edge: Any, width: float, dashes: Any) -> None:
        filled = face is not None and (len(face) < 4 or face[3] > 0)
        drawn = edge is not None and width > 0
        classes = " ".join(([f"f-{self._name(face)}"] if filled else []) + ([f"s-{self._name(edge)}"] if drawn else []))
        if not classes:
            return
        attributes = "" if filled else ' fill="none"'
        if drawn:
            attributes += f' stroke-width="{width:g}"'
            if len(edge) == 4 and edge[3] < 1:
                attributes += f' stroke-opacity="{edge[3]:g}"'
            if dashes is not None:
                attributes += f' stroke-dasharray="{" ".join(f"{dash:g}" for dash in dashes)}"'
        self.elements.append(f'<path class="{classes}"{attributes} d="{d}"/>')


def _rounded(points: Any) -> npt.NDArray[np.int64]:
    whole: npt.NDArray[np.int64] = np.rint(np.round(points, STEADY)).astype(np.int64)
    return whole


def _codes(path: Path) -> list[int] | None:
    if path.codes is None:
        return None
    codes: list[int] = np.asarray(path.codes).tolist()
    assert {_MOVE, _LINE, _CLOSE}.issuperset(codes), "no curves here"
    return codes


def _straight(points: list[list[int]], codes: list[int] | None) -> str:
    parts: list[str] = []
    x = y = 0
    for i, (to_x, to_y) in enumerate(points):
        code = codes[i] if codes else (_LINE if i else _MOVE)
        if code == _CLOSE:
            parts.append("z")
            continue
        if code == _MOVE:
            parts.append(f"M{to_x} {to_y}")
        elif to_y == y:
            parts.append(f"h{to_x - x}")
        elif to_x == x:
            parts.append(f"v{to_y - y}")
        else:
            parts.append(f"l{to_x - x}{_spaced(to_y - y)}")
        x, y = to_x, to_y
    return "".join(parts)


def _spaced(number: int) -> str:
    return f"{number}" if number < 0 else f" {number}"


def _short(number: float) -> str:
    return f"{round(number, STEADY):.1f}".removesuffix(".0").replace("-0.0", "0")
