"""How soon the first page answers, in a Chromium whose processor is slowed down as a phone's is slow."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.bench_rows import Row
from tests.browser import launched, new_page, served

SLOWED = 6
WIDE = {"width": 1280, "height": 900}
"""where the map stands open"""
WATCH = """() => {
  window.seen = {};
  const note = (name, there) => { if (there && !(name in seen)) seen[name] = performance.now(); };
  new MutationObserver(() => {
    note("answer", document.querySelector("#i-won:not([data-verdict=unknown])"));
    note("map", document.querySelector("#map svg"));
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
LOOP = """() => {
  const start = performance.now();
  let total = 1n;
  for (let step = 0; step < 200000; step += 1) total = total * 3n % (1n << 521n);
  return performance.now() - start;
}"""
"""what times of this machine are measured by: as the answers are, in whole numbers of any size"""
STEP = """() => new Promise((done) => {
  const map = document.querySelector("#map svg"), start = performance.now();
  const said = {};
  const look = () => requestAnimationFrame(() => setTimeout(() => {
    said.paint ??= performance.now() - start;
    if (document.querySelector("#map svg") === map && performance.now() - start < 5000) return look();
    said.map = performance.now() - start;
    done(said);
  }));
  document.querySelector(".tile .more").click();
  look();
})"""


def _visit(browser: Browser, address: str) -> dict[str, float]:
    """Milliseconds from navigation to the answer and the map, then from a step of a dial to the same."""
    with new_page(browser, viewport=WIDE, service_workers="block") as page:
        _slow_down(page)
        page.add_init_script(f"({WATCH})()")
        page.goto(address)
        page.wait_for_selector("#map svg", state="attached")
        seen: dict[str, Any] = page.evaluate("window.seen")
        page.wait_for_timeout(500)
        step: dict[str, Any] = page.evaluate(STEP)
        loop: float = page.evaluate(LOOP)
    return {
        "loop": loop,
        "answer": seen["answer"],
        "map": seen["map"] - seen["answer"],
        "step": step["paint"],
        "redraw": step["map"],
    }


def _slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def rows(site: Path, times: int) -> list[Row]:
    with launched() as browser, served(site) as base:
        visits = [_visit(browser, f"{base}index.html") for _ in range(times)]
    # The least of the visits: what else the machine does can only add to it.
    least = {name: min(visit[name] for visit in visits) for name in visits[0]}
    slowed = f"processor slowed {SLOWED} times"
    bars = {
        "answer": (f"first visit to the first answer, {slowed}", "≤ 30"),
        "map": ("the map after it", "≤ 16"),
        "step": ("a step of a dial to the next answer", "≤ 5"),
        "redraw": ("a step of a dial to the next map", "≤ 10"),
    }
    return [
        *(Row(what, least[name], "ms") for name, (what, _) in bars.items()),
        *(
            Row(f"{what}, times a loop of whole numbers", least[name] / least["loop"], "×", bar)
            for name, (what, bar) in bars.items()
        ),
        Row("that loop", least["loop"], "ms"),
    ]
