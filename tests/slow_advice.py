"""The answer for one fight in one line, obviously right and slow: the dice are tried one by one, in fractions.

Written from the description of a fight and the rules of the books alone; it shares no code with `atlas` or the script,
and takes every SKILL gap as it is, however wide.
"""

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

BOOKS = {
    "won": [2, 4, 1],
    "lost": [2, 1, 3],
    "luck_cost": 1,
    "foe_yields_at": 0,
    "losing_run": None,
    "draw_breaks_run": False,
    "rounds": None,
    "out_of_rounds": "lost",
}
SUMS = [a + b for a, b in product(range(1, 7), repeat=2)]


@cache
def round_ways(skill_gap: int) -> dict[str, int]:
    """Of all rolls of a round, by trying them."""
    leads = [a + skill_gap - b for a, b in product(SUMS, SUMS)]
    return {"won": sum(n > 0 for n in leads), "lost": sum(n < 0 for n in leads), "drawn": leads.count(0)}


@cache
def lucky_chance(luck: int) -> Fraction:
    """By trying the dice."""
    return Fraction(sum(total <= luck for total in SUMS), 36)


class Prospect(NamedTuple):
    """What lies before the hero."""

    value: Fraction
    wins: Fraction
    """of the fight at hand"""
    luck: Fraction
    """left after the fight at hand"""
    survival: Fraction


class SlowFight:
    """One fight and what lies ahead; `rules` is an object."""

    def __init__(self, fight: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
        self.rules = BOOKS | dict(rules)
        ahead = fight.get("ahead", {})
        self.skill = fight["hero"]["skill"]
        self.foes = [(fight["foe"]["skill"], fight["foe"]["stamina"]), *map(tuple, ahead.get("foes", []))]
        self.price = Fraction(str(ahead.get("luck_price", 0)))
        self.least = ahead.get("least_stamina", 1), ahead.get("least_luck", 0)
        self.start = fight["hero"]["stamina"], fight["foe"]["stamina"], fight["hero"]["luck"]
        self.before, self._options = cache(self._before), cache(self._keep_or_test)

    def answer(self) -> dict[str, Any]:
        """As `advise` gives it, in fractions."""
        hero, foe, luck = self.start
        fresh = (0, self.rules["rounds"])
        now = self.before(0, hero, foe, luck, *fresh)
        without = self.before(0, hero, foe, 0, *fresh)
        return {
            "won": self._told(hero, foe, luck, "won"),
            "lost": self._told(hero, foe, luck, "lost"),
            "value": now.value,
            "win_chance": now.wins,
            "win_chance_never": without.wins,
            "luck_spent": luck - now.luck,
            "survival": now.survival,
        }

    def options(self, hero: int, foe: int, luck: int, outcome: str) -> tuple[Prospect, Prospect | None]:
        """After the first round: what follows if you keep, and if you test."""
        return self._options(0, hero, foe, luck, 0, self.rules["rounds"], outcome)

    def _told(self, hero: int, foe: int, luck: int, outcome: str) -> dict[str, Any]:
        keep, test = self.options(hero, foe, luck, outcome)
        if test is None:
            return {"verdict": "keep", "test": None, "keep": keep.value, "stake": None}
        stake = test.value - keep.value
        verdict = "test" if stake > 0 else "keep" if stake < 0 else "either"
        return {"verdict": verdict, "test": test.value, "keep": keep.value, "stake": stake}

    def _before(self, at: int, hero: int, foe: int, luck: int, run: int, left: int | None) -> Prospect:
        """Before a round against one of the foes, by all rolls of it."""
        chance = round_ways(self.skill - self.foes[at][0])
        parts = [(chance[o], self._chosen(at, hero, foe, luck, run, left, o)) for o in ("won", "lost") if chance[o]]
        drawn = 0 if self.rules["draw_breaks_run"] else run
        if left is not None or drawn != run:
            after = None if left is None else left - 1
            parts.append((chance["drawn"], self._after(at, hero, foe, luck, drawn, after)))
        total = sum(ways for ways, _ in parts)
        return Prospect(*(sum(ways * p[i] for ways, p in parts) / Fraction(total) for i in range(4)))

    def _chosen(self, at: int, hero: int, foe: int, luck: int, run: int, left: int | None, outcome: str) -> Prospect:
        keep, test = self._options(at, hero, foe, luck, run, left, outcome)
        return test if test is not None and test.value > keep.value else keep

    def _keep_or_test(
        self, at: int, hero: int, foe: int, luck: int, run: int, left: int | None, outcome: str
    ) -> tuple[Prospect, Prospect | None]:
        plain, lucky, unlucky = self.rules[outcome]
        after = None if left is None else left - 1
        lost_run = 0 if outcome == "won" else run + 1

        def hit(damage: int, luck: int) -> Prospect:
            if outcome == "won":
                return self._after(at, hero, foe - damage, luck, lost_run, after)
            return self._after(at, hero - damage, foe, luck, lost_run, after)

        keep = hit(plain, luck)
        if luck < 1:
            return keep, None
        good = lucky_chance(luck)
        spent = luck - self.rules["luck_cost"]
        pairs = zip(hit(lucky, spent), hit(unlucky, spent), strict=True)
        return keep, Prospect(*(good * a + (1 - good) * b for a, b in pairs))

    def _after(self, at: int, hero: int, foe: int, luck: int, run: int, left: int | None) -> Prospect:
        """After a round: the fight may be over."""
        if foe <= self.rules["foe_yields_at"]:
            return self._won(at, hero, luck)
        if hero <= 0 or (self.rules["losing_run"] is not None and run >= self.rules["losing_run"]):
            return self._fallen(luck)
        if left == 0:
            return self._won(at, hero, luck) if self.rules["out_of_rounds"] == "won" else self._fallen(luck)
        return self.before(at, hero, foe, luck, run if self.rules["losing_run"] else 0, left)

    def _fallen(self, luck: int) -> Prospect:
        return Prospect(self.price * luck, Fraction(0), Fraction(luck), Fraction(0))

    def _won(self, at: int, hero: int, luck: int) -> Prospect:
        if at + 1 < len(self.foes):
            then = self.before(at + 1, hero, self.foes[at + 1][1], luck, 0, self.rules["rounds"])
            return Prospect(then.value, Fraction(1), Fraction(luck), then.survival)
        reached = Fraction(hero >= self.least[0] and luck >= self.least[1])
        return Prospect(reached + self.price * luck, Fraction(1), Fraction(luck), reached)


def rounded(answer: Any) -> Any:
    """An answer in fractions, each as the float nearest to it."""
    if isinstance(answer, Mapping):
        return {key: rounded(value) for key, value in answer.items()}
    return float(answer) if isinstance(answer, Fraction) else answer


def random_rules(dice: random.Random) -> dict[str, Any]:
    """Rules that a book might have, and some that none has."""
    cost = dice.choice([1, 1, 1, 0])
    rules: dict[str, Any] = {"luck_cost": cost}
    for outcome in ("won", "lost"):
        rules[outcome] = [dice.randint(1, 4), dice.randint(1 - cost, 6), dice.randint(1 - cost, 5)]
    if dice.random() < 0.4:
        rules["foe_yields_at"] = dice.randint(1, 4)
    if dice.random() < 0.4:
        rules |= {"losing_run": dice.randint(2, 4), "draw_breaks_run": dice.random() < 0.5}
    if dice.random() < 0.4:
        rules |= {"rounds": dice.randint(1, 12), "out_of_rounds": dice.choice(["won", "lost"])}
    return rules


def random_fight(dice: random.Random, rules: str | dict[str, Any], yields_at: int, most: int = 12) -> dict[str, Any]:
    """Any skill gap from −20 to +20, those to ±6 more often."""
    widest, less = dice.choice([6, 20]), dice.randint(0, 9)
    gap = dice.randint(-widest, widest)
    hero = {"skill": less + max(gap, 0), "stamina": dice.randint(1, most), "luck": dice.randint(0, 13)}
    foe = {"skill": less + max(-gap, 0), "stamina": dice.randint(yields_at + 1, yields_at + most)}
    fight: dict[str, Any] = {"hero": hero, "foe": foe, "rules": rules}
    if dice.random() < 0.5:
        fight["ahead"] = {"luck_price": dice.choice([0, 1e-06, 0.001, 0.02, 0.5])}
        if dice.random() < 0.5:
            fight["ahead"] |= {"least_stamina": dice.randint(1, 5), "least_luck": dice.randint(0, 4)}
    return fight
