"""The answer to one player's question, in exact numbers and in plain words."""

from dataclasses import dataclass

from atlas.game.dice import clamp_gap, luck_odds
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair, solve_pair
from atlas.wording import amount, chance, effect, percent, signed

VERDICT_WORDS = {
    Verdict.TEST: "test your luck",
    Verdict.KEEP: "keep your luck",
    Verdict.EITHER: "test or keep, it makes no difference",
}


@dataclass(frozen=True)
class Fight:
    """Two characters as they stand, the way a player reads them off the adventure sheet."""

    skill: int
    stamina: int
    luck: int
    foe_skill: int
    foe_stamina: int

    @property
    def skill_gap(self) -> int:
        """hero SKILL − foe SKILL, as wide as it is"""
        return self.skill - self.foe_skill

    @property
    def table_gap(self) -> int:
        """the skill gap that the tables hold for this fight"""
        return clamp_gap(self.skill_gap)

    @property
    def state(self) -> State:
        return State(self.stamina, self.foe_stamina, self.luck)


@dataclass(frozen=True)
class Advice:
    """What to do in a fight, and what it is worth."""

    fight: Fight
    pair: Pair

    @classmethod
    def on(cls, fight: Fight, edition: Edition) -> "Advice":
        return cls(fight, solve_pair(edition, fight.table_gap))

    def clamped(self) -> str | None:
        """Says so where the skill gap is beyond the tables; None where it is not."""
        gap, used = self.fight.skill_gap, self.fight.table_gap
        if gap == used:
            return None
        never = "loses" if gap > 0 else "wins"
        return f"skill gap {signed(gap)} plays exactly like {signed(used)}: the hero never {never} a round"

    def lines(self) -> list[str]:
        """The whole answer, a line each."""
        fight, best, thrifty = self.fight, self.pair.best, self.pair.thrifty
        state = fight.state
        never = best.win_chance(state._replace(luck=0))
        clamped = self.clamped()
        return [
            f"You: SKILL {fight.skill}, STAMINA {fight.stamina}, LUCK {fight.luck}. "
            f"Foe: SKILL {fight.foe_skill}, STAMINA {fight.foe_stamina}. Skill gap {signed(fight.skill_gap)}.",
            *([f"({clamped})"] if clamped else []),
            "",
            *(self._outcome_line(outcome) for outcome in Outcome),
            "",
            f"A test now succeeds: {percent(luck_odds(state.luck).chance)}",
            f"Win chance: {chance(thrifty.win_chance(state))} thrifty, "
            f"{chance(best.win_chance(state))} best, {chance(never)} without luck",
            f"Luck it will take: {amount(thrifty.luck_spent(state))} thrifty, {amount(best.luck_spent(state))} best",
        ]

    def _outcome_line(self, outcome: Outcome) -> str:
        state = self.fight.state
        thrifty, best = (s.verdict(state, outcome) for s in (self.pair.thrifty, self.pair.best))
        line = f"{f'{outcome.capitalize()} the round:':<16}{VERDICT_WORDS[thrifty]}"
        if not self.pair.best.rules.can_test(state.luck):
            return f"{line} (there is none left to test)"
        if best is not thrifty:
            line += f"; for the win alone, {VERDICT_WORDS[best]}"
        return f"{line} (a test {effect(self.pair.best.stakes[outcome].at(state))})"
