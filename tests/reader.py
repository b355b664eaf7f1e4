"""Reads the English of a rule as a player does, to hold it against the rule's condition."""

import re
from collections.abc import Callable

from atlas.policies.conditions import Where

Reading = Callable[[Where], bool]
NUMBER = r"[+−]?\d+"


def read_rule(text: str) -> tuple[str, str, Reading]:
    """Outcome, verdict and condition of a rule's text."""
    match = re.fullmatch(r"You (won|lost) the round: (TEST|KEEP your LUCK) if (.*)\.", text)
    assert match, text
    return match[1], match[2].split()[0].lower(), read_conditions(match[3])


def read_conditions(words: str) -> Reading:
    readings = [read_condition(part) for part in re.split(r" and |, (?=you |the )", words)]
    return lambda where: all(reading(where) for reading in readings)


def read_condition(words: str) -> Reading:
    patterns: list[tuple[str, Callable[[re.Match[str]], Reading]]] = [
        (r"(the foe has|you have) (.+) STAMINA( or less| or more)?", _has),
        (r"(you have) ([^A-Z]+)()", _has),
        (r"the foe’s STAMINA is none of ((?:\d+, )+\d+) …", lambda m: lambda w: not _in_steps(m[1], w.foe_stamina)),
        (r"your LUCK is (\d+) or more", lambda m: lambda w: w.luck >= int(m[1])),
        (r"your LUCK is (\d+) or less", lambda m: lambda w: w.luck <= int(m[1])),
        (rf"the SKILL gap is ({NUMBER}) or more", lambda m: lambda w: w.skill_gap >= _signed(m[1])),
        (rf"the SKILL gap is ({NUMBER}) or less", lambda m: lambda w: w.skill_gap <= _signed(m[1])),
        (
            rf"the SKILL gap is ({NUMBER}) to ({NUMBER})",
            lambda m: lambda w: _signed(m[1]) <= w.skill_gap <= _signed(m[2]),
        ),
        (rf"the SKILL gap is ({NUMBER})(?: or ({NUMBER}))?", lambda m: lambda w: w.skill_gap in _both(m)),
    ]
    for pattern, reading in patterns:
        match = re.fullmatch(pattern, words)
        if match:
            return reading(match)
    raise AssertionError(f"cannot be read: {words}")


def read_staminas(words: str) -> Callable[[int], bool]:
    """3 or 7; 4, 5 or 8; 2 to 5; 6, 10 or 13 or more; 6, 10, 13+; 2–5; 3, 7, 11 …"""
    words = re.sub(r"(\d+) or more", r"\1+", words).replace(" to ", "–").replace(" or ", ", ")
    if words == "any":
        return lambda stamina: True
    if words.endswith(" …"):
        return lambda stamina: _in_steps(words[:-2], stamina)
    ranges = []
    for part in words.split(", "):
        low, _, high = part.rstrip("+").partition("–")
        ranges.append((int(low), 10**6 if part.endswith("+") else int(high or low)))
    return lambda stamina: any(low <= stamina <= high for low, high in ranges)


def _has(match: re.Match[str]) -> Reading:
    def reading(where: Where) -> bool:
        stamina = int(where.foe_stamina if "foe" in match[1] else where.hero_stamina)
        if match[3] == " or less":
            return stamina <= int(match[2])
        if match[3] == " or more":
            return stamina >= int(match[2])
        return read_staminas(match[2])(stamina)

    return reading


def _in_steps(words: str, stamina: int) -> bool:
    """1, 2, 6, 10 …: the list, and on by its last step."""
    listed = [int(n) for n in words.split(", ")]
    step = listed[-1] - listed[-2]
    return stamina in listed or (stamina > listed[-1] and (stamina - listed[-1]) % step == 0)


def _signed(words: str) -> int:
    return int(words.replace("−", "-"))


def _both(match: re.Match[str]) -> set[int]:
    return {_signed(words) for words in match.groups() if words}
