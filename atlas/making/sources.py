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

from atlas import folders
from atlas.errors import InputError
from atlas.making.needs import HARFBUZZ_SUBSET

LIBRARIES = (
    "font-source-sans-pro",
    "font-source-serif-pro",
    "fonttools",
    "jinja2",
    "matplotlib",
    "numpy",
    "weasyprint",
)


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
    return _digest([repr(versions()), *_package("*.py", *folders.DATA), *_files(folders.templates_folder(), "*")])


def static_files() -> dict[str, bytes]:
    """The stylesheet and the like, as they are."""
    return _published("static")


def engine_files() -> dict[str, bytes]:
    """The solver as a module, and its types."""
    return _published("engine")


def screen_modules() -> dict[str, bytes]:
    """The scripts of the screen at the table and of the trainer, one by one."""
    return _published("table") | _published("trainer")


def _published(name: str) -> dict[str, bytes]:
    folder = folders.templates_folder()
    paths = sorted(path for path in (folder / name).rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def worker_script() -> bytes:
    """What lets the site open offline, before it is told the files."""
    return (folders.templates_folder() / "worker" / "sw.js").read_bytes()


def licences() -> dict[str, bytes]:
    """The texts that go with every copy, by the names of their files: of this project, and of the typefaces."""
    return {path.name: path.read_bytes() for path in sorted((folders.templates_folder() / "licences").iterdir())}


def watched_files() -> list[Path]:
    """Everything that, changed, may change what a build makes."""
    package = (path for pattern in ("*.py", *folders.DATA) for path in folders.PACKAGE.rglob(pattern))
    return [*package, *(path for path in folders.templates_folder().rglob("*") if path.is_file())]


@cache
def templates(*names: str) -> str:
    """Of the templates in some folders."""
    return _digest(text for name in names for text in _files(folders.templates_folder() / name, "*"))


@cache
def code(function: Callable[..., Any]) -> str:
    """Of a function and where it stands, of the modules that are imported inside it, of all that these import, and of
    the data."""
    source = textwrap.dedent(inspect.getsource(function))
    names: set[str] = set()
    waiting = list(_imported(source))
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += _imported_by(name)
    modules = (text for name in sorted(names) for text in _module(name))
    return _digest([repr(versions()), function.__module__, source, *modules, *_package(*folders.DATA)])


@cache
def _imported_by(module: str) -> tuple[str, ...]:
    return tuple(_imported((folders.PACKAGE / _path(module)).read_text(encoding="utf-8")))


def _module(name: str) -> Iterable[str | bytes]:
    yield name
    yield (folders.PACKAGE / _path(name)).read_bytes()


def _path(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _imported(source: str) -> Iterable[str]:
    """Modules of this package that a text imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == folders.PACKAGE.name:
            module = ".".join((node.module or "").split(".")[1:])
            if (folders.PACKAGE / _path(module)).is_file():
                yield module
            else:
                yield from (f"{module}.{alias.name}".lstrip(".") for alias in node.names)


def _package(*patterns: str) -> Iterable[str | bytes]:
    return (text for pattern in patterns for text in _files(folders.PACKAGE, pattern))


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
