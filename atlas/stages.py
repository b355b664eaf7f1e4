"""The steps of a build and what each is made from.

Each step is a function that imports, inside, what it uses: a worker loads no more than its task needs, and a
result is kept until the code that it came from changes. `Tasks` lists the tasks of an edition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Rules
from atlas.making import sources
from atlas.making.engine import Task

if TYPE_CHECKING:
    from atlas.cards.catalogue import Card
    from atlas.cards.front import FrontPoint
    from atlas.maps.fonts import Face
    from atlas.paper.encounters import Encounter
    from atlas.paper.statements import Claim
    from atlas.policies.evaluate import StrategyTable
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
DERIVATIONS = {"sentences": 9.5, "baselines": 5.5, "strips": 3.0, "front": 3.0, "quick": 2.0, "last fight": 1.5}
"""Ways to find cards, and the seconds that each takes."""


def derive_cards(edition: Edition, name: str) -> "list[Card]":
    from atlas.cards.catalogue import DERIVATIONS, judge

    return [judge(edition, card) for card in DERIVATIONS[name](edition)]


def join_cards(derived: "Sequence[list[Card]]") -> "list[Card]":
    return [card for cards in derived for card in cards]


def solve_gap(edition: Edition, gap: int) -> "GapTable":
    from atlas.game.solver import solve_pair
    from atlas.tables.gap_table import gap_table

    return gap_table(solve_pair(edition, gap))


def compare_strategies(edition: Edition, gap: int) -> "StrategyTable":
    from atlas.policies.evaluate import best_strategies

    return best_strategies(edition.rules, gap)


def write_rows(table: "GapTable", strategies: "Sequence[StrategyTable]") -> tuple[str, str]:
    from atlas.tables.gap_table import csv_text, strategies_text

    return csv_text(table), "".join(strategies_text(found, table) for found in strategies)


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


def check_paper(edition: Edition, prices: "LuckPrices") -> Checked:
    """The paper is judged by the rules that it is about; its theory is shown for those of the edition."""
    from atlas.paper.encounters import encounters
    from atlas.paper.evidence import Evidence
    from atlas.paper.figures.redrawn import paper_figures
    from atlas.paper.ledger import claims_json, judge_all
    from atlas.site.paper import paper_page
    from atlas.site.theory import theory_page

    evidence = Evidence()
    by_the_books = Edition(BOOK_RULES, edition.luck_price)
    claims, fights = judge_all(evidence), encounters(by_the_books)
    figures = paper_figures(evidence, list(evidence.strategies.values()))
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


def travel_adventures(edition: Edition) -> "AdventuresPage":
    from atlas.site.adventures import adventures_page

    return adventures_page(edition)


def render_adventures(edition: Edition, base_url: str | None, page: "AdventuresPage") -> Files:
    from atlas.site.render import render

    pictures = {path: svg for way in page.ways for path, svg in way.pictures.items()}
    return pictures | render([page], base_url, edition)


def work_out_rules(edition: Edition, name: str) -> "RuleSheet":
    from atlas.site.rule_pages import rule_sheet

    return rule_sheet(edition, name)


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
    from atlas.printing.press import press

    document = booklet(edition, tables, measured, paper.claims, paper.encounters)
    pages = press(document, edition, base_url)
    first = {size: folding_sheet(size, document.page_count, scale_on(size)) for size in (A4, LETTER)}
    sheets = impose(pages, {size: press(sheet, edition, base_url) for size, sheet in first.items()})
    return {document.path: pages} | {first[size].path: imposed for size, imposed in sheets.items()}


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


PAGES, PRINT = ("site", "partials"), ("print", "partials")
"""folders of the templates of pages, and of what is printed"""
DRAWING, RENDERING = "Drawing the maps", "Rendering the pages"


@dataclass(frozen=True)
class Tasks:
    """The tasks that make an edition."""

    edition: Edition
    base_url: str | None = None

    @cached_property
    def _everywhere(self) -> Edition:
        """The same for all skill gaps: what is made for it serves whichever are shown."""
        return replace(self.edition, skill_gaps=SKILL_GAPS)

    @cached_property
    def cards(self) -> list[Task]:
        """None where fights remember: cards, like strategies, look at staminas and luck alone."""
        heading = "Deriving the cards from simulated fights"
        return [
            Task(f"cards {name}", heading, derive_cards, (self._everywhere, name), seconds=seconds)
            for name, seconds in ({} if self.edition.has_memory else DERIVATIONS).items()
        ]

    @cached_property
    def all_cards(self) -> Task:
        return Task("cards", "Putting the cards together", join_cards, (), {"derived": self.cards})

    @cached_property
    def front(self) -> Task:
        return Task("front", "Putting the cards together", weigh_front, (self._everywhere,), {"cards": self.all_cards})

    @cached_property
    def tables(self) -> dict[int, Task]:
        heading = "Solving the skill gaps exactly"
        return {
            gap: Task(f"table {gap}", heading, solve_gap, (self._everywhere, gap)) for gap in self.edition.skill_gaps
        }

    @cached_property
    def all_tables(self) -> list[Task]:
        return list(self.tables.values())

    def _with_next(self, gap: int) -> list[Task]:
        return [self.tables[gap], *([self.tables[gap + 1]] if gap + 1 in self.tables else [])]

    @cached_property
    def strategies(self) -> dict[int, Task]:
        rules = Edition(self.edition.rules)
        heading = "Comparing the paper’s strategies"
        gaps = () if self.edition.has_memory else self.edition.skill_gaps
        return {gap: Task(f"strategies {gap}", heading, compare_strategies, (rules, gap)) for gap in gaps}

    @cached_property
    def rows(self) -> list[Task]:
        needs: dict[int, Mapping[str, Task | list[Task]]] = {
            gap: {"table": table, "strategies": [self.strategies[gap]] if self.strategies else []}
            for gap, table in self.tables.items()
        }
        return [Task(f"rows {gap}", "Writing the data files", write_rows, (), needs[gap]) for gap in needs]

    @cached_property
    def paper(self) -> Task:
        prices = {"prices": self.luck_prices}
        return Task("paper", "Checking the paper", check_paper, (self._everywhere,), prices, seconds=6)

    @cached_property
    def luck_prices(self) -> Task:
        """For fights that remember nothing, and of any size, as adventures are."""
        plain = replace(self.edition.rules, losing_run=None, rounds=None)
        rules = plain.sized(BOOK_RULES.max_stamina, BOOK_RULES.max_luck)
        return Task("luck prices", "Weighing the price of luck", weigh_luck_prices, (rules,), seconds=5)

    @cached_property
    def data(self) -> Task:
        heading = "Writing the data files"
        needs: Mapping[str, Task | list[Task]] = {
            "tables": Task("tables", heading, write_tables, (), {"tables": self.all_tables, "rows": self.rows}),
            "paper": self.paper,
            "cards": self.all_cards,
            "front": self.front,
            "conformance": Task("conformance", heading, write_conformance, (), seconds=7),
        }
        return Task("data", heading, write_data, (), needs)

    @cached_property
    def rules(self) -> list[Task]:
        """Other rules, in an atlas of the books'."""
        heading = "Working out other rules"
        return [
            Task(f"rules {p.name}", heading, work_out_rules, (self.edition, p.name), seconds=p.rules.memories**0.7 + 2)
            for p in self.edition.others
        ]

    @cached_property
    def sheets(self) -> list[Task]:
        return [
            Task(f"sheet {gap}", DRAWING, draw_sheet, (), {"tables": self._with_next(gap)})
            for gap in self.edition.skill_gaps
        ]

    @cached_property
    def pictures(self) -> list[Task]:
        front = [Task("front picture", DRAWING, draw_front, (), {"points": self.front})] if self.cards else []
        return [Task("pictures", DRAWING, draw_pictures, (), {"tables": self.all_tables}), *front]

    @cached_property
    def adventures(self) -> Task:
        """For the books' rules, whatever part of them is shown, or for those of a variant."""
        told = self._everywhere if self.edition.is_variant else Edition()
        return Task("adventures", "Travelling adventures", travel_adventures, (told,), seconds=4)

    @cached_property
    def pages(self) -> list[Task]:
        thrift = Task("thrift", RENDERING, weigh_thrift, (), {"tables": self.all_tables})
        given = (self.edition, self.base_url)
        of_gaps = [
            Task(f"pages {gap}", RENDERING, render_gap, given, {"sheet": sheet, "thrift": thrift}, PAGES)
            for gap, sheet in zip(self.edition.skill_gaps, self.sheets, strict=True)
        ]
        of_all = Task("pages atlas", RENDERING, render_atlas, given, {"sheets": self.sheets}, PAGES)
        needs: Mapping[str, Task | list[Task]] = {
            "tables": self.all_tables,
            "strategies": list(self.strategies.values()),
            "cards": self.all_cards,
            "data": self.data,
            "paper": self.paper,
        }
        return [
            *of_gaps,
            of_all,
            Task("pages table", RENDERING, render_table, given, {"cards": self.all_cards}, PAGES),
            Task(
                "pages trainer",
                RENDERING,
                render_trainer,
                given,
                {"tables": self.all_tables, "cards": self.all_cards},
                PAGES,
            ),
            Task("pages adventures", RENDERING, render_adventures, given, {"page": self.adventures}, PAGES),
            *(
                [Task("pages rules", RENDERING, render_rules, given, {"sheets": self.rules}, PAGES)]
                if self.rules
                else []
            ),
            Task("pages embed", RENDERING, render_embed, given, templates=PAGES),
            Task("pages main", RENDERING, render_main, given, needs, PAGES),
        ]

    @cached_property
    def drawn_for_paper(self) -> list[Task]:
        return [
            Task(f"paper maps {gap}", DRAWING, draw_for_paper, (), {"tables": self._with_next(gap)})
            for gap in self.edition.skill_gaps
        ]

    @cached_property
    def prints(self) -> list[Task]:
        heading = "Printing"
        tables, cards, paper = self.all_tables, self.all_cards, self.paper
        given = (self.edition, self.base_url)
        maps = {"tables": tables, "drawn": self.drawn_for_paper}
        measured = Task("outside", "Measuring the booklet", measure_outside, (self.edition,))
        booklet: Mapping[str, Task | list[Task]] = {"tables": tables, "measured": measured, "paper": paper}
        leaves = Task("leaves", heading, print_leaves, given, {"tables": tables, "cards": cards}, PRINT, seconds=2)
        return [
            Task("booklet", heading, print_booklet, given, booklet, PRINT, seconds=11),
            Task("folio", heading, print_folio, given, maps, PRINT, seconds=6),
            *([leaves] if self.cards else []),
            *([Task("rule leaves", heading, print_rules, given, {"sheets": self.rules}, PRINT)] if self.rules else []),
        ]


def typefaces(pages: Mapping[str, bytes]) -> list[Task]:
    """The tasks that cut the typefaces down to what finished pages use."""
    from atlas.maps.fonts import MATH_FACE
    from atlas.site.files import WEB_FACES, characters, formula_characters

    texts = [content for path, content in pages.items() if path.endswith((".html", ".js"))]
    used = {face: characters(texts) for face in WEB_FACES} | {MATH_FACE: formula_characters(texts)}
    return [Task(f"typeface {f.slug}", "Cutting the typefaces", cut_typeface, (f, text)) for f, text in used.items()]


def plain_files() -> Files:
    """What is copied, or written in no time."""
    from atlas.maps.icon import ICON_PATH, icon_svg
    from atlas.maps.style import css_classes, css_variables
    from atlas.site.engine import engine_files
    from atlas.site.files import licence_files, squeezed, web_manifest
    from atlas.site.play import screen_scripts
    from atlas.site.trainer import trainer_script

    made = engine_files(sources.engine_files())
    made |= screen_scripts(sources.screen_modules())
    made["static/trainer.js"] = trainer_script(sources.screen_modules())
    made |= {"static/palette.css": (css_variables() + css_classes()).encode(), ICON_PATH: icon_svg()}
    made |= {".nojekyll": b"", "manifest.webmanifest": web_manifest()}
    files = sources.static_files() | licence_files(sources.licences()) | made
    return {path: squeezed(data) if path.endswith(".js") else data for path, data in files.items()}


def last_files(files: Files, base_url: str | None) -> Files:
    """What lists the others."""
    from atlas.site.files import service_worker, sitemap
    from atlas.site.pages import FIRST_PAGES

    made = {"sitemap.xml": sitemap(files, base_url)} if base_url else {}
    return made | {"sw.js": service_worker(sources.worker_script(), files, FIRST_PAGES)}
