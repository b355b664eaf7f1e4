"""A question: characters with their scores now, the rules, what lies ahead. It is written as a mapping, the same in
Python, JavaScript and links:

    {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}, "rules": "books",
     "ahead": {"foes": [[7, 7], [10, 12]], "luck_price": 0.001, "least_stamina": 1, "least_luck": 0}}

Against several foes at once "foes" stands in place of "foe", and "attack" says how rolls are made:

    {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foes": [[7, 6], [8, 5]], "attack": "each"}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.errors import InputError, shown
from atlas.game.ahead import Foe
from atlas.game.presets import is_whole, preset, read_rules
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
    """The same against several foes at once."""

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
_AHEAD = ("foes", "luck_price", "least_stamina", "least_luck")


def read_fight(entries: Mapping[str, object]) -> Fight:
    """Read a fight from a mapping; an error names the mistake, its value and what is allowed."""
    _known("fight", entries, ("hero", "foe", "rules", "ahead"))
    skill, stamina, luck = _numbers("hero", entries.get("hero"), _HERO)
    foe_skill, foe_stamina = _numbers("foe", entries.get("foe"), _FOE)
    foes, goal = _read_ahead(entries.get("ahead", {}))
    return Fight(skill, stamina, luck, foe_skill, foe_stamina, _read_rules(entries), foes, goal)


def read_group_fight(entries: Mapping[str, object]) -> GroupFight:
    """Read a fight against several foes at once from a mapping."""
    _known("fight", entries, ("hero", "foes", "attack", "rules", "ahead"))
    skill, stamina, luck = _numbers("hero", entries.get("hero"), _HERO)
    group = entries["foes"]
    if not isinstance(group, list | tuple) or len(group) not in FOES_AT_ONCE:
        raise InputError(f"foes {shown(group)}: allowed are 2 or 3 pairs of SKILL and STAMINA")
    attack = entries.get("attack", "each")
    if attack not in ("each", "one"):
        raise InputError(f'attack {shown(attack)}: allowed are "each", a roll of yours against each foe, and "one"')
    foes, goal = _read_ahead(entries.get("ahead", {}))
    at_once = _read_foes("foes", "a foe", group)
    return GroupFight(skill, stamina, luck, at_once, _read_rules(entries), foes, goal, attack == "one")


def _read_rules(entries: Mapping[str, object]) -> Rules:
    """Read the rules of a fight: the name of a preset, or an object."""
    rules = entries.get("rules", "books")
    if not isinstance(rules, str | Mapping):
        raise InputError(f"rules {shown(rules)}: allowed are the name of a preset, or an object")
    return preset(rules).rules if isinstance(rules, str) else read_rules(rules)


def _read_foes(key: str, one: str, foes: Sequence[object]) -> tuple[Foe, ...]:
    """Read pairs of SKILL and STAMINA."""
    for foe in foes:
        if not isinstance(foe, list | tuple) or len(foe) != len(_FOE):
            raise InputError(f"{key} has {shown(foe)}: allowed are pairs of SKILL and STAMINA")
    pairs = [foe for foe in foes if isinstance(foe, list | tuple)]
    return tuple(Foe(*_numbers(one, dict(zip(_FOE, foe, strict=True)), _FOE)) for foe in pairs)


def _read_ahead(entries: object) -> tuple[tuple[Foe, ...], EndGoal]:
    """Read the foes that follow, and the goal after the last of them."""
    ahead = _known("ahead", entries, _AHEAD)
    foes = ahead.get("foes", [])
    if not isinstance(foes, list | tuple):
        raise InputError(f"ahead.foes {shown(foes)}: allowed are at most {MOST_FOES} pairs of SKILL and STAMINA")
    foes_ahead = _read_foes("ahead.foes", "a foe ahead", foes)
    least = {"least_stamina": (1, LARGEST_STAMINA), "least_luck": (0, LARGEST_LUCK)}
    scores = {"least_stamina": 1, "least_luck": 0} | {name: ahead[name] for name in least if name in ahead}
    least_stamina, least_luck = _numbers("ahead", scores, least)
    return foes_ahead, EndGoal(least_stamina, least_luck, _read_price(ahead.get("luck_price", 0)))


def _read_price(given: object) -> Fraction:
    """Read a price of luck exactly; a float is the decimal number that it is written as."""
    number = isinstance(given, int | float | Fraction) and not isinstance(given, bool) and 0 <= given <= 1
    small = not isinstance(given, Fraction) or given.denominator < 10**LONGEST_PRICE
    price = read_price(str(given)) if number and small else None
    if price is None:
        raise InputError(f"ahead.luck_price {shown(given)}: allowed are numbers from {ALLOWED_PRICES}")
    return price


def _known(name: str, entries: object, keys: tuple[str, ...]) -> Mapping[str, object]:
    """Return entries with no key but these; refuse what is no mapping, or has others."""
    if not isinstance(entries, Mapping):
        raise InputError(f"{name} {shown(entries)}: allowed is an object with {', '.join(keys)}")
    for key in entries:
        if key not in keys:
            raise InputError(f"{name}: {shown(key)} is not known; allowed: {', '.join(keys)}")
    return entries


def _numbers(name: str, entries: object, keys: Mapping[str, tuple[int, int]]) -> list[int]:
    """Read a whole number for each key, from the lowest to the highest that the key allows."""
    known, numbers = _known(name, entries, tuple(keys)), []
    for key, (low, high) in keys.items():
        number = known.get(key)
        if not is_whole(number, low, high):
            given = shown(number) if key in known else "is missing"
            raise InputError(f"{name}.{key} {given}: allowed are whole numbers from {low} to {high}")
        numbers.append(number)
    return numbers
