"""The site on this machine, built again on every change."""

import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.small import OPTIONS, keep_cards

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_a_change_shows_and_a_mistake_does_not_end_it(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("atlas", "templates"):
        shutil.copytree(ROOT / folder, project / folder)
    keep_cards(tmp_path / "out" / ".atlas" / "cache")
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
            assert any("nothing_of_that_name" in line for line in process.stdout)
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
