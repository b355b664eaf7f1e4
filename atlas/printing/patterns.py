"""Why threshold tables look as they do: how often they test by either STAMINA, and what the hits have to do with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.maps.bars import ChartBar, bars_ink
from atlas.maps.operators import Ink
from atlas.tables.gap_table import Aim, GapTable, verdicts_of
from atlas.wording import percent

SHARES = 12
"""staminas for which tests are counted"""
MOST_NAMED = 4
"""staminas that a sentence lists before it breaks off"""
PICTURE = (330.0, 64.0)
"""width and height of a picture, in points"""
PRESSING, PLAIN = 0.2, 0.62
"""greys of the bars: of what a test cannot wait for, and of the others"""

Need = tuple[bool, bool]
"""whether a test can wait, and whether an Unlucky hit costs one"""


@dataclass(frozen=True)
class Patterns:
    """What a page tells of how often the tables test."""

    by_foe: Ink
    foe_words: str
    """what that shows, for those who cannot see it"""
    by_hero: Ink
    hero_words: str
    foes_by_need: Mapping[Need, str]
    """the foe's staminas at which tests can save hits"""

    @property
    def inks(self) -> list[Ink]:
        return [self.by_foe, self.by_hero]


def patterns(rules: Rules, tables: Sequence[GapTable], aim: Aim) -> Patterns:
    """Count how often these tables test."""
    needs = needs_of(rules)
    foes = _bars(tables, aim, Outcome.WON, needs)
    heroes = _bars(tables, aim, Outcome.LOST, {})
    return Patterns(
        by_foe=bars_ink("tests-by-foe", foes, *PICTURE),
        foe_words=_words(foes),
        by_hero=bars_ink("tests-by-hero", heroes, *PICTURE),
        hero_words=_words(heroes),
        foes_by_need=staminas_by_need(needs),
    )


def needs_of(rules: Rules) -> dict[int, Need]:
    """Return what a test is for by the foe's stamina, where tests can save hits.

    A test can wait where tests after a normal hit can still save as many.
    """
    plain, lucky, unlucky = rules.won.hits
    needs: dict[int, Need] = {}
    for stamina in rules.staminas[rules.foe_yields_at :] if lucky > plain else ():
        left = stamina - rules.foe_yields_at
        now, later, missed = (max(left - hit, 0) for hit in (0, plain, unlucky))
        saved_now, saved_later = (hits_to_fall(n, plain) - hits_to_fall(n, lucky) for n in (now, later))
        if saved_now:
            needs[stamina] = saved_later >= saved_now, hits_to_fall(missed, plain) > hits_to_fall(later, plain)
    return needs


def staminas_by_need(needs: Mapping[int, Need]) -> dict[Need, str]:
    """Return the first staminas of each need."""
    listed: dict[Need, list[str]] = {}
    for stamina, need in needs.items():
        listed.setdefault(need, []).append(str(stamina))
    return {need: ", ".join(staminas[:MOST_NAMED]) for need, staminas in listed.items()}


def share_tested(tables: Sequence[GapTable], aim: Aim, outcome: Outcome, stamina: int) -> Fraction:
    """Return which share of decisions tests over all LUCK from 1 up: by the foe's stamina if you won, else by yours."""
    parts = [verdicts_of(table, outcome, aim)[1:] == Verdict.TEST for table in tables]
    cut = [part[:, :, stamina - 1] if outcome is Outcome.WON else part[:, stamina - 1] for part in parts]
    return Fraction(sum(int(part.sum()) for part in cut), max(1, sum(part.size for part in cut)))


def _bars(tables: Sequence[GapTable], aim: Aim, outcome: Outcome, needs: Mapping[int, Need]) -> list[ChartBar]:
    bars = []
    for stamina in range(1, min(SHARES, tables[0].win_chance.shape[1]) + 1):
        share = share_tested(tables, aim, outcome, stamina)
        waits, _ = needs.get(stamina, (True, True))
        bars.append(ChartBar(str(stamina), share, percent(share), PLAIN if waits and needs else PRESSING))
    return bars


def _words(bars: Sequence[ChartBar]) -> str:
    return "; ".join(f"{bar.label}: {bar.words}" for bar in bars)
