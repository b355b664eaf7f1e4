"""Results kept for the next build, by the name of the task and a key of everything that they depend on.

Every result carries its checksum: a damaged one is set aside with a message, and computed again. A result is complete
or missing, whenever a build is killed. When the folder grows too large, results that were not used for longest go.

Results are pickles, and to read a pickle can run code. So they are only read from a folder that is ours alone:
it and the folder around it belong to whoever builds, nobody else may write to them, and neither is a link. Where
that is not so (in another user's clone, on a disk that knows no owners) results go to a temporary folder that
ends with the build. Someone who may rename the folders further up is beyond what can be checked here.
"""

import hashlib
import io
import os
import pickle
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any, NamedTuple

DIGEST_BYTES = hashlib.sha256().digest_size
MOST_BYTES = 600_000_000
"""several whole builds"""
PRIVATE_MODE = 0o700
ClassName = tuple[str, str]
"""A module and what it defines."""


class CacheEntry(NamedTuple):
    """A result in the cache."""

    file: str
    checksum: str
    classes: tuple[ClassName, ...]
    """the classes of its objects: what these do depends on their code"""
    size: int


@dataclass(frozen=True)
class Cache:
    """A folder of results."""

    folder: Path
    say: Callable[[str], object]

    def find(self, name: str, key: str) -> CacheEntry | None:
        """Return the entry of a sound result, or None; set a damaged one aside."""
        path = self._path(name, key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        if _is_sound(data):
            os.utime(path)
            return _entry(path, data)
        aside = path.with_name(f"{path.name}.damaged")
        path.replace(aside)
        self.say(f"The kept result {path.name} is damaged: set aside as {aside.name}, made anew")
        return None

    def get(self, entry: CacheEntry) -> Any:
        """Return the result of an entry."""
        with (self.folder / entry.file).open("rb") as file:
            file.seek(DIGEST_BYTES)
            pickle.load(file)
            return pickle.load(file)

    def put(self, name: str, key: str, result: object) -> CacheEntry:
        """Keep a result."""
        content = _pickled(result)
        self.folder.mkdir(mode=PRIVATE_MODE, parents=True, exist_ok=True)
        path = self._path(name, key)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
        data = hashlib.sha256(content).digest() + content
        try:
            with naming(unfinished):
                unfinished.write_bytes(data)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return _entry(path, data)

    def prune(self, most: int = MOST_BYTES) -> None:
        """Remove leftovers of killed builds and, beyond `MOST_BYTES`, the results used longest ago."""
        files = ((path.stat(), path) for path in self.folder.glob("*") if path.is_file())
        entries = sorted(files, key=lambda entry: entry[0].st_mtime_ns, reverse=True)
        total = 0
        for status, path in entries:
            total += status.st_size
            if total > most or path.suffix == ".unfinished":
                path.unlink()

    def _path(self, name: str, key: str) -> Path:
        return self.folder / f"{name.replace(' ', '-')}.{key}"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the file's name to errors in this context that lack one, as that of a full disk does."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


class _Pickler(pickle.Pickler):
    """A pickler that records the classes and functions of this package that it meets."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.classes: set[type | FunctionType] = set()

    def reducer_override(self, value: object) -> Any:
        self.classes.add(value if isinstance(value, type | FunctionType) else type(value))
        return NotImplemented


def _pickled(result: object) -> bytes:
    """Return a pickle of the list of classes in a result, and one of the result."""
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.dump(result)
    package = __name__.partition(".")[0]
    named = ((kind.__module__, kind.__qualname__.partition(".")[0]) for kind in pickler.classes)
    classes = sorted({name for name in named if name[0].partition(".")[0] == package})
    return pickle.dumps(tuple(classes)) + file.getvalue()


def _entry(path: Path, data: bytes) -> CacheEntry:
    classes: tuple[ClassName, ...] = pickle.loads(memoryview(data)[DIGEST_BYTES:])
    return CacheEntry(path.name, data[:DIGEST_BYTES].hex(), classes, len(data))


def _is_sound(data: bytes) -> bool:
    return hashlib.sha256(memoryview(data)[DIGEST_BYTES:]).digest() == data[:DIGEST_BYTES]


@contextmanager
def opened(folder: Path, say: Callable[[str], object]) -> Iterator[Cache]:
    """Open the cache in a folder that is ours alone; else one in a temporary folder, for this build only."""
    for each in (folder.parent, folder):
        with suppress(FileExistsError):
            each.mkdir(mode=PRIVATE_MODE, parents=True)
    open_to_others = next((each for each in (folder.parent, folder) if not _ours_alone(each)), None)
    if open_to_others is None:
        yield Cache(folder, say)
    else:
        say(f"{open_to_others} is not a folder of yours alone, so no results are kept: remove it to have them kept")
        with TemporaryDirectory(prefix="luck-atlas-") as private:
            yield Cache(Path(private), say)


def _ours_alone(folder: Path) -> bool:
    status = folder.lstat()
    others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not others_write
