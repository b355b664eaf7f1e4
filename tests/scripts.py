"""The script of the solver, run where readers run it: in Node, which Playwright brings along, and in Chromium."""

import json
import subprocess
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import playwright
from playwright.sync_api import Page

from atlas.making.sources import engine_files as sources
from atlas.site.engine import CLASSIC, MODULE_PATH, engine_files

ENGINE = engine_files(sources())
MODULE = f"data:text/javascript;base64,{b64encode(ENGINE[MODULE_PATH]).decode()}"
NODE = Path(playwright.__file__).parent / "driver" / "node"

Run = Callable[[str, Any], Any]
"""Runs the body of a function of `engine` and `given`; gives what it returns."""


def in_node(body: str, given: Any) -> Any:
    script = (
        f"import * as engine from {json.dumps(MODULE)}; import {{ readFileSync }} from 'node:fs';"
        f"const made = await (async (engine, given) => {{ {body} }})(engine, JSON.parse(readFileSync(0, 'utf8')));"
        "process.stdout.write(JSON.stringify(made));"
    )
    command = [str(NODE), "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_page(page: Page) -> Run:
    """With the classic script, which adds to `LuckAtlas`."""
    page.add_script_tag(content=ENGINE[CLASSIC[MODULE_PATH]].decode())

    def run(body: str, given: Any) -> Any:
        made = f"(async (engine) => {{ {body} }})(LuckAtlas)"
        return json.loads(page.evaluate(f"async (given) => JSON.stringify(await {made})", given))

    return run
