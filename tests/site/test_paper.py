"""The pages about the paper: formulas that browsers read, pages that render from what code hands in."""

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from atlas.game.edition import Edition
from atlas.paper.encounters import encounters
from atlas.paper.statements import Claim, NoteKind, Standing
from atlas.site.mathml import FormulaError, formula, subscripts
from atlas.site.paper import PaperPage, paper_page
from atlas.site.render import environment, render_text
from atlas.tasks import plan
from atlas.tasks.paper import draw_paper_figures, explain_theory
from tests.browser import OF_THE_PAPER
from tests.small import made


def test_a_formula() -> None:
    written = formula(r"v^2 = \frac{p_w}{1 - p_d}", block=False)
    tree = ElementTree.fromstring(written)
    assert tree.attrib == {"alttext": r"v^2 = \frac{p_w}{1 - p_d}"}
    assert [e.tag for e in tree.iter()][1:5] == ["mrow", "msup", "mi", "mn"]
    assert "".join(tree.itertext()) == "v2=pw1−pd"


def test_limits_stand_below_and_above_a_sum() -> None:
    tree = ElementTree.fromstring(formula(r"\sum_{k=0}^n \binom{n}{k} x_i^j"))
    assert (tree.tag, tree.attrib["class"], tree[0].attrib["display"]) == ("div", "formula", "block")
    assert [e.tag for e in tree[0][0]] == ["munderover", "mrow", "msubsup"]
    assert tree.find(".//mfrac").attrib == {"linethickness": "0"}  # type: ignore[union-attr]


def test_text_and_signs_are_escaped() -> None:
    assert "<mo>&lt;</mo>" in formula("a < b")
    assert "<mtext>\u00a0if\u00a0</mtext>" in formula(r"a \text{ if } b")
    assert ">{</mo>" in formula(r"\{ 1 \}")


def test_symbols_in_plain_text() -> None:
    assert subscripts("p_w > 1 & no_name") == "p<sub>w</sub> &gt; 1 &amp; no_name"
    assert subscripts("Δk, x^5, P^(t+1), p_l^l") == (
        "Δ<sub>k</sub>, x<sup>5</sup>, P<sup>t+1</sup>, p<sub>l</sub><sup>l</sup>"
    )


@pytest.mark.parametrize("tex", [r"\nosuch", "{a", "a}", r"\frac{a}", "a_", "\\"])
def test_a_formula_that_cannot_be_read_is_an_error(tex: str) -> None:
    with pytest.raises(FormulaError):
        formula(tex)


@pytest.fixture(scope="module")
def page(claims: list[Claim]) -> PaperPage:
    results = plan.results(Edition())
    return paper_page(claims, made(results.encounters), made(draw_paper_figures(results.evidence)))


@pytest.fixture(scope="module")
def paper(page: PaperPage) -> str:
    assert page.total == sum(len(section.claims) for section in page.sections)
    return render_text(page)


@pytest.fixture(scope="module")
def theory() -> str:
    results = plan.results(Edition())
    return render_text(made(explain_theory(Edition(), results.evidence, results.luck_prices)))


@pytest.mark.slow
def test_the_page_of_the_paper_shows_every_claim(paper: str, claims: list[Claim]) -> None:
    shown = re.findall(r'<tr class="([a-z-]+)" id="claim-([^"]+)"', paper)
    assert [(c.verdict.replace(" ", "-"), c.id) for c in claims] == shown
    assert paper.count('<article class="encounter">') == len(encounters(Edition()))
    assert "4.4 × 10⁻⁴" in paper and "1 in 2,300" in paper


@pytest.mark.slow
def test_the_page_of_the_paper_shows_every_figure_with_its_words(site: Path, page: PaperPage, paper: str) -> None:
    assert all((site / figure.path).read_bytes() == figure.svg for figure in page.figures)
    assert (site / "paper.html").read_text() == paper
    blocks = re.findall(r'<figure class="figure redrawn">.*?</figure>', paper, re.DOTALL)
    assert len(blocks) == len(page.figures) == 6
    for figure, block in zip(page.figures, blocks, strict=True):
        shown = unescape(block)
        assert f'src="{figure.path}" alt="{figure.shows}"' in shown
        assert all(words in shown for words in (figure.title, figure.where, figure.how_to_read))
    assert 'href="atlas/maps/plate-best.svg"' in paper


@pytest.mark.slow
def test_the_filters_name_every_verdict(paper: str) -> None:
    css = (environment().get_template("static/paper.css")).render()
    for name in set(re.findall(r'<tr class="([a-z-]+)"', paper)):
        assert f'id="show-{name}"' in paper
        assert f"#show-{name}:checked" in css


@pytest.mark.slow
def test_every_claim_says_what_its_figures_are_of(paper: str, claims: list[Claim]) -> None:
    rows = re.findall(r'<tr class="[a-z-]+" id="claim-([^"]+)">(.*?)</tr>', paper, re.DOTALL)
    for claim, (id, row) in zip(claims, rows, strict=True):
        assert claim.id == id
        assert f'<span class="remark over">Over: {subscripts(claim.over)}.</span>' in row
        assert ("We ask for: " in row) == bool(claim.asked)
        assert (">Read: " in row) == bool(claim.read)


@pytest.mark.slow
def test_corrections_stand_by_kind_and_lead_to_their_claims(paper: str, claims: list[Claim]) -> None:
    kinds = {kind: [claim.id for claim in claims if claim.kind is kind] for kind in NoteKind}
    for kind, part in re.findall(r'<h3 id="(misprint|substance|remark)">(.*?)(?=<h3|</section>)', paper, re.DOTALL):
        assert re.findall(r'href="#claim-([^"]+)"', part) == kinds.pop(NoteKind(kind))
    assert not kinds


@pytest.mark.parametrize("name", ["paper", "theory"])
@pytest.mark.slow
def test_pages_are_whole_and_need_nothing_from_elsewhere(name: str, request: pytest.FixtureRequest) -> None:
    page: str = request.getfixturevalue(name)
    assert re.findall("<script[^>]*>", page) == ['<script src="static/site.js" defer>']
    assert set(re.findall(r"https?:[^\"]*", page)) <= set(OF_THE_PAPER)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', page):
        assert target in ids
    for labelled in re.findall(r'aria-labelledby="([^"]+)"', page):
        assert labelled in ids
    for element in re.findall(r"<math.*?</math>", page, re.DOTALL):
        ElementTree.fromstring(element)


@pytest.mark.slow
def test_the_summary_names_all_that_does_not_stand_as_printed(paper: str, claims: list[Claim]) -> None:
    (summary,) = re.findall(r'<section class="minute".*?</section>', paper, re.DOTALL)
    parts = re.split("<h3>", summary)[1:]
    named = [re.findall(r'href="#claim-([^"]+)"', part) for part in parts]
    by_standing = {standing: [claim.id for claim in claims if claim.verdict is standing] for standing in Standing}
    assert [part.split("<")[0] for part in parts] == ["What holds", "What is corrected", "What does not hold"]
    assert set(named[0]) <= set(by_standing[Standing.REPRODUCED])
    assert sorted(named[1]) == sorted(by_standing[Standing.CORRECTED])
    assert sorted(named[2]) == sorted(by_standing[Standing.NOT_REPRODUCED])
    assert len(re.sub("<[^>]*>", "", summary).split()) <= 300, "a minute"


@pytest.mark.slow
def test_a_summary_that_the_ledger_contradicts_stops_the_build(page: PaperPage) -> None:
    assert page.judged("sigma", Standing.CORRECTED).id == "sigma"
    with pytest.raises(ValueError, match=r"sigma is reproduced; it is corrected"):
        page.judged("sigma", Standing.REPRODUCED)
