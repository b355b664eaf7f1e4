"""The answer to one player's question, in exact numbers and in plain words.

A question is a `Fight`: two characters with their scores now, the rules, what lies ahead. It is written as a mapping,
the same in Python, JavaScript and links:

    {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}, "rules": "books",
     "ahead": {"foes": [[7, 7], [10, 12]], "luck_price": 0.001, "least_stamina": 1, "least_luck": 0}}

`advise` takes such a mapping and returns the answer as one; `answer` returns it in fractions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.errors import InputError, shown
from atlas.game.ahead import Foe, Prospect, Start, best_plans, play_ahead, solve_ahead
from atlas.game.dice import luck_odds
from atlas.game.presets import is_whole, preset, read_rules
from atlas.game.rules import (
    BOOK_RULES,
    LARGEST_LUCK,
    LARGEST_SKILL,
    LARGEST_STAMINA,
    Outcome,
    Rules,
    State,
    Verdict,
)
from atlas.game.solver import Values, follow
from atlas.game.worth import ALLOWED_PRICES, LONGEST_PRICE, TO_WIN, EndGoal, read_price

MOST_FOES = 20
"""The most foes that may come after a fight."""


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
        for foe in self.foes:
            if foe.stamina <= self.rules.foe_yields_at:
                raise InputError(f"foe's STAMINA {foe.stamina}: the foe has yielded at {self.rules.foe_yields_at}")
        if len(self.foes_ahead) > MOST_FOES:
            raise InputError(f"{len(self.foes_ahead):,} foes ahead: the most is {MOST_FOES}")

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
class Choice:
    """One decision: what testing and keeping are worth, and the chances to come through."""

    verdict: Verdict
    keep: Fraction
    test: Fraction | None
    """None where there is no luck to test"""
    keep_survival: Fraction
    test_survival: Fraction | None

    @property
    def stake(self) -> Fraction | None:
        """What a test is worth more than keeping; None where there is no luck to test."""
        return None if self.test is None else self.test - self.keep

    def as_entry(self) -> dict[str, object]:
        """Return the decision as part of an answer that `advise` returns."""
        return {
            "verdict": self.verdict.word,
            "test": _nearest(self.test),
            "keep": _nearest(self.keep),
            "stake": _nearest(self.stake),
        }


@dataclass(frozen=True)
class Answer:
    """The advice for a fight, and what it leads to."""

    won: Choice
    lost: Choice
    value: Fraction
    """the expected worth, the highest there is"""
    win_chance: Fraction
    """of this fight, with the advice"""
    win_chance_never: Fraction
    luck_spent: Fraction
    """in this fight, on average"""
    survival: Fraction
    """the chance to come through everything ahead with what must be left"""

    def choice(self, outcome: Outcome) -> Choice:
        """Return the decision after a round with this outcome."""
        return self.won if outcome is Outcome.WON else self.lost

    def as_entry(self) -> dict[str, object]:
        """Return the answer as `advise` returns it, each number the float nearest to the exact one."""
        numbers = ("value", "win_chance", "win_chance_never", "luck_spent", "survival")
        choices = {str(outcome): self.choice(outcome).as_entry() for outcome in Outcome}
        return choices | {name: _nearest(getattr(self, name)) for name in numbers}


def advise(fight: Mapping[str, object]) -> dict[str, object]:
    """Return the answer to a fight, both as mappings.

    >>> advice = advise({"hero": {"skill": 8, "stamina": 8, "luck": 9}, "foe": {"skill": 9, "stamina": 7}})
    >>> advice["won"]["verdict"], advice["lost"]["verdict"], f"{advice['win_chance']:.1%}"
    ('test', 'keep', '59.7%')

    What lies ahead changes the advice: with two foes to come, LUCK is spared.

    >>> hero, foe = {"skill": 9, "stamina": 19, "luck": 9}, {"skill": 6, "stamina": 6}
    >>> advise({"hero": hero, "foe": foe})["won"]["verdict"]
    'test'
    >>> chain = advise({"hero": hero, "foe": foe, "ahead": {"foes": [[7, 7], [10, 12]]}})
    >>> chain["won"]["verdict"], f"{chain['survival']:.1%}"
    ('keep', '58.6%')

    Rules are the name of a preset, or a mapping.

    >>> fight = {"hero": {"skill": 12, "stamina": 24, "luck": 12}, "foe": {"skill": 12, "stamina": 20}}
    >>> f"{advise(fight | {'rules': 'two-lost-rounds-kill'})['win_chance']:.1%}"
    '19.7%'
    >>> f"{advise(fight | {'rules': {'losing_run': 2, 'draw_breaks_run': True}})['win_chance']:.1%}"
    '22.0%'
    """
    return answer(read_fight(fight)).as_entry()


def answer(fight: Fight) -> Answer:
    """Return the exact answer to a fight: the best decisions and what they lead to."""
    start, state = Start(fight.skill, fight.stamina, fight.luck), fight.state
    legs = solve_ahead(start, [(fight.rules, foe) for foe in fight.foes], fight.goal)
    first, plans = legs[0].solution, best_plans(legs)
    survivals = first.values
    if fight.goal.luck_price:
        end = Prospect.of_goal(legs[0].rules, replace(fight.goal, luck_price=Fraction(0)))
        after = play_ahead(legs[1:], plans[1:], end)[0]
        survivals = follow(first.rules, first.skill_gap, first.plan, after.as_worth(), box=first.box)

    def choice(outcome: Outcome) -> Choice:
        keep, test = _after(first.values, state, outcome)
        keep_survival, test_survival = _after(survivals, state, outcome)
        return Choice(first.verdict(state, outcome), keep, test, keep_survival, test_survival)

    return Answer(
        won=choice(Outcome.WON),
        lost=choice(Outcome.LOST),
        value=first.values.at(state),
        win_chance=first.win_chance(state),
        win_chance_never=first.win_chance(state._replace(luck=0)),
        luck_spent=first.luck_spent(state),
        survival=survivals.at(state),
    )


def _after(values: Values, state: State, outcome: Outcome) -> tuple[Fraction, Fraction | None]:
    """Return the value after a round with this outcome if you keep, and if you test; None where you cannot test."""
    rules, luck = values.rules, state.luck
    before = rules.position(state.hero_stamina, state.foe_stamina)

    def value(luck: int, place: int) -> Fraction:
        return Fraction(values.numerators[luck][place], values.denominator)

    plain, lucky, unlucky = (targets[before] for targets in rules.moves[outcome])
    if not rules.can_test(luck):
        return value(luck, plain), None
    chance, spent = luck_odds(luck).chance, luck - rules.luck_cost
    return value(luck, plain), chance * value(spent, lucky) + (1 - chance) * value(spent, unlucky)


def _nearest(value: Fraction | None) -> float | None:
    """Return the float nearest to an exact value."""
    return None if value is None else float(value)


# Fights as mappings.

_HERO = {"skill": (0, LARGEST_SKILL), "stamina": (1, LARGEST_STAMINA), "luck": (0, LARGEST_LUCK)}
_FOE = {"skill": (0, LARGEST_SKILL), "stamina": (1, LARGEST_STAMINA)}
_AHEAD = ("foes", "luck_price", "least_stamina", "least_luck")


def read_fight(entries: Mapping[str, object]) -> Fight:
    """Read a fight from a mapping; an error names the mistake, its value and what is allowed."""
    _known("fight", entries, ("hero", "foe", "rules", "ahead"))
    skill, stamina, luck = _numbers("hero", entries.get("hero"), _HERO)
    foe_skill, foe_stamina = _numbers("foe", entries.get("foe"), _FOE)
    rules = entries.get("rules", "books")
    if not isinstance(rules, str | Mapping):
        raise InputError(f"rules {shown(rules)}: allowed are the name of a preset, or an object")
    read = preset(rules).rules if isinstance(rules, str) else read_rules(rules)
    foes, goal = _read_ahead(entries.get("ahead", {}))
    return Fight(skill, stamina, luck, foe_skill, foe_stamina, read, foes, goal)


def _read_ahead(entries: object) -> tuple[tuple[Foe, ...], EndGoal]:
    """Read the foes that follow, and the goal after the last of them."""
    ahead = _known("ahead", entries, _AHEAD)
    foes = ahead.get("foes", [])
    if not isinstance(foes, list | tuple):
        raise InputError(f"ahead.foes {shown(foes)}: allowed are at most {MOST_FOES} pairs of SKILL and STAMINA")
    for foe in foes:
        if not isinstance(foe, list | tuple) or len(foe) != len(_FOE):
            raise InputError(f"ahead.foes has {shown(foe)}: allowed are pairs of SKILL and STAMINA")
    least = {"least_stamina": (1, LARGEST_STAMINA), "least_luck": (0, LARGEST_LUCK)}
    scores = {"least_stamina": 1, "least_luck": 0} | {name: ahead[name] for name in least if name in ahead}
    foes_ahead = tuple(Foe(*_numbers("a foe ahead", dict(zip(_FOE, foe, strict=True)), _FOE)) for foe in foes)
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
