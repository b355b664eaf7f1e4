"""What is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from atlas.cards.catalogue import Card, DerivedCard
from atlas.cards.memory_grid import MemoryGrid
from atlas.game.edition import Edition
from atlas.game.presets import Preset
from atlas.making.engine import task
from atlas.making.output import Files
from atlas.paper.encounters import Encounter
from atlas.paper.statements import Claim
from atlas.printing.booklet import booklet, measured_outside, printed_gaps, printed_side
from atlas.printing.card_leaves import bookmarks, cheat_sheet, pocket_cards
from atlas.printing.full_atlas import folio
from atlas.printing.gap_maps import GapMaps
from atlas.printing.imposition import impose, scale_on
from atlas.printing.leaves import A4, LETTER, folding_sheet
from atlas.printing.pocket_book import pocket_book
from atlas.printing.poster import A2, BROADSHEET, poster
from atlas.printing.press import press, press_both, press_on, printed
from atlas.printing.route_leaves import route_pdf
from atlas.printing.rule_leaves import RuleCard, rule_card, rule_cards
from atlas.printing.writing import pdf_bytes
from atlas.tables.beyond_luck import BeyondLuck
from atlas.tables.gap_table import Aim, GapTable
from atlas.tables.outside import Outside
from atlas.tables.spans import SpanPlan, span_plan

if TYPE_CHECKING:
    from atlas.site.adventures import Way

PRINTING = "Printing"


@task("Measuring the booklet", seconds=0.6)
def measure_outside(edition: Edition, aim: Aim) -> Outside | None:
    return measured_outside(edition, aim)


@task("Measuring the booklet", seconds=0.6)
def plan_spans(edition: Edition, aim: Aim) -> Sequence[SpanPlan]:
    """Round the tables of a booklet, and measure what that costs."""
    sized = replace(edition, rules=edition.rules.sized(printed_side(edition.rules), edition.rules.max_luck))
    return [span_plan(sized, gap, aim) for gap in printed_gaps(edition)]


@task(PRINTING, seconds=11)
def print_booklet(
    edition: Edition,
    base_url: str | None,
    aim: Aim,
    tables: Sequence[GapTable],
    plans: Sequence[SpanPlan],
    measured: Outside | None,
    claims: Sequence[Claim],
    encounters: Sequence[Encounter],
) -> Files:
    """Print the booklet of one aim page by page, and imposed to fold."""
    document = booklet(edition, aim, tables, plans, measured, claims, encounters)
    pages = printed(document, edition, base_url)
    pdfs = {document.path: pdf_bytes(pages)}
    words = f" for {aim.words}"
    first = {
        size: folding_sheet(size, document.page_count, scale_on(size), document.file_name, words)
        for size in (A4, LETTER)
    }
    sheets = impose(pages, {size: printed(sheet, edition, base_url) for size, sheet in first.items()})
    return pdfs | {first[size].path: imposed for size, imposed in sheets.items()}


@task(PRINTING, seconds=6)
def print_atlas(edition: Edition, base_url: str | None, drawn: Sequence[GapMaps]) -> Files:
    """Print the full atlas, on both papers."""
    return press_both(folio(edition, drawn), edition, base_url)


@task(PRINTING, seconds=2)
def print_poster(edition: Edition, base_url: str | None, tables: Sequence[GapTable]) -> Files:
    """Print the poster, in both sizes."""
    pdfs = press_on((A2, BROADSHEET), poster(edition, tables), edition, base_url)
    return {f"print/poster-{paper.name}.pdf": pdf for paper, pdf in pdfs.items()}


@task(PRINTING, seconds=4)
def print_cards(
    edition: Edition, base_url: str | None, tables: Sequence[GapTable], cards: Sequence[Card], beyond: BeyondLuck
) -> Files:
    """Print cheat sheets, pocket books, bookmarks and pocket cards."""
    sheets = [
        sheet
        for paper in (A4, LETTER)
        for sheet in (cheat_sheet(edition, tables, cards, beyond, paper), pocket_book(edition, cards, paper))
    ]
    pdfs = {sheet.path: press(sheet, edition, base_url) for sheet in sheets}
    for document in (bookmarks(edition, cards), pocket_cards(edition, cards)):
        pdfs |= press_both(document, edition, base_url)
    return pdfs


@task(PRINTING)
def make_rule_card(
    preset: Preset, quick: DerivedCard | MemoryGrid, shares: Mapping[str, float], cards: Sequence[Card]
) -> RuleCard:
    """Make the card of a preset, with the books' cards to compare."""
    return rule_card(preset, quick, quick.extra_wins if isinstance(quick, MemoryGrid) else shares, quick_of(cards))


@task(PRINTING)
def make_own_rule_card(preset: Preset, cards: Sequence[Card]) -> RuleCard:
    """Make the card of the rules that an atlas is made for, from its own cards."""
    quick = quick_of(cards)
    shares = {name: float(share) for name, share in quick.certificate.captured_gain.items()}
    return rule_card(preset, quick, shares, None)


@task(PRINTING)
def make_own_rounds_card(preset: Preset, quick: MemoryGrid) -> RuleCard:
    return rule_card(preset, quick, quick.extra_wins, None)


@task(PRINTING, seconds=1.5)
def print_rules(edition: Edition, base_url: str | None, cards: Sequence[RuleCard]) -> Files:
    """Print cards for other rules, two on a sheet."""
    return press_both(rule_cards(cards), edition, base_url)


@task(PRINTING, seconds=1.5)
def print_routes(ways: "Sequence[Way]") -> Files:
    """The route cards of the adventures that come with the atlas."""
    return {way.pdf_path: route_pdf(way.route) for way in ways}


def quick_of(cards: Sequence[Card]) -> Card:
    return next(card for card in cards if card.id == "quick")
