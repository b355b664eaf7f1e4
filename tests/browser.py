"""A real Chromium and small web servers for the tests of pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.tools import FLAGS, chromium


@contextmanager
def launched() -> Iterator[Browser]:
    path = chromium()
    assert path, "The tests need a Chromium: run `make test`, or `python -m tests.tools`, which installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


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
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{base}"
        server.shutdown()
