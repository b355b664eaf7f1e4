"""An adventure in plain words: the chance to come through, what to do at each stage, when to test in each fight."""

from collections.abc import Iterator
from fractions import Fraction

from atlas.game.journey import AdventureForHero, best_action
from atlas.game.rules import Outcome
from atlas.game.stages import FightStage, Potion, Skirmish
from atlas.tables.thresholds import threshold_table
from atlas.wording import amount, chance, wins_in_100

WAYS = {
    "never": "never testing",
    "all-out": "all-out, each fight for itself",
    "thrifty": "thrifty in every fight",
    "ahead": "knowing what lies ahead",
}
"""by the names in `AdventureForHero.ways`"""
POTIONS = {
    Potion.STRENGTH: "Potion of Strength",
    Potion.FORTUNE: "Potion of Fortune",
    Potion.SKILL: "Potion of Skill",
    None: "no potion",
}
ONE_MORE = {"luck": "1 LUCK", "stamina": "1 STAMINA", "meal": "1 meal"}


def journey_lines(journey: AdventureForHero, luck_price: Fraction) -> Iterator[str]:
    """Yield the lines of the whole answer."""
    yield _heading(journey)
    yield from ("", "Chance to come through")
    survival = journey.ways(luck_price)
    yield from (f"  {words:<34}{chance(survival[way])}" for way, words in WAYS.items())
    yield from ("", "One more at the start is worth this")
    worths = journey.one_more()
    yield from (f"  {words:<34}{wins_in_100(worths[name])}" for name, words in ONE_MORE.items())
    if journey.adventure.potion:
        yield from ("", f"Chance to come through by the potion you take, {_measures(journey.adventure.doses)}")
        by_potion = sorted(journey.by_potion().items(), key=lambda pair: -pair[1])
        yield from (f"  {POTIONS[potion]:<34}{chance(share)}" for potion, share in by_potion)
    yield from ("", "What to do, stage by stage; with each, what 1 more LUCK is worth there on average")
    names = journey.adventure.names()
    for place, number in enumerate(journey.listed(), 1):
        yield from _stage(journey, place, number, names)
    for place, number in enumerate(journey.listed(), 1):
        kind = journey.adventure.stages[number].kind
        if isinstance(kind, FightStage) and len(kind.fight.foes) == 1:
            (foe,) = kind.fight.foes
            yield from ("", f"{place}. {names[number]}: SKILL {foe.skill}, STAMINA {foe.stamina}")
            for outcome in Outcome:
                yield from _table(journey, number, kind.fight, outcome)


def _heading(journey: AdventureForHero) -> str:
    """Return the line that says who goes on which adventure with what."""
    adventure, start = journey.adventure, journey.start
    carried = [f"{adventure.title}: SKILL {start.skill}, STAMINA {start.stamina}, LUCK {start.luck}"]
    if adventure.meals:
        carried.append(f"{adventure.meals} meal{'s' * (adventure.meals > 1)} of {adventure.meal} STAMINA")
    if adventure.potion and adventure.doses:
        carried.append(f"{POTIONS[adventure.potion]}, {_measures(adventure.doses)}")
    return ", ".join(carried)


def _measures(doses: int) -> str:
    return f"{doses} measure{'s' * (doses != 1)}"


def _stage(journey: AdventureForHero, place: int, number: int, names: list[str]) -> Iterator[str]:
    """Yield the lines of one stage."""
    worth, provisions = journey.luck_worth(number), journey.provisions(number)
    if worth is None or provisions is None:
        yield f"  {place:>2}. {names[number]:<30}nobody gets here"
        return
    yield f"  {place:>2}. {names[number]:<30}{wins_in_100(worth)} ({chance(journey.reached(number))} get here)"
    lifted = "LUCK" if journey.adventure.potion is Potion.FORTUNE else "STAMINA"
    for taken, up_to, do, score, what in (
        (provisions.meals, provisions.eat_up_to, "EAT", "STAMINA", "meals"),
        (provisions.doses, provisions.drink_up_to, "DRINK", lifted, "measures"),
    ):
        if taken and up_to is not None:
            yield f"      {do} before it with {score} {up_to} or less ({amount(taken)} {what} on average)"
        elif taken:
            yield f"      {do} before it now and then ({amount(taken)} {what} on average)"
    actions = journey.played.actions(number)
    best = best_action(actions) if actions else None
    if actions and best is not None:
        yield f"      {_ACTIONS.get(best, f'GO to {best}')}: {_worths(actions)}"


_ACTIONS = {"fight": "FIGHT", "escape": "ESCAPE", "end": "GO to the end"}


def _worths(actions: dict[str, Fraction | None]) -> str:
    """Return what each action is worth to those who come to choose."""
    return ", ".join(f"{name} {chance(worth)}" for name, worth in actions.items() if worth is not None)


def _table(journey: AdventureForHero, number: int, fight: Skirmish, outcome: Outcome) -> Iterator[str]:
    """Yield the lines of the table of the lowest LUCK at which to test, by the staminas that this fight can have."""
    (foe,), lucks = fight.foes, journey.start.luck + 1
    heroes, foes = range(journey.start.stamina), range(fight.rules.foe_yields_at, foe.stamina)
    verdicts = journey.verdicts(number, outcome)[:lucks]
    table = threshold_table(verdicts)
    yield f"   You {outcome} the round: TEST with this LUCK or more. Down your STAMINA, across the foe’s"
    if not any(any(row) for row in table.cells):
        yield "     never: KEEP your LUCK"
        return
    width = 2 + max(len(cell) for row in table.cells for cell in row)
    yield "     " + "".join(f"{stamina + 1:>{width}}" for stamina in foes)
    for hero in heroes:
        cells = table.cells[hero][foes.start :]
        if any(cells):
            yield f"   {hero + 1:>2}" + "".join(f"{cell or '·':>{width}}" for cell in cells)
    yield from (f"     {letter}: LUCK {lucks_held}" for letter, lucks_held in table.notes.items())
