"""The output folder: nothing foreign is touched, and a site is there whole or not at all."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, ItemsView, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from atlas import build as builds
from atlas.cli import main
from atlas.errors import InputError
from atlas.making import output as outputs
from atlas.making.output import Manifest, Output, manifest_entries

OLD = {"index.html": b"old", "data/a.txt": b"1"}
NEW = {"index.html": b"new one", "atlas/b.html": b"2"}


def manifest(files: dict[str, bytes]) -> Manifest:
    return Manifest({"x": 1}, {"python": "3"}, {"site": "abc"}, manifest_entries(files))


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def put(output: Output, files: dict[str, bytes]) -> list[str]:
    """Build, so to speak; returns what was said."""
    said, made = list[str](), manifest({name: files[name] for name in files})
    with output.locked(said.append):
        output.refuse_foreign_files()
        output.replace(files, made, said.append)
    return said


@pytest.fixture
def output(tmp_path: Path) -> Output:
    folder = Output(tmp_path / "out")
    put(folder, OLD)
    return folder


@pytest.fixture(params=[True, False], ids=["at once", "in two steps"])
def swapping(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As systems can and as others cannot."""
    if not request.param:
        monkeypatch.setattr(outputs, "exchange", lambda one, other: False)


class Killed(BaseException):
    pass


class Watched(dict[str, bytes]):
    """Files that take note when they are about to be written."""

    def __init__(self, files: Mapping[str, bytes], note: Callable[[], object]) -> None:
        super().__init__(files)
        self.note = note

    def items(self) -> ItemsView[str, bytes]:
        self.note()
        return super().items()


@contextmanager
def at_the_swap(do: Callable[[], object]) -> Iterator[None]:
    """Something that happens just before the new site takes the old one's place."""
    exchange = outputs.exchange

    def both(one: Path, other: Path) -> bool:
        do()
        return exchange(one, other)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(outputs, "exchange", both)
        yield


@contextmanager
def killed_before_the_new_manifest(output: Output) -> Iterator[None]:
    replaced = Path.replace

    def die(self: Path, target: Path) -> Path:
        if target == output.manifest_path:
            raise Killed
        return replaced(self, target)

    with pytest.MonkeyPatch.context() as patched, pytest.raises(Killed):
        patched.setattr(Path, "replace", die)
        yield


@pytest.mark.usefixtures("swapping")
def test_a_new_site_takes_the_old_one_s_place(output: Output) -> None:
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
    if not outputs.exchange(tmp_path / "one", tmp_path / "other"):
        pytest.skip("this file system cannot exchange two names")
    assert (tmp_path / "one" / "other").exists() and (tmp_path / "other" / "one").exists()


@pytest.mark.usefixtures("swapping")
def test_killed_before_the_new_manifest(output: Output) -> None:
    with killed_before_the_new_manifest(output):
        put(output, NEW)
    assert contents(output.site) == NEW and output.manifest() == manifest(OLD)
    with output.locked(print):
        assert output.manifest() == manifest(NEW), "the site is the new one: so is its list"
    assert put(output, OLD) == []
    assert contents(output.site) == OLD


def test_killed_at_every_operation(tmp_path: Path) -> None:
    """The site is the old one or the new one, whole, and the next build is right, and leaves nothing behind."""
    command = [sys.executable, "-m", "tests.killing", "every", str(tmp_path / "out")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[0]) > 30, ran.stdout
    assert {path.name for path in (tmp_path / "out" / ".atlas").iterdir()} == {"lock"}


def test_killed_between_two_renames(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "exchange", lambda one, other: False)
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


@pytest.mark.parametrize("name", ["site/precious.txt", "site/atlas/b.html"])
def test_a_file_that_comes_while_a_build_runs_stays(output: Output, name: str) -> None:
    """Even one of a name that the new site has."""
    path = output.folder / name
    path.parent.mkdir(exist_ok=True)
    late = Watched(NEW, lambda: path.write_text("mine"))
    with pytest.raises(InputError, match=f"{path} was not made by a build: move it away"):
        put(output, late)
    assert contents(output.site) == {**OLD, name.removeprefix("site/"): b"mine"}
    assert output.manifest() == manifest(OLD) and not (output.folder / ".atlas" / "staging").exists()


@pytest.mark.usefixtures("swapping")
@pytest.mark.parametrize("name", ["precious.txt", "data/precious.txt", "atlas/b.html"])
def test_a_file_that_comes_at_the_last_moment_is_kept(output: Output, name: str) -> None:
    path = output.site / name

    def come() -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")

    moved = output.folder / "kept-from-site"
    with at_the_swap(come):
        said = put(output, NEW)
    assert said == [f"{output.site} held files that no build made when it was replaced: they are in {moved} now"]
    assert contents(output.site) == NEW and contents(moved) == {name: b"mine"}
    put(output, OLD)
    with at_the_swap(come):
        put(output, NEW)
    assert contents(moved.with_name("kept-from-site-2")) == {name: b"mine"}, "the first is still there"
    assert put(output, NEW) == [] and contents(output.site) == NEW


@pytest.mark.usefixtures("swapping")
def test_a_file_that_came_is_kept_though_the_build_was_killed(output: Output) -> None:
    come = at_the_swap(lambda: (output.site / "precious.txt").write_text("mine"))
    with come, killed_before_the_new_manifest(output):
        put(output, NEW)
    assert contents(output.site) == NEW
    (said,) = put(output, OLD)
    assert contents(output.site) == OLD and contents(output.folder / "kept-from-site") == {"precious.txt": b"mine"}
    assert "kept-from-site" in said


def test_links_in_the_site_stay_and_so_does_what_they_lead_to(output: Output, tmp_path: Path) -> None:
    (output.site / "data").rename(tmp_path / "elsewhere")
    link = output.site / "data"
    link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=f"{link} was not made by a build"):
        put(output, NEW)
    link.unlink()
    with at_the_swap(lambda: link.symlink_to(tmp_path / "elsewhere")):
        put(output, NEW)
    assert contents(tmp_path / "elsewhere") == {"a.txt": b"1"}
    assert (output.folder / "kept-from-site" / "data").is_symlink()


@pytest.mark.parametrize(
    "name",
    ["thesis.txt", "photos/cat.jpg", "manifest.json", "site/index.html", ".bashrc", ".ssh/id_rsa", ".git/config"],
)
def test_a_folder_in_use_for_something_else_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(InputError) as refused:
        put(Output(tmp_path), NEW)
    assert "\n" not in str(refused.value)
    assert contents(tmp_path).items() >= {name: b"mine"}.items()
    assert set(contents(tmp_path)) <= {name, ".atlas/lock"}


def test_a_home_folder_is_named_and_nothing_is_put_there(tmp_path: Path) -> None:
    (tmp_path / ".profile").write_text("mine")
    with pytest.raises(InputError, match=r"holds \.profile, which no build made: choose another --output"):
        put(Output(tmp_path), NEW)
    assert contents(tmp_path) == {".profile": b"mine"}


def test_the_folder_of_a_checkout_is_ours(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*\n!.gitignore\n")
    put(Output(tmp_path), NEW)
    put(Output(tmp_path), OLD)
    assert contents(tmp_path).items() >= {".gitignore": b"*\n!.gitignore\n", "site/index.html": b"old"}.items()


@pytest.mark.parametrize("umask", [0o077, 0o000])
def test_a_web_server_can_read_the_site_and_nobody_else_can_write(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        output = Output(tmp_path / "out")
        put(output, NEW)
    finally:
        os.umask(before)
    modes = {path: path.stat().st_mode & 0o777 for path in (output.folder, output.site, *output.site.rglob("*"))}
    assert all(mode == (0o755 if path.is_dir() else 0o644) for path, mode in modes.items()), modes
    assert len(modes) == 5
    assert (output.folder / ".atlas").stat().st_mode & 0o777 == 0o700


def test_links_planted_among_our_own_files_are_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious.txt"
    target.write_text("mine")
    output = Output(tmp_path / "out")
    (output.folder / ".atlas").mkdir(parents=True)
    (output.folder / ".atlas" / "lock").symlink_to(target)
    with pytest.raises(OSError, match="symbolic links"):
        put(output, NEW)
    assert target.read_text() == "mine"
    other = Output(tmp_path / "other")
    other.folder.mkdir()
    (other.folder / ".atlas").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(InputError, match=r"\.atlas is a link, which no build made"):
        put(other, NEW)
    assert contents(tmp_path / "elsewhere") == {}


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


def test_a_full_disk_is_no_wrong_value(
    output: Output, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1, and the path, which the system does not tell."""
    monkeypatch.setattr(builds, "make_files", lambda *_: NEW)
    staging = output.folder / ".atlas" / "staging"
    staging.mkdir()
    unfinished = staging / "names-before.unfinished"
    unfinished.symlink_to("/dev/full")
    assert main(["build", "--quiet", "--output", str(output.folder)]) == 1
    assert capsys.readouterr() == ("", f"atlas: {unfinished}: No space left on device\n")
    assert contents(output.site) == OLD and output.manifest() == manifest(OLD)


def test_intact_means_all_there_and_unchanged(output: Output) -> None:
    listed_files = output.manifest()
    assert listed_files and output.intact(listed_files)
    page = output.site / "index.html"
    before = page.stat()
    page.write_bytes(b"odl")
    os.utime(page, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not output.intact(listed_files), "same size, same date"
    put(output, OLD)
    assert output.intact(listed_files)
    page.touch()
    assert output.intact(listed_files), "a new date alone is no change"
    page.unlink()
    assert not output.intact(listed_files)
    shutil.rmtree(output.site)
    assert not output.intact(listed_files)


def test_what_is_carried_on_is_as_it_was_made(output: Output) -> None:
    first = output.manifest()
    assert first and output.read(first, lambda path: path.startswith("data/")) == {"data/a.txt": b"1"}
    (output.site / "data" / "a.txt").write_bytes(b"2")
    with pytest.raises(InputError, match=r"data/a\.txt is not as it was made: build all of the site again"):
        output.read(first, lambda path: path.startswith("data/"))
    assert output.read(first, lambda path: path == "index.html") == {"index.html": b"old"}


def test_the_manifest_is_plain_json(output: Output) -> None:
    read = json.loads(output.manifest_path.read_text())
    assert read["files"]["site/index.html"] == {
        "bytes": 3,
        "sha256": "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4",
    }
    assert read["made_by"] == {"python": "3"} and read["options"] == {"x": 1} and read["parts"] == {"site": "abc"}
