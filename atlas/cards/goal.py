"""What makes a card good, and what a decision on it is worth: the measure that all cards are derived by.

A card gives away win chance where it decides otherwise than best play. To first order, testing in a set of
decisions X gains

    Σ over X of  (how often the decision is met) × (what testing is worth there, the card being played on)

A fight meets a decision at most once, so for a single one the first order is all there is. What decisions are
met comes from a log of simulated fights where a search begins, and from the card's own play, exactly, as it goes on.

Everything is weighed with a price on luck: the rest of the adventure needs it. The unit is a hundredth of what
luck can give, averaged over the sets of fights. A seed gives the same cards on every processor: floats come from
`evaluate`, sums of many are taken in whole numbers (`in_whole_units`), and what is compared is rounded first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import frexp

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Outcome, Rules
from atlas.game.solver import Plan, solve
from atlas.game.worth import Worth
from atlas.policies.adventures import ahead_by_gap, survival_of_any
from atlas.policies.conditions import Bools, Ints
from atlas.policies.evaluate import Board, Ends, Floats, Masks, highest, play, stakes, total, visits
from atlas.policies.fightsets import BOOKS, EVERY, FIGHT_LUCK, FIGHT_SETS, FIGHT_STAMINA
from atlas.policies.policy import Solved, SteadyPolicy
from atlas.policies.simulate import Advisor, DecisionLog, drawn_from, simulate

GOAL_GAPS = tuple(range(-6, 8))
"""the skill gaps that cards are derived for; those beyond are few, and treated like the next"""
TOGETHER = 16
"""policies played at once: as many as the nearest memory has room for"""
BLAME_DECIMALS = 4
"""of a hundredth of what luck can give: what is nearer counts as equal"""
SHARPENINGS = 5
"""how often shares of the worst loss are squared: a state at 95% of it then weighs a fifth of the worst one"""
WHOLE_BITS = 62
SET_SHARES = {"every": 0.3, "fresh": 0.4, "midway": 0.15, "books": 0.15}
"""what each set counts for"""
FOES_AHEAD = 5
"""how many foes an adventure has that a card is weighed on"""

Wholes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CardObjective:
    """What makes a card good. Lower is better."""

    rules: Rules
    luck_price: Fraction
    """win chance a luck point is worth"""
    worst_weight: float = 0.25
    """what a point of worst loss above `slack` counts"""
    slack: float = 2.0
    """points of worst loss that count for nothing"""
    skill_gaps: tuple[int, ...] = GOAL_GAPS
    as_counted: tuple[float, ...] = ()
    """what a win chance of 1 counts for by set, where that is known already"""
    survival_count: float = 2.5
    """what a hundredth of the chance to survive an adventure counts for"""
    ahead_count: float = 0
    """what all counts for that luck can give against foes of the books, more of them being ahead"""

    def within(self, skill_gaps: tuple[int, ...]) -> "CardObjective":
        """The same for some of the skill gaps."""
        return replace(self, skill_gaps=skill_gaps, as_counted=self.counts)

    def of_gaps(self, advantage: Mapping[Outcome, Floats], low: int, high: int) -> dict[Outcome, Floats]:
        """The part of an advantage that belongs to some of the skill gaps, told by their places."""
        by_gap = {outcome: flat.reshape(-1, len(self.skill_gaps)) for outcome, flat in advantage.items()}
        return {outcome: flat[:, low:high].reshape(-1) for outcome, flat in by_gap.items()}

    @cached_property
    def board(self) -> Board:
        return Board(replace(self.rules, max_stamina=FIGHT_STAMINA, max_luck=FIGHT_LUCK), self.skill_gaps)

    @cached_property
    def worth(self) -> Worth:
        return Worth.of_winning_thriftily(self.board.rules, self.luck_price)

    @cached_property
    def best(self) -> Floats:
        """The highest expected worth there is, by state."""
        flat: Floats = self.board.flat(np.stack([self._solved(gap)[0] for gap in self.skill_gaps]))
        return flat

    @cached_property
    def best_policy(self) -> Solved:
        """What reaches it."""
        return Solved(self.board.rules, {gap: self._solved(gap)[1] for gap in self.skill_gaps})

    @cached_property
    def best_play(self) -> Masks:
        """Where it tests."""
        return self.board.tests([self.best_policy])

    def _solved(self, gap: int) -> tuple[Floats, Plan]:
        return solved(self.board.rules, gap, self.luck_price)

    @cached_property
    def counts(self) -> tuple[float, ...]:
        """By set: what a win chance of 1 counts for; all that luck can give in the sets together is a hundred."""
        if self.as_counted:
            return self.as_counted
        nothing = np.zeros((self.board.size, 1), dtype=bool)
        never = play(self.board, Masks(nothing, nothing), self.worth)[:, 0]
        gains = [total(fights.shares(self.board) * (self.best - never)) for fights in FIGHT_SETS]
        return tuple(
            100 * SET_SHARES[fights.name] / float(gain) for fights, gain in zip(FIGHT_SETS, gains, strict=True)
        )

    @cached_property
    def starts(self) -> Floats:
        """By state: how often a fight begins there, times what win chance counts for in its set."""
        sets = [count * fights.shares(self.board) for count, fights in zip(self.counts, FIGHT_SETS, strict=True)]
        return total(np.stack(sets))

    @cached_property
    def judged(self) -> Floats:
        """1 where worst loss counts, 0 elsewhere."""
        return (EVERY.shares(self.board) > 0).astype(np.float64)

    @cached_property
    def open(self) -> dict[Outcome, Bools]:
        """Where luck may change something.

        Not where a plain hit is enough, nor where the luckiest is too much, nor where no roll is low enough.
        """
        where, fallen = self.board.where, decided(self.rules)
        hit = {Outcome.WON: np.asarray(where.foe_stamina), Outcome.LOST: np.asarray(where.hero_stamina)}
        hopeful = np.array([luck_odds(luck).hits > 0 for luck in self.board.rules.lucks])[np.asarray(where.luck)]
        return {outcome: (hit[outcome] > fallen[outcome]) & hopeful for outcome in Outcome}

    @cached_property
    def _columns(self) -> tuple[Floats, ...]:
        """`best`, `starts` and `judged`, to meet the values of many policies."""
        return tuple(flat.astype(np.float32)[:, None] for flat in (self.best, self.starts, self.judged))

    def blame(self, masks: Masks) -> Floats:
        """What policies give away on average, and what their worst loss counts for."""
        best, starts, judged = self._columns
        lost = play(self.board, masks, self.worth, np.float32)
        np.subtract(best, lost, out=lost)
        worst = 100 * highest(judged * lost)
        lost *= starts
        blame = total(lost) + self.worst_weight * np.maximum(worst - self.slack, 0)
        if self.ahead_count:
            best, starts = self._ahead_columns
            lost = play(self.board, masks, self.ahead, np.float32)
            np.subtract(best, lost, out=lost)
            lost *= starts
            blame += total(lost)
        rounded: Floats = blame.astype(np.float64).round(BLAME_DECIMALS)
        return rounded

    @cached_property
    def ahead(self) -> Ends:
        """What the end of a fight is worth where foes of the books follow."""
        return ahead_by_gap(self.board.rules, self.skill_gaps, FOES_AHEAD - 1)

    @cached_property
    def ahead_starts(self) -> Floats:
        """By state: how often a fight with a foe of the books begins there, times what its end counts for."""
        shares = BOOKS.shares(self.board)
        nothing = np.zeros((self.board.size, 1), dtype=bool)
        never, best = (play(self.board, masks, self.ahead)[:, 0] for masks in (Masks(nothing, nothing), None))
        return shares * (self.ahead_count / float(total(shares * (best - never))))

    @cached_property
    def _ahead_columns(self) -> tuple[Floats, ...]:
        best = play(self.board, None, self.ahead)[:, 0]
        return tuple(flat.astype(np.float32)[:, None] for flat in (best, self.ahead_starts))

    def worst_blame(self, worst: float) -> float:
        return self.worst_weight * max(100 * worst - self.slack, 0)

    def column_blames(self, columns: Sequence[tuple[int, bytes, bytes]]) -> list[tuple[float, float]]:
        """For skill gaps, told by their places, each with the lowest lucks to test at: given away, and lost at worst.

        The lowest lucks are bytes by hero and foe stamina, after a won and after a lost round.
        """
        gaps = [gap for gap, _, _ in columns]
        board = Board(self.board.rules, tuple(self.skill_gaps[gap] for gap in gaps))
        shape, (luck, place) = (-1, len(self.skill_gaps)), self._places
        masks = []
        for outcome, texts in zip(Outcome, zip(*(thresholds for _, *thresholds in columns), strict=True), strict=True):
            lowest = np.frombuffer(b"".join(texts), dtype=np.int8).reshape(len(columns), -1)
            tested = luck >= np.ascontiguousarray(lowest.T).take(place, axis=0)
            tested &= self.open[outcome].reshape(shape)[:, :1]
            masks.append(tested.reshape(-1, 1))
        best, starts, judged = (
            flat.reshape(shape).take(gaps, axis=1) for flat in (self.best, self.starts, self.judged)
        )
        best -= play(board, Masks(*masks), self.worth).reshape(best.shape)
        starts *= best
        judged *= best
        return list(zip(total(starts).tolist(), judged.max(axis=0).tolist(), strict=True))

    @cached_property
    def _places(self) -> tuple[Ints, Ints]:
        """By state of a skill gap: its luck, and its place by hero and foe stamina."""
        luck, hero, foe = (np.asarray(a).reshape(-1, len(self.skill_gaps))[:, 0] for a in self.board.where[1:])
        return luck.astype(np.int8)[:, None], (hero - 1) * FIGHT_STAMINA + foe - 1

    def advantage(self, masks: Masks) -> dict[Outcome, Floats]:
        """What testing at each decision would gain, to first order, a policy being played.

        The states that are worst off count as starts too, as far as worst loss counts.
        """
        values = play(self.board, masks, self.worth)[:, 0]
        start = self.starts
        loss = self.judged * np.maximum(self.best - values, 0)
        if 100 * loss.max() > self.slack:
            peaks = loss / loss.max()
            for _ in range(SHARPENINGS):
                peaks = peaks * peaks
            start = start + 100 * self.worst_weight * peaks / total(peaks)
        gains = self._first_order(masks, start, stakes(self.board, values, self.worth))
        if self.ahead_count:
            values = play(self.board, masks, self.ahead)[:, 0]
            ahead = self._first_order(masks, self.ahead_starts, stakes(self.board, values, self.ahead))
            gains = {outcome: gains[outcome] + ahead[outcome] for outcome in Outcome}
        return gains

    def _first_order(self, masks: Masks, start: Floats, stake: Mapping[Outcome, Floats]) -> dict[Outcome, Floats]:
        rounds = visits(self.board, start, masks)
        return {
            Outcome.WON: rounds * self._win * stake[Outcome.WON],
            Outcome.LOST: rounds * (1 - self._win) * stake[Outcome.LOST],
        }

    @cached_property
    def _win(self) -> Floats:
        chances = np.array([float(round_ways(gap).decisive().chance) for gap in self.skill_gaps])
        win: Floats = chances[np.asarray(self.board.where.skill_gap) - self.skill_gaps[0]]
        return win

    def adventure_blames(self, policies: Sequence[SteadyPolicy]) -> list[float]:
        """What policies give away on adventures."""
        died = (1 - survived for survived in survival_of_any(self.board.rules, policies, FOES_AHEAD))
        return [round(100 * self.survival_count * share, BLAME_DECIMALS) for share in died]

    def logged_advantage(self, games: int, seed: int) -> dict[Outcome, Floats]:
        """The same for the best play that there is, from fights that are simulated and logged."""
        if (games, seed) not in self._logs:
            self._logs[games, seed] = self._simulated(games, seed)
        return self._logs[games, seed]

    @cached_property
    def _logs(self) -> dict[tuple[int, int], dict[Outcome, Floats]]:
        return {}

    def _simulated(self, games: int, seed: int) -> dict[Outcome, Floats]:
        stake = stakes(self.board, self.best, self.worth)
        advisor = Advisor(self.board.rules, self.skill_gaps, self.best_policy)
        logged: dict[Outcome, Floats] = {outcome: np.zeros(self.board.size) for outcome in Outcome}
        for number, fights in enumerate(FIGHT_SETS):
            log = DecisionLog.none(self.board.rules, self.skill_gaps)
            simulate(
                advisor,
                drawn_from(fights, self.skill_gaps),
                games=games,
                seed=seed + number,
                decisions=log,
            )
            for outcome in Outcome:
                logged[outcome] += self.counts[number] / games * self.board.flat(log.met[outcome]) * stake[outcome]
        return logged


@lru_cache(maxsize=128)
def solved(rules: Rules, skill_gap: int, luck_price: Fraction) -> tuple[Floats, Plan]:
    """The highest expected worth in every state, and what to do for it: goals that differ in other things share it."""
    solution = solve(rules, skill_gap, Worth.of_winning_thriftily(rules, luck_price))
    return solution.values.floats(), solution.plan


def decided(rules: Rules) -> Mapping[Outcome, int]:
    """Up to which stamina of the side that was hit a round decides the fight, whatever the test: keep there.

    After a won round a plain hit ends it; after a lost one even the luckiest escape does not.
    """
    return {Outcome.WON: rules.foe_yields_at + rules.won.plain, Outcome.LOST: min(rules.lost.hits)}


def in_whole_units(weights: Floats, bits: int = WHOLE_BITS) -> tuple[Wholes, float]:
    """Weights as whole numbers of a unit, a power of two so small that all of them together fill so many bits."""
    most = float(total(np.abs(weights.ravel()))) if weights.size else 0.0
    unit = 2.0 ** (frexp(most)[1] + 2 - bits)
    return np.rint(weights / unit).astype(np.int64), unit
