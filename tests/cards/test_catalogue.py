"""The cards as published: derived anew, read from their file, judged by something else."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from atlas.cards import catalogue
from atlas.cards.catalogue import (
    LAST_FIGHT,
    Card,
    cards_json,
    derive_strip_card,
    judge_cards,
    read_policies,
)
from atlas.cards.front import front, front_json
from atlas.errors import InputError
from atlas.game.ahead import Foe
from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Outcome, Verdict
from atlas.game.solver import solve
from atlas.game.worth import Worth
from atlas.policies.adventures import FoeChain, SampledChains, drawn_adventures
from atlas.policies.conditions import NAMES, Condition, Where
from atlas.policies.evaluate import Board, Masks, play
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS
from atlas.policies.journeys import JOURNEYS, Yardstick
from atlas.policies.policy import ATTACK_AT_SIX, NEVER, Rule, RuleList, SteadyPolicy
from atlas.tasks.cards import look_ahead, measure_journeys
from tests.reader import read_rule
from tests.small import made

pytestmark = pytest.mark.slow

FLOORS = {
    "quick": ((92, 95, 93), 10, 0.9, (53.5, 58.3), (87, 70)),
    "strips": ((92, 93, 92), 10, 0.9, (53.5, 57.7), (88, 79)),
    "sentences": ((90, 92, 90), 15, 1, (50, 58), (78, 40)),
}
"""captured gain in percent on every, fresh, midway, at least; worst loss in points, at most; luck spent by new
adventurers, at most; survival of two chains in percent, at least; share on journeys in percent, mean and least"""
CHAINS = (
    (10, 20, 10, ((6, 5), (7, 6), (8, 8), (7, 7), (9, 9), (10, 12))),
    (9, 19, 9, ((6, 6), (7, 7), (10, 12))),
)
"""SKILL, STAMINA, LUCK, and the foes in their order"""
EARLIER = Path(__file__).with_name("earlier_cards.json")
"""the quick, full, table and thrifty card of the edition before, as outcome, verdict and condition"""
RULES = "630b94e990122b6f"
"""digest of all rules of the cards: it changes with the search, but never from machine to machine"""
JUDGING = replace(BOOK_RULES, max_luck=12)
CARD = b'[{"id": "x", "kind": "rules", "rules": [%s]}]'


@pytest.fixture(scope="module")
def measure(site: Path) -> Yardstick:
    """What journeys are measured against; kept with the site."""
    yardstick: Yardstick = made(measure_journeys(JUDGING))
    return yardstick


@pytest.fixture(scope="module")
def entries(cards: list[Card]) -> dict[str, Any]:
    """What is in the file, by id."""
    return {entry["id"]: entry for entry in json.loads(cards_json(cards))}


@pytest.mark.parametrize("name", FLOORS)
def test_the_cards_are_good(entries: dict[str, Any], name: str) -> None:
    captured, worst, luck, chains, (mean, least_of_all) = FLOORS[name]
    entry = entries[name]
    assert all(100 * entry["captured_gain"][s.name] >= low for s, low in zip(FIGHT_SETS, captured, strict=False))
    assert 100 * entry["worst_loss"]["loss"] <= worst
    assert entry["luck_spent"]["fresh"] <= luck
    assert 100 * entry["captured_gain"]["journeys"] >= mean and 100 * entry["least_journey_share"] >= least_of_all
    policy = RuleList(tuple(Rule.from_entry(rule) for rule in entry["rules"]))
    for (skill, stamina, points, foes), least in zip(CHAINS, chains, strict=True):
        adventures = SampledChains(JUDGING, (FoeChain(skill, tuple(Foe(*foe) for foe in foes)),))
        assert 100 * adventures.chances(policy)[stamina - 1, points, 0] >= least


def test_the_cards_save_luck_over_adventures(entries: dict[str, Any], measure: Yardstick) -> None:
    """All in one table: the new cards, those of the edition before, exact play, the paper's and what players say."""
    shares = {name: entry["captured_gain"]["journeys"] for name, entry in entries.items()}
    for name, rules in json.loads(EARLIER.read_text()).items():
        listed = [Rule(Outcome(o), Verdict[verdict.upper()], Condition(when), "") for o, verdict, when in rules]
        shares[f"earlier {name}"] = sum(measure.shares_of(JUDGING, RuleList(tuple(listed)))) / len(JOURNEYS)
    print("\n".join(f"{name:24}{100 * share:6.2f}" for name, share in sorted(shares.items(), key=lambda i: -i[1])))
    assert shares["best"] < shares["never"] == 0 < shares["thrifty-first"] < shares["thrifty"] - 0.2
    assert shares["quick"] >= shares["earlier quick"] + 0.18
    assert min(shares["quick"], shares["strips"]) >= shares["thrifty"] - 0.02
    assert shares["sentences"] >= shares["thrifty"] - 0.06
    assert max(share for name, share in shares.items() if name.startswith("earlier")) < shares["sentences"]


def test_the_share_against_foes_in_a_row_is_that_of_the_chance_to_survive(entries: dict[str, Any]) -> None:
    adventures = SampledChains(JUDGING, drawn_adventures())
    least, most = (adventures.survival(policy) for policy in (NEVER, None))
    for name in FLOORS:
        share = entries[name]["captured_gain"]["adventures"]
        assert entries[name]["survival"] == pytest.approx(least + share * (most - least), abs=1e-12)


def test_the_cards_are_short(entries: dict[str, Any]) -> None:
    assert len(entries["quick"]["rules"]) <= 46
    assert all(rule["verdict"] == "test" and "+" not in rule["when"] for rule in entries["quick"]["rules"])
    sentences = [rule["text"] for rule in entries["sentences"]["rules"]]
    assert len(sentences) <= 6
    assert all(len(text.partition(" if ")[2].split(" and ")) <= 2 for text in sentences)
    assert not [text for text in sentences if "plus" in text or "minus" in text]


def test_grids_fit_their_places(cards: list[Card]) -> None:
    by_id = {card.id: card for card in cards}
    assert sum(grid.squares for grid in by_id["quick"].grids.values()) <= 46
    strips = by_id["strips"].strips
    assert len(strips) == 8 and all([grid.outcome for grid in strip] == list(Outcome) for strip in strips)
    assert [gap for won, _ in strips for gap in won.blocks[0].band] == list(FIGHT_GAPS)


def test_no_card_tests_where_luck_changes_nothing(cards: list[Card]) -> None:
    """A foe of 2 falls to a normal hit; with 1 STAMINA no escape is lucky enough; no two dice show 1."""
    where = Where(*np.ix_(FIGHT_GAPS, range(13), range(1, 25), range(1, 25)))
    for card in cards:
        if card.id in (*FLOORS, LAST_FIGHT) or card.id.startswith("front"):
            assert isinstance(card.policy, SteadyPolicy)
            assert not card.policy.tests(Outcome.WON, where)[..., :2].any(), card.id
            assert not card.policy.tests(Outcome.LOST, where)[:, :, 0].any(), card.id
            assert not any(card.policy.tests(outcome, where)[:, 1].any() for outcome in Outcome), card.id


def test_another_seed_makes_strips_as_good(
    cards: list[Card], measure: Yardstick, monkeypatch: pytest.MonkeyPatch
) -> None:
    strips = next(card for card in cards if card.id == "strips")
    monkeypatch.setattr(catalogue, "SEED", 1)
    ahead = made(look_ahead(Edition(JUDGING), measure_journeys(JUDGING)))
    (other,) = judge_cards(Edition(), derive_strip_card(Edition(), ahead), measure)
    assert abs(other.mean_journey_share - strips.mean_journey_share) < 0.003
    for name, share in strips.certificate.captured_gain.items():
        assert abs(other.certificate.captured_gain[name] - share) < 0.003, name


def test_a_card_for_the_last_fight_gets_nearly_all_there_and_is_for_no_other(
    cards: list[Card], measure: Yardstick
) -> None:
    quick, last = ({c.id: c for c in cards}[name] for name in ("quick", LAST_FIGHT))
    assert last.certificate.captured_gain["fresh"] > max(0.99, quick.certificate.captured_gain["fresh"] + 0.03)
    assert last.certificate.luck_spent["fresh"] > 1.5 * quick.certificate.luck_spent["fresh"]
    assert sum(measure.shares_of(JUDGING, last.policy)) < 0


def test_every_card_beats_every_baseline(entries: dict[str, Any]) -> None:
    baselines = [entry for name, entry in entries.items() if entry["kind"] == "baseline"]
    assert len(baselines) == 17
    for name in FLOORS:
        for baseline in baselines:
            if baseline["id"] not in ("best", "thrifty", "thrifty-first"):
                for fights, gain in entries[name]["captured_gain"].items():
                    assert gain > baseline["captured_gain"][fights]
                assert entries[name]["worst_loss"]["loss"] < baseline["worst_loss"]["loss"]


def by_python(rules: list[dict[str, str]], places: list[tuple[int, ...]]) -> npt.NDArray[np.bool_]:
    """Where a list of rules tests: the first that applies decides, each `when` evaluated by Python itself."""
    lines = ["def tests(places):", f" for {', '.join(NAMES)} in places:"]
    lines += [f"  if {rule['when']}: yield {rule['verdict'] == 'test'}; continue" for rule in rules]
    names: dict[str, Any] = {"__builtins__": {}}
    exec("\n".join([*lines, "  yield False"]), names)
    return np.fromiter(names["tests"](places), dtype=bool, count=len(places))


def test_the_file_alone_gives_the_figures(entries: dict[str, Any]) -> None:
    """Evaluate each `when` with Python itself, play the result, and get the published figures."""
    board = Board(BOOK_RULES, FIGHT_GAPS)
    names = dict(zip(NAMES, board.where, strict=True))
    places = list(zip(*(a.tolist() for a in board.where), strict=True))
    worth = Worth.of_winning(BOOK_RULES)
    best = board.flat(np.stack([solve(BOOK_RULES, gap, worth).values.floats() for gap in FIGHT_GAPS]))
    never = play(board, board.tests([NEVER]), worth)[:, 0]
    for entry in entries.values():
        if not entry["rules"]:
            continue
        won, lost = (
            by_python([rule for rule in entry["rules"] if rule["outcome"] == outcome], places)[:, None]
            for outcome in Outcome
        )
        values = play(board, Masks(won, lost), worth)[:, 0]
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
    places = [tuple(map(int, p)) for p in rng.integers((-6, 1, 1, 1), (8, 13, 25, 25), (1500, 4))]
    for name in FLOORS:
        for rule in entries[name]["rules"]:
            outcome, verdict, reading = read_rule(rule["text"])
            assert (outcome, verdict) == (rule["outcome"], rule["verdict"])
            said = [reading(Where(*place)) for place in places]
            assert said == by_python([rule | {"verdict": "test"}], places).tolist(), rule


def test_simulated_and_exact_agree(cards: list[Card]) -> None:
    """Over all cards and sets the squared z-scores sum to about their number."""
    scores = []
    for card in cards:
        for name, summary in card.simulated.items():
            exact = float(card.certificate.win_chance.get(name, card.survival))
            scores.append((summary.win_chance - exact) / (exact * (1 - exact) / summary.games) ** 0.5)
    assert max(map(abs, scores)) < 4.5
    published = [card for card in cards if card.published]
    assert len(scores) == len(published) * (len(FIGHT_SETS) + 1) >= 80


def test_every_machine_finds_the_same_rules(cards: list[Card]) -> None:
    rules = [
        [card.id, str(rule.outcome), rule.verdict.word, rule.when.text]
        for card in cards
        if card.kind != "baseline"
        for rule in card.rules
    ]
    assert sha256(json.dumps(rules).encode()).hexdigest()[:16] == RULES


def test_the_front_rises(cards: list[Card], measure: Yardstick) -> None:
    """Each kind of card gets more on whole adventures for more looks; baselines stand below."""
    entries = json.loads(front_json(front(BOOK_RULES, [card for card in cards if card.id != LAST_FIGHT], measure)))
    assert [entry["looks"] for entry in entries] == sorted(entry["looks"] for entry in entries)
    gains = {entry["id"]: entry["journey_share"] for entry in entries}
    for ids in (
        [*(f"front-{n}-rules" for n in range(1, 6)), "sentences"],
        [*sorted((i for i in gains if i.endswith("-squares")), key=lambda i: int(i.split("-")[1])), "quick", "strips"],
    ):
        rising = [gains[id] for id in ids]
        assert rising == sorted(rising) and len(ids) >= 5
    looks = {entry["id"]: entry["looks"] for entry in entries}
    assert looks["never"] == 0 and 1 < looks["sentences"] < looks["quick"] < looks["strips"]
    assert {"strategy-3", "paper-text-hero", "author-tree", "folk-attack-6"} <= set(gains)


@pytest.mark.parametrize(
    ("when", "looks"),
    [
        ("luck >= 6", 1),
        ("foe_stamina == 3 or foe_stamina == 7", 1),
        ("hero_stamina >= 6 and skill_gap >= 2", 2),
        ("luck >= skill_gap // 2 + 7", 2),
        ("luck >= hero_stamina + 6", 3),
    ],
)
def test_looks_are_scores_and_sums(when: str, looks: int) -> None:
    assert Condition(when).looks == looks


def test_the_file_can_be_played_by(cards: list[Card]) -> None:
    policies = read_policies(cards_json(cards))
    assert policies["folk-attack-6"] == ATTACK_AT_SIX and policies["never"] == NEVER
    by_id = {card.id: card for card in cards}
    assert policies["sentences"] == by_id["sentences"].policy
    where = Where(*np.ix_(range(-11, 12), range(14), range(1, 28), range(1, 28)))
    for name, outcome in ((name, outcome) for name in ("quick", "strips") for outcome in Outcome):
        grid = by_id[name].policy
        assert isinstance(grid, SteadyPolicy) and np.array_equal(
            policies[name].tests(outcome, where), grid.tests(outcome, where)
        )
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
