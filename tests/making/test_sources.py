from pathlib import Path

import pytest

from atlas import folders
from atlas.making import sources


def uses_policies() -> object:
    from atlas.policies.policy import NEVER

    return NEVER


def uses_nothing() -> None:
    pass


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package and the templates, to change."""
    for folder in (folders.PACKAGE, folders.templates_folder()):
        for path in (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            made = tmp_path / folder.name / path.relative_to(folder)
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(path.read_bytes())
    forget()
    before = (sources.code(uses_policies), sources.templates("site"), sources.everything())
    monkeypatch.setattr(folders, "PACKAGE", tmp_path / "atlas")
    forget()
    assert (sources.code(uses_policies), sources.templates("site"), sources.everything()) == before
    return tmp_path


def forget() -> None:
    for function in (sources.code, sources.templates, sources.everything, sources._imported_by):
        function.cache_clear()


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")
    forget()


def test_code_changes_with_what_it_imports(copy: Path) -> None:
    before, other = sources.code(uses_policies), sources.code(uses_nothing)
    change(copy / "atlas" / "cli.py")
    assert sources.code(uses_policies) == before, "a module it does not import"
    change(copy / "atlas" / "game" / "dice.py")
    assert sources.code(uses_policies) != before, "a module it imports through others"
    assert sources.code(uses_nothing) == other != before


def test_templates_change_by_folder(copy: Path) -> None:
    site, static = sources.templates("site"), sources.templates("static")
    change(copy / "templates" / "static" / "atlas.css")
    assert sources.templates("site") == site and sources.templates("static") != static
    change(copy / "templates" / "site" / "base.html")
    assert sources.templates("site") != site


@pytest.mark.parametrize("path", ["atlas/cli.py", "templates/static/atlas.css", "templates/site/base.html"])
def test_everything_changes_with_anything(copy: Path, path: str) -> None:
    before = sources.everything()
    change(copy / path)
    assert sources.everything() != before


def test_versions_are_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    before = sources.code(uses_nothing), sources.everything()
    monkeypatch.setattr(sources, "versions", lambda: {"numpy": "0"})
    forget()
    after = sources.code(uses_nothing), sources.everything()
    assert before[0] != after[0] and before[1] != after[1]
    monkeypatch.undo()
    forget()


def test_a_function_that_moves_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of it may name classes by the module that it stood in."""
    forget()
    before = sources.code(uses_nothing)
    monkeypatch.setattr(uses_nothing, "__module__", "atlas.elsewhere")
    forget()
    assert sources.code(uses_nothing) != before
