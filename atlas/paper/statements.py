"""What a claim is: a statement of the paper, a function that looks at the evidence, a verdict that follows.

A verdict is never typed. The function says whether the statement holds as printed and, where it does not,
whether it holds once a slip is corrected; `Standing` follows from the two. What we expect of the books'
rules is kept beside it, so that a change that breaks a claim is noticed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from atlas.paper.evidence import Evidence
from atlas.wording import rounds_to, significant


class Standing(StrEnum):
    """How a statement of the paper stands when it is computed again."""

    REPRODUCED = "reproduced"
    CORRECTED = "corrected"
    NOT_REPRODUCED = "not reproduced"


@dataclass(frozen=True)
class Finding:
    """What the evidence says about a statement."""

    computed: str
    as_printed: bool
    as_corrected: bool = False
    """where it fails as printed: whether it holds once corrected, as the note says"""

    @property
    def standing(self) -> Standing:
        if self.as_printed:
            return Standing.REPRODUCED
        return Standing.CORRECTED if self.as_corrected else Standing.NOT_REPRODUCED


Check = Callable[[Evidence], Finding]
Number = Callable[[Evidence], Fraction]


@dataclass(frozen=True)
class Claim:
    """A statement of the paper, judged."""

    id: str
    section: str
    where: str
    """section and equation or figure"""
    statement: str
    """in our words"""
    printed: str
    computed: str
    verdict: Standing
    note: str
    expected: Standing
    """the verdict under the books' rules"""


@dataclass(frozen=True)
class Statement:
    """A statement of the paper, to be judged."""

    id: str
    section: str
    place: str
    statement: str
    printed: str
    expected: Standing
    note: str
    check: Check

    def judge(self, evidence: Evidence) -> Claim:
        finding = self.check(evidence)
        as_expected = finding.standing is self.expected
        return Claim(
            id=self.id,
            section=self.section,
            where=f"{self.section}, {self.place}" if self.place else self.section,
            statement=self.statement,
            printed=self.printed,
            computed=finding.computed,
            verdict=finding.standing,
            note=self.note if as_expected else f"Under the rules of the books: {self.expected}.",
            expected=self.expected,
        )


class Register:
    """Statements in the order they are written down."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def claim(
        self,
        id: str,
        section: str,
        statement: str,
        *,
        printed: str,
        place: str = "",
        expected: Standing = Standing.REPRODUCED,
        note: str = "",
    ) -> Callable[[Check], Check]:
        """Put the statement that the function below checks into the register."""

        def keep(check: Check) -> Check:
            self.statements.append(Statement(id, section, place, statement, printed, expected, note, check))
            return check

        return keep

    def figure(
        self, id: str, section: str, statement: str, value: str, *, right: str = "", note: str = ""
    ) -> Callable[[Number], Number]:
        """The same for a number that rounds to the printed value; `right` is that value without its slip."""

        def keep(number: Number) -> Number:
            def check(evidence: Evidence) -> Finding:
                exact = number(evidence)
                shown = significant(exact, _figures(value) + 1)
                return Finding(shown, rounds_to(exact, value), bool(right) and rounds_to(exact, right))

            printed = significant(Fraction(value), _figures(value))
            expected = Standing.CORRECTED if right else Standing.REPRODUCED
            self.claim(id, section, statement, printed=printed, expected=expected, note=note)(check)
            return number

        return keep


def _figures(printed: str) -> int:
    """With how many significant figures a number is printed."""
    return len(printed.split("e")[0].replace(".", "").lstrip("0"))


GAME = "Game dynamics"
ANALYSIS = "Analysis"
WITHOUT_LUCK = "Dynamics without luck-based control"
CONSTANT_LUCK = "Analytic dynamics with simplified luck-based control"
CONTROL = "Stochastic optimal control with dynamic programming"
STRUCTURE = "Structure of optimal policy space"
HEURISTICS = "Simulated dynamics with heuristic luck strategies"
DISCUSSION = "Discussion"
APPENDIX = "Appendix: detailed structure of optimal policy space"
SECTIONS = (GAME, ANALYSIS, WITHOUT_LUCK, CONSTANT_LUCK, CONTROL, STRUCTURE, HEURISTICS, DISCUSSION, APPENDIX)
"""the sections of the paper, in its order"""
