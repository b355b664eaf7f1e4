"""What a person can check in a second, as a condition and in words: the vocabulary of the sentence card.

The damage is that of the rules: the foe's staminas go in steps of a lucky hit, and a stamina at which luck changes
nothing is in no list. There is nothing to add up at the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atlas.cards.objective import decided_up_to
from atlas.game.rules import Outcome, Rules
from atlas.wording import signed

LISTED = 3
"""so many staminas are named before “and so on”"""


@dataclass(frozen=True)
class Phrase:
    """One condition."""

    when: str
    words: str
    looks: int = 1
    """how many things to look at"""


def phrases(rules: Rules, max_stamina: int, max_luck: int) -> Iterator[Phrase]:
    """Yield all conditions that a card under these rules may use."""
    won, lost = decided_up_to(rules)[Outcome.WON], decided_up_to(rules)[Outcome.LOST]
    yield from _stamina_phrases("foe", "the foe has", won, max_stamina // 2)
    yield from _stamina_phrases("hero", "you have", lost, 3 * max_stamina // 4)
    yield from _step_phrases(won, max(rules.won.lucky, 2))
    for n in range(2, max_luck + 1):
        yield Phrase(f"luck >= {n}", f"your LUCK is {n} or more")
        yield Phrase(f"luck < {n}", f"your LUCK is {n - 1} or less")
    for n in range(-5, 7):
        yield Phrase(f"skill_gap >= {n}", f"the SKILL gap is {signed(n)} or more")
        yield Phrase(f"skill_gap < {n}", f"the SKILL gap is {signed(n - 1)} or less")


def _stamina_phrases(side: str, has: str, fallen: int, most: int) -> Iterator[Phrase]:
    name = f"{side}_stamina"
    for n in range(1, most + 1):
        yield Phrase(f"{name} == {n}", f"{has} {n} STAMINA")
        yield Phrase(f"{name} <= {n}", f"{has} {n} STAMINA or less")
        yield Phrase(f"{name} >= {n + 1}", f"{has} {n + 1} STAMINA or more")
        if n > fallen + 1:
            yield Phrase(f"{fallen + 1} <= {name} <= {n}", f"{has} {fallen + 1} to {n} STAMINA")


def _step_phrases(fallen: int, step: int) -> Iterator[Phrase]:
    """Yield conditions on the foe's stamina by its place between lucky hits."""
    for place in range(fallen + 1, fallen + 1 + step):
        same = f"foe_stamina % {step} == {place % step}"
        listed = [place + step * n for n in range(LISTED)]
        yield Phrase(f"foe_stamina >= {place} and {same}", f"the foe has {_listed(listed)} … STAMINA")
        if place - step > 0:
            listed = [place - step, *listed]
        none = f"foe_stamina > {fallen} and foe_stamina % {step} != {place % step}"
        yield Phrase(none, f"the foe’s STAMINA is none of {_listed([*range(1, fallen + 1), *listed])} …")
        yield Phrase(
            f"foe_stamina == {place} or foe_stamina == {place + step}", f"the foe has {place} or {place + step} STAMINA"
        )


def _listed(values: Sequence[int]) -> str:
    return ", ".join(map(str, dict.fromkeys(sorted(values))))


def phrases_in_words(several: Sequence[Phrase]) -> str:
    return " and ".join(phrase.words for phrase in several)
