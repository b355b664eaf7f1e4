"""Shows a site on this machine and builds it again whenever code or templates change."""

import functools
import http.server
import multiprocessing
import sys
import threading
import time
from pathlib import Path

from atlas.build import Order, make
from atlas.errors import BuildError, InputError
from atlas.making.output import Output
from atlas.making.progress import Progress
from atlas.making.sources import watched_files

SECONDS_BETWEEN_LOOKS = 0.5


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def serve(order: Order, folder: Path, port: int, *, workers: int | None, quiet: bool) -> None:
    output, progress = Output(folder), Progress(quiet=quiet)
    seen = _stamps()
    make(order, output, progress, workers=workers)
    handler = functools.partial(Handler, directory=str(output.site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"Serving on http://127.0.0.1:{server.server_port}/ (Ctrl-C stops it)", flush=True)
        while True:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            now = _stamps()
            if now != seen:
                seen = now
                progress.say("Something has changed: building again")
                _make_with_new_code(order, folder, workers, quiet)


def _stamps() -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in watched_files() if path.exists()}


def _make_with_new_code(order: Order, folder: Path, workers: int | None, quiet: bool) -> None:
    """In a process of its own, which loads the code as it is now. If it fails the old site is still there."""
    building = multiprocessing.get_context("spawn").Process(target=_make, args=(order, folder, workers, quiet))
    building.start()
    building.join()


def _make(order: Order, folder: Path, workers: int | None, quiet: bool) -> None:
    try:
        make(order, Output(folder), Progress(quiet=quiet), workers=workers)
    except (InputError, BuildError, OSError) as error:
        print(f"atlas: {error}", file=sys.stderr)
