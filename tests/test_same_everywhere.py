"""Searches, the floats behind them and drawings come out the same on every processor, to the last bit."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.same_everywhere import Setting, settings

ROOT = Path(__file__).parent.parent


def searched(setting: Setting) -> list[str]:
    """Digests of what is found in a process of its own."""
    command = [sys.executable, "-m", "tests.same_everywhere", "searches"]
    ran = subprocess.run(command, cwd=ROOT, env=setting.environment, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_every_processor_finds_the_same() -> None:
    here, *others = settings()
    expected = searched(here)
    assert len(expected) > 10
    for setting in others:
        assert searched(setting) == expected, setting.name
