"""Rules by name and from files: `presets.toml`, a TOML file or the `rules` of a fight, read as `Rules`.

Every key may be left out and is then the books'. An error names the key, its value and what is allowed.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeGuard

from atlas.errors import InputError, shown
from atlas.folders import package_texts
from atlas.game.entries import EntryReader, is_list, is_whole, parse_toml
from atlas.game.rules import BOOK_RULES, LARGEST_STAMINA, Damage, Outcome, Rules

MOST_ROUNDS = 99
BOOK_RULES_NAME = "books"
"""The name of the preset with the rules of the books."""


@dataclass(frozen=True)
class Preset:
    """Rules with a name."""

    name: str
    title: str
    sentence: str
    """what is different, for players"""
    rules: Rules


@dataclass(frozen=True)
class Key:
    """A key that a table of rules may have: its values in words, the check of a value, how it is read."""

    allowed: str
    fits: Callable[[object], bool]
    read: Callable[[Any], Any] = lambda value: value


def _whole(low: int, high: int, *, or_none: bool = False) -> Key:
    allowed = f"a whole number from {low} to {high}" if high > low + 1 else f"{low} or {high}"
    return Key(
        allowed + (", or nothing" if or_none else ""),
        lambda value: (or_none and value is None) or is_whole(value, low, high),
    )


def _is_damage(value: object) -> TypeGuard[Sequence[int]]:
    return is_list(value, 3, 3) and all(is_whole(n, 0, LARGEST_STAMINA) for n in value)


DAMAGE = Key(
    f"three whole numbers from 0 to {LARGEST_STAMINA}: a normal hit, a Lucky one, an Unlucky one",
    _is_damage,
    lambda value: Damage(*value),
)
KEYS: Mapping[str, Key] = {
    "won": DAMAGE,
    "lost": DAMAGE,
    "luck_cost": _whole(0, 1),
    "foe_yields_at": _whole(0, LARGEST_STAMINA - 1),
    "losing_run": _whole(2, MOST_ROUNDS, or_none=True),
    "draw_breaks_run": Key("true or false", lambda value: isinstance(value, bool)),
    "rounds": _whole(1, MOST_ROUNDS, or_none=True),
    "out_of_rounds": Key('"lost" or "won"', lambda value: value in ("lost", "won"), Outcome),
}


def read_rules(entries: Mapping[str, object], where: str = "rules") -> Rules:
    """Read rules from their entries; `where` names the place in errors."""
    reader, values = EntryReader(where), dict[str, Any]()
    for name, value in reader.known(entries, *KEYS).items():
        key = KEYS[name]
        if not key.fits(value):
            raise reader.fail(name, value, key.allowed)
        values[name] = key.read(value)
    try:
        return Rules(**values)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def rules_of(reader: EntryReader, value: object, where: str) -> Rules:
    """Read rules: the name of a preset, or a table of its own, which `where` names in errors."""
    if not isinstance(value, str | Mapping):
        raise reader.fail("rules", value, "the name of a preset, or a table")
    return preset(value).rules if isinstance(value, str) else read_rules(value, where)


def rule_entries(rules: Rules) -> dict[str, object]:
    """Return the entries that differ from the books', from which `read_rules` reads the same rules."""
    books = all_entries(BOOK_RULES)
    return {name: entry for name, entry in all_entries(rules).items() if entry != books[name]}


def all_entries(rules: Rules) -> dict[str, object]:
    """Return the entries of all keys, from which `read_rules` reads the same rules."""
    values = {name: getattr(rules, name) for name in KEYS}
    return {name: list(value.hits) if isinstance(value, Damage) else value for name, value in values.items()}


def read_file(content: str, name: str) -> Preset:
    """Read rules from the text of a TOML file."""
    return _preset(name, parse_toml(content, name), name)


def _preset(name: str, entries: Mapping[str, object], where: str) -> Preset:
    reader = EntryReader(where)
    title, sentence = reader.text(entries, "title", name), reader.text(entries, "sentence", "")
    rules = {key: value for key, value in entries.items() if key not in ("title", "sentence")}
    return Preset(name, title, sentence, read_rules(rules, where))


def in_words(rules: Rules) -> list[str]:
    """Return the rules in sentences for players."""
    won, lost = rules.won, rules.lost
    sentences = [
        f"Your normal hit takes {won.plain} STAMINA from the foe, a Lucky one {won.lucky}, an Unlucky one "
        f"{won.unlucky}.",
        f"The foe’s hit takes {lost.plain} STAMINA from you: {lost.lucky} if you are Lucky, {lost.unlucky} if you are "
        "Unlucky.",
        f"A test costs {rules.luck_cost or 'no'} LUCK.",
    ]
    if rules.foe_yields_at:
        sentences.append(f"You win as soon as the foe has {rules.foe_yields_at} STAMINA or fewer.")
    if rules.losing_run:
        drawn = "breaks the succession" if rules.draw_breaks_run else "between them does not help"
        run = f"If you lose {rules.losing_run} rounds in succession you die, whatever your STAMINA"
        sentences.append(f"{run}; a drawn round {drawn}.")
    if rules.rounds and rules.out_of_rounds is Outcome.WON:
        sentences.append(f"You win if you are alive after {rules.rounds} rounds, drawn ones counted.")
    elif rules.rounds:
        sentences.append(f"You lose if the foe still stands after {rules.rounds} rounds, drawn ones counted.")
    return sentences


@cache
def presets() -> Mapping[str, Preset]:
    """Return all presets by name, the books' first."""
    (content,) = package_texts("game/presets.toml").values()
    return {name: _preset(name, entries, name) for name, entries in tomllib.loads(content).items()}


def preset(name: str) -> Preset:
    """Return the preset with this name."""
    if name not in presets():
        raise InputError(f"rules {shown(name)} are not known; allowed: {', '.join(presets())}")
    return presets()[name]


def name_rules(rules: Rules) -> str | dict[str, object]:
    """Return the rules as the `rules` of a fight: the name of a preset, or their entries."""
    entries = rule_entries(rules)
    return next((name for name, preset in presets().items() if rule_entries(preset.rules) == entries), entries)


def other_presets(rules: Rules) -> list[Preset]:
    """Return the presets that an atlas of the books' rules has pages for: those with a fight in its tables."""
    named = [] if rule_entries(rules) else [preset for name, preset in presets().items() if name != BOOK_RULES_NAME]
    return [preset for preset in named if preset.rules.foe_yields_at < rules.max_stamina]
