"""Adventures: foes one after another, met with the stamina and the luck that are left.

The set `adventures` has as many adventures for each SKILL that can be rolled and for 3, 4, 5, 6 and 7 foes; which of
the foes of the books are met is drawn once, by a seed. STAMINA and LUCK are not drawn: the figure is the chance to
survive all foes, averaged over all rolls of both.
It is worked out backwards, the end of one fight being worth what the rest of the adventure is worth, for all
adventures together, in floats. Fewer than 4,000 roundings of 2⁻⁵³ are between the dice and a figure, so the
twelve decimals it is rounded to (`DECIMALS`) hold, the last one or two excepted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from atlas.game.dice import SKILL_GAPS, clamp_gap
from atlas.game.rules import Rules
from atlas.policies.conditions import Ints, Where
from atlas.policies.evaluate import Board, Ends, Floats, Masks, play, played, total
from atlas.policies.fightsets import FOUGHT_FOES, ROLLED
from atlas.policies.foes import Foe
from atlas.policies.policy import Policy, SteadyPolicy

NAME, TITLE = "adventures", "adventures"
MOST_FOES, FEWEST_FOES = 7, 3
DECIMALS = 12
TOGETHER = 8
"""policies that are followed at once"""
PARTS = 4
"""in which the skill gaps are played: where all foes are small, a small board will do"""


@dataclass(frozen=True)
class FoeChain:
    """A hero's SKILL and the foes in their order."""

    skill: int
    foes: tuple[Foe, ...]

    def gap(self, number: int) -> int:
        """The skill gap against one of the foes."""
        return clamp_gap(self.skill - self.foes[number].skill)


def drawn_adventures(each: int = 4, seed: int = 26) -> tuple[FoeChain, ...]:
    """So many for each SKILL that can be rolled and each number of foes."""
    rng = np.random.default_rng(seed)
    foes, ends = list(FOUGHT_FOES), np.cumsum(list(FOUGHT_FOES.values()))
    skills = sorted({skill for skill, _, _ in ROLLED})
    drawn = []
    for skill, count in product(skills, range(FEWEST_FOES, MOST_FOES + 1)):
        met = np.searchsorted(ends, rng.integers(ends[-1], size=(each, count)), side="right")
        drawn += [FoeChain(skill, tuple(foes[number] for number in numbers)) for numbers in met.tolist()]
    return tuple(drawn)


@dataclass(frozen=True)
class SampledChains:
    """A set of adventures under some rules, ready to be travelled by any policy."""

    rules: Rules
    adventures: tuple[FoeChain, ...]

    @cached_property
    def board(self) -> Board:
        """What policies are looked up on."""
        return _everywhere(self.rules)

    def survival(self, *policies: Policy | None) -> float:
        """The average chance to survive; with the best play for the foes ahead where the policy is None.

        One policy for all fights, or one for the last, one for the fight before it, and so on; the one that is given
        last serves all earlier fights.
        """
        shares = _rolled_shares(self.rules)[..., None] * self.chances(*policies)
        return round(float(total(shares.reshape(-1))) / len(self.adventures), DECIMALS)

    def chances(self, *policies: Policy | None) -> Floats:
        """The chance to survive each adventure: by hero stamina, luck, adventure."""
        masks = [self._masks(policy) for policy in policies]
        side, lucks = self.rules.max_stamina, len(self.rules.lucks)
        ahead = np.ones((side, lucks, len(self.adventures)))
        for number, (columns, board, foes, begun) in enumerate(self._meetings):
            place = min(number, len(policies) - 1)
            policy, tests = policies[place], masks[place]
            ends = Ends(ahead[..., columns], np.zeros((side, 1, 1)))
            values = play(board, tests and tests.at(board, self.board), ends)[begun]
            if policy and len(policy.choices) > 1:
                hero, luck = np.ix_(range(1, side + 1), range(lucks))
                chosen = policy.choice(Where(np.array(board.skill_gaps), luck[..., None], hero[..., None], foes))
                values = np.take_along_axis(values, chosen[..., None], axis=-1)
            ahead[..., columns] = values[..., 0]
        return ahead

    @cached_property
    def _meetings(self) -> list[tuple[list[int], Board, Ints, Ints]]:
        """From the last fight back: which adventures have so many, their fights, and where on the board these begin."""
        hero, luck = np.ix_(range(1, self.rules.max_stamina + 1), range(len(self.rules.lucks)))
        found = []
        for number in range(1, max(len(adventure.foes) for adventure in self.adventures) + 1):
            columns = [column for column, a in enumerate(self.adventures) if len(a.foes) >= number]
            met = [self.adventures[column] for column in columns]
            foes = np.array([a.foes[-number].stamina for a in met])
            board = Board(self.rules, tuple(a.gap(-number) for a in met), int(foes.max()))
            begun = board.place(np.arange(len(met)), luck[..., None], hero[..., None], foes)
            found.append((columns, board, foes, begun))
        return found

    def _masks(self, policy: Policy | None) -> Masks | None:
        return self.board.tests(policy.choices) if policy else None


def _rolled_shares(rules: Rules) -> Floats:
    """How often each STAMINA and LUCK is rolled."""
    shares = np.zeros((rules.max_stamina, len(rules.lucks)))
    for (_, stamina, luck), ways in ROLLED.items():
        shares[stamina - 1, luck] += ways / sum(ROLLED.values())
    return shares


SKILLS = tuple(sorted({skill for skill, _, _ in ROLLED}))


def survival_of_any(rules: Rules, policies: Sequence[SteadyPolicy], foes: int) -> list[float]:
    """The chance of heroes as rolled to survive so many foes of the books, averaged over all that they could be."""
    found: list[float] = []
    for some in (policies[n : n + TOGETHER] for n in range(0, len(policies), TOGETHER)):
        lived = _rolled_shares(rules)[..., None, None] * survivals(rules, some, foes)[-1] / len(SKILLS)
        found += (round(chance, DECIMALS) for chance in total(lived.reshape(-1, len(some))).tolist())
    return found


def survivals(rules: Rules, policies: Sequence[SteadyPolicy], foes: int) -> list[Floats]:
    """The chance to survive 0, 1, 2 … foes of the books, with the best play for them where no policy is given.

    By hero stamina, luck, SKILL and policy. No foe is drawn: before each fight the hero expects the average of all.
    """
    met, whole, count = _meetings(rules), _everywhere(rules), max(len(policies), 1)
    side, lucks = rules.max_stamina, len(rules.lucks)
    masks = whole.tests(policies) if policies else None
    tests = [masks and masks.at(part.board, whole) for part in met.parts]
    shares = [np.repeat(part.shares, count, axis=-1) for part in met.parts]
    ahead: list[Floats] = [np.ones((side, lucks, len(SKILLS), count))]
    for _ in range(foes):
        begun = np.empty((side, lucks, len(met.heroes), count))
        for part, tested, share in zip(met.parts, tests, shares, strict=True):
            ends = Ends(ahead[-1][:, :, met.heroes[part.columns]], np.zeros((side, 1, 1)))
            begun[:, :, part.columns] = _average(part.board, tested, ends, share)
        lived = [total(np.moveaxis(begun[:, :, met.heroes == n], 2, 0)) for n in range(len(SKILLS))]
        ahead.append(np.stack(lived, axis=2))
    return ahead


def _average(board: Board, tests: Masks | None, ends: Ends, shares: Floats) -> Floats:
    """What fights are worth where they begin, by hero stamina, luck, column and policy: the average over the foes."""
    side, shape = board.rules.max_stamina, (len(board.rules.lucks), *shares.shape[2:])
    shared = np.zeros((side * side, *shape))
    for here, values in played(board, tests, ends):
        # From one hero stamina to the next the foe has one less, in a table by foe and hero stamina.
        first, last = (here.total - hero - 1 for hero in (here.highest, here.lowest))
        places = slice(first * side + here.highest - 1, last * side + here.lowest, max(side - 1, 1))
        np.multiply(values.reshape(-1, *shape), shares[first : last + 1][::-1], out=shared[places][::-1])
    return total(shared.reshape(side, side, *shape))


@dataclass(frozen=True)
class _Part:
    """Some of the skill gaps at which heroes meet foes of the books."""

    columns: Ints
    """their places among all"""
    board: Board
    shares: Floats
    """by foe stamina and, after an axis for luck, column: how many of the foes that the hero may meet are such"""


@dataclass(frozen=True)
class _Meetings:
    """Heroes of every SKILL and the foes of the books, put together by skill gap: a column for each that there is."""

    heroes: Ints
    """by column: the place of the hero's SKILL among `SKILLS`"""
    parts: tuple[_Part, ...]


@lru_cache(maxsize=2)
def _everywhere(rules: Rules) -> Board:
    return Board(rules, tuple(SKILL_GAPS))


@lru_cache(maxsize=2)
def _meetings(rules: Rules) -> _Meetings:
    shares: dict[tuple[int, int], Floats] = {}
    for (n, skill), (foe, count) in product(enumerate(SKILLS), FOUGHT_FOES.items()):
        share = shares.setdefault((n, clamp_gap(skill - foe.skill)), np.zeros(rules.max_stamina))
        share[foe.stamina - 1] += count / sum(FOUGHT_FOES.values())
    heroes, gaps = (np.array(axis) for axis in zip(*shares, strict=True))
    by_foe = np.stack(list(shares.values()), axis=1)[:, None, :, None]
    most = np.array([int(share.nonzero()[0][-1]) + 1 for share in shares.values()])
    return _Meetings(
        heroes=heroes,
        parts=tuple(
            _Part(
                columns, Board(rules, tuple(gaps[columns].tolist()), int(most[columns].max())), by_foe[..., columns, :]
            )
            for columns in np.array_split(most.argsort(kind="stable"), PARTS)
        ),
    )


def ahead_by_gap(rules: Rules, skill_gaps: Sequence[int], most_foes: int) -> Ends:
    """What the end of a fight is worth where 0, 1 … so many foes of the books may follow, by skill gap of the fight.

    That is the chance to survive them by the best play; of the heroes that meet a foe at such a gap.
    """
    lived = total(np.stack(survivals(rules, (), most_foes)))[..., 0] / (most_foes + 1)
    met = np.zeros((len(skill_gaps), len(SKILLS)))
    for (n, skill), (foe, count) in product(enumerate(SKILLS), FOUGHT_FOES.items()):
        if clamp_gap(skill - foe.skill) in skill_gaps:
            met[skill_gaps.index(clamp_gap(skill - foe.skill)), n] += count
    shares = met / met.sum(axis=1, keepdims=True)
    won = total(np.moveaxis(lived[:, :, None] * shares, -1, 0))
    return Ends(won, np.zeros((rules.max_stamina, 1, 1)))
