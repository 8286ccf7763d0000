"""Runs pytest; a few tests of servers and browsers that failed beside all others get a second try, alone.

On a busy machine a browser or a server may come too late for its test. What passes alone is named in the output, to be
mended; what fails alone has failed. Tests that only compute get no second try, nor do more than a few.

A run that says nothing for longer than any test may take hangs. It is ended, with what it was doing, and begun again once.

python -m tests.second_try CACHE PYTEST...   CACHE is a folder for what failed
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.watched import HUNG, run_watched

WAITING = ("tests/attacks/", "tests/cli/", "tests/server/", "tests/web/")
MOST = 5
FAILED = 1  # pytest's exit code for failed tests
SILENCE = 560.0  # seconds; a test is ended after 480
ALONE = ("-n", "0", "--last-failed", "--last-failed-no-failures", "none")


def run_tests(cache: Path, command: list[str]) -> int:
    """The exit code of the tests, after the second try where there is one."""
    command = [*command, "-o", f"cache_dir={cache.resolve()}"]
    code = run_watched(command, SILENCE)
    if code == HUNG:
        say("The tests hung, and begin again.", [])
        code = run_watched(command, SILENCE)
    failed = failed_tests(cache)
    if code != FAILED or not failed or len(failed) > MOST or not all(one.startswith(WAITING) for one in failed):
        return code
    say("A second try, alone:", failed)
    code = run_watched([*command, *ALONE], SILENCE)
    if code == 0:
        say("These failed beside the others and passed alone, which should not be:", failed)
    return code


def failed_tests(cache: Path) -> list[str]:
    """The ids of the tests that failed, as pytest keeps them."""
    path = cache / "v/cache/lastfailed"
    return sorted(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def say(what: str, tests: list[str]) -> None:
    """A line, and one for each test."""
    sys.stdout.write("\n".join([what, *(f"  {one}" for one in tests)]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(run_tests(Path(sys.argv[1]), sys.argv[2:]))
