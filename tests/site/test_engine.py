"""The solver in the page, held against the exact tables, and against an answer worked out slowly in fractions."""

import gzip
import json
import random
import re
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlas import cli
from atlas.folders import templates_folder
from atlas.game.advice import advise
from atlas.game.ahead import Foe, Start, solve_ahead
from atlas.game.edition import LUCK_PRICE
from atlas.game.presets import presets, read_rules
from atlas.game.rules import Outcome, State, Verdict
from atlas.game.solver import Pair, Solution
from atlas.game.worth import EndGoal
from atlas.making.sources import screen_modules, static_files
from atlas.tables.conformance import any_rules, chain
from tests.browser import new_page
from tests.scripts import Run, in_node, in_page
from tests.site.test_engine_groups import differences
from tests.slow_advice import SlowFight, random_fight, random_rules, rounded

BOOKS: dict[str, Any] = {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foe": {"skill": 8, "stamina": 9}}

GROUP: dict[str, Any] = {"hero": {"skill": 9, "stamina": 14, "luck": 8}, "foes": [[7, 6], [8, 5]]}


@pytest.fixture(params=["node", pytest.param("chromium", marks=pytest.mark.slow)])
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    if request.param == "node":
        yield in_node
    else:
        with new_page(request.getfixturevalue("browser")) as page:
            yield in_page(page)


def numbers(answer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in answer.items():
        yield from (
            ((f"{key} {name}", part) for name, part in value.items()) if isinstance(value, dict) else [(key, value)]
        )


Exact = dict[tuple[int, float], list[list[Any]]]
"""by skill gap and price of luck"""


@pytest.fixture(scope="module")
def exact(pairs: dict[int, Pair]) -> Exact:
    return {
        (gap, price): list(columns(solution))
        for gap, pair in pairs.items()
        for solution, price in ((pair.best, 0), (pair.thrifty, float(LUCK_PRICE)))
    }


@pytest.mark.slow
def test_every_state_of_the_books_has_the_exact_verdicts_and_numbers(run: Run, exact: Exact) -> None:
    """169,344 states and two policies: verdicts, stakes, win chances and luck spent."""
    body = """
      const { gap, luck_price } = given;
      const fight = { hero: { skill: 12 + Math.min(gap, 0), stamina: 24, luck: 13 },
                      foe: { skill: 12 - Math.max(gap, 0), stamina: 24 }, ahead: { luck_price } };
      const solution = engine.solve(fight);
      const rows = [];
      for (let luck = 0; luck <= 13; luck++)
        for (let stamina = 1; stamina <= 24; stamina++)
          for (let foe_stamina = 1; foe_stamina <= 24; foe_stamina++) {
            const state = { stamina, foe_stamina, luck };
            const { won, lost, win_chance, win_chance_never, luck_spent, value } = solution.at(state);
            const seen = solution.glance(state);
            if (seen.won !== won.verdict || seen.lost !== lost.verdict || seen.win_chance !== win_chance) throw state;
            const figures = [value, win_chance, win_chance_never, luck_spent];
            rows.push([won.verdict, lost.verdict, won.stake, lost.stake, ...figures]);
          }
      return rows;
    """
    compared = 0
    for (gap, price), expected in exact.items():
        rows = run(body, {"gap": gap, "luck_price": price})
        for number, (found, column) in enumerate(zip(zip(*rows, strict=True), expected, strict=True)):
            assert list(found) == column, (gap, price, number)
        compared += len(rows)
    assert compared == 2 * 169_344


def columns(solution: Solution) -> Iterator[list[Any]]:
    rules = solution.rules
    states = list(rules.states())
    for outcome in Outcome:
        yield [Verdict(v).word for v in solution.verdicts(outcome).ravel().tolist()]
    for outcome in Outcome:
        stakes = solution.stakes[outcome].floats().ravel().tolist()
        yield [stake if rules.can_test(state.luck) else None for state, stake in zip(states, stakes, strict=True)]
    wins = solution.win_chances.floats()
    for figures in (
        solution.values.floats(),
        wins,
        np.broadcast_to(wins[:1], wins.shape),
        solution.lucks_spent.floats(),
    ):
        yield figures.ravel().tolist()


STATES = 500
"""sampled for each set of rules"""


@pytest.mark.slow
def test_presets_and_other_rules_have_the_exact_verdicts_and_numbers(run: Run) -> None:
    """Every preset and 30 sets of random rules, 500 states each: 20,000 at least."""
    dice = random.Random(6)
    sets: list[Any] = [*presets(), *(any_rules(dice) for _ in range(30))]
    compared = 0
    for rules in sets:
        read = presets()[rules].rules if isinstance(rules, str) else read_rules(rules)
        skill, price, most = dice.randint(0, 12), dice.choice([0, 0.001]), 12 + read.foe_yields_at
        goal = EndGoal(luck_price=Fraction(str(price)))
        leg, *_ = solve_ahead(Start(6, most, 12), [(read, Foe(skill, most))], goal)
        lucks, staminas = range(13), range(1, most + 1)
        all_states = [State(h, f, n) for n in lucks for h in staminas for f in staminas if f > read.foe_yields_at]
        states = dice.sample(all_states, STATES)
        fight = {"hero": {"skill": 6, "stamina": most, "luck": 12}, "foe": {"skill": skill, "stamina": most}}
        asked = [dict(zip(("stamina", "foe_stamina", "luck"), state, strict=True)) for state in states]
        body = "const s = engine.solve(given[0]); return given[1].map((state) => s.at(state));"
        answers = run(body, [fight | {"rules": rules, "ahead": {"luck_price": price}}, asked])
        for state, answer in zip(states, answers, strict=True):
            solution = leg.solution
            assert answer["value"] == float(solution.values.at(state)), (rules, state)
            assert answer["win_chance"] == float(solution.win_chance(state)), (rules, state)
            assert answer["luck_spent"] == float(solution.luck_spent(state)), (rules, state)
            for outcome in Outcome:
                stake = float(solution.stakes[outcome].at(state)) if state.luck else None
                decision = answer[outcome]["verdict"], answer[outcome]["stake"]
                assert decision == (solution.verdict(state, outcome).word, stake), (rules, state, outcome)
        compared += len(states)
    assert compared >= 20_000


@pytest.fixture(scope="module")
def chains() -> list[tuple[Any, Any]]:
    """Two hundred fights with foes ahead, and their answers in Python."""
    dice = random.Random(7)
    fights = []
    for number in range(200):
        rules = any_rules(dice) if number % 2 else {}
        fights.append(chain(dice, rules, rules.get("foe_yields_at", 0)))
    return [(fight, advise(fight)) for fight in fights]


@pytest.mark.slow
def test_two_hundred_chains_come_out_as_in_python(run: Run, chains: list[tuple[Any, Any]]) -> None:
    answers = run("return given.map(engine.advise);", [fight for fight, _ in chains])
    for (fight, in_python), answer in zip(chains, answers, strict=True):
        for (name, number), (_, exact) in zip(numbers(answer), numbers(in_python), strict=True):
            if isinstance(exact, float):
                assert abs(number - exact) <= 1e-12, (fight, name)
            else:
                assert number == exact, (fight, name)


@pytest.mark.slow
def test_the_published_answers_are_those_of_the_solver_in_the_page(run: Run, site: Path) -> None:
    every = json.loads(gzip.decompress((site / "data" / "conformance.json.gz").read_bytes()))
    cases = [case for case in every if "foe" in case.get("fight", {})]
    assert set(presets()) <= {str(case["fight"]["rules"]) for case in cases}
    assert any(case["fight"]["ahead"].get("foes") for case in cases)
    for case, answer in zip(cases, run("return given.map(engine.advise);", [c["fight"] for c in cases]), strict=True):
        for (name, number), (_, exact) in zip(numbers(answer), numbers(case["answer"]), strict=True):
            expected = exact if exact is None or "verdict" in name else float(Fraction(exact))
            assert number == expected, (case["fight"], name)


@pytest.mark.slow
def test_the_published_answers_for_groups_and_adventures_are_those_of_the_page(run: Run, site: Path) -> None:
    cases = json.loads(gzip.decompress((site / "data" / "conformance.json.gz").read_bytes()))
    groups = [case for case in cases if "foes" in case.get("fight", {})]
    adventures = [case for case in cases if "adventure" in case]
    assert {len(case["fight"]["foes"]) for case in groups} == {2, 3} and len(adventures) >= 60
    asked = [[case["adventure"], case["hero"], {"luckPrice": case["luck_price"]}] for case in adventures]
    answers = run("return given.map(engine.advise);", [case["fight"] for case in groups])
    answers += run("return given.map((asked) => engine.adviseAdventure(...asked));", asked)
    for case, answer in zip(groups + adventures, answers, strict=True):
        assert not differences(answer, in_floats(case["answer"])), case


def in_floats(answer: Any) -> Any:
    """An answer of which numbers are written as fractions, with the floats nearest to them."""
    if isinstance(answer, dict):
        return {key: in_floats(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [in_floats(value) for value in answer]
    is_number = isinstance(answer, str) and re.fullmatch(r"-?\d+(/\d+)?", answer)
    return float(Fraction(answer)) if is_number else answer


LINKS = (templates_folder() / "table" / "links.js").read_text(encoding="utf-8")


def test_links_take_the_prices_that_the_command_takes() -> None:
    body = """
      const edition = { start: {}, limits: { least: {}, most: {} }, price: 0.001 };
      const readRules = () => ({ foe_yields_at: 0 });
      const LuckAtlas = { edition, words: { LINKS: { price: () => "no" } }, PRESETS: {}, readRules };
      new Function("LuckAtlas", given[0])(LuckAtlas);
      const read = (text) => LuckAtlas.links.read("?price=" + encodeURIComponent(text));
      const began = performance.now();
      const found = given[1].map(read).map(({ fight, problem }) => (problem ? null : fight.ahead.luck_price));
      return [found, performance.now() - began];
    """
    right = ["0", "1", "0.001", ".5", "1e-06", "2.5E-7", "0.1e+1", "0.30000000000000004"]
    wrong = [
        "1.",
        ".",
        "",
        "1e-5000",
        "2",
        "-1",
        "x",
        "0.5x",
        "1e",
        "0." + "1" * 60_000,
        "1" * 60_000 + "x",
        "0" * 60_000,
    ]
    prices, milliseconds = in_node(body, [LINKS, right + wrong])
    assert prices == [*map(float, right), *(None for _ in wrong)] and milliseconds < 500
    for text in right:
        assert float(cli.price(text)) == float(text)
    for text in wrong:
        with pytest.raises(ArgumentTypeError, match="is not a luck price"):
            cli.price(text)


def test_any_rules_and_goals_answer_as_worked_out_slowly(run: Run) -> None:
    dice = random.Random(1)
    fights = []
    for number in range(60):
        rules = random_rules(dice) if number % 4 else {}
        fights.append(random_fight(dice, rules, rules.get("foe_yields_at", 0), most=8))
    answers = run("return given.map(engine.advise);", fights)
    for fight, answer in zip(fights, answers, strict=True):
        assert answer == rounded(SlowFight(fight, fight["rules"]).answer()), fight


def test_foes_ahead_answer_as_worked_out_slowly(run: Run) -> None:
    dice = random.Random(2)
    fights = []
    for number in range(12):
        rules = random_rules(dice) if number % 2 else {}
        at = rules.get("foe_yields_at", 0)
        fight = random_fight(dice, rules, at, most=7)
        fight["hero"]["luck"] = min(fight["hero"]["luck"], 5)
        foes = [[dice.randint(4, 12), dice.randint(at + 1, at + 5)] for _ in range(dice.randint(1, 3))]
        fights.append(fight | {"ahead": fight.get("ahead", {}) | {"foes": foes}})
    answers = run("return given.map(engine.advise);", fights)
    for fight, answer in zip(fights, answers, strict=True):
        assert answer == rounded(SlowFight(fight, fight["rules"]).answer()), fight


def test_a_chain_too_long_for_exact_digits_runs_in_floats() -> None:
    chain = BOOKS | {"hero": {"skill": 12, "stamina": 20, "luck": 9}, "ahead": {"foes": [[9, 12]] * 20}}
    assert in_node("return engine.solve(given).exact;", BOOKS | {"ahead": {"foes": [[7, 7], [10, 12]]}}) is True
    assert in_node("return engine.solve(given).exact;", chain) is False


def test_floats_agree_with_exact_numbers(run: Run) -> None:
    body = """
      const goal = { luck_price: 0.001, least_stamina: 2, least_luck: 1 };
      const answer = (rules, exact) => {
        const box = { stamina: 13, luck: 7 };
        const chain = [[2, 8], [-3, 6], [0, 9]].reduce((next, [gap, foeStamina]) =>
          new engine.Solution(engine.readRules(rules), gap, { ...box, foeStamina }, goal, next, exact), null);
        for (const _ of chain.solving());
        return chain.at({ stamina: 13, luck: 7 });
      };
      return given.map((rules) => [answer(rules, true), answer(rules, false)]);
    """
    dice = random.Random(4)
    rules = [random_rules(dice) | {"foe_yields_at": 0} for _ in range(20)]
    for exact, floats in run(body, rules):
        for (name, sure), (_, near) in zip(numbers(exact), numbers(floats), strict=True):
            if isinstance(sure, float):
                assert abs(sure - near) <= 1e-12, name
            else:
                assert sure == near, name


BAD: list[tuple[Any, str]] = [
    (None, "fight is null: it must be an object with hero, foe, foes, attack, escape, rules, ahead."),
    ({}, "hero is undefined: it must be an object with skill, stamina, luck."),
    (
        BOOKS | {"hero": {"skill": 9, "stamina": 0, "luck": 8}},
        "hero.stamina is 0: it must be a whole number from 1 to 99.",
    ),
    (BOOKS | {"hero": {"skill": 9, "stamina": 2.5, "luck": 8}}, "hero.stamina is 2.5: it must be a whole"),
    (BOOKS | {"hero": {"skill": 9, "stamina": 2, "luck": "<img>"}}, 'hero.luck is "<img>": it must be a whole number'),
    (BOOKS | {"hero": {"skill": 9, "stamina": 2}}, "hero.luck is undefined: it must be a whole number from 0 to 99."),
    (BOOKS | {"foe": {"skill": 100, "stamina": 9}}, "foe.skill is 100: it must be a whole number from 0 to 99."),
    (
        BOOKS | {"enemy": []},
        'A key of fight is "enemy": it must be one of hero, foe, foes, attack, escape, rules, ahead.',
    ),
    (BOOKS | {"foes": []}, "fight.foes is []: it must be 2 to 3 pairs of SKILL and STAMINA."),
    (BOOKS | {"foes": [[7, 6], [8, 5]]}, 'foe is {"skill":8,"stamina":9}: it must be left out where there are foes.'),
    (BOOKS | {"attack": "one"}, 'attack is "one": it must be left out where there is one foe.'),
    (BOOKS | {"escape": True}, "fight.escape is true: it must be a number from 0 to 1 or null."),
    (GROUP | {"foes": [[7, 6]]}, "fight.foes is [[7,6]]: it must be 2 to 3 pairs of SKILL and STAMINA."),
    (GROUP | {"foes": [[7, 6]] * 4}, "fight.foes is [[7,6],[7,6],[7,6],[7,6]]: it must be 2 to 3 pairs"),
    (GROUP | {"attack": "all"}, 'fight.attack is "all": it must be each or one.'),
    (GROUP | {"rules": {"rounds": 3}}, "rules.rounds is 3: it must be null against several foes at once."),
    (GROUP | {"rules": {"foe_yields_at": 5}}, "A foe’s stamina is 5: it must be above 5, where foes yield."),
    (GROUP | {"foes": [[7, 99]] * 3}, "The number of decisions is "),
    (BOOKS | {"rules": "house"}, 'rules is "house": it must be one of books, '),
    (BOOKS | {"rules": {"won": [0, 4, 1]}}, "rules.won is [0,4,1]: it must be three whole numbers"),
    (BOOKS | {"rules": {"luck_cost": 0, "won": [2, 4, 0]}}, "The least damage is 0: it must be 1 or more where"),
    (BOOKS | {"rules": {"rounds": 0}}, "rules.rounds is 0: it must be a whole number from 1 to 99 or null."),
    (BOOKS | {"rules": {"out_of_rounds": "drawn"}}, 'rules.out_of_rounds is "drawn": it must be won or lost.'),
    (BOOKS | {"rules": {"foe_yields_at": 9}}, "A foe’s stamina is 9: it must be above 9, where foes yield."),
    (BOOKS | {"ahead": {"foes": [[7]]}}, "ahead.foes is [[7]]: it must be at most 20 pairs of SKILL and STAMINA."),
    (BOOKS | {"ahead": {"luck_price": 2}}, "ahead.luck_price is 2: it must be a number from 0 to 1."),
    (BOOKS | {"rules": {"rounds": 99, "losing_run": 9}}, "The number of states is 1010394: it must be 400000 or less"),
]


@pytest.mark.parametrize(("fight", "said"), BAD, ids=[said.split(":")[0] for _, said in BAD])
def test_bad_input_throws_one_clear_sentence(fight: Any, said: str) -> None:
    body = "try { engine.advise(given); } catch (error) { return [error.name, error.message]; }"
    name, message = in_node(body, fight)
    assert name == "RangeError" and message.startswith(said) and message.endswith(".")


def test_a_solution_answers_for_every_state_below_the_fight_as_if_it_were_asked_for(run: Run) -> None:
    dice = random.Random(3)
    rules = {"losing_run": 3, "draw_breaks_run": True, "rounds": 6, "out_of_rounds": "won"}
    fight = BOOKS | {"rules": rules, "ahead": {"luck_price": 0.01}}
    states = [
        {"stamina": dice.randint(1, 14), "foe_stamina": dice.randint(1, 9), "luck": dice.randint(0, 8)}
        for _ in range(20)
    ]
    rounds_left = [dice.randint(1, 6) for _ in states]
    body = "const solution = engine.solve(given[0]); return given[1].map((state) => solution.at(state));"
    asked = [state | {"rounds_left": left} for state, left in zip(states, rounds_left, strict=True)]
    below = run(body, [fight, asked])
    alone = [
        {
            "hero": {"skill": 9, "stamina": state["stamina"], "luck": state["luck"]},
            "foe": {"skill": 8, "stamina": state["foe_stamina"]},
            "rules": rules | {"rounds": left},
            "ahead": {"luck_price": 0.01},
        }
        for state, left in zip(states, rounds_left, strict=True)
    ]
    assert below == run("return given.map(engine.advise);", alone)


def test_a_run_of_lost_rounds_goes_on_where_it_stands(run: Run) -> None:
    """One lost round before the second kills: to lose now is to die, whatever is tested."""
    fight = BOOKS | {"rules": "two-lost-rounds-kill"}
    state = {"stamina": 14, "foe_stamina": 9, "luck": 8, "lost_in_succession": 1}
    fresh, now = run(
        "const s = engine.solve(given[0]); return [s.at({ ...given[1], lost_in_succession: 0 }), s.at(given[1])];",
        [fight, state],
    )
    assert now["lost"] == {"verdict": "either", "test": 0, "keep": 0, "stake": 0}
    assert fresh["lost"]["keep"] > 0 and now["win_chance"] < fresh["win_chance"]


def test_the_chances_behind_a_choice_are_those_of_coming_through(run: Run) -> None:
    dice = random.Random(5)
    fights = [random_fight(dice, {}, 0, most=8) for _ in range(20)]
    answers = run("return given.map((fight) => engine.solve(fight).chances(fight.hero));", fights)
    for fight, chances in zip(fights, answers, strict=True):
        slow = SlowFight(fight, {})
        for outcome in ("won", "lost"):
            keep, test = slow.options(*slow.start, outcome)
            expected = {"keep": float(keep.survival), "test": None if test is None else float(test.survival)}
            assert chances[outcome] == expected, fight


def test_slices_give_the_same_and_stop_when_told(run: Run) -> None:
    body = """
      const state = { stamina: 14, luck: 8 };
      const sliced = await engine.solveInSlices(given, { milliseconds: 0 });
      const stopped = new AbortController();
      stopped.abort();
      const told = await engine.solveInSlices(given, { milliseconds: 0, signal: stopped.signal }).catch((e) => e.name);
      return [sliced.at(state), engine.solve(given).at(state), told];
    """
    sliced, whole, error = run(body, BOOKS)
    assert sliced == whole and error == "AbortError"


def test_the_classic_form_has_all_that_the_module_exports(run: Run) -> None:
    names = run("return Object.keys(engine).sort();", None)
    assert names == in_node("return Object.keys(engine).sort();", None)


def test_no_screen_takes_a_name_of_the_solver() -> None:
    """All scripts of a page share one object: a part called like a function of the solver would stand in for it."""
    scripts = [script.decode() for script in (screen_modules() | static_files()).values()]
    found = re.compile(r"^(?:\w+\.)?LuckAtlas\.(\w+) = ", re.MULTILINE)
    parts = {name for script in scripts for name in found.findall(script)}
    assert len(parts) > 30 and not parts & set(in_node("return Object.keys(engine);", None))
