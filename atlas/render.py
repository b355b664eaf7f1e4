"""Page objects → HTML, through the Jinja templates."""

from collections.abc import Iterable
from fractions import Fraction

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from atlas import wording
from atlas.mathml import formula, subscripts
from atlas.pages import Page
from atlas.sources import templates_folder


def environment() -> Environment:
    jinja = Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.filters |= {
        "thousands": lambda number: f"{number:,}",
        "percent": lambda chance: wording.percent(Fraction(chance)),
        "points": lambda loss: wording.percent(Fraction(loss)).rstrip("%"),
        "amount": lambda count: wording.amount(Fraction(count)),
        "math": formula,
        "subscripts": subscripts,
    }
    return jinja


def render(pages: Iterable[Page]) -> dict[str, bytes]:
    """The pages as files."""
    jinja = environment()
    return {page.path: jinja.get_template(page.template).render(page=page).encode() for page in pages}


def static_files() -> dict[str, bytes]:
    """The stylesheet and the like, as they are."""
    folder = templates_folder() / "static"
    return {
        f"static/{p.relative_to(folder).as_posix()}": p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }
