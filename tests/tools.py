"""What the tests use beside Python: a Chromium and a driver that start, Poppler, Java and the Nu HTML checker.

`python -m tests.tools` installs what the machine lacks for the build and the tests, as `atlas.making.needs` does; it
runs before any package is there. `python -m tests.tools checker` fetches the checker through npm, into the virtual
environment; what comes must have the hash that stands here. CHROMIUM and VNU_JAR name others.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from base64 import b64encode
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from atlas.making.needs import BUILD, Need, install_missing, loads, runs

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CHECKER = "vnu-jar@26.9.27"
INTEGRITY = "sha512-TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA=="
"""of the package, as `npm view vnu-jar@26.9.27 dist.integrity` says"""
JAR = Path(sys.prefix) / "tools" / f"{CHECKER}.jar"


def find_chromium() -> str | None:
    """The path of the first browser that starts: Ubuntu’s `chromium-browser` may only say that a snap is missing."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else CHROMIUMS
    return next((path for path in map(shutil.which, names) if path and _starts(path)), None)


chromium = cache(find_chromium)
"""the same, asked once in each process"""


def _starts(browser: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return runs(browser, *FLAGS, "--headless", f"--user-data-dir={folder}", "--dump-dom", "about:blank")


def _driver_starts() -> bool:
    """Its node wants libatomic; before Playwright is installed nothing else can be asked."""
    if find_spec("playwright") is None:
        return sys.platform != "linux" or loads("libatomic.so.1")()
    return runs(sys.executable, "-m", "playwright", "--version")


def jar() -> Path:
    return Path(os.environ.get("VNU_JAR", JAR))


def checker() -> list[str]:
    """The command of the HTML checker; in a run so short, Java only loses by its slow compiler and its collectors."""
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss2m")
    return [shutil.which("java") or "java", *quick, "-jar", str(jar())]


def _fetches() -> bool:
    """Whether the checker is there, or can be fetched."""
    return jar().is_file() or runs("npm", "--version")


TESTS = (
    Need(
        "a Chromium that starts (on Ubuntu take Google Chrome; or set CHROMIUM to its path)",
        lambda: find_chromium() is not None,
        {"apt": "chromium", "dnf": "chromium", "pacman": "chromium", "brew": "chromium"},
    ),
    Need(
        "a library of Playwright’s driver",
        _driver_starts,
        {"apt": "libatomic1", "dnf": "libatomic", "pacman": "gcc-libs"},
    ),
    Need(
        "Poppler’s programs",
        lambda: runs("pdftoppm", "-v"),
        {"apt": "poppler-utils", "dnf": "poppler-utils", "pacman": "poppler", "brew": "poppler"},
    ),
    Need(
        "Java",
        lambda: runs("java", "-version"),
        {
            "apt": "default-jre-headless",
            "dnf": "java-latest-openjdk-headless",
            "pacman": "jre-openjdk-headless",
            "brew": "openjdk",
        },
    ),
    Need(
        "npm, to fetch the Nu HTML checker (or set VNU_JAR to vnu.jar)",
        _fetches,
        {"apt": "npm", "dnf": "npm", "pacman": "npm", "brew": "node"},
    ),
)


def main(fetch: bool) -> int:
    if not install_missing((*BUILD, *TESTS), lambda line: print(line, flush=True)):
        return 2
    if not fetch:
        return 0
    if not jar().is_file():
        print("Fetching the Nu HTML checker", flush=True)
        refusal = _fetch_checker()
        if refusal:
            print(refusal)
            return 2
    if not runs(*checker(), "--version"):
        print("The Nu HTML checker does not start: set VNU_JAR to another vnu.jar, or install a newer Java")
        return 2
    return 0


def _fetch_checker() -> str:
    """Fetch the checker; return why not, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", CHECKER], cwd=folder, capture_output=True, check=False)
        packed = next(Path(folder).glob("*.tgz"), None)
        if packed is None:
            return f"npm cannot fetch {CHECKER}: look at the network, or set VNU_JAR to vnu.jar"
        came = integrity(packed.read_bytes())
        if came != INTEGRITY:
            return f"{CHECKER} is not what it was: {came} came, {INTEGRITY} is allowed. Nothing of it was used"
        with tarfile.open(packed) as archive:
            content = archive.extractfile("package/build/dist/vnu.jar")
            assert content
            JAR.parent.mkdir(parents=True, exist_ok=True)
            JAR.write_bytes(content.read())
    return ""


def integrity(data: bytes) -> str:
    """The hash of data as npm writes it."""
    return f"sha512-{b64encode(hashlib.sha512(data).digest()).decode()}"


if __name__ == "__main__":
    sys.exit(main(fetch=sys.argv[1:] == ["checker"]))
