"""What the look-up and the fight companion load: one script per skill gap, and one for the whole edition.

Classic scripts, because a page opened from a disk may load nothing else. A number is sent as a code
(`coded`), a reason as its place in a list; so a page words, and never computes, what it shows. The codes
of a column are the differences from luck to luck, written in bytes, the lowest bytes of all states first,
and packed with zlib: `static/gaps.js` undoes that.
"""

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from atlas.game.advice import Fight
from atlas.game.dice import FACES, WIDEST_GAP, luck_odds
from atlas.game.edition import Edition
from atlas.game.outlook import OutlookPair
from atlas.game.rules import LARGEST_SKILL, LARGEST_STAMINA, Outcome, Rules, Verdict
from atlas.maps.map import PLAY, gap_slug
from atlas.maps.style import CHANCE, LEVELS
from atlas.site.codes import Codes, amount_codes, chance_codes, stake_codes
from atlas.tables.gap_table import VERDICT_NAMES, Aim, GapTable, verdicts_of
from atlas.tables.reasons import Decisions

VERDICT_WORDS = {
    Verdict.TEST: "test your luck",
    Verdict.KEEP: "keep your luck",
    Verdict.EITHER: "test or keep, it makes no difference",
}
FOLDER = "data/gap"
EDITION_PATH = f"{FOLDER}/edition.js"
LEAST = {"skill": 0, "stamina": 1, "luck": 0, "foe-skill": 0, "foe-stamina": 1}
"""the words of a link to a fight, and the smallest number each takes"""


@dataclass(frozen=True)
class Column:
    """One number for every state."""

    name: str
    codes: Codes
    like: str | None = None
    """an earlier column, from which this one differs little"""


def gap_path(skill_gap: int, script: bytes) -> str:
    """Named by what it holds: a page that asks for it gets the tables of its own build, or none."""
    return f"{FOLDER}/{gap_slug(skill_gap)}-{hashlib.sha256(script).hexdigest()[:12]}.js"


def gap_script(rules: Rules, table: GapTable, outlooks: OutlookPair) -> bytes:
    """Everything about one skill gap."""
    reasons: dict[str, int] = {}
    columns = [*_figures(table, outlooks), *_decisions(rules, table, reasons)]
    codes = {column.name: column.codes for column in columns}
    packed = [_packed(c.codes - codes[c.like] if c.like else c.codes) for c in columns]
    heads = [[c.name, len(data) // c.codes.size, c.like] for c, data in zip(columns, packed, strict=True)]
    content = {
        "skill_gap": table.skill_gap,
        "columns": heads,
        "reasons": list(reasons),
        "data": b64encode(zlib.compress(b"".join(packed), 9)).decode(),
    }
    return _call("takeGap", content)


def edition_script(edition: Edition, paths: Sequence[str]) -> bytes:
    """What holds for all skill gaps: where their scripts are, the rules, the words, the look of a map."""
    rules = edition.rules
    content = {
        "rules": {name: asdict(rules)[name] for name in ("won", "lost", "luck_cost", "max_stamina", "max_luck")},
        "faces": list(FACES),
        "widest": WIDEST_GAP,
        "gaps": {gap: gap_slug(gap) for gap in edition.skill_gaps},
        "scripts": {gap: path.removeprefix(f"{FOLDER}/") for gap, path in zip(edition.skill_gaps, paths, strict=True)},
        "lucky": chance_codes(np.array([float(luck_odds(luck).chance) for luck in rules.lucks])).tolist(),
        "least": LEAST,
        "largest": largest(rules),
        "start": numbers(start(rules)),
        "verdicts": list(VERDICT_NAMES),
        "verdict_words": [VERDICT_WORDS[verdict] for verdict in Verdict],
        "marks": {mark.name: mark.polygons for mark in PLAY.marks},
        "levels": [[CHANCE.edges.index(level.chance) + 1, level.width, level.dashes] for level in LEVELS],
    }
    return _call("takeEdition", content)


def start(rules: Rules) -> Fight:
    """The fight that the look-up opens on."""
    most = rules.max_stamina
    return Fight(skill=9, stamina=min(12, most), luck=min(9, rules.max_luck), foe_skill=9, foe_stamina=min(11, most))


def numbers(fight: Fight) -> dict[str, int]:
    """A fight in the words of a link."""
    return {name.replace("_", "-"): number for name, number in asdict(fight).items() if isinstance(number, int)}


def largest(rules: Rules) -> dict[str, int]:
    """The largest number each word takes; beyond the tables a page says so."""
    limits = {"skill": LARGEST_SKILL, "stamina": LARGEST_STAMINA}
    return {name: limits.get(name.removeprefix("foe-"), rules.max_luck) for name in LEAST}


def _figures(table: GapTable, outlooks: OutlookPair) -> Iterator[Column]:
    best, thrifty = outlooks.best, outlooks.thrifty
    yield Column("stake_win", stake_codes(table.stake_win))
    yield Column("stake_loss", stake_codes(table.stake_loss))
    yield Column("win_chance", chance_codes(table.win_chance))
    yield Column("win_chance_thrifty", chance_codes(table.win_chance_thrifty), "win_chance")
    yield Column("win_chance_never", chance_codes(table.win_chance_never))
    yield Column("band", CHANCE.bands(table.win_chance).astype(np.int32))
    yield Column("band_thrifty", CHANCE.bands(table.win_chance_thrifty).astype(np.int32), "band")
    yield Column("luck_spent", amount_codes(table.luck_spent))
    yield Column("luck_spent_thrifty", amount_codes(table.luck_spent_thrifty))
    yield Column("rounds", amount_codes(best.rounds))
    yield Column("rounds_thrifty", amount_codes(thrifty.rounds), "rounds")
    yield Column("stamina_left", amount_codes(best.stamina_left))
    yield Column("stamina_left_thrifty", amount_codes(thrifty.stamina_left), "stamina_left")


def _decisions(rules: Rules, table: GapTable, reasons: dict[str, int]) -> Iterator[Column]:
    """Verdicts and reasons; a reason not met before joins the list."""
    for policy in Aim:
        suffix = "" if policy is Aim.BEST else f"_{policy}"
        for outcome in Outcome:
            ending = ("win" if outcome is Outcome.WON else "loss") + suffix
            yield Column(f"on_{ending}", verdicts_of(table, outcome, policy).astype(np.int32))
            texts = Decisions(rules, table, outcome, policy).reasons()
            places = [reasons.setdefault(text, len(reasons)) for text in texts]
            yield Column(f"why_{ending}", np.array(places, dtype=np.int32).reshape(table.on_win.shape))


def _packed(codes: Codes) -> bytes:
    """Differences from luck to luck, as numbers without a sign (0, −1, 1, −2 …), byte by byte."""
    steps = np.diff(codes, axis=0, prepend=np.zeros_like(codes[:1])).ravel()
    unsigned = np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u4")
    used = max(1, (int(unsigned.max()).bit_length() + 7) // 8)
    return unsigned.view(np.uint8).reshape(-1, 4)[:, :used].T.tobytes()


def _call(name: str, content: Mapping[str, object]) -> bytes:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"LuckAtlas.{name}({text});\n".encode()
