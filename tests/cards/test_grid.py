"""Grids: what is printed, what they do, and how they are derived."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from atlas.cards.grid import Block, Grid, GridPolicy, gaps_in_words, staminas_in_words
from atlas.cards.grid_search import derive_grid
from atlas.cards.layout import GridShape, best_cuts
from atlas.cards.objective import CardObjective, decided_up_to
from atlas.cards.strips import StripSize, derive_strips
from atlas.game.dice import SKILL_GAPS
from atlas.game.presets import preset
from atlas.game.rules import Outcome
from atlas.policies.conditions import Where
from atlas.policies.policy import RuleList
from tests.reader import read_rule, read_staminas

PRICE = Fraction(1, 1000)
LOW, HIGH = tuple(range(-10, 0)), tuple(range(11))
CARD = GridPolicy(
    {
        Outcome.WON: Grid(
            Outcome.WON,
            2,
            (
                Block(LOW, ((3, 7), (4, 5, *range(8, 25))), ((1, 2), tuple(range(3, 25))), ((2, 3), (6, None))),
                Block(HIGH, ((3, 7), (4, 5, *range(8, 25))), (tuple(range(1, 25)),), ((5,), (None,))),
            ),
        ),
        Outcome.LOST: Grid(
            Outcome.LOST,
            1,
            (Block(LOW + HIGH, (tuple(range(1, 25)),), ((2,), (3, 4), tuple(range(5, 25))), ((2, 9, None),)),),
        ),
    }
)


def by_hand(outcome: Outcome, gap: int, hero: int, foe: int) -> int | None:
    """The number that a finger finds."""
    if outcome is Outcome.LOST:
        return {2: 2, 3: 9, 4: 9}.get(hero)
    if foe in (3, 7):
        return 5 if gap >= 0 else 2 if hero <= 2 else 3
    return 6 if gap < 0 and hero <= 2 and (foe in (4, 5) or foe >= 8) else None


@pytest.mark.parametrize("policy", [CARD, RuleList(tuple(CARD.as_rules()))], ids=["grid", "rules"])
def test_a_grid_and_its_rules_say_what_a_finger_finds(policy: GridPolicy | RuleList) -> None:
    for outcome in Outcome:
        for gap, luck, hero, foe in product(
            (-12, -5, -1, 0, 3, 12), range(0, 14, 3), (1, 2, 3, 4, 5, 24, 30), range(1, 30)
        ):
            number = by_hand(outcome, max(-10, min(10, gap)), hero, min(foe, 24))
            tests = bool(policy.tests(outcome, Where(gap, luck, hero, foe)))
            assert tests == (number is not None and luck >= number), (outcome, gap, luck, hero, foe)


def test_a_rule_of_a_grid_says_in_english_what_it_does() -> None:
    rng = np.random.default_rng(4)
    places = [Where(*map(int, p)) for p in rng.integers((-8, 1, 1, 1), (9, 13, 28, 28), (1500, 4))]
    for rule in CARD.as_rules():
        outcome, verdict, reading = read_rule(rule.text)
        assert (outcome, verdict) == (str(rule.outcome), rule.verdict.word)
        assert [reading(place) for place in places] == [bool(rule.when.holds(place)) for place in places]


def test_how_many_squares_and_numbers() -> None:
    assert [(grid.squares, grid.numbers) for grid in CARD.grids.values()] == [(6, 4), (3, 2)]


@pytest.mark.parametrize(
    ("group", "words", "short"),
    [
        ((3,), "3", "3"),
        ((3, 7), "3 or 7", "3, 7"),
        ((7, 8), "7 or 8", "7, 8"),
        ((7, 8, 9), "7 to 9", "7–9"),
        ((4, 5, 8, 12), "4, 5, 8 or 12", "4, 5, 8, 12"),
        ((6, 10, *range(13, 25)), "6, 10 or 13 or more", "6, 10, 13+"),
        (tuple(range(1, 25)), "any", "any"),
    ],
)
def test_how_staminas_are_spoken(group: tuple[int, ...], words: str, short: str) -> None:
    assert (staminas_in_words(group), staminas_in_words(group, short=True)) == (words, short)
    for said in (words, short):
        reading = read_staminas(said)
        assert [n for n in range(1, 25) if reading(n)] == list(group)


@pytest.mark.parametrize(
    ("band", "words"),
    [
        (range(-10, -2), "−3 or less"),
        (range(-2, 1), "−2 to 0"),
        (range(-4, -2), "−4 or −3"),
        (range(1, 2), "+1"),
        (range(2, 11), "+2 or more"),
        (range(-10, 11), "any"),
    ],
)
def test_how_bands_are_spoken(band: range, words: str) -> None:
    assert gaps_in_words(tuple(band)) == words


def test_neighbours_are_cut_where_that_gives_away_least() -> None:
    """Against every way to cut."""
    rng = np.random.default_rng(2)
    gains = rng.integers(-50, 50, (7, 3, 4))
    before = np.pad(gains, ((1, 0), (0, 0), (0, 0))).cumsum(axis=0)

    def worth(edges: tuple[int, ...]) -> int:
        return sum(int(gains[a:b].sum(axis=0).max(axis=1).sum()) for a, b in pairwise(edges))

    ways = [(0, *inner, 7) for mask in range(64) for inner in [tuple(n + 1 for n in range(6) if mask >> n & 1)]]
    for number, (gain, edges) in enumerate(best_cuts(before, 4), 1):
        assert gain == worth(edges) == max(worth(way) for way in ways if len(way) == number + 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["books", "weapon-3", "foe-yields-at-4"])
def test_more_squares_are_better_and_none_tests_in_vain(name: str) -> None:
    rules = preset(name).rules
    objective = CardObjective(rules, PRICE, slack=3.5)
    losses = []
    for won, lost in ((GridShape(1, 1, 2, 1), GridShape(1, 2, 1, 2)), (GridShape(3, 6, 3, 3), GridShape(1, 3, 1, 3))):
        shapes = {Outcome.WON: won, Outcome.LOST: lost}
        policy = derive_grid(objective, shapes, 1, finalists=1, games=2000)
        for outcome, grid in policy.grids.items():
            shape = shapes[outcome]
            assert grid.squares == shape.columns * shape.rows and len(grid.blocks) == shape.bands
            assert [gap for block in grid.blocks for gap in block.band] == list(SKILL_GAPS)
            hit = objective.board.where.foe_stamina if outcome is Outcome.WON else objective.board.where.hero_stamina
            assert not (policy.tests(outcome, objective.board.where) & (hit <= decided_up_to(rules)[outcome])).any()
            assert all(number >= 2 for block in grid.blocks for _, _, number in block.squares())
        losses.append(float(objective.losses(objective.board.tests([policy]))[0]))
    assert losses[1] < losses[0] < 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["books", "weapon-3"])
def test_strips_have_the_size_that_was_asked_for_and_beat_a_grid_of_one_band(name: str) -> None:
    objective = replace(
        CardObjective(preset(name).rules, PRICE, worst_weight=0.05, slack=1.0), skill_gaps=tuple(range(-2, 3))
    )
    size = StripSize(bands=2, singles=5, columns=3, lost_rows=2, lost_columns=3)
    policy = derive_strips(objective, size, 1, games=2000)
    for outcome, (rows, columns) in ((Outcome.WON, (6, 3)), (Outcome.LOST, (2, 3))):
        blocks = policy.grids[outcome].blocks
        assert len(blocks) == 2 and all((len(b.rows), len(b.columns)) == (rows, columns) for b in blocks)
    assert [block.band for block in policy.grids[Outcome.WON].blocks] == [
        block.band for block in policy.grids[Outcome.LOST].blocks
    ]
    one = derive_grid(
        objective, {Outcome.WON: GridShape(1, 3, 3, 3), Outcome.LOST: GridShape(1, 3, 1, 3)}, 1, finalists=1, games=2000
    )
    strips, grid = (float(objective.losses(objective.board.tests([policy]))[0]) for policy in (policy, one))
    assert strips < grid
