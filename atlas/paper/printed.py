"""The paper's formulas exactly as printed, with their misprints, and corrected.

Each function takes the correction as an argument or has a corrected twin in `formulas`, `solver` or
`dynamics`; the claims compare both with exhaustive computation. Numbers of equations are those of
Johnston (2020), counted from the master equation (1).
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod

from atlas.game.dice import ROUND_ROLLS, luck_odds, round_ways
from atlas.game.formulas import hits_to_fall, hypergeometric
from atlas.game.rules import Outcome, Rules, State


@dataclass(frozen=True)
class RoundChances:
    """p_w, p_d, p_l at a skill gap, with draws (Eqns 2–4)."""

    win: Fraction
    draw: Fraction
    lose: Fraction

    @classmethod
    def at(cls, skill_gap: int) -> "RoundChances":
        return cls(*(Fraction(ways, ROUND_ROLLS) for ways in round_ways(skill_gap)))


def power_of_one_die(n: int) -> list[int]:
    """Return the coefficients of (1 + x + … + x⁵)ⁿ."""
    row = [1]
    for _ in range(n):
        row = [sum(row[max(0, i - 5) : i + 1]) for i in range(len(row) + 5)]
    return row


def win_chance_with_floors(rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int) -> Fraction:
    """Compute Eqn 7 with σ = ⌊s/2⌋ as printed."""
    win = round_ways(skill_gap).decisive().chance
    hits, falls = foe_stamina // rules.won.plain, hero_stamina // rules.lost.plain
    return sum(
        (comb(hits - 1 + n, n) * win**hits * (1 - win) ** n if hits else Fraction(0) ** n for n in range(falls)),
        Fraction(0),
    )


def history_count(wins: int, losses: int, draws: int) -> int:
    """Count by Eqn 6 the strings with so many W, L, D that end in W."""
    return comb(wins - 1 + losses, losses) * comb(wins - 1 + losses + draws, draws)


def strings_of_hits(total: int, rules: Rules) -> list[tuple[int, int]]:
    """Return all counts of lucky and unlucky hits, in any order, that take exactly so much stamina."""
    lucky, unlucky = rules.won.lucky, rules.won.unlucky
    return [(k, rest // unlucky) for k in range(total // lucky + 1) if (rest := total - lucky * k) % unlucky == 0]


def history_weight(k: int, n: int, losses: int, chances: RoundChances, q: Fraction, *, wins_counted: bool) -> Fraction:
    """Compute Eqn 11 without p_f, summed over draws; as printed a p_w for each of the n − 3k won rounds lacks."""
    length = n - 3 * k
    strings = Fraction(factorial(length), factorial(k) * factorial(n - 4 * k)) * q**k * (1 - q) ** (n - 4 * k)
    placed = comb(length + losses, losses) * chances.lose**losses * (1 - chances.draw) ** -(length + losses + 1)
    return strings * placed * (chances.win**length if wins_counted else 1)


def history_weights(k: int, n: int, hero_stamina: int, chances: RoundChances, q: Fraction, rules: Rules) -> Fraction:
    """Compute Eqn 12 without p_f, as printed but for the ceiling in σ: the sum of Eqn 11 over losses and draws."""
    falls = hits_to_fall(hero_stamina, rules.lost.plain)
    win, draw, lose = chances.win, chances.draw, chances.lose
    rho = (draw + lose - 1) / (draw - 1)
    front = (
        Fraction(factorial(n - 3 * k), factorial(k) * factorial(n - 4 * k))
        * (1 - draw) ** (3 * k - n - 2 - falls)
        * (win - win * q) ** (n - 4 * k)
        * (win * q) ** k
        * rho ** (-n - 1)
    )
    tail = comb(n - 3 * k + falls, falls) * hypergeometric(falls, n - 3 * k + 1, lose / (1 - draw))
    return front * ((1 - draw) ** (falls + 1) * rho ** (3 * k) + lose**falls * (lose + draw - 1) * rho**n * tail)


def win_chance_constant_luck(
    rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int, q: Fraction, *, last_round_won: bool
) -> Fraction:
    """Compute Eqn 15, for the books' damage; as printed the last round need not be won (its p_w is missing)."""
    chances = RoundChances.at(skill_gap)
    total = Fraction(0)
    for left, last in ((4, q), (3, q), (2, q), (1, q), (1, 1 - q)):
        n = foe_stamina - left
        for k in range(n // 4 + 1):
            total += last * history_weights(k, n, hero_stamina, chances, q, rules)
    return total * chances.win if last_round_won else total


def exact_total(n: int, luck: int, *, corrected: bool) -> Fraction:
    """Compute Eqn 19: the chance that tests from this LUCK on take exactly n; q(i) is that of the i-th test.

    As printed the second product runs over V^c \\ {1, …, L}, which is empty; corrected over {1, …, L} \\ V.
    """
    total = Fraction(0)
    for k in range(n // 4 + 1):
        length = n - 3 * k
        q = [luck_odds(max(luck - i, 0)).chance for i in range(length)]
        for lucky in combinations(range(length), k):
            unlucky = [i for i in range(length) if i not in lucky] if corrected else []
            total += prod((q[i] for i in lucky), start=Fraction(1)) * prod(1 - q[i] for i in unlucky)
    return total


def exact_total_by_hand(n: int, luck: int) -> Fraction:
    """Compute the chance of Eqn 19 by following every sequence of tests."""
    if n <= 0:
        return Fraction(n == 0)
    lucky = luck_odds(max(luck, 0)).chance
    return lucky * exact_total_by_hand(n - 4, luck - 1) + (1 - lucky) * exact_total_by_hand(n - 1, luck - 1)


def spread(skill_gap: int, hero: int, foe: int, rounds: int, *, read: str) -> dict[tuple[int, int], Fraction]:
    """Compute Eqn 5, Eqn 1 without LUCK: the chance of each pair of staminas after so many rounds.

    "printed": − (1 − p_d) P for the state itself;
    "draws": + p_d P instead, for fights that are over too, which then go on below 0;
    "corrected": the same, and a fight that is over stays as it is.
    """
    chances = RoundChances.at(skill_gap)
    stays = chances.draw - (read == "printed")
    now = {(hero, foe): Fraction(1)}
    for _ in range(rounds):
        after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (h, f), part in now.items():
            if read == "corrected" and min(h, f) <= 0:
                after[h, f] += part
                continue
            after[h, f] += stays * part
            after[h, f - 2] += chances.win * part
            after[h - 2, f] += chances.lose * part
        now = after
    return now


@dataclass(frozen=True)
class Recursion:
    """Eqns 21–24 in floats for one skill gap: p_w and p_l as printed, or divided by 1 − p_d."""

    rules: Rules
    values: list[list[float]]
    """the win chance before a round, by luck and position"""
    tests: dict[Outcome, list[list[list[bool]]]]
    """by luck, hero stamina, foe stamina from 1 on"""

    def at(self, state: State) -> float:
        """Return the win chance before a round."""
        return self.values[state.luck][self.rules.position(state.hero_stamina, state.foe_stamina)]


def recursion(rules: Rules, skill_gap: int, *, draws_drop_out: bool, tolerance: float = 1e-10) -> Recursion:
    """Solve by backward induction with a value for every state and outcome, as the paper sets it up."""
    chances = RoundChances.at(skill_gap)
    scale = 1 - chances.draw if draws_drop_out else Fraction(1)
    win, lose = float(chances.win / scale), float(chances.lose / scale)
    side, staminas = rules.max_stamina + 1, rules.staminas
    values = [[0.0] * side * side for _ in rules.lucks]
    tests: dict[Outcome, list[list[list[bool]]]] = {outcome: [] for outcome in Outcome}
    for luck, plane in enumerate(values):
        for stamina in staminas:
            plane[rules.position(stamina, 0)] = win + lose
        q, spent = float(luck_odds(luck).chance), values[luck - rules.luck_cost]
        clear = {outcome: [False] * len(plane) for outcome in Outcome}
        for place in rules.places:
            best = []
            for outcome, (plain, lucky, unlucky) in rules.moves.items():
                keep = test = plane[plain[place]]
                if rules.can_test(luck):
                    test = q * spent[lucky[place]] + (1 - q) * spent[unlucky[place]]
                clear[outcome][place] = test > (1 + tolerance) * keep
                best.append(test if clear[outcome][place] else keep)
            plane[place] = win * best[0] + lose * best[1]
        for outcome, tested in clear.items():
            tests[outcome].append([tested[hero * side + 1 : (hero + 1) * side] for hero in staminas])
    return Recursion(rules, values, tests)
