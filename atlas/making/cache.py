"""What a build has made, kept for the next one: results by name and by a key of everything they depend on.

Every entry carries its checksum: one that does not fit is set aside with a line, and made anew. An entry is
complete or not there, whenever a build is killed. What was not used for longest goes when the folder grows.

Results are pickles, and to read a pickle can run code. So they are only read from a folder that is ours alone:
it and the folder around it belong to whoever builds, nobody else may write to them, and neither is a link. Where
that is not so (in another user's clone, on a disk that knows no owners) results go to a temporary folder that
ends with the build. Someone who may rename the folders further up is beyond what can be checked here.
"""

import hashlib
import os
import pickle
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DIGEST_BYTES = hashlib.sha256().digest_size
MOST_BYTES = 600_000_000
"""several whole builds"""
PRIVATE_MODE = 0o700


@dataclass(frozen=True)
class Cache:
    """A folder of results."""

    folder: Path
    say: Callable[[str], object]

    def has(self, name: str, key: str) -> bool:
        """Whether there is a sound result; a damaged one is set aside."""
        path = self._path(name, key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return False
        if _sound(data):
            return True
        aside = path.with_name(f"{path.name}.damaged")
        path.replace(aside)
        self.say(f"The kept result {path.name} is damaged: set aside as {aside.name}, made anew")
        return False

    def get(self, name: str, key: str) -> Any:
        """A result that is there."""
        path = self._path(name, key)
        data = path.read_bytes()
        os.utime(path)
        return pickle.loads(memoryview(data)[DIGEST_BYTES:])

    def put(self, name: str, key: str, result: object) -> int:
        """Keep a result; returns its size in bytes."""
        content = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
        self.folder.mkdir(mode=PRIVATE_MODE, parents=True, exist_ok=True)
        path = self._path(name, key)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
        try:
            with naming(unfinished), unfinished.open("wb") as file:
                file.write(hashlib.sha256(content).digest())
                file.write(content)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return len(content)

    def prune(self, most: int = MOST_BYTES) -> None:
        """Remove what killed builds left, and what was used longest ago where there is too much."""
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
    """Have errors say which file they are about: the system does not where a disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def _sound(data: bytes) -> bool:
    return hashlib.sha256(memoryview(data)[DIGEST_BYTES:]).digest() == data[:DIGEST_BYTES]


@contextmanager
def opened(folder: Path, say: Callable[[str], object]) -> Iterator[Cache]:
    """The cache in a folder that is ours alone, or one that lasts as long as this build."""
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
