"""How fights with the foes of the books end: chances to pass from one LUCK and STAMINA to another.

A traveller who stands before a fight does not know which foe of the books will come. The chances of all ends of a
fight, by LUCK and STAMINA left, follow from those of the states after the next round:

    ends(hero, foe, luck) = Σ over hits of the chance of the hit · ends(state after the hit)

A row is a pair of foe STAMINA and skill gap that comes up in the books. For one LUCK and one STAMINA of the hero, all
rows are one array, a `Block`. A hit that the hero takes leads to another block, a hit that the foe takes to other rows.

`Passages` holds the result, averaged over the foes. Its products with rounded worths are exact, in whatever order they
are summed, so that they are the same on every processor.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from atlas.game.dice import SKILL_GAPS, clamp_gap, luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.policies.adventures import SKILLS
from atlas.policies.conditions import Bools, Ints, Where
from atlas.policies.evaluate import Floats
from atlas.policies.fightsets import FOUGHT_FOES
from atlas.policies.policy import Policy

WORTH_BITS, COARSE_BITS, FINE_BITS = 32, 20, 33
"""binary places: a worth times a coarse or a fine part of a passage, summed over all ends, needs no more than 53"""
END_BITS = 42
"""binary places of a chance in one fight: times the number of foes in the books it needs no more than 53"""


class Traveller(NamedTuple):
    """An adventurer's scores at the start of a journey."""

    skill: int
    stamina: int
    luck: int


TRAVELLERS = tuple(
    Traveller(skill, stamina, luck)
    for skill, (stamina, luck) in zip(SKILLS, ((20, 10), (18, 11), (20, 8), (18, 10), (20, 12), (17, 9)), strict=True)
)
"""one of each SKILL that can be rolled, with STAMINA and LUCK as they come up"""
MOST_STAMINA = max(traveller.stamina for traveller in TRAVELLERS)
"""of somebody on a journey: nothing brings more STAMINA than at the start"""


def rounded(values: Floats, bits: int) -> Floats:
    """Return values rounded to so many binary places."""
    whole: Floats = np.rint(values * 2.0**bits) * 2.0**-bits
    return whole


@dataclass(frozen=True)
class Passages:
    """The fights of a policy: chances to pass from one LUCK and STAMINA to another, by traveller.

    A chance is held as a coarse and a fine part, each with so few binary places that a sum of its products with
    rounded worths, or with chances to stand somewhere, is exact.
    """

    coarse: Floats
    fine: Floats
    """by traveller, start and end"""

    @property
    def shape(self) -> tuple[int, int]:
        """How many LUCKs and STAMINAs there are, from 0."""
        return self.coarse.shape[-1] // (MOST_STAMINA + 1), MOST_STAMINA + 1

    @classmethod
    def of(cls, chances: Floats) -> "Passages":
        coarse = rounded(chances, COARSE_BITS)
        return cls(coarse, rounded(chances - coarse, FINE_BITS))

    def back(self, after: Floats) -> Floats:
        """Return what it is worth to stand before a fight, from what it is worth to stand after it.

        Both are by traveller, column, LUCK and STAMINA from 0.
        """
        ends = rounded(after, WORTH_BITS).reshape(*after.shape[:2], -1)
        before: Floats = ends @ self.coarse.mT + ends @ self.fine.mT
        return rounded(before, WORTH_BITS).reshape(after.shape)

    def on(self, standing: Floats) -> Floats:
        """Return where travellers stand after a fight; the fallen are left out."""
        starts = rounded(standing, WORTH_BITS).reshape(*standing.shape[:2], -1)
        after: Floats = starts @ self.coarse + starts @ self.fine
        return after.reshape(standing.shape)


def passages(rules: Rules, policy: Policy) -> Passages:
    """Work out how fights with any foe of the books go by a policy."""
    rows, shape = foe_rows(), (len(rules.lucks), MOST_STAMINA + 1)
    tests = {o: _by_row(rules, [partial(choice.tests, o) for choice in policy.choices]) for o in Outcome}
    chosen = _by_row(rules, [partial(_chooses, policy, number) for number in range(len(policy.choices))])
    chances = np.zeros((len(TRAVELLERS), *shape, *shape))
    blocks: dict[int, list[Block]] = {}
    for luck in rules.lucks:
        blocks[luck] = [np.zeros((*chosen.shape[:2], luck + 1, 1))]
        blocks.pop(luck - rules.luck_cost - 1, None)
        for hero in range(1, MOST_STAMINA + 1):
            hits = {outcome: _hits(rules, outcome, luck, tests[outcome][..., luck, hero - 1]) for outcome in Outcome}
            block = np.zeros((*chosen.shape[:2], luck + 1, hero + 1))
            blocks[luck].append(block)
            _add_lost_rounds(block, hits[Outcome.LOST], blocks)
            _add_won_rounds(block, hits[Outcome.WON], blocks, rules.foe_yields_at)
            met = (_with_end_bits(block) * chosen[..., luck, hero - 1, None, None]).sum(axis=1)
            reached = rows.counts @ met.reshape(len(met), -1)
            chances[:, luck, hero, : luck + 1, : hero + 1] = reached.reshape(-1, luck + 1, hero + 1)
    size = shape[0] * shape[1]
    return Passages.of((chances / rows.counts[0].sum()).reshape(-1, size, size))


@dataclass(frozen=True)
class FoeRows:
    """The pairs of foe STAMINA and skill gap at which a traveller can meet a foe of the books.

    They are ordered by foe STAMINA. Those of each have the skill gaps with the largest foes first: so the gaps of a foe
    are the first of those of every smaller one, and a hit leads to the first rows of another STAMINA.
    """

    foes: Ints
    gaps: Ints
    """by row: the index of the skill gap in `SKILL_GAPS`"""
    of_foe: Sequence[slice]
    """by foe STAMINA: its rows"""
    counts: Floats
    """by traveller and row: how many foes of the books there are"""
    win_round: Floats
    """by row and an axis for choices: the chance to win a decisive round"""


@lru_cache(maxsize=1)
def foe_rows() -> FoeRows:
    counts = foe_counts()
    largest = np.array([foes.nonzero()[0].max(initial=0) for foes in counts.sum(axis=0)])
    by_size = np.argsort(-largest, kind="stable")
    gaps_of_foe = [by_size[largest[by_size] >= max(foe, 1)] for foe in range(counts.shape[2])]
    ends = np.cumsum([0, *(len(gaps) for gaps in gaps_of_foe[1:])])
    of_foe = [slice(0, 0), *(slice(a, b) for a, b in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))]
    foes, gaps = np.repeat(range(1, len(ends)), np.diff(ends)), np.concatenate(gaps_of_foe[1:])
    win_round = np.array([float(round_ways(gap).decisive().chance) for gap in SKILL_GAPS])[gaps, None]
    return FoeRows(foes, gaps, of_foe, counts[:, gaps, foes], win_round)


@lru_cache(maxsize=1)
def foe_counts() -> Floats:
    """Return how many foes of the books there are, by traveller, skill gap and STAMINA from 0."""
    most = max(foe.stamina for foe in FOUGHT_FOES)
    counts = np.zeros((len(TRAVELLERS), len(SKILL_GAPS), most + 1))
    for (n, traveller), (foe, count) in product(enumerate(TRAVELLERS), FOUGHT_FOES.items()):
        counts[n, clamp_gap(traveller.skill - foe.skill) - SKILL_GAPS[0], foe.stamina] += count
    return counts


Block = Floats
"""The chances of all ends from one LUCK and hero STAMINA: by row, choice, LUCK left and STAMINA left.

No fight brings LUCK or STAMINA, so there are no more ends than LUCK and STAMINA at or below.
"""


class Hit(NamedTuple):
    """One way in which a round can end, at one LUCK and hero STAMINA."""

    damage: int
    luck_left: int
    chance: Floats
    """by row and choice"""


def _with_end_bits(chances: Floats) -> Floats:
    """Return chances rounded to `END_BITS`: a float that holds this number and a chance has so many binary places."""
    much = 1.5 * 2.0 ** (52 - END_BITS)
    result = chances + much
    result -= much
    return result


def _by_row(rules: Rules, functions: Sequence[Callable[[Where], Bools]]) -> Bools:
    """Return what functions say of all states: by row, function, LUCK and hero STAMINA from 1."""
    rows, heroes, foes = foe_rows(), range(1, MOST_STAMINA + 1), range(1, len(foe_rows().of_foe))
    where = Where(*np.ix_(SKILL_GAPS, rules.lucks, heroes, foes))
    shape = (len(SKILL_GAPS), len(rules.lucks), len(heroes), len(foes))
    results = (np.broadcast_to(function(where), shape)[rows.gaps, :, :, rows.foes - 1] for function in functions)
    return np.stack([*results], axis=1)


def _chooses(policy: Policy, number: int, start: Where) -> Bools:
    """Return where a policy chooses this one of its choices when a fight begins."""
    chosen: Bools = policy.choice(start) == number
    return chosen


def _hits(rules: Rules, outcome: Outcome, luck: int, tests: Bools) -> list[Hit]:
    """Return how rounds with one outcome end: with a plain, a lucky and an unlucky hit."""
    won, lucky = foe_rows().win_round, float(luck_odds(luck).chance)
    chance = won if outcome is Outcome.WON else 1 - won
    tested, damage = chance * (tests & rules.can_test(luck)), rules.damage(outcome)
    ways = (
        (damage.plain, luck, chance - tested),
        (damage.lucky, luck - rules.luck_cost, tested * lucky),
        (damage.unlucky, luck - rules.luck_cost, tested * (1 - lucky)),
    )
    return [Hit(taken, left, weight) for taken, left, weight in ways if weight.any()]


def _add_lost_rounds(block: Block, hits: Sequence[Hit], blocks: Mapping[int, Sequence[Block]]) -> None:
    """Add what follows when the hero is hit."""
    hero = block.shape[-1] - 1
    for hit in hits:
        if hit.damage < hero:
            after = blocks[hit.luck_left][hero - hit.damage]
            block[..., : after.shape[2], : after.shape[3]] += hit.chance[..., None, None] * after


def _add_won_rounds(block: Block, hits: Sequence[Hit], blocks: Mapping[int, Sequence[Block]], yields_at: int) -> None:
    """Add what follows when the foe is hit, for one foe STAMINA after the other: a hit leads to a smaller one.

    A foe that yields with its STAMINA is not fought.
    """
    hero, of_foe = block.shape[-1] - 1, foe_rows().of_foe
    for foe, rows in enumerate(of_foe):
        if foe <= yields_at:
            block[rows] = 0
            block[rows, :, -1, -1] = 1
            continue
        for hit in hits:
            chance, left = hit.chance[rows], foe - hit.damage
            if left <= yields_at:
                block[rows, :, hit.luck_left, -1] += chance
            else:
                after = blocks[hit.luck_left][hero][of_foe[left]][: len(chance)]
                block[rows, :, : hit.luck_left + 1] += chance[..., None, None] * after
