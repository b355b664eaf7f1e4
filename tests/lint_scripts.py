"""`python -m tests.lint_scripts`: ESLint on all scripts of the templates, and TypeScript on the solvers.

What they need is fetched through npm into the virtual environment; what comes must have the hashes that stand in
`.requirements/scripts/`, which also says what is checked. They run in the Node that Playwright brings along.

`python -m tests.lint_scripts lock` pins and hashes again all that `.requirements/scripts/package.json` asks for.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import playwright

ROOT = Path(__file__).parent.parent
ASKED = ROOT / ".requirements" / "scripts"
INSTALLED = Path(sys.prefix) / "tools" / "scripts"
NODE = Path(playwright.__file__).parent / "driver" / "node"
MODULES = INSTALLED / "node_modules"
LOCK, CONFIG = "package-lock.json", "eslint.config.mjs"


def main() -> int:
    if not is_installed():
        print("Fetching what scripts are checked with", flush=True)
        refusal = install()
        if refusal:
            print(refusal)
            return 2
    # ESLint looks for its packages beside its configuration.
    shutil.copy(ASKED / CONFIG, INSTALLED)
    commands = (
        [MODULES / "eslint/bin/eslint.js", "--config", INSTALLED / CONFIG, "templates"],
        [MODULES / "typescript/lib/tsc.js", "--project", ASKED / "tsconfig.json"],
    )
    return max(subprocess.run([NODE, *command], cwd=ROOT, check=False).returncode for command in commands)


def is_installed() -> bool:
    """Whether all packages are there, as they are asked for; npm writes its list when it is done."""
    installed_lock = INSTALLED / LOCK
    is_whole = (MODULES / ".package-lock.json").is_file()
    return is_whole and installed_lock.is_file() and installed_lock.read_bytes() == (ASKED / LOCK).read_bytes()


def install() -> str:
    """Fetch the packages; return why not, or nothing. None of them may run anything as it is installed."""
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir(parents=True)
    for name in ("package.json", LOCK):
        shutil.copy(ASKED / name, INSTALLED)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    npm = shutil.which("npm")
    if npm is None:
        return "npm is missing: install it, for it fetches what scripts are checked with"
    done = subprocess.run([npm, "ci", *quiet], cwd=INSTALLED, capture_output=True, text=True, env=_plain(), check=False)
    if done.returncode:
        return f"npm cannot fetch what scripts are checked with: {(done.stderr or done.stdout).strip()[-300:]}"
    return ""


def lock() -> int:
    """Write the lock again: without addresses, so that packages come from wherever npm is set to fetch them."""
    asked = ("--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts", "--silent")
    (ASKED / LOCK).unlink(missing_ok=True)
    done = subprocess.run(["npm", "install", *asked], cwd=ASKED, check=False)
    if done.returncode:
        return done.returncode
    locked = json.loads((ASKED / LOCK).read_text(encoding="utf-8"))
    for package in locked["packages"].values():
        package.pop("funding", None)
    (ASKED / LOCK).write_text(json.dumps(locked, indent=2) + "\n", encoding="utf-8")
    return 0


def _plain() -> dict[str, str]:
    """The surroundings, but for a wish to install less."""
    return {name: value for name, value in os.environ.items() if name != "NODE_ENV"}


if __name__ == "__main__":
    sys.exit(lock() if sys.argv[1:] == ["lock"] else main())
