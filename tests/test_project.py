"""The repository keeps its own promises: import order, documentation, layout."""

import ast
import doctest
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from atlas.cli import main, parser
from atlas.folders import PACKAGE
from atlas.making.engine import needed
from atlas.tasks import plan
from atlas.tasks.printing import PRINTING
from tests.conftest import LONGEST
from tests.small import DEAR, EDITION

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
GUIDE = ROOT / ".github" / "CONTRIBUTING.md"


def table_of_rooms() -> list[str]:
    """Rooms and modules outside of rooms, in the order of the guide."""
    listed = re.search(r"\| room \| job \|\n(.*?)\n\n", text_of(GUIDE), re.DOTALL)
    assert listed
    return [name for row in listed[1].splitlines()[1:] for name in re.findall(r"`(\w+)`", row.split(" | ")[0])]


def reading_order(package: Path) -> list[str]:
    """All modules by dotted name, each after those that it may import from."""
    if package == PACKAGE:
        names = table_of_rooms()
    else:
        said = re.search(
            r"In order: ([\w, \n]+)\.", ast.get_docstring(ast.parse(text_of(package / "__init__.py"))) or ""
        )
        assert said, f"{package} does not say in which order to read it"
        names = said[1].replace("\n", " ").split(", ")
    order = []
    for name in names:
        path = package / name
        order += reading_order(path) if path.is_dir() else [".".join(path.relative_to(PACKAGE).parts)]
    return order


def upward_imports(order: list[str], texts: Mapping[str, str]) -> list[str]:
    """Imports that go against the order."""
    upward = []
    for place, name in enumerate(order):
        above = set(order[:place])
        for node in nodes(texts[name]):
            if isinstance(node, ast.Import):
                upward += [f"{name} imports {alias.name}" for alias in node.names if alias.name.startswith("atlas")]
            elif isinstance(node, ast.ImportFrom):
                module = (node.module or "").removeprefix("atlas").removeprefix(".")
                if node.level:
                    upward.append(f"{name} has a relative import")
                    continue
                if (node.module or "").split(".")[0] != "atlas" or module in above:
                    continue
                imported = [f"{module}.{alias.name}".removeprefix(".") for alias in node.names]
                upward += [f"{name} imports {wanted}" for wanted in imported if wanted not in above]
    return upward


@cache
def nodes(text: str) -> list[ast.AST]:
    """All of a module, read once."""
    return list(ast.walk(ast.parse(text)))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def modules() -> dict[str, str]:
    paths = [path for path in PACKAGE.rglob("*.py") if not path.stem.startswith("__")]
    return {".".join(path.relative_to(PACKAGE).with_suffix("").parts): text_of(path) for path in paths}


def test_every_module_has_its_place() -> None:
    order = reading_order(PACKAGE)
    assert sorted(order) == sorted(modules())


def test_rooms_import_from_rooms_above_and_modules_from_modules_above() -> None:
    assert upward_imports(reading_order(PACKAGE), modules()) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("game.dice", "from atlas.game.rules import Rules"),
        ("game.solver", "from atlas.cards.catalogue import Card"),
        ("wording", "from atlas.game import dice"),
        ("maps.style", "from atlas.maps import map"),
        ("paper.claims.game", "from atlas.paper.claims.numbers import x"),
        ("paper.claims.game", "from atlas.paper.ledger import x"),
        ("site.render", "import atlas.build"),
        ("game.solver", "from . import rules"),
    ],
)
def test_an_upward_import_is_found(module: str, line: str) -> None:
    changed = modules() | {module: f"{modules()[module]}\n\ndef late() -> None:\n    {line}\n"}
    assert len(upward_imports(reading_order(PACKAGE), changed)) == 1


def test_types_say_what_is_meant() -> None:
    """`Any` switches the checks of types off: it stands only where Python itself knows no more."""
    anything = [re.findall(r"\bAny\b", text) for text in modules().values()]
    assert sum(map(len, anything)) <= 40


def test_no_public_name_is_defined_twice() -> None:
    defined: dict[str, list[str]] = defaultdict(list)
    for module, text in modules().items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                defined[node.name].append(module)
    assert {name: where for name, where in defined.items() if len(where) > 1} == {}


def test_only_the_last_rooms_print_or_open_files() -> None:
    order = reading_order(PACKAGE)
    for name in set(order[: order.index("making.needs")]) - {"folders"}:
        called = {
            node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            for node in nodes(modules()[name])
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        }
        assert not called & {"print", "open", "write_text", "write_bytes", "read_text", "read_bytes"}, name


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


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there to ask")
def test_the_top_level_is_the_agreed_one() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}
    if not top:
        pytest.skip("not a git checkout")
    fixed = {"pyproject.toml", "atlas", "templates", "build", "tests", "Makefile", "README.md", "LICENSE"}
    assert {name for name in top if not name.startswith(".")} == fixed


EXACT_PRODUCTS = ("cards.sentence_search", "policies.fight_ends")
"""modules that multiply whole numbers, or numbers with so few binary places that every sum is exact"""


@pytest.mark.parametrize("name", sorted(modules()))
def test_no_float_hangs_on_the_processor(name: str) -> None:
    """Matrix products, means and partitions come out as suits the processor, but for products that are exact."""
    parts = nodes(modules()[name])
    assert name in EXACT_PRODUCTS or not any(isinstance(node, ast.MatMult) for node in parts)
    used = {node.attr for node in parts if isinstance(node, ast.Attribute)}
    assert not used & {"argpartition", "average", "dot", "einsum", "matmul", "mean", "power", "std", "var"}


def test_what_the_readme_shows_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"```\n\$ atlas ([^\n]*)\n(.*?)```", README, re.DOTALL)
    assert shown
    assert main(shown[1].split()) == 0
    assert capsys.readouterr().out == shown[2]
    example = re.search(r"```python\n(from atlas .*?)\n\n(.*?)  # (.*?)\n```", README, re.DOTALL)
    assert example
    names: dict[str, object] = {}
    exec(example[1], names)
    assert eval(example[2], names) == eval(example[3])


def test_every_word_of_the_guide_stands_in_the_code() -> None:
    listed = re.search(r"\| word \| meaning \| where \|\n(.*?)\n\n", text_of(GUIDE), re.DOTALL)
    assert listed
    names = [name for row in listed[1].splitlines()[1:] for name in re.findall(r"`([\w.]+)`", row.split(" | ")[-1])]
    assert len(names) > 50
    for name in names:
        module = max((m for m in modules() if name.startswith(f"{m}.")), key=len)
        attrgetter(name.removeprefix(f"{module}."))(import_module(f"atlas.{module}"))


def test_every_name_that_the_guide_has_in_a_module_is_there() -> None:
    """As in "a field of `Rules` in `game/rules.py`", or "`EndGoal` and `Worth` in `game/worth.py`"."""
    names = r"((?:`\w+`(?:, | and | or )?)+)(?: and a function)? (?:in|of) `([\w/]+)\.py`"
    rows = re.findall(names, text_of(GUIDE))
    assert len(rows) > 10
    for listed, path in rows:
        module = import_module(f"atlas.{path.replace('/', '.')}")
        assert [name for name in re.findall(r"`(\w+)`", listed) if not hasattr(module, name)] == [], path


def test_every_path_of_the_guide_is_there() -> None:
    paths = {
        path
        for path in re.findall(r"`([\w./-]+)`", text_of(GUIDE))
        if re.search(r"\.(py|mjs|js|css|html|toml)$|/$", path)
    }
    built = {"atlas/skill-gap-0-luck-7.html", ".venv/", "build/.atlas/"}
    assert len(paths) > 40
    assert {p for p in paths - built if not any((above / p).exists() for above in (ROOT, PACKAGE))} == set()


def test_the_example_of_the_guide_is_so() -> None:
    assert doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8") == (0, 10)


def test_the_examples_of_modules_are_so() -> None:
    examples = [name for name, text in modules().items() if ">>> " in text]
    assert "game.advice" in examples
    assert [name for name in examples if doctest.testmod(import_module(f"atlas.{name}")).failed] == []


def test_results_that_cost_much_are_kept_for_small_builds() -> None:
    """A test that builds a small site does not derive the cards anew; PDFs of a small site are quick."""
    results = plan.results(EDITION)
    wanted = [*plan.site_files(EDITION, None, results), *plan.print_files(EDITION, None, results), results.data]
    tasks = needed(wanted)
    assert len(tasks) > 100
    assert {
        task.work.name
        for task in tasks
        if task.seconds > 2 and task.heading != PRINTING and not task.work.name.startswith(DEAR)
    } == set()


def test_the_tests_that_begin_first_are_there() -> None:
    assert [name for name in LONGEST if not (Path(__file__).parent / f"{name}.py").exists()] == []
