"""The options of an atlas: the rules, the price of luck, the skill gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from atlas.game.dice import SKILL_GAPS
from atlas.game.presets import in_words, rule_entries
from atlas.game.rules import BOOK_RULES, Rules

LUCK_PRICE = Fraction(1, 40)
"""What a point of luck is worth to the rest of an adventure, in win chance: `tables.luck_prices` has the evidence."""
FIRST_EDITIONS_PRICE = Fraction(1, 1000)
"""what the first two editions asked, found on adventures with nothing in them but foes"""


@dataclass(frozen=True)
class Edition:
    """The rules, the price of luck and the skill gaps that an atlas is made for."""

    rules: Rules = BOOK_RULES
    luck_price: Fraction = LUCK_PRICE
    skill_gaps: Sequence[int] = SKILL_GAPS
    title: str = ""
    """name of the rules; empty for the books'"""
    sentence: str = ""
    """what is different, for players"""

    @property
    def is_variant(self) -> bool:
        """Whether the rules are not those of the books."""
        return bool(rule_entries(self.rules))

    @property
    def has_memory(self) -> bool:
        """Whether a fight remembers rounds: tables then show a fight as it begins, and there are no cards."""
        return self.rules.has_memory

    @property
    def rules_notice(self) -> str:
        """The line that names the rules in the head of every page; empty for the books'."""
        if not self.is_variant:
            return ""
        title, sentence = self.title or "Rules of our own", self.sentence or " ".join(in_words(self.rules))
        return f"{title.rstrip('.')}. {' '.join(filter(None, (sentence, self.begins)))}"

    @property
    def begins(self) -> str:
        """The sentence that says which fights the tables are for; empty where fights remember no rounds."""
        rules = self.rules
        conditions = [f"with all {rules.rounds} rounds to come"] if rules.rounds else []
        conditions += ["when the round before was not lost"] if rules.losing_run else []
        return f"Tables and maps are for a fight as it begins, {' and '.join(conditions)}." if conditions else ""


BOOK_EDITION = Edition()
