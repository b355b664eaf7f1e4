"""Worked examples: single fights from the first roll to what is left at the end.

The paper's two monsters against the best hero, and foes by their numbers alone against a hero of middling
rolls. Every figure comes from the exact solutions and from the fight run forward (`dynamics.course`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.game.dice import clamp_gap, luck_odds
from atlas.game.dynamics import course
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, Plan, solve_pair
from atlas.policies.policy import NEVER
from atlas.wording import amount, chance, effect, percent, signed


@dataclass(frozen=True)
class Figure:
    """One side as it stands on paper."""

    skill: int
    stamina: int
    luck: int = 0

    def __str__(self) -> str:
        luck = f", LUCK {self.luck}" if self.luck else ""
        return f"SKILL {self.skill}, STAMINA {self.stamina}{luck}"


BEST_HERO = Figure(12, 24, 12)
MIDDLING_HERO = Figure(9, 19, 9)
"""the average of the rolls, rounded down"""
MATCHES: Sequence[tuple[str, Figure, Figure]] = (
    ("White Dragon", BEST_HERO, Figure(15, 22)),
    ("Hell Demon", BEST_HERO, Figure(14, 12)),
    ("", MIDDLING_HERO, Figure(5, 4)),
    ("", MIDDLING_HERO, Figure(6, 8)),
    ("", MIDDLING_HERO, Figure(7, 10)),
    ("", MIDDLING_HERO, Figure(8, 12)),
    ("", MIDDLING_HERO, Figure(9, 9)),
    ("", MIDDLING_HERO, Figure(10, 12)),
    ("", MIDDLING_HERO, Figure(11, 10)),
    ("", MIDDLING_HERO, Figure(12, 14)),
)
"""name where the paper has one, hero, foe"""


@dataclass(frozen=True)
class Played:
    """One fight under one way to use luck."""

    title: str
    win_chance: Fraction
    luck_spent: Fraction
    rounds: Fraction
    """how many rounds it lasts on average, draws counted"""
    stamina_left: Fraction | None
    """hero stamina after a win, on average; None where the hero cannot win"""

    def cells(self) -> tuple[str, str, str, str]:
        """Return win chance, luck spent, rounds and stamina left, in words."""
        left = "–" if self.stamina_left is None else amount(self.stamina_left)
        return chance(self.win_chance), amount(self.luck_spent), amount(self.rounds), left


@dataclass(frozen=True)
class Encounter:
    """One fight, worked out."""

    name: str
    hero: Figure
    foe: Figure
    played: Sequence[Played]
    """never testing, thrifty, best"""
    decisions: Sequence[str]
    """what to do after the first round, and why"""

    @property
    def title(self) -> str:
        return self.name or f"A foe of {self.foe}"

    @property
    def skill_gap(self) -> str:
        return signed(self.hero.skill - self.foe.skill)


def encounters(edition: Edition) -> list[Encounter]:
    rules = replace(
        edition.rules,
        max_stamina=max(edition.rules.max_stamina, BEST_HERO.stamina),
        max_luck=max(edition.rules.max_luck, BEST_HERO.luck),
    )
    edition = replace(edition, rules=rules)
    pairs: dict[int, Pair] = {}
    worked_out = []
    for name, hero, foe in MATCHES:
        gap = clamp_gap(hero.skill - foe.skill)
        pair = pairs[gap] = pairs.get(gap) or solve_pair(edition, gap)
        state = State(hero.stamina, foe.stamina, hero.luck)
        played = [
            _play(rules, gap, plan, state, title)
            for title, plan in (
                ("never testing", NEVER.plan(rules, gap)),
                ("thrifty", pair.thrifty.plan),
                ("best", pair.best.plan),
            )
        ]
        worked_out.append(Encounter(name, hero, foe, played, [_explain(pair, state, outcome) for outcome in Outcome]))
    return worked_out


def _play(rules: Rules, gap: int, plan: Plan, start: State, title: str) -> Played:
    run = course(rules, gap, plan, start)
    left = run.left_after_win()
    spent = sum(((start.luck - end.luck) * part for end, part in run.ends.items()), Fraction(0))
    return Played(title, run.win_chance, spent, run.mean_rounds, left[0] if left else None)


def _explain(pair: Pair, state: State, outcome: Outcome) -> str:
    """Return the sentence on what testing and keeping lead to, and which is advised."""
    best, rules = pair.best, pair.best.rules
    whose = "the foe" if outcome is Outcome.WON else "you"
    plain = rules.hit(state, outcome, rules.damage(outcome).plain)
    keep, test = best.values.after(state, outcome)
    assert test is not None
    keeping = f"Keeping leaves {whose} at {_stamina(plain, outcome)} and wins {chance(keep)}"
    lucky, unlucky = rules.branches(state, outcome, test=True)
    often = percent(luck_odds(state.luck).chance)
    testing = f"a test is Lucky {often} of the time and leaves {_stamina(lucky.state, outcome)}"
    if unlucky.chance:
        testing += f", else {_stamina(unlucky.state, outcome)}"
    advice = {Verdict.TEST: "test", Verdict.KEEP: "keep", Verdict.EITHER: "test or keep"}
    thrifty, alone = (advice[solution.verdict(state, outcome)] for solution in (pair.thrifty, best))
    said = thrifty if thrifty == alone else f"{thrifty} if thrifty, {alone} if all-out"
    return f"First round {outcome}: {said}. {keeping}; {testing}, and wins {chance(test)}: it {effect(test - keep)}."


def _stamina(state: State, outcome: Outcome) -> int:
    return state.foe_stamina if outcome is Outcome.WON else state.hero_stamina
