"""The language of rules: conditions such as `luck >= hero_stamina + 6 and foe_stamina % 4 != 2`.

A condition is an expression in Python's syntax over `skill_gap`, `luck`, `hero_stamina`, `foe_stamina`
and whole numbers, with + - * // %, comparisons, and, or, not. Text comes in; a `Condition` comes out, which
tells in which states it holds, for single numbers or whole arrays. The text is parsed into a syntax tree, and
only the operators listed here are evaluated: it is never run as code.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.errors import InputError, shown

Ints = npt.NDArray[np.integer]
Bools = npt.NDArray[np.bool_]

LONGEST_TEXT = 500
LARGEST_NUMBER = 1000


class Where(NamedTuple):
    """One state of a fight as four numbers, or many states as four arrays that broadcast to one shape."""

    skill_gap: Ints | int
    luck: Ints | int
    hero_stamina: Ints | int
    foe_stamina: Ints | int


NAMES = Where._fields
GAP = "skill_gap"
"""the only one of `NAMES` that stays the same during a fight, so a player looks it up once, before the fight"""
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
    """A condition, checked when it is made."""

    text: str

    def __post_init__(self) -> None:
        self._check_truth(self._tree)

    @cached_property
    def looks(self) -> int:
        """Count the scores and sums that a reader looks at. Sums with the skill gap are worked out before the fight."""
        names, sums = set(), 0
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name):
                names.add(node.id)
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
                sums += GAP not in {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        return len(names) + sums

    def holds(self, where: Where) -> Bools:
        """Return whether the condition holds, for each of the states."""
        shape = np.broadcast_shapes(*(np.shape(axis) for axis in where))
        return np.broadcast_to(np.asarray(_truth(self._tree, where), dtype=bool), shape)

    @cached_property
    def _tree(self) -> ast.expr:
        """The text as a syntax tree."""
        if len(self.text) > LONGEST_TEXT:
            raise InputError(f"condition of {len(self.text)} characters: allowed are {LONGEST_TEXT}")
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise _refusal(self.text) from None

    def _check_truth(self, node: ast.expr) -> None:
        """Raise an error unless the node is true or false: a comparison, or and, or, not."""
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
                raise _refusal(ast.unparse(node))

    def _check_number(self, node: ast.expr) -> None:
        """Raise an error unless the node is a whole number that can be computed in every state."""
        match node:
            case ast.Name(id=name) if name in NAMES:
                return
            case ast.Constant(value=int(number)) if type(number) is int and number <= LARGEST_NUMBER:
                return
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                self._check_number(inner)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=0)):
                raise _refusal(f"{ast.unparse(node)} (a division by zero)")
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), left=left, right=ast.Constant() as right):
                self._check_number(left)
                self._check_number(right)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                raise _refusal(f"{ast.unparse(node)} (divide by a number)")
            case ast.BinOp(op=op, left=left, right=right) if type(op) in _ARITHMETIC:
                self._check_number(left)
                self._check_number(right)
            case _:
                raise _refusal(ast.unparse(node))


def _refusal(text: str) -> InputError:
    """Return the error for a part of a condition that is not allowed."""
    return InputError(f"{shown(' '.join(text.split()))} cannot be used in a condition; allowed: {ALLOWED}")


def _truth(node: ast.expr, where: Where) -> Bools | bool:
    """Evaluate a node that is true or false."""
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
    """Evaluate a node that is a number."""
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
