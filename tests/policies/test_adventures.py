"""Adventures worked out backwards, against exact chains, fights known one by one, and dice."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from atlas.game.ahead import Foe
from atlas.game.books import BOOK_FOES
from atlas.game.rules import BOOK_RULES, Rules, State
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.policies.adventures import (
    COLUMNS_AT_ONCE,
    SKILLS,
    FoeChain,
    SampledChains,
    drawn_adventures,
    values_before_any_foe,
)
from atlas.policies.conditions import Where
from atlas.policies.evaluate import Board, play
from atlas.policies.fightsets import FIGHT_GAPS, FOUGHT_FOES
from atlas.policies.policy import ATTACK_AT_SIX, NEVER, ByStart, Policy, Solved, paper_text_rule, strategy
from atlas.policies.simulate import Advisor, simulate_adventures

RULES = replace(BOOK_RULES, max_luck=12)
GAPS = range(-10, 11)


def solved(price: Fraction) -> Solved:
    worth = Worth.of_winning_thriftily(RULES, price)
    return Solved(RULES, {gap: solve(RULES, gap, worth).plan for gap in GAPS})


@pytest.mark.parametrize(
    ("hero", "foes", "survival"),
    [
        ((9, 19, 9), ((6, 6), (7, 7), (10, 12)), (35.6, 42.8, 58.5, 58.5, 58.6)),
        ((10, 20, 10), ((6, 5), (7, 6), (8, 8), (7, 7), (9, 9), (10, 12)), (29.1, 38.7, 51.6, 53.8, 55.1)),
        ((9, 18, 9), ((5, 5), (10, 10), (9, 9)), (18.4, 33.8, 41.5, 40.8, 41.5)),
    ],
)
def test_known_chains(hero: tuple[int, ...], foes: tuple[tuple[int, int], ...], survival: tuple[float, ...]) -> None:
    """Never, best in each fight, thrifty, a point for each luck, best for the chain: in percent."""
    skill, stamina, luck = hero
    adventures = SampledChains(RULES, (FoeChain(skill, tuple(Foe(*foe) for foe in foes)),))
    policies = [NEVER, *map(solved, (Fraction(0), Fraction(1, 1000), Fraction(1, 100))), None]
    chances = [adventures.chances(policy)[stamina - 1, luck, 0] for policy in policies]
    assert [round(100 * chance, 1) for chance in chances] == list(survival)


SMALL = Rules(max_stamina=8, max_luck=5)
CHAIN = FoeChain(9, (Foe(8, 5), Foe(11, 7), Foe(7, 3)))


def exactly(*policies: Policy | None) -> list[list[Fraction]]:
    """The chance to survive by stamina and luck, fight after fight in fractions; the last fight's policy first."""
    ahead = [[Fraction(1) for _ in SMALL.lucks] for _ in SMALL.staminas]
    for number, foe in reversed(list(enumerate(CHAIN.foes))):
        after = ahead
        worth = Worth.tabulate(SMALL, won=lambda s, luck, a=after: a[s - 1][luck], lost=lambda s, luck: 0)  # type: ignore[misc]
        gap, policy = CHAIN.gap(number), policies[min(len(CHAIN.foes) - number, len(policies)) - 1]
        values = follow(SMALL, gap, policy.plan(SMALL, gap), worth) if policy else solve(SMALL, gap, worth).values
        ahead = [[values.at(State(stamina, foe.stamina, luck)) for luck in SMALL.lucks] for stamina in SMALL.staminas]
    return ahead


@pytest.mark.parametrize("policy", [NEVER, ATTACK_AT_SIX, strategy(6, 2), None])
def test_backwards_in_floats_is_backwards_in_fractions(policy: Policy | None) -> None:
    survival = SampledChains(SMALL, (CHAIN, FoeChain(7, (Foe(7, 2),)))).chances(policy)[..., 0]
    np.testing.assert_allclose(survival, np.array(exactly(policy), dtype=float), atol=1e-14)


def test_each_place_may_have_a_policy_of_its_own() -> None:
    """The last fight first; the last that is given serves all earlier fights."""
    adventures = SampledChains(SMALL, (CHAIN,))
    for policies in (
        (NEVER, ATTACK_AT_SIX),
        (strategy(1, 0), NEVER),
        (strategy(1, 0), strategy(3, 1), NEVER),
        (None, NEVER),
    ):
        exact = np.array([[float(chance) for chance in row] for row in exactly(*policies)])
        np.testing.assert_allclose(adventures.chances(*policies)[..., 0], exact, rtol=1e-12)
    assert not np.allclose(adventures.chances(strategy(1, 0), NEVER), adventures.chances(NEVER, strategy(1, 0)))


def test_a_choice_by_the_start_is_made_anew_before_every_fight() -> None:
    text: ByStart = paper_text_rule(tau=2, high_luck=4, low_stamina=3)
    adventures = SampledChains(SMALL, (CHAIN,))
    ahead = np.ones((8, 6, 1))
    for number in (2, 1, 0):
        gap, foe = CHAIN.gap(number), CHAIN.foes[number].stamina
        played = []
        for choice in text.choices:
            worth = Worth.tabulate(
                SMALL,
                won=lambda s, luck, a=ahead: Fraction(float(a[s - 1, luck, 0])),  # type: ignore[misc]
                lost=lambda s, luck: 0,
            )
            played.append(follow(SMALL, gap, choice.plan(SMALL, gap), worth).floats()[:, :, foe - 1].T)
        where = np.ix_(range(1, 9), range(6))
        chosen = text.choice(Where(gap, where[1], where[0], foe))
        ahead = np.choose(chosen, played)[..., None]
    np.testing.assert_allclose(adventures.chances(text), ahead, atol=1e-13)


def test_the_drawn_set() -> None:
    adventures = drawn_adventures()
    assert adventures == drawn_adventures() != drawn_adventures(seed=1)
    assert len(adventures) == 120 and {len(a.foes) for a in adventures} == {3, 4, 5, 6, 7}
    assert sum(a.skill for a in adventures) == 120 * 9.5
    assert sum(BOOK_FOES.values()) == 1251 and sum(FOUGHT_FOES.values()) == 1248
    mean = sum(foe.stamina for a in adventures for foe in a.foes) / sum(len(a.foes) for a in adventures)
    assert mean == pytest.approx(7.8, abs=0.5)


@pytest.mark.slow
def test_any_one_foe_is_the_average_of_all_foes() -> None:
    board = Board(RULES, tuple(GAPS))
    values = board.cube(play(board, None, Worth.of_winning(RULES))[:, 0])
    met = np.zeros((24, len(RULES.lucks), len(SKILLS)))
    for (n, skill), (foe, count) in product(enumerate(SKILLS), FOUGHT_FOES.items()):
        met[..., n] += count * values[FoeChain(skill, (foe,)).gap(0) + 10, :, :, foe.stamina - 1].T
    before = values_before_any_foe(RULES, np.ones((*met.shape, 1)))[..., 0]
    np.testing.assert_allclose(before, met / sum(FOUGHT_FOES.values()), atol=1e-12)


@pytest.mark.slow
def test_what_follows_is_worked_out_together_as_each_alone() -> None:
    """Also for more columns than are evaluated at once."""
    rng = np.random.default_rng(5)
    after = np.sort(rng.random((24, len(RULES.lucks), len(SKILLS), COLUMNS_AT_ONCE + 3)), axis=0)
    together = values_before_any_foe(RULES, after)
    for column in (0, COLUMNS_AT_ONCE - 1, COLUMNS_AT_ONCE + 2):
        alone = values_before_any_foe(RULES, after[..., column : column + 1])
        np.testing.assert_allclose(together[..., column], alone[..., 0], atol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("policy", [NEVER, strategy(3, 5), paper_text_rule(tau=6, high_luck=12, low_stamina=6)])
def test_dice_agree(policy: Policy) -> None:
    adventures = SampledChains(RULES, drawn_adventures())
    advisor = Advisor(RULES, FIGHT_GAPS, policy)
    played = simulate_adventures(adventures, advisor, games=20_000, seed=9)
    assert abs(played.win_chance - adventures.survival(policy)) < 4 * played.standard_error
    assert played == simulate_adventures(adventures, advisor, games=20_000, seed=9)
