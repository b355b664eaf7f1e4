"""The page about the paper: the ledger, what to read otherwise, the figures, worked fights.

The prose stands in the template; every number in it comes from the ledger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.maps.documents import PaperFigure
from atlas.paper.encounters import Encounter
from atlas.paper.ledger import tally
from atlas.paper.statements import SECTIONS, Claim, NoteKind, Standing
from atlas.policies.fightsets import EVERY, FightSet
from atlas.site.pages import Page


@dataclass(frozen=True)
class LedgerSection:
    """The claims of one section of the paper."""

    title: str
    anchor: str
    claims: Sequence[Claim]

    @property
    def in_words(self) -> str:
        """The number of its statements, and of each standing."""
        standings = ", ".join(f"{count} {standing}" for standing, count in tally(self.claims).items() if count)
        return f"{len(self.claims)} statements: {standings}"


@dataclass(frozen=True, kw_only=True)
class PaperPage(Page):
    """The ledger of claims with its corrections, the figures, the encounters."""

    template = "site/paper.html"
    path: str = "paper.html"
    title: str = "The paper, checked"
    tally: Mapping[Standing, int]
    sections: Sequence[LedgerSection]
    corrections: Mapping[NoteKind, Sequence[Claim]]
    figures: Sequence[PaperFigure]
    encounters: Sequence[Encounter]
    every: FightSet = EVERY

    @property
    def total(self) -> int:
        return sum(self.tally.values())

    def named(self, id: str) -> Claim:
        return next(claim for section in self.sections for claim in section.claims if claim.id == id)

    def judged(self, id: str, verdict: str) -> Claim:
        """Return the claim with this id, for a sentence that says how it stands.

        Raise ValueError if it stands otherwise.
        """
        claim = self.named(id)
        if claim.verdict != verdict:
            raise ValueError(f"The summary of the paper says that {id} is {verdict}; it is {claim.verdict}")
        return claim


def paper_page(claims: Sequence[Claim], encounters: Sequence[Encounter], figures: Sequence[PaperFigure]) -> PaperPage:
    sections = [
        LedgerSection(title, f"section-{number}", [claim for claim in claims if claim.section == title])
        for number, title in enumerate(SECTIONS, 1)
    ]
    return PaperPage(
        tally=tally(claims),
        sections=[section for section in sections if section.claims],
        corrections={kind: [claim for claim in claims if claim.kind is kind] for kind in NoteKind},
        figures=figures,
        encounters=encounters,
    )
