"""An adventure as a file, obviously right and slow: recursion over everything that a hero can do, in fractions.

Written from the description of the file and the rules of the books alone; it shares no code with `atlas` or the script.

How it reads what the description leaves open:

- The hero begins with the scores that are given, and the adventure's meals and doses. STAMINA is never above that of
  the start, LUCK never above that of the start and one for every dose of Fortune; meals have no such limit. LUCK and
  meals never fall below 0; STAMINA 0 is death.
- Meals are eaten and doses drunk one by one before every stage, the first included, but not at the end. `unknown = 3`
  is three stages that differ in nothing: one eats before each, and a foe is known only when it is met.
- Strength brings STAMINA to that of the start, Fortune LUCK to its raised limit. Nothing in a file lowers SKILL for
  longer than a fight, so that Skill changes nothing.
- A test outside a fight costs a point of LUCK under all rules. A consequence, Lucky or Unlucky, changes scores first,
  then kills or brings its foe, then leads on: to `to`, or to where the stage leads.
- Escape is offered before every round of a fight, draws rolled again included. It leads where it says; `true` is where
  a win leads. Its wound is that of a lost round under the rules of the fight, and luck is tested on it as on any other;
  it is no lost round. `rules`, `skill` and `escape` stand with a foe and with foes at once alike.
- A foe of `unknown` that the rules let yield at its STAMINA or above has yielded when it is met.
- "end" is the end, wherever a stage is named. What must be left at the end is asked for there alone.
- never, all-out, thrifty: luck is used in each fight as is best for that fight alone, without escape and with a luck
  price of 0 or that of the edition; on the wound of an escape as is best to stay alive, at the same price.
- Worth of one more: to a hero who begins with one more, and whose limit is one higher; one meal more to begin with.
- Ties: go on before eating, eating before drinking, a choice as listed, fight before escape, keep before test.
- `reached` is the chance to come to a stage alive, by the best play; `actions` are the worths of a choice's ways, and
  of "fight" and "escape" before the first round, each on average over the scores with which it is met, when the meals
  and doses before it are taken (null where it never is); `decision` is the best of them. Stages are listed as in the
  file, `unknown = 3` once: as its first foe is met.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from tests.slow_advice import BOOKS, SlowFight, lucky_chance, round_ways
from tests.slow_at_once import Place, SlowGroup

Worth = dict[Any, Fraction]
"""What is to be expected: at `VALUE` to come through, at a stage's number that it is reached, at (number, action) its
worth times that chance."""
VALUE = "value"
NOTHING: Worth = {VALUE: Fraction(0)}
USES = ("never", "all-out", "thrifty", "ahead")


class Scores(NamedTuple):
    """What a hero has between two stages."""

    stamina: int
    luck: int
    meals: int
    doses: int
    fortunes: int = 0
    """doses of Fortune drunk"""


class Encounter(NamedTuple):
    """A fight as it is met."""

    skill: int
    foes: tuple[tuple[int, int], ...]
    entries: tuple[tuple[str, Any], ...]
    """of its rules"""
    attack: str = "each"

    @property
    def rules(self) -> dict[str, Any]:
        """All of them."""
        return BOOKS | dict(self.entries)


def entries_of(rules: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Rules as something that a cache can look up."""
    return tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in rules.items())


def mixed(parts: Sequence[tuple[Fraction, Worth]]) -> Worth:
    """The average of worths."""
    total: Worth = {}
    for chance, worth in parts:
        for key, number in worth.items():
            total[key] = total.get(key, Fraction(0)) + chance * number
    return total


class SlowAdventure:
    """An adventure and a hero; `foes` are those of the books, (SKILL, STAMINA) → how many. Rules are objects."""

    def __init__(
        self,
        file: Mapping[str, Any],
        hero: Mapping[str, int],
        foes: Mapping[tuple[int, int], int],
        luck_price: Fraction,
        use: str = "ahead",
        *,
        is_told: bool = False,
    ) -> None:
        self.file, self.hero, self.foes, self.price, self.use = file, hero, foes, luck_price, use
        self.is_told = is_told
        """whether stages reached and actions are counted, too"""
        self.stages = list(_single_stages(file["stages"]))
        names = [stage.get("name") for stage in self.stages]
        self.number = {"end": len(names)} | {name: names.index(name) for name in names if name}
        self.before = cache(self._before)
        self.played, self.alone, self.alone_group = map(cache, (self._played, self._alone, self._alone_group))

    def start(self) -> Scores:
        """The hero's, before the first stage."""
        return Scores(
            self.hero["stamina"],
            self.hero["luck"],
            self.file.get("meals", 0),
            self.file.get("doses", 1) if "potion" in self.file else 0,
        )

    def value(self) -> Fraction:
        """The chance to come through."""
        return self.before(0, self.start())[VALUE]

    def _before(self, at: int, now: Scores) -> Worth:
        """Before a stage: the best of going on, eating and drinking."""
        if at == len(self.stages):
            least = self.file.get("least_stamina", 1), self.file.get("least_luck", 0)
            return {VALUE: Fraction(now.stamina >= least[0] and now.luck >= least[1])}
        ways = [self.stage(at, now)]
        if now.meals:
            full = min(now.stamina + self.file.get("meal", 4), self.hero["stamina"])
            ways.append(self.before(at, now._replace(stamina=full, meals=now.meals - 1)))
        if now.doses:
            ways.append(self.before(at, self.drunk(now)))
        return best(ways)

    def drunk(self, now: Scores) -> Scores:
        """After a dose."""
        now = now._replace(doses=now.doses - 1)
        if self.file["potion"] == "strength":
            return now._replace(stamina=self.hero["stamina"])
        if self.file["potion"] == "fortune":
            fortunes = now.fortunes + 1
            return now._replace(luck=self.hero["luck"] + fortunes, fortunes=fortunes)
        return now

    def stage(self, at: int, now: Scores) -> Worth:
        """In a stage."""
        stage = self.stages[at]
        leads = self.number[stage["next"]] if "next" in stage else at + 1
        worth = self.entered(at, stage, leads, now)
        return worth | {at: Fraction(1)} if self.is_told else worth

    def entered(self, at: int, stage: Mapping[str, Any], leads: int, now: Scores) -> Worth:
        """By what the stage is."""
        rules = entries_of(stage.get("rules", self.file.get("rules", {})))
        if "choice" in stage:
            ways = {name: self.before(self.number[name], now) for name in stage["choice"]}
            return self.with_actions(at, best(list(ways.values())), ways)
        if "roll" in stage:
            total = sum(ways for _, ways in stage["roll"])
            return mixed([(Fraction(ways, total), self.before(self.number[to], now)) for to, ways in stage["roll"]])
        if "test" in stage:
            lucky = lucky_chance(now.luck)
            spent = now._replace(luck=max(now.luck - 1, 0))
            ways = [(lucky, "lucky"), (1 - lucky, "unlucky")]
            return mixed([(p, self.consequence(stage["test"].get(way, {}), leads, spent)) for p, way in ways if p])
        if "unknown" in stage:
            total = sum(self.foes.values())
            met = [(count, Encounter(self.hero["skill"], (foe,), rules)) for foe, count in self.foes.items()]
            return mixed([(Fraction(count, total), self.fight(fight, leads, now)) for count, fight in met])
        if "foe" in stage or "foes" in stage:
            foes = tuple((foe[0], foe[1]) for foe in stage.get("foes", [stage.get("foe")]))
            skill = self.hero["skill"] + stage.get("skill", 0)
            encounter = Encounter(skill, foes, rules, stage.get("attack", "each"))
            return self.fight(encounter, leads, now, at if "escape" in stage else None)
        return self.changed(stage, leads, now)

    def changed(self, change: Mapping[str, Any], leads: int, now: Scores) -> Worth:
        """After a change of scores."""
        after = self.after_change(change, now)
        return self.before(leads, after) if after.stamina else NOTHING

    def after_change(self, change: Mapping[str, Any], now: Scores) -> Scores:
        """The scores after it."""
        limit = self.hero["luck"] + now.fortunes
        return now._replace(
            stamina=max(min(now.stamina + change.get("stamina", 0), self.hero["stamina"]), 0),
            luck=max(min(now.luck + change.get("luck", 0), limit), 0),
            meals=max(now.meals + change.get("meals", 0), 0),
        )

    def consequence(self, what: Mapping[str, Any], leads: int, now: Scores) -> Worth:
        """After a test of luck."""
        now = self.after_change(what, now)
        if what.get("dead") or not now.stamina:
            return NOTHING
        leads = self.number[what["to"]] if "to" in what else leads
        if "foe" in what:
            foe = what["foe"][0], what["foe"][1]
            rules = entries_of(self.file.get("rules", {}))
            return self.fight(Encounter(self.hero["skill"], (foe,), rules), leads, now)
        return self.before(leads, now)

    # Fights.

    def fight(self, fight: Encounter, leads: int, now: Scores, escape_at: int | None = None) -> Worth:
        """A fight, and where it leads; `escape_at` is the stage that offers an escape."""
        if len(fight.foes) == 1 and fight.foes[0][1] <= fight.rules["foe_yields_at"]:
            return self.before(leads, now)
        if len(fight.foes) == 1:  # one solution for all foes of this SKILL
            alike, foes = fight._replace(foes=((fight.foes[0][0], 0),)), (fight.foes[0][1],)
        else:
            alike, foes = fight, tuple(foe[1] for foe in fight.foes)
        played = self.played(alike, leads, now.meals, now.doses, now.fortunes, escape_at)
        worth = played.worth(now.stamina, foes, now.luck)
        if escape_at is None or played.leave is None:
            return worth
        fought = played.worth(now.stamina, foes, now.luck, may_leave=False)
        return self.with_actions(escape_at, worth, {"fight": fought, "escape": played.leave(now.stamina, now.luck)})

    def _played(
        self, fight: Encounter, leads: int, meals: int, doses: int, fortunes: int, escape_at: int | None
    ) -> "_Single | _Several":
        """A fight with all STAMINA and LUCK that it can begin with."""
        now = Scores(0, 0, meals, doses, fortunes)
        won, leave = partial(self.won, leads, now), None
        if escape_at is not None:
            to = self.stages[escape_at]["escape"]
            leave = cache(partial(self.escaped, fight, leads if to is True else self.number[to], now))
        return (_Several if len(fight.foes) > 1 else _Single)(self, fight, won, leave)

    def won(self, leads: int, now: Scores, stamina: int, luck: int) -> Worth:
        """Behind a fight."""
        return self.before(leads, now._replace(stamina=stamina, luck=luck))

    def escaped(self, fight: Encounter, to: int, now: Scores, stamina: int, luck: int) -> Worth:
        """After an escape, with its wound and the decision about it."""
        rules = fight.rules
        plain, lucky, unlucky = rules["lost"]

        def wounded(damage: int, luck: int) -> Worth:
            if stamina <= damage:
                return NOTHING
            return self.before(to, now._replace(stamina=stamina - damage, luck=luck))

        keep = wounded(plain, luck)
        if luck < 1 or self.use == "never":
            return keep
        good, spent = lucky_chance(luck), luck - rules["luck_cost"]
        test = mixed([(good, wounded(lucky, spent)), (1 - good, wounded(unlucky, spent))])
        if self.use == "ahead":
            return best([keep, test])
        lives = good * (stamina > lucky) + (1 - good) * (stamina > unlucky)
        price = self.price if self.use == "thrifty" else Fraction(0)
        return test if lives - price * rules["luck_cost"] > (stamina > plain) else keep

    def tests_alone(self, fight: Encounter, where: tuple[Any, ...], outcome: str) -> bool:
        """Whether the way to use luck tests here, of one foe; `where` is (STAMINA, foe's, LUCK, run, rounds left)."""
        if self.use == "never":
            return False
        keep, test = self.alone(fight)._options(0, *where, outcome)
        return test is not None and test.value > keep.value

    def _alone(self, fight: Encounter) -> SlowFight:
        """A fight as if nothing else counted, against a foe with any STAMINA."""
        (skill, _), price = fight.foes[0], self.price if self.use == "thrifty" else 0
        hero = {**self.hero, "skill": fight.skill}
        asked = {"hero": hero, "foe": {"skill": skill, "stamina": 1}, "ahead": {"luck_price": float(price)}}
        return SlowFight(asked, fight.rules)

    def tests_group(self, fight: Encounter, place: Place, outcome: str) -> bool:
        """The same against several foes at once."""
        return self.use != "never" and self.alone_group(fight).is_test_better(place, outcome)

    def _alone_group(self, fight: Encounter) -> SlowGroup:
        """The same against several foes at once."""
        price = self.price if self.use == "thrifty" else Fraction(0)

        def worth(reached: int) -> Callable[[int, int], tuple[Fraction, ...]]:
            return lambda _, luck: (reached + price * luck,)

        return SlowGroup(fight.skill, list(fight.foes), fight.rules, fight.attack, worth(1), worth(0))

    # Everything.

    def with_actions(self, at: int, worth: Worth, ways: Mapping[str, Worth]) -> Worth:
        """A worth that also counts what each way would be worth."""
        if not self.is_told:
            return worth
        return worth | {(at, name): way[VALUE] for name, way in ways.items()}


class _Single:
    """A fight against one foe within an adventure."""

    def __init__(
        self,
        of: SlowAdventure,
        fight: Encounter,
        won: Callable[[int, int], Worth],
        leave: Callable[[int, int], Worth] | None,
    ) -> None:
        self.of, self.fight, self.won, self.leave = of, fight, won, leave
        self.rules = fight.rules
        self.ways = round_ways(fight.skill - fight.foes[0][0])
        self.before, self.rolled = cache(self._before), cache(self._rolled)

    def worth(self, stamina: int, foes: tuple[int, ...], luck: int, *, may_leave: bool = True) -> Worth:
        """Before the first round."""
        where = stamina, foes[0], luck, 0, self.rules["rounds"]
        return self.before(*where) if may_leave else self.rolled(*where)

    def _before(self, hero: int, foe: int, luck: int, run: int, left: int | None) -> Worth:
        fought = self.rolled(hero, foe, luck, run, left)
        return fought if self.leave is None else best([fought, self.leave(hero, luck)])

    def _rolled(self, hero: int, foe: int, luck: int, run: int, left: int | None) -> Worth:
        where = hero, foe, luck, run, left
        parts = [(self.ways[o], self.chosen(where, o)) for o in ("won", "lost") if self.ways[o]]
        drawn = 0 if self.rules["draw_breaks_run"] else run
        after = None if left is None else left - 1
        if (drawn, after) != (run, left) and self.ways["drawn"]:
            parts.append((self.ways["drawn"], self.after(hero, foe, luck, drawn, after)))
        total = sum(ways for ways, _ in parts)
        return mixed([(Fraction(ways, total), worth) for ways, worth in parts])

    def chosen(self, where: tuple[Any, ...], outcome: str) -> Worth:
        hero, foe, luck, run, left = where
        plain, lucky, unlucky = self.rules[outcome]
        after, run = None if left is None else left - 1, 0 if outcome == "won" else run + 1

        def hit(damage: int, luck: int) -> Worth:
            if outcome == "won":
                return self.after(hero, foe - damage, luck, run, after)
            return self.after(hero - damage, foe, luck, run, after)

        if luck < 1:
            return hit(plain, luck)
        good, spent = lucky_chance(luck), luck - self.rules["luck_cost"]
        if self.of.use == "never":
            return hit(plain, luck)
        keep, test = hit(plain, luck), mixed([(good, hit(lucky, spent)), (1 - good, hit(unlucky, spent))])
        if self.of.use == "ahead":
            return best([keep, test])
        return test if self.of.tests_alone(self.fight, where, outcome) else keep

    def after(self, hero: int, foe: int, luck: int, run: int, left: int | None) -> Worth:
        if foe <= self.rules["foe_yields_at"]:
            return self.won(hero, luck)
        if hero <= 0 or (self.rules["losing_run"] is not None and run >= self.rules["losing_run"]):
            return NOTHING
        if left == 0:
            return self.won(hero, luck) if self.rules["out_of_rounds"] == "won" else NOTHING
        return self.before(hero, foe, luck, run if self.rules["losing_run"] else 0, left)


class _Several:
    """A fight against several foes at once within an adventure; worths are written as tuples for `SlowGroup`."""

    def __init__(
        self,
        of: SlowAdventure,
        fight: Encounter,
        won: Callable[[int, int], Worth],
        leave: Callable[[int, int], Worth] | None,
    ) -> None:
        self.leave = leave
        last = len(of.stages)
        pairs = [(i, name) for i, stage in enumerate(of.stages) for name in _actions(stage)]
        self.keys: list[Any] = [VALUE, *range(last), *pairs] if of.is_told else [VALUE]

        def row(worth: Worth) -> tuple[Fraction, ...]:
            return tuple(worth.get(key, Fraction(0)) for key in self.keys)

        self.group = SlowGroup(
            fight.skill,
            list(fight.foes),
            fight.rules,
            fight.attack,
            lambda hero, luck: row(won(hero, luck)),
            lambda hero, luck: row(NOTHING),
            tests=None if of.use == "ahead" else partial(of.tests_group, fight),
            leave=None if leave is None else lambda hero, luck: row(leave(hero, luck)),
        )

    def worth(self, stamina: int, foes: tuple[int, ...], luck: int, *, may_leave: bool = True) -> Worth:
        """Before the first round."""
        if may_leave:
            found = self.group.before(stamina, foes, luck)
        else:
            against = [self.group.against(target, stamina, foes, luck) for target in range(len(foes))]
            found = max(against, key=lambda worth: worth[0])
        return {key: number for key, number in zip(self.keys, found, strict=True) if number or key == VALUE}


def best(ways: Sequence[Worth]) -> Worth:
    """The first of the best."""
    return max(ways, key=lambda worth: worth[VALUE])


def _actions(stage: Mapping[str, Any]) -> list[str]:
    """The names of what can be decided in a stage."""
    ways: list[str] = stage.get("choice", ["fight", "escape"] if "escape" in stage else [])
    return ways


def _single_stages(stages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The stages with one unknown foe each; the last of several leads where the stage leads."""
    single: list[Mapping[str, Any]] = []
    for stage in stages:
        for more in range(stage.get("unknown", 1) - 1, 0, -1):
            single.append({"unknown": 1, "rules": stage["rules"]} if "rules" in stage else {"unknown": 1})
            if more == stage["unknown"] - 1 and "name" in stage:
                single[-1] = {**single[-1], "name": stage["name"]}
        is_later = stage.get("unknown", 1) > 1
        single.append({key: value for key, value in stage.items() if not (is_later and key == "name")})
    return single


def slow_adventure(
    file: Mapping[str, Any], hero: Mapping[str, int], foes: Mapping[tuple[int, int], int], luck_price: Fraction
) -> dict[str, Any]:
    """As `atlas adventure --json` gives it, in fractions."""

    def value(use: str = "ahead", more: Mapping[str, int] | None = None, meals: int = 0) -> Fraction:
        changed = {**file, "meals": file.get("meals", 0) + meals}
        stronger = {score: number + (more or {}).get(score, 0) for score, number in hero.items()}
        return SlowAdventure(changed, stronger, foes, luck_price, use).value()

    now = value()
    worth = {"luck": value(more={"luck": 1}) - now, "stamina": value(more={"stamina": 1}) - now}
    solver = SlowAdventure(file, hero, foes, luck_price, is_told=True)
    expected = solver.before(0, solver.start())
    stages, at = [], 0
    for stage in file["stages"]:
        stages.append(_told_stage(stage, at, expected))
        at += stage.get("unknown", 1)
    return {use: value(use) for use in USES} | {"worth": worth | {"meal": value(meals=1) - now}, "stages": stages}


def _told_stage(stage: Mapping[str, Any], at: int, expected: Worth) -> dict[str, Any]:
    """What is said of one stage."""
    reached = expected.get(at, Fraction(0))
    entry: dict[str, Any] = {"name": stage.get("name"), "reached": reached}
    names = _actions(stage)
    if not names:
        return entry
    actions = {name: expected.get((at, name), Fraction(0)) / reached if reached else None for name in names}
    decision = max(names, key=lambda name: actions[name] or Fraction(0)) if reached else None
    return entry | {"decision": decision, "actions": actions}
