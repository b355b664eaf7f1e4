"""The output folder: one build at a time, files of others left alone, the new site swapped in whole.

`site/` is what is published, `manifest.json` lists what a build made, `.atlas/` holds the lock, the cache and
the staging folder. A site takes the old one's place in one exchange of names, so that nobody sees half of it.

The staging folder has a list of the files of the new site before the first of them is written, and of the old site
until the last of them is removed. So files that no build made are recognised whenever a build was killed, and kept.
"""

import ctypes
import fcntl
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from atlas.errors import InputError
from atlas.making.cache import PRIVATE_MODE, naming

Files = dict[str, bytes]
"""Contents by path from the root of the site."""

OWN_NAMES = (".atlas", ".gitignore", "site")
"""files that an output folder may hold before its first build: a checkout has a .gitignore there"""
FOLDER_MODE, FILE_MODE = 0o755, 0o644
"""of published files: readable for a web server, whatever the umask"""
AT_FDCWD, RENAME_EXCHANGE = -100, 2
"""of Linux's renameat2"""
MOST_MANIFEST_BYTES = 10_000_000


@dataclass(frozen=True)
class Manifest:
    """The files that builds made, with what they were made from."""

    options: Mapping[str, object]
    made_by: Mapping[str, str]
    """versions"""
    parts: Mapping[str, str]
    """by part: a digest of everything that it was made from"""
    files: Mapping[str, Mapping[str, object]]
    """by path from the output folder: bytes, sha256"""

    def text(self) -> str:
        return json.dumps(self.__dict__, indent=1) + "\n"


class Output:
    """An output folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / "site"
        self.manifest_path = folder / "manifest.json"
        self._own = folder / ".atlas"
        self.cache = self._own / "cache"
        self._staging = self._own / "staging"
        self._old = self._staging / "old"
        """the old site during the swap, if the system cannot exchange two folders in one step"""
        self._new_manifest = self._staging / "manifest.json"
        self._names_before = self._staging / "names-before"
        """the paths of all files that earlier builds made, as this one began to write"""

    @contextmanager
    def locked(self, say: Callable[[str], object]) -> Iterator[None]:
        """Hold the lock of the folder in this context; if another build has it, say so and wait."""
        self._refuse_foreign_folder()
        self._make_folders()
        lock = os.open(self._own / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"Another build is at work in {self.folder}: waiting for it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            self._finish_swap()
            yield
        finally:
            os.close(lock)

    def _finish_swap(self) -> None:
        """Finish the swap of a build that was killed between two renames."""
        if self._old.exists() and not self.site.exists():
            self._old.rename(self.site)
        new = _read_manifest(self._new_manifest)
        if new and self.intact(new):
            self._new_manifest.replace(self.manifest_path)

    def _make_folders(self) -> None:
        if not self.folder.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(FOLDER_MODE)
        if self._own.is_symlink():
            raise InputError(f"{self._own} is a link, which no build made: remove it, or choose another --output")
        self._own.mkdir(mode=PRIVATE_MODE, exist_ok=True)

    def manifest(self) -> Manifest | None:
        """Return the manifest of the last build, or None."""
        return _read_manifest(self.manifest_path)

    def intact(self, manifest: Manifest) -> bool:
        """Return whether all files of a manifest exist unchanged."""
        return all(_as_listed(self.folder / name, entry) for name, entry in manifest.files.items())

    def refuse_foreign_files(self) -> None:
        """Raise an InputError if the site holds files that no build made."""
        self._refuse_all_but(_names(self.manifest()) | self._made_in_staging())

    def _refuse_all_but(self, build_files: set[str]) -> None:
        if self.site.is_symlink() or (self.site.exists() and not self.site.is_dir()):
            raise InputError(f"{self.site} is not a folder that a build made: it stays as it is")
        for folder, folders, names in os.walk(self.site):
            for path in sorted(Path(folder, name) for name in [*folders, *names]):
                if not _made_by_a_build(path, self.site, build_files):
                    raise InputError(f"{path} was not made by a build: move it away, or choose another --output")

    def _refuse_foreign_folder(self) -> None:
        """Raise an InputError if the folder has no manifest, but files that no build makes."""
        if self.folder.is_dir() and self.manifest() is None:
            for path in sorted(self.folder.iterdir()):
                if path.name not in OWN_NAMES:
                    raise InputError(f"{self.folder} holds {path.name}, which no build made: choose another --output")

    def _made_before(self) -> set[str]:
        try:
            return set(self._names_before.read_text(encoding="utf-8").splitlines())
        except FileNotFoundError:
            return set()

    def _made_in_staging(self) -> set[str]:
        """Return the paths of files that a killed build wrote, or may have written, into the staging folder.

        After the swap the old site stands there.
        """
        return _names(_read_manifest(self._new_manifest)) | self._made_before()

    def read(self, manifest: Manifest, belongs: Callable[[str], bool]) -> dict[str, bytes]:
        """Return files of the present site, by path from its root."""
        names = [name for name in manifest.files if belongs(name.removeprefix("site/"))]
        for name in names:
            if not _as_listed(self.folder / name, manifest.files[name]):
                raise InputError(f"{self.folder / name} is not as it was made: build all of the site again")
        return {name.removeprefix("site/"): (self.folder / name).read_bytes() for name in names}

    def replace(self, files: Files, manifest: Manifest, say: Callable[[str], object]) -> None:
        """Replace the old site by a new one. Keep, and report, files that others put there meanwhile."""
        self._staging.mkdir(mode=PRIVATE_MODE, exist_ok=True)
        build_files = _names(self.manifest()) | self._made_in_staging()
        try:
            _write_at_once(self._names_before, "".join(f"{name}\n" for name in sorted(build_files)))
            self._remove_sites(say)
            _write_at_once(self._new_manifest, manifest.text())
            self._write(files)
            self._refuse_all_but(self._made_before())
        except BaseException:
            self._remove_staging(say)
            raise
        self._swap_in(self._staging / "site")
        self._new_manifest.replace(self.manifest_path)
        self._remove_staging(say)

    def _write(self, files: Files) -> None:
        site = self._staging / "site"
        folders = {folder for name in files for folder in (site / name).parents if folder.is_relative_to(site)}
        for folder in sorted(folders):
            folder.mkdir()
            folder.chmod(FOLDER_MODE)
        for name, content in files.items():
            with naming(site / name):
                (site / name).write_bytes(content)
            (site / name).chmod(FILE_MODE)

    def _swap_in(self, new: Path) -> None:
        """Exchange the old and the new site, in one step if the system can."""
        if not self.site.exists():
            new.rename(self.site)
        elif not exchange(new, self.site):
            self.site.rename(self._old)
            new.rename(self.site)

    def _remove_sites(self, say: Callable[[str], object]) -> None:
        """Remove the old site and an unfinished one; move files that no build made elsewhere, and say so."""
        build_files = self._made_in_staging()
        for site in (self._staging / "site", self._old):
            if not site.is_symlink():
                _remove_made(site, build_files)
            if site.is_symlink() or site.exists():
                aside = self._free_name("kept-from-site")
                site.rename(aside)
                say(f"{self.site} held files that no build made when it was replaced: they are in {aside} now")

    def _remove_staging(self, say: Callable[[str], object]) -> None:
        self._remove_sites(say)
        shutil.rmtree(self._staging, ignore_errors=True)

    def _free_name(self, name: str) -> Path:
        names = (self.folder / (f"{name}-{number}" if number > 1 else name) for number in count(1))
        return next(path for path in names if not path.exists())


def manifest_entries(files: Files) -> dict[str, dict[str, object]]:
    """Return the files as a manifest lists them."""
    return {
        f"site/{name}": {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(files.items())
    }


def _names(manifest: Manifest | None) -> set[str]:
    return set(manifest.files) if manifest else set()


def regular_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file; refuse anything else, and larger files, before opening it."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > most:
        raise InputError(f"{path} cannot be read: allowed is a regular file of at most {most:,} bytes")
    with path.open("rb") as file:
        return file.read(most)


def _read_manifest(path: Path) -> Manifest | None:
    try:
        entries = json.loads(regular_file(path, MOST_MANIFEST_BYTES))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        entries = None
    if not _is_manifest(entries):
        raise InputError(f"{path} is not the list of a build: move it and {path.parent / 'site'} away")
    return Manifest(**entries)


def _is_manifest(entries: object) -> bool:
    """Return whether a JSON value has the shape of a manifest."""
    return (
        isinstance(entries, dict)
        and entries.keys() == Manifest.__dataclass_fields__.keys()
        and all(isinstance(mapping, dict) for mapping in entries.values())
        and all(isinstance(text, str) for text in (*entries["made_by"].values(), *entries["parts"].values()))
        and all(_is_listed(name, entry) for name, entry in entries["files"].items())
    )


def _is_listed(name: str, entry: object) -> bool:
    return (
        re.fullmatch(r"site(/(?!\.{1,2}(/|$))[!-.0-~]+)+", name) is not None
        and isinstance(entry, dict)
        and entry.keys() == {"bytes", "sha256"}
        and type(entry["bytes"]) is int
        and isinstance(entry["sha256"], str)
    )


def exchange(one: Path, other: Path) -> bool:
    """Exchange the names of two folders in one step; return False if the system or the disk cannot."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    names = (AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other))
    return rename is not None and rename(*names, RENAME_EXCHANGE) == 0


def _as_listed(path: Path, entry: Mapping[str, object]) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == entry.get("sha256")
    except OSError:
        return False


def _made_by_a_build(path: Path, site: Path, build_files: set[str]) -> bool:
    """Return whether a build made a path: any folder counts as made, a link never does."""
    return not path.is_symlink() and (path.is_dir() or f"site/{path.relative_to(site).as_posix()}" in build_files)


def _remove_made(site: Path, build_files: set[str]) -> None:
    """Remove the files of a site that builds made, and folders that are then empty."""
    for folder, _, names in os.walk(site, topdown=False):
        with suppress(OSError):
            for path in (Path(folder, name) for name in names):
                if _made_by_a_build(path, site, build_files):
                    path.unlink()
            Path(folder).rmdir()


def _write_at_once(path: Path, text: str) -> None:
    """Write a file atomically: if the build is killed, it is complete or missing."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    with naming(unfinished):
        unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
