"""The solver as scripts: one source, published as a module and, for pages opened from a disk, as a classic script."""

import json
import re
from collections.abc import Mapping, Sequence

from atlas.game import adventure_file, fight, presets, rules
from atlas.game.books import unknown_foes
from atlas.game.edition import LUCK_PRICE
from atlas.game.stages import MEAL

MODULE_PATH = "engine/luck-atlas.mjs"
ADVENTURE_PATH = "engine/luck-adventure.mjs"
ELEMENT_PATH = "engine/luck-advice.mjs"
CLASSIC = {
    MODULE_PATH: "static/engine.js",
    ADVENTURE_PATH: "static/luck-adventure.js",
    ELEMENT_PATH: "static/luck-advice.js",
}
"""the paths of modules, each with that of its classic script"""
PARTS = {
    MODULE_PATH: ("checks", "dice", "numbers", "rules", "ends", "one-foe", "group", "at-once", "advice"),
    ADVENTURE_PATH: ("reading", "duel", "solver", "travel", "answer"),
}
"""the parts of a module, each after those that it imports"""
PART_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w-]+\.mjs";\n', re.MULTILINE)
CORE_IMPORT = re.compile(r'^import \{([^}]*)\} from "\.\./luck-atlas\.mjs";\n', re.MULTILINE)
PART_EXPORT = re.compile(r'^export (\{[^}]*\}) from "\./[\w-]+/[\w-]+\.mjs";$', re.MULTILINE)
KEYWORD = re.compile(r"^export (?=async |const |function|class )", re.MULTILINE)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./luck-atlas\.mjs";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


def engine_files(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the modules, with the constants of the atlas written in, their types, and the classic scripts."""
    texts = {path: content.decode() for path, content in sources.items()}
    for name, constants in written_constants().items():
        for constant, value in constants.items():
            texts[name] = _with_constant(texts[name], constant, value)
    for module, names in PARTS.items():
        parts = [texts.pop(f"{module.removesuffix('.mjs')}/{name}.mjs") for name in names]
        texts[module] = _joined(texts[module], parts)
    texts |= {path: classic(texts[module]) for module, path in CLASSIC.items()}
    return {path: text.encode() for path, text in texts.items()}


def written_constants() -> dict[str, dict[str, object]]:
    """Return the values that the build writes into the modules: by part, then constant."""
    named = {
        name: {"title": preset.title, "sentence": preset.sentence, "rules": presets.rule_entries(preset.rules)}
        for name, preset in presets.presets().items()
    }
    foes = [[foe.skill, foe.stamina, count] for foe, count in sorted(unknown_foes().items())]
    return {
        "engine/luck-atlas/checks.mjs": {"LIMITS": limits()},
        "engine/luck-atlas/rules.mjs": {"BOOK_RULES": presets.all_entries(rules.BOOK_RULES), "PRESETS": named},
        "engine/luck-adventure/reading.mjs": {"BOOK_FOES": foes, "LUCK_PRICE": float(LUCK_PRICE), "MEAL": MEAL},
    }


def limits() -> dict[str, int]:
    """Return the bounds of questions and adventures, by their names in scripts."""
    return {
        "skill": rules.LARGEST_SKILL,
        "stamina": rules.LARGEST_STAMINA,
        "luck": rules.LARGEST_LUCK,
        "rounds": presets.MOST_ROUNDS,
        "states": rules.MOST_STATES,
        "foes_ahead": fight.MOST_FOES,
        "least_at_once": fight.FOES_AT_ONCE[0],
        "most_at_once": fight.FOES_AT_ONCE[-1],
        "stages": adventure_file.MOST_STAGES,
        "meals": adventure_file.MOST_MEALS,
        "doses": adventure_file.MOST_DOSES,
        "ways": adventure_file.MOST_WAYS,
        "rolls": adventure_file.MOST_ROLLS,
    }


def _with_constant(module: str, name: str, value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text, count = re.subn(rf"(?<=^export const {name} = ).*(?=;$)", lambda _: written, module, flags=re.MULTILINE)
    assert count == 1
    return text


def _joined(entry: str, parts: Sequence[str]) -> str:
    """Join modules into one file that readers can save, with the exports that its entry lists."""
    head, _, exports = PART_EXPORT.sub(r"export \1;", entry).partition("\n\n")
    core = sorted({name.strip() for part in parts for names in CORE_IMPORT.findall(part) for name in names.split(",")})
    imports = f'import {{ {", ".join(filter(None, core))} }} from "./luck-atlas.mjs";\n\n' if core else ""
    body = "\n".join(KEYWORD.sub("", CORE_IMPORT.sub("", PART_IMPORT.sub("", part))) for part in parts)
    return f"{head}\n\n{imports}{body}\n{exports}"


def classic(module: str) -> str:
    """Return a module as a script that takes what it imports from `LuckAtlas`, and adds what it exports."""
    lists = [name.strip() for names in EXPORT_LIST.findall(module) for name in names.split(",")]
    names = ", ".join([*EXPORT.findall(module), *filter(None, lists)])
    body = EXPORT_LIST.sub("", EXPORT.sub("", IMPORT.sub(r"const \1 = globalThis.LuckAtlas;", module)))
    script = f'(function () {{\n"use strict";\n{body}\nreturn {{ {names} }};\n}})()'
    return f"globalThis.LuckAtlas = Object.assign(globalThis.LuckAtlas || {{}}, {script});\n"
