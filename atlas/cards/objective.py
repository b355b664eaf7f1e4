"""The objective that all cards are derived by: what a card gives away, and what testing at a single decision gains.

A card gives away win chance where it decides otherwise than best play. To first order, testing at a set X of decisions
gains

    Σ over X of  (how often the decision comes up) × (what testing adds there if the card is played from then on)

A fight meets each decision at most once, so for a single decision the first order is exact. How often decisions come up
is taken from a log of simulated fights where a search begins, and then from the card's own play, computed exactly.

All values contain a price of luck, because the rest of the adventure needs it. The unit of the objective is a hundredth
of what luck can give, averaged over the sets of fights. The same seed gives the same cards on every processor: floats
come from `evaluate`, sums of many are taken in whole numbers (`in_whole_units`), and results are rounded before they
are compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import frexp
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.game.solver import Plan, solve
from atlas.game.worth import Worth
from atlas.policies.conditions import Bools, Ints
from atlas.policies.evaluate import Board, Ends, Floats, Masks, maximum_by_column, play, stakes, total, visits
from atlas.policies.fightsets import EVERY, FIGHT_LUCK, FIGHT_SETS, FIGHT_STAMINA
from atlas.policies.journeys import Outlook
from atlas.policies.policy import Solved
from atlas.policies.simulate import Advisor, DecisionLog, drawn_from, simulate

CARD_GAPS = tuple(range(-6, 8))
"""the skill gaps that cards are derived for; the few beyond are treated like the nearest of these"""
POLICIES_AT_ONCE = 16
"""policies evaluated together: as many as fit into the processor's cache"""
LOSS_DECIMALS = 4
"""objective losses that agree in so many decimals count as equal"""
SHARPENINGS = 5
"""how often losses, as shares of the worst, are squared: a state at 95% of it then weighs a fifth of the worst one"""
WHOLE_BITS = 62
SET_SHARES = {"every": 0.3, "fresh": 0.4, "midway": 0.15, "books": 0.15}
"""the weight of each fight set"""

WholeNumbers = npt.NDArray[np.int64]
Gains = Mapping[Outcome, Floats]
"""by outcome, then flat state: what testing there gains, to first order"""


class _ByGap(NamedTuple):
    """What drafts are judged by, with the skill gap as the last axis.

    An aim is single fights, or else journeys.
    """

    best: Floats
    """the highest worth, by row of the board and aim"""
    weights: Floats
    """what it counts to give it away, by the same"""
    in_every: Floats
    """1 in the set `every`, 0 elsewhere, by row"""
    won: Floats
    """the worth of won fights, by stamina, luck and aim"""
    lost: Floats
    """the worth of lost fights, by the same"""


@dataclass(frozen=True)
class CardObjective:
    """The measure of a card: its objective loss. Lower is better."""

    rules: Rules
    luck_price: Fraction
    """win chance that a luck point is worth"""
    worst_weight: float = 0.25
    """weight of each point of worst loss above `slack`"""
    slack: float = 2.0
    """points of worst loss that cost nothing"""
    skill_gaps: tuple[int, ...] = CARD_GAPS
    fixed_set_weights: tuple[float, ...] = ()
    """the `set_weights`, if they are not to be computed from these skill gaps"""
    outlook: Outlook | None = field(default=None, repr=False, compare=False)
    """the fights of journeys, if they count"""
    journey_weight: float = 0
    """weight of all that luck can give on journeys, a hundred being that in the fight sets"""

    def for_gaps(self, skill_gaps: tuple[int, ...]) -> "CardObjective":
        """Return the same objective for some of the skill gaps."""
        return replace(self, skill_gaps=skill_gaps, fixed_set_weights=self.set_weights)

    def gains_of_gaps(self, gains: Gains, low: int, high: int) -> dict[Outcome, Floats]:
        """Return the part of the gains for the skill gaps with the indices `low` up to, not including, `high`."""
        by_gap = {outcome: flat.reshape(-1, len(self.skill_gaps)) for outcome, flat in gains.items()}
        return {outcome: flat[:, low:high].reshape(-1) for outcome, flat in by_gap.items()}

    @cached_property
    def board(self) -> Board:
        """The states that the objective is computed on."""
        return Board(replace(self.rules, max_stamina=FIGHT_STAMINA, max_luck=FIGHT_LUCK), self.skill_gaps)

    @cached_property
    def worth(self) -> Worth:
        """The worth of the ends of fights: a win, and the luck left at its price."""
        return Worth.of_winning_thriftily(self.board.rules, self.luck_price)

    @cached_property
    def best_values(self) -> Floats:
        """The highest expected worth of every state."""
        flat: Floats = self.board.flat(np.stack([self._solve(gap)[0] for gap in self.skill_gaps]))
        return flat

    @cached_property
    def best_policy(self) -> Solved:
        """The policy with these values."""
        return Solved(self.board.rules, {gap: self._solve(gap)[1] for gap in self.skill_gaps})

    @cached_property
    def best_masks(self) -> Masks:
        """Where the best policy tests."""
        return self.board.tests([self.best_policy])

    def _solve(self, gap: int) -> tuple[Floats, Plan]:
        return _best_values_and_plan(self.board.rules, gap, self.luck_price)

    @cached_property
    def set_weights(self) -> tuple[float, ...]:
        """By fight set: the weight of a win chance of 1, so that all that luck can give in all sets is a hundred."""
        if self.fixed_set_weights:
            return self.fixed_set_weights
        never = play(self.board, self._never_test, self.worth)[:, 0]
        gains = [total(fights.shares(self.board) * (self.best_values - never)) for fights in FIGHT_SETS]
        return tuple(
            100 * SET_SHARES[fights.name] / float(gain) for fights, gain in zip(FIGHT_SETS, gains, strict=True)
        )

    @property
    def _never_test(self) -> Masks:
        nowhere = np.zeros((self.board.size, 1), dtype=bool)
        return Masks(nowhere, nowhere)

    @cached_property
    def start_weights(self) -> Floats:
        """By state: the share of fights that begin there × the weight of their fight set, over all sets."""
        sets = [weight * fights.shares(self.board) for weight, fights in zip(self.set_weights, FIGHT_SETS, strict=True)]
        return total(np.stack(sets))

    @cached_property
    def in_every(self) -> Floats:
        """By state: 1 in the set `every`, over which the worst loss is taken, 0 elsewhere."""
        return (EVERY.shares(self.board) > 0).astype(np.float64)

    @cached_property
    def luck_matters(self) -> dict[Outcome, Bools]:
        """By outcome, then state: whether a test can change anything.

        It cannot where a plain hit decides the fight, where even a lucky one does, or where no roll is Lucky.
        """
        where, decided = self.board.where, decided_up_to(self.rules)
        hit = {Outcome.WON: np.asarray(where.foe_stamina), Outcome.LOST: np.asarray(where.hero_stamina)}
        can_be_lucky = np.array([luck_odds(luck).hits > 0 for luck in self.board.rules.lucks])[np.asarray(where.luck)]
        return {outcome: (hit[outcome] > decided[outcome]) & can_be_lucky for outcome in Outcome}

    def losses(self, masks: Masks) -> Floats:
        """Return the objective loss of each policy: what it gives away on average, and its weighted worst loss."""
        by_gap = (self.board.rows, len(self.skill_gaps), masks.policies)
        won, lost = (np.broadcast_to(tests, (self.board.size, by_gap[-1])) for tests in (masks.won, masks.lost))
        given_away = self._given_away(range(len(self.skill_gaps)), won.reshape(by_gap), lost.reshape(by_gap))
        worst = 100 * maximum_by_column((self._by_gap.in_every[..., None] * given_away[:, 0]).reshape(-1, by_gap[-1]))
        given_away *= self._by_gap.weights[..., None]
        losses = total(given_away.reshape(-1, by_gap[-1])) + self.worst_weight * np.maximum(worst - self.slack, 0)
        rounded: Floats = losses.astype(np.float64).round(LOSS_DECIMALS)
        return rounded

    def _given_away(self, gaps: Sequence[int], won: Bools, lost: Bools) -> Floats:
        """Return what policies give away, by row of the board, aim, skill gap and policy.

        They test where `won` and `lost` say, by row, skill gap and policy; the skill gaps are given as indices. Both
        aims, single fights and journeys, are the same fights with ends of another worth: side by side they are quicker.
        """
        best, _, _, *ends = (array.take(gaps, axis=-1) for array in self._by_gap)
        aims = best.shape[1]
        board = Board(self.board.rules, tuple(self.skill_gaps[gap] for gap in gaps) * aims)
        masks = Masks(*(np.concatenate([tests] * aims, axis=1).reshape(board.size, -1) for tests in (won, lost)))
        worth = Ends(*(side.reshape(*side.shape[:2], -1) for side in ends))
        values = play(board, masks, worth, np.float32).reshape(*best.shape, -1)
        return np.subtract(best[..., None], values, out=values)

    @cached_property
    def _by_gap(self) -> "_ByGap":
        aims = [(self.best_values, self.start_weights, Ends.of(self.worth))]
        if self.outlook:
            aims.append((*self._on_journeys, self.journey_ends))
        *by_state, ends = zip(*aims, strict=True)
        gaps = len(self.skill_gaps)
        best, weights = (np.stack([flat.reshape(-1, gaps) for flat in flats], axis=1) for flats in by_state)
        size = (FIGHT_STAMINA, len(self.board.rules.lucks), gaps)
        won, lost = (
            np.stack([np.broadcast_to(getattr(each, side), size) for each in ends], axis=2) for side in ("won", "lost")
        )
        in_every = self.in_every.reshape(-1, gaps)
        return _ByGap(*(array.astype(np.float32) for array in (best, weights, in_every, won, lost)))

    @cached_property
    def journey_ends(self) -> Ends:
        """The worth of the ends of a fight on a journey."""
        assert self.outlook
        return self.outlook.ends(self.board.rules, self.skill_gaps)

    @cached_property
    def _on_journeys(self) -> tuple[Floats, Floats]:
        """By state: the highest worth on a journey, and how often fights begin there × what they count for."""
        assert self.outlook
        starts = self.outlook.start_weights(self.board.rules, self.skill_gaps)
        best = play(self.board, None, self.journey_ends)[:, 0]
        return best, self.journey_weight * self.board.flat(starts)

    def worst_loss_penalty(self, worst: float) -> float:
        """Return what a worst loss, as a win chance, adds to the objective loss."""
        return self.worst_weight * max(100 * worst - self.slack, 0)

    def losses_by_gap(self, columns: Sequence[tuple[int, bytes, bytes]]) -> list[tuple[float, float]]:
        """Return what thresholds at single skill gaps give away on average, and their worst loss.

        Each column is the index of a skill gap, and the lowest luck to test at after a won and after a lost round, as
        bytes by hero and foe stamina.
        """
        gaps = [gap for gap, _, _ in columns]
        luck, stamina_pair = self._states_of_a_gap
        masks = []
        for outcome, texts in zip(Outcome, zip(*(thresholds for _, *thresholds in columns), strict=True), strict=True):
            lowest = np.frombuffer(b"".join(texts), dtype=np.int8).reshape(len(columns), -1)
            tested = luck >= np.ascontiguousarray(lowest.T).take(stamina_pair, axis=0)
            tested &= self.luck_matters[outcome].reshape(-1, len(self.skill_gaps))[:, :1]
            masks.append(tested[..., None])
        given_away = self._given_away(gaps, *masks)[..., 0]
        weights, in_every = (array.take(gaps, axis=-1) for array in (self._by_gap.weights, self._by_gap.in_every))
        worst = maximum_by_column(in_every * given_away[:, 0])
        weights *= given_away
        losses = total(weights.reshape(-1, len(gaps)))
        return list(zip(losses.tolist(), worst.tolist(), strict=True))

    @cached_property
    def _states_of_a_gap(self) -> tuple[Ints, Ints]:
        """The lucks of the states of one skill gap, and their flat indices in a table by hero and foe stamina."""
        luck, hero, foe = (np.asarray(a).reshape(-1, len(self.skill_gaps))[:, 0] for a in self.board.where[1:])
        return luck.astype(np.int8)[:, None], (hero - 1) * FIGHT_STAMINA + foe - 1

    def first_order_gains(self, masks: Masks) -> dict[Outcome, Floats]:
        """Return what testing at each decision gains, to first order, while a policy is played.

        The states with the largest losses are added to the starts, by the weight of the worst loss.
        """
        values = play(self.board, masks, self.worth)[:, 0]
        starts = self.start_weights
        loss = self.in_every * np.maximum(self.best_values - values, 0)
        if 100 * loss.max() > self.slack:
            peaks = loss / loss.max()
            for _ in range(SHARPENINGS):
                peaks = peaks * peaks
            starts = starts + 100 * self.worst_weight * peaks / total(peaks)
        gains = self._gains_from(starts, masks, stakes(self.board, values, self.worth))
        if self.outlook:
            values = play(self.board, masks, self.journey_ends)[:, 0]
            on_journeys = self._gains_from(self._on_journeys[1], masks, stakes(self.board, values, self.journey_ends))
            gains = {outcome: gains[outcome] + on_journeys[outcome] for outcome in Outcome}
        return gains

    def _gains_from(self, starts: Floats, masks: Masks, stake: Mapping[Outcome, Floats]) -> dict[Outcome, Floats]:
        """Return how often each decision comes up from these starts × what a test adds there."""
        rounds = visits(self.board, starts, masks)
        return {
            Outcome.WON: rounds * self._win_round * stake[Outcome.WON],
            Outcome.LOST: rounds * (1 - self._win_round) * stake[Outcome.LOST],
        }

    @cached_property
    def _win_round(self) -> Floats:
        """By state: the chance to win a decisive round."""
        chances = np.array([float(round_ways(gap).decisive().chance) for gap in self.skill_gaps])
        win: Floats = chances[np.asarray(self.board.where.skill_gap) - self.skill_gaps[0]]
        return win

    def logged_gains(self, games: int, seed: int) -> dict[Outcome, Floats]:
        """Return the first-order gains while the best policy is played, with decisions counted in simulated fights."""
        if (games, seed) not in self._logs:
            self._logs[games, seed] = self._simulate_gains(games, seed)
        return self._logs[games, seed]

    @cached_property
    def _logs(self) -> dict[tuple[int, int], dict[Outcome, Floats]]:
        """Cache: logged gains, by games and seed."""
        return {}

    def _simulate_gains(self, games: int, seed: int) -> dict[Outcome, Floats]:
        stake = stakes(self.board, self.best_values, self.worth)
        advisor = Advisor(self.board.rules, self.skill_gaps, self.best_policy)
        gains: dict[Outcome, Floats] = {outcome: np.zeros(self.board.size) for outcome in Outcome}
        for number, (fights, weight) in enumerate(zip(FIGHT_SETS, self.set_weights, strict=True)):
            log = DecisionLog.empty(self.board.rules, self.skill_gaps)
            starts = drawn_from(fights, self.skill_gaps)
            simulate(advisor, starts, games=games, seed=seed + number, decisions=log)
            for outcome in Outcome:
                gains[outcome] += weight / games * self.board.flat(log.counts[outcome]) * stake[outcome]
        return gains


@lru_cache(maxsize=128)
def _best_values_and_plan(rules: Rules, skill_gap: int, luck_price: Fraction) -> tuple[Floats, Plan]:
    """Solve one skill gap. Objectives that differ in their weights alone share the result."""
    solution = solve(rules, skill_gap, Worth.of_winning_thriftily(rules, luck_price))
    return solution.values.floats(), solution.plan


def decided_up_to(rules: Rules) -> Mapping[Outcome, int]:
    """Return, by outcome, the highest stamina of the side that was hit at which a test changes nothing.

    After a won round a plain hit already ends the fight there; after a lost one even the least damage kills.
    """
    return {Outcome.WON: rules.foe_yields_at + rules.won.plain, Outcome.LOST: min(rules.lost.hits)}


def in_whole_units(weights: Floats, bits: int = WHOLE_BITS) -> tuple[WholeNumbers, float]:
    """Return weights as whole multiples of a unit, and the unit.

    The unit is a power of two, as small as possible while the sum of all multiples fits into `bits` bits.
    """
    largest_sum = float(total(np.abs(weights.ravel()))) if weights.size else 0.0
    unit = 2.0 ** (frexp(largest_sum)[1] + 2 - bits)
    return np.rint(weights / unit).astype(np.int64), unit
