"""What a build is made of: `Tasks` lists the tasks of an edition, each a step and what it is made from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from atlas import steps
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.rules import BOOK_RULES, Rules
from atlas.making import sources
from atlas.making.engine import Task
from atlas.steps import Files

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
            Task(f"cards {name}", heading, steps.derive_cards, (self._everywhere, name), seconds=seconds)
            for name, seconds in ({} if self.edition.has_memory else steps.DERIVATIONS).items()
        ]

    @cached_property
    def all_cards(self) -> Task:
        return Task("cards", "Putting the cards together", steps.join_cards, (), {"derived": self.cards})

    @cached_property
    def front(self) -> Task:
        return Task(
            "front", "Putting the cards together", steps.weigh_front, (self._everywhere,), {"cards": self.all_cards}
        )

    @cached_property
    def tables(self) -> dict[int, Task]:
        heading = "Solving the skill gaps exactly"
        return {
            gap: Task(f"table {gap}", heading, steps.solve_gap, (self._everywhere, gap))
            for gap in self.edition.skill_gaps
        }

    @cached_property
    def all_tables(self) -> list[Task]:
        return list(self.tables.values())

    def _with_next(self, gap: int) -> list[Task]:
        """The table of a skill gap and that of one more SKILL, where there is one: beyond ±10 it may be the same."""
        following = self.edition.rules.playing_gap(gap + 1)
        return [self.tables[gap], *([self.tables[following]] if following in self.tables else [])]

    @cached_property
    def strategies(self) -> dict[int, Task]:
        rules, gaps = self.edition.rules, () if self.edition.has_memory else self.edition.skill_gaps
        by_the_books = self.books_strategies if rules == BOOK_RULES else {}
        return {gap: by_the_books.get(gap) or _comparison("strategies of the edition", rules, gap) for gap in gaps}

    @cached_property
    def books_strategies(self) -> dict[int, Task]:
        """By the rules that the paper is about, whatever those of the edition are."""
        return {gap: _comparison("strategies", BOOK_RULES, gap) for gap in SKILL_GAPS}

    @cached_property
    def rows(self) -> list[Task]:
        needs: dict[int, Mapping[str, Task | list[Task]]] = {
            gap: {"table": table, "strategies": [self.strategies[gap]] if self.strategies else []}
            for gap, table in self.tables.items()
        }
        return [Task(f"rows {gap}", "Writing the data files", steps.write_rows, (), needs[gap]) for gap in needs]

    @cached_property
    def paper(self) -> Task:
        needs: Mapping[str, Task | list[Task]] = {
            "prices": self.luck_prices,
            "strategies": list(self.books_strategies.values()),
        }
        return Task("paper", "Checking the paper", steps.check_paper, (self._everywhere,), needs, seconds=5)

    @cached_property
    def luck_prices(self) -> Task:
        """For fights that remember nothing, and of any size, as adventures are."""
        plain = replace(self.edition.rules, losing_run=None, rounds=None)
        rules = plain.sized(BOOK_RULES.max_stamina, BOOK_RULES.max_luck)
        return Task("luck prices", "Weighing the price of luck", steps.weigh_luck_prices, (rules,), seconds=5)

    @cached_property
    def data(self) -> Task:
        heading = "Writing the data files"
        needs: Mapping[str, Task | list[Task]] = {
            "tables": Task("tables", heading, steps.write_tables, (), {"tables": self.all_tables, "rows": self.rows}),
            "paper": self.paper,
            "cards": self.all_cards,
            "front": self.front,
            "conformance": Task("conformance", heading, steps.write_conformance, (), seconds=7),
        }
        return Task("data", heading, steps.write_data, (), needs)

    @cached_property
    def rules(self) -> list[Task]:
        """Other rules, in an atlas of the books'."""
        heading = "Working out other rules"
        return [
            Task(
                f"rules {p.name}",
                heading,
                steps.work_out_rules,
                (self.edition, p.name),
                {"tables": self.all_tables},
                seconds=p.rules.memories**0.7 + 2,
            )
            for p in self.edition.others
        ]

    @cached_property
    def sheets(self) -> list[Task]:
        return [
            Task(f"sheet {gap}", DRAWING, steps.draw_sheet, (), {"tables": self._with_next(gap)})
            for gap in self.edition.skill_gaps
        ]

    @cached_property
    def pictures(self) -> list[Task]:
        front = [Task("front picture", DRAWING, steps.draw_front, (), {"points": self.front})] if self.cards else []
        return [Task("pictures", DRAWING, steps.draw_pictures, (), {"tables": self.all_tables}), *front]

    @cached_property
    def adventures(self) -> Task:
        """By their own rules, whatever those of the edition are."""
        price = self.edition.luck_price
        return Task("adventures", "Travelling adventures", steps.travel_adventures, (price,), seconds=2)

    @cached_property
    def pages(self) -> list[Task]:
        thrift = Task("thrift", RENDERING, steps.weigh_thrift, (), {"tables": self.all_tables})
        given = (self.edition, self.base_url)
        of_gaps = [
            Task(f"pages {gap}", RENDERING, steps.render_gap, given, {"sheet": sheet, "thrift": thrift}, PAGES)
            for gap, sheet in zip(self.edition.skill_gaps, self.sheets, strict=True)
        ]
        of_all = Task("pages atlas", RENDERING, steps.render_atlas, given, {"sheets": self.sheets}, PAGES)
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
            Task("pages table", RENDERING, steps.render_table, given, {"cards": self.all_cards}, PAGES),
            Task(
                "pages trainer",
                RENDERING,
                steps.render_trainer,
                given,
                {"tables": self.all_tables, "cards": self.all_cards},
                PAGES,
            ),
            Task("pages adventures", RENDERING, steps.render_adventures, given, {"page": self.adventures}, PAGES),
            *(
                [Task("pages rules", RENDERING, steps.render_rules, given, {"sheets": self.rules}, PAGES)]
                if self.rules
                else []
            ),
            Task("pages embed", RENDERING, steps.render_embed, given, templates=PAGES),
            Task("pages main", RENDERING, steps.render_main, given, needs, PAGES),
        ]

    @cached_property
    def drawn_for_paper(self) -> list[Task]:
        return [
            Task(f"paper maps {gap}", DRAWING, steps.draw_for_paper, (), {"tables": self._with_next(gap)})
            for gap in self.edition.skill_gaps
        ]

    @cached_property
    def prints(self) -> list[Task]:
        heading = "Printing"
        tables, cards, paper = self.all_tables, self.all_cards, self.paper
        given = (self.edition, self.base_url)
        maps = {"tables": tables, "drawn": self.drawn_for_paper}
        measured = Task("outside", "Measuring the booklet", steps.measure_outside, (self.edition,))
        booklet: Mapping[str, Task | list[Task]] = {"tables": tables, "measured": measured, "paper": paper}
        leaves = Task(
            "leaves", heading, steps.print_leaves, given, {"tables": tables, "cards": cards}, PRINT, seconds=2
        )
        return [
            Task("booklet", heading, steps.print_booklet, given, booklet, PRINT, seconds=11),
            Task("folio", heading, steps.print_folio, given, maps, PRINT, seconds=6),
            *([leaves] if self.cards else []),
            *(
                [Task("rule leaves", heading, steps.print_rules, given, {"sheets": self.rules}, PRINT)]
                if self.rules
                else []
            ),
        ]


def _comparison(name: str, rules: Rules, gap: int) -> Task:
    heading = "Comparing the paper’s strategies"
    return Task(f"{name} {gap}", heading, steps.compare_strategies, (rules, gap), seconds=0.2)


def typefaces(pages: Mapping[str, bytes]) -> list[Task]:
    """The tasks that cut the typefaces down to what finished pages use."""
    from atlas.maps.fonts import MATH_FACE
    from atlas.site.files import WEB_FACES, characters, formula_characters

    texts = [content for path, content in pages.items() if path.endswith((".html", ".js"))]
    used = dict.fromkeys(WEB_FACES, characters(texts)) | {MATH_FACE: formula_characters(texts)}
    return [
        Task(f"typeface {f.slug}", "Cutting the typefaces", steps.cut_typeface, (f, text)) for f, text in used.items()
    ]


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
    return {path: squeezed(data) if path.endswith((".js", ".css")) else data for path, data in files.items()}


def last_files(files: Files, base_url: str | None) -> Files:
    """What lists the others."""
    from atlas.site.files import service_worker, sitemap
    from atlas.site.pages import FIRST_PAGES

    made = {"sitemap.xml": sitemap(files, base_url)} if base_url else {}
    return made | {"sw.js": service_worker(sources.worker_script(), files, FIRST_PAGES)}
