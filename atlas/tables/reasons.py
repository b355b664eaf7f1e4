"""Why a verdict is what it is, in one line: true statements about a decision, the most telling one first.

A reason speaks of what the hit can do (ends the fight, brings the hero down), of how many plain hits a
test saves or costs, or of the luck at which a test would pay. Plain hits are counted to the end: a foe of
stamina 5 takes three, after a lucky hit of 4 one more, after an unlucky one of 1 two more. The rules
stand in the order in which they apply, and a test holds each of them to what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Damage, Outcome, Rules, Verdict
from atlas.tables.gap_table import Aim, GapTable, Mask, Verdicts, verdicts_of

Ints = npt.NDArray[np.int_]

NO_LUCK = "There is no luck left to test."
NEVER_HAPPENS = {
    Outcome.WON: "You never win a round at this skill gap.",
    Outcome.LOST: "You never lose a round at this skill gap.",
}
SETTLED = {Outcome.WON: "You cannot lose this fight.", Outcome.LOST: "You cannot win this fight."}
CANNOT_SUCCEED = "With so little luck a test cannot succeed."
ANY_HIT = {Outcome.WON: "Any hit brings the foe down.", Outcome.LOST: "This hit brings you down, lucky or not."}
PLAIN_HIT_ENDS = "A plain hit brings the foe down."
LUCKY_HIT_ENDS = "A lucky hit ends the fight."
LUCKY_ESCAPE = "Only a lucky escape keeps you standing."
UNLUCKY_FALL = "If the test fails, you fall."
SAME = "Testing and keeping come to exactly the same."
CANNOT_FAIL = "A test cannot fail, and it saves you a hit."
SAVES_FREELY = {
    Outcome.WON: "If lucky, you need one hit less; if not, no more than now.",
    Outcome.LOST: "If lucky, you can take one hit more; if not, no less than now.",
}
SAVES = {
    Outcome.WON: "If lucky, you need one hit less: that is worth the risk.",
    Outcome.LOST: "If lucky, you can take one hit more: that is worth the risk.",
}
PAYS = "What a test can gain is worth the risk."
TOO_LITTLE = "A test gains too little for the luck it takes."
TOO_LOW = "Too little luck: a test takes LUCK {} or more to pay."
ONLY_RISK = {
    Outcome.WON: "Luck saves no hit here, bad luck costs one.",
    Outcome.LOST: "Luck saves you no hit here, bad luck costs one.",
}
NO_GAIN = "Even a lucky test saves no hit here."
NEVER_PAYS = "A test does not pay here with any luck."
COSTS_MORE = "A test costs more than it gains."


@dataclass(frozen=True)
class Decisions:
    """The decisions after one outcome under one policy, at one skill gap: masks by luck and staminas."""

    rules: Rules
    table: GapTable
    outcome: Outcome
    policy: Aim

    def reasons(self) -> list[str]:
        """The reason of every decision, in the order of all tables: luck, hero stamina, foe stamina."""
        found = np.full(self.verdicts.shape, COSTS_MORE, dtype=object)
        for text, holds in reversed(list(self._rules_in_order())):
            found[np.broadcast_to(holds, found.shape)] = text
        texts: list[str] = found.ravel().tolist()
        return texts

    def _rules_in_order(self) -> Iterator[tuple[str, Mask]]:
        won, _, lost = round_ways(self.table.skill_gap)
        never, always = (won == 0, lost == 0) if self.outcome is Outcome.WON else (lost == 0, won == 0)
        yield NO_LUCK, self._by_luck([not self.rules.can_test(luck) for luck in self.rules.lucks])
        yield NEVER_HAPPENS[self.outcome], np.array(never)
        yield SETTLED[self.outcome], np.array(always)
        yield from self._deadly_rules()
        yield CANNOT_SUCCEED, ~self.test & self._by_luck([luck_odds(luck).hits == 0 for luck in self.rules.lucks])
        yield SAME, self.verdicts == Verdict.EITHER
        yield from self._test_rules()
        yield from self._keep_rules()

    def _deadly_rules(self) -> Iterator[tuple[str, Mask]]:
        """What the hit can end at once."""
        plain, lucky, unlucky = (self.stamina <= hit for hit in self.damage.hits)
        yield ANY_HIT[self.outcome], ~self.test & plain & lucky & unlucky
        if self.outcome is Outcome.WON:
            yield PLAIN_HIT_ENDS, ~self.test & plain
            yield LUCKY_HIT_ENDS, self.test & lucky & ~plain
        else:
            yield LUCKY_ESCAPE, self.test & plain & ~lucky & unlucky
            yield UNLUCKY_FALL, ~self.test & ~plain & unlucky

    def _test_rules(self) -> Iterator[tuple[str, Mask]]:
        sure = self._by_luck([luck_odds(luck).misses == 0 for luck in self.rules.lucks])
        yield CANNOT_FAIL, self.test & sure & (self.saved == 1)
        yield SAVES_FREELY[self.outcome], self.test & (self.saved == 1) & (self.wasted <= 0)
        yield SAVES[self.outcome], self.test & (self.saved == 1)
        yield PAYS, self.test

    def _keep_rules(self) -> Iterator[tuple[str, Mask]]:
        best = verdicts_of(self.table, self.outcome, Aim.BEST)
        yield TOO_LITTLE, ~self.test & (best == Verdict.TEST)
        pays = self.test.argmax(axis=0)
        for luck in self.rules.lucks:
            below = np.arange(len(self.test))[:, None, None] < luck
            yield TOO_LOW.format(luck), below & self.test.any(axis=0) & (pays == luck)
        ever = self.test.any(axis=0)
        yield ONLY_RISK[self.outcome], ~ever & (self.saved <= 0) & (self.wasted > 0)
        yield NO_GAIN, ~ever & (self.saved <= 0)
        yield NEVER_PAYS, ~ever & np.ones_like(self.test)

    @cached_property
    def verdicts(self) -> Verdicts:
        return verdicts_of(self.table, self.outcome, self.policy)

    @cached_property
    def test(self) -> Mask:
        return np.asarray(self.verdicts == Verdict.TEST)

    @property
    def damage(self) -> Damage:
        return self.rules.damage(self.outcome)

    @cached_property
    def stamina(self) -> Ints:
        """Of the side that takes the hit, to be broadcast over all states."""
        staminas = np.array(self.rules.staminas)
        return staminas[None, None, :] if self.outcome is Outcome.WON else staminas[None, :, None]

    @property
    def saved(self) -> Ints:
        """How many plain hits a lucky test spares whoever benefits from it, against not testing."""
        more = self._hits_in_all(self.damage.plain) - self._hits_in_all(self.damage.lucky)
        return more if self.outcome is Outcome.WON else -more

    @property
    def wasted(self) -> Ints:
        """How many plain hits an unlucky test costs, against not testing."""
        more = self._hits_in_all(self.damage.unlucky) - self._hits_in_all(self.damage.plain)
        return more if self.outcome is Outcome.WON else -more

    def _hits_in_all(self, hit: int) -> Ints:
        """This hit, and the plain ones that then bring the side down."""
        left = np.maximum(self.stamina - hit, 0)
        return 1 + -(-left // self.damage.plain)

    def _by_luck(self, holds: list[bool]) -> Mask:
        return np.array(holds)[:, None, None]
