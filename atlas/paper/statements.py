"""A claim: a statement of the paper, a function that checks it against the evidence, and the verdict that follows.

A verdict is never typed. The function says whether the statement holds as printed and, where it does not,
whether it holds once corrected; `Standing` follows from the two. What we expect of the books' rules is kept
beside it, so that a change that breaks a claim is noticed. A claim may carry a correction or a remark: of
which kind it is, and what to read instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from atlas.paper.evidence import Evidence
from atlas.paper.notation import plain
from atlas.paper.ranges import FightRange
from atlas.wording import rounds_to, significant


class Standing(StrEnum):
    """How a statement of the paper stands when it is computed again."""

    REPRODUCED = "reproduced"
    CORRECTED = "corrected"
    NOT_REPRODUCED = "not reproduced"


class NoteKind(StrEnum):
    """What a note on a statement is about."""

    MISPRINT = "misprint"
    """a slip: the paper itself shows what was meant"""
    SUBSTANCE = "substance"
    """an error: the statement is false as it stands"""
    REMARK = "remark"
    """no error: a convention, a special case, a more exact count"""


@dataclass(frozen=True)
class Finding:
    """The result of checking a statement."""

    computed: str
    as_printed: bool
    as_corrected: bool = False
    """for a statement that fails as printed: whether it holds once corrected"""

    @property
    def standing(self) -> Standing:
        if self.as_printed:
            return Standing.REPRODUCED
        return Standing.CORRECTED if self.as_corrected else Standing.NOT_REPRODUCED


Check = Callable[[Evidence], Finding]
Computation = Callable[[Evidence], Fraction]


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement of the paper."""

    id: str
    section: str
    statement: str
    """in our words"""
    printed: str
    over: str
    """the range or set of fights of the computed figures"""
    place: str = ""
    """equation or figure"""
    asked: str = ""
    """the number that we chose for a word of the paper such as "almost all" """
    kind: NoteKind | None = None
    read: str = ""
    """what to read instead of what is printed"""
    note: str = ""
    expected: Standing = Standing.REPRODUCED
    """the verdict under the books' rules"""

    @property
    def formula(self) -> bool:
        """Whether `printed` and `read` are formulas, written in TeX, rather than words."""
        return "\\" in self.printed + self.read

    @property
    def where(self) -> str:
        return f"{self.section}, {self.place}" if self.place else self.section


CheckedStatement = tuple[Statement, Check]

COLUMNS = (
    "id", "where", "statement", "printed", "computed", "verdict", "note", "over", "asked", "kind", "read",
)  # fmt: skip
"""of `claims.json`"""


@dataclass(frozen=True, kw_only=True)
class Claim(Statement):
    """A statement of the paper, judged."""

    computed: str
    verdict: Standing

    def words(self) -> dict[str, str]:
        """Return the claim's row of `claims.json`."""
        row = {key: str(getattr(self, key) or "") for key in COLUMNS}
        return row | {key: plain(row[key]) for key in ("printed", "read") if self.formula}


def judge(statement: Statement, check: Check, evidence: Evidence) -> Claim:
    finding = check(evidence)
    fields = vars(statement)
    if finding.standing is not statement.expected:
        fields = fields | {"note": f"Under the rules of the books: {statement.expected}."}
    return Claim(**fields, computed=finding.computed, verdict=finding.standing)


Decorator = Callable[[Check], Check]


def _adding(**fields: object) -> Decorator:
    """Return a decorator that adds details to the statement of a check."""

    def add(check: Check) -> Check:
        vars(check).update(fields)
        return check

    return add


def place(words: str) -> Decorator:
    return _adding(place=words)


def asked(words: str) -> Decorator:
    return _adding(asked=words)


def note(words: str) -> Decorator:
    return _adding(note=words)


def remark(words: str, read: str = "") -> Decorator:
    return _adding(kind=NoteKind.REMARK, note=words, read=read)


def misprint(read: str) -> Decorator:
    return _adding(kind=NoteKind.MISPRINT, read=read, expected=Standing.CORRECTED)


def substance(read: str, expected: Standing = Standing.CORRECTED) -> Decorator:
    return _adding(kind=NoteKind.SUBSTANCE, read=read, expected=expected)


class Register:
    """Decorators that collect the statements of a section, each with its check."""

    def __init__(self, section: str, entries: list[CheckedStatement]) -> None:
        self.section, self.entries = section, entries

    def claim(self, id: str, printed: str, over: FightRange | str) -> Decorator:
        """Declare the statement that the decorated function makes in its docstring, and checks."""

        def keep(check: Check) -> Check:
            if not check.__doc__:
                raise TypeError(f"{id} says nothing: Python was told to drop docstrings")
            words = " ".join(check.__doc__.split())
            given = {"id": id, "section": self.section, "statement": words, "printed": printed, "over": str(over)}
            self.entries.append((Statement(**given | vars(check)), check))
            return check

        return keep

    def figure(self, id: str, statement: str, value: str, over: str, number: Computation, *, right: str = "") -> None:
        """Judge a number by whether it rounds to the printed value; `right` should have been printed."""

        def check(evidence: Evidence) -> Finding:
            exact = number(evidence)
            shown = significant(exact, _figures(value) + 1)
            return Finding(shown, rounds_to(exact, value), bool(right) and rounds_to(exact, right))

        check.__doc__ = statement
        if right:
            note("Cut off; the other figures of this section are rounded.")(misprint(_worded(right))(check))
        self.claim(id, _worded(value), over)(check)


def _worded(value: str) -> str:
    return significant(Fraction(value), _figures(value))


def _figures(printed: str) -> int:
    """Return with how many significant figures a number is printed."""
    return len(printed.split("e")[0].replace(".", "").lstrip("0"))


INTRODUCTION = "Introduction"
GAME = "Game dynamics"
ANALYSIS = "Analysis"
WITHOUT_LUCK = "Dynamics without luck-based control"
CONSTANT_LUCK = "Analytic dynamics with simplified luck-based control"
CONTROL = "Stochastic optimal control with dynamic programming"
STRUCTURE = "Structure of optimal policy space"
HEURISTICS = "Simulated dynamics with heuristic luck strategies"
DISCUSSION = "Discussion"
APPENDIX = "Appendix: detailed structure of optimal policy space"
SECTIONS = (
    INTRODUCTION, GAME, ANALYSIS, WITHOUT_LUCK, CONSTANT_LUCK, CONTROL, STRUCTURE, HEURISTICS, DISCUSSION, APPENDIX,
)  # fmt: skip
"""the sections of the paper, in its order"""
