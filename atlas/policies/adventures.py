"""Adventures: foes met one after another, each with the stamina and the luck that the fights before have left.

The set `adventures` has as many adventures for each SKILL that can be rolled and for 3, 4, 5, 6 and 7 foes. Which foes
of the books are met is drawn once, with a fixed seed. STAMINA and LUCK are not drawn: the published figure is the
chance to survive all foes, averaged over all rolls of both.

The chance is computed backwards: the worth of the end of one fight is the chance to survive the foes that follow. All
adventures are computed together, in floats. Fewer than 4,000 roundings of 2⁻⁵³ lie between the dice and a figure, so
the twelve decimals it is rounded to (`DECIMALS`) are right, except perhaps the last one or two.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from atlas.game.ahead import Foe
from atlas.game.dice import SKILL_GAPS, clamp_gap
from atlas.game.rules import Rules
from atlas.policies.conditions import Ints, Where
from atlas.policies.evaluate import Board, Ends, Floats, Masks, play, played, total
from atlas.policies.fightsets import FIGHT_STAMINA, FOUGHT_FOES, ROLLED_HEROES
from atlas.policies.policy import Policy

ADVENTURES = ADVENTURES_TITLE = "adventures"
"""the name of the set in data files, and the one for players"""
MOST_FOES, FEWEST_FOES = 7, 3
DECIMALS = 12
COLUMNS_AT_ONCE = 16
"""columns that are evaluated together: as many as fit into the processor's cache"""
BOARDS = 8
"""boards that the skill gaps are shared out to: where all foes have little stamina, a small board is enough"""
SKILLS = tuple(sorted({skill for skill, _, _ in ROLLED_HEROES}))
"""the SKILLs that can be rolled"""


@dataclass(frozen=True)
class FoeChain:
    """An adventure: a hero's SKILL and the foes in the order in which they are met."""

    skill: int
    foes: tuple[Foe, ...]

    def gap(self, number: int) -> int:
        """Return the skill gap against foe `number`; negative numbers count from the last foe."""
        return clamp_gap(self.skill - self.foes[number].skill)


def drawn_adventures(each: int = 4, seed: int = 26) -> tuple[FoeChain, ...]:
    """Draw `each` adventures for each SKILL that can be rolled and each number of foes."""
    rng = np.random.default_rng(seed)
    foes, ends = list(FOUGHT_FOES), np.cumsum(list(FOUGHT_FOES.values()))
    chains = []
    for skill, count in product(SKILLS, range(FEWEST_FOES, MOST_FOES + 1)):
        drawn = np.searchsorted(ends, rng.integers(ends[-1], size=(each, count)), side="right")
        chains += [FoeChain(skill, tuple(foes[index] for index in row)) for row in drawn.tolist()]
    return tuple(chains)


class _Fights(NamedTuple):
    """The last fights, or the last but one, … of all chains that have so many, on one board."""

    columns: list[int]
    """the indices of these chains"""
    board: Board
    """with a column for each of these chains"""
    foes: Ints
    """by column: the foe's stamina"""
    starts: Ints
    """by hero stamina, luck and column: the index of the start among the states of the board"""


@dataclass(frozen=True)
class SampledChains:
    """A set of adventures under some rules, to be played by any policy."""

    rules: Rules
    chains: tuple[FoeChain, ...]

    def survival(self, *policies: Policy | None) -> float:
        """Return the average chance to survive, over all chains and all rolls of STAMINA and LUCK.

        `policies` are those of the last fight, of the last but one, and so on; the one given last also plays all
        earlier fights. None is the best play for someone who knows the foes that follow.
        """
        shares = _rolled_shares(self.rules)[..., None] * self.chances(*policies)
        return round(float(total(shares.reshape(-1))) / len(self.chains), DECIMALS)

    def chances(self, *policies: Policy | None) -> Floats:
        """Return the chance to survive each chain, by hero stamina, luck and chain; `policies` as in `survival`."""
        full_board = _full_board(self.rules)
        masks = [full_board.tests(policy.choices) if policy else None for policy in policies]
        side, lucks = self.rules.max_stamina, len(self.rules.lucks)
        survival = np.ones((side, lucks, len(self.chains)))
        for number, fights in enumerate(self._fights_from_the_last):
            index = min(number, len(policies) - 1)
            policy, tests = policies[index], masks[index]
            ends = Ends(survival[..., fights.columns], np.zeros((side, 1, 1)))
            values = play(fights.board, tests and tests.at(fights.board, full_board), ends)[fights.starts]
            if policy and len(policy.choices) > 1:
                hero, luck = np.ix_(range(1, side + 1), range(lucks))
                gaps = np.array(fights.board.skill_gaps)
                chosen = policy.choice(Where(gaps, luck[..., None], hero[..., None], fights.foes))
                values = np.take_along_axis(values, chosen[..., None], axis=-1)
            survival[..., fights.columns] = values[..., 0]
        return survival

    @cached_property
    def _fights_from_the_last(self) -> list[_Fights]:
        """The last fights of all chains, then the fights before them, and so on."""
        hero, luck = np.ix_(range(1, self.rules.max_stamina + 1), range(len(self.rules.lucks)))
        fights = []
        for number in range(1, max(len(chain.foes) for chain in self.chains) + 1):
            columns = [column for column, chain in enumerate(self.chains) if len(chain.foes) >= number]
            chains = [self.chains[column] for column in columns]
            foes = np.array([chain.foes[-number].stamina for chain in chains])
            board = Board(self.rules, tuple(chain.gap(-number) for chain in chains), int(foes.max()))
            starts = board.place(np.arange(len(chains)), luck[..., None], hero[..., None], foes)
            fights.append(_Fights(columns, board, foes, starts))
        return fights


def _rolled_shares(rules: Rules) -> Floats:
    """Return how often each STAMINA and LUCK is rolled, by stamina from 1 and luck from 0."""
    shares = np.zeros((rules.max_stamina, len(rules.lucks)))
    for (_, stamina, luck), ways in ROLLED_HEROES.items():
        shares[stamina - 1, luck] += ways / sum(ROLLED_HEROES.values())
    return shares


def values_before_any_foe(rules: Rules, after: Floats) -> Floats:
    """Return what it is worth to stand before a foe of the books, from what it is worth to stand after it.

    Both are by hero stamina, luck, SKILL and column. The foe is known when it is met, and fought by best play.
    """
    matches, before = _book_matches(rules), np.empty_like(after)
    for first in range(0, after.shape[-1], COLUMNS_AT_ONCE):
        columns = slice(first, first + COLUMNS_AT_ONCE)
        width = after[..., columns].shape[-1]
        by_match = np.empty((*after.shape[:2], len(matches.skills), width))
        for part in matches.parts:
            board = Board(rules, tuple(gap for gap in part.board.skill_gaps for _ in range(width)), part.board.foes)
            won = after[:, :, matches.skills[part.columns], columns].reshape(*after.shape[:2], -1)
            ends = Ends(won, np.zeros((board.foes, 1, 1)))
            values = _mean_over_foes(board, None, ends, np.repeat(part.shares, width, axis=2))
            by_match[:, :, part.columns] = values.reshape(*after.shape[:2], -1, width)
        for n in range(len(SKILLS)):
            before[:, :, n, columns] = total(np.moveaxis(by_match[:, :, matches.skills == n], 2, 0))
    return before


def _mean_over_foes(board: Board, tests: Masks | None, ends: Ends, shares: Floats) -> Floats:
    """Return the values of fights as they begin, averaged over the foes by their shares.

    The result is by hero stamina, luck, column of the board and policy.
    """
    side, shape = board.rules.max_stamina, (len(board.rules.lucks), *shares.shape[2:])
    weighted = np.zeros((board.foes * side, *shape))
    for diagonal, values in played(board, tests, ends):
        # On a diagonal the foe has one less where the hero has one more: in a table by foe and hero stamina, these
        # entries are side − 1 apart.
        first, last = (diagonal.total - hero - 1 for hero in (diagonal.highest, diagonal.lowest))
        rows = slice(first * side + diagonal.highest - 1, last * side + diagonal.lowest, max(side - 1, 1))
        np.multiply(values.reshape(-1, *shape), shares[first : last + 1][::-1], out=weighted[rows][::-1])
    return total(weighted.reshape(board.foes, side, *shape))


@dataclass(frozen=True)
class _BoardPart:
    """Some of the matches, on one board."""

    columns: Ints
    """their indices among all matches"""
    board: Board
    """with a column for each of them"""
    shares: Floats
    """by foe stamina, an axis of length 1 for luck, and column: the share of the books' foes that this is"""


@dataclass(frozen=True)
class _BookMatches:
    """All pairs of a hero's SKILL and a skill gap at which that hero can meet a foe of the books."""

    skills: Ints
    """by match: the index of the hero's SKILL in `SKILLS`"""
    parts: tuple[_BoardPart, ...]


@lru_cache(maxsize=2)
def _full_board(rules: Rules) -> Board:
    """Return the board of all skill gaps, on which policies are looked up."""
    return Board(rules, tuple(SKILL_GAPS))


@lru_cache(maxsize=2)
def _book_matches(rules: Rules) -> _BookMatches:
    """Return all matches, on boards that are only as large as their foes need."""
    shares: dict[tuple[int, int], Floats] = {}
    for (n, skill), (foe, count) in product(enumerate(SKILLS), FOUGHT_FOES.items()):
        share = shares.setdefault((n, clamp_gap(skill - foe.skill)), np.zeros(FIGHT_STAMINA))
        share[foe.stamina - 1] += count / sum(FOUGHT_FOES.values())
    skills, gaps = (np.array(axis) for axis in zip(*shares, strict=True))
    by_foe = np.stack(list(shares.values()), axis=1)[:, None, :, None]
    largest_foes = np.array([int(share.nonzero()[0][-1]) + 1 for share in shares.values()])
    parts = []
    for columns in np.array_split(largest_foes.argsort(kind="stable"), BOARDS):
        board = Board(rules, tuple(gaps[columns].tolist()), int(largest_foes[columns].max()))
        parts.append(_BoardPart(columns, board, by_foe[..., columns, :]))
    return _BookMatches(skills, tuple(parts))
