"""The foes of real books, and their groups that attack at once, counted in `foes.csv` and `at_once.csv`."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from atlas.folders import package_texts
from atlas.game.ahead import Foe

LARGEST_UNKNOWN = 24
"""the most STAMINA of an unknown foe: more counts as this"""


class Group(NamedTuple):
    """Foes that attack at once, and how many such groups the books have."""

    foes: tuple[Foe, ...]
    groups: int


def _rows(path: str) -> Iterator[list[str]]:
    """Yield the rows of a table of the package, without comments and heading."""
    (content,) = package_texts(path).values()
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    return (line.split(",") for line in lines[1:])


def _foes_by_score() -> Mapping[Foe, int]:
    """Return the number of foes of the books with each pair of scores."""
    return {Foe(int(skill), int(stamina)): int(count) for skill, stamina, count in _rows("game/foes.csv")}


BOOK_FOES = _foes_by_score()
"""the number of foes of the books, by SKILL and STAMINA"""


@cache
def unknown_foes() -> Mapping[Foe, int]:
    """Return the foes that an unknown one is drawn from, with their counts."""
    counts: dict[Foe, int] = {}
    for foe, count in BOOK_FOES.items():
        met = foe._replace(stamina=min(foe.stamina, LARGEST_UNKNOWN))
        counts[met] = counts.get(met, 0) + count
    return counts


def groups_at_once(size: int) -> list[Group]:
    """Return the groups of this size in which each foe is rolled for separately."""
    groups = []
    for count, linked, foes in _rows("game/at_once.csv"):
        met = tuple(Foe(*map(int, foe.split("/"))) for foe in foes.split())
        if len(met) == size and linked == "0":
            groups.append(Group(met, int(count)))
    return groups
