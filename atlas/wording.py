"""The one place that words numbers: exact values in, short text for a player out.

Rounding is done on the exact value, so a printed digit is right. A chance that is not certain is
never worded as 0% or 100%.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil

MINUS = "−"
DASH = "–"

RARE = Fraction(1, 1000)
"""below this a chance is worded as 1 in so many"""
MOST_DIGITS = 9
"""beyond these a number has no everyday name"""


def signed(number: int) -> str:
    """Return a number with its sign: +2, 0, −4. The minus prints as wide as the plus."""
    return f"{'+' if number > 0 else MINUS if number < 0 else ''}{abs(number)}"


def against(skill_gap: int) -> str:
    """Return what a SKILL gap means, after "your SKILL is": the same as the foe’s, 3 above the foe’s."""
    if skill_gap == 0:
        return "the same as the foe’s"
    return f"{abs(skill_gap)} {'above' if skill_gap > 0 else 'below'} the foe’s"


def counted(number: int) -> str:
    """Return a number with its thousands and a true minus: 12,000 or −3."""
    return f"{number:,}".replace("-", MINUS)


def percent(chance: Fraction | float) -> str:
    """Return a chance with one decimal: 46.4%; "<0.1%" and ">99.9%" where rounding would claim too much."""
    part, whole = chance.as_integer_ratio()
    if part in (0, whole):
        return f"{100 * part // whole}%"
    if 0 < 1000 * part < whole:
        return "<0.1%"
    if 0 < 1000 * (whole - part) < whole:
        return ">99.9%"
    return f"{_quotient(100 * part, whole)}%"


def signed_percent(share: Fraction | float) -> str:
    """Return a share that may be below nothing: 46.4%, −12.3%."""
    return percent(share) if share >= 0 else f"−{percent(-share)}"


def whole_percent(chance: Fraction) -> str:
    """Return a chance for small tables: 46%; "<1%" and ">99%" where rounding would claim too much."""
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"


def hundred(chance: Fraction) -> str:
    """Return a chance as fights of a hundred: 46; "under 1" and "over 99" where rounding would claim too much."""
    shown = int(chance * 100 + Fraction(1, 2))
    if shown == 0 and chance > 0:
        return "under 1"
    return "over 99" if shown == 100 and chance < 1 else str(shown)


def chance(value: Fraction) -> str:
    """Return a chance as `percent` does, and a rare one as "1 in 5,000", which says more than "<0.1%"."""
    return one_in(value) if 0 < value < RARE else percent(value)


def one_in(value: Fraction) -> str:
    """Return a chance as 1 in 5,000, to two figures; powers of ten where the number has no everyday name."""
    figures, power = one_in_figures(value)
    if power >= MOST_DIGITS:
        return f"1 in 10{str(power).translate(_SUPERSCRIPT)}"
    return f"1 in {figures * 10**power:,}"


def one_in_figures(value: Fraction) -> tuple[int, int]:
    """Return the number in `one_in` as figures and a power of ten; from `MOST_DIGITS` on, the power is its name."""
    times = round(1 / value)
    digits = len(str(times))
    if digits > MOST_DIGITS:
        return 1, digits - 1
    power = max(digits - 2, 0)
    return round(Fraction(times, 10**power)), power


def effect(difference: Fraction) -> str:
    """Return what a choice does to the chance to win: gains 3.2 wins in 100, makes no difference."""
    if difference == 0:
        return "makes no difference"
    return f"{'gains' if difference > 0 else 'costs'} {wins_in_100(abs(difference))}"


def wins_in_100(size: Fraction) -> str:
    """Return a difference of two chances with its unit: 3.2 wins in 100, under 0.1 wins in 100."""
    return f"{in_100(size)} wins in 100"


def in_100(size: Fraction) -> str:
    """Return a difference of two chances in wins in 100, where the unit stands elsewhere: 3.2, under 0.1, 0."""
    if size == 0:
        return "0"
    return "under 0.1" if size < RARE else _tenths(size * 100)


def fewer_wins(loss: Fraction) -> str:
    """Return what is lost, in wins: 9.5 fewer wins in 100."""
    return f"{in_100(loss)} fewer wins in 100"


def more_wins(one: Fraction, other: Fraction) -> str:
    """Return one chance to win against another, as their shown figures differ: 10.8 more wins in 100."""
    shown = round(one * 1000) - round(other * 1000)
    worded = f"{_tenths(Fraction(abs(shown), 10))}" if shown else "under 0.1"
    return f"{worded} {'more' if one > other else 'fewer'} wins in 100"


def amount(value: Fraction) -> str:
    """Return an expected count with one decimal: 2.3, 0, <0.1."""
    if value == 0:
        return "0"
    return "<0.1" if value < Fraction(1, 10) else _tenths(value)


def at_most(value: Fraction) -> str:
    """Return a bound, rounded up: 0.5, 2.3, and to two decimals below a tenth: 0.01."""
    digits = 10 if value >= Fraction(1, 10) else 100
    return f"{float(Fraction(ceil(value * digits), digits)):g}"


def size(count: int) -> str:
    """Return the size of a file: 85 kB, 1.2 MB."""
    return f"{_tenths(Fraction(count, 10**6))} MB" if count >= 10**6 else f"{max(round(Fraction(count, 1000)), 1)} kB"


def duration(seconds: float) -> str:
    """Return a time: 50 s, 2 min 5 s."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _tenths(value: Fraction) -> str:
    return _quotient(value.numerator, value.denominator)


def _quotient(part: int, whole: int) -> str:
    """Return a quotient with one decimal, halves to even; in whole numbers, for speed: pages have 100,000s of them."""
    tenths, rest = divmod(10 * part, whole)
    tenths += 2 * rest > whole or (2 * rest == whole and tenths % 2)
    return f"{tenths // 10:,}.{tenths % 10}"


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def significant(value: Fraction, digits: int) -> str:
    """Return a number to so many figures: 0.046, 1,159, and 2.4 × 10⁻¹⁹ where it is very small or large."""
    if value == 0:
        return "0"
    number = _decimal(abs(value))
    sign = MINUS if value < 0 else ""
    rounded = number.quantize(Decimal(1).scaleb(number.adjusted() - digits + 1))
    power = rounded.adjusted()
    rounded = rounded.quantize(Decimal(1).scaleb(power - digits + 1))
    if -4 < power < 7:
        return f"{sign}{int(rounded):,}" if rounded == int(rounded) and power >= digits - 1 else f"{sign}{rounded:f}"
    exponent = f"{MINUS if power < 0 else ''}{abs(power)}".translate(_SUPERSCRIPT | {ord(MINUS): "⁻"})
    return f"{sign}{rounded.scaleb(-power):f} × 10{exponent}"


def rounds_to(value: Fraction, printed: str) -> bool:
    """Return whether a number, rounded to as many figures as are printed, is what is printed: 0.046, 4.4e-4."""
    target = Decimal(printed)
    return _decimal(value).quantize(Decimal(1).scaleb(int(target.as_tuple().exponent))) == target


def _decimal(value: Fraction) -> Decimal:
    with localcontext(prec=60):
        return Decimal(value.numerator) / Decimal(value.denominator)
