"""The signs of every table and card, on pages and on paper: one sign for one answer.

| sign | what to do | in words |
| --- | --- | --- |
| ● | test | always: with LUCK 2 or more, for with less no roll is Lucky |
| 7 | test | with LUCK 7 or more |
| 7–9 | test | with LUCK 7 to 9, and keep with more |
| =8 | test | with LUCK 8 only |
| · | keep | keep |

Always stands white on black. A triangle is a round you won, a shield one you lost. Where both STAMINAs span a table,
yours runs upwards and the foe's to the right, as on the maps; on cards, whose rows are groups of the foe's STAMINA,
these run down and yours to the right. SKILL gaps go from below the foe's to above it, the ends are "or less" and "or
more", and *more to come* stands before *the last fight*.
"""

from atlas.wording import DASH

KEEP, ALWAYS, ONLY = "·", "●", "="
LEAST_LUCKY = 2
"""with less LUCK no roll of two dice is Lucky"""


def lucks_sign(lowest: int, highest: int | None = None) -> str:
    """Return the sign of a square that tests from one LUCK on, up to another where there is one."""
    if highest == lowest:
        return f"{ONLY}{lowest}"
    if highest is not None:
        return f"{lowest}{DASH}{highest}"
    return ALWAYS if lowest <= LEAST_LUCKY else str(lowest)
