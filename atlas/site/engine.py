"""The solver as scripts: one source, published as a module and, for pages opened from a disk, as a classic script."""

import json
import re
from collections.abc import Mapping, Sequence

from atlas.game.presets import presets, rule_entries

MODULE_PATH = "engine/luck-atlas.mjs"
ELEMENT_PATH = "engine/luck-advice.mjs"
CLASSIC = {MODULE_PATH: "static/engine.js", ELEMENT_PATH: "static/luck-advice.js"}
"""modules, and where their classic forms stand"""
PARTS = tuple(
    f"engine/luck-atlas/{name}.mjs"
    for name in ("checks", "dice", "numbers", "rules", "ends", "one-foe", "group", "at-once", "advice")
)
"""what the solver is made of, each after those it takes from"""
PRESETS_PATH = "engine/luck-atlas/rules.mjs"
PRESETS = re.compile(r"(?<=^export const PRESETS = ).*(?=;$)", re.MULTILINE)
PART_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w-]+\.mjs";\n', re.MULTILINE)
PART_EXPORT = re.compile(r'^export (\{[^}]*\}) from "\./luck-atlas/[\w-]+\.mjs";$', re.MULTILINE)
PART_KEYWORD = re.compile(r"^export (?=async |const |function |class )", re.MULTILINE)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./luck-atlas\.mjs";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


def engine_files(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The modules, of which the solver is told the presets, its types, and the classic scripts."""
    texts = {path: content.decode() for path, content in sources.items()}
    texts[PRESETS_PATH] = with_presets(texts[PRESETS_PATH])
    texts[MODULE_PATH] = joined(texts[MODULE_PATH], [texts.pop(part) for part in PARTS])
    texts |= {path: classic(texts[module]) for module, path in CLASSIC.items()}
    return {path: text.encode() for path, text in texts.items()}


def joined(entry: str, parts: Sequence[str]) -> str:
    """Modules as one, with the exports that its entry lists: who saves a module wants a single file."""
    exported = PART_EXPORT.sub(r"export \1;", entry)
    head, _, exports = exported.partition("\n\n")
    body = "\n".join(PART_KEYWORD.sub("", PART_IMPORT.sub("", part)) for part in parts)
    return f"{head}\n\n{body}\n{exports}"


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
    lists = [name.strip() for names in EXPORT_LIST.findall(module) for name in names.split(",")]
    names = ", ".join([*EXPORT.findall(module), *filter(None, lists)])
    body = EXPORT_LIST.sub("", EXPORT.sub("", IMPORT.sub(r"const \1 = globalThis.LuckAtlas;", module)))
    made = f'(function () {{\n"use strict";\n{body}\nreturn {{ {names} }};\n}})()'
    return f"globalThis.LuckAtlas = Object.assign(globalThis.LuckAtlas || {{}}, {made});\n"
