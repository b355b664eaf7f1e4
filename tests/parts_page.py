"""Show every part that pages are made of on one page, which is not published: `python -m tests.parts_page FOLDER`.

The parts are the macros of `templates/partials/parts.html`.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from atlas.making.output import Files
from atlas.site.pages import Page
from atlas.site.render import environment
from atlas.tasks.pages import plain_files

TEMPLATE = Path(__file__).with_name("parts.html")


@dataclass(frozen=True, kw_only=True)
class PartsPage(Page):
    template = "tests/parts.html"
    path: str = "parts.html"
    title: str = "Parts"


def parts_page() -> Files:
    """Return the page with the stylesheets, scripts and the icon that it asks for."""
    page = environment().from_string(TEMPLATE.read_text()).render(page=PartsPage()).encode()
    files = {path: data for path, data in plain_files().items() if path.startswith("static/")}
    return files | {"parts.html": page}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for path, data in parts_page().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    print(folder / "parts.html")
