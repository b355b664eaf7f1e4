"""The repository keeps its own promises: import order, documentation, layout."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from atlas.cli import parser

ROOT = Path(__file__).parent.parent
ORDER = [
    "dice",
    "rules",
    "solver",
    "formulas",
    "wording",
    "conditions",
    "policies",
    "evaluate",
    "fightsets",
    "certify",
    "dynamics",
    "outlook",
    "simulate",
    "phrases",
    "cards",
    "tablecards",
    "catalogue",
    "evidence",
    "statements",
    "printed",
    "claims_game",
    "claims_constant",
    "claims_numbers",
    "claims_structure",
    "claims_heuristics",
    "claims_appendix",
    "claims",
    "errata",
    "encounters",
    "packing",
    "tables",
    "thresholds",
    "advice",
    "style",
    "svg",
    "fonts",
    "cellfont",
    "maps",
    "contours",
    "ink",
    "reasons",
    "coded",
    "lookup_data",
    "drawing",
    "sheets",
    "vector",
    "figures",
    "plates",
    "plots",
    "paper_figures",
    "site_files",
    "pictures",
    "pages",
    "lookup_pages",
    "atlas_pages",
    "paper_pages",
    "mathml",
    "needs",
    "sources",
    "cache",
    "workers",
    "engine",
    "render",
    "print_pages",
    "booklet",
    "folio",
    "press",
    "imposition",
    "stages",
    "links",
    "output",
    "progress",
    "build",
    "archive",
    "process",
    "arguments",
    "serve",
    "cli",
]
README = (ROOT / "README.md").read_text()


@cache
def modules() -> dict[str, ast.Module]:
    paths = sorted((ROOT / "atlas").glob("*.py"))
    return {path.stem: ast.parse(path.read_text()) for path in paths if not path.stem.startswith("__")}


def test_every_module_has_its_place() -> None:
    assert set(modules()) == set(ORDER)


@pytest.mark.parametrize("name", ORDER)
def test_a_module_imports_only_from_modules_above_it(name: str) -> None:
    above = ORDER[: ORDER.index(name)]
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "atlas":
            imported = [alias.name for alias in node.names] if node.module == "atlas" else [node.module.split(".")[1]]  # type: ignore[union-attr]
            assert set(imported) <= set(above), f"{name} imports {imported}"
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{name} has a relative import"
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("atlas") for alias in node.names)


@pytest.mark.parametrize("name", ORDER[: ORDER.index("needs")])
def test_only_the_last_modules_print_or_open_files(name: str) -> None:
    called = {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for node in ast.walk(modules()[name])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
    }
    assert not called & {"print", "open", "write_text", "write_bytes", "read_text", "read_bytes"}


def test_every_make_target_is_in_the_help_and_the_readme() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())  # type: ignore[index]
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    helped = set(re.findall(r"^make ([a-z-]+)", shown.stdout, re.MULTILINE))
    in_readme = set(re.findall(r"^\| `make ?([a-z-]*)` \|", README, re.MULTILINE))
    assert helped == phony
    assert in_readme == (phony - {"build"}) | {""}


def test_every_command_and_option_is_in_the_readme() -> None:
    commands = next(a for a in parser()._actions if a.choices).choices
    assert commands is not None
    in_readme = set(re.findall(r"^\| `atlas ([a-z]+)` \|", README, re.MULTILINE))
    assert in_readme == set(commands)
    for name, command in dict(commands).items():  # type: ignore[call-overload]
        line = next(line for line in README.splitlines() if line.startswith(f"| `atlas {name}` |"))
        options = {o for a in command._actions for o in a.option_strings if o.startswith("--")} - {"--help"}
        assert set(re.findall(r"`(--[a-z-]+)`", line)) == options, name


def test_every_module_is_in_the_readme_in_its_order() -> None:
    listed = re.search(r"\| module \| job \|\n(.*?)\n\n", README, re.DOTALL)
    assert listed
    rows = [line.split(" | ")[0] for line in listed[1].splitlines()[1:]]
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == ORDER


def test_the_top_level_is_the_agreed_one() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}
    if not top:
        pytest.skip("not a git checkout")
    fixed = {"pyproject.toml", "atlas", "templates", "build", "tests", "Makefile", "README.md", "LICENSE"}
    assert {name for name in top if not name.startswith(".")} == fixed


@pytest.mark.parametrize("name", ORDER)
def test_no_float_hangs_on_the_processor(name: str) -> None:
    """Matrix products, means and partitions come out as suits the processor; `cards` multiplies whole numbers."""
    nodes = list(ast.walk(modules()[name]))
    assert name == "cards" or not any(isinstance(node, ast.MatMult) for node in nodes)
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    assert not used & {"argpartition", "average", "dot", "einsum", "matmul", "mean", "power", "std", "var"}
