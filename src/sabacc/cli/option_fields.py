"""A command whose options are the fields of a dataclass, so that each has its name and its default once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

Options = TypeVar("Options")


def takes_options(options: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Makes a function of options into one with a parameter for each field, as typer reads it."""

    def wrap(command: Callable[[Options], None]) -> Callable[..., None]:
        @functools.wraps(command)
        def with_parameters(**given: Any) -> None:
            command(options(**given))

        hints = get_type_hints(options, include_extras=True)
        parameters = inspect.signature(options).parameters.values()
        with_parameters.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=one.KEYWORD_ONLY, annotation=hints[one.name]) for one in parameters]
        )
        with_parameters.__annotations__ = hints
        return with_parameters

    return wrap
