"""What cards are measured against: nothing, exact play, the paper's strategies, its text and its author's tree, and
what players say. Where words of the paper leave numbers open, those are taken that are best on the set `every`.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome, Rules
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies.certify import best_solutions
from atlas.policies.evaluate import Board, Floats, play, total
from atlas.policies.fightsets import EVERY, FIGHT_GAPS
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
    """Something to beat."""

    id: str
    title: str
    policy: Policy


def baselines(rules: Rules, luck_price: Fraction) -> list[Baseline]:
    """What the cards have to beat, under rules in tables as large as the sets of fights."""
    best = best_solutions(rules)
    worth = Worth.of_winning_thriftily(rules, luck_price)
    plans = {gap: solution.plan for gap, solution in best.items()}
    thrifty = {gap: solve(rules, gap, worth).plan for gap in FIGHT_GAPS}
    solved = [
        Baseline(id, f"{title}, worked out exactly", Solved(rules, of_gaps))
        for id, title, of_gaps in (("best", "All-out", plans), ("thrifty", "Thrifty", thrifty))
    ]
    tree = Baseline("author-tree", "The author’s decision tree, grown again", author_tree(best))
    pays = break_even_luck(rules, Outcome.WON)
    said = f"What players say: after a won round test with LUCK {pays} or more"
    folk = [Baseline(f"folk-attack-{pays}", said, attack_from(pays))] if pays else []
    folk += [Baseline("folk-killing-blow", "What players say: test for the killing blow", killing_blow(rules))]
    board = Board(rules, EVERY_GAPS)
    never = Baseline("never", "Never testing", NEVER)
    return [never, *solved, *_strategies_at_their_best(board), *_paper_text_at_its_best(board), tree, *folk]


def _strategies_at_their_best(board: Board) -> list[Baseline]:
    """Each of the paper's strategies with the τ that is best on the set `every`."""
    shares = EVERY.shares(board)
    taus = board.rules.lucks[:-1]
    best = []
    for number in STRATEGIES[1:]:
        values = play(board, board.tests([strategy(number, tau) for tau in taus]), Worth.of_winning(board.rules))
        tau = taus[int(total(shares[:, None] * values).round(12).argmax())]
        does = strategy_title(number)
        title = f"The paper’s strategy {number}, τ = {tau}: {does[0].lower()}{does[1:]}, with LUCK above {tau}"
        best.append(Baseline(f"strategy-{number}", title, strategy(number, tau)))
    return best


class Reading(NamedTuple):
    """Numbers for the words of the paper's advice, as `paper_text_rule` takes them."""

    whose: str
    low: int
    high: int
    tau: int
    offence_tau: int

    def policy(self) -> ByStart:
        return paper_text_rule(self.tau, self.high, self.low, whose=self.whose, offence_tau=self.offence_tau)


ADVICE_TAUS = [*((tau, tau) for tau in range(3, 9)), (6, 5)]
"""one threshold for all strategies, or those that the paper finds"""


def advice_readings(board: Board) -> dict[Reading, float]:
    """The average win chance over the set `every` for each way to read the paper's advice."""
    shares = EVERY.shares(board)
    holds = cache(lambda when: when.holds(board.where))

    @cache
    def weighed(policy: RuleList) -> Floats:
        return shares * play(board, board.tests([policy]), Worth.of_winning(board.rules))[:, 0]

    def average(reading: Reading) -> float:
        text = reading.policy()
        chosen = weighed(text.otherwise)
        for when, choice in reversed(text.cases):
            chosen = np.where(holds(when), weighed(choice), chosen)
        return round(float(total(chosen)), 12)

    numbers = product(("foe_stamina", "hero_stamina"), range(1, 9), range(8, board.rules.max_luck + 1), ADVICE_TAUS)
    readings = [Reading(whose, low, high, *taus) for whose, low, high, taus in numbers]
    return {reading: average(reading) for reading in readings}


def _paper_text_at_its_best(board: Board) -> list[Baseline]:
    """The paper's advice with the numbers that are best on the set `every`: as printed, and with your stamina."""
    averages = advice_readings(board)
    found = []
    for id, whose, printed in (("paper-text", "foe_stamina", "the foe’s"), ("paper-text-hero", "hero_stamina", "your")):
        best = max((reading for reading in averages if reading.whose == whose), key=lambda reading: averages[reading])
        found.append(Baseline(id, _advice_title(best, printed), best.policy()))
    return found


def _advice_title(reading: Reading, whose: str) -> str:
    tau = (
        str(reading.tau) if reading.tau == reading.offence_tau else f"{reading.tau}, for offence {reading.offence_tau}"
    )
    return (
        f"The paper’s advice, read at its best: LUCK {reading.high} or more is high, {whose} STAMINA {reading.low} or "
        f"less is low, τ = {tau}"
    )
