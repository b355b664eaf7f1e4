"""The icon of the site: a die on its corner."""

from atlas.maps.style import ACCENT, FILL

ICON_PATH = "static/icon.svg"


ICON_SIDE, ROUND, RIM, PIP = 64, 13, 5, 4.6
"""the icon's side, its rounded corners, the rounded rim of the die on it, and the radius of a pip"""


DIE = ((32, 7), (57, 32), (32, 57), (7, 32))


PIPS = ((32, 32), (32, 14), (50, 32), (32, 50), (14, 32))


def icon_svg() -> bytes:
    """Return the icon: a die on its corner."""
    ground, die = ACCENT.light, FILL.light
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="{PIP}"/>' for x, y in PIPS)
    corners = " ".join(f"{x} {y}" for x, y in DIE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ICON_SIDE} {ICON_SIDE}">'
        f'<rect width="{ICON_SIDE}" height="{ICON_SIDE}" rx="{ROUND}" fill="{ground}"/>'
        f'<path d="M{corners}z" fill="{die}" stroke="{die}" stroke-width="{RIM}" stroke-linejoin="round"/>'
        f'<g fill="{ground}">{pips}</g></svg>\n'
    ).encode()
