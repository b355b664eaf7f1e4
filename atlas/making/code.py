"""What the results of a function depend on: the code that it reaches, and the files that this code names.

The package is read as text, never loaded. A module is cut into definitions: functions, classes and variables of its top
level. A definition reaches those that it names, in its module or by an import, and all that these reach. Other
statements of a module, which run when it is loaded, belong to each of its definitions. So a change redoes what uses the
changed function, and nothing else.

A string that is the path of a data file or a template names that file, if the code also reaches a function that reads
such files; a template names those that it extends, includes and imports. A path that is put together, or `getattr` of a
module, would not be seen: a test compares what runs and what is opened with what is reached.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from atlas import folders
from atlas.making.sources import versions

Reference = tuple[str, str]
"""A module, such as `atlas.game.solver`, and a definition in it; all of the module if that is empty."""
WHOLE = ""
MACHINERY = "atlas.making"
"""it only makes calls and keeps their results, which do not depend on it"""
READS_DATA, READS_TEMPLATES = ("atlas.folders", "package_texts"), ("atlas.folders", "templates_folder")
TEMPLATE_REFERENCE = re.compile(r'\{%-?\s*(?:extends|include|import|from)\s+"([^"]+)"')


@dataclass(frozen=True)
class Definition:
    """The code of one name at the top level of a module."""

    texts: list[str] = field(default_factory=list)
    """without comments and docstrings"""
    reaches: set[Reference] = field(default_factory=set)
    files: set[Path] = field(default_factory=set)


@cache
def digest(references: frozenset[Reference]) -> str:
    """Return a short text that changes with everything that the definitions reach."""
    reached = reached_from(references)
    texts = [repr(versions()), *(text for reference in sorted(reached) for text in _texts(*reference))]
    contents = [content for path in sorted(files_of(reached)) for content in (path.name.encode(), path.read_bytes())]
    hashed = sha256()
    for content in (*(text.encode() for text in texts), *contents):
        hashed.update(b"%d\n%b" % (len(content), content))
    return hashed.hexdigest()


def reached_from(references: Iterable[Reference]) -> set[Reference]:
    """Return some definitions and all that they reach."""
    reached: set[Reference] = set()
    waiting = list(references)
    while waiting:
        reference = waiting.pop()
        if reference not in reached:
            reached.add(reference)
            waiting += (target for definition in _definitions(*reference) for target in definition.reaches)
    return reached


def files_of(reached: Collection[Reference]) -> set[Path]:
    """Return the data files and templates that definitions name, if they read such files."""
    named = {path for reference in reached for definition in _definitions(*reference) for path in definition.files}
    data = {path for path in named if path.suffix in folders.DATA_SUFFIXES and READS_DATA in reached}
    templates = named - data if READS_TEMPLATES in reached else set()
    return data.union(*map(_with_included, templates))


def _texts(module: str, name: str) -> Iterator[str]:
    yield f"{module}.{name}"
    for definition in _definitions(module, name):
        yield from definition.texts


def _definitions(module: str, name: str) -> list[Definition]:
    """Return the definition of a reference, and the statements that run when its module is loaded."""
    read = _read(module)
    if name == WHOLE:
        return list(read.values())
    return [read[each] for each in (name, WHOLE) if each in read]


@cache
def _read(module: str) -> dict[str, Definition]:
    """Return the definitions of a module by name; under `WHOLE` its other statements."""
    tree = _without_docstrings(ast.parse(_path(module).read_text(encoding="utf-8")))
    imported = dict(_imported(node for node in tree.body if isinstance(node, ast.ImportFrom)))
    defined = {name for statement in tree.body for name in _defined_names(statement)}
    read: dict[str, Definition] = {WHOLE: Definition()}
    read |= {name: Definition(reaches={target}) for name, target in imported.items()}
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        reaches, files = set(_reaches(module, statement, imported, defined)), set(_named_files(statement))
        names = _defined_names(statement) or {WHOLE}
        if any(_called_name(decorator) in defined for decorator in getattr(statement, "decorator_list", [])):
            names.add(WHOLE)
        for name in names:
            definition = read.setdefault(name, Definition())
            definition.texts.append(ast.dump(statement))
            definition.reaches.update(reaches)
            definition.files.update(files)
    return read


def _path(module: str) -> Path:
    return folders.PACKAGE.parent / f"{module.replace('.', '/')}.py"


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [statement for statement in node.body if not _is_text(statement)]
    return tree


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _defined_names(statement: ast.stmt) -> set[str]:
    """Return the names that a top-level statement defines or changes."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            targets = [target]
        case _:
            return set()
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _called_name(decorator: ast.expr) -> str:
    """Return the first name of a decorator: a decorator of the same module may record what it decorates."""
    while isinstance(decorator, ast.Call | ast.Attribute):
        decorator = decorator.func if isinstance(decorator, ast.Call) else decorator.value
    return decorator.id if isinstance(decorator, ast.Name) else ""


def _imported(nodes: Iterable[ast.ImportFrom]) -> Iterator[tuple[str, Reference]]:
    """Return the names that are imported from the package, each with its definition."""
    for node in nodes:
        module = node.module or ""
        if module.partition(".")[0] == folders.PACKAGE.name and not module.startswith(MACHINERY):
            for alias in node.names:
                target = (module, alias.name) if _path(module).is_file() else (f"{module}.{alias.name}", WHOLE)
                yield alias.asname or alias.name, target


def _reaches(
    module: str, statement: ast.stmt, imported: dict[str, Reference], defined: set[str]
) -> Iterator[Reference]:
    """Return the definitions that a statement names, in its own module and in others."""
    nodes = list(ast.walk(statement))
    known = imported | dict(_imported(node for node in nodes if isinstance(node, ast.ImportFrom)))
    of_modules = {
        id(node.value): (known[node.value.id][0], node.attr)
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and _is_module(known, node.value.id)
    }
    yield from of_modules.values()
    for node in nodes:
        if isinstance(node, ast.Name) and id(node) not in of_modules:
            if node.id in known:
                yield known[node.id]
            if node.id in defined:
                yield module, node.id


def _is_module(known: dict[str, Reference], name: str) -> bool:
    return name in known and known[name][1] == WHOLE


def _named_files(statement: ast.stmt) -> Iterator[Path]:
    """Return the files that the strings in a statement name."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[\w./*-]+", node.value):
            if Path(node.value).suffix in folders.DATA_SUFFIXES:
                yield from folders.PACKAGE.glob(node.value.lstrip("/"))
            elif (template := folders.templates_folder() / node.value.lstrip("/")).is_file():
                yield template


@cache
def _with_included(path: Path) -> frozenset[Path]:
    """Return a template and all that it includes, imports or extends."""
    named = (folders.templates_folder() / name for name in TEMPLATE_REFERENCE.findall(path.read_text(encoding="utf-8")))
    return frozenset({path}.union(*map(_with_included, named)))
