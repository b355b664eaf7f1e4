"""What stands in real books: foes, and groups of foes that attack at once, counted (`foes.csv`, `at_once.csv`)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from atlas.folders import package_texts
from atlas.game.ahead import Foe

LARGEST_UNKNOWN = 24
"""the STAMINA that an unknown foe of more is counted with"""


class Group(NamedTuple):
    """Foes that attack at once, and how often books have them."""

    foes: tuple[Foe, ...]
    groups: int


def _rows(path: str) -> Iterator[list[str]]:
    """Yield the rows of a table of the package, without comments and heading."""
    (content,) = package_texts(path).values()
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    return (line.split(",") for line in lines[1:])


def _foes_by_score() -> Mapping[Foe, int]:
    """Return how many foes of the books have which scores."""
    return {Foe(int(skill), int(stamina)): int(count) for skill, stamina, count in _rows("game/foes.csv")}


BOOK_FOES = _foes_by_score()
"""by SKILL and STAMINA: how many foes of the books have these"""


@cache
def unknown_foes() -> Mapping[Foe, int]:
    """Return the foes that may be met where a foe is not known."""
    counts: dict[Foe, int] = {}
    for foe, count in BOOK_FOES.items():
        met = foe._replace(stamina=min(foe.stamina, LARGEST_UNKNOWN))
        counts[met] = counts.get(met, 0) + count
    return counts


def groups_at_once(size: int) -> list[Group]:
    """Return the groups of so many foes that attack at once, each with a roll of its own against the hero."""
    groups = []
    for count, linked, foes in _rows("game/at_once.csv"):
        met = tuple(Foe(*map(int, foe.split("/"))) for foe in foes.split())
        if len(met) == size and linked == "0":
            groups.append(Group(met, int(count)))
    return groups
