"""The files around the pages, and what a page says of itself when it is shared."""

import hashlib
import json
import re
import subprocess
import sys
from argparse import ArgumentTypeError
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from string import ascii_letters
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from atlas.cards.catalogue import Card, DerivedCard, judge_cards
from atlas.cli import address
from atlas.game.edition import Edition
from atlas.game.rules import Rules
from atlas.game.solver import solve_pair
from atlas.making.sources import licences, static_files, worker_script
from atlas.maps.cell_font import cell_font
from atlas.maps.documents import icon_svg
from atlas.maps.fonts import LICENCES, MATH, MATH_FACE, SANS_SEMIBOLD, Face, woff2
from atlas.maps.pictures import ICON_SIZES, PREVIEW, icons, preview
from atlas.maps.style import MARKS, SCALES, colours, css_classes
from atlas.paper.notation import LARGE, NAMES, SYMBOLS
from atlas.policies.adventures import drawn_adventures
from atlas.policies.fightsets import judging_rules
from atlas.policies.policy import ATTACK_AT_SIX
from atlas.site.background import AboutPage, Simulated, simulated
from atlas.site.card_pages import ChainGroup
from atlas.site.files import (
    WEB_FACES,
    characters,
    font_path,
    formula_characters,
    licence_files,
    service_worker,
    sitemap,
    web_manifest,
)
from atlas.site.mathml import formula
from atlas.site.pages import NotFoundPage, OfflinePage, Page
from atlas.site.render import environment, render
from atlas.tables.gap_table import gap_table
from atlas.tasks.cards import measure_journeys
from atlas.wording import size
from tests.browser import OF_THE_PAPER
from tests.small import made

ROOT = Path(__file__).parent.parent.parent
BASE = "https://example.org/luck/"
CSS = static_files()["static/atlas.css"].decode()
ABOUT = AboutPage(rules=Rules(), states=1, simulated=Simulated(1, 1, 1, 0.0, 1), claims=1)


@pytest.mark.parametrize("given", [BASE, "https://example.org/luck", "http://localhost:8000/luck///"])
def test_a_base_url_ends_in_one_slash(given: str) -> None:
    assert re.fullmatch(r"https?://[^/]+/luck/", address(given))


@pytest.mark.parametrize(
    "given", ["", "example.org", "ftp://example.org", "https://", "https://a b/", "https://a/?q", "//x", "https://[a"]
)
def test_what_is_no_base_url_gets_a_clear_line(given: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"is not an address; allowed: https://"):
        address(given)


def test_a_page_says_where_it_stands_only_if_told() -> None:
    with_base, without = (render([ABOUT], base)[ABOUT.path].decode() for base in (BASE, None))
    assert f'<link rel="canonical" href="{BASE}about.html">' in with_base
    assert f'<meta property="og:image" content="{BASE}static/preview.png">' in with_base
    assert f'<meta property="og:title" content="{ABOUT.title}">' in with_base
    links = re.findall(r'"(\w+:[^"]*)"', without)
    assert "og:" not in without and "canonical" not in without and set(links) <= {"data:,", *OF_THE_PAPER}


@pytest.mark.parametrize("page", [NotFoundPage(), OfflinePage()], ids=lambda page: page.path)
def test_a_page_in_place_of_others_stands_alone(page: Page) -> None:
    for base in (BASE, None):
        text = render([page], base)[page.path].decode()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
        assert policy
        for kind in ("style", "script"):
            inline = re.search(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
            if inline:
                allowed = re.search(rf"{kind}-src 'sha256-([^']*)'", policy[1])
                assert allowed and b64decode(allowed[1]) == hashlib.sha256(inline[1].encode()).digest()
        assert ("<script>" in text) is (base is None or page.path == "offline.html")
        assert f'href="{base or ""}cheat-sheet.html"' in text
        assert "canonical" not in text and text.count("<link") == text.count('<link rel="icon" href="data:,">') == 1
        by_name = {colour.name: colour for colour in colours()}
        for name, value in re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", text):
            assert value in (by_name[name].light, by_name[name].dark)


def test_a_sitemap_lists_every_page_once() -> None:
    tree = ElementTree.fromstring(sitemap(["b.html", "a/x.html", "404.html", "offline.html", "a.css"], BASE))
    assert [element.text for element in tree.iter() if element.tag.endswith("loc")] == [
        f"{BASE}a/x.html",
        f"{BASE}b.html",
    ]


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads(web_manifest())
    files = icons() | {"static/icon.svg": icon_svg()}
    for icon in manifest["icons"]:
        assert icon["src"] in files
    ElementTree.fromstring(icon_svg())
    for name, pixels in ICON_SIZES.items():
        assert Image.open(BytesIO(files[f"static/{name}.png"])).size == (pixels, pixels)
    assert icons() == icons()


def test_the_preview_has_the_size_that_others_show() -> None:
    tables = [gap_table(solve_pair(Edition(Rules(max_stamina=4)), gap)) for gap in (-1, 0, 1)]
    picture = preview(tables)
    assert Image.open(BytesIO(picture)).size == PREVIEW
    assert picture == preview(tables)
    assert preview(tables[:1])


def test_fonts_have_the_characters_of_the_pages_and_no_others() -> None:
    used = characters(["<p>Grüße – −4 τ</p>".encode(), b"x\n"])
    assert {"ü", "–", "−", "τ", "~", " "} <= set(used) and "\n" not in used and "é" not in used
    assert used == "".join(sorted(used))
    face = WEB_FACES[0]
    data = woff2(face, used)
    with TTFont(BytesIO(data)) as font:
        held = set(font.getBestCmap())
    assert {ord("ü"), ord("−")} <= held <= {ord(c) for c in used} | {0xA0, 0xAD, 0x2010, 0x2011}
    assert data == woff2(face, used)


def said(font: bytes) -> dict[int, str]:
    """What a font says of itself, by number."""
    with TTFont(BytesIO(font)) as read:
        return {record.nameID: record.toUnicode() for record in read["name"].names}


@pytest.mark.parametrize("face", WEB_FACES, ids=lambda face: face.slug)
def test_a_cut_font_has_a_name_of_its_own_and_keeps_its_notices(face: Face) -> None:
    """The licence reserves names, as “Source”, for fonts that were not changed."""
    cut, original = said(woff2(face, "abc")), said(face.file.read_bytes())
    notices = {number: original[number] for number in (0, 13, 14)}
    assert re.search("Adobe|Bitstream", notices[0]) and re.search("SIL Open Font License|Bitstream Vera", notices[13])
    assert {number: cut.pop(number) for number in notices} == notices
    assert not [text for text in cut.values() if re.search("source|bitstream|vera|dejavu", text.lower())]
    assert cut[1].startswith("Luck Atlas ") and f'font-family: "{cut[1]}"' in CSS
    assert cut[4].startswith(cut[1]) and cut[6].startswith(cut[1].replace(" ", "") + "-")


def test_the_font_of_tables_has_a_name_of_its_own_and_keeps_its_notices() -> None:
    cells, original = said(cell_font(["1", "12"], 13.8, 11.85)), said(SANS_SEMIBOLD.file.read_bytes())
    for number in (0, 13, 14):
        assert cells.pop(number) == original[number]
    assert cells[1] and not [text for text in cells.values() if "source" in text.lower()]


def test_the_licences_are_there_and_say_whose_the_fonts_are() -> None:
    files = licence_files(licences())
    assert files["licences/MIT.txt"] == (ROOT / "LICENSE").read_bytes()
    for face in WEB_FACES:
        text = files[f"licences/{LICENCES[face.family]}"].decode()
        assert f"{face.web_family}: {said(face.file.read_bytes())[0].strip()}\n" in text
        begin = "This Font Software" if face.family != MATH else "Fonts are (c) Bitstream"
        (packaged,) = (p for p in face.file.parent.iterdir() if p.name in ("LICENSE.txt", "LICENSE_DEJAVU"))
        licence = packaged.read_text()
        assert licence[licence.index(begin) :].split() == text[text.index(begin) :].split()


def test_the_font_for_formulas_has_every_character_that_a_formula_can_have() -> None:
    """A reader’s machine need not have one: letters that stand alone are italics, Greek ones too."""
    names = "".join(rf"\{name} " for name in (*NAMES, *LARGE, *SYMBOLS))
    used = formula_characters([formula(f"{names} {ascii_letters} 0123456789 + - = < > , ; / ! ( )'").encode()])
    assert set("𝜌𝜎∑∖⌈𝑝−") <= set(used) and "𝜚" not in used
    with TTFont(BytesIO(woff2(MATH_FACE, used))) as font:
        assert set(map(ord, used)) <= set(font.getBestCmap())
        constants = font["MATH"].table.MathConstants
        assert constants.SubscriptShiftDown.Value > 0 and constants.SuperscriptShiftUp.Value > 0


def test_the_stylesheet_asks_for_the_fonts_that_are_made() -> None:
    asked = set(re.findall(r'url\("(fonts/[^"]*)"\)', CSS))
    assert asked == {font_path(face).removeprefix("static/") for face in WEB_FACES}
    assert CSS.count("font-display: swap") == len(WEB_FACES)


def test_every_class_of_a_map_has_its_rule() -> None:
    rules = css_classes()
    for colour in colours():
        assert f".f-{colour.name} {{ fill: var(--{colour.name}); }}" in rules
    assert all(f".scale-{scale.name} " in rules for scale in SCALES)
    assert all(f".k-{mark.name} " in rules for mark in MARKS)


def test_the_worker_knows_every_file_by_its_content() -> None:
    files = {"index.html": b"a", "static/x.css": b"b", "atlas/y.html": b"c", "data/z.npz": b"d", "static/p.png": b"e"}
    files["index.html"] = b'<img src="static/shown.svg">'
    files |= {"static/shown.svg": b"f", "static/other.svg": b"g"}
    text = service_worker(worker_script(), files, ["index.html"]).decode()
    listed = json.loads(re.search(r"const FILES = (.*);", text)[1])  # type: ignore[index]
    core = json.loads(re.search(r"const CORE = (.*);", text)[1])  # type: ignore[index]
    assert {path: b64decode(digest) for path, digest in listed.items()} == {
        path: hashlib.sha256(files[path]).digest() for path in files if not path.endswith((".npz", ".png"))
    }
    assert core == ["index.html", "static/shown.svg", "static/x.css"]
    changed = service_worker(worker_script(), files | {"atlas/y.html": b"new"}, ["index.html"]).decode()
    mended = service_worker(worker_script() + b"\n", files, ["index.html"]).decode()
    versions = {re.search(r"const VERSION = (.*);", script)[1] for script in (text, changed, mended)}  # type: ignore[index]
    assert len(versions) == 3


def test_rendering_needs_no_drawing_tools() -> None:
    code = (
        "import sys, atlas.site.render, atlas.site.atlas, atlas.site.paper, atlas.site.files; "
        "print([name for name in ('matplotlib', 'weasyprint', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.fixture(scope="module")
def card(site: Path) -> Card:
    """Measured against what is kept with the site."""
    measure = made(measure_journeys(judging_rules(Edition().rules)))
    return judge_cards(Edition(), [DerivedCard("quick", "Quick", "rules", ATTACK_AT_SIX)], measure)[0]


@pytest.mark.slow
def test_simulated_fights_are_counted_and_compared(card: Card) -> None:
    """Of the cards that the data files have; an adventure is not one fight."""
    figures = simulated([card, replace(card, id="front-6-squares"), replace(card, id="again")])
    runs = list(card.simulated.values())
    assert (figures.cards, figures.comparisons) == (2, 2 * len(runs))
    assert figures.fights + figures.adventures == 2 * sum(run.games for run in runs)
    assert figures.adventures == 2 * card.simulated["adventures"].games > 0
    assert 0 < figures.furthest < 4


def test_a_reader_is_told_what_the_adventures_are() -> None:
    """That they are drawn, and how many; counted here one by one."""
    drawn = drawn_adventures()
    assert Counter((adventure.skill, len(adventure.foes)) for adventure in drawn) == {
        (skill, foes): 4 for skill in range(7, 13) for foes in range(3, 8)
    }
    macros: Any = environment().get_template("partials/cards.html").module
    assert str(macros.foes_in_turn(ChainGroup.of(drawn))).startswith(
        "3 to 7 foes of the books one after another: 120 adventures, drawn once, as many for each SKILL from 7 to 12 "
        "and each number of foes, with all rolls of STAMINA and LUCK"
    )


@pytest.mark.slow
def test_links_take_the_short_way() -> None:
    page = NotFoundPage(path="atlas/x.html")
    assert [page.to(path) for path in ("atlas/y.html", "index.html", "static/a.css")] == [
        "y.html",
        "../index.html",
        "../static/a.css",
    ]
    assert NotFoundPage().to("atlas/y.html") == "atlas/y.html"


def test_sizes_of_files_in_words() -> None:
    assert [size(n) for n in (1, 1_500, 84_400, 999_400, 1_000_000, 5_260_000)] == [
        "1 kB",
        "2 kB",
        "84 kB",
        "999 kB",
        "1.0 MB",
        "5.3 MB",
    ]


def test_every_static_file_is_asked_for_by_a_page() -> None:
    folder = ROOT / "templates"
    pages = "".join(path.read_text() for path in sorted(folder.rglob("*.html")))
    for name in static_files():
        assert name in pages, name
