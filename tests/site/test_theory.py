"""The theory page: each of its formulas, read from the page and evaluated, against brute force on small fights."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from atlas.game.dice import SKILL_GAPS
from atlas.game.dynamics import longest
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.rules import Outcome, Rules, State
from atlas.game.solver import follow, solve
from atlas.game.worth import Worth
from atlas.paper.evidence import TOLERANCE, Evidence, decided_with_tolerance
from atlas.policies.fightsets import FRESH
from atlas.policies.policy import ATTACK_AT_SIX
from atlas.site.render import render_text
from atlas.tasks import plan
from atlas.tasks.paper import explain_theory
from tests import slow
from tests.mathml import Defined, Env, Rolls, Value, sides
from tests.small import made

PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
DIFFERENCES = [hero - foe for hero, foe in product(PAIRS, PAIRS)]
SMALL = Rules(max_stamina=6, max_luck=4)
GAPS = (-3, 0, 2)


@pytest.fixture(scope="module")
def page() -> str:
    results = plan.results(Edition())
    return render_text(made(explain_theory(Edition(), results.evidence, results.luck_prices)))


@pytest.fixture(scope="module")
def formulas(page: str) -> dict[str, list[list[Value]]]:
    """By the name of the section: its formulas, each as its sides."""
    by_section: dict[str, list[list[Value]]] = {}
    for name, part in re.findall(r'<h2 id="([a-z]+)">(.*?)(?=<h2|</main>)', page, re.DOTALL):
        maths = re.findall(r'<math display="block".*?</math>', part, re.DOTALL)
        by_section[name] = [sides(ElementTree.fromstring(math)) for math in maths]
    return by_section


def round_chances(gap: int) -> dict[str, Fraction]:
    """By trying all rolls."""
    won, drawn, lost = (
        sum(test(x + gap) for x in DIFFERENCES) for test in (lambda d: d > 0, lambda d: d == 0, lambda d: d < 0)
    )
    names = {"p_w": won, "p_d": drawn, "p_l": lost, "ρ_w": Fraction(won, won + lost) * 1296}
    return {name: Fraction(ways, 1296) for name, ways in names.items()} | {"ρ_l": Fraction(lost, won + lost)}


def lucky(luck: int) -> Fraction:
    return Fraction(sum(pair <= luck for pair in PAIRS), 36)


def test_every_section_with_formulas_is_tried(formulas: dict[str, list[list[Value]]]) -> None:
    tried = {name.removeprefix("test_section_") for name in globals() if name.startswith("test_section_")}
    assert {name for name, section in formulas.items() if section} == tried
    assert sum(map(len, formulas.values())) > 25


def test_section_round(formulas: dict[str, list[list[Value]]]) -> None:
    for gap in SKILL_GAPS:
        env: Env = {"P": Rolls("X", DIFFERENCES), "Δ_k": gap, **round_chances(gap)}
        for left, right in formulas["round"]:
            assert left(env) == right(env)
    assert len(formulas["round"]) == 3


def test_section_draws(formulas: dict[str, list[list[Value]]]) -> None:
    (name, series, closed), (lost, lost_closed) = formulas["draws"]
    for gap in SKILL_GAPS:
        chances = round_chances(gap)
        env: Env = {**chances, "…": 0}
        assert closed(env) == name(env) == chances["ρ_w"] and lost_closed(env) == lost(env) == chances["ρ_l"]
        # The terms shown are the first three rounds; what is left out comes after three draws.
        three_rounds = sum(chances["p_d"] ** n * chances["p_w"] for n in range(3))
        assert series(env) == three_rounds and series({**env, "…": chances["p_d"] ** 3 * closed(env)}) == closed(env)


def test_section_without(formulas: dict[str, list[list[Value]]]) -> None:
    (_, sigma), (_, closed) = formulas["without"]
    for stamina in range(1, 25):
        hits = next(n for n in range(1, 25) if stamina - 2 * n <= 0)
        assert sigma({"s": stamina}) == hits
    for gap, hero, foe in product(GAPS, range(1, 7), range(1, 7)):
        win = slow.round_chance(gap)
        keep = defaultdict(lambda: False)  # type: ignore[var-annotated]
        won = sum(chance for chance, rounds in slow.histories(win, State(hero, foe, 0), keep) if rounds[-1] == "W")
        env: Env = {**round_chances(gap), "σ_h": sigma({"s": hero}), "σ_o": sigma({"s": foe})}
        assert closed(env) == won


def test_section_constant(formulas: dict[str, list[list[Value]]]) -> None:
    (_, q), (_, offence), (_, left), (_, tests), (_, losses), (_, defence) = formulas["constant"]
    for luck in range(14):
        assert q({"P": Rolls("Y", PAIRS), "l": luck}) == lucky(luck)
    constant = Rules(luck_cost=0)
    for gap, hero, foe, luck in product(GAPS, (1, 4, 6), (1, 2, 5, 6), (3, 9)):
        chance = lucky(luck)
        env = {
            **round_chances(gap),
            "q": chance,
            "s_o": foe,
            "σ_h": -(-hero // 2),
            "σ_o": -(-foe // 2),
            "m": Defined(left),
            "N": Defined(tests, ("i", "j")),
            "L": Defined(losses, ("a",)),
            "f": lambda rest, chance=chance: 1 if rest <= 1 else chance if rest <= 4 else 0,
        }
        standing = [(i, j) for i in range(7) for j in range(7) if foe - 4 * i - j > 0]
        alive = [(i, j) for i in range(7) for j in range(7) if hero - i - 3 * j > 0]
        for outcome, formula, pairs in ((Outcome.WON, offence, standing), (Outcome.LOST, defence, alive)):
            exact = slow.follow(constant, gap, lambda _, o, tested=outcome: o is tested, fixed_lucky=chance)
            assert formula({**env, ("i", "j"): pairs}) == exact(State(hero, foe, luck))


def test_section_expected(formulas: dict[str, list[list[Value]]]) -> None:
    (_, dealt), (_, taken) = formulas["expected"]
    for luck in range(1, 13):
        env = {"q": lucky(luck)}
        assert dealt(env) == Fraction(sum(4 if pair <= luck else 1 for pair in PAIRS), 36)
        assert taken(env) == Fraction(sum(1 if pair <= luck else 3 for pair in PAIRS), 36)


def every_policy(start: State) -> Iterator[dict[tuple[State, Outcome], bool]]:
    """All ways to play from a state, written from the rules of the books and nothing else."""
    points: set[tuple[State, Outcome]] = set()

    def visit(hero: int, foe: int, luck: int) -> None:
        if hero <= 0 or foe <= 0 or luck == 0 or (State(hero, foe, luck), Outcome.WON) in points:
            return
        points.update((State(hero, foe, luck), outcome) for outcome in Outcome)
        for h, f, spent in ((0, 2, 0), (0, 4, 1), (0, 1, 1), (2, 0, 0), (1, 0, 1), (3, 0, 1)):
            visit(hero - h, foe - f, luck - spent)

    visit(*start)
    # Where any hit ends the fight, testing or not is the same: such points need not be tried both ways.
    same = {
        p
        for p in points
        if (p[1] is Outcome.WON and p[0].foe_stamina == 1) or (p[1] is Outcome.LOST and p[0].hero_stamina == 1)
    }
    open_points = sorted(points - same)
    for choice in product((False, True), repeat=len(open_points)):
        yield dict.fromkeys(same, False) | dict(zip(open_points, choice, strict=True))


def outcome_of(win: Fraction, start: State, policy: dict[tuple[State, Outcome], bool]) -> tuple[Fraction, Fraction]:
    """The chance to win and the LUCK spent on average, by listing every history."""
    decide = defaultdict(lambda: False, policy)
    histories = [(chance, re.findall(r"[WL][+-]?", rounds)) for chance, rounds in slow.histories(win, start, decide)]
    won = sum((chance for chance, rounds in histories if rounds[-1][0] == "W"), Fraction(0))
    spent = sum((chance * sum(len(r) > 1 for r in rounds) for chance, rounds in histories), Fraction(0))
    return won, spent


def value_by_the_page(formulas: dict[str, list[list[Value]]], gap: int) -> Callable[[State], Fraction]:
    """V as section 6 defines it, every formula taken from the page."""
    (_, whole), (larger,), (_, test), *options = formulas["bellman"]
    chances = round_chances(gap)

    @cache
    def value(hero: int, foe: int, luck: int) -> Fraction:
        if foe <= 0 or hero <= 0:
            return Fraction(foe <= 0)
        env: dict[object, object] = {**chances, "s_h": hero, "s_o": foe, "l": luck, "V": value, "q": lucky, "max": max}
        for name, (keep, good, bad) in (("won", options[:3]), ("lost", options[3:])):
            names = {**env, "keep": keep[1](env)}
            if luck == 0:
                env[name] = names["keep"]
                continue
            names |= {"Lucky": good[1](env), "Unlucky": bad[1](env)}
            env[name] = larger({**names, "test": test(names)})
        return Fraction(whole(env))

    return lambda state: value(*state)


def test_section_bellman(formulas: dict[str, list[list[Value]]]) -> None:
    assert len(formulas["bellman"]) == 9
    for gap in GAPS:
        rules = Rules(max_stamina=8, max_luck=8)
        value, solver = value_by_the_page(formulas, gap), slow.SlowSolver(rules, gap)
        assert all(value(state) == solver.value(state) for state in rules.states())
        for start in (State(2, 3, 2), State(1, 5, 3), State(4, 2, 2)):
            win = slow.round_chance(gap)
            assert value(start) == max(outcome_of(win, start, policy)[0] for policy in every_policy(start))


def test_section_exact(formulas: dict[str, list[list[Value]]]) -> None:
    (_, unit), won, lost, total = formulas["exact"]
    for gap in GAPS:
        solver = slow.SlowSolver(SMALL, gap)
        for state in SMALL.states():
            env = {
                "D": round_chances(gap)["ρ_w"].denominator,
                "E": lambda luck: lucky(luck).denominator,
                "r": longest(SMALL, state),
                ("l",): range(1, state.luck + 1),
            }
            assert (solver.value(state) / unit(env)).denominator == 1
    # The worked fight: 2 against 3, LUCK 7, SKILL gap 0, in units of 1/1,152.
    solver = slow.SlowSolver(Rules(max_stamina=3, max_luck=7), 0)
    start = State(2, 3, 7)
    exact = [solver.expect(start, outcome, True) for outcome in Outcome] + [solver.value(start)]
    for (_, written, result), value in zip((won, lost, total), exact, strict=True):
        assert written({}) == result({}) == value * 1152


def test_the_worked_fight_in_the_table(page: str) -> None:
    """Every state of it, by the slow solver; a dash for a test that does no better, though it may lose a won fight."""
    (table,) = re.findall(r"<caption>In units of 1/1,152</caption>(.*?)</table>", page, re.DOTALL)
    rows = re.findall(r'<tr><th scope="row">(\d+), (\d+), (\d+)</th>(.*?)</tr>', table)
    assert len(rows) == 6 and rows[-1][:3] == ("2", "3", "7")
    left_out: list[tuple[State, Fraction, int]] = []
    solver = slow.SlowSolver(Rules(max_stamina=3, max_luck=7), 0)
    for hero, foe, luck, cells in rows:
        state = State(int(hero), int(foe), int(luck))
        shown = [cell.replace(",", "") for cell in re.findall(r"<td>(?:<b>)?([^<]+)", cells)]
        exact = [solver.expect(state, outcome, test) * 1152 for outcome in Outcome for test in (False, True)]
        for cell, value in zip(shown, [*exact, solver.value(state) * 1152], strict=True):
            assert cell == "–" or int(cell) == value
        for at in (1, 3):
            if shown[at] == "–":
                assert exact[at] <= exact[at - 1] and exact[at - 1] in (0, 1152)
                left_out.append((state, exact[at] - exact[at - 1], exact[at].denominator))
    assert (State(2, 2, 6), Fraction(2588, 3) - 1152, 3) in left_out
    assert "whatever you do" not in page and "can change how it ends" not in page
    assert "A dash: a test that is left out. What it is worth need not be a whole number of these units." in page
    assert "lead through 6 states, at most 3 one after another, with tests at LUCK 7 and 6." in page


def test_section_forward(formulas: dict[str, list[list[Value]]]) -> None:
    ((_, following),) = formulas["forward"]
    gap, start, luck_used = 1, State(3, 5, 2), True
    chances = round_chances(gap)

    def steps(state: State) -> Iterator[tuple[State, Fraction]]:
        """One round that is not drawn, every test taken while there is LUCK."""
        for chance, outcome in ((chances["p_w"], Outcome.WON), (chances["p_l"], Outcome.LOST)):
            for branch in SMALL.branches(state, outcome, test=luck_used and state.luck > 0):
                yield branch.state, chance * branch.chance

    def over(state: State) -> bool:
        return not (state.hero_stamina and state.foe_stamina)

    @cache
    def by_hand(state: State, rounds: int) -> dict[State, Fraction]:
        """Where the state is after so many rounds, following every round with its draws."""
        if rounds == 0 or over(state):
            return {state: Fraction(1)}
        total: defaultdict[State, Fraction] = defaultdict(Fraction)
        for after, chance in [(state, chances["p_d"]), *steps(state)]:
            for end, part in by_hand(after, rounds - 1).items():
                total[end] += chance * part
        return dict(total)

    for t in range(5):
        now = by_hand(start, t)
        env = {
            "t": t,
            "a": lambda z: 1 if over(z) else chances["p_d"],
            "P": lambda _, now=now: lambda state: now.get(state, Fraction(0)),
            "p": lambda y, z: sum((chance for after, chance in steps(y) if after == z), Fraction(0)),
            ("y",): [(y,) for y in now if not over(y)],
        }
        expected = by_hand(start, t + 1)
        assert {z: following({**env, "z": z}) for z in expected} == expected
        assert sum(expected.values()) == 1


def test_section_thrifty(formulas: dict[str, list[list[Value]]]) -> None:
    ((goal,),) = formulas["thrifty"]
    for gap, start in ((0, State(2, 3, 2)), (-3, State(1, 5, 3))):
        win = slow.round_chance(gap)
        scores = [
            goal({"chance to win": won, "c": LUCK_PRICE, "LUCK spent": spent})
            for won, spent in (outcome_of(win, start, policy) for policy in every_policy(start))
        ]
        solution = solve(SMALL, gap, Worth.of_winning_thriftily(SMALL, LUCK_PRICE))
        env = {"chance to win": solution.win_chance(start), "c": LUCK_PRICE, "LUCK spent": solution.luck_spent(start)}
        assert goal(env) == max(scores)


def test_section_cards(formulas: dict[str, list[list[Value]]], page: str, evidence: Evidence) -> None:
    ((captured,),) = formulas["cards"]
    sums = dict.fromkeys(("card", "never", "best"), Fraction(0))
    for gap in range(-6, 8):
        rules, best = evidence.rules, evidence.solutions[gap].values
        card = follow(rules, gap, ATTACK_AT_SIX.plan(rules, gap), Worth.of_winning(rules))
        for luck, hero, foe in np.argwhere(FRESH.weights[gap + 10]).tolist():
            state, weight = State(hero + 1, foe + 1, luck), int(FRESH.weights[gap + 10, luck, hero, foe])
            sums["card"] += weight * card.at(state)
            sums["never"] += weight * best.at(state._replace(luck=0))
            sums["best"] += weight * best.at(state)
    assert f'{100 * float(captured(sums)):.1f}% (<a href="#sets">new adventurer</a>)' in page


def test_what_the_tolerance_leaves_out(page: str, evidence: Evidence) -> None:
    """Below it as the paper's recursion reckons; the largest is above it with the tests of best play to come."""
    rules, gap = evidence.rules, 9
    reckoned = follow(rules, gap, decided_with_tolerance(evidence.solutions[gap]), Worth.of_winning(rules))

    def worth(state: State, test: bool) -> Fraction:
        ahead = rules.branches(state, Outcome.WON, test=test)
        return sum((b.chance * (reckoned.at(b.state) if b.state.foe_stamina else 1) for b in ahead), Fraction(0))

    hidden = np.argwhere((evidence.exact.won & ~evidence.paper.won)[gap - SKILL_GAPS[0]]).tolist()
    states = [State(hero + 1, foe + 1, luck) for luck, hero, foe in hidden]
    assert all(worth(state, True) <= (1 + TOLERANCE) * worth(state, False) for state in states)
    stakes = evidence.solutions[gap].stakes[Outcome.WON]
    assert max(stakes.at(state) for state in states) == evidence.hidden.largest > 2 * TOLERANCE
    assert "As its recursion reckons them, each is below 10⁻¹⁰; but it reckons without the tests" in page
    assert "With these the largest advantage is 2.8 × 10⁻¹⁰." in page


def test_foes_one_after_the_other_are_told_as_the_fight_page_has_them(page: str) -> None:
    """It is exact for foes that are known; thrifty play is for those that are not."""
    (said,) = re.findall(r"<li>Several foes at once.*?</li>", page)
    assert 'if you know them, <a href="index.html">the fight page</a> is exact for all of them' in said
    assert said.endswith("if you do not, thrifty play is the better guide.</li>")


def test_numbers_that_the_page_words(page: str, evidence: Evidence) -> None:
    assert len(re.findall(r"<h2", page)) == 12
    assert "435/1156 = 37.6%" in page and "never testing you win 24.5%" in page and "our fight is won 59.7%" in page
    assert "<i>r</i> = 12 and 1/<i>u</i> has 46 digits" in page and "has 30 rounds" in page
    assert "77,491 of the 314,496 decisions" in page and "With LUCK 0 one may not test" in page
    assert "gets 92.2% of the extra wins" in page and "many players" not in page
    assert longest(evidence.rules, State(8, 7, 9)) == 12
