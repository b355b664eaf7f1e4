import numpy as np
import pytest

from atlas.errors import InputError
from atlas.game.rules import BOOK_RULES, Outcome, State, Verdict
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.policies.conditions import Condition, Where
from atlas.policies.policy import (
    NEVER,
    STRATEGIES,
    Policy,
    Rule,
    RuleList,
    Solved,
    paper_text_rule,
    strategy,
    strategy_title,
)

WON, LOST = Outcome.WON, Outcome.LOST


def asks(policy: Policy, outcome: Outcome, luck: int, hero: int, foe: int) -> bool:
    return bool(policy.tests(outcome, Where(0, luck, hero, foe)))


# From the paper's list: number → (after a won round, after a lost round) as plain Python.
PRINTED = {
    0: (lambda luck, h, f, tau: False, lambda luck, h, f, tau: False),
    1: (lambda luck, h, f, tau: luck > tau, lambda luck, h, f, tau: luck > tau),
    2: (lambda luck, h, f, tau: False, lambda luck, h, f, tau: luck > tau),
    3: (lambda luck, h, f, tau: luck > tau, lambda luck, h, f, tau: False),
    4: (lambda luck, h, f, tau: False, lambda luck, h, f, tau: luck > tau and h < 6),
    5: (lambda luck, h, f, tau: luck > tau and f > 6, lambda luck, h, f, tau: False),
    6: (lambda luck, h, f, tau: luck > tau and h < 6, lambda luck, h, f, tau: luck > tau and h < 6),
    7: (lambda luck, h, f, tau: luck > tau and h < 4, lambda luck, h, f, tau: luck > tau and h < 4),
    8: (lambda luck, h, f, tau: luck > tau and h < f, lambda luck, h, f, tau: luck > tau and h < f),
}


@pytest.mark.parametrize("number", STRATEGIES)
def test_the_nine_strategies_are_the_printed_ones(number: int) -> None:
    when_won, when_lost = PRINTED[number]
    for tau in (0, 5, 12):
        policy = strategy(number, tau)
        for luck in range(14):
            for h, f in ((3, 2), (4, 7), (5, 6), (6, 6), (7, 24)):
                assert asks(policy, WON, luck, h, f) is when_won(luck, h, f, tau)
                assert asks(policy, LOST, luck, h, f) is when_lost(luck, h, f, tau)
    assert strategy_title(number)


def test_the_first_rule_that_applies_decides_and_else_keep() -> None:
    card = RuleList(
        (
            Rule(WON, Verdict.KEEP, Condition("foe_stamina == 2"), ""),
            Rule(WON, Verdict.TEST, Condition("luck >= 5"), ""),
            Rule(LOST, Verdict.TEST, Condition("hero_stamina <= 2"), ""),
        )
    )
    assert asks(card, WON, 9, 9, 3) and not asks(card, WON, 9, 9, 2) and not asks(card, WON, 4, 9, 3)
    assert asks(card, LOST, 1, 2, 9) and not asks(card, LOST, 9, 3, 9)


def test_the_papers_text_chooses_by_the_start() -> None:
    text = paper_text_rule(tau=5, high_luck=10, low_stamina=4)
    chosen = {
        (0, 10, 12): strategy(1, 5),
        (3, 9, 4): strategy(1, 5),
        (3, 9, 12): strategy(2, 5),
        (-3, 9, 12): strategy(3, 5),
        (0, 9, 12): strategy(3, 5),
    }
    for (gap, luck, foe), expected in chosen.items():
        assert text.choices[int(text.choice(Where(gap, luck, 10, foe)))] == expected
    low = paper_text_rule(tau=5, high_luck=10, low_stamina=1)
    assert low.choices[int(low.choice(Where(-3, 9, 10, 2)))] == strategy(2, 5)
    hero = paper_text_rule(tau=6, high_luck=10, low_stamina=4, whose="hero_stamina", offence_tau=5)
    assert hero.choices[int(hero.choice(Where(-3, 9, 4, 12)))] == strategy(1, 6)
    assert hero.choices[int(hero.choice(Where(-3, 9, 10, 2)))] == strategy(2, 6)
    assert hero.choices[int(hero.choice(Where(-3, 9, 10, 12)))] == strategy(3, 5)


def test_a_solved_plan_is_a_policy() -> None:
    solution = solve(BOOK_RULES, -2, Worth.of_winning(BOOK_RULES))
    policy = Solved(BOOK_RULES, {-2: solution.plan})
    for outcome in Outcome:
        staminas = np.arange(1, 25)
        where = Where(np.array(-2), *np.ix_(np.arange(14), staminas, staminas))
        assert np.array_equal(policy.tests(outcome, where), solution.verdicts(outcome) == Verdict.TEST)
    followed = follow(BOOK_RULES, -2, policy.plan(BOOK_RULES, -2), Worth.of_winning(BOOK_RULES))
    assert followed.at(State(20, 17, 11)) == solution.win_chance(State(20, 17, 11))


def test_never_never_tests() -> None:
    assert NEVER.rules == ()


def test_a_rule_is_read_as_it_is_written() -> None:
    rule = Rule(LOST, Verdict.TEST, Condition("luck >= hero_stamina + 6"), "Test.")
    assert Rule.from_entry(rule.as_entry()) == rule


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("luck > 1", "is not a rule"),
        ({"outcome": "won"}, "is not a rule"),
        ({"outcome": "drawn", "verdict": "test", "when": "luck > 1", "text": ""}, "outcome 'drawn' in a rule"),
        ({"outcome": "won", "verdict": "either", "when": "luck > 1", "text": ""}, "verdict 'either' in a rule"),
        ({"outcome": "won", "verdict": "test", "when": 1, "text": ""}, "must be text"),
        ({"outcome": "won", "verdict": "test", "when": "exit()", "text": ""}, "cannot be used in a condition"),
    ],
)
def test_a_bad_rule_is_refused(entry: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Rule.from_entry(entry)
