"""Other rules than the books': a page for each preset, and an overview.

A `RuleSheet` holds all that a page shows of one preset, drawn by itself, so that sheets can be made side by side and
kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from atlas.cards.catalogue import DerivedCard
from atlas.game.edition import Edition
from atlas.game.presets import BOOK_RULES_NAME, Preset, in_words, presets
from atlas.game.rules import Outcome
from atlas.maps.map import PLAY, MapFace, plate_maps, play_map
from atlas.maps.operators import Ink
from atlas.maps.pdf import plate_ink
from atlas.maps.plates import plate
from atlas.maps.style import LEVELS
from atlas.maps.svg import flip_svg
from atlas.paper.ranges import FightRange
from atlas.policies.adventures import ADVENTURES, ADVENTURES_TITLE
from atlas.policies.fightsets import FIGHT_SETS
from atlas.site.atlas import MapPage
from atlas.site.gap_sheet import OutcomeSheet, outcome_sheets
from atlas.site.pages import RULES_INDEX, Page
from atlas.site.prints import RULES_PRINTS, Print
from atlas.tables.variants import FIGHT_LUCK, Difference, SolvedPreset
from atlas.wording import percent, signed

FOLDER = "rules"


@dataclass(frozen=True)
class SideBySide:
    """One map by the books' rules and by others: the one on which most squares flip."""

    skill_gap: str
    luck: int
    books: Markup
    ours: Markup
    flips: int
    squares: int


@dataclass(frozen=True)
class RuleSheet:
    """One preset."""

    preset: Preset
    difference: Difference
    covers: str
    """the fights that are counted, in words"""
    gaps: Sequence[int]
    tables: Sequence[tuple[str, Sequence[OutcomeSheet]]]
    """by skill gap: the lowest luck at which to test, thrifty"""
    side_by_side: SideBySide
    plate: bytes
    ink: Ink
    """the same plate as it is printed"""
    quick: DerivedCard | None
    """the quick grid for these rules; None where fights remember rounds"""
    extra_wins: Sequence[tuple[str, str]]
    """by group of fights, adventures first: the share that the grid gets"""

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.preset.name}.html"

    @property
    def plate_path(self) -> str:
        return f"{FOLDER}/{self.preset.name}.svg"

    @property
    def sentences(self) -> list[str]:
        """The rules in full."""
        return in_words(self.preset.rules)

    @property
    def begins(self) -> str:
        """The sentence that says which fights the tables are for; empty where fights remember no rounds."""
        return Edition(self.preset.rules).begins


def rule_sheet(
    edition: Edition, solved: SolvedPreset, quick: DerivedCard | None, shares: Mapping[str, float]
) -> RuleSheet:
    """Return the sheet of a preset; `shares` of the gain from luck are those of its quick grid, by group of fights."""
    preset, sizes = solved.preset, (edition.rules.max_stamina, edition.rules.max_luck)
    gaps = [table.skill_gap for table in solved.tables]
    foes = range(preset.rules.foe_yields_at + 1, sizes[0] + 1)
    lucks = range(1, min(sizes[1], FIGHT_LUCK) + 1)
    titles = {ADVENTURES: ADVENTURES_TITLE} | {fights.name: fights.title for fights in FIGHT_SETS}
    return RuleSheet(
        preset=preset,
        difference=solved.difference,
        covers=str(FightRange(range(gaps[0], gaps[-1] + 1), lucks, edition.rules.staminas, foes)),
        gaps=gaps,
        tables=[(signed(table.skill_gap), outcome_sheets(table)) for table in solved.tables],
        side_by_side=side_by_side(solved),
        plate=plate(solved.tables, LEVELS),
        ink=plate_ink(f"plate-{preset.name}", plate_maps(solved.tables), LEVELS),
        quick=quick,
        extra_wins=[(titles[name], percent(Fraction(share))) for name, share in shares.items()],
    )


def side_by_side(solved: SolvedPreset) -> SideBySide:
    """Draw the map on which most squares flip, by both sets of rules."""
    gap, luck = solved.most_flips
    flips = solved.flips(gap, luck)
    books, ours = (
        next(flip_svg(play_map(table, luck), flips) for table in tables if table.skill_gap == gap)
        for tables in (solved.books, solved.tables)
    )
    return SideBySide(signed(gap), luck, books, ours, int(flips.sum()), flips.size)


@dataclass(frozen=True, kw_only=True)
class RulesPage(MapPage):
    template = "site/rules.html"
    faces: tuple[MapFace, ...] = (PLAY,)
    sheet: RuleSheet
    outcomes: Sequence[Outcome] = tuple(Outcome)
    prints: Sequence[Print] = RULES_PRINTS


@dataclass(frozen=True, kw_only=True)
class RulesIndex(Page):
    template = "site/rules-index.html"
    path: str = RULES_INDEX
    title: str = "Other rules"
    books: Preset
    sheets: Sequence[RuleSheet]
    prints: Sequence[Print] = RULES_PRINTS


def rule_pages(edition: Edition, sheets: Sequence[RuleSheet]) -> list[Page]:
    pages = [
        RulesPage(
            path=sheet.path,
            title=sheet.preset.title,
            sheet=sheet,
            side=edition.rules.max_stamina,
        )
        for sheet in sheets
    ]
    return [RulesIndex(books=presets()[BOOK_RULES_NAME], sheets=sheets), *pages]
