"""Several foes at once, obviously right and slow: every exchange of a round one after the other, in fractions.

Written from the description of a fight and the rules of the books alone; it shares no code with `atlas` or the script.

How it reads what a book leaves open:

- Before every round the hero chooses the target among the foes that stand. The exchange with the target is rolled and
  settled first, then those with the other foes that stood when the round began, as they are listed. A foe other than
  the target can only wound the hero; a round in which nothing happens is rolled again.
- A decision knows what is settled. With one roll of the hero for all (`attack = "one"`) it knows that roll, too; the
  answer's `keep` and `test` are then averages over the rolls that bring the wound in question (null where none does),
  and its verdict is the better of these averages.
- `lost` has an entry for every foe in the order of the list, each as if the exchanges before it had not been.
- `win_chance_never` is the highest chance to win this fight without a test: its targets are best for that.
- Ties go to the first target and to keeping. Rules in which a fight remembers its rounds (`losing_run`, `rounds`) have
  no meaning that books agree on against several foes: they are refused there.
- `ahead.foes` follow one after the other, as after one foe.
"""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from tests.slow_advice import BOOKS, SUMS, SlowFight, lucky_chance, random_rules

Worths = tuple[Fraction, ...]
"""What an end or a state is worth, in several respects; the first is maximised."""
End = Callable[[int, int], Worths]
"""What it is worth to go on with this STAMINA and LUCK."""
HERO_ROLLS = [(total, Fraction(SUMS.count(total), 36)) for total in range(2, 13)]


class Place(NamedTuple):
    """Where a decision stands: in the exchange with the foe `order[at]`, with what is settled so far."""

    order: tuple[int, ...]
    at: int
    roll: int | None
    hero: int
    foes: tuple[int, ...]
    luck: int


def mixed(parts: list[tuple[Fraction, Worths]]) -> Worths:
    """The average of worths."""
    return tuple(sum((chance * worth for chance, worth in column), Fraction(0)) for column in _columns(parts))


def _columns(parts: list[tuple[Fraction, Worths]]) -> list[list[tuple[Fraction, Fraction]]]:
    return [[(chance, worths[i]) for chance, worths in parts] for i in range(len(parts[0][1]))]


class SlowGroup:
    """Foes at once, each (SKILL, STAMINA); `won` and `lost` are what the ends are worth.

    `tests` says where luck is tested, else it is where that is best; `leave` is what it is worth to escape instead of
    the next round.
    """

    def __init__(
        self,
        skill: int,
        foes: list[tuple[int, int]],
        rules: Mapping[str, Any],
        attack: str,
        won: End,
        lost: End,
        tests: Callable[[Place, str], bool] | None = None,
        leave: End | None = None,
    ) -> None:
        self.skill, self.skills, self.rules = skill, [foe[0] for foe in foes], BOOKS | dict(rules)
        assert self.rules["losing_run"] is None and self.rules["rounds"] is None
        self.one_roll, self.won, self.lost, self.leave = attack == "one", won, lost, leave
        self.tests = tests or self.is_test_better
        self.before, self.options, self._exchange = cache(self._before), cache(self._options), cache(self._from)

    def _before(self, hero: int, foes: tuple[int, ...], luck: int) -> Worths:
        """Before a round: the best target, or the escape where that is better still."""
        if not any(foes):
            return self.won(hero, luck)
        worths = [self.against(target, hero, foes, luck) for target in range(len(foes)) if foes[target]]
        if self.leave is not None:
            worths.append(self.leave(hero, luck))
        return max(worths, key=lambda worth: worth[0])

    def targets(self, hero: int, foes: tuple[int, ...], luck: int) -> list[Fraction | None]:
        """What it is worth to attack each."""
        return [self.against(t, hero, foes, luck)[0] if foes[t] else None for t in range(len(foes))]

    def order(self, target: int, foes: tuple[int, ...]) -> tuple[int, ...]:
        """The exchanges of a round."""
        return (target, *(i for i in range(len(foes)) if foes[i] and i != target))

    def against(self, target: int, hero: int, foes: tuple[int, ...], luck: int) -> Worths:
        """Before the roll of a round against this target; if nothing happens in it, it is rolled again."""
        order = self.order(target, foes)
        rolls = HERO_ROLLS if self.one_roll else [(None, Fraction(1))]
        parts = [(chance, self._exchange(Place(order, 0, roll, hero, foes, luck), True)) for roll, chance in rolls]
        again = sum((chance * same for chance, (_, same) in parts), Fraction(0))
        total = mixed([(chance, worths) for chance, (worths, _) in parts])
        return tuple(worth / (1 - again) for worth in total)

    def _from(self, place: Place, untouched: bool) -> tuple[Worths, Fraction]:
        """From an exchange on: worths times their chances, and the chance that nothing happens in all of the round."""
        order, at, roll, hero, foes, luck = place
        if at == len(order):
            if untouched:
                return tuple(Fraction(0) for _ in self.lost(0, luck)), Fraction(1)
            return self.before(hero, foes, luck), Fraction(0)
        parts: list[tuple[Fraction, Worths]] = []
        chance = self.chances(order[at], roll)
        nothing = chance["drawn"]
        if at == 0:
            parts.append((chance["won"], self.chosen(place, "won")))
        else:
            nothing += chance["won"]
        parts.append((chance["lost"], self.chosen(place, "lost")))
        after, same = self._exchange(place._replace(at=at + 1), untouched)
        parts.append((nothing, after))
        return mixed(parts), nothing * same

    def chances(self, foe: int, roll: int | None) -> dict[str, Fraction]:
        """Of an exchange, by trying the dice."""
        mine = SUMS if roll is None else [roll]
        leads = [a + self.skill - b - self.skills[foe] for a in mine for b in SUMS]
        ways = {"won": sum(n > 0 for n in leads), "drawn": leads.count(0), "lost": sum(n < 0 for n in leads)}
        return {result: Fraction(count, len(leads)) for result, count in ways.items()}

    def chosen(self, place: Place, outcome: str) -> Worths:
        """After a wound, given or taken, and the decision about it."""
        keep, test = self.options(place, outcome)
        return keep if test is None or not self.tests(place, outcome) else test

    def is_test_better(self, place: Place, outcome: str) -> bool:
        """Whether testing is worth more than keeping."""
        keep, test = self.options(place, outcome)
        return test is not None and test[0] > keep[0]

    def _options(self, place: Place, outcome: str) -> tuple[Worths, Worths | None]:
        """What it is worth to keep, and to test."""
        plain, lucky, unlucky = self.rules[outcome]
        foe = place.order[place.at]

        def hit(damage: int, luck: int) -> Worths:
            hero, foes = place.hero, list(place.foes)
            if outcome == "lost":
                hero -= damage
            else:
                foes[foe] -= damage
                foes[foe] = 0 if foes[foe] <= self.rules["foe_yields_at"] else foes[foe]
            if hero <= 0:
                return self.lost(0, luck)
            after = place._replace(at=place.at + 1, hero=hero, foes=tuple(foes), luck=luck)
            return self._exchange(after, False)[0]

        keep = hit(plain, place.luck)
        if place.luck < 1:
            return keep, None
        good, spent = lucky_chance(place.luck), place.luck - self.rules["luck_cost"]
        return keep, mixed([(good, hit(lucky, spent)), (1 - good, hit(unlucky, spent))])


class SlowAtOnce:
    """One fight against several foes and what lies ahead; `rules` is an object."""

    def __init__(self, fight: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
        ahead = fight.get("ahead", {})
        hero, self.foes = fight["hero"], [(foe[0], foe[1]) for foe in fight["foes"]]
        self.state = hero["stamina"], tuple(foe[1] for foe in self.foes), hero["luck"]
        self.skill, self.rules, self.attack = hero["skill"], rules, fight.get("attack", "each")
        price = Fraction(str(ahead.get("luck_price", 0)))
        least = ahead.get("least_stamina", 1), ahead.get("least_luck", 0)
        chain = _chain(hero, ahead, rules)

        def won(hero: int, luck: int) -> Worths:
            if chain is not None:
                value, survival = chain(hero, luck)
                return value, Fraction(1), Fraction(luck), survival
            reached = Fraction(hero >= least[0] and luck >= least[1])
            return reached + price * luck, Fraction(1), Fraction(luck), reached

        def lost(_: int, luck: int) -> Worths:
            return price * luck, Fraction(0), Fraction(luck), Fraction(0)

        self.group = SlowGroup(self.skill, self.foes, rules, self.attack, won, lost)

    def answer(self) -> dict[str, Any]:
        """As `advise` gives it, in fractions."""
        hero, foes, luck = self.state
        value, wins, left, survival = self.group.before(hero, foes, luck)
        targets = self.group.targets(hero, foes, luck)
        target = max(range(len(targets)), key=lambda foe: targets[foe] or Fraction(0))
        return {
            "target": target,
            "targets": targets,
            "won": self._told(target, target, "won"),
            "lost": [self._told(target, foe, "lost") for foe in range(len(foes))],
            "value": value,
            "win_chance": wins,
            "win_chance_never": self._never(),
            "luck_spent": luck - left,
            "survival": survival,
        }

    def _never(self) -> Fraction:
        def ends(worth: int) -> End:
            return lambda hero, luck: (Fraction(worth),)

        hero, foes, _ = self.state
        return SlowGroup(self.skill, self.foes, self.rules, self.attack, ends(1), ends(0)).before(hero, foes, 0)[0]

    def _told(self, target: int, foe: int, outcome: str) -> dict[str, Any]:
        """About a wound given to the target, or taken from a foe."""
        hero, foes, luck = self.state
        order, parts = self.group.order(target, foes), []
        for roll, chance in HERO_ROLLS if self.group.one_roll else [(None, Fraction(1))]:
            place = Place(order, order.index(foe), roll, hero, foes, luck)
            weight = chance * self.group.chances(foe, roll)[outcome] if self.group.one_roll else chance
            parts.append((weight, self.group.options(place, outcome)))
        total = sum((weight for weight, _ in parts), Fraction(0))
        if not total:
            return {"verdict": "keep", "test": None, "keep": None, "stake": None}
        keep = sum((weight * keep[0] for weight, (keep, _) in parts), Fraction(0)) / total
        if luck < 1:
            return {"verdict": "keep", "test": None, "keep": keep, "stake": None}
        test = sum((weight * test[0] for weight, (_, test) in parts if test is not None), Fraction(0)) / total
        verdict = "test" if test > keep else "keep" if test < keep else "either"
        return {"verdict": verdict, "test": test, "keep": keep, "stake": test - keep}


def _chain(
    hero: Mapping[str, int], ahead: Mapping[str, Any], rules: Mapping[str, Any]
) -> Callable[[int, int], tuple[Fraction, Fraction]] | None:
    """What the foes that follow leave of a hero: the value and the chance to come through."""
    if not ahead.get("foes"):
        return None
    (skill, stamina), *rest = ahead["foes"]
    foe = {"skill": skill, "stamina": stamina}
    chain = SlowFight({"hero": hero, "foe": foe, "ahead": {**ahead, "foes": rest}}, rules)

    def follows(stamina_left: int, luck: int) -> tuple[Fraction, Fraction]:
        now = chain.before(0, stamina_left, stamina, luck, 0, None)
        return now.value, now.survival

    return follows


def random_group(dice: random.Random, size: int, most: int = 6) -> dict[str, Any]:
    """A fight against so many foes at once: any form, rules, goal and foes ahead."""
    rules = {} if dice.random() < 0.4 else random_rules(dice)
    for key in ("losing_run", "draw_breaks_run", "rounds", "out_of_rounds"):
        rules.pop(key, None)
    yields_at = rules.get("foe_yields_at", 0)
    skill = dice.randint(4, 12)
    gaps = [dice.randint(*dice.choice([(-3, 3), (-7, 7), (-12, 12)])) for _ in range(size)]
    fight: dict[str, Any] = {
        "hero": {"skill": skill, "stamina": dice.randint(1, most), "luck": dice.randint(0, most - 1)},
        "foes": [[max(0, skill - gap), yields_at + dice.randint(1, most)] for gap in gaps],
        "rules": rules,
        "attack": dice.choice(["each", "one"]),
    }
    if dice.random() < 0.5:
        fight["ahead"] = {"luck_price": dice.choice([0, 0.001, 0.02, 0.5])}
        if dice.random() < 0.5:
            fight["ahead"] |= {"least_stamina": dice.randint(1, 3), "least_luck": dice.randint(0, 2)}
        if dice.random() < 0.3:
            fight["ahead"]["foes"] = [[dice.randint(4, 12), yields_at + dice.randint(1, 4)]]
    return fight
