"""Adventures: stages read from a TOML file, and the chance to come through them with each way to use luck.

title = "The Drowned Tower"
least_stamina = 1               # what must be left at the end; may be left out, as may least_luck and rules

[[stages]]
name = "The ferryman"
foe = [7, 6]                    # SKILL, STAMINA; with rules = "weapon-3", or a table, for this foe alone

[[stages]]
name = "A meal"
stamina = 4                     # and luck = 1: never above the scores at the start

[[stages]]
name = "The rotten bridge"
test = { unlucky = { stamina = -3 } }
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

from atlas.errors import InputError, shown
from atlas.folders import package_texts
from atlas.game.ahead import (
    Foe,
    Leg,
    LuckTest,
    Prospect,
    ScoreChange,
    Stage,
    Start,
    best_plans,
    play_ahead,
    solve_ahead,
)
from atlas.game.presets import is_whole, parse_toml, plain_text, preset, read_rules
from atlas.game.rules import BOOK_RULES, LARGEST_LUCK, LARGEST_SKILL, LARGEST_STAMINA, Box, Rules
from atlas.game.solver import Plan, keep_always, solve
from atlas.game.worth import EndGoal, Worth

MOST_STAGES = 60


@dataclass(frozen=True)
class Adventure:
    """Stages with names, and what must be left at the end."""

    name: str
    """the name of its file"""
    title: str
    sentence: str
    names: Sequence[str]
    stages: Sequence[Stage]
    goal: EndGoal

    @property
    def foes(self) -> list[Foe]:
        """All foes, in the order in which they are met."""
        return [stage for _, stage in self.stages if isinstance(stage, Foe)]


@dataclass(frozen=True)
class AdventureForHero:
    """An adventure solved for one hero, with each way to use luck."""

    adventure: Adventure
    start: Start

    @cached_property
    def legs(self) -> list[Leg]:
        """The solved stages. Luck is tabulated to one point above the start, to say what that point would be worth."""
        return solve_ahead(self.start, self.adventure.stages, self.adventure.goal, more_luck=1)

    @cached_property
    def fights(self) -> list[Leg]:
        """The solved stages with a foe."""
        return [leg for leg in self.legs if isinstance(leg.stage, Foe)]

    def plans(self, luck_price: Fraction, *, last: Fraction | None = None) -> list[Plan | None]:
        """Return the plans that solve each fight alone at a price of luck; `last` is the price in the last fight."""

        def plan(leg: Leg) -> Plan | None:
            if not isinstance(leg.stage, Foe):
                return None
            price = last if last is not None and leg is self.fights[-1] else luck_price
            return _plan(leg.rules, leg.gap, price, leg.box)

        return [plan(leg) for leg in self.legs]

    @cached_property
    def end(self) -> Prospect:
        """The prospect at the end: 1 where the goal is met, 0 elsewhere."""
        return Prospect.of_goal(self.legs[-1].rules, replace(self.adventure.goal, luck_price=Fraction(0)))

    def survival(self, plans: Sequence[Plan | None]) -> Fraction:
        """Return the chance to come through with these plans."""
        return play_ahead(self.legs, plans, self.end)[0].at(self.start.stamina, self.start.luck)

    def ways(self, luck_price: Fraction) -> dict[str, Fraction]:
        """Return the chance to come through, by the way luck is used."""
        return {
            "never": self.survival([keep_always(leg.rules) for leg in self.legs]),
            "all-out": self.survival(self.plans(Fraction(0))),
            "thrifty": self.survival(self.plans(luck_price)),
            "ahead": self.survival(best_plans(self.legs)),
        }

    @cached_property
    def arrivals(self) -> list[dict[tuple[int, int], Fraction]]:
        """The chances of stamina and luck before each leg, and at the end, when the best plans are played.

        Stamina 0 stands for those who fell in the leg before.
        """
        chances = [{(self.start.stamina, self.start.luck): Fraction(1)}]
        for leg, plan in zip(self.legs, best_plans(self.legs), strict=True):
            chances.append(leg.spread(chances[-1], plan))
        return chances

    def reached(self, leg: int) -> Fraction:
        """Return the chance to arrive alive before a leg."""
        return sum((chance for (stamina, _), chance in self.arrivals[leg].items() if stamina), Fraction(0))

    def luck_worth(self, leg: int) -> Fraction | None:
        """Return what one more point of luck before a leg is worth on average; None if nobody arrives alive."""
        reached = self.reached(leg)
        if not reached:
            return None
        before = self.legs[leg].before
        gains = (
            chance * (before.at(stamina, luck + 1) - before.at(stamina, luck))
            for (stamina, luck), chance in self.arrivals[leg].items()
            if stamina
        )
        return sum(gains, Fraction(0)) / reached


@cache
def _plan(rules: Rules, skill_gap: int, luck_price: Fraction, box: Box) -> Plan:
    """Return the best plan of one fight alone, at a price of luck."""
    return solve(rules, skill_gap, Worth.of_winning_thriftily(rules, luck_price), box=box).plan


@dataclass(frozen=True)
class _Reader:
    """Reads the entries of an adventure; `where` names the place in errors."""

    where: str

    def fail(self, key: str, value: object, allowed: str) -> InputError:
        """Return the error for a value that is not allowed."""
        return InputError(f"{self.where}: {key} = {shown(value)}; allowed: {allowed}")

    def known(self, entries: object, *keys: str) -> Mapping[str, object]:
        """Return a table that has no keys but these."""
        if not isinstance(entries, Mapping):
            raise InputError(f"{self.where}: {shown(entries)} is no table; allowed: {', '.join(keys)}")
        for key in entries:
            if key not in keys:
                raise InputError(f"{self.where}: {shown(key)} is not known; allowed: {', '.join(keys)}")
        return entries

    def text(self, entries: Mapping[str, object], key: str, otherwise: str) -> str:
        """Read a text on one line."""
        return plain_text(entries, key, otherwise, self.where)

    def whole(self, entries: Mapping[str, object], key: str, low: int, high: int, otherwise: int) -> int:
        """Read a whole number from `low` to `high`."""
        value = entries.get(key, otherwise)
        if not is_whole(value, low, high):
            raise self.fail(key, value, f"a whole number from {low} to {high}")
        return value

    def rules(self, entries: Mapping[str, object], otherwise: Rules) -> Rules:
        """Read rules: the name of a preset, or a table."""
        value = entries.get("rules")
        if value is None:
            return otherwise
        if not isinstance(value, str | Mapping):
            raise self.fail("rules", value, "the name of a preset, or a table")
        return preset(value).rules if isinstance(value, str) else read_rules(value, self.where)

    def change(self, entries: object) -> ScoreChange:
        """Read a change of stamina and luck."""
        entries = self.known(entries, "stamina", "luck")
        most = LARGEST_STAMINA
        return ScoreChange(*(self.whole(entries, key, -most, most, 0) for key in ("stamina", "luck")))

    def stage(self, entries: Mapping[str, object], rules: Rules) -> Stage:
        """Read a stage: a fight, a test of luck, or a change of scores."""
        if "foe" in entries:
            foe = self.known(entries, "name", "foe", "rules")["foe"]
            if not (
                isinstance(foe, list)
                and len(foe) == 2
                and is_whole(foe[0], 0, LARGEST_SKILL)
                and is_whole(foe[1], 1, LARGEST_STAMINA)
            ):
                raise self.fail("foe", foe, f"SKILL 0 to {LARGEST_SKILL} and STAMINA 1 to {LARGEST_STAMINA}")
            rules = self.rules(entries, rules)
            if foe[1] <= rules.foe_yields_at:
                raise self.fail("foe", foe, f"STAMINA above {rules.foe_yields_at}, where the foe yields")
            return rules, Foe(*foe)
        if "test" in entries:
            test = self.known(self.known(entries, "name", "test")["test"], "lucky", "unlucky")
            return rules, LuckTest(*(self.change(test.get(way, {})) for way in ("lucky", "unlucky")))
        entries = self.known(entries, "name", "stamina", "luck")
        return rules, self.change({key: value for key, value in entries.items() if key != "name"})


def read_adventure(content: str, name: str) -> Adventure:
    """Read an adventure from the text of a TOML file; an error names its place, the value and what is allowed."""
    entries = parse_toml(content, name)
    top = _Reader(name)
    top.known(entries, "title", "sentence", "rules", "least_stamina", "least_luck", "stages")
    tables = entries.get("stages", [])
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_STAGES:
        raise InputError(f"{name}: it needs 1 to {MOST_STAGES} tables [[stages]]")
    rules = top.rules(entries, BOOK_RULES)
    named = [_named_stage(_Reader(f"{name}, stage {number}"), table, rules) for number, table in enumerate(tables, 1)]
    if not any(isinstance(stage, Foe) for _, (_, stage) in named):
        raise InputError(f"{name}: it needs at least one stage with a foe")
    goal = EndGoal(
        top.whole(entries, "least_stamina", 1, LARGEST_STAMINA, 1), top.whole(entries, "least_luck", 0, LARGEST_LUCK, 0)
    )
    names, stages = zip(*named, strict=True)
    title, sentence = (top.text(entries, key, otherwise) for key, otherwise in (("title", name), ("sentence", "")))
    return Adventure(name, title, sentence, names, stages, goal)


def _named_stage(reader: _Reader, entries: object, rules: Rules) -> tuple[str, Stage]:
    """Read a stage and its name."""
    entries = reader.known(entries, "name", "foe", "rules", "stamina", "luck", "test")
    stage = reader.stage(entries, rules)
    return reader.text(entries, "name", _described(stage[1])), stage


def _described(stage: Foe | ScoreChange | LuckTest) -> str:
    """Return the name of a stage that has none in its file."""
    if isinstance(stage, Foe):
        return f"SKILL {stage.skill}, STAMINA {stage.stamina}"
    if isinstance(stage, LuckTest):
        return "Test your Luck"
    return " and ".join(_gains(stage)) or "A rest"


def _gains(change: ScoreChange) -> Iterator[str]:
    """Yield a change in words, a score each."""
    for score, by in (("STAMINA", change.stamina), ("LUCK", change.luck)):
        if by:
            yield f"{'gain' if by > 0 else 'lose'} {abs(by)} {score}"


def adventures() -> list[Adventure]:
    """Return the adventures that come with the atlas."""
    return [read_adventure(content, name) for name, content in package_texts("game/adventures/*.toml").items()]
