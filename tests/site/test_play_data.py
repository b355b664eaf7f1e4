"""What the look-up loads: unpacked as a stranger would, worded, and held against the exact solutions."""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas import wording
from atlas.game.dice import luck_odds
from atlas.game.dynamics import course
from atlas.game.edition import Edition
from atlas.game.outlook import outlook, outlooks
from atlas.game.rules import Damage, Outcome, Rules, State, Verdict
from atlas.game.solver import Pair, Solution, solve_pair
from atlas.maps.style import CHANCE
from atlas.site.codes import NOTHING_TO_SAY, amount_codes, chance_codes, stake_codes
from atlas.site.play_data import edition_script, gap_path, gap_script
from atlas.tables.gap_table import Aim, gap_table
from atlas.tables.reasons import Decisions

SMALL = Edition(Rules(max_stamina=7, max_luck=5))


def read(script: bytes) -> dict[str, Any]:
    call = re.fullmatch(r"LuckAtlas\.\w+\((.*)\);\n", script.decode(), re.DOTALL)
    assert call
    found: dict[str, Any] = json.loads(call[1])
    return found


def columns(script: bytes, size: int, plane: int) -> dict[str, list[int]]:
    """The codes of every column by state, from the bytes."""
    content = read(script)
    data = iter(zlib.decompress(base64.b64decode(content["data"])))
    found: dict[str, list[int]] = {}
    for name, width, like in content["columns"]:
        numbers = [0] * size
        for place in range(width):
            for i in range(size):
                numbers[i] += next(data) << (8 * place)
        steps = [-(n + 1) // 2 if n % 2 else n // 2 for n in numbers]
        for i in range(plane, size):
            steps[i] += steps[i - plane]
        found[name] = [n + found[like][i] for i, n in enumerate(steps)] if like else steps
    assert next(data, None) is None
    return found


def chance_words(code: int) -> str:
    if code >= 2000:
        power, figures = divmod(code - 2000, 1000)
        return wording.one_in(Fraction(1, 10**power)) if power >= 9 else f"1 in {figures * 10**power:,}"
    return ">99.9%" if code == 1001 else f"{code // 10}%" if code in (0, 1000) else f"{code / 10:.1f}%"


def amount_words(code: int) -> str:
    return {0: "0", -1: "<0.1"}.get(code) or f"{code / 10:,.1f}"


def effect_words(code: int) -> str:
    return wording.effect(Fraction(code, 10**6))


TIES = [Fraction(n, 16) for n in range(17)] + [Fraction(n, 2000) for n in range(0, 2001, 7)]
CHANCES = st.floats(0, 1) | st.sampled_from([float(tie) for tie in TIES]) | st.floats(1e-300, 1e-3)


@given(CHANCES)
def test_a_chance_keeps_its_words(chance: float) -> None:
    assert chance_words(int(chance_codes(np.array([chance]))[0])) == wording.chance(Fraction(chance))


@given(st.floats(0, 400) | st.sampled_from([n / 20 for n in range(100)]))
def test_an_amount_keeps_its_words(amount: float) -> None:
    assert amount_words(int(amount_codes(np.array([amount]))[0])) == wording.amount(Fraction(amount))


@given(CHANCES, st.sampled_from([-1, 1]))
def test_a_stake_keeps_its_words(size: float, sign: int) -> None:
    code = int(stake_codes(np.array([sign * size]))[0])
    assert effect_words(code) == wording.effect(sign * Fraction(size))
    assert abs(code - sign * Fraction(size) * 10**6) < 1


def test_what_is_not_a_number() -> None:
    nothing = np.array([np.nan])
    assert amount_codes(nothing).tolist() == [NOTHING_TO_SAY] and stake_codes(nothing).tolist() == [0]


@pytest.mark.parametrize("gap", [-10, -9, -2, 0, 3, 10])
def test_a_script_holds_every_exact_value(gap: int) -> None:
    rules, pair = SMALL.rules, solve_pair(SMALL, gap)
    script = gap_script(rules, gap_table(pair), outlooks(pair))
    states = list(rules.states())
    found = columns(script, len(states), rules.max_stamina**2)
    for i, state in enumerate(states):
        never = pair.best.win_chance(state._replace(luck=0))
        assert chance_words(found["win_chance_never"][i]) == wording.chance(never)
        for solution, suffix in ((pair.best, ""), (pair.thrifty, "_thrifty")):
            chance = solution.win_chance(state)
            assert chance_words(found[f"win_chance{suffix}"][i]) == wording.chance(chance)
            assert found[f"band{suffix}"][i] == sum(chance >= Fraction(str(edge)) for edge in CHANCE.edges)
            assert amount_words(found[f"luck_spent{suffix}"][i]) == wording.amount(solution.luck_spent(state))
            assert found[f"on_win{suffix}"][i] == solution.verdict(state, Outcome.WON)
            assert found[f"on_loss{suffix}"][i] == solution.verdict(state, Outcome.LOST)
        for outcome, name in ((Outcome.WON, "stake_win"), (Outcome.LOST, "stake_loss")):
            assert effect_words(found[name][i]) == wording.effect(pair.best.stakes[outcome].at(state))


@pytest.mark.parametrize("gap", [-10, -2, 0, 10])
def test_the_outlook_is_that_of_every_fight_run_forward(gap: int) -> None:
    pair = solve_pair(SMALL, gap)
    rules = SMALL.rules
    script = gap_script(rules, gap_table(pair), outlooks(pair))
    states = list(rules.states())
    found = columns(script, len(states), rules.max_stamina**2)
    for solution, suffix in ((pair.best, ""), (pair.thrifty, "_thrifty")):
        ahead = outlook(solution)
        for i in range(0, len(states), 5):
            state = states[i]
            where = (state.luck, state.hero_stamina - 1, state.foe_stamina - 1)
            run = course(rules, gap, solution.plan, state)
            left = run.left_after_win()
            assert ahead.rounds[where] == float(run.mean_rounds)
            assert amount_words(found[f"rounds{suffix}"][i]) == wording.amount(run.mean_rounds)
            if left is None:
                assert np.isnan(ahead.stamina_left[where]) and found[f"stamina_left{suffix}"][i] == NOTHING_TO_SAY
            else:
                assert ahead.stamina_left[where] == float(left[0])
                assert amount_words(found[f"stamina_left{suffix}"][i]) == wording.amount(left[0])


def test_the_edition_is_told_in_full() -> None:
    rules = Rules(won=Damage(3, 5, 2), max_stamina=30)
    told = read(edition_script(Edition(rules, skill_gaps=(-1, 0)), ["data/gap/x.js", "data/gap/y.js"]))
    assert told["rules"]["won"] == {"plain": 3, "lucky": 5, "unlucky": 2} and told["rules"]["max_stamina"] == 30
    assert told["gaps"] == {"-1": "minus-1", "0": "0"} and told["scripts"] == {"-1": "x.js", "0": "y.js"}
    assert [chance_words(code) for code in told["lucky"]] == [
        wording.percent(luck_odds(luck).chance) for luck in rules.lucks
    ]


def test_other_tables_have_another_address() -> None:
    paths = [gap_path(gap, script) for gap, script in ((-1, b"a"), (-1, b"b"), (0, b"a"))]
    assert len(set(paths)) == 3 and gap_path(-1, b"a") == paths[0]
    assert all(re.fullmatch(r"data/gap/(minus-1|0)-[0-9a-f]{12}\.js", path) for path in paths)


def test_scripts_are_the_same_on_every_run() -> None:
    pair = solve_pair(SMALL, 1)
    scripts = {gap_script(SMALL.rules, gap_table(pair), outlooks(pair)) for _ in range(2)}
    assert len(scripts) == 1


# Reasons: each is a statement, checked here from the rules and the exact verdicts alone.


class Decision:
    """One decision, as someone would check a reason at the table."""

    def __init__(self, solution: Solution, best: Solution, state: State, outcome: Outcome) -> None:
        self.solution, self.best, self.state, self.outcome = solution, best, state, outcome
        self.rules = solution.rules
        self.verdict = solution.verdict(state, outcome)
        damage = self.rules.damage(outcome)
        self.plain, self.lucky, self.unlucky = (self.hits(hit, damage.plain) for hit in damage.hits)
        self.falls = [self.left(hit) == 0 for hit in damage.hits]
        self.chance = luck_odds(state.luck).chance

    def left(self, hit: int) -> int:
        side = self.state.foe_stamina if self.outcome is Outcome.WON else self.state.hero_stamina
        return max(side - hit, 0)

    def hits(self, hit: int, plain: int) -> int:
        """This hit and plain ones after it, counted one by one."""
        left, count = self.left(hit), 1
        while left > 0:
            left, count = left - plain, count + 1
        return count

    def testing_lucks(self) -> list[int]:
        verdicts = {n: self.solution.verdict(self.state._replace(luck=n), self.outcome) for n in self.rules.lucks}
        return [luck for luck, verdict in verdicts.items() if verdict is Verdict.TEST]

    def certain(self) -> Fraction:
        return self.best.win_chance(self.state)

    def holds(self, reason: str) -> bool:
        test = self.verdict is Verdict.TEST
        plain_falls, lucky_falls, unlucky_falls = self.falls
        better = (self.plain - self.lucky) if self.outcome is Outcome.WON else (self.lucky - self.plain)
        worse = (self.unlucky - self.plain) if self.outcome is Outcome.WON else (self.plain - self.unlucky)
        least = re.fullmatch(r"Too little luck: a test takes LUCK (\d+) or more to pay\.", reason)
        if least:
            return not test and self.testing_lucks()[0] == int(least[1]) > self.state.luck
        return {
            "There is no luck left to test.": self.state.luck == 0,
            "You never win a round at this skill gap.": self.solution.skill_gap == -10,
            "You never lose a round at this skill gap.": self.solution.skill_gap == 10,
            "You cannot lose this fight.": self.certain() == 1,
            "You cannot win this fight.": self.certain() == 0,
            "With so little luck a test cannot succeed.": self.chance == 0 and not test,
            "Any hit brings the foe down.": self.outcome is Outcome.WON and all(self.falls) and not test,
            "This hit brings you down, lucky or not.": self.outcome is Outcome.LOST and all(self.falls) and not test,
            "A plain hit brings the foe down.": self.outcome is Outcome.WON and plain_falls and not test,
            "A lucky hit ends the fight.": self.outcome is Outcome.WON and lucky_falls and not plain_falls and test,
            "Only a lucky escape keeps you standing.": self.falls == [True, False, True]
            and self.outcome is Outcome.LOST
            and test,
            "If the test fails, you fall.": self.outcome is Outcome.LOST
            and unlucky_falls
            and not plain_falls
            and not test,
            "Testing and keeping come to exactly the same.": self.verdict is Verdict.EITHER,
            "A test cannot fail, and it saves you a hit.": self.chance == 1 and better == 1 and test,
            "If lucky, you need one hit less; if not, no more than now.": better == 1 and worse <= 0 and test,
            "If lucky, you can take one hit more; if not, no less than now.": better == 1 and worse <= 0 and test,
            "If lucky, you need one hit less: that is worth the risk.": better == 1 and test,
            "If lucky, you can take one hit more: that is worth the risk.": better == 1 and test,
            "What a test can gain is worth the risk.": test,
            "A test gains too little for the luck it takes.": not test
            and self.best.stakes[self.outcome].at(self.state) > 0,
            "Luck saves no hit here, bad luck costs one.": better <= 0 < worse and not self.testing_lucks(),
            "Luck saves you no hit here, bad luck costs one.": better <= 0 < worse and not self.testing_lucks(),
            "Even a lucky test saves no hit here.": better <= 0 and not self.testing_lucks(),
            "A test does not pay here with any luck.": not self.testing_lucks(),
            "A test costs more than it gains.": self.verdict is Verdict.KEEP,
        }[reason]


def decisions(edition: Edition, pair: Pair, every: int = 1) -> Iterator[tuple[Decision, str]]:
    table = gap_table(pair)
    for policy, solution in ((Aim.BEST, pair.best), (Aim.THRIFTY, pair.thrifty)):
        for outcome in Outcome:
            reasons = Decisions(edition.rules, table, outcome, policy).reasons()
            for state, reason in list(zip(edition.rules.states(), reasons, strict=True))[::every]:
                yield Decision(solution, pair.best, state, outcome), reason


ODD_RULES = Rules(won=Damage(3, 7, 1), lost=Damage(2, 0, 5), max_stamina=9, max_luck=13)


@pytest.mark.parametrize("gap", [-10, -3, 0, 2, 10])
@pytest.mark.parametrize("rules", [Rules(max_stamina=9, max_luck=13), ODD_RULES])
def test_reasons_are_true(rules: Rules, gap: int) -> None:
    edition = Edition(rules)
    for decision, reason in decisions(edition, solve_pair(edition, gap)):
        assert decision.holds(reason), (decision.state, decision.outcome, decision.verdict, reason)


@pytest.mark.slow
def test_reasons_are_true_everywhere(pairs: dict[int, Pair]) -> None:
    seen = set()
    for pair in pairs.values():
        for decision, reason in decisions(Edition(), pair, every=13):
            assert decision.holds(reason), (decision.state, decision.outcome, decision.verdict, reason)
            seen.add(reason)
    assert len(seen) > 30
