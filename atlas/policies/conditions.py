"""The little language of rules: `luck >= hero_stamina + 6 and foe_stamina % 4 != 2`.

A condition is an expression in Python's syntax over `skill_gap`, `luck`, `hero_stamina`, `foe_stamina`
and whole numbers, with + - * // %, comparisons, and, or, not. Text comes in, a `Condition` goes out that
says where it holds, for single numbers or whole arrays. The text is read as a syntax tree and walked;
nothing of it is ever run as code.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.errors import InputError

Ints = npt.NDArray[np.integer]
Bools = npt.NDArray[np.bool_]

LONGEST_TEXT = 500
LARGEST_NUMBER = 1000


class Where(NamedTuple):
    """The places asked about: four arrays of one shape, or four numbers."""

    skill_gap: Ints | int
    luck: Ints | int
    hero_stamina: Ints | int
    foe_stamina: Ints | int


NAMES = Where._fields
ALLOWED = f"{', '.join(NAMES)}, whole numbers, + - * // %, comparisons, and, or, not"

_ARITHMETIC: Mapping[type[ast.operator], Callable[[Ints | int, Ints | int], Ints | int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Ints | int, Ints | int], Bools | bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True)
class Condition:
    """A condition that has been read; `text` is what it was read from."""

    text: str

    def __post_init__(self) -> None:
        self._check_truth(self._tree)

    def holds(self, where: Where) -> Bools:
        """Where the condition is true."""
        shape = np.broadcast_shapes(*(np.shape(axis) for axis in where))
        return np.broadcast_to(np.asarray(_truth(self._tree, where), dtype=bool), shape)

    @cached_property
    def _tree(self) -> ast.expr:
        if len(self.text) > LONGEST_TEXT:
            raise InputError(f"condition of {len(self.text)} characters: allowed are {LONGEST_TEXT}")
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._refuse(self.text) from None

    def _check_truth(self, node: ast.expr) -> None:
        match node:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._check_truth(part)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                self._check_truth(inner)
            case ast.Compare(left=left, ops=ops, comparators=rest) if all(type(op) in _COMPARISONS for op in ops):
                for part in (left, *rest):
                    self._check_number(part)
            case _:
                raise self._refuse(ast.unparse(node))

    def _check_number(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name) if name in NAMES:
                return
            case ast.Constant(value=int(number)) if type(number) is int and number <= LARGEST_NUMBER:
                return
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                self._check_number(inner)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=0)):
                raise self._refuse(f"{ast.unparse(node)} (a division by zero)")
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), left=left, right=ast.Constant() as right):
                self._check_number(left)
                self._check_number(right)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                raise self._refuse(f"{ast.unparse(node)} (divide by a number)")
            case ast.BinOp(op=op, left=left, right=right) if type(op) in _ARITHMETIC:
                self._check_number(left)
                self._check_number(right)
            case _:
                raise self._refuse(ast.unparse(node))

    def _refuse(self, part: str) -> InputError:
        return InputError(f"{' '.join(part.split())!r} cannot be used in a condition; allowed: {ALLOWED}")


def _truth(node: ast.expr, where: Where) -> Bools | bool:
    match node:
        case ast.BoolOp(op=junction, values=parts):
            combine = np.logical_and if isinstance(junction, ast.And) else np.logical_or
            result = _truth(parts[0], where)
            for part in parts[1:]:
                result = combine(result, _truth(part, where))
            return result
        case ast.UnaryOp(operand=inner):
            return np.logical_not(_truth(inner, where))
        case ast.Compare(left=left, ops=ops, comparators=rest):
            numbers = [_number(part, where) for part in (left, *rest)]
            result = True
            for op, a, b in zip(ops, numbers[:-1], numbers[1:], strict=True):
                result = np.logical_and(result, _COMPARISONS[type(op)](a, b))
            return result
    raise AssertionError(ast.dump(node))


def _number(node: ast.expr, where: Where) -> Ints | int:
    match node:
        case ast.Name(id=name):
            number: Ints | int = getattr(where, name)
            return number
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(operand=inner):
            return -_number(inner, where)
        case ast.BinOp(op=op, left=left, right=right):
            return _ARITHMETIC[type(op)](_number(left, where), _number(right, where))
    raise AssertionError(ast.dump(node))
