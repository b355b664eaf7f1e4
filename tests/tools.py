"""What the tests use beside Python: a Chromium, and the Nu HTML checker with the Java that runs it.

`python -m tests.tools` installs what is missing: through apt where that is allowed, the checker through npm;
where something can't be had it says in one line what to install. CHROMIUM and VNU_JAR name others.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHECKER = "vnu-jar@26.9.27"
JAR = Path(sys.prefix) / "tools" / "vnu.jar"


def chromium() -> str | None:
    """The path of a browser, if there is one."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else CHROMIUMS
    return next((path for path in map(shutil.which, names) if path), None)


def checker() -> list[str] | None:
    """The command of the HTML checker, if there is one."""
    jar = Path(os.environ.get("VNU_JAR", JAR))
    java = shutil.which("java")
    return [java, "-jar", str(jar)] if java and jar.is_file() else None


def main() -> int:
    if not chromium():
        _apt("chromium")
    if not shutil.which("java"):
        _apt("default-jre-headless")
    if not shutil.which("npm") and not JAR.is_file():
        _apt("npm")
    if not checker():
        _fetch_checker()
    missing = []
    if not chromium():
        missing.append("Chromium (on Debian the package chromium; or set CHROMIUM to its path)")
    if not checker():
        missing.append("the Nu HTML checker (Java, and npm to fetch vnu-jar; or set VNU_JAR to vnu.jar)")
    for what in missing:
        print(f"The tests need {what}: install it", file=sys.stderr)
    return 1 if missing else 0


def _apt(package: str) -> None:
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"Installing {package}", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update"], check=False, **quiet)  # type: ignore[call-overload]
        command = ["apt-get", "install", "--yes", "--no-install-recommends", package]
        subprocess.run(command, check=False, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, **quiet)  # type: ignore[call-overload]


def _fetch_checker() -> None:
    npm = shutil.which("npm")
    if not npm:
        return
    print("Fetching the Nu HTML checker", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([npm, "pack", "--silent", CHECKER], cwd=folder, capture_output=True, check=False)
        for packed in Path(folder).glob("*.tgz") if done.returncode == 0 else ():
            with tarfile.open(packed) as archive:
                jar = archive.extractfile("package/build/dist/vnu.jar")
                assert jar
                JAR.parent.mkdir(parents=True, exist_ok=True)
                JAR.write_bytes(jar.read())


if __name__ == "__main__":
    sys.exit(main())
