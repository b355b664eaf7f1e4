"""What can go wrong, each with a message of one line, and how a message names a value."""

import reprlib

MOST_SHOWN = 40
"""characters of a value"""
MOST_DIGITS = 4_000
"""Python writes out no whole number of many more"""


class InputError(ValueError):
    """A value from outside that cannot be used; the message is one line for its owner."""


class BuildError(Exception):
    """A build that cannot go on; the message is one line."""


def short(text: str, most: int = MOST_SHOWN) -> str:
    """Return a text cut to so many characters."""
    return text if len(text) <= most else f"{text[:most]}…"


def shown(value: object) -> str:
    """Return a value as messages name it: as Python writes it, but short, however large or deep it is."""
    return repr(short(value)) if isinstance(value, str) else short(_SHORT.repr(value))


class _Short(reprlib.Repr):
    """Writes no more of a value than is shown."""

    def repr_str(self, x: str, level: int) -> str:
        return repr(short(x))

    def repr_int(self, x: int, level: int) -> str:
        return str(x) if abs(x) < 10**MOST_DIGITS else f"a whole number of more than {MOST_DIGITS:,} digits"


_SHORT = _Short()
