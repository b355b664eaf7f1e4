"""The solver as scripts: one source, published as a module and, for pages opened from a disk, as a classic script."""

import json
import re
from collections.abc import Mapping

from atlas.game.presets import presets, rule_entries

MODULE_PATH = "engine/luck-atlas.mjs"
ELEMENT_PATH = "engine/luck-advice.mjs"
CLASSIC = {MODULE_PATH: "static/engine.js", ELEMENT_PATH: "static/luck-advice.js"}
"""modules, and where their classic forms stand"""
PRESETS = re.compile(r"(?<=^export const PRESETS = ).*(?=;$)", re.MULTILINE)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./luck-atlas\.mjs";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def engine_files(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The modules, of which the solver is told the presets, its types, and the classic scripts."""
    made = {**sources, MODULE_PATH: with_presets(sources[MODULE_PATH].decode()).encode()}
    return made | {path: classic(made[module].decode()).encode() for module, path in CLASSIC.items()}


def with_presets(module: str) -> str:
    named = {
        name: {"title": preset.title, "sentence": preset.sentence, "rules": rule_entries(preset.rules)}
        for name, preset in presets().items()
    }
    text, found = PRESETS.subn(lambda _: json.dumps(named, ensure_ascii=False, separators=(",", ":")), module)
    assert found == 1
    return text


def classic(module: str) -> str:
    """A module as a script that takes what it imports from `LuckAtlas`, and adds what it exports."""
    names = ", ".join(EXPORT.findall(module))
    body = EXPORT.sub("", IMPORT.sub(r"const \1 = globalThis.LuckAtlas;", module))
    made = f'(function () {{\n"use strict";\n{body}\nreturn {{ {names} }};\n}})()'
    return f"globalThis.LuckAtlas = Object.assign(globalThis.LuckAtlas || {{}}, {made});\n"
