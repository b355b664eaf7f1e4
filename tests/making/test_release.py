"""What is handed out: a wheel that builds the same site everywhere, and an archive of the site."""

import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from atlas.making.archive import archive, npm_package
from atlas.making.output import Output
from tests.scripts import NODE
from tests.small import DEAR, OPTIONS, OTHER_SURROUNDINGS, atlas, contents
from tests.zips import plain_zip

ROOT = Path(__file__).parent.parent.parent
LICENCES = {path.name: path for path in (ROOT / "templates" / "licences").iterdir()}


def check_licences(wheel: Path, packed: Path) -> None:
    """All texts are in what is handed out, and the wheel says so."""
    texts = {path.read_bytes() for path in LICENCES.values()}
    with zipfile.ZipFile(wheel) as read:
        assert texts == {read.read(name) for name in read.namelist() if ".dist-info/licenses/" in name}
    with tarfile.open(packed) as unpacked:
        files = [unpacked.extractfile(member) for member in unpacked.getmembers() if member.isfile()]
        assert texts <= {file.read() for file in files if file}


@pytest.mark.slow
def test_the_wheel_builds_the_same_site_everywhere(small: Output, tmp_path: Path) -> None:
    """In an empty environment, in another folder, zone, locale, home, with another hash seed and number of workers than
    the small site was made with from the checkout; but for what costs much, from nothing.
    """
    subprocess.run([sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    (packed,) = tmp_path.glob("*.tar.gz")
    assert wheel.name.startswith("luck_atlas-") and packed.name.startswith("luck_atlas-")
    check_licences(wheel, packed)
    environment = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(environment), "--quiet", "--disable-pip-version-check"]
    # Of all that is installed, only what is used is compiled, when it is.
    install = [*pip, "install", "--no-compile"]
    subprocess.run([*install, "--requirement", str(ROOT / ".requirements" / "build.txt")], check=True)
    subprocess.run([*install, "--no-deps", str(wheel)], check=True)
    command = str(environment / "bin" / "atlas")
    output = Output(tmp_path / "a $b c" / "out")
    shutil.copytree(small.cache, output.cache, ignore=lambda _, names: {n for n in names if not n.startswith(DEAR)})
    options = (*OPTIONS, "--output", str(output.folder), "--workers", "1")
    python = ("env", "-C", str(tmp_path), command)
    ran = atlas("build", *options, environment=OTHER_SURROUNDINGS, python=python)
    assert ran.returncode == 0, ran.stderr
    sites = [contents(built.site) for built in (output, small)]
    assert len(sites[0]) > 50 and sites[0] == sites[1]
    assert output.manifest_path.read_bytes() == small.manifest_path.read_bytes()
    assert sites[0]["licences/MIT.txt"] == (ROOT / "LICENSE").read_bytes()
    assert all(sites[0][f"licences/{name}"].endswith(path.read_bytes()) for name, path in LICENCES.items())
    archive(output.site, tmp_path / "site.zip")
    with zipfile.ZipFile(tmp_path / "site.zip") as read:
        assert {f"licences/{name}" for name in LICENCES} <= set(read.namelist())
    subprocess.run([*pip, "uninstall", "--yes", "font-source-serif-pro"], check=True)
    lacking = atlas("build", *options, python=(command,))
    assert lacking.returncode == 2 and contents(output.site) == sites[0]
    assert lacking.stderr == (
        "atlas: the package font-source-serif-pro is missing: install it with pip install font-source-serif-pro\n"
    )


def test_the_archive_holds_the_folder_and_comes_out_the_same(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "data").mkdir(parents=True)
    (site / "index.html").write_text("page")
    (site / "data" / "x.csv").write_bytes(b"1,2\n" * 100)
    archive(site, tmp_path / "made" / "one.zip")
    (site / "index.html").touch()
    archive(site, tmp_path / "two.zip")
    assert (tmp_path / "made" / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "two.zip") as read:
        assert {name: read.read(name) for name in read.namelist()} == contents(site)
    assert plain_zip((tmp_path / "two.zip").read_bytes()) == contents(site)


@pytest.mark.slow
def test_the_npm_package_does_what_its_readme_says(small: Output, tmp_path: Path) -> None:
    packed = npm_package(small.site)
    assert packed == npm_package(small.site)
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        for member in tar.getmembers():
            file = tar.extractfile(member)
            assert file
            (tmp_path / member.name).parent.mkdir(exist_ok=True)
            (tmp_path / member.name).write_bytes(file.read())
    package = tmp_path / "node_modules" / "luck-atlas"
    package.parent.mkdir()
    (tmp_path / "package").rename(package)
    described = json.loads((package / "package.json").read_text())
    assert all((package / described["exports"][name]["types"]).is_file() for name in (".", "./luck-adventure.mjs"))
    assert (package / "luck-atlas.mjs").read_bytes() == (small.site / "engine" / "luck-atlas.mjs").read_bytes()
    examples = re.findall(r"```js\n(.*?)// (.*?)\n```", (package / "README.md").read_text(), re.DOTALL)
    assert len(examples) == 2
    for example, said in examples:
        (tmp_path / "example.mjs").write_text(example)
        done = subprocess.run([str(NODE), "example.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout == said + "\n"
