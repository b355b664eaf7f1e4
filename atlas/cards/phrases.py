"""What a person can check in a second, as a condition and in words: the vocabulary that cards are made of.

"Your number" is worked out once, before the fight: half the skill gap, rounded down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from atlas.policies.conditions import Condition, Where

YOUR_NUMBER = "half of (your SKILL − the foe’s SKILL), rounded down"
MOST_LISTED = 4
"""so many staminas are named one by one"""
PARTS = {2: "half", 3: "a third of", 4: "a quarter of"}


@dataclass(frozen=True)
class Phrase:
    """One condition."""

    when: str
    words: str
    effort: float
    """how long it takes to check; the plainest takes 1"""


def plain_phrases(max_stamina: int, max_luck: int) -> Iterator[Phrase]:
    """What a glance at the adventure sheet tells."""
    yield from _stamina_phrases("foe", "the foe has", "the foe is", max_stamina)
    yield from _stamina_phrases("hero", "you have", "you are", max_stamina)
    yield from _fours_phrases()
    for n in range(2, max_luck + 1):
        yield Phrase(f"luck >= {n}", f"your luck is {n} or more", 1)
        yield Phrase(f"luck < {n}", f"your luck is below {n}", 1)
    for n in range(-8, 10):
        yield Phrase(f"luck >= hero_stamina {_plus(n)}", f"your luck is at least {_sum('your stamina', n)}", 1.2)
    for n in range(2, max_luck + 2):
        yield Phrase(f"luck >= {n} + skill_gap // 2", f"your luck is at least {n} plus your number", 1.3)
        yield Phrase(f"luck < {n} + skill_gap // 2", f"your luck is below {n} plus your number", 1.3)
    for n in range(-5, 7):
        yield Phrase(f"skill_gap >= {n}", f"your SKILL is {_ahead(n)} or more", 1)
        yield Phrase(f"skill_gap < {n}", f"your SKILL is {_ahead(n - 1)} or less", 1)


def reckoned_phrases() -> Iterator[Phrase]:
    """What takes a sum in the head: one stamina against the other, or luck against a part of a stamina."""
    for n in range(-8, 9, 2):
        yield Phrase(
            f"hero_stamina >= foe_stamina {_plus(n)}", f"you have at least {_sum('the foe’s stamina', n)}", 1.2
        )
        yield Phrase(
            f"hero_stamina < foe_stamina {_plus(n)}", f"you have less than {_sum('the foe’s stamina', n)}", 1.2
        )
    for (side, whose), (part, share), n in product(
        (("hero", "your stamina"), ("foe", "the foe’s stamina")), PARTS.items(), range(-3, 12)
    ):
        luck = f"luck >= {side}_stamina // {part} {_plus(n)}"
        words = f"your luck is at least {_sum(f'{share} {whose}', n)}"
        yield Phrase(luck, words, 1.4)
        yield Phrase(f"{luck} + skill_gap // 2", f"{words} plus your number", 1.6)


def _stamina_phrases(side: str, has: str, is_: str, max_stamina: int) -> Iterator[Phrase]:
    name = f"{side}_stamina"
    for n in range(1, max_stamina // 2 + 1):
        yield Phrase(f"{name} == {n}", f"{is_} down to {n}", 1)
        yield Phrase(f"{name} <= {n}", f"{has} {n} stamina or less", 1)
        yield Phrase(f"{name} >= {n + 1}", f"{has} {n + 1} stamina or more", 1)
    whose = "the foe’s stamina" if side == "foe" else "your stamina"
    yield Phrase(f"{name} % 2 == 1", f"{whose} is odd", 1)
    yield Phrase(f"{name} % 2 == 0", f"{whose} is even", 1)


def _fours_phrases() -> Iterator[Phrase]:
    """The foe's stamina by its place in fours: a lucky hit takes 4."""
    for rest in range(4):
        named = _every_fourth(rest or 4)
        yield Phrase(f"foe_stamina % 4 == {rest}", f"the foe’s stamina is {named}", 1)
        yield Phrase(f"foe_stamina % 4 != {rest}", f"the foe’s stamina is not {named}", 1)
    pairs = {"foe_stamina % 4 >= 2": (2, 3), "foe_stamina % 4 <= 1": (4, 5), "(foe_stamina + 1) % 4 <= 1": (3, 4)}
    for when, places in pairs.items():
        yield Phrase(when, f"the foe’s stamina is {_every_fourth(*places)}", 1.2)


def _every_fourth(*places: int) -> str:
    return ", ".join(str(place + step) for step in (0, 4, 8) for place in places) + " …"


def _plus(n: int) -> str:
    return f"+ {n}" if n >= 0 else f"- {-n}"


def _sum(what: str, n: int) -> str:
    return what if n == 0 else f"{what} {'plus' if n > 0 else 'minus'} {abs(n)}"


def in_words(phrases: Sequence[Phrase], max_stamina: int) -> str:
    """Phrases joined; what two of them say about one stamina is said at once: "the foe has 3 or 7 stamina"."""
    words = []
    for side, has, is_ in (("foe", "the foe has", "the foe is"), ("hero", "you have", "you are")):
        about = [phrase for phrase in phrases if phrase.when.replace("(", "").startswith(f"{side}_stamina")]
        about = [phrase for phrase in about if phrase.when.count("_stamina") == 1]
        values = [n for n in range(1, max_stamina + 1) if all(_holds(p, side, n) for p in about)]
        if len(about) > 1 and 1 <= len(values) <= MOST_LISTED:
            *others, last = map(str, values)
            words.append(f"{has} {', '.join(others)} or {last} stamina" if others else f"{is_} down to {last}")
            phrases = [phrase for phrase in phrases if phrase not in about]
    return " and ".join([*words, *(phrase.words for phrase in phrases)])


def _holds(phrase: Phrase, side: str, stamina: int) -> bool:
    where = Where(skill_gap=0, luck=0, hero_stamina=0, foe_stamina=0)._replace(**{f"{side}_stamina": stamina})
    return bool(Condition(phrase.when).holds(where))


def _ahead(n: int) -> str:
    return "the foe’s" if n == 0 else f"the foe’s {'plus' if n > 0 else 'minus'} {abs(n)}"
