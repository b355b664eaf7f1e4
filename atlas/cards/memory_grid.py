"""The quick grid for rules that remember rounds: a limit of rounds, or a run of lost rounds that kills.

Such a fight has more states than a `Board` holds. Here it is played place by place, for all skill gaps and lucks at
once. With v for the value of a place (the chance to win, and the luck left at its price), p_d, p_w, p_l for a drawn, a
won and a lost round, and `after` for keeping or testing, whichever is better or is advised:

    v = p_d v(drawn) + p_w v(after won) + p_l v(after lost)

A draw that changes nothing is rolled again. The same places in the other order say how often each is reached, and so
what testing gains at every decision. `layout` cuts the squares as for any other grid. Its bands are skill gaps, or,
where rounds are limited, the rounds that are left, which change the advice more. A grid is fitted again to the gains
under its own play, and the best fit is taken.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

import numpy as np

from atlas.cards.grid import Grid, Group
from atlas.cards.grid_search import GridDraft, printable_grid
from atlas.cards.layout import GainTable, GridShape, best_layout
from atlas.cards.objective import CARD_GAPS, SET_SHARES, decided_up_to
from atlas.game.dice import ROUND_ROLLS, SKILL_GAPS, luck_odds, round_ways
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, walk
from atlas.policies.conditions import Bools, Ints
from atlas.policies.evaluate import Floats, total
from atlas.policies.fightsets import FIGHT_LUCK, FIGHT_SETS, FIGHT_STAMINA

BY_SKILL_GAP = {Outcome.WON: GridShape(4, 12, 3, 4), Outcome.LOST: GridShape(1, 5, 2, 5)}
BY_ROUNDS_LEFT = {Outcome.WON: GridShape(4, 12, 3, 4), Outcome.LOST: GridShape(2, 6, 2, 4)}
MOST_ROUNDS_APART = 12
"""with more rounds left, all count as so many"""
FITS = 3
"""how often a grid is fitted to gains, each time to those under the play of the one before"""

Planes = Floats
"""numbers by place, then skill gap and luck"""
Tests = Mapping[Outcome, Bools]
"""by outcome, then place, skill gap and luck: where a policy tests"""


@dataclass(frozen=True)
class MemoryGrid:
    """A quick grid for rules that remember rounds."""

    grids: Mapping[Outcome, Grid]
    by_rounds_left: bool
    """whether its bands are rounds left, the one at hand counted, and not skill gaps"""
    extra_wins: Mapping[str, float]
    """by name of the fight set: its share of the wins that testing can add"""


def derive_memory_grid(edition: Edition) -> MemoryGrid:
    """Derive the quick grid of rules that remember rounds."""
    fights = MemoryFights(edition.rules.sized(FIGHT_STAMINA, FIGHT_LUCK), float(edition.luck_price))
    fits = list(islice(fights.fits(), FITS))
    best = max(fits, key=lambda fit: fit.value)
    grids = {
        outcome: printable_grid(edition.rules, outcome, best.draft, fights.bands_of(best.draft, outcome))
        for outcome in Outcome
    }
    return MemoryGrid(grids, bool(edition.rules.rounds), fights.extra_wins(best.tests))


@dataclass(frozen=True)
class GridFit:
    """A grid, where it tests, and what fights are worth that are played by it."""

    draft: GridDraft
    tests: Tests
    value: float


@dataclass(frozen=True)
class MemoryFights:
    """All fights by rules that remember rounds, at the skill gaps that cards are derived for."""

    rules: Rules
    luck_price: float

    @cached_property
    def chances(self) -> tuple[Planes, ...]:
        """The chances that the next round to change something is drawn, won or lost, by place and skill gap."""
        ways = np.array([round_ways(gap) for gap in CARD_GAPS])
        won, drawn, lost = (counts / ROUND_ROLLS for counts in ways.T)
        decisive = np.array([float(round_ways(gap).decisive().chance) for gap in CARD_GAPS])
        draw_changes = (np.array(self.rules.draws) != np.arange(self.place_count))[:, None]
        decided = (np.zeros_like(decisive), decisive, 1 - decisive)
        rolled = zip((drawn, won, lost), decided, strict=True)
        return tuple(np.where(draw_changes, once, again)[..., None] for once, again in rolled)

    @cached_property
    def lucky(self) -> Floats:
        """The chance to be Lucky, by luck."""
        return np.array([float(luck_odds(luck).chance) for luck in self.rules.lucks])

    @cached_property
    def can_test(self) -> Bools:
        """By luck: whether it is enough for a test."""
        return np.array([self.rules.can_test(luck) for luck in self.rules.lucks])

    @property
    def place_count(self) -> int:
        return self.rules.position(self.rules.max_stamina + 1, 0)

    def empty(self) -> Planes:
        return np.zeros((self.place_count, len(CARD_GAPS), len(self.rules.lucks)))

    @cached_property
    def levels(self) -> list[Ints]:
        """The places of undecided fights, level by level: from each a round leads to lower levels, or changes nothing.

        A row is a place, where a draw leads from it, and where the hits lead after a won and after a lost round.
        """
        transitions = walk(self.rules, self.rules.box)
        level = [-1] * self.place_count
        for place, *after in transitions:
            level[place] = 1 + max(level[other] for other in after if other != place)
        of_row = np.array([level[place] for place, *_ in transitions])
        rows = np.array(transitions)
        return [rows[of_row == number] for number in range(max(level) + 1)]

    # Backward: values.

    def ends(self, price: float) -> Planes:
        """Return the values of places where a fight is over, elsewhere 0."""
        values, rules = self.empty(), self.rules
        left = price * np.arange(len(rules.lucks))
        for stamina in rules.staminas:
            values[rules.position(stamina, 0)] = 1 + left
            values[rules.position(0, stamina)] = left
        return values

    def keep_and_test(self, values: Planes, hits: Ints) -> tuple[Planes, Planes]:
        """Return the values of keeping and of testing after a round, by rows of places that its hits lead to."""
        plain, lucky, unlucky = (values[places] for places in hits.T)
        tested = self.lucky * self.spent(lucky) + (1 - self.lucky) * self.spent(unlucky)
        return plain, np.where(self.can_test, tested, -np.inf)

    def spent(self, planes: Planes) -> Planes:
        """Return values by the luck before a test, from values by the luck after it."""
        cost = self.rules.luck_cost
        return np.concatenate([planes[..., :cost], planes[..., : planes.shape[-1] - cost]], axis=-1)

    def solved(self, price: float, tests: Tests | None) -> tuple[Planes, dict[Outcome, Planes]]:
        """Return the values of all places, and what testing adds after each outcome; best play without `tests`."""
        values, stakes = self.ends(price), {outcome: self.empty() for outcome in Outcome}
        p_drawn, *p_decisive = self.chances
        for rows in self.levels:
            places, drawn, hits = rows[:, 0], rows[:, 1], rows[:, 2:]
            value = p_drawn[places] * values[drawn]
            for outcome, chance, of_outcome in zip(Outcome, p_decisive, np.split(hits, 2, axis=1), strict=True):
                keep, test = self.keep_and_test(values, of_outcome)
                stakes[outcome][places] = np.where(self.can_test, test - keep, 0.0)
                chosen = test > keep if tests is None else tests[outcome][places]
                value += chance[places] * np.where(chosen, test, keep)
            values[places] = value
        return values, stakes

    @cached_property
    def best(self) -> tuple[Planes, dict[Outcome, Planes]]:
        """The values and stakes of best play, LUCK left being worth its price."""
        return self.solved(self.luck_price, None)

    @cached_property
    def never_tests(self) -> Tests:
        return {outcome: np.zeros(self.empty().shape, dtype=bool) for outcome in Outcome}

    # Forward: how often places are reached.

    @cached_property
    def starts(self) -> dict[str, Floats]:
        """By fight set: the share of fights that begin at each position, by position, skill gap and luck."""
        first, last = CARD_GAPS[0] - SKILL_GAPS[0], CARD_GAPS[-1] - SKILL_GAPS[0] + 1
        foes = slice(self.rules.foe_yields_at, None)
        shares = {}
        for fights in FIGHT_SETS:
            weights = fights.weights[first:last, :, :, foes]
            shares[fights.name] = weights.transpose(2, 3, 0, 1).reshape(-1, *weights.shape[:2]) / weights.sum()
        return shares

    @cached_property
    def start_places(self) -> list[int]:
        """The positions in which a fight may begin, in the order of `starts`."""
        rules = self.rules
        return [rules.position(h, f) for h in rules.staminas for f in rules.staminas[rules.foe_yields_at :]]

    def mean_value(self, values: Planes, name: str) -> float:
        """Return the average value over a fight set."""
        return float(total((self.starts[name] * values[self.start_places]).reshape(-1)))

    @cached_property
    def set_weights(self) -> dict[str, float]:
        """By fight set: its weight for each win, so that all extra wins of a set weigh what `SET_SHARES` says."""
        best, never = self.best[0], self.solved(self.luck_price, self.never_tests)[0]
        gains = {name: self.mean_value(best, name) - self.mean_value(never, name) for name in SET_SHARES}
        return {name: share / gains[name] if gains[name] > 0 else 0.0 for name, share in SET_SHARES.items()}

    def weighted(self, values: Planes) -> float:
        """Return the weighted average of values over the fight sets."""
        return sum(weight * self.mean_value(values, name) for name, weight in self.set_weights.items())

    def visits(self, tests: Tests) -> Planes:
        """Return how often each place is reached in weighted fights."""
        reached, cost = self.empty(), self.rules.luck_cost
        for name, weight in self.set_weights.items():
            reached[self.start_places] += weight * self.starts[name]
        p_drawn, *p_decisive = self.chances
        lucks = len(self.rules.lucks)
        for place, drawn, *hits in reversed(walk(self.rules, self.rules.box)):
            chance_here = reached[place]
            if drawn != place:
                reached[drawn] += p_drawn[place] * chance_here
            for outcome, chance, first in zip(Outcome, p_decisive, (0, 3), strict=True):
                tested = np.where(tests[outcome][place], chance[place] * chance_here, 0.0)
                reached[hits[first]] += chance[place] * chance_here - tested
                reached[hits[first + 1], :, : lucks - cost] += (self.lucky * tested)[:, cost:]
                reached[hits[first + 2], :, : lucks - cost] += ((1 - self.lucky) * tested)[:, cost:]
        return reached

    # Grids.

    @property
    def band_elements(self) -> list[int]:
        """What bands are made of: skill gaps, or rounds left, the most first."""
        if self.rules.rounds:
            return list(range(min(self.rules.rounds, MOST_ROUNDS_APART), 0, -1))
        return list(CARD_GAPS)

    @cached_property
    def element_of_memory(self) -> list[int]:
        """By memory: the index in `band_elements` of the rounds that are left."""
        assert self.rules.rounds
        used = [memory // (self.rules.losing_run or 1) for memory in range(self.rules.memories)]
        spared = self.rules.rounds - len(self.band_elements)
        return [max(n - spared, 0) for n in used]

    def fits(self) -> Iterator[GridFit]:
        """Yield grids: one that fits best play, then each one that fits the play by the grid before."""
        tests: Tests = {outcome: stake > 0 for outcome, stake in self.best[1].items()}
        stakes = self.best[1]
        while True:
            draft = self.fitted(self.gains(tests, stakes))
            tests = self.tests_of(draft)
            values, stakes = self.solved(self.luck_price, tests)
            yield GridFit(draft, tests, self.weighted(values))

    def gains(self, tests: Tests, stakes: Mapping[Outcome, Planes]) -> dict[Outcome, GainTable]:
        """Return what testing at each decision gains while a policy is played, as tables by band element."""
        reached, tables = self.visits(tests), {}
        for outcome, chance in zip(Outcome, self.chances[1:], strict=True):
            decided = decided_up_to(self.rules)[outcome]
            gains = self.by_element(reached * chance * stakes[outcome])
            gains[(..., slice(decided)) if outcome is Outcome.WON else (..., slice(decided), slice(None))] = 0
            tables[outcome] = GainTable(outcome, decided, gains)
        return tables

    def by_element(self, planes: Planes) -> Floats:
        """Sum numbers of places up by band element, luck, hero and foe stamina from 1."""
        side, memories = self.rules.max_stamina + 1, self.rules.memories
        cube = planes.reshape(side, side, memories, *planes.shape[1:])[1:, 1:]
        if not self.rules.rounds:
            return total(cube.transpose(2, 3, 4, 0, 1))
        by_memory = total(cube.transpose(3, 2, 4, 0, 1))
        summed = np.zeros((len(self.band_elements), *by_memory.shape[1:]))
        for memory, element in enumerate(self.element_of_memory):
            summed[element] += by_memory[memory]
        return summed

    def fitted(self, tables: Mapping[Outcome, GainTable]) -> GridDraft:
        """Return the grid that fits gains best."""
        shapes = BY_ROUNDS_LEFT if self.rules.rounds else BY_SKILL_GAP
        layouts = {outcome: best_layout(tables[outcome], self._fitting(shapes[outcome])) for outcome in Outcome}
        return GridDraft(layouts, {outcome: tables[outcome].fit(layouts[outcome])[1] for outcome in Outcome})

    def _fitting(self, shape: GridShape) -> GridShape:
        """Return a shape with no more bands than there is to band."""
        bands = min(shape.bands, len(self.band_elements))
        return GridShape(bands, min(shape.columns, bands * shape.most_columns), shape.rows, shape.most_columns)

    def tests_of(self, draft: GridDraft) -> Tests:
        """Return where a grid tests."""
        side, memories, lucks = self.rules.max_stamina + 1, self.rules.memories, np.array(self.rules.lucks)
        tests = {}
        for outcome in Outcome:
            lowest = np.full((side, side, memories, len(CARD_GAPS)), 99, dtype=np.int8)
            thresholds = draft.thresholds(outcome).transpose(1, 2, 0)
            if self.rules.rounds:
                lowest[1:, 1:] = thresholds[:, :, self.element_of_memory][..., None]
            else:
                lowest[1:, 1:] = thresholds[:, :, None]
            tests[outcome] = (lucks >= lowest.reshape(-1, len(CARD_GAPS), 1)) & self.can_test
        return tests

    def bands_of(self, draft: GridDraft, outcome: Outcome) -> list[Group]:
        """Return what the bands of a draft stand for; the outermost skill gaps reach to the ends."""
        edges, elements = draft.layouts[outcome].bands, self.band_elements
        bands = [tuple(elements[low:high]) for low, high in pairwise(edges)]
        if not self.rules.rounds:
            bands[0] = (*range(SKILL_GAPS[0], CARD_GAPS[0]), *bands[0])
            bands[-1] = (*bands[-1], *range(CARD_GAPS[-1] + 1, SKILL_GAPS[-1] + 1))
        return bands

    def extra_wins(self, tests: Tests) -> dict[str, float]:
        """Return, by fight set, the share of the wins that testing can add that a policy gets."""
        best, never, played = (self.solved(0.0, t)[0] for t in (None, self.never_tests, tests))
        shares = {}
        for name in SET_SHARES:
            least, most = self.mean_value(never, name), self.mean_value(best, name)
            shares[name] = (self.mean_value(played, name) - least) / (most - least) if most > least else 0.0
        return shares


def rounds_in_words(band: Group) -> str:
    """Return how many rounds are left in words: 10 to 7, 3 or 2, 1; from `MOST_ROUNDS_APART` on "or more"."""
    most, least = band[0], band[-1]
    if most == MOST_ROUNDS_APART:
        return f"{least} or more"
    if most == least:
        return str(most)
    return f"{most}{' or ' if most == least + 1 else ' to '}{least}"
