"""The scripts of the trainer and of shared fights without a page, told what a page is told: for Node and Chromium."""

import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlas.making.sources import screen_modules, static_files
from atlas.site.engine import CLASSIC, MODULE_PATH
from atlas.site.play import FOUGHT, SHARING
from atlas.site.trainer import MODULES
from tests.scripts import ENGINE, NODE

TRAINING = [name for name in MODULES if name not in ("table/edition", "trainer/screen", "trainer/trainer")]
SHARED = [f"table/{name}" for name in (*FOUGHT, "several", *SHARING) if name != "edition"]


def edition_of(page: Path) -> dict[str, Any]:
    """What a page tells its scripts."""
    match = re.search(r'id="edition">(.*?)</script>', page.read_text(), re.DOTALL)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data


def source(modules: Sequence[str], edition: dict[str, Any]) -> str:
    """Everything up to `LuckAtlas` with these modules."""
    scripts = screen_modules()
    parts = [ENGINE[CLASSIC[MODULE_PATH]], static_files()["static/words.js"]]
    assignment = f"LuckAtlas.edition = {json.dumps(edition)};".encode()
    return b"\n".join(
        [b"globalThis.window = globalThis;", *parts, assignment, *(scripts[f"{m}.js"] for m in modules)]
    ).decode()


def in_node(script: str, body: str, given: Any, **environment: str) -> Any:
    """What the body of a function of `given` returns, after a script."""
    text = (
        f"{script}\nconst given = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));\n"
        f"process.stdout.write(JSON.stringify((() => {{ {body} }})()));"
    )
    # A script may be longer than what one argument of a command may hold.
    with TemporaryDirectory() as folder:
        path = Path(folder, "script.js")
        path.write_text(text, encoding="utf-8")
        ran = subprocess.run(
            [str(NODE), str(path)],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | environment,
        )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)
