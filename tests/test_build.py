"""Whole builds, small: what is made, and that nothing is ever lost."""

import hashlib
import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from atlas import build as building
from atlas.build import build
from atlas.cache import Cache, key_of
from atlas.catalogue import DERIVATIONS, Derived, judge
from atlas.cli import main
from atlas.policies import ATTACK_AT_SIX, KILLING_BLOW, NEVER
from atlas.rules import Edition, InputError, Outcome, Rules
from atlas.tablecards import Table, table_policy

SMALL = Edition(Rules(max_stamina=4), skill_gaps=(-1, 0, 1))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with cards that took no time to derive, so that builds here are quick."""
    table = Table(Outcome.WON, ((3,),), ((1, 2), tuple(range(3, 25))), ((2, None),))
    policies = {"quick": ATTACK_AT_SIX, "full": KILLING_BLOW, "thrifty": NEVER, "table": table_policy([table])}
    derived = [Derived(name, name, "table" if name == "table" else "rules", p) for name, p in policies.items()]
    derived = [replace(d, tables=(table,)) if d.id == "table" else d for d in derived]
    derived += [Derived("front-1", "1 rule", "rules", ATTACK_AT_SIX), Derived("never", "Never", "baseline", NEVER)]
    folder = tmp_path_factory.mktemp("kept")
    key = key_of("catalogue", SMALL.rules, SMALL.luck_price)
    first, *others = DERIVATIONS
    cache = Cache(folder, silent)
    cache.put(first, key, [judge(SMALL, card) for card in derived])
    for name in others:
        cache.put(name, key, [])
    return folder


def silent(line: str) -> None:
    pass


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.slow
def test_what_is_made(kept: Path, tmp_path: Path) -> None:
    site = build(SMALL, tmp_path, silent, kept=kept)
    made = contents(site)
    assert {"index.html", "data.html", "cheat-sheet.html", "strategies.html", "theory.html", "paper.html"} <= set(made)
    assert {".nojekyll", "data/policy.csv.gz", "data/policy.npz"} <= set(made)
    assert {"atlas/skill-gap-minus-1.html", "atlas/skill-gap-0.html", "atlas/skill-gap-plus-1.html"} <= set(made)
    subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=site / "data", check=True, capture_output=True
    )
    listed = json.loads((tmp_path / "manifest.json").read_text())["files"]
    assert {name: entry["sha256"] for name, entry in listed.items()} == {
        f"site/{name}": hashlib.sha256(data).hexdigest() for name, data in made.items()
    }
    assert {p.name for p in tmp_path.iterdir()} == {"site", "manifest.json", ".lock"}


@pytest.mark.slow
def test_links_lead_somewhere(kept: Path, tmp_path: Path) -> None:
    site = build(SMALL, tmp_path, silent, kept=kept)
    for page in site.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text()):
            assert (page.parent / link).is_file(), f"{page.name} → {link}"


@pytest.mark.slow
def test_two_builds_give_the_same_bytes(kept: Path, tmp_path: Path) -> None:
    first = build(SMALL, tmp_path / "a", silent, workers=1, kept=kept)
    second = build(SMALL, tmp_path / "b", silent, workers=2, kept=kept)
    assert contents(first) == contents(second)


@pytest.mark.slow
def test_a_build_replaces_its_own_site(kept: Path, tmp_path: Path) -> None:
    build(SMALL, tmp_path, silent, kept=kept)
    other = Edition(SMALL.rules, skill_gaps=(5,))
    site = build(other, tmp_path, silent, kept=kept)
    pages = {p.name for p in (site / "atlas").glob("*.html")}
    assert pages == {
        "index.html",
        "skill-gap-plus-5.html",
        *(f"skill-gap-plus-5-luck-{luck}.html" for luck in range(14)),
    }


@pytest.mark.slow
def test_a_failing_build_leaves_the_old_site(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(build(SMALL, tmp_path, silent, kept=kept))

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(building, "_swap_in", fail)
    with pytest.raises(OSError, match="No space left"):
        build(SMALL, tmp_path, silent, kept=kept)
    assert contents(tmp_path / "site") == before


@pytest.mark.slow
@pytest.mark.parametrize("foreign", ["site/precious.txt", "site/data/precious.txt"])
@pytest.mark.parametrize("built_before", [False, True])
def test_a_folder_with_foreign_files_stays(kept: Path, tmp_path: Path, foreign: str, built_before: bool) -> None:
    if built_before:
        build(SMALL, tmp_path, silent, kept=kept)
    precious = tmp_path / foreign
    precious.parent.mkdir(parents=True, exist_ok=True)
    precious.write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(InputError, match=r"precious.txt was not made by a build"):
        build(SMALL, tmp_path, silent, kept=kept)
    assert {k: v for k, v in contents(tmp_path).items() if k != ".lock"} == {
        k: v for k, v in before.items() if k != ".lock"
    }


def test_unwritable_output_gets_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("mine")
    assert main(["build", "--output", str(blocked / "out"), "--quiet"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err == f"atlas: {blocked / 'out'}: Not a directory\n"
    assert blocked.read_text() == "mine"
