"""A real Chromium and small web servers for the tests of pages."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.tools import FLAGS, chromium

OF_THE_PAPER = ("https://arxiv.org/abs/2002.10172v1", "https://doi.org/10.1016/j.ejor.2022.01.039")
"""the only places elsewhere that pages lead to: the paper as it was first put up, and as it was printed"""
COLOURS = ["color-contrast", "link-in-text-block"]
AXE = """(options) => axe.run(options).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]))"""
LOOKS: tuple[dict[str, Any], ...] = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
MEDIA = ("color_scheme", "forced_colors", "reduced_motion")
SECONDS_TO_END = 0.05
"""what a server may take to notice that it is no longer needed"""
_contexts: dict[str, BrowserContext] = {}
"""of this process, by their options"""


@contextmanager
def launched() -> Iterator[Browser]:
    path = chromium()
    assert path, "The tests need a Chromium: run `make test`, or `python -m tests.tools`, which installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        _contexts.clear()
        browser.close()


@contextmanager
def new_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page that nothing was kept for, with these options.

    To open a context takes a second of work, so it stays for the next test, with an empty page that keeps its
    process; what sites have kept in it is cleared. What a page can be told by itself needs no context of its own.
    """
    media = {name: options.pop(name) for name in MEDIA if name in options}
    viewport = options.pop("viewport", None)
    key = repr(sorted(options.items()))
    if key not in _contexts:
        _contexts[key] = browser.new_context(**options)
        _contexts[key].new_page()
    context = _contexts[key]
    page = context.new_page()
    if viewport:
        page.set_viewport_size(viewport)
    page.emulate_media(**media)
    seen: set[str] = set()
    page.on("framenavigated", lambda frame: seen.add("{0.scheme}://{0.netloc}".format(urlsplit(frame.url))))
    try:
        yield page
    finally:
        page.close()
        session = context.new_cdp_session(context.pages[0])
        for origin in seen:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()


def looks(page: Page) -> Iterator[Mapping[str, Any]]:
    """A page in every look, one after another; without motion, so that colours change at once."""
    for look in LOOKS:
        page.emulate_media(color_scheme="null", forced_colors="null")
        page.emulate_media(reduced_motion="reduce", **look)
        yield look


def faults(page: Page, look: Mapping[str, Any] | None = None) -> list[list[str]]:
    """What axe finds, and where first; in any other look than the light one, what has to do with colours."""
    only = {"runOnly": COLOURS} if look and look != {"color_scheme": "light"} else {}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    results: list[list[str]] = page.evaluate(AXE, {"resultTypes": ["violations"], **only})
    return results


class Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """A browser that leaves a page drops what it had asked for: that is no error."""


@contextmanager
def served(site: Path, base: str = "/") -> Iterator[str]:
    """The address of a site on this machine under a base path; a missing page gets 404.html, as on GitHub Pages."""

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            inside = path.split("?")[0].split("#")[0]
            if not inside.startswith(base):
                return str(site / "nowhere")
            return super().translate_path("/" + inside.removeprefix(base))

        def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
            page = (site / "404.html").read_bytes() if code == 404 and (site / "404.html").is_file() else b""
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def end_headers(self) -> None:
            # So that only what the site itself has kept opens without a server.
            self.send_header("Cache-Control", "no-cache")
            super().end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    def handler(*arguments: Any, **named: Any) -> Handler:
        return Handler(*arguments, directory=str(site), **named)

    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(SECONDS_TO_END,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{base}"
        server.shutdown()
