"""The solver as scripts: one source, published as a module and, for pages opened from a disk, as a classic script."""

import json
import re
from collections.abc import Mapping

from atlas.game.presets import presets, written

MODULE_PATH = "engine/luck-atlas.mjs"
CLASSIC_PATH = "static/engine.js"
PRESETS = re.compile(r"(?<=^export const PRESETS = ).*(?=;$)", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def engine_files(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The module, told the presets, with its types; and the classic script."""
    module = with_presets(sources[MODULE_PATH].decode())
    return {**sources, MODULE_PATH: module.encode(), CLASSIC_PATH: classic(module).encode()}


def with_presets(module: str) -> str:
    named = {
        name: {"title": preset.title, "sentence": preset.sentence, "rules": written(preset.rules)}
        for name, preset in presets().items()
    }
    text, found = PRESETS.subn(lambda _: json.dumps(named, ensure_ascii=False, separators=(",", ":")), module)
    assert found == 1
    return text


def classic(module: str) -> str:
    """A module that imports nothing, as a script that adds what it exports to `LuckAtlas`."""
    names = ", ".join(EXPORT.findall(module))
    made = f'(function () {{\n"use strict";\n{EXPORT.sub("", module)}\nreturn {{ {names} }};\n}})()'
    return f"globalThis.LuckAtlas = Object.assign(globalThis.LuckAtlas || {{}}, {made});\n"
