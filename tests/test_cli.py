"""The command as a person meets it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from atlas.cli import _joined, main, parser
from atlas.game.edition import Edition
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
        (lookup(luck="9" * 5000), f"atlas lookup: argument --luck: {'9' * 40}… is out of range; allowed: 0 to 13"),
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
    ],
)
def test_a_luck_price_is_what_is_written(text: str, value: Fraction) -> None:
    assert parser().parse_args(["build", "--luck-price", text]).luck_price == value


@pytest.mark.parametrize(
    "text",
    [
        *("1e-20000000", "1e999999999", "1e-5000", "1e-3", "1/1e9", "0." + "1" * 10, "1/" + "9" * 10, "9" * 5000),
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
    allowed = "0 to 1, such as 0.001 or 1/1000, with at most 9 digits in each part"
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
    for arguments in (lookup(), simulate(), ["--help"]):
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
    assert "Skill gap ".encode(encoding) + minus + "1.".encode(encoding) in done.stdout
    done = command(*lookup("--é"), env=environment)
    shown = "é" if encoding != "ascii" else "?"
    assert (done.returncode, done.stderr) == (2, f"atlas: unrecognized arguments: --{shown}\n".encode(encoding))


def test_a_path_that_is_not_text() -> None:
    done = command(*simulate("--policy", "mine-card", "--cards", os.fsdecode(b"/nowhere/\xff\n")))
    assert (done.returncode, done.stderr) == (2, b"atlas: /nowhere/\\udcff\\n: No such file or directory\n")


@pytest.mark.parametrize("megabytes", [30, 60])
def test_too_little_memory(megabytes: int) -> None:
    """But enough for Python itself to start and to find the package."""
    limit = ("prlimit", f"--as={megabytes * 1_000_000}")
    done = command(*lookup(), before=limit)
    assert done.returncode == 1 and done.stdout == b""
    assert done.stderr.startswith(b"atlas: ") and done.stderr.count(b"\n") == 1
