"""The baselines that cards are compared with: never testing, exact play, the paper's strategies and its text, its
author's tree, and players' rules of thumb. Where the paper's words leave numbers open, the baseline has those that are
best on the set `every`.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from atlas.game.edition import FIRST_EDITIONS_PRICE
from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome, Rules
from atlas.game.worth import Worth
from atlas.policies.certify import best_solutions, thrifty_policy
from atlas.policies.evaluate import Board, Floats, play, total
from atlas.policies.fightsets import EVERY
from atlas.policies.policy import (
    NEVER,
    STRATEGIES,
    ByStart,
    Policy,
    RuleList,
    Solved,
    attack_from,
    killing_blow,
    paper_text_rule,
    strategy,
    strategy_title,
)
from atlas.policies.tree import author_tree

EVERY_GAPS = tuple(range(-6, 7))
"""the skill gaps of the set `every`"""


class Baseline(NamedTuple):
    """A policy that cards are compared with."""

    id: str
    title: str
    policy: Policy
    short_title: str = ""
    """for little room, where the title is long"""


def baselines(rules: Rules, luck_price: Fraction) -> list[Baseline]:
    """Return all baselines. The tables of the rules must be as large as the fight sets."""
    best = best_solutions(rules)
    best_plans = {gap: solution.plan for gap, solution in best.items()}
    solved = [
        Baseline("best", "All-out, worked out exactly", Solved(rules, best_plans)),
        Baseline("thrifty", "Thrifty, worked out exactly", thrifty_policy(rules, luck_price)),
        Baseline("thrifty-first", "Thrifty at the first editions’ price", thrifty_policy(rules, FIRST_EDITIONS_PRICE)),
    ]
    tree = Baseline("author-tree", "The author’s decision tree, grown again", author_tree(best))
    pays = break_even_luck(rules, Outcome.WON)
    title = f"What players say: after a won round test with LUCK {pays} or more"
    folk = [Baseline(f"folk-attack-{pays}", title, attack_from(pays))] if pays else []
    folk += [Baseline("folk-killing-blow", "What players say: test for the killing blow", killing_blow(rules))]
    board = Board(rules, EVERY_GAPS)
    never = Baseline("never", "Never testing", NEVER)
    return [never, *solved, *_strategies_at_their_best(board), *_paper_text_at_its_best(board), tree, *folk]


def _strategies_at_their_best(board: Board) -> list[Baseline]:
    """Return each of the paper's strategies with the τ that is best on the set `every`."""
    shares = EVERY.shares(board)
    taus = board.rules.lucks[:-1]
    strategies = []
    for number in STRATEGIES[1:]:
        values = play(board, board.tests([strategy(number, tau) for tau in taus]), Worth.of_winning(board.rules))
        tau = taus[int(total(shares[:, None] * values).round(12).argmax())]
        words = strategy_title(number)
        title = f"The paper’s strategy {number}, τ = {tau}: {words[0].lower()}{words[1:]}, with LUCK above {tau}"
        short_title = f"The paper’s strategy {number}"
        strategies.append(Baseline(f"strategy-{number}", title, strategy(number, tau), short_title))
    return strategies


class AdviceReading(NamedTuple):
    """One way to put numbers to the words of the paper's advice; see `paper_text_rule`."""

    whose: str
    """whose stamina may be low: `foe_stamina` or `hero_stamina`"""
    low: int
    """the largest stamina that is low"""
    high: int
    """the smallest luck that is high"""
    tau: int
    offence_tau: int
    """τ of strategy 3"""

    def policy(self) -> ByStart:
        """Return the advice with these numbers."""
        return paper_text_rule(self.tau, self.high, self.low, whose=self.whose, offence_tau=self.offence_tau)


ADVICE_TAUS = [*((tau, tau) for tau in range(3, 9)), (6, 5)]
"""τ, and τ of strategy 3: the same for all strategies, or those that the paper finds best"""


def advice_readings(board: Board) -> dict[AdviceReading, float]:
    """Return the average win chance over the set `every` for each way to read the paper's advice."""
    shares = EVERY.shares(board)
    holds = cache(lambda when: when.holds(board.where))

    @cache
    def weighted_values(policy: RuleList) -> Floats:
        return shares * play(board, board.tests([policy]), Worth.of_winning(board.rules))[:, 0]

    def average(reading: AdviceReading) -> float:
        advice = reading.policy()
        values = weighted_values(advice.otherwise)
        for when, policy in reversed(advice.cases):
            values = np.where(holds(when), weighted_values(policy), values)
        return round(float(total(values)), 12)

    numbers = product(("foe_stamina", "hero_stamina"), range(1, 9), range(8, board.rules.max_luck + 1), ADVICE_TAUS)
    readings = [AdviceReading(whose, low, high, *taus) for whose, low, high, taus in numbers]
    return {reading: average(reading) for reading in readings}


def _paper_text_at_its_best(board: Board) -> list[Baseline]:
    """Return the paper's advice with the best numbers on `every`: about the foe's STAMINA, as printed, and yours."""
    averages = advice_readings(board)
    texts = []
    for id, whose, printed in (("paper-text", "foe_stamina", "the foe’s"), ("paper-text-hero", "hero_stamina", "your")):
        best = max((reading for reading in averages if reading.whose == whose), key=lambda reading: averages[reading])
        texts.append(Baseline(id, _advice_title(best, printed), best.policy()))
    return texts


def _advice_title(reading: AdviceReading, whose: str) -> str:
    tau = (
        str(reading.tau) if reading.tau == reading.offence_tau else f"{reading.tau}, for offence {reading.offence_tau}"
    )
    return (
        f"The paper’s advice, read at its best: LUCK {reading.high} or more is high, {whose} STAMINA {reading.low} or "
        f"less is low, τ = {tau}"
    )
