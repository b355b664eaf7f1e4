"""The command as a person meets it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atlas import cli
from atlas.cli import _joined, main, parser
from atlas.game.edition import Edition
from atlas.game.rules import Damage, Rules, State
from atlas.game.solver import solve_pair
from atlas.tables.gap_table import gap_table

FIGHT = {"--skill": "10", "--stamina": "18", "--luck": "9", "--foe-skill": "8", "--foe-stamina": "10"}


def lookup(*more: str, **changed: str) -> list[str]:
    options = FIGHT | {f"--{name.replace('_', '-')}": value for name, value in changed.items()}
    return ["lookup", *(word for pair in options.items() for word in pair), *more]


def run(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_an_answer_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, lookup(skill="8", stamina="8", foe_skill="9", foe_stamina="7"))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "You: SKILL 8, STAMINA 8, LUCK 9. Foe: SKILL 9, STAMINA 7. Skill gap −1.",
        "",
        "Won the round:  test your luck (a test gains 10.8 points)",
        "Lost the round: keep your luck (a test costs 2.8 points)",
        "",
        "A test now succeeds: 83.3%",
        "Win chance: 59.7% thrifty, 59.7% best, 24.5% without luck",
        "Luck it will take: 2.1 thrifty, 2.1 best",
    ]


def test_where_best_and_thrifty_differ_both_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, lookup(luck="12", foe_stamina="12"))
    assert "Won the round:  keep your luck; for the win alone, test your luck (a test gains under 0.1 points)" in out


def test_no_luck_left(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, lookup(luck="0"))
    assert out.count("there is none left to test") == 2


def test_json_is_the_row_of_the_data_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, lookup("--json"))
    assert (status, err) == (0, "")
    assert json.loads(out) == gap_table(solve_pair(Edition(), 2)).row(State(18, 10, 9))


def test_a_gap_beyond_the_tables_is_clamped_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, lookup("--json", skill="25"))
    assert status == 0 and json.loads(out)["skill_gap"] == 10
    assert err == "atlas: skill gap +17 plays exactly like +10: the hero never loses a round\n"
    status, out, err = run(capsys, lookup(foe_skill="30"))
    assert status == 0 and err == ""
    assert "(skill gap −20 plays exactly like −10: the hero never wins a round)" in out


def test_stamina_beyond_the_tables_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, lookup("--json", stamina="30"))
    assert status == 0 and json.loads(out)["hero_stamina"] == 30


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (lookup(luck="-1"), "atlas lookup: argument --luck: -1 is out of range; allowed: 0 to 13"),
        (lookup(luck="14"), "atlas lookup: argument --luck: 14 is out of range; allowed: 0 to 13"),
        (lookup(stamina="0"), "atlas lookup: argument --stamina: 0 is out of range; allowed: 1 to 99"),
        (lookup(skill="abc"), "atlas lookup: argument --skill: 'abc' is not a whole number; allowed: 0 to 99"),
        (
            lookup(foe_stamina="9.5"),
            "atlas lookup: argument --foe-stamina: '9.5' is not a whole number; allowed: 1 to 99",
        ),
        (lookup("--luck-price", "2"), "atlas lookup: argument --luck-price: 2 is out of range; allowed: 0 to 1"),
        (lookup("--luck-price", "x"), "atlas lookup: argument --luck-price: 'x' is not a number; allowed: 0 to 1"),
        (["build", "--max-stamina", "0"], "atlas build: argument --max-stamina: 0 is out of range; allowed: 1 to 99"),
        (["build", "--only", "pdf"], "atlas build: argument --only: 'pdf' is not a part; allowed: site, print, data"),
        (
            ["build", "--skill-gaps", "-3..11"],
            "atlas build: argument --skill-gaps: '-3..11' is not a range of skill gaps; allowed: -10..10 or within",
        ),
        (
            ["build", "--skill-gaps", "3..-3"],
            "atlas build: argument --skill-gaps: '3..-3' is not a range of skill gaps; allowed: -10..10 or within",
        ),
        (["build", "--skill-gaps"], "atlas build: argument --skill-gaps: expected one argument"),
        (
            ["serve", "--base-url", "javascript:x"],
            "atlas serve: argument --base-url: 'javascript:x' is not an address; "
            "allowed: https://… without query or spaces",
        ),
    ],
)
def test_bad_input_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(capsys, arguments) == (2, "", complaint + "\n")


@pytest.mark.parametrize(
    ("text", "first", "last"), [("-3..3", -3, 3), ("−10..10", -10, 10), ("0..0", 0, 0), ("+1..+2", 1, 2)]
)
def test_a_range_of_skill_gaps(text: str, first: int, last: int) -> None:
    for arguments in (["build", "--skill-gaps", text], ["build", f"--skill-gaps={text}"]):
        assert parser().parse_args(_joined(arguments)).skill_gaps == range(first, last + 1)


@pytest.mark.parametrize("arguments", [[], ["frobnicate"], ["lookup"]])
def test_missing_or_unknown_words_get_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, out, err = run(capsys, arguments)
    assert status == 2 and out == "" and err.count("\n") == 1


def test_python_m_atlas_is_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "atlas", *lookup("--json")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout)["luck"] == 9


def simulate(*more: str) -> list[str]:
    return ["simulate", *lookup()[1:], "--games", "4000", *more]


def test_a_simulated_fight_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, simulate("--policy", "strategy-3@5", "--seed", "7"))
    assert (status, err) == (0, "")
    first, won, *others = out.splitlines()
    assert first == "4,000 fights with the policy strategy-3@5, seed 7"
    assert re.fullmatch(r"Won \d+\.\d\d% of them, give or take \d\.\d\d%; exactly >?\d+\.\d%", won)
    assert [line.split(":")[0] for line in others] == ["Rounds", "Luck spent", "Left after a win, exactly"]
    assert run(capsys, simulate("--policy", "strategy-3@5", "--seed", "7"))[1] == out


@pytest.mark.parametrize("policy", ["best", "thrifty", "never"])
def test_solved_policies_can_be_simulated(capsys: pytest.CaptureFixture[str], policy: str) -> None:
    status, out, _ = run(capsys, simulate("--policy", policy))
    assert status == 0 and f"the policy {policy}," in out


def test_a_card_is_played_from_its_file_and_the_file_is_never_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cards = tmp_path / "cards.json"
    rule = {"outcome": "won", "verdict": "test", "when": "luck >= 6", "text": ""}
    cards.write_text(json.dumps([{"id": "mine", "kind": "rules", "rules": [rule]}]))
    status, out, _ = run(capsys, simulate("--policy", "mine-card", "--cards", str(cards)))
    same = run(capsys, simulate("--policy", "strategy-3@5"))[1]
    assert status == 0 and out.splitlines()[1:] == same.splitlines()[1:]
    status, out, err = run(capsys, simulate("--policy", "other-card", "--cards", str(cards)))
    assert (status, out, err) == (2, "", f"atlas: there is no other-card in {cards}; it has: mine-card\n")
    marker = tmp_path / "ran"
    harmful = rule | {"when": f"open({str(marker)!r}, 'w')"}
    cards.write_text(json.dumps([{"id": "bad", "kind": "rules", "rules": [harmful]}]))
    status, out, err = run(capsys, simulate("--policy", "bad-card", "--cards", str(cards)))
    assert status == 2 and out == "" and err.count("\n") == 1 and "cannot be used in a condition" in err
    assert not marker.exists()


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (("--policy", "luckiest"), "atlas: policy 'luckiest' is not known; allowed: best, thrifty, never"),
        (("--policy", "strategy-9@5"), "atlas: policy 'strategy-9@5' is not known"),
        (("--games", "0"), "atlas simulate: argument --games: 0 is out of range; allowed: 1 to"),
        (("--seed", "-1"), "atlas simulate: argument --seed: -1 is out of range; allowed: 0 to"),
        (("--policy", "quick-card", "--cards", "/nowhere/cards.json"), "atlas: /nowhere/cards.json: No such file"),
    ],
)
def test_bad_input_to_a_simulation(capsys: pytest.CaptureFixture[str], more: tuple[str, ...], complaint: str) -> None:
    status, out, err = run(capsys, simulate(*more))
    assert status == 2 and out == "" and err.startswith(complaint) and err.count("\n") == 1


@pytest.mark.slow
def test_the_claims_hold(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, ["claims"])
    assert (status, err) == (0, "")
    assert re.search(r"^\d+ claims: \d+ reproduced, \d+ corrected, \d+ not reproduced$", out.splitlines()[-1])


@pytest.mark.slow
def test_a_claim_that_no_longer_holds_makes_the_command_fail(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "BOOK_RULES", Rules(won=Damage(plain=2, lucky=3, unlucky=1)))
    status, _, err = run(capsys, ["claims"])
    assert status == 1
    assert "atlas: the claim dragon-with is no longer reproduced\n" in err
