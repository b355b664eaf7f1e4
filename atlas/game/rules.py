"""The game as data: what a round costs, where the state can go, what the end is worth.

Nothing after this module knows that a plain hit takes 2 or that a test costs 1 luck: a rule
variant is another `Rules`, another goal another `Worth`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from atlas.errors import InputError
from atlas.game.dice import luck_odds


class Outcome(StrEnum):
    """Who took the round."""

    WON = "won"
    LOST = "lost"


class Verdict(IntEnum):
    """What is best at one decision; `EITHER` is an exact tie."""

    KEEP = 0
    TEST = 1
    EITHER = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class State(NamedTuple):
    """A fight between two rounds. A stamina of 0 means that side has lost."""

    hero_stamina: int
    foe_stamina: int
    luck: int


class Branch(NamedTuple):
    """One of the ways a decision can turn out."""

    chance: Fraction
    state: State


@dataclass(frozen=True)
class Damage:
    """Stamina lost by the loser of a round."""

    plain: int
    """when luck is not tested"""
    lucky: int
    """when the test succeeds"""
    unlucky: int
    """when the test fails"""

    @property
    def hits(self) -> tuple[int, int, int]:
        return self.plain, self.lucky, self.unlucky


class Moves(NamedTuple):
    """Where a round leads, as position numbers: `plain[here]` is the position after."""

    plain: tuple[int, ...]
    lucky: tuple[int, ...]
    unlucky: tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """A way to fight. The defaults are those printed in the books."""

    won: Damage = Damage(plain=2, lucky=4, unlucky=1)
    """what the foe loses after a round the hero won"""
    lost: Damage = Damage(plain=2, lucky=1, unlucky=3)
    """what the hero loses after a round the hero lost"""
    luck_cost: int = 1
    """luck points a test costs; 0 is the paper's constant luck"""
    max_stamina: int = 24
    """the largest stamina tabulated, on both sides"""
    max_luck: int = 13
    """the largest luck tabulated: LUCK 12 and a Potion of Fortune"""

    def __post_init__(self) -> None:
        for outcome in Outcome:
            damage = self.damage(outcome)
            if damage.plain < 1:
                raise InputError(
                    f"plain damage {damage.plain} on a {outcome} round: it must be 1 or more, or a fight need not end"
                )
            least = 0 if self.luck_cost else 1
            for kind, value in (("lucky", damage.lucky), ("unlucky", damage.unlucky)):
                if value < least:
                    raise InputError(f"{kind} damage {value} on a {outcome} round: it must be {least} or more")
        for name, value, least in (
            ("luck cost", self.luck_cost, 0),
            ("largest stamina", self.max_stamina, 1),
            ("largest luck", self.max_luck, 0),
        ):
            if value < least:
                raise InputError(f"{name} {value}: it must be {least} or more")

    def damage(self, outcome: Outcome) -> Damage:
        return self.won if outcome is Outcome.WON else self.lost

    def can_test(self, luck: int) -> bool:
        return luck >= max(self.luck_cost, 1)

    @property
    def lucks(self) -> range:
        return range(self.max_luck + 1)

    @property
    def staminas(self) -> range:
        return range(1, self.max_stamina + 1)

    def states(self) -> Iterator[State]:
        """Every state of an undecided fight, in the order of all tables."""
        return (State(h, f, luck) for luck in self.lucks for h in self.staminas for f in self.staminas)

    def hit(self, state: State, outcome: Outcome, damage: int) -> State:
        """The state after the loser of a round takes this damage."""
        if outcome is Outcome.WON:
            return state._replace(foe_stamina=max(state.foe_stamina - damage, 0))
        return state._replace(hero_stamina=max(state.hero_stamina - damage, 0))

    def branches(self, state: State, outcome: Outcome, *, test: bool) -> tuple[Branch, ...]:
        """What testing, or keeping, can lead to after a round with this outcome."""
        damage = self.damage(outcome)
        if not test:
            return (Branch(Fraction(1), self.hit(state, outcome, damage.plain)),)
        lucky = luck_odds(state.luck).chance
        spent = state._replace(luck=state.luck - self.luck_cost)
        return (
            Branch(lucky, self.hit(spent, outcome, damage.lucky)),
            Branch(1 - lucky, self.hit(spent, outcome, damage.unlucky)),
        )

    # A position is a pair of staminas, numbered row by row. Damage only ever lowers a stamina,
    # so every move leads to a smaller number.

    def position(self, hero_stamina: int, foe_stamina: int) -> int:
        return hero_stamina * (self.max_stamina + 1) + foe_stamina

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The positions of an undecided fight, those that a move can lead to before those it leaves."""
        return tuple(self.position(h, f) for h in self.staminas for f in self.staminas)

    @cached_property
    def moves(self) -> dict[Outcome, Moves]:
        def targets(outcome: Outcome, damage: int) -> tuple[int, ...]:
            staminas = range(self.max_stamina + 1)
            hits = (self.hit(State(h, f, 0), outcome, damage) for h in staminas for f in staminas)
            return tuple(self.position(s.hero_stamina, s.foe_stamina) for s in hits)

        return {outcome: Moves(*(targets(outcome, hit) for hit in self.damage(outcome).hits)) for outcome in Outcome}

    @cached_property
    def most_rounds(self) -> int:
        """No fight has more decisive rounds than this.

        Either every round takes stamina, or the rounds without a test do and the others take luck;
        the side that falls first takes one hit more than the other can.
        """
        tests = self.max_luck // self.luck_cost if self.luck_cost else 0

        def hits(damage: Damage) -> int:
            least = damage.plain if self.luck_cost else min(damage.hits)
            return -(-self.max_stamina // least)

        return tests + hits(self.won) + hits(self.lost) - 1


BOOK_RULES = Rules()
LARGEST_SKILL = 99
LARGEST_STAMINA = 99
"""beyond these a question is a slip of the keyboard"""
