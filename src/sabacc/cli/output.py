"""Where output goes: results to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sabacc.errors import SabaccError


def console() -> Console:
    """Standard output; coloured on a terminal."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def say(sentence: str) -> None:
    """A notice, to standard error."""
    sys.stderr.write(sentence + "\n")


def print_json(value: Any) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def progress() -> Progress:
    """A bar on standard error, gone when done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def read_text(path: str) -> str:
    """A file's text, or standard input's for `-`."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode()
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise SabaccError(f"{path} can't be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SabaccError(f"{path}, line {line}: this is no UTF-8 text.") from error


def read_options(given: list[str]) -> dict[str, Any]:
    """`key=value` pairs; a value is JSON, or else a word."""
    options: dict[str, Any] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise SabaccError(f"--option takes key=value, like ante=5, not {pair!r}.")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options
