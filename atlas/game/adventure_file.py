"""An adventure read from a TOML file; an error names its place, the value and what is allowed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.errors import InputError, shown
from atlas.folders import package_texts
from atlas.game.ahead import Foe
from atlas.game.entries import EntryReader, is_list, is_whole, parse_toml
from atlas.game.fight import FOES_AT_ONCE, read_foe
from atlas.game.presets import rules_of
from atlas.game.rules import BOOK_RULES, LARGEST_LUCK, LARGEST_SKILL, LARGEST_STAMINA, Rules
from atlas.game.stages import (
    MEAL,
    Adventure,
    Change,
    ChoiceStage,
    Consequence,
    FightStage,
    Kind,
    LuckTest,
    Potion,
    RollStage,
    Skirmish,
    Stage,
    UnknownFoe,
)
from atlas.game.worth import EndGoal

MOST_STAGES = 100
MOST_MEALS = 50
MOST_DOSES = 9
MOST_WAYS = 20
MOST_ROLLS = 1000
END = "end"
TOP_KEYS = (
    "title", "sentence", "rules", "least_stamina", "least_luck", "meals", "meal", "potion", "doses", "stages",
)  # fmt: skip
KIND_KEYS: Mapping[str, tuple[str, ...]] = {
    "foe": ("rules", "skill", "escape", "next"),
    "foes": ("rules", "skill", "escape", "next", "attack"),
    "unknown": ("rules", "next"),
    "test": ("next",),
    "choice": (),
    "roll": (),
}
"""the kinds of stages by the key that only they have, each with its other keys beside a name"""
CHANGE_KEYS = ("stamina", "luck", "meals")


@dataclass(frozen=True)
class _StageReader(EntryReader):
    """Reads the entries of an adventure or of one of its stages."""

    rules: Rules
    """those of the adventure"""
    numbers: Mapping[str, int]
    """the numbers of all stages that have a name"""
    at: int = 0
    """the number of the stage that is read"""
    following: int = 0
    """the number of the stage after it"""
    end: int = 0

    def stage_rules(self, entries: Mapping[str, object]) -> Rules:
        """Read rules: the name of a preset, or a table; those of the adventure where there are none."""
        value = entries.get("rules")
        if value is None:
            return self.rules
        try:
            return rules_of(self, value, f"{self.where}, rules")
        except InputError as error:
            raise error if str(error).startswith(self.where) else InputError(f"{self.where}: {error}") from None

    def way(self, key: str, name: object) -> int:
        """Read the name of a later stage, or of the end."""
        if name == END:
            return self.end
        number = self.numbers.get(name) if isinstance(name, str) else None
        if number is None:
            raise self.fail(key, name, f'the name of a later stage, or "{END}"')
        if number <= self.at:
            raise self.fail(key, name, f'the name of a later stage, or "{END}": every way leads forward')
        return number

    def foe(self, key: str, foe: object, rules: Rules) -> Foe:
        """Read a foe."""
        read = read_foe(self, key, foe)
        if read.stamina <= rules.foe_yields_at:
            raise self.fail(key, foe, f"STAMINA above {rules.foe_yields_at}, where the foe yields")
        return read

    def change(self, entries: Mapping[str, object]) -> Change:
        """Read a change of scores and meals."""
        most = {"stamina": LARGEST_STAMINA, "luck": LARGEST_LUCK, "meals": MOST_MEALS}
        return Change(*(self.whole(entries, key, -most[key], most[key], 0) for key in CHANGE_KEYS))

    def leads_to(self, entries: Mapping[str, object]) -> int:
        """Read the stage after this one; by default the one below it."""
        return self.way("next", entries["next"]) if "next" in entries else self.following

    def kind(self, entries: Mapping[str, object]) -> Kind:
        """Read the kind of a stage with its values."""
        key = next((key for key in KIND_KEYS if key in entries), None)
        if key is None:
            return self.change(self.known(entries, "name", "next", *CHANGE_KEYS))
        self.known(entries, "name", key, *KIND_KEYS[key])
        match key:
            case "foe" | "foes":
                return self.fight(entries, key)
            case "unknown":
                return UnknownFoe(self.stage_rules(entries))
            case "test":
                ways = self.known(entries["test"], "lucky", "unlucky", key="test")
                leads_to = self.leads_to(entries)
                return LuckTest(
                    *(self.consequence(name, ways.get(name, {}), leads_to) for name in ("lucky", "unlucky"))
                )
            case "choice":
                return ChoiceStage(self.choice(entries["choice"]))
        return RollStage(self.roll(entries["roll"]))

    def fight(self, entries: Mapping[str, object], key: str) -> FightStage:
        """Read a fight against one foe, or several at once."""
        rules, given = self.stage_rules(entries), entries[key]
        listed = [given] if key == "foe" else given
        if not is_list(listed, 1, FOES_AT_ONCE[-1]):
            raise self.fail(key, given, f"1 to {FOES_AT_ONCE[-1]} foes at once, such as [[7, 6], [8, 5]]")
        foes = tuple(self.foe(key, foe, rules) for foe in listed)
        if len(foes) > 1 and rules.has_memory:
            raise self.fail(key, given, "one foe, where the rules count rounds (losing_run, rounds)")
        one_roll = self.attack(entries)
        skill = self.whole(entries, "skill", -LARGEST_SKILL, LARGEST_SKILL, 0)
        escape = entries.get("escape")
        to = self.leads_to(entries) if escape is True else None if escape is None else self.way("escape", escape)
        return FightStage(Skirmish(foes, rules, skill, one_roll), to)

    def consequence(self, name: str, entries: object, leads_to: int) -> Consequence:
        """Read what follows a luck test."""
        known = self.known(entries, *CHANGE_KEYS, "dead", "foe", "to", key=name)
        dead = known.get("dead", False)
        if not isinstance(dead, bool):
            raise self.fail(f"{name}, dead", dead, "true or false")
        fight = Skirmish((self.foe(f"{name}, foe", known["foe"], self.rules),), self.rules) if "foe" in known else None
        to = self.way(f"{name}, to", known["to"]) if "to" in known else leads_to
        return Consequence(self.change(known), dead, fight, to)

    def choice(self, ways: object) -> tuple[int, ...]:
        """Read the ways of a fork."""
        if not is_list(ways, 1, MOST_WAYS):
            raise self.fail("choice", ways, f"the names of 1 to {MOST_WAYS} later stages")
        return tuple(self.way("choice", way) for way in ways)

    def roll(self, ways: object) -> tuple[tuple[int, int], ...]:
        """Read the ways of a roll."""
        allowed = f"1 to {MOST_WAYS} pairs of a later stage and its ways, 1 to {MOST_ROLLS}"
        led: list[tuple[int, int]] = []
        if not is_list(ways, 1, MOST_WAYS):
            raise self.fail("roll", ways, allowed)
        for way in ways:
            to, count = way if is_list(way, 2, 2) else (None, None)
            if not is_whole(count, 1, MOST_ROLLS):
                raise self.fail("roll", way, allowed)
            led.append((self.way("roll", to), count))
        return tuple(led)


def read_adventure(content: str, name: str) -> Adventure:
    """Read an adventure from the text of a TOML file."""
    return adventure_of(parse_toml(content, name), name)


def adventure_of(entries: Mapping[str, object], name: str) -> Adventure:
    """Read an adventure from its entries; `name` is that of its file."""
    top = _StageReader(name, BOOK_RULES, {})
    top.known(entries, *TOP_KEYS)
    tables = entries.get("stages", [])
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{name}: it needs 1 to {MOST_STAGES} tables [[stages]]")
    rules = top.stage_rules(entries)
    title, sentence = top.text(entries, "title", name), top.text(entries, "sentence", "")
    return Adventure(
        name,
        title,
        sentence,
        _read_stages(tables, name, rules),
        EndGoal(
            top.whole(entries, "least_stamina", 1, LARGEST_STAMINA, 1),
            top.whole(entries, "least_luck", 0, LARGEST_LUCK, 0),
        ),
        top.whole(entries, "meals", 0, MOST_MEALS, 0),
        top.whole(entries, "meal", 1, LARGEST_STAMINA, MEAL),
        *_read_potion(top, entries),
    )


def _read_potion(top: _StageReader, entries: Mapping[str, object]) -> tuple[Potion | None, int]:
    """Read the potion that the hero carries, and its doses."""
    potion = entries.get("potion")
    if potion is None:
        if "doses" in entries:
            raise top.fail("doses", entries["doses"], f"only with a potion: {', '.join(Potion)}")
        return None, 0
    if potion not in tuple(Potion):
        raise top.fail("potion", potion, ", ".join(Potion))
    return Potion(str(potion)), top.whole(entries, "doses", 0, MOST_DOSES, 1)


def _read_stages(tables: Sequence[object], name: str, rules: Rules) -> tuple[Stage, ...]:
    """Read all stages; several unknown foes are as many stages."""
    counts = [_foes_in(table, f"{name}, stage {number}") for number, table in enumerate(tables, 1)]
    if sum(counts) > MOST_STAGES:
        raise InputError(
            f"{name}: it has {sum(counts):,} stages, unknown foes counted; the most is {MOST_STAGES}: leave some out"
        )
    firsts = [sum(counts[:number]) for number in range(len(counts))]
    names = _read_names(tables, name)
    numbers = {named: firsts[number] for number, named in enumerate(names) if named is not None}
    stages: list[Stage] = []
    for number, table in enumerate(tables):
        assert isinstance(table, Mapping)
        following = firsts[number] + counts[number]
        where = _StageReader(f"{name}, stage {number + 1}", rules, numbers, firsts[number], following, sum(counts))
        kind = where.kind(table)
        leads_to = following if isinstance(kind, ChoiceStage | RollStage) else where.leads_to(table)
        for more in range(counts[number]):
            is_first, is_last = more == 0, more == counts[number] - 1
            to = leads_to if is_last else firsts[number] + more + 1
            stages.append(Stage(names[number] if is_first else None, kind, to, listed=is_first))
    return tuple(stages)


def _foes_in(table: object, where: str) -> int:
    """Return the number of stages of a table: several for several unknown foes."""
    if not isinstance(table, Mapping):
        raise InputError(f"{where}: {shown(table)} is no table")
    count = table.get("unknown", 1)
    if not is_whole(count, 1, MOST_STAGES):
        raise InputError(f"{where}: unknown = {shown(count)}; allowed: a whole number from 1 to {MOST_STAGES}")
    return count


def _read_names(tables: Sequence[object], name: str) -> list[str | None]:
    """Read the names of all stages: no two are the same, none is that of the end."""
    names: list[str | None] = []
    for number, table in enumerate(tables, 1):
        assert isinstance(table, Mapping)
        where = f"{name}, stage {number}"
        named = EntryReader(where).text(table, "name", "") if "name" in table else None
        if named == END:
            raise InputError(f'{where}: name = {shown(named)}; allowed: any other name, "{END}" is the end')
        if named is not None and named in names:
            first = names.index(named) + 1
            raise InputError(f"{where}: name = {shown(named)}; allowed: a name of its own, stage {first} has this one")
        names.append(named)
    return names


def new_adventure() -> str:
    """Return a file to begin with: every kind of stage, with comments."""
    (content,) = package_texts("game/new-adventure.toml").values()
    return content


def adventures() -> list[Adventure]:
    """Return the adventures that come with the atlas."""
    return [read_adventure(content, name) for name, content in package_texts("game/adventures/*.toml").items()]
