from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.errors import InputError
from atlas.game.rules import Branch, Damage, Outcome, Rules, State
from atlas.game.worth import Worth


def test_the_books() -> None:
    rules = Rules()
    state = State(hero_stamina=10, foe_stamina=9, luck=7)
    assert rules.branches(state, Outcome.WON, test=False) == (Branch(Fraction(1), State(10, 7, 7)),)
    assert rules.branches(state, Outcome.LOST, test=False) == (Branch(Fraction(1), State(8, 9, 7)),)
    assert rules.branches(state, Outcome.WON, test=True) == (
        Branch(Fraction(21, 36), State(10, 5, 6)),
        Branch(Fraction(15, 36), State(10, 8, 6)),
    )
    assert rules.branches(state, Outcome.LOST, test=True) == (
        Branch(Fraction(21, 36), State(9, 9, 6)),
        Branch(Fraction(15, 36), State(7, 9, 6)),
    )


def test_stamina_does_not_fall_below_zero() -> None:
    after = [branch.state for branch in Rules().branches(State(2, 3, 5), Outcome.WON, test=True)]
    assert after == [State(2, 0, 4), State(2, 2, 4)]


def test_states_are_all_and_in_the_order_of_the_tables() -> None:
    states = list(Rules(max_stamina=24, max_luck=13).states())
    assert len(states) == 14 * 24 * 24
    assert states == sorted(states, key=lambda s: (s.luck, s.hero_stamina, s.foe_stamina))


damages = st.builds(Damage, plain=st.integers(1, 4), lucky=st.integers(0, 5), unlucky=st.integers(0, 5))
rule_sets = st.builds(
    Rules,
    won=damages,
    lost=damages,
    luck_cost=st.integers(1, 3),
    max_stamina=st.integers(1, 6),
    max_luck=st.integers(0, 5),
)


@given(rule_sets)
def test_moves_say_what_branches_say_and_lead_downwards(rules: Rules) -> None:
    for state in rules.states():
        place = rules.position(state.hero_stamina, state.foe_stamina)
        for outcome in Outcome:
            moves, damage = rules.moves[outcome], rules.damage(outcome)
            pairs = ((moves.plain, damage.plain), (moves.lucky, damage.lucky), (moves.unlucky, damage.unlucky))
            for targets, amount in pairs:
                after = rules.hit(state, outcome, amount)
                assert targets[place] == rules.position(after.hero_stamina, after.foe_stamina) <= place
            assert moves.plain[place] < place


@given(rule_sets)
def test_no_fight_lasts_longer_than_most_rounds(rules: Rules) -> None:
    longest: dict[State, int] = {}
    for state in rules.states():
        after = [
            branch.state
            for outcome in Outcome
            for test in ((False, True) if rules.can_test(state.luck) else (False,))
            for branch in rules.branches(state, outcome, test=test)
        ]
        longest[state] = 1 + max(longest.get(s, 0) for s in after)
    assert max(longest.values()) <= rules.most_rounds


def test_worth_is_exact() -> None:
    rules = Rules(max_stamina=2, max_luck=1)
    worth = Worth.tabulate(rules, won=lambda s, luck: Fraction(s, 3) + luck, lost=lambda s, luck: Fraction(-1, 2))
    assert worth == Worth(won=((2, 4), (8, 10)), lost=((-3, -3), (-3, -3)), denominator=6)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"won": Damage(0, 4, 1)}, "normal damage 0 on a won round: it must be 1 or more, or a fight need not end"),
        ({"lost": Damage(2, -1, 3)}, "lucky damage -1 on a lost round: it must be 0 or more"),
        ({"lost": Damage(2, 0, 3), "luck_cost": 0}, "lucky damage 0 on a lost round: it must be 1 or more"),
        ({"luck_cost": -1}, "luck cost -1: it must be 0 or more"),
        ({"max_stamina": 0}, "largest stamina 0: it must be 1 or more"),
        ({"max_luck": -1}, "largest luck -1: it must be 0 or more"),
    ],
)
def test_rules_that_make_no_game_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        Rules(**settings)  # type: ignore[arg-type]
