"""What a result depends on, as short texts that change with it: code, templates and the versions underneath."""

import ast
import hashlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from atlas.needs import HARFBUZZ_SUBSET
from atlas.rules import InputError

PACKAGE = Path(__file__).parent
LIBRARIES = (
    "font-source-sans-pro",
    "font-source-serif-pro",
    "fonttools",
    "jinja2",
    "matplotlib",
    "numpy",
    "pypdf",
    "weasyprint",
)


def templates_folder() -> Path:
    """Inside the package where it is installed, beside it in a checkout."""
    installed = PACKAGE / "templates"
    return installed if installed.is_dir() else PACKAGE.parent / "templates"


@cache
def versions() -> dict[str, str]:
    """What makes the files: the project, Python and the libraries."""
    python = ".".join(map(str, sys.version_info[:3]))
    cutter = "HarfBuzz-Subset" if HARFBUZZ_SUBSET.there() else "fontTools"
    try:
        found = {name: version(name) for name in ("luck-atlas", *LIBRARIES)}
    except PackageNotFoundError as error:
        raise InputError(f"the package {error.name} is missing: install it with pip install {error.name}") from None
    return {"python": python, "typefaces in PDFs cut by": cutter} | found


@cache
def everything() -> str:
    """Of all code, all templates and all versions."""
    return _digest([repr(versions()), *_files(PACKAGE, "*.py"), *_files(templates_folder(), "*")])


def static_files() -> dict[str, bytes]:
    """The stylesheet and the like, as they are."""
    folder = templates_folder()
    paths = sorted(path for path in (folder / "static").rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def worker_script() -> bytes:
    """What lets the site open offline, before it is told the files."""
    return (templates_folder() / "worker" / "sw.js").read_bytes()


def licences() -> dict[str, bytes]:
    """The texts that go with every copy, by the names of their files: of this project, and of the typefaces."""
    return {path.name: path.read_bytes() for path in sorted((templates_folder() / "licences").iterdir())}


def watched_files() -> list[Path]:
    """Everything that, changed, may change what a build makes."""
    return [*PACKAGE.glob("*.py"), *(path for path in templates_folder().rglob("*") if path.is_file())]


@cache
def templates(*folders: str) -> str:
    """Of the templates in some folders."""
    return _digest(text for folder in folders for text in _files(templates_folder() / folder, "*"))


@cache
def code(function: Callable[..., Any]) -> str:
    """Of a function, of the modules that are imported inside it, and of all that these import."""
    source = textwrap.dedent(inspect.getsource(function))
    names: set[str] = set()
    waiting = list(_imported(source))
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += _imported_by(name)
    return _digest(
        [repr(versions()), source, *(text for name in sorted(names) for text in _files(PACKAGE, f"{name}.py"))]
    )


@cache
def _imported_by(module: str) -> tuple[str, ...]:
    return tuple(_imported((PACKAGE / f"{module}.py").read_text(encoding="utf-8")))


def _imported(source: str) -> Iterable[str]:
    """Modules of this package that a text imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "atlas":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("atlas."):
            yield (node.module or "").removeprefix("atlas.")


def _files(folder: Path, pattern: str) -> Iterable[str | bytes]:
    for path in sorted(folder.rglob(pattern)):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix()
            yield path.read_bytes()


def _digest(texts: Iterable[str | bytes]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode() if isinstance(text, str) else text
        digest.update(b"%d\n" % len(data))
        digest.update(data)
    return digest.hexdigest()[:16]
