"""Reads the English of a rule as a player does, to hold it against the rule's condition."""

import re
from collections.abc import Callable

from atlas.policies.conditions import Where

Reading = Callable[[Where], bool]

PARTS = {"half": 2, "a third of": 3, "a quarter of": 4}


def read_rule(text: str) -> tuple[str, str, Reading]:
    """Outcome, verdict and condition of a rule's text."""
    match = re.fullmatch(r"(Won|Lost) the round and (.*): (test|keep your luck)\.", text)
    assert match, text
    return match[1].lower(), match[3].split()[0], read_conditions(match[2])


def read_conditions(words: str) -> Reading:
    readings = [read_condition(part) for part in words.split(" and ")]
    return lambda where: all(reading(where) for reading in readings)


def read_condition(words: str) -> Reading:
    patterns: list[tuple[str, Callable[[re.Match[str]], Reading]]] = [
        (r"(the foe is|you are) down to (\d+)", lambda m: lambda w: _stamina(m[1], w) == int(m[2])),
        (r"(the foe has|you have) (\d+) stamina or less", lambda m: lambda w: _stamina(m[1], w) <= int(m[2])),
        (r"(the foe has|you have) (\d+) stamina or more", lambda m: lambda w: _stamina(m[1], w) >= int(m[2])),
        (r"(the foe has|you have) ((?:\d+, )*\d+ or \d+) stamina", _listed),
        (r"(the foe’s|your) stamina is odd", lambda m: lambda w: _stamina(m[1], w) % 2 == 1),
        (r"(the foe’s|your) stamina is even", lambda m: lambda w: _stamina(m[1], w) % 2 == 0),
        (r"the foe’s stamina is (not )?((?:\d+, )+\d+) …", _in_fours),
        (r"your luck is (\d+) or more", lambda m: lambda w: w.luck >= int(m[1])),
        (r"your luck is below (.+)", lambda m: lambda w: w.luck < _sum(m[1], w)),
        (r"your luck is at least (.+)", lambda m: lambda w: w.luck >= _sum(m[1], w)),
        (r"your SKILL is the foe’s(.*) or more", lambda m: lambda w: w.skill_gap >= _sum("0" + m[1], w)),
        (r"your SKILL is the foe’s(.*) or less", lambda m: lambda w: w.skill_gap <= _sum("0" + m[1], w)),
        (r"you have at least (the foe’s stamina.*)", lambda m: lambda w: w.hero_stamina >= _sum(m[1], w)),
        (r"you have less than (the foe’s stamina.*)", lambda m: lambda w: w.hero_stamina < _sum(m[1], w)),
    ]
    for pattern, reading in patterns:
        match = re.fullmatch(pattern, words)
        if match:
            return reading(match)
    raise AssertionError(f"cannot be read: {words}")


def _stamina(who: str, where: Where) -> int:
    return int(where.foe_stamina if "foe" in who else where.hero_stamina)


def _listed(match: re.Match[str]) -> Reading:
    values = {int(n) for n in re.findall(r"\d+", match[2])}
    return lambda where: _stamina(match[1], where) in values


def _in_fours(match: re.Match[str]) -> Reading:
    places = {int(n) % 4 for n in match[2].split(", ")}
    return lambda where: (_stamina("foe", where) % 4 in places) is (match[1] is None)


def _sum(words: str, where: Where) -> int:
    """7 plus your number; a quarter of your stamina plus 6 plus your number; the foe's stamina minus 2."""
    total = 0
    for sign, term in re.findall(r"(?:^|(plus|minus) )(.+?)(?= plus| minus|$)", words):
        total += -_term(term, where) if sign == "minus" else _term(term, where)
    return total


def _term(words: str, where: Where) -> int:
    if words.isdigit():
        return int(words)
    if words == "your number":
        return int(where.skill_gap) // 2
    for part, divisor in PARTS.items():
        if words.startswith(part):
            return _stamina(words, where) // divisor
    assert words in ("your stamina", "the foe’s stamina"), words
    return _stamina(words, where)
