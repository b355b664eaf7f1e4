"""What is handed out: a wheel that builds the same site in an empty environment, and an archive of the site."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from atlas.making.archive import archive
from tests.small import OPTIONS, atlas, contents, keep_cards
from tests.zips import plain_zip

ROOT = Path(__file__).parent.parent.parent
OFL = ROOT / "templates" / "licences" / "OFL.txt"


def check_licences(wheel: Path, packed: Path) -> None:
    """Both texts are in what is handed out, and the wheel says so."""
    texts = {file.read_bytes() for file in (ROOT / "LICENSE", OFL)}
    with zipfile.ZipFile(wheel) as read:
        assert texts == {read.read(name) for name in read.namelist() if ".dist-info/licenses/" in name}
    with tarfile.open(packed) as unpacked:
        found = [unpacked.extractfile(member) for member in unpacked.getmembers() if member.isfile()]
        assert texts <= {file.read() for file in found if file}


@pytest.mark.slow
def test_the_wheel_builds_the_same_site(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    (packed,) = tmp_path.glob("*.tar.gz")
    assert wheel.name.startswith("luck_atlas-") and packed.name.startswith("luck_atlas-")
    check_licences(wheel, packed)
    environment = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(ROOT / ".constraints.txt"), str(wheel)], check=True)
    command = str(environment / "bin" / "atlas")
    for name, python in (
        ("wheel", ("env", "-C", str(tmp_path), command)),
        ("checkout", (sys.executable, "-m", "atlas")),
    ):
        folder = tmp_path / name
        keep_cards(folder / ".atlas" / "cache")
        ran = atlas("build", *OPTIONS, "--output", str(folder), python=python)
        assert ran.returncode == 0, ran.stderr
    made = [contents(tmp_path / name / "site") for name in ("wheel", "checkout")]
    assert len(made[0]) > 50 and made[0] == made[1]
    assert made[0]["licences/MIT.txt"] == (ROOT / "LICENSE").read_bytes()
    assert made[0]["licences/OFL.txt"].endswith(OFL.read_bytes())
    archive(tmp_path / "wheel" / "site", tmp_path / "site.zip")
    with zipfile.ZipFile(tmp_path / "site.zip") as read:
        assert {"licences/MIT.txt", "licences/OFL.txt"} <= set(read.namelist())
    pip[1] = "uninstall"
    subprocess.run([*pip, "--yes", "font-source-serif-pro"], check=True)
    lacking = atlas("build", *OPTIONS, "--output", str(tmp_path / "wheel"), python=(command,))
    assert lacking.returncode == 2 and contents(tmp_path / "wheel" / "site") == made[0]
    assert lacking.stderr == (
        "atlas: the package font-source-serif-pro is missing: install it with pip install font-source-serif-pro\n"
    )
    manifests = [(tmp_path / name / "manifest.json").read_bytes() for name in ("wheel", "checkout")]
    assert manifests[0] == manifests[1]


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
