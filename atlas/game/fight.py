"""A question: characters with their scores now, the rules, what lies ahead. It is written as a mapping, the same in
Python, JavaScript and links:

    {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}, "rules": "books",
     "ahead": {"foes": [[7, 7], [10, 12]], "luck_price": 0.001, "least_stamina": 1, "least_luck": 0}}

Against several foes at once "foes" stands in place of "foe", and "attack" says how rolls are made:

    {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foes": [[7, 6], [8, 5]], "attack": "each"}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from atlas.errors import InputError
from atlas.game.ahead import Foe
from atlas.game.entries import EntryReader, is_list, is_whole
from atlas.game.presets import rules_of
from atlas.game.rules import BOOK_RULES, LARGEST_LUCK, LARGEST_SKILL, LARGEST_STAMINA, Rules, State
from atlas.game.worth import ALLOWED_PRICES, LONGEST_PRICE, TO_WIN, EndGoal, read_price

MOST_FOES = 20
"""The most foes that may come after a fight."""
FOES_AT_ONCE = (2, 3)
"""How many foes may attack at once."""


@dataclass(frozen=True)
class Fight:
    """Two characters with their scores now, the rules they fight by, and what lies ahead."""

    skill: int
    stamina: int
    luck: int
    foe_skill: int
    foe_stamina: int
    rules: Rules = BOOK_RULES
    foes_ahead: tuple[Foe, ...] = ()
    goal: EndGoal = TO_WIN

    def __post_init__(self) -> None:
        _check_foes(self.foes, self.rules)
        _check_ahead(self.foes_ahead)

    @property
    def foes(self) -> tuple[Foe, ...]:
        """All foes, this one first."""
        return (Foe(self.foe_skill, self.foe_stamina), *self.foes_ahead)

    @property
    def skill_gap(self) -> int:
        """Hero SKILL − foe SKILL, however wide."""
        return self.skill - self.foe_skill

    @property
    def table_gap(self) -> int:
        """The skill gap that this fight is solved at: within −10 … +10, unless draws count."""
        return self.rules.playing_gap(self.skill_gap)

    @property
    def state(self) -> State:
        """The state that the fight is in."""
        return State(self.stamina, self.foe_stamina, self.luck)


@dataclass(frozen=True)
class GroupFight:
    """A fight against several foes at once, with what lies ahead."""

    skill: int
    stamina: int
    luck: int
    foes: tuple[Foe, ...]
    rules: Rules = BOOK_RULES
    foes_ahead: tuple[Foe, ...] = ()
    goal: EndGoal = TO_WIN
    one_roll: bool = False
    """whether the hero rolls once for all foes, in place of once for each"""

    def __post_init__(self) -> None:
        if len(self.foes) not in FOES_AT_ONCE:
            raise InputError(f"{len(self.foes)} foes at once: allowed are {FOES_AT_ONCE[0]} or {FOES_AT_ONCE[-1]}")
        if self.rules.has_memory:
            raise InputError("rules that count rounds (rounds, losing_run): they have no meaning against several foes")
        _check_foes((*self.foes, *self.foes_ahead), self.rules)
        _check_ahead(self.foes_ahead)


def _check_foes(foes: tuple[Foe, ...], rules: Rules) -> None:
    """Refuse foes that have yielded before the fight."""
    for foe in foes:
        if foe.stamina <= rules.foe_yields_at:
            raise InputError(f"foe's STAMINA {foe.stamina}: the foe has yielded at {rules.foe_yields_at}")


def _check_ahead(foes: tuple[Foe, ...]) -> None:
    """Refuse too many foes ahead."""
    if len(foes) > MOST_FOES:
        raise InputError(f"{len(foes):,} foes ahead: the most is {MOST_FOES}")


# Fights as mappings.

_HERO = {"skill": (0, LARGEST_SKILL), "stamina": (1, LARGEST_STAMINA), "luck": (0, LARGEST_LUCK)}
_FOE = {"skill": (0, LARGEST_SKILL), "stamina": (1, LARGEST_STAMINA)}
_FIGHT = EntryReader("fight")


def read_fight(entries: Mapping[str, object]) -> Fight:
    """Read a fight from a mapping; an error names the mistake, its value and what is allowed."""
    _FIGHT.known(entries, "hero", "foe", "rules", "ahead")
    skill, stamina, luck = _read_scores("hero", entries.get("hero"), _HERO)
    foe_skill, foe_stamina = _read_scores("foe", entries.get("foe"), _FOE)
    rules = rules_of(_FIGHT, entries.get("rules", "books"), "rules")
    foes, goal = _read_ahead(entries.get("ahead", {}))
    return Fight(skill, stamina, luck, foe_skill, foe_stamina, rules, foes, goal)


def read_group_fight(entries: Mapping[str, object]) -> GroupFight:
    """Read a fight against several foes at once from a mapping."""
    _FIGHT.known(entries, "hero", "foes", "attack", "rules", "ahead")
    skill, stamina, luck = _read_scores("hero", entries.get("hero"), _HERO)
    group = entries["foes"]
    if not is_list(group, *FOES_AT_ONCE):
        raise _FIGHT.fail("foes", group, "{} or {} foes at once, such as [[7, 6], [8, 5]]".format(*FOES_AT_ONCE))
    rules = rules_of(_FIGHT, entries.get("rules", "books"), "rules")
    foes, goal = _read_ahead(entries.get("ahead", {}))
    at_once = tuple(read_foe(_FIGHT, "foes", foe) for foe in group)
    return GroupFight(skill, stamina, luck, at_once, rules, foes, goal, _FIGHT.attack(entries))


def read_foe(reader: EntryReader, key: str, foe: object) -> Foe:
    """Read a foe, a pair of SKILL and STAMINA."""
    skill, stamina = foe if is_list(foe, 2, 2) else (None, None)
    if not is_whole(skill, *_FOE["skill"]) or not is_whole(stamina, *_FOE["stamina"]):
        allowed = f"[SKILL, STAMINA], SKILL 0 to {LARGEST_SKILL} and STAMINA 1 to {LARGEST_STAMINA}"
        raise reader.fail(key, foe, allowed)
    return Foe(skill, stamina)


def _read_ahead(entries: object) -> tuple[tuple[Foe, ...], EndGoal]:
    """Read the foes that follow, and the goal after the last of them."""
    reader = EntryReader("ahead")
    ahead = reader.known(entries, "foes", "luck_price", "least_stamina", "least_luck")
    foes = ahead.get("foes", [])
    if not isinstance(foes, list | tuple):
        raise reader.fail("foes", foes, f"at most {MOST_FOES} foes, such as [[7, 7], [10, 12]]")
    goal = EndGoal(
        reader.whole(ahead, "least_stamina", 1, LARGEST_STAMINA, 1),
        reader.whole(ahead, "least_luck", 0, LARGEST_LUCK, 0),
        _read_price(reader, ahead.get("luck_price", 0)),
    )
    return tuple(read_foe(reader, "foes", foe) for foe in foes), goal


def _read_price(reader: EntryReader, given: object) -> Fraction:
    """Read a price of luck exactly; a float is the decimal number that it is written as."""
    number = isinstance(given, int | float | Fraction) and not isinstance(given, bool) and 0 <= given <= 1
    small = not isinstance(given, Fraction) or given.denominator < 10**LONGEST_PRICE
    price = read_price(str(given)) if number and small else None
    if price is None:
        raise reader.fail("luck_price", given, f"a number from {ALLOWED_PRICES}")
    return price


def _read_scores(name: str, entries: object, bounds: Mapping[str, tuple[int, int]]) -> list[int]:
    """Read the scores of a character, from the lowest to the highest that each may be."""
    reader = EntryReader(name)
    known = reader.known(entries, *bounds)
    return [reader.whole(known, score, low, high) for score, (low, high) in bounds.items()]
