"""`inside`: the command run in our own process, where a run costs next to nothing."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from sabacc.cli import main
from tests.cli.command_runner import Ran

Inside = Callable[..., Ran]


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    """Runs `sabacc` with these arguments. What it does not catch itself fails the test."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: object, stdin: str | bytes = b"") -> Ran:
        text = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        capsys.readouterr()
        code: object = 0
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as stopped:
            code = stopped.code or 0
        out, err = capsys.readouterr()
        assert isinstance(code, int)
        return Ran(code, out, err)

    return run
