"""Kinds of questions, from the quick grid, and a quiz of them for paper and for browsers without scripts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from atlas.cards.catalogue import Card
from atlas.cards.grid import gaps_in_words, staminas_in_words
from atlas.game.advice import Choice, answer
from atlas.game.dice import SKILL_GAPS, clamp_gap
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.rules import Outcome, Verdict
from atlas.game.worth import EndGoal
from atlas.policies.fightsets import BOOKS, FIGHT_LUCK, FIGHT_STAMINA, FOUGHT_FOES, MIDWAY_HEROES
from atlas.tables.gap_table import Aim, GapTable, stakes_of, verdicts_of
from atlas.wording import hundred, signed

LEAST = 2
"""the least stake of a question, in wins in 100; scripts call a mistake below it a slip"""


@dataclass(frozen=True)
class QuizLevel:
    """A kind of question: the part of the quick grid that it is about."""

    title: str
    ahead: str = "more"
    """what lies ahead: last, more, foes or any"""
    outcome: Outcome | None = None
    row: int | None = None
    block: int | None = None
    """index of a block of the quick grid; None for any"""

    def written(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if value is not None}


def levels(quick: Card) -> list[QuizLevel]:
    """Return the levels: the rules of the quick grid one by one, all together, what lies ahead."""
    won = quick.grids[Outcome.WON]
    rows = [
        QuizLevel(f"The foe has {staminas_in_words(row)} STAMINA", outcome=Outcome.WON, row=number)
        for number, row in enumerate(won.blocks[0].rows)
    ]
    strongest = len(won.blocks) - 1
    return [
        *rows,
        QuizLevel("You lost the round", outcome=Outcome.LOST),
        QuizLevel(f"The SKILL gap is {gaps_in_words(won.blocks[-1].band)}", outcome=Outcome.WON, block=strongest),
        QuizLevel("All together"),
        QuizLevel("What lies ahead", ahead="any"),
    ]


@dataclass(frozen=True)
class Question:
    """A decision of the quiz, with its answer."""

    fight: Fight
    outcome: Outcome
    choice: Choice

    @property
    def verdict(self) -> str:
        return self.choice.verdict.word.upper()

    @property
    def gap(self) -> str:
        return signed(self.fight.table_gap)

    @property
    def test(self) -> str:
        assert self.choice.test_survival is not None
        return hundred(self.choice.test_survival)

    @property
    def keep(self) -> str:
        return hundred(self.choice.keep_survival)


def quiz(edition: Edition, tables: Sequence[GapTable], quick: Card) -> list[Question]:
    """Return, for each level about one outcome, the weightiest decision to test and to keep, heaviest first."""
    kinds = [(level, verdict) for level in levels(quick) if level.outcome for verdict in (Verdict.TEST, Verdict.KEEP)]
    heaviest = [max(_weightiest(tables, quick, *kind), default=None) for kind in kinds]
    places = dict.fromkeys(place for place in sorted(filter(None, heaviest), reverse=True))
    return [_question(edition, place) for place in places]


WeightedDecision = tuple[int, str, int, int, int, int]
"""Weight, outcome, skill gap, luck, hero and foe stamina."""


def _weightiest(
    tables: Sequence[GapTable], quick: Card, level: QuizLevel, verdict: Verdict
) -> Iterator[WeightedDecision]:
    """Yield the decision of a kind with the largest weight of each table: how often it is met × its stake."""
    outcome = level.outcome
    assert outcome is not None
    of_row, of_block = _belongs(quick, level)
    for table in tables:
        lucks, side = min(len(table.win_chance), FIGHT_LUCK + 1), min(table.win_chance.shape[-1], FIGHT_STAMINA)
        part = (slice(lucks), slice(side), slice(side))
        stakes = 100 * np.abs(np.nan_to_num(stakes_of(table, outcome)[part]))
        matters = np.rint(stakes).astype(np.int64)
        # Only decisions on which all-out and thrifty advice agree; their stake is the all-out one.
        asked = np.logical_and(*(verdicts_of(table, outcome, aim)[part] == verdict for aim in Aim))
        met = BOOKS.weights[table.skill_gap - SKILL_GAPS[0]][part]
        of_kind = asked & (stakes >= LEAST) & of_row[:side] & (table.skill_gap in of_block)
        weights = met * matters * of_kind
        luck, hero, foe = np.unravel_index(int(weights.argmax()), weights.shape)
        if weights[luck, hero, foe]:
            yield int(weights[luck, hero, foe]), str(outcome), table.skill_gap, int(luck), int(hero) + 1, int(foe) + 1


def _belongs(quick: Card, level: QuizLevel) -> tuple[np.ndarray, tuple[int, ...]]:
    """Return the foe's staminas and the skill gaps that a level is about."""
    blocks = quick.grids[Outcome.WON].blocks
    row = range(1, FIGHT_STAMINA + 1) if level.row is None else blocks[0].rows[level.row]
    band = tuple(SKILL_GAPS) if level.block is None else blocks[level.block].band
    return np.isin(np.arange(1, FIGHT_STAMINA + 1), row), band


def _question(edition: Edition, place: WeightedDecision) -> Question:
    """Return the question of a decision, with the foe that is most frequent in the books."""
    _, outcome, gap, luck, hero, foe = place
    skills = {skill for skill, _, _ in MIDWAY_HEROES}
    met = {skill: count for (skill, stamina), count in FOUGHT_FOES.items() if stamina == foe}
    pairs = [(met[f], h, f) for h in sorted(skills) for f in met if clamp_gap(h - f) == gap]
    _, skill, foe_skill = max(pairs)
    fight = Fight(skill, hero, luck, foe_skill, foe, edition.rules, goal=EndGoal(luck_price=edition.luck_price))
    return Question(fight, Outcome(outcome), answer(fight).choice(Outcome(outcome)))
