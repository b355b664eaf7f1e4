"""The ledger: the checked statements of the paper, computed again and judged.

The statements stand with their checks in `claims/`, in the order of the paper; here they meet the evidence.
`broken` names the claims that the paper gets right under the books' rules and that no longer come out.
"""

import json
import textwrap
from collections.abc import Sequence

from atlas.paper.claims import appendix, constant_luck, discussion, game, heuristics, numbers, structure, without_luck
from atlas.paper.evidence import Evidence
from atlas.paper.statements import Claim, Standing, Statement, judge

_SECTIONS = (game, without_luck, constant_luck, numbers, structure, heuristics, discussion, appendix)
_ENTRIES = [entry for section in _SECTIONS for entry in section.CLAIMS]
STATEMENTS: Sequence[Statement] = [statement for statement, _ in _ENTRIES]

_WIDTH = 76
_LABELS = {"statement": "", "printed": "printed: ", "read": "read: ", "over": "over: ", "asked": "we ask for: "}
_LABELS |= {"computed": "computed: ", "note": "note: "}


def judge_all(evidence: Evidence) -> list[Claim]:
    return [judge(statement, check, evidence) for statement, check in _ENTRIES]


def claims_json(claims: Sequence[Claim]) -> bytes:
    """Return the file `data/claims.json`."""
    return (json.dumps([claim.words() for claim in claims], ensure_ascii=False, indent=1) + "\n").encode()


def broken(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that should be reproduced and are not."""
    return [c for c in claims if c.expected is Standing.REPRODUCED and c.verdict is not Standing.REPRODUCED]


def tally(claims: Sequence[Claim]) -> dict[Standing, int]:
    return {standing: sum(claim.verdict is standing for claim in claims) for standing in Standing}


def summary(claims: Sequence[Claim]) -> str:
    return f"{len(claims)} claims: " + ", ".join(f"{count} {standing}" for standing, count in tally(claims).items())


def ledger_lines(claims: Sequence[Claim]) -> list[str]:
    """Yield the ledger for a terminal: a heading a section, a paragraph a claim, and the count of verdicts."""
    lines: list[str] = []
    section = ""
    for claim in claims:
        if claim.section != section:
            section = claim.section
            lines += [*([""] if lines else []), section, "=" * len(section)]
        kind = f" ({claim.kind})" if claim.kind else ""
        lines += ["", f"{claim.verdict.upper()}  {claim.id}{kind}"]
        words = claim.words()
        for key, label in _LABELS.items():
            if words[key]:
                lines += textwrap.wrap(label + words[key], _WIDTH, initial_indent="  ", subsequent_indent="    ")
    return [*lines, "", summary(claims)]
