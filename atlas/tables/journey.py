"""An adventure in plain words: the chance to come through, what luck is worth on the way, a table for each fight."""

from collections.abc import Iterator
from fractions import Fraction

from atlas.game.adventure import AdventureForHero
from atlas.game.ahead import Foe, Leg
from atlas.game.rules import Outcome
from atlas.tables.thresholds import threshold_table
from atlas.wording import chance, wins_in_100

WAYS = {
    "never": "never testing",
    "all-out": "all-out, each fight for itself",
    "thrifty": "thrifty in every fight",
    "ahead": "knowing what lies ahead",
}
"""by the names in `AdventureForHero.ways`"""


def journey_lines(journey: AdventureForHero, luck_price: Fraction) -> Iterator[str]:
    """Yield the lines of the whole answer."""
    start, adventure = journey.start, journey.adventure
    yield f"{adventure.title}: SKILL {start.skill}, STAMINA {start.stamina}, LUCK {start.luck}"
    yield from ("", "Chance to come through")
    survival = journey.ways(luck_price)
    yield from (f"  {words:<34}{chance(survival[way])}" for way, words in WAYS.items())
    yield from ("", "One more point of LUCK is worth this, on average, to those who get so far")
    numbered = list(enumerate(zip(adventure.names, journey.legs, strict=True)))
    for number, (name, _) in numbered:
        worth = journey.luck_worth(number)
        worth_of_luck = (
            "nobody gets here"
            if worth is None
            else f"{wins_in_100(worth)} ({chance(journey.reached(number))} get here)"
        )
        yield f"  {number + 1:>2}. {name:<30}{worth_of_luck}"
    for number, (name, leg) in numbered:
        if isinstance(leg.stage, Foe):
            yield from ("", f"{number + 1}. {name}: SKILL {leg.stage.skill}, STAMINA {leg.stage.stamina}")
            for outcome in Outcome:
                yield from _table(leg, outcome)


def _table(leg: Leg, outcome: Outcome) -> Iterator[str]:
    """Yield the lines of the table of the lowest LUCK at which to test, by the staminas that this fight can have."""
    assert isinstance(leg.stage, Foe)
    lucks = leg.start.luck + 1
    heroes, foes = range(leg.start.stamina), range(leg.rules.foe_yields_at, leg.stage.stamina)
    table = threshold_table(leg.solution.verdicts(outcome)[:lucks, : len(heroes), : leg.stage.stamina])
    yield f"   You {outcome} the round: TEST with this LUCK or more. Down your STAMINA, across the foe’s"
    if not any(any(row) for row in table.cells):
        yield "     never: KEEP your LUCK"
        return
    width = 2 + max(len(cell) for row in table.cells for cell in row)
    yield "     " + "".join(f"{foe + 1:>{width}}" for foe in foes)
    for hero in heroes:
        cells = table.cells[hero][foes.start :]
        if any(cells):
            yield f"   {hero + 1:>2}" + "".join(f"{cell or '·':>{width}}" for cell in cells)
    yield from (f"     {letter}: LUCK {lucks_held}" for letter, lucks_held in table.notes.items())
