"""The cards as published: derived anew, read from their file, judged by something else."""

import json
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from atlas import stages
from atlas.cards.catalogue import DERIVATIONS, Card, cards_json, front_json, read_policies
from atlas.errors import InputError
from atlas.game.rules import BOOK_RULES
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies.conditions import NAMES, Where
from atlas.policies.evaluate import Board, Masks, play
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS
from atlas.policies.policy import ATTACK_AT_SIX, NEVER, RuleList
from tests.reader import read_rule

pytestmark = pytest.mark.slow

FLOORS = {
    "quick": ((96, 98, 96.5), 11),
    "full": ((98, 99.2, 98.2), 9),
    "table": ((99, 99.5, 99.1), 4.5),
    "thrifty": ((97, 98, 97.5), 9),
}
"""captured gain in percent on every, fresh, midway, at least; worst loss in points, at most"""


RULES = "855a07af10b46a27"
"""digest of all rules that are found: a new one for a new search, but never for a new machine"""
CARD = b'[{"id": "x", "kind": "rules", "rules": [%s]}]'


@pytest.fixture(scope="module")
def entries(cards: list[Card]) -> dict[str, Any]:
    """What is in the file, by id."""
    return {entry["id"]: entry for entry in json.loads(cards_json(cards))}


@pytest.mark.parametrize("name", FLOORS)
def test_the_cards_are_good(entries: dict[str, Any], name: str) -> None:
    captured, worst = FLOORS[name]
    entry = entries[name]
    assert all(100 * g >= floor for g, floor in zip(entry["captured_gain"].values(), captured, strict=True))
    assert 100 * entry["worst_loss"]["loss"] <= worst


def test_every_way_to_find_cards_is_a_step_of_the_build() -> None:
    assert tuple(DERIVATIONS) == tuple(stages.DERIVATIONS)


def test_the_cards_are_short(entries: dict[str, Any]) -> None:
    def conditions(name: str) -> list[int]:
        return [rule["when"].count(" and ") + 1 for rule in entries[name]["rules"]]

    assert len(conditions("quick")) <= 4 and max(conditions("quick")) <= 2
    assert len(conditions("full")) <= 6 and max(conditions("full")) <= 2
    assert len(conditions("table")) <= 60
    assert len(conditions("thrifty")) <= 10 and max(conditions("thrifty")) <= 2
    assert entries["thrifty"]["luck_spent"]["fresh"] <= 1.4


def test_every_card_beats_every_baseline(entries: dict[str, Any]) -> None:
    baselines = [entry for entry in entries.values() if entry["kind"] == "baseline"]
    assert len(baselines) == 13
    for name in FLOORS:
        for baseline in baselines:
            for fights in FIGHT_SETS:
                assert entries[name]["captured_gain"][fights.name] > baseline["captured_gain"][fights.name]
            assert entries[name]["worst_loss"]["loss"] < baseline["worst_loss"]["loss"]


def by_python(rules: list[dict[str, str]], outcome: str, places: list[dict[str, int]]) -> npt.NDArray[np.bool_]:
    """Where a list of rules tests, each `when` evaluated by Python itself."""
    compiled = [(compile(r["when"], "when", "eval"), r["verdict"] == "test") for r in rules if r["outcome"] == outcome]
    return np.array([next((test for when, test in compiled if eval(when, {}, place)), False) for place in places])


def test_the_file_alone_gives_the_figures(entries: dict[str, Any]) -> None:
    """Evaluate each `when` with Python itself, play the result, and get the published figures."""
    board = Board(BOOK_RULES, FIGHT_GAPS)
    names = dict(zip(NAMES, board.where, strict=True))
    places = [dict(zip(NAMES, place, strict=True)) for place in zip(*(a.tolist() for a in board.where), strict=True)]
    worth = Worth.of_winning(BOOK_RULES)
    best = board.flat(np.stack([solve(BOOK_RULES, gap, worth).values.floats() for gap in FIGHT_GAPS]))
    never = play(board, board.tests([NEVER]), worth)[:, 0]
    for entry in entries.values():
        if not entry["rules"]:
            continue
        masks = {outcome: by_python(entry["rules"], outcome, places)[:, None] for outcome in ("won", "lost")}
        values = play(board, Masks(masks["won"], masks["lost"]), worth)[:, 0]
        for fights in FIGHT_SETS:
            shares = fights.shares(board)
            gain = shares @ (values - never) / (shares @ (best - never))
            assert entry["captured_gain"][fights.name] == pytest.approx(gain, abs=1e-12)
            assert entry["mean_loss"][fights.name] == pytest.approx(shares @ (best - values), abs=1e-12)
        worst = np.where(EVERY.shares(board) > 0, best - values, -1)
        assert entry["worst_loss"]["loss"] == pytest.approx(worst.max(), abs=1e-12)
        place = entry["worst_loss"]
        at = np.logical_and.reduce([names[name] == place[name] for name in NAMES])
        assert worst[at][0] == pytest.approx(worst.max(), abs=1e-12)


def test_what_a_rule_says_in_english_is_what_it_does(entries: dict[str, Any]) -> None:
    rng = np.random.default_rng(4)
    places = [Where(*map(int, p)) for p in rng.integers((-6, 1, 1, 1), (8, 13, 25, 25), (1500, 4))]
    for name in ("quick", "full", "thrifty"):
        for rule in entries[name]["rules"]:
            outcome, verdict, reading = read_rule(rule["text"])
            assert (outcome, verdict) == (rule["outcome"], rule["verdict"])
            for place in places:
                assert reading(place) == eval(rule["when"], {"__builtins__": {}}, place._asdict()), rule


def test_simulated_and_exact_agree(cards: list[Card]) -> None:
    """Over all cards and sets the squared z-scores sum to about their number."""
    scores = []
    for card in cards:
        for name, found in card.simulated.items():
            exact = float(card.certificate.win_chance[name])
            scores.append((found.win_chance - exact) / (exact * (1 - exact) / found.games) ** 0.5)
    assert max(map(abs, scores)) < 4.5
    assert len(scores) >= 60


def test_every_machine_finds_the_same_rules(entries: dict[str, Any], cards: list[Card]) -> None:
    found = [*(entries[name] for name in FLOORS), *json.loads(front_json(cards))]
    rules = [[rule["outcome"], rule["verdict"], rule["when"]] for entry in found for rule in entry["rules"]]
    assert sha256(json.dumps(rules).encode()).hexdigest()[:16] == RULES


def test_the_front_rises(cards: list[Card]) -> None:
    front = json.loads(front_json(cards))
    assert [entry["number_of_rules"] for entry in front] == list(range(1, len(front) + 1))
    means = [sum(entry["captured_gain"].values()) for entry in front]
    assert means == sorted(means)
    assert len(front) >= 7


def test_the_file_can_be_played_by(cards: list[Card]) -> None:
    policies = read_policies(cards_json(cards))
    assert policies["folk-attack-6"] == ATTACK_AT_SIX and policies["never"] == NEVER
    by_id = {card.id: card for card in cards}
    assert policies["quick"] == by_id["quick"].policy and isinstance(policies["table"], RuleList)
    assert "paper-text" not in policies


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"{", "no file of cards"),
        (b"[1]", "no file of cards"),
        (b"{}", None),
        (CARD % b'{"outcome": "won"}', "is not a rule"),
        (
            CARD % b'{"outcome": "won", "verdict": "test", "when": "exit(3)", "text": ""}',
            "cannot be used in a condition",
        ),
    ],
)
def test_a_bad_file_is_refused_and_never_run(data: bytes, complaint: str | None) -> None:
    if complaint is None:
        assert read_policies(data) == {}
        return
    with pytest.raises(InputError, match=complaint):
        read_policies(data)
