"""What is put on paper, part by part: the typeface of cells, sheets, and a press that stops at a warning."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from atlas.errors import BuildError, InputError
from atlas.game.rules import Outcome, Verdict
from atlas.maps.cell_font import SPACE, cell_font
from atlas.policies.conditions import Condition
from atlas.policies.policy import Rule
from atlas.printing import press as pressing
from atlas.printing.card_leaves import lines
from atlas.printing.imposition import scale_on, sides
from atlas.printing.leaves import A4, A5, EITHER, LETTER, MM, Document, SheetPart, SheetPlace, folding_sheet
from atlas.printing.press import press, press_on
from atlas.printing.squares import sign_of
from atlas.printing.writing import compact, pack
from atlas.signs import ALWAYS, KEEP
from atlas.tables.spans import Span
from tests.printed import found_by_halving, links_of, lucks_of, words
from tests.structure import walk


def test_a_stack_of_two_sheets() -> None:
    assert sides(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]


@pytest.mark.parametrize("pages", range(4, 80, 4))
def test_every_page_is_printed_once(pages: int) -> None:
    assert sorted(page for side in sides(pages) for page in side) == list(range(1, pages + 1))


@pytest.mark.parametrize("pages", [1, 2, 3, 57])
def test_what_cannot_be_folded_is_refused(pages: int) -> None:
    with pytest.raises(InputError, match=f"{pages} pages cannot be folded"):
        sides(pages)


def test_two_pages_fill_a_sheet() -> None:
    assert scale_on(A4) == 1
    assert scale_on(LETTER) == pytest.approx(139.7 / 148)
    assert scale_on(LETTER) * A5.height < LETTER.width


def test_every_label_is_one_glyph_and_as_wide_as_a_cell_with_its_space() -> None:
    labels, cell, line = [KEEP, ALWAYS, "6", "10", "7–9", "10–12", "=8"], 1.4, 1.25
    font = TTFont(BytesIO(cell_font(labels, cell, line)))
    upem, names = font["head"].unitsPerEm, font.getBestCmap()
    assert font["hmtx"][names[ord(" ")]][0] == SPACE * upem
    ligatures = {
        (first, *ligature.Component): ligature.LigGlyph
        for lookup in font["GSUB"].table.LookupList.Lookup
        for table in lookup.SubTable
        for first, found in table.ligatures.items()
        for ligature in found
    }
    for label in labels:
        parts = tuple(names[ord(character)] for character in label)
        glyph = ligatures[parts] if len(parts) > 1 else parts[0]
        width, left = font["hmtx"][glyph]
        shape = font["glyf"][glyph]
        if label == ALWAYS:
            assert not shape.numberOfContours, "its square is drawn"
            continue
        assert width == round((cell - SPACE) * upem)
        assert left == shape.xMin
        assert -SPACE / 2 * upem <= shape.xMin < shape.xMax <= (cell - SPACE / 2) * upem
        assert abs((shape.xMin + shape.xMax) / 2 - width / 2) < 0.06 * upem, label
    disc = TTFont(BytesIO(cell_font([ALWAYS], cell, line, disc=True)))
    assert disc["glyf"][disc.getBestCmap()[ord(ALWAYS)]].numberOfContours == 1


def test_a_cell_font_is_the_same_every_time() -> None:
    assert cell_font(["6", "7–9"], 1.4, 1.2) == cell_font(["7–9", "6", "6"], 1.4, 1.2)


def test_each_sign_says_with_which_luck_to_test() -> None:
    spans = [None, Span(2), Span(1), Span(6), Span(7, 9), Span(8, 8), Span(2, 4)]
    assert list(map(sign_of, spans)) == [KEEP, ALWAYS, ALWAYS, "6", "7–9", "=8", "2–4"]
    for span, sign in zip(spans, map(sign_of, spans), strict=True):
        tested = {luck for luck in range(2, 14) if span and span.tests(luck)}
        assert lucks_of(sign, 13) == tested


def test_rules_stand_under_their_outcome() -> None:
    test = Rule.of_card(Outcome.WON, Verdict.TEST, Condition("luck >= 6"), "your LUCK is 6 or more")
    (line,) = lines([test], Outcome.WON)
    assert (line.condition, line.test) == ("your LUCK is 6 or more", True)
    assert lines([test], Outcome.LOST) == []
    keep = Rule.of_card(Outcome.LOST, Verdict.KEEP, Condition("luck < 3"), "it is 2 or less")
    assert not lines([keep], Outcome.LOST)[0].test


@pytest.mark.slow
def test_a_page_set_once_lies_in_the_middle_of_both_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<html lang=en><title>x</title><style>@page {{ size: {}; margin: 10mm }}</style><h1>x</h1><p>y</p>"
    for size, turned in (("210mm 279.4mm", False), ("279.4mm 210mm", True)):
        monkeypatch.setattr(pressing, "render_text", lambda *_, size=size: html.format(size))
        sheet = Document(path="print/x.pdf", title="x", description="x", paper=EITHER)
        made = press_on((A4, LETTER), sheet)
        for paper, pdf in made.items():
            (page,) = PdfReader(BytesIO(pdf)).pages
            left, low, right, high = (float(edge) * 25.4 / 72 for edge in page.mediabox)
            across, up = (279.4, 210) if turned else (210, 279.4)
            expected = (paper.height, paper.width) if turned else (paper.width, paper.height)
            assert (right - left, high - low) == pytest.approx(expected, abs=0.01)
            assert (left + right, low + high) == pytest.approx((across, up), abs=0.01), "as much on either side"


@pytest.mark.slow
def test_a_part_is_laid_out_once_and_drawn_at_all_its_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first has tags, the others are passed over; the page that it was laid out on goes."""
    html = (
        "<html lang=en><title>x</title><style>@page { size: 210mm 297mm } p { margin: 0; break-before: page }</style>"
        "<h1>sheet</h1><p>part"
    )
    monkeypatch.setattr(pressing, "render_text", lambda *_: html)
    part = SheetPart([SheetPlace(0, 0, 0), SheetPlace(0, 50, 20), SheetPlace(0, 0, 40)])
    pdf = press(Document(path="print/x.pdf", title="x", description="x", paper=A4, parts=[part]))
    file = PdfReader(BytesIO(pdf))
    (page,) = file.pages
    first, *others = [word for word in words(page) if word.text == "part"]
    for place, word in zip(part.places[1:], others, strict=True):
        moved = ((word.x - first.x) / MM, (first.y - word.y) / MM)
        assert moved == pytest.approx((place.right, place.down), abs=0.01)
    told = [element for element in walk(file) if element.kind in ("/H1", "/P")]
    assert [element.kids for element in told] == [[0], [1]]
    drawn = page.get_contents()
    assert drawn is not None and drawn.get_data().count(b"/MCID") == 2


def test_a_file_holds_what_its_catalogue_reaches() -> None:
    import pydyf

    pdf = pydyf.PDF()
    for number in range(300):
        pdf.add_object(pydyf.Dictionary({"Number": number}))
    pdf.add_object(pydyf.Stream([b"what is drawn"], compress=True))
    pdf.catalog["All"] = pydyf.Array([o.reference for o in pdf.objects[3::2]])
    pack(pdf)
    file = compact(pdf)
    assert compact(pdf) == file, "it can be written again"
    plain = BytesIO()
    pdf.write(plain, "1.7", compress=True)
    assert len(file) < len(plain.getvalue())
    *found, drawn = PdfReader(BytesIO(file)).trailer["/Root"]["/All"]
    assert [one.get_object()["/Number"] for one in found] == list(range(0, 300, 2))
    assert drawn.get_object().get_data() == b"what is drawn"
    assert not PdfReader(BytesIO(file)).get_object(4), "nothing leads there"


@pytest.mark.slow
def test_readers_that_go_by_bytes_find_where_links_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["gap-+1", "gap-−1", "how", "é", "a b%20", "Z", "gap-0", "(1)"]
    links = "".join(f"<p><a href='#{quote(name)}'>{name}</a>" for name in names)
    places = "".join(f"<h2 id='{name}'>{name}</h2>" for name in names)
    html = f"<html lang=en><title>x</title><h1>x</h1>{links}{places}"
    monkeypatch.setattr(pressing, "render_text", lambda *_: html)
    file = PdfReader(BytesIO(press(Document(path="print/x.pdf", title="x", description="x", paper=A4))))
    found = [found_by_halving(file, link) for link in links_of(file)]
    heights = [float(place[3]) for place in found]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == len(names), "one under the other"


@pytest.mark.slow
def test_the_press_stops_at_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = folding_sheet(A4, 8, 1.0)
    assert press(sheet).startswith(b"%PDF")
    for html, message in (
        ("<html lang=en><title>x</title><p style='no-such-thing: 1'>x", "no-such-thing"),
        ("<html lang=en><title>x</title><img src='atlas:missing' alt='x'>", "missing"),
    ):
        monkeypatch.setattr(pressing, "render_text", lambda *_, html=html: html)
        with pytest.raises(BuildError, match=rf"booklet-a4-duplex\.pdf: .*({message})"):
            press(sheet)


@pytest.mark.slow
def test_without_harfbuzz_subset_the_pages_are_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    import weasyprint.pdf.fonts

    sheet = folding_sheet(A4, 8, 1.0)
    usual = press(sheet)
    monkeypatch.setattr(weasyprint.pdf.fonts, "harfbuzz_subset", None)
    other = press(sheet)
    assert [record.message[:42] for record in caplog.records if "Subset" in record.message], "it was cut otherwise"
    assert not [record for record in caplog.records if record.name.startswith("fontTools")]
    assert capfd.readouterr() == ("", "")
    assert pictures(other) == pictures(usual)


@pytest.mark.slow
def test_a_pango_that_says_more_of_a_typeface_makes_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 1.56 on a description ends in the features of the typeface."""
    from weasyprint.pdf import fonts

    class NewerPango:
        def __getattr__(self, name: str) -> object:
            return getattr(pango, name)

        def pango_font_description_to_string(self, description: object) -> object:
            told.append(fonts.ffi.string(pango.pango_font_description_to_string(description)))
            return fonts.ffi.new("char[]", told[-1] + b" #kern")

    pango, told = fonts.pango, list[bytes]()
    sheet = folding_sheet(A4, 8, 1.0)
    usual = press(sheet)
    monkeypatch.setattr(fonts, "pango", NewerPango())
    assert press(sheet) == usual
    assert told


def pictures(pdf: bytes) -> bytes:
    """Its pages as Poppler shows them."""
    shown = subprocess.run(["pdftoppm", "-r", "60", "-png", "-"], input=pdf, capture_output=True, check=True)
    return shown.stdout


def test_a_missing_library_gets_one_line(tmp_path: Path) -> None:
    """As WeasyPrint fails where Pango is not installed."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango\\nmany\\nmore lines')")
    code = (
        "from atlas.errors import BuildError; from atlas.printing.press import press\n"
        "from atlas.printing.leaves import A4, folding_sheet\n"
        "try: press(folding_sheet(A4, 8, 1.0))\n"
        "except BuildError as error: print(error)"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout == "Pango is missing, install it for the PDFs: cannot load library libpango\n"


@pytest.mark.slow
def test_the_press_stops_where_something_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<html lang=en><title>x</title>" + "<p style='break-after: page'>x</p>" * 2 + "<p>x</p>"
    monkeypatch.setattr(pressing, "render_text", lambda *_: html)
    with pytest.raises(BuildError, match="3 pages instead of 2: something does not fit"):
        press(folding_sheet(A4, 8, 1.0))


@pytest.mark.slow
def test_a_document_prints_the_same_every_time() -> None:
    sheet: Document = folding_sheet(LETTER, 56, 0.94)
    first, second = press(sheet), press(sheet)
    assert first == second
    assert "94.0%" in PdfReader(BytesIO(first)).pages[0].extract_text()
