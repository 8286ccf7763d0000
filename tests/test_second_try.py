"""Which failed tests get a second try, and what comes of a run that hangs."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.second_try import failed_tests, run_tests
from tests.watched import HUNG, run_watched

FAILS_ONCE = """
from pathlib import Path

def test_comes_late():
    been = Path("been")
    first = not been.exists()
    been.touch()
    assert not first
"""
FAILS = "def test_is_wrong():\n    assert False\n"


@pytest.mark.parametrize(
    ("folder", "text", "code"), [("server", FAILS_ONCE, 0), ("hands", FAILS_ONCE, 1), ("web", FAILS, 1)]
)
def test_what_comes_late_passes_alone_and_what_is_wrong_or_computed_fails(
    folder: str, text: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "tests" / folder
    place.mkdir(parents=True)
    (place / "test_it.py").write_text(text)
    assert run_tests(Path("cache"), [sys.executable, "-m", "pytest", "-q", "--rootdir", ".", "tests"]) == code
    assert bool(failed_tests(Path("cache"))) == bool(code)


def test_what_says_nothing_is_ended_and_shown(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    hanging = "import sys, time; print('begun', flush=True); time.sleep(600)"
    assert run_watched([sys.executable, "-c", hanging], silence=2.0) == HUNG
    out = capfdbinary.readouterr().out
    assert out.startswith(b"begun\n")
    assert b"time.sleep(600)" in out


def test_who_stays_behind_keeps_nobody_waiting(tmp_path: Path) -> None:
    left = tmp_path / "pid"
    leaving = (
        "import pathlib, subprocess, sys\n"
        "left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        f"pathlib.Path({str(left)!r}).write_text(str(left.pid))\n"
        "sys.exit(3)"
    )
    assert run_watched([sys.executable, "-c", leaving], silence=60.0) == 3
    os.kill(int(left.read_text()), signal.SIGKILL)  # it is still there
