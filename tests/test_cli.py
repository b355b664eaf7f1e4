"""The command as a person meets it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import atlas
from atlas.cli import main, parse
from atlas.errors import InputError
from atlas.game.edition import Edition
from atlas.game.fight import Fight
from atlas.game.rules import State
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
        "You: SKILL 8, STAMINA 8, LUCK 9. Foe: SKILL 9, STAMINA 7. SKILL gap −1.",
        "What lies ahead: more to come, so spare LUCK.",
        "",
        "You won the round:  TEST your Luck. Test 79.3%, keep 68.5% to win: a test gives 10.8 more wins in 100.",
        "You lost the round: KEEP your LUCK. Test 45.0%, keep 47.8% to win: a test gives 2.8 fewer wins in 100.",
        "",
        "Chance to be Lucky: 83.3%",
        "Chance to win this fight: 59.7%; never testing 24.5%",
        "LUCK it will take in this fight: 2.1 on average",
    ]


def test_foes_ahead_a_goal_and_other_rules_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    ahead = ("--then", "7/7", "--then", "10/12", "--rules", "weapon-3", "--least-stamina", "5")
    _, out, _ = run(capsys, lookup(*ahead, skill="9", luck="9", foe_skill="6", foe_stamina="6"))
    lines = out.splitlines()
    assert lines[1] == (
        "Rules: A weapon that takes 3. Your normal hit takes 3 STAMINA, a Lucky one 5, an Unlucky one 2."
    )
    assert lines[2] == "What lies ahead: these foes, 7/7, 10/12; you need STAMINA 5 or more at the end."
    assert "to come through" in lines[4] and lines[-2].startswith("Chance to come through everything ahead: ")


def test_advice_in_json_is_what_python_gives(capsys: pytest.CaptureFixture[str]) -> None:
    ahead = ("--then", "7/7", "--luck-price", "0.005", "--least-luck", "3", "--rules", "foe-hits-3", "--json")
    status, out, _ = run(capsys, lookup(*ahead))
    asked = {
        "hero": {"skill": 10, "stamina": 18, "luck": 9},
        "foe": {"skill": 8, "stamina": 10},
        "rules": "foe-hits-3",
        "ahead": {"foes": [[7, 7]], "luck_price": 0.005, "least_luck": 3},
    }
    assert status == 0 and json.loads(out)["advice"] == atlas.advise(asked)


def test_rules_of_ones_own_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('title = "Mine"\nwon = [3, 5, 2]\n')
    named, own = (run(capsys, lookup("--json", "--rules", name)) for name in ("weapon-3", str(rules)))
    assert named == own
    for line, complaint in {
        "won = [2, 4]": "won = [2, 4]; allowed: three whole numbers from 0 to 99: a normal hit, a Lucky one, "
        "an Unlucky one",
        "won = [0, 4, 1]": "normal damage 0 on a won round: it must be 1 or more, or a fight need not end",
        "luck_cost = 2": "luck_cost = 2; allowed: 0 or 1",
        "rounds = true": "rounds = True; allowed: a whole number from 1 to 99, or nothing",
        'out_of_rounds = "drawn"': 'out_of_rounds = \'drawn\'; allowed: "lost" or "won"',
        "damage = 3": "'damage' is not known; allowed: won, lost, luck_cost, foe_yields_at, losing_run, "
        "draw_breaks_run, rounds, out_of_rounds",
        "title = 3": "title = 3; allowed: text",
        'title = "\\u001b[2J"': r"title = '\x1b[2J'; allowed: text without control characters",
        'sentence = "\\u0000"': r"sentence = '\x00'; allowed: text without control characters",
    }.items():
        rules.write_text(line)
        assert run(capsys, lookup("--rules", str(rules))) == (2, "", f"atlas: {rules}: {complaint}\n")
    rules.write_text("won = [")
    status, out, err = run(capsys, lookup("--rules", str(rules)))
    assert (status, out) == (2, "") and err.startswith(f"atlas: {rules} is not TOML: ") and err.count("\n") == 1
    status, out, err = run(capsys, lookup("--rules", "heroic"))
    assert (status, out) == (2, "") and err.startswith("atlas: rules 'heroic' are not known; allowed: books, ")


def test_an_adventure_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, ["adventure", "the-drowned-tower", "--skill", "9", "--stamina", "19", "--luck", "9"])
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "The Drowned Tower: SKILL 9, STAMINA 19, LUCK 9"
    shares = [float(line.split()[-1].rstrip("%")) for line in lines[3:7]]
    assert shares[3] == max(shares) and shares[2] > shares[1]
    stages = [line for line in lines if re.match(r" +\d\. ", line)]
    assert len(stages) == 8 and all(line.endswith("wins in 100") for line in stages)
    assert sum("; 100% get here" in line for line in stages) == 0 and sum("get here" in line for line in stages) == 7


def test_texts_of_an_adventure_stand_on_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "way.toml"
    dotted = "…".join("a.b.c.d.e" for _ in range(20))
    path.write_text(f'title = """\nThe\tlong\n  way {dotted}"""\n[[stages]]\nfoe = [7, 7]  # {"." * 99}\n')
    status, out, err = run(capsys, ["adventure", str(path), "--skill", "9", "--stamina", "19", "--luck", "9"])
    assert (status, err) == (0, "") and out.startswith(f"The long way {dotted}: SKILL 9, STAMINA 19")


def test_no_message_repeats_more_of_a_value_than_its_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"hero": {"skill": 10, "stamina": 18, "luck": 9}, "foe": {"skill": 8, "stamina": 10}}
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    for large in (10**5_000, "\x1b" * 10**6, [1] * 10**6, {"x" * 10**6: 1}, [["x" * 10**6]], nested, b"x" * 10**6):
        for wrong in (
            {"rules": large},
            {"hero": large},
            {"ahead": {"luck_price": large}},
            {"ahead": {"foes": [large]}},
        ):
            with pytest.raises(InputError) as raised:
                atlas.advise(asked | wrong)
            assert len(str(raised.value)) < 400, wrong.keys()
    status, out, err = run(capsys, lookup("--rules", "x" * 100_000))
    assert (status, out) == (2, "") and len(err) < 400
    status, out, err = run(capsys, lookup("x" * 100_000))
    assert (status, out) == (2, "") and len(err) < 1_100


def test_prices_are_the_same_for_the_command_and_python(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"hero": {"skill": 10, "stamina": 18, "luck": 9}, "foe": {"skill": 8, "stamina": 10}}
    for price in (1e-06, 0.1 + 0.2, 1, 0, 5e-324, 0.001):
        _, out, _ = run(capsys, lookup("--json", "--luck-price", str(price)))
        assert json.loads(out)["advice"] == atlas.advise(asked | {"ahead": {"luck_price": price}})
    for wrong in (True, float("nan"), -0.1, 1.5, "0.1", Fraction(1, 10**5_000), 10**5_000):
        with pytest.raises(InputError, match=r"^ahead: luck_price = .*; allowed: a number from 0 to 1"):
            atlas.advise(asked | {"ahead": {"luck_price": wrong}})


LARGE = "rounds = 99\nlosing_run = {}\n[[stages]]\nfoe = [9, {}]\n"


@pytest.mark.parametrize(
    ("stamina", "content", "complaint"),
    [
        (19, LARGE.format(99, 24), "it has 113,202,474 states, the most is 100,000,000"),
        (
            19,
            "rounds = 99\n" + "[[stages]]\nfoe = [9, 90]\n" * 60,
            "it has 249,784,920 states, the most is 100,000,000",
        ),
        (1, LARGE.format(40, 99), "it has 26,136,132 states in one stage, the most is 12,000,000"),
    ],
    ids=["rounds and runs", "stages", "a foe far stronger"],
)
def test_an_adventure_too_large_is_refused_before_it_is_solved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stamina: int, content: str, complaint: str
) -> None:
    path, began = tmp_path / "way.toml", process_time()
    path.write_text(f"[rules]\n{content}")
    status, out, err = run(capsys, ["adventure", str(path), "--skill", "9", "--stamina", str(stamina), "--luck", "9"])
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(f"atlas: {path}: {complaint}: take fewer")
    assert process_time() - began < 2


def test_foes_ahead_have_the_same_limit_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    foes = [[1, 1]] * 3_000
    status, out, err = run(capsys, lookup(*("--then", "1/1") * len(foes)))
    assert (status, out, err) == (2, "", "atlas: 3,000 foes ahead: the most is 20\n")
    asked = {"hero": {"skill": 10, "stamina": 18, "luck": 9}, "foe": {"skill": 8, "stamina": 10}}
    with pytest.raises(InputError, match=r"^3,000 foes ahead: the most is 20$"):
        atlas.advise(asked | {"ahead": {"foes": foes}})
    assert atlas.advise(asked | {"ahead": {"foes": foes[:20]}})["survival"] > 0


def test_what_lies_ahead_decides(capsys: pytest.CaptureFixture[str]) -> None:
    _, more, _ = run(capsys, lookup(luck="12", foe_stamina="12"))
    _, last, _ = run(capsys, lookup("--luck-price", "0", luck="12", foe_stamina="12"))
    assert "You won the round:  KEEP your LUCK." in more
    assert "What lies ahead: the last fight, so spend LUCK." in last
    assert "You won the round:  TEST your Luck." in last


def test_no_luck_left(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, lookup(luck="0"))
    assert out.count("KEEP your LUCK. There is no LUCK to test.") == 2


def test_json_is_the_row_of_the_data_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, lookup("--json"))
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert answer.pop("advice")["won"]["verdict"] == answer["thrifty_on_win"]
    assert answer == gap_table(solve_pair(Edition(), 2)).row(State(18, 10, 9))


def test_a_gap_beyond_the_tables_is_clamped_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, lookup("--json", skill="25"))
    assert status == 0 and json.loads(out)["skill_gap"] == 10
    assert err == "atlas: SKILL gap +17 plays exactly like +10: you never lose a round\n"
    status, out, err = run(capsys, lookup(foe_skill="30"))
    assert status == 0 and err == ""
    assert "(SKILL gap −20 plays exactly like −10: you never win a round)" in out


def test_a_gap_beyond_the_tables_is_its_own_where_draws_count(capsys: pytest.CaptureFixture[str]) -> None:
    ten_rounds = ("--json", "--rules", "win-in-ten-rounds")
    status, out, err = run(capsys, lookup(*ten_rounds, skill="20", foe_skill="5", foe_stamina="20"))
    answer = json.loads(out)
    assert (status, err, answer["skill_gap"], answer["win_chance_never"]) == (0, "", 15, 1)
    assert answer["advice"]["win_chance_never"] == 1
    _, out, _ = run(capsys, lookup("--rules", "two-lost-rounds-kill", skill="20", foe_skill="5"))
    assert "(SKILL gap +15 plays exactly like +10: you never lose a round)" in out


def test_stamina_beyond_the_tables_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, lookup("--json", stamina="30"))
    assert status == 0 and json.loads(out)["hero_stamina"] == 30


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (lookup(luck="-1"), "atlas lookup: argument --luck: -1 is out of range; allowed: 0 to 99"),
        (lookup(luck="100"), "atlas lookup: argument --luck: 100 is out of range; allowed: 0 to 99"),
        (
            lookup("--then", "7"),
            "atlas lookup: argument --then: '7' is not a foe; allowed: SKILL 0 to 99, STAMINA 1 to 99, such as 7/8",
        ),
        (lookup(stamina="0"), "atlas lookup: argument --stamina: 0 is out of range; allowed: 1 to 99"),
        (lookup(skill="abc"), "atlas lookup: argument --skill: 'abc' is not a whole number; allowed: 0 to 99"),
        (
            lookup(foe_stamina="9.5"),
            "atlas lookup: argument --foe-stamina: '9.5' is not a whole number; allowed: 1 to 99",
        ),
        (lookup(luck="9" * 5000), f"atlas lookup: argument --luck: {'9' * 40}… is out of range; allowed: 0 to 99"),
        (lookup("a\nb"), "atlas: unrecognized arguments: a\\nb"),
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
    "text", ["９", "٣", "1_0", "9\n", " 9", "9 ", "9.0", "9e0", "", "¹", "--9", "−9", "9" * 40 + "x"]
)
@pytest.mark.parametrize(
    ("command", "option"),
    [
        *(("lookup", option) for option in FIGHT),
        ("simulate", "--games"),
        ("simulate", "--seed"),
        ("build", "--max-stamina"),
        ("build", "--workers"),
        ("serve", "--port"),
    ],
)
def test_numbers_are_plain_digits(capsys: pytest.CaptureFixture[str], command: str, option: str, text: str) -> None:
    status, out, err = run(capsys, [command, f"{option}={text}"])
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"atlas {command}: argument {option}: {shown!r} is not a whole number; allowed: ")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("1", 1),
        ("0.001", Fraction(1, 1000)),
        (".5", Fraction(1, 2)),
        ("1/3", Fraction(1, 3)),
        ("0.000000001", Fraction(1, 10**9)),
        ("1/999999999", Fraction(1, 999_999_999)),
        ("1e-06", Fraction(1, 10**6)),
        ("2.5E-7", Fraction(1, 4 * 10**6)),
        ("0.1e+1", 1),
        ("0.12345678901", Fraction(12_345_678_901, 10**11)),
        ("5e-324", Fraction(5, 10**324)),
    ],
)
def test_a_luck_price_is_what_is_written(text: str, value: Fraction) -> None:
    assert parse(["build", "--luck-price", text]).luck_price == value


@pytest.mark.parametrize(
    "text",
    [
        *("1e-20000000", "1e-999999999", "1e999999999", "1e-5000", "1e-999", "1/1e9", "0." + "1" * 39, "9" * 5000),
        *("1/" + "9" * 39, "1e", "e-3", "1e-", "1/3e-1"),
        *(
            "2",
            "3/2",
            "1/0",
            "0/0",
            "-0.5",
            "1/-2",
            "x",
            "",
            ".",
            "1.",
            "nan",
            "inf",
            "0,1",
            "½",
            "٠",
            "0.0_1",
            "0.1\n",
        ),
    ],
)
def test_any_other_luck_price_is_refused_at_once(capsys: pytest.CaptureFixture[str], text: str) -> None:
    status, out, err = run(capsys, lookup(f"--luck-price={text}"))
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    allowed = "0 to 1, such as 0.001, 1/1000 or 1e-06, in at most 40 characters"
    assert (status, out) == (2, "")
    assert err == f"atlas lookup: argument --luck-price: {shown!r} is not a luck price; allowed: {allowed}\n"


@pytest.mark.parametrize(
    ("option", "text"),
    [
        *(("--skill-gaps", text) for text in ("0..1\n", "٠..١", "0..1_0", " 0..1", "0..", "0...1", "−−1..1")),
        *(("--base-url", f"https://example.org{end}") for end in ("/\n", "\n", ":8٣/", ":123456/", "/?a", "/ b")),
        *(("--only", text) for text in ("site\n", "Site", "")),
    ],
)
def test_other_values_are_read_to_their_end(capsys: pytest.CaptureFixture[str], option: str, text: str) -> None:
    status, out, err = run(capsys, ["build", f"{option}={text}"])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"atlas build: argument {option}: {text!r} is not ") and "; allowed: " in err


@pytest.mark.parametrize(
    ("text", "first", "last"), [("-3..3", -3, 3), ("−10..10", -10, 10), ("0..0", 0, 0), ("+1..+2", 1, 2)]
)
def test_a_range_of_skill_gaps(text: str, first: int, last: int) -> None:
    for arguments in (["build", "--skill-gaps", text], ["build", f"--skill-gaps={text}"]):
        assert parse(arguments).skill_gaps == range(first, last + 1)


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
    assert [line.split(":")[0] for line in others] == ["STAMINA left, 0 for a loss", "LUCK spent"]
    assert run(capsys, simulate("--policy", "strategy-3@5", "--seed", "7"))[1] == out


@pytest.mark.parametrize("policy", ["ahead", "best", "thrifty", "never"])
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
        (
            ("--policy", "luckiest"),
            "atlas: policy 'luckiest' is not known; allowed: ahead (best for what lies ahead), best, thrifty, never",
        ),
        (("--policy", "strategy-9@5"), "atlas: policy 'strategy-9@5' is not known"),
        (("--policy", "strategy-3@٥"), "atlas: policy 'strategy-3@٥' is not known"),
        (("--policy", "strategy-3@5\n"), "atlas: policy 'strategy-3@5\\n' is not known"),
        (("--games", "0"), "atlas simulate: argument --games: 0 is out of range; allowed: 1 to"),
        (("--seed", "-1"), "atlas simulate: argument --seed: -1 is out of range; allowed: 0 to"),
        (("--policy", "quick-card", "--cards", "/nowhere/cards.json"), "atlas: /nowhere/cards.json: No such file"),
    ],
)
def test_bad_input_to_a_simulation(capsys: pytest.CaptureFixture[str], more: tuple[str, ...], complaint: str) -> None:
    status, out, err = run(capsys, simulate(*more))
    assert status == 2 and out == "" and err.startswith(complaint) and err.count("\n") == 1


def with_cards(capsys: pytest.CaptureFixture[str], cards: Path) -> str:
    """What is said of a file of cards that is refused."""
    status, out, err = run(capsys, simulate("--policy", "mine-card", "--cards", str(cards)))
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


def test_cards_come_from_a_file_of_their_size(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    large, pipe = tmp_path / "large", tmp_path / "pipe"
    with large.open("wb") as file:
        file.truncate(4_000_000_000)
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), large, pipe, tmp_path):
        allowed = "allowed is a regular file of at most 10,000,000 bytes"
        assert with_cards(capsys, path) == f"atlas: {path} cannot be read: {allowed}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 100_000,
        "{}",
        "[3]",
        '[{"id": 1}]',
        '[{"id": "mine", "kind": "rules", "rules": 5}]',
        '[{"id": "mine", "kind": "rules", "rules": [{"outcome": [], "verdict": "", "when": "", "text": ""}]}]',
    ],
)
def test_a_file_of_something_else(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(text)
    assert with_cards(capsys, cards).startswith("atlas: ")


def command(*arguments: str, before: Sequence[str] = (), **more: Any) -> "subprocess.CompletedProcess[bytes]":
    """As a process of its own."""
    words = [*before, sys.executable, "-m", "atlas", *arguments]
    return subprocess.run(words, check=False, **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more))


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    for arguments in (lookup(), ["--help"]):
        done = command(*arguments, before=("sh", "-c", f'exec "$@" {closed}', "sh"))
        assert (done.returncode, done.stderr) == (0, b"")
        assert bool(done.stdout) == (not closed.count(">&-") or closed.startswith("2"))
    assert command("lookup", before=("sh", "-c", f'exec "$@" {closed}', "sh")).returncode == 2


@pytest.mark.parametrize("arguments", [lookup(), lookup("--json"), simulate(), ["--help"]])
def test_a_reader_who_has_left(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = command(*arguments, stdout=pipe)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_who_has_left_before_a_complaint() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        assert command("lookup", stdout=pipe, stderr=pipe).returncode == 2


def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = command(*lookup(), stdout=full)
    assert (done.returncode, done.stderr) == (1, b"atlas: standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("encoding", "minus"), [("ascii", b"-"), ("latin-1", b"-"), ("utf-8", "−".encode()), ("utf-16-le", b"\x12\x22")]
)
def test_any_encoding_will_do(encoding: str, minus: bytes) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = command(*lookup(foe_skill="11"), env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "SKILL gap ".encode(encoding) + minus + "1.".encode(encoding) in done.stdout
    done = command(*lookup("--é"), env=environment)
    shown = "é" if encoding != "ascii" else "?"
    assert (done.returncode, done.stderr) == (2, f"atlas: unrecognized arguments: --{shown}\n".encode(encoding))


def test_a_path_that_is_not_text() -> None:
    done = command(*simulate("--policy", "mine-card", "--cards", os.fsdecode(b"/nowhere/\xff\n")))
    assert (done.returncode, done.stderr) == (2, b"atlas: /nowhere/\\udcff\\n: No such file or directory\n")


NO_FILES_LEFT = """
import os, resource, sys
from {module} import main
resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
try:
    while True:
        os.dup(0)
except OSError:
    sys.exit(main())
"""


def without_files(*arguments: str, module: str = "atlas.cli", loaded: str = "sys") -> str:
    """What the command says where no file can be opened any more, which is no fault of the values."""
    code = f"import {loaded}" + NO_FILES_LEFT.format(module=module)
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    return done.stderr


def test_too_many_open_files(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text("luck_cost = 0\n")
    said = without_files(*lookup("--rules", str(rules)), loaded="atlas.game.reply, atlas.tables.gap_table")
    assert said == f"atlas: {rules}: Too many open files\n"


@pytest.mark.parametrize("arguments", [lookup(), simulate(), ["build", "--output", "/nowhere"]])
def test_too_many_open_files_to_load_what_is_needed(arguments: list[str]) -> None:
    said = without_files(*arguments)
    assert said.startswith("atlas: /") and said.endswith(": Too many open files\n")


def test_too_many_open_files_to_begin() -> None:
    assert "Too many open files" in without_files(*lookup(), module="atlas.__main__")


@pytest.mark.parametrize("command", ["lookup", "simulate"])
def test_the_help_says_how_large_a_question_may_be(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """As it is checked: each score may be as large as it says, and all of them if their product is no larger."""
    status, out, err = run(capsys, [command, "--help"])
    out = " ".join(out.split())
    match = re.search(r"at most ([\d,]+) states: your STAMINA × that of all foes together × \(your LUCK \+ 1\)", out)
    assert (status, err) == (0, "") and match
    most = int(match[1].replace(",", ""))
    stamina, luck, foe = (
        int(number[1])
        for name in ("your STAMINA", "your LUCK now", "the foe's STAMINA")
        if (number := re.search(rf"{name}, \d to (\d+)", out))
    )
    allowed = most // (stamina * (luck + 1))
    assert allowed < foe and Fight(9, stamina, luck, 8, allowed).foes
    scores = {"stamina": str(stamina), "luck": str(luck), "foe_stamina": str(allowed + 1)}
    status, out, err = run(capsys, [command, *lookup(**scores)[1:]])
    states = stamina * (luck + 1) * (allowed + 1)
    assert (status, out) == (2, "") and f" {states:,} states, the most is {most:,}: " in err


@pytest.mark.parametrize("megabytes", [30, 60])
def test_too_little_memory(megabytes: int) -> None:
    """But enough for Python itself to start and to find the package."""
    limit = ("prlimit", f"--as={megabytes * 1_000_000}")
    done = command(*lookup(), before=limit)
    assert done.returncode == 1 and done.stdout == b""
    assert done.stderr.startswith(b"atlas: ") and done.stderr.count(b"\n") == 1
