"""Atlases of other rules: no page and no PDF states a number that only the books' rules have."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from atlas.build import Order, build
from atlas.game.edition import Edition
from atlas.game.presets import preset
from atlas.game.rules import BOOK_RULES, Damage, Rules
from atlas.making.output import Output
from atlas.making.progress import Progress
from tests.sentences import page_text, sentences
from tests.small import KEPT, atlas, keep_results

pytestmark = pytest.mark.slow

QUIET = Progress(quiet=True)
ALONE = ("--quiet", "--workers", "1")
"""the other tests keep the other processors busy"""
STRANGE = Rules(won=Damage(6, 9, 5), lost=Damage(7, 5, 8), max_stamina=16)
"""no number of the books' in it"""
OTHER_RULES = ("paper.html", "adventures.html", "adventures/", "print/route-", "embed.html", "licences/")
"""pages about the paper and adventures, which keep the books' rules and say so, and with code to copy"""
NUMBER = r"(?<![\d.,/·−=(<])\b(?:[1-4]\b(?![\d.,/·%]\d|[%·−])|two|three|four|threes|fours|sevens|odd)\b"
"""whole and small, or in words"""
DAMAGE = r"(?i)\b(?:hits?|blows?|damage|escapes?|lucky|unlucky|loses?|lost|takes?|dealt|taken)\b"
INNOCENT = re.compile(
    r"two dice|two tables|1 LUCK|LUCK \d+(?: or \d+)?|Round 1|at 1 it cannot|odd pages|two with names|larger of two"
    r"|of three sets|SKILL \d+|STAMINA \d+|\d+ STAMINA|strategy \d|section \d|Line \d|page \d+|skill gaps? of"
    r"|two choices|Lost at \d+|gap [+−]?\d(?: or [+−]\d)?|(?:\d+, )+\d+(?:–\d+)? Damage"
    r"|Lost with 1–\d+|Lucky hit of 3 beside 4|with 1 no test is|two normal ones|Chance to be Lucky[ \d]+"
)
"""what is no damage: dice, scores, places on a page, and what the paper says"""


def about_the_rules(path: str) -> bool:
    """One of the many pages of the atlas stands for all, and what is said of other rules is left out."""
    return not path.startswith(OTHER_RULES) and not re.search(r"skill-gap-(?!0(?:\.|-luck-9\.))", path)


def phrases(rules: Rules) -> dict[str, str]:
    """What some pages say of the rules, as patterns."""
    won = rules.won
    return {
        "index.html": rf"the foe has {won.plain} STAMINA or less:",
        "theory.html": rf"i Lucky hits of {won.lucky} and j Unlucky ones of {won.unlucky} that leave",
        "print/booklet-a5.pdf": rf"A normal hit takes {won.plain}, a Lucky one {won.lucky}, an Unlucky one "
        rf"{won.unlucky}",
        "print/booklet-a4-duplex.pdf": rf"With {won.plain + 1} STAMINA the foe falls to one Lucky hit",
    }


def said(sentences: dict[str, set[str]], pattern: str) -> set[str]:
    """The files with a sentence like this."""
    return {path for sentence, paths in sentences.items() if re.search(pattern, sentence) for path in paths}


@pytest.fixture(scope="module")
def stronger(shared: Path, site: Path) -> Path:
    """The atlas of a weapon that takes 3, made by the command."""
    output, named = Output(shared / "weapon-3"), preset("weapon-3")
    edition = Edition(named.rules, skill_gaps=range(-1, 2), title=named.title, sentence=named.sentence)
    keep_results(Order(edition), output.cache)
    ran = atlas("build", "--rules", named.name, "--skill-gaps", "-1..1", "--output", str(output.folder), *ALONE)
    assert ran.returncode == 0, ran.stderr
    return output.site


@pytest.fixture(scope="module")
def strange(shared: Path, site: Path) -> Path:
    """An atlas of rules that share no number with the books'."""
    output = Output(shared / "strange")
    edition = Edition(STRANGE, skill_gaps=range(-1, 2), title="Strange rules", sentence="All is otherwise.")
    build(Order(edition), output, QUIET, workers=1, cache_folder=KEPT)
    return output.site


@pytest.fixture(scope="module")
def books(site: Path) -> dict[str, set[str]]:
    """What is said by the books' rules."""
    return sentences(site, about_the_rules)


def test_a_stronger_weapon_changes_every_sentence_about_damage(books: dict[str, set[str]], stronger: Path) -> None:
    other = sentences(stronger, about_the_rules)
    rules = preset("weapon-3").rules
    for (path, by_the_books), by_these in zip(phrases(BOOK_RULES).items(), phrases(rules).values(), strict=True):
        assert path in said(books, by_the_books), "it can be found at all"
        assert path in said(other, by_these)
        assert not said(other, by_the_books)
    only_the_books = rules.won.lucky - rules.won.plain + BOOK_RULES.won.plain  # a Lucky hit of 4
    assert only_the_books == BOOK_RULES.won.lucky not in (*rules.won.hits, *rules.lost.hits)
    for pattern in (
        rf"(?i)lucky (?:hit|one)s? (?:of |takes |)\b{only_the_books}\b",
        rf"a Lucky one {only_the_books}\b",
    ):
        assert said(books, pattern) and not said(other, pattern)
    allowed = r"^A weapon that takes 3\.$"
    pages = {path for path in said(other, allowed) if path.endswith(".html")}
    assert {"index.html", "about.html", "theory.html", "strategies.html", "atlas/index.html"} <= pages
    assert {"print/booklet-a5.pdf", "print/atlas-a4.pdf"} <= said(other, r"A weapon that takes 3\.")


def test_rules_that_share_no_number_with_the_books(books: dict[str, set[str]], strange: Path) -> None:
    """Then no sentence about damage has a small number in it, but for those that are not about damage."""

    def suspicious(by_sentence: dict[str, set[str]]) -> dict[str, set[str]]:
        return {
            sentence: paths
            for sentence, paths in by_sentence.items()
            if re.search(DAMAGE, sentence) and re.search(NUMBER, INNOCENT.sub("", sentence))
        }

    assert len(suspicious(books)) > 10, "by the books there are such sentences"
    assert suspicious(sentences(strange, about_the_rules)) == {}


def test_tables_and_formulas_have_the_damage_of_the_rules(strange: Path) -> None:
    rows = re.findall(r"lose(?:s)?</th>((?:<td>\d+</td>)+)", (strange / "about.html").read_text())
    assert [tuple(map(int, re.findall(r"\d+", row))) for row in rows] == [STRANGE.won.hits, STRANGE.lost.hits]
    formulas = page_text(strange / "theory.html")
    for side, damage in (("so", STRANGE.won), ("sh", STRANGE.lost)):
        taken = {int(number) for number in re.findall(rf"{side}−(\d+)", formulas)}
        assert taken == set(damage.hits)
        assert f"σ{side[1]}=⌈{side}/{damage.plain}⌉" in formulas


def test_scripts_state_no_damage(strange: Path) -> None:
    for script in (*strange.glob("static/*.js"), *strange.glob("*.js")):
        if script.name != "engine.js":  # it brings the presets and the books' rules along
            assert not re.search(r"(?i)\b(?:takes?|loses?|hits? of|damage of)\s+\d", script.read_text()), script


def test_the_paper_keeps_the_rules_of_the_books(site: Path, strange: Path) -> None:
    ledger = "data/claims.json"
    assert (strange / ledger).read_bytes() == (site / ledger).read_bytes()
    page = (strange / "paper.html").read_text()
    assert "The paper is judged by the rules it is about, those of the books." in page
    for heading in ("ledger", "encounters"):
        own, books = (
            re.search(rf'id="{heading}".*?</section>', p, re.DOTALL) for p in (page, (site / "paper.html").read_text())
        )
        assert own and books and own[0] == books[0]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("name", ["two-lost-rounds-kill", "last-ten-rounds"])
def test_rules_that_count_rounds_have_no_cards_and_say_so(name: str, tmp_path: Path) -> None:
    named = preset(name)
    edition = Edition(
        replace(named.rules, max_stamina=6), skill_gaps=range(2), title=named.title, sentence=named.sentence
    )
    build(Order(edition), Output(tmp_path), QUIET, workers=1, cache_folder=KEPT)
    files = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*")}
    assert not {"print/cheat-sheet-a4.pdf", "data/strategies.csv.gz", "static/front.svg", "rules/index.html"} & files
    assert {"print/booklet-a5.pdf", "print/atlas-a4.pdf", "data/policy.npz", "strategies.html"} <= files
    spoken = sentences(tmp_path / "site")
    assert {"cheat-sheet.html", "strategies.html"} <= said(spoken, "These rules also count rounds, so there are none")
    assert "theory.html" in said(spoken, "The formulas cannot count rounds")
    assert {"index.html", "atlas/index.html", "print/booklet-a5.pdf"} <= said(spoken, "for a fight as it begins")
