"""The site on this machine, built again on every change."""

import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from atlas import serve as serving
from atlas.build import Order
from atlas.errors import InputError
from atlas.making.output import Output
from atlas.serve import MOST_CLIENTS, Handler, Server, listen, serve
from tests.browser import SECONDS_TO_END
from tests.processes import wait_for
from tests.small import OPTIONS

ROOT = Path(__file__).parent.parent
SECONDS = 20
"""until a socket gives up"""


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """A small site beside something that is not for others."""
    folder = tmp_path / "site"
    (folder / "atlas").mkdir(parents=True)
    (folder / "index.html").write_text("the site")
    (folder / "atlas" / "page.html").write_text("a page")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "index.html").write_text("secret")
    return folder


@contextmanager
def running(server: Server) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(SECONDS_TO_END,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@pytest.fixture
def server(shown: Path) -> Iterator[Server]:
    with listen(shown, 0) as running_server, running(running_server):
        yield running_server


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), SECONDS)


def ask(server: Server, path: str, *hosts: str, method: str = "GET") -> tuple[int, str]:
    """Status and all that follows, to a request exactly as given."""
    with connected(server) as connection:
        lines = [f"{method} {path} HTTP/1.1", *(f"Host: {host}" for host in hosts), "", ""]
        connection.sendall("\r\n".join(lines).encode())
        return response(connection)


def response(connection: socket.socket) -> tuple[int, str]:
    answer = b""
    while part := connection.recv(65536):
        answer += part
    status, _, rest = answer.decode().partition("\r\n")
    return int(status.split()[1]), rest


def test_this_machine_s_own_names_are_answered(server: Server) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]", "LocalHost"):
        status, rest = ask(server, "/", f"{name}:{server.server_port}")
        assert status == 200 and rest.endswith("the site"), name


@pytest.mark.parametrize(
    "hosts",
    [(), ("example.org",), ("localhost",), ("localhost:1",), ("example.org:{}",), ("localhost:{}", "example.org:{}")],
)
def test_another_name_is_refused(server: Server, hosts: tuple[str, ...]) -> None:
    """A page from elsewhere whose name was made to lead here."""
    status, rest = ask(server, "/", *(host.format(server.server_port) for host in hosts))
    assert status == 421 and "the site" not in rest


def test_links_that_lead_out_of_the_site_are_not_followed(server: Server, shown: Path) -> None:
    (shown / "file.txt").symlink_to(shown.parent / "secret.txt")
    (shown / "folder").symlink_to(shown.parent / "secrets")
    (shown / "empty").mkdir()
    (shown / "empty" / "index.htm").symlink_to(shown.parent / "secret.txt")
    (shown / "within.html").symlink_to(shown / "atlas" / "page.html")
    (shown / "round").symlink_to(shown / "round")
    host = f"localhost:{server.server_port}"
    for path in ("/file.txt", "/folder/", "/folder/index.html", "/empty/", "/empty/#x", "/empty/index.htm", "/round"):
        status, rest = ask(server, path, host)
        assert status == 404 and "secret" not in rest, path
    assert ask(server, "/within.html", host)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/atlas/..%2f..%2fsecret.txt",
        "//../secret.txt",
        "/%00",
        "/%ED%A0%80",
        "/atlas/",
        "/" + 300 * "x",
    ],
)
def test_nothing_else_is_found(server: Server, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    """No way out, no names that no file can have, no lists of folders."""
    status, rest = ask(server, path, f"localhost:{server.server_port}")
    assert status == 404 and "secret" not in rest and "page.html" not in rest
    assert "Traceback" not in capfd.readouterr().err


def test_a_browser_that_leaves_is_no_mistake(server: Server, shown: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (shown / "large").write_bytes(bytes(30_000_000))
    host = f"localhost:{server.server_port}"
    for _ in range(3):
        with connected(server) as connection:
            connection.sendall(f"GET /large HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            connection.recv(10)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert ask(server, "/", host)[0] == 200
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(SECONDS)
    assert "Traceback" not in capfd.readouterr().err


def test_two_hundred_requests_at_once(shown: Path) -> None:
    """They are all there before the first is answered."""
    with listen(shown, 0) as server, ExitStack() as stack:
        connections = [stack.enter_context(connected(server)) for _ in range(200)]
        for connection in connections:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{server.server_port}\r\n\r\n".encode())
        with running(server):
            assert all(response(connection)[0] == 200 for connection in connections)


def test_a_redirect_keeps_the_query(server: Server) -> None:
    host = f"localhost:{server.server_port}"
    status, rest = ask(server, "/atlas?skill=10&stamina=18", host)
    assert status == 301 and "Location: /atlas/?skill=10&stamina=18\r\n" in rest
    assert ask(server, "/?skill=10#x", host)[1].endswith("the site")


def test_what_is_not_there_gets_the_site_s_own_page(server: Server, shown: Path) -> None:
    host = f"localhost:{server.server_port}"
    (shown / "404.html").symlink_to(shown.parent / "secret.txt")
    status, rest = ask(server, "/nothing", host)
    assert status == 404 and "secret" not in rest
    (shown / "404.html").unlink()
    (shown / "404.html").write_text("Unlucky: nothing is hére", encoding="utf-8")
    for path in ("/nothing", "/atlas/", "/../secret.txt", "/%00"):
        status, rest = ask(server, path, host)
        assert status == 404 and "\r\nContent-Type: text/html" in rest and rest.endswith("nothing is hére"), path
    status, rest = ask(server, "/nothing", host, method="HEAD")
    assert status == 404 and "Content-Length: 25\r\n" in rest and rest.endswith("\r\n\r\n")


def test_no_browser_guesses_what_a_file_is(server: Server) -> None:
    host = f"localhost:{server.server_port}"
    for path, name in (("/", host), ("/atlas", host), ("/nothing", host), ("/", "example.org")):
        assert "\r\nX-Content-Type-Options: nosniff\r\n" in ask(server, path, name)[1], path


def threads_that_answer() -> int:
    return sum("process_request_thread" in thread.name for thread in threading.enumerate())


def test_slow_clients_make_room_for_others(shown: Path) -> None:
    """Four times as many as may be served at once ask, and never come to an end."""
    with listen(shown, 0) as server, running(server), ExitStack() as stack:
        slow = [stack.enter_context(connected(server)) for _ in range(4 * MOST_CLIENTS)]
        for connection in slow:
            connection.sendall(b"GET / HT")
        assert ask(server, "/", f"localhost:{server.server_port}")[1].endswith("the site")
        assert threads_that_answer() <= MOST_CLIENTS
        for connection in slow:
            let_go(connection)
        wait_for(lambda: not threads_that_answer())


def let_go(connection: socket.socket) -> None:
    """Wait for the other side to end it."""
    with suppress(ConnectionError):
        while connection.recv(1000):
            pass


def test_a_client_that_never_pauses_and_never_ends_is_let_go(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SECONDS_TO_ASK", 0.5)
    with connected(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        begun = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() < begun + SECONDS:
                connection.sendall(b"x")
                time.sleep(0.05)


def test_a_client_that_does_not_take_its_answer_is_let_go(
    server: Server, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Handler.timeout
    monkeypatch.setattr(Handler, "timeout", 0.5)
    (shown / "large").write_bytes(bytes(30_000_000))
    with connected(server) as connection:
        connection.sendall(f"GET /large HTTP/1.1\r\nHost: localhost:{server.server_port}\r\n\r\n".encode())
        connection.recv(10)
        assert threads_that_answer() == 1
        wait_for(lambda: not threads_that_answer(), SECONDS)


def test_a_port_that_is_taken_is_said_before_anything_is_built(server: Server, tmp_path: Path) -> None:
    taken = server.server_port
    with pytest.raises(InputError, match=rf"port {taken} cannot be used \(Address already in use\): choose another"):
        serve(Order(), tmp_path / "out", taken, workers=1, quiet=True)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_change_shows_and_a_mistake_does_not_end_it(small: Output, tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("atlas", "templates"):
        shutil.copytree(ROOT / folder, project / folder)
    shutil.copytree(small.cache, Output(tmp_path / "out").cache)
    command = [sys.executable, "-m", "atlas", "serve", *OPTIONS, "--only", "site", "--port", "0"]
    command += ["--output", str(tmp_path / "out")]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        try:
            address = next(
                found[0] for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line))
            )
            assert b"changed by hand" not in page(address)
            base = project / "templates" / "site" / "base.html"
            right = base.read_text()
            base.write_text(right.replace("</body>", "{{ nothing_of_that_name }}</body>"))
            said = iter(process.stdout.readline, "")
            mistake = next(line for line in said if "nothing_of_that_name" in line)
            place = 1 + right[: right.index("</body>")].count("\n")
            assert mistake.startswith("atlas: the site stays as it was: ")
            assert mistake.endswith(f"({base}, line {place})\n")
            assert b"</html>" in page(address), "the old site is still there"
            base.write_text(right.replace("</body>", "<!-- changed by hand --></body>"))
            for _ in range(300):
                if b"changed by hand" in page(address):
                    break
                time.sleep(0.1)
            assert b"changed by hand" in page(address)
        finally:
            process.kill()


def page(address: str) -> bytes:
    with urllib.request.urlopen(f"{address}index.html") as answer:
        content: bytes = answer.read()
        assert answer.headers["Cache-Control"] == "no-store"
    return content
