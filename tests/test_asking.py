"""The commands that answer for adventures and for several foes at once, as a new user would try them."""

import json
from pathlib import Path
from time import process_time

import pytest
from pypdf import PdfReader

import atlas
from atlas.cli import main
from atlas.game.adventure_file import new_adventure

HERO = ("--skill", "9", "--stamina", "14", "--luck", "8")
FIGHT = ("lookup", *HERO, "--foe-skill", "7", "--foe-stamina", "6")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(list(arguments))
    except SystemExit as stop:
        status = int(str(stop.code))
    read = capsys.readouterr()
    return status, read.out, read.err


def test_several_foes_at_once_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *FIGHT, "--at-once", "8/5", "--luck-price", "0")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == ("You: SKILL 9, STAMINA 14, LUCK 8. Foes at once: 1. SKILL 7, STAMINA 6; 2. SKILL 8, STAMINA 5.")
    assert "HIT foe 2, with SKILL 8 and STAMINA 5." in lines
    assert [line.split(":")[0] for line in lines[7:10]] == ["You wound foe 2", "Foe 1 wounds you", "Foe 2 wounds you"]


@pytest.mark.parametrize("attack", ["each", "one"])
def test_several_foes_at_once_as_json(capsys: pytest.CaptureFixture[str], attack: str) -> None:
    arguments = ("--at-once", "8/5", "--attack", attack, "--then", "7/7", "--json")
    status, out, err = run(capsys, *FIGHT, *arguments)
    hero = {"skill": 9, "stamina": 14, "luck": 8}
    asked = {"hero": hero, "foes": [[7, 6], [8, 5]], "attack": attack, "ahead": {"foes": [[7, 7]]}}
    assert (status, err) == (0, "") and json.loads(out) == {"advice": atlas.advise(asked)}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--at-once", "8/5") * 3, "4 foes at once: allowed are 2 or 3"),
        (("--at-once", "8"), "'8' is not a foe"),
        (("--attack", "one"), "--attack one: it needs several foes, --at-once"),
        (("--at-once", "8/5", "--attack", "all"), "argument --attack: invalid choice: 'all'"),
        (("--at-once", "8/5", "--rules", "win-in-ten-rounds"), "rules that count rounds"),
        (("--at-once", "8/99", "--at-once", "8/99"), "states, the most is 12,000,000: take fewer foes or STAMINA"),
    ],
)
def test_a_mistake_about_several_foes(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str
) -> None:
    status, out, err = run(capsys, *FIGHT, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err


def test_a_new_adventure_is_written_and_answered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    status, out, err = run(capsys, "adventure", str(path), "--new")
    assert (status, err) == (0, "") and str(path) in out and path.read_text() == new_adventure()
    status, out, err = run(capsys, "adventure", str(path), *HERO)
    assert (status, err) == (0, "") and "GO to The yard: The cellar" in out and "Potion of Fortune" in out
    assert all(len(line) <= 120 for line in out.splitlines())
    status, out, err = run(capsys, "adventure", str(path), *HERO, "--json")
    answer = json.loads(out)
    assert (status, err) == (0, "") and list(answer) == ["never", "all-out", "thrifty", "ahead", "worth", "stages"]
    fork = next(stage for stage in answer["stages"] if stage["name"] == "The fork")
    assert fork["decision"] == max(fork["actions"], key=fork["actions"].get)
    assert run(capsys, "adventure", str(path), "--new")[0] == 2 and path.read_text() == new_adventure()


@pytest.mark.slow
def test_a_route_card_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = pdf, html = tmp_path / "route.pdf", tmp_path / "route.html"
    asked = ("adventure", "the-drowned-tower", "--skill", "9", "--stamina", "19", "--luck", "9")
    status, out, err = run(capsys, *asked, "--pdf", str(pdf), "--html", str(html))
    assert (status, out, err) == (0, "", "".join(f"{path} is written\n" for path in paths))
    assert pdf.read_bytes().startswith(b"%PDF-") and "The drowned king" in html.read_text()
    assert "The drowned king" in "".join(page.extract_text() for page in PdfReader(pdf).pages)
    status, out, err = run(capsys, *asked, "--pdf", "route.txt")
    assert (status, out) == (2, "") and err.startswith("atlas: 'route.txt' is no name for a route card; allowed: one")
    status, out, err = run(capsys, *asked, "--html", str(tmp_path / "nowhere" / "route.html"))
    assert (status, out, err.count("\n")) == (2, "", 1) and "nowhere" in err


def test_every_line_of_the_new_adventure_can_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without its # each line that is an entry is read."""
    lines, path = new_adventure().splitlines(), tmp_path / "way.toml"
    waiting = [number for number, line in enumerate(lines) if line.startswith("# ") and " = " in line]
    assert len(waiting) > 6
    for number in waiting:
        line = lines[number].removeprefix("# ")
        if line.startswith("unlucky"):
            continue
        path.write_text("\n".join([*lines[:number], line, *lines[number + 1 :]]))
        status, _, err = run(capsys, "adventure", str(path), "--skill", "9", "--stamina", "8", "--luck", "4", "--json")
        assert (status, err) == (0, ""), line


FOE = "[[stages]]\nfoe = [7, 7]\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('[[stages]]\nname = "A"\nnext = "A"', "stage 1: next = 'A'; allowed: the name of a later stage, or \"end\""),
        ('[[stages]]\nname = "A"\nchoice = ["A", "end"]', "stage 1: choice = 'A'; allowed: the name of a later stage"),
        (
            '[[stages]]\nname = "A"\n[[stages]]\nname = "B"\nnext = "A"',
            "stage 2: next = 'A'; allowed: the name of a later stage, or \"end\": every way leads forward",
        ),
        ('[[stages]]\nname = "A"\nroll = [["B", 1]]', "stage 1: roll = 'B'; allowed: the name of a later stage"),
        ('[[stages]]\nroll = [["end", 0]]', "stage 1: roll = ['end', 0]; allowed: 1 to 20 pairs"),
        ('[[stages]]\nfoe = [7, 7]\nescape = "The inn"', "stage 1: escape = 'The inn'; allowed: the name of a later"),
        ("[[stages]]\nchoice = []", "stage 1: choice = []; allowed: the names of 1 to 20 later stages"),
        ("[[stages]]\nfoes = [[7, 7], [7, 0]]", "stage 1: foes = [7, 0]; allowed: [SKILL, STAMINA]"),
        (
            "[[stages]]\nfoes = [[7, 7], [7, 7]]\nattack = 1",
            'stage 1: attack = 1; allowed: "each", a roll of yours against each foe, or "one"',
        ),
        (
            "[[stages]]\nfoes = [[7, 7], [7, 7]]\nrules = 'two-lost-rounds-kill'",
            "stage 1: foes = [[7, 7], [7, 7]]; allowed: one foe, where the rules count rounds",
        ),
        ("[[stages]]\ntest = { unlucky = { dead = 1 } }", "stage 1: unlucky, dead = 1; allowed: true or false"),
        ("[[stages]]\ntest = { unlucky = { hurt = 1 } }", "stage 1: unlucky: 'hurt' is not known; allowed: stamina"),
        ("[[stages]]\ntest = { lost = {} }", "stage 1: test: 'lost' is not known; allowed: lucky, unlucky"),
        ("[[stages]]\ntest = 3", "stage 1: test: 3 is no table"),
        ("[[stages]]\nunknown = 0", "stage 1: unknown = 0; allowed: a whole number from 1 to 100"),
        ('[[stages]]\nname = "end"', "stage 1: name = 'end'; allowed: any other name"),
        ('[[stages]]\nname = "A"\n' * 2, "stage 2: name = 'A'; allowed: a name of its own, stage 1 has this one"),
        ("meals = -1\n" + FOE, "meals = -1; allowed: a whole number from 0 to 50"),
        ('potion = "ale"\n' + FOE, "potion = 'ale'; allowed: strength, fortune, skill"),
        ("doses = 2\n" + FOE, "doses = 2; allowed: only with a potion: strength, fortune, skill"),
        ("stages = 3", "it needs 1 to 100 tables [[stages]]"),
        ("[[stages]]\nunknown = 60\n" * 2, "it has 120 stages, unknown foes counted; the most is 100"),
        ("[[stages]]\nluck = 1\n" * 4_700, "it has 4,700 stages, unknown foes counted; the most is 100"),
        ("[[stages]]\nluck = 1\n" * 10_000, "cannot be read: allowed is a regular file of at most 100,000 bytes"),
        (
            "meals = 50\npotion = 'fortune'\ndoses = 9\n[[stages]]\nfoes = [[9, 20], [9, 20]]",
            "states, the most is 100,000,000: take fewer stages, foes at once, meals or doses",
        ),
        ("", "it needs 1 to 100 tables [[stages]]"),
        ("[[stages]]\nfoe = [7]", "stage 1: foe = [7]; allowed: [SKILL, STAMINA], SKILL 0 to 99 and STAMINA 1 to 99"),
        ("[[stages]]\nfood = 4", "stage 1: 'food' is not known; allowed: name, next, stamina, luck, meals"),
        (
            "[[stages]]\nfoe = [7, 7]\nstamina = 4",
            "stage 1: 'stamina' is not known; allowed: name, foe, rules, skill, escape, next",
        ),
        ("[[stages]]\nfoe = [7, 7]\nrules = 'no'", "rules 'no' are not known"),
        ("rules = 3\n[[stages]]\nfoe = [7, 7]", "rules = 3; allowed: the name of a preset, or a table"),
        ("[[stages]]\nfoe = [7, 7]\nrules = true", "stage 1: rules = True; allowed: the name of a preset, or a table"),
        (f"least_luck = {'9' * 5_000}", "is not TOML: a number in it has more digits than can be read"),
        (
            f"least_luck = 0x{'f' * 5_000}\n[[stages]]\nfoe = [7, 7]",
            "least_luck = a whole number of more than 4,000",
        ),
        (f"least_luck = {'9' * 50}\n[[stages]]\nfoe = [7, 7]", f"least_luck = {'9' * 40}…; allowed: a whole number"),
        (f"{'a.' * 20_000}a = 1", "a line has more than 40 dots outside of its texts"),
        ("x = { " + '"a" . ' * 10_000 + "a = 1 }", "a line has more than 40 dots outside of its texts"),
        (f"least_luck = '{'x' * 90_000}'\n[[stages]]\nfoe = [7, 7]", f"least_luck = '{'x' * 40}…'; allowed: a whole"),
        (f"{'x' * 90_000} = 1", f"'{'x' * 40}…' is not known; allowed: title"),
        ("x" * 100_001, "cannot be read: allowed is a regular file of at most 100,000 bytes"),
        ('title = "\\u001b[31mRed"\n[[stages]]\nfoe = [7, 7]', r"title = '\x1b[31mRed'; allowed: text without control"),
        ('[[stages]]\nfoe = [7, 7]\nname = "\\u0000"', r"stage 1: name = '\x00'; allowed: text without control"),
        ('sentence = "\\u0007"\n[[stages]]\nfoe = [7, 7]', r"sentence = '\x07'; allowed: text without control"),
        ("least_luck = -1\n[[stages]]\nfoe = [7, 7]", "least_luck = -1; allowed: a whole number from 0 to 99"),
        ("[[stages]]\nfoe = [7, 3]\nrules = 'foe-yields-at-4'", "STAMINA above 4, where the foe yields"),
    ],
)
def test_a_hostile_adventure_ends_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, complaint: str
) -> None:
    path = tmp_path / "way.toml"
    path.write_text(content)
    began = process_time()
    status, out, err = run(capsys, "adventure", str(path), *HERO)
    assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err, err
    assert len(err) < 400 and err[:-1].isprintable() and process_time() - began < 1


def test_scores_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "adventure", "the-winter-road", "--skill", "9")
    assert (status, out, err) == (2, "", "atlas: your scores are needed: --stamina, --luck\n")
    status, out, err = run(capsys, "adventure", "mine.txt", "--new")
    assert (status, out) == (2, "") and err.startswith("atlas: 'mine.txt' is no name for an adventure")
