"""The contents of every map, before anything is drawn: bands, lines, marks and words from the tables.

In come `GapTable`s; out come `Map`s, whose arrays are by hero stamina and foe stamina from 1 up.
`gap_maps_of` lists all maps of one skill gap.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import numpy as np

from atlas.game.rules import Outcome, Verdict
from atlas.maps.style import (
    BLANK,
    BOTH,
    CHANCE,
    COST,
    EARLINESS,
    GAIN,
    LEVELS,
    LOST,
    LOST_DEAR,
    LOST_THRIFTY,
    MOST,
    STAKE,
    TIE,
    TONES,
    WON,
    WON_DEAR,
    WON_THRIFTY,
    Bands,
    ContourLevel,
    Mark,
    Scale,
    ticks,
)
from atlas.tables.gap_table import Aim, AimTable, Float64s, GapTable, Mask, Verdicts, stakes_of, verdicts_of
from atlas.wording import signed, wins_in_100


class Gain(StrEnum):
    """What a gain map is about."""

    LUCK = "luck"
    """having luck at all: best play − never testing"""
    MORE_LUCK = "more-luck"
    MORE_STAMINA = "more-stamina"
    MORE_SKILL = "more-skill"

    @property
    def words(self) -> str:
        return "LUCK" if self is Gain.LUCK else f"one more {self.removeprefix('more-').upper()}"


@dataclass(frozen=True)
class MapFace:
    """What all maps of a kind share: the scale, marks and lines of their legend."""

    name: str
    scale: Scale
    legend: tuple[tuple[Mark, str], ...] = ()
    """the marks, and what they mean"""
    levels: tuple[ContourLevel, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(mark for mark, _ in self.legend)

    @property
    def drawn_marks(self) -> tuple[Mark, ...]:
        """The marks as they are drawn: one for light and one for dark bands, if the scale has both."""
        if not self.scale.dark_bands:
            return self.marks
        return tuple(toned for mark in self.marks for toned in TONES[mark])

    def level_label(self, level: ContourLevel) -> str:
        """Return the chance of a line in the words of the legend."""
        return self.scale.edge_labels[self.scale.edges.index(level.chance)]


PLAY = MapFace(
    "play",
    CHANCE,
    ((WON, "test after a won round"), (LOST, "after a lost round"), (BOTH, "win or lose")),
    LEVELS,
)
_STAKE_WORDS = ("test", "not if thrifty", "only if thrifty", "no difference", "a test costs wins")
STAKES: Mapping[Outcome, MapFace] = {
    outcome: MapFace(outcome, STAKE, legend=tuple(zip(marks, _STAKE_WORDS, strict=True)))
    for outcome, marks in (
        (Outcome.WON, (WON, WON_DEAR, WON_THRIFTY, TIE, COST)),
        (Outcome.LOST, (LOST, LOST_DEAR, LOST_THRIFTY, TIE, COST)),
    )
}
WORTH = MapFace("worth", GAIN, legend=((MOST, "worth most here"), (BLANK, "beyond the tables")))
MAP_FACES = (PLAY, *STAKES.values(), WORTH)


@dataclass(frozen=True)
class MapKind:
    """A kind of map: there is one for every skill gap and luck."""

    name: str
    title: str
    short: str
    face: MapFace


KINDS: Mapping[str, MapKind] = {
    kind.name: kind
    for kind in (
        *(
            MapKind(
                aim,
                f"When to Test your Luck: {aim.words}",
                f"test, {'thrifty' if aim is Aim.THRIFTY else 'all-out'}",
                PLAY,
            )
            for aim in Aim
        ),
        *(MapKind(o, f"What a test is worth after a {o} round", f"test worth, {o}", STAKES[o]) for o in Outcome),
        *(MapKind(gain, f"What {gain.words} is worth", gain.words, WORTH) for gain in Gain),
    )
}


@dataclass(frozen=True)
class Map:
    """One map: everything that changes from map to map of a kind."""

    kind: MapKind
    skill_gap: int
    luck: int
    words: str
    """a description for readers who cannot see it"""
    bands: Bands
    marks: Mapping[Mark, Mask] = field(default_factory=dict)
    levels: Mapping[ContourLevel, Mask] = field(default_factory=dict)
    """by level: where the win chance is at least so high"""
    most: str = ""
    """the highest worth on it, in words"""

    @property
    def side(self) -> int:
        return len(self.bands)

    @property
    def face(self) -> MapFace:
        return self.kind.face

    @property
    def title(self) -> str:
        return f"SKILL gap {signed(self.skill_gap)}, LUCK {self.luck}"

    @property
    def subtitle(self) -> str:
        return f"{self.kind.title}: {self.most}" if self.most else self.kind.title

    @property
    def path(self) -> str:
        """The name of the map in printed files."""
        return f"atlas/maps/{gap_slug(self.skill_gap)}/luck-{self.luck}-{self.kind.name}.svg"


def gap_slug(skill_gap: int) -> str:
    """Return a skill gap as a part of paths: minus-4, 0, plus-2."""
    return f"{'minus-' if skill_gap < 0 else 'plus-' if skill_gap > 0 else ''}{abs(skill_gap)}"


def gap_maps_of(table: GapTable, above: GapTable | None) -> Iterator[Map]:
    """Yield all maps of one skill gap; `above` is the table of the next skill gap, None where there is none."""
    lucks = range(len(table.win_chance))
    for policy in Aim:
        yield from (play_map(table.of(policy), luck) for luck in lucks)
    for outcome in Outcome:
        stakes = stakes_of(table, outcome)
        yield from (stake_map(table, luck, outcome) for luck in lucks if not np.isnan(stakes[luck]).any())
    for gain in Gain:
        values = gains(table, above, gain)
        for luck in lucks:
            nothing_to_show = np.isnan(values[luck]).all() or (gain is Gain.LUCK and luck == 0)
            if not nothing_to_show:
                yield gain_map(table, luck, gain, values[luck])


def plate_maps(tables: Sequence[AimTable]) -> list[list[Map]]:
    """Return the play maps of all skill gaps and lucks, a row for each skill gap."""
    return [[play_map(table, luck) for luck in range(len(table.win_chance))] for table in tables]


def earliness(verdicts: Verdicts) -> Bands:
    """Return the band of the lowest luck to test with for each cell, for the colours of a threshold table."""
    test = verdicts == Verdict.TEST
    return EARLINESS.bands(-np.where(test.any(axis=0), test.argmax(axis=0), np.inf))


def play_map(table: AimTable, luck: int) -> Map:
    """Return the map of what to do, on the chance to win."""
    chances = table.win_chance[luck]
    won, lost = (table.verdicts[outcome][luck] == Verdict.TEST for outcome in Outcome)
    marks = {WON: won & ~lost, LOST: lost & ~won, BOTH: won & lost}
    words = (
        f"Of {won.size} squares, test only after a won round in {marks[WON].sum()}, only after a lost round in "
        f"{marks[LOST].sum()}, win or lose in {marks[BOTH].sum()}. {_even_chance(chances)}"
    )
    levels = {level: chances >= level.chance for level in LEVELS}
    return Map(KINDS[table.aim], table.skill_gap, luck, words, CHANCE.bands(chances), marks, levels)


def stake_map(table: GapTable, luck: int, outcome: Outcome) -> Map:
    """Return the map of what a test gains or costs after a round, with the verdicts."""
    stakes = stakes_of(table, outcome)[luck]
    best, thrifty = (verdicts_of(table, outcome, policy)[luck] for policy in (Aim.BEST, Aim.THRIFTY))
    test, thrifty_test, tied = best == Verdict.TEST, thrifty == Verdict.TEST, best == Verdict.EITHER
    words = (
        f"A test wins more in {test.sum()} of {test.size} squares, at most {_wins(stakes.max())} more; "
        f"fewer in {(stakes < 0).sum()}, at most {_wins(-stakes.min())} fewer; no difference in {tied.sum()}."
    )
    cells = (
        test & thrifty_test,
        test & ~thrifty_test,
        thrifty_test & ~test,
        tied & ~thrifty_test,
        (stakes < 0) & ~thrifty_test,
    )
    marks = dict(zip(STAKES[outcome].marks, cells, strict=True))
    return Map(KINDS[outcome], table.skill_gap, luck, words, STAKE.bands(stakes), marks)


def gains(table: GapTable, above: GapTable | None, gain: Gain) -> Float64s:
    """Return the worth of luck, stamina or SKILL, by luck and staminas; not a number at the end of the tables."""
    chances = table.win_chance
    worth = np.full(chances.shape, np.nan)
    if gain is Gain.LUCK:
        return chances - table.win_chance_never
    if gain is Gain.MORE_LUCK:
        worth[:-1] = chances[1:] - chances[:-1]
    elif gain is Gain.MORE_STAMINA:
        worth[:, :-1] = chances[:, 1:] - chances[:, :-1]
    elif above is not None:
        worth[:] = above.win_chance - chances
    return worth


def gain_map(table: GapTable, luck: int, gain: Gain, worth: Float64s) -> Map:
    """Return the map of what luck, stamina or SKILL is worth in win chance, with a mark where it is worth most."""
    blank = np.isnan(worth)
    most = float(np.nanmax(worth))
    peak = (worth == most) & (most > 0)
    hero, foe = (int(i) + 1 for i in np.unravel_index(np.nanargmax(worth), worth.shape))
    words = f"It is worth most, {_wins(most)}, with STAMINA {hero} against {foe}." if most else "It is worth nothing."
    words += f" {blank.sum()} squares are blank: the tables end there." if blank.any() else ""
    marks = {MOST: peak, BLANK: blank}
    most_words = f"up to {_wins(most)}" if most else "nothing"
    return Map(KINDS[gain], table.skill_gap, luck, words, GAIN.bands(worth), marks, most=most_words)


def _wins(difference: float) -> str:
    return wins_in_100(Fraction(float(difference)))


def _even_chance(chances: Float64s) -> str:
    """Return the sentence that says where the 50% line lies."""
    side, even = len(chances), chances >= 0.5
    foes = [foe for foe in ticks(side)[1:] if even[:, foe - 1].any()] or [side]
    needs = [f"{int(even[:, foe - 1].argmax()) + 1} against {foe}" for foe in foes if even[:, foe - 1].any()]
    if not needs:
        return f"You never have 50% to win against a foe of STAMINA {min(6, side)} or more."
    return f"For 50% to win you need STAMINA {', '.join(needs)}."
