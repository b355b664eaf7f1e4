"""The answer in plain words, as the command line gives it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.advice import Answer, Choice
from atlas.game.dice import luck_odds
from atlas.game.fight import Fight
from atlas.game.presets import Preset
from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.wording import amount, chance, more_wins, percent, signed

VERDICT_WORDS = {
    Verdict.TEST: "TEST your Luck.",
    Verdict.KEEP: "KEEP your LUCK.",
    Verdict.EITHER: "No difference: keep.",
}
ROUND_WORDS = {Outcome.WON: "You won the round:", Outcome.LOST: "You lost the round:"}


@dataclass(frozen=True)
class Reply:
    """A question, its answer, and the names of the rules."""

    fight: Fight
    answer: Answer
    rules: Preset

    def clamped(self) -> str | None:
        """Return the sentence for a fight that plays like one of a narrower SKILL gap; None for any other."""
        gap, used = self.fight.skill_gap, self.fight.table_gap
        if gap == used:
            return None
        never = "lose" if gap > 0 else "win"
        return f"SKILL gap {signed(gap)} plays exactly like {signed(used)}: you never {never} a round"

    def lines(self) -> list[str]:
        """Return the lines of the whole answer."""
        return [*self._question(), "", *map(self._round, Outcome), "", *self._figures()]

    def _question(self) -> Iterator[str]:
        fight = self.fight
        yield (
            f"You: SKILL {fight.skill}, STAMINA {fight.stamina}, LUCK {fight.luck}. "
            f"Foe: SKILL {fight.foe_skill}, STAMINA {fight.foe_stamina}. SKILL gap {signed(fight.skill_gap)}."
        )
        if clamped := self.clamped():
            yield f"({clamped})"
        if fight.rules != BOOK_RULES:
            yield f"Rules: {self.rules.title}. {self.rules.sentence}".rstrip()
        yield f"What lies ahead: {self._ahead()}."

    def _ahead(self) -> str:
        goal, foes = self.fight.goal, self.fight.foes_ahead
        if foes:
            ahead = "these foes, " + ", ".join(f"{foe.skill}/{foe.stamina}" for foe in foes)
        else:
            ahead = "more to come, so spare LUCK" if goal.luck_price else "the last fight, so spend LUCK"
        needed = [
            f"{score} {least} or more"
            for score, least, free in (("STAMINA", goal.least_stamina, 1), ("LUCK", goal.least_luck, 0))
            if least > free
        ]
        return f"{ahead}; you need {' and '.join(needed)} at the end" if needed else ahead

    def _round(self, outcome: Outcome) -> str:
        choice = self.answer.choice(outcome)
        reason = (
            "There is no LUCK to test." if choice.test_survival is None else self._both(choice, choice.test_survival)
        )
        return f"{ROUND_WORDS[outcome]:<20}{VERDICT_WORDS[choice.verdict]} {reason}"

    def _both(self, choice: Choice, test: Fraction) -> str:
        keep = choice.keep_survival
        if test == keep:
            return f"Test or keep: {chance(test)} {self._to_win}."
        return f"Test {chance(test)}, keep {chance(keep)} {self._to_win}: a test gives {more_wins(test, keep)}."

    @property
    def _to_win(self) -> str:
        goal = self.fight.goal
        alone = not self.fight.foes_ahead and goal.met(1, 0)
        return "to win" if alone else "to come through"

    def _figures(self) -> Iterator[str]:
        fight, answer = self.fight, self.answer
        yield f"Chance to be Lucky: {percent(luck_odds(fight.luck).chance)}"
        yield f"Chance to win this fight: {chance(answer.win_chance)}; never testing {chance(answer.win_chance_never)}"
        if self._to_win != "to win":
            yield f"Chance to come through everything ahead: {chance(answer.survival)}"
        yield f"LUCK it will take in this fight: {amount(answer.luck_spent)} on average"
