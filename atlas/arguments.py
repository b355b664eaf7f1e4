"""Readers of the command line's values: each names the value and what is allowed."""

import argparse
import re
from collections.abc import Callable
from fractions import Fraction

from atlas.build import BuildPart
from atlas.errors import MOST_SHOWN, short, shown
from atlas.game.dice import SKILL_GAPS
from atlas.game.rules import LARGEST_SKILL, LARGEST_STAMINA
from atlas.game.worth import ALLOWED_PRICES, read_price


def whole(name: str, low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers, whose errors name the value and what is allowed."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number; allowed: {low} to {high}")
        if len(text) > MOST_SHOWN or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{short(text)} is out of range; allowed: {low} to {high}")
        return int(text)

    read.__name__ = name
    return read


def price(text: str) -> Fraction:
    """Read a luck price, exactly as written: 0.001 is 1/1000."""
    value = read_price(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a luck price; allowed: {ALLOWED_PRICES}")
    return value


def gaps(text: str) -> range:
    """Read skill gaps from one to another, both included."""
    low, high = SKILL_GAPS[0], SKILL_GAPS[-1]
    ends = re.fullmatch(r"([+-]?[0-9]{1,3})\.\.([+-]?[0-9]{1,3})", text.replace("−", "-"))
    if not ends or not low <= int(ends[1]) <= int(ends[2]) <= high:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a range of skill gaps; allowed: {low}..{high} or within"
        )
    return range(int(ends[1]), int(ends[2]) + 1)


def foe(text: str) -> tuple[int, int]:
    """Read a foe, written as SKILL/STAMINA."""
    numbers = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
    if not numbers or not int(numbers[2]):
        allowed = f"SKILL 0 to {LARGEST_SKILL}, STAMINA 1 to {LARGEST_STAMINA}, such as 7/8"
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a foe; allowed: {allowed}")
    return int(numbers[1]), int(numbers[2])


def part(text: str) -> BuildPart:
    try:
        return BuildPart(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a part; allowed: {', '.join(BuildPart)}") from None


def address(text: str) -> str:
    """Read the address of a site; return it with a slash at the end."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.\-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/\-]*)?", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not an address; allowed: https://… without query or spaces")
    return text.rstrip("/") + "/"
