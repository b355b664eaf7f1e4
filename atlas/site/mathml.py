"""Formulas for the pages: a small part of TeX in, MathML out. No script is needed to show it.

It reads letters, numbers, operators, _ and ^ with a letter, number or {group}, \\frac, \\binom,
\\text, \\quad, and the names in `paper.notation`. Anything else is an error, so a slip in a formula stops the build.
"""

import re
from collections.abc import Iterator
from functools import cache

from markupsafe import Markup, escape

from atlas.paper.notation import LARGE, NAMES, PRINTED, SYMBOLS

NO_BREAK = "\u00a0"
"""a space that MathML does not drop"""
_TOKEN = re.compile(r"\s*(\\text\{[^}]*\}|\\[A-Za-z]+|\\[{}]|\d+(?:[.,]\d+)*|[A-Za-z]|[{}_^']|[^\sA-Za-z\d\\])")
_SUBSCRIPT = re.compile(r"\b([A-Za-zΔρσ])_([a-z])(?![A-Za-z])")
_SUPERSCRIPT = re.compile(r"\^(?:\(([^)]*)\)|(\w))")


class FormulaError(ValueError):
    """A formula that is not in the small part of TeX."""


@cache
def formula(tex: str, *, block: bool = True) -> Markup:
    """Return the formula as a `math` element; a block of its own can be scrolled where it is too wide."""
    tokens = list(_tokens(tex))
    content = _row(tokens, tex)
    if tokens:
        raise FormulaError(f"a }} too many in {tex}")
    display = ' display="block"' if block else ""
    math = f'<math{display} alttext="{escape(tex)}"><mrow>{content}</mrow></math>'
    return Markup(f'<div class="formula" tabindex="0">{math}</div>' if block else math)


def subscripts(text: str) -> Markup:
    """Return plain text with symbols such as p_w, Δk and P^(t+1) set as they are in print."""
    lowered = _SUBSCRIPT.sub(r"\1<sub>\2</sub>", str(escape(text)).replace("Δk", "Δ_k"))
    return Markup(_SUPERSCRIPT.sub(r"<sup>\1\2</sup>", lowered))


def _tokens(tex: str) -> Iterator[str]:
    place = 0
    while place < len(tex.rstrip()):
        match = _TOKEN.match(tex, place)
        if not match:
            raise FormulaError(f"cannot read {tex[place:]!r} in {tex}")
        place = match.end()
        yield match[1]


def _row(tokens: list[str], tex: str) -> str:
    """Read what stands up to the end of a group."""
    parts: list[str] = []
    while tokens and tokens[0] != "}":
        large = tokens[0].removeprefix("\\") in LARGE
        base = _atom(tokens, tex)
        scripts: dict[str, str] = {}
        while tokens and tokens[0] in "_^":
            mark = tokens.pop(0)
            scripts[mark] = _atom(tokens, tex)
        parts.append(_scripted(base, scripts, under_and_over=large))
    return "".join(parts)


def _scripted(base: str, scripts: dict[str, str], *, under_and_over: bool) -> str:
    below, above = ("under", "over") if under_and_over else ("sub", "sup")
    element = "m" + "".join(word for mark, word in (("_", below), ("^", above)) if mark in scripts)
    content = base + "".join(scripts[mark] for mark in "_^" if mark in scripts)
    return f"<{element}>{content}</{element}>" if scripts else base


def _atom(tokens: list[str], tex: str) -> str:
    if not tokens:
        raise FormulaError(f"something is missing at the end of {tex}")
    token = tokens.pop(0)
    if token == "{":
        content = _row(tokens, tex)
        if not tokens:
            raise FormulaError(f"a }} is missing in {tex}")
        tokens.pop(0)
        return f"<mrow>{content}</mrow>"
    if token.startswith("\\text{"):
        return f"<mtext>{escape(token[6:-1].replace(' ', NO_BREAK))}</mtext>"
    if token in ("\\{", "\\}"):
        return f'<mo stretchy="false">{token[1]}</mo>'
    if token.startswith("\\"):
        return _named(token[1:], tokens, tex)
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    if token.isalpha():
        return f"<mi>{token}</mi>"
    if token in "()":
        return f'<mo stretchy="false">{token}</mo>'
    return f"<mo>{escape(PRINTED.get(token, token))}</mo>"


def _named(name: str, tokens: list[str], tex: str) -> str:
    if name == "frac":
        return f"<mfrac>{_atom(tokens, tex)}{_atom(tokens, tex)}</mfrac>"
    if name == "binom":
        pair = f'<mfrac linethickness="0">{_atom(tokens, tex)}{_atom(tokens, tex)}</mfrac>'
        return f"<mrow><mo>(</mo>{pair}<mo>)</mo></mrow>"
    if name == "quad":
        return '<mspace width="1.5em"/>'
    if name in NAMES:
        return f"<mi>{NAMES[name]}</mi>"
    symbol = LARGE.get(name) or SYMBOLS.get(name)
    if symbol is None:
        raise FormulaError(f"no symbol \\{name} in {tex}")
    return f"<mo>{symbol}</mo>"
