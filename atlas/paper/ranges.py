"""The part of the paper's range that a check is about: it selects its squares from a cube, and names itself."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from atlas.game.dice import SKILL_GAPS
from atlas.policies.conditions import Bools
from atlas.wording import counted, signed

PAPER_STAMINA, PAPER_LUCK = 24, 12
STAMINAS = range(1, PAPER_STAMINA + 1)
PLAYED_GAPS = SKILL_GAPS[1:-1]
"""at the two widest one side never wins a round"""
LUCKS = range(2, PAPER_LUCK + 1)
"""with LUCK 1 no test can be Lucky"""
TESTED = range(1, PAPER_LUCK + 1)
"""with LUCK 0 there is nothing to test"""
NO_LUCK = range(1)
"""LUCK 0: never testing"""
CLOSE_GAPS = range(-6, 7)
"""the SKILL gaps of the set of fights `every`"""

Scalar = TypeVar("Scalar", bound=np.generic)


class FightRange:
    """A part of the grid of fights. Cubes are by SKILL gap, LUCK from 0, hero's and foe's STAMINA from 1."""

    def __init__(
        self,
        gaps: range | int = PLAYED_GAPS,
        lucks: range | int = LUCKS,
        heroes: range | int = STAMINAS,
        foes: range | int = STAMINAS,
    ) -> None:
        axes = (range(axis, axis + 1) if isinstance(axis, int) else axis for axis in (gaps, lucks, heroes, foes))
        self.gaps, self.lucks, self.heroes, self.foes = axes

    def of(self, cube: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        first = (SKILL_GAPS[0], 0, 1, 1)
        axes = (self.gaps, self.lucks, self.heroes, self.foes)
        return cube[
            tuple(slice(axis[0] - start, axis[-1] + 1 - start) for axis, start in zip(axes, first, strict=True))
        ]

    def __str__(self) -> str:
        gaps = span([signed(gap) for gap in self.gaps])
        luck, hero, foe = (span([str(n) for n in axis]) for axis in (self.lucks, self.heroes, self.foes))
        staminas = f"STAMINA {hero}" if self.heroes == self.foes else f"hero’s STAMINA {hero}, foe’s {foe}"
        tests = "never testing" if self.lucks == NO_LUCK else f"LUCK {luck}"
        return f"SKILL gap {gaps}, {tests}, {staminas}"


TESTED_FIGHTS = FightRange(SKILL_GAPS, TESTED)


FightScores = tuple[int, int, int, int]
"""SKILL gap, hero's and foe's STAMINA, LUCK"""


def fight_words(gap: int, hero: int, foe: int, luck: int = 0) -> str:
    return f"SKILL gap {signed(gap)}, {hero} against {foe}" + (f", LUCK {luck}" if luck else "")


def highest(cube: npt.NDArray[np.floating]) -> FightScores:
    """Return the fight with the highest number in a cube."""
    gap, luck, hero, foe = (int(n) for n in np.unravel_index(int(cube.argmax()), cube.shape))
    return SKILL_GAPS[gap], hero + 1, foe + 1, luck


def span(numbers: Sequence[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def share(squares: Bools) -> Fraction:
    """Return which part of the squares is marked."""
    return Fraction(int(squares.sum()), max(squares.size, 1))


def number_list(numbers: Sequence[int]) -> str:
    return ", ".join(counted(number) for number in numbers) or "none"
