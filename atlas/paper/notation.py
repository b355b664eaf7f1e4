"""The small part of TeX that formulas are written in: its signs, and a formula as plain text.

`site.mathml` sets the same formulas as MathML.
"""

import re

NAMES = {
    "alpha": "α", "lambda": "λ", "rho": "ρ", "sigma": "σ", "tau": "τ", "Delta": "Δ",
    "max": "max", "min": "min", "infty": "∞",
}  # fmt: skip
SYMBOLS = {
    "le": "≤", "ge": "≥", "ne": "≠", "cdot": "·", "times": "×", "setminus": "∖", "in": "∈", "dots": "…", "to": "→",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "emptyset": "∅", "colon": ":", "bmod": "mod",
}  # fmt: skip
LARGE = {"sum": "∑", "prod": "∏"}
PRINTED = {"-": "−", "'": "′"}
"""signs that are typed as other characters"""


def plain(formula: str) -> str:
    """Return a formula without fractions as a line of text: σ = ⌈s / 2⌉."""
    text = re.sub(r"\\text\{([^}]*)\}", r"\1", formula)
    text = re.sub(r"\\([A-Za-z]+)", lambda name: (NAMES | SYMBOLS | LARGE)[name[1]], text)
    text = re.sub(r"([_^])\{([^}]*)\}", r"\1(\2)", text)
    text = re.sub(r"\\([{}])", r"\1", text)
    text = re.sub(r"(?<=[⌊⌈({]) | (?=[⌋⌉)},])", "", text)
    return "".join(PRINTED.get(sign, sign) for sign in text)
