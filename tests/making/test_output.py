"""The output folder: nothing foreign is touched, and a site is there whole or not at all."""

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from atlas.errors import BuildError, InputError
from atlas.making import output as outputs
from atlas.making.output import Manifest, Output, listed

OLD = {"index.html": b"old", "data/a.txt": b"1"}
NEW = {"index.html": b"new one", "atlas/b.html": b"2"}


def manifest(files: dict[str, bytes]) -> Manifest:
    return Manifest({"x": 1}, {"python": "3"}, {"site": "abc"}, listed(files))


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def put(output: Output, files: dict[str, bytes]) -> None:
    with output.locked(print):
        output.refuse_foreign_files()
        output.replace(files, manifest(files))


@pytest.fixture
def output(tmp_path: Path) -> Output:
    made = Output(tmp_path / "out")
    put(made, OLD)
    return made


@pytest.mark.parametrize("at_once", [True, False])
def test_a_new_site_takes_the_old_one_s_place(output: Output, monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    if not at_once:
        monkeypatch.setattr(outputs, "_exchange", lambda one, other: False)
    assert contents(output.site) == OLD
    put(output, NEW)
    assert contents(output.site) == NEW
    assert output.manifest() == manifest(NEW)
    assert {path.name for path in output.folder.iterdir()} == {"site", "manifest.json", ".atlas"}
    assert {path.name for path in (output.folder / ".atlas").iterdir()} == {"lock"}


def test_two_folders_change_names_at_once_here(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    if not outputs._exchange(tmp_path / "one", tmp_path / "other"):
        pytest.skip("this file system cannot exchange two names")
    assert (tmp_path / "one" / "other").exists() and (tmp_path / "other" / "one").exists()


def test_killed_before_the_new_manifest(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(self: Path, target: Path) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", die)
        with pytest.raises(Killed):
            put(output, NEW)
    assert contents(output.site) == NEW and output.manifest() == manifest(OLD)
    put(output, OLD)
    assert contents(output.site) == OLD


def test_killed_between_two_renames(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "_exchange", lambda one, other: False)
    renamed = Path.rename

    def die(self: Path, target: Path) -> Path:
        if target == output.site:
            raise SystemExit
        return renamed(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", die)
        with pytest.raises(SystemExit):
            put(output, NEW)
    assert not output.site.exists()
    with output.locked(print):
        assert contents(output.site) == OLD


@pytest.mark.parametrize("name", ["site/precious.txt", "site/data/precious.txt", "site/data/.precious"])
def test_foreign_files_in_the_site_stay(output: Output, name: str) -> None:
    (output.folder / name).write_text("mine")
    before = contents(output.folder)
    with pytest.raises(InputError, match=r"precious(\.txt)? was not made by a build: move it away"):
        put(output, NEW)
    assert contents(output.folder) == before


@pytest.mark.parametrize("name", ["thesis.txt", "photos/cat.jpg", "manifest.json", "site/index.html"])
def test_a_folder_in_use_for_something_else_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(InputError) as refused:
        put(Output(tmp_path), NEW)
    assert "\n" not in str(refused.value)
    assert contents(tmp_path).items() >= {name: b"mine"}.items()
    assert set(contents(tmp_path)) <= {name, ".atlas/lock"}


def test_a_site_that_is_a_link_or_a_file_stays(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious.txt").write_text("mine")
    for number, make in enumerate((lambda p: p.symlink_to(elsewhere), lambda p: p.write_text("mine"))):
        output = Output(tmp_path / str(number))
        output.folder.mkdir()
        make(output.site)
        with pytest.raises(InputError, match="is not a folder that a build made"):
            put(output, NEW)
    assert contents(elsewhere) == {"precious.txt": b"mine"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": {"site/index.html": 1}}', "null"])
def test_a_damaged_manifest_is_named(output: Output, text: str) -> None:
    output.manifest_path.write_text(text)
    with pytest.raises(InputError, match=r"manifest\.json is not the list of a build"):
        put(output, NEW)
    assert contents(output.site) == OLD


def test_a_full_disk_leaves_the_old_site(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if self.name == "b.html":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))
        return written(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        put(output, NEW)
    assert contents(output.site) == OLD and output.manifest() == manifest(OLD)
    assert not (output.folder / ".atlas" / "staging").exists()


def test_what_was_written_wrongly_is_noticed(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: written(self, data[:-1]))
    with pytest.raises(BuildError, match="was not written as it should be"):
        put(output, NEW)
    assert contents(output.site) == OLD


def test_intact_means_all_there_and_unchanged(output: Output) -> None:
    listed_files = output.manifest()
    assert listed_files and output.intact(listed_files)
    page = output.site / "index.html"
    page.write_bytes(b"odl")
    assert not output.intact(listed_files), "same size, written later"
    put(output, OLD)
    assert output.intact(listed_files)
    page.unlink()
    assert not output.intact(listed_files)
    shutil.rmtree(output.site)
    assert not output.intact(listed_files)


def test_the_manifest_is_plain_json(output: Output) -> None:
    read = json.loads(output.manifest_path.read_text())
    assert read["files"]["site/index.html"] == {
        "bytes": 3,
        "sha256": "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4",
    }
    assert read["made_by"] == {"python": "3"} and read["options"] == {"x": 1} and read["parts"] == {"site": "abc"}
