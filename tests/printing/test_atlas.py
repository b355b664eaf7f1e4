"""The printed atlas, read back: every mark, band and line from its vectors, every call-out from its words."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, Verdict
from atlas.game.solver import solve_pair
from atlas.maps.map import Gain, Map, gain_map, gains, play_map, stake_map
from atlas.maps.operators import on_paper
from atlas.maps.style import ACCENT
from atlas.printing.full_atlas import Folio, folio
from atlas.printing.gap_maps import gap_maps
from atlas.printing.press import press_both
from atlas.tables.gap_table import Aim, GapTable, Mask, gap_table
from atlas.wording import signed
from tests.map_reading import check_shown
from tests.mupdf import mupdf_figures, needs_mupdf
from tests.printed import text_of
from tests.shapes import Figure, figures, frames, read_map

pytestmark = pytest.mark.slow
TITLE = re.compile(
    r"(?:(?P<kind>[^.]+)\. )?SKILL gap (?P<gap>[+−]?\d+), LUCK (?P<first>\d+)(?: (?:and|to) (?P<last>\d+))?\. .*"
)
LUCKS = range(2, 14)


@pytest.fixture(scope="module")
def document(gap_tables: dict[int, GapTable]) -> Folio:
    rules = Edition().rules
    tables = list(gap_tables.values())
    return folio(Edition(), [gap_maps(rules, *tables[place : place + 2]) for place in range(len(tables))])


@pytest.fixture(scope="module")
def printed(document: Folio) -> dict[str, bytes]:
    return press_both(document)


@pytest.fixture(scope="module")
def path(printed: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "atlas-a4.pdf"
    path.write_bytes(printed["print/atlas-a4.pdf"])
    return path


@pytest.fixture(scope="module")
def file(path: Path) -> PdfReader:
    return PdfReader(path)


@pytest.fixture(scope="module")
def drawn(file: PdfReader) -> list[tuple[int, Figure]]:
    """Every figure with the number of its page."""
    return [(number, figure) for number, page in enumerate(file.pages, 1) for figure in figures(page)]


@pytest.fixture(scope="module")
def seen(file: PdfReader, path: Path) -> list[tuple[int, Figure]]:
    """The same as MuPDF draws them, which does not say their words."""
    found = list[tuple[int, Figure]]()
    for number, page in enumerate(file.pages, 1):
        drawn = mupdf_figures(path, number, float(page.mediabox.height))
        found += ((number, replace(one, alt=other.alt)) for one, other in zip(drawn, figures(page), strict=True))
    return found


def possible(table: GapTable) -> GapTable:
    """A table without advice on rounds that are never won or never lost."""
    nothing = np.full_like(table.on_win, Verdict.KEEP)
    if table.skill_gap == -10:
        return replace(table, on_win=nothing, thrifty_on_win=nothing)
    return replace(table, on_loss=nothing, thrifty_on_loss=nothing) if table.skill_gap == 10 else table


def number_of(text: str) -> int:
    return int(text.replace("−", "-"))


def maps_told(drawn: list[tuple[int, Figure]]) -> Iterator[tuple[int, Figure, str | None, int, range]]:
    """Every map on its page, with what it is of: kind, skill gap and lucks."""
    for number, figure in drawn:
        if found := TITLE.fullmatch(figure.alt):
            first = int(found["first"])
            yield number, figure, found["kind"], number_of(found["gap"]), range(first, int(found["last"] or first) + 1)


def map_of(kind: str, table: GapTable, above: GapTable | None, luck: int) -> Map:
    """The map of worth that has this title."""
    titles = {f"What {gain.words} is worth": gain for gain in Gain}
    if kind in titles:
        return gain_map(table, luck, titles[kind], gains(table, above, titles[kind])[luck])
    return stake_map(table, luck, Outcome.WON if "won" in kind else Outcome.LOST)


def test_every_mark_band_and_line_is_the_table(
    drawn: list[tuple[int, Figure]], gap_tables: dict[int, GapTable]
) -> None:
    check_maps(drawn, gap_tables)


@needs_mupdf
def test_another_reader_sees_the_table_too(seen: list[tuple[int, Figure]], gap_tables: dict[int, GapTable]) -> None:
    check_maps(seen, gap_tables)


def check_maps(drawn: list[tuple[int, Figure]], gap_tables: dict[int, GapTable]) -> None:
    seen: dict[tuple[str, int, int], int] = {}
    for number, figure, kind, gap, lucks in maps_told(drawn):
        if number <= 3:
            continue
        table, above = possible(gap_tables[gap]), gap_tables.get(gap + 1)
        (frame,) = frames(figure)
        for luck in lucks:
            aim = Aim.THRIFTY if kind is None else Aim.BEST
            play = kind in (None, "The last fight")
            map_ = play_map(table.of(aim), luck) if play else map_of(kind or "", table, above, luck)
            check_shown(read_map(frame, map_), map_, table, above, on_paper)
            seen[map_.kind.name, gap, luck] = number
    gaps = range(-10, 11)
    for aim in Aim:
        assert {(gap, luck) for name, gap, luck in seen if name == aim} == {(g, luck) for g in gaps for luck in LUCKS}
    first_of_last = min(page for (name, _, _), page in seen.items() if name == Aim.BEST)
    assert all(page < first_of_last for (name, _, _), page in seen.items() if name != Aim.BEST), "more to come first"
    worth = {name for name, _, _ in seen} - set(Aim)
    assert worth == {*Outcome, *Gain}
    assert len({page for (name, _, _), page in seen.items() if name in worth}) == 1, "one plate"


def test_the_cover_the_example_and_the_index_show_the_table(
    drawn: list[tuple[int, Figure]], gap_tables: dict[int, GapTable]
) -> None:
    front = [(number, frame) for number, figure in drawn if number <= 3 for frame in frames(figure)]
    assert [number for number, _ in front] == [1, 2, *[3] * 21 * 12]
    middle = play_map(gap_tables[0].of(Aim.THRIFTY), 9)
    for _, frame in front[:2]:
        check_shown(read_map(frame, middle), middle, gap_tables[0], None, on_paper)
    by_place = sorted((frame for _, frame in front[2:]), key=lambda frame: (-round(frame.low), frame.left))
    for place, frame in enumerate(by_place):
        table = possible(gap_tables[place // 12 - 10])
        map_ = play_map(table.of(Aim.THRIFTY), LUCKS[place % 12])
        check_shown(read_map(frame, map_), map_, table, None, on_paper)


def test_large_maps_are_large_and_have_a_tick_on_every_square(drawn: list[tuple[int, Figure]]) -> None:
    for number, figure, kind, _, _ in maps_told(drawn):
        if kind is None and number > 3:
            (frame,) = frames(figure)
            xs = [x for shape in figure.shapes for path in shape.paths for x, _ in path]
            assert 85 <= (max(xs) - min(xs)) / 72 * 25.4 <= 90
            ticks = {path for shape in figure.shapes for path in shape.paths if len(path) == 2 and shape.line}
            for place in range(24):
                x, y = frame.left + (place + 0.5) * frame.across, frame.low + (place + 0.5) * frame.up
                assert any(abs(a[0] - x) < 0.1 > abs(b[0] - x) and abs(a[1] - frame.low) < 0.1 for a, b in ticks)
                assert any(abs(a[1] - y) < 0.1 > abs(b[1] - y) and abs(a[0] - frame.left) < 0.1 for a, b in ticks)


Truth = Callable[[re.Match[str], int, Mask, Mask], bool]


def columns(text: str) -> list[int]:
    return [int(number) - 1 for number in re.findall(r"\d+", text)]


def hits(stamina: int) -> int:
    """Normal hits that are needed."""
    return max(0, ceil(stamina / 2))


def few(found: re.Match[str], luck: int, won: Mask, lost: Mask) -> bool:
    highest = int(found[2]) if found[2] else 24
    return (
        np.flatnonzero(won.any(axis=0)).tolist() == columns(found[1])
        and won[highest - 1].any()
        and not won[highest:].any()
    )


def row(row: int, limit: str | None, lost: Mask) -> bool:
    return lost[row - 1].tolist() == [foe < int(limit or 24) for foe in range(24)]


TRUTHS: Mapping[str, Truth] = {
    r"([\d, ]+): a Lucky hit kills: test whatever your STAMINA": lambda found, luck, won, lost: all(
        won[:, foe].all() and foe + 1 - 4 <= 0 < foe + 1 - 2 for foe in columns(found[1])
    ),
    r"([\d, ]+): test after a won round, whatever your STAMINA": lambda found, luck, won, lost: bool(
        np.flatnonzero(won.all(axis=0)).tolist() == columns(found[1])
    ),
    r"([\d, ]+): keep after a won round: Unlucky costs a hit": lambda found, luck, won, lost: (
        luck < 12
        and all(not won[:, foe].any() and hits(foe + 1 - 1) == hits(foe + 1 - 2) + 1 for foe in columns(found[1]))
    ),
    r"([\d, ]+): Lucky saves a hit, Unlucky costs none": lambda found, luck, won, lost: (
        luck < 12
        and all(
            won[:, foe].sum() >= 12 and hits(foe + 1 - 4) == hits(foe + 1 - 2) - 1 and hits(foe) == hits(foe + 1 - 2)
            for foe in columns(found[1])
        )
    ),
    r"Won: test a foe of ([\d, or]+) only(?:, with (\d+)(?: or less)? yourself)?": few,
    r"At (\d+) a lost round kills unless you are Lucky: test (?:up to a foe of (\d+)|against any foe)\.": (
        lambda found, luck, won, lost: int(found[1]) == 2 and row(2, found[2], lost)
    ),
    r"Lost at (\d+): test (?:up to a foe of (\d+)|against any foe)\.": lambda found, luck, won, lost: row(
        int(found[1]), found[2], lost
    ),
    r"A foe of (\d+) or more: keep": lambda found, luck, won, lost: bool(
        not (won | lost)[:, int(found[1]) - 1 :].any() and (won | lost)[:, int(found[1]) - 2].any()
    ),
    r"Above (\d+) STAMINA keep after a lost round\.": lambda found, luck, won, lost: bool(
        not lost[int(found[1]) :].any() and lost[int(found[1]) - 1].any()
    ),
}
HEADING = re.compile(r"(?:SKILL gap ([+−]?\d+), )?LUCK (\d+)(?: (?:and|to) (\d+))? ?(?:Lucky .*)?")


def said_on(text: str) -> list[tuple[int, int | None, str]]:
    """LUCK, skill gap where it stands in the heading, and what is said, of a page."""
    found: list[tuple[int, int | None, str]] = []
    for line in text.splitlines():
        if heading := HEADING.fullmatch(line.strip()):
            found.append((int(heading[2]), number_of(heading[1]) if heading[1] else None, ""))
        elif found:
            luck, gap, words = found[-1]
            found[-1] = (luck, gap, f"{words} {line}".strip())
    return found


def test_every_call_out_is_true(file: PdfReader, gap_tables: dict[int, GapTable], document: Folio) -> None:
    kinds, counted = set(), 0
    for leaf in document.leaves:
        text = text_of(file.pages[leaf.number - 1])
        body, _, _ = text.partition(f"\nLuck Atlas {document.version}")
        said = [(luck, gap, words) for luck, gap, words in said_on(body)]
        assert len(said) == len(leaf.maps)
        told = 0
        for luck, gap, words in said:
            table = possible(gap_tables[leaf.gaps[0] if gap is None else gap])
            won, lost = (verdicts[luck] == Verdict.TEST for verdicts in (table.thrifty_on_win, table.thrifty_on_loss))
            spoken = next((p for p in TRUTHS if re.match(p, words)), None) if words else None
            if words and spoken:
                match = re.match(spoken, words)
                assert match and TRUTHS[spoken](match, luck, won, lost), (leaf.number, luck, words)
                kinds.add(spoken)
                told += 1
        assert 1 <= told <= 3, leaf.number
        assert told == sum(map_.call_out is not None for map_ in leaf.maps)
        counted += told
    assert kinds == set(TRUTHS), "each kind is said somewhere"
    assert counted > 60


def test_brackets_stand_over_their_columns(drawn: list[tuple[int, Figure]], document: Folio) -> None:
    by_alt = {figure.alt: figure for _, figure in drawn}
    checked = 0
    for leaf in document.leaves:
        for map_ in leaf.maps:
            alt = f"SKILL gap {map_.gap_words}, LUCK {map_.luck_words}. {map_.words}"
            heads = [shape for shape in by_alt[alt].shapes if shape.fill == ACCENT.light and len(shape.paths[0]) == 3]
            (frame,) = frames(by_alt[alt])
            tips = [min(shape.paths[0], key=lambda point: point[1]) for shape in heads]
            places = [round((x - frame.left) / frame.across + 0.5) for x, _ in tips]
            call_out = map_.call_out
            named = list(call_out.columns) if call_out and call_out.columns else []
            if call_out and call_out.pattern == "foe-limit":
                named = [call_out.limit or 0, 24]
            assert places == named
            checked += bool(named)
    assert checked > 20


def test_one_chance_is_said_once(file: PdfReader) -> None:
    """LUCK 12 and 13, which often share a map, are Lucky alike."""
    words = " ".join(page.extract_text() for page in file.pages)
    assert "Lucky 100%" in words and "100% to 100%" not in words


def test_about_fifty_pages_and_small_files(file: PdfReader, printed: dict[str, bytes]) -> None:
    assert 45 <= len(file.pages) <= 52
    assert all(len(pdf) < 800_000 for pdf in printed.values())
    sparse = [number for number, page in enumerate(file.pages, 1) if len(figures(page)) < 2 and number > 3]
    assert not sparse, "no page with one sentence"


def test_the_index_leads_to_its_pages(file: PdfReader, document: Folio) -> None:
    for entry in document.index:
        large, small = (text_of(file.pages[number - 1]) for number in (entry.number, entry.last_number))
        assert f"SKILL gap {signed(entry.skill_gap)}" in large.replace("\n", " ")
        assert f"SKILL gap {signed(entry.skill_gap)}" in small
        assert small.startswith("The last fight") or "The last fight" in small


def test_atlases_of_other_sizes_can_be_printed() -> None:
    edition = Edition(Rules(max_stamina=4, max_luck=5), skill_gaps=range(-1, 2))
    tables = [gap_table(solve_pair(edition, gap)) for gap in edition.skill_gaps]
    drawn = [gap_maps(edition.rules, *tables[place : place + 2]) for place in range(3)]
    assert all(pdf.startswith(b"%PDF") for pdf in press_both(folio(edition, drawn), edition).values())
