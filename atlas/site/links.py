"""Finds links that lead nowhere: to files that are not there, out of the site, or to anchors that a page lacks."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote

LINK = re.compile(rb'\b(?:href|src)="([^"]*)"')
ANCHOR = re.compile(rb'\bid="?([^"\s>]+)')
STYLE_LINK = re.compile(rb'url\(["\']?([^"\')]+)')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
"""begins a link that is not ours: with a scheme, or with a host"""


def broken_links(files: Mapping[str, bytes], *, absent: tuple[str, ...] = ()) -> list[str]:
    """Return the links that lead nowhere, each as "page → link". Paths that begin with one of `absent` are left out."""
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
