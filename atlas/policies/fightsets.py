"""The sets of single fights that averages are over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from atlas.game.dice import FACES, PAIR_WAYS, SKILL_GAPS, clamp_gap
from atlas.game.rules import Rules, State
from atlas.policies.evaluate import Board, Floats
from atlas.policies.foes import BOOK_FOES, Foe

FIGHT_STAMINA, FIGHT_LUCK = 24, 12
"""the largest that occur in the sets"""
Heroes = Mapping[tuple[int, int, int], int]
"""how often each SKILL, STAMINA and LUCK counts"""
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FightSet:
    """A set of fights to average over: how often each start is counted."""

    name: str
    title: str
    """as players read it"""
    what: str
    count: Callable[[], Counts] = field(repr=False)

    @cached_property
    def weights(self) -> Counts:
        """By skill gap −10 … +10, luck 0 … 12, hero and foe stamina 1 … 24."""
        return self.count()

    @cached_property
    def total(self) -> int:
        return int(self.weights.sum())

    def __reduce__(self) -> tuple[Callable[[str], "FightSet"], tuple[str]]:
        """Told by its name: a page that names a set carries no weights."""
        return _named, (self.name,)

    def weight(self, skill_gap: int, state: State) -> int:
        gap, (hero, foe, luck) = skill_gap - SKILL_GAPS[0], state
        return int(self.weights[gap, luck, hero - 1, foe - 1])

    def shares(self, board: Board) -> Floats:
        """Which share of the fights begins in each state, in the flat order of a board."""
        gap, luck, hero, foe = (np.asarray(axis) for axis in board.where)
        known = (luck <= FIGHT_LUCK) & (hero <= FIGHT_STAMINA) & (foe <= FIGHT_STAMINA)
        shares = np.zeros(board.size)
        shares[known] = self.weights[gap[known] - SKILL_GAPS[0], luck[known], hero[known] - 1, foe[known] - 1]
        shares /= self.total
        return shares


def _fights(heroes: Heroes, foes: Mapping[Foe, int]) -> Counts:
    """Each of the heroes against each of the foes."""
    weights = np.zeros((len(SKILL_GAPS), FIGHT_LUCK + 1, FIGHT_STAMINA, FIGHT_STAMINA), dtype=np.int64)
    known = {skill for skill, _, _ in heroes}
    adventurers = {skill: np.zeros(weights.shape[1:3], dtype=np.int64) for skill in known}
    for (skill, stamina, luck), count in heroes.items():
        adventurers[skill][luck, stamina - 1] += count
    for skill, (foe, count) in product(sorted(known), foes.items()):
        weights[clamp_gap(skill - foe.skill) - SKILL_GAPS[0], :, :, foe.stamina - 1] += count * adventurers[skill]
    return weights


PLAIN_FOES = {Foe(skill, stamina): 1 for skill, stamina in product(range(5, 13), range(4, 21))}
FOUGHT_FOES = {foe: count for foe, count in BOOK_FOES.items() if foe.stamina <= FIGHT_STAMINA}
ROLLED: Heroes = {
    (6 + skill, 12 + pair, 6 + luck): ways for skill, (pair, ways), luck in product(FACES, PAIR_WAYS.items(), FACES)
}
ON_THE_WAY: Heroes = dict.fromkeys(product(range(7, 13), range(4, FIGHT_STAMINA + 1), range(4, FIGHT_LUCK + 1)), 1)


def _every() -> Counts:
    weights = np.zeros((len(SKILL_GAPS), FIGHT_LUCK + 1, FIGHT_STAMINA, FIGHT_STAMINA), dtype=np.int64)
    weights[[abs(gap) <= 6 for gap in SKILL_GAPS], 1:] = 1
    return weights


def _books() -> Counts:
    rolled, on_the_way = (_fights(heroes, FOUGHT_FOES) for heroes in (ROLLED, ON_THE_WAY))
    return rolled * len(ON_THE_WAY) + on_the_way * sum(ROLLED.values())


EVERY = FightSet(
    "every",
    "any fight",
    "every fight with a SKILL gap of −6 to +6, LUCK 1 to 12 and STAMINA 1 to 24 on both sides, all equally likely",
    _every,
)
FRESH = FightSet(
    "fresh",
    "new adventurer",
    "adventurers as rolled (SKILL 1d6+6, STAMINA 2d6+12, LUCK 1d6+6) against foes of SKILL 5 to 12 and STAMINA 4 to 20",
    lambda: _fights(ROLLED, PLAIN_FOES),
)
MIDWAY = FightSet(
    "midway",
    "mid-adventure",
    "adventurers of SKILL 7 to 12, STAMINA 4 to 24 and LUCK 4 to 12 against the same foes, all equally likely",
    lambda: _fights(ON_THE_WAY, PLAIN_FOES),
)
BOOKS = FightSet(
    "books",
    "foes of the books",
    "new adventurers and those on the way, half each, against foes as they stand in 26 books (STAMINA up to 24, as all "
    "but 3 in 1,000 have)",
    _books,
)


def judging_rules(rules: Rules) -> Rules:
    """The same rules in tables as large as the sets."""
    return rules.sized(FIGHT_STAMINA, FIGHT_LUCK)


FIGHT_SETS = (EVERY, FRESH, MIDWAY, BOOKS)


def _named(name: str) -> FightSet:
    return next(fights for fights in FIGHT_SETS if fights.name == name)


FIGHT_GAPS = tuple(SKILL_GAPS)
"""the skill gaps that the sets are weighed over"""
