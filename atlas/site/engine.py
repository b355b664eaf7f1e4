"""The solver as scripts: one source, published as a module and, for pages opened from a disk, as a classic script."""

import re

EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def classic(module: bytes) -> bytes:
    """A module that imports nothing, as a script that adds what it exports to `LuckAtlas`."""
    text = module.decode()
    names = ", ".join(EXPORT.findall(text))
    made = f'(function () {{\n"use strict";\n{EXPORT.sub("", text)}\nreturn {{ {names} }};\n}})()'
    return f"globalThis.LuckAtlas = Object.assign(globalThis.LuckAtlas || {{}}, {made});\n".encode()
