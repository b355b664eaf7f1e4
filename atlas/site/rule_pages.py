"""Other rules than the books': a page for each preset, and an overview.

A `RuleSheet` holds all that a page shows of one preset, drawn by itself, so that sheets can be made side by side and
kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.cards.catalogue import DerivedCard
from atlas.game.edition import Edition
from atlas.game.presets import BOOK_RULES_NAME, Preset, in_words, presets
from atlas.game.rules import Outcome
from atlas.maps.map import plate_maps
from atlas.maps.operators import Ink
from atlas.maps.pdf import plate_ink
from atlas.maps.plates import plate
from atlas.maps.style import LEVELS
from atlas.paper.ranges import FightRange
from atlas.policies.adventures import ADVENTURES, ADVENTURES_TITLE
from atlas.policies.fightsets import FIGHT_SETS
from atlas.site.gap_sheet import OutcomeSheet, outcome_sheets
from atlas.site.pages import RULES_INDEX, Page
from atlas.site.prints import RULES_PRINTS, Print
from atlas.tables.variants import FIGHT_LUCK, Difference, SolvedPreset
from atlas.wording import percent, signed

FOLDER = "rules"


@dataclass(frozen=True)
class RuleSheet:
    """One preset."""

    preset: Preset
    difference: Difference
    covers: str
    """which fights are counted"""
    gaps: Sequence[int]
    tables: Sequence[tuple[str, Sequence[OutcomeSheet]]]
    """by skill gap: the lowest luck at which to test, thrifty"""
    plate: bytes
    ink: Ink
    """the plate for paper"""
    quick: DerivedCard | None
    """the quick grid for these rules; none where fights remember"""
    extra_wins: Sequence[tuple[str, str]]
    """by group of fights, adventures first: what the grid gets of them"""

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
        """What a fight must be like for the tables to hold, where it remembers rounds."""
        return Edition(self.preset.rules).begins


def rule_sheet(
    edition: Edition, solved: SolvedPreset, quick: DerivedCard | None, shares: Mapping[str, float]
) -> RuleSheet:
    """Draw a preset and word it; `shares` is what the quick grid gets of what luck can give, by group of fights."""
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
        plate=plate(solved.tables, LEVELS),
        ink=plate_ink(f"plate-{preset.name}", plate_maps(solved.tables), LEVELS),
        quick=quick,
        extra_wins=[(titles[name], percent(Fraction(share))) for name, share in shares.items()],
    )


@dataclass(frozen=True, kw_only=True)
class RulesPage(Page):
    template = "site/rules.html"
    sheet: RuleSheet
    staminas: range
    outcomes: Sequence[Outcome] = tuple(Outcome)
    prints: Sequence[Print] = RULES_PRINTS


@dataclass(frozen=True, kw_only=True)
class RulesIndex(Page):
    template = "site/rules-index.html"
    path: str = RULES_INDEX
    title: str = "Other rules"
    description: str = (
        "Fights with rules of their own: what changes, and what it costs to play them by the books’ advice."
    )
    books: Preset
    sheets: Sequence[RuleSheet]
    prints: Sequence[Print] = RULES_PRINTS


def rule_pages(edition: Edition, sheets: Sequence[RuleSheet]) -> list[Page]:
    pages = [
        RulesPage(
            path=sheet.path,
            title=sheet.preset.title,
            description=f"{sheet.preset.sentence} When to Test your Luck in such a fight.",
            sheet=sheet,
            staminas=edition.rules.staminas,
        )
        for sheet in sheets
    ]
    return [RulesIndex(books=presets()[BOOK_RULES_NAME], sheets=sheets), *pages]
