"""The trainer, "Test or keep?": its page, and the data of its scripts: cards, foes and adventurers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from atlas.cards.catalogue import Card
from atlas.cards.grid import NEVER_TEST, STAMINAS, Block, Grid, GridPolicy, Group
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import Outcome
from atlas.policies.conditions import Ints, Where
from atlas.policies.fightsets import (
    EVERY,
    FIGHT_LUCK,
    FIGHT_STAMINA,
    FOUGHT_FOES,
    MIDWAY_HEROES,
    ROLLED_HEROES,
    HeroWeights,
)
from atlas.policies.policy import RuleList
from atlas.site.pages import Page, WithoutCards
from atlas.site.play import PARTS, for_scripts, join_scripts
from atlas.site.quiz import LEAST, Question, QuizLevel, levels, quiz
from atlas.tables.gap_table import GapTable

MODULES = (
    *(f"table/{name}" for name in (*PARTS, "saved", "practice", "told-words")),
    *(f"trainer/{name}" for name in ("words", "random", "grids", "questions", "puzzle", "memory", "screen", "trainer")),
)
"""the scripts of the page, each after those it uses"""
SCORES = ("skill", "stamina", "luck")


def as_grid(card: Card, outcome: Outcome) -> Grid:
    """Return a card as a grid. Its rules must depend on STAMINA and a lowest LUCK only."""
    policy = card.policy
    if isinstance(policy, GridPolicy):
        return policy.grids[outcome]
    assert isinstance(policy, RuleList)
    luck, hero, foe = np.meshgrid(range(FIGHT_LUCK + 1), STAMINAS, STAMINAS, indexing="ij")
    tests = policy.tests(outcome, Where(np.zeros_like(luck), luck, hero, foe))
    lowest = np.where(tests.any(axis=0), tests.argmax(axis=0), NEVER_TEST)
    columns, rows = _alike(lowest), _alike(lowest.T)
    numbers = [[int(lowest[column[0] - 1, row[0] - 1]) for column in columns] for row in rows]
    squares = tuple(tuple(None if n == NEVER_TEST else n for n in row) for row in numbers)
    return Grid(outcome, 0, (Block(tuple(SKILL_GAPS), rows, columns, squares),))


def _alike(table: Ints) -> tuple[Group, ...]:
    """Return the groups of equal lines, by their numbers from 1."""
    lines: dict[tuple[int, ...], list[int]] = {}
    for number, line in enumerate(table.tolist(), 1):
        lines.setdefault(tuple(line), []).append(number)
    return tuple(map(tuple, lines.values()))


def written_grid(grid: Grid) -> list[dict[str, object]]:
    """Return a grid as data for scripts, with headings in words."""
    return [
        {
            "band": [block.band[0], block.band[-1]],
            "gaps": block.gaps,
            "decided": grid.decided,
            "rows": block.rows,
            "columns": block.columns,
            "heads": [block.row_heads, block.column_heads],
            "lowest": block.lowest,
        }
        for block in grid.blocks
    ]


def compared_cards(cards: Sequence[Card]) -> dict[str, Card]:
    """Return the quick grid, and the paper's strategy that is best over the fights it was made for."""
    by_id = {card.id: card for card in cards}
    paper = [card for card in cards if card.id.startswith("strategy-") and isinstance(card.policy, RuleList)]
    best = max(paper, key=lambda card: card.certificate.captured_gain[EVERY.name], default=None)
    return {"quick": by_id["quick"]} | ({"paper": best} if best else {})


@dataclass(frozen=True, kw_only=True)
class TrainerPage(Page):
    template = "site/trainer.html"
    first_fonts = ("serif-black", "serif-semibold", "sans-regular", "sans-semibold")
    path: str = "trainer.html"
    title: str = "Test or keep?"
    of: Edition
    cards: Mapping[str, Card]
    questions: Sequence[Question]
    least: int = LEAST

    @cached_property
    def levels(self) -> Sequence[QuizLevel]:
        return levels(self.cards["quick"])

    @cached_property
    def edition(self) -> Mapping[str, object]:
        """The data of the scripts."""
        foes = sorted(FOUGHT_FOES.items())
        return for_scripts(self.of) | {
            "training": {
                "cards": {
                    name: {outcome: written_grid(as_grid(card, outcome)) for outcome in Outcome}
                    for name, card in self.cards.items()
                },
                "beyond": FIGHT_STAMINA,
                "levels": [level.written() for level in self.levels],
                "heroes": [_marginals(heroes) for heroes in (ROLLED_HEROES, MIDWAY_HEROES)],
                "foes": [
                    [foe.skill, foe.stamina, count] for foe, count in foes if foe.stamina > self.of.rules.foe_yields_at
                ],
            }
        }


def _marginals(heroes: HeroWeights) -> dict[str, list[tuple[int, int]]]:
    """Return how often each score has each value; the scores of these adventurers are independent."""
    counts = {score: Counter[int]() for score in SCORES}
    for hero, count in heroes.items():
        for score, number in zip(SCORES, hero, strict=True):
            counts[score][number] += count
    return {score: sorted(count.items()) for score, count in counts.items()}


def trainer_pages(edition: Edition, tables: Sequence[GapTable], cards: Sequence[Card]) -> list[Page]:
    """Return the trainer, or without cards a page that says why there is none."""
    if edition.has_memory:
        return [WithoutCards(path=TrainerPage.path, title=TrainerPage.title)]
    compared = compared_cards(cards)
    return [TrainerPage(of=edition, cards=compared, questions=quiz(edition, tables, compared["quick"]))]


def trainer_script(modules: Mapping[str, bytes]) -> bytes:
    """Join the scripts of the page into one."""
    return join_scripts(modules, MODULES)
