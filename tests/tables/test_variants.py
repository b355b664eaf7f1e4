"""What other rules change, against fights played to their end in fractions, one by one."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from atlas.game.edition import Edition
from atlas.game.presets import presets, rule_entries
from atlas.game.rules import Outcome
from atlas.game.solver import solve_pair
from atlas.tables.gap_table import Aim, gap_table
from atlas.tables.variants import difference, together
from tests.slow_advice import Prospect, SlowFight

STAMINA, LUCK, GAPS = 5, 3, (-2, 0, 1)
PRICE = Fraction(1, 1000)


def fight(gap: int, price: Fraction = Fraction(0)) -> dict[str, Any]:
    hero = {"skill": 7 + gap, "stamina": STAMINA, "luck": LUCK}
    return {"hero": hero, "foe": {"skill": 7, "stamina": STAMINA}, "ahead": {"luck_price": str(price)}}


def says(adviser: SlowFight, hero: int, foe: int, luck: int, outcome: str) -> str:
    keep, test = adviser.options(hero, foe, luck, outcome)
    if test is None or test.value < keep.value:
        return "keep"
    return "test" if test.value > keep.value else "either"


class Obedient(SlowFight):
    """Plays by the advice for other rules."""

    def __init__(self, given: Mapping[str, Any], rules: Mapping[str, Any], adviser: SlowFight) -> None:
        super().__init__(given, rules)
        self.adviser = adviser

    def _chosen(self, at: int, hero: int, foe: int, luck: int, run: int, left: int | None, outcome: str) -> Prospect:
        keep, test = self._options(at, hero, foe, luck, run, left, outcome)
        return test if test is not None and says(self.adviser, hero, foe, luck, outcome) == "test" else keep


@pytest.mark.parametrize("name", [name for name in presets() if name != "books"])
def test_a_preset_against_the_books(name: str) -> None:
    rules = presets()[name].rules
    edition = Edition(rules.sized(STAMINA, LUCK), PRICE)
    books = Edition(Edition().rules.sized(STAMINA, LUCK), PRICE)
    mean = together([difference(solve_pair(edition, gap), gap_table(solve_pair(books, gap))) for gap in GAPS])

    advised, ignored, never, apart, losses = [], [], [], [], []
    foes = range(rules.foe_yields_at + 1, STAMINA + 1)
    for gap in GAPS:
        own, by_the_books = SlowFight(fight(gap), rule_entries(rules)), SlowFight(fight(gap), {})
        obedient = Obedient(fight(gap), rule_entries(rules), by_the_books)
        fresh = (0, own.rules["rounds"])
        for luck, hero, foe in product(range(1, LUCK + 1), range(1, STAMINA + 1), foes):
            advised.append(own.before(0, hero, foe, luck, *fresh).wins)
            ignored.append(obedient.before(0, hero, foe, luck, *fresh).wins)
            never.append(own.before(0, hero, foe, 0, *fresh).wins)
            losses.append(advised[-1] - ignored[-1])
            apart += [
                {says(own, hero, foe, luck, o), says(by_the_books, hero, foe, luck, o)} == {"test", "keep"}
                for o in Outcome
            ]
    assert (mean.advised, mean.ignored, mean.never) == tuple(sum(n) / len(n) for n in (advised, ignored, never))
    assert mean.worst.cost == max(losses) >= 0 and mean.cost == mean.advised - mean.ignored
    assert mean.decisions[Aim.BEST] == Fraction(sum(apart), len(apart))


@pytest.mark.parametrize("name", ["weapon-3", "armoured-foe"])
def test_thrifty_decisions_are_counted_by_themselves(name: str) -> None:
    rules = presets()[name].rules
    edition, books = (Edition(r.sized(STAMINA, LUCK), PRICE) for r in (rules, Edition().rules))
    changes = difference(solve_pair(edition, 0), gap_table(solve_pair(books, 0)))
    own, by_the_books = SlowFight(fight(0, PRICE), rule_entries(rules)), SlowFight(fight(0, PRICE), {})
    places = list(product(range(1, STAMINA + 1), range(1, STAMINA + 1), range(1, LUCK + 1), Outcome))
    apart = sum({says(own, *place), says(by_the_books, *place)} == {"test", "keep"} for place in places)
    assert changes.decisions[Aim.THRIFTY] == Fraction(apart, len(places)) > 0


def test_the_same_rules_change_nothing() -> None:
    pairs = [solve_pair(Edition(Edition().rules.sized(STAMINA, LUCK)), gap) for gap in GAPS]
    changes = together([difference(pair, gap_table(pair)) for pair in pairs])
    assert changes.cost == changes.worst.cost == 0 and set(changes.decisions.values()) == {0}
