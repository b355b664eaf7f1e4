"""Several foes at once in the page, held against an answer worked out slowly in fractions."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.scripts import in_node
from tests.slow_adventure import slow_adventure
from tests.slow_advice import lucky_chance, random_rules, rounded
from tests.slow_at_once import Place, SlowAtOnce, Worths, random_group

ALLOWED = 1e-12
"""between a float of the page and an exact value"""


def parts(answer: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All values of an answer, however deep, with their places."""
    if isinstance(answer, Mapping):
        for key, value in answer.items():
            yield from parts(value, f"{name} {key}")
    elif isinstance(answer, list):
        for number, value in enumerate(answer):
            yield from parts(value, f"{name} {number}")
    else:
        yield name, answer


def differences(given: Any, expected: Any) -> list[str]:
    """Where an answer is not as expected."""
    names = [name for name, _ in parts(expected)]
    if [name for name, _ in parts(given)] != names:
        return [f"{[name for name, _ in parts(given)]} in place of {names}"]
    pairs = zip(parts(given), parts(expected), strict=True)
    return [f"{name}: {a} in place of {b}" for (name, a), (_, b) in pairs if not alike(a, b)]


def alike(given: Any, expected: Any) -> bool:
    """Whether a value is as expected; floats nearly."""
    if isinstance(expected, float):
        return isinstance(given, int | float) and abs(given - expected) <= ALLOWED
    return bool(given == expected)


def check(fights: list[dict[str, Any]]) -> None:
    """Hold the answers in the page to those of the slow solver."""
    for fight, answer in zip(fights, in_node("return given.map(engine.advise);", fights), strict=True):
        expected = rounded_all(SlowAtOnce(fight, fight["rules"]).answer())
        assert not differences(answer, expected), fight


def rounded_all(answer: Any) -> Any:
    """As `rounded`, in lists too."""
    if isinstance(answer, Mapping):
        return {key: rounded_all(value) for key, value in answer.items()}
    return [rounded_all(value) for value in answer] if isinstance(answer, list) else rounded(answer)


@pytest.mark.slow
def test_two_foes_at_once_answer_as_worked_out_slowly() -> None:
    dice = random.Random(31)
    check([random_group(dice, 2) | {"attack": "one" if n % 2 else "each"} for n in range(200)])


@pytest.mark.slow
def test_three_foes_at_once_answer_as_worked_out_slowly() -> None:
    dice = random.Random(32)
    check([random_group(dice, 3, most=3) | {"attack": "one" if n % 2 else "each"} for n in range(40)])


class SlowEscape:
    """A fight that can be left, for one wound and a share of what lies ahead; no rounds are remembered."""

    def __init__(self, fight: dict[str, Any]) -> None:
        self.slow = SlowAtOnce(fight, fight["rules"])
        self.share = Fraction(str(fight["escape"]))
        self.group = self.slow.group
        self.group.leave = lambda hero, luck: best(self.wounds(hero, luck))

    def wounds(self, hero: int, luck: int) -> list[Worths]:
        """What it is worth to leave: if the wound is taken as it is, and if luck is tested on it."""
        plain, lucky, unlucky = self.group.rules["lost"]
        keep = self.behind(hero - plain, luck)
        if not luck:
            return [keep]
        good, spent = lucky_chance(luck), luck - self.group.rules["luck_cost"]
        pairs = zip(self.behind(hero - lucky, spent), self.behind(hero - unlucky, spent), strict=True)
        return [keep, tuple(good * a + (1 - good) * b for a, b in pairs)]

    def behind(self, hero: int, luck: int) -> Worths:
        """What is left behind an escape. This fight is not won."""
        lost = self.group.lost(0, luck)
        if hero <= 0:
            return lost
        pairs = zip(self.group.won(hero, luck), lost, strict=True)
        value, _, left, survival = (self.share * a + (1 - self.share) * b for a, b in pairs)
        return value, Fraction(0), left, survival

    def answer(self) -> dict[str, Any]:
        """As `advise` gives it."""
        hero, _, luck = self.slow.state
        answer = self.slow.answer()
        keep, *test = self.wounds(hero, luck)
        fight, escape = max(answer["targets"]), best([keep, *test])[0]
        word = "escape" if escape > fight else "fight" if escape < fight else "either"
        wound: dict[str, Any] = {"verdict": "keep", "test": None, "keep": keep[0], "stake": None}
        if test:
            stake = test[0][0] - keep[0]
            verdict = "test" if stake > 0 else "keep" if stake < 0 else "either"
            wound |= {"verdict": verdict, "test": test[0][0], "stake": stake}
        return answer | {
            "escape": {"verdict": word, "escape": escape, "fight": fight, "stake": escape - fight, "wound": wound}
        }


def best(ways: list[Worths]) -> Worths:
    """The first of the best."""
    return max(ways, key=lambda worth: worth[0])


def random_escape(dice: random.Random, size: int) -> dict[str, Any]:
    """A fight against so many foes that can be left."""
    return random_group(dice, size, most=6 if size == 1 else 3) | {"escape": dice.choice([0, 0.3, 0.7, 1])}


def test_a_fight_that_can_be_left_answers_as_worked_out_slowly() -> None:
    dice = random.Random(33)
    fights = [random_escape(dice, 2) for _ in range(40)]
    for fight, answer in zip(fights, in_node("return given.map(engine.advise);", fights), strict=True):
        assert not differences(answer, rounded_all(SlowEscape(fight).answer())), fight
    assert {answer["escape"]["verdict"] for answer in in_node("return given.map(engine.advise);", fights)} > {"fight"}


def test_a_fight_with_one_foe_that_can_be_left_answers_as_worked_out_slowly() -> None:
    dice = random.Random(34)
    fights = [random_escape(dice, 1) | {"attack": "each"} for _ in range(60)]
    single = [
        {key: value for key, value in fight.items() if key != "foes"}
        | {"foe": dict(zip(("skill", "stamina"), fight["foes"][0], strict=True))}
        for fight in fights
    ]
    for fight, answer in zip(fights, in_node("return given.map(engine.advise);", single), strict=True):
        expected = SlowEscape(fight).answer()
        del expected["target"], expected["targets"]
        assert answer == rounded_all(expected | {"lost": expected["lost"][0]}), fight


def test_leaving_is_open_between_all_rounds_that_are_remembered() -> None:
    """Against an adventure of one fight that leads to the end, whether it is won or left."""
    dice, hero = random.Random(35), {"skill": 8, "stamina": 6, "luck": 4}
    fights = []
    for _ in range(20):
        rules = random_rules(dice) | {"losing_run": dice.choice([None, 2]), "rounds": dice.choice([None, 3, 5])}
        foe = {"skill": dice.randint(6, 11), "stamina": rules.get("foe_yields_at", 0) + dice.randint(1, 6)}
        fights.append({"hero": hero, "foe": foe, "rules": rules, "escape": 1})
    for fight, answer in zip(fights, in_node("return given.map(engine.advise);", fights), strict=True):
        stage = {"foe": [*fight["foe"].values()], "rules": fight["rules"], "escape": True}
        slow = slow_adventure({"stages": [stage]}, hero, {}, Fraction(1, 40))
        assert answer["survival"] == float(slow["ahead"]), fight
        (told,) = slow["stages"]
        actions = rounded_all(told["actions"])
        assert {name: answer["escape"][name] for name in actions} == actions, fight


def test_within_a_round_the_target_stays_and_the_roll_is_known() -> None:
    dice, asked = random.Random(36), []
    for number in range(30):
        fight = random_group(dice, 3, most=2) | {"attack": "one" if number % 2 else "each"}
        asked.append([fight, {"target": dice.randrange(3), "roll": dice.randint(2, 12) if number % 2 else None}])
    body = "return given.map(([fight, asked]) => engine.solve(fight).at(fight.hero, asked));"
    for (fight, known), answer in zip(asked, in_node(body, asked), strict=True):
        slow = SlowAtOnce(fight, fight["rules"])
        hero, foes, luck = slow.state
        target, roll = known["target"], known["roll"]
        order = slow.group.order(target, foes)
        for foe, lost in enumerate(answer["lost"]):
            if not slow.group.chances(foe, roll)["lost"] and roll:
                assert lost["keep"] is None
                continue
            place = Place(order, order.index(foe), roll, hero, foes, luck)
            keep, test = slow.group.options(place, "lost")
            assert abs(lost["keep"] - keep[0]) <= ALLOWED and (test is None or abs(lost["test"] - test[0]) <= ALLOWED)


def test_a_group_answers_for_every_state_below_it_and_for_the_chances_behind_a_choice() -> None:
    dice = random.Random(37)
    fight = {
        "hero": {"skill": 8, "stamina": 9, "luck": 5},
        "foes": [[7, 6], [9, 4], [6, 5]],
        "ahead": {"luck_price": 0.02},
    }
    for _ in range(3):
        state = {
            "stamina": dice.randint(1, 4),
            "foes": [dice.randint(1, 3) for _ in range(3)],
            "luck": dice.randint(0, 3),
        }
        body = "return [engine.solve(given[0]).at(given[1]), engine.solve(given[0]).chances(given[1])];"
        below, chances = in_node(body, [fight, state])
        hero = {"skill": 8, "stamina": state["stamina"], "luck": state["luck"]}
        foes = [[foe[0], stamina] for foe, stamina in zip(fight["foes"], state["foes"], strict=True)]
        assert below == in_node("return engine.advise(given);", fight | {"hero": hero, "foes": foes})
        slow = SlowAtOnce(fight | {"hero": hero, "foes": foes}, {})
        order = slow.group.order(below["target"], slow.state[1])
        keep, _ = slow.group.options(Place(order, 0, None, slow.state[0], slow.state[1], slow.state[2]), "won")
        assert abs(chances["won"]["keep"] - keep[3]) <= ALLOWED
    fallen = {"stamina": 9, "foes": [0, 4, 0], "luck": 5}
    alone = in_node("return engine.solve(given[0]).at(given[1]);", [fight, fallen])
    single = {"hero": fight["hero"], "foe": {"skill": 9, "stamina": 4}, "ahead": fight["ahead"]}
    expected = in_node("return engine.advise(given);", single)
    assert alone["target"] == 1 and alone["targets"][0] is alone["lost"][2]["keep"] is None
    assert not differences(alone["won"], expected["won"]) and not differences(alone["lost"][1], expected["lost"])


def test_slices_give_the_same_for_foes_at_once() -> None:
    fight = {"hero": {"skill": 8, "stamina": 9, "luck": 5}, "foes": [[7, 6], [9, 4]]}
    body = "return [(await engine.solveInSlices(given, { milliseconds: 0 })).at(given.hero), engine.advise(given)];"
    sliced, whole = in_node(body, fight)
    assert sliced == whole
