"""The files around the pages: the manifest, the sitemap, fonts, and the script that lets the site open offline.

In come finished pages and files as bytes; out come bytes. Nothing here needs the solver.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape, unescape
from itertools import chain
from unicodedata import normalize

from atlas.maps.documents import ICON_PATH
from atlas.maps.fonts import FACES, LICENCES, MATH_FACE, SANS, SERIF, Face, notices
from atlas.maps.style import PAPER

WEB_CUTS = {(SERIF, 400), (SERIF, 600), (SERIF, 900), (SANS, 400), (SANS, 600)}
WEB_FACES: Sequence[Face] = (*(face for face in FACES if (face.family, face.weight) in WEB_CUTS), MATH_FACE)
"""the faces that the stylesheet asks for"""
STAND_INS = ("404.html", "offline.html")
"""pages shown in place of others, in no list of pages"""
ALWAYS = frozenset(map(chr, range(ord(" "), ord("~") + 1)))
"""characters in every font, whatever the text of the pages: readers may type them"""
CORE_KINDS = (".css", ".js", ".woff2")
"""files stored on a device at the first visit, with the first pages and their pictures"""
KEPT_KINDS = (".html", ".mjs", ".svg", ".txt", *CORE_KINDS)
"""files stored on a device when they are first opened"""

ITALICS = {normalize("NFKC", chr(c)): chr(c) for c in (0x210E, *range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D715))}
"""mathematical letters in italics, Latin and Greek, by the plain letter"""

COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""a comment on lines of its own"""
STYLE_SPACE = re.compile(r"""("[^"]*"|'[^']*')|;?\s*(\})\s*|\s*([{;])\s*|(?<=[\w-])(:)\s+""")
"""a string of a stylesheet, which stays, or a sign and the space around it that says nothing"""


def sitemap(paths: Iterable[str], base_url: str) -> bytes:
    """Return the list of pages for search engines, who want whole addresses: without a base URL there is no sitemap."""
    pages = sorted(path for path in paths if path.endswith(".html") and path not in STAND_INS)
    urls = "".join(f"<url><loc>{escape(base_url + path)}</loc></url>\n" for path in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    ).encode()


def web_manifest() -> bytes:
    """Return what a phone needs to put the site on its home screen."""
    icons = [{"src": ICON_PATH, "type": "image/svg+xml", "sizes": "any"}]
    icons += [{"src": f"static/icon-{n}.png", "type": "image/png", "sizes": f"{n}x{n}"} for n in (192, 512)]
    manifest = {
        "name": "Luck Atlas",
        "short_name": "Luck Atlas",
        "description": "When to Test your Luck in a Fighting Fantasy fight.",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER.light,
        "theme_color": PAPER.light,
        "icons": icons,
    }
    return (json.dumps(manifest, indent=1) + "\n").encode()


def characters(texts: Iterable[bytes]) -> str:
    """Return all characters of pages and scripts, sorted: what the fonts are cut down to."""
    used = set(ALWAYS)
    for text in texts:
        used.update(text.decode())
    return "".join(sorted(character for character in used if character.isprintable()))


def formula_characters(texts: Iterable[bytes]) -> str:
    """Return the characters of formulas, sorted; single letters also in italics, which are characters of their own."""
    formulas = chain.from_iterable(re.findall(r"<math.*?</math>", text.decode(), re.DOTALL) for text in texts)
    used = set(unescape(re.sub(r"<[^>]*>", "", "".join(formulas))))
    italics = {ITALICS[character] for character in used if character in ITALICS}
    return "".join(sorted(character for character in used | italics if character.isprintable()))


def squeezed(source: bytes) -> bytes:
    """Return a script or stylesheet without comments and indentation, to load faster."""
    text = COMMENT.sub("", source.decode())
    return re.sub(r"^[ \t]+|^\n", "", text, flags=re.MULTILINE).encode()


def squeezed_style(source: bytes) -> bytes:
    """Return a stylesheet without what only its writers need."""
    return STYLE_SPACE.sub(lambda found: "".join(filter(None, found.groups())), squeezed(source).decode()).encode()


def font_path(face: Face) -> str:
    return f"static/fonts/{face.slug}.woff2"


def licence_files(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the licences as files of the site; those of typefaces begin with their copyright notices."""
    owners: dict[str, dict[str, None]] = {name: {} for name in texts}
    for face in WEB_FACES:
        owners[LICENCES[face.family]][f"{face.web_family}: {notices(face)['copyright'].strip()}\n"] = None
    return {
        f"licences/{name}": "".join([*owners[name], "\n" if owners[name] else ""]).encode() + text
        for name, text in texts.items()
    }


def service_worker(script: bytes, files: Mapping[str, bytes], first: Collection[str]) -> bytes:
    """Return `sw.js`: the script of the templates, after the list of first pages and the hashes of all files.

    A device stores a file only if it has the hash in this list, so that all that opens offline is of one build.
    """
    hashes = {path: _digest(data) for path, data in sorted(files.items()) if path.endswith(KEPT_KINDS)}
    pages = b"".join(files.get(path, b"") for path in first)
    core = [path for path in hashes if path in first or path.endswith(CORE_KINDS) or _shown(path, pages)]
    version = _digest(json.dumps(hashes).encode() + script)
    constants = {"VERSION": version, "CORE": core, "FILES": hashes}
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()).encode() + script


def _shown(path: str, pages: bytes) -> bool:
    return path.endswith(".svg") and f'src="{path}"'.encode() in pages


def _digest(data: bytes) -> str:
    return b64encode(hashlib.sha256(data).digest()).decode()
