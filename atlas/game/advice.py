"""The answer to one player's question, in exact numbers and in plain words.

`advise` takes a question as a mapping (`fight`) and returns the answer as one; `answer` returns it in fractions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from atlas.game.ahead import Prospect, Start, best_plans, play_ahead, solve_ahead
from atlas.game.at_once import FIGURES, Decision, answer_group
from atlas.game.entries import floats
from atlas.game.fight import Fight, read_fight, read_group_fight
from atlas.game.rules import Outcome
from atlas.game.solver import follow


@dataclass(frozen=True)
class Choice(Decision):
    """A decision of a fight against one foe, which can always come up."""

    keep: Fraction
    keep_survival: Fraction


@dataclass(frozen=True)
class Answer:
    """The advice for a fight, and what it leads to."""

    won: Choice
    lost: Choice
    value: Fraction
    """the expected worth, the highest there is"""
    win_chance: Fraction
    """of this fight, with the advice"""
    win_chance_never: Fraction
    luck_spent: Fraction
    """in this fight, on average"""
    survival: Fraction
    """the chance to come through everything ahead with what must be left"""

    def choice(self, outcome: Outcome) -> Choice:
        """Return the decision after a round with this outcome."""
        return self.won if outcome is Outcome.WON else self.lost

    def exact_entry(self) -> dict[str, object]:
        """Return the answer as a mapping, in fractions."""
        choices = {str(outcome): self.choice(outcome).exact_entry() for outcome in Outcome}
        return choices | {name: getattr(self, name) for name in FIGURES}


def advise(fight: Mapping[str, object]) -> dict[str, object]:
    """Return the answer to a fight, both as mappings; each number is the float nearest to the exact one.

    >>> advice = advise({"hero": {"skill": 8, "stamina": 8, "luck": 9}, "foe": {"skill": 9, "stamina": 7}})
    >>> advice["won"]["verdict"], advice["lost"]["verdict"], f"{advice['win_chance']:.1%}"
    ('test', 'keep', '59.7%')

    What lies ahead changes the advice: with two foes to come, LUCK is spared.

    >>> hero, foe = {"skill": 9, "stamina": 19, "luck": 9}, {"skill": 6, "stamina": 6}
    >>> advise({"hero": hero, "foe": foe})["won"]["verdict"]
    'test'
    >>> chain = advise({"hero": hero, "foe": foe, "ahead": {"foes": [[7, 7], [10, 12]]}})
    >>> chain["won"]["verdict"], f"{chain['survival']:.1%}"
    ('keep', '58.6%')

    Rules are the name of a preset, or a mapping.

    >>> fight = {"hero": {"skill": 12, "stamina": 24, "luck": 12}, "foe": {"skill": 12, "stamina": 20}}
    >>> f"{advise(fight | {'rules': 'two-lost-rounds-kill'})['win_chance']:.1%}"
    '19.7%'
    >>> f"{advise(fight | {'rules': {'losing_run': 2, 'draw_breaks_run': True}})['win_chance']:.1%}"
    '22.0%'

    Against several foes at once, `target` is the one to attack, by its place in the list.

    >>> advice = advise({"hero": hero, "foes": [[7, 6], [8, 5]]})
    >>> advice["target"], f"{advice['win_chance']:.1%}"
    (0, '98.5%')
    """
    if "foes" in fight:
        return floats(answer_group(read_group_fight(fight)).exact_entry())
    return floats(answer(read_fight(fight)).exact_entry())


def answer(fight: Fight) -> Answer:
    """Return the exact answer to a fight: the best decisions and what they lead to."""
    start, state = Start(fight.skill, fight.stamina, fight.luck), fight.state
    legs = solve_ahead(start, [(fight.rules, foe) for foe in fight.foes], fight.goal)
    first, plans = legs[0].solution, best_plans(legs)
    survivals = first.values
    if fight.goal.luck_price:
        end = Prospect.of_goal(legs[0].rules, replace(fight.goal, luck_price=Fraction(0)))
        after = play_ahead(legs[1:], plans[1:], end)[0]
        survivals = follow(first.rules, first.skill_gap, first.plan, after.as_worth(), box=first.box)

    def choice(outcome: Outcome) -> Choice:
        return Choice(
            first.verdict(state, outcome), *first.values.after(state, outcome), *survivals.after(state, outcome)
        )

    return Answer(
        won=choice(Outcome.WON),
        lost=choice(Outcome.LOST),
        value=first.values.at(state),
        win_chance=first.win_chance(state),
        win_chance_never=first.win_chance(state._replace(luck=0)),
        luck_spent=first.luck_spent(state),
        survival=survivals.at(state),
    )
