"""Running the command as people do, and reading what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.fork_server import run_forked

SABACC = str(Path(sys.executable).parent / "sabacc")
LONGEST = 180.0  # seconds until a command counts as hanging


class Ran(NamedTuple):
    """A command that has run: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    def lines(self) -> list[Any]:
        """Standard output as JSON, one value a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def json(self) -> Any:
        """Standard output as one JSON value and nothing else."""
        return json.loads(self.out)


def environment(**changes: str) -> dict[str, str]:
    """Ours, with wide lines and no colours."""
    return {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", **changes}


def sabacc(*arguments: str | bytes | Path, stdin: str | bytes = b"", **changes: str) -> Ran:
    """Runs the real command in a process of its own; `changes` are for the environment."""
    given = [os.fsdecode(one) for one in arguments]
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    if any(name.startswith("PYTHON") for name in changes):  # which matter when Python starts
        ran = subprocess.run(
            [SABACC, *given], input=sent, capture_output=True, timeout=LONGEST, env=environment(**changes), check=False
        )
        code, out, err = ran.returncode, ran.stdout, ran.stderr
    else:
        code, out, err = run_forked(given, sent, environment(**changes), LONGEST)
    return Ran(code, out.decode(errors="replace"), err.decode(errors="replace"))


def accepted(ran: Ran) -> Ran:
    """Done: exit 0, and no complaint."""
    assert ran.code == 0, ran
    assert "Traceback" not in ran.err
    return ran


def refused(ran: Ran, *words: str, code: int = 2) -> None:
    """Refused in a sentence that has these words; nothing on standard output."""
    assert "Traceback" not in ran.err
    assert ran.code == code, ran
    assert ran.out == ""
    assert ran.err.strip()
    missing = [word for word in words if word.lower() not in ran.err.lower()]
    assert not missing, ran.err
