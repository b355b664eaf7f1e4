"""Formulas read from a page's MathML and evaluated: what a reader sees is what is tried.

In comes a `math` element, out come the sides of its equation as functions of an environment: a mapping from
names to numbers, functions and, for sums, to what the variables run over (under the tuple of their names).
Known are the elements that `site.mathml` writes; anything else is an error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, prod
from typing import Any
from xml.etree.ElementTree import Element

Env = Mapping[Any, Any]
Value = Callable[[Env], Any]
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
}
BETWEEN = {",", ";", "→"}
"""what may stand between the arguments of a function"""


@dataclass(frozen=True)
class Rolls:
    """P(…): the part of equally likely rolls for which a comparison holds."""

    variable: str
    outcomes: Sequence[int]

    def chance(self, holds: Value, env: Env) -> Fraction:
        return Fraction(sum(holds({**env, self.variable: roll}) for roll in self.outcomes), len(self.outcomes))


@dataclass(frozen=True)
class Defined:
    """A name that another formula defines, with the letters it depends on if it is a function."""

    value: Value
    letters: tuple[str, ...] = ()

    def at(self, env: Env, *values: Any) -> Any:
        return self.value({**env, **dict(zip(self.letters, values, strict=True))})


def sides(math: Element) -> list[Value]:
    """The sides of an equation, or the one expression."""
    (row,) = math
    reader = _Reader(list(row))
    sums = [reader.sum()]
    while reader.take("="):
        sums.append(reader.sum())
    assert not reader.left, [e.tag for e in reader.left]
    return sums


def text(element: Element) -> str:
    return "".join(element.itertext()).replace("\u00a0", " ")


class _Reader:
    """Reads the elements of one row from left to right."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.left = list(elements)

    def next_is(self, *signs: str) -> bool:
        """Whether one of the signs comes next, perhaps with a power."""
        if not self.left:
            return False
        first = self.left[0][0] if self.left[0].tag == "msup" else self.left[0]
        return first.tag == "mo" and text(first) in signs

    def take(self, sign: str) -> bool:
        if not self.next_is(sign):
            return False
        self.left.pop(0)
        return True

    def close(self, sign: str) -> Value:
        """The closing bracket; its power, or 1."""
        assert self.next_is(sign), f"no {sign}"
        element = self.left.pop(0)
        return _group(element[1]) if element.tag == "msup" else lambda env: 1

    def comparison(self) -> Value:
        first = self.sum()
        if not self.next_is(*COMPARISONS):
            return first
        compare, second = COMPARISONS[text(self.left.pop(0))], self.sum()
        return lambda env: compare(first(env), second(env))

    def sum(self) -> Value:
        terms: list[tuple[int, Value]] = [(1, self.product())]
        while self.next_is("+", "−"):
            sign = 1 if text(self.left.pop(0)) == "+" else -1
            terms.append((sign, self.product()))
        return lambda env: (
            sum((sign * term(env) for sign, term in terms), Fraction(0)) if terms[1:] else terms[0][1](env)
        )

    def product(self) -> Value:
        factors: list[tuple[int, Value]] = []
        power = 1
        while self.left and not self.next_is("+", "−", "=", ")", "}", "⌉", "⌋", *COMPARISONS, *BETWEEN):
            if self.take("·"):
                continue
            if self.take("/"):
                power = -1
                continue
            factors.append((power, self.factor()))
            power = 1
        assert factors, "nothing where a number should be"
        if len(factors) == 1:
            return factors[0][1]
        return lambda env: prod((Fraction(factor(env)) ** sign for sign, factor in factors), start=Fraction(1))

    def factor(self) -> Value:
        element = self.left.pop(0)
        if element.tag in ("munder", "munderover"):
            return self._over_all(element)
        if element.tag == "mo":
            return self._bracket(text(element))
        if element.tag == "mn":
            number = Fraction(text(element).replace(",", ""))
            return lambda env: number
        if element.tag in ("mrow", "mfrac"):
            return _group(element)
        value = _named(element)
        return self._called(value) if self.next_is("(") else value

    def _called(self, name: Value) -> Value:
        """A name and a bracket: a function with its arguments, or a product."""
        self.take("(")
        arguments = [self.comparison()]
        while self.next_is(*BETWEEN):
            self.left.pop(0)
            arguments.append(self.comparison())
        power = self.close(")")

        def call(env: Env) -> Any:
            function = name(env)
            if isinstance(function, Rolls):
                return function.chance(arguments[0], env)
            values = [argument(env) for argument in arguments]
            if isinstance(function, Defined):
                return function.at(env, *values)
            return function(*values) if callable(function) else function * Fraction(values[0]) ** int(power(env))

        return call

    def _bracket(self, sign: str) -> Value:
        if sign == "…":
            return lambda env: env["…"]
        closing = {"(": ")", "⌈": "⌉", "⌊": "⌋"}[sign]
        inside = self.sum()
        power = self.close(closing)
        if sign == "⌈":
            return lambda env: ceil(inside(env))
        return lambda env: Fraction(inside(env)) ** int(power(env))

    def _over_all(self, element: Element) -> Value:
        """∑ or ∏ over what follows in the product."""
        sign, below, *above = element
        body = self.product()
        add = {"∑": sum, "∏": prod}[text(sign)]
        if not above:
            names = tuple(text(below).replace(" ", "").split(","))
            return lambda env: add(
                body({**env, **dict(zip(names, values, strict=True))}) for values in _tuples(env[names])
            )
        reader = _Reader(list(below))
        variable = text(reader.left.pop(0))
        assert reader.take("=")
        low, high = reader.sum(), _group(above[0])
        return lambda env: add(body({**env, variable: n}) for n in range(int(low(env)), int(high(env)) + 1))


def _tuples(values: Any) -> Iterator[tuple[Any, ...]]:
    return (value if isinstance(value, tuple) else (value,) for value in values)


def _group(element: Element) -> Value:
    """A row, a fraction, a binomial, or a single number or name."""
    if element.tag == "mfrac":
        top, bottom = (_group(part) for part in element)
        if element.get("linethickness") == "0":
            return lambda env: comb(int(top(env)), int(bottom(env)))
        return lambda env: Fraction(top(env)) / bottom(env)
    inside = list(element) if element.tag == "mrow" else [element]
    if len(inside) == 3 and inside[1].get("linethickness") == "0":
        return _group(inside[1])
    reader = _Reader(inside)
    value = reader.sum()
    assert not reader.left
    return value


def _named(element: Element) -> Value:
    """A letter, a word, or a letter with signs below and above."""
    if element.tag in ("mi", "mtext"):
        return _looked_up(text(element))
    parts = list(element)
    base = parts.pop(0)
    value = _below(base, parts.pop(0)) if element.tag in ("msub", "msubsup") else _group(base)
    if not parts:
        return value
    power = _group(parts[0])

    def raised(env: Env) -> Any:
        number = value(env)
        return number(power(env)) if callable(number) else Fraction(number) ** int(power(env))

    return raised


def _looked_up(name: str) -> Value:
    def value(env: Env) -> Any:
        named = env[name]
        return named.at(env) if isinstance(named, Defined) and not named.letters else named

    return value


def _below(base: Element, below: Element) -> Value:
    """A letter with an index: a name of its own, or one of many."""
    name, index = text(base), text(below)
    whole = _looked_up(f"{name}_{index}")
    return lambda env: whole(env) if f"{name}_{index}" in env else env[name](env[index])
