"""What is drawn: maps for pages and for paper, plates, pictures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from atlas.cards.catalogue import DerivedCard
from atlas.cards.front import FrontPoint
from atlas.game.edition import Edition
from atlas.making.engine import task
from atlas.making.output import Files
from atlas.maps.plates import plates
from atlas.printing.gap_maps import GapMaps, gap_maps
from atlas.site.gap_sheet import GapSheet, gap_sheet
from atlas.site.rule_pages import RuleSheet, rule_sheet
from atlas.tables.gap_table import GapTable
from atlas.tables.luck_prices import LuckPrices
from atlas.tables.variants import SolvedPreset

if TYPE_CHECKING:
    from atlas.site.adventures import Way

DRAWING = "Drawing the maps"


@task(DRAWING)
def draw_sheet(tables: Sequence[GapTable]) -> GapSheet:
    """Draw a skill gap, with its table and that of the next."""
    return gap_sheet(*tables)


@task(DRAWING)
def draw_for_paper(edition: Edition, tables: Sequence[GapTable]) -> GapMaps:
    return gap_maps(edition.rules, *tables)


@task(DRAWING)
def draw_preset(
    edition: Edition, solved: SolvedPreset, quick: DerivedCard | None, shares: Mapping[str, float]
) -> RuleSheet:
    return rule_sheet(edition, solved, quick, shares)


@task(DRAWING, seconds=0.6)
def draw_front(points: Sequence[FrontPoint]) -> Files:
    from atlas.maps.plots import front_svg

    return {"static/front.svg": front_svg(points)}


@task(DRAWING, seconds=0.6)
def draw_luck_prices(prices: LuckPrices) -> Files:
    from atlas.maps.plots import luck_prices_svg

    return {"static/luck-prices.svg": luck_prices_svg(prices)}


@task(DRAWING, seconds=0.6)
def draw_pictures(tables: Sequence[GapTable]) -> Files:
    from atlas.maps.pictures import icons, preview

    return plates(tables) | icons() | {"static/preview.png": preview(tables)}


@task("Travelling adventures", seconds=2)
def travel_adventures(luck_price: Fraction) -> "list[Way]":
    from atlas.site.adventures import travelled_ways

    return travelled_ways(luck_price)
