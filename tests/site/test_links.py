import pytest

from atlas.site.links import broken_links

HOME = b"""<a href="atlas/a.html#top">a</a> <a href="https://elsewhere.example/x">x</a>
<a href="#here">h</a><p id="here">"""
PAGE = b"""<h1 id="top">A</h1><a href="../index.html?skill=1&amp;luck=2#here">back</a><img src="../p%20q.svg">"""
SITE = {
    "index.html": HOME,
    "atlas/a.html": PAGE,
    "p q.svg": b"<svg/>",
    "static/s.css": b"@font-face { src: url(f.woff2) } a { background: url('data:image/png,x') }",
    "static/f.woff2": b"",
}


def test_a_sound_site_has_none() -> None:
    assert broken_links(SITE) == []


@pytest.mark.parametrize(
    ("page", "content", "link"),
    [
        ("index.html", b'<a href="none.html">', "none.html"),
        ("index.html", b'<a href="atlas/">', "atlas/"),
        ("index.html", b'<a href="atlas/a.html#none">', "atlas/a.html#none"),
        ("index.html", b'<a href="#none">', "#none"),
        ("index.html", b'<a href="../index.html">', "../index.html"),
        ("atlas/a.html", b'<img src="x.svg" id="top">', "x.svg"),
        ("static/s.css", b"src: url(none.woff2)", "none.woff2"),
    ],
)
def test_what_leads_nowhere_is_named(page: str, content: bytes, link: str) -> None:
    assert f"{page} → {link}" in broken_links(SITE | {page: content})


def test_parts_that_are_left_out_may_be_linked_to() -> None:
    site = {"index.html": b'<a href="print/booklet-a5.pdf">'}
    assert broken_links(site) and not broken_links(site, absent=("print/",))
