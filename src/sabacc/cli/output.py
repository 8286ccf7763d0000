"""Where output goes: results to standard output, everything else to standard error."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sabacc.errors import SabaccError

if TYPE_CHECKING:
    from sabacc.odds.plots.figure import PlotKind  # its module draws, and so takes a while to load

DIGITS = 6  # of a sampled figure, in JSON


class SafeOutput:
    """Standard output that ends quietly when nobody reads on, and with a sentence when it can't be written."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    @classmethod
    def wrap(cls, stream: Any) -> Any:
        """The stream, made safe; characters it can't show are replaced."""
        if isinstance(stream, SafeOutput):
            return stream
        for one in (stream, sys.stderr):
            if isinstance(one, io.TextIOWrapper):
                one.reconfigure(errors="replace")
        return cls(stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        return int(self._guarded(self.stream.write, text) or 0)

    def flush(self) -> None:
        self._guarded(self.stream.flush)

    def _guarded(self, operation: Any, *arguments: Any) -> Any:
        try:
            return operation(*arguments)
        except BrokenPipeError:
            self._discard_output()  # whoever read has read enough
            sys.exit(0)
        except (OSError, ValueError) as error:
            self._discard_output()
            print_notice(f"sabacc: the output can't be written: {error}.")
            sys.exit(2)

    def _discard_output(self) -> None:
        """What is still to come goes nowhere, so that the interpreter can close its books in peace."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        self.stream = io.TextIOWrapper(os.fdopen(nowhere, "wb"), encoding="utf-8")


def console() -> Console:
    """Standard output; coloured on a terminal."""
    return Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def print_notice(sentence: str) -> None:
    """A notice, to standard error."""
    if sys.stderr is not None:
        sys.stderr.write(sentence + "\n")


def print_json(value: Any) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_list(things: Iterable[object], table: Callable[[], RenderableType], as_json: bool) -> None:
    """Things a line each for machines, or a table of them for people."""
    if as_json:
        for thing in things:
            print_json(thing)
    else:
        console().print(table())


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
        disable=sys.stderr is None or not sys.stderr.isatty(),
    )


def read_text(path: str) -> str:
    """A file's text, or standard input's for `-`."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise SabaccError("there is no standard input to read from: name a file.")
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SabaccError(f"{path} can't be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SabaccError(f"{path}, line {line}: this is no UTF-8 text.") from error
    except ValueError as error:  # a name that no file can have
        raise SabaccError(f"{path!r} can't be read: {error}.") from error


def check_writable(path: str) -> None:
    """Refuses a file that could not be written in the end, before anything is done for it; and one that is there."""
    if Path(path).is_file() and Path(path).stat().st_size:
        raise SabaccError(f"{path} is there already and would be lost: name another file.")
    try:
        with Path(path).open("a", encoding="utf-8"):
            pass
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SabaccError(f"{path or 'a file without a name'} can't be written: {why}.") from error


def write_text(path: str, text: str) -> None:
    """A file, whole."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SabaccError(f"{path} can't be written: {getattr(error, 'strerror', None) or error}.") from error


def read_json(text: str) -> Any:
    """JSON, or a `ValueError` that says why it is none."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def read_number(text: str) -> int | None:
    """A whole number as people type it, or nothing."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def read_options(given: list[str]) -> dict[str, Any]:
    """`key=value` pairs; a value is JSON, or else a word."""
    options: dict[str, Any] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise SabaccError(f"--option takes key=value, like ante=5, not {pair!r}.")
        if key == "preset":
            raise SabaccError("the preset is no house rule: name it before the options.")
        try:
            options[key] = read_json(value)
        except ValueError:
            options[key] = value
    return options


def plot_kind(plot: str) -> PlotKind:
    """How a plot is to be written, by the end of its name."""
    match Path(plot).suffix.lower():
        case ".svg":
            return "svg"
        case ".png":
            return "png"
    raise SabaccError(f"{plot or 'A plot without a name'} can't be drawn: its name must end in .svg or .png.")


def rounded(value: Any) -> Any:
    """For JSON: no more digits than any sampling is good for."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0  # no minus zero
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return value
