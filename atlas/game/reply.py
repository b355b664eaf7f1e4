"""The answer in plain words, as the command line gives it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.advice import Answer
from atlas.game.at_once import GroupAnswer
from atlas.game.dice import luck_odds
from atlas.game.fight import Fight, GroupFight
from atlas.game.presets import Preset
from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.wording import amount, chance, more_wins, percent, signed, wins_in_100

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
        yield f"What lies ahead: {_ahead(fight)}."

    def _round(self, outcome: Outcome) -> str:
        choice = self.answer.choice(outcome)
        reason = _reason(choice.test_survival, choice.keep_survival, self.fight)
        return f"{ROUND_WORDS[outcome]:<20}{VERDICT_WORDS[choice.verdict]} {reason}"

    def _figures(self) -> Iterator[str]:
        return _figures(self.fight, self.answer)


@dataclass(frozen=True)
class GroupReply:
    """A question about several foes at once, its answer, and the names of the rules."""

    fight: GroupFight
    answer: GroupAnswer
    rules: Preset

    def lines(self) -> list[str]:
        """Return the lines of the whole answer."""
        return [*self._question(), "", *self._whom(), "", *self._wounds(), "", *_figures(self.fight, self.answer)]

    def _question(self) -> Iterator[str]:
        fight = self.fight
        foes = "; ".join(f"{n}. SKILL {foe.skill}, STAMINA {foe.stamina}" for n, foe in enumerate(fight.foes, 1))
        yield f"You: SKILL {fight.skill}, STAMINA {fight.stamina}, LUCK {fight.luck}. Foes at once: {foes}."
        if fight.one_roll:
            yield "One roll of yours counts against all foes."
        else:
            yield "You roll against each foe; only the one that you attack can be wounded."
        if fight.rules != BOOK_RULES:
            yield f"Rules: {self.rules.title}. {self.rules.sentence}".rstrip()
        yield f"What lies ahead: {_ahead(fight)}."

    def _whom(self) -> Iterator[str]:
        answer = self.answer
        foe, best = self.fight.foes[answer.target], answer.targets[answer.target]
        yield f"HIT foe {answer.target + 1}, with SKILL {foe.skill} and STAMINA {foe.stamina}."
        counted = ", LUCK left counted" if self.fight.goal.luck_price else ""
        for number, worth in enumerate(answer.targets):
            if number != answer.target:
                yield f"Foe {number + 1} in its place gives up {wins_in_100(best - worth)}{counted}."

    def _wounds(self) -> Iterator[str]:
        answer = self.answer
        wounds = [(f"You wound foe {answer.target + 1}:", answer.won)]
        wounds += [(f"Foe {number} wounds you:", choice) for number, choice in enumerate(answer.lost, 1)]
        for words, choice in wounds:
            if choice.keep_survival is None:
                yield f"{words:<20}it cannot."
            else:
                reason = _reason(choice.test_survival, choice.keep_survival, self.fight)
                yield f"{words:<20}{VERDICT_WORDS[choice.verdict]} {reason}"


def _ahead(fight: Fight | GroupFight) -> str:
    """Return what lies ahead in words."""
    goal, foes = fight.goal, fight.foes_ahead
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


def _to_win(fight: Fight | GroupFight) -> str:
    """Return what the chances of an answer count: wins, or coming through everything ahead."""
    alone = not fight.foes_ahead and fight.goal.met(1, 0)
    return "to win" if alone else "to come through"


def _reason(test: Fraction | None, keep: Fraction, fight: Fight | GroupFight) -> str:
    """Return the sentence that says what testing and keeping lead to."""
    if test is None:
        return "There is no LUCK to test."
    if test == keep:
        return f"Test or keep: {chance(test)} {_to_win(fight)}."
    return f"Test {chance(test)}, keep {chance(keep)} {_to_win(fight)}: a test gives {more_wins(test, keep)}."


def _figures(fight: Fight | GroupFight, answer: Answer | GroupAnswer) -> Iterator[str]:
    """Yield the figures of an answer."""
    yield f"Chance to be Lucky: {percent(luck_odds(fight.luck).chance)}"
    yield f"Chance to win this fight: {chance(answer.win_chance)}; never testing {chance(answer.win_chance_never)}"
    if _to_win(fight) != "to win":
        yield f"Chance to come through everything ahead: {chance(answer.survival)}"
    yield f"LUCK it will take in this fight: {amount(answer.luck_spent)} on average"
