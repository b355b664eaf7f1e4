"""The data files."""

from collections.abc import Sequence

from atlas.cards.catalogue import Card, cards_json
from atlas.cards.front import FrontPoint, front_json
from atlas.making.engine import task
from atlas.making.output import Files
from atlas.paper.ledger import claims_json
from atlas.paper.statements import Claim
from atlas.policies.strategies import StrategyTable
from atlas.tables.conformance import conformance_json_gz
from atlas.tables.gap_table import (
    VERDICTS_PATH,
    GapTable,
    csv_gz,
    csv_text,
    npz,
    sha256sums,
    strategies_csv_gz,
    strategies_text,
    verdicts_json,
)

WRITING = "Writing the data files"


@task(WRITING)
def write_rows(table: GapTable, strategies: Sequence[StrategyTable]) -> tuple[str, str]:
    """Return the lines of one skill gap, without heads; there are no strategies where fights remember."""
    return csv_text(table), "".join(map(strategies_text, strategies))


@task(WRITING, seconds=1.5)
def write_tables(tables: Sequence[GapTable], rows: Sequence[tuple[str, str]]) -> Files:
    compared = [strategies for _, strategies in rows if strategies]
    return {
        "data/policy.csv.gz": csv_gz(policy for policy, _ in rows),
        "data/policy.npz": npz(tables),
        VERDICTS_PATH: verdicts_json(tables),
    } | ({"data/strategies.csv.gz": strategies_csv_gz(compared)} if compared else {})


@task(WRITING, seconds=3)
def write_conformance() -> Files:
    """Return questions with exact answers; the same for every edition."""
    return {"data/conformance.json.gz": conformance_json_gz()}


@task(WRITING)
def write_data(
    tables: Files, claims: Sequence[Claim], cards: Sequence[Card], front: Sequence[FrontPoint], conformance: Files
) -> Files:
    """Return all data files, with their checksums."""
    listed = {"data/cards.json": cards_json(cards), "data/front.json": front_json(front)}
    files = tables | listed | {"data/claims.json": claims_json(claims)} | conformance
    return files | {"data/SHA256SUMS": sha256sums({path.removeprefix("data/"): c for path, c in files.items()})}
