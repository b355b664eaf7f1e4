"""What results depend on: against copies of the package that are changed, and against what really runs."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from atlas import folders
from atlas.making import code, sources
from tests.small import ORDER, keep_results

SOLVE_GAP = frozenset({("atlas.tasks.solving", "solve_gap")})
RENDER_EMBED = frozenset({("atlas.tasks.pages", "render_embed")})
JUDGE_CLAIMS = frozenset({("atlas.tasks.paper", "judge_claims")})
SOLVER, EMBED = Path("atlas/game/solver.py"), Path("atlas/site/embed.py")


def forget() -> None:
    for module in (code, sources):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package and the templates, to change."""
    for folder in (folders.PACKAGE, folders.templates_folder()):
        for path in (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            copied = tmp_path / folder.name / path.relative_to(folder)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(path.read_bytes())
    monkeypatch.setattr(folders, "PACKAGE", tmp_path / "atlas")
    forget()
    yield tmp_path
    forget()


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change


def followed(text: str) -> Callable[[str], str]:
    return lambda before: before + text


def changes(copy: Path, references: frozenset[code.Reference], path: Path, change: Callable[[str], str]) -> bool:
    """Whether a function's results depend on a change; it is taken back."""
    before, text = code.digest(references), (copy / path).read_text()
    (copy / path).write_text(change(text))
    forget()
    changed = code.digest(references) != before
    (copy / path).write_text(text)
    forget()
    assert code.digest(references) == before
    return changed


def test_a_copy_gives_the_same(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code.digest(SOLVE_GAP), code.digest(RENDER_EMBED), sources.everything()
    monkeypatch.undo()
    forget()
    assert (code.digest(SOLVE_GAP), code.digest(RENDER_EMBED), sources.everything()) == before


def test_a_function_depends_on_the_functions_that_it_reaches(copy: Path) -> None:
    assert changes(copy, SOLVE_GAP, SOLVER, replaced("def solve(rules", "def solve(rule"))
    assert changes(copy, SOLVE_GAP, Path("atlas/game/dice.py"), replaced("def luck_odds(luck", "def luck_odds(lucks"))
    assert not changes(
        copy, SOLVE_GAP, SOLVER, replaced('"""Return the exact number', '# new\n        """Give the exact number')
    )
    assert not changes(copy, RENDER_EMBED, EMBED, followed("\nUNUSED = 1\n\n\ndef unused() -> int:\n    return 1\n"))
    assert not changes(copy, SOLVE_GAP, EMBED, replaced("return EmbedPage(", "return 1 and EmbedPage("))
    assert changes(copy, RENDER_EMBED, EMBED, replaced("return EmbedPage(", "return 1 and EmbedPage("))


def test_a_module_depends_on_what_it_does_when_it_is_loaded(copy: Path) -> None:
    assert changes(copy, SOLVE_GAP, SOLVER, followed("\nprint()\n"))
    assert changes(copy, SOLVE_GAP, SOLVER, followed("\nSolution.x = 1\n")), "a class is changed"
    assert changes(copy, SOLVE_GAP, SOLVER, followed("\nif True:\n    Values = None\n"))
    noted = "\nnoted = []\n\n\ndef note(function):\n    noted.append(function)\n\n\n@note\ndef some():\n    pass\n"
    assert changes(copy, SOLVE_GAP, SOLVER, followed(noted)), "a decorator may take note of what it decorates"


def test_what_a_decorator_takes_note_of_belongs_to_the_module(copy: Path) -> None:
    """As the claims of the paper are listed: no code names them."""
    assert changes(copy, JUDGE_CLAIMS, Path("atlas/paper/claims/game.py"), replaced("return ", "return not "))


def test_templates_and_data_count_where_they_are_read(copy: Path) -> None:
    template, included, data = (
        Path("templates/site/embed.html"), Path("templates/site/base.html"), Path("atlas/game/presets.toml")
    )  # fmt: skip
    assert changes(copy, RENDER_EMBED, template, followed("\n"))
    assert changes(copy, RENDER_EMBED, included, followed("\n")), "what a template extends"
    assert not changes(copy, RENDER_EMBED, Path("templates/site/paper.html"), followed("\n"))
    assert not changes(copy, RENDER_EMBED, Path("templates/static/atlas.css"), followed("\n"))
    theory = frozenset({("atlas.tasks.paper", "explain_theory")})
    assert not changes(copy, theory, Path("templates/site/theory.html"), followed("\n")), "it makes a page, unread"
    assert changes(copy, frozenset({("atlas.tasks.data", "write_conformance")}), data, followed("\n"))
    for apart in (SOLVE_GAP, frozenset({("atlas.tasks.printing", "print_booklet")})):
        assert not changes(copy, apart, data, followed("\n"))


def test_the_machinery_of_builds_changes_no_result(copy: Path) -> None:
    assert not changes(
        copy, SOLVE_GAP, Path("atlas/making/engine.py"), replaced("return lambda", "return 1 and lambda")
    )


def test_versions_are_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    before = code.digest(SOLVE_GAP), sources.everything()
    for module in (code, sources):
        monkeypatch.setattr(module, "versions", lambda: {"numpy": "0"})
    code.digest.cache_clear()
    sources.everything.cache_clear()
    assert code.digest(SOLVE_GAP) != before[0] and sources.everything() != before[1]
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize("path", ["atlas/cli.py", "templates/static/atlas.css", "atlas/game/presets.toml"])
def test_everything_changes_with_anything(copy: Path, path: str) -> None:
    before = sources.everything()
    (copy / path).write_bytes((copy / path).read_bytes() + b"\n")
    forget()
    assert sources.everything() != before


@pytest.mark.slow
@pytest.mark.usefixtures("site")
def test_nothing_runs_and_nothing_is_opened_that_is_not_reached(tmp_path: Path) -> None:
    """Every task of a small build but the longest, function by function and file by file."""
    keep_results(ORDER, tmp_path / "kept")
    command = [sys.executable, "-m", "tests.tracing", str(tmp_path / "kept")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[0]) > 50, ran.stdout
