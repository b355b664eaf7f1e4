"""An adventure in plain words: the chance to come through, what to do at each stage, when to test in each fight."""

from collections.abc import Iterator
from fractions import Fraction

from atlas.cards.small_choice import GroupUse, Score
from atlas.game.journey import AdventureForHero, Provisions
from atlas.game.stages import Adventure, Potion
from atlas.policies.targets import MORE_SKILL
from atlas.signs import ALWAYS, KEEP
from atlas.tables.route import RouteGrid, RouteStop, route_card
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
SCORES = {
    Score.STAMINA: "STAMINA {}",
    Score.IN_ALL: "STAMINA {} in all",
    Score.LUCK: "LUCK {}",
    Score.MEASURES: "measures left: {}",
}
WHILE_ANOTHER_STANDS = f"while another foe stands count SKILL as {MORE_SKILL} higher"
GROUP_USES = {
    GroupUse.KEEP: "KEEP your LUCK in this fight",
    GroupUse.STAY_ALIVE: "KEEP your LUCK, but TEST a wound that would kill you",
    GroupUse.MORE_TO_COME: f"LUCK by the cheat sheet, more to come; {WHILE_ANOTHER_STANDS}",
    GroupUse.LAST_FIGHT: f"LUCK as in the last fight; {WHILE_ANOTHER_STANDS}",
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
    card = route_card(journey)
    yield from ("", "What to do, stage by stage, with the chance to come through from there; at the end of a line what")
    yield "1 more LUCK is worth there on average"
    for stop in card.stops:
        yield from _stop(stop, journey.adventure)
    if any(stop.grids for stop in card.stops):
        most = f"LUCK and forks told in so few words lose {card.most_lost} wins in 100 at most in one stage."
        yield from ("", *GRIDS_SAY, most)


GRIDS_SAY = (
    "In the grids: your STAMINA upwards, the foe’s to the right, both before the round. 7: TEST with LUCK 7 or more;",
    f"{ALWAYS}: TEST with any LUCK; {KEEP}: KEEP.",
)


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


def _stop(stop: RouteStop, adventure: Adventure) -> Iterator[str]:
    """Yield the lines of one stage."""
    if stop.here is None or stop.luck_worth is None or stop.provisions is None:
        yield f"  {stop.place:>2}. {stop.name:<30}nobody gets here"
        return
    reached = f"; {chance(stop.reached)} get here" if stop.reached < 1 else ""
    yield f"  {stop.place:>2}. {stop.name:<30}{chance(stop.here):>6}{reached}; {wins_in_100(stop.luck_worth)}"
    yield from (
        f"      {line}"
        for line in (*_taken(stop, stop.provisions, adventure.potion), *_chosen(stop, adventure), *_luck(stop))
    )


def _taken(stop: RouteStop, taken: Provisions, potion: Potion | None) -> Iterator[str]:
    """Yield what is eaten and drunk before a stage."""
    lifted = "LUCK" if potion is Potion.FORTUNE else "STAMINA"
    for said, average, up_to, do, score, what in (
        (stop.eats, taken.meals, taken.eat_up_to, "EAT", "STAMINA", "meals"),
        (stop.drinks, taken.doses, taken.drink_up_to, "DRINK", lifted, "measures"),
    ):
        if said:
            when = "now and then" if up_to is None else f"with {score} {up_to} or less"
            yield f"{do} before it {when} ({amount(average)} {what} on average)"


def _chosen(stop: RouteStop, adventure: Adventure) -> Iterator[str]:
    """Yield which way to go, when to escape, whom to hit."""
    if stop.escape_to:
        fight, escape = (chance(way.worth or Fraction(0)) for way in stop.ways)
        first = "ESCAPE" if stop.ways[1].is_best else "FIGHT"
        yield f"{first}: fight {fight}, escape at once {escape}"
        for each in stop.escapes:
            yield f"ESCAPE before a round with STAMINA {each.yours} while the foe has {each.foes}"
    elif stop.ways and not stop.ways[0].total:
        yield from _fork(stop, adventure)
    if stop.target and stop.fight:
        skill, stamina = stop.target
        then = ", then the highest SKILL" if len(stop.fight.foes) > 2 else ""
        yield f"HIT the foe with SKILL {skill} and STAMINA {stamina} first{then}"
    if stop.group_use:
        yield GROUP_USES[stop.group_use]


def _fork(stop: RouteStop, adventure: Adventure) -> Iterator[str]:
    """Yield which way to go at a fork, and what each is worth."""
    worths = ", ".join(f"{way.name} {chance(way.worth or Fraction(0))}" for way in stop.ways)
    if stop.score is Score.NOTHING:
        yield f"GO to {next(way.name for way in stop.ways if way.is_best)}: {worths}"
        return
    yield from (f"GO to {way.name} with {SCORES[stop.score].format(way.scores)}" for way in stop.ways if way.scores)
    if stop.score is Score.IN_ALL:
        measure = ", a measure as your STAMINA at the start" if adventure.potion is Potion.STRENGTH else ""
        yield f"  in all: each meal counts as {adventure.meal}{measure}"
    yield f"  on average {worths}"


def _luck(stop: RouteStop) -> Iterator[str]:
    """Yield when to test in a fight."""
    for part in stop.grids:
        who = "" if part.measures is None else f" with {_measures(part.measures)} left"
        if part.keeps:
            yield f"KEEP your LUCK in this fight{who}"
        for grid in () if part.keeps else part.grids:
            yield f"You {grid.outcome} the round{who}:{' KEEP' if grid.keeps else ''}"
            yield from () if grid.keeps else _grid(grid)


def _grid(grid: RouteGrid) -> Iterator[str]:
    """Yield the lines of a grid."""
    width = 2 + max(len(text) for text in (*grid.foes, *(square for row in grid.squares for square in row)))
    yield "  you    foe" + "".join(f"{foe:>{width}}" for foe in grid.foes)
    for yours, row in zip(grid.yours, grid.squares, strict=True):
        yield f"  {yours:<9}" + "".join(f"{square:>{width}}" for square in row)
