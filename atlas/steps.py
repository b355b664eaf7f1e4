"""The steps of a build: each a function that imports, inside, what it uses.

So a worker loads no more than its task needs, and a result is kept until the code that it came from changes.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Rules

if TYPE_CHECKING:
    from atlas.cards.catalogue import Card
    from atlas.cards.front import FrontPoint
    from atlas.maps.fonts import Face
    from atlas.paper.encounters import Encounter
    from atlas.paper.statements import Claim
    from atlas.policies.strategies import StrategyTable
    from atlas.printing.full_atlas import GapMaps
    from atlas.site.adventures import AdventuresPage
    from atlas.site.gap_sheet import GapSheet
    from atlas.site.pages import Page
    from atlas.site.rule_pages import RuleSheet
    from atlas.tables.gap_table import GapTable, Thrift
    from atlas.tables.luck_prices import LuckPrices
    from atlas.tables.outside import Outside

Files = dict[str, bytes]
"""Contents by path from the root of the site."""
DERIVATIONS = {"sentences": 5.5, "baselines": 4.0, "strips": 2.0, "grids": 4.0}
"""Ways to find cards, and the seconds that each takes."""


def derive_cards(edition: Edition, name: str) -> "list[Card]":
    from atlas.cards.catalogue import DERIVATIONS, judge_cards

    return judge_cards(edition, DERIVATIONS[name](edition))


def join_cards(derived: "Sequence[list[Card]]") -> "list[Card]":
    return [card for cards in derived for card in cards]


def solve_gap(edition: Edition, gap: int) -> "GapTable":
    from atlas.game.solver import solve_pair
    from atlas.tables.gap_table import gap_table

    return gap_table(solve_pair(edition, gap))


def compare_strategies(rules: Rules, gap: int) -> "StrategyTable":
    from atlas.policies.strategies import best_strategies

    return best_strategies(rules, gap)


def write_rows(table: "GapTable", strategies: "Sequence[StrategyTable]") -> tuple[str, str]:
    from atlas.tables.gap_table import csv_text, strategies_text

    return csv_text(table), "".join(map(strategies_text, strategies))


def weigh_thrift(tables: "Sequence[GapTable]") -> "Thrift":
    from atlas.tables.gap_table import thrift_of

    return thrift_of(tables)


def draw_sheet(tables: "Sequence[GapTable]") -> "GapSheet":
    from atlas.site.gap_sheet import gap_sheet

    return gap_sheet(*tables)


def weigh_front(edition: Edition, cards: "Sequence[Card]") -> "list[FrontPoint]":
    from atlas.cards.catalogue import LAST_FIGHT
    from atlas.cards.front import front

    return front(edition.rules, [card for card in cards if card.id != LAST_FIGHT])


def draw_front(points: "Sequence[FrontPoint]") -> Files:
    from atlas.maps.plots import front_svg

    return {"static/front.svg": front_svg(points)}


def draw_pictures(tables: "Sequence[GapTable]") -> Files:
    from atlas.maps.pictures import icons, preview
    from atlas.maps.plates import plates

    return plates(tables) | icons() | {"static/preview.png": preview(tables)}


class Checked(NamedTuple):
    """What comes of checking the paper."""

    files: Files
    """the ledger and the redrawn figures"""
    pages: "list[Page]"
    claims: "list[Claim]"
    encounters: "list[Encounter]"
    """by the rules of the edition; none where fights remember"""


def weigh_luck_prices(rules: Rules) -> "LuckPrices":
    from atlas.policies.fightsets import judging_rules
    from atlas.tables.luck_prices import luck_prices

    return luck_prices(judging_rules(rules))


def check_paper(edition: Edition, prices: "LuckPrices", strategies: "Sequence[StrategyTable]") -> Checked:
    """The paper is judged by the rules that it is about, as its strategies are; its theory is shown for the edition."""
    from atlas.paper.encounters import encounters
    from atlas.paper.evidence import Evidence
    from atlas.paper.figures.redrawn import paper_figures
    from atlas.paper.ledger import claims_json, judge_all
    from atlas.site.paper import paper_page
    from atlas.site.theory import theory_page

    evidence = Evidence(compared=strategies)
    by_the_books = Edition(BOOK_RULES, edition.luck_price)
    claims, fights = judge_all(evidence), encounters(by_the_books)
    figures = paper_figures(evidence, evidence.strategies)
    files = {figure.path: figure.svg for figure in figures} | {"data/claims.json": claims_json(claims)}
    paper = paper_page(claims, fights, figures)
    met = fights if not edition.is_variant else [] if edition.has_memory else encounters(edition)
    return Checked(files, [paper, theory_page(evidence, edition, prices)], list(claims), list(met))


def write_tables(tables: "Sequence[GapTable]", rows: Sequence[tuple[str, str]]) -> Files:
    from atlas.tables.gap_table import VERDICTS_PATH, csv_gz, npz, strategies_csv_gz, verdicts_json

    compared = [strategies for _, strategies in rows if strategies]
    return {
        "data/policy.csv.gz": csv_gz(policy for policy, _ in rows),
        "data/policy.npz": npz(tables),
        VERDICTS_PATH: verdicts_json(tables),
    } | ({"data/strategies.csv.gz": strategies_csv_gz(compared)} if compared else {})


def write_conformance() -> Files:
    """Questions with exact answers; the same for every edition."""
    from atlas.tables.conformance import conformance_json_gz

    return {"data/conformance.json.gz": conformance_json_gz()}


def write_data(
    tables: Files, paper: Checked, cards: "Sequence[Card]", front: "Sequence[FrontPoint]", conformance: Files
) -> Files:
    """All data files, with their checksums."""
    from atlas.cards.catalogue import cards_json
    from atlas.cards.front import front_json
    from atlas.tables.gap_table import sha256sums

    claims = {path: content for path, content in paper.files.items() if path.startswith("data/")}
    made = {"data/cards.json": cards_json(cards), "data/front.json": front_json(front)}
    files = tables | made | claims | conformance
    return files | {"data/SHA256SUMS": sha256sums({path.removeprefix("data/"): c for path, c in files.items()})}


def render_main(
    edition: Edition,
    base_url: str | None,
    tables: "Sequence[GapTable]",
    strategies: "Sequence[StrategyTable]",
    cards: "Sequence[Card]",
    data: Files,
    paper: Checked,
) -> Files:
    from atlas.site.pages import downloads, main_pages
    from atlas.site.render import render

    figures = {path: content for path, content in paper.files.items() if path not in data}
    claims = len(paper.claims)
    pages = main_pages(edition, tables, strategies, cards, downloads(data, claims), claims)
    return figures | render([*pages, *paper.pages], base_url, edition)


def render_table(edition: Edition, base_url: str | None, cards: "Sequence[Card]") -> Files:
    from atlas.site.play import table_pages
    from atlas.site.render import render

    quick = next((card for card in cards if card.id == "quick"), None)
    return render(table_pages(edition, quick), base_url, edition)


def render_trainer(
    edition: Edition, base_url: str | None, tables: "Sequence[GapTable]", cards: "Sequence[Card]"
) -> Files:
    from atlas.site.render import render
    from atlas.site.trainer import trainer_pages

    return render(trainer_pages(edition, tables, cards), base_url, edition)


def render_embed(edition: Edition, base_url: str | None) -> Files:
    from atlas.site.embed import embed_page
    from atlas.site.render import render

    return render([embed_page(edition, base_url)], base_url, edition)


def travel_adventures(luck_price: Fraction) -> "AdventuresPage":
    from atlas.site.adventures import adventures_page

    return adventures_page(luck_price)


def render_adventures(edition: Edition, base_url: str | None, page: "AdventuresPage") -> Files:
    from atlas.site.render import render

    pictures = {path: svg for way in page.ways for path, svg in way.pictures.items()}
    return pictures | render([page], base_url, edition)


def work_out_rules(edition: Edition, name: str, tables: "Sequence[GapTable]") -> "RuleSheet":
    """A preset against the tables of the books' rules."""
    from atlas.site.rule_pages import rule_sheet

    return rule_sheet(edition, name, tables)


def render_rules(edition: Edition, base_url: str | None, sheets: "Sequence[RuleSheet]") -> Files:
    from atlas.site.render import render
    from atlas.site.rule_pages import rule_pages

    plates = {sheet.plate_path: sheet.plate for sheet in sheets}
    return plates | render(rule_pages(edition, sheets), base_url, edition)


def print_rules(edition: Edition, base_url: str | None, sheets: "Sequence[RuleSheet]") -> Files:
    """Other rules, a page each."""
    from atlas.printing.press import press_both
    from atlas.printing.rule_leaves import rule_leaves

    return press_both(rule_leaves(sheets, edition.rules.lucks), edition, base_url)


def render_atlas(edition: Edition, base_url: str | None, sheets: "Sequence[GapSheet]") -> Files:
    from atlas.site.atlas import atlas_page
    from atlas.site.render import render

    return render([atlas_page(sheets)], base_url, edition)


def render_gap(edition: Edition, base_url: str | None, sheet: "GapSheet", thrift: "Thrift") -> Files:
    from atlas.site.atlas import gap_pages
    from atlas.site.render import render

    return render(gap_pages(sheet, edition, thrift), base_url, edition)


def print_leaves(
    edition: Edition, base_url: str | None, tables: "Sequence[GapTable]", cards: "Sequence[Card]"
) -> Files:
    """Cheat sheets, bookmarks and pocket cards."""
    from atlas.printing.card_leaves import bookmarks, cheat_sheet, pocket_cards
    from atlas.printing.leaves import A4, LETTER
    from atlas.printing.press import press, press_both

    sheets = [cheat_sheet(edition, tables, cards, paper) for paper in (A4, LETTER)]
    made = {sheet.path: press(sheet, edition, base_url) for sheet in sheets}
    for document in (bookmarks(edition, cards), pocket_cards(edition, cards)):
        made |= press_both(document, edition, base_url)
    return made


def measure_outside(edition: Edition) -> "Outside | None":
    from atlas.printing.booklet import measured_outside

    return measured_outside(edition)


def print_booklet(
    edition: Edition,
    base_url: str | None,
    tables: "Sequence[GapTable]",
    measured: "Outside | None",
    paper: Checked,
) -> Files:
    """The booklet page by page, and imposed to fold."""
    from atlas.printing.booklet import booklet
    from atlas.printing.imposition import impose, scale_on
    from atlas.printing.leaves import A4, LETTER, folding_sheet
    from atlas.printing.press import printed
    from atlas.printing.writing import written

    document = booklet(edition, tables, measured, paper.claims, paper.encounters)
    pages = printed(document, edition, base_url)
    made = {document.path: written(pages)}
    first = {size: folding_sheet(size, document.page_count, scale_on(size)) for size in (A4, LETTER)}
    sheets = impose(pages, {size: printed(sheet, edition, base_url) for size, sheet in first.items()})
    return made | {first[size].path: imposed for size, imposed in sheets.items()}


def draw_for_paper(tables: "Sequence[GapTable]") -> "GapMaps":
    from atlas.printing.full_atlas import gap_maps

    return gap_maps(*tables)


def print_folio(
    edition: Edition, base_url: str | None, tables: "Sequence[GapTable]", drawn: "Sequence[GapMaps]"
) -> Files:
    """The full atlas, on both papers."""
    from atlas.printing.full_atlas import folio
    from atlas.printing.press import press_both

    return press_both(folio(tables, drawn), edition, base_url)


def cut_typeface(face: "Face", characters: str) -> Files:
    from atlas.maps.fonts import woff2
    from atlas.site.files import font_path

    return {font_path(face): woff2(face, characters)}
