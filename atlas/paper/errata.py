"""What is misprinted in the paper, what it should read, and what difference it makes, in numbers.

The paper's results stand: its figures fit the corrected formulas. The misprints matter to whoever
implements the printed ones, so each is implemented as printed and compared with exhaustive computation.
Formulas are in the notation of `mathml`; numbers of equations count from the master equation (1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from atlas.game.dice import ROUND_ROLLS, SKILL_GAPS, luck_odds
from atlas.game.formulas import win_chance_without_luck
from atlas.game.rules import Outcome, State
from atlas.paper.evidence import ATTACK, BOTH, DEFEND, PAPER_LUCK, Evidence, bands_fit, share
from atlas.paper.printed import (
    RoundChances,
    exact_total,
    history_weight,
    power_of_one_die,
    recursion,
    total_chance_after_a_round,
    win_chance_with_floors,
)
from atlas.paper.statements import ANALYSIS, APPENDIX, CONSTANT_LUCK, CONTROL, GAME, HEURISTICS, STRUCTURE, WITHOUT_LUCK
from atlas.wording import percent, points, signed, significant


@dataclass(frozen=True)
class Erratum:
    """One slip."""

    where: str
    about: str
    """what the printed thing is"""
    printed: str
    corrected: str
    effect: str
    """what goes wrong for whoever takes it as printed, computed"""
    formula: bool = False
    """whether `printed` and `corrected` are formulas rather than words"""


def errata(evidence: Evidence) -> list[Erratum]:
    """Every slip found, in the order of the paper."""
    return [
        *_in_the_analysis(evidence),
        *_without_luck(evidence),
        *_with_constant_luck(evidence),
        *_in_the_control(evidence),
        *_in_the_words(evidence),
    ]


def _in_the_analysis(e: Evidence) -> Iterator[Erratum]:
    yield Erratum(
        GAME,
        "Where an unlucky test after a won round is described",
        "Step 5a",
        "Step 4a",
        f"Step 5a is a lost round; there an unlucky test costs {e.rules.lost.unlucky - e.rules.lost.plain} more "
        "instead of dealing less.",
    )
    stays, total = total_chance_after_a_round(0, corrected=False)
    right, all_chances = total_chance_after_a_round(0, corrected=True)
    yield Erratum(
        f"{ANALYSIS}, Eqns 1 and 5",
        "The last term of the master equation",
        r"P^{t+1}(s) = \dots - (1 - p_d) P^t(s)",
        r"P^{t+1}(s) = \dots + p_d P^t(s)",
        f"At skill gap 0, after one round, the chance still to be at the start comes out as {significant(stays, 3)} "
        f"instead of {significant(right, 3)}, and all chances add up to {total} instead of {all_chances}. The printed "
        "term is that of the difference between two rounds.",
        formula=True,
    )
    five, four = power_of_one_die(5), power_of_one_die(4)
    yield Erratum(
        ANALYSIS,
        "The power in the generating function of the dice",
        r"( \sum_{j=0}^{5} x^j )^n , n = 5",
        r"( \sum_{j=0}^{5} x^j )^n , n = 4",
        f"The fifth power has {len(five)} coefficients that add up to {sum(five):,}; the {len(four)} printed ones add "
        f"up to {sum(four):,} and are those of the fourth.",
        formula=True,
    )


def _without_luck(e: Evidence) -> Iterator[Erratum]:
    states = [(gap, h, f) for gap in (-4, 0, 4) for h in e.rules.staminas for f in e.rules.staminas]
    off = {s: abs(win_chance_with_floors(e.rules, *s) - win_chance_without_luck(e.rules, *s)) for s in states}
    worst = max(off, key=lambda s: off[s])
    yield Erratum(
        f"{WITHOUT_LUCK}, before Eqn 7",
        "The plain hits a side can take",
        r"\sigma = \lfloor s / 2 \rfloor",
        r"\sigma = \lceil s / 2 \rceil",
        f"Wrong in {percent(share(np.array([o > 0 for o in off.values()])))} of the states at skill gaps −4, 0 and +4, "
        f"by up to {points(off[worst])} (skill gap {signed(worst[0])}, {worst[1]} against {worst[2]}): a side with 1 "
        "stamina counts as beaten.",
        formula=True,
    )
    yield Erratum(
        f"{WITHOUT_LUCK}, Eqn 8",
        "The closed form where the hero cannot win a round",
        r"v_p = \rho_w^{\sigma_o} ( \rho_w^{- \sigma_o} - \dots )",
        r"v_p = 0 \text{ for } \Delta_k \le -10",
        f"At skill gap −10 a round is won in {RoundChances.at(-10).win * ROUND_ROLLS} of {ROUND_ROLLS:,} rolls, and "
        "the formula divides by zero.",
        formula=True,
    )


def _with_constant_luck(e: Evidence) -> Iterator[Erratum]:
    thirds = [n for n in e.rules.staminas if n // 3 > n // 4]
    yield Erratum(
        f"{CONSTANT_LUCK}, text and Eqns 13 and 19",
        "How many lucky hits can be among hits that take n",
        r"k = 0 , \dots , \lfloor n / 3 \rfloor",
        r"k = 0 , \dots , \lfloor n / 4 \rfloor",
        f"For {len(thirds)} of {len(e.rules.staminas)} values of n the sum asks for the factorial of a negative "
        "number. Harmless where that counts as infinite; an error message elsewhere.",
        formula=True,
    )
    chances, q = RoundChances.at(0), luck_odds(9).chance
    printed, right = (
        sum((history_weight(1, 8, losses, chances, q, wins_counted=wins) for losses in range(5)), Fraction(0))
        for wins in (False, True)
    )
    yield Erratum(
        f"{CONSTANT_LUCK}, Eqn 11",
        "The chance of a set of histories",
        r"p_f \dots q^k (1-q)^{n-4k} p_l^l \dots",
        r"p_f \dots p_w^{n-3k} q^k (1-q)^{n-4k} p_l^l \dots",
        f"Without p_w for each won round, n = 8 with one lucky hit at skill gap 0, luck 9 and hero stamina 10 comes "
        f"out {significant(printed / right, 3)} times too likely. Eqn 12, the sum of it, has the factor.",
        formula=True,
    )
    gaps = SKILL_GAPS[1:]
    same = sum((c.draw + c.lose - 1) / (c.draw - 1) == c.win / (1 - c.draw) for c in map(RoundChances.at, gaps))
    yield Erratum(
        f"{CONSTANT_LUCK}, Eqn 12",
        "A second name for a quantity that has one",
        r"\rho = \frac{p_d + p_l - 1}{p_d - 1}",
        r"\rho = \rho_w = \frac{p_w}{1 - p_d}",
        f"No error: the two are equal at {same} of {len(gaps)} skill gaps, and Eqn 12 is right once σ is rounded up.",
        formula=True,
    )
    too_high = e.constant_offence_as_printed
    gap, luck, hero, foe = (int(n) for n in np.unravel_index(int(too_high.argmax()), too_high.shape))
    near = too_high[0 - SKILL_GAPS[0], 8, 11, 11]
    yield Erratum(
        f"{CONSTANT_LUCK}, Eqn 15",
        "The factors of the last round",
        r"v_p = P_n(s_o - 4, q) + \dots + P_n(s_o - 1, 1 - q)",
        r"v_p = P_n(s_o - 4, p_w q) + \dots + P_n(s_o - 1, p_w (1 - q))",
        f"As printed the last round need not be won: the “chance” is above 1 in {percent(share(too_high > 1))} of all "
        f"states, {near:.2f} for 12 against 12 at skill gap 0 and luck 9, and up to {too_high.max():.1f} (skill gap "
        f"{signed(SKILL_GAPS[gap])}, {hero + 1} against {foe + 1}, luck {luck + 1}).",
        formula=True,
    )
    yield Erratum(
        f"{CONSTANT_LUCK}, Eqn 15",
        "The first terms when the foe has less than 4 stamina",
        r"P_n(s_o - 4, q)",
        r"P_n(n, p_f) = 0 \text{ for } n < 0",
        f"For {sum(s < 4 for s in e.rules.staminas)} of {len(e.rules.staminas)} foe staminas the formula asks for the "
        "histories that take a negative amount. It has to be said that there are none.",
        formula=True,
    )
    rule = e.constant_rule
    yield Erratum(
        CONSTANT_LUCK,
        "What is best with constant luck",
        "always test when the expected damage improves, never when it does not",
        "a good rule, but the last hits of a fight follow their own",
        f"Best play tests {rule.tests:,} times where the expected damage gets worse and keeps {rule.keeps:,} times "
        f"where it improves, of {rule.decisions:,} decisions: with the foe at 2 a plain hit is enough.",
    )
    yield from _strings()


def _strings() -> Iterator[Erratum]:
    n, luck = 8, 9
    printed, by_luck, right = (exact_total(n, luck, read=read) for read in ("printed", "by luck", "corrected"))
    yield Erratum(
        f"{CONSTANT_LUCK}, before Eqn 18",
        "The places of the failures in a string",
        r"V' = V^c \setminus \{ 1 , \dots , L \}",
        r"V' = \{ 1 , \dots , L \} \setminus V",
        f"The printed set is empty, so failures cost nothing: the chance that tests from luck {luck} on take exactly "
        f"{n} comes out as {significant(printed, 3)} instead of {significant(right, 3)}.",
        formula=True,
    )
    yield Erratum(
        f"{CONSTANT_LUCK}, Eqns 18 and 19",
        "The letter q, which elsewhere is the chance at a luck",
        r"q(i)",
        r"q(l - i + 1)",
        f"Read as the chance at luck i, the same chance would be {significant(by_luck, 3)}, whatever the luck is.",
        formula=True,
    )


def _in_the_control(e: Evidence) -> Iterator[Erratum]:
    gap, demon = -2, State(24, 12, PAPER_LUCK)
    printed, right = (recursion(e.rules, gap, draws_drop_out=drop) for drop in (False, True))
    changed = sum(int((np.array(printed.tests[o]) != np.array(right.tests[o])).sum()) for o in Outcome)
    yield Erratum(
        f"{CONTROL}, Eqns 21–24",
        "The weights of the next round",
        r"p_w v_p(\dots) + p_l v_p(\dots)",
        r"\frac{p_w}{1 - p_d} v_p(\dots) + \frac{p_l}{1 - p_d} v_p(\dots)",
        f"Each draw would lose the fight: the Hell Demon is beaten with {percent(Fraction(printed.at(demon)))} instead "
        f"of {percent(e.best(gap, *demon))}, and {changed} decisions at skill gap {signed(gap)} change. The paper’s "
        "own figures have the divisor.",
        formula=True,
    )
    hidden = e.hidden
    yield Erratum(
        CONTROL,
        "When luck is used",
        r"p_y > (1 + 10^{-10}) p_n",
        r"p_y > p_n",
        f"The tolerance blanks {hidden.count:,} decisions with a real advantage, the largest of "
        f"{significant(hidden.largest, 2)}. Whole numbers need no tolerance.",
        formula=True,
    )
    extreme, initial = e.rise(-9, 2, 23, PAPER_LUCK), e.rise(-2, 22, 21, PAPER_LUCK)
    yield Erratum(
        CONTROL,
        "Two figures that look cut off rather than rounded",
        "2.3 × 10⁻¹⁹ and 21-fold",
        f"{significant(extreme.best, 2)} and {significant(initial.fold, 2)}-fold",
        f"They are {significant(extreme.best, 4)} and {significant(initial.fold, 4)}.",
    )


def _in_the_words(e: Evidence) -> Iterator[Erratum]:
    six, seven = (max(e.paper.differing(top, -9, luck) for luck in range(4, 11)) for top in (-6, -7))
    yield Erratum(
        STRUCTURE,
        "From where down the maps are alike",
        r"\Delta_k \le -6",
        r"\Delta_k \le -7",
        f"For luck 4 to 10, {six} cells of a map differ between −9 and −6, and {seven} between −9 and −7. The appendix "
        "itself lets the bands thin out from −6 on.",
        formula=True,
    )
    peaks = [e.tau_peak(number) for number in (1, 3)]
    yield Erratum(
        HEURISTICS,
        "When a strategy with threshold τ uses luck",
        r"l \ge \tau",
        r"l > \tau",
        f"With > the best thresholds peak at {peaks[0]} and {peaks[1]}, as printed; with ≥ they would at "
        f"{peaks[0] + 1} and {peaks[1] + 1}.",
        formula=True,
    )
    low = e.chosen[-6 - SKILL_GAPS[0] : -2 - SKILL_GAPS[0], PAPER_LUCK, 2:, 1]
    yield Erratum(
        HEURISTICS,
        "Where strategy 2 is best at low skill gaps",
        r"s_o < 2",
        r"s_o \le 2",
        f"At foe stamina 2 it is the best strategy from {percent(share(low == DEFEND))} of starts with hero stamina 3 "
        "or more (skill gaps −6 to −3, luck 12).",
        formula=True,
    )
    codes, foes = e.paper.code(-4, 4), np.arange(1, 25)
    outside = np.argwhere(np.isin(codes, (BOTH, ATTACK)) & (foes % 4 != 3))
    yield Erratum(
        APPENDIX,
        "Where offence appears at Δk = −4 and luck 4",
        "only at foe stamina 3, 7, 11 …",
        "only there from hero stamina 4 on",
        f"{len(outside)} cells lie elsewhere, none above hero stamina {outside[:, 0].max(initial=-1) + 1}.",
    )
    used = e.paper.code(2, PAPER_LUCK)
    printed, right = (bands_fit(used, (foes - shift) % 4 <= 1) for shift in (0, 1))
    yield Erratum(
        APPENDIX,
        "Which foe staminas mean defence at Δk = 2 and luck 12",
        r"s_o \bmod 4 \le 1 \text{ (once printed } \le q \text{)}",
        r"(s_o - 1) \bmod 4 \le 1",
        f"As printed the rule fits {percent(printed)} of the cells where luck is used, counted from 1 it fits "
        f"{percent(right)}; a lucky hit that leads to 3 or 4 starts from 7 or 8, whose rests are 3 and 0.",
        formula=True,
    )
