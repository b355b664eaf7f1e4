"""Numbers as whole codes, small to send, from which a script words what `wording` would, digit by digit.

Floats from the tables come in, arrays of the same shape go out. Rounding is done here, on the exact value
of the float; what a code means is said with each function, and `static/words.js` reads it.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from atlas.tables.gap_table import Floats
from atlas.wording import RARE, one_in_figures

Codes = npt.NDArray[np.int32]

TENTHS = 1000
"""tenths of a percent in a certainty"""
NEARLY_SURE = TENTHS + 1
ONE_IN = 2000
"""from here on codes are rare chances: figures, and so much for each power of ten"""
EACH_POWER = 1000
UNDER_A_TENTH = -1
NOTHING_TO_SAY = -2
MILLIONTHS = 10**6
NEAR = 1e-6
"""where a scaled float is so near to a tie or a whole number that only exact arithmetic can tell"""


def percent_codes(chances: Floats) -> Codes:
    """Tenths of a percent for `wording.percent`; codes of their own for <0.1% and >99.9%."""
    codes = _rounded(chances, TENTHS)
    codes[(chances > 0) & (chances < float(RARE))] = UNDER_A_TENTH
    codes[(chances > 1 - float(RARE)) & (chances < 1)] = NEARLY_SURE
    return codes


def chance_codes(chances: Floats) -> Codes:
    """As `percent_codes`, for `wording.chance`, with codes of their own for 1 in so many."""
    codes = percent_codes(chances)
    _exactly(codes, chances, codes == UNDER_A_TENTH, _one_in_code)
    return codes


def amount_codes(amounts: Floats) -> Codes:
    """Tenths for `wording.amount`; codes of their own for <0.1 and for what is not a number."""
    codes = _rounded(np.nan_to_num(amounts), 10)
    codes[(amounts > 0) & (amounts < 0.1)] = UNDER_A_TENTH
    codes[np.isnan(amounts)] = NOTHING_TO_SAY
    return codes


def stake_codes(stakes: Floats) -> Codes:
    """Millionths of win chance; one that is not whole becomes the odd one of its two neighbours.

    So rounding it again, to fewer digits, gives the digits of the exact value, and sums of a few stay
    right to the digit that is shown. What is not a number becomes 0.
    """
    sizes = np.abs(np.nan_to_num(stakes))
    scaled = sizes * MILLIONTHS
    codes: Codes = np.floor(scaled).astype(np.int32)
    codes[sizes > 0] |= 1
    _exactly(codes, sizes, (np.abs(scaled - np.rint(scaled)) < NEAR) & (scaled > NEAR), _odd_millionths)
    codes[stakes < 0] *= -1
    return codes


def effect_codes(stakes: Floats) -> Codes:
    """Small numbers for `wording.effect`: twice the size, and one more if it costs.

    Size 0 is none, 1 is less than a tenth of a point, and n + 1 is n tenths.
    """
    sizes = np.abs(stakes)
    codes = 2 * (_rounded(sizes, TENTHS) + 1)
    codes[sizes < float(RARE)] = 2
    codes[stakes < 0] += 1
    codes[stakes == 0] = 0
    return codes


def _odd_millionths(size: Fraction) -> int:
    whole, rest = divmod(size * MILLIONTHS, 1)
    return int(whole) | 1 if rest else int(whole)


def _one_in_code(chance: Fraction) -> int:
    figures, power = one_in_figures(chance)
    return ONE_IN + EACH_POWER * power + figures


def _rounded(values: Floats, scale: int) -> Codes:
    """Every value times the scale, rounded as Python rounds fractions: half to even, exactly."""
    scaled = values * scale
    codes = np.rint(scaled).astype(np.int32)
    _exactly(codes, values, np.abs(scaled % 1 - 0.5) < NEAR, lambda value: round(value * scale))
    return codes


def _exactly(codes: Codes, values: Floats, where: npt.NDArray[np.bool_], code: Callable[[Fraction], int]) -> None:
    """Put in the codes of some values, one by one and in fractions."""
    known = {value: code(Fraction(value)) for value in set(values[where].tolist())}
    codes[where] = [known[value] for value in values[where].tolist()]
