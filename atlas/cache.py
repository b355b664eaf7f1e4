"""What took long, kept between builds: results by name and by a key of everything they depend on.

The key is made of the source of the module that computes it and of all modules that it imports, the
versions underneath, and the options; so a result is found again only if it would come out the same. Every
entry carries its checksum: one that does not fit is set aside, and computed anew.
"""

import ast
import hashlib
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
DIGEST_BYTES = hashlib.sha256().digest_size


def key_of(module: str, *options: object) -> str:
    """A short text that changes with whatever the result of a module depends on."""
    underneath = (sys.version_info[:3], version("numpy"))
    digest = hashlib.sha256(repr((underneath, options)).encode())
    for name in sorted(_sources(module)):
        digest.update((PACKAGE / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]


def _sources(module: str) -> set[str]:
    """A module of the package and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            tree = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
            imports = (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
            waiting += [source.removeprefix("atlas.") for source in imports if source.startswith("atlas.")]
    return found


@dataclass(frozen=True)
class Cache:
    """A folder of results."""

    folder: Path
    say: Callable[[str], None]

    def get(self, name: str, key: str) -> Any | None:
        """A result kept earlier, or None."""
        path = self._path(name, key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
        if hashlib.sha256(content).digest() != digest:
            aside = path.with_suffix(".damaged")
            path.replace(aside)
            self.say(f"The kept result {path.name} is damaged: set aside as {aside.name}, computing it anew")
            return None
        return pickle.loads(content)

    def put(self, name: str, key: str, result: object) -> None:
        """Keep a result in place of earlier ones of that name."""
        content = pickle.dumps(result)
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob(f"{name}-*.pickle"):
            old.unlink()
        path = self._path(name, key)
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_bytes(hashlib.sha256(content).digest() + content)
        unfinished.replace(path)

    def _path(self, name: str, key: str) -> Path:
        return self.folder / f"{name}-{key}.pickle"
