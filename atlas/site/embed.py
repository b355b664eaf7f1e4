"""The page for makers of trackers and character sheets: four ways to show the advice in their own pages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from atlas.game.advice import advise
from atlas.game.edition import Edition
from atlas.site.engine import ELEMENT_PATH, MODULE_PATH
from atlas.site.pages import FIGHT, Page
from atlas.tables.gap_table import VERDICTS_PATH

EXAMPLE = {
    "hero": {"skill": 9, "stamina": 19, "luck": 9},
    "foe": {"skill": 8, "stamina": 8},
    "rules": "books",
    "ahead": {"foes": [[7, 7], [10, 12]]},
}
ELSEWHERE = "https://example.org/luck-atlas/"
"""the address in examples if that of the site is not known"""


@dataclass(frozen=True, kw_only=True)
class EmbedPage(Page):
    template = "site/embed.html"
    path: str = "embed.html"
    title: str = "Use the advice in your own page"
    address: str
    """the address of the site, in code to copy"""
    scores: Mapping[str, int]
    """scores of the second example, by the words of a link"""
    side: int
    gaps: Sequence[int]
    verdicts: str = VERDICTS_PATH

    @property
    def fight(self) -> str:
        return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in EXAMPLE.items()) + "\n}"

    @property
    def answer(self) -> str:
        answer: object = advise(EXAMPLE)
        return json.dumps(answer, indent=2)

    @property
    def as_module(self) -> str:
        return (
            '<script type="module">\n'
            f'import {{ advise }} from "{self.address}{MODULE_PATH}";\n'
            f"console.log(advise({json.dumps(EXAMPLE)}));\n"
            "</script>"
        )

    @property
    def as_element(self) -> str:
        words = " ".join(f'{name}="{value}"' for name, value in self.scores.items())
        return (
            f'<script type="module" src="{self.address}{ELEMENT_PATH}"></script>\n'
            f'<luck-advice {words}><a href="{escape(self.fight_page)}">Test your Luck?</a></luck-advice>'
        )

    @property
    def as_frame(self) -> str:
        source = escape(self.fight_page)
        return f'<iframe src="{source}" title="Should I Test my Luck?" width="100%" height="720"></iframe>'

    @property
    def fight_page(self) -> str:
        """The address of the fight page with the second example."""
        return f"{self.address}{FIGHT}?{self.fight_query}"

    @property
    def fight_query(self) -> str:
        return urlencode(self.scores)

    @property
    def as_json(self) -> str:
        return (
            f'const policy = await (await fetch("{self.address}{self.verdicts}")).json();\n'
            f"const letter = policy.thrifty[gap][luck][(stamina - 1) * {self.side} + foeStamina - 1];"
        )


def embed_page(edition: Edition, base_url: str | None) -> EmbedPage:
    scores = {"skill": 8, "stamina": 8, "luck": 9, "foe-skill": 9, "foe-stamina": 7}
    return EmbedPage(
        address=base_url or ELSEWHERE, scores=scores, side=edition.rules.max_stamina, gaps=edition.skill_gaps
    )
