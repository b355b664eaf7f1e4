"""Shows a site on this machine and builds it again whenever code or templates change.

The server answers this machine alone: it listens on the loopback address, and only to requests that name it as
localhost does, so that no page from elsewhere can read it under a name of its own. Links that lead out of the
site are not followed. Who takes too long to ask is let go, and sooner where others wait.
"""

import functools
import http.server
import io
import os
import re
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, BinaryIO

from atlas.build import Order, make
from atlas.errors import BuildError, InputError
from atlas.folders import PACKAGE, templates_folder
from atlas.making.output import Output
from atlas.making.process import Stopped, prepare_process
from atlas.making.progress import Progress
from atlas.making.sources import watched_files
from atlas.making.workers import SPAWNED, held_signals, leave_group

SECONDS_BETWEEN_LOOKS = 0.5
ADDRESS = "127.0.0.1"
NAMES = (ADDRESS, "localhost", "[::1]")
PLAIN_PORT = 80
"""which browsers leave out"""
NOT_FOUND_PAGE = "/404.html"
MOST_CLIENTS = 100
"""at once: each takes a thread and two files, of which some systems allow 256 in all; others wait for their turn"""
SECONDS_TO_ASK = 10.0
"""until a request has come to its end, however slowly it comes"""
SECONDS_TO_ASK_WHEN_FULL = 0.25
SECONDS_TO_TAKE = 60.0
"""until a client has taken the next part of an answer"""


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 512

    def __init__(self, address: tuple[str, int], handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self._asking: dict[socket.socket, float] = {}
        """since when; the longest first"""
        self._room = threading.Semaphore(MOST_CLIENTS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a request in a thread; with as many at work as may be, wait until one ends or is let go."""
        while not self._room.acquire(timeout=SECONDS_TO_ASK_WHEN_FULL):
            self._let_go(SECONDS_TO_ASK_WHEN_FULL)
        self._asking[request] = time.monotonic()
        super().process_request(request, client_address)

    def asked(self, request: socket.socket) -> None:
        """Note that a client has sent its request: from now on it is let go only if it does not take the answer."""
        self._asking.pop(request, None)

    def shutdown_request(self, request: Any) -> None:
        self.asked(request)
        super().shutdown_request(request)
        self._room.release()

    def service_actions(self) -> None:
        """Let clients go that take too long; the server calls this several times a second."""
        self._let_go(SECONDS_TO_ASK)

    def _let_go(self, seconds: float) -> None:
        """Close the reading side of clients whose request is not there in time: their thread sees its end."""
        latest = time.monotonic() - seconds
        for request in [request for request, since in self._asking.copy().items() if since <= latest]:
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Print an error in one line; say nothing of a browser that has left."""
        error = sys.exception()
        if not isinstance(error, OSError):
            print(f"atlas: a request failed: {error!r}", file=sys.stderr)


class Handler(http.server.SimpleHTTPRequestHandler):
    server: Server
    timeout = SECONDS_TO_TAKE

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self.server.asked(self.connection)
        port = self.server.server_port
        allowed = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == PLAIN_PORT else set())
        named = self.headers.get_all("Host", [])
        if len(named) == 1 and named[0].lower() in allowed:
            return True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST, f"Only http://localhost:{port}/ is served here")
        return False

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Answer with files inside the site and nothing else: no lists of folders, nothing that a link leads out to."""
        path = re.split("[?#]", self.path)[0]
        if path.endswith("/"):
            self.path = f"{path}index.html{self.path.removeprefix(path)}"
        if self._inside(self.path):
            return super().send_head()
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def _inside(self, path: str) -> Path | None:
        """Return where a file of the site stands, or would stand."""
        try:
            real_path = Path(os.path.realpath(self.translate_path(path)))
        except ValueError:
            return None
        return real_path if real_path.is_relative_to(os.path.realpath(self.directory)) else None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is not there with the site’s own page, as it will be where the site is published."""
        page = self._inside(NOT_FOUND_PAGE) if code == HTTPStatus.NOT_FOUND else None
        if page is None or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


def listen(site: Path, port: int) -> Server:
    """Return a server that has its port; it answers once it is started."""
    try:
        return Server((ADDRESS, port), functools.partial(Handler, directory=str(site)))
    except OSError as error:
        raise InputError(f"port {port} cannot be used ({error.strerror}): choose another --port, 0 for any") from None


def serve(order: Order, folder: Path, port: int, *, workers: int | None, quiet: bool) -> None:
    output, progress = Output(folder), Progress(quiet=quiet)
    with listen(output.site, port) as server:
        seen = _stamps()
        make(order, output, progress, workers=workers)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"Serving on http://{ADDRESS}:{server.server_port}/ (Ctrl-C stops it)", flush=True)
        while True:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            now = _stamps()
            if now != seen:
                seen = now
                progress.say("Something has changed: building again")
                _make_with_new_code(order, folder, workers, quiet)


def _stamps() -> dict[Path, int]:
    stamps = {}
    for path in watched_files():
        with suppress(FileNotFoundError):
            stamps[path] = path.stat().st_mtime_ns
    return stamps


def _make_with_new_code(order: Order, folder: Path, workers: int | None, quiet: bool) -> None:
    """Build in a process of its own, which loads the code as it is now. If it fails the old site stays."""
    with held_signals():
        building = SPAWNED.Process(target=_make, args=(order, folder, workers, quiet))
        building.start()
    try:
        building.join()
        if building.exitcode:
            print(f"atlas: the process of the build ended with status {building.exitcode}", file=sys.stderr)
    finally:
        building.terminate()
        building.join()


def _make(order: Order, folder: Path, workers: int | None, quiet: bool) -> None:
    leave_group()
    try:
        prepare_process()
        make(order, Output(folder), Progress(quiet=quiet), workers=workers)
    except Stopped:
        return
    except (InputError, BuildError, OSError) as error:
        print(f"atlas: {error}", file=sys.stderr)
    except Exception as error:
        print(f"atlas: the site stays as it was: {_mistake(error)}", file=sys.stderr)


def _mistake(error: Exception) -> str:
    """Return an error in one line, with its place in our code or templates."""
    met_by_a_worker = error.__cause__
    text = str(met_by_a_worker) if met_by_a_worker else "".join(traceback.format_tb(error.__traceback__))
    places = [
        f" ({path}, line {line})"
        for path, line in re.findall(r'File "(.+)", line (\d+)', text)
        if any(Path(path).is_relative_to(folder) for folder in (PACKAGE, templates_folder()))
    ]
    return f"{type(error).__name__}: {error}" + "".join(places[-1:])
