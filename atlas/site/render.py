"""Page objects → HTML, through the Jinja templates."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from atlas import signs, wording
from atlas.folders import templates_folder
from atlas.game.edition import BOOK_EDITION, Edition
from atlas.site.mathml import formula, subscripts
from atlas.site.pages import DOORS, READING, RULES_INDEX, Page
from atlas.site.prints import CHEAT_SHEET


@cache
def environment(base_url: str | None = None, edition: Edition = BOOK_EDITION) -> Environment:
    """Return the templates. With a base URL, which ends in a slash, pages say where they stand on the web."""
    jinja = Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.policies["json.dumps_kwargs"] = {"sort_keys": False, "separators": (",", ":")}
    jinja.filters |= {
        "thousands": lambda number: f"{number:,}",
        "percent": lambda chance: wording.percent(Fraction(chance)),
        "points": lambda loss: wording.percent(Fraction(loss)).rstrip("%"),
        "signed_percent": wording.signed_percent,
        "wins_in_100": lambda size: wording.wins_in_100(Fraction(size)),
        "fewer_wins": wording.fewer_wins,
        "signed": wording.signed,
        "against": wording.against,
        "size": wording.size,
        "any": any,
        "css_string": lambda text: text.replace("\\", "").replace('"', "”"),
        "capitalise": lambda text: text[:1].upper() + text[1:],
        "at_most": lambda bound: wording.at_most(Fraction(bound)),
        "at_most_in_100": lambda share: wording.at_most(100 * Fraction(share)),
        "amount": lambda count: wording.amount(Fraction(count)),
        "math": formula,
        "subscripts": subscripts,
        "allowed": _allowed,
    }
    jinja.globals |= {
        "base_url": base_url,
        "source_url": source_of(base_url),
        "edition": edition,
        "signs": signs,
        "doors": DOORS,
        "cheat_sheet": CHEAT_SHEET,
        "reading": [link for link in READING if not (edition.is_variant and link.path == RULES_INDEX)],
    }
    return jinja


def render(pages: Iterable[Page], base_url: str | None, edition: Edition = BOOK_EDITION) -> dict[str, bytes]:
    """Return the pages as files."""
    return {page.path: render_text(page, base_url, edition).encode() for page in pages}


def render_text(page: Page, base_url: str | None = None, edition: Edition = BOOK_EDITION) -> str:
    return environment(base_url, edition).get_template(page.template).render(page=page)


def source_of(base_url: str | None) -> str | None:
    """Return the repository that a site on GitHub Pages is published from."""
    project = re.fullmatch(r"https://([\w-]+)\.github\.io/([\w.-]+)/", base_url or "")
    return f"https://github.com/{project[1]}/{project[2]}" if project else None


def _allowed(text: str) -> str:
    """Return what a content security policy calls a script or style inside the page."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
