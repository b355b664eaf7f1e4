"""The pages of the site, and the files around them."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from atlas.cards.catalogue import Card
from atlas.game.edition import Edition
from atlas.making import sources
from atlas.making.engine import Task, task
from atlas.making.output import Files
from atlas.maps.documents import ICON_PATH, PaperFigure, icon_svg
from atlas.maps.fonts import MATH_FACE, Face, woff2
from atlas.maps.style import css_classes, css_variables
from atlas.paper.encounters import Encounter
from atlas.paper.statements import Claim
from atlas.policies.strategies import StrategyTable
from atlas.site.atlas import atlas_page, gap_pages
from atlas.site.background import about_page, data_page, how_it_works_page
from atlas.site.card_pages import card_pages
from atlas.site.embed import embed_page
from atlas.site.engine import engine_files
from atlas.site.files import (
    WEB_FACES,
    characters,
    font_path,
    formula_characters,
    licence_files,
    service_worker,
    sitemap,
    squeezed,
    squeezed_style,
    web_manifest,
)
from atlas.site.gap_sheet import GapSheet
from atlas.site.pages import FIRST_PAGES, NotFoundPage, OfflinePage, Page
from atlas.site.paper import paper_page
from atlas.site.play import screen_scripts, table_pages
from atlas.site.render import render
from atlas.site.rule_pages import RuleSheet, rule_pages
from atlas.site.trainer import trainer_pages, trainer_script
from atlas.tables.beyond_luck import BeyondLuck
from atlas.tables.gap_table import GapTable
from atlas.tables.luck_prices import LuckPrices
from atlas.tables.on_the_way import OnTheWay

if TYPE_CHECKING:
    from atlas.site.adventures import Way

RENDERING = "Rendering the pages"


@task(RENDERING)
def render_main(
    edition: Edition,
    base_url: str | None,
    tables: Sequence[GapTable],
    strategies: Sequence[StrategyTable],
    cards: Sequence[Card],
    data: Files,
    claims: Sequence[Claim],
    beyond: BeyondLuck,
) -> Files:
    """Render the pages about cards and about what stands behind the advice, and those that stand in for others."""
    pages = [
        *card_pages(edition, strategies, cards, beyond),
        how_it_works_page(edition, tables, cards, claims),
        data_page(tables, data, claims),
        about_page(edition, tables, cards, claims),
        NotFoundPage(),
        OfflinePage(),
    ]
    return render(pages, base_url, edition)


@task(RENDERING)
def render_page(edition: Edition, base_url: str | None, page: Page) -> Files:
    """Render a page that is worked out already."""
    return render([page], base_url, edition)


@task(RENDERING)
def render_paper(
    edition: Edition,
    base_url: str | None,
    claims: Sequence[Claim],
    encounters: Sequence[Encounter],
    figures: Sequence[PaperFigure],
) -> Files:
    drawn = {figure.path: figure.svg for figure in figures}
    return drawn | render([paper_page(claims, encounters, figures)], base_url, edition)


@task(RENDERING)
def render_table(
    edition: Edition, base_url: str | None, cards: Sequence[Card], prices: LuckPrices, decisions: OnTheWay
) -> Files:
    quick = next((card for card in cards if card.id == "quick"), None)
    return render(table_pages(edition, quick, prices, decisions), base_url, edition)


@task(RENDERING)
def render_trainer(edition: Edition, base_url: str | None, tables: Sequence[GapTable], cards: Sequence[Card]) -> Files:
    return render(trainer_pages(edition, tables, cards), base_url, edition)


@task(RENDERING)
def render_embed(edition: Edition, base_url: str | None) -> Files:
    return render([embed_page(edition, base_url)], base_url, edition)


@task(RENDERING)
def render_adventures(
    edition: Edition, base_url: str | None, ways: "Sequence[Way]", beyond: BeyondLuck, decisions: OnTheWay
) -> Files:
    from atlas.site.adventures import adventures_page, route_page

    pictures = {path: svg for way in ways for path, svg in way.pictures.items()}
    page = adventures_page(ways, beyond, decisions, edition.luck_price)
    return pictures | render([page, *map(route_page, ways)], base_url, edition)


@task(RENDERING)
def render_rules(edition: Edition, base_url: str | None, sheets: Sequence[RuleSheet]) -> Files:
    plates = {sheet.plate_path: sheet.plate for sheet in sheets}
    return plates | render(rule_pages(edition, sheets), base_url, edition)


@task(RENDERING)
def render_atlas(edition: Edition, base_url: str | None, sheets: Sequence[GapSheet]) -> Files:
    return render([atlas_page(sheets, edition)], base_url, edition)


@task(RENDERING)
def render_gap(edition: Edition, base_url: str | None, sheet: GapSheet) -> Files:
    return render(gap_pages(sheet, edition), base_url, edition)


@task("Cutting the typefaces", seconds=0.2)
def cut_typeface(face: Face, used: str) -> Files:
    return {font_path(face): woff2(face, used)}


def cut_typefaces(files: Mapping[str, bytes]) -> list[Task]:
    """Return the tasks that cut the typefaces down to what finished pages use."""
    texts = [content for path, content in files.items() if path.endswith((".html", ".js"))]
    used = dict.fromkeys(WEB_FACES, characters(texts)) | {MATH_FACE: formula_characters(texts)}
    return [cut_typeface(face, text) for face, text in used.items()]


def plain_files() -> Files:
    """Return the files that are copied, or written in no time."""
    files = engine_files(sources.engine_sources())
    files |= screen_scripts(sources.screen_modules())
    files["static/trainer.js"] = trainer_script(sources.screen_modules())
    files |= {"static/palette.css": (css_variables() + css_classes()).encode(), ICON_PATH: icon_svg()}
    files |= {".nojekyll": b"", "manifest.webmanifest": web_manifest()}
    files = sources.static_files() | licence_files(sources.licences()) | files
    squeeze = {".js": squeezed, ".css": squeezed_style}
    return {path: squeeze.get(PurePath(path).suffix, bytes)(data) for path, data in files.items()}


def last_files(files: Files, base_url: str | None) -> Files:
    """Return the files that list the others."""
    listing = {"sitemap.xml": sitemap(files, base_url)} if base_url else {}
    return listing | {"sw.js": service_worker(sources.worker_script(), files, FIRST_PAGES)}
