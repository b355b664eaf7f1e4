"""What other rules change: how often the advice differs from that of the books, and what following the books costs.

Both are counted over the fights that both sets of rules have: those with luck to test, a foe that has not yielded,
and, where rounds are counted, all of them to come. A fight is played to its end in exact numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from operator import sub

import numpy as np

from atlas.game.edition import Edition
from atlas.game.presets import Preset
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, Plan, Solution, Values, follow, solve_pair
from atlas.game.worth import Worth
from atlas.tables.gap_table import Aim, AimTable, GapTable, Mask, aim_table, verdicts_of

FIGHT_LUCK = 12
"""the largest luck of the set of fights `every`"""


@dataclass(frozen=True)
class Difference:
    """The difference between two sets of rules, over all fights of some skill gaps, all equally likely."""

    decisions: Mapping[Aim, Fraction]
    """the share of decisions where one says test and the other keep"""
    advised: Fraction
    """the average chance to win, all-out, by the advice for these rules"""
    ignored: Fraction
    """by the advice for the other rules"""
    never: Fraction
    """without a test"""
    worst: "Loss"

    @property
    def cost(self) -> Fraction:
        """What it costs to play by the advice for the other rules."""
        return self.advised - self.ignored


@dataclass(frozen=True, order=True)
class Loss:
    """The cost of the wrong advice in one fight."""

    cost: Fraction
    skill_gap: int
    state: State
    advised: Fraction


@dataclass(frozen=True)
class SolvedPreset:
    """A preset, solved at some skill gaps."""

    preset: Preset
    tables: Sequence[AimTable]
    """thrifty"""
    books: Sequence[AimTable]
    """thrifty by the books' rules, at the same skill gaps"""
    difference: Difference

    def flips(self, skill_gap: int, luck: int) -> Mask:
        """Return the squares where the books' advice differs, by both staminas; none where the foe has yielded."""
        place = [table.skill_gap for table in self.tables].index(skill_gap)
        ours, theirs = (tables[place].verdicts for tables in (self.tables, self.books))
        apart = [(ours[o][luck] == Verdict.TEST) != (theirs[o][luck] == Verdict.TEST) for o in Outcome]
        flips: Mask = apart[0] | apart[1]
        flips[:, : self.preset.rules.foe_yields_at] = False
        return flips

    @property
    def most_flips(self) -> tuple[int, int]:
        """The skill gap and luck at which most squares flip; the first of those with as many."""
        lucks = range(len(self.tables[0].win_chance))
        maps = [(table.skill_gap, luck) for table in self.tables for luck in lucks]
        return max(maps, key=lambda gap_and_luck: int(self.flips(*gap_and_luck).sum()))


def solve_preset(edition: Edition, preset: Preset, books: Sequence[GapTable]) -> SolvedPreset:
    """Solve a preset at the skill gaps of some tables of the books' rules, and compare it with these."""
    rules = preset.rules.sized(edition.rules.max_stamina, edition.rules.max_luck)
    tables, differences = [], []
    for table in books:
        pair = solve_pair(replace(edition, rules=rules), table.skill_gap)
        tables.append(aim_table(pair.thrifty, Aim.THRIFTY))
        differences.append(difference(pair, table))
    return SolvedPreset(preset, tables, [table.of(Aim.THRIFTY) for table in books], together(differences))


def difference(pair: Pair, other: GapTable) -> Difference:
    """Return the difference between the rules of the pair and those of the table, at the same skill gap."""
    best, rules = pair.best, pair.best.rules
    places = [rules.position(hero, foe) for hero, foe in product(rules.staminas, _foes(rules))]
    ignored = follow(rules, best.skill_gap, _plan(rules, other), Worth.of_winning(rules))
    return Difference(
        decisions={
            Aim.THRIFTY: _differing(pair.thrifty, other, Aim.THRIFTY),
            Aim.BEST: _differing(best, other, Aim.BEST),
        },
        advised=_average(best.values, places, _lucks(rules)),
        ignored=_average(ignored, places, _lucks(rules)),
        never=_average(best.values, places, range(1)),
        worst=_worst(best, ignored, places),
    )


def together(parts: Sequence[Difference]) -> Difference:
    """Return the average of differences at several skill gaps."""

    def average(values: Iterable[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(parts)

    return Difference(
        decisions={aim: average(part.decisions[aim] for part in parts) for aim in Aim},
        advised=average(part.advised for part in parts),
        ignored=average(part.ignored for part in parts),
        never=average(part.never for part in parts),
        worst=max(part.worst for part in parts),
    )


def _lucks(rules: Rules) -> range:
    """Return the lucks of the set of fights `every`, as far as the tables reach."""
    return range(1, min(rules.max_luck, FIGHT_LUCK) + 1)


def _foes(rules: Rules) -> range:
    """Return the staminas with which a foe fights on."""
    return range(rules.foe_yields_at + 1, rules.max_stamina + 1)


def _plan(rules: Rules, table: GapTable) -> Plan:
    """Return the verdicts of a table as a plan for rules that may have a memory: the same for every memory."""
    played = {o: np.pad(verdicts_of(table, o, Aim.BEST), ((0, 0), (1, 0), (1, 0))) for o in Outcome}
    return {o: np.repeat(v.reshape(len(v), -1), rules.memories, axis=1).tolist() for o, v in played.items()}


def _differing(solution: Solution, table: GapTable, aim: Aim) -> Fraction:
    """Return the share of decisions where one says test and the other keep."""
    lucks, foes = slice(1, FIGHT_LUCK + 1), slice(solution.rules.foe_yields_at, None)
    cut = [(solution.verdicts(o)[lucks, :, foes], verdicts_of(table, o, aim)[lucks, :, foes]) for o in Outcome]
    apart = sum(int(((a != b) & (a != Verdict.EITHER) & (b != Verdict.EITHER)).sum()) for a, b in cut)
    return Fraction(apart, sum(a.size for a, _ in cut))


def _average(values: Values, places: Sequence[int], lucks: range) -> Fraction:
    """Return the average value over places and lucks."""
    added = sum(sum(map(values.numerators[luck].__getitem__, places)) for luck in lucks)
    return Fraction(added, values.denominator * len(lucks) * len(places))


def _worst(best: Solution, ignored: Values, places: Sequence[int]) -> Loss:
    """Return the fight where the wrong advice costs most; among equal ones the first by luck, then place."""
    losses = []
    for luck in _lucks(best.rules):
        advised, played = (map(values.numerators[luck].__getitem__, places) for values in (best.values, ignored))
        lost = list(map(sub, advised, played))
        losses.append((max(lost), -luck, lost.index(max(lost))))
    loss, luck, number = max(losses)
    state = State(*divmod(places[number] // best.rules.memories, best.rules.max_stamina + 1), -luck)
    return Loss(Fraction(loss, ignored.denominator), best.skill_gap, state, best.values.at(state))
