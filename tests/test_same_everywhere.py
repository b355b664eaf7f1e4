"""Searches, the floats behind them and drawings come out the same on every processor, to the last bit."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import same_everywhere
from tests.same_everywhere import Setting, settings

ROOT = Path(__file__).parent.parent


def searched(setting: Setting) -> list[str]:
    """Digests of what is found in a process of its own."""
    command = [sys.executable, "-m", "tests.same_everywhere", "searches"]
    ran = subprocess.run(command, cwd=ROOT, env=setting.environment, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_every_processor_finds_the_same() -> None:
    own, *others = settings()
    expected = searched(own)
    assert len(expected) > 10
    for setting in others:
        assert searched(setting) == expected, setting.name


def test_a_setting_that_this_processor_cannot_do_is_left_out_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = Setting("plain")
    monkeypatch.setattr(same_everywhere, "SETTINGS", (plain, Setting("later", needs="AVX4096")))
    assert list(settings()) == [plain]
    assert capsys.readouterr().out == "later: left out, this processor has no AVX4096\n"


def test_a_setting_forgets_what_was_set_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    environment = Setting("two", {"OPENBLAS_NUM_THREADS": "2"}).environment
    assert "OPENBLAS_CORETYPE" not in environment and environment["OPENBLAS_NUM_THREADS"] == "2"
