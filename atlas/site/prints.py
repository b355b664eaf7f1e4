"""Everything to print: each with its PDFs, a picture and a line on when to take it, in the order of a reader's need."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Print:
    """One thing to print."""

    picture: str
    """which drawing of `partials/prints.html` stands beside it"""
    title: str
    when: str
    """when to take it, in one line"""
    files: Mapping[str, str]
    """paths by paper size, and by use where that differs; A4 first, then Letter"""


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
    "The grid above, your Adventure Sheet below: one for each adventure.",
    sizes("cheat-sheet"),
)
CARD_PRINTS = (
    CHEAT_SHEET,
    Print(
        "pocket",
        "Pocket book",
        "One sheet, folded and cut once to eight small pages, a strip on each: no stapler, no second side.",
        sizes("pocket-book"),
    ),
    Print(
        "strips",
        "Bookmarks",
        "A strip for each SKILL gap, to cut out: more exact than the grid, and it keeps your page.",
        sizes("bookmarks"),
    ),
    Print(
        "cards", "Pocket cards", "The grid as large as a playing card, eight on a sheet, for sleeves.", sizes("cards")
    ),
)
"""of cards that were derived: none where fights remember rounds"""
TABLE_PRINTS = (
    Print(
        "booklet",
        "Booklet",
        "The exact answer for every fight but the last, in tables: to fold and staple, or to read on a screen.",
        foldings("booklet"),
    ),
    Print(
        "last-booklet",
        "Booklet for the last fight",
        "The same for the last fight, after which nothing comes: spend LUCK wherever it wins more.",
        foldings("booklet-last-fight"),
    ),
    Print(
        "poster",
        "Poster",
        "All maps on one sheet, with what strikes the eye: for the wall, good on A3 too.",
        {"A2": "print/poster-a2.pdf", "18 × 24 in": "print/poster-18x24.pdf"},
    ),
    Print("maps", "Atlas", "Every map, for a look at the whole.", sizes("atlas")),
)
RULES_PRINTS = (
    Print(
        "rules",
        "Rule cards",
        "Fights with rules of their own: a quick grid for each, half a sheet, to lay on your Adventure Sheet.",
        sizes("rule-cards"),
    ),
)
PRINTS = (*CARD_PRINTS, *TABLE_PRINTS, *RULES_PRINTS)
