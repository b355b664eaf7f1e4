"""Numbers for all that a hero can have between two stages, in one of two arithmetics.

An array has an axis for STAMINA and one for LUCK; those for a whole hero also have one for doses and one for meals.
Its numbers are worths, or the chances to be at each place. The two arithmetics:

    whole numbers    Python's, over one denominator: nothing is ever rounded. Every function that mixes numbers makes
                     the denominator larger first, so that its divisions leave no remainder.
    floats           for what is large. A worth is 0 to 1, and each step is a mean of worths that are known, or the best
                     of them. The best adds no error. A mean of two, (a x + b y) / m with whole a, b, m, is rounded
                     four times, so it adds at most 4 u to the larger error of x and y, with u = 2⁻⁵³; a sum of n terms
                     adds at most (n + 3) u. Errors add up along a way through the adventure: a bound is the number of
                     such steps on the longest way, each times its roundings (`adventure_size` counts them).

The same code does both: `divided` is the only place where they part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
"""Of floats; or of Python's whole numbers, with the dtype `object`."""
Indices = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
ROUNDING = 2.0**-53
"""the largest rounding error of a float near 1"""
TOLERANCE = 1e-14
"""floats that differ by no more count as equal"""


def has_whole(array: Array) -> bool:
    """Return whether an array holds whole numbers, not floats."""
    return bool(array.dtype == object)


def divided(array: Array, by: Array | int) -> Array:
    """Return the quotients; whole numbers must be multiples of the divisor."""
    return array // by if has_whole(array) else array / by


def divide(array: Array, by: Array | int) -> Array:
    """Divide an array in place, and return it; whole numbers must be multiples of the divisor."""
    return np.floor_divide(array, by, out=array) if has_whole(array) else np.divide(array, by, out=array)


def is_more(one: Array, other: Array) -> Flags:
    """Return where one number is larger than another."""
    more: Flags = one > (other if has_whole(one) else other + TOLERANCE)
    return more


def along(numbers: Sequence[int], axis: int, whole: bool) -> Array:
    """Return numbers as an array that multiplies others along this axis, counted from the last, -1."""
    listed: Array = np.array(numbers, dtype=object if whole else np.float64)
    return listed.reshape(-1, *[1] * (-1 - axis))


@dataclass(frozen=True, eq=False)
class Worths:
    """Worths or chances of all places: each number divided by `unit`, which is 1 for floats."""

    array: Array
    unit: int = 1

    @property
    def is_whole(self) -> bool:
        """Whether these are whole numbers, not floats."""
        return has_whole(self.array)

    def at(self, *place: int) -> Fraction:
        """Return the number at a place."""
        return Fraction(self.array[place]) / self.unit

    def finer(self, by: int) -> "Worths":
        """Return the same worths in a unit that is `by` times as large; floats as they are."""
        return Worths(self.array * by, self.unit * by) if self.is_whole else self

    def whole_numbers(self) -> list[int]:
        """Return all numbers, where they are whole."""
        return [int(number) for number in self.array.ravel().tolist()]

    def in_floats(self) -> "Worths":
        """Return the nearest floats."""
        return Worths((self.array / self.unit).astype(np.float64)) if self.is_whole else self

    def reduced(self) -> "Worths":
        """Return the same worths in the smallest unit."""
        if not self.is_whole:
            return self
        common = gcd(self.unit, *self.whole_numbers())
        return Worths(self.array // common, self.unit // common)


def in_one_unit(worths: Sequence[Worths]) -> tuple[list[Array], int]:
    """Return the arrays in a common unit, and that unit."""
    unit = lcm(*(each.unit for each in worths))
    return [each.finer(unit // each.unit).array for each in worths], unit


def mixed(parts: Sequence[tuple[int | Array, Worths]], total: int) -> Worths:
    """Return the mean of worths, each weighted by its ways of a total; ways may differ from place to place."""
    arrays, unit = in_one_unit([worths for _, worths in parts])
    whole = arrays[0].dtype == object
    mean = np.zeros(arrays[0].shape, dtype=arrays[0].dtype) if not whole else np.full(arrays[0].shape, 0, dtype=object)
    for (ways, _), array in zip(parts, arrays, strict=True):
        mean = mean + ways * array
    return Worths(mean, unit * total).reduced() if whole else Worths(mean / total)


def best_of(worths: Sequence[Worths]) -> Worths:
    """Return the best of worths, place by place."""
    arrays, unit = in_one_unit(worths)
    best = arrays[0]
    for array in arrays[1:]:
        best = np.maximum(best, array)
    return Worths(best, unit)


def beside(one: Worths, other: Worths) -> Worths:
    """Return the columns (third axis) of two worths side by side."""
    arrays, unit = in_one_unit([one, other])
    return Worths(np.concatenate(arrays, axis=2), unit)


def nothing_like(array: Array, shape: tuple[int, ...]) -> Array:
    """Return zeros of this shape, in the arithmetic of an array."""
    return np.full(shape, 0, dtype=array.dtype)
