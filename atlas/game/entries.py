"""Entries of JSON and TOML: those of rules, fights and adventures, checked as they are read, and those of answers.

An error names the place, the key, its value and what is allowed.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard
from unicodedata import category

from atlas.errors import InputError, short, shown

MOST_DOTS = 40
LONGEST_REASON = 200
TEXTS = re.compile(r'''"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*''', re.DOTALL)
"""Texts and comments of a TOML file."""


def parse_toml(content: str, name: str) -> dict[str, object]:
    """Read TOML. Keys with very many parts are refused first: parsing them takes time quadratic in their number."""
    if any(line.count(".") > MOST_DOTS for line in TEXTS.sub("", content).splitlines()):
        raise InputError(f"{name}: a line has more than {MOST_DOTS} dots outside of its texts")
    try:
        return tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{name} is not TOML: {short(str(error), LONGEST_REASON)}") from None
    except ValueError:
        raise InputError(f"{name} is not TOML: a number in it has more digits than can be read") from None


def is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    """Return whether a value is a whole number from `low` to `high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_list(value: object, least: int, most: int) -> TypeGuard[Sequence[object]]:
    """Return whether a value is a list with `least` to `most` items."""
    return isinstance(value, list | tuple) and least <= len(value) <= most


@dataclass(frozen=True)
class EntryReader:
    """Reads the entries of a table, or of an object in JSON; `where` names its place in errors."""

    where: str

    def fail(self, key: str, value: object, allowed: str) -> InputError:
        """Return the error for a value that is not allowed."""
        return InputError(f"{self.where}: {key} = {shown(value)}; allowed: {allowed}")

    def known(self, entries: object, *keys: str, key: str = "") -> Mapping[str, object]:
        """Return entries that have no keys but these; `key` is where they stand in the table."""
        inside = f"{key}: " if key else ""
        if not isinstance(entries, Mapping):
            raise InputError(f"{self.where}: {inside}{shown(entries)} is no table or object with {', '.join(keys)}")
        for name in entries:
            if name not in keys:
                raise InputError(f"{self.where}: {inside}{shown(name)} is not known; allowed: {', '.join(keys)}")
        return entries

    def whole(self, entries: Mapping[str, object], key: str, low: int, high: int, otherwise: int | None = None) -> int:
        """Read a whole number from `low` to `high`; without `otherwise` it must be there."""
        value = entries.get(key, otherwise)
        allowed = f"a whole number from {low} to {high}"
        if value is None and key not in entries:
            raise InputError(f"{self.where}: {key} is missing; allowed: {allowed}")
        if not is_whole(value, low, high):
            raise self.fail(key, value, allowed)
        return value

    def text(self, entries: Mapping[str, object], key: str, otherwise: str) -> str:
        """Read a text on one line. Control characters are refused: they would reach terminals and pages."""
        value = entries.get(key, otherwise)
        if not isinstance(value, str):
            raise self.fail(key, value, "text")
        line = " ".join(value.split())
        if any(category(letter) == "Cc" for letter in line):
            raise self.fail(key, value, "text without control characters")
        return line

    def attack(self, entries: Mapping[str, object]) -> bool:
        """Read whether the hero rolls once for all foes at once, in place of once for each."""
        value = entries.get("attack", "each")
        if value not in ("each", "one"):
            raise self.fail("attack", value, '"each", a roll of yours against each foe, or "one"')
        return value == "one"


def floats(entry: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping with each fraction replaced by the nearest float."""

    def read(value: object) -> object:
        if isinstance(value, Fraction):
            return float(value)
        if isinstance(value, Mapping):
            return floats(value)
        return [read(part) for part in value] if isinstance(value, list) else value

    return {key: read(value) for key, value in entry.items()}
