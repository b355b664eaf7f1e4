"""The game as data: what a round costs, where the state can go, what a fight remembers, when it is over.

Nothing after this module knows that a plain hit takes 2 or that a test costs 1 luck: a rule
variant is another `Rules`, another goal another `Worth`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from atlas.errors import InputError
from atlas.game.dice import clamp_gap, luck_odds


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
        """The verdict as data files write it."""
        return self.name.lower()


class State(NamedTuple):
    """A fight between two rounds. A stamina of 0 means that side has lost."""

    hero_stamina: int
    foe_stamina: int
    luck: int


class Box(NamedTuple):
    """The largest staminas of the fights in question: larger ones need not be solved."""

    hero: int
    foe: int


class Branch(NamedTuple):
    """A possible result of one decision, with its chance."""

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
        """The damage of a plain, a lucky and an unlucky hit."""
        return self.plain, self.lucky, self.unlucky


class Moves(NamedTuple):
    """Where a round with one outcome leads, by place: `plain[place]` is the place after a plain hit."""

    plain: tuple[int, ...]
    lucky: tuple[int, ...]
    unlucky: tuple[int, ...]


Transitions = tuple[int, ...]
"""A place, and those a round leads to: drawn; won with a plain, lucky, unlucky hit; lost with each of these."""


@dataclass(frozen=True)
class Rules:
    """The rules of a fight. The defaults are those printed in the books."""

    won: Damage = Damage(plain=2, lucky=4, unlucky=1)
    """what the foe loses after a round the hero won"""
    lost: Damage = Damage(plain=2, lucky=1, unlucky=3)
    """what the hero loses after a round the hero lost"""
    luck_cost: int = 1
    """luck points a test costs; 0 is the paper's constant luck"""
    foe_yields_at: int = 0
    """the foe's stamina at which the fight is won"""
    losing_run: int | None = None
    """the number of lost rounds in succession that kill the hero, whatever the stamina"""
    draw_breaks_run: bool = False
    """whether a drawn round ends a succession of lost ones"""
    rounds: int | None = None
    """the number of rounds after which the fight is over, drawn ones counted"""
    out_of_rounds: Outcome = Outcome.LOST
    """how a fight ends that is undecided after these rounds"""
    max_stamina: int = 24
    """the largest stamina tabulated, on both sides"""
    max_luck: int = 13
    """the largest luck tabulated: LUCK 12 and a Potion of Fortune"""

    def __post_init__(self) -> None:
        for outcome in Outcome:
            damage = self.damage(outcome)
            if damage.plain < 1:
                raise InputError(
                    f"normal damage {damage.plain} on a {outcome} round: it must be 1 or more, or a fight need not end"
                )
            least = 0 if self.luck_cost else 1
            for kind, value in (("lucky", damage.lucky), ("unlucky", damage.unlucky)):
                if value < least:
                    raise InputError(f"{kind} damage {value} on a {outcome} round: it must be {least} or more")
        least_values: tuple[tuple[str, int | None, int], ...] = (
            ("luck cost", self.luck_cost, 0),
            ("stamina at which the foe yields", self.foe_yields_at, 0),
            ("run of lost rounds", self.losing_run, 2),
            ("limit of rounds", self.rounds, 1),
            ("largest stamina", self.max_stamina, 1),
            ("largest luck", self.max_luck, 0),
        )
        for name, given, least in least_values:
            if given is not None and given < least:
                raise InputError(f"{name} {given}: it must be {least} or more")

    def sized(self, max_stamina: int, max_luck: int) -> "Rules":
        """Return the same rules for tables of another size."""
        return replace(self, max_stamina=max_stamina, max_luck=max_luck)

    def damage(self, outcome: Outcome) -> Damage:
        """Return the damage that the loser of a round with this outcome takes."""
        return self.won if outcome is Outcome.WON else self.lost

    def can_test(self, luck: int) -> bool:
        """Return whether this much luck is enough for a test."""
        return luck >= max(self.luck_cost, 1)

    @property
    def lucks(self) -> range:
        """All lucks of the tables."""
        return range(self.max_luck + 1)

    @property
    def staminas(self) -> range:
        """All staminas of the tables, on both sides."""
        return range(1, self.max_stamina + 1)

    def states(self) -> Iterator[State]:
        """Yield every state of the tables, in their order."""
        return (State(h, f, luck) for luck in self.lucks for h in self.staminas for f in self.staminas)

    def hit(self, state: State, outcome: Outcome, damage: int) -> State:
        """Return the state after the loser of a round takes this damage."""
        if outcome is Outcome.WON:
            left = state.foe_stamina - damage
            return state._replace(foe_stamina=left if left > self.foe_yields_at else 0)
        return state._replace(hero_stamina=max(state.hero_stamina - damage, 0))

    def branches(self, state: State, outcome: Outcome, *, test: bool) -> tuple[Branch, ...]:
        """Return what testing, or keeping, leads to after a round with this outcome."""
        damage = self.damage(outcome)
        if not test:
            return (Branch(Fraction(1), self.hit(state, outcome, damage.plain)),)
        lucky = luck_odds(state.luck).chance
        spent = state._replace(luck=state.luck - self.luck_cost)
        return (
            Branch(lucky, self.hit(spent, outcome, damage.lucky)),
            Branch(1 - lucky, self.hit(spent, outcome, damage.unlucky)),
        )

    # What a fight remembers, beside staminas and luck, is one number: the rounds that are used up and the
    # length of the run of lost rounds. A fight begins with 0. Without limit and run there is nothing else.

    @property
    def has_memory(self) -> bool:
        """Whether a fight remembers rounds. A limit of one round has a single memory, but still ends the fight."""
        return self.rounds is not None or self.losing_run is not None

    @property
    def draws_count(self) -> bool:
        """Whether a drawn round changes what a fight remembers, so that it is not simply rolled again."""
        return self.rounds is not None or (self.losing_run is not None and self.draw_breaks_run)

    def playing_gap(self, skill_gap: int) -> int:
        """Return the skill gap within −10 … +10 that plays exactly like this one, where there is one.

        At ±10 one roll in 1296 still is a draw, beyond it none is: where draws count, every gap is its own.
        """
        return skill_gap if self.draws_count else clamp_gap(skill_gap)

    @property
    def memories(self) -> int:
        """The number of different memories of a fight."""
        return (self.rounds or 1) * (self.losing_run or 1)

    def next_memory(self, memory: int, outcome: Outcome | None) -> int | Outcome:
        """Return the memory after a round, or how the fight ends if its memory ends it. A drawn round is None."""
        used, run = divmod(memory, self.losing_run or 1)
        if self.losing_run:
            if outcome is Outcome.LOST:
                run += 1
            elif outcome is Outcome.WON or self.draw_breaks_run:
                run = 0
            if run == self.losing_run:
                return Outcome.LOST
        if self.rounds:
            used += 1
            if used == self.rounds:
                return self.out_of_rounds
        return used * (self.losing_run or 1) + run

    # A place is a pair of staminas and a memory, numbered row by row; with memory 0 it is a position. Damage
    # only ever lowers a stamina, so every decisive round leads to a smaller position, or to a smaller luck.

    @property
    def box(self) -> Box:
        """The box with all staminas of the tables."""
        return Box(self.max_stamina, self.max_stamina)

    def position(self, hero_stamina: int, foe_stamina: int) -> int:
        """Return the place of these staminas with memory 0."""
        return (hero_stamina * (self.max_stamina + 1) + foe_stamina) * self.memories

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The positions of all squares of a table, in its order."""
        return tuple(self.position(h, f) for h in self.staminas for f in self.staminas)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places of an undecided fight, each after those that a round can lead to from it.

        Rounds are used up, so more of them come first; a draw ends a run, so shorter runs come first.
        """
        runs = self.losing_run or 1
        memories = [used * runs + run for used in reversed(range(self.rounds or 1)) for run in range(runs)]
        foes = self.staminas[self.foe_yields_at :]
        positions = [self.position(hero, foe) for hero, foe in product(self.staminas, foes)]
        return tuple(position + memory for position in positions for memory in memories)

    @cached_property
    def moves(self) -> dict[Outcome, Moves]:
        """Where decisive rounds lead from every place."""
        return {
            outcome: Moves(*(self._targets(outcome, hit) for hit in self.damage(outcome).hits)) for outcome in Outcome
        }

    @cached_property
    def draws(self) -> tuple[int, ...]:
        """Where a drawn round leads from every place: back to it, unless the fight remembers draws."""
        return self._targets(None, 0)

    def _targets(self, outcome: Outcome | None, damage: int) -> tuple[int, ...]:
        """Return, for every place, the place after a round with this outcome and damage; None is a drawn round."""
        afterwards = [self.next_memory(memory, outcome) for memory in range(self.memories)]
        staminas = range(self.max_stamina + 1)
        heroes = [self.hit(State(n, 0, 0), outcome, damage).hero_stamina if outcome else n for n in staminas]
        foes = [self.hit(State(0, n, 0), outcome, damage).foe_stamina if outcome else n for n in staminas]
        memories, width = self.memories, len(staminas)
        if not self.has_memory:
            return tuple(hero * width + foe for hero, foe in product(heroes, foes))
        ending = [(memory, after) for memory, after in enumerate(afterwards) if isinstance(after, Outcome)]
        onward = [0 if isinstance(after, Outcome) else after for after in afterwards]
        targets: list[int] = []
        for hero, foe in product(heroes, foes):
            position = (hero * width + foe) * memories
            if not (hero and foe):
                targets += [position] * memories
                continue
            there = [position + after for after in onward]
            for memory, end in ending:
                there[memory] = self.position(hero, 0) if end is Outcome.WON else self.position(0, foe)
            targets += there
        return tuple(targets)

    @cached_property
    def most_rounds(self) -> int:
        """The most decisive rounds that a fight can have.

        Either every round takes stamina, or the rounds without a test do and the others take luck;
        the side that falls first takes one hit more than the other can.
        """
        tests = self.max_luck // self.luck_cost if self.luck_cost else 0

        def hits(damage: Damage) -> int:
            least = damage.plain if self.luck_cost else min(damage.hits)
            return -(-self.max_stamina // least)

        return tests + hits(self.won) + hits(self.lost) - 1

    @property
    def most_steps(self) -> int:
        """The most rounds of a fight that change its staminas or its memory.

        These are the decisive rounds, a draw after each where draws end a run, or as many as the limit allows.
        """
        return self.rounds or self.most_rounds * (2 if self.draws_count else 1)


@lru_cache(maxsize=64)
def walk(rules: Rules, box: Box) -> tuple[Transitions, ...]:
    """Return the places of an undecided fight within a box, in order, each with the places that a round leads to."""
    side, memories = rules.max_stamina + 1, rules.memories
    targets = (rules.draws, *(targets for outcome in Outcome for targets in rules.moves[outcome]))
    beyond = rules.position(box.hero + 1, 0)
    places = [place for place in rules.places if place < beyond and place // memories % side <= box.foe]
    return tuple(zip(places, *(map(after.__getitem__, places) for after in targets), strict=True))


BOOK_RULES = Rules()
LARGEST_SKILL = 99
LARGEST_STAMINA = 99
LARGEST_LUCK = 99
"""The largest scores that a question may have: a larger one is a slip of the keyboard."""
MOST_STATES = 400_000
"""The most states of all fights of a question together: with more an answer takes longer than anyone waits."""
