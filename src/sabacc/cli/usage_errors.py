"""Command lines that can't be read, and a sentence for each: what was wrong, and where to look."""

from __future__ import annotations

import re
from typing import Any

import typer

# Which library the class comes from depends on typer's version; all have it among the bases of this one.
UsageError: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if issubclass(kind, Exception) and kind.__name__ == "UsageError"
)
VALUE_MESSAGES = (  # what the library says, and what one would say
    (r"valid integer", "must be a whole number"),
    (r"valid (number|float)", "must be a number"),
    (r"(greater than or equal to |range x>=)(?P<least>[\d.]*\d)", "must be {least} or more"),
)
USAGE_MESSAGES = (
    (r"No such command '?(?P<what>.*?)'?\.", "{command} has no command {what!r}"),
    (
        r"Got unexpected extra arguments?(\(s\))? \((?P<what>.*)\)",
        "{command} takes no more than that: {what!r} is too much",
    ),
    (r"Option '?(?P<what>[^ ']*)'? requires an argument", "{what} needs a value after it"),
    (r"Option '?(?P<what>[^ ']*)'? does not take a value", "{what} takes no value"),
)


def explain_usage_error(error: Any) -> str:
    """One sentence, and where all options are."""
    command = error.ctx.command_path if error.ctx is not None else "sabacc"
    where = f" `{command} --help` tells what there is." if error.ctx is not None else ""
    return f"{_problem(error, command)}.{where}"


def is_help(error: Any) -> bool:
    """Whether it is no mistake: nothing was asked for, and the help has been shown."""
    return type(error).__name__ == "NoArgsIsHelpError"


def _problem(error: Any, command: str) -> str:
    kind = type(error).__name__
    if kind == "NoSuchOption":
        near = f" (but {' and '.join(sorted(error.possibilities))})" if error.possibilities else ""
        return f"{command} has no option {error.option_name}{near}"
    if kind == "MissingParameter":
        return f"{command} needs a {_name(error.param)}"
    if isinstance(error, typer.BadParameter):
        return f"{_name(error.param)} {_fill(VALUE_MESSAGES, error.message) or f'can not be so: {error.message}'}"
    return _fill(USAGE_MESSAGES, error.message, command=command) or error.message.rstrip(".")


def _fill(patterns: tuple[tuple[str, str], ...], message: str, **more: str) -> str:
    for pattern, said in patterns:
        if found := re.search(pattern, message):
            return said.format(**found.groupdict(), **more)
    return ""


def _name(parameter: Any) -> str:
    """An option as one types it, an argument as the help calls it."""
    longest = max(parameter.opts, key=len)
    return str(longest if longest.startswith("-") else parameter.metavar or longest.upper()).rstrip(".")
