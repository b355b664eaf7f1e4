"""The sets of single fights that averages are over, and the foes of the books that two of them are counted from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from atlas.game.ahead import Foe
from atlas.game.books import BOOK_FOES
from atlas.game.dice import FACES, PAIR_WAYS, SKILL_GAPS, clamp_gap
from atlas.game.rules import Rules, State
from atlas.policies.evaluate import Board, Floats

FIGHT_STAMINA, FIGHT_LUCK = 24, 12
"""the largest STAMINA and LUCK in any fight set"""
FIGHT_GAPS = tuple(SKILL_GAPS)
"""the skill gaps that fight sets are weighted over"""
HeroWeights = Mapping[tuple[int, int, int], int]
"""by SKILL, STAMINA and LUCK: how often this hero is counted"""
FightWeights = npt.NDArray[np.int64]
"""by skill gap −10 … +10, luck 0 … 12, hero stamina 1 … 24, foe stamina 1 … 24: how often this start is counted"""


@dataclass(frozen=True)
class FightSet:
    """A set of fights to average over."""

    name: str
    title: str
    """the name for players"""
    what: str
    """which fights it has, for readers"""
    count: Callable[[], FightWeights] = field(repr=False)
    """computes the weights"""

    @cached_property
    def weights(self) -> FightWeights:
        return self.count()

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return int(self.weights.sum())

    def __reduce__(self) -> tuple[Callable[[str], "FightSet"], tuple[str]]:
        """Pickle the name alone: a page that names a set carries no weights."""
        return _fight_set, (self.name,)

    def weight(self, skill_gap: int, state: State) -> int:
        """Return how often one start is counted."""
        gap, (hero, foe, luck) = skill_gap - SKILL_GAPS[0], state
        return int(self.weights[gap, luck, hero - 1, foe - 1])

    def shares(self, board: Board) -> Floats:
        """Return the share of the fights that begin in each state, in the flat order of the board."""
        gap, luck, hero, foe = (np.asarray(axis) for axis in board.where)
        inside = (luck <= FIGHT_LUCK) & (hero <= FIGHT_STAMINA) & (foe <= FIGHT_STAMINA)
        shares = np.zeros(board.size)
        shares[inside] = self.weights[gap[inside] - SKILL_GAPS[0], luck[inside], hero[inside] - 1, foe[inside] - 1]
        shares /= self.total
        return shares


FOUGHT_FOES = {foe: count for foe, count in BOOK_FOES.items() if foe.stamina <= FIGHT_STAMINA}
"""the foes of the books that fight sets and adventures use"""
PLAIN_FOES = {Foe(skill, stamina): 1 for skill, stamina in product(range(5, 13), range(4, 21))}
ROLLED_HEROES: HeroWeights = {
    (6 + skill, 12 + pair, 6 + luck): ways for skill, (pair, ways), luck in product(FACES, PAIR_WAYS.items(), FACES)
}
MIDWAY_HEROES: HeroWeights = dict.fromkeys(
    product(range(7, 13), range(4, FIGHT_STAMINA + 1), range(4, FIGHT_LUCK + 1)), 1
)


def _no_fights() -> FightWeights:
    """Return weights of 0."""
    return np.zeros((len(SKILL_GAPS), FIGHT_LUCK + 1, FIGHT_STAMINA, FIGHT_STAMINA), dtype=np.int64)


def _count_pairs(heroes: HeroWeights, foes: Mapping[Foe, int]) -> FightWeights:
    """Count each hero against each foe."""
    weights = _no_fights()
    skills = {skill for skill, _, _ in heroes}
    heroes_by_skill = {skill: np.zeros(weights.shape[1:3], dtype=np.int64) for skill in skills}
    for (skill, stamina, luck), count in heroes.items():
        heroes_by_skill[skill][luck, stamina - 1] += count
    for skill, (foe, count) in product(sorted(skills), foes.items()):
        weights[clamp_gap(skill - foe.skill) - SKILL_GAPS[0], :, :, foe.stamina - 1] += count * heroes_by_skill[skill]
    return weights


def _count_every() -> FightWeights:
    weights = _no_fights()
    weights[[abs(gap) <= 6 for gap in SKILL_GAPS], 1:] = 1
    return weights


def _count_books() -> FightWeights:
    """Count rolled heroes and heroes on the way for half of the fights each."""
    rolled, midway = (_count_pairs(heroes, FOUGHT_FOES) for heroes in (ROLLED_HEROES, MIDWAY_HEROES))
    return rolled * len(MIDWAY_HEROES) + midway * sum(ROLLED_HEROES.values())


EVERY_RANGE = "a SKILL gap of −6 to +6, LUCK 1 to 12 and STAMINA 1 to 24 on both sides"
EVERY = FightSet(
    "every",
    "any fight",
    f"every fight with {EVERY_RANGE}, all equally likely",
    _count_every,
)
FRESH = FightSet(
    "fresh",
    "new adventurer",
    "adventurers as rolled (SKILL 1d6+6, STAMINA 2d6+12, LUCK 1d6+6) against foes of SKILL 5 to 12 and STAMINA 4 to 20",
    lambda: _count_pairs(ROLLED_HEROES, PLAIN_FOES),
)
MIDWAY = FightSet(
    "midway",
    "mid-adventure",
    "adventurers of SKILL 7 to 12, STAMINA 4 to 24 and LUCK 4 to 12 against the same foes, all equally likely",
    lambda: _count_pairs(MIDWAY_HEROES, PLAIN_FOES),
)
BOOKS = FightSet(
    "books",
    "foes of the books",
    "new adventurers and those on the way, half each, against foes as they stand in 26 books (STAMINA up to 24, as all "
    "but 3 in 1,000 have)",
    _count_books,
)
FIGHT_SETS = (EVERY, FRESH, MIDWAY, BOOKS)


def _fight_set(name: str) -> FightSet:
    """Return the fight set with this name, to unpickle it."""
    return next(fights for fights in FIGHT_SETS if fights.name == name)


def judging_rules(rules: Rules) -> Rules:
    """Return the same rules with tables as large as the fight sets."""
    return rules.sized(FIGHT_STAMINA, FIGHT_LUCK)
