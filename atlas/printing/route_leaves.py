"""The route card of an adventure on paper, to lie in the book, and as a file for a screen."""

from dataclasses import dataclass

from atlas.maps.style import css_variables
from atlas.printing.leaves import A5, Document
from atlas.printing.press import press
from atlas.site.pages import Page
from atlas.site.render import render_text
from atlas.tables.route import RouteCard

DESCRIPTION = "What to do at each stage of an adventure: when to test, eat and drink, and which way to go."


@dataclass(frozen=True, kw_only=True)
class RouteSheet(Document):
    """Pages of A5: as many as it takes."""

    template = "print/route.html"
    description: str = DESCRIPTION
    card: RouteCard

    @property
    def page_count(self) -> None:
        return None


@dataclass(frozen=True, kw_only=True)
class RouteFile(Page):
    """A page that needs no other file."""

    template = "print/route-file.html"
    description: str = DESCRIPTION
    card: RouteCard
    colours: str = css_variables()


def route_pdf(card: RouteCard) -> bytes:
    """Return the card as a PDF."""
    return press(RouteSheet(path="route.pdf", title=card.adventure.title, paper=A5, card=card))


def route_html(card: RouteCard) -> bytes:
    """Return the card as a page of its own."""
    return render_text(RouteFile(path="route.html", title=card.adventure.title, card=card)).encode()
