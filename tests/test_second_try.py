"""Which failed tests get a second try."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.second_try import failed_tests, run_tests

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
