"""The folder that a build writes into: one build at a time, nothing foreign touched, the new site swapped in whole.

`site/` is what is published, `manifest.json` lists what a build made, `.atlas/` holds the lock, the cache and
the staging folder. A site takes the old one's place in one exchange of names, so that nobody sees half of it.
"""

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from atlas.errors import BuildError, InputError

Files = Mapping[str, bytes]
"""Contents by path from the root of the site."""

AT_FDCWD, RENAME_EXCHANGE = -100, 2
"""of Linux's renameat2"""


@dataclass(frozen=True)
class Manifest:
    """What a build made, and from what."""

    options: Mapping[str, object]
    made_by: Mapping[str, str]
    """versions"""
    parts: Mapping[str, str]
    """of each part, what its making depended on"""
    files: Mapping[str, Mapping[str, Any]]
    """by path from the output folder: bytes, sha256"""

    def text(self) -> str:
        return json.dumps(self.__dict__, indent=1) + "\n"


@dataclass(frozen=True)
class Output:
    """An output folder."""

    folder: Path

    @property
    def site(self) -> Path:
        return self.folder / "site"

    @property
    def manifest_path(self) -> Path:
        return self.folder / "manifest.json"

    @property
    def cache(self) -> Path:
        return self._own / "cache"

    @property
    def _own(self) -> Path:
        return self.folder / ".atlas"

    @property
    def _staging(self) -> Path:
        return self._own / "staging"

    @property
    def _old(self) -> Path:
        """Where the site stands for a moment if the system cannot exchange two folders."""
        return self._own / "old"

    @contextmanager
    def locked(self, say: Callable[[str], object]) -> Iterator[None]:
        """One build at a time: a second one waits, and says so."""
        self._refuse_foreign_folder()
        self._own.mkdir(parents=True, exist_ok=True)
        with (self._own / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"Another build is at work in {self.folder}: waiting for it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            if self._old.exists() and not self.site.exists():
                self._old.rename(self.site)
            yield

    def manifest(self) -> Manifest | None:
        """Of the last build, if there was one."""
        return _read_manifest(self.manifest_path)

    def intact(self, manifest: Manifest) -> bool:
        """Whether all files are there, of their size, and none was written after the manifest."""
        written = self.manifest_path.stat().st_mtime_ns
        for name, listed in manifest.files.items():
            try:
                status = (self.folder / name).stat()
            except OSError:
                return False
            if status.st_size != listed["bytes"] or status.st_mtime_ns > written:
                return False
        return True

    def refuse_foreign_files(self) -> None:
        """A site with files that no build made is not ours to replace."""
        if self.site.is_symlink() or (self.site.exists() and not self.site.is_dir()):
            raise InputError(f"{self.site} is not a folder that a build made: it stays as it is")
        # A build killed between its last two renames left the manifest of the new site in the staging folder.
        manifests = (self.manifest(), _read_manifest(self._staging / "manifest.json"))
        made = {name for manifest in manifests if manifest for name in manifest.files}
        for folder, _, names in os.walk(self.site):
            for name in sorted(names):
                path = Path(folder, name)
                if path.relative_to(self.folder).as_posix() not in made:
                    raise InputError(f"{path} was not made by a build: move it away, or choose another --output")

    def _refuse_foreign_folder(self) -> None:
        """A folder in use for something else is left alone. Our own has a manifest, or hidden names alone."""
        if self.folder.is_dir() and not self.manifest_path.exists():
            for path in sorted(self.folder.iterdir()):
                if not path.name.startswith(".") and path.name != "site":
                    raise InputError(f"{self.folder} holds {path.name}, which no build made: choose another --output")

    def read(self, manifest: Manifest, belongs: Callable[[str], bool]) -> dict[str, bytes]:
        """Files of the present site, by path from its root."""
        names = [name.removeprefix("site/") for name in manifest.files]
        return {name: (self.site / name).read_bytes() for name in names if belongs(name)}

    def replace(self, files: Files, manifest: Manifest) -> None:
        """Put a new site in the place of the old one."""
        self._remove_staging()
        try:
            self._write(files, manifest)
        except BaseException:
            self._remove_staging()
            raise
        self._swap_in(self._staging / "site")
        (self._staging / "manifest.json").replace(self.manifest_path)
        self._remove_staging()

    def _write(self, files: Files, manifest: Manifest) -> None:
        for folder in sorted({(self._staging / "site" / name).parent for name in files}):
            folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (self._staging / "site" / name).write_bytes(content)
        for name, content in files.items():
            if (
                hashlib.sha256((self._staging / "site" / name).read_bytes()).digest()
                != hashlib.sha256(content).digest()
            ):
                raise BuildError(f"{name} was not written as it should be: the site stays as it was")
        (self._staging / "manifest.json").write_text(manifest.text(), encoding="utf-8")

    def _swap_in(self, new: Path) -> None:
        """In one step where the system can."""
        if not self.site.exists():
            new.rename(self.site)
        elif not _exchange(new, self.site):
            self.site.rename(self._old)
            new.rename(self.site)

    def _remove_staging(self) -> None:
        for folder in (self._staging, self._old):
            shutil.rmtree(folder, ignore_errors=True)


def listed(files: Files) -> dict[str, dict[str, Any]]:
    """The files as a manifest lists them."""
    return {
        f"site/{name}": {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(files.items())
    }


def _read_manifest(path: Path) -> Manifest | None:
    try:
        manifest = Manifest(**json.loads(path.read_text(encoding="utf-8")))
        if not all(isinstance(entry["bytes"], int) for entry in manifest.files.values()):
            raise ValueError
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(f"{path} is not the list of a build: move it and {path.parent / 'site'} away") from None
    return manifest


def _exchange(one: Path, other: Path) -> bool:
    """Swap the names of two folders at once; False where the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS):
        return False
    raise OSError(number, os.strerror(number), str(other))
