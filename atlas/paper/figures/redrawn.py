"""All figures of the paper that are drawn again."""

from collections.abc import Sequence

from atlas.maps.charts import look
from atlas.maps.documents import PaperFigure
from atlas.paper.evidence import Evidence
from atlas.paper.figures.curves import constant_luck_figure, without_luck_figure
from atlas.paper.figures.regions import regions
from atlas.paper.figures.scheme import scheme
from atlas.paper.figures.strategies import best_by_start, thresholds
from atlas.policies.strategies import StrategyTable


@look()
def paper_figures(evidence: Evidence, tables: Sequence[StrategyTable]) -> list[PaperFigure]:
    """Return all figures, in the order of the page."""
    return [
        without_luck_figure(evidence.rules),
        constant_luck_figure(evidence.constant),
        scheme(evidence.rules),
        best_by_start(tables),
        thresholds(tables),
        regions(evidence),
    ]
