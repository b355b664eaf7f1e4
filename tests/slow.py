"""Obviously right and slow: what the fast modules are judged by."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from atlas.game.dice import PAIR_WAYS
from atlas.game.rules import Outcome, Rules, State

EndWorth = Callable[[State], Fraction]
Decide = Callable[[State, Outcome], bool]


def winning(end: State) -> Fraction:
    return Fraction(end.foe_stamina == 0)


def round_chance(skill_gap: int) -> Fraction:
    """The chance to win a round that is not drawn, by trying all rolls."""
    totals = [(a + b + skill_gap, c + d) for a, b, c, d in product(range(1, 7), repeat=4)]
    won = sum(hero > foe for hero, foe in totals)
    lost = sum(hero < foe for hero, foe in totals)
    return Fraction(won, won + lost)


class SlowSolver:
    """The Bellman equation as it stands, in fractions."""

    def __init__(self, rules: Rules, skill_gap: int, worth: EndWorth = winning) -> None:
        self.rules = rules
        self.worth = worth
        win = round_chance(skill_gap)
        self.rounds = {Outcome.WON: win, Outcome.LOST: 1 - win}
        self.value, self.options = cache(self._value), cache(self._options)

    def _value(self, state: State) -> Fraction:
        if state.foe_stamina == 0 or state.hero_stamina == 0:
            return self.worth(state)
        return sum((p * max(self.options(state, outcome)) for outcome, p in self.rounds.items()), Fraction(0))

    def _options(self, state: State, outcome: Outcome) -> list[Fraction]:
        """What keeping is worth, and testing if that can be done."""
        choices = [False, True] if self.rules.can_test(state.luck) else [False]
        return [self.expect(state, outcome, test) for test in choices]

    def expect(self, state: State, outcome: Outcome, test: bool) -> Fraction:
        branches = self.rules.branches(state, outcome, test=test)
        return sum((chance * self.value(after) for chance, after in branches), Fraction(0))


def follow(
    rules: Rules, skill_gap: int, decide: Decide, worth: EndWorth = winning, fixed_lucky: Fraction | None = None
) -> Callable[[State], Fraction]:
    """What a way to play is worth from a state; with a fixed chance of being lucky where one is given."""
    win = round_chance(skill_gap)

    @cache
    def value(state: State) -> Fraction:
        if state.foe_stamina == 0 or state.hero_stamina == 0:
            return worth(state)
        total = Fraction(0)
        for outcome, p in ((Outcome.WON, win), (Outcome.LOST, 1 - win)):
            test = rules.can_test(state.luck) and decide(state, outcome)
            branches = rules.branches(state, outcome, test=test)
            chances = [chance for chance, _ in branches]
            if test and fixed_lucky is not None:
                chances = [fixed_lucky, 1 - fixed_lucky]
            total += p * sum(c * value(after) for c, (_, after) in zip(chances, branches, strict=True))
        return total

    return value


def histories(win: Fraction, state: State, policy: dict[tuple[State, Outcome], bool]) -> Iterator[tuple[Fraction, str]]:
    """Every game history from a state, one round after the other: its chance and who won it.

    Written from the rules of the books and nothing else: W and L are plain rounds, capitals with a
    sign are rounds with a test that was lucky (+) or unlucky (−).
    """
    hero, foe, luck = state
    if foe <= 0 or hero <= 0:
        yield Fraction(1), ""
        return
    lucky = Fraction(sum(ways for total, ways in PAIR_WAYS.items() if total <= luck), 36)
    steps: list[tuple[Fraction, str, State]] = []
    if luck and policy[state, Outcome.WON]:
        steps.append((win * lucky, "W+", State(hero, foe - 4, luck - 1)))
        steps.append((win * (1 - lucky), "W-", State(hero, foe - 1, luck - 1)))
    else:
        steps.append((win, "W", State(hero, foe - 2, luck)))
    if luck and policy[state, Outcome.LOST]:
        steps.append(((1 - win) * lucky, "L+", State(hero - 1, foe, luck - 1)))
        steps.append(((1 - win) * (1 - lucky), "L-", State(hero - 3, foe, luck - 1)))
    else:
        steps.append((1 - win, "L", State(hero - 2, foe, luck)))
    for chance, step, after in steps:
        for rest_chance, rest in histories(win, after, policy):
            yield chance * rest_chance, step + rest
