"""Any rules, any goal, any foes ahead: the Bellman equation as it stands, in fractions.

It shares nothing with the package: dice are counted here, rules are read here, a memory is two plain numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

BOOKS: dict[str, Any] = {
    "won": [2, 4, 1],
    "lost": [2, 1, 3],
    "luck_cost": 1,
    "foe_yields_at": 0,
    "losing_run": None,
    "draw_breaks_run": False,
    "rounds": None,
    "out_of_rounds": "lost",
}
End = Callable[[int, int], Fraction]
"""What it is worth to go on with a stamina, 0 for the fallen, and a luck."""


def round_chances(skill_gap: int) -> tuple[Fraction, Fraction, Fraction]:
    """Won, drawn, lost, by trying all rolls."""
    totals = [a + b + skill_gap - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
    counts = (sum(t > 0 for t in totals), sum(t == 0 for t in totals), sum(t < 0 for t in totals))
    won, drawn, lost = (Fraction(n, 6**4) for n in counts)
    return won, drawn, lost


def lucky_chance(luck: int) -> Fraction:
    return Fraction(sum(a + b <= luck for a, b in product(range(1, 7), repeat=2)), 36)


@dataclass
class SlowFight:
    """One fight; `after` is what follows it. `decide` plays by a rule instead of the best choice."""

    rules: dict[str, Any]
    skill_gap: int
    after: End
    decide: Callable[["SlowFight", str, int, int, int, int, int], bool] | None = None

    def __post_init__(self) -> None:
        self.rules = BOOKS | self.rules
        self.chances = round_chances(self.skill_gap)
        self.value = cache(self._value)

    def start(self, hero: int, foe: int, luck: int) -> Fraction:
        return self.value(hero, foe, luck, 0, self.rules["rounds"] or 0)

    def _value(self, hero: int, foe: int, luck: int, run: int, left: int) -> Fraction:
        won, drawn, lost = self.chances
        here = (hero, foe, luck, run, left)
        total = won * self.taken("won", *here) + lost * self.taken("lost", *here)
        run_after_draw = 0 if self.rules["draw_breaks_run"] else run
        if not self.rules["rounds"] and run_after_draw == run:
            return total / (1 - drawn)
        return total + drawn * self.go_on(hero, foe, luck, run_after_draw, left)

    def go_on(self, hero: int, foe: int, luck: int, run: int, left: int) -> Fraction:
        """Nobody has fallen in this round: is the fight over all the same?"""
        if self.rules["rounds"]:
            left -= 1
            if left == 0:
                return self.after(hero if self.rules["out_of_rounds"] == "won" else 0, luck)
        return self.value(hero, foe, luck, run, left)

    def taken(self, outcome: str, *here: int) -> Fraction:
        """What a round is worth with the better choice, or the one decided on."""
        options = self.options(outcome, *here)
        if self.decide is None:
            return max(options)
        return options[-1 if self.decide(self, outcome, *here) else 0]

    def options(self, outcome: str, hero: int, foe: int, luck: int, run: int, left: int) -> list[Fraction]:
        """Keeping, and testing where there is luck for it."""
        plain, lucky, unlucky = self.rules[outcome]
        kept = self.hit(outcome, hero, foe, luck, run, left, plain)
        if luck < 1:
            return [kept]
        spent, chance = luck - self.rules["luck_cost"], lucky_chance(luck)
        good, bad = (self.hit(outcome, hero, foe, spent, run, left, damage) for damage in (lucky, unlucky))
        return [kept, chance * good + (1 - chance) * bad]

    def hit(self, outcome: str, hero: int, foe: int, luck: int, run: int, left: int, damage: int) -> Fraction:
        if outcome == "won":
            foe -= damage
            if foe <= self.rules["foe_yields_at"]:
                return self.after(hero, luck)
            return self.go_on(hero, foe, luck, 0, left)
        hero, run = hero - damage, run + 1
        if hero <= 0 or run == self.rules["losing_run"]:
            return self.after(0, luck)
        return self.go_on(hero, foe, luck, run if self.rules["losing_run"] else 0, left)


def goal_worth(ahead: dict[str, Any]) -> End:
    """Of the very end."""
    price = Fraction(str(ahead.get("luck_price", 0)))
    stamina_needed, luck_needed = ahead.get("least_stamina", 1), ahead.get("least_luck", 0)

    def worth(stamina: int, luck: int) -> Fraction:
        return Fraction(stamina >= stamina_needed and luck >= luck_needed) + price * luck

    return worth


def slow_chain(hero_skill: int, foes: list[tuple[int, int]], rules: dict[str, Any], end: End) -> SlowFight:
    """The first of some fights, each followed by the next."""
    (skill, _), *others = foes
    after = _then(slow_chain(hero_skill, others, rules, end), others[0][1], end) if others else end
    return SlowFight(rules, max(-10, min(10, hero_skill - skill)), after)


def _then(fight: SlowFight, foe_stamina: int, end: End) -> End:
    return lambda stamina, luck: fight.start(stamina, foe_stamina, luck) if stamina > 0 else end(0, luck)
