"""The three sets of fights that every average is over."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np

from atlas.game.dice import FACES, PAIR_WAYS
from atlas.game.rules import State
from atlas.policies.evaluate import Board, Floats


@dataclass(frozen=True)
class FightSet:
    """A set of fights to average over: how often each start is counted."""

    name: str
    what: str
    count: Callable[[], Mapping[tuple[int, State], int]] = field(repr=False)

    @cached_property
    def weights(self) -> Mapping[tuple[int, State], int]:
        """By skill gap and state; what is missing counts 0."""
        return self.count()

    @cached_property
    def total(self) -> int:
        return sum(self.weights.values())

    def at(self, skill_gap: int) -> Sequence[tuple[State, int]]:
        """The starts at one skill gap, with their weights."""
        return self._by_gap.get(skill_gap, [])

    @cached_property
    def _by_gap(self) -> dict[int, list[tuple[State, int]]]:
        starts: dict[int, list[tuple[State, int]]] = {}
        for (gap, state), weight in self.weights.items():
            starts.setdefault(gap, []).append((state, weight))
        return starts

    def shares(self, board: Board) -> Floats:
        """Which share of the fights begins in each state, in the flat order of a board."""
        side = board.rules.max_stamina
        cube = np.zeros((len(board.skill_gaps), len(board.rules.lucks), side, side))
        for (gap, state), weight in self.weights.items():
            cube[gap - board.skill_gaps[0], state.luck, state.hero_stamina - 1, state.foe_stamina - 1] = weight
        flat: Floats = board.flat(cube / self.total)
        return flat


def _fights(
    heroes: Mapping[tuple[int, int, int], int], foe_skills: range, foe_staminas: range
) -> dict[tuple[int, State], int]:
    """Heroes (SKILL, STAMINA, LUCK) with their weights, each against each of the foes."""
    weights: Counter[tuple[int, State]] = Counter()
    for (skill, stamina, luck), weight in heroes.items():
        for foe_skill, foe_stamina in product(foe_skills, foe_staminas):
            weights[skill - foe_skill, State(stamina, foe_stamina, luck)] += weight
    return dict(weights)


FOE_SKILLS, FOE_STAMINAS = range(5, 13), range(4, 21)


def _every() -> dict[tuple[int, State], int]:
    states = product(range(-6, 7), range(1, 13), range(1, 25), range(1, 25))
    return {(gap, State(hero, foe, luck)): 1 for gap, luck, hero, foe in states}


def _fresh() -> dict[tuple[int, State], int]:
    rolled = product(FACES, PAIR_WAYS.items(), FACES)
    heroes = {(6 + skill, 12 + pair, 6 + luck): ways for skill, (pair, ways), luck in rolled}
    return _fights(heroes, FOE_SKILLS, FOE_STAMINAS)


def _midway() -> dict[tuple[int, State], int]:
    heroes = dict.fromkeys(product(range(7, 13), range(4, 25), range(4, 13)), 1)
    return _fights(heroes, FOE_SKILLS, FOE_STAMINAS)


EVERY = FightSet(
    "every",
    "every state with a skill gap of −6 to +6, luck 1 to 12 and staminas 1 to 24, all equally likely",
    _every,
)
FRESH = FightSet(
    "fresh",
    "heroes as rolled (SKILL 1d6+6, STAMINA 2d6+12, LUCK 1d6+6) against foes of SKILL 5 to 12 and STAMINA 4 to 20",
    _fresh,
)
MIDWAY = FightSet(
    "midway",
    "heroes of SKILL 7 to 12, STAMINA 4 to 24 and LUCK 4 to 12 against the same foes, all equally likely",
    _midway,
)
FIGHT_SETS = (EVERY, FRESH, MIDWAY)
FIGHT_GAPS = tuple(range(-6, 8))
"""the skill gaps that occur in the sets"""
FIGHT_STAMINA = 24
"""the largest stamina that occurs in the sets"""
