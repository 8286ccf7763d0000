"""The pages' own tests, run by Node; and their fold, with hands that were not chosen for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.strategies import SOAK

WEB = Path(__file__).parents[2] / "web"
HANDS = 100 if SOAK else 2

pytestmark = pytest.mark.skipif(
    not (WEB / "node_modules").exists(), reason="the pages' packages are not there: make web"
)


def run(*command: str, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1", **environment}
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]


def test_the_pages_own_tests_pass() -> None:
    run(str(WEB / "build.py"), "test")


def test_the_pages_fold_new_hands_as_the_server_does(tmp_path: Path) -> None:
    seed = os.environ.get("SABACC_GOLDEN_SEED", "new hands")
    run(str(WEB / "tests" / "make_goldens.py"), str(tmp_path), seed, str(HANDS))
    run(str(WEB / "build.py"), "test", "fold", SABACC_GOLDENS=str(tmp_path))


def test_the_golden_hands_are_those_of_this_engine(tmp_path: Path) -> None:
    run(str(WEB / "tests" / "make_goldens.py"), str(tmp_path))
    kept = WEB / "tests" / "goldens"
    stale = [one.name for one in tmp_path.iterdir() if (kept / one.name).read_bytes() != one.read_bytes()]
    assert stale == [], "make them anew: python web/tests/make_goldens.py"
