"""All printed files: three jobs that need nothing of one another, each the work of one process.

| job | files | needs |
| --- | --- | --- |
| `leaves` | cheat sheets and pocket cards | edition, tables, cards |
| `booklet` | the booklet, and imposed for A4 and Letter | edition, tables, cards, claims, encounters |
| `folio` | the full atlas | tables |
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from atlas.booklet import booklet
from atlas.catalogue import Card
from atlas.encounters import Encounter
from atlas.folio import folio
from atlas.imposition import impose, scale_on
from atlas.press import press
from atlas.print_pages import A4, LETTER, cheat_sheet, folding_sheet, pocket_cards
from atlas.rules import Edition
from atlas.statements import Claim
from atlas.tables import GapTable

Files = dict[str, bytes]


@dataclass(frozen=True)
class Material:
    """What printed matter is made of."""

    edition: Edition
    tables: Sequence[GapTable]
    cards: Sequence[Card]
    claims: Sequence[Claim]
    encounters: Sequence[Encounter]


def print_leaves(material: Material) -> Files:
    edition, tables, cards = material.edition, material.tables, material.cards
    sheets = [cheat_sheet(edition, tables, cards, paper) for paper in (A4, LETTER)]
    pockets = [pocket_cards(cards, paper) for paper in (A4, LETTER)]
    return {document.path: press(document) for document in (*sheets, *pockets)}


def print_booklet(material: Material) -> Files:
    document = booklet(material.edition, material.tables, material.cards, material.claims, material.encounters)
    pages = press(document)
    first = {paper: folding_sheet(paper, document.page_count, scale_on(paper)) for paper in (A4, LETTER)}
    sheets = impose(pages, {paper: press(sheet) for paper, sheet in first.items()})
    return {document.path: pages} | {first[paper].path: imposed for paper, imposed in sheets.items()}


def print_folio(material: Material) -> Files:
    document = folio(material.tables)
    return {document.path: press(document)}


JOBS: Mapping[str, Callable[[Material], Files]] = {
    "booklet": print_booklet,
    "folio": print_folio,
    "leaves": print_leaves,
}
"""The longest first, for whoever runs them side by side."""
