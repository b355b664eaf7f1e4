"""The atlas under a finger: where it opens, what stays in view, and the answer beside the square that was tapped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import served
from tests.site.hand import PHONE, opened, seen

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as root:
        yield f"{root}atlas/"


def test_the_overview_opens_where_the_interesting_maps_are(address: str, browser: Browser) -> None:
    with opened(browser, f"{address}index.html", viewport=PHONE) as (page, watch):
        overview = page.locator("#overview")
        overview.scroll_into_view_if_needed()
        frame = overview.bounding_box()
        tile = page.get_by_label("SKILL gap 0, LUCK 8", exact=True)
        box = tile.bounding_box()
        assert frame and box and box["width"] >= 44 and box["height"] >= 44
        assert frame["x"] < box["x"] < frame["x"] + frame["width"] - 44
        assert frame["y"] < box["y"] < frame["y"] + frame["height"] - 44
        for head in ("thead th:has-text('LUCK 8')", "tbody tr:has([aria-label='SKILL gap 0, LUCK 8']) th"):
            place = page.locator(f"#overview {head}").first.bounding_box()
            assert place and place["x"] + 1 >= frame["x"] and place["y"] + 1 >= frame["y"], head
        overview.evaluate("e => e.scrollTo(e.scrollWidth, e.scrollHeight)")
        for head in ("thead th >> nth=-1", "tbody tr >> nth=-1 >> th"):
            place = page.locator(f"#overview {head}").bounding_box()
            assert place and place["x"] + 1 >= frame["x"] and place["y"] + 1 >= frame["y"], head
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] and watch.errors == []


@pytest.mark.parametrize("at", [(0.2, 0.2), (0.95, 0.1), (0.5, 0.6), (0.9, 0.9)])
def test_a_tapped_square_answers_beside_it(address: str, browser: Browser, at: tuple[float, float]) -> None:
    with opened(browser, f"{address}skill-gap-0-luck-9.html", viewport=PHONE) as (page, watch):
        page.wait_for_selector("#sheet[data-ready]")
        board = page.locator(".board:visible").first
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert box
        page.mouse.click(box["x"] + at[0] * box["width"] * 0.98, box["y"] + at[1] * box["height"] * 0.9)
        bubble = page.locator(".bubble:visible")
        seen(bubble)
        square, said = board.locator(".cursor").bounding_box(), bubble.bounding_box()
        assert square and said
        apart = max(said["y"] - square["y"] - square["height"], square["y"] - said["y"] - said["height"])
        assert apart < 30, "the answer stands beside the square"
        expect(bubble).to_contain_text("to win")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] and watch.errors == []
