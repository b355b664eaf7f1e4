"""The list of a build is read only if it is one; the output folder is left as it is otherwise."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from atlas import build as builds
from atlas.build import BuildPart, Order
from atlas.cli import main
from atlas.errors import InputError
from atlas.making.output import Manifest, Output, manifest_entries
from atlas.making.progress import Progress

FILES = {"index.html": b"page", "data/a.txt": b"1", ".nojekyll": b"", "data/gap/plus-1.js": b"2"}
WRITTEN = Manifest({"base_url": None, "skill_gaps": [1]}, {"python": "3"}, {"site": "abc"}, manifest_entries(FILES))


@pytest.fixture
def output(tmp_path: Path) -> Output:
    return Output(tmp_path)


def test_what_a_build_writes_is_read(output: Output) -> None:
    assert output.manifest() is None
    output.manifest_path.write_text(WRITTEN.text())
    assert output.manifest() == WRITTEN


def changed(**parts: Any) -> str:
    return json.dumps(json.loads(WRITTEN.text()) | parts)


def one_file(name: str = "site/index.html", entry: object = None) -> str:
    return changed(files={name: {"bytes": 4, "sha256": "ab"} if entry is None else entry})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        "[" * 100_000,
        '{"a":' * 100_000,
        "\ufeff{}",
        "{}",
        '{"files": {}}',
        changed(more={}),
        changed(parts=[]),
        changed(parts=None),
        changed(parts={"site": 1}),
        changed(parts={"site": ["abc"]}),
        changed(options=[]),
        changed(options="x"),
        changed(made_by=[]),
        changed(made_by={"python": None}),
        changed(files=[]),
        changed(files=["site/index.html"]),
        one_file(entry=[]),
        one_file(entry={}),
        one_file(entry={"bytes": 4}),
        one_file(entry={"bytes": "4", "sha256": "ab"}),
        one_file(entry={"bytes": 4.0, "sha256": "ab"}),
        one_file(entry={"bytes": True, "sha256": "ab"}),
        one_file(entry={"bytes": 4, "sha256": None}),
        one_file("index.html"),
        one_file("site"),
        one_file("site/"),
        one_file("site//index.html"),
        one_file("/etc/passwd"),
        one_file("site/../../secret"),
        one_file("site/a/.."),
        one_file("site/./a"),
        one_file("site/a\n"),
        one_file("site/a\0"),
        one_file("site/\ud800"),
    ],
)
def test_any_other_shape_gets_one_line(output: Output, text: str) -> None:
    output.manifest_path.write_text(text)
    refused(output)


def test_the_command_says_it_in_one_line(output: Output, capsys: pytest.CaptureFixture[str]) -> None:
    output.manifest_path.write_text(changed(parts=[]))
    assert main(["build", "--output", str(output.folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"atlas: {output.manifest_path} is not the list of a build: move it and {output.site} away\n"


def test_a_part_that_is_not_known_is_carried_on(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """As another version may make it."""
    order = Order(parts=frozenset((BuildPart.DATA,)))
    page = {"index.html": b"page"}
    output.manifest_path.write_text(Manifest(order.options, {}, {"novel": "abc"}, manifest_entries(page)).text())
    output.site.mkdir()
    (output.site / "index.html").write_bytes(page["index.html"])
    monkeypatch.setattr(builds, "make_files", lambda *_: {"data/a.txt": b"1"})
    assert builds.build(order, output, Progress(quiet=True))
    assert set(json.loads(output.manifest_path.read_text())["parts"]) == {"data", "novel"}


def test_what_has_no_end_is_not_read(output: Output) -> None:
    output.manifest_path.symlink_to("/dev/zero")
    refused(output)
    output.manifest_path.unlink()
    os.mkfifo(output.manifest_path)
    refused(output)


def refused(output: Output) -> None:
    with pytest.raises(InputError) as error:
        output.manifest()
    assert str(error.value) == f"{output.manifest_path} is not the list of a build: move it and {output.site} away"
