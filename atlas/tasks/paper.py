"""The paper checked. It is judged by the rules that it is about; its theory is shown for those of the edition."""

from atlas.game.edition import Edition
from atlas.making.engine import task
from atlas.maps.documents import PaperFigure
from atlas.paper.encounters import Encounter, encounters
from atlas.paper.evidence import Evidence
from atlas.paper.ledger import judge_all
from atlas.paper.statements import Claim
from atlas.site.theory import TheoryPage, theory_page
from atlas.tables.luck_prices import LuckPrices

CHECKING = "Checking the paper"


@task(CHECKING, seconds=1.5)
def gather_evidence() -> Evidence:
    """Solve the fights of the paper, as claims, figures and theory need them."""
    evidence = Evidence()
    for known in (evidence.chances, evidence.exact, evidence.hidden, evidence.strategies):
        assert known is not None
    return evidence


@task(CHECKING, seconds=1.5)
def judge_claims(evidence: Evidence) -> list[Claim]:
    return judge_all(evidence)


@task(CHECKING)
def play_encounters(edition: Edition) -> list[Encounter]:
    return encounters(edition)


@task(CHECKING, seconds=2.5)
def draw_paper_figures(evidence: Evidence) -> list[PaperFigure]:
    from atlas.paper.figures.redrawn import paper_figures

    return paper_figures(evidence, list(evidence.strategies.values()))


@task(CHECKING, seconds=0.7)
def explain_theory(edition: Edition, evidence: Evidence, prices: LuckPrices) -> TheoryPage:
    return theory_page(evidence, edition, prices)
