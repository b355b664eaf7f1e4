"""The script of the solver, run where readers run it: in Node, which Playwright brings along, and in Chromium."""

import atexit
import json
import subprocess
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import playwright
from playwright.sync_api import Page

from atlas.making.sources import engine_sources as sources
from atlas.site.engine import CLASSIC, MODULE_PATH, engine_files

ENGINE = engine_files(sources())
MODULE = f"data:text/javascript;base64,{b64encode(ENGINE[MODULE_PATH]).decode()}"
NODE = Path(playwright.__file__).parent / "driver" / "node"

Run = Callable[[str, Any], Any]
"""Runs the body of a function of `engine` and `given`; gives what it returns."""


SERVE = f"""
  import * as engine from {json.dumps(MODULE)};
  import {{ createInterface }} from "node:readline";
  const AsyncFunction = (async () => {{}}).constructor;
  for await (const line of createInterface({{ input: process.stdin }})) {{
    const [body, given] = JSON.parse(line);
    const made = await new AsyncFunction("engine", "given", body)(engine, given);
    process.stdout.write(JSON.stringify(made) + "\\n");
  }}
"""


@cache
def _node() -> "subprocess.Popen[str]":
    """A process that has the solver loaded, and ends with this one."""
    command = [str(NODE), "--input-type=module", "--eval", SERVE]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    atexit.register(process.communicate)
    return process


def in_node(body: str, given: Any) -> Any:
    process = _node()
    assert process.stdin and process.stdout
    process.stdin.write(f"{json.dumps([body, given])}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        _node.cache_clear()
        raise AssertionError("what was thrown is told above")
    return json.loads(answer)


def in_page(page: Page) -> Run:
    """With the classic script, which adds to `LuckAtlas`."""
    page.add_script_tag(content=ENGINE[CLASSIC[MODULE_PATH]].decode())

    def run(body: str, given: Any) -> Any:
        made = f"(async (engine) => {{ {body} }})(LuckAtlas)"
        return json.loads(page.evaluate(f"async (given) => JSON.stringify(await {made})", given))

    return run
