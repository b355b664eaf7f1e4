"""The same bytes on every processor: settings that stand in for other machines, and what is made under each.

    python -m tests.same_everywhere            build the whole site under every setting, with nothing kept from
                                               before: one digest of the data, of the pages and of the PDFs for
                                               each, then the files that differ; about two minutes a setting
    python -m tests.same_everywhere searches   in seconds, under the setting that this process runs with: digests
                                               of small searches, of the floats behind them and of drawings

OpenBLAS, NumPy and the C library choose their code by what the processor can do; environment variables make
them choose as they would on an older one. A setting that this processor cannot do is left out with a word.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from tests.small import EDITION, contents

VARIABLES = (
    "OPENBLAS_CORETYPE",
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "NPY_DISABLE_CPU_FEATURES",
    "GLIBC_TUNABLES",
)
NEWEST = "X86_V4 AVX512_ICL AVX512_SPR"
"""what NumPy is told to leave alone: AVX-512"""


@dataclass(frozen=True)
class Setting:
    """Where and how the numbers are worked out."""

    name: str
    variables: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""
    """what the processor must have, as NumPy calls it"""

    @property
    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name not in VARIABLES} | dict(self.variables)

    @property
    def can_be_done(self) -> bool:
        from numpy._core._multiarray_umath import __cpu_features__  # type: ignore[attr-defined]

        return not self.needs or bool(__cpu_features__.get(self.needs))


SETTINGS = (
    Setting("this processor"),
    Setting(
        "Haswell, two threads",
        {
            "OPENBLAS_CORETYPE": "Haswell",
            "OPENBLAS_NUM_THREADS": "2",
            "OMP_NUM_THREADS": "2",
            "NPY_DISABLE_CPU_FEATURES": NEWEST,
        },
        "AVX2",
    ),
    Setting("Sandybridge", {"OPENBLAS_CORETYPE": "Sandybridge", "NPY_DISABLE_CPU_FEATURES": f"X86_V3 {NEWEST}"}, "AVX"),
    Setting(
        "Prescott",
        {
            "OPENBLAS_CORETYPE": "Prescott",
            "NPY_DISABLE_CPU_FEATURES": f"X86_V3 {NEWEST}",
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA",
        },
        "SSE3",
    ),
)


def settings() -> Iterator[Setting]:
    for setting in SETTINGS:
        if setting.can_be_done:
            yield setting
        else:
            print(f"{setting.name}: left out, this processor has no {setting.needs}", flush=True)


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:16]


def searches() -> Iterator[tuple[str, str]]:
    """What searches find at a small size, the floats they go by to the last bit, and drawings."""
    from atlas.cards.catalogue import QUICK_WEIGHTS, derive_baselines, objective, quick_grid
    from atlas.cards.phrases import phrases
    from atlas.cards.sentence_search import SentenceSearch, Vocabulary
    from atlas.cards.strips import StripSize, derive_strips
    from atlas.game.rules import Outcome
    from atlas.game.solver import solve_pair
    from atlas.maps.pictures import icons, preview
    from atlas.maps.plates import plates
    from atlas.policies.adventures import SampledChains, drawn_adventures
    from atlas.policies.certify import thrifty_policy
    from atlas.policies.fightsets import judging_rules
    from atlas.policies.journeys import outlook, yardstick
    from atlas.policies.strategies import best_strategies
    from atlas.tables.gap_table import gap_table

    judged = judging_rules(EDITION.rules)
    measure = yardstick(judged)
    ahead = outlook(judged, thrifty_policy(judged, EDITION.luck_price), measure)
    yield "journeys", digest(repr(measure).encode(), ahead.starts.tobytes(), ahead.worth.tobytes())
    fights, journeys = (objective(EDITION, QUICK_WEIGHTS, known) for known in (None, ahead))
    vocabulary = Vocabulary(fights.board, phrases(EDITION.rules, 12, 12))
    search = SentenceSearch(fights, vocabulary, seed=3, games=2000)
    on_journeys = SentenceSearch(journeys, vocabulary, seed=3)
    drafts = list(search.grow(2))
    drafts.append(on_journeys.add_rule(drafts[-1], on_journeys.gains(drafts[-1])))
    yield "sentences", digest(repr(drafts).encode())
    yield "scores of sentences", digest(search.score(drafts).tobytes(), on_journeys.score(drafts).tobytes())
    advantages = [journeys.first_order_gains(vocabulary.masks([draft])) for draft in drafts]
    yield "advantages of sentences", digest(*(found[o].tobytes() for found in advantages for o in Outcome))
    quick = quick_grid(EDITION, ahead, finalists=2)
    yield "quick grid", digest(repr(quick.policy).encode())
    near = replace(journeys, skill_gaps=(-1, 0, 1))
    strips = derive_strips(near, StripSize(2, 5, 3, 2, 3), seed=1, games=2000)
    yield "strips", digest(repr(strips).encode())
    adventures = SampledChains(judged, drawn_adventures())
    yield "adventures", digest(*(adventures.chances(policy).tobytes() for policy in (quick.policy, None)))
    yield "baselines", digest(repr(derive_baselines(EDITION)).encode())
    strategies = best_strategies(judged, -2)
    yield "strategies", digest(strategies.strategy.tobytes(), strategies.tau.tobytes(), strategies.win_chance.tobytes())
    tables = [gap_table(solve_pair(EDITION, gap)) for gap in EDITION.skill_gaps]
    for path, content in (plates(tables) | icons() | {"preview": preview(tables)}).items():
        yield path, digest(content)


def whole_site(setting: Setting, folder: Path) -> dict[str, bytes]:
    command = [sys.executable, "-m", "atlas", "build", "--quiet", "--output", str(folder)]
    subprocess.run(command, env=setting.environment, check=True)
    return contents(folder / "site")


def compare() -> int:
    """Build under every setting, and tell."""
    first: dict[str, bytes] = {}
    differ: set[str] = set()
    print(f"{'setting':22}{'data':18}{'pages':18}{'PDFs':18}seconds", flush=True)
    for setting in settings():
        began = monotonic()
        with tempfile.TemporaryDirectory() as folder:
            files = whole_site(setting, Path(folder))
        first = first or files
        differ |= {path for path in first.keys() | files.keys() if first.get(path) != files.get(path)}
        difference = ""
        for part in ("data", "pages", "print"):
            difference += f"{digest(*(c for path, c in files.items() if _part(path) == part)):18}"
        print(f"{setting.name:22}{difference}{monotonic() - began:.0f}", flush=True)
    print("\n".join(f"differs: {path}" for path in sorted(differ)) or "every file is the same under every setting")
    return 1 if differ else 0


def _part(path: str) -> str:
    folder = path.split("/")[0]
    return folder if folder in ("data", "print") else "pages"


if __name__ == "__main__":
    if sys.argv[1:] == ["searches"]:
        for name, found in searches():
            print(name, found)
    else:
        sys.exit(compare())
