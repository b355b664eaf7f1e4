"""The striking features of all maps together: rectangles of maps (SKILL gaps by LUCK) that share one feature.

In comes the advice of all skill gaps; out come `RegionCallOut`s, no two of them on the same map, each true of every
map in its region. Templates word them. Of all rectangles that share a feature the one with most maps is taken; themes
are searched for in the order of `Theme`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from atlas.game.dice import luck_odds
from atlas.game.formulas import hits_to_fall
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.tables.gap_table import AimTable, Float64s, Mask

EVEN_CHANCE = 0.5


class Theme(StrEnum):
    """What a call-out is about; earlier themes choose their regions first."""

    WELL_AHEAD = "well-ahead"
    """from this skill gap on, keep with more STAMINA than this"""
    LITTLE_LUCK = "little-luck"
    """up to this LUCK, test only where Lucky kills, or saves your life"""
    LUCKY_KILLS = "lucky-kills"
    """columns where to test with any STAMINA: a Lucky hit kills"""
    FULLEST = "fullest"
    """the map with most squares where to test"""
    LUCK_REACH = "luck-reach"
    """how much stronger a foe is beaten as often with more LUCK"""
    COSTS_A_HIT = "costs-a-hit"
    """a column where to keep, between two where there is something to test: an Unlucky hit needs one hit more"""


@dataclass(frozen=True)
class Region:
    """Neighbouring maps: the first and the last skill gap, the first and the last luck."""

    gaps: tuple[int, int]
    lucks: tuple[int, int]


@dataclass(frozen=True)
class RegionCallOut:
    """A feature that the maps of a region share."""

    theme: Theme
    region: Region
    columns: tuple[int, ...] = ()
    """the foe's staminas that it is about"""
    rows: tuple[int, ...] = ()
    """your staminas that it is about"""
    squares: int = 0
    """the number of squares of a map where to test"""
    reach: tuple[int, int] = (0, 0)
    """the strongest foe with a 50% chance to win, at the lowest and at the highest LUCK of the region"""


@dataclass(frozen=True)
class AllMaps:
    """The advice of all maps: arrays by skill gap, luck, your stamina and the foe's."""

    gaps: Sequence[int]
    lucks: Sequence[int]
    won: Mask
    lost: Mask
    win_chance: Float64s
    rules: Rules

    @property
    def tested(self) -> Mask:
        """Where to test after some round."""
        either: Mask = self.won | self.lost
        return either


def all_maps(tables: Sequence[AimTable], lucks: Sequence[int], rules: Rules) -> AllMaps:
    """Return the advice of neighbouring skill gaps, from the lowest up."""
    won, lost = (
        np.stack([table.verdicts[outcome][list(lucks)] == Verdict.TEST for table in tables]) for outcome in Outcome
    )
    chances = np.stack([table.win_chance[list(lucks)] for table in tables])
    return AllMaps([table.skill_gap for table in tables], lucks, won, lost, chances, rules)


def call_outs_of(maps: AllMaps) -> list[RegionCallOut]:
    """Return one call-out for each theme that is found, by place: from the lowest skill gap, then the highest luck."""
    free = np.ones(maps.won.shape[:2], dtype=bool)
    call_outs = list[RegionCallOut]()
    for theme in Theme:
        if call_out := FINDERS[theme](maps, free):
            gaps, lucks = call_out.region.gaps, call_out.region.lucks
            free[
                maps.gaps.index(gaps[0]) : maps.gaps.index(gaps[1]) + 1,
                maps.lucks.index(lucks[0]) : maps.lucks.index(lucks[1]) + 1,
            ] = False
            call_outs.append(call_out)
    return sorted(call_outs, key=lambda call_out: (call_out.region.gaps[0], -call_out.region.lucks[1]))


def largest_rectangle(holds: Mask) -> tuple[slice, slice] | None:
    """Return the largest rectangle of a table that is all true, the first of equal ones; None if nothing is true."""
    sums = np.pad(holds.astype(np.int64), ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    best, place = 0, None
    for low, high, left, right in _rectangles(*holds.shape):
        size = (high - low) * (right - left)
        if size > best and sums[high, right] - sums[low, right] - sums[high, left] + sums[low, left] == size:
            best, place = size, (slice(low, high), slice(left, right))
    return place


def _rectangles(height: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    for low in range(height):
        for high in range(low + 1, height + 1):
            for left in range(width):
                for right in range(left + 1, width + 1):
                    yield low, high, left, right


def _region(maps: AllMaps, place: tuple[slice, slice]) -> Region:
    gaps, lucks = maps.gaps[place[0]], maps.lucks[place[1]]
    return Region((gaps[0], gaps[-1]), (lucks[0], lucks[-1]))


def _well_ahead(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    """Keep above a row at the highest skill gaps, for as many squares as one sentence can speak of."""
    side = maps.won.shape[-1]
    rows = [max(_numbers(maps.tested[gap:].any(axis=(0, 1, 3))), default=0) for gap in range(len(maps.gaps))]
    sizes = [(side - row) * (len(maps.gaps) - gap) for gap, row in enumerate(rows)]
    first = sizes.index(max(sizes))
    if not 0 < rows[first] < side:
        return None
    return RegionCallOut(Theme.WELL_AHEAD, _region(maps, (slice(first, None), slice(None))), rows=(rows[first],))


def _little_luck(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    """The lowest lucks: test only a foe that a Lucky hit kills, and only where an Unlucky or normal hit kills you."""
    rules, staminas = maps.rules, range(1, maps.won.shape[-1] + 1)
    foes = [s for s in staminas if rules.won.plain < s - rules.foe_yields_at <= rules.won.lucky]
    own = [s for s in staminas if rules.lost.lucky < s <= rules.lost.plain]
    outside = np.isin(staminas, foes, invert=True), np.isin(staminas, own, invert=True)
    holds = ~maps.won[..., outside[0]].any(axis=(2, 3)) & ~maps.lost[:, :, outside[1]].any(axis=(2, 3))
    place = largest_rectangle(_from_lowest(holds & free))
    return RegionCallOut(Theme.LITTLE_LUCK, _region(maps, place), tuple(foes), tuple(own)) if place else None


def _from_lowest(holds: Mask) -> Mask:
    """Return where something is true at a LUCK and all lower ones."""
    return np.logical_and.accumulate(holds, axis=1)


def _lucky_kills(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    rules, staminas = maps.rules, range(1, maps.won.shape[-1] + 1)
    foes = [s for s in staminas if rules.won.plain < s - rules.foe_yields_at <= rules.won.lucky]
    holds = maps.won[..., [s - 1 for s in foes]].all(axis=(2, 3))
    place = largest_rectangle(holds & free) if foes else None
    return RegionCallOut(Theme.LUCKY_KILLS, _region(maps, place), tuple(foes)) if place else None


def _fullest(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    counts = maps.tested.sum(axis=(2, 3))
    gap, luck = (int(n) for n in np.unravel_index(counts.argmax(), counts.shape))
    if not counts[gap, luck] or not free[gap, luck]:
        return None
    place = slice(gap, gap + 1), slice(luck, luck + 1)
    return RegionCallOut(Theme.FULLEST, _region(maps, place), squares=int(counts[gap, luck]))


def _luck_reach(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    """The skill gap nearest to 0, at the stamina of yours with which luck helps most against stronger foes."""
    gap = min(range(len(maps.gaps)), key=lambda place: abs(maps.gaps[place]))
    place = largest_rectangle(free[gap : gap + 1])
    if not place or place[1].stop - place[1].start < 2:
        return None
    low, high = place[1].start, place[1].stop - 1
    even = maps.win_chance[gap, [low, high]] >= EVEN_CHANCE
    beaten = np.logical_and.accumulate(even, axis=2).sum(axis=2)
    row = int((beaten[1] - beaten[0]).argmax())
    reach = int(beaten[0, row]), int(beaten[1, row])
    if reach[0] == reach[1] or not reach[0]:
        return None
    region = _region(maps, (slice(gap, gap + 1), place[1]))
    return RegionCallOut(Theme.LUCK_REACH, region, rows=(row + 1,), reach=reach)


def _costs_a_hit(maps: AllMaps, free: Mask) -> RegionCallOut | None:
    damage, least = maps.rules.won, maps.rules.foe_yields_at
    columns: Mask = np.logical_or.reduce(maps.won, axis=2)
    can_miss = np.array([luck_odds(luck).misses > 0 for luck in maps.lucks])

    def needed(foe: int, hit: int) -> int:
        return hits_to_fall(max(0, foe - hit - least), damage.plain)

    best: RegionCallOut | None = None
    most = 0
    for foe in range(2, maps.won.shape[-1]):
        between = ~columns[..., foe - 1] & columns[..., foe - 2] & columns[..., foe]
        place = largest_rectangle(between & can_miss & free)
        if place and needed(foe, damage.unlucky) > needed(foe, damage.plain):
            size = int(np.prod([part.stop - part.start for part in place]))
            if size > most:
                best, most = RegionCallOut(Theme.COSTS_A_HIT, _region(maps, place), (foe - 1, foe, foe + 1)), size
    return best


def _numbers(present: npt.ArrayLike) -> list[int]:
    return [place + 1 for place in np.flatnonzero(present).tolist()]


FINDERS: dict[Theme, Callable[[AllMaps, Mask], RegionCallOut | None]] = {
    Theme.WELL_AHEAD: _well_ahead,
    Theme.LITTLE_LUCK: _little_luck,
    Theme.LUCKY_KILLS: _lucky_kills,
    Theme.FULLEST: _fullest,
    Theme.LUCK_REACH: _luck_reach,
    Theme.COSTS_A_HIT: _costs_a_hit,
}
