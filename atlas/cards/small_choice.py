"""Choices of an adventure told in a few lines: which way to go at a fork, when to escape, LUCK against several foes.

The exact advice hangs on all that a hero has. Most of that is worth less than anybody can see, so a fork is told by the
one score that tells most: from which STAMINA on, or LUCK, to go where. An escape is told by your STAMINA and the foe's.
Every place counts as often as the best play leads there, and a little besides. Against several foes LUCK is used by the
cards that a player has, to stay alive, or kept: by that which is worth most in this fight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from atlas.cards.fewest import DIGITS, FewestLines, fewest_lines
from atlas.cards.small_grid import EVERYWHERE, MOST_LOST, Span
from atlas.game.adventure import Solver
from atlas.game.dice import clamp_gap
from atlas.game.duel import DuelValues
from atlas.game.melee import Melee
from atlas.game.played import PlayedAdventure
from atlas.game.rules import Outcome, Verdict
from atlas.game.solver import solve
from atlas.game.stages import ChoiceStage, FightStage, Potion
from atlas.game.worth import Worth
from atlas.game.worths import Array, Indices
from atlas.policies.conditions import Condition
from atlas.policies.policy import NEVER, Rule, RuleList, Solved
from atlas.policies.targets import MORE_SKILL, GroupLuck, GroupPlay, TargetRule, play_by_rules


class Score(StrEnum):
    """What a fork may hang on."""

    NOTHING = "nothing"
    STAMINA = "STAMINA"
    IN_ALL = "STAMINA in all"
    """with each meal counted as what it brings back, and each measure of Strength as the STAMINA of the start"""
    LUCK = "LUCK"
    MEASURES = "measures"


class Part(NamedTuple):
    """Values of a score, and the number of the way that is best with them."""

    values: Span
    way: int


@dataclass(frozen=True)
class SmallFork:
    """Which way to go, by one score."""

    score: Score
    parts: Sequence[Part]
    """from the lowest values to the highest; neighbours differ"""
    cost: float
    """what it loses of the chance to come through, for those who come to the fork"""


@dataclass(frozen=True)
class SmallEscape:
    """When to escape, by your STAMINA and the foe's before a round."""

    foes: Sequence[Span]
    yours: Sequence[Sequence[Span]]
    """by the foe's: those of yours with which to escape"""


class GroupUse(StrEnum):
    """Ways to use LUCK against several foes at once."""

    KEEP = "keep"
    STAY_ALIVE = "stay-alive"
    """on a wound that would kill and from which a Lucky test saves, else not"""
    MORE_TO_COME = "more-to-come"
    """by a card for more to come; `MORE_SKILL` is added to a foe's SKILL while another stands"""
    LAST_FIGHT = "last-fight"
    """the same by a card for the last fight"""


@dataclass(frozen=True)
class SmallGroup:
    """How to use LUCK in a fight against several foes at once."""

    use: GroupUse
    cost: float
    """what it loses of the chance to come through against the best play, with the highest SKILL hit first; 0 where that
    is not known: for one roll against all, and where one may escape"""


def small_fork(played: PlayedAdventure, number: int) -> SmallFork:
    """Return how to tell a fork that is come to; the adventure is solved in floats.

    It is told by the score with which it loses least, a part more being worth `MOST_LOST`.
    """
    solver = played.solver
    stage = solver.adventure.stages[number].kind
    assert isinstance(stage, ChoiceStage)
    here = _weights(played.visits[number].ready.array)
    counts = here > 0
    worths = np.stack([solver.before(to).array[counts] * here[counts] for to in stage.ways], axis=-1)
    forks = [_told_by(score, values[counts], worths) for score, values in _scores(solver, here)]
    return min(forks, key=lambda fork: round(fork.cost + MOST_LOST * len(fork.parts), DIGITS - 3))


def _weights(standing: Array) -> Array:
    """Return how much each place counts: as often as heroes stand there, and a little where none had more."""
    possible = np.zeros(standing.shape)
    most = [axis.max() + 1 for axis in np.nonzero(standing)]
    possible[1 : most[0], : most[1], : most[2], : most[3]] = 1
    weights: Array = standing / standing.sum() + EVERYWHERE * possible / possible.sum()
    return weights


def _scores(solver: Solver, here: Array) -> Iterator[tuple[Score, Indices]]:
    """Yield the scores that a fork can be told by, with what they are at every place."""
    stamina, luck, doses, meals = (np.asarray(axis) for axis in np.indices(here.shape))
    yield Score.NOTHING, np.zeros_like(stamina)
    yield Score.STAMINA, stamina
    strength = solver.adventure.potion is Potion.STRENGTH
    in_all = stamina + solver.adventure.meal * meals + (solver.start.stamina * doses if strength else 0)
    if (in_all > stamina)[here > 0].any():
        yield Score.IN_ALL, in_all
    yield Score.LUCK, luck
    if doses[here > 0].any():
        yield Score.MEASURES, doses


def _told_by(score: Score, values: Indices, worths: Array) -> SmallFork:
    """Return a fork told by one score; `worths` are by place and way, times how much the place counts."""
    low, high = int(values.min()), int(values.max())
    sums = np.zeros((high - low + 1, worths.shape[1]))
    np.add.at(sums, values - low, worths)
    told = fewest_lines(sums[:, None], MOST_LOST)
    parts: list[Part] = []
    for (first, last), (way,) in zip(told.rows, told.best, strict=True):
        start = parts.pop().values[0] if parts and parts[-1].way == way else first + low
        parts.append(Part((start, last + low), way))
    exact = float(worths.max(axis=1).sum())
    return SmallFork(score, parts, max(exact - float(sums.max(axis=1).sum()) + told.lost, 0.0))


def small_escape(played: PlayedAdventure, number: int) -> SmallEscape:
    """Return when to escape from one foe who is come to, in few lines; the adventure is solved in floats."""
    solver = played.solver
    stage = solver.adventure.stages[number]
    assert isinstance(stage.kind, FightStage)
    values = solver.fight(stage.kind.fight, stage.leads_to, stage.kind.escape)
    assert isinstance(values, DuelValues)
    told = fewest_lines(_escape_gains(values, played.visits[number].ready.array), MOST_LOST)
    first = values.duel.rules.foe_yields_at + 1
    by_foe: list[tuple[Span, list[Span]]] = []
    for column, (low, high) in enumerate(told.columns):
        yours = _leaving(told, column)
        least = by_foe.pop()[0][0] if by_foe and by_foe[-1][1] == yours else low + first
        by_foe.append(((least, high + first), yours))
    return SmallEscape([foes for foes, _ in by_foe], [yours for _, yours in by_foe])


def _leaving(told: FewestLines, column: int) -> list[Span]:
    """Return with which of your STAMINA to escape, by the columns of a table."""
    spans: list[Span] = []
    for (low, high), best in zip(told.rows, told.best, strict=True):
        if best[column]:
            joins = spans and spans[-1][1] == low
            spans.append((spans.pop()[0] if joins else low + 1, high + 1))
    return spans


def _escape_gains(values: DuelValues, standing: Array) -> Array:
    """Return what it wins to fight on, none, and to escape: your STAMINA, the foe's, and which of the two.

    Places count as often as who never escapes comes there.
    """
    duel, leave = values.duel, values.leave
    assert leave is not None
    begun, seen = np.zeros(values.before.shape), np.zeros(values.array.shape)
    begun[:, duel.foe, :, 0] = standing.reshape(*standing.shape[:2], -1) / standing.sum()
    staying = DuelValues(duel, values.array, values.unit, None)
    staying.onward(begun, seen)
    gains = np.zeros(values.array.shape)
    for wave, lucks in values.steps():
        rolled = staying.best_round(wave, lucks)
        gains[wave.places, lucks.all] = leave[wave.heroes, lucks.all][:, :, None] - rolled
    weighted = gains * (seen + EVERYWHERE / seen.size)
    sides = (duel.hero + 1, duel.foe + 1, duel.rules.memories)
    by_stamina = weighted.reshape(*sides, -1).sum(axis=(2, 3))[1:, duel.rules.foe_yields_at + 1 :]
    return np.stack([np.zeros_like(by_stamina), by_stamina], axis=-1)


def small_group(played: PlayedAdventure, number: int, luck_price: Fraction) -> SmallGroup:
    """Return how to use LUCK against several foes that are come to; the adventure is solved in floats.

    It is the first way that loses no more than `MOST_LOST` against the best of them.
    """
    solver, stage = played.solver, played.solver.adventure.stages[number]
    assert isinstance(stage.kind, FightStage)
    fight, escape = stage.kind.fight, stage.kind.escape
    melee = Melee(fight.rules, solver.start.skill + fight.skill, solver.start.stamina, fight.foes)
    after, _ = solver.around(fight, stage.leads_to, None)
    lucks, columns = after.array.shape[1:]
    standing = played.visits[number].ready.array
    here = standing.reshape(after.array.shape) / standing.sum()
    worths: dict[GroupUse, float] = {}
    # One after the other: together they would take several times the memory of the solved fight.
    for use, luck in _group_lucks(melee, lucks, luck_price).items():
        before = play_by_rules(melee, [GroupPlay(TargetRule.HIGHEST_SKILL, luck)] * columns, after.array)
        worths[use] = float((here * before.reshape(len(here), -1, lucks, columns)[:, -1]).sum())
    chosen = next(use for use, worth in worths.items() if worth >= max(worths.values()) - MOST_LOST)
    is_known = not fight.one_roll and escape is None
    best = float((here * solver.solved[number].worths.array.reshape(here.shape)).sum())
    return SmallGroup(chosen, max(best - worths[chosen], 0.0) if is_known else 0.0)


def _group_lucks(melee: Melee, lucks: int, luck_price: Fraction) -> dict[GroupUse, GroupLuck]:
    """Return the ways to use LUCK."""
    rules = melee.rules.sized(max(melee.shape) - 1, lucks - 1)
    gaps = {clamp_gap(melee.skill - foe.skill - more) for foe in melee.foes for more in (0, MORE_SKILL)}

    def by_card(price: Fraction) -> GroupLuck:
        worth = Worth.of_winning_thriftily(rules, price)
        return GroupLuck(Solved(rules, {gap: solve(rules, gap, worth).plan for gap in gaps}), MORE_SKILL)

    plain, lucky, _ = melee.rules.lost.hits
    deadly = Condition(f"hero_stamina > {lucky} and hero_stamina <= {plain}")
    return {
        GroupUse.KEEP: GroupLuck(NEVER),
        GroupUse.STAY_ALIVE: GroupLuck(RuleList((Rule(Outcome.LOST, Verdict.TEST, deadly, ""),))),
        GroupUse.MORE_TO_COME: by_card(luck_price),
        GroupUse.LAST_FIGHT: by_card(Fraction(0)),
    }
