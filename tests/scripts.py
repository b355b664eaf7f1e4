"""The script of the solver, run where readers run it: in Node, which Playwright brings along, and in Chromium."""

import atexit
import json
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import playwright
from playwright.sync_api import Page

from atlas.making.sources import engine_sources as sources
from atlas.site.engine import ADVENTURE_PATH, CLASSIC, MODULE_PATH, engine_files

ENGINE = engine_files(sources())
NODE = Path(playwright.__file__).parent / "driver" / "node"

Run = Callable[[str, Any], Any]
"""Runs the body of a function of `engine` and `given`; gives what it returns."""


SERVE = """
  import * as fights from "./luck-atlas.mjs";
  import * as adventures from "./luck-adventure.mjs";
  import { createInterface } from "node:readline";
  const engine = { ...fights, ...adventures };
  const AsyncFunction = (async () => {}).constructor;
  for await (const line of createInterface({ input: process.stdin })) {
    const [body, given] = JSON.parse(line);
    const made = await new AsyncFunction("engine", "given", body)(engine, given);
    process.stdout.write(JSON.stringify(made) + "\\n");
  }
"""


@cache
def _node() -> "subprocess.Popen[str]":
    """A process that has the solver loaded, and ends with this one."""
    folder = Path(mkdtemp())
    atexit.register(rmtree, folder)
    for module in (MODULE_PATH, ADVENTURE_PATH):
        (folder / Path(module).name).write_bytes(ENGINE[module])
    (folder / "serve.mjs").write_text(SERVE, encoding="utf-8")
    command = [str(NODE), str(folder / "serve.mjs")]
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
    """With the classic scripts, which add to `LuckAtlas`."""
    for module in (MODULE_PATH, ADVENTURE_PATH):
        page.add_script_tag(content=ENGINE[CLASSIC[module]].decode())

    def run(body: str, given: Any) -> Any:
        function = f"(async (engine) => {{ {body} }})(LuckAtlas)"
        return json.loads(page.evaluate(f"async (given) => JSON.stringify(await {function})", given))

    return run
