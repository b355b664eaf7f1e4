"""The check for broken links: to files that do not exist, out of the site, or to anchors that a page lacks.

It loads nothing large: the command loads it before it knows whether there is anything to build.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote

LINK = re.compile(rb'\b(?:href|src)="([^"]*)"')
ANCHOR = re.compile(rb'\bid="?([^"\s>]+)')
STYLE_LINK = re.compile(rb'url\(["\']?([^"\')]+)')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
"""the beginning of a link to another site: a scheme or a host"""


def broken_links(files: Mapping[str, bytes], *, absent: tuple[str, ...] = ()) -> list[str]:
    """Return all broken links, each as "page → link"; paths that begin with one of `absent` are not checked."""
    anchors: dict[str, set[str]] = {}
    broken = []
    for page, link in _links(files):
        address, _, anchor = link.partition("#")
        path = unquote(address.partition("?")[0])
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if target.startswith(absent):
            continue
        if target not in files:
            broken.append(f"{page} → {link}")
        elif anchor and target.endswith(".html"):
            if target not in anchors:
                anchors[target] = {unescape(name.decode()) for name in ANCHOR.findall(files[target])}
            if unquote(anchor) not in anchors[target]:
                broken.append(f"{page} → {link}")
    return broken


def _links(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    patterns = {".html": LINK, ".css": STYLE_LINK}
    for path, content in sorted(files.items()):
        pattern = patterns.get(posixpath.splitext(path)[1])
        for link_bytes in dict.fromkeys(pattern.findall(content)) if pattern else ():
            link = unescape(link_bytes.decode())
            if not ELSEWHERE.match(link):
                yield path, link
