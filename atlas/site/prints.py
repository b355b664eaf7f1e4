"""Everything to print, with its PDFs, in the order of a reader's need."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Print:
    """One thing to print."""

    name: str
    """its name in `partials/prints.html`, which has a drawing of it and a line on when to take it"""
    title: str
    files: Mapping[str, str]
    """paths by the size of paper, with the use where there are several; A4 first, then Letter"""


def sizes(name: str) -> dict[str, str]:
    """Return the files of a sheet that comes in both sizes."""
    return {title: f"print/{name}-{size}.pdf" for title, size in (("A4", "a4"), ("Letter", "letter"))}


def foldings(name: str) -> dict[str, str]:
    """Return the files of a booklet: imposed for both sizes of paper, and page by page."""
    return {
        "A4, to fold": f"print/{name}-a4-duplex.pdf",
        "Letter, to fold": f"print/{name}-letter-duplex.pdf",
        "A5, to read": f"print/{name}-a5.pdf",
    }


CHEAT_SHEET = Print(
    "sheet",
    "Cheat sheet",
    sizes("cheat-sheet"),
)
CARD_PRINTS = (
    CHEAT_SHEET,
    Print("pocket", "Pocket book", sizes("pocket-book")),
    Print("strips", "Bookmarks", sizes("bookmarks")),
    Print("cards", "Pocket cards", sizes("cards")),
)
"""sheets with cards, which do not exist where fights remember rounds"""
TABLE_PRINTS = (
    Print("booklet", "Booklet", foldings("booklet")),
    Print("last-booklet", "Booklet for the last fight", foldings("booklet-last-fight")),
    Print("poster", "Poster", {"A2": "print/poster-a2.pdf", "18 × 24 in": "print/poster-18x24.pdf"}),
    Print("maps", "Atlas", sizes("atlas")),
)
RULES_PRINTS = (Print("rules", "Rule cards", sizes("rule-cards")),)
PRINTS = (*CARD_PRINTS, *TABLE_PRINTS, *RULES_PRINTS)
