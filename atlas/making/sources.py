"""What a build is made from: versions of the libraries, templates as files, and a digest of everything."""

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

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


PATTERNS = ("*.py", *(f"*{suffix}" for suffix in folders.DATA_SUFFIXES))
"""patterns of the files in the package that a build is made from"""


@cache
def versions() -> dict[str, str]:
    """Return the versions of the project, of Python and of the libraries that make the files."""
    python = ".".join(map(str, sys.version_info[:3]))
    cutter = "HarfBuzz-Subset" if HARFBUZZ_SUBSET.there() else "fontTools"
    try:
        installed = {name: version(name) for name in ("luck-atlas", *LIBRARIES)}
    except PackageNotFoundError as error:
        raise InputError(f"the package {error.name} is missing: install it with pip install {error.name}") from None
    return {"python": python, "typefaces in PDFs cut by": cutter} | installed


@cache
def everything() -> str:
    """Return a digest of all code, all templates and all versions."""
    return _digest([repr(versions()), *_files(folders.PACKAGE, *PATTERNS), *_files(folders.templates_folder(), "*")])


def static_files() -> dict[str, bytes]:
    """Return the static files, by name."""
    return _published("static")


def engine_sources() -> dict[str, bytes]:
    """Return the files of the solver as a module, and its types."""
    return _published("engine")


def screen_modules() -> dict[str, bytes]:
    """Return the scripts of the fight page and of the trainer, by name."""
    return _published("table") | _published("trainer")


def _published(name: str) -> dict[str, bytes]:
    folder = folders.templates_folder()
    paths = sorted(path for path in (folder / name).rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def worker_script() -> bytes:
    """Return the script of the service worker, without its list of files."""
    return (folders.templates_folder() / "worker" / "sw.js").read_bytes()


def licences() -> dict[str, bytes]:
    """Return the licences of the project and of the typefaces, by file name."""
    return {path.name: path.read_bytes() for path in sorted((folders.templates_folder() / "licences").iterdir())}


def watched_files() -> list[Path]:
    """Return all files that a build reads."""
    package = (path for pattern in PATTERNS for path in folders.PACKAGE.rglob(pattern))
    return [*package, *(path for path in folders.templates_folder().rglob("*") if path.is_file())]


def _files(folder: Path, *patterns: str) -> Iterable[str | bytes]:
    for path in sorted(path for pattern in patterns for path in folder.rglob(pattern)):
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
